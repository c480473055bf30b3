import { countOf } from "../../engine/tensors.js";
import { AttentionError } from "../../engine/errors.js";
import { rowOf, shapeIn } from "../../engine/stages.js";
import { packedNumbers, packNumbers } from "../../tensors/base64.js";
import { describe, refuse } from "../errors.js";
import { checkObject } from "../kinds.js";

/** @typedef {import("../state.js").State} State */
/** @typedef {import("./tensors.js").Tensors} Tensors */
/**
 * Tensors that the reader gives, from a file or a script. A walk starts at X with the weights, or at Q, K and V.
 * @typedef {Readonly<{from: string, heads: number, kv_heads: number, inputs: Readonly<Record<string, PackedTensor>>}>} Given
 * - from: the name of the file; "" where there is none
 * - inputs: by their names in the engine
 *
 * A tensor in JSON and in links: its numbers in float32, the lowest byte first, as base64.
 * @typedef {Readonly<{shape: readonly number[], data: string}>} PackedTensor
 *
 * @typedef {Omit<import("../../engine/stages.js").WalkSizes, "d_ff" | "clip" | "buckets" | "bias_heads">} GivenSizes
 */

/** What the page can draw. */
export const givenLimits = Object.freeze({
  n_q: 512,
  n_k: 512,
  heads: 64,
  kv_heads: 64,
  d_model: 1024,
  d_context: 1024,
  d_k: 256,
  d_v: 256,
});
/** The most numbers of all tensors together. */
const maxNumbers = 2 ** 22;
const maxName = 200;

const projected = Object.freeze(["Q", "K", "V"]);
const weights = Object.freeze(["Wq", "Wk", "Wv"]);
const biases = Object.freeze(["bq", "bk", "bv"]);
/** The tensors that can be given. A walk has none of them that is not. @type {readonly string[]} */
export const givenNames = Object.freeze(["X", "C", ...projected, ...weights, "Wo", ...biases, "bo"]);
/** The kinds of positions that need no numbers beside the given ones, or only those that are computed. */
const positions = Object.freeze(["none", "rope", "alibi", "sinusoidal"]);

/** The kind of the state's field. @type {import("../kinds.js").Kind<Given>} */
export const givenKind = {
  check: checkGiven,
  write: (value) => JSON.stringify(value),
  read: (text) => {
    try {
      return JSON.parse(text);
    } catch {
      return undefined;
    }
  },
};

/**
 * Packs tensors for a state.
 * @param {string} from the name of their file; "" where there is none
 * @param {Readonly<Record<string, {shape: readonly number[], data: ArrayLike<number>}>>} inputs
 * @param {{heads?: number, kv_heads?: number}} [sizes] needed where they do not start at Q, K and V
 * @returns {Given}
 */
export function givenOf(
  from,
  inputs,
  { heads = inputs.Q?.shape[0] ?? 1, kv_heads = inputs.K?.shape[0] ?? heads } = {},
) {
  const packed = Object.entries(inputs).map(([name, { shape, data }]) => [
    name,
    Object.freeze({ shape: Object.freeze([...shape]), data: packNumbers(data) }),
  ]);
  return Object.freeze({ from, heads, kv_heads, inputs: Object.freeze(Object.fromEntries(packed)) });
}

/** The tensors of a state, for the engine. @param {Given} given @returns {Tensors} */
export const givenTensors = ({ inputs }) =>
  Object.fromEntries(
    Object.entries(inputs).map(([name, { shape, data }]) => [name, { shape: [...shape], data: packedNumbers(data) }]),
  );

/** How many characters the numbers of given tensors have, of which a link consists at least. @param {Given | null} given */
export const packedLength = (given) =>
  Object.values(given?.inputs ?? {}).reduce((sum, { data }) => sum + data.length, 0);

/** What the tensors of a state are; null where its recipe makes them. @param {Pick<State, "recipe" | "given">} state */
export const givenIn = ({ recipe, given }) => (recipe === "given" ? given : null);

/** Whether the walk starts at queries, keys and values. @param {Given} given */
const startsAtQueries = ({ inputs }) => inputs.Q !== undefined;

/** @param {Given} given @returns {GivenSizes} */
export function givenSizes(given) {
  const { heads, kv_heads, inputs } = given;
  const size = (/** @type {string} */ name, /** @type {number} */ axis) => inputs[name]?.shape[axis] ?? 0;
  if (startsAtQueries(given)) {
    const [n_q, n_k, d_k, d_v] = [size("Q", 1), size("K", 1), size("Q", 2), size("V", 2)];
    const d_model = inputs.Wo ? size("Wo", 1) : heads * d_k;
    return {
      n_q,
      n_k,
      d_k,
      d_v,
      heads,
      kv_heads,
      d_model,
      d_context: d_model,
      d_out: inputs.Wo ? d_model : heads * d_v,
    };
  }
  const [n_q, d_model] = [size("X", 0), size("X", 1)];
  const [n_k, d_context] = inputs.C ? [size("C", 0), size("C", 1)] : [n_q, d_model];
  const d_k = inputs.Wq ? size("Wq", 1) / heads : d_model;
  const d_v = inputs.Wv ? size("Wv", 1) / kv_heads : d_context;
  return { n_q, n_k, d_model, d_context, heads, kv_heads, d_k, d_v, d_out: inputs.Wo ? d_model : heads * d_v };
}

