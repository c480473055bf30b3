import { relaxedSimd } from "wasm-feature-detect";
import { wasmBytes } from "#wasm";

import { prepareAttend } from "./attend.js";
import { CallCache } from "./call-cache.js";
import { chooseBuild, loadCore, NEEDS } from "../engine.js";
import { FullEngine } from "../full-engine.js";
import { prepareForward } from "./forward.js";
import { gradients } from "./gradients.js";
import { KVCache } from "./kv-cache.js";
import { Layer } from "./layer.js";

/** The relaxed build gives other bits than the other two: it multiplies and adds in one rounding. */
const ALL = Object.freeze({
  ...NEEDS,
  relaxed: { has: relaxedSimd, what: "relaxed WebAssembly SIMD (Node 20 with --experimental-wasm-relaxed-simd)" },
});

/**
 * Compiles the whole engine: the walk and the fast paths.
 * @param {{build?: "simd128" | "scalar" | "relaxed"}} [options] build: simd128 where the machine has it, otherwise
 *   scalar. Both give the same bits. relaxed is faster where matrices are large; the last bits of its fast paths may
 *   differ from machine to machine. Node 20 has it with --experimental-wasm-relaxed-simd, newer ones without.
 * @returns {Promise<FastEngine>}
 */
export async function createEngine(options = {}) {
  const build = await chooseBuild(options, ALL);
  return new FastEngine(build, await loadCore(await wasmBytes(build)));
}

/**
 * The walk, and fast paths that compute only its result: with tiles and blocked kernels, and no matrix of all pairs.
 */
export class FastEngine extends FullEngine {
  #core;
  #layers;
  #attentions;

  /**
   * @param {"simd128" | "scalar" | "relaxed"} build
   * @param {import("../engine.js").Core} core
   */
  constructor(build, core) {
    super(build, core);
    this.#core = core;
    this.#layers = new CallCache((spec, inputs) => prepareForward(core, spec, inputs));
    this.#attentions = new CallCache((spec, inputs) => prepareAttend(core, spec, inputs));
  }

  /** Bytes of engine memory in total: it grows and never shrinks. */
  get memoryBytes() {
    return this.#core.memory.heap.byteLength;
  }

  /**
   * The output of a whole layer, fast: no stage is stored, and no matrix of all pairs is ever made. Takes what trace
   * takes; prefill changes nothing here. Within 2e-6 of the walk's output, relative to the row's largest number.
   * @param {import("../spec.js").Spec} spec
   * @param {import("../tensors.js").Inputs} inputs
   * @returns {{output: import("../tensors.js").Tensor}} [n_q, d_out]
   * @throws {AttentionError} naming the field, what was wanted and what came
   */
  forward(spec, inputs) {
    return { output: this.#layers.run(spec, inputs) };
  }

  /**
   * A layer whose weights stay in the engine, packed as its kernels read them: forward neither copies nor packs them.
   * @param {import("../spec.js").Spec} spec
   * @param {import("../tensors.js").Inputs} weights Wq, Wk, Wv; Wo, biases, relK, relV, bias_table, sink as in trace
   * @returns {Layer} forward(inputs), bytes, free()
   * @throws {AttentionError} naming the field, what was wanted and what came
   */
  layer(spec, weights) {
    return new Layer(this.#core, spec, weights);
  }

  /**
   * Attention on given queries, keys and values, fast; rope rotates them here.
   * @param {import("../spec.js").Spec} spec sizes may be left out; no absolute positions
   * @param {import("../tensors.js").Inputs} inputs Q [heads, n_q, d_k], K [kv_heads, n_k, d_k], V [kv_heads, n_k, d_v],
   *   and key_valid, allow, keep, relK, relV, bias_table, bias_matrix, sink, positions as in trace
   * @returns {{context: import("../tensors.js").Tensor}} [heads, n_q, d_v]
   * @throws {AttentionError} naming the field, what was wanted and what came
   */
  attend(spec, inputs) {
    return { context: this.#attentions.run(spec, inputs) };
  }

  /**
   * A layer forwards and backwards, fast, for training: tile by tile, without a matrix of all pairs.
   * @param {import("../spec.js").Spec} spec
   * @param {import("../tensors.js").Inputs} inputs as in trace
   * @param {import("../tensors.js").TensorInput} dOutput the loss's gradient at the output, [n_q, d_out]
   * @returns {{output: import("../tensors.js").Tensor, gradients: Record<string, import("../tensors.js").Tensor>}}
   *   gradients of every input but masks, keep and positions
   * @throws {AttentionError} naming the field, what was wanted and what came
   */
  gradients(spec, inputs, dOutput) {
    return gradients(this.#core, spec, inputs, dOutput);
  }

  /**
   * A KV cache for generating token by token: causal self-attention with weights.
   * @param {import("../spec.js").Spec} spec causal; no absolute positions (add them to X), dropout or masks of pairs
   * @param {import("../tensors.js").Inputs} weights Wq, Wk, Wv; Wo, biases, relK, relV, bias_table, sink as in trace
   * @param {{capacity?: number}} [options] capacity: tokens at most
   * @throws {AttentionError} naming the field, what was wanted and what came
   */
  cache(spec, weights, options) {
    return new KVCache(this.#core, spec, weights, options);
  }
}
