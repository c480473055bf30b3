import { handAt, hands, later } from "../hands.js";
import { copying, hidden } from "../journey.js";
import { percent, sum, whole, written } from "../reading.js";
import { lesson } from "../step.js";
import { difference, swapOutcome, swapped } from "../swap.js";

const chase = Object.freeze({
  sentence: "the dog chased the cat", // both "the" are one word: alike without positions
  causal: false,
  heads: 1,
  head: 0,
  d_model: 8,
  d_k: 8,
  stage: "weights",
  cell: null,
});
/** The row that is asked for the next word. */
const asking = 1;

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
      outcome: swapOutcome,
      reveal: { token_order: swapped },
    },
    {
      id: "turn",
      picture: { kind: "clock", hides: true },
      state: { ...hands, stage: "X" },
      question: { kind: "choice", options: ["near", "far"] },
      outcome: (reading) => {
        const [x, y] = handAt(reading, later);
        const turned = reading.other({ ...chase, projections: true, edits: {}, position: "rope" });
        return {
          answer: reading.at("raw", 0, 1) > reading.at("raw", 0, later) ? "near" : "far",
          facts: { angle: whole((Math.atan2(y, x) * 180) / Math.PI), difference: written(difference(turned)) },
        };
      },
      reveal: { stage: "Q_rot" },
    },
    {
      id: "why",
      picture: { kind: "line", row: asking, hides: true },
      state: { ...copying, stage: "weights", causal: false },
      question: { kind: "token", side: "keys" },
      outcome: (reading) => ({
        answer: asking + 1,
        facts: { word: reading.keys[asking + 1] ?? "", value: percent(reading.at("weights", asking, asking + 1)) },
        of: (at) => ({ other: reading.keys[Number(at)] ?? "" }),
      }),
    },
    {
      id: "count",
      picture: { kind: "grid", stage: "scores" },
      state: { ...copying, stage: "scaled", causal: false },
      question: { kind: "number", min: 0, max: 36, step: 1, tolerance: 0 },
      outcome: (reading) => {
        const masked = reading.other({ causal: true });
        return { answer: hidden(masked), facts: { hidden: hidden(masked), all: masked.tensor("masked").data.length } };
      },
      reveal: { causal: true, stage: "masked" },
    },
    {
      id: "first",
      picture: { kind: "grid", hides: true },
      state: { ...copying, stage: "masked", causal: true },
      question: { kind: "number", min: 0, max: 1, step: 0.05, tolerance: 0.02, percent: true },
      outcome: (reading) => ({
        answer: reading.at("weights", 0, 0),
        facts: { sum: whole(100 * sum(reading.row("weights", 3))) },
      }),
      reveal: { stage: "weights" },
    },
  ],
});
