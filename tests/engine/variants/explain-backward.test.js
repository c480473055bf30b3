/** Every gradient of every case is explained: recomputing it from its parts with Math.fround gives the same bits. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { AttentionError, createEngine } from "../../../web/engine/index.js";
import { indices, readWalkCases } from "../../support/variants/variants.js";

/** @typedef {import("../../../web/engine/explain/gradients.js").Part} Part */

const f = Math.fround;
const engine = await createEngine();

/** @type {Record<Part["operation"], (values: number[], part: Part) => number>} what web/engine/explain/gradients.js promises */
const replay = {
  copy: ([value = NaN]) => value,
  sum: (values) => values.reduce((sum, value) => f(sum + value), 0),
  dot: (values) => {
    let sum = 0;
    for (let p = 0; p < values.length; p += 2) sum = f(sum + f((values[p] ?? NaN) * (values[p + 1] ?? NaN)));
    return sum;
  },
  zero: () => 0,
  dropout: ([gradient = NaN, kept = NaN]) => f(gradient / kept),
  apply: ([gradient = NaN, capped = NaN, cap], { slope = NaN }) => {
    if (cap === undefined) return f(gradient * slope);
    const t = f(capped / cap);
    return f(gradient * f(1 - f(t * t)));
  },
  gate: ([gradient = NaN, up = NaN], { slope = NaN }) => f(f(gradient * up) * slope),
  norm: ([gradient = NaN, weight], { mean = NaN, along = NaN, standardised = NaN, root = NaN }) => {
    const g = weight === undefined ? gradient : f(gradient * weight);
    const rest = f(f(g - mean) - f(along * standardised));
    return rest === 0 ? 0 : f(rest / root);
  },
  softmax: ([gradient = NaN, weight = NaN], { mean = NaN }) => (weight === 0 ? 0 : f(weight * f(gradient - mean))),
  share: ([gradient = NaN], { mean = NaN, sum = NaN }) => f(f(gradient - mean) / sum),
  sink: (_, { mean = NaN, sum = NaN }) => -f(mean / sum),
};

for (const one of (await readWalkCases()).filter(({ G, variant }) => G && variant !== "hidden_nan")) {
  test(`${one.case}: recomputing every gradient from its parts gives the same bits`, () => {
    const run = engine.trace(one.spec, one.inputs).finish();
    const gradients = engine.backward(run, /** @type {any} */ (one.G));
    for (const [name, { shape, data }] of Object.entries(gradients)) {
      if (name === run.stages.at(-1)) continue;
      let flat = 0;
      for (const index of indices(shape)) {
        const { value, parts } = run.explainGradient(gradients, name, index);
        const again = parts.reduce((sum, part) => {
          const values = part.terms.map((term) => term.value);
          return f(sum + replay[part.operation](values, part));
        }, 0);
        assert.ok(Object.is(value, data[flat]), `${name} [${index}]`);
        assert.ok(again === value, `${name} [${index}]: ${again}, got ${value}`);
        flat++;
      }
    }
    run.free();
  });
}

test("explaining a gradient refuses unknown names and indices outside its shape, by name", () => {
  const run = engine.trace({}, { X: { shape: [2, 1], data: [1, 2] } }).finish();
  const gradients = engine.backward(run, { shape: [2, 1], data: [1, 1] });
  const fails = (/** @type {string} */ id, /** @type {number[]} */ index, /** @type {string} */ field) =>
    assert.throws(
      () => run.explainGradient(gradients, id, index),
      (error) => error instanceof AttentionError && error.field === field,
    );
  fails("Wq", [0, 0], "stage");
  fails("X", [2, 0], "index");
  fails("constructor", [0, 0], "stage");
  const nothing = /** @type {any} */ (undefined);
  assert.throws(() => run.explainGradient(nothing, "X", [0, 0]), /gradients: must be an object, got undefined/);
  for (const wrong of /** @type {any[]} */ ([undefined, {}, engine])) {
    assert.throws(
      () => engine.backward(wrong, { shape: [2, 1], data: [1, 1] }),
      /AttentionError: run: must be a run, got /,
    );
  }
});
