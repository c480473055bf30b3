/**
 * Translation by cross-attention: "the red car is small" to "la voiture rouge est petite". The model is given the French
 * words so far and predicts the next; what it reads of the English sentence is its one layer. Most adjectives follow the
 * French noun, so the map crosses; articles and adjectives agree with the noun, so two things must be read at a time. A
 * fifth of the pairs of noun and adjective are held out, among them car and red.
 */
import { Task, drawUntil, isHeldOutPair } from "./task.js";
import { Vocabulary } from "../vocabulary.js";
import {
  adjectivesAfter,
  adjectivesBefore,
  copulas,
  determiners,
  feminineNouns,
  masculineNouns,
} from "../words/translation.js";

/** @typedef {import("./task.js").Random} Random */
/** @typedef {{english: string, forms: readonly string[]}} Entry */

/** The first French word, from which the model predicts the second. */
export const START = "<start>";
export const END = "<end>";

const nouns = [
  ...feminineNouns.map((noun) => ({ ...noun, feminine: true })),
  ...masculineNouns.map((noun) => ({ ...noun, feminine: false })),
];
const adjectives = [
  ...adjectivesAfter.map((adjective) => ({ ...adjective, before: false })),
  ...adjectivesBefore.map((adjective) => ({ ...adjective, before: true })),
];
const all = [...determiners, ...nouns, ...adjectives, ...copulas];

export const english = new Vocabulary(["an", ...all.map((entry) => entry.english)]);
export const french = new Vocabulary([...new Set([START, END, ...all.flatMap(({ forms }) => forms)])]);

/**
 * What a sentence says: indices into the lists; -1 for no adjective beside the noun, and for a noun phrase without a
 * copula.
 * @typedef {{determiner: number, adjective: number, noun: number, copula: number, predicate: number}} Meaning
 */

/**
 * The English and the French words of a sentence.
 * @param {Meaning} meaning
 */
export function sentences(meaning) {
  const noun = at(nouns, meaning.noun);
  const determiner = at(determiners, meaning.determiner);
  const adjective = meaning.adjective < 0 ? undefined : at(adjectives, meaning.adjective);
  const form = (/** @type {Entry} */ { forms }) =>
    /** @type {string} */ (forms.length > 1 && noun.feminine ? forms[1] : forms[0]);
  const beside = adjective ? [form(adjective)] : [];
  const words = [...(adjective ? [adjective.english] : []), noun.english];
  const article = determiner.english === "a" && /^[aeiou]/.test(words.join()) ? "an" : determiner.english;
  const before = adjective?.before === true;
  const phrase = [form(determiner), ...(before ? beside : []), form(noun), ...(before ? [] : beside)];
  if (meaning.copula < 0) return { english: [article, ...words], french: phrase };
  const copula = at(copulas, meaning.copula);
  const predicate = at(adjectives, meaning.predicate);
  return {
    english: [article, ...words, copula.english, predicate.english],
    french: [...phrase, form(copula), form(predicate)],
  };
}

/**
 * @template T
 * @param {readonly T[]} list
 * @param {number} index
 */
const at = (list, index) => /** @type {T} */ (list[index]);

/** Whether the sentence has a pair of noun and adjective that training never shows. @param {Meaning} meaning */
const isHeldOut = ({ noun, adjective, copula, predicate }) =>
  (adjective >= 0 && isHeldOutPair(noun, adjective)) || (copula >= 0 && isHeldOutPair(noun, predicate));

/** @param {Random} random @returns {Meaning} */
function drawMeaning(random) {
  const copula = random.below(2) ? random.below(copulas.length) : -1;
  return {
    determiner: random.below(determiners.length),
    adjective: random.below(3) ? random.below(adjectives.length) : -1,
    noun: random.below(nouns.length),
    copula,
    predicate: copula < 0 ? -1 : random.below(adjectives.length),
  };
}

/**
 * @param {Random} random
 * @param {boolean} heldOut
 */
export const drawPair = (random, heldOut) =>
  sentences(
    drawUntil(
      () => drawMeaning(random),
      (meaning) => isHeldOut(meaning) === heldOut,
    ),
  );

/**
 * @param {{english: readonly string[], french: readonly string[]}} pair
 * @returns {import("./task.js").Example}
 */
export const exampleOf = (pair) => ({
  source: english.tokens(pair.english),
  tokens: french.tokens([START, ...pair.french]),
  targets: french.tokens([...pair.french, END]),
});

export const translation = new Task({
  id: "translation",
  spec: {
    vocabulary: french.size,
    n: 6,
    d_model: 16,
    position: "learned",
    layers: [{ heads: 2, d_k: 16, keys: "source" }],
    source: { vocabulary: english.size, n: 5 },
    optimizer: { name: "adam", lr: 1e-2 },
  },
  batch: 32,
  steps: 1000,
  goal: 0.99,
  label: (token) => french.word(token),
  sourceLabel: (token) => english.word(token),
  draw: (random, heldOut) => exampleOf(drawPair(random, heldOut)),
});
