/**
 * What changes of a walk are made of: each stage reads something else than it should.
 *
 * @typedef {import("./evaluate.js").Change} Change
 * @typedef {import("./evaluate.js").Reader} Reader
 * @typedef {import("../../tensors/compare.js").AnyTensor} AnyTensor
 * @typedef {import("../../engine/spec/spec.js").ResolvedSpec} ResolvedSpec
 *
 * A usual mistake.
 * @typedef {object} Mistake
 * @property {string} id of the cause
 * @property {string} words what was done instead, in a few words
 * @property {boolean} [several] whether it is several of the others of this id at once
 * @property {Change} change
 */
import { rules } from "../../engine/explain/table.js";
import { elementAt } from "../../engine/explain/terms.js";

/** @param {string} id @param {string} words @param {Change} change @returns {Mistake} */
export const mistake = (id, words, change) => ({ id, words, change });

/** The stages that ask which keys are hidden. */
const MASKED = ["masked", "zeroed", "weights", "context", "context_content"];

/**
 * The same reader for several stages.
 * @param {readonly string[]} stages
 * @param {(reader: Reader) => Reader} change
 * @returns {Change}
 */
export const reading = (stages, change) => ({ readers: Object.fromEntries(stages.map((stage) => [stage, change])) });

/** @param {Reader} reader @param {Partial<ResolvedSpec>} members @returns {Reader} */
export const withSpec = (reader, members) => ({ ...reader, spec: { ...reader.spec, ...members } });

/**
 * A reader of a tensor whose numbers stand elsewhere.
 * @param {Reader} reader
 * @param {readonly string[]} names
 * @param {(index: readonly number[]) => number[]} place where the number for an index stands
 * @returns {Reader}
 */
export const moved = (reader, names, place) => ({
  ...reader,
  at: (name, index) => reader.at(name, names.includes(name) ? place(index) : index),
  squareAt: (name, index) => reader.squareAt(name, names.includes(name) ? place(index) : index),
});

/**
 * A reader with another input, or without it.
 * @param {Reader} reader
 * @param {string} name
 * @param {AnyTensor | undefined} tensor
 * @returns {Reader}
 */
export const withInput = (reader, name, tensor) => ({
  ...reader,
  has: (asked) => (asked === name ? tensor !== undefined : reader.has(asked)),
  given: (asked) => (asked === name ? tensor !== undefined : reader.given(asked)),
  tensor: (asked) => (asked === name ? tensor : reader.tensor(asked)),
  at: (asked, index) => (asked === name && tensor ? elementAt(tensor, index) : reader.at(asked, index)),
});

/**
 * Another mask.
 * @param {(reader: Reader, index: readonly [number, number, number]) => string[]} reasons why a key is hidden
 * @param {readonly string[]} [stages]
 * @returns {Change}
 */
export const masking = (reasons, stages = ["allow", ...MASKED]) =>
  reading(stages, (reader) => ({ ...reader, hides: (index) => reasons(reader, index) }));

/** Values are mixed with whatever weights there are: a file's weights of hidden keys need not be 0. */
export const allMixed = reading(["context", "context_content"], (reader) => withSpec(reader, { mask_how: "fill" }));

/** Hidden scores as programs write them that avoid infinities: rows without keys then have even weights. */
export const hiddenAsLarge = reading(["masked"], (reader) => withSpec(reader, { mask_how: "fill", mask_value: -1e9 }));

/**
 * The same change, with rows without keys as programs compute them that divide 0 by 0.
 * @param {Change} change
 * @returns {Change}
 */
export const emptyAsNaN = (change) => ({
  ...change,
  rules: {
    ...change.rules,
    weights: (reader, index) => {
      const origin = (change.rules?.weights ?? rules.weights.explain)(reader, index);
      if (origin.operation !== "empty") return origin;
      return { operation: "copy", terms: [{ stage: "0/0", index: [], value: NaN }] };
    },
  },
});

/** The mask that a file has, for the stages after it. @param {AnyTensor} allow */
export const maskOf = (allow) =>
  masking(
    (_, index) => (elementAt(allow, allow.shape.length === 3 ? index : index.slice(1)) === 0 ? ["allow"] : []),
    MASKED,
  );

/**
 * Two changes, the second on top of the first.
 * @param {Change} first
 * @param {Change} [second]
 * @returns {Change}
 */
export function both(first, second = {}) {
  const stages = Object.keys({ ...first.readers, ...second.readers });
  const unchanged = (/** @type {Reader} */ reader) => reader;
  const readers = stages.map((stage) => {
    const [one, two] = [first.readers?.[stage] ?? unchanged, second.readers?.[stage] ?? unchanged];
    return [stage, (/** @type {Reader} */ reader) => two(one(reader))];
  });
  const rounds = second.rounds ?? first.rounds;
  return {
    readers: Object.fromEntries(readers),
    rules: { ...first.rules, ...second.rules },
    ...(rounds && { rounds }),
  };
}
