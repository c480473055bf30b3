import { AttentionError } from "../engine/errors.js";
import { quote, refuse, typeOf } from "./errors.js";

/**
 * @template {Kind} K
 * @typedef {K extends {write: (value: infer T) => string} ? T : never} ValueOf the type of a kind's values
 */
/** @typedef {Readonly<{min: number, max: number}>} Range */
/** @typedef {(field: string, value: unknown) => void} Check throws AttentionError unless the value is of its kind and in its range */
/**
 * A kind of field: how its value is checked, and how it is written to and read from text (in links and attributes).
 * @template [T=any] the type of its values
 * @typedef {object} Kind
 * @property {Check} check
 * @property {(value: T) => string} write writes a value that has passed the check
 * @property {(text: string) => unknown} read reads a value; undefined where the text is malformed. The result is not
 *   checked yet
 * @property {string} [separator] what stands between the items of a list
 * @property {string} [was] an older name of the field: see old-names.js
 */

// The kinds of fields that the table in fields.js uses.

/**
 * @param {number} min
 * @param {number} max
 * @returns {Range}
 */
const rangeOf = (min, max) => Object.freeze({ min, max });

/** Allowed length of every sentence. */
export const textLimits = Object.freeze({ tokens: rangeOf(1, 512), characters: rangeOf(1, 10000) });

/** Allowed number of numbers in a calculator. */
export const maxCalculatorNumbers = 256;

/**
 * The tensors whose numbers can be set by hand, with the number of indices that address a number: head, row and column
 * in a weight matrix of attention, head and column in a bias; row and column, or column, in what has no heads.
 */
export const editable = Object.freeze({
  X: 2,
  C: 2,
  Wq: 3,
  Wk: 3,
  Wv: 3,
  Wo: 3,
  bq: 2,
  bk: 2,
  bv: 2,
  bo: 1,
  norm_1_weight: 1,
  norm_1_bias: 1,
  norm_2_weight: 1,
  norm_2_bias: 1,
  output_norm_weight: 1,
  output_norm_bias: 1,
  mlp_output_norm_weight: 1,
  mlp_output_norm_bias: 1,
  q_norm_weight: 1,
  q_norm_bias: 1,
  k_norm_weight: 1,
  k_norm_bias: 1,
  W_gate: 2,
  W_up: 2,
  W_down: 2,
  b_gate: 1,
  b_up: 1,
  b_down: 1,
});

/** @param {unknown} value */
const isIndex = (value) => Number.isInteger(value) && Number(value) >= 0;

/** @param {unknown} value */
const isFloat = (value) => typeof value === "number" && Number.isFinite(Math.fround(value));

/** @param {string} value */
const same = (value) => value;

/** @param {string} text */
const readInteger = (text) => (/^(0|[1-9]\d{0,9})$/.test(text) ? Number(text) : undefined);

/** @param {number} value */
const writeNumber = (value) => (Object.is(value, -0) ? "-0" : String(value));

/** @param {string} text */
const readNumber = (text) => (/^-?(0|[1-9]\d*)(\.\d+)?(e[+-]\d+)?$/.test(text) ? Number(text) : undefined);

/**
 * Reads a list, with a separator between its items.
 * @template T
 * @param {string} text
 * @param {string} separator
 * @param {(text: string) => T | undefined} read
 * @returns {T[] | undefined}
 */
function readList(text, separator, read) {
  const items = text === "" ? [] : text.split(separator).map(read);
  return items.includes(undefined) ? undefined : /** @type {T[]} */ (items);
}

/**
 * A kind of field: an array of items of one kind, separated in links.
 * @template T
 * @param {Pick<Kind<T>, "write" | "read">} item
 * @param {string} separator
 * @param {Check} check checks the whole array
 * @returns {Kind<readonly T[]>}
 */
const list = (item, separator, check) => ({
  check,
  separator,
  write: (value) => value.map(item.write).join(separator),
  read: (text) => readList(text, separator, item.read),
});

