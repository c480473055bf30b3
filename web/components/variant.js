/** @typedef {import("../view/view.js").View} View */

/**
 * The variant of attention that a run computes, reduced to the choices on which texts, formulas and arithmetic depend.
 * @typedef {object} Variant
 * @property {"none" | "sinusoidal" | "learned" | "rope" | "alibi" | "shaw" | "t5" | "linear" | "gaussian" | "matrix"} position
 * @property {boolean} halves whether RoPE pairs column p with column p + d_k/2; otherwise it pairs neighbours
 * @property {"usual" | "off" | "other" | "negative"} scale what the raw scores are multiplied by. usual: 1/√d_k; off: 1;
 *   negative: 0 or less; other: any other factor
 * @property {"infinite" | "fill" | "add"} how what masking does to a hidden score (spec.mask_how)
 * @property {"before" | "leak" | "renormalised"} mode when the mask is applied. before: before the
 *   softmax; leak: after it; renormalised: after it, with the rows divided by their new sums
 * @property {boolean} sink whether an attention sink takes part in the softmax
 * @property {number} each query heads per key/value head
 */

/** The variant's `mode` for each mask_mode of the spec. */
const maskModes = /** @type {const} */ ({
  before_softmax: "before",
  after_softmax: "leak",
  after_softmax_renormalised: "renormalised",
});

/**
 * The variant of attention that a view's run computes.
 * @param {Pick<View, "run">} view
 * @returns {Variant}
 */
export function variantOf({ run: { spec } }) {
  return {
    position: spec.position === "distance" ? spec.distance_form : spec.position,
    halves: spec.rope_style === "half_split",
    scale: scaleOf(spec),
    how: spec.mask_how,
    mode: maskModes[spec.mask_mode],
    sink: spec.softmax_sink,
    each: spec.heads / spec.kv_heads,
  };
}

/**
 * Classifies the factor of the scores.
 * @param {{scale: number, d_k: number}} spec
 * @returns {Variant["scale"]}
 */
function scaleOf({ scale, d_k }) {
  const usual = 1 / Math.sqrt(d_k);
  if (Math.abs(scale - usual) < 1e-6 * usual) return "usual";
  if (scale === 1) return "off";
  return scale > 0 ? "other" : "negative";
}
