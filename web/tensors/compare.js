/** @typedef {{shape: readonly number[], data: ArrayLike<number>}} AnyTensor */

/**
 * How far a computed tensor is from the one in a file. If the shapes differ, no numbers are compared.
 * @typedef {{ok: false, fileShape: readonly number[], engineShape: readonly number[]} | LargestDifference} Comparison
 *
 * @typedef {object} LargestDifference
 * @property {boolean} ok whether all numbers are within their tolerance
 * @property {number} differing how many numbers are not
 * @property {number[]} index of the number with the largest difference, |file - engine| / max(1, |file|), among those that are
 *   not within their tolerance, if there are such; the first of equals in row-major order
 * @property {number} file
 * @property {number} engine
 * @property {number} tolerance of this number
 */

/**
 * A difference over its tolerance: at most 1 where two numbers agree. Infinities must be equal, and NaN equals NaN only.
 * @param {number} file
 * @param {number} engine
 * @param {number} tolerance
 */
export function excessOf(file, engine, tolerance) {
  if (file === engine || (Number.isNaN(file) && Number.isNaN(engine))) return 0;
  /* The same float32, as which the least number is written with nine digits. */
  if (Math.fround(file) === Math.fround(engine) && Number.isFinite(Math.fround(file))) return 0;
  if (!Number.isFinite(file) || !Number.isFinite(engine)) return Infinity;
  return Math.abs(file - engine) / tolerance;
}

/**
 * A tolerance that is absolute where a file's number is below 1, else relative.
 * @param {number} tolerance
 */
export const relative = (tolerance) => (/** @type {number} */ file) => tolerance * Math.max(1, Math.abs(file));

/**
 * Finds the number in which two tensors differ most.
 * @param {AnyTensor} file
 * @param {AnyTensor} engine
 * @param {(file: number, at: number) => number} toleranceOf of a number in the file, and its place in row-major order
 * @returns {Comparison}
 */
export function compareTensors(file, engine, toleranceOf) {
  const sameShape = file.shape.join() === engine.shape.join() && file.data.length === engine.data.length;
  if (!sameShape) return { ok: false, fileShape: file.shape, engineShape: engine.shape };
  const largest = { differing: 0, at: 0, file: NaN, engine: NaN, tolerance: NaN };
  let most = -1;
  for (let at = 0; at < file.data.length; at++) {
    const pair = { file: /** @type {number} */ (file.data[at]), engine: /** @type {number} */ (engine.data[at]) };
    const tolerance = toleranceOf(pair.file, at);
    const differs = !(excessOf(pair.file, pair.engine, tolerance) <= 1);
    if (differs && largest.differing++ === 0) most = -1;
    const difference = excessOf(pair.file, pair.engine, Math.max(1, Math.abs(pair.file)));
    if (differs !== largest.differing > 0 || difference <= most) continue;
    most = difference;
    Object.assign(largest, { at, tolerance }, pair);
  }
  const { at, ...values } = largest;
  return { ok: values.differing === 0, ...values, index: unflatten(at, file.shape) };
}

/**
 * @param {number} at position in row-major order
 * @param {readonly number[]} shape
 * @returns {number[]} the index in each dimension
 */
export function unflatten(at, shape) {
  const index = Array.from(shape, () => 0);
  let rest = at;
  for (let axis = shape.length - 1; axis >= 0; axis--) {
    const size = /** @type {number} */ (shape[axis]);
    index[axis] = rest % size;
    rest = Math.floor(rest / size);
  }
  return index;
}
