import { show } from "./checks.js";
import { AttentionError } from "./errors.js";
import { explain } from "./explain/explain.js";
import { uses } from "./explain/uses.js";
import { RunMemory } from "./run-memory.js";
import { checkIndex, checkShape } from "./tensors.js";

/**
 * @typedef {import("./tensors.js").Tensor} Tensor
 * @typedef {import("./plan.js").Plan} Plan
 * @typedef {import("./plan.js").Entry} Entry
 * @typedef {import("./engine.js").Core} Core
 */

/**
 * Allocates the memory of a run and copies the inputs into it.
 * @template {Run} R
 * @param {Core} core
 * @param {Plan} plan
 * @param {ReadonlyMap<string, import("./tensors.js").TensorInput>} tensors by the engine's names
 * @param {new (core: Core, plan: Plan, memory: RunMemory) => R} RunClass Run, or a subclass with more methods
 * @returns {R}
 */
export function startRun(core, plan, tensors, RunClass) {
  const inputs = [...tensors].map(([name, { shape, data }]) => {
    const entry = plan.entries.get(name);
    checkShape(name, { shape }, entry?.shape ?? []);
    return { entry: /** @type {Entry} */ (entry), data };
  });
  const { memory } = core;
  const address = memory.allocate(plan.bytes);
  memory.bytes(address, plan.header.length).set(plan.header);
  for (const { entry, data } of inputs) {
    memory.floats(plan.data(address) + entry.offset * 4, entry.count).set(data);
  }
  return new RunClass(core, plan, new RunMemory(core, plan, address));
}

/**
 * One walk: one pass through the stages of attention, from the embeddings to the output, for one spec and one set of
 * inputs. Every stage stays readable. Each tensor that a run returns is a copy that belongs to the caller.
 */
export class Run {
  #core;
  #plan;
  #memory;

  /**
   * @param {Core} core
   * @param {Plan} plan
   * @param {RunMemory} memory with the inputs in it
   */
  constructor(core, plan, memory) {
    this.#core = core;
    this.#plan = plan;
    this.#memory = memory;
    /** The spec with every default filled in, in the engine's numbers. */
    this.spec = Object.freeze({ ...plan.spec });
    /** Ids of the stages in walking order. */
    this.stages = Object.freeze(plan.stages.map((entry) => entry.name));
    const others = [...plan.entries.values()].filter((entry) => !entry.given && entry.id !== entry.stage);
    /** Ids of the other tensors that stages leave behind and that can be read, such as allow: all masks combined. */
    this.auxiliary = Object.freeze(others.map((entry) => entry.name));
  }

  /**
   * What the engine's other modules (backward.js, cost.js, tiles.js, …) work with. Not part of the package's interface.
   * @param {unknown} run
   * @returns {{core: Core, plan: Plan, memory: RunMemory}}
   * @throws {AttentionError} "run" where it is none
   */
  static partsOf(run) {
    if (!(run instanceof Run)) throw new AttentionError("run", `must be a run, got ${show(run)}`);
    return { core: run.#core, plan: run.#plan, memory: run.#memory };
  }

  /**
   * Computes the next stage.
   * @returns {string | undefined} its id; undefined at the end
   */
  step() {
    return this.#memory.step();
  }

  /** Computes all stages that are left. */
  finish() {
    while (this.step() !== undefined);
    return this;
  }

  /**
   * The sizes of a stage, an input or one of auxiliary; known before anything is computed.
   * @param {string} id
   * @returns {number[]}
   */
  shape(id) {
    return [...this.#memory.entry(id).shape];
  }

  /**
   * @param {string} id a stage, an input, or one of auxiliary
   * @returns {Tensor} a copy
   */
  tensor(id) {
    return this.#memory.copy(this.#memory.computed(id));
  }

  /**
   * Where one number comes from, in the engine's order of summation. explain/explain.js says what each operation means.
   * @param {string} id
   * @param {number[]} index one number for each dimension
   * @returns {import("./explain/explain.js").Explanation}
   */
  explain(id, index) {
    checkIndex(id, index, this.#memory.computed(id).shape);
    return explain(this.#memory.source(), id, [...index]);
  }

  /**
   * Which numbers are computed from a number: the inverse of explain(). Masks are reasons, not terms, and therefore are
   * not used by anything.
   * @param {string} id a stage, an input, or one of auxiliary
   * @param {number[]} index one number for each dimension
   * @returns {{stage: string, index: number[], value: number}[]} the numbers computed so far whose explanations have this
   *   one among their terms: stage by stage in walking order; empty for the output's
   * @throws {AttentionError} "stage" or "index", as explain() does
   */
  uses(id, index) {
    checkIndex(id, index, this.#memory.computed(id).shape);
    const isReady = (/** @type {string} */ name) => this.#memory.isComputed(this.#memory.entry(name));
    return uses(this.#memory.source(), id, [...index], isReady);
  }

  /** Frees the run's memory. Afterwards the run can neither compute nor be read. */
  free() {
    this.#memory.free();
  }

  /** @returns {boolean} whether free() has been called */
  get isFree() {
    return this.#memory.isFree;
  }
}
