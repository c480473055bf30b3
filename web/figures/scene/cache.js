import { block, label, outline, ring, scaleFor, sceneWith } from "./primitives.js";
import { palettes } from "../colour/palette.js";
import { elide, estimateWidth, formulaWidth } from "../text.js";

/** @typedef {import("../types.js").Tensor} Tensor */
/** @typedef {{rows: number, columns: number, values: ArrayLike<number>, first: number}} Band first: the token of its first row */
/**
 * One moment of generating: rows are tokens, so what is made stands beside the token it is made for.
 * @typedef {object} CacheView
 * @property {{Q: Band, K: Band, V: Band, weights: Band, output: Band}} bands
 * @property {{first: number, count: number}} fresh rows computed just now
 * @property {readonly string[]} tokens all of them, those to come too
 * @property {import("../types.js").Theme} theme
 * @property {number} width px to fill
 * @property {import("../types.js").Measure} [measure]
 */

const NAMES = /** @type {const} */ (["Q", "K", "V", "weights", "output"]);
const top = 24;
const leastCell = 4;
/** Widths to try, the widest first. */
const cellWidths = Array.from({ length: 145 }, (_, at) => 40 - at / 4);

/**
 * @param {CacheView} view
 * @returns {import("../types.js").Scene}
 */
export function cacheScene({ bands, fresh, tokens, theme, width, measure = estimateWidth }) {
  const palette = palettes[theme];
  const gutter = Math.min(92, Math.max(...tokens.map((token) => measure(token, 13)))) + 8;
  const columnsOf = (/** @type {typeof NAMES[number]} */ name) =>
    name === "weights" ? tokens.length : bands[name].columns;
  const space = width < 480 ? 10 : 18;
  const blockWidth = (/** @type {typeof NAMES[number]} */ name, /** @type {number} */ cell) =>
    Math.max(columnsOf(name) * cell, formulaWidth(name, 14, measure));
  const room = width - gutter - space * (NAMES.length - 1) - 6;
  const fits = (/** @type {number} */ cell) => NAMES.reduce((sum, name) => sum + blockWidth(name, cell), 0) <= room;
  const cellWidth = cellWidths.find(fits) ?? leastCell;
  const cellHeight = Math.min(28, Math.max(15, 420 / tokens.length));
  const scale = scaleFor("diverging", [bands.Q.values, bands.K.values, bands.V.values], theme);
  const scales = { Q: scale, K: scale, V: scale, weights: scaleFor("sequential", [bands.weights.values], theme) };
  const output = scaleFor("diverging", [bands.output.values], theme);
  let x = gutter;
  const places = NAMES.map((name) => {
    const left = x;
    x += blockWidth(name, cellWidth) + space;
    return { name, left };
  });
  const bottom = top + tokens.length * cellHeight;
  const rowsAt = (/** @type {number} */ row) => top + row * cellHeight;
  return sceneWith(theme, {
    width: Math.ceil(Math.max(width, x - space + 4)),
    height: Math.ceil(bottom + 6),
    matrices: places.map(({ name, left }) => {
      const { first, ...band } = bands[name];
      const y = rowsAt(first);
      return block({ id: name, ...band, x: left, y, cellWidth, cellHeight, scale: { ...scales, output }[name] });
    }),
    lines: places.map(({ name, left }) =>
      outline({ x: left, y: top, width: columnsOf(name) * cellWidth, height: bottom - top }, palette.hairline),
    ),
    rings: places.map(({ name, left }) =>
      ring(
        { x: left, y: rowsAt(fresh.first), width: bands[name].columns * cellWidth, height: fresh.count * cellHeight },
        palette,
      ),
    ),
    texts: [
      ...places.map(({ name, left }) =>
        label(name, left, 14, { colour: palette.roles[name], size: 14, weight: 600, formula: true }),
      ),
      ...tokens.map((token, row) =>
        label(elide(token, gutter - 8, 13, measure), gutter - 8, rowsAt(row) + cellHeight / 2 + 4.5, {
          anchor: "end",
          colour: isIn(row, fresh) ? palette.accent : palette.muted,
          weight: isIn(row, fresh) ? 600 : 400,
        }),
      ),
    ],
  });
}

/**
 * @param {number} row
 * @param {{first: number, count: number}} rows
 */
const isIn = (row, { first, count }) => row >= first && row < first + count;

/**
 * The rows of one head of a tensor.
 * @param {Tensor} tensor [heads, rows, columns] or [rows, columns]
 * @param {number} head
 * @param {number} first the token of its first row
 * @returns {Band}
 */
export function bandOf({ shape, data }, head, first) {
  const [rows = 0, columns = 0] = shape.slice(-2);
  const start = shape.length === 3 ? head * rows * columns : 0;
  return { rows, columns, first, values: Array.from(data).slice(start, start + rows * columns) };
}
