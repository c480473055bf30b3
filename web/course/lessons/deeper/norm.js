import { rowsOf } from "../../hand-built.js";
import { closest, percent, sum, written } from "../../reading.js";
import { lesson } from "../../step.js";
import { beforeAndAfter } from "../../tables.js";
import { lengthOf, meanLength, throughLayers } from "../../through-layers.js";

/** @typedef {import("../../reading.js").Reading} Reading */
/** @typedef {import("../../../state/state.js").State} State */

const dog = 1;
/** Rows by hand, for random weight matrices. @type {readonly (readonly number[])[]} */
const rows = Object.freeze([
  [1, 0, 0, 1],
  [2, 1, 0, -1],
  [0, -1, 2, 1],
  [1, 0, 0, 1],
  [1, 2, 0, -1],
]);
/** The same, with some of their numbers changed. @param {(value: number, row: number) => number} change */
const changed = (change) => ({ X: rowsOf(rows.map((row, at) => row.map((value) => change(value, at)))) });

const given = Object.freeze({
  sentence: "The dog chased the cat",
  causal: false,
  heads: 1,
  head: 0,
  d_model: 4,
  d_k: 4,
  seed: 2,
  edits: changed((value) => value),
  cell: null,
});
const twice = Object.freeze({ edits: changed((value) => 2 * value) });
const raised = Object.freeze({ edits: changed((value, row) => (row === dog ? value + 5 : value)) });

/** What a norm makes of "dog", before and after 5 is added to each of its numbers. @param {Reading} reading @param {State["norm"]} norm */
const normed = (reading, norm) =>
  /** @type {[number[], number[]]} */ (
    [{}, raised].map((change) => reading.other({ norm, ...change }).row("norm_1", dog))
  );

/** The largest difference between two rows. @param {readonly [readonly number[], readonly number[]]} of */
const apart = ([a, b]) => Math.max(...a.map((value, at) => Math.abs(value - Number(b[at]))));

/** A whole layer with random weights. */
const whole = Object.freeze({
  sentence: "The dog chased the cat",
  causal: false,
  heads: 2,
  head: 0,
  d_model: 8,
  d_k: 4,
  seed: 2,
  norm: /** @type {const} */ ("layernorm"),
  residual: /** @type {const} */ ("sequential"),
  mlp: /** @type {const} */ ("plain"),
  stage: "residual_2",
  cell: null,
});
const layers = 4;
const stack = Object.freeze({
  kind: /** @type {const} */ ("stack"),
  measure: /** @type {const} */ ("length"),
  points: (/** @type {Reading} */ reading) => throughLayers(reading, layers).map((all) => all.flat()),
});

/** The mean length of rows before the first layer, and after the last. @param {Reading} reading */
function firstAndLast(reading) {
  const lengths = throughLayers(reading, layers).map(meanLength);
  return /** @type {[number, number]} */ ([lengths[0], lengths[layers]]);
}

/** Why rows are normed, by what, and where. */
export const norm = lesson({
  id: "norm",
  sources: ["ba2016", "zhang2019", "xiong2020", "vaswani2017"],
  steps: [
    {
      id: "long",
      picture: { kind: "bars", row: dog },
      state: { ...given, stage: "weights" },
      question: { kind: "choice", options: ["1", "2", "4"] },
      outcome: (reading) => {
        const longer = reading.other(twice);
        const ratio = longer.at("scaled", dog, 0) / reading.at("scaled", dog, 0);
        const [before, after] = [reading, longer].map((each) => Math.max(...each.row("weights", dog)));
        return {
          answer: String(closest([1, 2, 4], ratio)),
          facts: { before: percent(Number(before)), after: percent(Number(after)) },
        };
      },
      reveal: twice,
      explore: "norming",
    },
    {
      id: "constant",
      state: { ...given, projections: false, stage: "X" },
      question: { kind: "choice", options: ["layernorm", "rmsnorm", "both"] },
      outcome: (reading) => {
        const [layernorm, rmsnorm] = [apart(normed(reading, "layernorm")), apart(normed(reading, "rmsnorm"))];
        const [first, second] = [layernorm, rmsnorm].map((difference) => difference > 0.01);
        return {
          answer: first && second ? "both" : second ? "rmsnorm" : "layernorm",
          facts: { difference: written(rmsnorm) },
        };
      },
      tables: (reading) =>
        /** @type {const} */ (["layernorm", "rmsnorm"]).map((kind) =>
          beforeAndAfter(`by-${kind}`, ...normed(reading, kind)),
        ),
      reveal: raised,
    },
    {
      id: "place",
      picture: { ...stack, hides: true },
      state: whole,
      question: { kind: "choice", options: ["as-before", "longer", "one"] },
      outcome: (reading) => {
        const [first, last] = firstAndLast(reading);
        const [, post] = firstAndLast(reading.other({ norm_place: "post" }));
        const facts = { first: written(first), last: written(last), post: written(post) };
        return { answer: last > 1.5 * first ? "longer" : "as-before", facts };
      },
      explore: "placing",
    },
    {
      id: "now-you",
      picture: stack,
      state: { ...whole, norm: "rmsnorm" },
      controls: ["norm", "norm_place"],
      task: (reading) => {
        const last = throughLayers(reading, layers)[layers] ?? [];
        const lengths = last.map(lengthOf);
        const mean = Math.max(...last.map((row) => Math.abs(sum(row)) / row.length));
        const root = Math.sqrt(reading.state.d_model);
        return {
          done: mean < 0.001 && lengths.every((length) => Math.abs(length - root) < 0.01),
          facts: {
            least: written(Math.min(...lengths)),
            most: written(Math.max(...lengths)),
            mean: written(mean),
          },
        };
      },
    },
  ],
});
