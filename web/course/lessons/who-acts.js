import { largest, whole, wordOfLargest, written } from "../reading.js";
import { lesson } from "../step.js";

/** The words of "The dog chased the ball" by their place. */
const at = Object.freeze({ dog: 1, chased: 2 });

const named = Object.freeze({
  sentence: "The dog chased the ball",
  recipe: /** @type {const} */ ("named"),
  causal: false,
  head: 0,
  cell: null,
});

/** The products of a query and a key, column by column, as a sum. @param {import("../reading.js").Reading} reading @param {number} query @param {number} key */
function arithmetic(reading, query, key) {
  const [q, k] = [reading.row("Q", query), reading.row("K", key)];
  return q.map((value, column) => `${written(value, 0)}·${written(Number(k[column]), 0)}`).join(" + ");
}

/**
 * The highest score of a query, and the arithmetic of it and of the last word's score.
 * @param {import("../reading.js").Reading} reading
 * @param {number} query
 */
function highest(reading, query) {
  const scores = reading.row("raw", query);
  const best = wordOfLargest(reading.keys, scores, whole);
  const last = scores.length - 1;
  return {
    ...best,
    facts: {
      ...best.facts,
      score: best.facts.value,
      sum: arithmetic(reading, query, best.answer),
      last: reading.keys[last] ?? "",
      last_score: written(Number(scores[last]), 0),
      last_sum: arithmetic(reading, query, last),
    },
  };
}

/** X with its digits: on a phone the figure has no room for them beside Wq or Wk. @param {import("../reading.js").Reading} reading @returns {import("../tables.js").Table[]} */
const rowsOfX = (reading) => [
  {
    id: "given",
    digits: 0,
    columns: reading.columns("X"),
    named: true,
    phone: true,
    rows: reading.queries.map((word, row) => ({ name: "row", word, values: reading.row("X", row) })),
  },
];

/** Query and key with columns that were written by hand, so that each has a meaning; then the same with random weights. */
export const whoActs = lesson({
  id: "who-acts",
  sources: ["vaswani2017"],
  steps: [
    {
      id: "query",
      operandsFirst: true,
      state: { ...named, stage: "Q" },
      tablesAtStart: rowsOfX,
      question: { kind: "choice", options: ["actor", "deed"] },
      outcome: (reading) => {
        const query = reading.row("Q", at.chased);
        const answer = largest(query);
        return {
          answer: answer === 0 ? "actor" : "deed",
          facts: { value: whole(Number(query[answer])) },
        };
      },
      reveal: { cell: { stage: "Q", index: [0, at.chased, 0] } },
    },
    {
      id: "score",
      state: { ...named, stage: "K" },
      question: { kind: "token", side: "keys" },
      outcome: (reading) => highest(reading, at.chased),
      reveal: { stage: "raw", cell: { stage: "raw", index: [0, at.chased, at.dog] } },
    },
    {
      id: "now-you",
      state: { ...named, stage: "weights" },
      controls: ["sentence"],
      task: (reading) => {
        const verb = reading.queries.findIndex((word) => word.toLowerCase() === "chased");
        const weights = verb < 0 ? [] : reading.row("weights", verb);
        const max = Math.max(0, ...weights);
        const found = weights.flatMap((weight, key) => (weight === max ? [key] : []));
        // Where no word offers an actor, all scores are 0, and so the shares are equal.
        const offers = found.some((key) => reading.at("raw", verb, key) > 0);
        const facts = { count: found.length, weight: written(max), offers: String(offers) };
        return { done: found.length === 2 && offers, facts };
      },
    },
  ],
});
