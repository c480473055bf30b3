import { html } from "lit";

import { rowOf } from "../../engine/stages.js";
import { formatNumber } from "../../figures/index.js";
import { operand } from "./follow.js";
import { unbroken, withSubscripts } from "../rich-text.js";

/** @typedef {import("../../view/view.js").View} View */
/** @typedef {import("../../engine/explain/explain.js").Term} Term */

/** A longer sum shows this many terms, the largest; a <details> element holds the others. */
const visibleTerms = 8;

/** A number as text. @param {number} value @param {number} [digits] after the decimal point */
export const number = (value, digits = 4) => formatNumber(value, digits);

/**
 * Formats a number as a factor of a product: a negative number is put in brackets.
 * @param {number} value
 * @param {number} [digits] after the decimal point
 */
export function signed(value, digits = 4) {
  const text = number(value, digits);
  return text.startsWith("−") ? `(${text})` : text;
}

/** The colour of a factor: that of queries, keys, values and weights, but not of the matrices and biases that make them. @param {string} stage */
function roleIn(stage) {
  const { role = "plain", kind, axes } = rowOf(stage) ?? {};
  const isColoured = kind === "stage" || axes?.includes("distances");
  return isColoured && ["Q", "K", "V", "weights"].includes(role) ? role : "";
}

/**
 * A term of an explanation as a factor that leads to the number it stands for, in the colour of its role.
 * @param {View} view
 * @param {Term} term
 */
export const factor = (view, term) => operand(view, term, signed(term.value), roleIn(term.stage));

/**
 * Puts a separator between parts of a template, like Array.join for strings.
 * @param {readonly unknown[]} parts
 * @param {string} separator
 */
export const joined = (parts, separator) => parts.map((part, at) => (at === 0 ? part : html`${separator}${part}`));

/**
 * Writes a sum. Of a long sum, only the largest terms are visible until the reader opens the rest.
 * @param {View} view
 * @param {readonly unknown[]} parts the rendered terms
 * @param {readonly number[]} values of the terms
 */
export function sumOf(view, parts, values) {
  if (parts.length <= visibleTerms + 1) return joined(parts, " + ");
  const size = (/** @type {number} */ at) => Math.abs(Number(values[at]));
  const small = new Set([...parts.keys()].sort((a, b) => size(b) - size(a)).slice(visibleTerms));
  const those = (/** @type {boolean} */ areSmall) => parts.filter((_, at) => small.has(at) === areSmall);
  return html`${joined(those(false), " + ")}
    <details>
      <summary>${view.t("ask-more-terms", { count: small.size })}</summary>
      + ${joined(those(true), " + ")}
    </details>`;
}

/**
 * Writes a sum of products, a·b + c·d + …. If the number of terms is odd, the last term is added without a partner.
 * @param {View} view
 * @param {Term[]} terms the factors: two in succession form a product
 * @param {unknown} [last] content to show instead of the last term without a partner
 */
export function products(view, terms, last) {
  const pairs = Array.from({ length: Math.floor(terms.length / 2) }, (_, p) => terms.slice(2 * p, 2 * p + 2));
  const written = pairs.map((pair) =>
    unbroken(
      joined(
        pair.map((term) => factor(view, term)),
        "·",
      ),
    ),
  );
  const single = terms.length % 2 === 1 ? [last ?? terms.slice(-1).map((term) => unbroken(factor(view, term)))] : [];
  const values = pairs.map((pair) => pair.reduce((product, { value }) => product * value, 1));
  return sumOf(view, [...written, ...single], [...values, Infinity]);
}

/** The last line of a calculation: its result, emphasised. @param {number} value */
export const result = (value) => html`<p>= <b>${number(value)}</b></p>`;

/** One line of a calculation, after an equals sign. @param {unknown} content */
export const line = (content) => html`<p>= ${content}</p>`;

/** A paragraph in small print; nothing without a text. @param {string | false | undefined} text */
export const remark = (text) => (text ? html`<p class="small">${text}</p>` : "");

/** A paragraph in small grey print; nothing without a text. @param {string | false | undefined} text */
export const aside = (text) => (text ? html`<p class="small muted">${withSubscripts(text)}</p>` : "");
