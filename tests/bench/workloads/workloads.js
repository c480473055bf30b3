/**
 * The workloads that are timed. A layer projects X to Q, K and V, attends, and multiplies by Wo; attention starts from Q, K
 * and V; decode computes one new token of a layer with a KV cache; training runs a layer forward and backward; a block is a
 * layer of GPT-2's kind: LayerNorm, attention, residual, LayerNorm, MLP with GELU (tanh), residual. All are float32 with batch
 * size 1. A model is a training step of a small model: see models.js.
 */
import { modelFlops, models, modelTensors } from "./models.js";

/**
 * @typedef {object} Workload
 * @property {string} id ends with c if the workload is causal
 * @property {"layer" | "attention" | "decode" | "training" | "block" | "model"} kind
 * @property {string} title
 * @property {number} n number of tokens; for decode, of cached tokens, including the new one
 * @property {number} heads
 * @property {number} kv_heads
 * @property {number} d width of one head
 * @property {boolean} causal
 * @property {number} [spread] of attention: the standard deviation of the scores; 1 unless said
 * @property {boolean} [rope] whether queries and keys are rotated: RoPE with neighbouring components as pairs, base 10,000
 * @property {import("./models.js").Model} [model] of kind "model"
 */

/**
 * @typedef {{name: string, shape: number[], std: number, below?: number}} TensorPlan std: the standard deviation of its
 *   random numbers; below: it holds whole numbers from 0 up to, not including, this one
 */

/** @type {Omit<Workload, "causal">[]} */
const shapes = [
  { id: "W1", kind: "layer", title: "layer, 16 tokens, width 32, 4 heads", n: 16, heads: 4, kv_heads: 4, d: 8 },
  { id: "W2", kind: "layer", title: "layer, 128 tokens, width 768, 12 heads", n: 128, heads: 12, kv_heads: 12, d: 64 },
  {
    id: "W3",
    kind: "layer",
    title: "layer, 1024 tokens, width 768, 12 heads",
    n: 1024,
    heads: 12,
    kv_heads: 12,
    d: 64,
  },
  {
    id: "W4",
    kind: "attention",
    title: "attention, 4096 tokens, one head of 64",
    n: 4096,
    heads: 1,
    kv_heads: 1,
    d: 64,
  },
  {
    id: "W4s",
    kind: "attention",
    title: "sharp attention (scores of ±8), 4096 tokens, one head of 64",
    n: 4096,
    heads: 1,
    kv_heads: 1,
    d: 64,
    spread: 8,
  },
  {
    id: "W4m",
    kind: "attention",
    title: "attention, 4032 tokens, one head of 64",
    n: 4032,
    heads: 1,
    kv_heads: 1,
    d: 64,
  },
  {
    id: "W5",
    kind: "attention",
    title: "attention, 16,384 tokens, one head of 64",
    n: 16384,
    heads: 1,
    kv_heads: 1,
    d: 64,
  },
  {
    id: "GQA",
    kind: "attention",
    title: "attention, 1024 tokens, 32 heads of 128 share 8 keys and values",
    n: 1024,
    heads: 32,
    kv_heads: 8,
    d: 128,
  },
];

/** @type {readonly Workload[]} */
export const workloads = Object.freeze([
  ...shapes.flatMap((shape) => [
    { ...shape, causal: false },
    { ...shape, id: `${shape.id}c`, title: `${shape.title}, causal`, causal: true },
  ]),
  {
    id: "D1",
    kind: "decode",
    title: "one token with 4096 cached, width 768, 12 heads",
    n: 4096,
    heads: 12,
    kv_heads: 12,
    d: 64,
    causal: true,
  },
  {
    id: "W3cR",
    kind: "layer",
    title: "layer, 1024 tokens, width 768, 12 heads share 4 keys and values, RoPE, causal",
    n: 1024,
    heads: 12,
    kv_heads: 4,
    d: 64,
    causal: true,
    rope: true,
  },
  {
    id: "D1R",
    kind: "decode",
    title: "one token with 4096 cached, width 768, 12 heads share 4 keys and values, RoPE",
    n: 4096,
    heads: 12,
    kv_heads: 4,
    d: 64,
    causal: true,
    rope: true,
  },
  ...[128, 1024].map((n) => ({
    id: n === 128 ? "B2" : "B3",
    kind: /** @type {const} */ ("block"),
    title: `GPT-2's block, ${n} tokens, width 768, 12 heads, causal`,
    n,
    heads: 12,
    kv_heads: 12,
    d: 64,
    causal: true,
  })),
  {
    id: "T2",
    kind: "training",
    title: "forwards and backwards, 128 tokens, width 768, 12 heads",
    n: 128,
    heads: 12,
    kv_heads: 12,
    d: 64,
    causal: false,
  },
]);

