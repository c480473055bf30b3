import { AttentionError } from "../engine/errors.js";
import { describe } from "./describe.js";
import { labs } from "./labs.js";
import { limits } from "./limits.js";
import { mostNumbers } from "./number-list.js";

/** @typedef {import("./limits.js").Range} Range */
/** @typedef {(field: string, value: unknown) => void} Check */

/** What a field with a choice of words may be. */
export const choices = Object.freeze({
  recipe: Object.freeze(["random", "article", "named"]),
  align: Object.freeze(["bottom_right", "top_left"]),
  padding_side: Object.freeze(["end", "start"]),
  mask_mode: Object.freeze(["before_softmax", "after_softmax", "after_softmax_renormalised"]),
  mask_how: Object.freeze(["fill", "add"]),
  position: Object.freeze(["none", "sinusoidal", "learned", "rope", "alibi", "shaw", "t5", "distance"]),
  rope_style: Object.freeze(["interleaved", "half_split"]),
  distance_form: Object.freeze(["linear", "gaussian", "matrix"]),
  theme: Object.freeze(["auto", "light", "dark"]),
  lab: Object.freeze(labs.map(({ id }) => id)),
  model: Object.freeze(["gpt2", "llama2", "llama3"]),
  picture: Object.freeze(["matrix", "lines"]),
});

/** The fields that only the experiments read. */
export const labFields = Object.freeze([
  ...["lab", "compare", "prefill", "tile_queries", "tile_keys", "tile_step", "layers", "cached", "cache_step"],
  ...["model", "model_tokens", "loss", "gradient", "bench_a", "bench_b", "bench_scores", "bench_temperature"],
]);

/** The fields that choose what is looked at, not what is computed. */
export const lookFields = Object.freeze(["stage", "head", "cell", "trail", "theme", "picture", ...labFields]);

/**
 * The tensors whose numbers can be edited, and how many places name one: a matrix of heads has a head, row and column, a
 * bias of heads a head and column.
 */
export const editable = Object.freeze({ X: 2, C: 2, Wq: 3, Wk: 3, Wv: 3, Wo: 3, bq: 2, bk: 2, bv: 2, bo: 1 });

/**
 * The check of each field by itself: throws AttentionError unless the value is of the field's kind and in its range.
 * @type {Readonly<Record<string, Check>>}
 */
export const fieldChecks = Object.freeze({
  sentence: checkText,
  context: orNull(checkText),
  batch: checkTexts,
  item: checkPlace,
  recipe: oneOf(choices.recipe),
  seed: whole("seed"),
  d_model: whole("d_model"),
  d_context: orNull(whole("d_context")),
  d_k: whole("d_k"),
  d_v: orNull(whole("d_v")),
  heads: whole("heads"),
  kv_heads: orNull(whole("kv_heads")),
  bias: checkBoolean,
  tied: checkBoolean,
  weights: checkBoolean,
  causal: checkBoolean,
  align: orNull(oneOf(choices.align)),
  scaling: checkBoolean,
  temperature: real("temperature"),
  padding: whole("padding"),
  padding_side: oneOf(choices.padding_side),
  ignored: checkPlaces,
  painted: checkPairs,
  mask_mode: oneOf(choices.mask_mode),
  mask_value: orNull(real("mask_value")),
  mask_how: oneOf(choices.mask_how),
  window: orNull(whole("window")),
  sink_tokens: whole("sink_tokens"),
  softcap: orNull(real("softcap")),
  softmax_sink: orNull(real("softmax_sink")),
  dropout: real("dropout"),
  dropout_seed: whole("dropout_seed"),
  position: oneOf(choices.position),
  first: whole("first"),
  rope_style: oneOf(choices.rope_style),
  rope_base: real("rope_base"),
  shaw_clip: whole("shaw_clip"),
  shaw_values: checkBoolean,
  t5_buckets: whole("t5_buckets"),
  t5_max_distance: whole("t5_max_distance"),
  distance_form: oneOf(choices.distance_form),
  distance_lambda: real("distance_lambda"),
  distance_sigma: real("distance_sigma"),
  order: orNull(checkPlaces),
  edits: checkEdits,
  stage: checkWord,
  head: checkHead,
  cell: orNull(checkCell),
  theme: oneOf(choices.theme),
  lab: orNull(oneOf(choices.lab)),
  compare: orNull(checkObject),
  prefill: whole("prefill"),
  tile_queries: whole("tile_queries"),
  tile_keys: whole("tile_keys"),
  layers: whole("layers"),
  cached: checkBoolean,
  cache_step: checkPlace,
  model: orNull(oneOf(choices.model)),
  model_tokens: whole("model_tokens"),
  tile_step: checkPlace,
  loss: checkLoss,
  gradient: orNull(checkCell),
  trail: checkCells,
  bench_a: orNull(checkBench),
  bench_b: orNull(checkBench),
  bench_scores: orNull(checkScores),
  bench_temperature: real("temperature"),
  picture: oneOf(choices.picture),
});

/**
 * @param {string} field
 * @param {string} wanted
 * @param {unknown} value
 * @param {Readonly<{code: string} & Record<string, string | number>> | null} [reason] without what came
 * @returns {never}
 */
export function refuse(field, wanted, value, reason = null) {
  const got = describe(value);
  throw new AttentionError(field, `${wanted}, got ${got}`, reason && { ...reason, got });
}

/** @param {unknown} value */
const isPlace = (value) => Number.isInteger(value) && Number(value) >= 0;

/**
 * @param {unknown} value
 * @param {Range} range
 */
const isWithin = (value, { min, max }) => typeof value === "number" && value >= min && value <= max;

