import { wasmBytes } from "#wasm";

import { prepareAttend } from "./attend.js";
import { CallCache } from "./call-cache.js";
import { chooseBuild, loadCore } from "../engine.js";
import { FullEngine } from "../full-engine.js";
import { prepareForward } from "./forward.js";
import { gradients } from "./gradients.js";
import { KVCache } from "./kv-cache.js";
import { Layer } from "./layer.js";

/**
 * Compiles the whole engine: walks (passes whose every stage can be read) and the fast paths.
 * @param {{build?: "simd128" | "scalar"}} [options] build: simd128 where the machine has it, otherwise
 *   scalar. Both give the same bits.
 * @returns {Promise<FastEngine>}
 */
export const createEngine = (options = {}) => createEngineOf(FastEngine, options);

/**
 * Compiles the whole engine and hands it to a class.
 * @template {FastEngine} E
 * @param {new (build: "simd128" | "scalar", core: import("../engine.js").Core) => E} EngineClass
 * @param {{build?: "simd128" | "scalar"}} options
 */
export async function createEngineOf(EngineClass, options) {
  const build = await chooseBuild(options);
  return new EngineClass(build, await loadCore(await wasmBytes(build)));
}

/**
 * An engine that also has fast paths, which compute only the result of a walk: with tiles and blocked kernels, without
 * storing the n_q x n_k matrix of scores.
 */
export class FastEngine extends FullEngine {
  #core;
  #layers;
  #attentions;

  /**
   * @param {"simd128" | "scalar"} build
   * @param {import("../engine.js").Core} core
   */
  constructor(build, core) {
    super(build, core);
    this.#core = core;
    this.#layers = new CallCache((spec, inputs) => prepareForward(core, spec, inputs));
    this.#attentions = new CallCache((spec, inputs) => prepareAttend(core, spec, inputs));
  }

  /** Total bytes of engine memory, used or free. It grows and never shrinks. */
  get memoryBytes() {
    return this.#core.memory.heap.byteLength;
  }

  /**
   * Computes the output of a whole layer on the fast path, with norms, residuals and an MLP where the spec has them: no
   * stage is stored, nor the n_q x n_k matrix of scores. Takes the same arguments as trace; prefill has no effect. The
   * output of attention is within 2e-6 of the walk's, relative to the largest number of the row.
   * @param {import("../spec/spec.js").Spec} spec
   * @param {import("../tensors.js").Inputs} inputs
   * @param {Float32Array} [into] where the output's n_q·d_out numbers go, so that no memory is allocated for them; by
   *   default into a new array
   * @returns {{output: import("../tensors.js").Tensor}} [n_q, d_out]
   * @throws {AttentionError} naming the field, what was wanted and what came
   */
  forward(spec, inputs, into) {
    return { output: this.#layers.run(spec, inputs, into) };
  }

  /**
   * Makes a layer whose weights stay in engine memory, packed as the kernels read them, so that its forward() neither
   * copies nor packs them.
   * @param {import("../spec/spec.js").Spec} spec
   * @param {import("../tensors.js").Inputs} weights Wq, Wk, Wv; Wo, biases, relK, relV, bias_table, sink, norms and the MLP as
   *   in trace
   * @returns {Layer} forward(inputs, into), bytes, free()
   * @throws {AttentionError} naming the field, what was wanted and what came
   */
  layer(spec, weights) {
    return new Layer(this.#core, spec, weights);
  }

  /**
   * Computes attention on given Q, K and V on the fast path. With rope, Q and K are rotated first.
   * @param {import("../spec/spec.js").Spec} spec sizes can be left out; absolute positions are not allowed
   * @param {import("../tensors.js").AttendInputs} inputs Q [heads, n_q, d_k], K [kv_heads, n_k, d_k], V [kv_heads, n_k, d_v],
   *   and key_valid, allow, keep, relK, relV, bias_table, bias_matrix, sink, positions as in trace
   * @param {Float32Array} [into] where the context's heads·n_q·d_v numbers go; by default into a new array
   * @returns {{context: import("../tensors.js").Tensor}} [heads, n_q, d_v]
   * @throws {AttentionError} naming the field, what was wanted and what came
   */
  attend(spec, inputs, into) {
    return { context: this.#attentions.run(spec, inputs, into) };
  }

  /**
   * Computes a layer's output and its gradients on the fast path, as training needs: tile by tile, without storing the
   * n_q x n_k matrix of scores.
   * @param {import("../spec/spec.js").Spec} spec
   * @param {import("../tensors.js").Inputs} inputs as in trace
   * @param {import("../tensors.js").TensorInput} dOutput gradient of the loss with respect to the output, [n_q, d_out]
   * @returns {{output: import("../tensors.js").Tensor, gradients: Record<string, import("../tensors.js").Tensor>}}
   *   gradients: of every input except masks, keep and positions
   * @throws {AttentionError} naming the field, what was wanted and what came
   */
  gradients(spec, inputs, dOutput) {
    return gradients(this.#core, spec, inputs, dOutput);
  }

  /**
   * Makes a KV cache for generating token by token with causal self-attention.
   * @param {import("../spec/spec.js").Spec} spec causal; absolute positions (add them to X), dropout and masks of pairs are
   *   not allowed
   * @param {import("../tensors.js").Inputs} weights Wq, Wk, Wv; Wo, biases, relK, relV, bias_table, sink as in trace
   * @param {{capacity?: number}} [options] capacity: largest number of tokens
   * @throws {AttentionError} naming the field, what was wanted and what came
   */
  cache(spec, weights, options) {
    return new KVCache(this.#core, spec, weights, options);
  }
}
