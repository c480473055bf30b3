/** The sentence of the trained pronoun model, from which the course starts and to which it returns. */
import { rowOfIt } from "../state/recipes/trained-models.js";
import { percent, unknownText, wordOfLargest } from "./reading.js";

/** @typedef {import("./reading.js").Reading} Reading */

const sentence = "The animal cannot cross the road because it is too tired";

/** The trained model of the pronoun: two layers; the attention weights of the second are its answer. */
export const trained = Object.freeze({
  recipe: /** @type {const} */ ("pronoun"),
  sentence,
  stage: "weights",
  head: 0,
  cell: null,
});

/** The sentence with another last word. @param {string} word */
export const withWord = (word) => ({ sentence: sentence.replace("tired", word) });

/** What "it" looks at most. @param {Reading} reading */
export const found = (reading) =>
  wordOfLargest(reading.keys, reading.row("weights", rowOfIt(reading.queries)), percent);

/**
 * A task: a sentence of the reader's own, of words that the model knows, in which "it" looks most at a given word.
 * @param {string} wanted
 * @returns {NonNullable<import("./step.js").Step["task"]>}
 */
export const itMustFind = (wanted) => (reading) => {
  const open = (/** @type {string} */ why, words = "") => ({ done: false, facts: { why, words, word: "", value: "" } });
  if (rowOfIt(reading.queries) < 0) return open("no-it");
  // What the model makes of a word that it does not know is chance: an embedding of zeros.
  const unknown = unknownText(reading);
  if (unknown !== "") return open("unknown", unknown);
  const { facts } = found(reading);
  return { done: facts.word === wanted, facts: { why: "other", words: "", ...facts } };
};
