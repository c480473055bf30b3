import { suggest } from "../engine/checks.js";
import { AttentionError } from "../engine/errors.js";
import { describe } from "./errors.js";
import { fields, numberFields } from "./fields.js";
import { changeState, checkState, defaultState } from "./state.js";
import { firstScreen, trainedModels } from "./recipes/trained-models.js";

/** @typedef {import("./state.js").State} State */
/**
 * - sentence: changes only the sentence; the reader's settings stay
 * - system: sets the whole state; fields that the patch leaves out get their defaults
 * @typedef {Readonly<{id: string, kind: "sentence" | "system", group: Group, patch: Readonly<Partial<State>>}>} Preset
 */

const article = Object.freeze({
  sentence: "Life is short, eat dessert first",
  recipe: /** @type {const} */ ("article"),
  seed: 123,
  d_model: 3,
  d_k: 2,
  d_v: 4,
  heads: 1,
  causal: false,
  head: 0,
});

const named = Object.freeze({ recipe: /** @type {const} */ ("named"), head: 0 });

/**
 * @param {number} head
 * @param {number} query
 * @param {number} key
 */
const weight = (head, query, key) => Object.freeze({ stage: "weights", index: Object.freeze([head, query, key]) });

/** @typedef {"trained" | "kinds" | "masks" | "heads" | "positions" | "scores" | "readable" | "published" | "sentences"} Group */

/** The groups in the order in which the page lists them. */
export const presetGroups = Object.freeze(
  /** @type {Group[]} */ ([
    "trained",
    "kinds",
    "masks",
    "heads",
    "positions",
    "scores",
    "readable",
    "published",
    "sentences",
  ]),
);

/**
 * @param {string} id
 * @param {string} sentence
 * @returns {Preset}
 */
const sentencePreset = (id, sentence) =>
  Object.freeze({
    id,
    kind: "sentence",
    group: "sentences",
    patch: Object.freeze({ sentence, context: null, batch: Object.freeze([]), sentence_index: 0, recipe: "random" }),
  });

/**
 * @param {Group} group
 * @param {Record<string, Partial<State>>} patches by id
 * @returns {Preset[]}
 */
const systemPresets = (group, patches) =>
  Object.entries(patches).map(([id, patch]) =>
    Object.freeze({ id, kind: "system", group, patch: Object.freeze(patch) }),
  );

const chase = "The dog chased the cat";
const animal = trainedModels.pronoun.example;
/** For random weights: words whose places can be read off, and between which nobody expects a meaning. */
const counted = "one two three four five six seven eight nine ten eleven";
/** The position of "it" in its tokens, of which "·" is the first. */
const it = 8;
const rearranged = Object.freeze({ sentence: chase, token_order: [0, 4, 2, 3, 1], causal: false });
const plain = Object.freeze({ projections: false, causal: false, head: 0 });

