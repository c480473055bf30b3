import { Call, inputOf, tensorsOf } from "./call.js";
import { checkObject } from "../checks.js";
import { resolve } from "../spec.js";

/** @typedef {import("../tensors.js").TensorInput} TensorInput */

/** Small layers alone are kept: what takes longer to compute can be laid out each time. */
const KEPT_BYTES = 2 ** 18;
const KEPT_CALLS = 8;

/** Masks hold 0 and 1 only, which is looked at every time. */
const MASKS = ["key_valid", "allow", "keep"];

/**
 * Calls of a fast path that may come again, by what their specs say and the shapes of what is given. Checking small
 * tensors and laying them out takes longer than computing with them.
 */
export class Calls {
  /** @type {{call: Call, fields: Record<string, unknown>}[]} the latest first */
  #kept = [];
  #layOut;

  /** @param {(spec: any, inputs: any) => {call: Call, tensors: ReadonlyMap<string, TensorInput>}} layOut */
  constructor(layOut) {
    this.#layOut = layOut;
  }

  /**
   * @param {any} givenSpec
   * @param {any} givenInputs
   */
  run(givenSpec, givenInputs) {
    checkObject(givenSpec, "spec");
    const known = this.#kept.find(({ fields, call }) => isSame(fields, givenSpec) && takes(call, givenInputs));
    if (known) return known.call.run((name) => givenInputs[name]);
    const { call, tensors } = this.#layOut(givenSpec, givenInputs);
    const result = call.run(inputOf(tensors));
    if (call.bytes > KEPT_BYTES) call.free();
    else this.#kept.unshift({ call, fields: structuredClone({ ...givenSpec }) });
    if (this.#kept.length > KEPT_CALLS) this.#kept.pop()?.call.free();
    return result;
  }

  /** Gives the memory of all that are kept back. */
  free() {
    for (const { call } of this.#kept.splice(0)) call.free();
  }
}

/**
 * A whole layer, laid out.
 * @param {import("../engine.js").Core} core
 * @param {unknown} givenSpec
 * @param {unknown} givenInputs
 */
export function layOutForward(core, givenSpec, givenInputs) {
  const resolved = resolve(givenSpec, givenInputs);
  const tensors = tensorsOf(core, resolved);
  const { n_q, d_out } = resolved.spec;
  return { call: new Call(core, "forward", resolved.spec, tensors, [n_q, d_out], { between: [0] }), tensors };
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
  for (const field in kept) if (!Object.hasOwn(spec, field)) return false;
  for (const field in spec) {
    const [a, b] = [kept[field], spec[field]];
    if (a === b) continue;
    if (typeof a !== "object" || typeof b !== "object" || !a || !b || !isSame(a, b)) return false;
  }
  return true;
}
