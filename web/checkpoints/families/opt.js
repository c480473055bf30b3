/** OPT (Zhang et al. 2022): ReLU, positions from the third row on; its 350M has norms after the residuals and projections. */
import { headWidth } from "../config.js";
import { linear, matrix } from "../parts.js";
import { layernorm, linearParts, normParts, readoutOf } from "./family.js";

/** The rows of positions that no token has. */
const FIRST_POSITION = 2;

/** @type {import("./family.js").Family} */
export function opt(config) {
  const d_model = config.whole("hidden_size");
  const heads = config.whole("num_attention_heads");
  const layers = config.whole("num_hidden_layers");
  const vocabulary = config.whole("vocab_size");
  const d_ff = config.whole("ffn_dim");
  const inner = config.whole("word_embed_proj_dim", d_model);
  const isBefore = config.flag("do_layer_norm_before", true);
  const bias = config.flag("enable_bias", true);
  const hasNormWeights = config.flag("layer_norm_elementwise_affine", true);
  const activation = config.activation("activation_function", "relu");
  const hasFinalNorm = isBefore && !config.flag("_remove_final_layer_norm", false);
  headWidth(config, "hidden_size", "num_attention_heads");
  const tokens = matrix("decoder.embed_tokens.weight", vocabulary, inner);
  const rows = config.whole("max_position_embeddings") + FIRST_POSITION;
  const isProjected = inner !== d_model;
  const norm = (/** @type {string} */ input, /** @type {string} */ module) =>
    hasNormWeights ? normParts(input, module, d_model, true) : {};
  const readout = readoutOf(tokens, "lm_head.weight", config.flag("tie_word_embeddings", true));
  return {
    prefixes: ["model.", ""],
    layers,
    vocabulary,
    d_model,
    heads,
    kv_heads: heads,
    d_ff,
    embedding: {
      tokens,
      ...(isProjected && { projection: linear("decoder.project_in", d_model, inner) }),
      positions: { part: matrix("decoder.embed_positions.weight", rows, d_model), first: FIRST_POSITION },
    },
    layer: (layer) => ({
      spec: {
        heads,
        causal: true,
        norm: "layernorm",
        norm_place: isBefore ? "pre" : "post",
        residual: "sequential",
        mlp: "plain",
        activation,
      },
      parts: {
        ...linearParts("q", `decoder.layers.${layer}.self_attn.q_proj`, d_model, d_model, bias),
        ...linearParts("k", `decoder.layers.${layer}.self_attn.k_proj`, d_model, d_model, bias),
        ...linearParts("v", `decoder.layers.${layer}.self_attn.v_proj`, d_model, d_model, bias),
        ...linearParts("o", `decoder.layers.${layer}.self_attn.out_proj`, d_model, d_model, bias),
        ...norm("norm_1", `decoder.layers.${layer}.self_attn_layer_norm`),
        ...linearParts("_up", `decoder.layers.${layer}.fc1`, d_ff, d_model, bias),
        ...linearParts("_down", `decoder.layers.${layer}.fc2`, d_model, d_ff, bias),
        ...norm("norm_2", `decoder.layers.${layer}.final_layer_norm`),
      },
    }),
    ...(hasFinalNorm && {
      final_norm: hasNormWeights
        ? layernorm("decoder.final_layer_norm", d_model, 1e-5)
        : { kind: "layernorm", epsilon: 1e-5 },
    }),
    readout: { ...readout, ...(isProjected && { projection: linear("decoder.project_out", inner, d_model) }) },
  };
}
