import { written } from "../reading.js";
import { lesson } from "../step.js";

const named = Object.freeze({
  sentence: "The dog chased the ball",
  recipe: /** @type {const} */ ("named"),
  causal: false,
  head: 0,
  cell: null,
});

/** The row of the word "chased", -1 if the sentence does not have it. @param {import("../reading.js").Reading} reading */
const verb = (reading) => reading.queries.findIndex((word) => word.toLowerCase() === "chased");

/** The mean of a column of the values. @param {import("../reading.js").Reading} reading @param {number} column */
const mean = (reading, column) =>
  reading.keys.reduce((total, _, row) => total + reading.at("V", row, column), 0) / reading.keys.length;

/** Softmax that gives nearly everything to the largest score. */
const sharp = Object.freeze({ temperature: 0.1 });

/** What is passed on: the values, mixed by the attention weights. */
export const values = lesson({
  id: "values",
  sources: ["vaswani2017"],
  steps: [
    {
      id: "even",
      state: { ...named, stage: "weights", cell: { stage: "weights", index: [0, 0, 0] } },
      question: { kind: "choice", options: ["own", "mean", "sum"] },
      outcome: (reading) => {
        const got = reading.at("context", 0, 2);
        const isMean = Math.abs(got - mean(reading, 2)) < 1e-5;
        return {
          answer: isMean ? "mean" : Math.abs(got - reading.at("V", 0, 2)) < 1e-5 ? "own" : "sum",
          facts: { weight: written(reading.at("weights", 0, 0)), context: written(got), count: reading.keys.length },
        };
      },
      reveal: { stage: "context", cell: { stage: "context", index: [0, 0, 2] } },
      misconceptions: ["weight-importance"],
    },
    {
      id: "lookup",
      state: { ...named, stage: "weights", cell: { stage: "weights", index: [0, 2, 1] } },
      facts: (reading) => ({ before: written(reading.at("context", 2, 0)) }),
      question: { kind: "choice", options: ["less", "same", "all"] },
      outcome: (reading) => {
        const [before, after] = [1, sharp.temperature].map((temperature) =>
          reading.other({ temperature }).at("context", 2, 0),
        );
        return {
          answer: Number(after) < Number(before) ? "less" : Number(after) > 0.995 ? "all" : "same",
          facts: { context: written(Number(after)) },
        };
      },
      reveal: { ...sharp, stage: "context", cell: { stage: "context", index: [0, 2, 0] } },
    },
    {
      id: "now-you",
      state: { ...named, stage: "context" },
      controls: ["sentence"],
      task: (reading) => {
        const row = verb(reading);
        const got = row < 0 ? 0 : reading.at("context", row, 0);
        return { done: got > 0.9, facts: { context: written(got), found: row < 0 ? 0 : 1 } };
      },
    },
  ],
});
