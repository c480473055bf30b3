/** GPT-2 (Radford et al. 2019). Its Conv1D stores matrices in x out, and queries, keys and values beside each other. */
import { headWidth } from "../config.js";
import { matrix, vector } from "../parts.js";
import { layernorm, normParts, readoutOf } from "./family.js";

/** @typedef {import("../parts.js").Part} Part */

/** @type {import("./family.js").Family} */
export function gpt2(config) {
  const d_model = config.whole(["n_embd", "hidden_size"]);
  const heads = config.whole(["n_head", "num_attention_heads"]);
  const layers = config.whole(["n_layer", "num_hidden_layers"]);
  const vocabulary = config.whole("vocab_size");
  const d_ff = config.whole("n_inner", 4 * d_model);
  const epsilon = config.positive("layer_norm_epsilon", 1e-5);
  const d_k = headWidth(config, ["n_embd", "hidden_size"], ["n_head", "num_attention_heads"]);
  const activation = config.activation("activation_function", "gelu_new");
  const isScaled = config.flag("scale_attn_weights", true);
  const byLayer = config.flag("scale_attn_by_inverse_layer_idx", false);
  config.expect("add_cross_attention", false);
  const tokens = matrix("wte.weight", vocabulary, d_model);
  const positions = matrix("wpe.weight", config.whole(["n_positions", "max_position_embeddings"]), d_model);
  return {
    prefixes: ["transformer.", ""],
    layers,
    vocabulary,
    d_model,
    heads,
    kv_heads: heads,
    d_ff,
    embedding: { tokens, positions: { part: positions, first: 0 } },
    layer: (layer) => ({
      spec: {
        heads,
        causal: true,
        scale: (isScaled ? 1 / Math.sqrt(d_k) : 1) / (byLayer ? layer + 1 : 1),
        norm: "layernorm",
        norm_epsilon: epsilon,
        residual: "sequential",
        mlp: "plain",
        activation,
      },
      parts: {
        ...normParts("norm_1", `h.${layer}.ln_1`, d_model, true),
        ...split(`h.${layer}.attn.c_attn`, d_model),
        ...conv("o", `h.${layer}.attn.c_proj`, d_model, d_model),
        ...normParts("norm_2", `h.${layer}.ln_2`, d_model, true),
        ...conv("_up", `h.${layer}.mlp.c_fc`, d_model, d_ff),
        ...conv("_down", `h.${layer}.mlp.c_proj`, d_ff, d_model),
      },
    }),
    final_norm: layernorm("ln_f", d_model, epsilon),
    readout: readoutOf(tokens, "lm_head.weight", config.flag("tie_word_embeddings", true)),
  };
}

/** @param {string} suffix @param {string} module @param {number} input @param {number} output @returns {Record<string, Part>} */
const conv = (suffix, module, input, output) => ({
  [`W${suffix}`]: matrix(`${module}.weight`, input, output),
  [`b${suffix}`]: vector(`${module}.bias`, output),
});

/** @param {string} module @param {number} d_model @returns {Record<string, Part>} */
function split(module, d_model) {
  const thirds = ["q", "k", "v"].map((letter, third) => {
    const columns = /** @type {const} */ ([third * d_model, (third + 1) * d_model]);
    return {
      [`W${letter}`]: { ...matrix(`${module}.weight`, d_model, 3 * d_model), columns },
      [`b${letter}`]: {
        ...vector(`${module}.bias`, 3 * d_model),
        rows: { first: third * d_model, count: d_model, step: 3 * d_model },
      },
    };
  });
  return Object.assign({}, ...thirds);
}
