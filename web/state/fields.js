import {
  ACTIVATION_WORDS,
  MLP_WORDS,
  NORM_PLACE_WORDS,
  NORM_WORDS,
  RESIDUAL_WORDS,
  ROPE_SCALING_WORDS,
} from "../engine/c.js";
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
import { goneExperiments, experimentIds } from "./experiments/experiments.js";
import { readFields, writeFields } from "./link-text.js";
import { givenKind } from "./recipes/given.js";

/** @typedef {import("./kinds.js").Range} Range */
/** @typedef {import("./kinds.js").Edits} Edits */
/**
 * @template [T=any]
 * @typedef {import("./kinds.js").Kind<T>} Kind
 */
/**
 * @template {Kind} K
 * @typedef {import("./kinds.js").ValueOf<K>} ValueOf
 */
/**
 * @typedef {"numbers" | "view" | "experiment"} Group what a field changes: the computed numbers, how they are viewed,
 *   or only the experiments
 * @typedef {"main" | "sizes" | "position" | "masks" | "scores" | "layer" | "weights" | "sentences"} Topic where the control of a
 *   field stands: always in sight (main), or among the settings of a topic
 * @typedef {Readonly<{topic?: Topic, comparable?: boolean, was?: string, stops?: readonly number[], on?: number}>} Place
 *   comparable: whether a comparison may change the field by itself; was: an older name, which links, files and attributes
 *   may still have. Of a field that has an effect in every state, stops: the values that its slider offers; on: its value
 *   when it is switched on, where null is off
 */
/**
 * Everything that a reader has chosen, as plain data that can be written as JSON. All fields are always present.
 * @typedef {Readonly<{[F in keyof Table]: F extends "experiment_state" | "compare" ? Readonly<Partial<State>> | null
 *   : ValueOf<Table[F]>}>} State
 */

const seed = integer(0, 2 ** 32 - 1);
const temperature = real(0.01, 100);

/** @type {readonly never[]} */
const none = Object.freeze([]);

/** @type {Edits} */
const noEdits = Object.freeze({});

/**
 * A kind of field: the fields in which another state differs, the second state of a comparison or the state of an
 * experiment. That state has no comparison and no experiment of its own: otherwise a link could hold deeply nested ones.
 * @param {"compare" | "experiment_state"} field named by errors
 * @returns {Kind<Readonly<Record<string, any>>>}
 */
const change = (field) => ({
  check: checkObject,
  write: (value) => writeFields(fields, value),
  read: (value) => {
    const others = Object.entries(fields).filter(([name]) => name !== "compare" && name !== "experiment_state");
    try {
      return readFields(Object.fromEntries(others), value);
    } catch (error) {
      if (!(error instanceof AttentionError)) throw error;
      throw new AttentionError(field, `must be a change, got ${error.message}`);
    }
  },
});

/**
 * @template {Kind} K
 * @template {Group} G
 * @template {Place} P
 * @param {G} group
 * @param {NoInfer<ValueOf<K>>} value the default
 * @param {K} of
 * @param {P} place
 * @returns {Readonly<{default: ValueOf<K>, group: G} & K & P>}
 */
const row = (group, value, of, place) => Object.freeze({ default: value, group, ...place, ...of });

/**
 * A field that changes the computed numbers.
 * @template {Kind} K
 * @template {Place} [P={}]
 * @param {NoInfer<ValueOf<K>>} value the default
 * @param {K} of
 * @param {P} [place]
 */
const numbers = (value, of, place = /** @type {P} */ ({})) => row("numbers", value, of, place);

/**
 * A field that changes how the numbers are viewed.
 * @template {Kind} K
 * @param {NoInfer<ValueOf<K>>} value the default
 * @param {K} of
 */
const view = (value, of) => row("view", value, of, {});

/**
 * A field that only the experiments read.
 * @template {Kind} K
 * @param {NoInfer<ValueOf<K>>} value the default
 * @param {K} of
 * @param {Place} [place]
 */
const experiment = (value, of, place = {}) => row("experiment", value, of, place);

/** A comparison may change the field. */
const comparable = true;

/**
 * Every field of the state: the group it belongs to, its default, its kind (how it is checked and written, with its range
 * or choices) and the place of its control. Links hold the fields in this order, settings show them in it. What depends on
 * the other fields, such as whether a control applies, is in controls.js.
 */
