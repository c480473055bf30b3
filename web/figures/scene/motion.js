import { rowOf } from "../../engine/stages.js";
import { findCell } from "../geometry.js";
import { rectanglesOf, ringsOf } from "./marks.js";
import { positionOf } from "../matrices.js";
import { formatNumber } from "../numbers.js";
import { palettes, shadeOf } from "../colour/palette.js";

/** @typedef {import("../types.js").Scene} Scene */
/** @typedef {import("../types.js").Matrix} Matrix */
/** @typedef {import("../../engine/explain/explain.js").Explanation} Explanation */
/** @typedef {import("../../engine/explain/explain.js").Term} Term */

// Animations that show, step by step, how the numbers of a stage are computed. Each step replaces some numbers of the
// stage's figure and highlights the numbers that are read.

/**
 * One step of an animation.
 * @typedef {object} Moment
 * @property {Map<Explanation, number | null>} shown by explained number: what is shown in place of its final value; null
 *   where it is not computed yet
 * @property {Term[]} lit the numbers that are read at this step, which are highlighted
 * @property {{id: string, args: Record<string, string>}} note id and arguments of the message that says what happens
 */

/** @typedef {{steps: number, momentAt: (step: number) => Moment}} Motion steps: number of steps; momentAt: what the figure shows at step 1 to steps */

const f = Math.fround;
const written = (/** @type {number} */ value) => formatNumber(value, 4);

/**
 * The partial sums of a dot product: after each product and, where the last term has no partner (a bias), after that term.
 * Each product and each sum is rounded to float32, as in the engine.
 * @param {readonly Term[]} terms of an operation "dot": factors, two for each product, and possibly a bias
 * @returns {number[]} one for each product, and one for the bias
 */
export function runningSums(terms) {
  /** @type {number[]} */
  const sums = [];
  let sum = 0;
  for (let p = 0; p < terms.length; p += 2) {
    const [a, b] = pairAt(terms, p / 2);
    sum = f(sum + (b ? f(a.value * b.value) : a.value));
    sums.push(sum);
  }
  return sums;
}

/**
 * The two factors of one product.
 * @param {readonly Term[]} terms of an operation "dot"
 * @param {number} at index of the product
 * @returns {[Term] | [Term, Term]} one term where it is the bias
 */
const pairAt = (terms, at) => /** @type {[Term] | [Term, Term]} */ (terms.slice(2 * at, 2 * at + 2));

/**
 * Animates dot products: each step adds one product to all of the given numbers.
 * @param {() => Explanation[]} together explanations of the numbers that are animated together
 * @param {Explanation} inspected that of the inspected number, which the message is about
 * @returns {Motion}
 */
function dotProduct(together, inspected) {
  const sumsOf = once(() => new Map(together().map((explanation) => [explanation, runningSums(explanation.terms)])));
  const own = runningSums(inspected.terms);
  return {
    steps: own.length,
    momentAt: (step) => {
      const [a, b] = pairAt(inspected.terms, step - 1);
      const sum = written(/** @type {number} */ (own[step - 1]));
      /** @type {Moment["note"]} */
      const note = b
        ? {
            id: "motion-product",
            args: { a: written(a.value), b: written(b.value), product: written(f(a.value * b.value)), sum },
          }
        : { id: "motion-bias", args: { a: written(a.value), sum } };
      return {
        shown: new Map([...sumsOf()].map(([explanation, ownSums]) => [explanation, ownSums[step - 1] ?? null])),
        lit: together().flatMap(({ terms }) => pairAt(terms, step - 1)),
        note,
      };
    },
  };
}

/**
 * Animates softmax: each step computes one exponential and adds it to the sum, and the last one divides by the sum.
 * @param {() => Explanation[]} together explanations of the weights of one row
 * @param {Explanation} inspected that of the inspected weight
 * @returns {Motion}
 */
