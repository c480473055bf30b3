/** The operation of a stage as a short expression: what the strip of stages shows. The stages' texts are in text.js. */
import { eachSetting } from "../../engine/stages.js";
import { shortNumber } from "../../figures/index.js";
import { modelOf } from "../../state/recipes/trained-models.js";
import { variantOf } from "../variant.js";

/** @typedef {import("../../view/view.js").View} View */
/** @typedef {Record<string, string | number>} Args */

/**
 * The operation of a stage as a short expression.
 * @param {View} view
 * @param {string} stage
 */
export function operationText(view, stage) {
  const form = operationForm(view, stage);
  return view.t(`stage-${stage}-op${form ? `-${form}` : ""}`, numbersOf(view));
}

/** Which variant of a stage's operation is computed; "" for the usual one. @param {View} view @param {string} stage */
export const operationForm = (view, stage) => operationForms[stage]?.(view) || "";

/** @type {Record<string, (view: View) => string | false | undefined>} */
const operationForms = {
  raw: ({ trace }) => Boolean(trace.tensor("relK")) && "shaw",
  scaled: (view) => scaleForm(view) && (variantOf(view).scale === "off" ? "off" : "other"),
  masked: (view) => variantOf(view).how !== "infinite" && variantOf(view).how,
  weights: (view) => variantOf(view).mode !== "before" && view.trace.stages.includes("zeroed") && variantOf(view).mode,
  context: ({ trace }) => Boolean(trace.tensor("relV")) && "shaw",
  output: ({ hasWo, run }) => (hasWo ? run.spec.heads === 1 && "one" : "none"),
  norm_1: normForm,
  output_norm: normForm,
  norm_2: normForm,
  mlp_hidden: gatedForm,
  mlp_activated: gatedForm,
  mlp_output_norm: normForm,
  residual_2: ({ run }) => run.spec.residual === "parallel" && "parallel",
};

/** @param {View} view */
function normForm({ run }) {
  return run.spec.norm === "rmsnorm" && "rmsnorm";
}

/** @param {View} view */
function gatedForm({ run }) {
  return run.spec.mlp === "gated" && "gated";
}

/**
 * Message arguments: the numbers of a spec that sentences mention.
 * @param {View} view
 * @returns {Args}
 */
export function numbersOf({ run: { spec } }) {
  const { heads, kv_heads, d_k, scale, n_k } = spec;
  return {
    heads,
    shared: kv_heads,
    each: heads / kv_heads,
    d_k,
    keys: n_k,
    window: spec.window,
    count: spec.sink_tokens,
    scale: shortNumber(scale),
    usual: shortNumber(1 / Math.sqrt(d_k)),
    ...eachSetting((name) => shortNumber(spec[name])),
    clip: spec.clip,
    lambda: shortNumber(spec.lambda),
    sigma: shortNumber(spec.sigma),
    value: shortNumber(spec.mask_value),
    p: shortNumber(spec.dropout),
    kept: shortNumber(1 - spec.dropout),
    p_residual: shortNumber(spec.residual_dropout),
    kept_residual: shortNumber(1 - spec.residual_dropout),
    p_mlp: shortNumber(spec.mlp_dropout),
    kept_mlp: shortNumber(1 - spec.mlp_dropout),
    activation: spec.activation,
    d_ff: spec.d_ff,
    dims: spec.rotary_dims,
  };
}

/** Whether keys and values come from the embeddings of the same words, as in a trained model that points at words. @param {View} view */
export const hasOwnKeys = ({ state }) => modelOf(state)?.pointer !== undefined;

/** How scores are scaled, where that is not the usual way. @param {View} view */
export function scaleForm(view) {
  const { scale } = variantOf(view);
  return scale !== "usual" && scale;
}
