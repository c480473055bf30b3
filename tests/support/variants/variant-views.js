/** Views of every variant of the engine, as the page draws them: small walks from hand-written specs. */
import { viewOf } from "../../../web/view/view.js";
import { createEngine } from "../../../web/engine/index.js";
import { figureTrace } from "../../../web/figures/index.js";
import { words as wordsOf } from "../../../web/words/words.js";
import { changeState, defaultState } from "../../../web/state/state.js";
import { build } from "../oracles/oracle.js";
import { generator } from "../walks.js";

/** @typedef {import("../../../web/view/view.js").View} View */
/** @typedef {{spec: any, inputs: Record<string, {shape: number[], data: Float32Array}>}} Variation */
/** @typedef {{n?: number, n_k?: number, d_model?: number, heads?: number, kv_heads?: number, d_k?: number, d_v?: number, bias?: boolean, weights?: boolean, tied?: boolean}} Sizes */

const engine = await createEngine();
const words = "The cat sat on the mat because it was warm and soft there".split(" ");
const sentence = (/** @type {number} */ n) => Array.from({ length: n }, (_, at) => words[at % words.length] ?? "");

/**
 * @param {number} seed
 * @param {...number} shape
 */
export function randomTensor(seed, ...shape) {
  const random = generator(seed);
  const { data } = build(shape, () => (random() + random() + random() - 1.5) * 1.6);
  return { shape, data: Float32Array.from(data) };
}

/**
 * @param {Sizes} sizes
 * @param {any} [spec]
 * @param {Record<string, any>} [more] inputs
 * @returns {Variation}
 */
export function variant(sizes, spec = {}, more = {}) {
  const { n = 5, n_k, d_model = 6, heads = 2, kv_heads = heads, d_k = 4, d_v = 3 } = sizes;
  const { bias = false, weights = true, tied = false } = sizes;
  const absolute = ["sinusoidal", "learned"].includes(spec.position?.kind);
  /** @type {Record<string, any>} */
  const inputs = { [absolute ? "E" : "X"]: randomTensor(1, n, d_model) };
  if (n_k) inputs.C = randomTensor(2, n_k, d_model);
  if (!weights) return { spec, inputs: { ...inputs, ...more } };
  inputs.Wq = randomTensor(3, d_model, heads * d_k);
  inputs.Wk = tied ? inputs.Wq : randomTensor(4, d_model, kv_heads * d_k);
  inputs.Wv = randomTensor(5, d_model, kv_heads * d_v);
  inputs.Wo = randomTensor(6, heads * d_v, d_model);
  if (bias) {
    Object.assign(inputs, { bq: randomTensor(7, heads * d_k), bk: randomTensor(8, kv_heads * d_k) });
    Object.assign(inputs, { bv: randomTensor(9, kv_heads * d_v), bo: randomTensor(10, d_model) });
  }
  return { spec: { heads, kv_heads, d_k, d_v, ...spec }, inputs: { ...inputs, ...more } };
}

/** @param {number[]} shape @param {number[]} data */
const tensorOf = (shape, data) => ({ shape, data: Float32Array.from(data) });

const lastIsPadding = { key_valid: tensorOf([5], [1, 1, 1, 1, 0]) };
const firstIsPadding = { key_valid: tensorOf([5], [0, 1, 1, 1, 1]) };
const customMask = {
  allow: tensorOf([5, 5], [1, 1, 0, 1, 1, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 0, 1, 1, 1, 1, 1, 1, 1, 0]),
};
const causal = { causal: true };