function softmax(together, inspected) {
  const { terms, position, max = 0, sum = 0 } = inspected;
  const powers = terms.map(({ exponential = NaN }) => exponential);
  const steps = terms.length + 1;
  const lastMoment = () => {
    const power = written(position === undefined ? 0 : /** @type {number} */ (powers[position]));
    const args = { power, sum: written(sum), weight: written(inspected.value) };
    return { shown: new Map(), lit: [], note: { id: "motion-division", args } };
  };
  return {
    steps,
    momentAt: (step) => {
      if (step === steps) return lastMoment();
      const term = /** @type {Term} */ (terms[step - 1]);
      const computed = powers.slice(0, step);
      /** @type {Moment["shown"]} */
      const shown = new Map(
        together().map((explanation) => [
          explanation,
          explanation.position === undefined ? null : (computed[explanation.position] ?? null),
        ]),
      );
      const power = written(/** @type {number} */ (powers[step - 1]));
      const partialSum = computed.reduce((total, value) => f(total + value), 0);
      const args = { power, exponent: written(f(term.value - max)), sum: written(partialSum) };
      return { shown, lit: [term], note: { id: "motion-power", args } };
    },
  };
}

/**
 * The number that an operation changes: the one in its place in the row, where it reads a row, or else the first one.
 * @param {Explanation} explanation
 * @returns {Term | undefined}
 */
const readBy = ({ terms, operation, position = 0 }) => terms[operation === "norm" ? position : 0];

/** Other operations that change the numbers of a row one by one. @type {readonly Explanation["operation"][]} */
const changes = Object.freeze(["sum", "norm", "apply", "gate"]);

/** The numbers that are highlighted. @param {Explanation} explanation @returns {readonly Term[]} */
const litBy = (explanation) =>
  changes.includes(explanation.operation) && !rowOf(explanation.stage)?.elementwise
    ? explanation.terms
    : explanation.terms.slice(0, 1);

/**
 * Animates an elementwise operation: at first the cells show the numbers that are read, and each step replaces those of
 * one group (a row or a single cell) by the results.
 * @param {() => Explanation[]} together explanations of the numbers that are animated together
 * @param {readonly (readonly number[])[]} indices of these numbers
 * @param {(index: readonly number[]) => number | undefined} groupAt numbers with the same result belong to one group
 * @returns {Motion}
 */
function elementwise(together, indices, groupAt) {
  const groups = [...new Set(indices.map(groupAt))];
  const groupOf = (/** @type {Explanation} */ { index }) => groupAt(index);
  return {
    steps: groups.length,
    momentAt: (step) => {
      const pending = new Set(groups.slice(step));
      const now = together().filter((explanation) => groupOf(explanation) === groups[step - 1]);
      const [one, ...others] = /** @type {[Explanation, ...Explanation[]]} */ (now);
      const hidden = now.filter(({ operation }) => operation === "mask").length;
      /** @type {Moment["note"]} */
      const note =
        others.length === 0
          ? { id: "motion-turned", args: { before: written(readBy(one)?.value ?? NaN), after: written(one.value) } }
          : { id: "motion-row", args: { row: String(step), hidden: String(hidden) } };
      return {
        shown: new Map(
          together()
            .filter((explanation) => pending.has(groupOf(explanation)))
            .map((explanation) => [explanation, readBy(explanation)?.value ?? null]),
        ),
        lit: now.flatMap(litBy),
        note,
      };
    },
  };
}

/**
 * Animates the concatenation: each step copies one head's numbers into that head's columns.
 * @param {Explanation[]} explanations explanations of all numbers of the matrix
 * @returns {Motion}
 */
function concatenation(explanations) {
  const headOf = (/** @type {Explanation} */ explanation) => readBy(explanation)?.index[0] ?? 0;
  const heads = [...new Set(explanations.map(headOf))];
  return {
    steps: heads.length,
    momentAt: (step) => ({
      shown: new Map(
        explanations.filter((explanation) => headOf(explanation) >= step).map((explanation) => [explanation, null]),
      ),
      lit: explanations.filter((explanation) => headOf(explanation) === step - 1).flatMap(({ terms }) => terms),
      note: { id: "motion-head", args: { head: String(step) } },
    }),
  };
}