/**
 * Makes a kind that also allows null.
 * @template {Kind} K
 * @param {K} kind
 * @param {string} [none] how null is written
 * @returns {Omit<K, keyof Kind> & Kind<ValueOf<K> | null>}
 */
export const orNull = (kind, none = "none") => ({
  ...kind,
  check: (field, value) => {
    if (value !== null) kind.check(field, value);
  },
  write: (value) => (value === null ? none : kind.write(value)),
  read: (text) => (text === none ? null : kind.read(text)),
});

/** A kind of field: a sentence. @type {Kind<string>} */
export const text = {
  check: (field, value) => {
    if (typeof value !== "string") return refuse(field, "must be a text", value);
    const { max } = textLimits.characters;
    if (value.length > max) {
      const reason = { code: "characters", max, got: value.length };
      throw new AttentionError(field, `at most ${max} characters, got ${value.length}`, reason);
    }
    const lone = value.search(/\p{Surrogate}/u);
    if (lone >= 0) throw new AttentionError(field, `must be well-formed Unicode, got half a character at ${lone}`);
  },
  write: same,
  read: same,
};

/**
 * A kind of field: sentences, separated by vertical bars in links. Bars and percent signs within a sentence are
 * escaped.
 * @param {number} max largest number of sentences
 */
export const texts = (max) => ({
  range: rangeOf(0, max),
  ...list(
    {
      ...text,
      write: (/** @type {string} */ value) => value.replaceAll("%", "%25").replaceAll("|", "%7C"),
      read: (value) => value.replaceAll("%7C", "|").replaceAll("%25", "%"),
    },
    "|",
    (field, value) => {
      if (!Array.isArray(value) || value.length > max)
        return refuse(field, `must be an array of at most ${max} texts`, value);
      for (const sentence of value) text.check(field, sentence);
    },
  ),
});

/** @type {Kind<boolean>} */
export const boolean = {
  check: (field, value) => {
    if (typeof value !== "boolean")
      refuse(field, "must be true or false", value, { code: "choice", known: "true, false" });
  },
  write: String,
  read: (value) => ({ true: true, false: false })[value],
};

/**
 * @template {string} const W
 * @param {readonly W[]} choices
 * @param {readonly string[]} [gone] choices that there were: the message `refused-gone-<choice>` says what replaces one
 * @returns {Kind<W> & {choices: readonly W[]}}
 */
export const oneOf = (choices, gone = []) => ({
  choices: Object.freeze(choices),
  check: (field, value) => {
    if (choices.includes(/** @type {W} */ (value))) return;
    if (gone.includes(/** @type {string} */ (value)))
      throw new AttentionError(field, `${quote(String(value))} is gone`, { code: `gone-${value}` });
    const known = choices.join(", ");
    refuse(field, `must be one of ${known}`, value, { code: "choice", known });
  },
  write: same,
  read: same,
});

/**
 * A kind of field: an integer within a range.
 * @param {number} min
 * @param {number} max
 * @returns {Kind<number> & {range: Range}}
 */
export const integer = (min, max) => ({
  range: rangeOf(min, max),
  check: (field, value) => {
    if (Number.isInteger(value) && Number(value) >= min && Number(value) <= max) return;
    refuse(field, `must be an integer from ${min} to ${max}`, value, { code: "integer", min, max });
  },
  write: String,
  read: readInteger,
});

/**
 * A kind of field: a number within a range.
 * @param {number} min
 * @param {number} max
 * @returns {Kind<number> & {range: Range}}
 */
export const real = (min, max) => ({
  range: rangeOf(min, max),
  check: (field, value) => {
    if (typeof value === "number" && value >= min && value <= max) return;
    refuse(field, `must be a number from ${min} to ${max}`, value, { code: "number", min, max });
  },
  write: writeNumber,
  read: readNumber,
});

