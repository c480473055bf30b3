import { checkNames, checkObject, definedOnly, show, wholeNumber } from "../checks.js";
import { AttentionError } from "../errors.js";

// What a model reads: sequences of tokens and their targets, checked before they reach the engine.

/**
 * Whole numbers, as a typed array or a plain one.
 * @typedef {Int32Array | readonly number[]} Integers
 *
 * Sequences of the same length n, one after the other.
 * @typedef {object} Batch
 * @property {Integers} tokens [batch·n]
 * @property {Integers} [lengths] [batch] tokens of each sequence; what follows them is ignored; n
 * @property {Integers} [targets] [batch·n] the class, or with a pointer the key, of each position; -1: no loss there
 * @property {Integers} [source] [batch·source.n], where the model has a source
 * @property {Integers} [source_lengths] [batch]
 */

/**
 * A sequence of up to n tokens, filled up with zeros.
 * @param {string} field
 * @param {unknown} given
 * @param {number} n
 */
export function paddedSequence(field, given, n) {
  const tokens = integers(field, given);
  wholeNumber(`${field}.length`, tokens.length, 1, n);
  const data = new Int32Array(n);
  data.set(tokens);
  return { data, length: tokens.length };
}

/**
 * @param {string} field
 * @param {unknown} given
 * @returns {Integers}
 */
export function integers(field, given) {
  if (given instanceof Int32Array || Array.isArray(given)) return given;
  throw new AttentionError(field, `must be an Int32Array or an array of whole numbers, got ${show(given)}`);
}

const BATCH_FIELDS = ["tokens", "lengths", "targets", "source", "source_lengths"];

/**
 * @param {import("./model-spec.js").ResolvedModel} model
 * @param {unknown} given
 * @param {boolean} targetsNeeded
 * @returns {{size: number, arrays: (Integers | undefined)[]}} arrays: in the order of attention_batch
 */
export function checkBatch({ vocabulary, n, readout, classes, source, layers }, given, targetsNeeded) {
  const batch = definedOnly(checkObject(given, "batch"));
  checkNames(batch, BATCH_FIELDS, "field of a batch");
  const tokens = integers("tokens", batch.tokens);
  const size = tokens.length / n;
  if (size === 0 || !Number.isInteger(size)) {
    throw new AttentionError("tokens", `must hold a multiple of n = ${n} numbers, got ${tokens.length}`);
  }
  const lengths = checkLengths("lengths", batch.lengths, size, n);
  checkRows("tokens", tokens, n, lengths, 0, () => vocabulary);
  if (!source && batch.source !== undefined) throw new AttentionError("source", "needs a model with a source");
  const sources = source ? integers("source", batch.source) : undefined;
  const sourceLengths = source ? checkLengths("source_lengths", batch.source_lengths, size, source.n) : undefined;
  if (source && sources) {
    checkCount("source", sources, size * source.n);
    checkRows("source", sources, source.n, sourceLengths, 0, () => source.vocabulary);
  }
  if (!targetsNeeded && batch.targets === undefined) batch.targets = new Int32Array(tokens.length).fill(-1);
  const targets = integers("targets", batch.targets);
  checkCount("targets", targets, tokens.length);
  const pointsToSource = layers.at(-1)?.keys === "source";
  const keysOf = (/** @type {number} */ b) => (pointsToSource ? (sourceLengths?.[b] ?? source?.n) : lengths?.[b]) ?? n;
  checkRows("targets", targets, n, lengths, -1, (b) => (readout === "pointer" ? keysOf(b) : classes));
  return { size, arrays: [tokens, lengths, targets, sources, sourceLengths] };
}

/**
 * @param {string} field
 * @param {Integers} array
 * @param {number} count
 */
function checkCount(field, array, count) {
  if (array.length !== count) throw new AttentionError(field, `must hold ${count} numbers, got ${array.length}`);
}

/**
 * @param {string} field
 * @param {unknown} given
 * @param {number} size
 * @param {number} n
 */
function checkLengths(field, given, size, n) {
  if (given === undefined) return undefined;
  const lengths = integers(field, given);
  checkCount(field, lengths, size);
  for (let b = 0; b < size; b++) wholeNumber(`${field}[${b}]`, lengths[b], 1, n);
  return lengths;
}

/**
 * Checks the numbers of each row within its length.
 * @param {string} field
 * @param {Integers} array
 * @param {number} n
 * @param {Integers | undefined} lengths
 * @param {number} min
 * @param {(row: number) => number} limit what they must be below
 */
function checkRows(field, array, n, lengths, min, limit) {
  for (let b = 0; b * n < array.length; b++) {
    const max = limit(b) - 1;
    const end = b * n + (lengths?.[b] ?? n);
    for (let at = b * n; at < end; at++) {
      const value = /** @type {number} */ (array[at]);
      if (!(value >= min && value <= max && Number.isInteger(value))) wholeNumber(`${field}[${at}]`, value, min, max);
    }
  }
}
