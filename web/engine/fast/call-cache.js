import { checkObject } from "../checks.js";
import { inputOf } from "./prepared-call.js";

/** @typedef {import("./prepared-call.js").PreparedCall} PreparedCall */
/** @typedef {import("../tensors.js").TensorInput} TensorInput */

/**
 * Only calls up to this size are cached: larger ones take so long to compute that preparing them again does not matter.
 */
const MAX_BYTES = 2 ** 18;
const MAX_CALLS = 8;

/** Masks must hold only 0 and 1, so their contents are checked at every call. */
const MASKS = ["key_valid", "allow", "keep"];

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
   */
  run(givenSpec, givenInputs) {
    checkObject(givenSpec, "spec");
    const known = this.#calls.find(({ spec, call }) => isSame(spec, givenSpec) && accepts(call, givenInputs));
    if (known) return known.call.run((name) => givenInputs[name]);
    const { call, tensors } = this.#prepare(givenSpec, givenInputs);
    const result = call.run(inputOf(tensors));
    if (call.bytes > MAX_BYTES) call.free();
    else this.#calls.unshift({ call, spec: structuredClone({ ...givenSpec }) });
    if (this.#calls.length > MAX_CALLS) this.#calls.pop()?.call.free();
    return result;
  }

  /** Frees the memory of all calls. */
  free() {
    for (const { call } of this.#calls.splice(0)) call.free();
  }
}

/**
 * Whether a call can run with new inputs without checking them: they have the same names and shapes, are Float32Arrays,
 * and include no masks.
 * @param {PreparedCall} call
 * @param {any} inputs
 */
function accepts({ slots }, inputs) {
  let given = 0;
  for (const name in inputs) if (inputs[name] !== undefined && inputs[name] !== null) given++;
  return given === slots.length && slots.every((slot) => fits(slot, inputs[slot.name]));
}

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
