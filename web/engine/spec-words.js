/**
 * The allowed words of each spec field, in the order of their numbers in c/attention.h. Words are turned into numbers
 * only where a spec is written for the C code.
 */
export const SPEC_WORDS = Object.freeze({
  align: /** @type {const} */ (["bottom_right", "top_left"]),
  position: /** @type {const} */ (["none", "sinusoidal", "learned", "rope", "alibi", "shaw", "t5", "distance"]),
  rope_style: /** @type {const} */ (["interleaved", "half_split"]),
  distance_form: /** @type {const} */ (["linear", "gaussian", "matrix"]),
  mask_mode: /** @type {const} */ (["before_softmax", "after_softmax", "after_softmax_renormalised"]),
  mask_how: /** @type {const} */ (["infinite", "fill", "add"]),
});

/** @typedef {{[field in keyof typeof SPEC_WORDS]: typeof SPEC_WORDS[field][number]}} SpecWords */

/**
 * A member of attention_spec (c/attention.h).
 * @param {string} field
 * @param {unknown} value of that field in a resolved spec
 * @returns {number}
 */
export function specNumber(field, value) {
  if (typeof value !== "string") return Number(value);
  const words = SPEC_WORDS[/** @type {keyof SpecWords} */ (field)];
  return /** @type {readonly string[]} */ (words).indexOf(value);
}

/**
 * The members of attention_spec by name.
 * @param {import("./spec.js").ResolvedSpec} spec
 * @returns {Record<string, number>}
 */
export const specNumbers = (spec) =>
  Object.fromEntries(Object.entries(spec).map(([field, value]) => [field, specNumber(field, value)]));
