/** The Content-Security-Policy that a page sets for itself, in a meta element. */
const metaElement = /(<meta\s+http-equiv="Content-Security-Policy"\s+content=")([^"]*)(")/;

/**
 * @param {string} html
 * @returns {string | undefined} undefined where the page sets none
 */
export const pagePolicy = (html) => metaElement.exec(html)?.[2];

/**
 * @param {string} html
 * @param {(policy: string) => string} change
 * @returns {string} the page with its policy changed; as it is where it sets none
 */
export const changePolicy = (html, change) =>
  html.replace(metaElement, (_, before, policy, after) => before + change(policy) + after);
