import { findCell } from "../geometry.js";
import { rectanglesOf, ringsOf } from "./marks.js";
import { positionOf } from "../matrices.js";
import { formatNumber } from "../numbers.js";
import { palettes, shadeOf } from "../colour/palette.js";

/** @typedef {import("../types.js").Scene} Scene */
/** @typedef {import("../types.js").Matrix} Matrix */
/** @typedef {import("../../engine/explain/explain.js").Explanation} Explanation */
/** @typedef {import("../../engine/explain/explain.js").Term} Term */

/**
 * What a figure shows at one moment of how its numbers come about.
 * @typedef {object} Moment
 * @property {Map<Explanation, number | null>} shown numbers in place of the final ones; null: not there yet
 * @property {Term[]} lit what is read at this moment
 * @property {{id: string, args: Record<string, string>}} note what happens, for a message
 */

/** @typedef {{steps: number, momentAt: (step: number) => Moment}} Motion steps: 1 to steps */

const f = Math.fround;
const written = (/** @type {number} */ value) => formatNumber(value, 4);

/**
 * The sum after each pair and, where there is one, the last lone term: each step rounded, as the engine does.
 * @param {readonly Term[]} terms of a "dot"
 * @returns {number[]}
 */
export function runningSums(terms) {
  /** @type {number[]} */
  const sums = [];
  let sum = 0;
  for (let p = 0; p < terms.length; p += 2) {
    const [a, b] = [terms[p], terms[p + 1]];
    sum = f(sum + (b ? f(a.value * b.value) : a.value));
    sums.push(sum);
  }
  return sums;
}

/** A row sweeps a column; where whole rows are summed, all of them step together. @param {Explanation[]} accounts @param {Explanation} asked @returns {Motion} */
function sweep(accounts, asked) {
  const sums = new Map(accounts.map((account) => [account, runningSums(account.terms)]));
  const pairAt = (/** @type {Explanation} */ { terms }, /** @type {number} */ step) =>
    terms.slice(2 * step - 2, 2 * step);
  return {
    steps: Math.ceil(asked.terms.length / 2),
    momentAt: (step) => {
      const [a, b] = pairAt(asked, step);
      const sum = written(sums.get(asked)?.[step - 1] ?? NaN);
      /** @type {Moment["note"]} */
      const note = b
        ? {
            id: "motion-product",
            args: { a: written(a.value), b: written(b.value), product: written(f(a.value * b.value)), sum },
          }
        : { id: "motion-bias", args: { a: written(a.value), sum } };
      return {
        shown: new Map(accounts.map((account) => [account, sums.get(account)?.[step - 1] ?? null])),
        lit: accounts.flatMap((account) => pairAt(account, step)),
        note,
      };
    },
  };
}

/** The exponentials one by one, their sum, and the division. @param {Explanation[]} accounts a row @param {Explanation} asked @returns {Motion} */
function normalising(accounts, asked) {
  const { terms, max = 0, sum = 0 } = asked;
  const powers = terms.map(({ exponential = NaN }) => exponential);
  const steps = terms.length + 1;
  return {
    steps,
    momentAt: (step) => {
      if (step === steps) {
        const args = {
          power: written(powers[asked.position ?? -1] ?? 0),
          sum: written(sum),
          weight: written(asked.value),
        };
        return { shown: new Map(), lit: [], note: { id: "motion-division", args } };
      }
      const shown = new Map(
        accounts.map((account) => {
          const at = account.position ?? -1;
          return [account, at >= 0 && at < step ? (powers[at] ?? null) : null];
        }),
      );
      const own = terms[step - 1];
      const so = powers.slice(0, step).reduce((total, power) => f(total + power), 0);
      const args = { power: written(powers[step - 1] ?? NaN), exponent: written(f(own.value - max)), sum: written(so) };
      return { shown, lit: [own], note: { id: "motion-power", args } };
    },
  };
}

/** Old to new: all of one key's row, or cell by cell. @param {Explanation[]} accounts @param {(account: Explanation) => number} groupOf in which step @returns {Motion} */
function turning(accounts, groupOf) {
  const groups = [...new Set(accounts.map(groupOf))];
  return {
    steps: groups.length,
    momentAt: (step) => {
      const later = new Set(groups.slice(step));
      const now = accounts.filter((account) => groupOf(account) === groups[step - 1]);
      const [one] = now;
      const single = now.length === 1;
      const hidden = now.filter(({ operation }) => operation === "mask").length;
      /** @type {Moment["note"]} */
      const note = single
        ? { id: "motion-turned", args: { before: written(one.terms[0]?.value ?? NaN), after: written(one.value) } }
        : { id: "motion-row", args: { row: String(step), hidden: String(hidden) } };
      return {
        shown: new Map(
          accounts
            .filter((account) => later.has(groupOf(account)))
            .map((account) => [account, account.terms[0]?.value ?? null]),
        ),
        lit: now.flatMap(({ terms }) => terms.slice(0, 1)),
        note,
      };
    },
  };
}

/** Head by head, each into its own columns. @param {Explanation[]} accounts @returns {Motion} */
function joining(accounts) {
  const headOf = (/** @type {Explanation} */ { terms }) => terms[0]?.index[0] ?? 0;
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

/** Stages whose numbers are the scores before, changed one by one. */
const turned = Object.freeze(["scaled", "biased", "capped", "dropped"]);

/**
 * Which numbers move together with the asked one, as [row, every row of the head, itself].
 * @param {string} stage
 * @returns {"row" | "head" | "matrix" | "cell"}
 */
export function movedWith(stage) {
  if (stage === "masked") return "head";
  if (stage === "concat") return "matrix";
  return [...turned, "context", "weights", "weights_unmasked"].includes(stage) ? "row" : "cell";
}

/**
 * How a number comes about, step by step; null where there is nothing to see.
 * @param {Explanation} asked
 * @param {Explanation[]} accounts of what moves with it (see movedWith), itself among them
 * @returns {Motion | null}
 */
export function motionOf(asked, accounts) {
  const { stage, operation, terms } = asked;
  const own = accounts.find(({ index }) => index.join() === asked.index.join()) ?? asked;
  if (stage === "masked") return turning(accounts, ({ index }) => index[1] ?? 0);
  if (stage === "concat") return joining(accounts);
  if (turned.includes(stage)) return turning(accounts, ({ index }) => index[2] ?? 0);
  if (operation === "dot") return terms.length > 2 ? sweep(accounts, own) : null;
  return operation === "softmax" ? normalising(accounts, own) : null;
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
 * A scene at one moment: a scene like any other, so that every painter draws it.
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
