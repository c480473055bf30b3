import { axisBetween } from "./axis-between.js";
import { chartScene } from "./chart.js";
import { palettes } from "../colour/palette.js";

/** @typedef {readonly [x: number, y: number]} Point */
/** @typedef {readonly [low: number, high: number]} Interval */

/** Radius of the dots at the steps, and at the current one, px. */
const dots = Object.freeze({ step: 3, current: 6 });

/**
 * The part of a straight line that lies between two heights, within an interval of x.
 * @param {(x: number) => number} line
 * @param {Interval} across
 * @param {Interval} up
 * @returns {Point[]} two points; none where no part does
 */
export function lineWithin(line, [left, right], [low, high]) {
  const [start, end] = [line(left), line(right)];
  const rise = (end - start) / (right - left);
  const crossings = rise === 0 ? [] : [low, high].map((height) => left + (height - start) / rise);
  const inside = [left, right, ...crossings]
    .filter((x) => x >= left && x <= right)
    .map((x) => /** @type {Point} */ ([x, line(x)]))
    .filter(([, y]) => y >= low - 1e-9 * (high - low) && y <= high + 1e-9 * (high - low))
    .sort(([a], [b]) => a - b);
  const [first, last] = [inside[0], inside.at(-1)];
  return first && last && last[0] > first[0] ? [first, last] : [];
}

/**
 * Draws curves between given numbers, and over them the points that descent has visited, joined in order. Points beyond
 * the axes are not drawn, nor those after them.
 * @param {object} view
 * @param {Parameters<typeof chartScene>[0]["series"]} view.series curves within the axes
 * @param {readonly Point[]} view.path the points visited; the last is the current one
 * @param {Interval} view.across numbers on the x axis
 * @param {Interval} view.up numbers on the y axis
 * @param {string} view.xTitle
 * @param {string} view.yTitle
 * @param {import("./chart.js").Mark | null} [view.mark]
 * @param {import("../types.js").Theme} view.theme
 * @param {number} view.width px to fill
 * @param {import("../types.js").Measure} [view.measure]
 * @returns {import("../types.js").Scene}
 */
export function descentScene({ path, across, up, theme, ...chart }) {
  const axes = { x: axisBetween(across), y: axisBetween(up) };
  const scene = chartScene({ ...chart, theme, height: 300, axis: (_, along) => axes[along] });
  const { text, muted } = palettes[theme];
  const isInside = (/** @type {Point} */ [x, y]) => x >= across[0] && x <= across[1] && y >= up[0] && y <= up[1];
  const out = path.findIndex((point) => !isInside(point));
  const visible = (out < 0 ? path : path.slice(0, out)).map(([x, y]) => ({ x: axes.x(x), y: axes.y(y) }));
  return {
    ...scene,
    lines: [...scene.lines, { points: visible.flatMap(({ x, y }) => [x, y]), colour: muted, width: 1 }],
    boxes: [
      ...scene.boxes,
      ...visible.map(({ x, y }, at) => {
        const isCurrent = at === path.length - 1;
        const radius = isCurrent ? dots.current : dots.step;
        const fill = isCurrent ? text : muted;
        return { x: x - radius, y: y - radius, width: 2 * radius, height: 2 * radius, radius, fill };
      }),
    ],
  };
}
