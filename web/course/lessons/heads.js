import { translationFacts } from "../../training/shipped-facts.js";
import { isSame, largest, percent, wordOfLargest, written } from "../reading.js";
import { lesson } from "../step.js";
import { beforeAndAfter } from "../tables.js";

const named = Object.freeze({
  sentence: "The big dog chased the ball",
  recipe: /** @type {const} */ ("named"),
  causal: false,
  cell: null,
});
const [big, dog, ball] = [1, 2, 5];
/** The heads of the hand-built weights. */
const described = 1;

/** The trained translation: what it writes looks at what it reads. */
const translation = Object.freeze({
  recipe: /** @type {const} */ ("translation"),
  sentence: "la voiture rouge",
  context: "the red car",
  stage: "Q",
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
  head: /** @type {const} */ ("all"),
  cell: null,
});

/** The same walk with another number at the end of X's first row. @param {import("../reading.js").Reading} reading */
const withOtherX = (reading) => reading.other({ edits: { X: [0, 15, 5] } });

/** Whether a change of X's last column changes the queries of a head. @param {import("../reading.js").Reading} reading @param {number} head */
const feels = (reading, head) => {
  return !isSame(reading.row("Q", 0, head), withOtherX(reading).row("Q", 0, head));
};

/** A stage's first row after a change of the first number of the first head's Wv. @param {import("../reading.js").Reading} reading @param {string} stage */
const rowAfter = (reading, stage) => reading.other({ edits: { Wv: [0, 0, 0, 11] } }).row(stage, 0);

/** The columns of a first row that are shown: those of the first head, one more, and the last. */
const someColumns = Object.freeze([1, 2, 3, 4, 5, 16]);

/** How many columns of a stage's first row change with that number. @param {import("../reading.js").Reading} reading @param {string} stage */
const changedColumns = (reading, stage) => {
  const after = rowAfter(reading, stage);
  return reading.row(stage, 0).filter((value, column) => value !== after[column]).length;
};

/**
 * The word that the first French word looks at most.
 * @param {import("../reading.js").Reading} reading
 * @param {number} head
 * @param {number} measured in how many per cent of held-out sentences it is this word
 */
function lookedAt(reading, head, measured) {
  const best = wordOfLargest(reading.keys, reading.row("weights", 0, head), percent);
  return { ...best, facts: { ...best.facts, measured: `${measured} %` } };
}

/** Several heads: each asks its own question of the whole input; Wo mixes what they found. */
export const heads = lesson({
  id: "heads",
  sources: ["vaswani2017"],
  steps: [
    {
      id: "two",
      heads: true,
      state: { ...named, head: described, stage: "K" },
      question: { kind: "token", side: "keys" },
      outcome: (reading) => {
        const [acts, describes] = [0, described].map((head) => reading.row("weights", dog, head));
        const best = wordOfLargest(reading.keys, describes ?? [], written);
        return {
          ...best,
          facts: {
            ...best.facts,
            weight: best.facts.value,
            ball: written(reading.at("weights", ball, big, described)),
            other: reading.keys[largest(acts ?? [])] ?? "",
          },
        };
      },
      reveal: { stage: "weights", cell: { stage: "weights", index: [described, dog, big] } },
    },
    {
      id: "gender",
      heads: true,
      sentence: true,
      state: { ...translation, head: nounHead },
      question: { kind: "token", side: "keys" },
      outcome: (reading) => lookedAt(reading, nounHead, translationFacts.heads.article.noun),
      reveal: { stage: "weights", cell: { stage: "weights", index: [nounHead, 0, 2] } },
    },
    {
      id: "article",
      sentence: true,
      state: { ...translation, head: ownHead },
      question: { kind: "token", side: "keys" },
      outcome: (reading) => {
        const best = lookedAt(reading, ownHead, translationFacts.heads.article.own);
        const later = reading.keys[largest(reading.row("weights", 1, ownHead))] ?? "";
        return { ...best, facts: { ...best.facts, later } };
      },
      reveal: { stage: "weights", cell: { stage: "weights", index: [ownHead, 0, 0] } },
      misconceptions: ["head-job"],
    },
    {
      id: "whole",
      heads: true,
      state: { ...random, stage: "Q" },
      question: { kind: "choice", options: ["slice", "all"] },
      outcome: (reading) => {
        const count = [0, 1, 2, 3].filter((head) => feels(reading, head)).length;
        return { answer: count === 4 ? "all" : "slice", facts: { count } };
      },
      tables: (reading) => {
        const changed = withOtherX(reading);
        const rows = [0, 1, 2, 3].map((head) => {
          const [before, after] = [reading, changed].map((each) => each.at("Q", 0, 0, head));
          return { name: "head", word: String(head + 1), values: [Number(before), Number(after)] };
        });
        return [{ id: "table", columns: [reading, changed].map((each) => written(each.at("X", 0, 15))), rows }];
      },
      misconceptions: ["heads-slice"],
    },
    {
      id: "side-by-side",
      heads: true,
      state: { ...random, stage: "context" },
      question: { kind: "number", min: 4, max: 32, step: 4, tolerance: 0 },
      outcome: (reading) => {
        const columns = reading.row("concat", 0).length;
        return { answer: columns, facts: { columns, heads: 4, width: reading.row("context", 0).length } };
      },
      reveal: { stage: "concat", head: 0 },
      misconceptions: ["concat-reshape"],
    },
    {
      id: "mix",
      state: { ...random, head: 0, stage: "output" },
      question: { kind: "choice", options: ["own", "all"] },
      outcome: (reading) => {
        const [before, after] = ["concat", "output"].map((stage) => changedColumns(reading, stage));
        return {
          answer: after === reading.row("output", 0).length ? "all" : "own",
          facts: { before: Number(before), after: Number(after) },
        };
      },
      tables: (reading) =>
        ["concat", "output"].map((stage) => {
          const [before, after] = [reading.row(stage, 0), rowAfter(reading, stage)].map((row) =>
            someColumns.map((column) => Number(row[column - 1])),
          );
          return beforeAndAfter(stage, before ?? [], after ?? [], someColumns.map(String));
        }),
    },
    {
      id: "now-you",
      state: { ...random, head: 0, stage: "concat" },
      controls: ["heads", "d_k"],
      task: (reading) => {
        const columns = reading.row("concat", 0).length;
        return { done: columns === 24, facts: { columns } };
      },
    },
  ],
});
