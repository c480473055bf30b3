import { chaseOf } from "../hand-built.js";
import { copying, hidden } from "../journey.js";
import { percent, sum, whole } from "../reading.js";
import { lesson } from "../step.js";
import { difference, outcomeOf, rounding } from "../swap.js";

/** @typedef {import("../reading.js").Reading} Reading */

/** Who chases whom, and the two exchanged. */
const chase = Object.freeze({ ...chaseOf(["the", "dog", "chased", "the", "cat"]), stage: "weights" });
const exchanged = Object.freeze(chaseOf(["the", "cat", "chased", "the", "dog"]));
const chased = 2;

/** What "chased" gives to a word. @param {Reading} reading @param {string} word */
const given = (reading, word) => reading.at("weights", chased, reading.keys.indexOf(word));

/** The row that is asked for the next word. */
const asking = 1;

/** The order of words must be told; the future must be hidden. */
export const orderFuture = lesson({
  id: "order-future",
  picture: "first",
  sources: ["vaswani2017", "su2021"],
  steps: [
    {
      id: "swap",
      picture: { kind: "line", row: chased },
      state: chase,
      facts: (reading) => ({ share: percent(given(reading, "dog")) }),
      question: { kind: "choice", options: ["same", "different"] },
      outcome: (reading) => ({ ...outcomeOf(difference(reading, exchanged)), facts: {} }),
      reveal: exchanged,
    },
    {
      id: "turn",
      picture: { kind: "clock", row: chased },
      state: { ...chase, position: "rope" },
      question: { kind: "choice", options: ["dog", "alike", "cat"] },
      outcome: (reading) => {
        const after = reading.other(exchanged);
        const [dog, cat] = [given(after, "dog"), given(after, "cat")];
        return {
          answer: Math.abs(dog - cat) < rounding ? "alike" : dog > cat ? "dog" : "cat",
          facts: { share: percent(cat) },
        };
      },
      reveal: exchanged,
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
