import { formatNumber } from "../numbers.js";

/** @typedef {import("../../engine/explain/gradients.js").GradientExplanation} GradientExplanation */
/** @typedef {import("../../engine/explain/gradients.js").Part} Part */
/** @typedef {{from: string, operation: Part["operation"], text: string, more: number}} GradientLine more: terms left out */

const MOST = 12;

/**
 * Digits that show even a vanishing gradient.
 * @param {number} value
 */
export function formatGradient(value) {
  if (value === 0 || Math.abs(value) >= 1e-3 || !Number.isFinite(value)) return formatNumber(value, 4);
  const [digits = "", power = ""] = value.toExponential(2).split("e-");
  const raised = [...power].map((digit) => "⁰¹²³⁴⁵⁶⁷⁸⁹"[Number(digit)]).join("");
  return `${digits.replace("-", "−")} × 10⁻${raised}`;
}

const inBrackets = (/** @type {number} */ value) =>
  value < 0 || (value !== 0 && Math.abs(value) < 1e-3) ? `(${formatGradient(value)})` : formatGradient(value);

/**
 * Where a gradient comes from, a line for each stage that has read the number.
 * @param {GradientExplanation} explanation
 * @returns {GradientLine[]}
 */
export const gradientLines = ({ parts }) =>
  parts.map((part) => ({ from: part.from, operation: part.operation, ...written(part) }));

/**
 * @param {Part} part
 * @returns {{text: string, more: number}}
 */
function written({ operation, terms, mean = 0, sum = 0 }) {
  const [a = 0, b = 0, c = 0] = terms.map(({ value }) => value);
  const w = inBrackets;
  switch (operation) {
    case "dot":
      return joined(
        Array.from(
          { length: terms.length / 2 },
          (_, at) => `${w(terms[2 * at].value)} · ${w(terms[2 * at + 1].value)}`,
        ),
      );
    case "sum":
      return joined(terms.map(({ value }) => w(value)));
    case "copy":
      return { text: formatGradient(a), more: 0 };
    case "dropout":
      return { text: `${w(a)} / ${w(b)}`, more: 0 };
    case "softcap":
      return { text: `${w(a)} · (1 − (${w(b)} / ${w(c)})²)`, more: 0 };
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
 * @param {string[]} terms
 */
const joined = (terms) => ({
  text: terms.length === 0 ? "0" : terms.slice(0, MOST).join(" + "),
  more: Math.max(0, terms.length - MOST),
});
