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
 * The cell of another stage that goes on with the same question: the same head and tokens, as far as the stage has them.
 * @param {State["cell"]} cell
 * @param {string} stage
 * @param {Sizes} sizes
 * @returns {State["cell"]} null where nothing is asked, or where it is asked about a weight matrix
 */
export function carryCell(cell, stage, sizes) {
  if (cell === null || cell.stage.startsWith("W")) return null;
  const [row, column] = cell.index.slice(-2);
  const asked = scores.includes(cell.stage) ? { query: row, key: column, at: 0 } : { query: row, key: row, at: column };
  const shape = shapeOf(sizes, stage);
  const inside = (/** @type {number} */ place, /** @type {number} */ axis) =>
    Math.min(place, (shape.at(axis) ?? 1) - 1);
  const last = inside(scores.includes(stage) ? asked.key : asked.at, -1);
  const first = inside(keySide.includes(stage) ? asked.key : asked.query, -2);
  const head = cell.index.length === 3 ? cell.index[0] : 0;
  return { stage, index: shape.length === 3 ? [head, first, last] : [first, last] };
}