/**
 * Which numbers are animated together with the inspected one: its row, the matrix of its head, the whole tensor, or only
 * the inspected number ("cell").
 * @param {string} stage
 * @returns {"row" | "head" | "matrix" | "cell"}
 */
export const movedWith = (stage) => rowOf(stage)?.moves ?? "cell";

/** A function that calls another one only once. @template T @param {() => T} make @returns {() => T} */
function once(make) {
  /** @type {{made: T} | null} */
  let known = null;
  return () => (known ??= { made: make() }).made;
}

/**
 * The animation that shows how a number is computed. The other numbers that are animated with it are explained when the first step
 * is shown, because those of a long row take long, and a slider that moves would wait for them.
 * @param {Explanation} inspected explanation of the inspected number
 * @param {readonly (readonly number[])[]} indices of all numbers that are animated with it (see movedWith), including itself
 * @param {(index: readonly number[]) => Explanation} explain explains one of them
 * @returns {Motion | null} null where there is nothing to animate, such as a dot product with one product only
 */
export function motionOf(inspected, indices, explain) {
  const { stage, operation, terms } = inspected;
  const together = once(() => indices.map(explain));
  const isChanged = rowOf(stage)?.elementwise;
  const moved = movedWith(stage);
  if (isChanged && moved === "head") return elementwise(together, indices, (index) => index[1]);
  if (moved === "row" && (isChanged || changes.includes(operation)))
    return elementwise(together, indices, (index) => index.at(-1));
  if (stage === "concat") return concatenation(together());
  if (operation === "dot") return terms.length > 2 ? dotProduct(together, inspected) : null;
  return operation === "softmax" ? softmax(together, inspected) : null;
}

/**
 * A copy of a matrix in which some numbers are replaced: their shades and digits.
 * @param {Matrix} matrix
 * @param {Map<Explanation, number | null>} shown
 * @returns {Matrix}
 */
function overlaid(matrix, shown) {
  const shades = Uint16Array.from(matrix.shades);
  const digits = matrix.digits ? [...matrix.digits] : null;
  for (const [{ stage, index }, value] of shown) {
    const place = stage === matrix.stage ? positionOf(matrix, index) : null;
    if (!place) continue;
    const at = place.row * matrix.columns + place.column;
    shades[at] = shadeOf(value ?? 0, matrix.scale.kind, matrix.scale.limit);
    if (digits) digits[at] = value === null ? "" : formatNumber(value, 2);
  }
  return { ...matrix, shades, digits, rims: null };
}

/**
 * The rectangles that cover those cells of a matrix that are read.
 * @param {Matrix} matrix
 * @param {readonly Term[]} lit the numbers that are read, of any tensor
 */
function litIn(matrix, lit) {
  const marked = new Uint8Array(matrix.rows * matrix.columns);
  for (const { stage, index } of lit) {
    const place = stage === matrix.stage ? positionOf(matrix, index) : null;
    if (place) marked[place.row * matrix.columns + place.column] = 1;
  }
  return rectanglesOf(marked, matrix.columns);
}

/**
 * The scene of one step of an animation. It has the type of all scenes, so every painter can draw it.
 * @param {Scene} scene the figure with its final numbers
 * @param {Moment} moment
 * @param {import("../types.js").Cell} inspected the inspected number
 * @returns {Scene}
 */
export function sceneAt(scene, { shown, lit }, inspected) {
  const matrices = scene.matrices.map((matrix) => (matrix.result ? overlaid(matrix, shown) : matrix));
  const at = findCell(matrices, inspected);
  /** @type {Map<Matrix, import("./marks.js").Mark>} */
  const marks = new Map();
  const none = { rows: new Set(), columns: new Set() };
  for (const matrix of matrices.filter((one) => one !== at?.matrix)) {
    const rectangles = litIn(matrix, lit);
    if (rectangles.length > 0) marks.set(matrix, { inspected: false, rectangles, ...none });
  }
  if (at) {
    const rectangles = [{ row: at.row, column: at.column, rows: 1, columns: 1 }];
    marks.set(at.matrix, { inspected: true, rectangles, ...none });
  }
  return { ...scene, matrices, rings: ringsOf(marks, palettes[scene.theme]) };
}
