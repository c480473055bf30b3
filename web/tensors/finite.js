import { AttentionError } from "../engine/errors.js";

/** @typedef {{shape: number[], data: Float32Array}} Tensor */

/**
 * A tensor as float32, if its numbers are finite.
 * @param {string} name of where it comes from
 * @param {{shape: number[], data: ArrayLike<number>}} tensor
 * @param {number} max how many numbers it may have
 * @returns {Tensor}
 */
export function finiteTensor(name, { shape, data }, max) {
  if (data.length > max) throw new AttentionError(name, `at most ${max} numbers, got ${data.length}`);
  const floats = Float32Array.from(data);
  const at = floats.findIndex((value) => !Number.isFinite(value));
  if (at < 0) return { shape, data: floats };
  const place = placeOf(shape, at).join(", ");
  throw new AttentionError(name, `must hold finite numbers within float32, got ${data[at]} at [${place}]`);
}

/**
 * @param {readonly number[]} shape
 * @param {number} at
 * @returns {number[]} from 0
 */
function placeOf(shape, at) {
  let rest = at;
  const place = [...shape].reverse().map((size) => {
    const here = rest % size;
    rest = (rest - here) / size;
    return here;
  });
  return place.reverse();
}