/** @type {Kind<number>} An index from 0. Its upper limit depends on other fields of the state. */
export const index = {
  check: (field, value) => {
    if (!isIndex(value)) refuse(field, "must be a whole number from 0 up", value, { code: "whole" });
  },
  write: String,
  read: readInteger,
};

/** @type {Kind<readonly number[]>} */
export const indices = list(index, ".", (field, value) => {
  const wanted = "must be an array of whole numbers from 0 up";
  if (!Array.isArray(value)) return refuse(field, wanted, value);
  for (const item of value) if (!isIndex(item)) refuse(field, wanted, item);
});

/** @type {Kind<readonly number[]>} A loss: a row and a column of the output, a row, or nothing (the sum of all). */
export const outputIndex = {
  ...indices,
  check: (field, value) => {
    indices.check(field, value);
    if (/** @type {unknown[]} */ (value).length > 2) refuse(field, "must be at most a row and a column", value);
  },
};

/** @type {Kind<number | "all">} A head's index, or "all". */
export const head = {
  check: (field, value) => {
    if (value !== "all" && !isIndex(value))
      refuse(field, 'must be the index of a head, from 0, or "all"', value, { code: "head" });
  },
  write: String,
  read: (value) => (value === "all" ? value : readInteger(value)),
};

/** @type {Kind<string>} A stage's id. */
export const stage = {
  check: (field, value) => {
    if (typeof value !== "string") refuse(field, "must be the name of a stage", value);
  },
  write: same,
  read: same,
};

/** @typedef {Readonly<{stage: string, index: readonly number[]}>} Cell a number of a stage */

/** @type {Kind<Cell>} A number of a stage, in links as weights.1.3.2. */
export const cell = {
  separator: ".",
  check: (field, value) => {
    const wanted = "must be null or {stage, index}";
    if (typeof value !== "object" || value === null) return refuse(field, wanted, value);
    const given = /** @type {Record<string, unknown>} */ (value);
    if (Object.keys(given).sort().join() !== "index,stage") return refuse(field, wanted, value);
    stage.check(field, given.stage);
    indices.check(field, given.index);
  },
  write: (value) => [value.stage, ...value.index].join("."),
  read: (value) => {
    const [id, ...places] = value.split(".");
    const read = readList(places.join("."), ".", readInteger);
    return read && read.length > 0 ? { stage: id, index: read } : undefined;
  },
};

/** @type {Kind<readonly Cell[]>} */
export const cells = list(cell, "-", (field, value) => {
  if (!Array.isArray(value)) return refuse(field, "must be an array of {stage, index}", value);
  for (const item of value) cell.check(field, item);
});

/**
 * @type {Kind<readonly number[]>} Pairs of a query and a key as query, key, query, key, ... Links group them by query: "0-1.3 2-0" is 0,
 *   1, 0, 3, 2, 0.
 */
export const pairs = {
  check: (field, value) => {
    indices.check(field, value);
    const { length } = /** @type {unknown[]} */ (value);
    if (length % 2 !== 0)
      throw new AttentionError(field, `must hold pairs of a query and a key, got ${length} numbers`);
  },
  write: (value) => {
    /** @type {string[]} */
    const rows = [];
    for (let at = 0; at < value.length; at += 2) {
      const goesOn = at > 0 && value[at - 2] === value[at];
      if (goesOn) rows.push(`${rows.pop()}.${value[at + 1]}`);
      else rows.push(`${value[at]}-${value[at + 1]}`);
    }
    return rows.join(" ");
  },
  read: (value) => readList(value, " ", readPairs)?.flat(),
};

/** @param {string} row a query and its keys, e.g. 0-1.3 */
function readPairs(row) {
  const [query = "", keys, ...rest] = row.split("-");
  const i = readInteger(query);
  const places = keys ? readList(keys, ".", readInteger) : undefined;
  return i === undefined || rest.length > 0 ? undefined : places?.flatMap((j) => [i, j]);
}

