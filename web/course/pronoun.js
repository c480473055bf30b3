/** The sentence of the trained pronoun model, from which the course starts and to which it returns. */
import { rowOfIt } from "../state/recipes/trained-models.js";
import { percent, wordOfLargest } from "./reading.js";

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
 * A task: a sentence of the reader's own in which "it" looks most at a given word.
 * @param {string} wanted
 * @returns {NonNullable<import("./step.js").Step["task"]>}
 */
export const itMustFind = (wanted) => (reading) => {
  if (rowOfIt(reading.queries) < 0) return { done: false, facts: { count: 0, word: "", value: "" } };
  const { facts } = found(reading);
  return { done: facts.word === wanted, facts: { count: 1, ...facts } };
};
