import { hasPositions, isCausal } from "./sizes.js";

/** @typedef {import("./state.js").State} State */
/** @typedef {import("./sizes.js").Sizes} Sizes */

/**
 * The stages of a state's walk, in walking order: what the engine's `run.stages` will hold.
 * @param {State} state
 * @returns {string[]}
 */
export function stagesFor(state) {
  const positions = hasPositions(state) ? ["E", "P"] : [];
  const context = state.context === null ? [] : ["C"];
  const mask = isCausal(state) || state.padding > 0 ? ["masked"] : [];
  return [
    ...positions,
    "X",
    ...context,
    "Q",
    "K",
    "V",
    "raw",
    "scaled",
    ...mask,
    "weights",
    "context",
    "concat",
    "output",
  ];
}

/**
 * The weight matrices that a state's walk reads.
 * @param {State} state
 * @returns {string[]}
 */
export function matricesFor(state) {
  if (!state.weights) return [];
  return state.recipe === "article" ? ["Wq", "Wk", "Wv"] : ["Wq", "Wk", "Wv", "Wo"];
}

/**
 * The stage to stand at when the one before is gone (E, P, C or masked): the one that takes its place in the equation.
 * @param {string} stage
 * @returns {string}
 */
export const fallbackStage = (stage) => (stage === "masked" ? "scaled" : "X");

/**
 * The shape of a stage or weight matrix.
 * @param {Sizes} sizes
 * @param {string} id
 * @returns {number[]}
 */
export function shapeOf(sizes, id) {
  const { n_q, n_k, d_model, d_k, d_v, heads, d_out } = sizes;
  const scores = [heads, n_q, n_k];
  /** @type {Record<string, number[]>} */
  const shapes = {
    E: [n_q, d_model],
    P: [n_q, d_model],
    X: [n_q, d_model],
    C: [n_k, d_model],
    Q: [heads, n_q, d_k],
    K: [heads, n_k, d_k],
    V: [heads, n_k, d_v],
    raw: scores,
    scaled: scores,
    masked: scores,
    weights: scores,
    context: [heads, n_q, d_v],
    concat: [n_q, heads * d_v],
    output: [n_q, d_out],
    Wq: [d_model, heads * d_k],
    Wk: [d_model, heads * d_k],
    Wv: [d_model, heads * d_v],
    Wo: [heads * d_v, d_out],
  };
  return shapes[id];
}
