import { translationFacts } from "../../training/shipped-facts.js";
import { withHeadsOff } from "../heads-off.js";
import { largest, percent, wordOfLargest } from "../reading.js";
import { lesson } from "../step.js";

/** @typedef {import("../reading.js").Reading} Reading */

/** The trained translation: what it writes looks at what it reads. */
const translation = Object.freeze({
  recipe: /** @type {const} */ ("translation"),
  sentence: "la voiture rouge",
  context: "the red car",
  stage: "weights",
  cell: null,
});
/** With which a French noun phrase begins. */
const articles = ["le", "la", "un", "une"];
/** Its heads: one looks most at the noun, the other at the word to translate. */
const [nounHead, ownHead] = [0, 1];

/** The same model and a masculine noun. */
const book = Object.freeze({ ...translation, sentence: "le livre rouge", context: "the red book" });

/** The change that switches a head off. @param {number} head */
const without = (head) => ({
  edits: withHeadsOff({ layer: 1, edits: {}, layer_edits: {}, d_model: 16, d_k: 16, d_v: null }, [{ layer: 1, head }])
    .edits,
});

/** What may be written first. @param {Reading} reading */
const firstWords = (reading) => reading.candidates(0);

/** What may be written first, as bars. */
const picture = Object.freeze({
  kind: /** @type {const} */ ("sampling"),
  numbers: (/** @type {Reading} */ reading) => ({ candidates: firstWords(reading) }),
});

/** The word that the first French word looks at most. @param {Reading} reading @param {number} head */
const lookedAt = (reading, head) => wordOfLargest(reading.keys, reading.row("weights", 0, head), percent);

/** Several heads fetch several things for one word; concat and Wo bring them together. */
export const severalHeads = lesson({
  id: "several-heads",
  picture: "gender",
  sources: ["vaswani2017", "bahdanau2014"],
  steps: [
    {
      id: "gender",
      heads: true,
      picture: { kind: "line", row: 0, hides: true },
      state: { ...translation, head: nounHead },
      question: { kind: "token", side: "keys" },
      outcome: (reading) => {
        const best = lookedAt(reading, nounHead);
        // In how many of the sentences that it never saw an article’s head looks most at the noun.
        return { ...best, facts: { ...best.facts, measured: `${translationFacts.heads.article.noun} %` } };
      },
      reveal: { cell: { stage: "weights", index: [nounHead, 0, 2] } },
    },
    {
      id: "article",
      heads: true,
      picture: { kind: "line", row: 0, hides: true },
      state: { ...translation, head: ownHead },
      question: { kind: "token", side: "keys" },
      outcome: (reading) => {
        const best = lookedAt(reading, ownHead);
        const noun = reading.keys[largest(reading.row("weights", 0, nounHead))] ?? "";
        return { ...best, facts: { ...best.facts, noun } };
      },
      reveal: { cell: { stage: "weights", index: [ownHead, 0, 0] } },
      misconceptions: ["head-job"],
    },
    {
      id: "off",
      heads: true,
      picture,
      state: book,
      question: { kind: "choice", options: ["le", "la", "livre"] },
      outcome: (reading) => {
        const [first] = firstWords(reading.other(without(nounHead)));
        return {
          answer: String(first?.word),
          facts: { word: String(first?.word), share: percent(Number(first?.probability)) },
        };
      },
      reveal: without(nounHead),
    },
    {
      id: "mix",
      heads: true,
      picture,
      state: book,
      question: { kind: "choice", options: ["gender", "article"] },
      outcome: (reading) => {
        const words = firstWords(reading.other(without(ownHead))).slice(0, 3);
        const named = words.map(({ word, probability }) => `“${word}” (${percent(probability)})`);
        return {
          answer: words.some(({ word }) => articles.includes(word)) ? "gender" : "article",
          facts: { words: named.join(", ") },
        };
      },
      reveal: without(ownHead),
    },
  ],
});
