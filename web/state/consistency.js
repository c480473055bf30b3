import { AttentionError } from "../engine/errors.js";
import { describe, quote, refuse } from "./errors.js";
import { textLimits } from "./kinds.js";
import { checkNamedWords } from "./recipes/named.js";
import { effectiveSizes, positionOf, walkedWords, wordsOf } from "./sizes.js";
import { besidesFor, matricesFor, shapeOf, stagesFor } from "./stages.js";
import { checkWalks } from "./walks.js";

/** @typedef {import("./state.js").State} State */
/** @typedef {import("./sizes.js").Sizes} Sizes */

// How the fields of a state must agree with each other; each check by itself is in fields.js.

/**
 * Every sentence has words that can be used.
 * @param {State} state
 */
export function checkTexts(state) {
  checkWords(state, "sentence", state.sentence);
  if (state.context !== null) checkWords(state, "context", state.context);
  for (const text of state.batch) checkWords(state, "batch", text);
}

/**
 * @param {State} state
 * @param {"sentence" | "context" | "batch"} field
 * @param {string} text
 */
function checkWords(state, field, text) {
  const words = wordsOf(state, text);
  if (words.length === 0)
    throw new AttentionError(field, `must have a word, got ${quote(text)}`, { code: "empty", got: quote(text) });
  const max = textLimits.tokens.max - state.padding;
  const padded = state.padding > 0 ? ` beside ${state.padding} of padding` : "";
  if (words.length > max) {
    const reason = { code: "tokens", max, got: words.length };
    throw new AttentionError(field, `at most ${max} tokens${padded}, got ${words.length}`, reason);
  }
  if (state.recipe === "named") checkNamedWords(field, words);
}

/**
 * The state, once its fields agree.
 * @param {State} state with texts and fields that are right by themselves
 * @returns {State}
 */
export function checkAgreement(state) {
  checkHeads(state);
  checkItem(state);
  checkOrder(state);
  const sizes = effectiveSizes(state);
  checkPositions(state, sizes);
  checkPlaces(state, sizes);
  checkEdits(state, sizes);
  checkStage(state);
  checkHead(state, sizes);
  checkCell(state, sizes);
  checkWalks(state, sizes);
  checkTrail(state, sizes);
  checkBench(state);
  return state;
}

/** @param {State} state */
function checkHeads({ heads, kv_heads }) {
  if (kv_heads !== null && heads % kv_heads !== 0) {
    const reason = { code: "divide", heads, got: kv_heads };
    throw new AttentionError("kv_heads", `must divide heads, got ${kv_heads} and ${heads}`, reason);
  }
}

/** @param {State} state */
function checkBench({ bench_a, bench_b }) {
  if (bench_a?.length === bench_b?.length) return;
  const got = [bench_a, bench_b].map((list) => list?.length ?? "none").join(" and ");
  throw new AttentionError("bench_b", `must have as many numbers as bench_a, got ${got}`);
}

/** @param {State} state */
function checkItem({ item, batch }) {
  if (item > batch.length) refuse("item", `must be from 0 to ${batch.length}, the sentences of the batch`, item);
}

/** @param {State} state */
function checkOrder(state) {
  if (state.order === null) return;
  const count = walkedWords(state).length;
  const places = new Set(state.order.filter((place) => place < count));
  if (state.order.length === count && places.size === count) return;
  throw new AttentionError(
    "order",
    `must hold each of 0 to ${count - 1} once, got [${state.order.slice(0, 40).join(", ")}]`,
  );
}

/**
 * @param {State} state
 * @param {Sizes} sizes
 */
function checkPositions(state, { d_k }) {
  if (positionOf(state) === "rope" && d_k % 2 !== 0) {
    const size = state.weights ? "d_k" : "d_model";
    refuse(size, "must be even with position rope, which turns pairs of numbers", d_k, { code: "pairs", size });
  }
  const least = Math.floor(state.t5_buckets / 2);
  if (state.t5_max_distance <= least) {
    refuse("t5_max_distance", `must be above half of the ${state.t5_buckets} buckets`, state.t5_max_distance);
  }
}

/**
 * @param {State} state
 * @param {Sizes} sizes
 */
function checkPlaces({ ignored, painted, prefill }, { n_q, n_k }) {
  const far = ignored.find((key) => key >= n_k);
  if (far !== undefined) refuse("ignored", `must hold keys from 0 to ${n_k - 1}`, far);
  const outside = painted.find((place, at) => place >= (at % 2 === 0 ? n_q : n_k));
  if (outside !== undefined)
    refuse("painted", `must hold queries from 0 to ${n_q - 1} and keys to ${n_k - 1}`, outside);
  if (prefill > n_q) refuse("prefill", `must be from 1 to ${n_q}, the tokens there are`, prefill);
}

