import { checkObject } from "../checks.js";
import { MASKS } from "../tensors.js";
import { inputOf } from "./prepared-call.js";

/** @typedef {import("./prepared-call.js").PreparedCall} PreparedCall */
/** @typedef {import("../tensors.js").TensorInput} TensorInput */

/**
 * Only calls up to this size are cached: larger ones take so long to compute that preparing them again does not matter.
 */
const MAX_BYTES = 2 ** 18;
const MAX_CALLS = 8;

/**
 * A cache of a fast path's prepared calls, looked up by spec and input shapes. It exists because checking and preparing
 * a small call takes longer than computing it.
 */
export class CallCache {
  /** @type {{call: PreparedCall, spec: Record<string, unknown>}[]} the latest first */
  #calls = [];
  #prepare;

  /** @param {(spec: any, inputs: any) => {call: PreparedCall, tensors: ReadonlyMap<string, TensorInput>}} prepare */
  constructor(prepare) {
    this.#prepare = prepare;
  }

  /**
   * @param {any} givenSpec
   * @param {any} givenInputs
   * @param {Float32Array} [into] where the result's numbers go
   */
  run(givenSpec, givenInputs, into) {
    checkObject(givenSpec, "spec");
    const known = this.#calls.find(({ spec, call }) => isSame(spec, givenSpec) && accepts(call, givenInputs));
    if (known) return known.call.run((name) => givenInputs[name], into);
    const { call, tensors } = this.#prepare(givenSpec, givenInputs);
    let kept = false;
    try {
      const result = call.run(inputOf(tensors), into);
      // Masks must hold only 0 and 1, so their contents are checked at every call.
      kept = call.bytes <= MAX_BYTES && !call.slots.some(({ name }) => MASKS.includes(name));
      return result;
    } finally {
      if (kept) this.#calls.unshift({ call, spec: structuredClone({ ...givenSpec }) });
      else call.free();
      if (this.#calls.length > MAX_CALLS) this.#calls.pop()?.call.free();
    }
  }

  /** Frees the memory of all calls. */
  free() {
    for (const { call } of this.#calls.splice(0)) call.free();
  }
}

/**
 * Whether a call can run with new inputs without checking them: they have the same names and shapes, and are
 * Float32Arrays.
 * @param {PreparedCall} call
 * @param {any} inputs
 */
function accepts({ slots }, inputs) {
  let given = 0;
  for (const name in inputs) if (inputs[name] !== undefined && inputs[name] !== null) given++;
  if (given !== slots.length) return false;
  for (const slot of slots) if (!fits(slot, inputs[slot.name])) return false;
  return true;
}

/**
 * @param {{shape: readonly number[], count: number}} slot
 * @param {any} tensor
 */
function fits({ shape, count }, tensor) {
  const { shape: given, data } = tensor ?? {};
  if (!Array.isArray(given) || given.length !== shape.length) return false;
  for (let axis = 0; axis < shape.length; axis++) if (given[axis] !== shape[axis]) return false;
  return data instanceof Float32Array && data.length === count;
}

/**
 * Whether two specs are equal, field by field.
 * @param {any} known
 * @param {any} spec
 * @returns {boolean}
 */
function isSame(known, spec) {
  for (const field in known) if (!Object.hasOwn(spec, field)) return false;
  for (const field in spec) {
    const [a, b] = [known[field], spec[field]];
    if (a === b) continue;
    if (typeof a !== "object" || typeof b !== "object" || !a || !b || !isSame(a, b)) return false;
  }
  return true;
}