/** @type {import("../kinds.js").Check} */
function checkGiven(field, value) {
  checkObject(field, value);
  const { from, heads, kv_heads, inputs, ...others } = /** @type {Record<string, unknown>} */ (value);
  const other = Object.keys(others)[0];
  if (other !== undefined) refuse(field, "must have from, heads, kv_heads and inputs", other);
  if (typeof from !== "string" || from.length > maxName)
    refuse(`${field}.from`, `must be a text of at most ${maxName} characters`, from);
  for (const [name, count] of Object.entries({ heads, kv_heads }))
    if (!Number.isInteger(count) || Number(count) < 1)
      refuse(`${field}.${name}`, "must be a whole number from 1", count);
  checkObject(`${field}.inputs`, inputs);
  const given = /** @type {Given} */ (value);
  for (const name of Object.keys(given.inputs)) checkForm(name, given.inputs[name]);
  checkTogether(given);
  checkShapes(given);
  for (const [name, { shape, data }] of Object.entries(given.inputs)) checkFinite(name, shape, data);
}

/** Checks a tensor by itself, but not yet its numbers. @param {string} name @param {unknown} tensor */
function checkForm(name, tensor) {
  const row = givenNames.includes(name) ? rowOf(name) : undefined;
  if (!row) throw new AttentionError(name, `must be one of ${givenNames.join(", ")}`);
  const { shape, data } = /** @type {Record<string, unknown>} */ (Object(tensor));
  const rank = row.axes.length;
  const isShape =
    Array.isArray(shape) && shape.length === rank && shape.every((size) => Number.isInteger(size) && size > 0);
  if (!isShape) refuse(name, `must have a shape of ${rank} sizes from 1 (${row.axes.join(", ")})`, shape);
  const count = countOf(/** @type {number[]} */ (shape));
  if (typeof data !== "string" || data.length !== 4 * Math.ceil((4 * count) / 3) || !/^[A-Za-z\d+/]*={0,2}$/.test(data))
    refuse(name, `must hold ${count} numbers of float32 in base64`, data);
}

/** Checks which tensors there are. @param {Given} given */
function checkTogether(given) {
  const has = (/** @type {string} */ name) => given.inputs[name] !== undefined;
  const needs = (/** @type {string} */ name, /** @type {string} */ because) => {
    if (!has(name)) throw new AttentionError(name, `must be given ${because}`);
  };
  const forbids = (/** @type {readonly string[]} */ names, /** @type {string} */ because) => {
    const found = names.find(has);
    if (found !== undefined) throw new AttentionError(found, `must not be given ${because}`);
  };
  if (projected.some(has)) {
    for (const name of projected) needs(name, "with the others of Q, K and V");
    forbids(["X", "C", ...weights, ...biases], "with Q, K and V, which stand in its place");
    const [heads, kv_heads] = ["Q", "K"].map((name) => given.inputs[name]?.shape[0]);
    if (heads !== given.heads) refuse("given.heads", `must be ${heads} as in Q`, given.heads);
    if (kv_heads !== given.kv_heads) refuse("given.kv_heads", `must be ${kv_heads} as in K`, given.kv_heads);
  } else {
    needs("X", "where Q, K and V are not");
    if (weights.some(has)) for (const name of weights) needs(name, "with the others of Wq, Wk and Wv");
    else {
      forbids(["Wo", ...biases, "bo"], "without Wq, Wk and Wv");
      if (given.heads !== 1) refuse("given.heads", "must be 1 without weights", given.heads);
    }
  }
  if (biases.some(has)) for (const name of biases) needs(name, "with the others of bq, bk and bv");
  if (has("bo")) needs("Wo", "with bo");
}

