import {
  ALIGN_WORDS,
  DISTANCE_FORM_WORDS,
  MASK_HOW_WORDS,
  MASK_MODE_WORDS,
  POSITION_WORDS,
  ROPE_STYLE_WORDS,
} from "./c.js";

/**
 * The allowed words of each spec field, in the order of their numbers in C. Words are turned into numbers only where a spec
 * is written for the C code.
 */
export const SPEC_WORDS = Object.freeze({
  align: ALIGN_WORDS,
  position: POSITION_WORDS,
  rope_style: ROPE_STYLE_WORDS,
  distance_form: DISTANCE_FORM_WORDS,
  mask_mode: MASK_MODE_WORDS,
  mask_how: MASK_HOW_WORDS,
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
