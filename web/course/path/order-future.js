import { handAt, hands, later, sideOf } from "../hands.js";
import { lesson } from "../step.js";
import { sum, whole, written } from "../reading.js";
import { difference, rounding, swapped } from "../swap.js";

/** @typedef {import("../reading.js").Reading} Reading */

const chase = Object.freeze({
  sentence: "The dog chased the cat",
  causal: false,
  heads: 1,
  head: 0,
  d_model: 8,
  d_k: 8,
  stage: "weights",
  cell: null,
});
const journey = Object.freeze({
  sentence: "Your journey starts with one step",
  heads: 1,
  head: 0,
  d_k: 16,
  stage: "weights",
  cell: null,
});

/** How many scores are hidden. @param {Reading} reading */
const hidden = (reading) => Array.from(reading.tensor("masked").data).filter((score) => score === -Infinity).length;

/** The order of words must be told; the future must be hidden. */
export const orderFuture = lesson({
  id: "order-future",
  sources: ["vaswani2017", "su2021"],
  steps: [
    {
      id: "swap",
      picture: { kind: "line", row: 2 },
      state: chase,
      question: { kind: "choice", options: ["same", "different"] },
      outcome: (reading) => ({
        answer: difference(reading) > rounding ? "different" : "same",
        facts: { difference: written(difference(reading)) },
      }),
      reveal: { token_order: swapped },
    },
    {
      id: "turn",
      picture: { kind: "clock", hides: true },
      state: { ...hands, stage: "X" },
      question: { kind: "choice", options: ["rightward", "upward", "leftward", "downward"] },
      outcome: (reading) => {
        const [x, y] = handAt(reading, later);
        return { answer: sideOf(reading, later), facts: { angle: whole((Math.atan2(y, x) * 180) / Math.PI) } };
      },
      reveal: { stage: "Q_rot" },
    },
    {
      id: "why",
      picture: { kind: "line", row: 1, hides: true },
      state: { ...journey, causal: false },
      question: { kind: "token", side: "keys" },
      outcome: (reading) => ({
        answer: 2,
        facts: { word: reading.keys[2] ?? "", weight: written(reading.at("weights", 1, 2)) },
        of: (at) => ({ other: reading.keys[Number(at)] ?? "" }),
      }),
    },
    {
      id: "count",
      picture: { kind: "grid" },
      state: { ...journey, causal: false },
      question: { kind: "number", min: 0, max: 36, step: 1, tolerance: 0 },
      outcome: (reading) => {
        const masked = reading.other({ causal: true });
        return { answer: hidden(masked), facts: { hidden: hidden(masked), all: masked.tensor("masked").data.length } };
      },
      reveal: { causal: true },
    },
    {
      id: "first",
      picture: { kind: "grid", hides: true },
      state: { ...journey, causal: true, stage: "masked" },
      question: { kind: "number", min: 0, max: 1, step: 0.05, tolerance: 0.02, percent: true },
      outcome: (reading) => ({
        answer: reading.at("weights", 0, 0),
        facts: { sum: whole(100 * sum(reading.row("weights", 3))) },
      }),
      reveal: { stage: "weights" },
    },
  ],
});
