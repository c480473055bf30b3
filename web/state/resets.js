import { editShapes, editsByTensor } from "./edits.js";
import { validSteps } from "./experiments/steps.js";
import { defaultState } from "./fields.js";
import { hasTwoLayers, otherLayer } from "./recipes/trained-models.js";
import { effectiveSizes, walkedWords } from "./sizes.js";
import { cellExists, fallbackStage, headIn, isInside, queryHead, stagesFor } from "./stages.js";
import { trailAfter } from "./trail.js";

/** @typedef {import("./state.js").State} State */
/** @typedef {import("./state.js").Edits} Edits */
/** @typedef {import("./sizes.js").Sizes} Sizes */

/**
 * Resets the fields that a change has made invalid. Fields that the change itself sets are left as they are, even if
 * invalid, so that the checks can refuse them.
 * @param {State} before
 * @param {State} after
 * @param {Partial<State>} patch
 * @returns {State}
 */
export function resetInvalid(before, after, patch) {
  const kv_heads = after.heads % (after.kv_heads ?? 1) === 0 ? after.kv_heads : null;
  const sentence_index = Math.min(after.sentence_index, after.batch.length);
  const shared = {
    ...after,
    ...blockAfter(after),
    kv_heads,
    sentence_index,
    ...setBy(patch, after, ["kv_heads", "sentence_index", "residual", "norm_place"]),
  };
  if (shared.sentence_index > shared.batch.length) return shared; // the checks refuse this state; it has no sentence to measure
  const token_order = "token_order" in patch || sameWords(before, shared) ? shared.token_order : null;
  const ordered = { ...shared, token_order };
  if (!isOrder(ordered)) return ordered; // the checks refuse this state too
  const sizes = effectiveSizes(ordered);
  const placed = {
    ...ordered,
    ignored_keys: all(ordered.ignored_keys, (key) => key < sizes.n_k),
    hidden_pairs: insidePairs(ordered.hidden_pairs, sizes),
    edits: insideEdits(before, ordered),
    layer_edits: insideEdits(before, otherLayer(ordered)),
    prefill: Math.min(ordered.prefill, sizes.n_q),
    ...setBy(patch, ordered, ["ignored_keys", "hidden_pairs", "edits", "layer_edits", "prefill"]),
    ...(!hasTwoLayers(ordered) && { layer_edits: defaultState.layer_edits }),
  };
  const stepped = {
    ...placed,
    ...validSteps(placed, sizes),
    ...setBy(patch, placed, ["cache_step", "tile_step", "loss", "loss_token", "gradient"]),
  };
  const seen = inView(stepped, patch, sizes);
  return { ...seen, trail: trailAfter(before, seen, patch, sizes) };
}

/**
 * Parallel residuals need an MLP, and no norm after them.
 * @param {State} state
 * @returns {Pick<State, "residual" | "norm_place">}
 */
function blockAfter({ residual, norm_place, mlp }) {
  if (residual !== "parallel") return { residual, norm_place };
  return mlp === "none" ? { residual: "sequential", norm_place } : { residual, norm_place: "pre" };
}

/**
 * The given fields that the change itself has set, with their values.
 * @param {Partial<State>} patch
 * @param {State} state
 * @param {(keyof State)[]} fields
 * @returns {Partial<State>}
 */
const setBy = (patch, state, fields) =>
  Object.fromEntries(fields.filter((field) => field in patch).map((field) => [field, state[field]]));

/**
 * @param {State} a
 * @param {State} b
 */
const sameWords = (a, b) => walkedWords(a).join(" ") === walkedWords(b).join(" ");

/** @param {State} state */
function isOrder(state) {
  const words = state.token_order === null ? [] : walkedWords(state);
  return state.token_order === null || state.token_order.every((place) => place < words.length);
}

/**
 * Filters a list. Returns the list itself where all items pass, so that unchanged lists stay identical.
 * @param {readonly number[]} list
 * @param {(item: number) => boolean} passes
 */
const all = (list, passes) => (list.every(passes) ? list : list.filter(passes));

/**
 * @param {readonly number[]} painted alternating queries and keys
 * @param {Sizes} sizes
 */
function insidePairs(painted, { n_q, n_k }) {
  const isIn = (/** @type {number} */ place, /** @type {number} */ at) => place < (at % 2 === 0 ? n_q : n_k);
  if (painted.every(isIn)) return painted;
  const other = (/** @type {number} */ at) => /** @type {number} */ (painted[at ^ 1]);
  return painted.filter((place, at) => isIn(place, at) && isIn(other(at), at ^ 1));
}

/**
 * The edits whose tensors and numbers still exist. Edits of a token's row are dropped where another token takes its
 * place.
 * @param {State} before
 * @param {State} after
 * @returns {Edits}
 */
function insideEdits(before, after) {
  const edits = editsByTensor(after.edits);
  if (edits.length === 0) return after.edits;
  const sizes = effectiveSizes(after);
  const shapes = editShapes(after, sizes);
  const old = effectiveSizes(before);
  const hasSameToken = {
    X: (/** @type {number} */ row) => old.tokens[row] === sizes.tokens[row],
    C: (/** @type {number} */ row) => old.contextTokens?.[row] === sizes.contextTokens?.[row],
  };
  const left = edits.map(({ tensor, entries }) => {
    const hasTokens = after.recipe !== "given"; // whose rows have labels, which change nothing
    const isSame = hasTokens && (tensor === "X" || tensor === "C") ? hasSameToken[tensor] : () => true;
    const valid = entries.filter(({ index }) => isInside(index, shapes[tensor] ?? []) && isSame(Number(index[0])));
    return { tensor, valid, isWhole: valid.length === entries.length };
  });
  if (left.every(({ isWhole }) => isWhole)) return after.edits;
  const flat = left
    .filter(({ valid }) => valid.length > 0)
    .map(({ tensor, valid }) => [tensor, Object.freeze(valid.flatMap(({ index, value }) => [...index, value]))]);
  return Object.freeze(Object.fromEntries(flat));
}

/**
 * Corrects stage, head and cell so that they exist. A new head moves the cell to that head, and a new cell selects its
 * head.
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
  const inspectedHead = asks ? queryHead(sizes, cell.stage, Number(cell.index[0]), last) : last;
  const head = "head" in patch || state.head === "all" ? state.head : inspectedHead;
  return { ...state, stage, head, cell: exists ? inHead(cell, head, sizes) : cell };
}

/**
 * Moves a cell to the head in view, so that the explained number is one that is shown.
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
