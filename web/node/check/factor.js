/** @typedef {import("./evaluate.js").Evaluation} Evaluation */

/** How many numbers a factor is fitted to, and how many it must explain at least. */
const FITTED = 16;
const AT_LEAST = 3;

/**
 * The factor on the scores with which some of a tensor's numbers come nearest to the file's: the best of many, and from there
 * by Newton's method.
 * @param {{id: string, file: {data: ArrayLike<number>}}} wrong a tensor of the file
 * @param {(factor: number) => Evaluation} evaluationWith
 * @returns {number | undefined} undefined: its numbers do not depend on the factor, or are too few
 */
export function fittedFactor({ id, file }, evaluationWith) {
  const step = Math.max(1, Math.floor(file.data.length / FITTED));
  const places = Array.from({ length: Math.ceil(file.data.length / step) }, (_, at) => at * step).filter((at) =>
    Number.isFinite(file.data[at]),
  );
  if (places.length < AT_LEAST) return undefined;
  const residuals = (/** @type {number} */ factor) => {
    const evaluation = evaluationWith(factor);
    return places.map((at) => evaluation.computed(id, at).value - /** @type {number} */ (file.data[at]));
  };
  const loss = (/** @type {number[]} */ rest) => rest.reduce((total, each) => total + each * each, 0);
  const first = residuals(1);
  if (!Number.isFinite(loss(first)) || loss(first) === loss(residuals(2))) return undefined;
  const grid = Array.from({ length: 41 }, (_, at) => 2 ** ((at - 30) / 3));
  const losses = grid.map((factor) => loss(residuals(factor)));
  let factor = /** @type {number} */ (grid[losses.indexOf(Math.min(...losses))]);
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
