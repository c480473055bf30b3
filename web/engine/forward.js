import { checkObject, definedOnly, show } from "./checks.js";
import { AttentionError } from "./errors.js";
import { statusError, writeSpec } from "./plan.js";
import { createRandom } from "./random.js";
import { resolve, resolveFor } from "./spec.js";
import { checkTensor, readInputs } from "./tensors.js";

/**
 * The fast paths: attention_forward and attention_attend of c/attention.h.
 * @typedef {import("./engine.js").Core} Core
 * @typedef {import("./tensors.js").Tensor} Tensor
 * @typedef {import("./tensors.js").TensorInput} TensorInput
 * @typedef {import("./spec.js").ResolvedSpec} ResolvedSpec
 */

/** What has no gradient. */
const NOT_VARIABLE = ["key_valid", "allow", "keep", "positions", "P"];

/**
 * @param {Core} core
 * @param {unknown} givenSpec
 * @param {unknown} givenInputs
 * @param {unknown} givenGradient of the output
 */
export function gradients(core, givenSpec, givenInputs, givenGradient) {
  const { spec, inputs, dropoutSeed } = resolve(givenSpec, givenInputs);
  const tensors = new Map(inputs);
  if (dropoutSeed !== undefined) tensors.set("keep", drawKeep(core, spec, dropoutSeed));
  const dOutput = checkTensor("dOutput", givenGradient, [2]);
  const shape = [spec.n_q, spec.d_out];
  checkShape("dOutput", dOutput, shape);
  const call = new Call(core, "gradients", spec, tensors, [...tensors.keys()], shape);
  const { memory, names, exports } = core;
  const variable = [...tensors].filter(([name]) => !NOT_VARIABLE.includes(name));
  const sizes = variable.map(([, tensor]) => aligned(tensor.data.length * 4));
  const pointers = aligned(names.tensors.length * 4);
  const given = aligned(dOutput.data.length * 4);
  let start = 0;
  try {
    start = memory.allocate(sizes.reduce((sum, bytes) => sum + bytes, pointers + given));
    const table = new Int32Array(names.tensors.length);
    let at = start + pointers + given;
    const places = variable.map(([name, tensor], n) => {
      table[names.tensors.indexOf(name === "E" ? "X" : name)] = at;
      at += sizes[n] ?? 0;
      return { name, shape: [...tensor.shape], address: at - (sizes[n] ?? 0), count: tensor.data.length };
    });
    memory.ints(start, table.length).set(table);
    memory.floats(start + pointers, dOutput.data.length).set(dOutput.data);
    const output = call.run(
      (name) => /** @type {TensorInput} */ (tensors.get(name)),
      (spec_, inputs_, result, work) =>
        exports.attention_gradients(spec_, inputs_, start + pointers, result, start, work),
    );
    const made = places.map(({ name, shape: own, address, count }) => {
      return /** @type {const} */ ([name, { shape: own, data: memory.floats(address, count).slice() }]);
    });
    const both = inputs.has("E") && inputs.has("P") ? made.filter(([name]) => name === "E") : [];
    return { output, gradients: Object.fromEntries([...made, ...both.map(([, tensor]) => ["P", copyOf(tensor)])]) };
  } finally {
    if (start !== 0) memory.free(start);
    call.free();
  }
}

/** @param {any} tensor */
const copyOf = ({ shape, data }) => ({ shape: [...shape], data: data.slice() });

/**
 * @param {Core} core
 * @param {unknown} givenSpec
 * @param {unknown} givenInputs
 */
export function attend(core, givenSpec, givenInputs) {
  const { Q, K, V, ...others } = definedOnly(checkObject(givenInputs, "inputs"));
  const [q, k, v] = [checkTensor("Q", Q, [3]), checkTensor("K", K, [3]), checkTensor("V", V, [3])];
  const [heads = 0, n_q = 0, d_k = 0] = q.shape;
  const [kv_heads = 0, n_k = 0] = k.shape;
  const d_v = v.shape[2] ?? 0;
  checkShape("K", k, [kv_heads, n_k, d_k]);
  checkShape("V", v, [kv_heads, n_k, d_v]);
  const inputs = readInputs(others);
  for (const name of ["X", "E", "P", "C", "Wq", "Wk", "Wv", "Wo", "bq", "bk", "bv", "bo"]) {
    if (inputs.has(name)) throw new AttentionError(name, "must not be given with Q, K and V");
  }
  /* What stands for Q, K and V in a spec: the layer that would have made them. */
  const layer = {
    ...{ X: [n_q, heads * d_k], C: [n_k, kv_heads * d_k], Wq: [heads * d_k, heads * d_k] },
    ...{ Wk: [kv_heads * d_k, kv_heads * d_k], Wv: [kv_heads * d_k, kv_heads * d_v] },
  };
  const shapes = Object.entries(layer).map(([name, shape]) => /** @type {const} */ ([name, { shape }]));
  const sizes = { heads, kv_heads, d_k, d_v };
  const stated = definedOnly(checkObject(givenSpec, "spec"));
  for (const [field, size] of Object.entries(sizes)) {
    const value = stated[field] ?? size;
    if (value !== size) throw new AttentionError(field, `must be ${size} as in Q, K and V, got ${show(value)}`);
  }
  checkPosition(stated.position);
  const { spec, dropoutSeed } = resolveFor({ ...stated, ...sizes }, new Map([...inputs, ...shapes]));
  const tensors = new Map([...inputs, ["Q", q], ["K", k], ["V", v]]);
  if (dropoutSeed !== undefined) tensors.set("keep", drawKeep(core, spec, dropoutSeed));
  const given = [...inputs.keys(), ...Object.keys(layer), ...(tensors.has("keep") ? ["keep"] : [])];
  const call = new Call(core, "attend", spec, tensors, given, [heads, n_q, d_v]);
  return { context: runOnce(call, tensors, true) };
}

