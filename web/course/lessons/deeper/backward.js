import { sum, whole, wordOfSmallest, written } from "../../reading.js";
import { lesson } from "../../step.js";
import { product } from "../../tables.js";

// "it" looks at three words. Without weight matrices, a word's row is its key and its value. The query of "it" is (1, 0), so
// a word's score is its first number, and what it passes on is its second.
const base = Object.freeze({
  sentence: "it",
  context: "dog cat ball",
  projections: false,
  causal: false,
  scaling: false,
  heads: 1,
  head: 0,
  d_model: 2,
  edits: Object.freeze({
    X: [...[0, 0, 1], ...[0, 1, 0]],
    C: [...[0, 0, 2, 0, 1, -0.5], ...[1, 0, 1, 1, 1, -3], ...[2, 0, 0, 2, 1, 1]],
  }),
  stage: "weights",
  cell: null,
});
const [dog, cat] = [0, 1];
const saturated = Object.freeze({ temperature: 0.1 });

/** The loss, which should become smaller: the second number of the context of "it". @param {import("../../reading.js").Reading} reading */
const lossOf = (reading) => reading.at("context", 0, 1);

/** How far scores are moved to measure a gradient; the mean of a step up and one down is exact to the step's square. */
const step = 1 / 64;

/**
 * How much the loss changes for each unit of the score of a word, measured by moving that score.
 * @param {import("../../reading.js").Reading} reading
 * @param {number} key
 */
const slope = (reading, key) => {
  const { X = [], C = [] } = reading.state.edits;
  const [up, down] = [step, -step].map((by) =>
    lossOf(reading.other({ edits: { X, C: [...C, key, 0, reading.at("C", key, 0) + by] } })),
  );
  return (Number(up) - Number(down)) / (2 * step);
};

// The same with weight matrices that leave every row as it is: 1 on the diagonal, 0 elsewhere.
const identity = Object.freeze([...[0, 0, 0, 1], ...[0, 0, 1, 0], ...[0, 1, 0, 0], ...[0, 1, 1, 1]]);
const matrices = Object.freeze({
  ...base,
  projections: true,
  d_k: 2,
  d_v: 2,
  edits: { ...base.edits, Wq: identity, Wk: identity, Wv: identity, Wo: identity },
});

/** The gradient of the score of a word: attention weight · (value − mean). @param {import("../../reading.js").Reading} reading @param {number} key */
const ofScore = (reading, key) => reading.at("weights", 0, key) * (reading.at("V", key, 1) - lossOf(reading));

/** The gradient of the second number of the query: the scores' gradients, each times the second number of its key. @param {import("../../reading.js").Reading} reading */
const ofQuery = (reading) => sum(reading.keys.map((_, key) => ofScore(reading, key) * reading.at("K", key, 1)));

/** How much the loss changes for each unit of a number of Wq, measured by moving it. @param {import("../../reading.js").Reading} reading @param {number} row @param {number} column */
const slopeOfWq = (reading, row, column) => {
  const [up, down] = [step, -step].map((by) => {
    const Wq = [...(reading.state.edits.Wq ?? []), 0, row, column, reading.at("Wq", row, column) + by];
    return lossOf(reading.other({ edits: { ...reading.state.edits, Wq } }));
  });
  return (Number(up) - Number(down)) / (2 * step);
};

/** How the gradient of a loss flows back through softmax. */
export const backward = lesson({
  id: "backward",
  sources: ["vaswani2017", "dao2022"],
  steps: [
    {
      id: "weights",
      state: base,
      facts: (reading) => ({
        values: reading.keys.map((word, key) => `“${word}” ${written(reading.at("V", key, 1), 1)}`).join(", "),
      }),
      question: { kind: "token", side: "keys" },
      outcome: (reading) => {
        const values = reading.keys.map((_, key) => reading.at("V", key, 1));
        return wordOfSmallest(reading.keys, values, (value) => written(value, Number.isInteger(value) ? 0 : 1));
      },
      reveal: { stage: "context", cell: { stage: "context", index: [0, 0, 1] } },
    },
    {
      id: "below",
      state: { ...base, stage: "context", cell: { stage: "context", index: [0, 0, 1] } },
      question: { kind: "choice", options: ["grows", "shrinks"] },
      outcome: (reading) => {
        const rate = slope(reading, dog);
        return {
          answer: rate > 0 ? "grows" : "shrinks",
          facts: { slope: written(rate), mean: written(lossOf(reading)), value: written(reading.at("V", dog, 1), 1) },
        };
      },
    },
    {
      id: "watch",
      state: { ...base, experiment: "backward", loss: [0, 1], gradient: { stage: "scaled", index: [0, 0, 1] } },
      experiment: "backward",
      brief: true,
      facts: (reading) => ({ slope: written(slope(reading, cat)) }),
    },
    {
      id: "matrix",
      sentence: true,
      state: { ...matrices, experiment: "backward", loss: [0, 1], gradient: { stage: "Wq", index: [0, 1] } },
      experiment: "backward",
      brief: true,
      facts: (reading) => ({ query: written(ofQuery(reading)) }),
      tablesAtStart: (reading) => {
        const [scores, second] = [
          reading.keys.map((_, key) => ofScore(reading, key)),
          reading.keys.map((_, key) => reading.at("K", key, 1)),
        ];
        return [
          {
            id: "given",
            digits: 4,
            columns: reading.keys,
            rows: [
              { name: "score-gradient", values: scores },
              { name: "key2", values: second },
              { name: "products", values: scores.map((each, key) => each * Number(second[key])), of: product },
            ],
          },
        ];
      },
      question: { kind: "choice", options: ["row", "column", "all"] },
      outcome: (reading) => {
        const moves = (/** @type {number} */ row, /** @type {number} */ column) =>
          Math.abs(slopeOfWq(reading, row, column)) > 1e-3;
        const [x1, x2] = reading.row("X", 0);
        const query = ofQuery(reading);
        return {
          answer: moves(1, 0) || moves(1, 1) ? (moves(0, 0) ? "all" : "column") : "row",
          facts: {
            x1: whole(Number(x1)),
            x2: whole(Number(x2)),
            query: written(query),
            gradient: written(slopeOfWq(reading, 0, 1)),
          },
        };
      },
    },
    {
      id: "now-you",
      state: { ...base, ...saturated },
      controls: ["temperature"],
      task: (reading) => {
        const rate = slope(reading, cat);
        return { done: rate < -0.4, facts: { slope: written(rate, 3) } };
      },
    },
  ],
});
