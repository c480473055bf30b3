/**
 * The pronoun: "· the animal cannot cross the road because it is too tired". Which earlier word does "it" mean: the
 * animal, the place, or nothing (it is dark)? The adjective decides. The model points: the weights of its last layer at
 * "it" are the answer. A fifth of the pairs of noun and adjective are held out, among them animal and tired, road and
 * wide, animal and dark.
 */
import { Task, drawUntil, isHeldOutPair } from "./task.js";
import {
  NOTHING,
  animalAdjectives,
  animals,
  auxiliaries,
  conjunctions,
  degrees,
  endings,
  impersonalAdjectives,
  others,
  placeAdjectives,
  places,
  verbs,
  vocabulary,
} from "../words/pronoun.js";

/** @typedef {import("./task.js").Random} Random */
/** @typedef {"animal" | "place" | "nothing"} Referent */

export { vocabulary };

/** The adjectives that say what "it" means. @type {Readonly<Record<Referent, readonly string[]>>} */
const adjectives = Object.freeze({ animal: animalAdjectives, place: placeAdjectives, nothing: impersonalAdjectives });
const referents = /** @type {readonly Referent[]} */ (["animal", "place", "nothing"]);

/** The longest sentence has an adjective before each noun, and an ending. */
const N = 15;

/**
 * A sentence of the task.
 * @param {{animal: string, place: string, adjective: string, auxiliary?: string, verb?: string, before?: readonly
 *   string[], conjunction?: string, degree?: string, ending?: string}} parts before: adjectives before the animal and
 *   the place, "" for none
 * @returns {string[]} its words, the first of which is "·"
 */
export function sentence(parts) {
  const { animal, place, adjective, auxiliary = "cannot", verb = "cross" } = parts;
  const { before: [first = "", second = ""] = [], conjunction = "because", degree = "too", ending = "" } = parts;
  const words = [NOTHING, "the", first, animal, auxiliary, verb, "the", second, place];
  return [...words, conjunction, "it", "is", degree, adjective, ending].filter((word) => word !== "");
}

/**
 * The positions of the words that matter in a sentence.
 * @param {readonly string[]} words
 */
export const positionsOf = (words) => ({
  nothing: words.indexOf(NOTHING),
  animal: words.findIndex((word) => animals.includes(word)),
  place: words.findIndex((word) => places.includes(word)),
  it: words.indexOf("it"),
  adjective: words.findIndex((word) => referents.some((referent) => adjectives[referent].includes(word))),
});

/**
 * What "it" means beside an adjective.
 * @param {string} adjective
 * @returns {Referent}
 */
const referentOf = (adjective) => referents.find((referent) => adjectives[referent].includes(adjective)) ?? "nothing";

/**
 * The tokens of a sentence, and the position that "it" must point to.
 * @param {readonly string[]} words
 * @returns {import("./task.js").Example}
 */
export function exampleOf(words) {
  const positions = positionsOf(words);
  const target = positions[referentOf(/** @type {string} */ (words[positions.adjective]))];
  const targets = words.map((_, at) => (at === positions.it ? target : -1));
  return { tokens: vocabulary.tokens(words), targets };
}

/**
 * Draws the words of a sentence.
 * @param {Random} random
 * @param {boolean} heldOut
 */
export function drawSentence(random, heldOut) {
  const referent = random.pick(referents);
  const pair = drawUntil(
    () => ({
      animal: random.below(animals.length),
      place: random.below(places.length),
      adjective: random.below(adjectives[referent].length),
    }),
    ({ animal, place, adjective }) => isHeldOutPair(referent === "place" ? place : animal, adjective) === heldOut,
  );
  const maybe = (/** @type {readonly string[]} */ words) => (random.below(2) ? random.pick(words) : "");
  return sentence({
    animal: /** @type {string} */ (animals[pair.animal]),
    place: /** @type {string} */ (places[pair.place]),
    adjective: /** @type {string} */ (adjectives[referent][pair.adjective]),
    auxiliary: random.pick(auxiliaries),
    verb: random.pick(verbs),
    before: [maybe(others), maybe(others)],
    conjunction: random.pick(conjunctions),
    degree: random.pick(degrees),
    ending: maybe(endings),
  });
}

export const pronoun = new Task({
  id: "pronoun",
  spec: {
    vocabulary: vocabulary.size,
    n: N,
    d_model: 16,
    position: "learned",
    readout: "pointer",
    layers: [
      { heads: 1, keys: "embeddings" },
      { heads: 1, keys: "embeddings" },
    ],
    optimizer: { name: "adam", lr: 1e-2 },
  },
  batch: 32,
  steps: 1000,
  goal: 0.99,
  label: (token) => vocabulary.word(token),
  draw: (random, heldOut) => exampleOf(drawSentence(random, heldOut)),
  example: exampleOf(sentence({ animal: "animal", place: "road", adjective: "tired" })), // as on the first screen
});
