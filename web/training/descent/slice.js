/** The loss of a model along its own gradient: gradient descent in one dimension, through the real weights. */

/** @typedef {import("../../engine/model/model.js").Model} Model */
/** @typedef {import("../../engine/model/batch.js").Batch} Batch */
/** @typedef {import("../../engine/tensors.js").Tensor} Tensor */
/**
 * The loss of a batch at weights − t·gradient, where weights and gradient stay the same and t changes.
 * @typedef {object} LossSlice
 * @property {number} loss at t = 0
 * @property {number} slope of the loss along t, at t = 0: minus the squared length of the gradient
 * @property {{t: number, loss: number}[]} points in ascending order of t
 * @property {{t: number, loss: number}} chosen at the t that was asked for
 */

/** How many values of t are computed. */
const count = 41;

/** The smallest t, as a share of the largest: how the loss would rise uphill. */
const uphill = -0.25;

/** Where the loss grows to so many times that at t = 0, the valley has been left. */
const steep = 2;

/** The t at which the tangent reaches a loss of 0; 1 where there is no slope. @param {number} loss @param {number} slope */
function reach(loss, slope) {
  const t = loss / -slope;
  return t > 0 && t < Infinity ? t : 1;
}

/**
 * Computes a slice. The model has other weights afterwards.
 * @param {Model} model without dropout, which would give each value of t a loss by chance
 * @param {Batch} batch
 * @param {{chosen: number, farthest: number | null}} range chosen: a value of t to compute as well; farthest: the largest
 *   t; null: twice as far as the tangent takes to reach a loss of 0, or less where the loss has doubled before; in any case
 *   beyond the chosen t
 * @returns {LossSlice}
 */
export function lossSlice(model, batch, { chosen, farthest }) {
  const weights = model.weights();
  const gradients = model.gradients(batch);
  const { loss } = model.evaluate(batch);
  const slope = -Object.values(gradients).reduce(
    (sum, { data }) => data.reduce((all, value) => all + value * value, sum),
    0,
  );
  const lossAt = (/** @type {number} */ t) => {
    const moved = Object.entries(weights).map(([name, { shape, data }]) => {
      const gradient = /** @type {Tensor} */ (gradients[name]).data;
      return [name, { shape, data: data.map((weight, at) => weight - t * /** @type {number} */ (gradient[at])) }];
    });
    model.load(Object.fromEntries(moved));
    return { t, loss: model.evaluate(batch).loss };
  };
  const pointsTo = (/** @type {number} */ end) =>
    Array.from({ length: count }, (_, at) => lossAt(end * (uphill + ((1 - uphill) * at) / (count - 1))));
  let points = pointsTo(farthest ?? Math.max(2 * reach(loss, slope), 1.25 * chosen));
  const left = points.find((point) => point.t > chosen && point.loss > steep * loss);
  if (farthest === null && left) points = pointsTo(Math.max(left.t, 1.25 * chosen));
  return { loss, slope, points, chosen: lossAt(chosen) };
}

/**
 * The largest second derivative of the loss along t that is seen between points at equal distances, from their second
 * differences.
 * @param {LossSlice["points"]} points
 */
export function curvatureOf(points) {
  const between = points.slice(1, -1).map((point, at) => {
    const [before, after] = [points[at], points[at + 2]];
    if (!before || !after) return NaN; // no point is the first or the last here
    return (4 * (before.loss - 2 * point.loss + after.loss)) / (after.t - before.t) ** 2;
  });
  return Math.max(...between);
}