/** @type {Check} */
function checkNumbers(field, value) {
  const wanted = `must be an array of 1 to ${maxCalculatorNumbers} numbers`;
  if (!Array.isArray(value) || value.length === 0 || value.length > maxCalculatorNumbers)
    return refuse(field, wanted, value);
  for (const number of value) if (!isFloat(number)) refuse(field, wanted, number);
}

/** @type {Kind<readonly number[]>} The components of a vector in a calculator. */
export const vector = list({ write: writeNumber, read: readNumber }, " ", checkNumbers);

/** @type {Kind<readonly (number | null)[]>} Scores in a calculator, null where one is hidden. */
export const scores = list(
  {
    write: (value) => (value === null ? "x" : writeNumber(value)),
    read: (value) => (value === "x" ? null : readNumber(value)),
  },
  " ",
  (field, value) => checkNumbers(field, Array.isArray(value) ? value.map((score) => score ?? 0) : value),
);

/** @type {Check} Only an object that lists its fields: no array, Map, Date or the like. */
export function checkObject(field, value) {
  if (typeOf(value) !== "Object") refuse(field, "must be an object", value);
}

/**
 * @typedef {Readonly<Partial<Record<keyof typeof editable, readonly number[]>>>} Edits numbers set by hand
 */
/**
 * @type {Kind<Edits>} Numbers set by hand. In links: a tensor, then index and value of each of its numbers, as in "Wq 0.3.1
 *   -0.25 0.3.2 1 X 0.1 2".
 */
export const edits = {
  check: (field, value) => {
    checkObject(field, value);
    for (const [tensor, flat] of Object.entries(/** @type {object} */ (value))) {
      if (!isEditable(tensor)) return refuse(field, `must be of ${Object.keys(editable).join(", ")}`, tensor);
      const axes = editable[tensor];
      const wanted = `must list ${axes} place${axes > 1 ? "s" : ""} and a number for each edit of ${tensor}`;
      if (!Array.isArray(flat) || flat.length % (axes + 1) !== 0) return refuse(field, wanted, flat);
      for (const [at, number] of flat.entries()) {
        const isValue = at % (axes + 1) === axes;
        if (!(isValue ? isFloat(number) : isIndex(number))) refuse(field, wanted, number);
      }
    }
  },
  write: (value) =>
    Object.entries(value)
      .flatMap(([tensor, flat]) => [
        tensor,
        ...writeEdits(flat, editable[/** @type {keyof typeof editable} */ (tensor)]),
      ])
      .join(" "),
  read: (value) => {
    /** @type {Map<string, string[]>} */
    const words = new Map();
    let last;
    for (const word of value === "" ? [] : value.split(" ")) {
      if (!/^[A-Za-z]/.test(word)) {
        if (!last) return undefined;
        last.push(word);
      } else if (words.has(word)) return undefined;
      else words.set(word, (last = []));
    }
    const read = Array.from(words, ([tensor, flat]) => [tensor, readEdits(flat)]);
    return read.some(([, flat]) => flat === undefined) ? undefined : Object.fromEntries(read);
  },
};

/**
 * @param {string} tensor
 * @returns {tensor is keyof typeof editable}
 */
const isEditable = (tensor) => Object.hasOwn(editable, tensor);

/**
 * @param {readonly number[]} flat
 * @param {number} axes
 */
function writeEdits(flat, axes) {
  const words = [];
  for (let at = 0; at < flat.length; at += axes + 1) {
    words.push(flat.slice(at, at + axes).join("."), writeNumber(Number(flat[at + axes])));
  }
  return words;
}

/** @param {readonly string[]} words alternating index and value */
function readEdits(words) {
  const read = words.map((word, at) => (at % 2 === 0 ? readList(word, ".", readInteger) : readNumber(word)));
  return read.length % 2 !== 0 || read.includes(undefined) ? undefined : read.flat();
}
