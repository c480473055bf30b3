/** Attention that begins with Q, K and V, forward and backward, by the engine's walk. */

/**
 * @typedef {import("../../engine/index.js").Engine} Engine
 * @typedef {{shape: number[], data: Float32Array}} Tensor
 * @typedef {Record<string, Tensor>} Tensors
 */

/** The stages that may hold the scores which the softmax reads, the last one first. */
const SCORES = Object.freeze(["masked", "capped", "biased", "scaled"]);

/**
 * @param {Engine} engine
 * @param {Readonly<Record<string, unknown>>} spec with heads, kv_heads, d_k and d_v
 * @param {Tensors} inputs Q, K and V, heads first; dOutput [n_q, heads·d_v]; and what else the spec needs
 * @returns {{expected: Tensors, gradients: Tensors}} the gradients of the sum of output·dOutput
 */
export function attentionRun(engine, spec, { Q, K, V, dOutput, ...others }) {
  const run = engine.trace(spec, { ...others, ...projected(given(Q), given(K), given(V)) }).finish();
  const all = run.backward(given(dOutput));
  const names = ["Q", "K", "V", "sink", "bias_table", "bias_matrix"].filter((name) => all[name] !== undefined);
  const scores = copyOf(run.tensor(/** @type {string} */ (SCORES.find((name) => run.stages.includes(name)))));
  const result = {
    expected: { context: copyOf(run.tensor("context")), log_sum_exp: logSumExp(scores, others.sink?.data) },
    gradients: Object.fromEntries(names.map((name) => [name, copyOf(given(all[name]))])),
  };
  run.free();
  return result;
}

/**
 * Inputs of the walk whose projections are Q, K and V to the last bit: X and C hold them side by side, and each weight picks
 * its columns. A sum of one number and of zeros is that number.
 * @param {Tensor} Q
 * @param {Tensor} K
 * @param {Tensor} V
 */
function projected(Q, K, V) {
  const [queries, keys, values] = [Q, K, V].map(headsSideBySide);
  const C = given(keys).map((row, at) => [...row, ...(values?.[at] ?? [])]);
  const [q = 0, k = 0, v = 0] = [queries, keys, values].map((rows) => rows?.[0]?.length);
  return {
    X: matrix(given(queries)),
    C: matrix(C),
    Wq: picking(q, 0, q),
    Wk: picking(k + v, 0, k),
    Wv: picking(k + v, k, v),
  };
}

/** @param {Tensor} heads [heads, n, d] @returns {number[][]} n rows of heads·d */
function headsSideBySide({ shape: [heads = 0, n = 0, d = 0], data }) {
  return Array.from({ length: n }, (_, row) =>
    Array.from({ length: heads * d }, (__, at) => data[(Math.floor(at / d) * n + row) * d + (at % d)] ?? NaN),
  );
}

/** The matrix whose product with a row is its numbers from first on. @param {number} rows @param {number} first @param {number} count */
const picking = (rows, first, count) =>
  matrix(
    Array.from({ length: rows }, (_, row) => Array.from({ length: count }, (__, at) => Number(row === first + at))),
  );

/** @param {readonly number[][]} rows @returns {Tensor} */
const matrix = (rows) => ({ shape: [rows.length, rows[0]?.length ?? 0], data: Float32Array.from(rows.flat()) });

/**
 * The natural logarithm of what each row of the softmax is divided by: the sum of exp of its scores, and of its sink where
 * there is one. Rows without a visible key: -Infinity.
 * @param {Tensor} scores [heads, n_q, n_k]
 * @param {Float32Array} [sink] a score for each head
 * @returns {Tensor} [heads, n_q]
 */
function logSumExp({ shape: [heads = 0, n_q = 0, n_k = 0], data }, sink) {
  const rows = Float32Array.from({ length: heads * n_q }, (_, row) => {
    const keys = data.subarray(row * n_k, (row + 1) * n_k);
    if (keys.every((score) => score === -Infinity)) return -Infinity;
    const all = sink ? [...keys, sink[Math.floor(row / n_q)] ?? NaN] : [...keys];
    const largest = Math.max(...all);
    return largest + Math.log(all.reduce((sum, score) => sum + Math.exp(score - largest), 0));
  });
  return { shape: [heads, n_q], data: rows };
}

/** @param {{shape: readonly number[], data: Float32Array}} tensor @returns {Tensor} that stays when the run is freed */
const copyOf = ({ shape, data }) => ({ shape: [...shape], data: data.slice() });

/** @template T @param {T | undefined} value @returns {T} */
function given(value) {
  if (value === undefined) throw new Error("attentionRun: Q, K, V and dOutput must be given");
  return value;
}
