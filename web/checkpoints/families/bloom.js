/** BLOOM (BigScience 2022): ALiBi, and a norm after the embeddings. */
import { headWidth } from "../config.js";
import { matrix } from "../parts.js";
import { interleavedParts, layernorm, linearParts, normParts, readoutOf } from "./family.js";

const WIDTH = /** @type {const} */ (["n_embed", "hidden_size"]);
const HEADS = /** @type {const} */ (["n_head", "num_attention_heads"]);

/** @type {import("./family.js").Family} */
export function bloom(config) {
  const d_model = config.whole(WIDTH);
  const heads = config.whole(HEADS);
  const layers = config.whole(["n_layer", "num_hidden_layers"]);
  const vocabulary = config.whole("vocab_size");
  const norm_epsilon = config.positive("layer_norm_epsilon", 1e-5);
  config.expect("apply_residual_connection_post_layernorm", false);
  const d_k = headWidth(config, WIDTH, HEADS);
  const d_ff = 4 * d_model;
  const tokens = matrix("word_embeddings.weight", vocabulary, d_model);
  return {
    prefixes: ["transformer.", ""],
    layers,
    vocabulary,
    d_model,
    heads,
    kv_heads: heads,
    d_ff,
    embedding: { tokens, norm: layernorm("word_embeddings_layernorm", d_model, norm_epsilon) },
    layer: (layer) => ({
      spec: {
        heads,
        causal: true,
        position: { kind: "alibi" },
        norm: "layernorm",
        norm_epsilon,
        residual: "sequential",
        mlp: "plain",
        activation: "gelu_tanh",
      },
      parts: {
        ...normParts("norm_1", `h.${layer}.input_layernorm`, d_model, true),
        ...interleavedParts(`h.${layer}.self_attention.query_key_value`, heads, d_k, true),
        ...linearParts("o", `h.${layer}.self_attention.dense`, d_model, d_model, true),
        ...normParts("norm_2", `h.${layer}.post_attention_layernorm`, d_model, true),
        ...linearParts("_up", `h.${layer}.mlp.dense_h_to_4h`, d_ff, d_model, true),
        ...linearParts("_down", `h.${layer}.mlp.dense_4h_to_h`, d_model, d_ff, true),
      },
    }),
    final_norm: layernorm("ln_f", d_model, norm_epsilon),
    readout: readoutOf(tokens, "lm_head.weight", config.flag("tie_word_embeddings", true)),
  };
}
