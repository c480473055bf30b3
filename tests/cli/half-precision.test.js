/**
 * Kernels that read half precision and add in more: their results have the digits of float32, and check names what was rounded
 * on the way, from Q, K and V as from X.
 */
import assert from "node:assert/strict";
import { test } from "node:test";

import { createEngine } from "../../web/engine/index.js";
import { check } from "../../web/node/check/check.js";
import { halves, rounded } from "../../web/node/check/halves.js";
import { reportLines } from "../../web/node/check/report.js";

const engine = await createEngine();
const [heads, n, d] = [2, 16, 16];

let state = 29;
/** @param {...number} shape */
function drawn(...shape) {
  const data = Array.from({ length: shape.reduce((a, b) => a * b) }, () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.fround(2 * (state / 2 ** 31 - 1));
  });
  return { shape, data };
}

/** @typedef {{shape: number[], data: number[]}} Tensor */
/** @typedef {(x: number) => number} Round */

/** The product of two matrices, whose numbers are rounded before they are multiplied. @param {Tensor} a @param {Tensor} b @param {Round} round @returns {Tensor} */
function product(a, b, round) {
  const [[rows = 0, inner = 0], [, columns = 0]] = [a.shape, b.shape];
  const data = Array.from({ length: rows * columns }, (_, at) => {
    const [i, j] = [Math.floor(at / columns), at % columns];
    let sum = 0;
    for (let p = 0; p < inner; p++)
      sum += round(Number(a.data[i * inner + p])) * round(Number(b.data[p * columns + j]));
    return sum;
  });
  return { shape: [rows, columns], data };
}

/** Its columns, a head's after the other's. @param {Tensor} matrix @returns {Tensor} */
const inHeads = ({ data }) => ({
  shape: [heads, n, d],
  data: Array.from({ length: heads * n * d }, (_, at) => {
    const [h, i, c] = [Math.floor(at / (n * d)), Math.floor(at / d) % n, at % d];
    return Number(data[i * heads * d + h * d + c]);
  }),
});

/**
 * Causal attention whose factors are rounded.
 * @param {Record<"Q" | "K" | "V", Tensor>} inputs
 * @param {object} round
 * @param {Round} round.reading queries, keys and values
 * @param {Round} round.mixing weights
 * @param {Round} [round.raw] scores before they are scaled
 * @param {Round} [round.scaled] scores, of which softmax is taken
 */
function attention({ Q, K, V }, { reading, mixing, raw = same, scaled = same }) {
  /** @type {number[]} */
  const weights = [];
  /** @type {number[]} */
  const context = [];
  const at = (/** @type {Tensor} */ { data }, /** @type {number} */ row, /** @type {number} */ c) =>
    reading(Number(data[row * d + c]));
  for (let h = 0; h < heads; h++)
    for (let i = 0; i < n; i++) {
      const scores = Array.from({ length: i + 1 }, (_, j) => {
        let sum = 0;
        for (let c = 0; c < d; c++) sum += at(Q, h * n + i, c) * at(K, h * n + j, c);
        return scaled(raw(sum) / Math.sqrt(d));
      });
      const total = scores.reduce((sum, score) => sum + Math.exp(score), 0);
      const row = scores.map((score) => mixing(Math.exp(score) / total));
      weights.push(...row, ...Array(n - 1 - i).fill(0));
      for (let c = 0; c < d; c++) context.push(row.reduce((sum, w, j) => sum + w * at(V, h * n + j, c), 0));
    }
  const fit = (/** @type {number[]} */ data) => data.map(Math.fround);
  return {
    weights: { shape: [heads, n, n], data: fit(weights) },
    context: { shape: [heads, n, d], data: fit(context) },
  };
}

const QKV = { Q: drawn(heads, n, d), K: drawn(heads, n, d), V: drawn(heads, n, d) };
const same = (/** @type {number} */ x) => x;

/** @param {object} inputs @param {Record<string, Tensor>} expected @param {string} half @param {string} [what] that is rounded */
function isNamed(inputs, expected, half, what = ".*") {
  const report = check(engine, { spec: { heads, d_k: d, d_v: d, causal: true }, inputs, expected });
  const lines = reportLines(report).join("\n");
  assert.equal(report.ok, false);
  assert.deepEqual(
    report.causes.map(({ id }) => id),
    ["half-precision"],
    lines,
  );
  assert.match(lines, new RegExp(`\\ncause: half-precision \\(${what} ?rounded to ${half}( on the way)?\\)$`));
}

for (const half of halves) {
  const toHalf = (/** @type {number} */ x) => rounded(half, x);
  for (const [what, mixing] of /** @type {[string, Round][]} */ ([
    ["queries, keys and values", same],
    ["queries, keys, values and weights", toHalf],
  ]))
    test(`${what} that are rounded to ${half} are named, by the context alone and beside the weights`, () => {
      const { weights, context } = attention(QKV, { reading: toHalf, mixing });
      isNamed(QKV, { context }, half);
      isNamed(QKV, { weights, context }, half);
    });

  for (const [named, when, round] of /** @type {[string, string, Partial<Parameters<typeof attention>[1]>][]} */ ([
    ["scores", "before they are scaled", { raw: toHalf }],
    ["scores", "once they are scaled", { scaled: toHalf }],
    ["scores", "before and after", { raw: toHalf, scaled: toHalf }],
    ["weights", "before they mix values", { mixing: toHalf }],
    ["scores and weights", "once they are scaled", { scaled: toHalf, mixing: toHalf }],
  ]))
    test(`${named} alone that are rounded to ${half}, ${when}, are named`, () => {
      const { weights, context } = attention(QKV, { reading: same, mixing: same, ...round });
      isNamed(QKV, { context }, half, named);
      isNamed(QKV, { weights, context }, half);
    });

  test(`the factors of all products, rounded to ${half}, are named from X on`, () => {
    const [X, Wq, Wk, Wv, Wo] = [drawn(n, 8), ...[1, 2, 3].map(() => drawn(8, heads * d)), drawn(heads * d, 8)];
    const inputs = /** @type {Record<string, Tensor>} */ ({ X, Wq, Wk, Wv, Wo });
    const of = (/** @type {Tensor | undefined} */ weight) =>
      inHeads(product(/** @type {Tensor} */ (X), /** @type {Tensor} */ (weight), toHalf));
    const { context } = attention({ Q: of(Wq), K: of(Wk), V: of(Wv) }, { reading: toHalf, mixing: toHalf });
    const side = Array.from({ length: n * heads * d }, (_, at) => {
      const [i, h, c] = [Math.floor(at / (heads * d)), Math.floor(at / d) % heads, at % d];
      return Number(context.data[(h * n + i) * d + c]);
    });
    const concat = { shape: [n, heads * d], data: side };
    const output = product(concat, /** @type {Tensor} */ (Wo), toHalf);
    isNamed(inputs, { output: { ...output, data: output.data.map(Math.fround) } }, half);
  });
}
