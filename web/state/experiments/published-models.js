/**
 * Sizes of well-known models, as published by their authors.
 * @typedef {Readonly<{name: string, d_model: number, heads: number, kv_heads: number, d_k: number, layers: number,
 *   bias: boolean, tokens: number, source: string}>} Model bias: whether all four projections have a bias; tokens: largest context length; source: where the sizes are published
 * @type {Readonly<Record<"gpt2" | "llama2" | "llama3", Model>>}
 */
export const models = Object.freeze({
  gpt2: Object.freeze({
    name: "GPT-2 small",
    d_model: 768,
    heads: 12,
    kv_heads: 12,
    d_k: 64,
    layers: 12,
    bias: true,
    tokens: 1024,
    source: "Radford et al. 2019; huggingface.co/openai-community/gpt2/config.json",
  }),
  llama2: Object.freeze({
    name: "Llama 2 7B",
    d_model: 4096,
    heads: 32,
    kv_heads: 32,
    d_k: 128,
    layers: 32,
    bias: false,
    tokens: 4096,
    source: "Touvron et al. 2023; config.json of Llama-2-7b",
  }),
  llama3: Object.freeze({
    name: "Llama 3 8B",
    d_model: 4096,
    heads: 32,
    kv_heads: 8,
    d_k: 128,
    layers: 32,
    bias: false,
    tokens: 8192,
    source: "Grattafiori et al. 2024, table 3; config.json of Meta-Llama-3-8B",
  }),
});
