/**
 * Numbers along an axis, as d3-scale's continuous scales lay them out: what charts ask of one. d3-scale itself brings
 * colours and their spaces along, four times as much as a chart.
 * @typedef {((value: number) => number) & {ticks(count: number): number[], nice(count: number): Axis, range(): number[], range(range: [number, number]): Axis}} Axis
 */

/** From this on, a step of 10, 5 or 2 is nearer than the next smaller one; their geometric means. */
const nearer = Object.freeze([
  { from: Math.sqrt(50), factor: 10 },
  { from: Math.sqrt(10), factor: 5 },
  { from: Math.sqrt(2), factor: 2 },
]);

/**
 * The step of 1, 2 or 5 times a power of ten that comes nearest to so many steps from 0.
 * @param {number} end
 * @param {number} count
 * @returns {{at: (tick: number) => number, tickOf: (value: number) => number}} fractions as one division, as they are written
 */
function stepOf(end, count) {
  const power = Math.floor(Math.log10(end / count));
  const rest = end / count / 10 ** power;
  const factor = nearer.find(({ from }) => rest >= from)?.factor ?? 1;
  const [step, parts] = [factor * 10 ** power, 10 ** -power / factor];
  return power < 0
    ? { at: (tick) => tick / parts, tickOf: (value) => value * parts }
    : { at: (tick) => tick * step, tickOf: (value) => value / step };
}

/**
 * An axis from 0, in proportion.
 * @param {readonly number[]} values that it has room for
 * @returns {Axis}
 */
export function axisFromZero(values) {
  let end = Math.max(...values) || 1;
  /** @type {[number, number]} */
  let px = [0, 0];
  const axis = (/** @type {number} */ value) => px[0] + ((px[1] - px[0]) * value) / end;
  /** @type {Axis} */
  const made = Object.assign(axis, {
    ticks(/** @type {number} */ count) {
      const { at, tickOf } = stepOf(end, count);
      const last = Math.round(tickOf(end));
      return Array.from({ length: at(last) > end ? last : last + 1 }, (_, tick) => at(tick));
    },
    nice(/** @type {number} */ count) {
      // A rounder end may ask for a longer step.
      for (let before = 0, step = stepOf(end, count); step.at(1) !== before; step = stepOf(end, count)) {
        end = step.at(Math.ceil(step.tickOf(end)));
        before = step.at(1);
      }
      return made;
    },
    range: /** @type {Axis["range"]} */ (
      (/** @type {[number, number] | undefined} */ range) => {
        if (!range) return px;
        px = range;
        return made;
      }
    ),
  });
  return made;
}
