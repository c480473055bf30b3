/** @typedef {{shape: number[], data: ArrayLike<number>}} AnyTensor */

/**
 * @param {number} got
 * @param {number} want
 * @param {number} tolerance absolute below 1, relative above
 * @returns {boolean} infinities must agree, and NaN only with NaN
 */
export function isClose(got, want, tolerance) {
  if (Number.isNaN(got) || Number.isNaN(want)) return Number.isNaN(got) && Number.isNaN(want);
  if (!Number.isFinite(got) || !Number.isFinite(want)) return got === want;
  return Math.abs(got - want) <= tolerance * Math.max(1, Math.abs(want));
}

/**
 * The first place, in row-major order, where two tensors differ.
 * @param {AnyTensor} got
 * @param {AnyTensor} want
 * @param {number} tolerance
 * @returns {{index: number[], got: number, want: number} | {index: undefined, got: number[], want: number[]} | undefined}
 *   where the shapes differ: no index, and the shapes
 */
export function firstDifference(got, want, tolerance) {
  const sameShape = got.shape.join() === want.shape.join() && got.data.length === want.data.length;
  if (!sameShape) return { index: undefined, got: got.shape, want: want.shape };
  for (let at = 0; at < got.data.length; at++) {
    const pair = { got: got.data[at] ?? NaN, want: want.data[at] ?? NaN };
    if (!isClose(pair.got, pair.want, tolerance)) return { index: unflatten(at, got.shape), ...pair };
  }
  return undefined;
}

/**
 * @param {number} at
 * @param {number[]} shape
 * @returns {number[]} one index for each dimension
 */
export function unflatten(at, shape) {
  const index = [];
  let rest = at;
  for (const size of [...shape].reverse()) {
    index.unshift(rest % size);
    rest = Math.floor(rest / size);
  }
  return index;
}
