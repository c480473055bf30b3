/**
 * Stages that change each number of the stage before them by itself.
 *
 * @typedef {import("./explain.js").Source} Source
 * @typedef {import("./explain.js").Origin} Origin
 * @typedef {import("./explain.js").Term} Term
 * @typedef {import("./parts.js").Backward} Backward
 * @typedef {import("./gradients.js").Part} Part
 * @typedef {import("./rules.js").Index3} Index3
 */
import { NONE } from "./indices.js";
import { isVoid, NO_PARTS, zero } from "./parts.js";
import { before } from "./rules.js";
import { f, term } from "./terms.js";

/**
 * The rule of a stage that makes each of its numbers of the one at its place in the stage before.
 * @param {import("../stages.js").StageId} stage
 * @param {(run: Source, from: Term, index: Index3) => Origin} explain from: the number that is changed
 * @param {(backward: Backward, index: Index3) => Part} through the part of that number's gradient that comes back
 * @returns {import("./table.js").Rule}
 */
export const elementwise = (stage, explain, through) => ({
  explain: (run, /** @type {Index3} */ index) => explain(run, term(run, before(run, stage), index), index),
  uses: (run, id, index) => (id === before(run, stage) ? [index] : NONE),
  gradient: (backward, id, /** @type {Index3} */ index) =>
    id === before(backward.run, stage) ? [through(backward, index)] : NO_PARTS,
});

/**
 * The rule of a stage that applies a function to each number: function(number), or within a bound c
 * c·function(number / c).
 * @param {import("../stages.js").StageId} stage
 * @param {object} applied
 * @param {string} applied.fn the function's name
 * @param {(run: Source) => (x: number) => number} applied.of the function, as the engine computes it
 * @param {(x: number, y: number) => number} applied.slope its derivative at x, where it gives y
 * @param {(run: Source) => Term} [applied.bound]
 */
export const applied = (stage, { fn, of, slope, bound }) =>
  elementwise(
    stage,
    (run, from) => {
      const bounds = bound ? [bound(run)] : [];
      return { operation: "apply", terms: [from, ...bounds], fn, applied: of(run)(within(from, bounds)) };
    },
    ({ run, d }, index) => {
      const bounds = bound ? [bound(run)] : [];
      const [gradient, made] = [d(stage, index), term(run, stage, index)];
      const factor = slope(within(term(run, before(run, stage), index), bounds), within(made, bounds));
      if (isVoid(gradient.value, factor)) return zero(stage);
      return { from: stage, operation: "apply", terms: [gradient, made, ...bounds], fn, slope: factor };
    },
  );

/** A number in units of its bound, where there is one. @param {Term} number @param {Term[]} bounds */
const within = ({ value }, [bound]) => (bound ? f(value / bound.value) : value);
