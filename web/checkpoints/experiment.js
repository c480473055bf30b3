/** An experiment with a model: what was walked, which head is in view, and what is off. As a link, or as a small file of JSON. */
import { show } from "../engine/checks.js";
import { describe, typeOf } from "../engine/describe.js";
import { AttentionError } from "../engine/errors.js";
import { readJsonFile } from "../tensors/read-json.js";
import { ablationText, readAblation } from "./ablations.js";

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
 * @property {readonly string[]} off parts that are off, as readAblation reads them
 */

/** What a file says it is. */
const KIND = "attention-stepper experiment with a model";
/** The longest text or list of ids, in characters. */
const LONGEST = 20_000;

/** @param {Experiment} experiment @returns {string} what stands in a link after place=checkpoint */
export function experimentLink({ model, input, layer, head, token, off }) {
  const fields = {
    file: model.file,
    bytes: String(model.bytes),
    sha256: model.sha256,
    ...(typeof input === "string" ? { text: input } : { tokens: input.join(",") }),
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
  if (!query.has("file")) return null;
  const number = (/** @type {string} */ name) => {
    const text = query.get(name);
    return text !== null && /^\d{1,15}$/.test(text) ? Number(text) : (text ?? undefined);
  };
  return experimentOf({
    model: { file: query.get("file"), bytes: number("bytes"), sha256: query.get("sha256") },
    ...(query.has("tokens") ? { tokens: idsIn(query.get("tokens") ?? "") } : { text: query.get("text") ?? undefined }),
    layer: number("layer"),
    head: number("head"),
    token: number("token"),
    off: query.getAll("off"),
  });
}

/** @param {Experiment} experiment @returns {string} a file of JSON */
export function experimentFile({ model, input, layer, head, token, off }) {
  const given = typeof input === "string" ? { text: input } : { tokens: input };
  return `${JSON.stringify({ kind: KIND, model, ...given, layer, head, token, off }, null, 2)}\n`;
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
  return experimentOf(/** @type {Record<string, unknown>} */ (value));
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

/** Checks every field. @param {Record<string, unknown>} given @returns {Experiment} */
function experimentOf({ model, text, tokens, layer, head, token, off }) {
  const { file, bytes, sha256 } = /** @type {Record<string, unknown>} */ (Object(model));
  const refuse = (/** @type {string} */ field, /** @type {string} */ wanted, /** @type {unknown} */ got) => {
    throw new AttentionError(field, `must be ${wanted}, got ${show(got)}`);
  };
  const whole = (/** @type {string} */ field, /** @type {unknown} */ value) =>
    Number.isSafeInteger(value) && Number(value) >= 0 ? Number(value) : refuse(field, "a whole number from 0", value);
  if (typeof file !== "string" || !/^[\w.-]{1,200}$/.test(file)) refuse("file", "the name of a file", file);
  if (typeof sha256 !== "string" || !/^[0-9a-f]{64}$/.test(sha256)) refuse("sha256", "64 hexadecimal digits", sha256);
  const isText = typeof text === "string" && text.length <= LONGEST;
  const isTokens = Array.isArray(tokens) && tokens.length <= LONGEST && tokens.every(Number.isSafeInteger);
  if (isText === isTokens)
    refuse("text", `a text of at most ${LONGEST} characters, or tokens a list of ids`, text ?? tokens);
  if (!Array.isArray(off)) refuse("off", "a list of parts", off);
  return Object.freeze({
    model: { file: String(file), bytes: Number(whole("bytes", bytes)), sha256: String(sha256) },
    input: isText ? text : /** @type {number[]} */ (tokens),
    layer: Number(whole("layer", layer)),
    head: Number(whole("head", head)),
    token: Number(whole("token", token)),
    off: /** @type {unknown[]} */ (off).map((part) => ablationText(readAblation("off", part))),
  });
}
