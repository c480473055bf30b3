import { AttentionError } from "../engine/errors.js";
import { editShapes, editsByTensor } from "./edits.js";
import { describe, quote, refuse } from "./errors.js";
import { fields } from "./fields.js";
import { checkSteps } from "./experiments/steps.js";
import { checkGivenPosition, checkIsGiven, givenIn, labelCount } from "./recipes/given.js";
import { checkNamedWords } from "./recipes/named.js";
import { blockOf, effectiveSizes, mostTokens, positionOf, walkedWords, wordsOf } from "./sizes.js";
import { fixedFields, hasTwoLayers, otherLayer } from "./recipes/trained-models.js";
import { cellExists, cellsOf, cellStages, isInside, shapeOf, stagesFor } from "./stages.js";

/** @typedef {import("./state.js").State} State */
/** @typedef {import("./sizes.js").Sizes} Sizes */

// Checks that the fields of a state agree with each other. fields.js checks each field by itself.

/**
 * Checks that every sentence has words that the state's recipe can use.
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
  const words = wordsOf(state, text, field);
  const given = givenIn(state);
  if (given && words.length !== labelCount(given, field)) {
    const wanted = labelCount(given, field);
    const reason = { code: "labels", wanted, got: words.length };
    throw new AttentionError(field, `must be ${wanted} labels, one for each token, got ${words.length}`, reason);
  }
  if (words.length === 0)
    throw new AttentionError(field, `must have a word, got ${quote(text)}`, { code: "empty", got: quote(text) });
  const max = mostTokens(state, field);
  const padded = state.padding > 0 ? ` beside ${state.padding} of padding` : "";
  if (words.length > max) {
    const reason = { code: "tokens", max, got: words.length };
    throw new AttentionError(field, `at most ${max} tokens${padded}, got ${words.length}`, reason);
  }
  if (state.recipe === "named") checkNamedWords(field, words);
}

/**
 * @param {State} state state whose texts and fields are valid by themselves
 * @returns {State} the same state
 */
export function checkAgreement(state) {
  checkModel(state);
  checkHeads(state);
  checkItem(state);
  checkOrder(state);
  const sizes = effectiveSizes(state);
  checkPositions(state, sizes);
  checkMasks(state, sizes);
  checkBlock(state);
  checkEdits("edits", state, sizes);
  if (hasTwoLayers(state)) checkEdits("layer_edits", otherLayer(state));
  checkStage(state);
  checkHead(state, sizes);
  checkCell(state, sizes);
  checkSteps(state, sizes);
  checkTrail(state, sizes);
  checkCalculator(state);
  return state;
}

/**
 * Checks that a state has what its trained model decides.
 * @param {State} state
 * @throws {AttentionError} that names the field
 */
export function checkModel(state) {
  checkIsGiven(state);
  const own = state.recipe === "trained" ? {} : { trained_run: null };
  for (const [field, value] of Object.entries({ ...own, ...fixedFields(state) })) {
    const got = state[/** @type {keyof State} */ (field)];
    const { check, write } = fields[/** @type {keyof State} */ (field)];
    check(field, value); // a run may name sizes that no state has
    const wanted = write(value);
    const reason = field in own ? null : { code: givenIn(state) ? "tensors" : "model", wanted };
    if (write(got) !== wanted) refuse(field, `must be ${quote(wanted)} with recipe ${state.recipe}`, got, reason);
  }
}

/** @param {State} state */
function checkHeads({ heads, kv_heads }) {
  if (kv_heads !== null && heads % kv_heads !== 0) {
    const reason = { code: "divide", heads, got: kv_heads };
    throw new AttentionError("kv_heads", `must divide heads, got ${kv_heads} and ${heads}`, reason);
  }
}

/** @param {State} state */
function checkCalculator({ dot_a, dot_b }) {
  if (dot_a?.length === dot_b?.length) return;
  const got = [dot_a, dot_b].map((list) => list?.length ?? "none").join(" and ");
  throw new AttentionError("dot_b", `must have as many numbers as dot_a, got ${got}`);
}

/** @param {State} state */
function checkItem({ sentence_index: item, batch }) {
  if (item > batch.length)
    refuse("sentence_index", `must be from 0 to ${batch.length}, the sentences of the batch`, item);
}

/** @param {State} state */
function checkOrder(state) {
  if (state.token_order === null) return;
  const count = walkedWords(state).length;
  const places = new Set(state.token_order.filter((place) => place < count));
  if (state.token_order.length === count && places.size === count) return;
  throw new AttentionError(
    "token_order",
    `must hold each of 0 to ${count - 1} once, got [${state.token_order.slice(0, 40).join(", ")}]`,
  );
}

/**
 * @param {State} state
 * @param {Sizes} sizes
 */
function checkPositions(state, { d_k }) {
  const given = givenIn(state);
  if (given) checkGivenPosition(given, state);
  if (positionOf(state) === "rope" && d_k % 2 !== 0) {
    const size = state.projections ? "d_k" : "d_model";
    refuse(size, "must be even with position rope, which rotates pairs of numbers", d_k, { code: "pairs", size });
  }
  if (state.t5_max_distance <= Math.floor(state.t5_buckets / 2)) {
    refuse("t5_max_distance", `must be above half of the ${state.t5_buckets} buckets`, state.t5_max_distance);
  }
}

/**
 * @param {State} state
 * @param {Sizes} sizes
 */
function checkMasks({ ignored_keys: ignored, hidden_pairs: painted, prefill }, { n_q, n_k }) {
  const far = ignored.find((key) => key >= n_k);
  if (far !== undefined) refuse("ignored_keys", `must hold keys from 0 to ${n_k - 1}`, far);
  const outside = painted.find((place, at) => place >= (at % 2 === 0 ? n_q : n_k));
  if (outside !== undefined)
    refuse("hidden_pairs", `must hold queries from 0 to ${n_q - 1} and keys to ${n_k - 1}`, outside);
  if (prefill > n_q) refuse("prefill", `must be from 1 to ${n_q}, the tokens there are`, prefill);
}

/** @param {State} state */
function checkBlock(state) {
  const { norm, norm_place, residual, mlp } = blockOf(state);
  if (residual !== "parallel") return;
  if (mlp === "none") refuse("residual", "must not be parallel without an mlp", residual);
  if (norm !== "none" && norm_place === "post")
    refuse("norm_place", "must not be post with residual parallel", norm_place);
}

/**
 * @param {"edits" | "layer_edits"} field
 * @param {State} state whose edits are checked
 * @param {Sizes} [sizes]
 */
function checkEdits(field, state, sizes = effectiveSizes(state)) {
  const shapes = editShapes(state, sizes);
  for (const { tensor, entries } of editsByTensor(state.edits)) {
    const shape = shapes[tensor];
    if (!shape) return refuse(field, `must be of ${Object.keys(shapes).join(", ")}`, tensor);
    const outside = entries.find(({ index }) => !isInside(index, shape));
    if (outside) {
      const got = `[${outside.index.join(", ")}]`;
      throw new AttentionError(field, `must be within [${shape.join(", ")}] of ${tensor}, got ${got}`);
    }
  }
}

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
  if (state.trail.length === 0) return;
  const exists = cellsOf(state, sizes);
  const gone = state.trail.find((cell) => !exists(cell));
  if (!gone) return;
  const got = `${describe(gone.stage)} [${gone.index.slice(0, 40).join(", ")}]`;
  throw new AttentionError("trail", `must hold cells of the walk, got ${got}`);
}
