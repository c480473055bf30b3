import { unknownName } from "./checks.js";
import { AttentionError } from "./errors.js";
import { flatIndex } from "./explain/terms.js";

/**
 * @typedef {import("./plan.js").Entry} Entry
 * @typedef {import("./tensors.js").Tensor} Tensor
 */

/** The engine's names for the mask that the caller gave. Callers read `allow` instead, which combines all masks. */
const INTERNAL = ["mask", "head_mask"];

/**
 * The memory of one run: its plan and its tensors. Stages are computed one after the other, and tensors can be read by
 * name until the memory is freed.
 */
export class RunMemory {
  #core;
  #plan;
  /** 0 after free() */
  #address;
  #next = 0;
  /** Whether reading a tensor computes the stages up to it. */
  onDemand = false;

  /**
   * @param {import("./engine.js").Core} core
   * @param {import("./plan.js").Plan} plan
   * @param {number} address of a block of plan.bytes that already holds the plan and the inputs
   */
  constructor(core, plan, address) {
    this.#core = core;
    this.#plan = plan;
    this.#address = address;
    core.registry.register(this, address, this);
  }

  /** @throws {AttentionError} "run" after free() */
  checkAlive() {
    if (this.isFree) throw new AttentionError("run", "must not be used after free()");
  }

  get address() {
    this.checkAlive();
    return this.#address;
  }

  /** Number of stages computed so far. */
  get done() {
    return this.#next;
  }

  get isFree() {
    return this.#address === 0;
  }

  free() {
    if (this.isFree) return;
    this.#core.registry.unregister(this);
    this.#core.memory.free(this.#address);
    this.#address = 0;
  }

  /** Computes the next stage. @returns {string | undefined} its id; undefined at the end */
  step() {
    const { address } = this;
    const entry = this.#plan.stages[this.#next];
    if (!entry) return undefined;
    this.#core.exports.attention_step(address, this.#plan.data(address), entry.id);
    this.#next++;
    return entry.name;
  }

  /**
   * @param {string} id
   * @returns {Entry}
   * @throws {AttentionError} "stage" where this run has no such tensor
   */
  entry(id) {
    this.checkAlive();
    const entry = INTERNAL.includes(id) ? undefined : this.#plan.entries.get(id);
    if (entry) return entry;
    const known = [...this.#plan.entries.keys()].filter((name) => !INTERNAL.includes(name));
    throw unknownName("stage", id, known);
  }

  /**
   * @param {string} id
   * @returns {Entry}
   * @throws {AttentionError} "stage" where this run has no such tensor, or has not computed it yet and does not compute
   *   on demand
   */
  computed(id) {
    const entry = this.entry(id);
    while (this.onDemand && !this.isComputed(entry)) this.step();
    if (this.isComputed(entry)) return entry;
    const last = this.#plan.stages[this.#next - 1]?.name ?? "nothing";
    throw new AttentionError("stage", `${id} must be computed first: call step() or finish(), got as far as ${last}`);
  }

  /** @param {Entry} entry */
  isComputed(entry) {
    return entry.given || this.#plan.stages.findIndex((stage) => stage.id === entry.stage) < this.#next;
  }

  /**
   * Tensors that this run has with anything about each, in the order of computing; those of one step stay as they are.
   * @template T
   * @param {[name: string, about: T][]} tensors
   */
  inOrder(tensors) {
    return this.#plan.stages.flatMap(({ id }) => tensors.filter(([name]) => this.entry(name).stage === id));
  }

  /**
   * @param {Entry} entry
   * @returns {Tensor}
   */
  copy(entry) {
    const { shape, data } = this.view(entry);
    return { shape, data: data.slice() };
  }

  /**
   * A tensor whose data is read from the engine's memory, without a copy. Growth of that memory detaches all views of
   * it, so `data` makes a new one each time that it is read. `largest` finds the largest finite magnitude.
   * @param {Entry} entry
   * @returns {Tensor & {largest: () => number}}
   */
  view(entry) {
    const read = () => {
      const start = this.#start(entry);
      return this.#core.memory.heap.subarray(start, start + entry.count);
    };
    return {
      shape: [...entry.shape],
      get data() {
        return read();
      },
      largest: () => this.#core.exports.attention_largest(4 * this.#start(entry), entry.count),
    };
  }

  /** The parts of the run that explanations read. @returns {import("./explain/explain.js").Source} */
  source() {
    const { entries, spec } = this.#plan;
    return {
      spec,
      address: this.address,
      has: (name) => entries.has(name),
      given: (name) => entries.get(name)?.given === true,
      shape: (name) => this.entry(name).shape,
      at: (name, at) => this.#at(name, at),
      engine: this.#core.exports,
    };
  }

  /** The index of a tensor's first number among all floats of the engine's memory. @param {Entry} entry */
  #start(entry) {
    return this.#plan.data(this.address) / 4 + entry.offset;
  }

  /**
   * @param {string} id
   * @param {readonly number[]} index
   */
  #at(id, index) {
    const entry = /** @type {Entry} */ (this.#plan.entries.get(id));
    return /** @type {number} */ (this.#core.memory.heap[this.#start(entry) + flatIndex(entry.shape, index)]);
  }
}
