import { written } from "../reading.js";
import { lesson } from "../step.js";

const base = Object.freeze({
  sentence: "The dog chased the cat",
  causal: false,
  heads: 1,
  head: 0,
  d_k: 3,
  stage: "raw",
  cell: null,
});

/** With twice as many columns in Q and K. */
const wide = Object.freeze({ d_k: 6 });

/** The largest difference between a score and the one with query and key exchanged. @param {import("../reading.js").Reading} reading */
const asymmetry = (reading) => {
  const { queries } = reading;
  const differences = queries.flatMap((_, row) =>
    queries.map((__, column) => Math.abs(reading.at("raw", row, column) - reading.at("raw", column, row))),
  );
  return Math.max(...differences);
};

/** All scores at once: rows, columns, the transpose, and why they are not symmetric. */
export const scores = lesson({
  id: "scores",
  sources: ["vaswani2017"],
  steps: [
    {
      id: "transpose",
      operandsFirst: true,
      state: base,
      question: { kind: "choice", options: ["tokens", "columns", "mixed"] },
      outcome: (reading) => {
        const wider = reading.other(wide);
        const [, rows, columns] = wider.tensor("raw").shape;
        const [, n, d_k] = wider.tensor("Q").shape;
        return {
          answer: rows === n && columns === n ? "tokens" : rows === d_k ? "columns" : "mixed",
          facts: { n: Number(n), d_k: Number(d_k), few: Number(reading.tensor("Q").shape.at(-1)) },
        };
      },
      reveal: wide,
    },
    {
      id: "directions",
      sentence: true,
      state: { ...base, stage: "Q" },
      question: { kind: "choice", options: ["same", "different"] },
      outcome: (reading) => ({
        answer: reading.at("raw", 1, 4) === reading.at("raw", 4, 1) ? "same" : "different",
        facts: { there: written(reading.at("raw", 1, 4)), back: written(reading.at("raw", 4, 1)) },
      }),
      reveal: { stage: "raw", cell: { stage: "raw", index: [0, 4, 1] } },
    },
    {
      id: "now-you",
      state: base,
      controls: ["tied", "projections", "seed"],
      task: (reading) => ({ done: asymmetry(reading) < 1e-4, facts: { difference: written(asymmetry(reading)) } }),
    },
  ],
});
