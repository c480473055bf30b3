/** What the experiments on whole layers claim, measured again from the engine's numbers. */
import assert from "node:assert/strict";

import { answers } from "../../../web/components/experiments/compare/findings.js";
import { backward } from "../../../web/engine/backward.js";
import { formatNumber } from "../../../web/figures/index.js";

/** @typedef {import("../../../web/view/view.js").View} View */
/** @typedef {import("../experiments.js").Opened} Opened */

/** @param {readonly number[]} values */
const sum = (values) => values.reduce((total, value) => total + value, 0);

/** The root of the mean of squares. @param {ArrayLike<number>} values */
const size = (values) => Math.sqrt(sum(Array.from(values, (value) => value ** 2)) / values.length);

/** @param {{shape: readonly number[], data: ArrayLike<number>}} tensor */
function sizesOf({ shape, data }) {
  const width = Number(shape.at(-1));
  return Array.from({ length: data.length / width }, (_, row) =>
    size(Array.from(data).slice(row * width, (row + 1) * width)),
  );
}

/** @param {readonly number[]} values */
const mean = (values) => sum(values) / values.length;

/** What leaves a number of layers with the same weights. @param {View} view @param {number} layers */
function after({ engine, spec, inputs }, layers) {
  /** @type {any} */
  let X = inputs.X;
  for (let layer = 0; layer < layers; layer++) {
    const run = engine.trace(spec, { ...inputs, X }).finish();
    X = run.tensor(String(run.stages.at(-1)));
    run.free();
  }
  return X;
}

/** The numbers with which the page gives its answer, as it writes them. @param {string} id @param {Opened} opened */
const said = (id, { a, b }) => answers[id]?.finding(a, b) ?? assert.fail(id);

/** @param {string} id @param {string} taught @param {Opened} opened */
const teaches = (id, taught, { a, b }) => assert.equal(answers[id]?.outcome?.(a, b), taught, id);

/** @param {View} view @param {string} stage */
const numbers = ({ run }, stage) => Array.from(run.tensor(stage).data);

/** @param {View} view @param {string} of names of inputs */
const count = ({ inputs }, of) => sum(of.split(" ").map((name) => /** @type {any} */ (inputs)[name]?.data.length ?? 0));

/** @type {Readonly<Record<string, {holds: (opened: Opened) => void, shows: (opened: Opened) => void}>>} */
export const layerClaims = Object.freeze({
  norming: {
    holds(opened) {
      const { a, b } = opened;
      for (const stage of ["norm_1", "norm_2"]) {
        assert.ok(!b.view.run.stages.includes(stage), "B has no norms");
        for (const row of sizesOf(a.view.run.tensor(stage))) assert.ok(Math.abs(row - 1) < 0.01, `${stage}: ${row}`);
      }
      const { first, layers } = said("norming", opened);
      assert.equal(layers, 6);
      assert.equal(first, formatNumber(mean(sizesOf(a.view.run.tensor("X")))));
      for (const side of /** @type {const} */ (["a", "b"]))
        assert.equal(said("norming", opened)[side], formatNumber(mean(sizesOf(after(opened[side].view, 6)))));
    },
    shows(opened) {
      const grown = [opened.a, opened.b].map(
        ({ view }) => mean(sizesOf(after(view, 6))) / mean(sizesOf(after(view, 5))),
      );
      assert.ok(
        grown.every((factor) => factor > 1),
        "every layer adds",
      );
      assert.ok(mean(sizesOf(after(opened.b.view, 6))) > 2 * mean(sizesOf(after(opened.a.view, 6))), "in proportion");
      teaches("norming", "larger", opened);
    },
  },
  placing: {
    holds({ a, b }) {
      assert.equal(a.view.run.stages.at(-1), "residual_2");
      assert.equal(b.view.run.stages.at(-1), "norm_2");
      for (const row of sizesOf(b.view.run.tensor("norm_2"))) assert.ok(Math.abs(row - 1) < 0.01, `${row}`);
    },
    shows(opened) {
      const rows = sizesOf(opened.a.view.run.tensor("residual_2"));
      assert.ok(Math.max(...rows) - Math.min(...rows) > 0.05, "in A they differ");
      assert.ok(mean(sizesOf(after(opened.a.view, 6))) > mean(sizesOf(after(opened.a.view, 1))), "every layer adds");
      teaches("placing", "one", opened);
    },
  },
  adding: {
    holds({ a, b }) {
      const [X, output] = [numbers(a.view, "X"), numbers(a.view, "output")];
      assert.deepEqual(
        numbers(a.view, "residual_1"),
        X.map((value, at) => Math.fround(value + output[at])),
      );
      assert.ok(!b.view.run.stages.some((stage) => stage.startsWith("residual")), "B adds nothing");
      // One layer, and a gradient at one number: what passes the sums as it is comes on top of what the branches give back.
      const shape = a.view.run.shape("residual_2");
      const data = new Float32Array(X.length);
      data[0] = 1;
      const gradients = backward(a.view.run, { shape, data });
      assert.equal(gradients.residual_2?.data[0], 1);
      assert.ok(gradients.residual_1 && gradients.mlp_output?.data[0] === 1);
    },
    shows(opened) {
      const { a, b } = said("adding", opened);
      assert.ok(Number(a) > 20 * Number(b) && Number(a) > 1, `${a} ${b}`);
      teaches("adding", "smaller", opened);
    },
  },
  feeding: {
    holds(opened) {
      const { a, b } = opened;
      const [attention, mlp] = [count(a.view, "Wq Wk Wv Wo"), count(a.view, "W_up W_down")];
      assert.equal(3 * attention, attention + mlp, "two thirds are in the MLP");
      assert.equal(a.view.run.spec.d_ff, 4 * a.view.run.spec.d_model);
      const { a: whole, b: left, ...sizes } = said("feeding", opened);
      assert.deepEqual([whole, left], [attention + mlp, attention]);
      assert.equal(count(b.view, "Wq Wk Wv Wo W_up W_down"), attention);
      assert.equal(sizes.mlp, formatNumber(size(numbers(a.view, "mlp_output"))));
      assert.equal(sizes.attention, formatNumber(size(numbers(a.view, "output"))));
    },
    shows: (opened) => teaches("feeding", "third", opened),
  },
  activating: {
    holds(opened) {
      const { a, b } = opened;
      const [hidden, relu, gelu] = [
        numbers(a.view, "mlp_hidden"),
        numbers(a.view, "mlp_activated"),
        numbers(b.view, "mlp_activated"),
      ];
      assert.deepEqual(numbers(b.view, "mlp_hidden"), hidden);
      hidden.forEach((value, at) => {
        assert.equal(relu[at], Math.max(0, value), "every number below 0 becomes 0");
        if (value < 0) assert.ok(Math.abs(/** @type {number} */ (gelu[at])) <= 0.17, "small");
      });
      const below = hidden.filter((value) => value <= 0).length;
      assert.deepEqual([said("activating", opened).a, said("activating", opened).all], [below, hidden.length]);
    },
    shows(opened) {
      assert.ok(numbers(opened.a.view, "mlp_activated").filter((value) => value === 0).length > 20);
      teaches("activating", "none", opened);
    },
  },
});