/** The presets. Their names are messages of the locale: `preset-<id>` for a preset, `examples-<group>` for a group. */
export const presets = Object.freeze([
  ...systemPresets("trained", {
    "animal-tired": { ...firstScreen, sentence: animal },
    "animal-wide": { ...firstScreen, sentence: animal.replace("tired", "wide"), cell: weight(0, it, 6) },
    "animal-dark": { ...firstScreen, sentence: animal.replace("tired", "dark"), cell: weight(0, it, 0) },
    "pronoun-layer-1": { ...firstScreen, layer: 1, cell: weight(0, it, 11) },
    translation: { recipe: "translation", cell: weight(1, 0, 0) },
    grammar: { recipe: "grammar", cell: weight(0, 5, 2) },
    "grammar-output": { recipe: "grammar", stage: "output", cell: { stage: "output", index: [5, 0] } },
  }),
  ...systemPresets("kinds", {
    "no-weights": { ...plain, sentence: "The cat sat on the mat" },
    "dot-product": {
      ...plain,
      sentence: "chased dog",
      d_model: 3,
      stage: "raw",
      cell: { stage: "raw", index: [0, 0, 1] },
      edits: { X: [...[0, 0, 0.7, 0, 1, -0.5, 0, 2, 0.6], ...[1, 0, 0.8, 1, 1, 0.6, 1, 2, 0.7]] },
    },
    causal: { sentence: "Your journey starts with one step", heads: 1, d_k: 16, head: 0 },
    encoder: { sentence: counted, causal: false },
    cross: { sentence: "I love Science", context: "Lunch was very delicious today", d_context: 24, causal: false },
    "cross-self": { sentence: chase, context: chase, causal: false },
    "decoder-step": {
      sentence: "eight",
      context: "one two three four five six seven eight",
      align: "bottom_right",
      cell: weight(1, 0, 1),
    },
    today: {
      sentence: counted,
      heads: 8,
      kv_heads: 2,
      d_k: 8,
      d_model: 64,
      position: "rope",
      rope_style: "half_split",
      window: 6,
      softcap: 5,
      cell: weight(1, 7, 5),
    },
  }),
  ...systemPresets("masks", {
    "mask-five": {
      sentence: "Lunch was very delicious today",
      heads: 1,
      d_k: 16,
      head: 0,
      stage: "masked",
      cell: { stage: "masked", index: [0, 1, 3] },
    },
    leak: { sentence: "Your journey starts with one step", mask_mode: "after_softmax" },
    renormalised: { sentence: "Your journey starts with one step", mask_mode: "after_softmax_renormalised" },
    "mask-1e4": { sentence: "Your journey starts with one step", mask_value: -1e4 },
    "mask-1e4-empty": {
      sentence: "I love Science",
      padding: 2,
      padding_side: "start",
      mask_value: -1e4,
      mask_how: "add",
      cell: weight(1, 0, 0),
    },
    batch: {
      sentence: "I love Science",
      batch: ["The quick brown fox", "Lunch was very delicious today"],
      causal: false,
    },
    padding: { sentence: "I love Science", padding: 2, causal: false },
    "padding-causal": { sentence: "I love Science", padding: 2, padding_side: "start", cell: weight(1, 0, 0) },
    window: { sentence: counted, window: 3, cell: weight(1, 7, 6) },
    "window-sinks": { sentence: counted, window: 3, sink_tokens: 1, cell: weight(1, 7, 0) },
  }),
  ...systemPresets("heads", {
    "multi-head": { heads: 8, d_k: 2, head: "all" },
    gqa: { heads: 8, kv_heads: 2, d_k: 2, head: "all" },
    mqa: { heads: 8, kv_heads: 1, d_k: 2, head: "all" },
    tied: { sentence: chase, tied: true, causal: false, stage: "raw", cell: { stage: "raw", index: [1, 2, 1] } },
  }),
  ...systemPresets("positions", {
    "order-blind": rearranged,
    positions: { ...rearranged, position: "sinusoidal" },
    learned: { ...rearranged, position: "learned" },
    shaw: { ...rearranged, position: "shaw", shaw_clip: 2 },
    t5: { ...rearranged, position: "t5", t5_buckets: 8, t5_max_distance: 16 },
    alibi: { sentence: counted, position: "alibi", head: "all", stage: "biased", cell: null },
    rope: { sentence: chase, position: "rope", d_k: 8, stage: "Q_rot", cell: { stage: "Q_rot", index: [1, 3, 0] } },
    "rope-half": {
      sentence: chase,
      position: "rope",
      rope_style: "half_split",
      d_k: 8,
      stage: "Q_rot",
      cell: { stage: "Q_rot", index: [1, 3, 0] },
    },
    "distance-linear": { sentence: counted, causal: false, position: "distance", cell: weight(1, 7, 6) },
    "distance-gaussian": {
      sentence: counted,
      causal: false,
      position: "distance",
      distance_form: "gaussian",
      cell: weight(1, 7, 6),
    },
    "distance-matrix": { sentence: chase, causal: false, position: "distance", distance_form: "matrix" },
  }),
  ...systemPresets("scores", {
    "softmax-1234": {
      ...plain,
      sentence: "one two three four",
      d_model: 1,
      cell: weight(0, 0, 3),
      edits: { X: [...[0, 0, 1, 1, 0, 2], ...[2, 0, 3, 3, 0, 4]] },
    },
    unscaled: { d_k: 256, scaling: false, causal: false, cell: weight(1, 1, 5) },
    temperature: { temperature: 0.2, causal: false, cell: weight(1, 1, 5) },
    softcap: { d_k: 64, scaling: false, causal: false, softcap: 5, stage: "capped", cell: null },
    "softmax-sink": { softmax_sink: 0, causal: false },
    dropout: { dropout: 0.2, stage: "dropped", cell: null },
  }),
  ...systemPresets("readable", {
    named: { ...named, sentence: chase, cell: weight(0, 2, 1) },
    "named-adjective": { ...named, sentence: "The big dog ran", head: 1, cell: weight(1, 2, 1) },
    "named-unmasked": { ...named, sentence: chase, causal: false, cell: weight(0, 2, 1) },
  }),
  ...systemPresets("published", {
    "article-self": { ...article, cell: weight(0, 1, 1) },
    "article-multi-head": { ...article, d_v: 1, heads: 4, head: "all" },
    "article-cross": { ...article, context: "1 2 3 4 5 6 7 8" },
    "article-causal": { ...article, causal: true },
    "article-causal-after": { ...article, causal: true, mask_mode: "after_softmax_renormalised" },
  }),
  sentencePreset("life", "Life is short, eat dessert first"),
  sentencePreset("cat-mat", "The cat sat on the mat"),
  sentencePreset("lunch", "Lunch was very delicious today"),
  sentencePreset("dog-ball", "The dog chased the ball"),
  sentencePreset("dog-cat", chase),
  sentencePreset("big-dog", "The big dog ran"),
  sentencePreset("fox", "The quick brown fox"),
  sentencePreset("bank", "The bank of the river"),
  sentencePreset("science", "I love Science"),
  sentencePreset("journey", "Your journey starts with one step"),
]);

/**
 * Whether a state still has what a preset sets: a sentence with its words, or all settings of a system. What is shown of
 * them (the stage, the inspected number, an experiment) may be another.
 * @param {State} state
 * @param {string} id
 */
export function showsPreset(state, id) {
  const preset = presets.find((candidate) => candidate.id === id);
  if (!preset) return false;
  const { kind, patch } = preset;
  const set = kind === "sentence" ? { ...patch, token_order: null } : { ...defaultState, ...patch };
  return numberFields.every((field) => {
    const { write } = fields[field];
    return !(field in set) || write(state[field]) === write(/** @type {Partial<State>} */ (set)[field]);
  });
}

/** @param {unknown} id @returns {string} a suggestion for a misspelt id; "" where none is close, or it is not a text */
function hint(id) {
  const ids = presets.map((preset) => preset.id);
  return typeof id === "string" ? suggest(id, ids) : "";
}

/**
 * Returns the state after choosing a preset. A sentence changes no other setting; a system changes everything except
 * the theme.
 * @param {State} state
 * @param {string} id
 * @returns {State}
 */
export function applyPreset(state, id) {
  checkState(state);
  const preset = presets.find((candidate) => candidate.id === id);
  if (!preset)
    throw new AttentionError("preset", `must be one of those in docs/element.html, got ${describe(id)}${hint(id)}`);
  if (preset.kind === "sentence") return changeState(state, preset.patch);
  return changeState({ ...defaultState, theme: state.theme }, preset.patch);
}
