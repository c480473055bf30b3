import { html } from "lit";

import { formatPlain, shortNumber } from "../../figures/numbers.js";

/**
 * A text with its code, which stands between backticks.
 * @param {string} text
 */
export const withCode = (text) =>
  text.split("`").map((part, at) => {
    if (at % 2 === 0) return part;
    return html`<code class=${part.length < 30 ? "unbroken" : ""} dir="ltr">${part}</code>`;
  });

/**
 * Two numbers that differ, with as many digits as show it.
 * @param {number} got
 * @param {number} wanted
 * @returns {readonly [string, string]}
 */
export function apart(got, wanted) {
  const texts = /** @type {const} */ ([shortNumber(got), shortNumber(wanted)]);
  return texts[0] === texts[1] ? [formatPlain(got, 8), formatPlain(wanted, 8)] : texts;
}
