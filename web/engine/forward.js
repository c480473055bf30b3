import { Call, inputOf, tensorsOf } from "./call.js";
import { resolve } from "./spec.js";

/** Small layers alone are kept: what takes longer to compute can be laid out each time. */
const KEPT_BYTES = 2 ** 18;
const KEPT_CALLS = 8;

/** Masks hold 0 and 1 only, which is looked at every time. */
const MASKS = ["key_valid", "allow", "keep"];

/** Calls of forward that may come again, by their spec. Checking a small layer takes longer than computing it. */
export class Calls {
  #core;
  /** @type {Map<object, {call: Call, fields: Record<string, unknown>}>} the latest last */
  #kept = new Map();

  /** @param {import("./engine.js").Core} core */
  constructor(core) {
    this.#core = core;
  }

  /**
   * @param {any} givenSpec
   * @param {any} givenInputs
   */
  forward(givenSpec, givenInputs) {
    const kept = this.#kept.get(givenSpec);
    if (kept && isSame(kept.fields, givenSpec) && takes(kept.call, givenInputs)) {
      return { output: kept.call.run((name) => givenInputs[name]) };
    }
    const resolved = resolve(givenSpec, givenInputs);
    const tensors = tensorsOf(this.#core, resolved);
    const call = new Call(this.#core, "forward", resolved.spec, tensors, [resolved.spec.n_q, resolved.spec.d_out]);
    const output = call.run(inputOf(tensors));
    if (call.bytes > KEPT_BYTES) call.free();
    else this.#keep(givenSpec, call);
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

/**
 * Whether other inputs fit a call without another look: the same names and shapes, in Float32Arrays, and no masks.
 * @param {Call} call
 * @param {any} inputs
 */
function takes({ slots }, inputs) {
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
