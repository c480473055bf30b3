/** The gradients experiment: losses, norms, hidden pairs and the arithmetic of one gradient, by hand. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { runInNewContext } from "node:vm";
import { createEngine } from "../../web/engine/index.js";
import { inputsFromState } from "../../web/state/index.js";
import { formatGradient, gradientLines } from "../../web/figures/measures/gradient-lines.js";
import {
  gradientScene,
  gradientThumbnail,
  gradientTrace,
  hiddenGradient,
  lossGradient,
  normOf,
} from "../../web/figures/scene/gradients.js";
import { cellAt, figureTrace } from "../../web/figures/index.js";
import { changeState, defaultState } from "../../web/state/state.js";

const engine = await createEngine();

/** @param {Partial<import("../../web/state/state.js").State>} patch @param {readonly number[]} [loss] */
function walkBack(patch, loss = []) {
  const { spec, inputs } = inputsFromState(changeState(defaultState, patch), engine);
  const run = engine.trace(spec, inputs).finish();
  const gradients = engine.backward(run, lossGradient(run.shape("output"), loss));
  return { run, gradients, trace: figureTrace(run, inputs) };
}

test("the loss is the sum of all outputs, of one row, or one number", () => {
  assert.deepEqual([...lossGradient([2, 3], []).data], [1, 1, 1, 1, 1, 1]);
  assert.deepEqual([...lossGradient([2, 3], [1]).data], [0, 0, 0, 1, 1, 1]);
  assert.deepEqual([...lossGradient([2, 3], [0, 2]).data], [0, 0, 1, 0, 0, 0]);
});

test("norms are Euclidean, and tiny gradients are written with an exponent", () => {
  assert.deepEqual([normOf([3, -4]), normOf([])], [5, 0]);
  assert.deepEqual([0, 0.5, -1.234e-7, 0.001].map(formatGradient), ["0", "0.5000", "−1.23\u00a0×\u00a010⁻⁷", "0.0010"]);
});

test("evaluating the arithmetic shown for each part gives the gradient", () => {
  const { run, gradients } = walkBack(
    { softcap: 3, dropout: 0.3, position: "rope", softmax_sink: 0.5, projection_bias: true },
    [4],
  );
  const ids = Object.keys(gradients).filter((id) => id !== "output");
  const seen = new Set();
  for (const id of ids) {
    const shape = run.shape(id);
    const index = shape.map((size) => Math.min(4, size - 1));
    const explanation = run.explainGradient(gradients, id, index);
    for (const { operation } of explanation.parts) seen.add(operation);
    const lines = gradientLines(explanation);
    if (lines.some(({ more }) => more > 0)) continue;
    const sum = lines.reduce((total, { text }) => total + evaluate(text), 0);
    const slack =
      0.003 * (1 + Math.max(0, ...explanation.parts.flatMap(({ terms }) => terms.map(({ value }) => Math.abs(value)))));
    assert.ok(
      Math.abs(sum - explanation.value) < slack,
      `${id}: ${lines.map(({ text }) => text)} is not ${explanation.value}`,
    );
  }
  for (const operation of ["copy", "dot", "sum", "softmax", "apply"]) assert.ok(seen.has(operation), operation);
  run.free();
});

/** @param {string} text arithmetic as written on the page @returns {number} */
function evaluate(text) {
  const digits = (/** @type {string} */ raised) => [...raised].map((digit) => "⁰¹²³⁴⁵⁶⁷⁸⁹".indexOf(digit)).join("");
  const plain = text
    .replace(/\u00a0×\u00a010⁻([⁰¹²³⁴⁵⁶⁷⁸⁹]+)/g, (_, power) => `e-${digits(power)}`)
    .replaceAll("−", "-")
    .replaceAll("·", "*")
    .replaceAll("²", "**2");
  assert.match(plain, /^[\d\s+\-*/().e]+$/);
  return runInNewContext(plain);
}

test("softmax passes less gradient back as unscaled scores grow, and hidden pairs pass exactly none", () => {
  const shares = [4, 64, 256].map((d_k) => {
    const { run, gradients, trace } = walkBack({ d_k, scaling: false });
    const share = normOf(gradients.scaled.data) / normOf(gradients.weights.data);
    const { count, zero } = hiddenGradient(trace, gradients.scaled);
    assert.deepEqual([count, zero], [4 * 21, 4 * 21]);
    run.free();
    return share;
  });
  assert.ok(shares[0] > shares[1] && shares[1] > shares[2], shares.join());
});

test("the figure shows values next to gradients, and a cell of either can be selected", () => {
  const { run, gradients, trace } = walkBack({}, [4]);
  const backwards = gradientTrace(trace, gradients);
  const names = /** @type {[string, string]} */ (["scaled", "∂ scaled"]);
  for (const width of [320, 1100]) {
    const scene = gradientScene({
      stage: "scaled",
      head: 1,
      values: trace,
      gradients: backwards,
      names,
      theme: "light",
      width,
      rows: null,
      columns: null,
      inspected: [1, 4, 2],
    });
    const [values, flows] = scene.matrices;
    assert.deepEqual([...flows.values], Array.from(gradients.scaled.data.slice(49, 98)));
    assert.deepEqual([...values.values], Array.from(run.tensor("scaled").data.slice(49, 98)));
    const [ring] = scene.rings.filter(({ inspected }) => inspected);
    const cell = cellAt(scene, ring.x + ring.width / 2, ring.y + ring.height / 2);
    assert.deepEqual([cell?.stage, cell?.index], ["scaled", [1, 4, 2]]);
    assert.ok(scene.width <= Math.max(width, 400));
  }
  const small = gradientThumbnail({ stage: "weights", head: 1, trace: backwards, theme: "dark" });
  assert.equal(small.matrices[0].scale.kind, "diverging");
  run.free();
});
