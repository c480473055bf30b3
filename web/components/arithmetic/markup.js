import { html } from "lit";

import { formatNumber } from "../../figures/index.js";
import { operand } from "./follow.js";

/** @typedef {import("../../view/view.js").View} View */
/** @typedef {import("../../engine/explain/explain.js").Term} Term */

/** How many terms of a sum are visible at once; the others are on request. */
const visibleTerms = 8;

/** @param {number} value @param {number} [digits] */
export const number = (value, digits = 4) => formatNumber(value, digits);

/**
 * A number as a factor: in brackets where it is negative.
 * @param {number} value
 * @param {number} [digits]
 */
export function signed(value, digits = 4) {
  const text = number(value, digits);
  return text.startsWith("−") ? `(${text})` : text;
}

/** @param {View} view @param {Term} term */
export const factor = (view, term) => operand(view, term, signed(term.value), roles[term.stage]);

/** @type {Record<string, string>} */
const roles = Object.freeze({
  ...{ Q: "Q", Q_rot: "Q", K: "K", K_rot: "K", relK: "K", V: "V", relV: "V" },
  ...{ weights: "weights", dropped: "weights", weights_unmasked: "weights", zeroed: "weights" },
});

/** @param {unknown} content kept on one line */
export const unbroken = (content) => html`<span class="term">${content}</span>`;

/**
 * @param {unknown[]} parts
 * @param {string} separator
 */
export const joined = (parts, separator) => parts.map((part, at) => (at === 0 ? part : html`${separator}${part}`));

/**
 * A long sum: the first few terms at once, the rest behind a button.
 * @param {View} view
 * @param {unknown[]} parts
 */
export function sumOf(view, parts) {
  if (parts.length <= visibleTerms + 1) return joined(parts, " + ");
  return html`${joined(parts.slice(0, visibleTerms), " + ")}
    <details>
      <summary>${view.t("ask-more-terms", { count: parts.length - visibleTerms })}</summary>
      + ${joined(parts.slice(visibleTerms), " + ")}
    </details>`;
}

/**
 * a·b + a·b + …, and a last term without a partner.
 * @param {View} view
 * @param {Term[]} terms
 * @param {unknown} [last] shown instead of that last term
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
  return sumOf(view, [...written, ...single]);
}

/** @param {number} value */
export const result = (value) => html`<p>= <b>${number(value)}</b></p>`;

/** @param {unknown} content a line of arithmetic */
export const line = (content) => html`<p>= ${content}</p>`;

/** @param {string | false | undefined} text */
export const remark = (text) => (text ? html`<p class="small">${text}</p>` : "");

/** @param {string | false | undefined} text */
export const aside = (text) => (text ? html`<p class="small muted">${text}</p>` : "");
