/** Plain JavaScript with typed arrays. */
import { attend, multiply, plainLayer, transpose } from "./plain-attention.js";

/** @typedef {import("../workloads/workloads.js").Workload} Workload */
/** @typedef {Record<string, {shape: number[], data: Float32Array}>} Tensors */

/** @param {Workload} workload @param {Tensors} tensors @returns {Promise<import("../runner/measure.js").Prepared>} */
export async function prepare(workload, tensors) {
  const { kind, n, heads, kv_heads, d, causal } = workload;
  const byHead = { token: d, head: n * d };
  const sizes = { keys: n, heads, kv_heads, d_k: d, d_v: d, scale: 1 / Math.sqrt(d), causal };
  if (kind === "attention") {
    const [q, k, v] = ["Q", "K", "V"].map((name) => tensors[name].data);
    const layouts = { q: byHead, k: byHead, v: byHead, result: byHead };
    return { run: () => attend({ q, k, v, queries: n, ...sizes }, layouts), read: (context) => ({ context }) };
  }
  if (kind === "layer") return { run: plainLayer(workload, tensors), read: (output) => ({ output }) };
  return { run: decoding(workload, tensors, sizes), read: (output) => ({ output }) };
}

/**
 * Decodes one token. Its key and value are computed, as every decoder must, although the cache has them already.
 * @param {Workload} workload @param {Tensors} tensors
 * @param {Omit<Parameters<typeof attend>[0], "q" | "k" | "v" | "queries">} sizes
 */
function decoding({ n, heads, kv_heads, d }, tensors, sizes) {
  const [width, kvWidth] = [heads * d, kv_heads * d];
  const [Wq, Wk, Wv, Wo] = ["Wq", "Wk", "Wv", "Wo"].map((name) => {
    const [rows, columns] = tensors[name].shape;
    return transpose(tensors[name].data, rows, columns);
  });
  const x = tensors.X.data.subarray((n - 1) * width, n * width);
  const [token, cached] = [
    { token: width, head: d },
    { token: d, head: n * d },
  ];
  const layouts = { q: token, k: cached, v: cached, result: token };
  return () => {
    const q = multiply(x, Wq, 1, width, width);
    for (const W of [Wk, Wv]) multiply(x, W, 1, width, kvWidth);
    const kv = { k: tensors.K.data, v: tensors.V.data };
    return multiply(attend({ q, ...kv, queries: 1, ...sizes }, layouts), Wo, 1, width, width);
  };
}
