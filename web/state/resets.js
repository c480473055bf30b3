import { cellExists, editShapes, entriesOf, isInside } from "./consistency.js";
import { editable } from "./kinds.js";
import { effectiveSizes, walkedWords } from "./sizes.js";
import { fallbackStage, headIn, queryHead, stagesFor } from "./stages.js";
import { placesInWalks } from "./walks.js";
import { trailAfter } from "./trail.js";

/** @typedef {import("./state.js").State} State */
/** @typedef {import("./state.js").Edits} Edits */
/** @typedef {import("./sizes.js").Sizes} Sizes */

/**
 * A state after a change, without what the change has left meaningless. What the change sets itself stays as it is,
 * right or wrong.
 * @param {State} before
 * @param {State} after
 * @param {Partial<State>} patch
 * @returns {State}
 */
export function resetInvalid(before, after, patch) {
  const kv_heads = after.heads % (after.kv_heads ?? 1) === 0 ? after.kv_heads : null;
  const item = Math.min(after.item, after.batch.length);
  const shared = { ...after, kv_heads, item, ...kept(patch, after, ["kv_heads", "item"]) };
  if (shared.item > shared.batch.length) return shared; // refused, and without words
  const order = "order" in patch || sameWords(before, shared) ? shared.order : null;
  const ordered = { ...shared, order };
  if (!isOrder(ordered)) return ordered; // likewise
  const sizes = effectiveSizes(ordered);
  const placed = {
    ...ordered,
    ignored: all(ordered.ignored, (key) => key < sizes.n_k),
    painted: insidePairs(ordered.painted, sizes),
    edits: insideEdits(before, ordered, sizes),
    prefill: Math.min(ordered.prefill, sizes.n_q),
    ...kept(patch, ordered, ["ignored", "painted", "edits", "prefill"]),
  };
  const walked = { ...placed, ...placesInWalks(placed, sizes) };
  const walks = /** @type {const} */ (["cache_step", "tile_step", "loss", "gradient"]);
  const seen = inView({ ...walked, ...kept(patch, placed, [...walks]) }, patch, sizes);
  return { ...seen, trail: trailAfter(before, seen, patch, sizes) };
}

/**
 * What the change has set.
 * @param {Partial<State>} patch
 * @param {State} state
 * @param {(keyof State)[]} fields
 * @returns {Partial<State>}
 */
const kept = (patch, state, fields) =>
  Object.fromEntries(fields.filter((field) => field in patch).map((field) => [field, state[field]]));

/**
 * @param {State} a
 * @param {State} b
 */
const sameWords = (a, b) => walkedWords(a).join(" ") === walkedWords(b).join(" ");

/** @param {State} state */
function isOrder(state) {
  const words = state.order === null ? [] : walkedWords(state);
  return state.order === null || state.order.every((place) => place < words.length);
}

/**
 * The list itself where all of it passes.
 * @param {readonly number[]} list
 * @param {(item: number) => boolean} passes
 */
const all = (list, passes) => (list.every(passes) ? list : list.filter(passes));

/**
 * @param {readonly number[]} painted
 * @param {Sizes} sizes
 */
function insidePairs(painted, { n_q, n_k }) {
  if (painted.every((place, at) => place < (at % 2 === 0 ? n_q : n_k))) return painted;
  return painted.filter((_, at) => painted[at - (at % 2)] < n_q && painted[at - (at % 2) + 1] < n_k);
}

/**
 * Edits of tensors and places that are there; those of a token go with it.
 * @param {State} before
 * @param {State} after
 * @param {Sizes} sizes after
 * @returns {Edits}
 */
function insideEdits(before, after, sizes) {
  const tensors = Object.entries(after.edits);
  if (tensors.length === 0) return after.edits;
  const shapes = editShapes(after, sizes);
  const old = effectiveSizes(before);
  const stays = {
    X: (/** @type {number} */ row) => old.tokens[row] === sizes.tokens[row],
    C: (/** @type {number} */ row) => old.contextTokens?.[row] === sizes.contextTokens?.[row],
  };
  const left = tensors.flatMap(([tensor, flat]) => {
    const places = editable[/** @type {keyof typeof editable} */ (tensor)];
    const shape = shapes[tensor] ?? Array.from({ length: places }, () => 0);
    const isSame = tensor === "X" || tensor === "C" ? stays[tensor] : () => true;
    const inside = entriesOf(flat, shape.length).filter((edit) => isInside(edit, shape) && isSame(edit[0]));
    return inside.length === 0 ? [] : [[tensor, Object.freeze(inside.flat())]];
  });
  const edits = Object.fromEntries(left);
  const count = (/** @type {Edits} */ of) => Object.values(of).reduce((sum, flat) => sum + flat.length, 0);
  return count(edits) === count(after.edits) ? after.edits : Object.freeze(edits);
}

/**
 * Stage, head and cell that are there, each following the other.
 * @param {State} state
 * @param {Partial<State>} patch
 * @param {Sizes} sizes
 * @returns {State}
 */
function inView(state, patch, sizes) {
  const stages = stagesFor(state);
  const stage = "stage" in patch || stages.includes(state.stage) ? state.stage : fallbackStage(state.stage, stages);
  const exists = cellExists(state, sizes);
  const cell = "cell" in patch || exists ? state.cell : null;
  const last = Math.min(state.head === "all" ? 0 : state.head, sizes.heads - 1);
  const asks = "cell" in patch && exists && cell?.index.length === 3;
  const asked = asks ? queryHead(sizes, cell.stage, cell.index[0], last) : last;
  const head = "head" in patch || state.head === "all" ? state.head : asked;
  return { ...state, stage, head, cell: exists ? inHead(cell, head, sizes) : cell };
}

/**
 * Turning to another head takes the question along: what is explained is what is shown.
 * @param {State["cell"]} cell
 * @param {State["head"]} head
 * @param {Sizes} sizes
 * @returns {State["cell"]}
 */
function inHead(cell, head, sizes) {
  if (cell?.index.length !== 3 || head === "all" || head >= sizes.heads) return cell;
  const own = headIn(sizes, cell.stage, head);
  return cell.index[0] === own ? cell : { ...cell, index: [own, ...cell.index.slice(1)] };
}
