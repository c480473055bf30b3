/** An experiment with a model: what was walked, which head is in view, and what is off. As a link, or as a small file of JSON. */
import { checkNames, checkObject, show, wholeNumber } from "../engine/checks.js";
import { describe, typeOf } from "../engine/describe.js";
import { AttentionError } from "../engine/errors.js";
import { readJsonFile } from "../tensors/read-json.js";
import { ablationText, readPart } from "./ablations.js";

/**
 * What tells a model from others. It holds no weights.
 * @typedef {object} Identity
 * @property {string} file with the tensors, or the index of several
 * @property {number} bytes of all files of tensors
 * @property {string} sha256 of the header of the safetensors file; of several, of their headers in the order of their names
 *
 * @typedef {object} Experiment
 * @property {Identity} model
 * @property {string | readonly number[]} input a text, or token ids
 * @property {number} layer of the head in view
 * @property {number} head
 * @property {number} token whose row is shown
 * @property {readonly string[]} off parts that are replaced, as readPart reads them
 * @property {string | readonly number[] | null} other a text, or token ids, for which parts may be what they are there
 */

/** What a file says it is. */
const KIND = "attention-stepper experiment with a model";
/** The longest text, in characters, and the most ids. */
const LONGEST = 20_000;
/** The most parts that are replaced. */
const MOST_PARTS = 1000;
/** The fields of an experiment, and those of its model: a link has them side by side. */
const FIELDS = Object.freeze(["text", "tokens", "layer", "head", "token", "off", "other_text", "other_tokens"]);
const OF_MODEL = Object.freeze(["file", "bytes", "sha256"]);

/** @param {Experiment} experiment @returns {string} what stands in a link after place=checkpoint */
export function experimentLink({ model, input, layer, head, token, off, other }) {
  const fields = {
    file: model.file,
    bytes: String(model.bytes),
    sha256: model.sha256,
    ...(typeof input === "string" ? { text: input } : { tokens: input.join(",") }),
    ...(other !== null && (typeof other === "string" ? { other_text: other } : { other_tokens: other.join(",") })),
    ...Object.fromEntries(Object.entries({ layer, head, token }).map(([name, value]) => [name, String(value)])),
  };
  const query = new URLSearchParams(fields);
  for (const part of off) query.append("off", part);
  return query.toString();
}

/**
 * @param {string} fragment of a link to the place
 * @returns {Experiment | null} null where it names no model
 * @throws {AttentionError} that names the field
 */
export function readExperimentLink(fragment) {
  const query = new URLSearchParams(fragment);
  query.delete("place");
  const given = Object.fromEntries(query);
  if (Object.keys(given).length === 0) return null;
  checkNames(given, [...OF_MODEL, ...FIELDS], "field of an experiment");
  const twice = Object.keys(given).find((name) => name !== "off" && query.getAll(name).length > 1);
  if (twice !== undefined) throw new AttentionError(twice, `must be given once, got ${show(query.getAll(twice))}`);
  const { file, bytes, sha256, tokens, other_tokens, layer, head, token, ...others } = given;
  const number = (/** @type {string | undefined} */ text) => (text && /^\d{1,15}$/.test(text) ? Number(text) : text);
  return experimentOf({
    ...others,
    ...(tokens !== undefined && { tokens: idsIn(tokens) }),
    ...(other_tokens !== undefined && { other_tokens: idsIn(other_tokens) }),
    model: { file, bytes: number(bytes), sha256 },
    layer: number(layer),
    head: number(head),
    token: number(token),
    off: query.getAll("off"),
  });
}

/** @param {Experiment} experiment @returns {string} a file of JSON */
export function experimentFile({ model, input, layer, head, token, off, other }) {
  const given = typeof input === "string" ? { text: input } : { tokens: input };
  const others = other !== null && (typeof other === "string" ? { other_text: other } : { other_tokens: other });
  return `${JSON.stringify({ kind: KIND, model, ...given, layer, head, token, off, ...others }, null, 2)}\n`;
}

