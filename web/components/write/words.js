import { html } from "lit";

import { shortNumber } from "../../figures/numbers.js";

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
  const texts = [shortNumber(got), shortNumber(wanted)];
  const more = (/** @type {number} */ value) => String(Number(value.toPrecision(8))).replace("-", "−");
  const [one = "", other = ""] = texts[0] === texts[1] ? [more(got), more(wanted)] : texts;
  return [one, other];
}
