import { isSame, written } from "../reading.js";
import { lesson } from "../step.js";
import { total } from "../tables.js";

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
      id: "shape",
      state: { ...base, stage: "output" },
      strip: true,
      question: { kind: "choice", options: ["input", "scores", "keys"] },
      outcome: (reading) => {
        const shape = (/** @type {string} */ stage) => reading.tensor(stage).shape.slice(-2).join(" × ");
        const of = { input: shape("X"), scores: shape("raw"), keys: shape("K") };
        const [answer = ""] = Object.entries(of).find(([, each]) => each === shape("output")) ?? [];
        const [x, output] = ["X", "output"].map((stage) => reading.at(stage, 0, 0));
        return {
          answer,
          facts: {
            output: shape("output"),
            scores: of.scores,
            keys: of.keys,
            word: reading.queries[0] ?? "",
            x: written(Number(x)),
            added: written(Number(output)),
            sum: written(Number(x) + Number(output)),
          },
        };
      },
      tables: (reading) => {
        const [input, layer] = [reading.row("X", 0), reading.row("output", 0)];
        const rows = [
          { name: "input", values: input },
          { name: "layer", values: layer },
          { name: "sum", values: input.map((value, column) => value + Number(layer[column])), of: total },
        ];
        return [{ id: "table", rows }];
      },
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
