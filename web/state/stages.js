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

const scores = Object.freeze(["raw", "scaled", "masked", "weights"]);
const keySide = Object.freeze(["C", "K", "V"]);

/**
 * What a reader wants to know, whatever the stage: a head, a query, a key and a column.
 * @typedef {Readonly<{head: number, query: number, key: number, column: number}>} Question
 */

/**
 * The question that a cell asks. What the cell says nothing about stays as it was asked before.
 * @param {NonNullable<State["cell"]>} cell of a stage
 * @param {Question | null} before
 * @returns {Question}
 */
export function questionOf({ stage, index }, before) {
  const [row, last] = index.slice(-2);
  const head = index.length === 3 ? index[0] : (before?.head ?? 0);
  if (scores.includes(stage)) return { head, query: row, key: last, column: before?.column ?? 0 };
  if (keySide.includes(stage)) return { head, query: before?.query ?? row, key: row, column: last };
  return { head, query: row, key: before?.key ?? row, column: last };
}

/**
 * The cell of a stage that goes on with a question, as far as the stage has what it asks for.
 * @param {Question} question
 * @param {string} stage
 * @param {Sizes} sizes
 * @returns {NonNullable<State["cell"]>}
 */
export function cellOf({ head, query, key, column }, stage, sizes) {
  const shape = shapeOf(sizes, stage);
  const wanted = [head, keySide.includes(stage) ? key : query, scores.includes(stage) ? key : column];
  return { stage, index: wanted.slice(-shape.length).map((at, r) => Math.min(at, shape[r] - 1)) };
}
