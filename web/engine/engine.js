import { simd } from "wasm-feature-detect";
import { wasmBytes } from "#wasm";

import { checkNames, checkObject, oneOf, show } from "./checks.js";
import { costOfSizes } from "./cost.js";
import { AttentionError } from "./errors.js";
import { Cache } from "./cache.js";
import { attend, Calls, gradients } from "./forward.js";
import { Memory } from "./memory.js";
import { makePlan, readNames } from "./plan.js";
import { createRandom } from "./random.js";
import { Run, startRun } from "./run.js";
import { resolve } from "./spec.js";

/**
 * What c/attention.h and c/random/random.h export, as far as it is called from here; addresses are numbers.
 * @typedef {Record<string, (...values: number[]) => number>} Exports
 *
 * What every part of the engine shares.
 * @typedef {object} Core
 * @property {any} exports of the wasm module
 * @property {Memory} memory
 * @property {{tensors: string[], fields: string[]}} names
 * @property {FinalizationRegistry<number>} registry gives back what runs that nobody freed have held
 */

const BUILDS = ["simd128", "scalar"];

/**
 * Compiles the engine. In engine.js the wasm is inside (the scalar one in wasm-scalar.js beside it); the page fetches it
 * from beside its script; in Node it is read from the package.
 * @param {{build?: "simd128" | "scalar"}} [options] build: simd128 where the machine has it, otherwise scalar. Both
 *   give the same bits.
 * @returns {Promise<Engine>}
 */
export async function createEngine(options = {}) {
  checkNames(checkObject(options, "options"), ["build"], "option of an engine");
  const { build } = options;
  if (build !== undefined) oneOf("build", build, BUILDS);
  const hasSimd = await simd();
  if (build === "simd128" && !hasSimd)
    throw new AttentionError("build", "simd128 needs WebAssembly SIMD, got a machine without");
  const chosen = build ?? (hasSimd ? "simd128" : "scalar");
  const { instance } = await WebAssembly.instantiate(await wasmBytes(chosen), {});
  return new Engine(chosen, instance.exports);
}

/** Attention, computed by the C kernels. Engines share nothing; one may have any number of runs open. */
export class Engine {
  #core;
  #calls;

  /**
   * @param {"simd128" | "scalar"} build
   * @param {any} exports
   */
  constructor(build, exports) {
    /** Which of the two wasm builds this is. */
    this.build = build;
    const memory = new Memory(exports.memory, exports.__heap_base.value);
    const registry = new FinalizationRegistry((/** @type {number} */ block) => memory.free(block));
    this.#core = { exports, memory, registry, names: { tensors: [""], fields: [""] } };
    this.#core.names = readNames(this.#core);
    this.#calls = new Calls(this.#core);
  }

  /** Bytes of engine memory that runs, generators and calls that may come again hold. */
  get memoryUsed() {
    return this.#core.memory.used;
  }

  /** Bytes of engine memory in all: it grows and never shrinks. */
  get memoryBytes() {
    return this.#core.memory.heap.byteLength;
  }

