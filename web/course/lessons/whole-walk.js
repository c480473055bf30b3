import { isSame } from "../reading.js";
import { lesson } from "../step.js";

/** @typedef {import("../reading.js").Reading} Reading */

const base = Object.freeze({
  sentence: "The dog chased the cat",
  causal: false,
  heads: 1,
  head: 0,
  d_model: 8,
  cell: null,
});

/** Whether the last word's output changes when a word's row does. @param {Reading} reading @param {number} word */
const feels = (reading, word) => {
  const last = reading.queries.length - 1;
  const changed = reading.other({ edits: { X: [word, 0, 5] } });
  return !isSame(reading.row("output", last), changed.row("output", last));
};

/** All stages once, from the embeddings to the output. */
export const wholeWalk = lesson({
  id: "whole-walk",
  sources: ["vaswani2017"],
  steps: [
    {
      id: "meet",
      state: { ...base, stage: "X" },
      strip: true,
      question: { kind: "choice", options: ["projections", "raw", "context"] },
      outcome: (reading) => {
        // A stage mixes words if one word's numbers go into another word's row.
        const mixes = (/** @type {string} */ stage) =>
          reading.uses(stage, stage === "X" ? [0, 0] : [0, 0, 0]).some(({ row }) => row > 0);
        return { answer: mixes("X") ? "projections" : mixes("Q") || mixes("K") ? "raw" : "context", facts: {} };
      },
      reveal: { stage: "raw" },
    },
    {
      id: "reach",
      state: { ...base, stage: "output" },
      strip: true,
      question: { kind: "choice", options: ["own", "all"] },
      outcome: (reading) => ({
        answer: feels(reading, 0) ? "all" : "own",
        facts: { last: reading.queries.at(-1) ?? "" },
      }),
      reveal: { cell: { stage: "output", index: [4, 0] } },
    },
    {
      id: "now-you",
      state: { ...base, stage: "weights" },
      strip: true,
      controls: ["window"],
      task: (reading) => {
        const words = reading.queries.filter((_, word) => feels(reading, word));
        const named = words.map((word) => `“${word}”`);
        return { done: words.length === 3, facts: { last: reading.queries.at(-1) ?? "", words: named } };
      },
    },
  ],
});