const table = Object.freeze({
  sentence: numbers("Life is short, eat dessert first", text),
  /** A second sentence, from which keys and values are computed (cross-attention); null: self-attention. */
  context: numbers(null, orNull(text, ""), { topic: "sentences" }),
  /** More sentences, padded to one length with the first (self-attention only). */
  batch: numbers(none, texts(2), { topic: "sentences" }),
  /** Index of the sentence that is shown, 0 for the first. */
  sentence_index: numbers(0, index, { was: "item" }),
  /**
   * Where the numbers come from; pronoun, translation, grammar: a trained model, which decides sizes; trained: the reader's;
   * given: tensors of the reader's.
   */
  recipe: numbers(
    "random",
    oneOf(["random", "article", "named", "pronoun", "translation", "grammar", "trained", "given"]),
    {
      topic: "weights",
    },
  ),
  /** The run that trained a model of the reader's: settings of Train, number of steps, checksum of the weights; else null. */
  trained_run: numbers(null, orNull(text), { was: "run" }),
  /** The reader's tensors, with the recipe given; else null. */
  given: numbers(null, orNull(givenKind)),
  /** The layer of a model of two layers whose walk is shown, 1 for the first. Settings hold in both layers. */
  layer: numbers(2, integer(1, 2)),
  seed: numbers(7, seed, { topic: "weights", comparable }),
  d_model: numbers(16, integer(1, 128), { topic: "sizes", comparable }),
  d_k: numbers(4, integer(1, 256), { topic: "main", comparable }),
  /** null: d_k. */
  d_v: numbers(null, orNull(integer(1, 256)), { topic: "sizes", comparable }),
  /** Width of the second sentence's embeddings; null: d_model. */
  d_context: numbers(null, orNull(integer(1, 128)), { topic: "sizes" }),
  heads: numbers(4, integer(1, 16), { topic: "main", comparable }),
  /** null: heads. */
  kv_heads: numbers(null, orNull(integer(1, 16)), { topic: "sizes", comparable }),
  /** false: Q = K = V = X. */
  projections: numbers(true, boolean, { topic: "weights", comparable, was: "weights" }),
  /** Whether bq, bk, bv and bo are added. */
  projection_bias: numbers(false, boolean, { topic: "weights", comparable, was: "bias" }),
  /** Wk = Wq and bk = bq, where their shapes agree. */
  tied: numbers(false, boolean, { topic: "weights", comparable }),
  causal: numbers(true, boolean, { topic: "main", comparable }),
  /** With a second sentence, the corner in which the diagonal of the causal mask ends; null: no causal mask there. */
  align: numbers(null, orNull(oneOf(["bottom_right", "top_left"])), { topic: "masks", comparable }),
  scaling: numbers(true, boolean, { topic: "main", comparable }),
  /** Scores are divided by it, in addition to the scaling. */
  temperature: numbers(1, temperature, {
    topic: "scores",
    comparable,
    stops: [0.1, 0.2, 0.3, 0.5, 0.7, 1, 1.5, 2, 3, 5, 10],
  }),
  /** null: none. */
  window: numbers(null, orNull(integer(0, 512)), { topic: "masks", comparable }),
  sink_tokens: numbers(0, integer(0, 512), { topic: "masks", comparable }),
  /** Number of padding tokens that are added to the keys, at padding_side. */
  padding: numbers(0, integer(0, 511), { topic: "masks", comparable }),
  padding_side: numbers("end", oneOf(["end", "start"]), { topic: "masks", comparable }),
  /** Indices of keys that are marked as padding. */
  ignored_keys: numbers(none, indices, { was: "ignored" }),
  /** Pairs of tokens masked by hand, as query, key, query, key, ... */
  hidden_pairs: numbers(none, pairs, { was: "painted" }),
  mask_mode: numbers("before_softmax", oneOf(["before_softmax", "after_softmax", "after_softmax_renormalised"]), {
    topic: "masks",
    comparable,
  }),
  /** What hidden scores become (mask_how fill) or have added (add); null: minus infinity. */
  mask_value: numbers(null, orNull(real(-1e30, 0)), { topic: "masks", comparable }),
  mask_how: numbers("fill", oneOf(["fill", "add"]), { topic: "masks", comparable }),
  /** null: none. */
  softcap: numbers(null, orNull(real(0.01, 1000)), {
    topic: "scores",
    comparable,
    stops: [0.5, 1, 2, 3, 5, 10, 20, 30, 50],
    on: 2,
  }),
  /** The score of the sink, in every head; null: none. */
  softmax_sink: numbers(null, orNull(real(-100, 100)), {
    topic: "scores",
    comparable,
    stops: [-10, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 10],
    on: 0,
  }),
  /** The probability; 0: none. */
  dropout: numbers(0, real(0, 0.9), {
    topic: "scores",
    comparable,
    stops: [0, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9],
  }),
  dropout_seed: numbers(1, seed, { topic: "scores" }),
  position: numbers("none", oneOf(["none", "sinusoidal", "learned", "rope", "alibi", "shaw", "t5", "distance"]), {
    topic: "main",
    comparable,
  }),
  /** The position of the first token (rope). */
  first_position: numbers(0, integer(0, 100000), { topic: "position", was: "first" }),
  rope_style: numbers("interleaved", oneOf(["interleaved", "half_split"]), { topic: "position", comparable }),
  rope_base: numbers(10000, real(1, 1e9), { topic: "position", comparable }),
  /** Which part of each row rotates: the first 2·⌊d_k · factor / 2⌋ columns, at least 2. */
  partial_rotary_factor: numbers(1, real(0.01, 1), { topic: "position", comparable }),
  /** How angles are stretched for longer texts than those of training. */
  rope_scaling: numbers("none", oneOf(ROPE_SCALING_WORDS), { topic: "position", comparable }),
  rope_factor: numbers(4, real(1, 1000), { topic: "position", comparable }),
  /** The longest text of training, in tokens. */
  rope_original: numbers(16, integer(1, 1000000), { topic: "position", comparable }),
  shaw_clip: numbers(4, integer(0, 64), { topic: "position" }),
  shaw_values: numbers(true, boolean, { topic: "position" }),
  t5_buckets: numbers(32, integer(4, 64), { topic: "position" }),
  t5_max_distance: numbers(128, integer(3, 512), { topic: "position" }),
  distance_form: numbers("linear", oneOf(["linear", "gaussian", "matrix"]), { topic: "position" }),
  distance_lambda: numbers(0.5, real(0, 100), { topic: "position" }),
  distance_sigma: numbers(2, real(0.01, 1000), { topic: "position" }),
  /** The parts of a transformer's layer around attention: norms, residuals and the MLP. */
  norm: numbers("none", oneOf(NORM_WORDS), { topic: "layer", comparable }),
  norm_place: numbers("pre", oneOf(NORM_PLACE_WORDS), { topic: "layer", comparable }),
  /** The norm of each head's queries and keys. */
  qk_norm: numbers("none", oneOf(NORM_WORDS), { topic: "layer", comparable }),
  residual: numbers("none", oneOf(RESIDUAL_WORDS), { topic: "layer", comparable }),
  mlp: numbers("none", oneOf(MLP_WORDS), { topic: "layer", comparable }),
  activation: numbers("gelu", oneOf(ACTIVATION_WORDS), { topic: "layer", comparable }),
  /** The width of the MLP's hidden layer; null: 4 · d_model. */
  d_ff: numbers(null, orNull(integer(1, 512)), { topic: "layer", comparable }),
  /** Of all norms: what is added to the variance, or to the mean of squares. */
  norm_epsilon: numbers(1e-5, real(0, 1), { topic: "layer", comparable }),
  /** Of all norms: they multiply by 1 + weight. */
  norm_offset: numbers(false, boolean, { topic: "layer", comparable }),
  /** The probability that a number is dropped of what attention and the MLP add to the stream; 0: none. */
  residual_dropout: numbers(0, real(0, 0.9), { topic: "layer", comparable }),
  /** The same of the MLP's activated numbers. */
  mlp_dropout: numbers(0, real(0, 0.9), { topic: "layer", comparable }),
  /** A permutation of the tokens: for each position the index of the token that is moved there; null: as typed. */
  token_order: numbers(null, orNull(indices), { was: "order" }),
  /**
   * Numbers set by hand, one after the other: of X (with absolute positions: of E) and C as row, column, value; of Wq, Wk,
   * Wv and Wo as head, row, column, value; of W_gate, W_up and W_down as row, column, value; of bq, bk and bv as head,
   * column, value; of bo, b_gate, b_up, b_down and of norms as column, value.
   */
  edits: numbers(noEdits, edits),
  /** Those of the other layer, in a model of two layers. */
  layer_edits: numbers(noEdits, edits, { was: "other_edits" }),
  stage: view("weights", stage),
  /** From 0. */
  head: view(1, head),
  /** The number that is explained. */
  cell: view(Object.freeze({ stage: "weights", index: Object.freeze([1, 4, 2]) }), orNull(cell)),
  theme: view("auto", oneOf(["auto", "light", "dark"])),
  /** The experiment that is open. */
  experiment: experiment(null, orNull(oneOf(experimentIds, goneExperiments)), { was: "lab" }),
  /** With a KV cache: the number of tokens in the prefill. */
  prefill: experiment(1, integer(1, 512)),
  /** The size of a tile. */
  tile_queries: experiment(2, integer(1, 512)),
  tile_keys: experiment(2, integer(1, 512)),
  /** The number of layers whose memory is counted. */
  cost_layers: experiment(1, integer(1, 1000), { was: "layers" }),
  /** Whether the cache is used. */
  cached: experiment(true, boolean),
  /** The step of the cache that is shown. */
  cache_step: experiment(0, index),
  /** The published model whose costs are counted (null: the state itself), and for how many tokens. */
  cost_model: experiment(null, orNull(oneOf(["gpt2", "llama2", "llama3"])), { was: "model" }),
  cost_tokens: experiment(1024, integer(1, 131072), { was: "model_tokens" }),
  /** The tile that is shown. */
  tile_step: experiment(0, index),
  /**
   * The loss whose gradients are computed. null: the one with which the model was trained; or a row and column of the
   * output, the sum of a row, or, empty, the sum of all.
   */
  loss: experiment(null, orNull(outputIndex)),
  /**
   * In place of the sum of a row: the loss is the cross-entropy with this token (from 0) as the right answer; in a model
   * that points, with the right key.
   */
  loss_token: experiment(null, orNull(index)),
  /** The number whose gradient is explained. */
  gradient: experiment(null, orNull(cell)),
  /** The cells that the reader has followed to the inspected one, oldest first. */
  trail: view(none, cells),
  /** The operands of the two calculators; null: taken from the inspected cell. A score of null is masked. */
  dot_a: experiment(null, orNull(vector), { was: "bench_a" }),
  dot_b: experiment(null, orNull(vector), { was: "bench_b" }),
  softmax_scores: experiment(null, orNull(scores), { was: "bench_scores" }),
  softmax_temperature: experiment(1, temperature, { was: "bench_temperature" }),
  /**
   * How the next word is drawn, in the lesson on it: the names and meaning of `generate`. Temperature 0 takes the first; null: all
   * words.
   */
  sampling_temperature: experiment(1, real(0, 10)),
  sampling_top_k: experiment(null, orNull(integer(1, 1000))),
  sampling_top_p: experiment(1, real(0.01, 1)),
  /** Whether attention weights are drawn as a matrix or as lines. */
  picture: view("matrix", oneOf(["matrix", "lines"])),
  /**
   * The fields in which the state of the open experiment differs from this one: an experiment changes only its own walk,
   * and the reader's stays as it is.
   */
  experiment_state: experiment(null, orNull(change("experiment_state")), { was: "experiment" }),
  /** The fields in which a second state differs from that of the experiment. */
  compare: experiment(null, orNull(change("compare"))),
});