  /**
   * Checks a spec and its inputs, copies the inputs, and computes nothing yet.
   * @param {import("./spec.js").Spec} spec
   * @param {import("./tensors.js").Inputs} inputs X [n_q, d_model] (or E, and P where learned), C [n_k, d_context],
   *   Wq Wk Wv Wo, bq bk bv bo, key_valid [n_k], allow [n_q, n_k] or [heads, n_q, n_k], keep [heads, n_q, n_k],
   *   relK [2·clip + 1, d_k], relV [2·clip + 1, d_v], bias_table [buckets, heads], bias_matrix [n_q, n_k],
   *   sink [heads], positions [max(n_q, n_k)]
   * @returns {import("./run.js").Run}
   * @throws {AttentionError} naming the field, what was wanted and what came
   */
  trace(spec, inputs) {
    const resolved = resolve(spec, inputs);
    const tensors = new Map([...resolved.inputs].map(([name, tensor]) => [engineName(name, tensor), tensor]));
    const drawn = resolved.dropoutSeed === undefined ? [] : ["keep"];
    const plan = makePlan(this.#core, resolved.spec, [...tensors.keys(), ...drawn]);
    if (drawn.length > 0) tensors.set("keep", this.#drawKeep(plan, resolved.dropoutSeed, tensors.get("keep")));
    return startRun(this.#core, plan, tensors);
  }

  /**
   * The output of a whole layer, fast: no stage is kept, and no matrix of all pairs ever made. Takes what trace takes;
   * prefill changes nothing here. Within 2e-6 of the walk's output, measured by the row's largest.
   * @param {import("./spec.js").Spec} spec
   * @param {import("./tensors.js").Inputs} inputs
   * @returns {{output: import("./tensors.js").Tensor}} [n_q, d_out]
   * @throws {AttentionError} naming the field, what was wanted and what came
   */
  forward(spec, inputs) {
    return this.#calls.forward(spec, inputs);
  }

  /**
   * Attention on given queries, keys and values, fast; rope turns them here.
   * @param {import("./spec.js").Spec} spec sizes may be left out; no absolute positions
   * @param {import("./tensors.js").Inputs} inputs Q [heads, n_q, d_k], K [kv_heads, n_k, d_k], V [kv_heads, n_k, d_v],
   *   and key_valid, allow, keep, relK, relV, bias_table, bias_matrix, sink, positions as in trace
   * @returns {{context: import("./tensors.js").Tensor}} [heads, n_q, d_v]
   * @throws {AttentionError} naming the field, what was wanted and what came
   */
  attend(spec, inputs) {
    return attend(this.#core, spec, inputs);
  }

  /**
   * A layer forwards and backwards, fast, for training: tile by tile, without a matrix of all pairs. Not with shaw, nor
   * with masks after softmax: backward has those.
   * @param {import("./spec.js").Spec} spec
   * @param {import("./tensors.js").Inputs} inputs as in trace
   * @param {import("./tensors.js").TensorInput} dOutput the loss's gradient at the output, [n_q, d_out]
   * @returns {{output: import("./tensors.js").Tensor, gradients: Record<string, import("./tensors.js").Tensor>}}
   *   gradients of every input but masks, keep and positions
   * @throws {AttentionError} naming the field, what was wanted and what came
   */
  gradients(spec, inputs, dOutput) {
    return gradients(this.#core, spec, inputs, dOutput);
  }

  /**
   * A KV cache for generating token by token: causal self-attention with weights.
   * @param {import("./spec.js").Spec} spec causal; no absolute positions (add them to X), dropout or masks of pairs
   * @param {import("./tensors.js").Inputs} weights Wq, Wk, Wv; Wo, biases, relK, relV, bias_table, sink as in trace
   * @param {{capacity?: number}} [options] capacity: tokens at most
   * @throws {AttentionError} naming the field, what was wanted and what came
   */
  cache(spec, weights, options) {
    return new Cache(this.#core, spec, weights, options);
  }

  /**
   * Gradients of a finished run: how a change of any number would change a loss.
   * @param {import("./run.js").Run} run
   * @param {import("./tensors.js").TensorInput} dOutput the loss's gradient at the output
   * @returns {Record<string, import("./tensors.js").Tensor>} by stage, what can be read besides, and input
   */
  backward(run, dOutput) {
    if (!(run instanceof Run)) throw new AttentionError("run", `must be a run, got ${show(run)}`);
    return run.backward(dOutput);
  }

  /**
   * What a walk would cost, of any size: nothing is computed, and no memory is held for it.
   * @param {import("./spec.js").Spec} spec with d_model
   * @param {import("./cost.js").CostSizes} sizes
   * @returns {Record<string, import("./cost.js").Cost>} by stage, as run.cost() gives it
   */
  cost(spec, sizes) {
    return costOfSizes(this.#core, spec, sizes);
  }

  /**
   * What dropout keeps, as torch draws it.
   * @param {import("./plan.js").Plan} plan
   * @param {unknown} seed
   * @param {import("./tensors.js").TensorInput} [given] must be the same, where both are given
   */
  #drawKeep(plan, seed, given) {
    const { shape, count } = /** @type {import("./plan.js").Entry} */ (plan.entries.get("keep"));
    const random = createRandom(this.#core, /** @type {number | bigint} */ (seed), "scalar");
    const data = random.dropoutKeep(plan.spec.dropout, count);
    const same = !given || (given.shape.join() === shape.join() && data.every((keep, n) => keep === given.data[n]));
    if (!same) {
      throw new AttentionError("keep", `must be what torch_seed ${seed} draws where both are given, got another mask`);
    }
    return { shape: [...shape], data };
  }

  /**
   * PyTorch's CPU generator: the same draws as torch after torch.manual_seed(seed).
   * @param {number | bigint} seed
   * @param {"scalar" | "avx2"} [path] which of torch's two ways of drawing normals; their last bits differ
   */
  torchRandom(seed, path = "scalar") {
    return createRandom(this.#core, seed, path);
  }
}

/**
 * @param {string} name
 * @param {import("./tensors.js").TensorInput} tensor
 */
export function engineName(name, tensor) {
  if (name !== "allow") return name;
  return tensor.shape.length === 3 ? "head_mask" : "mask";
}
