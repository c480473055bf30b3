/**
 * Llama (Touvron et al. 2023), Mistral 7B (Jiang et al. 2023), Qwen2 and Qwen3 (2024, 2025): RMSNorm, rotation, grouped
 * heads and a gated MLP.
 */
import { headWidth } from "../config.js";
import { matrix, vector } from "../parts.js";
import { linearParts, normParts, readoutOf } from "./family.js";
import { expectWholeRotation, layerTypes, ropeOf } from "./rope.js";

/** @typedef {import("../config.js").Config} Config */

/** @type {import("./family.js").Family} */
export function llama(config) {
  const bias = config.flag("attention_bias", false);
  return decoder(config, { bias, bias_o: bias, mlp_bias: config.flag("mlp_bias", false) });
}

/** @type {import("./family.js").Family} */
export function mistral(config) {
  const window = config.wholeOrNone("sliding_window", 4096);
  return decoder(config, { window, kinds: layerTypes(config, layersOf(config), () => window !== null) });
}

/** @type {import("./family.js").Family} */
export const qwen2 = (config) => decoder(config, { bias: true, ...qwenWindow(config) });

/** @type {import("./family.js").Family} */
export function qwen3(config) {
  const bias = config.flag("attention_bias", false);
  return decoder(config, { bias, bias_o: bias, qk_norm: true, ...qwenWindow(config) });
}

/** The first max_window_layers layers see everything. @param {Config} config @returns {Differences} */
function qwenWindow(config) {
  const kinds = (/** @type {(layer: number) => boolean} */ isSliding) =>
    layerTypes(config, layersOf(config), isSliding);
  if (!config.flag("use_sliding_window", false)) return { kinds: kinds(() => false) };
  const first = config.whole("max_window_layers", 28, 0);
  const window = config.wholeOrNone("sliding_window", 4096);
  return { window, kinds: kinds((layer) => window !== null && layer >= first) };
}

/** @param {Config} config */
const layersOf = (config) => config.whole("num_hidden_layers");

/**
 * In what the families differ.
 * @typedef {object} Differences
 * @property {boolean} [bias] of queries, keys and values
 * @property {boolean} [bias_o] of the output
 * @property {boolean} [mlp_bias]
 * @property {boolean} [qk_norm]
 * @property {number | null} [window] of the layers that have one
 * @property {readonly string[]} [kinds] of layers
 *
 * @param {Config} config
 * @param {Differences} differences
 * @returns {import("./family.js").Architecture}
 */
function decoder(config, { bias = false, bias_o = false, mlp_bias = false, qk_norm = false, window = null, kinds }) {
  const d_model = config.whole("hidden_size");
  const heads = config.whole("num_attention_heads");
  const kv_heads = config.whole("num_key_value_heads", heads);
  const vocabulary = config.whole("vocab_size");
  const d_ff = config.whole("intermediate_size");
  const d_k = config.has("head_dim")
    ? config.whole("head_dim")
    : headWidth(config, "hidden_size", "num_attention_heads");
  const norm_epsilon = config.positive("rms_norm_eps", 1e-6);
  const activation = config.activation("hidden_act", "silu");
  const position = ropeOf(config, 10000);
  expectWholeRotation(config);
  const sliding = kinds?.indexOf("sliding_attention") ?? -1;
  if (window === null && sliding >= 0)
    throw config.error(
      `layer_types[${sliding}]`,
      'must be "full_attention", as the config gives no window, got "sliding_attention"',
    );
  const tokens = matrix("embed_tokens.weight", vocabulary, d_model);
  return {
    prefixes: ["model.", ""],
    layers: layersOf(config),
    vocabulary,
    d_model,
    heads,
    kv_heads,
    d_ff,
    embedding: { tokens },
    layer: (layer) => ({
      spec: {
        heads,
        kv_heads,
        d_k,
        causal: true,
        position,
        ...(window !== null && kinds?.[layer] === "sliding_attention" && { window }),
        norm: "rmsnorm",
        norm_epsilon,
        ...(qk_norm && { qk_norm: "rmsnorm" }),
        residual: "sequential",
        mlp: "gated",
        activation,
      },
      parts: {
        ...normParts("norm_1", `layers.${layer}.input_layernorm`, d_model),
        ...linearParts("q", `layers.${layer}.self_attn.q_proj`, heads * d_k, d_model, bias),
        ...linearParts("k", `layers.${layer}.self_attn.k_proj`, kv_heads * d_k, d_model, bias),
        ...linearParts("v", `layers.${layer}.self_attn.v_proj`, kv_heads * d_k, d_model, bias),
        ...linearParts("o", `layers.${layer}.self_attn.o_proj`, d_model, heads * d_k, bias_o),
        ...(qk_norm && {
          ...normParts("q_norm", `layers.${layer}.self_attn.q_norm`, d_k),
          ...normParts("k_norm", `layers.${layer}.self_attn.k_norm`, d_k),
        }),
        ...normParts("norm_2", `layers.${layer}.post_attention_layernorm`, d_model),
        ...linearParts("_gate", `layers.${layer}.mlp.gate_proj`, d_ff, d_model, mlp_bias),
        ...linearParts("_up", `layers.${layer}.mlp.up_proj`, d_ff, d_model, mlp_bias),
        ...linearParts("_down", `layers.${layer}.mlp.down_proj`, d_model, d_ff, mlp_bias),
      },
    }),
    final_norm: { kind: "rmsnorm", epsilon: norm_epsilon, weight: vector("norm.weight", d_model) },
    readout: readoutOf(tokens, "lm_head.weight", config.flag("tie_word_embeddings", false)),
  };
}
