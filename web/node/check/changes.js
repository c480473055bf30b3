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
 * @property {import("./cause-ids.js").CauseId} id of the cause
 * @property {string} words what was done instead, in a few words
 * @property {boolean} [alone] whether it is not tried together with another: it is rare, or several at once
 * @property {readonly Change[]} changes
 */
import { elementAt, term } from "../../engine/explain/terms.js";

/** @param {Mistake["id"]} id @param {string} words @param {...Change} changes @returns {Mistake} */
export const mistake = (id, words, ...changes) => ({ id, words, changes });

/** A mistake that is not tried together with another. @param {Mistake["id"]} id @param {string} words @param {...Change} changes @returns {Mistake} */
export const rare = (id, words, ...changes) => ({ ...mistake(id, words, ...changes), alone: true });

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
 * @param {(index: readonly number[]) => number[]} place where the number for an index stands: of a row
 *   too, whose index is without the last axis, which stays
 * @returns {Reader}
 */
export const moved = (reader, names, place) => ({
  ...reader,
  at: (name, index) => reader.at(name, names.includes(name) ? place(index) : index),
  squareAt: (name, index) => reader.squareAt(name, names.includes(name) ? place(index) : index),
  row: (name, index) => reader.row(name, names.includes(name) ? place(index) : index),
});

/**
 * A reader of one tensor in place of another of the same shape.
 * @param {Reader} reader
 * @param {Readonly<Record<string, string>>} names what is read, by what should be
 * @returns {Reader}
 */
export const renamed = (reader, names) => ({
  ...reader,
  at: (name, index) => reader.at(names[name] ?? name, index),
  squareAt: (name, index) => reader.squareAt(names[name] ?? name, index),
  row: (name, index) => reader.row(names[name] ?? name, index),
});

/**
 * A rule of one number that is made of a number that is read.
 * @param {Reader} reader
 * @param {string} name
 * @param {readonly number[]} index
 * @param {(value: number) => number} make
 * @returns {import("./evaluate.js").Origin}
 */
export const made = (reader, name, index, make) => {
  const from = term(reader, name, [...index]);
  return { operation: "apply", terms: [from], applied: make(from.value) };
};

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

/** Rows that see no key, as programs compute them that divide 0 by 0. */
export const emptyAsNaN = reading(["weights", "weights_unmasked"], (reader) => ({ ...reader, empty: NaN }));

/**
 * A mistake after which rows may see no key: as it is, with NaN in these rows, and with a large negative number for hidden scores.
 * @param {Mistake["id"]} id
 * @param {string} words
 * @param {Change} change
 * @param {typeof mistake} [make] the last two: whether they are tried together with others as well
 * @returns {Mistake[]}
 */
export const withEmptyRows = (id, words, change, make = rare) => [
  mistake(id, words, change),
  make(id, words, change, emptyAsNaN),
  make(id, words, hiddenAsLarge, change),
];

/** The mask that a file has, for the stages after it. @param {AnyTensor} allow */
export const maskOf = (allow) =>
  masking(
    (_, index) => (elementAt(allow, allow.shape.length === 3 ? index : index.slice(1)) === 0 ? ["allow"] : []),
    MASKED,
  );
