import { closest, written } from "../reading.js";
import { lesson } from "../step.js";

/** Four words whose rows are 1, 2, 3 and 4, so that the scores of the first word are those numbers. */
const counted = Object.freeze({
  sentence: "one two three four",
  d_model: 1,
  projections: false,
  causal: false,
  head: 0,
  cell: null,
  edits: { X: [...[0, 0, 1], ...[1, 0, 2], ...[2, 0, 3], ...[3, 0, 4]] },
});

/** The shares of the first word. @param {import("../reading.js").Reading} reading */
const shares = (reading) => reading.row("weights", 0);

/** How many times the share of the first word the last one gets in a row. @param {import("../reading.js").Reading} reading @param {number} row */
const ratioOf = (reading, row) => reading.at("weights", row, 3) / reading.at("weights", row, 0);

/** From scores to shares: e to the power of each, divided by the sum. */
export const softmax = lesson({
  id: "softmax",
  sources: ["vaswani2017"],
  steps: [
    {
      id: "ratio",
      state: { ...counted, stage: "scaled" },
      facts: (reading) => ({ ratio: written(ratioOf(reading, 0), 0) }),
      question: { kind: "choice", options: ["4", "20", "400"] },
      outcome: (reading) => {
        const ratio = ratioOf(reading, 1);
        return {
          answer: String(closest([4, 20, 400], ratio)),
          facts: { ratio: written(ratio, 0), first: written(ratioOf(reading, 0), 0) },
        };
      },
      tables: (reading) => [
        {
          id: "table",
          digits: 6,
          columns: reading.keys,
          rows: [0, 1].map((row) => ({
            name: "row",
            word: reading.queries[row] ?? "",
            values: reading.row("weights", row),
          })),
        },
      ],
      reveal: { stage: "weights", cell: { stage: "weights", index: [0, 1, 3] } },
    },
    {
      id: "temperature",
      state: { ...counted, stage: "weights" },
      question: { kind: "choice", options: ["evener", "sharper", "same"] },
      outcome: (reading) => {
        const [before, after] = [reading, reading.other({ temperature: 2 })].map((each) => Math.max(...shares(each)));
        const grown = Number(after) - Number(before);
        return {
          answer: grown < 0 ? "evener" : grown > 0 ? "sharper" : "same",
          facts: { before: written(Number(before)), after: written(Number(after)) },
        };
      },
      reveal: { temperature: 2 },
    },
    {
      id: "now-you",
      state: { ...counted, stage: "weights" },
      controls: ["temperature"],
      task: (reading) => {
        const largest = Math.max(...shares(reading));
        return { done: largest < 0.3, facts: { largest: written(largest, 3) } };
      },
    },
  ],
});
