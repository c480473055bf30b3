/** attention-stepper itself, through the interface that everybody uses. */
/** @typedef {import("../works.js").Work} Work */
/** @typedef {import("../measure.js").Prepared} Prepared */
/** @typedef {Record<string, {shape: number[], data: Float32Array}>} Tensors */

/** Tokens that are decoded in all: half to warm up. */
const decoded = 128;

/**
 * Its builds; and, since a layer keeps its weights as others do, the same layer given them at each call.
 * @param {Work} work
 */
export const variantsOf = ({ kind }) => ["simd128", "relaxed", "scalar", ...(kind === "layer" ? ["forward"] : [])];

/**
 * @param {Work} work
 * @param {Tensors} tensors
 * @param {{variant: string, dist: string}} options dist: URL of the build
 * @returns {Promise<Prepared>}
 */
export async function prepare(work, tensors, { variant, dist }) {
  const { createEngine } = await import(`${dist}engine.js`);
  const engine = await createEngine({ build: variant === "forward" ? "simd128" : variant });
  const spec = { heads: work.heads, kv_heads: work.kv_heads, d_k: work.d, d_v: work.d, causal: work.causal };
  const bytes = () => engine.memoryBytes;
  if (work.kind === "decode") return { ...decoding(engine, spec, work, tensors), bytes };
  if (work.kind === "attention") {
    const inputs = { Q: tensors.Q, K: tensors.K, V: tensors.V };
    return { run: () => engine.attend(spec, inputs), read: ({ context }) => ({ context: context.data }), bytes };
  }
  const { dOutput, ...inputs } = tensors;
  if (work.kind === "layer") {
    const read = (/** @type {any} */ { output }) => ({ output: output.data });
    if (variant === "forward") return { run: () => engine.forward(spec, inputs), read, bytes };
    const { X, ...weights } = inputs;
    const layer = engine.layer(spec, weights);
    return { run: () => layer.forward({ X }), read, bytes };
  }
  return {
    run: () => engine.gradients(spec, inputs, dOutput),
    read: ({ output, gradients }) =>
      Object.fromEntries(Object.entries({ output, ...gradients }).map(([name, { data }]) => [name, data])),
    bytes,
  };
}

/**
 * A cache that grows by a token at each call, from the n tokens that others hold on: ours reads some more.
 * @param {any} engine @param {object} spec @param {Work} work @param {Tensors} tensors
 */
function decoding(engine, spec, { n }, { X, Wq, Wk, Wv, Wo }) {
  const width = X.shape[1];
  const rows = (/** @type {number} */ from, /** @type {number} */ to) => ({
    shape: [to - from, width],
    data: X.data.subarray(from * width, to * width),
  });
  const tokens = Array.from({ length: X.shape[0] }, (_, at) => rows(at, at + 1));
  const cache = engine.cache(spec, { Wq, Wk, Wv, Wo });
  cache.append(rows(0, n - 1));
  return {
    run: () => cache.append(tokens[Math.min(cache.length, tokens.length - 1)]),
    read: (/** @type {any} */ output) => ({ output: output.data }),
    maxCalls: decoded,
  };
}
