import {
  ACTIVATION_WORDS,
  ALIGN_WORDS,
  DISTANCE_FORM_WORDS,
  MASK_HOW_WORDS,
  MASK_MODE_WORDS,
  MLP_WORDS,
  NORM_PLACE_WORDS,
  NORM_WORDS,
  POSITION_WORDS,
  RESIDUAL_WORDS,
  ROPE_SCALING_WORDS,
  ROPE_STYLE_WORDS,
} from "../c.js";

/**
 * The allowed words of each spec field, in the order of their numbers in C. Words are turned into numbers only where a spec
 * is written for the C code.
 */
export const SPEC_WORDS = Object.freeze({
  align: ALIGN_WORDS,
  position: POSITION_WORDS,
  rope_style: ROPE_STYLE_WORDS,
  rope_scaling: ROPE_SCALING_WORDS,
  distance_form: DISTANCE_FORM_WORDS,
  mask_mode: MASK_MODE_WORDS,
  mask_how: MASK_HOW_WORDS,
  norm: NORM_WORDS,
  norm_place: NORM_PLACE_WORDS,
  qk_norm: NORM_WORDS,
  residual: RESIDUAL_WORDS,
  mlp: MLP_WORDS,
  activation: ACTIVATION_WORDS,
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
