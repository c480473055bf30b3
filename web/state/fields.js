import { AttentionError } from "../engine/errors.js";
import {
  boolean,
  cell,
  cells,
  checkObject,
  edits,
  head,
  index,
  indices,
  integer,
  oneOf,
  orNull,
  outputIndex,
  pairs,
  real,
  scores,
  stage,
  text,
  textLimits,
  texts,
  vector,
} from "./kinds.js";
import { labs } from "./labs.js";
import { readFields, writeFields } from "./link-text.js";

/** @typedef {import("./state.js").State} State */
/** @typedef {import("./kinds.js").Kind} Kind */
/** @typedef {import("./kinds.js").Range} Range */
/**
 * @typedef {"numbers" | "view" | "experiment"} Group what a field changes: the computed numbers, how they are viewed,
 *   or only the experiments
 */

const seed = integer(0, 2 ** 32 - 1);
const temperature = real(0.01, 100);

/** @type {readonly never[]} */
const none = Object.freeze([]);

/**
 * A kind of field: the fields in which another state differs, the second state of a comparison or the state of an
 * experiment. That state has no comparison and no experiment of its own: otherwise a link could hold deeply nested ones.
 * @param {"compare" | "experiment"} field named by errors
 * @returns {Kind}
 */
const change = (field) => ({
  check: checkObject,
  write: (value) => writeFields(fields, value),
  read: (value) => {
    const others = Object.entries(fields).filter(([name]) => name !== "compare" && name !== "experiment");
    try {
      return readFields(Object.fromEntries(others), value);
    } catch (error) {
      if (!(error instanceof AttentionError)) throw error;
      throw new AttentionError(field, `must be a change, got ${error.message}`);
    }
  },
});

/**
 * @template const T
 * @template {Kind} K
 * @template {Group} [G="numbers"]
 * @param {T} value the default
 * @param {K} of
 * @param {G} [group]
 * @returns {Readonly<{default: T, group: G} & K>}
 */
const row = (value, of, group = /** @type {G} */ ("numbers")) => Object.freeze({ default: value, group, ...of });

/**
 * Every field of the state: its default, its kind (how it is checked and written, with its range or choices), and the
 * group it belongs to. Links hold the fields in this order.
 */
