import { formatNumber } from "../../../figures/index.js";
import { percentText } from "../../../figures/numbers.js";
import { gradientSizes, layerCount, resultOf, rowSizes, sizeOf, streamSizes } from "./layers.js";

// What the comparisons of whole layers find. The measurements of several layers are in layers.js.

/** @typedef {import("./findings.js").Side} Side */
/** @typedef {import("./findings.js").Answer} Answer */
/** @typedef {import("../../../view/view.js").View} View */

/** How much larger one number must be than another to be called larger. */
const CLEAR = 1.2;

/** @param {number} a @param {number} b */
const compared = (a, b) => (b > a * CLEAR ? "larger" : a > b * CLEAR ? "smaller" : "same");

/** @param {readonly number[]} values */
const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** The mean size of a row that leaves the last layer. @param {Side} side */
const lastSize = ({ view }) => mean(/** @type {number[]} */ (streamSizes(view).at(-1)));

/** The number of weights in all matrices. @param {Side} side */
export const weightsOf = ({ view: { inputs } }) =>
  Object.entries(inputs).reduce(
    (sum, [name, tensor]) =>
      sum + (name.startsWith("W") ? /** @type {{data: ArrayLike<number>}} */ (tensor).data.length : 0),
    0,
  );

/** How many activated numbers are 0. @param {Side} side */
export function zeros({ view: { run } }) {
  const { data } = run.tensor("mlp_activated");
  return { zeros: data.filter((value) => value === 0).length, all: data.length };
}

/** How far apart the sizes of rows may be that count as one, which rounding and ε make differ a little. */
const ALIKE = 0.01;

/** The smallest and the largest row that leaves a layer. @param {Side} side */
function spread({ view: { run } }) {
  const sizes = rowSizes(resultOf(run));
  return { min: Math.min(...sizes), max: Math.max(...sizes) };
}

/** A line of a table for X and each layer. @param {readonly (readonly [string, number[]])[]} sides */
const layersTable = (sides) => ({
  columns: Array.from({ length: sides[0]?.[1].length ?? 0 }, (_, at) => at),
  rows: sides,
});

/** The mean size of the rows of X and of those that leave each layer. @param {Side} a @param {Side} b */
const streamTable = (a, b) =>
  layersTable([
    ["A", streamSizes(a.view).map(mean)],
    ["B", streamSizes(b.view).map(mean)],
  ]);

/** The answers by the id of the question. @type {Readonly<Record<string, Answer>>} */
export const layerAnswers = Object.freeze({
  norming: {
    outcome: (a, b) => compared(lastSize(a), lastSize(b)),
    finding: (a, b) => ({
      first: formatNumber(mean(/** @type {number[]} */ (streamSizes(a.view)[0]))),
      a: formatNumber(lastSize(a)),
      b: formatNumber(lastSize(b)),
      layers: layerCount,
    }),
    table: streamTable,
  },
  adding: {
    outcome: (a, b, core) => compared(firstGradient(a, core), firstGradient(b, core)),
    finding: (a, b, core) => ({
      a: formatNumber(firstGradient(a, core), 3),
      b: formatNumber(firstGradient(b, core), 3),
      layers: layerCount,
    }),
    table: (a, b, core) =>
      layersTable([
        ["A", [...gradientSizes(a.view, core), 1]],
        ["B", [...gradientSizes(b.view, core), 1]],
      ]),
  },
  feeding: {
    outcome: (a, b) => {
      const left = weightsOf(b) / weightsOf(a);
      return left < 0.4 ? "third" : left < 0.6 ? "half" : "most";
    },
    finding: (a, b) => ({
      a: weightsOf(a),
      b: weightsOf(b),
      attention: formatNumber(sizeOf(a.view.run.tensor("output").data)),
      mlp: formatNumber(sizeOf(a.view.run.tensor("mlp_output").data)),
    }),
  },
  activating: {
    outcome: (a, b) => {
      const [first, second] = [zeros(a), zeros(b)];
      return second.zeros === 0 ? "none" : second.zeros < first.zeros ? "fewer" : "same";
    },
    finding: (a, b) => {
      const [first, second] = [zeros(a), zeros(b)];
      return { a: first.zeros, b: second.zeros, all: first.all, share: percentText(first.zeros / first.all, 0) };
    },
  },
  placing: {
    outcome: (_, b) => {
      const { min, max } = spread(b);
      return max - min < ALIKE ? "one" : "varied";
    },
    finding: (a, b) => ({
      aMin: formatNumber(spread(a).min),
      aMax: formatNumber(spread(a).max),
      bMin: formatNumber(spread(b).min),
      bMax: formatNumber(spread(b).max),
      a: formatNumber(lastSize(a)),
      b: formatNumber(lastSize(b)),
      layers: layerCount,
    }),
    table: streamTable,
  },
});

/** How large the gradient is that reaches the X of the first layer. @param {Side} side @param {import("../../../engine/engine.js").Core} [core] */
function firstGradient({ view }, core) {
  return /** @type {number} */ (gradientSizes(view, core)[0]);
}
