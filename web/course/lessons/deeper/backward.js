import { largest, percent, sum, written } from "../../reading.js";
import { lesson } from "../../step.js";

// "it" looks at three words. Without weight matrices, a word's row is its key and its value. The query of "it" is (1, 0), so
// a word's score is its first number, and what it passes on is its second.
const base = Object.freeze({
  sentence: "it",
  context: "dog cat ball",
  weights: false,
  causal: false,
  scaling: false,
  heads: 1,
  head: 0,
  d_model: 2,
  edits: Object.freeze({
    X: [...[0, 0, 1], ...[0, 1, 0]],
    C: [...[0, 0, 2, 0, 1, 0.5], ...[1, 0, 1, 1, 1, 3], ...[2, 0, 0, 2, 1, -1]],
  }),
  stage: "weights",
  cell: null,
});
const [dog, cat] = [0, 1];
const saturated = Object.freeze({ temperature: 0.1 });

/** The number that is wanted larger: the second of the context of "it". @param {import("../../reading.js").Reading} reading */
const wanted = (reading) => reading.at("context", 0, 1);

/** How far scores are moved to measure a gradient; the mean of a step up and one down is exact to the step's square. */
const step = 1 / 64;

/**
 * How much the wanted number changes for each unit of the score of a word, measured by moving that score.
 * @param {import("../../reading.js").Reading} reading
 * @param {number} key
 */
const slope = (reading, key) => {
  const { X = [], C = [] } = reading.state.edits;
  const [up, down] = [step, -step].map((by) =>
    wanted(reading.other({ edits: { X, C: [...C, key, 0, reading.at("C", key, 0) + by] } })),
  );
  return (Number(up) - Number(down)) / (2 * step);
};

/** How the gradient of a loss flows back through softmax. */
export const backward = lesson({
  id: "backward",
  deeper: true,
  sources: ["vaswani2017", "dao2022"],
  steps: [
    {
      id: "weights",
      state: base,
      question: { kind: "token", side: "keys" },
      outcome: (reading) => {
        const values = reading.keys.map((_, key) => reading.at("V", key, 1));
        const answer = largest(values);
        return { answer, facts: { word: reading.keys[answer] ?? "", value: written(Number(values[answer]), 0) } };
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
          facts: { slope: written(rate), mean: written(wanted(reading)), value: written(reading.at("V", dog, 1), 1) },
        };
      },
    },
    {
      id: "sum",
      state: base,
      question: { kind: "choice", options: ["zero", "one", "value"] },
      outcome: (reading) => {
        const slopes = reading.keys.map((_, key) => slope(reading, key));
        const [first = 0, second = 0, third = 0] = slopes;
        const total = sum(slopes);
        return {
          answer: Math.abs(total) < 1e-3 ? "zero" : Math.abs(total - 1) < 1e-3 ? "one" : "value",
          facts: { dog: written(first), cat: written(second), ball: written(third) },
        };
      },
    },
    {
      id: "saturated",
      state: { ...base, ...saturated },
      question: { kind: "choice", options: ["more", "hardly"] },
      outcome: (reading) => {
        const [before, now] = [slope(reading.other({ temperature: 1 }), cat), slope(reading, cat)];
        return {
          answer: Math.abs(now) < Math.abs(before) / 10 ? "hardly" : "more",
          facts: {
            before: written(before),
            now: written(now, 4),
            weight: percent(reading.at("weights", 0, dog)),
          },
        };
      },
    },
    {
      id: "watch",
      state: { ...base, lab: "backward", loss: [0, 1], gradient: { stage: "scaled", index: [0, 0, 1] } },
      lab: "backward",
      brief: true,
      facts: (reading) => ({ slope: written(slope(reading, cat)) }),
      slips: ["weights-learned"],
    },
    {
      id: "now-you",
      state: { ...base, ...saturated },
      controls: ["temperature"],
      task: (reading) => {
        const rate = slope(reading, cat);
        return { done: rate > 0.4, facts: { slope: written(rate, 3) } };
      },
    },
  ],
});
