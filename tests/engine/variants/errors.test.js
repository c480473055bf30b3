/** Every wrong way to ask for a variant is refused, naming the field. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { AttentionError, createEngine } from "../../../web/engine/index.js";

const engine = await createEngine();

/** @param {...number} shape */
const ones = (...shape) => ({
  shape,
  data: new Float32Array(shape.reduce((product, size) => product * size, 1)).fill(1),
});

const X = ones(4, 6);
const C = ones(3, 6);
const rope = { kind: "rope" };
const t5 = { kind: "t5", buckets: 8, max_distance: 16 };

/** @type {[string, any, any, string, RegExp][]} description, spec, inputs in addition to X, field, message */
const wrong = [
  ["window", { window: -1 }, {}, "window", /from 0 to 1048576, got -1/],
  ["window", { window: 1.5 }, {}, "window", /got 1.5/],
  ["sink tokens", { sink_tokens: -1 }, {}, "sink_tokens", /got -1/],
  ["kind", { position: { kind: "rotary" } }, {}, "position.kind", /one of sinusoidal, .*, got "rotary"/],
  [
    "field of another kind",
    { position: { kind: "alibi", clip: 2 } },
    {},
    "position.clip",
    /unknown field of position "alibi"/,
  ],
  ["rope, odd d_k", { position: rope }, { X: ones(4, 5) }, "d_k", /even with rope, got 5/],
  [
    "rope, style",
    { position: { ...rope, style: "half" } },
    {},
    "position.style",
    /interleaved, half_split, got "half"/,
  ],
  ["rope, base", { position: { ...rope, base: 0 } }, {}, "position.base", /above 0, got 0/],
  ["rope, base", { position: { ...rope, base: Infinity } }, {}, "position.base", /finite/],
  ["rope, first", { position: { ...rope, first: 0.5 } }, {}, "position.first", /got 0.5/],
  ["positions without rope", {}, { positions: ones(4) }, "positions", /only rope/],
  ["positions, shape", { position: rope }, { positions: ones(3) }, "positions", /shape \[4\], got \[3\]/],
  ["positions, too few", { position: rope, causal: true }, { C, positions: ones(4) }, "positions", /cannot place/],
  ["shaw without relK", { position: { kind: "shaw", clip: 1 } }, {}, "relK", /must be given with position shaw/],
  ["relK without shaw", {}, { relK: ones(3, 6) }, "relK", /only there/],
  ["relV without shaw", {}, { relV: ones(3, 6) }, "relV", /needs position shaw/],
  ["shaw without clip", { position: { kind: "shaw" } }, { relK: ones(3, 6) }, "position.clip", /got undefined/],
  ["relK, shape", { position: { kind: "shaw", clip: 2 } }, { relK: ones(3, 6) }, "relK", /\[5, 6\], got \[3, 6\]/],
  ["t5 without a table", { position: t5 }, {}, "bias_table", /must be given with position t5/],
  ["t5, table", { position: t5 }, { bias_table: ones(8, 2) }, "bias_table", /\[8, 1\], got \[8, 2\]/],
  [
    "t5, buckets",
    { position: { ...t5, buckets: 3 } },
    { bias_table: ones(3, 1) },
    "buckets",
    /4 where bidirectional.* got 3/,
  ],
  [
    "t5, distance",
    { position: { ...t5, max_distance: 2 } },
    { bias_table: ones(8, 1) },
    "max_distance",
    /above the exact/,
  ],
  [
    "t5, directions",
    { position: { ...t5, bidirectional: 1 } },
    { bias_table: ones(8, 1) },
    "position.bidirectional",
    /true or/,
  ],
  [
    "distance, form",
    { position: { kind: "distance" } },
    {},
    "position.form",
    /linear, gaussian, matrix, got undefined/,
  ],
  ["distance, lambda", { position: { kind: "distance", form: "linear" } }, {}, "position.lambda", /got undefined/],
  ["distance, sigma", { position: { kind: "distance", form: "gaussian", sigma: 0 } }, {}, "position.sigma", /above 0/],
  ["distance, matrix", { position: { kind: "distance", form: "matrix" } }, {}, "bias_matrix", /must be given/],
  ["matrix without distance", {}, { bias_matrix: ones(4, 4) }, "bias_matrix", /only there/],
  ["softcap", { softcap: 0 }, {}, "softcap", /above 0, got 0/],
  ["softcap", { softcap: "2" }, {}, "softcap", /finite number, got "2"/],
  ["sink missing", { softmax_sink: true }, {}, "sink", /must be given with softmax_sink/],
  ["sink alone", {}, { sink: ones(1) }, "sink", /needs softmax_sink/],
  ["sink, shape", { softmax_sink: true }, { sink: ones(2) }, "sink", /\[1\], got \[2\]/],
  ["dropout, p", { dropout: { p: 1.5, torch_seed: 1 } }, {}, "dropout.p", /from 0 to 1, got 1.5/],
  ["dropout, nothing to keep", { dropout: { p: 0.5 } }, {}, "dropout.torch_seed", /must be given where keep is not/],
  ["dropout, seed", { dropout: { p: 0.5, torch_seed: 0.5 } }, {}, "dropout.torch_seed", /whole number.*got 0.5/],
  ["dropout, unknown", { dropout: { p: 0.5, sed: 1 } }, {}, "sed", /unknown field of dropout/],
  ["keep alone", {}, { keep: ones(1, 4, 4) }, "keep", /needs dropout/],
  [
    "keep, values",
    { dropout: { p: 0.5 } },
    { keep: { shape: [1, 4, 4], data: new Array(16).fill(2) } },
    "keep.data[0]",
    /kept/,
  ],
  [
    "keep that the seed does not draw",
    { dropout: { p: 0.5, torch_seed: 1 } },
    { keep: ones(1, 4, 4) },
    "keep",
    /torch_seed 1 draws/,
  ],
  ["mask mode", { mask_mode: "after" }, {}, "mask_mode", /before_softmax, after_softmax/],
  ["mask value", { mask_value: { value: NaN } }, {}, "mask_value.value", /finite/],
  ["mask value", { mask_value: { value: -1, how: "set" } }, {}, "mask_value.how", /fill, add, got "set"/],
  [
    "mask value after softmax",
    { mask_value: { value: -1 }, mask_mode: "after_softmax" },
    {},
    "mask_value",
    /needs mask_mode/,
  ],
];

for (const [what, spec, inputs, field, message] of wrong) {
  test(`${what}: ${field} ${message.source}`, () => {
    const used = engine.memoryUsed;
    assert.throws(
      () => engine.trace(spec, { X, ...inputs }),
      (error) => {
        assert.ok(error instanceof AttentionError, String(error));
        assert.equal(error.field, field, error.message);
        assert.match(error.message, message);
        return true;
      },
    );
    assert.equal(engine.memoryUsed, used);
  });
}

test("mask_value -Infinity is the default mask, and a null field counts as absent", () => {
  const plain = engine.trace({ causal: true }, { X }).finish().tensor("output");
  for (const spec of [{ mask_value: { value: -Infinity } }, { mask_value: null, window: null, softcap: null }]) {
    const run = engine.trace(/** @type {any} */ ({ causal: true, ...spec }), { X }).finish();
    assert.deepEqual(run.tensor("output"), plain);
  }
});
