import { AttentionError } from "../engine/errors.js";
import { cellExists, checkCell, checkHead, checkOrder, checkStage, checkWords, sameWords } from "./consistency.js";
import { nearest } from "./describe.js";
import { fieldChecks, refuse } from "./fields.js";
import { limits } from "./limits.js";
import { effectiveSizes } from "./sizes.js";
import { fallbackStage, stagesFor } from "./stages.js";
import { checkTrail, noTrail, trailAfter } from "./trail.js";

/** @typedef {import("./limits.js").Limits} Limits */
/**
 * Everything a reader has chosen: plain, serialisable data. All fields are always present.
 * @typedef {Readonly<{
 *   sentence: string,
 *   context: string | null,
 *   recipe: "random" | "article" | "named",
 *   seed: number,
 *   d_model: number,
 *   d_k: number,
 *   d_v: number | null,
 *   heads: number,
 *   causal: boolean,
 *   scaling: boolean,
 *   weights: boolean,
 *   padding: number,
 *   padding_side: "end" | "start",
 *   position: "none" | "sinusoidal",
 *   order: readonly number[] | null,
 *   stage: string,
 *   head: number | "all",
 *   cell: Readonly<{stage: string, index: readonly number[]}> | null,
 *   theme: "auto" | "light" | "dark",
 *   lab: string | null,
 *   trail: readonly Readonly<{stage: string, index: readonly number[]}>[]
 * }>} State
 * - context: a second sentence, which gives keys and values (cross-attention); null: the sentence itself (self-attention)
 * - d_v: null means d_k
 * - weights: false means Q = K = V = X
 * - padding: hidden pad tokens beside the keys' tokens, at padding_side
 * - order: the word of the sentence that stands at each place; null: as typed
 * - stage, head (from 0), cell: what the reader looks at
 * - lab: the experiment that is open
 * - trail: the numbers that the reader came by on the way to the cell, from the one asked about first
 */

/** @type {State} */
export const defaultState = Object.freeze({
  sentence: "Life is short, eat dessert first",
  context: null,
  recipe: "random",
  seed: 7,
  d_model: 16,
  d_k: 4,
  d_v: null,
  heads: 4,
  causal: true,
  scaling: true,
  weights: true,
  padding: 0,
  padding_side: "end",
  position: "none",
  order: null,
  stage: "weights",
  head: 1,
  cell: Object.freeze({ stage: "weights", index: Object.freeze([1, 4, 2]) }),
  theme: "auto",
  lab: null,
  trail: noTrail,
});

/** @type {readonly string[]} */
const fieldNames = Object.freeze(Object.keys(defaultState));

/**
 * The object itself, once it is known to be a whole, consistent state.
 * @param {unknown} object
 * @param {Limits} [ranges] the page's limits, unless given
 * @returns {State}
 * @throws {AttentionError} that names the field
 */
export function checkState(object, ranges = limits) {
  const state = checkFields(object, ranges);
  checkWords(state, "sentence", ranges);
  checkWords(state, "context", ranges);
  checkOrder(state);
  checkStage(state);
  checkHead(state);
  checkCell(state);
  checkTrail(state);
  return state;
}

/**
 * The state after a change. What the change leaves without meaning, and does not set itself, is reset: the order when
 * the words change, a stage that is gone (to its neighbour), a head that is gone (to the last), a cell that is gone.
 * The cell follows the head in view, and the head the cell that is asked about; another cell starts another trail. All else stays as it was, or the change
 * is refused.
 * @param {State} state
 * @param {Partial<State>} patch
 * @param {Limits} [ranges] the page's limits, unless given
 * @returns {State} frozen
 * @throws {AttentionError} that names the field
 */
export function changeState(state, patch, ranges = limits) {
  if (typeof patch !== "object" || patch === null) refuse("state", "must be an object", patch);
  const next = checkFields({ ...state, ...patch }, ranges);
  checkWords(next, "sentence", ranges);
  const order = "order" in patch || sameWords(state, next) ? next.order : null;
  const ordered = { ...next, order };
  checkOrder(ordered);
  const { heads } = effectiveSizes(ordered);
  const stage = "stage" in patch || stagesFor(ordered).includes(next.stage) ? next.stage : fallbackStage(next.stage);
  const exists = cellExists(ordered);
  const cell = "cell" in patch || exists ? next.cell : null;
  const last = Math.min(next.head === "all" ? 0 : next.head, heads - 1);
  const asked = "cell" in patch && exists && cell?.index.length === 3 ? cell.index[0] : last;
  const head = "head" in patch || next.head === "all" ? next.head : asked;
  const placed = { ...ordered, stage, head, cell: exists ? inHead(cell, head) : cell };
  return Object.freeze(checkState({ ...placed, trail: trailAfter(state, placed, patch) }, ranges));
}

/**
 * Turning to another head takes the question along: what is explained is what is shown.
 * @param {State["cell"]} cell
 * @param {State["head"]} head
 * @returns {State["cell"]}
 */
function inHead(cell, head) {
  if (cell?.index.length !== 3 || head === "all" || cell.index[0] === head) return cell;
  return { ...cell, index: [head, ...cell.index.slice(1)] };
}

/**
 * @param {unknown} object
 * @param {Limits} ranges
 * @returns {State}
 */
function checkFields(object, ranges) {
  if (typeof object !== "object" || object === null || Array.isArray(object)) {
    return refuse("state", "must be an object", object);
  }
  for (const field of Object.keys(object)) {
    if (fieldNames.includes(field)) continue;
    throw new AttentionError(
      field.slice(0, 40),
      `not a field of the state, the nearest is ${nearest(field, fieldNames)}`,
    );
  }
  const fields = /** @type {Record<string, unknown>} */ (object);
  for (const field of fieldNames) fieldChecks[field](field, fields[field], ranges);
  return /** @type {State} */ (object);
}
