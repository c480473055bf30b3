/** @typedef {import("../view/view.js").View} View */

/**
 * Which variant of attention a run computes, in the terms that texts, formulas and the arithmetic depend on.
 * @typedef {object} Variant
 * @property {"none" | "sinusoidal" | "learned" | "rope" | "alibi" | "shaw" | "t5" | "linear" | "gaussian" | "matrix"} position
 * @property {boolean} halves whether RoPE pairs column p with column p + d_k/2
 * @property {"usual" | "off" | "other" | "negative"} scale the factor of the scores; usual: 1/√d_k
 * @property {"infinite" | "fill" | "add"} how what masking does to a hidden score
 * @property {"before" | "leak" | "renormalised"} mode whether the mask comes before the softmax, or after it
 * @property {boolean} sink whether an attention sink takes part in the softmax
 * @property {number} each query heads per key/value head
 */

/** When the mask comes, by the spec's mask_mode. */
const maskModes = /** @type {const} */ ({
  before_softmax: "before",
  after_softmax: "leak",
  after_softmax_renormalised: "renormalised",
});

/**
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
 * @param {{scale: number, d_k: number}} spec
 * @returns {Variant["scale"]}
 */
function scaleOf({ scale, d_k }) {
  const usual = 1 / Math.sqrt(d_k);
  if (Math.abs(scale - usual) < 1e-6 * usual) return "usual";
  if (scale === 1) return "off";
  return scale > 0 ? "other" : "negative";
}
