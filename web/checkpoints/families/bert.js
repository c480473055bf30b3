/** BERT (Devlin et al. 2019) and RoBERTa (Liu et al. 2019): encoders with norms after the residuals. */
import { headWidth } from "../config.js";
import { linear, matrix, vector } from "../parts.js";
import { linearParts } from "./family.js";

/** @typedef {import("../parts.js").Part} Part */

/** @type {import("./family.js").Family} */
export function bert(config) {
  const head = { module: "cls.predictions", dense: "transform.dense", norm: "transform.LayerNorm" };
  const activation = config.activation("hidden_act", "gelu");
  return withHead(config, encoder(config, ["bert.", ""], 0), { ...head, activation });
}

/** Positions begin after the padding token's id; padding is not counted. @type {import("./family.js").Family} */
export function roberta(config) {
  const padding = config.whole("pad_token_id", 1, 0);
  const rows = config.whole("max_position_embeddings");
  if (padding + 1 >= rows)
    throw config.error("pad_token_id", `must be below ${rows - 1}, as positions follow it, got ${padding}`);
  const head = { module: "lm_head", dense: "dense", norm: "layer_norm", activation: /** @type {const} */ ("gelu") };
  return withHead(config, encoder(config, ["roberta.", ""], padding + 1, padding), head);
}

/**
 * With the head for masked tokens, whose names have no prefix.
 * @param {import("../config.js").Config} config
 * @param {import("./family.js").Architecture} architecture
 * @param {{module: string, dense: string, norm: string, activation: import("./family.js").MaskedHead["activation"]}} head
 * @returns {import("./family.js").Architecture}
 */
function withHead(config, architecture, { module, dense, norm: normName, activation }) {
  const { d_model, vocabulary, embedding } = architecture;
  const outside = (/** @type {Part} */ part) => ({ ...part, outside: true });
  const names = [`${module}.bias`, `${module}.decoder.bias`];
  const { norm_weight: weight, norm_bias: bias } = norm("norm", `${module}.${normName}`, d_model);
  const isTied = config.flag("tie_word_embeddings", true);
  return {
    ...architecture,
    masked: {
      dense: {
        W_up: outside(linear(`${module}.${dense}`, d_model, d_model)),
        b_up: outside(vector(`${module}.${dense}.bias`, d_model)),
      },
      activation,
      norm: {
        kind: "layernorm",
        epsilon: Number(embedding.norm?.epsilon),
        ...(weight && { weight: outside(weight) }),
        ...(bias && { bias: outside(bias) }),
      },
      weight: isTied ? embedding.tokens : outside(matrix(`${module}.decoder.weight`, vocabulary, d_model)),
      bias: outside({ names, shape: [vocabulary] }),
    },
  };
}

/**
 * @param {import("../config.js").Config} config
 * @param {readonly string[]} prefixes
 * @param {number} first row of the first position
 * @param {number} [padding] token that has no position
 * @returns {import("./family.js").Architecture}
 */
function encoder(config, prefixes, first, padding) {
  const d_model = config.whole("hidden_size");
  const heads = config.whole("num_attention_heads");
  const layers = config.whole("num_hidden_layers");
  const vocabulary = config.whole("vocab_size");
  const d_ff = config.whole("intermediate_size");
  const norm_epsilon = config.positive("layer_norm_eps", 1e-12);
  const activation = config.activation("hidden_act", "gelu");
  headWidth(config, "hidden_size", "num_attention_heads");
  config.expect("position_embedding_type", "absolute");
  config.expect("is_decoder", false);
  const positions = matrix("embeddings.position_embeddings.weight", config.whole("max_position_embeddings"), d_model);
  const { norm_weight: weight, norm_bias: bias } = norm("norm", "embeddings.LayerNorm", d_model);
  return {
    prefixes,
    layers,
    vocabulary,
    d_model,
    heads,
    kv_heads: heads,
    d_ff,
    embedding: {
      tokens: matrix("embeddings.word_embeddings.weight", vocabulary, d_model),
      positions: { part: positions, first, ...(padding !== undefined && { padding }) },
      types: matrix("embeddings.token_type_embeddings.weight", config.whole("type_vocab_size", 2), d_model),
      norm: { kind: "layernorm", epsilon: norm_epsilon, ...(weight && { weight }), ...(bias && { bias }) },
    },
    layer: (layer) => ({
      spec: {
        heads,
        norm: "layernorm",
        norm_place: "post",
        norm_epsilon,
        residual: "sequential",
        mlp: "plain",
        activation,
      },
      parts: {
        ...linearParts("q", `encoder.layer.${layer}.attention.self.query`, d_model, d_model, true),
        ...linearParts("k", `encoder.layer.${layer}.attention.self.key`, d_model, d_model, true),
        ...linearParts("v", `encoder.layer.${layer}.attention.self.value`, d_model, d_model, true),
        ...linearParts("o", `encoder.layer.${layer}.attention.output.dense`, d_model, d_model, true),
        ...norm("norm_1", `encoder.layer.${layer}.attention.output.LayerNorm`, d_model),
        ...linearParts("_up", `encoder.layer.${layer}.intermediate.dense`, d_ff, d_model, true),
        ...linearParts("_down", `encoder.layer.${layer}.output.dense`, d_model, d_ff, true),
        ...norm("norm_2", `encoder.layer.${layer}.output.LayerNorm`, d_model),
      },
    }),
    readout: null,
  };
}

/** Files that were converted from TensorFlow call a norm's weight gamma and its bias beta. @param {string} input @param {string} module @param {number} size @returns {Record<string, Part>} */
function norm(input, module, size) {
  const part = (/** @type {string} */ name, /** @type {string} */ old) => ({
    ...vector(name, size),
    names: [`${module}.${name}`, `${module}.${old}`],
  });
  return { [`${input}_weight`]: part("weight", "gamma"), [`${input}_bias`]: part("bias", "beta") };
}
