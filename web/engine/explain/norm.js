/** How norms are explained: of rows of the residual stream, and of each head's queries and keys. */
import { NONE } from "./indices.js";
import { NO_PARTS, isVoid, products, sum } from "./parts.js";
import { norms as operands } from "./stream.js";
import { count, f, setting, term } from "./terms.js";

/**
 * @typedef {import("./explain.js").Source} Source
 * @typedef {import("./explain.js").Term} Term
 * @typedef {import("./parts.js").Backward} Backward
 * @typedef {import("./table.js").Rule} Rule
 *
 * What a norm reads.
 * @typedef {{from: string, weight: string, bias: string, centred: boolean}} Norm centred: whether the mean is subtracted
 */

/** A product in gradients. @param {number} a @param {number} b */
const times = (a, b) => (isVoid(a, b) ? 0 : f(a * b));

/**
 * The mean of a row, the mean of the squares of what is left without it, and what the row is divided by.
 * @param {Source} run
 * @param {Norm} norm
 * @param {readonly number[]} row the index of the row
 */
function statisticsOf(run, { from, centred }, row) {
  const width = /** @type {number} */ (run.shape(from).at(-1));
  const terms = count(width).map((d) => term(run, from, [...row, d]));
  const mean = centred ? f(terms.reduce((total, { value }) => f(total + value), 0) / width) : 0;
  const squares = terms.reduce((total, { value }) => {
    const apart = f(value - mean);
    return f(total + f(apart * apart));
  }, 0);
  const variance = f(squares / width);
  return { terms, mean, variance, root: f(Math.sqrt(f(variance + f(run.spec.norm_epsilon)))) };
}

/** What a normalised number is multiplied by. @param {Source} run @param {string} weight @param {number} d */
const factorAt = (run, weight, d) => {
  if (!run.given(weight)) return 1;
  return run.spec.norm_offset ? f(1 + run.at(weight, [d])) : run.at(weight, [d]);
};

/**
 * The gradient of a number of a row that comes back through its norm.
 * @param {Backward} backward
 * @param {string} stage the norm
 * @param {Norm} norm
 * @param {readonly number[]} index
 * @returns {import("./gradients.js").Part}
 */
function throughNorm({ run, d }, stage, norm, index) {
  const [row, own] = [index.slice(0, -1), /** @type {number} */ (index.at(-1))];
  const { terms, mean, root } = statisticsOf(run, norm, row);
  const width = terms.length;
  const standardised = terms.map(({ value }) => f(f(value - mean) / root));
  const gradients = terms.map((_, at) => times(d(stage, [...row, at]).value, factorAt(run, norm.weight, at)));
  const meanGradient = norm.centred ? f(gradients.reduce((total, g) => f(total + g), 0) / width) : 0;
  const along = gradients.reduce((total, g, at) => f(total + times(g, /** @type {number} */ (standardised[at]))), 0);
  const z = /** @type {number} */ (standardised[own]);
  const factor = norm.weight;
  const weights = run.given(factor) ? [setting(factor, factorAt(run, factor, own), [own])] : [];
  return {
    from: stage,
    operation: "norm",
    terms: [d(stage, index), ...weights],
    mean: meanGradient,
    along: f(along / width),
    standardised: z,
    root,
  };
}

/**
 * How a number of a norm is computed.
 * @param {Source} run
 * @param {Norm} norm
 * @param {readonly number[]} index
 * @returns {import("./explain.js").Origin}
 */
export function explainNorm(run, norm, index) {
  const [row, d] = [index.slice(0, -1), /** @type {number} */ (index.at(-1))];
  const { terms, mean, variance, root } = statisticsOf(run, norm, row);
  const weight = run.given(norm.weight) ? { weight: term(run, norm.weight, [d]) } : {};
  const bias = run.given(norm.bias) ? { bias: term(run, norm.bias, [d]) } : {};
  const all = [...terms, ...Object.values({ ...weight, ...bias })];
  return { operation: "norm", terms: all, position: d, mean, variance, root, ...weight, ...bias };
}

/**
 * The rule of a norm.
 * @param {string} stage
 * @param {(run: Source) => Norm} normOf
 * @returns {Rule}
 */
export const normRule = (stage, normOf) => ({
  explain: (run, index) => explainNorm(run, normOf(run), index),
  /** Every number of a row uses every number of the row that was normalised. */
  uses(run, id, index) {
    const { from, weight, bias } = normOf(run);
    const shape = run.shape(stage);
    const last = /** @type {number} */ (shape.at(-1));
    if (id === from) return count(last).map((d) => [...index.slice(0, -1), d]);
    if (id !== weight && id !== bias) return NONE;
    return rowsOf(shape).map((row) => [...row, /** @type {number} */ (index[0])]);
  },
  gradient(backward, id, index) {
    const { run, d } = backward;
    const norm = normOf(run);
    if (id === norm.from) return [throughNorm(backward, stage, norm, index)];
    if (id !== norm.weight && id !== norm.bias) return NO_PARTS;
    const own = /** @type {number} */ (index[0]);
    const rows = rowsOf(run.shape(stage));
    if (id === norm.bias)
      return [
        sum(
          backward,
          stage,
          rows.map((row) => [...row, own]),
        ),
      ];
    const pairs = rows.map((row) => {
      const { terms, mean, root } = statisticsOf(run, norm, row);
      const z = f(f(/** @type {Term} */ (terms[own]).value - mean) / root);
      return /** @type {const} */ ([d(stage, [...row, own]), setting("z", z, [...row, own])]);
    });
    return [products(stage, pairs)];
  },
});

/** The index of every row of a tensor. @param {readonly number[]} shape @returns {number[][]} */
const rowsOf = (shape) =>
  shape
    .slice(0, -1)
    .reduce(
      (/** @type {number[][]} */ rows, size) => rows.flatMap((row) => count(size).map((at) => [...row, at])),
      [[]],
    );

/** @param {"norm_1" | "output_norm" | "norm_2" | "mlp_output_norm"} stage */
const ofStream = (stage) =>
  normRule(stage, (run) => ({ ...operands[stage](run), centred: run.spec.norm === "layernorm" }));

/** @satisfies {Record<string, Rule>} */
export const norms = {
  norm_1: ofStream("norm_1"),
  output_norm: ofStream("output_norm"),
  norm_2: ofStream("norm_2"),
  mlp_output_norm: ofStream("mlp_output_norm"),
};
