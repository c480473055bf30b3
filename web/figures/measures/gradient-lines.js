import { formatNumber } from "../numbers.js";
import { scientific } from "./scientific.js";

/** @typedef {import("../../engine/explain/gradients.js").GradientExplanation} GradientExplanation */
/** @typedef {import("../../engine/explain/gradients.js").Part} Part */
/** @typedef {{from: string, operation: Part["operation"], text: string, more: number}} GradientLine more: how many terms the text leaves out */

/** Largest number of terms in a line; the text leaves out the others. */
const MAX_TERMS = 12;

/**
 * A gradient as text: four decimals, or scientific notation below a thousandth, where decimals would be 0.
 * @param {number} value
 */
export function formatGradient(value) {
  if (value === 0 || Math.abs(value) >= 1e-3 || !Number.isFinite(value)) return formatNumber(value, 4);
  return scientific(value, 2);
}

/** A gradient as a factor or term: in brackets where it has a minus sign or a power of ten, which could be misread. */
const bracketed = (/** @type {number} */ value) =>
  value < 0 || (value !== 0 && Math.abs(value) < 1e-3) ? `(${formatGradient(value)})` : formatGradient(value);

/**
 * The parts of a gradient as arithmetic, one line for each stage that reads the number.
 * @param {GradientExplanation} explanation
 * @returns {GradientLine[]}
 */
export const gradientLines = ({ parts }) =>
  parts.map((part) => ({ from: part.from, operation: part.operation, ...arithmeticOf(part) }));

/**
 * The arithmetic of one part, as listed at the engine's `Part`.
 * @param {Part} part
 * @returns {{text: string, more: number}}
 */
function arithmeticOf(part) {
  const { operation, terms } = part;
  const w = bracketed;
  // The engine gives each operation its operands: three terms at most outside of dots and sums, mean and sum where used.
  const [a, b, c] = /** @type {[number, number, number]} */ (terms.map(({ value }) => value));
  const { mean, sum, fn, slope, along, standardised, root } = /** @type {Required<Part>} */ (part);
  switch (operation) {
    case "dot":
      return sumOf(pairsOf(terms).map(([x, y]) => `${w(x.value)} · ${w(y.value)}`));
    case "sum":
      return sumOf(terms.map(({ value }) => w(value)));
    case "copy":
      return { text: formatGradient(a), more: 0 };
    case "dropout":
      return { text: `${w(a)} / ${w(b)}`, more: 0 };
    case "apply":
      return { text: `${w(a)} · ${fn === "tanh" ? `(1 − (${w(b)} / ${w(c)})²)` : w(slope)}`, more: 0 };
    case "gate":
      return { text: `${w(a)} · ${w(b)} · ${w(slope)}`, more: 0 };
    case "norm":
      return {
        text: `(${w(a)}${terms[1] ? ` · ${w(b)}` : ""} − ${w(mean)} − ${w(along)} · ${w(standardised)}) / ${w(root)}`,
        more: 0,
      };
    case "softmax":
      return { text: `${w(b)} · (${w(a)} − ${w(mean)})`, more: 0 };
    case "share":
      return { text: `(${w(a)} − ${w(mean)}) / ${w(sum)}`, more: 0 };
    case "sink":
      return { text: `−${w(mean)} / ${w(sum)}`, more: 0 };
    default:
      return { text: "0", more: 0 };
  }
}

/**
 * Groups the terms of a dot product into pairs of factors.
 * @param {Part["terms"]} terms
 */
const pairsOf = (terms) =>
  Array.from(
    { length: terms.length / 2 },
    (_, pair) => /** @type {[Part["terms"][number], Part["terms"][number]]} */ (terms.slice(2 * pair, 2 * pair + 2)),
  );

/** A sum as text, with MAX_TERMS terms at most. @param {string[]} terms */
const sumOf = (terms) => ({
  text: terms.length === 0 ? "0" : terms.slice(0, MAX_TERMS).join(" + "),
  more: Math.max(0, terms.length - MAX_TERMS),
});