/** Checks that all shapes agree, and that the page can draw them. @param {Given} given */
function checkShapes(given) {
  const sizes = givenSizes(given);
  if (given.heads % given.kv_heads !== 0)
    refuse("given.kv_heads", `must divide heads, which are ${given.heads}`, given.kv_heads);
  for (const [name, width, field] of /** @type {const} */ ([
    ["Wq", sizes.d_k, "heads"],
    ["Wv", sizes.d_v, "kv_heads"],
  ]))
    if (!Number.isInteger(width))
      refuse(`given.${field}`, `must divide the ${given.inputs[name]?.shape[1]} columns of ${name}`, given[field]);
  if (!given.inputs.Wq && given.inputs.C && sizes.d_context !== sizes.d_model)
    refuse("C", `must be ${sizes.d_model} wide, as X is, without weights`, sizes.d_context);
  for (const [name, { shape }] of Object.entries(given.inputs)) {
    const row = /** @type {import("../../engine/stages.js").TensorRow} */ (rowOf(name));
    const wanted = shapeIn(row, { ...sizes, d_ff: 0, clip: 0, buckets: 0, bias_heads: 0 });
    if (wanted.join() !== shape.join())
      throw new AttentionError(
        name,
        `must have the shape [${wanted.join(", ")}] (${row.axes.join(", ")}), got [${shape.join(", ")}]`,
      );
  }
  for (const [name, max] of Object.entries(givenLimits)) {
    const got = sizes[/** @type {keyof GivenSizes} */ (name)];
    const reason = { code: "given-size", name, max, got };
    if (got > max) throw new AttentionError("given", `at most ${max} ${name}, got ${got}`, reason);
  }
  const count = Object.values(given.inputs).reduce((sum, { shape }) => sum + countOf(shape), 0);
  const reason = { code: "given-numbers", max: maxNumbers, got: count };
  if (count > maxNumbers) throw new AttentionError("given", `at most ${maxNumbers} numbers, got ${count}`, reason);
}

/** @param {string} name @param {readonly number[]} shape @param {string} data */
function checkFinite(name, shape, data) {
  const numbers = packedNumbers(data);
  const at = numbers.findIndex((number) => !Number.isFinite(number));
  if (at >= 0)
    throw new AttentionError(
      name,
      `must hold finite numbers, got ${numbers[at]} as number ${at} of [${shape.join(", ")}]`,
    );
}

/** The labels in a text: words between blanks. @param {string} text @returns {string[]} */
export const labelsOf = (text) => text.match(/\S+/g) ?? [];

/** How many labels a field of a state must have. @param {Given} given @param {keyof State} [field] */
export function labelCount(given, field) {
  const { n_q, n_k } = givenSizes(given);
  return field === "context" ? n_k : n_q;
}

/** Labels where the reader gives none: the places from 1. @param {number} count */
const numbered = (count) => Array.from({ length: count }, (_, at) => at + 1).join(" ");

/** Whether keys have labels of their own: they are other tokens than the queries. @param {Given} given */
function hasOwnKeys(given) {
  const { n_q, n_k } = givenSizes(given);
  return given.inputs.C !== undefined || n_q !== n_k;
}

/**
 * The fields of a state that its tensors decide.
 * @param {Given} given
 * @param {Pick<State, "context">} state
 * @returns {Partial<State>}
 */
export function fieldsOfGiven(given, { context }) {
  const isSelf = !hasOwnKeys(given) && !startsAtQueries(given);
  return {
    ...(isSelf && { context: null }),
    ...(hasOwnKeys(given) && context === null && { context: numbered(labelCount(given, "context")) }),
    batch: Object.freeze([]),
    sentence_index: 0,
    padding: 0,
    projections: startsAtQueries(given) || given.inputs.Wq !== undefined,
    projection_bias: given.inputs.bq !== undefined,
    tied: false,
    token_order: null,
  };
}

/**
 * The fields with which a walk of given tensors opens: labels as many as there are tokens, and positions that need no other
 * tensors.
 * @param {Given} given
 * @param {Pick<State, "sentence" | "context" | "position" | "align">} state
 * @returns {Partial<State>}
 */
export function openingOfGiven(given, { sentence, context, position, align }) {
  const { n_q, n_k } = givenSizes(given);
  const fits = (/** @type {string | null} */ text, /** @type {number} */ count) =>
    text !== null && labelsOf(text).length === count;
  return {
    sentence: fits(sentence, n_q) ? sentence : numbered(n_q),
    context: fits(context, n_k) ? context : hasOwnKeys(given) ? numbered(n_k) : null,
    position: positionsFor(given).includes(position) ? position : "none",
    align: align ?? (startsAtQueries(given) && n_q < n_k ? "bottom_right" : null), // keys of a cache
  };
}

/** The kinds of positions that a walk of given tensors can have. @param {Given} given @returns {readonly string[]} */
export const positionsFor = (given) => positions.filter((kind) => kind !== "sinusoidal" || !startsAtQueries(given));

/** Checks the fields that depend on the tensors but are the reader's. @param {Given} given @param {State} state */
export function checkGivenPosition(given, { position }) {
  const known = positionsFor(given).join(", ");
  if (!positionsFor(given).includes(position))
    refuse("position", `must be one of ${known} with given tensors`, position, { code: "choice", known });
}

/** Throws unless a state has tensors exactly where its recipe says so. @param {State} state */
export function checkIsGiven({ recipe, given }) {
  if ((recipe === "given") === (given !== null)) return;
  throw new AttentionError(
    "given",
    `must ${given ? "be null" : "hold tensors"} with recipe ${recipe}, got ${describe(given)}`,
  );
}
