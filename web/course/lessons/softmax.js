import { closest, written } from "../reading.js";
import { lesson } from "../step.js";

/** Four words whose rows are 1, 2, 3 and 4, so that the scores of the first word are those numbers. */
const counted = Object.freeze({
  sentence: "one two three four",
  d_model: 1,
  weights: false,
  causal: false,
  head: 0,
  cell: null,
  edits: { X: [...[0, 0, 1], ...[1, 0, 2], ...[2, 0, 3], ...[3, 0, 4]] },
});

/** The shares of the first word. @param {import("../reading.js").Reading} reading */
const shares = (reading) => reading.row("weights", 0);

/** How many times the share of the first word the last one gets in a row. @param {import("../reading.js").Reading} reading @param {number} row */
const ratioOf = (reading, row) => reading.at("weights", row, 3) / reading.at("weights", row, 0);

/** How undecided a row of shares is, in bits. @param {readonly number[]} row */
const entropy = (row) => row.reduce((bits, share) => bits - (share > 0 ? share * Math.log2(share) : 0), 0);

/** From scores to shares: e to the power of each, divided by the sum. */
export const softmax = lesson({
  id: "softmax",
  sources: ["vaswani2017"],
  steps: [
    {
      id: "share",
      state: { ...counted, stage: "scaled" },
      question: { kind: "number", min: 0, max: 1, step: 0.05, tolerance: 0.1 },
      outcome: (reading) => {
        const [one, two, three, four] = shares(reading).map((share) => written(share, 4));
        return {
          answer: Number(shares(reading)[3]),
          facts: { one: one ?? "", two: two ?? "", three: three ?? "", four: four ?? "" },
        };
      },
      reveal: { stage: "weights", cell: { stage: "weights", index: [0, 0, 3] } },
      slips: ["softmax-645"],
    },
    {
      id: "ratio",
      state: { ...counted, stage: "scaled" },
      facts: (reading) => ({ ratio: written(ratioOf(reading, 0), 0) }),
      question: { kind: "choice", options: ["4", "20", "400"] },
      outcome: (reading) => {
        const ratio = ratioOf(reading, 1);
        return { answer: String(closest([4, 20, 400], ratio)), facts: { ratio: written(ratio, 0) } };
      },
      tables: (reading) => [
        {
          ...{ id: "table", digits: 6, columns: reading.keys },
          rows: [0, 1].map((row) => ({
            name: "row",
            word: reading.queries[row] ?? "",
            values: reading.row("weights", row),
          })),
        },
      ],
      reveal: { stage: "weights", cell: { stage: "weights", index: [0, 1, 3] } },
      slips: ["softmax-proportions"],
    },
    {
      id: "temperature",
      state: { ...counted, stage: "weights" },
      question: { kind: "choice", options: ["evener", "sharper", "same"] },
      outcome: (reading) => {
        const [before, after] = [entropy(shares(reading)), entropy(shares(reading.other({ temperature: 2 })))];
        return {
          answer: after > before ? "evener" : after < before ? "sharper" : "same",
          facts: {
            before: written(before),
            after: written(after),
            largest: written(Math.max(...shares(reading.other({ temperature: 2 })))),
          },
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
        return {
          done: largest < 0.3,
          facts: { largest: written(largest, 3), entropy: written(entropy(shares(reading))) },
        };
      },
    },
  ],
});
