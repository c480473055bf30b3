/** GPT-NeoX and Pythia (Black et al. 2022; Biderman et al. 2023): attention and MLP beside each other, partial rotation. */
import { headWidth } from "../config.js";
import { matrix } from "../parts.js";
import { interleavedParts, layernorm, linearParts, normParts, readoutOf } from "./family.js";
import { ropeOf } from "./rope.js";

/** @type {import("./family.js").Family} */
export function gptNeox(config) {
  const d_model = config.whole("hidden_size");
  const heads = config.whole("num_attention_heads");
  const layers = config.whole("num_hidden_layers");
  const vocabulary = config.whole("vocab_size");
  const d_ff = config.whole("intermediate_size");
  const norm_epsilon = config.positive("layer_norm_eps", 1e-5);
  const activation = config.activation("hidden_act", "gelu");
  const residual = config.flag("use_parallel_residual", true) ? "parallel" : "sequential";
  const bias = config.flag("attention_bias", true);
  const d_k = headWidth(config, "hidden_size", "num_attention_heads");
  const position = { ...ropeOf(config, config.positive("rotary_emb_base", 10000)), dims: rotaryWidth(config, d_k) };
  const tokens = matrix("embed_in.weight", vocabulary, d_model);
  return {
    prefixes: ["gpt_neox.", ""],
    layers,
    vocabulary,
    d_model,
    heads,
    kv_heads: heads,
    d_ff,
    embedding: { tokens },
    layer: (layer) => ({
      spec: { heads, causal: true, position, norm: "layernorm", norm_epsilon, residual, mlp: "plain", activation },
      parts: {
        ...normParts("norm_1", `layers.${layer}.input_layernorm`, d_model, true),
        ...interleavedParts(`layers.${layer}.attention.query_key_value`, heads, d_k, bias),
        ...linearParts("o", `layers.${layer}.attention.dense`, d_model, d_model, bias),
        ...normParts("norm_2", `layers.${layer}.post_attention_layernorm`, d_model, true),
        ...linearParts("_up", `layers.${layer}.mlp.dense_h_to_4h`, d_ff, d_model, true),
        ...linearParts("_down", `layers.${layer}.mlp.dense_4h_to_h`, d_model, d_ff, true),
      },
    }),
    final_norm: layernorm("final_layer_norm", d_model, norm_epsilon),
    readout: readoutOf(tokens, "embed_out.weight", config.flag("tie_word_embeddings", false)),
  };
}

/** How many components of a head turn. @param {import("../config.js").Config} config @param {number} d_k */
function rotaryWidth(config, d_k) {
  const own = config.section("rope_parameters");
  const [from, field] = own?.has("partial_rotary_factor")
    ? /** @type {const} */ ([own, "partial_rotary_factor"])
    : /** @type {const} */ ([config, "rotary_pct"]);
  const share = from.positive(field, 0.25);
  const dims = Math.floor(d_k * share);
  if (share <= 1 && dims >= 2 && dims % 2 === 0) return dims;
  throw from.error(field, `must turn an even number of a head's ${d_k} components, got ${share}`);
}