/** @type {Check} */
function checkText(field, value) {
  if (typeof value !== "string") return refuse(field, "must be a text", value);
  const { max } = limits.characters;
  if (value.length > max) {
    const reason = { code: "characters", max, got: value.length };
    throw new AttentionError(field, `at most ${max} characters, got ${value.length}`, reason);
  }
  const lone = value.search(/\p{Surrogate}/u);
  if (lone >= 0) throw new AttentionError(field, `must be well-formed Unicode, got half a character at ${lone}`);
}

/** @type {Check} */
function checkTexts(field, value) {
  const { max } = limits.batch;
  if (!Array.isArray(value) || value.length > max)
    return refuse(field, `must be an array of at most ${max} texts`, value);
  for (const text of value) checkText(field, text);
}

/** @type {Check} */
function checkBoolean(field, value) {
  if (typeof value !== "boolean")
    refuse(field, "must be true or false", value, { code: "choice", known: "true, false" });
}

/** @type {Check} */
function checkWord(field, value) {
  if (typeof value !== "string") refuse(field, "must be the name of a stage", value);
}

/** @type {Check} */
function checkPlace(field, value) {
  if (!isPlace(value)) refuse(field, "must be a whole number from 0 up", value);
}

/** @type {Check} */
function checkHead(field, value) {
  if (value !== "all" && !isPlace(value)) refuse(field, 'must be a head\'s index or "all"', value);
}

/** @type {Check} */
function checkPlaces(field, value) {
  const wanted = "must be an array of whole numbers from 0 up";
  if (!Array.isArray(value)) return refuse(field, wanted, value);
  for (const place of value) if (!isPlace(place)) refuse(field, wanted, place);
}

/** @type {Check} */
function checkLoss(field, value) {
  checkPlaces(field, value);
  if (/** @type {unknown[]} */ (value).length > 2) refuse(field, "must be at most a row and a column", value);
}

/** @type {Check} */
function checkPairs(field, value) {
  checkPlaces(field, value);
  const { length } = /** @type {unknown[]} */ (value);
  if (length % 2 !== 0) throw new AttentionError(field, `must hold pairs of a query and a key, got ${length} numbers`);
}

/** @type {Check} */
function checkObject(field, value) {
  if (typeof value !== "object" || value === null || Array.isArray(value)) refuse(field, "must be an object", value);
}

/** @type {Check} */
function checkCell(field, value) {
  const wanted = "must be null or {stage, index}";
  if (typeof value !== "object" || value === null) return refuse(field, wanted, value);
  const cell = /** @type {Record<string, unknown>} */ (value);
  if (Object.keys(cell).sort().join() !== "index,stage") return refuse(field, wanted, value);
  checkWord(field, cell.stage);
  checkPlaces(field, cell.index);
}

/** @type {Check} */
function checkBench(field, value) {
  const wanted = `must be an array of 1 to ${mostNumbers} numbers`;
  if (!Array.isArray(value) || value.length === 0 || value.length > mostNumbers) return refuse(field, wanted, value);
  for (const number of value) if (!isFloat(number)) refuse(field, wanted, number);
}

/** @type {Check} */
function checkScores(field, value) {
  const shown = Array.isArray(value) ? value.map((score) => (score === null ? 0 : score)) : value;
  checkBench(field, shown);
}

/** @type {Check} */
function checkCells(field, value) {
  if (!Array.isArray(value)) return refuse(field, "must be an array of {stage, index}", value);
  for (const cell of value) checkCell(field, cell);
}

/** @type {Check} */
function checkEdits(field, value) {
  checkObject(field, value);
  for (const [tensor, flat] of Object.entries(/** @type {object} */ (value))) {
    if (!Object.hasOwn(editable, tensor)) refuse(field, `must be of ${Object.keys(editable).join(", ")}`, tensor);
    const places = editable[/** @type {keyof typeof editable} */ (tensor)];
    const wanted = `must list ${places} place${places > 1 ? "s" : ""} and a number for each edit of ${tensor}`;
    if (!Array.isArray(flat) || flat.length % (places + 1) !== 0) return refuse(field, wanted, flat);
    flat.forEach((number, at) => {
      const isValue = at % (places + 1) === places;
      if (!(isValue ? isFloat(number) : isPlace(number))) refuse(field, wanted, number);
    });
  }
}

/** @param {unknown} value */
const isFloat = (value) => typeof value === "number" && Number.isFinite(Math.fround(value));

/**
 * @param {keyof typeof limits} name
 * @returns {Check}
 */
function whole(name) {
  const range = limits[name];
  return (field, value) => {
    if (Number.isInteger(value) && isWithin(value, range)) return;
    const reason = { code: "integer", min: range.min, max: range.max };
    refuse(field, `must be an integer from ${range.min} to ${range.max}`, value, reason);
  };
}

/**
 * @param {keyof typeof limits} name
 * @returns {Check}
 */
function real(name) {
  const range = limits[name];
  return (field, value) => {
    if (isWithin(value, range)) return;
    const reason = { code: "number", min: range.min, max: range.max };
    refuse(field, `must be a number from ${range.min} to ${range.max}`, value, reason);
  };
}

/**
 * @param {readonly string[]} words
 * @returns {Check}
 */
function oneOf(words) {
  return (field, value) => {
    if (words.includes(/** @type {string} */ (value))) return;
    const known = words.join(", ");
    refuse(field, `must be one of ${known}`, value, { code: "choice", known });
  };
}

/**
 * @param {Check} check
 * @returns {Check}
 */
function orNull(check) {
  return (field, value) => {
    if (value !== null) check(field, value);
  };
}