const table = Object.freeze(
  /** @satisfies {{[F in keyof State]: {default: State[F]}}} */ ({
    sentence: row("Life is short, eat dessert first", text),
    context: row(null, orNull(text, "")),
    batch: row(none, texts(2)),
    item: row(0, index),
    recipe: row("random", oneOf(["random", "article", "named", "pronoun", "translation", "grammar", "trained"])),
    run: row(null, orNull(text)),
    layer: row(2, integer(1, 2)),
    seed: row(7, seed),
    d_model: row(16, integer(1, 128)),
    d_context: row(null, orNull(integer(1, 128))),
    d_k: row(4, integer(1, 256)),
    d_v: row(null, orNull(integer(1, 256))),
    heads: row(4, integer(1, 16)),
    kv_heads: row(null, orNull(integer(1, 16))),
    bias: row(false, boolean),
    tied: row(false, boolean),
    weights: row(true, boolean),
    causal: row(true, boolean),
    align: row(null, orNull(oneOf(["bottom_right", "top_left"]))),
    scaling: row(true, boolean),
    temperature: row(1, temperature),
    padding: row(0, integer(0, 511)),
    padding_side: row("end", oneOf(["end", "start"])),
    ignored: row(none, indices),
    painted: row(none, pairs),
    mask_mode: row("before_softmax", oneOf(["before_softmax", "after_softmax", "after_softmax_renormalised"])),
    mask_value: row(null, orNull(real(-1e30, 0))),
    mask_how: row("fill", oneOf(["fill", "add"])),
    window: row(null, orNull(integer(0, 512))),
    sink_tokens: row(0, integer(0, 512)),
    softcap: row(null, orNull(real(0.01, 1000))),
    softmax_sink: row(null, orNull(real(-100, 100))),
    dropout: row(0, real(0, 0.9)),
    dropout_seed: row(1, seed),
    position: row("none", oneOf(["none", "sinusoidal", "learned", "rope", "alibi", "shaw", "t5", "distance"])),
    first: row(0, integer(0, 100000)),
    rope_style: row("interleaved", oneOf(["interleaved", "half_split"])),
    rope_base: row(10000, real(1, 1e9)),
    shaw_clip: row(4, integer(0, 64)),
    shaw_values: row(true, boolean),
    t5_buckets: row(32, integer(4, 64)),
    t5_max_distance: row(128, integer(3, 512)),
    distance_form: row("linear", oneOf(["linear", "gaussian", "matrix"])),
    distance_lambda: row(0.5, real(0, 100)),
    distance_sigma: row(2, real(0.01, 1000)),
    order: row(null, orNull(indices)),
    edits: row(Object.freeze({}), edits),
    other_edits: row(Object.freeze({}), edits),
    stage: row("weights", stage, "view"),
    head: row(1, head, "view"),
    cell: row(Object.freeze({ stage: "weights", index: Object.freeze([1, 4, 2]) }), orNull(cell), "view"),
    theme: row("auto", oneOf(["auto", "light", "dark"]), "view"),
    lab: row(null, orNull(oneOf(labs.map(({ id }) => id))), "experiment"),
    prefill: row(1, integer(1, 512), "experiment"),
    tile_queries: row(2, integer(1, 512), "experiment"),
    tile_keys: row(2, integer(1, 512), "experiment"),
    layers: row(1, integer(1, 1000), "experiment"),
    cached: row(true, boolean, "experiment"),
    cache_step: row(0, index, "experiment"),
    model: row(null, orNull(oneOf(["gpt2", "llama2", "llama3"])), "experiment"),
    model_tokens: row(1024, integer(1, 131072), "experiment"),
    tile_step: row(0, index, "experiment"),
    loss: row(null, orNull(outputIndex), "experiment"),
    loss_token: row(null, orNull(index), "experiment"),
    gradient: row(null, orNull(cell), "experiment"),
    trail: row(none, cells, "view"),
    bench_a: row(null, orNull(vector), "experiment"),
    bench_b: row(null, orNull(vector), "experiment"),
    bench_scores: row(null, orNull(scores), "experiment"),
    bench_temperature: row(1, temperature, "experiment"),
    picture: row("matrix", oneOf(["matrix", "lines"]), "view"),
    experiment: row(null, orNull(change("experiment")), "experiment"),
    compare: row(null, orNull(change("compare")), "experiment"),
  }),
);

/** @typedef {typeof table} Table */
/** @typedef {{[F in keyof Table]: Table[F] extends {group: "numbers"} ? F : never}[keyof Table]} NumbersField a field that changes numbers */

/** How the fields are checked and written, by name. @type {Readonly<Record<keyof State, Kind>>} */
export const fields = table;

export const fieldNames = Object.freeze(/** @type {(keyof State)[]} */ (Object.keys(table)));

/** The default state, with the default of every field. */
export const defaultState = /** @type {State} */ (columnOf("default"));

/** The allowed words of each field that has a choice of words. */
export const choices =
  /** @type {Readonly<{[F in keyof Table as Table[F] extends {choices: unknown} ? F : never]: readonly string[]}>} */ (
    columnOf("choices")
  );

/**
 * The minimum and maximum of each numeric field (for batch: the number of sentences), and of the number of words of a
 * sentence.
 */
export const limits = Object.freeze({
  .../** @type {{[F in keyof Table as Table[F] extends {range: Range} ? F : never]: Range}} */ (columnOf("range")),
  ...textLimits,
});

/** Fields that only the experiments read. @type {readonly string[]} */
export const labFields = Object.freeze(fieldNames.filter((field) => table[field].group === "experiment"));

/** Fields that change the computed numbers. @type {readonly (keyof State)[]} */
export const numberFields = Object.freeze(fieldNames.filter((field) => table[field].group === "numbers"));

/**
 * Fields that do not change the computed numbers: those of the view and of the experiments. @type {readonly string[]}
 */
export const viewFields = Object.freeze(fieldNames.filter((field) => table[field].group !== "numbers"));

/**
 * Reads one column of the table, by field. Fields without an entry in this column are left out.
 * @param {string} column
 * @returns {Readonly<Record<string, any>>}
 */
function columnOf(column) {
  const rows = Object.entries(/** @type {Record<string, Record<string, unknown>>} */ (table));
  return Object.freeze(
    Object.fromEntries(rows.filter(([, of]) => column in of).map(([field, of]) => [field, of[column]])),
  );
}
