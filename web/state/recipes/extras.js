import { givenIn } from "./given.js";
import { stackRows } from "./tensors.js";
import { matricesFor } from "../stages.js";
import { positionOf } from "../sizes.js";
import { scaledCorner } from "./random.js";

/** @typedef {import("../state.js").State} State */
/** @typedef {import("../sizes.js").Sizes} Sizes */
/** @typedef {import("./tensors.js").Tensor} Tensor */
/** @typedef {import("./tensors.js").Tensors} Tensors */
/** @typedef {import("./draws.js").Draw} Draw */

/**
 * The inputs that every recipe makes in the same way, where the state uses them: biases, positions, sinks. Parameters
 * that a model would learn are drawn by name, row by row (relative positions by distance, biases by head).
 * @param {State} state
 * @param {Sizes} sizes
 * @param {Draw} draw
 * @returns {Tensors}
 */
export function extraTensors(state, sizes, draw) {
  const { n_q, n_k, d_model, d_context, d_k, d_v, d_out, d_ff, heads, kv_heads, clip, buckets } = sizes;
  /** @type {(name: string, count: number, width: number, first?: number) => Tensor} */
  const rows = (name, count, width, first = 0) =>
    stackRows(
      Array.from({ length: count }, (_, at) => draw(`${name}/${first + at}`, width)),
      width,
    );
  /** @type {(name: string, count: number, width: number, fanIn: number) => Tensor} */
  const bias = (name, count, width, fanIn) => {
    const { data } = rows(name, count, width);
    return { shape: [count * width], data: scaledCorner(data, data.length, [1, data.length], fanIn).data };
  };
  /** A weight matrix without heads, the corner of a wider one. @type {(name: string, shape: [number, number], drawnColumns: number) => Tensor} */
  const matrix = (name, [count, columns], drawnColumns) =>
    scaledCorner(draw(name, (count - 1) * drawnColumns + columns), drawnColumns, [count, columns], count);
  /** The weights of a norm as torch sets them before training: a factor of 1. @type {(count: number, value: number) => Tensor} */
  const all = (count, value) => ({ shape: [count], data: new Float32Array(count).fill(value) });
  const ofNorm = (/** @type {string} */ name, /** @type {number} */ width) => ({
    [`${name}_weight`]: () => all(width, state.norm_offset ? 0 : 1),
    [`${name}_bias`]: () => all(width, 0),
  });
  const drawn = new Map(
    Object.entries({
      ...ofNorm("norm_1", d_model),
      ...ofNorm("norm_2", d_model),
      ...ofNorm("output_norm", d_model),
      ...ofNorm("mlp_output_norm", d_model),
      ...ofNorm("q_norm", d_k),
      ...ofNorm("k_norm", d_k),
      W_gate: () => matrix("W_gate", [d_model, d_ff], 512),
      W_up: () => matrix("W_up", [d_model, d_ff], 512),
      W_down: () => matrix("W_down", [d_ff, d_model], 128),
      b_gate: () => bias("b_gate", 1, d_ff, d_model),
      b_up: () => bias("b_up", 1, d_ff, d_model),
      b_down: () => bias("b_down", 1, d_model, d_ff),
      bq: () => bias("bq", heads, d_k, d_model),
      bk: () => bias("bk", kv_heads, d_k, d_context),
      bv: () => bias("bv", kv_heads, d_v, d_context),
      bo: () => bias("bo", 1, d_out, d_model),
      relK: () => rows("relK", 2 * clip + 1, d_k, -clip),
      relV: () => rows("relV", 2 * clip + 1, d_v, -clip),
      bias_table: () => rows("bias_table", buckets, heads),
      bias_matrix: () => rows("bias_matrix", n_q, n_k),
      sink: () => ({ shape: [heads], data: new Float32Array(heads).fill(Number(state.softmax_sink)) }),
      P: () => rows("P", n_q, d_model),
    }),
  );
  const missing = matricesFor(state).filter((name) => givenIn(state)?.inputs[name] === undefined);
  const wanted = [...missing, ...(positionOf(state) === "learned" ? ["P"] : [])];
  return Object.fromEntries(
    wanted.flatMap((name) => {
      const tensor = drawn.get(name)?.(); // none for the matrices, which the recipe draws
      return tensor ? [[name, tensor]] : [];
    }),
  );
}
