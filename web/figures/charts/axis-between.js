import { stepOf } from "./axis.js";

/** @typedef {import("./axis.js").Axis} Axis */

/**
 * A linear axis between two numbers, with ticks at round numbers.
 * @param {readonly [low: number, high: number]} interval
 * @returns {Axis}
 */
export function axisBetween([low, high]) {
  /** @type {[number, number]} */
  let px = [0, 0];
  const position = (/** @type {number} */ value) => px[0] + ((px[1] - px[0]) * (value - low)) / (high - low);
  /** @type {Axis} */
  const axis = Object.assign(position, {
    ticks(/** @type {number} */ count) {
      const { at, tickOf } = stepOf(high - low, count);
      const first = Math.ceil(tickOf(low) - 1e-9);
      const last = Math.floor(tickOf(high) + 1e-9);
      return Array.from({ length: last - first + 1 }, (_, tick) => at(first + tick));
    },
    nice: () => axis,
    range: /** @type {Axis["range"]} */ (
      (/** @type {[number, number] | undefined} */ range) => {
        if (!range) return px;
        px = range;
        return axis;
      }
    ),
  });
  return axis;
}
