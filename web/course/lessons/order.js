import { written } from "../reading.js";
import { lesson } from "../step.js";
import { beforeAndAfter } from "../tables.js";
import { difference, outputTables, rounding, swapped } from "../swap.js";

const base = Object.freeze({
  sentence: "The dog chased the cat",
  causal: false,
  heads: 1,
  head: 0,
  d_k: 8,
  stage: "output",
  cell: null,
});

/** @param {import("../reading.js").Reading} reading */
const swap = (reading) => ({
  answer: difference(reading) > rounding ? "different" : "same",
  facts: { difference: written(difference(reading)) },
});

/**
 * The largest change of a score when all positions move on by some places.
 * @param {import("../reading.js").Reading} reading
 * @param {number} first the position of the first token
 */
const shift = (reading, first) => {
  const moved = reading.other({ first });
  const changes = reading.queries.flatMap((_, row) =>
    reading.row("raw", row).map((score, column) => Math.abs(score - moved.at("raw", row, column))),
  );
  return Math.max(...changes);
};

/** How quickly a column of the positions changes: the mean step from one place to the next. @param {import("../reading.js").Reading} reading @param {number} column */
const speed = (reading, column) => {
  const values = reading.queries.map((_, row) => reading.at("P", row, column));
  return values.slice(1).reduce((total, value, at) => total + Math.abs(value - Number(values[at])), 0);
};

/** Attention without positions does not know the order of words; three ways to tell it. */
export const order = lesson({
  id: "order",
  sources: ["vaswani2017", "shaw2018", "su2021"],
  steps: [
    {
      id: "swap",
      state: base,
      question: { kind: "choice", options: ["same", "different"] },
      outcome: swap,
      tables: outputTables,
      reveal: { order: swapped },
    },
    {
      id: "added",
      look: true,
      state: { ...base, position: "sinusoidal", stage: "P", d_model: 16 },
      question: { kind: "choice", options: ["first", "last", "all"] },
      outcome: (reading) => {
        const [first, last] = [speed(reading, 0), speed(reading, 14)];
        return {
          answer: first > last ? "first" : "last",
          facts: { here: written(reading.at("P", 1, 0)), there: written(reading.at("P", 1, 14), 4) },
        };
      },
      tables: (reading) => {
        const columns = [0, 2, 12, 14];
        return [
          {
            ...{ id: "table", digits: 4, columns: columns.map((column) => String(column + 1)) },
            rows: [0, 1].map((at) => ({
              name: "place",
              word: String(at),
              values: columns.map((column) => reading.at("P", at, column)),
            })),
          },
        ];
      },
    },
    {
      id: "swap-again",
      state: { ...base, position: "sinusoidal" },
      question: { kind: "choice", options: ["same", "different"] },
      outcome: swap,
      tables: outputTables,
      reveal: { order: swapped },
    },
    {
      id: "turn",
      state: { ...base, position: "rope", stage: "Q_rot" },
      controls: ["first"],
      question: { kind: "choice", options: ["same", "different"] },
      outcome: (reading) => {
        const change = shift(reading, 10);
        return {
          answer: change < 1e-4 ? "same" : "different",
          facts: {
            change: written(change, 6),
            query: written(reading.other({ first: 10 }).at("Q_rot", 1, 0)),
            before: written(reading.at("Q_rot", 1, 0)),
          },
        };
      },
      tables: (reading) => [
        beforeAndAfter("table", reading.row("Q_rot", 1), reading.other({ first: 10 }).row("Q_rot", 1)),
      ],
      reveal: { first: 10, stage: "raw" },
    },
    {
      id: "mask",
      state: { ...base, causal: true, stage: "weights" },
      question: { kind: "choice", options: ["same", "different"] },
      outcome: swap,
      tables: outputTables,
      reveal: { order: swapped, stage: "output" },
      slips: ["order-blind"],
    },
    {
      id: "now-you",
      state: base,
      controls: ["position"],
      task: (reading) => ({
        done: difference(reading) > rounding && !reading.state.causal,
        facts: { difference: written(difference(reading)) },
      }),
    },
  ],
});
