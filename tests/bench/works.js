/**
 * What is timed. A layer makes Q, K and V from X, attends, and ends with Wo; attention is given Q, K and V; decode is one
 * new token of a layer with a KV cache; training is a layer forwards and backwards. Float32, batch 1.
 */

/**
 * @typedef {object} Work
 * @property {string} id ends with c where causal
 * @property {"layer" | "attention" | "decode" | "training"} kind
 * @property {string} title
 * @property {number} n tokens; for decode those that are cached, the new one included
 * @property {number} heads
 * @property {number} kv_heads
 * @property {number} d width of one head
 * @property {boolean} causal
 */

/** @typedef {{name: string, shape: number[], spread: number}} TensorPlan spread: standard deviation */

/** @type {Omit<Work, "causal">[]} */
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
    id: "W4m",
    kind: "attention",
    title: "attention, 4032 tokens, one head of 64",
    n: 4032,
    heads: 1,
    kv_heads: 1,
    d: 64,
  },
  {
    ...{ id: "W5", kind: "attention", title: "attention, 16,384 tokens, one head of 64" },
    ...{ n: 16384, heads: 1, kv_heads: 1, d: 64 },
  },
  {
    ...{ id: "GQA", kind: "attention", title: "attention, 1024 tokens, 32 heads of 128 share 8 keys and values" },
    ...{ n: 1024, heads: 32, kv_heads: 8, d: 128 },
  },
];

/** @type {readonly Work[]} */
export const works = Object.freeze([
  ...shapes.flatMap((shape) => [
    { ...shape, causal: false },
    { ...shape, id: `${shape.id}c`, title: `${shape.title}, causal`, causal: true },
  ]),
  {
    ...{ id: "D1", kind: "decode", title: "one token with 4096 cached, width 768, 12 heads" },
    ...{ n: 4096, heads: 12, kv_heads: 12, d: 64, causal: true },
  },
  {
    ...{ id: "T2", kind: "training", title: "forwards and backwards, 128 tokens, width 768, 12 heads" },
    ...{ n: 128, heads: 12, kv_heads: 12, d: 64, causal: false },
  },
]);

/** @param {string} id @returns {Work} */
export function workOf(id) {
  const work = works.find((one) => one.id === id);
  if (!work) throw new Error(`works: wanted some of ${works.map((one) => one.id).join(" ")}, got ${id}`);
  return work;
}

/** Attention alone, for curves. @param {Partial<Work>} sizes @returns {Work} */
export function attentionOf({ n = 1024, heads = 1, d = 64, causal = false }) {
  const id = `n${n}-h${heads}-d${d}${causal ? "c" : ""}`;
  return { id, kind: "attention", title: id, n, heads, kv_heads: heads, d, causal };
}

/** @param {Work} work */
export const widthOf = ({ heads, d }) => heads * d;

/**
 * Multiplications and additions that the result needs: masked pairs do not count, nor does what is computed twice.
 * @param {Work} work
 */
export function flopsOf(work) {
  const { kind, n, heads, kv_heads, d, causal } = work;
  const width = widthOf(work);
  const rows = kind === "decode" ? 1 : n;
  const pairs = kind === "decode" ? n : causal ? (n * (n + 1)) / 2 : n * n;
  const attention = 4 * pairs * heads * d;
  if (kind === "attention") return attention;
  const projections = 2 * rows * width * (2 * width + 2 * kv_heads * d);
  // Backwards each product becomes two.
  return (kind === "training" ? 3 : 1) * (projections + attention);
}

/** Bytes that one decoded token reads at least: weights, keys and values. @param {Work} work */
export function bytesOf(work) {
  const { n, kv_heads, d } = work;
  const width = widthOf(work);
  return 4 * (width * (2 * width + 2 * kv_heads * d) + 2 * n * kv_heads * d);
}

/** @param {Work} work @returns {TensorPlan[]} */
export function tensorsOf(work) {
  const { kind, n, heads, kv_heads, d } = work;
  const [width, kvWidth] = [widthOf(work), kv_heads * d];
  if (kind === "attention") {
    return [
      { name: "Q", shape: [heads, n, d], spread: 1 },
      { name: "K", shape: [kv_heads, n, d], spread: 1 },
      { name: "V", shape: [kv_heads, n, d], spread: 1 },
    ];
  }
  const spread = 1 / Math.sqrt(width);
  const layer = [
    { name: "X", shape: [n, width], spread: 1 },
    { name: "Wq", shape: [width, width], spread },
    { name: "Wk", shape: [width, kvWidth], spread },
    { name: "Wv", shape: [width, kvWidth], spread },
    { name: "Wo", shape: [width, width], spread },
  ];
  return kind === "training" ? [...layer, { name: "dOutput", shape: [n, width], spread: 1 }] : layer;
}

/** @param {readonly number[]} shape */
export const product = (shape) => shape.reduce((count, size) => count * size, 1);

/**
 * The same numbers for the same plan, evenly distributed about 0.
 * @param {TensorPlan} plan
 */
export function drawn({ name, shape, spread }) {
  let state = [...name].reduce((sum, letter) => Math.imul(sum, 31) + letter.charCodeAt(0), 7);
  const next = () => {
    // mulberry32
    state = (state + 0x6d2b79f5) | 0;
    let z = Math.imul(state ^ (state >>> 15), 1 | state);
    z = (z + Math.imul(z ^ (z >>> 7), 61 | z)) ^ z;
    return ((z ^ (z >>> 14)) >>> 0) / 2 ** 32;
  };
  const reach = 2 * Math.sqrt(3) * spread;
  return Float32Array.from({ length: product(shape) }, () => (next() - 0.5) * reach);
}