/** Variants by name. */
export const variants = Object.freeze({
  plain: variant({}),
  biases: variant({ bias: true }, causal),
  "one head": variant({ heads: 1 }, causal),
  "no weights": variant({ weights: false }, {}),
  tied: variant({ tied: true }),
  cross: variant({ n: 4, n_k: 6 }),
  "cross causal": variant({ n: 4, n_k: 6 }, { causal: true, align: "top_left" }),
  gqa: variant({ heads: 4, kv_heads: 2 }, causal),
  mqa: variant({ heads: 4, kv_heads: 1 }),
  sinusoidal: variant({}, { position: { kind: "sinusoidal" } }),
  learned: variant({}, { position: { kind: "learned" } }, { P: randomTensor(11, 5, 6) }),
  rope: variant({}, { position: { kind: "rope" }, ...causal }),
  "rope halves": variant({ n: 3, n_k: 5 }, { position: { kind: "rope", style: "half_split", base: 100, first: 7 } }),
  alibi: variant({}, { position: { kind: "alibi" }, ...causal }),
  shaw: variant({}, { position: { kind: "shaw", clip: 2 } }, { relK: randomTensor(12, 5, 4) }),
  "shaw values": variant(
    {},
    { position: { kind: "shaw", clip: 1 }, ...causal },
    { relK: randomTensor(12, 3, 4), relV: randomTensor(13, 3, 3) },
  ),
  t5: variant({}, { position: { kind: "t5", buckets: 6, max_distance: 8 } }, { bias_table: randomTensor(14, 6, 2) }),
  linear: variant({}, { position: { kind: "distance", form: "linear", lambda: 0.5 } }),
  gaussian: variant({}, { position: { kind: "distance", form: "gaussian", sigma: 1.5 } }),
  matrix: variant({}, { position: { kind: "distance", form: "matrix" } }, { bias_matrix: randomTensor(15, 5, 5) }),
  window: variant({}, { ...causal, window: 2, sink_tokens: 1 }),
  "window both ways": variant({}, { window: 1 }),
  padding: variant({}, {}, lastIsPadding),
  "padding first": variant({}, causal, firstIsPadding),
  painted: variant({}, {}, customMask),
  softcap: variant({}, { softcap: 1.5, ...causal }),
  "everything before": variant(
    { bias: true, heads: 4, kv_heads: 2 },
    { position: { kind: "alibi" }, softcap: 3, softmax_sink: true, dropout: { p: 0.25, torch_seed: 2 }, ...causal },
    { sink: tensorOf([4], [0.5, -1, 0, 2]), ...lastIsPadding },
  ),
  sink: variant({}, { softmax_sink: true, ...causal }, { sink: tensorOf([2], [0.5, -1]) }),
  dropout: variant({}, { dropout: { p: 0.5, torch_seed: 7 }, ...causal }),
  "dropout all": variant({}, { dropout: { p: 1, torch_seed: 7 } }),
  fill: variant({}, { mask_value: { value: -1e4, how: "fill" } }, customMask),
  "fill weak": variant({}, { ...causal, mask_value: { value: -2, how: "fill" } }),
  add: variant({}, { mask_value: { value: -1e9, how: "add" } }, customMask),
  leak: variant({}, { mask_mode: "after_softmax", ...causal }),
  "leak empty": variant({}, { mask_mode: "after_softmax" }, customMask),
  renormalised: variant({}, { mask_mode: "after_softmax_renormalised", ...causal }),
  "renormalised sink": variant(
    {},
    { mask_mode: "after_softmax_renormalised", softmax_sink: true },
    { sink: tensorOf([2], [0.5, -1]), ...customMask },
  ),
  "no scaling": variant({}, { scale: 1 }),
  warm: variant({}, { scale: 0.25 }),
  large: variant(
    { n: 20, d_model: 24, heads: 4, d_k: 16, d_v: 16, bias: true },
    { position: { kind: "rope" }, ...causal },
  ),
  tall: variant({ d_model: 16, heads: 8, d_k: 2, d_v: 64 }),
  huge: variant({ n: 128, d_model: 16, heads: 16, d_k: 32, d_v: 256 }, causal),
});

/** @typedef {keyof typeof variants} Variant */

/**
 * The view of one stage of a variant. The caller frees its run.
 * @param {Variant} name
 * @param {{stage?: string, head?: number | "all", cell?: View["cell"], theme?: View["theme"]}} [options]
 * @returns {View}
 */
export const variantView = (name, options) => viewOfVariation(variants[name], options);

/**
 * The view of one stage of a walk. The caller frees its run.
 * @param {Variation} variation
 * @param {{stage?: string, head?: number | "all", cell?: View["cell"], theme?: View["theme"]}} [options]
 * @returns {View}
 */
export function viewOfVariation({ spec, inputs }, { stage = "output", head = 0, cell = null, theme = "light" } = {}) {
  const run = engine.trace(spec, inputs).finish();
  const state = { ...changeState(defaultState, { cell: null }), stage, head, cell };
  const tokens = sentence(run.spec.n_q);
  const contextTokens = inputs.C ? sentence(run.spec.n_k).reverse() : null;
  const dimensions = {};
  const walk = {
    spec,
    inputs,
    tokens,
    contextTokens,
    dimensions,
    kind: /** @type {const} */ ("random"),
    run,
    trace: figureTrace(run, inputs),
    controls: [],
    engine,
    compute: () => {
      throw new Error("a hand-written walk has no state to change");
    },
  };
  return viewOf(/** @type {any} */ (state), walk, { t: wordsOf("en").t, theme, cell });
}

/** @param {Variant} name @returns {readonly string[]} */
export function stagesOf(name) {
  const { spec, inputs } = variants[name];
  const run = engine.trace(spec, inputs);
  run.free();
  return run.stages;
}