/** @typedef {typeof table} Table */
/** @typedef {{[F in keyof Table]: Table[F] extends {group: "numbers"} ? F : never}[keyof Table]} NumbersField a field that changes numbers */
/** @typedef {{[F in keyof Table]: Table[F] extends {stops: readonly number[]} ? F : never}[keyof Table]} IndependentField a field that has an effect in every state */

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

/** The fields whose controls are always in sight. */
export const primaryFields = Object.freeze(withPlace("topic", "main"));

/** The fields behind "more settings", by topic. */
export const fieldGroups = Object.freeze(
  /** @type {const} */ (["sizes", "position", "masks", "scores", "layer", "weights", "sentences"]).map(
    (topic) => /** @type {const} */ ([topic, Object.freeze(withPlace("topic", topic))]),
  ),
);

/** The fields that can have a control of their own, in an element or on a screen of a class. @type {readonly string[]} */
export const controlFields = Object.freeze([
  "sentence",
  ...primaryFields,
  ...fieldGroups.flatMap(([, fields]) => fields).filter((field) => field !== "batch"),
]);

/** Fields that have an effect in every state, with the stops of their sliders and the values that switch them on. */
export const independentFields = Object.freeze(
  fieldNames.flatMap((field) => {
    const { stops, on } = /** @type {Place} */ (table[field]);
    return stops ? [{ field, stops, on }] : [];
  }),
);

/** Fields that a comparison may change: those whose value is a single choice, switch or number. */
export const comparableFields = Object.freeze(withPlace("comparable", true));

/**
 * @template {keyof Place} P
 * @param {P} column
 * @param {Place[P]} value
 */
function withPlace(column, value) {
  return fieldNames.filter((field) => /** @type {Place} */ (table[field])[column] === value);
}

/** Fields that only the experiments read. @type {readonly string[]} */
export const experimentFields = Object.freeze(fieldNames.filter((field) => table[field].group === "experiment"));

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
