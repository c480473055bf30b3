/**
 * Gemma 2 and 3 (Gemma Team 2024, 2025): norms before and after attention and the MLP, with the factor 1 + weight; a window
 * in most layers; embeddings that are multiplied by the root of their width.
 */
import { matrix, vector } from "../parts.js";
import { linearParts, normParts, readoutOf } from "./family.js";
import { layerTypes, ropeOf } from "./rope.js";

/** @typedef {import("../config.js").Config} Config */
/** @typedef {import("../../engine/spec/position.js").Position} Position */

/** Every other layer has the window, beginning with the first. @type {import("./family.js").Family} */
export function gemma2(config) {
  const position = ropeOf(config, 10000);
  return decoder(config, {
    isSliding: (layer) => layer % 2 === 0,
    position: () => position,
    softcap: config.positiveOrNone("attn_logit_softcapping", 50),
    logitsCap: config.positiveOrNone("final_logit_softcapping", 30),
    qk_norm: false,
  });
}

/** Every sixth layer, or as the file says, sees everything, and has a base of rotation of its own. @type {import("./family.js").Family} */
export function gemma3(config) {
  const every = config.whole(["sliding_window_pattern", "_sliding_window_pattern"], 6);
  const local = config.section("rope_parameters")
    ? ropeOf(config, 10000, "sliding_attention")
    : /** @type {const} */ ({
        kind: "rope",
        style: "half_split",
        base: config.positive("rope_local_base_freq", 10000),
      });
  const positions = { sliding_attention: local, full_attention: ropeOf(config, 1e6, "full_attention") };
  return decoder(config, {
    isSliding: (layer) => (layer + 1) % every !== 0,
    position: (kind) => positions[kind],
    softcap: config.positiveOrNone("attn_logit_softcapping", null),
    logitsCap: config.positiveOrNone("final_logit_softcapping", null),
    qk_norm: true,
  });
}

/**
 * @param {Config} config
 * @param {{isSliding: (layer: number) => boolean, position: (kind: "full_attention" | "sliding_attention") => Position,
 *   softcap: number | null, logitsCap: number | null, qk_norm: boolean}} differences
 * @returns {import("./family.js").Architecture}
 */
function decoder(config, { isSliding, position, softcap, logitsCap, qk_norm }) {
  const d_model = config.whole("hidden_size");
  const layers = config.whole("num_hidden_layers");
  const heads = config.whole("num_attention_heads");
  const kv_heads = config.whole("num_key_value_heads");
  const vocabulary = config.whole("vocab_size");
  const d_ff = config.whole("intermediate_size");
  const d_k = config.whole("head_dim", 256);
  const norm_epsilon = config.positive("rms_norm_eps", 1e-6);
  const activation = config.activation("hidden_activation", "gelu_pytorch_tanh");
  const window = config.whole("sliding_window", 4096);
  const scale = 1 / Math.sqrt(config.positive("query_pre_attn_scalar", 256));
  const bias = config.flag("attention_bias", false);
  const kinds = layerTypes(config, layers, isSliding);
  config.expect("use_bidirectional_attention", false);
  const tokens = matrix("embed_tokens.weight", vocabulary, d_model);
  const readout = readoutOf(tokens, "lm_head.weight", config.flag("tie_word_embeddings", true));
  const norm = (/** @type {string} */ input, /** @type {string} */ module) => normParts(input, module, d_model);
  return {
    prefixes: ["model.", ""],
    layers,
    vocabulary,
    d_model,
    heads,
    kv_heads,
    d_ff,
    embedding: { tokens, factor: Math.fround(Math.sqrt(d_model)) },
    layer: (layer) => {
      const kind = kinds[layer] ?? "full_attention";
      return {
        spec: {
          heads,
          kv_heads,
          d_k,
          scale,
          causal: true,
          position: position(kind),
          ...(kind === "sliding_attention" && { window }),
          ...(softcap !== null && { softcap }),
          norm: "rmsnorm",
          norm_place: "both",
          norm_offset: true,
          norm_epsilon,
          ...(qk_norm && { qk_norm: "rmsnorm" }),
          residual: "sequential",
          mlp: "gated",
          activation,
        },
        parts: {
          ...norm("norm_1", `layers.${layer}.input_layernorm`),
          ...linearParts("q", `layers.${layer}.self_attn.q_proj`, heads * d_k, d_model, bias),
          ...linearParts("k", `layers.${layer}.self_attn.k_proj`, kv_heads * d_k, d_model, bias),
          ...linearParts("v", `layers.${layer}.self_attn.v_proj`, kv_heads * d_k, d_model, bias),
          ...linearParts("o", `layers.${layer}.self_attn.o_proj`, d_model, heads * d_k, bias),
          ...(qk_norm && {
            ...normParts("q_norm", `layers.${layer}.self_attn.q_norm`, d_k),
            ...normParts("k_norm", `layers.${layer}.self_attn.k_norm`, d_k),
          }),
          ...norm("output_norm", `layers.${layer}.post_attention_layernorm`),
          ...norm("norm_2", `layers.${layer}.pre_feedforward_layernorm`),
          ...linearParts("_gate", `layers.${layer}.mlp.gate_proj`, d_ff, d_model, false),
          ...linearParts("_up", `layers.${layer}.mlp.up_proj`, d_ff, d_model, false),
          ...linearParts("_down", `layers.${layer}.mlp.down_proj`, d_model, d_ff, false),
          ...norm("mlp_output_norm", `layers.${layer}.post_feedforward_layernorm`),
        },
      };
    },
    final_norm: { kind: "rmsnorm", epsilon: norm_epsilon, offset: true, weight: vector("norm.weight", d_model) },
    readout: { ...readout, ...(logitsCap !== null && { softcap: logitsCap }) },
  };
}
