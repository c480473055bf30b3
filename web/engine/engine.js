import { simd } from "wasm-feature-detect";
import { wasmBytes } from "#wasm";

import { checkNames, checkObject, oneOf, show } from "./checks.js";
import { costOfSizes } from "./cost.js";
import { AttentionError } from "./errors.js";
import { Memory } from "./memory.js";
import { makePlan, readNames } from "./plan.js";
import { createRandom, drawKeep } from "./random/torch-random.js";
import { Run, startRun } from "./run.js";
import { resolve } from "./spec.js";
import { engineName } from "./tensors.js";

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

/**
 * Compiles the engine that walks: what the page needs. In engine.js, which has the fast paths too, the wasm is inside
 * (the scalar one in wasm-scalar.js beside it); the page fetches it from beside its script; in Node it is read from the
 * package.
 * @param {{build?: "simd128" | "scalar"}} [options] build: simd128 where the machine has it, otherwise scalar. Both
 *   give the same bits.
 * @returns {Promise<Engine>}
 */
export async function createEngine(options = {}) {
  const build = await chooseBuild(options, NEEDS);
  return new Engine(build, await loadCore(await wasmBytes(build === "simd128" ? "walk" : build)));
}

/** What a build needs of the machine. */
export const NEEDS = Object.freeze({
  simd128: { has: simd, what: "WebAssembly SIMD" },
  scalar: { has: async () => true, what: "WebAssembly" },
});

/**
 * @template {string} B
 * @param {unknown} options
 * @param {Readonly<Record<B | "simd128" | "scalar", {has: () => Promise<boolean>, what: string}>>} needs
 * @returns {Promise<B | "simd128" | "scalar">}
 */
export async function chooseBuild(options, needs) {
  const { build } = checkObject(options, "options");
  checkNames(checkObject(options, "options"), ["build"], "option of an engine");
  if (build === undefined) return (await simd()) ? "simd128" : "scalar";
  oneOf("build", build, Object.keys(needs));
  const chosen = /** @type {B} */ (build);
  const { has, what } = needs[chosen];
  if (!(await has())) throw new AttentionError("build", `${chosen} needs ${what}, got a machine without`);
  return chosen;
}

/**
 * @param {BufferSource | WebAssembly.Module} wasm
 * @returns {Promise<Core>}
 */
export async function loadCore(wasm) {
  const module = wasm instanceof WebAssembly.Module ? wasm : await WebAssembly.compile(wasm);
  const exports = /** @type {any} */ ((await WebAssembly.instantiate(module, {})).exports);
  const memory = new Memory(exports.memory, exports.__heap_base.value);
  const registry = new FinalizationRegistry((/** @type {number} */ block) => memory.free(block));
  const core = { exports, memory, registry, names: { tensors: [""], fields: [""] } };
  core.names = readNames(core);
  return core;
}

/** Attention, computed by the C kernels. Engines share nothing; one may have any number of runs open. */
export class Engine {
  #core;

  /**
   * @param {"simd128" | "scalar" | "relaxed"} build
   * @param {Core} core
   */
  constructor(build, core) {
    /** Which wasm build this is. */
    this.build = build;
    this.#core = core;
  }

  /** Bytes of engine memory that runs, generators and calls that may come again hold. */
  get memoryUsed() {
    return this.#core.memory.used;
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
    if (drawn.length > 0) {
      tensors.set("keep", drawKeep(this.#core, plan.spec, resolved.dropoutSeed, tensors.get("keep")));
    }
    return startRun(this.#core, plan, tensors);
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
   * PyTorch's CPU generator: the same draws as torch after torch.manual_seed(seed).
   * @param {number | bigint} seed
   * @param {"scalar" | "avx2"} [path] which of torch's two ways of drawing normals; their last bits differ
   */
  torchRandom(seed, path = "scalar") {
    return createRandom(this.#core, seed, path);
  }
}
