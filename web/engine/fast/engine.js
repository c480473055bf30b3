import { relaxedSimd } from "wasm-feature-detect";
import { relaxedBytes } from "#relaxed";
import { wasmBytes } from "#wasm";

import { layOutAttend } from "./attend.js";
import { Cache } from "./cache.js";
import { chooseBuild, Engine, loadCore, NEEDS } from "../engine.js";
import { Calls, layOutForward } from "./forward.js";
import { gradients } from "./gradients.js";
import { Layer } from "./layer.js";

/** Beside the two builds that give the same bits one that does not: it multiplies and adds in one rounding. */
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
  return new FastEngine(build, await loadCore(await (build === "relaxed" ? relaxedBytes() : wasmBytes(build))));
}

/** The walk, and beside it fast paths that give its result alone: tiles and blocked kernels, no matrix of all pairs. */
export class FastEngine extends Engine {
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
    this.#layers = new Calls((spec, inputs) => layOutForward(core, spec, inputs));
    this.#attentions = new Calls((spec, inputs) => layOutAttend(core, spec, inputs));
  }

  /** Bytes of engine memory in all: it grows and never shrinks. */
  get memoryBytes() {
    return this.#core.memory.heap.byteLength;
  }

  /**
   * The output of a whole layer, fast: no stage is kept, and no matrix of all pairs ever made. Takes what trace takes;
   * prefill changes nothing here. Within 2e-6 of the walk's output, measured by the row's largest.
   * @param {import("../spec.js").Spec} spec
   * @param {import("../tensors.js").Inputs} inputs
   * @returns {{output: import("../tensors.js").Tensor}} [n_q, d_out]
   * @throws {AttentionError} naming the field, what was wanted and what came
   */
  forward(spec, inputs) {
    return { output: this.#layers.run(spec, inputs) };
  }

  /**
   * A layer that keeps its weights, packed as its kernels read them: its forward neither copies nor packs them again.
   * @param {import("../spec.js").Spec} spec
   * @param {import("../tensors.js").Inputs} weights Wq, Wk, Wv; Wo, biases, relK, relV, bias_table, sink as in trace
   * @returns {Layer} forward(inputs), bytes, free()
   * @throws {AttentionError} naming the field, what was wanted and what came
   */
  layer(spec, weights) {
    return new Layer(this.#core, spec, weights);
  }

  /**
   * Attention on given queries, keys and values, fast; rope turns them here.
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
    return new Cache(this.#core, spec, weights, options);
  }
}
