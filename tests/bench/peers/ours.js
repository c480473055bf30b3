/** attention-stepper itself, called through its public interface. */
import { batches, batchesOf, comparedSteps, specOf, weightsOf } from "../workloads/models.js";

/** @typedef {import("../workloads/workloads.js").Workload} Workload */
/** @typedef {import("../runner/measure.js").Prepared} Prepared */
/** @typedef {Record<string, {shape: number[], data: Float32Array}>} Tensors */

/** What a block has around attention. */
const around = { norm: "layernorm", residual: "sequential", mlp: "plain", activation: "gelu_tanh" };

/** How many tokens are decoded in all; the first half of them is the warm-up. */
const decodedTokens = 128;

/**
 * The builds of the engine. For layers and blocks also "forward": engine.layer keeps its weights, as the other libraries do;
 * engine.forward takes them at each call.
 * @param {Workload} workload
 */
export const variantsOf = ({ kind }) => [
  "simd128",
  "scalar",
  ...(kind === "layer" || kind === "block" ? ["forward"] : []),
];

/**
 * @param {Workload} workload
 * @param {Tensors} tensors
 * @param {{variant: string, dist: string}} options dist: the URL of the build
 * @returns {Promise<Prepared>}
 */
export async function prepare(workload, tensors, { variant, dist }) {
  const { createEngine } = await import(`${dist}engine.js`);
  const engine = await createEngine({ build: variant === "forward" ? "simd128" : variant });
  const spec = {
    heads: workload.heads,
    kv_heads: workload.kv_heads,
    d_k: workload.d,
    d_v: workload.d,
    causal: workload.causal,
    ...(workload.rope ? { position: { kind: "rope" } } : {}),
    ...(workload.kind === "block" ? around : {}),
  };
  const bytes = () => engine.memoryBytes;
  if (workload.kind === "model") return { ...training(engine, workload, tensors), bytes };
  if (workload.kind === "decode") return { ...decoding(engine, spec, workload, tensors), bytes };
  if (workload.kind === "attention") {
    const inputs = { Q: tensors.Q, K: tensors.K, V: tensors.V };
    return { run: () => engine.attend(spec, inputs), read: ({ context }) => ({ context: context.data }), bytes };
  }
  const { dOutput, ...inputs } = tensors;
  if (workload.kind === "layer" || workload.kind === "block") {
    const read = (/** @type {any} */ { output }) => ({ output: output.data });
    if (variant === "forward") return { run: () => engine.forward(spec, inputs), read, bytes };
    const { X, ...weights } = inputs;
    const layer = engine.layer(spec, weights);
    const into = new Float32Array(layer.forward({ X }).output.data.length);
    return { run: () => layer.forward({ X }, into), read, bytes };
  }
  return {
    run: () => engine.gradients(spec, inputs, dOutput),
    read: ({ output, gradients }) =>
      Object.fromEntries(Object.entries({ output, ...gradients }).map(([name, { data }]) => [name, data])),
    bytes,
  };
}

/** Training steps of a model. @param {any} engine @param {Workload} workload @param {Tensors} tensors */
function training(engine, workload, tensors) {
  const model = engine.model(specOf(workload));
  model.load(weightsOf(tensors));
  const all = batchesOf(Object.fromEntries(Object.entries(tensors).map(([name, { data }]) => [name, data])));
  const run = () => model.step(all[model.steps % batches]).loss;
  const read = (/** @type {number} */ first) => ({
    losses: [first, ...Array.from({ length: comparedSteps - 1 }, run)],
  });
  return { run, read };
}

/**
 * A cache that starts with the n tokens that every peer has and grows by a token at each call, so that it reads slightly
 * more than the others do.
 * @param {any} engine @param {object} spec @param {Workload} workload @param {Tensors} tensors
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
    maxCalls: decodedTokens,
  };
}
