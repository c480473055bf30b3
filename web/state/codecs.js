import { editable } from "./fields.js";

/** @typedef {{write(value: any): string, read(text: string): unknown}} Codec read gives undefined where it cannot */

/** @type {Codec} */
const text = { write: (value) => value, read: (value) => value };

/** @type {Codec} */
const integer = { write: String, read: (value) => (/^(0|[1-9]\d{0,9})$/.test(value) ? Number(value) : undefined) };

/** @type {Codec} */
const number = {
  write: (value) => (Object.is(value, -0) ? "-0" : String(value)),
  read: (value) => (/^-?(0|[1-9]\d*)(\.\d+)?(e[+-]\d+)?$/.test(value) ? Number(value) : undefined),
};

/** @type {Codec} */
const boolean = { write: String, read: (value) => ({ true: true, false: false })[value] };

/**
 * @param {Codec} codec
 * @param {string} none how null is written
 * @returns {Codec}
 */
const orNull = (codec, none = "none") => ({
  write: (value) => (value === null ? none : codec.write(value)),
  read: (value) => (value === none ? null : codec.read(value)),
});

/**
 * A list, with a sign between its items.
 * @param {Codec} item
 * @param {string} sign
 * @returns {Codec}
 */
const listOf = (item, sign) => ({
  write: (value) => value.map(item.write).join(sign),
  read: (value) => {
    const items = value === "" ? [] : value.split(sign).map(item.read);
    return items.includes(undefined) ? undefined : items;
  },
});

const integers = listOf(integer, ".");

/** @type {Codec} sentences between upright bars; a bar or percent sign of their own is escaped */
const texts = listOf(
  {
    write: (value) => value.replaceAll("%", "%25").replaceAll("|", "%7C"),
    read: (value) => value.replaceAll("%7C", "|").replaceAll("%25", "%"),
  },
  "|",
);

/** @type {Codec} */
const head = { write: String, read: (value) => (value === "all" ? value : integer.read(value)) };

/** @type {Codec} e.g. weights.1.3.2 */
const cell = {
  write: ({ stage, index }) => [stage, ...index].join("."),
  read: (value) => {
    const [stage, ...places] = value.split(".");
    const index = integers.read(places.join("."));
    return Array.isArray(index) && index.length > 0 ? { stage, index } : undefined;
  },
};

/** @type {Codec} pairs, those of one query together: "0-1.3 2-0" is 0, 1, 0, 3, 2, 0 */
const pairs = {
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
  read: (value) => {
    const rows = value === "" ? [] : value.split(" ").map(readRow);
    return rows.includes(undefined) ? undefined : rows.flat();
  },
};

/** @param {string} row */
function readRow(row) {
  const [query, keys, ...rest] = row.split("-");
  const i = integer.read(query);
  const places = /** @type {number[] | undefined} */ (keys ? integers.read(keys) : undefined);
  return i === undefined || rest.length > 0 ? undefined : places?.flatMap((j) => [i, j]);
}

/** @type {Codec} "Wq 0.3.1 -0.25 0.3.2 1 X 0.1 2": a tensor, then place and value of each edit */
const edits = {
  write: (value) =>
    Object.entries(value)
      .map(([tensor, flat]) =>
        [tensor, ...writeEdits(flat, editable[/** @type {keyof typeof editable} */ (tensor)])].join(" "),
      )
      .join(" "),
  read: (value) => {
    /** @type {Record<string, string[]>} */
    const words = {};
    let tensor = "";
    for (const word of value === "" ? [] : value.split(" ")) {
      if (/^[A-Za-z]/.test(word)) {
        if (Object.hasOwn(words, word)) return undefined;
        words[(tensor = word)] = [];
      } else if (tensor === "") return undefined;
      else words[tensor].push(word);
    }
    const read = Object.entries(words).map(([name, flat]) => [name, readEdits(flat)]);
    return read.some(([, flat]) => flat === undefined) ? undefined : Object.fromEntries(read);
  },
};

/**
 * @param {readonly number[]} flat
 * @param {number} places
 */
function writeEdits(flat, places) {
  const words = [];
  for (let at = 0; at < flat.length; at += places + 1) {
    words.push(integers.write(flat.slice(at, at + places)), number.write(flat[at + places]));
  }
  return words;
}

/** @param {string[]} words places and values in turn */
function readEdits(words) {
  const read = words.map((word, at) => (at % 2 === 0 ? integers : number).read(word));
  return read.length % 2 !== 0 || read.includes(undefined) ? undefined : /** @type {number[]} */ (read.flat());
}

/** How each field of a state is written in a link, all but compare, which holds fields itself. */
export const codecs = Object.freeze({
  sentence: text,
  context: orNull(text, ""),
  batch: texts,
  item: integer,
  recipe: text,
  seed: integer,
  d_model: integer,
  d_context: orNull(integer),
  d_k: integer,
  d_v: orNull(integer),
  heads: integer,
  kv_heads: orNull(integer),
  bias: boolean,
  tied: boolean,
  weights: boolean,
  causal: boolean,
  align: orNull(text),
  scaling: boolean,
  temperature: number,
  padding: integer,
  padding_side: text,
  ignored: integers,
  painted: pairs,
  mask_mode: text,
  mask_value: orNull(number),
  mask_how: text,
  window: orNull(integer),
  sink_tokens: integer,
  softcap: orNull(number),
  softmax_sink: orNull(number),
  dropout: number,
  dropout_seed: integer,
  position: text,
  first: integer,
  rope_style: text,
  rope_base: number,
  shaw_clip: integer,
  shaw_values: boolean,
  t5_buckets: integer,
  t5_max_distance: integer,
  distance_form: text,
  distance_lambda: number,
  distance_sigma: number,
  order: orNull(integers),
  edits,
  stage: text,
  head,
  cell: orNull(cell),
  theme: text,
  lab: orNull(text),
  prefill: integer,
  tile_queries: integer,
  tile_keys: integer,
  layers: integer,
  cached: boolean,
  cache_step: integer,
  model: orNull(text),
  model_tokens: integer,
  tile_step: integer,
  loss: integers,
  gradient: orNull(cell),
  trail: listOf(cell, "-"),
  bench_a: orNull(listOf(number, " ")),
  bench_b: orNull(listOf(number, " ")),
  bench_scores: orNull(listOf(orNull(number, "x"), " ")),
  bench_temperature: number,
  picture: text,
});
