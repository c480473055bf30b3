import { effectiveSizes, hasMask, positionOf } from "./sizes.js";
import { hasTwoLayers, modelOf } from "./recipes/trained-models.js";

/** @typedef {import("./state.js").State} State */

/**
 * The fields that have an effect in a state. The page shows controls only for these.
 * @param {State} state
 * @returns {(keyof State)[]}
 */
export function controlsFor(state) {
  const sizes = effectiveSizes(state);
  const { heads, kv_heads, d_k, n_q, n_k, d_model, d_context, pads } = sizes;
  const self = state.context === null;
  const model = modelOf(state);
  const trained = model !== null;
  const drawn = state.recipe !== "named" && !trained;
  const sized = drawn && state.weights;
  const masked = hasMask(state);
  const position = positionOf(state);
  const distance = position === "distance" ? state.distance_form : "";
  /** @type {Record<import("./fields.js").NumbersField | "head", boolean>} */
  const applies = {
    sentence: true,
    context: !model || model.source !== undefined,
    batch: self,
    item: self && state.batch.length > 0,
    recipe: true,
    run: false,
    layer: hasTwoLayers(state),
    seed: drawn,
    d_model: drawn,
    d_context: sized && !self,
    d_k: sized,
    d_v: sized,
    heads: sized,
    kv_heads: sized && heads > 1,
    bias: sized,
    tied: !trained && state.weights && kv_heads === heads && d_context === d_model,
    weights: !trained,
    head: heads > 1,
    causal: self ? n_k > 1 : state.align !== null,
    align: !self && n_q * n_k > 1,
    scaling: d_k > 1,
    temperature: true,
    padding: true,
    padding_side: pads > 0,
    ignored: true,
    painted: true,
    mask_mode: masked,
    mask_value: masked && state.mask_mode === "before_softmax",
    mask_how: masked && state.mask_mode === "before_softmax" && state.mask_value !== null,
    window: n_q * n_k > 1,
    sink_tokens: n_q * n_k > 1 && state.window !== null,
    softcap: true,
    softmax_sink: true,
    dropout: true,
    dropout_seed: state.dropout > 0,
    position: drawn,
    first: position === "rope",
    rope_style: position === "rope" && d_k > 2,
    rope_base: position === "rope" && d_k > 2,
    shaw_clip: position === "shaw",
    shaw_values: position === "shaw",
    t5_buckets: position === "t5",
    t5_max_distance: position === "t5",
    distance_form: position === "distance",
    distance_lambda: distance === "linear",
    distance_sigma: distance === "gaussian",
    order: (self ? n_q - pads : n_q) > 1,
    edits: true,
    other_edits: hasTwoLayers(state),
  };
  return /** @type {(keyof State)[]} */ (Object.keys(applies)).filter(
    (field) => applies[/** @type {keyof typeof applies} */ (field)],
  );
}
