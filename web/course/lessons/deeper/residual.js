import { written } from "../../reading.js";
import { lesson } from "../../step.js";
import { leastCosine, throughLayers } from "../../through-layers.js";

/** @typedef {import("../../reading.js").Reading} Reading */

/** Attention with random weights, whose output replaces the rows that it reads. */
const replacing = Object.freeze({
  sentence: "The dog chased the cat",
  causal: false,
  heads: 2,
  head: 0,
  d_model: 8,
  d_k: 4,
  seed: 1,
  residual: /** @type {const} */ ("none"),
  stage: "output",
  cell: null,
});
const adding = Object.freeze({ ...replacing, residual: /** @type {const} */ ("sequential"), stage: "residual_1" });
const dog = 1;
const layers = 3;

/** The rows through all layers, as the picture draws them. */
const stack = Object.freeze({
  kind: /** @type {const} */ ("stack"),
  measure: /** @type {const} */ ("cosine"),
  points: (/** @type {Reading} */ reading) => throughLayers(reading, layers).map((rows) => rows.flat()),
});

/** The first number of "dog", before the first layer and after each. @param {Reading} reading */
const firstNumbers = (reading) => throughLayers(reading, layers).map((rows) => Number(rows[dog]?.[0]));

/** How much that number grows there with its first number in X, which grows by 1. @param {Reading} reading */
function growth(reading) {
  const before = firstNumbers(reading);
  const after = firstNumbers(reading.other({ edits: { X: [dog, 0, reading.at("X", dog, 0) + 1] } }));
  return after.map((value, layer) => value - Number(before[layer]));
}

/** The residual stream: layers add, and nothing is overwritten. */
export const residual = lesson({
  id: "residual",
  sources: ["he2015", "elhage2021", "dong2021"],
  steps: [
    {
      id: "alike",
      picture: { ...stack, hides: true },
      state: replacing,
      question: { kind: "choice", options: ["apart", "as-before", "alike"] },
      outcome: (reading) => {
        const [before = NaN, , , after = NaN] = throughLayers(reading, layers).map(leastCosine);
        const answer = after > 0.98 ? "alike" : after < before ? "apart" : "as-before";
        return { answer, facts: { least: written(after) } };
      },
    },
    {
      id: "kept",
      picture: stack,
      state: adding,
      question: { kind: "choice", options: ["hardly", "one", "three"] },
      outcome: (reading) => {
        const kept = Number(growth(reading)[layers]);
        const lost = Number(growth(reading.other(replacing))[layers]);
        const answer = Math.abs(kept) < 0.5 ? "hardly" : Math.abs(kept - 1) < 0.5 ? "one" : "three";
        return { answer, facts: { kept: written(kept), lost: written(lost) } };
      },
      tables: (reading) => [
        {
          id: "table",
          columns: ["X", "1", "2", "3"],
          rows: [
            { name: "added-to", values: growth(reading) },
            { name: "replaced", values: growth(reading.other(replacing)) },
          ],
        },
      ],
      explore: "adding",
    },
    {
      id: "now-you",
      state: { ...adding, cell: { stage: "residual_1", index: [dog, 0] } },
      edit: { input: "Wo", index: [0, 0, 0], min: -5, max: 5, step: 0.05 },
      task: (reading) => {
        const [before, added, after] = ["X", "output", "residual_1"].map((stage) => reading.at(stage, dog, 0));
        return {
          done: Math.abs(Number(after)) < 0.05,
          facts: { before: written(Number(before)), added: written(Number(added)), after: written(Number(after)) },
        };
      },
    },
  ],
});
