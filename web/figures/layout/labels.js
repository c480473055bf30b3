import { columnX } from "../geometry.js";
import { metrics } from "../metrics.js";
import { elide } from "../text.js";

/** @typedef {import("../types.js").Prepared} Prepared */
/** @typedef {import("../types.js").Matrix} Matrix */
/** @typedef {import("../types.js").Text} Text */
/** @typedef {import("../types.js").Measure} Measure */
/** @typedef {import("../colour/palette.js").Palette} Palette */
/** @typedef {import("../scene/marks.js").Mark} Mark */
/** @typedef {"none" | "flat" | "tight" | "slanted" | "upright" | "asked"} ColumnMode */

/** Least px between flat column labels, and between those that are smaller for want of room. */
export const labelsApart = 5;
const closelyApart = 3;

/**
 * How column labels stand: flat where each fits under its column, if need be a little smaller and closer, slanted or upright where the lines fit side by side,
 * otherwise only those that are asked about.
 * @param {Pick<Prepared, "columnLabels" | "columnLabelWidth" | "columnLabelStep">} part
 * @param {number} cellWidth
 * @returns {ColumnMode}
 */
export function columnMode(part, cellWidth) {
  if (!part.columnLabels) return "none";
  if (part.columnLabelStep <= cellWidth && part.columnLabelWidth <= cellWidth + 8) return "flat";
  const smaller = metrics.tightLabel / metrics.columnLabel;
  const step = (part.columnLabelStep - labelsApart) * smaller + closelyApart;
  if (step <= cellWidth && part.columnLabelWidth * smaller <= cellWidth + 8) return "tight";
  if (cellWidth >= 17) return "slanted";
  return cellWidth >= 12 ? "upright" : "asked";
}

/** @param {Prepared} part @param {number} cellWidth @returns {number} px under the matrix for its column labels */
export function columnRoom(part, cellWidth) {
  const width = part.columnLabelWidth;
  const rooms = {
    none: 0,
    flat: 20,
    tight: 20,
    slanted: Math.ceil(width * Math.SQRT1_2) + 18,
    upright: width + 12,
    asked: 20,
  };
  return rooms[columnMode(part, cellWidth)];
}

/** @param {Palette} palette @param {boolean} lit @returns {Pick<Text, "colour" | "weight" | "formula">} */
function voice(palette, lit) {
  return { colour: lit ? palette.accent : palette.muted, weight: lit ? 600 : 400, formula: false };
}

/**
 * @param {Matrix} matrix @param {Mark | undefined} mark @param {Palette} palette @param {Measure} measure
 * @returns {Text[]}
 */
export function rowLabels(matrix, mark, palette, measure) {
  if (!matrix.rowLabels || !matrix.labelled) return [];
  const step = Math.ceil((metrics.labelledRow - 2) / matrix.cellHeight);
  const size = step > 1 ? metrics.columnLabel : Math.min(metrics.rowLabel, matrix.cellHeight - 3);
  const room = matrix.gutter - metrics.labelGap;
  const lit = mark?.rows ?? new Set();
  const near = (/** @type {number} */ row) => [...lit].some((other) => other !== row && Math.abs(other - row) < step);
  const all = Array.from({ length: matrix.rows }, (_, row) => row);
  const shown = step > 1 ? all.filter((row) => lit.has(row) || (row % step === 0 && !near(row))) : all;
  return shown.map((row) => ({
    ...voice(palette, mark?.rows.has(row) ?? false),
    text: elide(matrix.rowLabels?.[row] ?? "", room, metrics.rowLabel, measure),
    x: matrix.x - metrics.labelGap,
    y: matrix.y + (row + 0.5) * matrix.cellHeight + size * 0.35,
    size,
    anchor: "end",
    rotate: 0,
    role: "row",
    matrix: matrix.id,
  }));
}

/** Keeps a text centred at x, of this width, between the sides of its matrix where that is wide enough. @param {Matrix} matrix @param {number} x @param {number} width */
function within(matrix, x, width) {
  const right = columnX(matrix, matrix.columns - 1) + matrix.cellWidth;
  return Math.max(matrix.x + width / 2, Math.min(x, right - width / 2));
}

/**
 * @param {Matrix} matrix @param {Mark | undefined} mark @param {Palette} palette @param {Measure} measure
 * @returns {Text[]}
 */
export function columnLabels(matrix, mark, palette, measure) {
  const mode = columnMode(matrix, matrix.cellWidth);
  if (mode === "none") return [];
  const bottom = matrix.y + matrix.rows * matrix.cellHeight;
  const stands = {
    flat: /** @type {const} */ ({ dx: 0, dy: 15, anchor: "middle", rotate: 0 }),
    tight: /** @type {const} */ ({ dx: 0, dy: 15, anchor: "middle", rotate: 0 }),
    asked: /** @type {const} */ ({ dx: 0, dy: 15, anchor: "middle", rotate: 0 }),
    slanted: /** @type {const} */ ({ dx: 5, dy: 13, anchor: "end", rotate: -45 }),
    upright: /** @type {const} */ ({ dx: 4, dy: 7, anchor: "end", rotate: -90 }),
  };
  const { dx, dy, anchor, rotate } = stands[mode];
  const size = mode === "tight" ? metrics.tightLabel : metrics.columnLabel;
  /** @type {Text[]} */
  const texts = [];
  for (let column = 0; column < matrix.columns; column++) {
    const lit = mark?.columns.has(column) ?? false;
    if (mode === "asked" && !lit) continue;
    const text = elide(matrix.columnLabels?.[column] ?? "", metrics.maxColumnLabel, size, measure);
    const centre = columnX(matrix, column) + matrix.cellWidth / 2 + dx;
    const x = mode === "asked" ? within(matrix, centre, measure(text, size)) : centre;
    texts.push({
      ...voice(palette, lit),
      text,
      x,
      y: bottom + dy,
      size,
      anchor,
      rotate,
      role: "column",
    });
  }
  return texts;
}

/**
 * Which side of a score matrix is which, said once, in the corners its labels leave free.
 * @param {Matrix} matrix
 * @param {{queries: string, keys: string}} words
 * @param {Palette} palette @param {Measure} measure
 * @returns {Text[]}
 */
export function axisNames(matrix, words, palette, measure) {
  if (!matrix.result || matrix.rowAxis !== "queries" || matrix.columnAxis !== "keys" || !matrix.labelled) return [];
  const size = metrics.shape;
  const fits = (/** @type {string} */ word) => measure(word, size) <= matrix.gutter - metrics.labelGap;
  const bottom = matrix.y + matrix.rows * matrix.cellHeight;
  const flat = ["flat", "tight"].includes(columnMode(matrix, matrix.cellWidth));
  const corners = [
    { text: words.queries, y: matrix.y - 9, shown: fits(words.queries) },
    { text: words.keys, y: bottom + 15, shown: flat && fits(words.keys) },
  ];
  return corners.flatMap(({ text, y, shown }) =>
    shown && text
      ? [
          {
            ...voice(palette, false),
            text,
            x: matrix.x - metrics.labelGap,
            y,
            size,
            anchor: "end",
            rotate: 0,
            role: "axis",
          },
        ]
      : [],
  );
}
