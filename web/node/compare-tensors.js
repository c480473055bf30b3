/** @typedef {{shape: readonly number[], data: ArrayLike<number>}} AnyTensor */

/**
 * How far a computed tensor is from the expected one. If the shapes differ, no numbers are compared.
 * @typedef {{ok: false, gotShape: readonly number[], wantShape: readonly number[]} | LargestDifference} Comparison
 *
 * @typedef {object} LargestDifference
 * @property {boolean} ok whether all numbers are within the tolerance
 * @property {number} differing how many numbers are not
 * @property {number} difference the largest |got - want| / max(1, |want|); Infinity where an infinity or NaN is wrong
 * @property {number[]} index of the number with the largest difference, the first of equals in row-major order
 * @property {number} got
 * @property {number} want
 */

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
 * The difference that `isClose` compares with the tolerance.
 * @param {number} got
 * @param {number} want
 */
function differenceOf(got, want) {
  if (Object.is(got, want)) return 0;
  return Number.isFinite(got) && Number.isFinite(want) ? Math.abs(got - want) / Math.max(1, Math.abs(want)) : Infinity;
}

/**
 * Finds the number in which two tensors differ most.
 * @param {AnyTensor} got
 * @param {AnyTensor} want
 * @param {number} tolerance
 * @returns {Comparison}
 */
export function compareTensors(got, want, tolerance) {
  const sameShape = got.shape.join() === want.shape.join() && got.data.length === want.data.length;
  if (!sameShape) return { ok: false, gotShape: got.shape, wantShape: want.shape };
  const largest = { differing: 0, difference: -1, at: 0, got: NaN, want: NaN };
  for (let at = 0; at < got.data.length; at++) {
    const pair = { got: /** @type {number} */ (got.data[at]), want: /** @type {number} */ (want.data[at]) };
    const difference = differenceOf(pair.got, pair.want);
    if (!isClose(pair.got, pair.want, tolerance)) largest.differing++;
    if (difference > largest.difference) Object.assign(largest, { difference, at }, pair);
  }
  const { at, ...values } = largest;
  return { ok: values.differing === 0, ...values, index: unflatten(at, got.shape) };
}

/**
 * @param {number} at position in row-major order
 * @param {readonly number[]} shape
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