/**
 * The shapes that edits fall into: matrices and biases of heads are told apart by head.
 * @param {State} state
 * @param {Sizes} sizes
 * @returns {Record<string, number[]>} without tensors that the walk has not
 */
export function editShapes(state, { n_q, n_k, d_model, d_context, d_k, d_v, heads, kv_heads, d_out }) {
  const given = matricesFor(state);
  return {
    X: [n_q, d_model],
    ...(state.context === null ? {} : { C: [n_k, d_context] }),
    ...(given.includes("Wq") ? { Wq: [heads, d_model, d_k], Wk: [kv_heads, d_context, d_k] } : {}),
    ...(given.includes("Wv") ? { Wv: [kv_heads, d_context, d_v] } : {}),
    ...(given.includes("Wo") ? { Wo: [heads, d_v, d_out] } : {}),
    ...(given.includes("bq") ? { bq: [heads, d_k], bk: [kv_heads, d_k], bv: [kv_heads, d_v] } : {}),
    ...(given.includes("bo") ? { bo: [d_out] } : {}),
  };
}

/**
 * @param {readonly number[]} index what goes beyond the shape, a value, counts not
 * @param {readonly number[]} shape
 */
export const isInside = (index, shape) => shape.every((size, axis) => index[axis] < size);

/**
 * @param {State} state
 * @param {Sizes} sizes
 */
function checkEdits(state, sizes) {
  const shapes = editShapes(state, sizes);
  for (const [tensor, flat] of Object.entries(state.edits)) {
    const shape = shapes[tensor];
    if (!shape) refuse("edits", `must be of ${Object.keys(shapes).join(", ")}`, tensor);
    for (const edit of entriesOf(flat, shape.length)) {
      if (isInside(edit, shape)) continue;
      const index = edit.slice(0, -1).join(", ");
      throw new AttentionError("edits", `must be within [${shape.join(", ")}] of ${tensor}, got [${index}]`);
    }
  }
}

/**
 * Flat edits, one by one: the places and the value.
 * @param {readonly number[]} flat
 * @param {number} places
 * @returns {number[][]}
 */
export const entriesOf = (flat, places) =>
  Array.from({ length: flat.length / (places + 1) }, (_, at) => flat.slice(at * (places + 1), (at + 1) * (places + 1)));

/** @param {State} state */
function checkStage(state) {
  const stages = stagesFor(state);
  if (stages.includes(state.stage)) return;
  const known = stages.join(", ");
  refuse("stage", `must be one of ${known}`, state.stage, { code: "choice", known });
}

/**
 * @param {State} state
 * @param {Sizes} sizes
 */
function checkHead(state, { heads }) {
  if (state.head !== "all" && state.head >= heads)
    refuse("head", `must be from 0 to ${heads - 1}, or "all"`, state.head);
}

/**
 * @param {State} state
 * @param {Sizes} sizes
 */
function checkCell(state, sizes) {
  if (state.cell === null || cellExists(state, sizes)) return;
  const { stage, index } = state.cell;
  const shape = cellStages(state).includes(stage) ? shapeOf(sizes, stage) : null;
  const wanted = shape ? `an index within the shape [${shape.join(", ")}] of ${stage}` : "a stage of the walk";
  throw new AttentionError("cell", `must have ${wanted}, got ${describe(stage)} [${index.slice(0, 40).join(", ")}]`);
}

/**
 * @param {State} state
 * @param {Sizes} sizes
 */
function checkTrail(state, sizes) {
  if (state.trail.length > 0 && state.cell === null) {
    throw new AttentionError("trail", `must be empty without a cell to lead to, got ${state.trail.length} cells`);
  }
  const gone = state.trail.find((cell) => !cellExists({ ...state, cell }, sizes));
  if (!gone) return;
  const got = `${describe(gone.stage)} [${gone.index.slice(0, 40).join(", ")}]`;
  throw new AttentionError("trail", `must hold cells of the walk, got ${got}`);
}

/**
 * @param {State} state
 * @param {Sizes} sizes
 */
export function cellExists(state, sizes) {
  if (state.cell === null) return true;
  const { stage, index } = state.cell;
  if (!cellStages(state).includes(stage)) return false;
  const shape = shapeOf(sizes, stage);
  return index.length === shape.length && isInside(index, shape);
}

/** @param {State} state */
const cellStages = (state) => [...stagesFor(state), ...matricesFor(state), ...besidesFor(state)];