/**
 * @param {string} name of the file
 * @param {string} text
 * @returns {Experiment}
 * @throws {AttentionError} that names the file or the field
 */
export function readExperimentFile(name, text) {
  const value = readJsonFile(name, text);
  if (typeOf(value) !== "Object" || /** @type {any} */ (value).kind !== KIND)
    throw new AttentionError(name, `must be a saved experiment with a model, got ${describe(value)}`);
  const given = /** @type {Record<string, unknown>} */ (value);
  checkNames(given, ["kind", "model", ...FIELDS], "field of an experiment");
  checkNames(checkObject(given.model, "model"), OF_MODEL, "field of a model");
  return experimentOf(given);
}

/** @param {string} text @returns {number[]} NaN for what is no token id */
export const idsIn = (text) =>
  text
    .split(/[\s,]+/)
    .filter(Boolean)
    .map((id) => (/^\d+$/.test(id) ? Number(id) : NaN));

/**
 * In what a model is not the one that an experiment is about.
 * @param {Identity} wanted
 * @param {Identity} got
 * @returns {(keyof Identity)[]}
 */
export const differences = (wanted, got) =>
  /** @type {const} */ (["file", "bytes", "sha256"]).filter((name) => wanted[name] !== got[name]);

/**
 * Checks that a model and its tokens have the head and the token that an experiment shows.
 * @param {Experiment} experiment
 * @param {{layers: number, heads: number}} model
 * @param {number} tokens how many
 * @throws {AttentionError} that names the field
 */
export function checkShown({ layer, head, token }, { layers, heads }, tokens) {
  for (const [field, value, count] of /** @type {const} */ ([
    ["layer", layer, layers],
    ["head", head, heads],
    ["token", token, tokens],
  ]))
    wholeNumber(field, value, 0, count - 1);
}

/** Checks every field. @param {Record<string, unknown>} given @returns {Experiment} */
function experimentOf({ model, text, tokens, layer, head, token, off, other_text, other_tokens }) {
  const { file, bytes, sha256 } = /** @type {Record<string, unknown>} */ (model);
  if (typeof file !== "string" || !/^[\w.-]{1,200}$/.test(file)) refuse("file", "the name of a file", file);
  if (typeof sha256 !== "string" || !/^[0-9a-f]{64}$/.test(sha256)) refuse("sha256", "64 hexadecimal digits", sha256);
  if (!Array.isArray(off) || off.length > MOST_PARTS) refuse("off", `a list of at most ${MOST_PARTS} parts`, off);
  return Object.freeze({
    model: {
      file: String(file),
      bytes: wholeNumber("bytes", bytes, 0, Number.MAX_SAFE_INTEGER),
      sha256: String(sha256),
    },
    input: inputOf("", text, tokens),
    layer: wholeNumber("layer", layer, 0),
    head: wholeNumber("head", head, 0),
    token: wholeNumber("token", token, 0),
    off: /** @type {unknown[]} */ (off).map((part) => ablationText(readPart("off", part))),
    other: other_text === undefined && other_tokens === undefined ? null : inputOf("other_", other_text, other_tokens),
  });
}

/** @param {"" | "other_"} prefix of the fields @param {unknown} text @param {unknown} tokens @returns {Experiment["input"]} */
function inputOf(prefix, text, tokens) {
  if (text !== undefined && tokens !== undefined)
    throw new AttentionError(`${prefix}tokens`, `must not be given with ${prefix}text, which is cut into tokens`);
  if (tokens === undefined) {
    if (typeof text === "string" && text.length <= LONGEST) return text;
    return refuse(`${prefix}text`, `a text of at most ${LONGEST} characters, or ${prefix}tokens a list of ids`, text);
  }
  if (Array.isArray(tokens) && tokens.length <= LONGEST && tokens.every(Number.isSafeInteger)) return tokens;
  return refuse(`${prefix}tokens`, `a list of at most ${LONGEST} ids`, tokens);
}

/** @param {string} field @param {string} wanted @param {unknown} got @returns {never} */
function refuse(field, wanted, got) {
  throw new AttentionError(field, `must be ${wanted}, got ${show(got)}`);
}
