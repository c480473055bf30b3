/** Matches the meta element with which a page sets its Content-Security-Policy. */
const metaElement = /(<meta\s+http-equiv="Content-Security-Policy"\s+content=")([^"]*)(")/;

/**
 * @param {string} html
 * @returns {string | undefined} its policy; undefined if it sets none
 */
export const pagePolicy = (html) => metaElement.exec(html)?.[2];

/**
 * @param {string} html
 * @param {(policy: string) => string} change
 * @returns {string} the page with its policy changed; the same page if it sets none
 */
export const changePolicy = (html, change) =>
  html.replace(metaElement, (_, before, policy, after) => before + change(policy) + after);
