/**
 * A function from a number to its position in px along a chart's axis. It has those methods of d3-scale's continuous
 * scales that charts use: `ticks` returns about `count` round numbers, `nice` rounds the end of the axis up to a tick,
 * `range` returns or sets the px of both ends. d3-scale itself is not imported here, because it loads its code for
 * colours too: four times as much code as a chart.
 * @typedef {((value: number) => number) & {ticks(count: number): number[], nice(count: number): Axis, range(): number[], range(range: [number, number]): Axis}} Axis
 */

/**
 * Factors of a power of ten, and the ratio from which each is used. `from` is the geometric mean of the factor and of the
 * next smaller one, so that the factor that is nearest in proportion is chosen.
 */
const nearer = Object.freeze([
  { from: Math.sqrt(50), factor: 10 },
  { from: Math.sqrt(10), factor: 5 },
  { from: Math.sqrt(2), factor: 2 },
]);

/**
 * Chooses the step from tick to tick on an axis: 1, 2 or 5 times a power of ten, as near to end / count as possible.
 * @param {number} end the length of the axis: its largest number where it starts at 0
 * @param {number} count how many steps are wanted
 * @returns {{at: (tick: number) => number, tickOf: (value: number) => number}} at: the number at a tick, counted from 0;
 *   tickOf: its inverse. Steps below 1 divide by a whole number, so that the third tick of 0.1 is 0.3, not 0.30000000000000004
 */
export function stepOf(end, count) {
  const power = Math.floor(Math.log10(end / count));
  const rest = end / count / 10 ** power;
  const factor = nearer.find(({ from }) => rest >= from)?.factor ?? 1;
  const [step, parts] = [factor * 10 ** power, 10 ** -power / factor];
  return power < 0
    ? { at: (tick) => tick / parts, tickOf: (value) => value * parts }
    : { at: (tick) => tick * step, tickOf: (value) => value / step };
}

/**
 * Makes a linear axis from 0 to the largest of the given numbers, or to 1 where that is 0. `nice` and `range` change the
 * axis that they are called on and return it.
 * @param {readonly number[]} values the numbers that the axis has to include
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
      // Rounding the end up can lead to a longer step, so this repeats until the step no longer changes.
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
