import { POSITIONS } from "../../engine/position.js";

/** @typedef {import("../../view/view.js").View} View */

/**
 * What of a walk's spec the words, the formulas and the arithmetic depend on, in words: the engine has numbers.
 * @typedef {object} Setting
 * @property {"none" | "sinusoidal" | "learned" | "rope" | "alibi" | "shaw" | "t5" | "linear" | "gaussian" | "matrix"} position
 * @property {boolean} halves whether rope turns column p with column p + d_k/2
 * @property {"usual" | "off" | "other" | "negative"} scale
 * @property {"infinite" | "fill" | "add"} how what becomes of hidden scores
 * @property {"before" | "leak" | "renormalised"} mode when the mask comes
 * @property {boolean} sink whether a sink takes part in the softmax
 * @property {number} each query heads to a key/value head
 */

const forms = /** @type {const} */ (["linear", "gaussian", "matrix"]);

/**
 * @param {Pick<View, "run">} view
 * @returns {Setting}
 */
export function settingOf({ run: { spec } }) {
  const position = POSITIONS[spec.position] ?? "none";
  return {
    position: /** @type {Setting["position"]} */ (position === "distance" ? forms[spec.distance_form] : position),
    halves: spec.rope_style === 1,
    scale: scaleOf(spec),
    how: /** @type {const} */ (["infinite", "fill", "add"])[spec.mask_how] ?? "infinite",
    mode: /** @type {const} */ (["before", "leak", "renormalised"])[spec.mask_mode] ?? "before",
    sink: spec.softmax_sink === 1,
    each: spec.heads / spec.kv_heads,
  };
}

/**
 * @param {{scale: number, d_k: number}} spec
 * @returns {Setting["scale"]}
 */
function scaleOf({ scale, d_k }) {
  const usual = 1 / Math.sqrt(d_k);
  if (Math.abs(scale - usual) < 1e-6 * usual) return "usual";
  if (scale === 1) return "off";
  return scale > 0 ? "other" : "negative";
}

/**
 * How many queries may see no key at all, heads counted apart, and whether a hidden key has a weight in the rows of the
 * others.
 * @param {Pick<View, "trace" | "run">} view
 */
export function maskEffects({ trace, run }) {
  const allow = trace.tensor("allow");
  const weights = trace.tensor("weights");
  if (!allow || !weights) return { empty: 0, leaking: 0 };
  const { n_q, n_k, heads } = run.spec;
  const perHead = allow.shape.length === 3;
  let [empty, leaking] = [0, 0];
  for (let row = 0; row < heads * n_q; row++) {
    const start = (perHead ? row : row % n_q) * n_k;
    let [seen, hiddenWithWeight] = [0, 0];
    for (let j = 0; j < n_k; j++) {
      if (allow.data[start + j]) seen++;
      else if (weights.data[row * n_k + j] !== 0) hiddenWithWeight++;
    }
    if (seen === 0) empty++;
    else leaking += hiddenWithWeight;
  }
  return { empty, leaking };
}