/** @param {string} id @returns {Workload} */
export function workloadOf(id) {
  const all = [...workloads, ...models];
  const workload = all.find((one) => one.id === id);
  if (!workload) throw new Error(`workload: wanted some of ${all.map((one) => one.id).join(" ")}, got ${id}`);
  return workload;
}

/** The attention workload of one point of a curve. @param {Partial<Workload>} sizes @returns {Workload} */
export function attentionWorkload({ n = 1024, heads = 1, d = 64, causal = false }) {
  const id = `n${n}-h${heads}-d${d}${causal ? "c" : ""}`;
  return { id, kind: "attention", title: id, n, heads, kv_heads: heads, d, causal };
}

/** The width of a token, d_model. @param {Workload} workload */
export const widthOf = ({ heads, d }) => heads * d;

/** The width of a block's MLP. @param {Workload} workload */
export const hiddenOf = (workload) => 4 * widthOf(workload);

/**
 * How many multiplications and additions the result needs. Masked pairs do not count, nor do values that backward computes
 * a second time.
 * @param {Workload} workload
 */
export function flopsOf(workload) {
  const { kind, n, heads, kv_heads, d, causal } = workload;
  if (kind === "model") return modelFlops(workload);
  const width = widthOf(workload);
  const rows = kind === "decode" ? 1 : n;
  const pairs = kind === "decode" ? n : causal ? (n * (n + 1)) / 2 : n * n;
  const attention = 4 * pairs * heads * d;
  if (kind === "attention") return attention;
  const projections = 2 * rows * width * (2 * width + 2 * kv_heads * d);
  if (kind === "block") return projections + attention + 2 * 2 * n * width * hiddenOf(workload);
  // The backward pass computes two products for each product of the forward pass.
  return (kind === "training" ? 3 : 1) * (projections + attention);
}

/** The least number of bytes that decoding one token reads: weights, keys and values. @param {Workload} workload */
export function bytesRead(workload) {
  const { n, kv_heads, d } = workload;
  const width = widthOf(workload);
  return 4 * (width * (2 * width + 2 * kv_heads * d) + 2 * n * kv_heads * d);
}

/** The inputs of a workload. @param {Workload} workload @returns {TensorPlan[]} */
export function tensorsOf(workload) {
  const { kind, n, heads, kv_heads, d, spread = 1 } = workload;
  if (kind === "model") return modelTensors(workload);
  const [width, kvWidth] = [widthOf(workload), kv_heads * d];
  if (kind === "attention") {
    return [
      { name: "Q", shape: [heads, n, d], std: spread },
      { name: "K", shape: [kv_heads, n, d], std: 1 },
      { name: "V", shape: [kv_heads, n, d], std: 1 },
    ];
  }
  const std = 1 / Math.sqrt(width);
  const layer = [
    { name: "X", shape: [n, width], std: 1 },
    { name: "Wq", shape: [width, width], std },
    { name: "Wk", shape: [width, kvWidth], std },
    { name: "Wv", shape: [width, kvWidth], std },
    { name: "Wo", shape: [width, width], std },
  ];
  if (kind === "block") return [...layer, ...tensorsAround(width, hiddenOf(workload))];
  return kind === "training" ? [...layer, { name: "dOutput", shape: [n, width], std: 1 }] : layer;
}

/** What a block has beside a layer of attention. @param {number} width @param {number} hidden @returns {TensorPlan[]} */
const tensorsAround = (width, hidden) => [
  { name: "norm_1_weight", shape: [width], std: 1 },
  { name: "norm_1_bias", shape: [width], std: 0.1 },
  { name: "norm_2_weight", shape: [width], std: 1 },
  { name: "norm_2_bias", shape: [width], std: 0.1 },
  { name: "W_up", shape: [width, hidden], std: 1 / Math.sqrt(width) },
  { name: "b_up", shape: [hidden], std: 0.1 },
  { name: "W_down", shape: [hidden, width], std: 1 / Math.sqrt(hidden) },
  { name: "b_down", shape: [width], std: 0.1 },
];

/** The number of elements of a shape. @param {readonly number[]} shape */
export const product = (shape) => shape.reduce((count, size) => count * size, 1);

/**
 * Random numbers, uniformly distributed around 0: the same ones every time for the same plan.
 * @param {TensorPlan} plan
 */
export function randomData({ name, shape, std, below }) {
  let state = [...name].reduce((sum, letter) => Math.imul(sum, 31) + letter.charCodeAt(0), 7);
  const next = () => {
    // mulberry32
    state = (state + 0x6d2b79f5) | 0;
    let z = Math.imul(state ^ (state >>> 15), 1 | state);
    z = (z + Math.imul(z ^ (z >>> 7), 61 | z)) ^ z;
    return ((z ^ (z >>> 14)) >>> 0) / 2 ** 32;
  };
  if (below !== undefined) return Float32Array.from({ length: product(shape) }, () => Math.floor(next() * below));
  const range = 2 * Math.sqrt(3) * std;
  return Float32Array.from({ length: product(shape) }, () => (next() - 0.5) * range);
}
