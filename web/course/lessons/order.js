import { whole, written } from "../reading.js";
import { lesson } from "../step.js";
import { difference, outputTables, rounding, swapOutcome, swapped } from "../swap.js";

const base = Object.freeze({
  sentence: "The dog chased the cat",
  causal: false,
  heads: 1,
  head: 0,
  d_model: 8,
  d_k: 8,
  stage: "output",
  cell: null,
});

// Words whose query and key are the hand of a clock, (1, 0), before RoPE turns it by its place.

/** The same word some times. @param {number} count */
const ofHands = (count) => ({
  sentence: Array(count).fill("ha").join(" "),
  edits: { X: Array.from({ length: count }, (_, row) => [row, 0, 1, row, 1, 0]).flat() },
});

/** How many there are. */
const words = 5;

const hands = Object.freeze({
  ...ofHands(words),
  projections: false,
  causal: false,
  heads: 1,
  head: 0,
  d_model: 2,
  cell: null,
  position: /** @type {const} */ ("rope"),
});

/** A place that the steps on turning speak of. */
const later = 3;

/** The turned query of a word: how far it points to the right, and how far up. @param {import("../reading.js").Reading} reading @param {number} row @returns {[number, number]} */
const handAt = (reading, row) => [reading.at("Q_rot", row, 0), reading.at("Q_rot", row, 1)];

/** How many places the sentence moves on. */
const far = 10;

/**
 * The score of the same two words where the waves of their places are added to their rows, and not turned.
 * @param {import("../reading.js").Reading} reading
 * @param {number} before how many words stand before the sentence
 */
const addedScore = (reading, before) =>
  reading.other({ ...ofHands(words + before), position: "sinusoidal" }).at("raw", before + 1, before + later);

/**
 * The turned queries of some words, each with its place.
 * @param {import("../reading.js").Reading} reading
 * @param {readonly number[]} rows
 * @returns {import("../tables.js").Table}
 */
const handsAt = (reading, rows) => ({
  id: "table",
  hands: true,
  rows: rows.map((row) => ({
    name: "place",
    word: String(reading.state.first_position + row),
    values: handAt(reading, row),
  })),
});

/**
 * The largest change of a score when all positions move on by some places.
 * @param {import("../reading.js").Reading} reading
 * @param {number} first the position of the first token
 */
const shift = (reading, first) => {
  const moved = reading.other({ first_position: first });
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

/** Whether positions are added to the rows of the words. @param {import("../reading.js").Reading} reading */
const isAdded = (reading) => reading.stages.includes("P");

/** Attention without positions does not know the order of words; three ways to tell it. */
export const order = lesson({
  id: "order",
  sources: ["vaswani2017", "shaw2018", "su2021"],
  steps: [
    {
      id: "added",
      look: true,
      state: { ...base, position: "sinusoidal", stage: "P", d_model: 16 },
      question: { kind: "choice", options: ["first", "last", "all"] },
      outcome: (reading) => {
        const [first, last] = [speed(reading, 0), speed(reading, 14)];
        return {
          answer: first > last ? "first" : "last",
          facts: { here: written(reading.at("P", 1, 0)) },
        };
      },
      tables: (reading) => {
        const columns = [0, 2, 12, 14];
        return [
          {
            id: "table",
            digits: 4,
            columns: columns.map((column) => String(column + 1)),
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
      id: "distance",
      state: { ...hands, stage: "Q_rot" },
      controls: ["first_position"],
      facts: (reading) => {
        const score = reading.at("raw", 1, later);
        return { score: written(score), angle: whole((Math.acos(score) * 180) / Math.PI) };
      },
      question: { kind: "choice", options: ["same", "different"] },
      outcome: (reading) => {
        // The reader may have moved the sentence already.
        const [near, moved] = [reading.other({ first_position: 0 }), reading.other({ first_position: far })];
        return {
          answer: shift(reading, far) < 1e-4 ? "same" : "different",
          facts: {
            score: written(moved.at("raw", 1, later)),
            added: written(addedScore(near, 0)),
            far_added: written(addedScore(near, far)),
          },
        };
      },
      tables: (reading) => [handsAt(reading.other({ first_position: far }), [1, later])],
      reveal: { first_position: far, stage: "raw", cell: { stage: "raw", index: [0, 1, later] } },
    },
    {
      id: "mask",
      state: { ...base, causal: true, stage: "weights" },
      question: { kind: "choice", options: ["same", "different"] },
      outcome: swapOutcome,
      tables: outputTables,
      reveal: { token_order: swapped, stage: "output" },
    },
    {
      id: "now-you",
      state: base,
      controls: ["position"],
      task: (reading) => ({
        done: difference(reading) > rounding && !isAdded(reading),
        facts: { difference: written(difference(reading), 4), added: String(isAdded(reading)) },
      }),
    },
  ],
});
