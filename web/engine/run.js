import { show } from "./checks.js";
import { AttentionError } from "./errors.js";
import { explain } from "./explain/explain.js";
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
  const start = plan.data(address) / 4;
  for (const { entry, data } of inputs) memory.heap.set(data, start + entry.offset);
  return new RunClass(core, plan, new RunMemory(core, plan, address));
}

/**
 * One walk: a pass through the stages of attention, from the embeddings to the output, for one spec and one set of
 * inputs. Every computed stage can be read until the run is freed. Each tensor that a run returns is a copy that
 * belongs to the caller.
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
    /** The spec with every default filled in, and numbers as the engine stores them. */
    this.spec = Object.freeze({ ...plan.spec });
    /** Ids of the stages, in the order in which they are computed. */
    this.stages = Object.freeze(plan.stages.map((entry) => entry.name));
    const others = [...plan.entries.values()].filter((entry) => !entry.given && entry.id !== entry.stage);
    /** Ids of other tensors that stages store and that can be read, such as `allow`: all masks combined. */
    this.auxiliary = Object.freeze(others.map((entry) => entry.name));
  }

  /**
   * The internals of a run, for the engine's other modules (backward.js, cost.js, tiles.js, …). Not part of the
   * package's interface.
   * @param {unknown} run
   * @returns {{core: Core, plan: Plan, memory: RunMemory}}
   * @throws {AttentionError} "run" where the value is not a Run
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

  /** Computes all remaining stages. */
  finish() {
    while (this.step() !== undefined);
    return this;
  }

  /**
   * From now on, reading a tensor computes the stages up to it, so that nobody waits for stages that are not looked at.
   * Not part of the package's interface.
   */
  onDemand() {
    this.#memory.onDemand = true;
    return this;
  }

  /**
   * The shape of a stage, an input or an auxiliary tensor. It is known before anything is computed.
   * @template {string} Name
   * @param {import("./tensors.js").Named<Name>} id
   * @returns {number[]}
   */
  shape(id) {
    return [...this.#memory.entry(id).shape];
  }

  /**
   * @template {string} Name
   * @param {import("./tensors.js").Named<Name>} id a stage, an input, or one of auxiliary
   * @returns {Tensor} a copy
   */
  tensor(id) {
    return this.#memory.copy(this.#memory.computed(id));
  }

  /**
   * A tensor that is no copy, for the engine's own figures, which only read it. Its data is valid until the engine next
   * computes or allocates: read `data` again each time, and never write to it. Not part of the package's interface.
   * @param {string} id a stage, an input, or one of auxiliary
   * @returns {Tensor & {largest: () => number}} which throws after free() where it reads numbers; largest: the largest
   *   finite magnitude, 0 where no number is finite
   */
  view(id) {
    return this.#memory.view(this.#memory.computed(id));
  }

  /**
   * Explains how one number was computed, in the engine's order of summation. explain/explain.js defines the
   * operations.
   * @template {string} Name
   * @param {import("./tensors.js").Named<Name>} id
   * @param {readonly number[]} index one number for each dimension
   * @returns {import("./explain/explain.js").Explanation}
   */
  explain(id, index) {
    checkIndex(id, index, this.#memory.computed(id).shape);
    return explain(this.#memory.source(), id, [...index]);
  }

  /** Frees the run's memory. The run can then neither compute nor be read. */
  free() {
    this.#memory.free();
  }

  /** @returns {boolean} whether free() has been called */
  get isFree() {
    return this.#memory.isFree;
  }
}
