import { written } from "../../reading.js";
import { lesson } from "../../step.js";

// Eight times the same word: all its scores are the same, so what differs in a row comes from the positions alone.
const same = Object.freeze({
  sentence: "ha ha ha ha ha ha ha ha",
  causal: true,
  heads: 4,
  head: 0,
  d_k: 4,
  position: "alibi",
  stage: "weights",
  cell: null,
});
const last = 7;

/** A bell curve around each word, one place wide. */
const gaussian = Object.freeze({
  position: /** @type {const} */ ("distance"),
  distance_form: /** @type {const} */ ("gaussian"),
  distance_sigma: 1,
});

/** How far away the last word looks on average in a head, in places. @param {import("../../reading.js").Reading} reading @param {number} head */
const reach = (reading, head) =>
  reading.row("weights", last, head).reduce((total, weight, key) => total + weight * (last - key), 0);

/** ALiBi: a penalty that grows with the distance. */
export const alibi = lesson({
  id: "alibi",
  sources: ["press2021", "yang2018", "vaswani2017"],
  steps: [
    {
      id: "penalty",
      state: { ...same, stage: "scaled" },
      question: { kind: "number", min: -3, max: 0, step: 0.25, tolerance: 0 },
      outcome: (reading) => ({
        answer: reading.at("bias", last, last - 4),
        facts: { one: written(reading.at("bias", last, last - 1)), four: written(reading.at("bias", last, last - 4)) },
      }),
      reveal: { stage: "biased", cell: { stage: "biased", index: [0, last, last - 4] } },
    },
    {
      id: "slopes",
      heads: true,
      state: { ...same, stage: "biased", head: "all" },
      question: { kind: "choice", options: ["1", "4", "all"] },
      outcome: (reading) => {
        const [first, fourth] = [reach(reading, 0), reach(reading, 3)];
        return {
          answer: fourth > first ? "4" : first > fourth ? "1" : "all",
          facts: {
            first: written(first, 1),
            fourth: written(fourth, 1),
          },
        };
      },
      reveal: { stage: "weights" },
    },
    {
      id: "gaussian",
      state: { ...same, heads: 1, causal: false, position: "none", stage: "scaled" },
      question: { kind: "choice", options: ["1", "2", "4"] },
      outcome: (reading) => {
        const near = reading.other(gaussian);
        const [two, three] = [2, 3].map((places) => near.at("bias", 3, 3 + places));
        return {
          answer: String(-Number(two)),
          facts: {
            two: written(Number(two), 1),
            three: written(Number(three), 1),
          },
        };
      },
      reveal: { ...gaussian, stage: "biased", cell: { stage: "biased", index: [0, 3, 5] } },
      misconceptions: ["signed-distance"],
    },
    {
      id: "now-you",
      heads: true,
      state: same,
      controls: ["heads"],
      task: (reading) => {
        const weight = reading.at("weights", last, last);
        return {
          done: weight > 0.5,
          facts: { weight: written(weight), slope: written(-reading.at("bias", last, last - 1), 4) },
        };
      },
    },
  ],
});
