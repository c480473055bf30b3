/** The encoder of T5 (Raffel et al. 2020): a table of biases by distance in the first layer, for all; scores are not scaled. */
import { matrix, vector } from "../parts.js";
import { linearParts, normParts } from "./family.js";

/** @typedef {import("../config.js").Config} Config */

/** @type {import("./family.js").Family} */
export function t5(config) {
  const d_model = config.whole("d_model");
  const heads = config.whole("num_heads");
  const layers = config.whole("num_layers");
  const vocabulary = config.whole("vocab_size");
  const d_ff = config.whole("d_ff");
  const d_k = config.whole("d_kv");
  const buckets = config.whole("relative_attention_num_buckets", 32);
  const max_distance = config.whole("relative_attention_max_distance", 128);
  const norm_epsilon = config.positive("layer_norm_epsilon", 1e-6);
  const { isGated, activation } = feedForward(config);
  const table = matrix("block.0.layer.0.SelfAttention.relative_attention_bias.weight", buckets, heads);
  const width = heads * d_k;
  const tokens = { ...matrix("", vocabulary, d_model), names: ["shared.weight", "encoder.embed_tokens.weight"] };
  return {
    prefixes: ["encoder."],
    layers,
    vocabulary,
    d_model,
    heads,
    kv_heads: heads,
    d_ff,
    embedding: { tokens: { ...tokens, outside: true } },
    layer: (layer) => ({
      spec: {
        heads,
        d_k,
        scale: 1,
        position: { kind: "t5", buckets, max_distance, bidirectional: true },
        norm: "rmsnorm",
        norm_epsilon,
        residual: "sequential",
        mlp: isGated ? "gated" : "plain",
        activation,
      },
      parts: {
        bias_table: table,
        ...normParts("norm_1", `block.${layer}.layer.0.layer_norm`, d_model),
        ...linearParts("q", `block.${layer}.layer.0.SelfAttention.q`, width, d_model, false),
        ...linearParts("k", `block.${layer}.layer.0.SelfAttention.k`, width, d_model, false),
        ...linearParts("v", `block.${layer}.layer.0.SelfAttention.v`, width, d_model, false),
        ...linearParts("o", `block.${layer}.layer.0.SelfAttention.o`, d_model, width, false),
        ...normParts("norm_2", `block.${layer}.layer.1.layer_norm`, d_model),
        ...(isGated
          ? {
              ...linearParts("_gate", `block.${layer}.layer.1.DenseReluDense.wi_0`, d_ff, d_model, false),
              ...linearParts("_up", `block.${layer}.layer.1.DenseReluDense.wi_1`, d_ff, d_model, false),
            }
          : linearParts("_up", `block.${layer}.layer.1.DenseReluDense.wi`, d_ff, d_model, false)),
        ...linearParts("_down", `block.${layer}.layer.1.DenseReluDense.wo`, d_model, d_ff, false),
      },
    }),
    final_norm: { kind: "rmsnorm", epsilon: norm_epsilon, weight: vector("final_layer_norm.weight", d_model) },
    readout: null,
  };
}

/** Its MLP's name is an activation, or "gated-" and one; in gated-gelu GELU is the one by tanh. @param {Config} config */
function feedForward(config) {
  const words = ["relu", "gated-gelu", "gated-silu", "gated-relu", "silu", "gelu", "gelu_new"];
  const word = config.word("feed_forward_proj", words, "relu");
  const isGated = word.startsWith("gated-");
  if (word === "gated-gelu") return { isGated, activation: /** @type {const} */ ("gelu_tanh") };
  const plain = /** @type {Record<string, "relu" | "silu" | "gelu" | "gelu_tanh">} */ ({
    relu: "relu",
    silu: "silu",
    gelu: "gelu",
    gelu_new: "gelu_tanh",
  });
  return { isGated, activation: /** @type {"relu"} */ (plain[word.replace("gated-", "")]) };
}
