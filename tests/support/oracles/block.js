/**
 * The parts of a transformer's layer around attention in float64, written like the formulas: norms, residual sums, the MLP and
 * what dropout leaves of them. They share no code with the engine.
 */

import { activations } from "./activations.js";

/** @typedef {import("./oracle.js").Wide} Wide */
/** @typedef {import("./oracle.js").AnyTensor} AnyTensor */

/** @param {AnyTensor} a @param {(value: number, at: number) => number} change @returns {Wide} */
const mapped = ({ shape, data }, change) => ({ shape, data: Array.from(data, change) });

/** @param {AnyTensor} a @param {AnyTensor} b */
const plus = (a, b) => mapped(a, (value, at) => value + Number(b.data[at]));

/**
 * Rows through a norm.
 * @param {any} spec
 * @param {Record<string, any>} given the inputs
 * @param {AnyTensor} x
 * @param {string} kind
 * @param {string} name of its weight and bias
 */
export function normalised({ norm_epsilon = 1e-5, norm_offset = false }, given, x, kind, name) {
  const width = Number(x.shape.at(-1));
  const [weight, bias] = [given[`${name}_weight`]?.data, given[`${name}_bias`]?.data];
  const mean = (/** @type {number[]} */ row) => row.reduce((sum, value) => sum + value, 0) / width;
  const rows = Array.from({ length: x.data.length / width }, (_, row) =>
    Array.from({ length: width }, (__, column) => Number(x.data[row * width + column])),
  );
  const data = rows.flatMap((row) => {
    const middle = kind === "layernorm" ? mean(row) : 0;
    const root = Math.sqrt(mean(row.map((value) => (value - middle) ** 2)) + norm_epsilon);
    return row.map((value, at) => {
      const factor = weight ? (norm_offset ? 1 + weight[at] : weight[at]) : 1;
      return ((value - middle) / root) * factor + (bias ? bias[at] : 0);
    });
  });
  return { shape: x.shape, data };
}

/**
 * What a layer computes before attention: the rows that its queries read.
 * @param {any} spec
 * @param {Record<string, any>} given
 * @param {AnyTensor} X
 */
export const attentionInput = (spec, given, X) =>
  (spec.norm ?? "none") === "none" || spec.norm_place === "post"
    ? undefined
    : normalised(spec, given, X, spec.norm, "norm_1");

/** @param {AnyTensor} x @param {AnyTensor} w @param {AnyTensor} [bias] @returns {Wide} */
function product(x, w, bias) {
  const [n = 0, width = 0] = x.shape;
  const columns = Number(w.shape[1]);
  const data = Array.from({ length: n * columns }, (_, at) => {
    const [i, c] = [Math.floor(at / columns), at % columns];
    let sum = 0;
    for (let m = 0; m < width; m++) sum += Number(x.data[i * width + m]) * Number(w.data[m * columns + c]);
    return sum + (bias ? Number(bias.data[c]) : 0);
  });
  return { shape: [n, columns], data };
}

/**
 * Every tensor after attention's output.
 * @param {any} spec
 * @param {Record<string, any>} given
 * @param {AnyTensor} X
 * @param {AnyTensor} output
 * @returns {Record<string, Wide>}
 */
export function afterAttention(spec, given, X, output) {
  const {
    norm = "none",
    norm_place = "pre",
    residual = "none",
    mlp = "none",
    activation = "relu",
    dropout = {},
  } = spec;
  /** @type {Record<string, Wide>} */
  const t = {};
  const hasNorm = norm !== "none";
  const dropped = (
    /** @type {string} */ name,
    /** @type {AnyTensor} */ x,
    /** @type {string} */ keep,
    /** @type {number} */ p,
  ) => (given[keep] ? (t[name] = mapped(x, (value, at) => (given[keep].data[at] === 0 ? 0 : value / (1 - p)))) : x);
  const normed = (/** @type {string} */ name, /** @type {AnyTensor} */ x) =>
    (t[name] = normalised(spec, given, x, norm, name));
  let added = dropped("output_dropped", output, "keep_output", dropout.residual);
  if (hasNorm && norm_place === "both") added = normed("output_norm", added);
  let stream = residual === "sequential" ? (t.residual_1 = plus(X, added)) : added;
  if (hasNorm && norm_place === "post") stream = normed("norm_1", stream);
  if (mlp === "none") return t;
  const read = residual === "parallel" ? X : stream;
  const input = hasNorm && norm_place !== "post" ? normed("norm_2", read) : read;
  const act = /** @type {(x: number) => number} */ (activations[activation]);
  const up = product(input, given.W_up, given.b_up);
  const hidden = mlp === "gated" ? product(input, given.W_gate, given.b_gate) : up;
  if (mlp === "gated") t.mlp_up = up;
  t.mlp_hidden = hidden;
  t.mlp_activated = mapped(hidden, (x, at) => act(x) * (mlp === "gated" ? Number(up.data[at]) : 1));
  const activated = dropped("mlp_dropped", t.mlp_activated, "keep_mlp", dropout.mlp);
  t.mlp_output = product(activated, given.W_down, given.b_down);
  let change = dropped("mlp_output_dropped", t.mlp_output, "keep_mlp_output", dropout.residual);
  if (hasNorm && norm_place === "both") change = normed("mlp_output_norm", change);
  if (residual !== "none") change = t.residual_2 = plus(residual === "parallel" ? plus(X, added) : stream, change);
  if (hasNorm && norm_place === "post") normed("norm_2", change);
  return t;
}

/**
 * By how much each pair of rope turns from one position to the next, and what cosines and sines are multiplied by.
 * @param {number} pair
 * @param {number} dims how many components turn
 * @param {any} position of a spec
 * @returns {{turn: number, factor: number}}
 */
export function turnOf(pair, dims, { base = 10000, scaling }) {
  const turn = base ** ((-2 * pair) / dims);
  if (!scaling || scaling.type === "none") return { turn, factor: 1 };
  const { type, factor, original_max_position: span } = scaling;
  if (type === "linear") return { turn: turn / factor, factor: 1 };
  const mix = (/** @type {number} */ kept) => {
    const share = Math.min(1, Math.max(0, kept));
    return share * turn + ((1 - share) * turn) / factor;
  };
  if (type === "llama3") {
    const { low_freq_factor: low = 1, high_freq_factor: high = 4 } = scaling;
    return { turn: mix(((span * turn) / (2 * Math.PI) - low) / (high - low)), factor: 1 };
  }
  const { beta_fast = 32, beta_slow = 1, attention_factor = 0.1 * Math.log(factor) + 1 } = scaling;
  const pairOf = (/** @type {number} */ turns) =>
    (dims * Math.log(span / (2 * Math.PI * turns))) / (2 * Math.log(base));
  const first = Math.max(Math.floor(pairOf(beta_fast)), 0);
  const last = Math.min(Math.ceil(pairOf(beta_slow)), dims - 1);
  return { turn: mix(1 - (pair - first) / (last > first ? last - first : 0.001)), factor: attention_factor };
}
