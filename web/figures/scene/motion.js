import { findCell } from "../geometry.js";
import { rectanglesOf, ringsOf } from "./marks.js";
import { positionOf } from "../matrices.js";
import { formatNumber } from "../numbers.js";
import { palettes, shadeOf } from "../colour/palette.js";

/** @typedef {import("../types.js").Scene} Scene */
/** @typedef {import("../types.js").Matrix} Matrix */
/** @typedef {import("../../engine/explain/explain.js").Explanation} Explanation */
/** @typedef {import("../../engine/explain/explain.js").Term} Term */

// How the numbers of a stage are computed, as an animation of its figure.

/**
 * What a figure shows at one step.
 * @typedef {object} Moment
 * @property {Map<Explanation, number | null>} shown numbers in place of the final ones; null: not computed yet
 * @property {Term[]} lit the numbers that are read at this step
 * @property {{id: string, args: Record<string, string>}} note what happens, for a message
 */

/** @typedef {{steps: number, momentAt: (step: number) => Moment}} Motion step: 1 to steps */

const f = Math.fround;
const written = (/** @type {number} */ value) => formatNumber(value, 4);

/**
 * The sum after each product and, where there is one, after the last lone term (a bias): each rounded to float, as the
 * engine does.
 * @param {readonly Term[]} terms of a "dot": pairs of factors
 * @returns {number[]}
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

/** @param {readonly Term[]} terms of a "dot" @param {number} at number of the pair, from 0 @returns {[Term] | [Term, Term]} one term where it is the lone last one */
const pairAt = (terms, at) => /** @type {[Term] | [Term, Term]} */ (terms.slice(2 * at, 2 * at + 2));

/** A dot product, pair by pair; where a row is computed together, all of its numbers step together. @param {Explanation[]} accounts @param {Explanation} asked @returns {Motion} */
function dotProduct(accounts, asked) {
  const sums = new Map(accounts.map((account) => [account, runningSums(account.terms)]));
  const own = runningSums(asked.terms);
  return {
    steps: own.length,
    momentAt: (step) => {
      const [a, b] = pairAt(asked.terms, step - 1);
      const sum = written(/** @type {number} */ (own[step - 1]));
      /** @type {Moment["note"]} */
      const note = b
        ? {
            id: "motion-product",
            args: { a: written(a.value), b: written(b.value), product: written(f(a.value * b.value)), sum },
          }
        : { id: "motion-bias", args: { a: written(a.value), sum } };
      return {
        shown: new Map([...sums].map(([account, ownSums]) => [account, ownSums[step - 1] ?? null])),
        lit: accounts.flatMap(({ terms }) => pairAt(terms, step - 1)),
        note,
      };
    },
  };
}

/** The exponentials one by one, their sum, and the division. @param {Explanation[]} accounts a row @param {Explanation} asked @returns {Motion} */
function softmax(accounts, asked) {
  const { terms, position, max = 0, sum = 0 } = asked;
  const powers = terms.map(({ exponential = NaN }) => exponential);
  const steps = terms.length + 1;
  const lastMoment = () => {
    const power = written(position === undefined ? 0 : /** @type {number} */ (powers[position]));
    const args = { power, sum: written(sum), weight: written(asked.value) };
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
        accounts.map((account) => [
          account,
          account.position === undefined ? null : (computed[account.position] ?? null),
        ]),
      );
      const power = written(/** @type {number} */ (powers[step - 1]));
      const partialSum = computed.reduce((total, value) => f(total + value), 0);
      const args = { power, exponent: written(f(term.value - max)), sum: written(partialSum) };
      return { shown, lit: [term], note: { id: "motion-power", args } };
    },
  };
}

/** The number that an elementwise operation reads. @param {Explanation} account @returns {Term | undefined} */
const readBy = ({ terms }) => terms[0];

