/** @typedef {{shape: number[], data: ArrayLike<number>}} AnyTensor */

/**
 * Compares two numbers. Infinities must be equal, and NaN equals NaN only.
 * @param {number} got
 * @param {number} want
 * @param {number} tolerance absolute where |want| is below 1, else relative
 * @returns {boolean}
 */
export function isClose(got, want, tolerance) {
  if (Number.isNaN(got) || Number.isNaN(want)) return Number.isNaN(got) && Number.isNaN(want);
  if (!Number.isFinite(got) || !Number.isFinite(want)) return got === want;
  return Math.abs(got - want) <= tolerance * Math.max(1, Math.abs(want));
}

/**
 * Finds the first number, in row-major order, in which two tensors differ.
 * @param {AnyTensor} got
 * @param {AnyTensor} want
 * @param {number} tolerance
 * @returns {{index: number[], got: number, want: number} | {index: undefined, got: number[], want: number[]} | undefined}
 *   if the shapes differ, index is undefined, and got and want are the shapes; undefined: no difference
 */
export function firstDifference(got, want, tolerance) {
  const sameShape = got.shape.join() === want.shape.join() && got.data.length === want.data.length;
  if (!sameShape) return { index: undefined, got: got.shape, want: want.shape };
  for (let at = 0; at < got.data.length; at++) {
    const pair = { got: /** @type {number} */ (got.data[at]), want: /** @type {number} */ (want.data[at]) };
    if (!isClose(pair.got, pair.want, tolerance)) return { index: unflatten(at, got.shape), ...pair };
  }
  return undefined;
}

/**
 * @param {number} at position in row-major order
 * @param {number[]} shape
 * @returns {number[]} the index in each dimension
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
