import { translationFacts } from "../../training/shipped-facts.js";
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
/** Its heads: one looks most at the noun, the other at the word to translate. */
const [nounHead, ownHead] = [0, 1];

const random = Object.freeze({
  sentence: "The big dog chased the ball",
  causal: false,
  heads: 4,
  d_model: 16,
  d_k: 4,
  head: 0,
  cell: null,
});

/** Which columns of a stage's first row change with the first number of the first head's Wv. @param {Reading} reading @param {string} stage */
const changes = (reading, stage) => {
  const after = reading.other({ edits: { Wv: [0, 0, 0, 11] } }).row(stage, 0);
  return reading.row(stage, 0).map((value, column) => value !== after[column]);
};

/** The word that the first French word looks at most. @param {Reading} reading @param {number} head */
const lookedAt = (reading, head) => wordOfLargest(reading.keys, reading.row("weights", 0, head), percent);

/** Several heads fetch several things for one word; concat and Wo bring them together. */
export const severalHeads = lesson({
  id: "several-heads",
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
      id: "side-by-side",
      heads: true,
      picture: { kind: "heads", hides: true },
      state: { ...random, head: "all", stage: "context" },
      question: { kind: "number", min: 4, max: 32, step: 4, tolerance: 0 },
      outcome: (reading) => {
        const columns = reading.row("concat", 0).length;
        return { answer: columns, facts: { columns, heads: 4, width: reading.row("context", 0).length } };
      },
    },
    {
      id: "mix",
      heads: true,
      picture: {
        kind: "heads",
        stage: "output",
        hides: true,
        points: (reading) => ["concat", "output"].map((stage) => changes(reading, stage).map(Number)),
      },
      state: { ...random, stage: "output" },
      question: { kind: "choice", options: ["own", "all"] },
      outcome: (reading) => {
        const [before, after] = ["concat", "output"].map((stage) => changes(reading, stage).filter(Boolean).length);
        return {
          answer: after === reading.row("output", 0).length ? "all" : "own",
          facts: { before: Number(before), after: Number(after) },
        };
      },
    },
  ],
});
