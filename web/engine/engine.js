import { simd } from "wasm-feature-detect";
import { wasmBytes } from "#wasm";

import { checkNames, checkObject, oneOf } from "./checks.js";
import { AttentionError } from "./errors.js";
import { Memory } from "./memory.js";
import { makePlan, readNames } from "./plan.js";
import { createRandom, drawKeeps } from "./random/torch-random.js";
import { Run, startRun } from "./run.js";
import { resolve } from "./spec/spec.js";
import { engineName } from "./tensors.js";

/**
 * @typedef {import("./c.js").Exports} Exports
 *
 * The compiled wasm module and its memory, shared by all parts of an engine.
 * @typedef {object} Core
 * @property {Exports} exports of the wasm module; the build for walks lacks gradients, models and fast paths
 * @property {Memory} memory
 * @property {{tensors: string[], fields: string[]}} names
 * @property {FinalizationRegistry<number>} registry frees the memory of runs that were never freed, once they are collected
 */

/**
 * Compiles the engine that computes walks, without gradients and fast paths: the part that the page and the element
 * need. A walk is one pass through the stages of attention, from the embeddings to the output. The wasm is loaded as
 * the platform needs: see wasm/.
 * @param {{build?: "simd128" | "scalar"}} [options] build: simd128 where the machine has it, otherwise scalar. Both
 *   give the same bits.
 * @returns {Promise<Engine>}
 */
export async function createEngine(options = {}) {
  const build = await chooseBuild(options);
  return new Engine(build, await loadCore(await wasmBytes(build === "simd128" ? "walk" : build)));
}

/**
 * @param {unknown} options
 * @returns {Promise<"simd128" | "scalar">} the build that they name, otherwise the fastest that this machine can run
 */
export async function chooseBuild(options) {
  const { build } = checkObject(options, "options");
  checkNames(checkObject(options, "options"), ["build"], "option of an engine");
  const hasSimd = await simd();
  if (build === undefined) return hasSimd ? "simd128" : "scalar";
  oneOf("build", build, ["simd128", "scalar"]);
  if (build === "simd128" && !hasSimd)
    throw new AttentionError("build", "simd128 needs WebAssembly SIMD, got a machine without");
  return /** @type {"simd128" | "scalar"} */ (build);
}

/**
 * @param {BufferSource | WebAssembly.Module} wasm
 * @returns {Promise<Core>}
 */
export async function loadCore(wasm) {
  const module = wasm instanceof WebAssembly.Module ? wasm : await WebAssembly.compile(wasm);
  const exports = /** @type {Exports} */ (/** @type {unknown} */ ((await WebAssembly.instantiate(module, {})).exports));
  const memory = new Memory(exports.memory, exports.__heap_base.value);
  const registry = new FinalizationRegistry((/** @type {number} */ block) => memory.free(block));
  const core = { exports, memory, registry, names: { tensors: [""], fields: [""] } };
  core.names = readNames(core);
  return core;
}

/**
 * Checks a spec and its inputs, and copies the inputs into a new run.
 * @template {Run} R
 * @param {Core} core
 * @param {unknown} spec
 * @param {unknown} inputs
 * @param {new (core: Core, plan: import("./plan.js").Plan, memory: import("./run-memory.js").RunMemory) => R} RunClass
 * @returns {R}
 */
export function traceRun(core, spec, inputs, RunClass) {
  const resolved = resolve(spec, inputs);
  const tensors = new Map([...resolved.inputs].map(([name, tensor]) => [engineName(name, tensor), tensor]));
  const plan = makePlan(core, resolved.spec, [...tensors.keys(), ...resolved.dropout.drawn]);
  drawKeeps(core, plan.spec, resolved.dropout, tensors);
  return startRun(core, plan, tensors, RunClass);
}

/**
 * Attention, computed by the C kernels. Engines share nothing with each other; one engine can have any number of runs
 * at a time.
 */
export class Engine {
  #core;

  /**
   * @param {"simd128" | "scalar"} build
   * @param {Core} core
   */
  constructor(build, core) {
    /** The wasm build that this engine runs. */
    this.build = build;
    this.#core = core;
  }

  /**
   * The core of an engine, for the engine's other modules. Not part of the package's interface.
   * @param {Engine} engine
   */
  static coreOf(engine) {
    return engine.#core;
  }

  /** Bytes of engine memory in use by runs, generators, layers, caches and prepared calls that are stored for reuse. */
  get memoryUsed() {
    return this.#core.memory.used;
  }

  /**
   * Checks a spec and its inputs, and copies the inputs into a new run. Nothing is computed yet.
   * @param {import("./spec/spec.js").Spec} spec
   * @param {import("./tensors.js").Inputs} inputs X [n_q, d_model] (or E, and P where learned), C [n_k, d_context],
   *   Wq Wk Wv Wo, bq bk bv bo, key_valid [n_k], allow [n_q, n_k] or [heads, n_q, n_k], keep [heads, n_q, n_k],
   *   relK [2·clip + 1, d_k], relV [2·clip + 1, d_v], bias_table [buckets, heads], bias_matrix [n_q, n_k],
   *   sink [heads], positions [max(n_q, n_k)]; or Q [heads, n_q, d_k], K [kv_heads, n_k, d_k] and V [kv_heads, n_k, d_v]
   *   in place of X, C, Wq Wk Wv and bq bk bv
   * @returns {Run}
   * @throws {AttentionError} that names the field, what was wanted and what came
   */
  trace(spec, inputs) {
    return traceRun(this.#core, spec, inputs, Run);
  }

  /**
   * Returns a generator that draws the same numbers as PyTorch's CPU generator after torch.manual_seed(seed).
   * @param {number | bigint} seed
   * @param {"scalar" | "avx2"} [path] which of torch's two ways of drawing normals; their last bits differ
   */
  torchRandom(seed, path = "scalar") {
    return createRandom(this.#core, seed, path);
  }
}
