import { AttentionError } from "../engine/errors.js";
import { quote } from "./describe.js";
import { changeState, defaultState } from "./state.js";

/** @typedef {import("./state.js").State} State */
/**
 * - sentence: other words in the reader's own setting
 * - system: a whole setting; what the patch leaves out is the default state's
 * @typedef {Readonly<{id: string, kind: "sentence" | "system", patch: Readonly<Partial<State>>}>} Preset
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

/**
 * @param {string} id
 * @param {string} sentence
 * @returns {Preset}
 */
const sentencePreset = (id, sentence) =>
  Object.freeze({ id, kind: "sentence", patch: Object.freeze({ sentence, context: null, recipe: "random" }) });

/**
 * @param {string} id
 * @param {Partial<State>} patch
 * @returns {Preset}
 */
const systemPreset = (id, patch) => Object.freeze({ id, kind: "system", patch: Object.freeze(patch) });

/** The names of presets are messages of the locale: `preset-<id>`. */
export const presets = Object.freeze([
  sentencePreset("life", "Life is short, eat dessert first"),
  sentencePreset("animal-tired", "The animal cannot cross the road because it is too tired"),
  sentencePreset("animal-wide", "The animal cannot cross the road because it is too wide"),
  sentencePreset("animal-dark", "The animal cannot cross the road because it is too dark"),
  sentencePreset("cat-mat", "The cat sat on the mat"),
  sentencePreset("lunch", "Lunch was very delicious today"),
  sentencePreset("dog-ball", "The dog chased the ball"),
  sentencePreset("dog-cat", "The dog chased the cat"),
  sentencePreset("big-dog", "The big dog ran"),
  sentencePreset("fox", "The quick brown fox"),
  sentencePreset("bank", "The bank of the river"),
  sentencePreset("science", "I love Science"),
  sentencePreset("journey", "Your journey starts with one step"),

  systemPreset("no-weights", { sentence: "The cat sat on the mat", weights: false, causal: false, head: 0 }),
  systemPreset("encoder", {
    sentence: "The animal cannot cross the road because it is too tired",
    causal: false,
  }),
  systemPreset("causal", { sentence: "Your journey starts with one step", heads: 1, d_k: 16, head: 0 }),
  systemPreset("multi-head", { heads: 8, d_k: 2, head: "all" }),
  systemPreset("cross", { sentence: "I love Science", context: "Lunch was very delicious today", causal: false }),
  systemPreset("padding", { sentence: "I love Science", padding: 2, causal: false }),
  systemPreset("padding-causal", { sentence: "I love Science", padding: 2, padding_side: "start" }),
  systemPreset("unscaled", { d_k: 64, scaling: false, causal: false, cell: weight(1, 1, 5) }),
  systemPreset("order-blind", { sentence: "The dog chased the cat", order: [0, 4, 2, 3, 1], causal: false }),
  systemPreset("positions", {
    sentence: "The dog chased the cat",
    order: [0, 4, 2, 3, 1],
    position: "sinusoidal",
    causal: false,
  }),
  systemPreset("article-self", { ...article, cell: { stage: "weights", index: [0, 1, 1] } }),
  systemPreset("article-multi-head", { ...article, d_v: 1, heads: 4, head: "all" }),
  systemPreset("article-cross", { ...article, context: "1 2 3 4 5 6 7 8" }),
  systemPreset("article-causal", { ...article, causal: true }),
  systemPreset("named", { ...named, sentence: "The dog chased the cat", cell: weight(0, 2, 1) }),
  systemPreset("named-adjective", { ...named, sentence: "The big dog ran", head: 1, cell: weight(1, 2, 1) }),
  systemPreset("named-unmasked", {
    ...named,
    sentence: "The dog chased the cat",
    causal: false,
    cell: weight(0, 2, 1),
  }),
]);

/**
 * The state after choosing a preset. What the reader looks at stays where the setting does.
 * @param {State} state
 * @param {string} id
 * @returns {State}
 */
export function applyPreset(state, id) {
  const preset = presets.find((candidate) => candidate.id === id);
  if (!preset)
    throw new AttentionError("preset", `must be one of ${presets.map((p) => p.id).join(", ")}, got ${quote(id)}`);
  if (preset.kind === "sentence") return changeState(state, preset.patch);
  return changeState({ ...defaultState, theme: state.theme }, preset.patch);
}
