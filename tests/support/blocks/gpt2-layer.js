/** The spec of a layer as GPT-2 has it. @param {{heads: number, d_ff: number}} sizes */
export const gpt2Layer = ({ heads, d_ff }) => ({
  heads,
  causal: true,
  norm: "layernorm",
  norm_epsilon: 1e-5,
  residual: "sequential",
  mlp: "plain",
  activation: "gelu_tanh",
  d_ff,
});
