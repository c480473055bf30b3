import { askSpec, statusError } from "../plan.js";
import { drawKeep } from "../random/torch-random.js";
import { checkShape, countOf, engineName } from "../tensors.js";

/**
 * @typedef {import("../engine.js").Core} Core
 * @typedef {import("../tensors.js").TensorInput} TensorInput
 * @typedef {import("../spec.js").ResolvedSpec} ResolvedSpec
 */

/**
 * Floats of work that a fast path needs, and the spec as the engine has it; all shapes have been looked at then.
 * @param {Core} core
 * @param {string} path attention_forward and its like in c/fused/fast.h
 * @param {ResolvedSpec} spec
 * @param {readonly string[]} given names, as the engine has them, that the spec counts as given
 * @param {Iterable<readonly [string, {shape: readonly number[]}]>} tensors to look at, by the engine's names
 */
export function workOf(core, path, spec, given, tensors) {
  const { exports, memory, names } = core;
  return askSpec(core, spec, given, (address) => {
    const room = memory.allocate(24);
    try {
      for (const [name, tensor] of tensors) {
        const rank = exports.attention_shape(room, address, names.tensors.indexOf(name));
        const wanted = Array.from({ length: rank }, (_, axis) => memory.ints(room, 6)[2 * axis] ?? 0);
        checkShape(name, tensor, wanted);
      }
      const status = exports[`attention_${path}_floats`](room, address);
      if (status !== 0) throw statusError(core, status, spec);
      const work = (memory.ints(room, 1)[0] ?? 0) >>> 0;
      return { work, bytes: memory.bytes(address, exports.attention_spec_bytes()).slice() };
    } finally {
      memory.free(room);
    }
  });
}

/**
 * One block of memory in parts, each at a multiple of 16.
 * @param {import("../memory.js").Memory} memory
 * @param {Iterable<readonly [string, number]>} floats of each part
 * @returns {Map<string, number>} addresses; the first is the block's
 */
export function allocateParts(memory, floats) {
  let end = 0;
  const parts = Array.from(floats, ([name, count]) => {
    const start = end;
    end += Math.ceil(count / 4) * 16;
    return /** @type {[string, number]} */ ([name, start]);
  });
  const block = memory.allocate(end);
  return new Map(parts.map(([name, start]) => [name, block + start]));
}

/**
 * Inputs by the engine's names, with what dropout draws.
 * @param {Core} core
 * @param {{spec: ResolvedSpec, inputs: ReadonlyMap<string, TensorInput>, dropoutSeed: unknown}} resolved
 * @returns {Map<string, TensorInput>}
 */
export function tensorsOf(core, { spec, inputs, dropoutSeed }) {
  const tensors = new Map([...inputs].map(([name, tensor]) => [engineName(name, tensor), tensor]));
  if (dropoutSeed !== undefined) tensors.set("keep", drawKeep(core, spec, dropoutSeed, tensors.get("keep")));
  return tensors;
}

/**
 * Tensors by the names that slots have.
 * @param {ReadonlyMap<string, TensorInput>} tensors by the engine's names
 */
export const inputOf = (tensors) => (/** @type {string} */ name) =>
  /** @type {TensorInput} */ (tensors.get(name) ?? tensors.get("mask") ?? tensors.get("head_mask"));

/**
 * @typedef {object} CallOptions
 * @property {readonly string[]} [given] names that the spec counts as given; those of tensors and of what is kept
 * @property {ReadonlyMap<string, {shape: number[], at: number}>} [kept] tensors that are in engine memory already
 * @property {boolean} [checked] all shapes have been looked at
 * @property {readonly (readonly [string, number])[]} [more] other parts and their floats
 * @property {readonly (string | number)[]} [between] arguments between the inputs and the result: numbers, or parts
 * @property {readonly string[]} [after] arguments after the result: parts
 * @property {string} [result] an input whose place the result takes
 */

/** A call of a fast path laid out in engine memory: spec, pointers, inputs, result, work. It can run any number of times. */
export class Call {
  #core;
  #path;
  #parts;
  /** As the engine takes them. @type {number[]} */
  #arguments;
  #result;
  #count;
  /** Inputs, and where they go. @type {{name: string, at: number, shape: readonly number[], count: number}[]} */
  slots;

  /**
   * @param {Core} core
   * @param {"forward" | "attend" | "gradients" | "append"} path
   * @param {ResolvedSpec} spec
   * @param {ReadonlyMap<string, TensorInput>} tensors by the engine's names
   * @param {readonly number[]} shape of the result
   * @param {CallOptions} [options]
   */
  constructor(core, path, spec, tensors, shape, options = {}) {
    const { exports, memory, names } = core;
    const { kept = new Map(), given = [...tensors.keys(), ...kept.keys()], more = [], result = "result" } = options;
    const { work, bytes } = workOf(core, path, spec, given, options.checked ? [] : [...tensors, ...kept]);
    this.#core = core;
    this.#path = exports[`attention_${path}`];
    /** The result's sizes. */
    this.shape = shape;
    this.#count = countOf(shape);
    this.#parts = allocateParts(memory, [
      ["spec", bytes.length / 4],
      ["inputs", names.tensors.length],
      ...[...tensors].map(([name, { data }]) => /** @type {const} */ ([name, data.length])),
      ...(tensors.has(result) ? [] : [/** @type {const} */ (["result", this.#count])]),
      ...more,
      ["work", work],
    ]);
    this.#result = this.at(result);
    const { between = [], after = [] } = options;
    this.#arguments = ["spec", "inputs", ...between, result, ...after, "work"].map((argument) =>
      typeof argument === "number" ? argument : this.at(argument),
    );
    memory.bytes(this.at("spec"), bytes.length).set(bytes);
    const pointers = names.tensors.map((name) => this.#parts.get(name) ?? kept.get(name)?.at ?? 0);
    memory.ints(this.at("inputs"), pointers.length).set(pointers);
    this.slots = [...tensors].map(([name, { shape: own, data }]) => {
      return { name: name.endsWith("mask") ? "allow" : name, at: this.at(name) / 4, shape: own, count: data.length };
    });
    /** Bytes of engine memory that it holds. */
    this.bytes = this.at("work") - this.at("spec") + work * 4;
  }

  /**
   * The address of a part.
   * @param {string} part
   */
  at(part) {
    return /** @type {number} */ (this.#parts.get(part));
  }

  /** @param {(name: string) => {data: ArrayLike<number>}} tensor */
  run(tensor) {
    const { heap } = this.#core.memory;
    for (const { name, at } of this.slots) heap.set(tensor(name).data, at);
    this.#path(...this.#arguments);
    const start = this.#result / 4;
    return { shape: [...this.shape], data: heap.slice(start, start + this.#count) };
  }

  free() {
    this.#core.memory.free(this.at("spec"));
  }
}