/** Each number replaces the one that it is computed from: a row at once, or cell by cell. @param {Explanation[]} accounts @param {(account: Explanation) => number | undefined} groupOf those with the same answer change together @returns {Motion} */
function elementwise(accounts, groupOf) {
  const groups = [...new Set(accounts.map(groupOf))];
  return {
    steps: groups.length,
    momentAt: (step) => {
      const pending = new Set(groups.slice(step));
      const now = accounts.filter((account) => groupOf(account) === groups[step - 1]);
      const [one, ...others] = /** @type {[Explanation, ...Explanation[]]} */ (now);
      const hidden = now.filter(({ operation }) => operation === "mask").length;
      /** @type {Moment["note"]} */
      const note =
        others.length === 0
          ? { id: "motion-turned", args: { before: written(readBy(one)?.value ?? NaN), after: written(one.value) } }
          : { id: "motion-row", args: { row: String(step), hidden: String(hidden) } };
      return {
        shown: new Map(
          accounts
            .filter((account) => pending.has(groupOf(account)))
            .map((account) => [account, readBy(account)?.value ?? null]),
        ),
        lit: now.flatMap((account) => readBy(account) ?? []),
        note,
      };
    },
  };
}

/** Head by head, each into its own columns. @param {Explanation[]} accounts @returns {Motion} */
function concatenation(accounts) {
  const headOf = (/** @type {Explanation} */ account) => readBy(account)?.index[0] ?? 0;
  const heads = [...new Set(accounts.map(headOf))];
  return {
    steps: heads.length,
    momentAt: (step) => ({
      shown: new Map(accounts.filter((account) => headOf(account) >= step).map((account) => [account, null])),
      lit: accounts.filter((account) => headOf(account) === step - 1).flatMap(({ terms }) => terms),
      note: { id: "motion-head", args: { head: String(step) } },
    }),
  };
}

/** Stages that are computed from the stage before, number by number. */
const changed = Object.freeze(["scaled", "biased", "capped", "dropped"]);

/**
 * Which numbers move together with the inspected one: its row, the matrix of its head, the whole matrix, or it alone.
 * @param {string} stage
 * @returns {"row" | "head" | "matrix" | "cell"}
 */
export function movedWith(stage) {
  if (stage === "masked") return "head";
  if (stage === "concat") return "matrix";
  return [...changed, "context", "weights", "weights_unmasked"].includes(stage) ? "row" : "cell";
}

/**
 * How a number is computed, step by step; null where there is only one step.
 * @param {Explanation} asked
 * @param {Explanation[]} accounts of what moves with it (see movedWith), itself among them
 * @returns {Motion | null}
 */
export function motionOf(asked, accounts) {
  const { stage, operation, terms } = asked;
  const own = accounts.find(({ index }) => index.join() === asked.index.join()) ?? asked;
  if (stage === "masked") return elementwise(accounts, ({ index }) => index[1]);
  if (stage === "concat") return concatenation(accounts);
  if (changed.includes(stage)) return elementwise(accounts, ({ index }) => index[2]);
  if (operation === "dot") return terms.length > 2 ? dotProduct(accounts, own) : null;
  return operation === "softmax" ? softmax(accounts, own) : null;
}

/**
 * A matrix with some of its numbers replaced.
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
  return { ...matrix, shades, digits };
}

/** @param {Matrix} matrix @param {readonly Term[]} lit */
function litIn(matrix, lit) {
  const marked = new Uint8Array(matrix.rows * matrix.columns);
  for (const { stage, index } of lit) {
    const place = stage === matrix.stage ? positionOf(matrix, index) : null;
    if (place) marked[place.row * matrix.columns + place.column] = 1;
  }
  return rectanglesOf(marked, matrix.columns);
}

/**
 * A scene at one step: a scene like any other, so that every painter draws it.
 * @param {Scene} scene
 * @param {Moment} moment
 * @param {import("../types.js").Cell} asked
 * @returns {Scene}
 */
export function sceneAt(scene, { shown, lit }, asked) {
  const matrices = scene.matrices.map((matrix) => (matrix.result ? overlaid(matrix, shown) : matrix));
  const at = findCell(matrices, asked);
  /** @type {Map<Matrix, import("./marks.js").Mark>} */
  const marks = new Map();
  const none = { rows: new Set(), columns: new Set() };
  for (const matrix of matrices.filter((one) => one !== at?.matrix)) {
    const rectangles = litIn(matrix, lit);
    if (rectangles.length > 0) marks.set(matrix, { asked: false, rectangles, ...none });
  }
  if (at) {
    const rectangles = [{ row: at.row, column: at.column, rows: 1, columns: 1 }];
    marks.set(at.matrix, { asked: true, rectangles, ...none });
  }
  return { ...scene, matrices, rings: ringsOf(marks, palettes[scene.theme]) };
}
