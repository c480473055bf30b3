import { allAsk, byHand, computedQueries, doubledWq, places } from "../hand-built.js";
import { isSame, largest, wordOfLargest, wordOfSmallest, written } from "../reading.js";
import { lesson } from "../step.js";

/** @typedef {import("../reading.js").Reading} Reading */

/** A score of "it" as a number with one digit after the point. @param {number} score */
const one = (score) => written(score, 1);

/** The row of "it" where all words ask. */
const itsRow = 4;

/** The scores of "it". @param {Reading} reading */
const scoresOf = (reading) => reading.row("raw", 0);

/** In which column a key fits what "it" asks for, with both numbers. @param {Reading} reading @param {number} at */
function howFits(reading, at) {
  const [thing = 0, tired = 0] = reading.row("K", at);
  return { fits: thing > 0 ? "thing" : tired > 0 ? "tired" : "none", thing: one(thing), tired: one(tired) };
}

/** A query that asks, and keys that are found: dot products. */
export const queryKey = lesson({
  id: "query-key",
  picture: "below",
  sources: ["vaswani2017"],
  steps: [
    {
      id: "ask",
      picture: { kind: "arrows", hides: true, best: true },
      state: { ...byHand, stage: "K" },
      question: { kind: "token", side: "keys" },
      outcome: (reading) => {
        const { of, ...best } = wordOfLargest(reading.keys, scoresOf(reading), one);
        const fits = reading.keys.map((_, at) => howFits(reading, at));
        return {
          answer: best.answer,
          facts: { ...best.facts, ...fits[best.answer] },
          of: (at) => ({ ...of(at), ...fits[Number(at)] }),
        };
      },
      reveal: { stage: "raw" },
    },
    {
      id: "dot",
      picture: { kind: "arrows", hides: true },
      state: { ...byHand, stage: "K" },
      facts: (reading) => ({ animal: one(Number(scoresOf(reading)[places.animal])) }),
      question: { kind: "number", min: -4, max: 4, step: 0.5, tolerance: 0 },
      outcome: (reading) => ({
        answer: Number(scoresOf(reading)[places.road]),
        facts: { score: one(Number(scoresOf(reading)[places.road])) },
      }),
      reveal: { stage: "raw" },
    },
    {
      id: "below",
      look: true,
      picture: { kind: "arrows", drops: true },
      state: { ...byHand, stage: "raw" },
      question: { kind: "token", side: "keys" },
      outcome: (reading) => wordOfSmallest(reading.keys, scoresOf(reading), one),
      misconceptions: ["dot-similarity"],
    },
    {
      id: "table",
      look: true,
      picture: { kind: "grid", stage: "raw" },
      state: { ...allAsk, stage: "raw" },
      question: { kind: "cell", stage: "raw" },
      outcome: (reading) => {
        const { queries, keys } = reading;
        const [row, column] = [queries.indexOf("cross"), keys.indexOf("animal")];
        const scores = queries.map((_, query) => reading.row("raw", query));
        const at = (/** @type {number} */ query, /** @type {number} */ key) => one(Number(scores[query]?.[key]));
        return {
          answer: [0, row, column].join(),
          facts: { score: at(row, column), count: reading.tensor("raw").data.length },
          of: (cell) => {
            const [, query = 0, key = 0] = String(cell).split(",").map(Number);
            return { looks: queries[query] ?? "", seen: keys[key] ?? "", chosen: at(query, key) };
          },
        };
      },
    },
    {
      id: "matrices",
      picture: { kind: "product", row: itsRow },
      state: { ...computedQueries, stage: "Q" },
      question: { kind: "choice", options: ["one", "all"] },
      outcome: (reading) => {
        const after = reading.other(doubledWq);
        const isChanged = reading.queries.map((_, row) => !isSame(reading.row("Q", row), after.row("Q", row)));
        return { answer: isChanged.every(Boolean) ? "all" : "one", facts: {} };
      },
      reveal: doubledWq,
    },
    {
      id: "now-you",
      picture: { kind: "arrows", turns: true, drops: true, best: true },
      state: { ...byHand, stage: "raw" },
      task: (reading) => {
        const now = scoresOf(reading);
        // The highest of the others: a word that scores as high as "road" is not below it.
        const other = largest(now.map((score, at) => (at === places.road ? -Infinity : score)));
        const lead = Number(now[other]) - Number(now[places.road]);
        return {
          done: lead < -1e-5,
          facts: { word: reading.keys[other] ?? "", lead: one(lead), tie: String(lead < 1e-5) },
        };
      },
    },
  ],
});