/** @param {any} position */
function checkPosition(position) {
  if (position?.kind === "sinusoidal" || position?.kind === "learned") {
    throw new AttentionError("position", `must not be ${position.kind} with Q, K and V: it belongs to X`);
  }
}

/**
 * @param {Core} core
 * @param {ResolvedSpec} spec
 * @param {unknown} seed
 * @returns {TensorInput}
 */
function drawKeep(core, { heads, n_q, n_k, dropout }, seed) {
  const random = createRandom(core, /** @type {number | bigint} */ (seed), "scalar");
  return { shape: [heads, n_q, n_k], data: random.dropoutKeep(dropout, heads * n_q * n_k) };
}

/**
 * @param {string} name
 * @param {TensorInput} tensor
 * @param {number[]} wanted
 */
function checkShape(name, { shape }, wanted) {
  if (shape.join() !== wanted.join()) {
    throw new AttentionError(name, `must have shape [${wanted.join(", ")}], got [${shape.join(", ")}]`);
  }
}

/** @param {number} bytes */
const aligned = (bytes) => Math.ceil(bytes / 16) * 16;

/** The engine's name of an input. @param {string} name @param {number} rank */
const ownName = (name, rank) => (name === "allow" ? (rank === 3 ? "head_mask" : "mask") : name);

/** Masks hold 0 and 1 only, which is looked at every time. */
const MASKS = ["key_valid", "allow", "keep"];

/** A call laid out in one block of engine memory: spec, pointers, inputs, result, work. It can run any number of times. */
class Call {
  #core;
  #path;
  #block;
  #result;
  #work;
  /** @type {{name: string, at: number, shape: readonly number[], count: number}[]} at: in floats */
  #slots = [];

