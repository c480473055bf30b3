import { checkAlone } from "../spec/block.js";
import { TOO_LARGE } from "../c.js";
import { show } from "../checks.js";
import { AttentionError } from "../errors.js";
import { askSpec, shapeOf, statusError, tooLarge } from "../plan.js";
import { drawKeeps } from "../random/torch-random.js";
import { checkShape, countOf, engineName } from "../tensors.js";

/**
 * @typedef {import("../engine.js").Core} Core
 * @typedef {import("../tensors.js").TensorInput} TensorInput
 * @typedef {import("../spec/spec.js").ResolvedSpec} ResolvedSpec
 */

/** @typedef {"forward" | "attend" | "gradients" | "append"} Path attention_forward and the others of c/fused/fast.h */

/**
 * Checks a spec and the shapes of tensors for a fast path, and determines its workspace.
 * @param {Core} core
 * @param {Path} path
 * @param {ResolvedSpec} spec
 * @param {readonly string[]} given the engine's names of the tensors that the spec counts as given
 * @param {Iterable<readonly [string, {shape: readonly number[]}]>} tensors to check, by the engine's names
 * @returns {{workspace: number, bytes: Uint8Array}} workspace: how many floats the path needs; bytes: the spec as the C
 *   struct
 */
export function checkCall(core, path, spec, given, tensors) {
  const { exports, memory, names } = core;
  if (path !== "forward") checkAlone(spec, `the fast path ${path}`);
  return askSpec(core, spec, given, (address) => {
    for (const [name, tensor] of tensors) checkShape(name, tensor, shapeOf(core, address, names.tensors.indexOf(name)));
    const floats = memory.allocate(4);
    try {
      const status = exports[`attention_${path}_floats`](floats, address);
      const workspace = /** @type {number} */ (memory.ints(floats, 1)[0]) >>> 0;
      if (status === TOO_LARGE) throw tooLarge(core, `the workspace of ${path}`, workspace);
      if (status !== 0) throw statusError(core, status, spec);
      return { workspace, bytes: memory.bytes(address, exports.attention_spec_bytes()).slice() };
    } finally {
      memory.free(floats);
    }
  });
}

/**
 * Allocates one block of memory for several parts, each at an address that is a multiple of 16.
 * @param {import("../memory.js").Memory} memory
 * @param {Iterable<readonly [string, number]>} floats name and number of floats of each part
 * @returns {Map<string, number>} the parts' addresses; the first part's is also the block's
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
 * The inputs by the engine's names, with what dropout draws.
 * @param {Core} core
 * @param {{spec: ResolvedSpec, inputs: ReadonlyMap<string, TensorInput>,
 *   dropout: import("../spec/spec.js").Drawn}} resolved
 * @returns {Map<string, TensorInput>}
 */
export function tensorsOf(core, { spec, inputs, dropout }) {
  const tensors = new Map([...inputs].map(([name, tensor]) => [engineName(name, tensor), tensor]));
  drawKeeps(core, spec, dropout, tensors);
  return tensors;
}

/**
 * Returns a function that looks tensors up by their slots' names.
 * @param {ReadonlyMap<string, TensorInput>} tensors by the engine's names
 */
export const inputOf = (tensors) => (/** @type {string} */ name) =>
  /** @type {TensorInput} */ (tensors.get(name) ?? tensors.get("mask") ?? tensors.get("head_mask"));

/**
 * @typedef {object} CallOptions
 * @property {readonly string[]} [given] names that the spec counts as given; by default those of the tensors and of
 *   stored
 * @property {ReadonlyMap<string, {shape: readonly number[], at: number}>} [stored] tensors that are in engine memory already
 * @property {boolean} [checked] whether all shapes have been checked
 * @property {readonly (readonly [string, number])[]} [more] further parts to allocate, with their numbers of floats
 * @property {readonly (string | number)[]} [between] arguments between the inputs and the result: numbers, or parts
 * @property {readonly string[]} [after] arguments after the result: parts
 * @property {string} [result] an input whose memory the result overwrites
 */

/**
 * A call of a fast path with everything it needs in engine memory: spec, pointers, inputs, result and workspace. It can
 * be run repeatedly, with new inputs of the same shapes.
 */
export class PreparedCall {
  #core;
  /** @type {(...addresses: number[]) => number} returns a status */
  #path;
  #spec;
  #parts;
  /** Of the C function. @type {number[]} */
  #arguments;
  /** Index of the result's first number in the heap. */
  #result;
  #count;
  /** The result in engine memory. It is made anew after the memory has grown: it then has no length. */
  #view = new Float32Array(0);
  /** Inputs, and where they are copied to. @type {{name: string, at: number, shape: readonly number[], count: number}[]} */
  slots;

  /**
   * @param {Core} core
   * @param {Path} path
   * @param {ResolvedSpec} spec
   * @param {ReadonlyMap<string, TensorInput>} tensors by the engine's names
   * @param {readonly number[]} shape of the result
   * @param {CallOptions} [options]
   */
  constructor(core, path, spec, tensors, shape, options = {}) {
    const { exports, memory, names } = core;
    const { stored = new Map(), given = [...tensors.keys(), ...stored.keys()], more = [], result = "result" } = options;
    const checked = options.checked ? [] : [...tensors, ...stored];
    const { workspace, bytes } = checkCall(core, path, spec, given, checked);
    this.#core = core;
    this.#spec = spec;
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
      ["workspace", workspace],
    ]);
    this.#result = this.at(result) / 4;
    const { between = [], after = [] } = options;
    this.#arguments = ["spec", "inputs", ...between, result, ...after, "workspace"].map((argument) =>
      typeof argument === "number" ? argument : this.at(argument),
    );
    memory.bytes(this.at("spec"), bytes.length).set(bytes);
    const pointers = names.tensors.map((name) => this.#parts.get(name) ?? stored.get(name)?.at ?? 0);
    memory.ints(this.at("inputs"), pointers.length).set(pointers);
    this.slots = [...tensors].map(([name, { shape: own, data }]) => {
      return { name: name.endsWith("mask") ? "allow" : name, at: this.at(name) / 4, shape: own, count: data.length };
    });
    /** Bytes of engine memory that the call uses. */
    this.bytes = this.at("workspace") - this.at("spec") + workspace * 4;
  }

  /**
   * The address of a part.
   * @param {string} part
   */
  at(part) {
    return /** @type {number} */ (this.#parts.get(part));
  }

  /**
   * @param {(name: string) => {data: ArrayLike<number>}} tensor
   * @param {Float32Array} [into] where the result's numbers go; by default into a new array
   */
  run(tensor, into) {
    if (into !== undefined) this.#checkInto(into);
    const { heap } = this.#core.memory;
    for (const { name, at } of this.slots) heap.set(tensor(name).data, at);
    const status = this.#path(...this.#arguments);
    if (status !== 0) throw statusError(this.#core, status, this.#spec);
    if (this.#view.length === 0) this.#view = heap.subarray(this.#result, this.#result + this.#count);
    const shape = [...this.shape];
    if (into === undefined) return { shape, data: this.#view.slice() };
    into.set(this.#view);
    return { shape, data: into };
  }

  /** @param {unknown} into */
  #checkInto(into) {
    const got = into instanceof Float32Array ? into.length : show(into);
    if (got === this.#count) return;
    throw new AttentionError("into", `must be a Float32Array of ${this.#count} numbers, got ${got}`);
  }

  free() {
    this.#core.memory.free(this.at("spec"));
  }
}
