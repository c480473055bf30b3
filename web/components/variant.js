import { POSITIONS } from "../engine/position.js";

/** @typedef {import("../view/view.js").View} View */

/**
 * Which variant of attention a run computes, by name: the engine's spec has numbers instead. Texts, formulas and the
 * arithmetic depend on it.
 * @typedef {object} Variant
 * @property {"none" | "sinusoidal" | "learned" | "rope" | "alibi" | "shaw" | "t5" | "linear" | "gaussian" | "matrix"} position
 * @property {boolean} halves whether RoPE pairs column p with column p + d_k/2
 * @property {"usual" | "off" | "other" | "negative"} scale the factor of the scores; usual: 1/√d_k
 * @property {"infinite" | "fill" | "add"} how what masking does to a hidden score
 * @property {"before" | "leak" | "renormalised"} mode whether the mask comes before the softmax, or after it
 * @property {boolean} sink whether an attention sink takes part in the softmax
 * @property {number} each query heads per key/value head
 */

/**
 * @template T
 * @param {readonly T[]} names
 * @param {number} code from a spec, whose codes the engine has checked
 */
const named = (names, code) => /** @type {T} */ (names[code]);

const distanceForms = /** @type {const} */ (["linear", "gaussian", "matrix"]);
const maskEffects = /** @type {const} */ (["infinite", "fill", "add"]);
const maskModes = /** @type {const} */ (["before", "leak", "renormalised"]);

/**
 * @param {Pick<View, "run">} view
 * @returns {Variant}
 */
export function variantOf({ run: { spec } }) {
  const position = named(POSITIONS, spec.position);
  return {
    position: /** @type {Variant["position"]} */ (
      position === "distance" ? named(distanceForms, spec.distance_form) : position
    ),
    halves: spec.rope_style === 1,
    scale: scaleOf(spec),
    how: named(maskEffects, spec.mask_how),
    mode: named(maskModes, spec.mask_mode),
    sink: spec.softmax_sink === 1,
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