  /**
   * @param {Core} core
   * @param {"forward" | "attend" | "gradients"} path
   * @param {ResolvedSpec} spec
   * @param {ReadonlyMap<string, TensorInput>} tensors
   * @param {readonly string[]} given names that the spec counts as given
   * @param {number[]} shape of the result
   */
  constructor(core, path, spec, tensors, given, shape) {
    const { exports, memory, names } = core;
    const header = aligned(exports.attention_spec_bytes());
    const pointers = aligned(names.tensors.length * 4);
    const scratch = memory.allocate(header + pointers);
    try {
      const owned = given.map((name) => ownName(name, tensors.get(name)?.shape.length ?? 2));
      writeSpec(core, scratch, spec, owned);
      const status = exports[`attention_${path}_floats`](scratch + header, scratch);
      if (status !== 0) throw statusError(core, status, spec);
      const work = (memory.ints(scratch + header, 1)[0] ?? 0) >>> 0;
      const addresses = new Int32Array(names.tensors.length);
      let at = header + pointers;
      for (const [name, tensor] of tensors) {
        const id = names.tensors.indexOf(ownName(name, tensor.shape.length));
        const rank = exports.attention_shape(scratch + header, scratch, id);
        const wide = [...memory.ints(scratch + header, 6)];
        checkShape(name, tensor, [wide[0], wide[2], wide[4]].slice(0, rank).map(Number));
        this.#slots.push({ name, at, shape: tensor.shape, count: tensor.data.length });
        addresses[id] = at;
        at += aligned(tensor.data.length * 4);
      }
      /** The result's sizes. */
      this.shape = shape;
      /** Bytes of engine memory that it holds. */
      this.bytes = at + aligned(product(shape) * 4) + work * 4;
      this.#core = core;
      this.#path = path;
      this.#block = memory.allocate(this.bytes);
      this.#result = this.#block + at;
      this.#work = this.#result + aligned(product(shape) * 4);
      memory.bytes(this.#block, header).set(memory.bytes(scratch, header));
      const moved = addresses.map((address) => (address === 0 ? 0 : address + this.#block));
      memory.ints(this.#block + header, moved.length).set(moved);
      for (const slot of this.#slots) slot.at = (slot.at + this.#block) / 4;
      this.pointers = this.#block + header;
    } finally {
      memory.free(scratch);
    }
  }

  /**
   * Whether other inputs fit without another look: the same names and shapes, in Float32Arrays, and no masks.
   * @param {any} inputs
   */
  takes(inputs) {
    let given = 0;
    for (const name in inputs) if (inputs[name] !== undefined && inputs[name] !== null) given++;
    return given === this.#slots.length && this.#slots.every((slot) => fits(slot, inputs[slot.name]));
  }

  /**
   * @param {(name: string) => {data: ArrayLike<number>}} tensor
   * @param {(spec: number, inputs: number, result: number, work: number) => void} [compute] the path's own, unless given
   */
  run(tensor, compute = this.#core.exports[`attention_${this.#path}`]) {
    const { heap } = this.#core.memory;
    for (const { name, at } of this.#slots) heap.set(tensor(name).data, at);
    compute?.(this.#block, this.pointers, this.#result, this.#work);
    const start = this.#result / 4;
    return { shape: [...this.shape], data: heap.slice(start, start + product(this.shape)) };
  }

  free() {
    this.#core.memory.free(this.#block);
  }
}

/** @param {readonly number[]} shape */
const product = (shape) => shape.reduce((count, size) => count * size, 1);

/**
 * @param {{name: string, shape: readonly number[], count: number}} slot
 * @param {any} tensor
 */
function fits({ name, shape, count }, tensor) {
  const { shape: given, data } = tensor ?? {};
  if (MASKS.includes(name) || !Array.isArray(given) || !(data instanceof Float32Array)) return false;
  return data.length === count && given.length === shape.length && shape.every((size, axis) => size === given[axis]);
}

/**
 * Calls of forward that may come again, by their spec. Checking a small layer takes longer than computing it.
 */
export class Calls {
  #core;
  /** @type {Map<object, {call: Call, fields: Record<string, unknown>}>} the latest last */
  #kept = new Map();

  /** @param {Core} core */
  constructor(core) {
    this.#core = core;
  }

  /**
   * @param {any} givenSpec
   * @param {any} givenInputs
   */
  forward(givenSpec, givenInputs) {
    const kept = this.#kept.get(givenSpec);
    if (kept && isSame(kept.fields, givenSpec) && kept.call.takes(givenInputs)) {
      return { output: kept.call.run((name) => givenInputs[name]) };
    }
    const { spec, inputs, dropoutSeed } = resolve(givenSpec, givenInputs);
    const tensors = new Map(inputs);
    if (dropoutSeed !== undefined) tensors.set("keep", drawKeep(this.#core, spec, dropoutSeed));
    const call = new Call(this.#core, "forward", spec, tensors, [...tensors.keys()], [spec.n_q, spec.d_out]);
    const output = runOnce(call, tensors, call.bytes > KEPT_BYTES);
    if (call.bytes <= KEPT_BYTES) this.#keep(givenSpec, call);
    return { output };
  }

  /**
   * @param {object} spec
   * @param {Call} call
   */
  #keep(spec, call) {
    this.#kept.get(spec)?.call.free();
    this.#kept.delete(spec);
    this.#kept.set(spec, { call, fields: structuredClone({ ...spec }) });
    for (const [oldest, { call: old }] of this.#kept) {
      if (this.#kept.size <= KEPT_CALLS) break;
      old.free();
      this.#kept.delete(oldest);
    }
  }
}

/** Small layers alone: what takes longer to compute can be laid out each time. */
const KEPT_BYTES = 2 ** 18;
const KEPT_CALLS = 8;

/**
 * @param {Call} call
 * @param {ReadonlyMap<string, TensorInput>} tensors
 * @param {boolean} last
 */
function runOnce(call, tensors, last) {
  try {
    return call.run((name) => /** @type {TensorInput} */ (tensors.get(name)));
  } finally {
    if (last) call.free();
  }
}

/**
 * Whether two specs say the same; the second may have been changed since the first was copied from it.
 * @param {any} kept
 * @param {any} spec
 * @returns {boolean}
 */
function isSame(kept, spec) {
  for (const field in kept) if (!(field in spec)) return false;
  for (const field in spec) {
    const [a, b] = [kept[field], spec[field]];
    if (a === b) continue;
    if (typeof a !== "object" || typeof b !== "object" || !a || !b || !isSame(a, b)) return false;
  }
  return true;
}
