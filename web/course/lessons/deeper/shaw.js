import { written } from "../../reading.js";
import { lesson } from "../../step.js";
import { difference, rounding } from "../../swap.js";

const base = Object.freeze({
  sentence: "The dog chased the cat",
  causal: false,
  heads: 1,
  head: 0,
  d_k: 8,
  position: "shaw",
  shaw_clip: 2,
  stage: "raw",
  cell: null,
});
const [dog, chased] = [1, 2];

/** The part of a score that comes from the distance: the query's dot product with the vector of the distance. @param {import("../../reading.js").Reading} reading @param {number} query @param {number} key */
const part = (reading, query, key) => reading.at("raw_relative", query, key);

/**
 * Whether two pairs of words have the same part.
 * @param {import("../../reading.js").Reading} reading
 * @param {readonly [query: number, key: number]} one
 * @param {readonly [query: number, key: number]} other
 */
const compare = (reading, one, other) => {
  const [first, second] = [one, other].map(([query, key]) => part(reading, query, key));
  return {
    answer: first === second ? "same" : "different",
    facts: { one: written(Number(first)), other: written(Number(second)) },
  };
};

/** Shaw's relative positions: a learned vector for each distance, added to the key. */
export const shaw = lesson({
  id: "shaw",
  sources: ["shaw2018", "su2021"],
  steps: [
    {
      id: "vectors",
      sentence: true,
      state: base,
      question: { kind: "number", min: 1, max: 11, step: 1, tolerance: 0 },
      outcome: (reading) => {
        const [count = 0, width = 0] = reading.tensor("relK").shape;
        return { answer: count, facts: { count, width } };
      },
      reveal: { cell: { stage: "raw", index: [0, chased, dog] } },
    },
    {
      id: "query",
      state: { ...base, cell: { stage: "raw", index: [0, dog, 0] } },
      question: { kind: "choice", options: ["same", "different"] },
      outcome: (reading) => compare(reading, [dog, 0], [chased, dog]),
      reveal: { cell: { stage: "raw", index: [0, chased, dog] } },
      misconceptions: ["relative-adds"],
    },
    {
      id: "now-you",
      state: { ...base, stage: "output" },
      controls: ["shaw_clip"],
      task: (reading) => ({
        done: difference(reading) <= rounding,
        facts: { difference: written(difference(reading), 3) },
      }),
    },
  ],
});
