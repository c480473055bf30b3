/** @typedef {import("./evaluate.js").Evaluation} Evaluation */

/** How many numbers a factor is fitted to, how many where many mistakes are tried with it, and how many it must explain at least. */
const FITTED = 16;
export const FITTED_QUICKLY = 4;
const AT_LEAST = 3;

/**
 * The factor on the scores with which some of a tensor's numbers come nearest to the file's: the best of many, and from there
 * by Newton's method.
 * @param {{id: string, worst: number, file: {data: ArrayLike<number>}}} wrong a tensor of the file; worst: the place of the
 *   number that differs most, whose neighbours are fitted
 * @param {number} own the factor of the spec
 * @param {(factor: number) => Evaluation} evaluationWith
 * @param {number} [most] how many numbers are fitted
 * @returns {number | undefined} undefined: no factor brings its numbers nearer, or they are too few
 */
export function fittedFactor({ id, worst, file }, own, evaluationWith, most = FITTED) {
  const start = Math.max(0, Math.min(worst - most / 2, file.data.length - most));
  const places = Array.from({ length: Math.min(most, file.data.length) }, (_, at) => start + at).filter((at) =>
    Number.isFinite(file.data[at]),
  );
  if (places.length < AT_LEAST) return undefined;
  const residuals = (/** @type {number} */ factor) => {
    const evaluation = evaluationWith(factor);
    return places.map((at) => evaluation.computed(id, at).value - /** @type {number} */ (file.data[at]));
  };
  const loss = (/** @type {number[]} */ rest) => rest.reduce((total, each) => total + each * each, 0);
  const grid = Array.from({ length: 41 }, (_, at) => 2 ** ((at - 30) / 3));
  const losses = [own, ...grid].map((each) => loss(residuals(each)));
  const least = Math.min(...losses);
  if (!(least < Math.max(...losses))) return undefined;
  let factor = /** @type {number} */ ([own, ...grid][losses.indexOf(least)]);
  for (let round = 0; round < 12; round++) {
    const delta = factor * 1e-5;
    const [rest, next] = [residuals(factor), residuals(factor + delta)];
    const slopes = next.map((each, at) => (each - /** @type {number} */ (rest[at])) / delta);
    const change =
      slopes.reduce((total, slope, at) => total + slope * /** @type {number} */ (rest[at]), 0) / loss(slopes);
    if (!Number.isFinite(change)) return undefined;
    factor -= change;
    if (Math.abs(change) < 1e-12 * Math.abs(factor)) break;
  }
  return factor;
}
