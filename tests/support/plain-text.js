import { nothing } from "lit";

/**
 * The text of a template, as it reads without its tags. What only screen readers get is left out.
 * @param {unknown} template of html or mathml
 * @returns {string}
 */
export const plainText = (template) =>
  markupOf(template)
    .replaceAll(/<span class="visually-hidden"[\s\S]*?<\/span\s*>/g, "")
    .replaceAll(/<[^>]*>/g, "")
    .replaceAll("&#x2061;", "")
    .replaceAll(/\s+/g, " ")
    .trim();

/**
 * A template as markup, with the values in their places.
 * @param {any} template
 * @returns {string}
 */
export function markupOf(template) {
  if (template === nothing || template === null || template === undefined || template === false) return "";
  if (Array.isArray(template)) return template.map(markupOf).join("");
  if (typeof template === "function") return "";
  if (!template.strings) return String(template);
  return template.strings
    .map((/** @type {string} */ part, /** @type {number} */ at) => part + markupOf(template.values[at]))
    .join("");
}
