import { block, label, outline, ring, scaleFor, sceneWith } from "./primitives.js";
import { palettes } from "../colour/palette.js";
import { elide, estimateWidth, formulaWidth } from "../text.js";
import { lengthsOf } from "../trace.js";

/** @typedef {import("../types.js").Tensor} Tensor */
/** @typedef {{rows: number, columns: number, values: ArrayLike<number>, first: number}} Band some consecutive rows of a matrix that has one row for each token; first: index of the first of these rows */
/**
 * One step of generating text with a KV cache. Every matrix has one row for each token, level with the token's label.
 * @typedef {object} CacheView
 * @property {{Q: Band, K: Band, V: Band, weights: Band, output: Band}} bands
 * @property {{first: number, count: number}} fresh the rows that are computed at this step; all others come from the cache
 * @property {readonly string[]} tokens of the whole text, including those not yet generated
 * @property {import("../types.js").Theme} theme
 * @property {number} width px to fill
 * @property {import("../types.js").Measure} [measure]
 */

const NAMES = /** @type {const} */ (["Q", "K", "V", "weights", "output"]);
/** Y of the first row's upper edge, px. */
const top = 24;
/** Font size of the tokens' labels, px. */
const labelSize = 13;
/** Cell width in px where none of `cellWidths` fits: the figure is then wider than its view. */
const minCell = 4;
/** Cell widths in px, the widest first, of which the first that fits is taken: 40 to 4 in steps of 1/4. */
const cellWidths = Array.from({ length: 145 }, (_, at) => 40 - at / 4);

/**
 * Draws Q, K, V, weights and output side by side, with a ring around the rows that are computed at this step.
 * @param {CacheView} view
 * @returns {import("../types.js").Scene}
 */
export function cacheScene({ bands, fresh, tokens, theme, width, measure = estimateWidth }) {
  const palette = palettes[theme];
  // The labels of new rows are bold.
  const inBold = (/** @type {string} */ text, /** @type {number} */ size) => measure(text, size, 600);
  const gutter = Math.min(92, Math.max(...tokens.map((token) => inBold(token, labelSize)))) + 8;
  const columnsOf = (/** @type {typeof NAMES[number]} */ name) =>
    name === "weights" ? tokens.length : bands[name].columns;
  const space = width < 480 ? 10 : 18;
  const blockWidth = (/** @type {typeof NAMES[number]} */ name, /** @type {number} */ cell) =>
    Math.max(columnsOf(name) * cell, formulaWidth(name, 14, measure));
  const available = width - gutter - space * (NAMES.length - 1) - 6;
  const fits = (/** @type {number} */ cell) =>
    NAMES.reduce((sum, name) => sum + blockWidth(name, cell), 0) <= available;
  const cellWidth = cellWidths.find(fits) ?? minCell;
  const cellHeight = Math.min(28, Math.max(15, 420 / tokens.length));
  const projected = [bands.Q.values, bands.K.values, bands.V.values];
  const scaleOf = (/** @type {"Q" | "K" | "V"} */ role) => scaleFor("diverging", projected, theme, role);
  const scales = {
    Q: scaleOf("Q"),
    K: scaleOf("K"),
    V: scaleOf("V"),
    weights: scaleFor("sequential", [bands.weights.values], theme),
  };
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
        label(elide(token, gutter - 8, labelSize, inBold), gutter - 8, rowsAt(row) + cellHeight / 2 + 4.5, {
          anchor: "end",
          colour: isIn(row, fresh) ? palette.text : palette.muted,
          weight: isIn(row, fresh) ? 600 : 400,
        }),
      ),
    ],
  });
}

/**
 * Whether a row is one of some consecutive rows.
 * @param {number} row
 * @param {{first: number, count: number}} rows
 */
const isIn = (row, { first, count }) => row >= first && row < first + count;

/**
 * Takes the rows of one head from a tensor.
 * @param {Tensor} tensor [heads, rows, columns] or [rows, columns]
 * @param {number} head ignored where the tensor has no heads
 * @param {number} first index of the first row's token
 * @returns {Band}
 */
export function bandOf(tensor, head, first) {
  const { rows, columns } = lengthsOf(tensor);
  const start = tensor.shape.length === 3 ? head * rows * columns : 0;
  return { rows, columns, first, values: Array.from(tensor.data).slice(start, start + rows * columns) };
}
