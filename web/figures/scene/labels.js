import { columnX } from "../geometry.js";
import { columnMode, matrixWidth } from "../layout/sizes.js";
import { metrics } from "../metrics.js";
import { elide, plainFormula } from "../text.js";

// The words around a matrix: the heading above it, labels of rows and columns, names of the axes, and brackets over
// heads that share keys and values.

/** @typedef {import("../types.js").Matrix} Matrix */
/** @typedef {import("../types.js").Scene} Scene */
/** @typedef {import("../types.js").Text} Text */
/** @typedef {import("../types.js").Line} Line */
/** @typedef {import("../types.js").Measure} Measure */
/** @typedef {import("../types.js").Arrangement} Arrangement */
/** @typedef {import("../colour/palette.js").Palette} Palette */
/** @typedef {import("./marks.js").Mark} Mark */

/**
 * The second line above a matrix of a grid, where the first line is the head.
 * @param {Matrix} matrix @param {boolean} first whether it is the first of the grid, which has the stage's name too
 * @returns {string[]} see heading
 */
function gridLines({ name, shapeText, sharingText, readers }, first) {
  const named = first ? [`${plainFormula(name)} · ${shapeText}`] : [];
  return readers ? [`${shapeText} · ${sharingText}`, sharingText, shapeText] : [...named, shapeText];
}

/**
 * The two lines above a matrix: its name, and its shape and head as far as they fit. Where heads are side by side, the
 * head is what tells them apart, so it comes first.
 * @param {Matrix} matrix
 * @param {Arrangement} arrangement
 * @returns {{name: string, below: string[]}} below: alternatives for the second line, the longest first
 */
function heading(matrix, arrangement) {
  const { name, shapeText, headText, headName, sharingText, head, result } = matrix;
  const first = !head || head.index === 0;
  if (arrangement === "grid") return { name: headName || name, below: gridLines(matrix, first) };
  if (arrangement === "heads" && !result && head) {
    return { name: first ? name : "", below: [headText, headName, String(head.index + 1)] };
  }
  const parts = [shapeText, headText, sharingText].filter(Boolean);
  return { name, below: parts.map((_, at) => parts.slice(0, parts.length - at).join(" · ")) };
}

/**
 * @param {Matrix} matrix
 * @param {Arrangement} arrangement
 * @param {Palette} palette
 * @param {Measure} measure
 * @returns {Text[]} name and shape, above the matrix
 */
export function headingTexts(matrix, arrangement, palette, measure) {
  const { name, below } = heading(matrix, arrangement);
  const width = Math.max(matrixWidth(matrix, matrix.cellWidth, matrix.blockGap), matrix.headerWidth);
  const shortest = /** @type {string} */ (below.at(-1));
  const shape = below.find((text) => measure(text, metrics.shape) <= width) ?? shortest;
  const at = { x: matrix.x, anchor: /** @type {const} */ ("start"), rotate: 0 };
  const lines = /** @type {const} */ ([
    { text: name, y: matrix.y - 26, size: metrics.name, weight: 600, colour: palette.roles[matrix.role], role: "name" },
    { text: shape, y: matrix.y - 9, size: metrics.shape, weight: 400, colour: palette.muted, role: "shape" },
  ]);
  return lines
    .filter(({ text }) => text !== "")
    .map((line) => ({ ...at, ...line, formula: line.role === "name" && name !== matrix.headName }));
}

/** @param {Palette} palette @param {boolean} lit @returns {Pick<Text, "colour" | "weight" | "formula">} */
function labelStyle(palette, lit) {
  return { colour: lit ? palette.accent : palette.muted, weight: lit ? 600 : 400, formula: false };
}

/**
 * Labels to the left of the rows; where rows are too fine for all, those of the marked rows and of every n-th one.
 * @param {Matrix} matrix @param {Mark | undefined} mark @param {Palette} palette @param {Measure} measure
 * @returns {Text[]}
 */
export function rowLabels(matrix, mark, palette, measure) {
  if (!matrix.rowLabels || !matrix.labelled) return [];
  const step = Math.ceil((metrics.labelledRow - 2) / matrix.cellHeight);
  const size = step > 1 ? metrics.columnLabel : Math.min(metrics.rowLabel, matrix.cellHeight - 3);
  const width = matrix.gutter - metrics.labelGap;
  const lit = mark?.rows ?? new Set();
  const isNear = (/** @type {number} */ row) => [...lit].some((other) => other !== row && Math.abs(other - row) < step);
  const isShown = (/** @type {number} */ row) => lit.has(row) || (row % step === 0 && !isNear(row));
  /** @type {Text[]} */
  const texts = [];
  for (const [row, label] of matrix.rowLabels.slice(0, matrix.rows).entries()) {
    if (step > 1 && !isShown(row)) continue;
    texts.push({
      ...labelStyle(palette, lit.has(row)),
      text: elide(label, width, metrics.rowLabel, measure),
      x: matrix.x - metrics.labelGap,
      y: matrix.y + (row + 0.5) * matrix.cellHeight + size * 0.35,
      ...{ size, anchor: "end", rotate: 0, role: "row", matrix: matrix.id },
    });
  }
  return texts;
}

/** @param {Matrix} matrix @param {number} x of the middle of a text @param {number} width of the text @returns {number} x, moved so that the text does not leave the matrix where that is wide enough */
function inside(matrix, x, width) {
  const right = columnX(matrix, matrix.columns - 1) + matrix.cellWidth;
  return Math.max(matrix.x + width / 2, Math.min(x, right - width / 2));
}

/** Where a column label is, from the middle of the column's lower edge, px; and how it is turned, degrees. */
const columnPlaces = Object.freeze({
  flat: /** @type {const} */ ({ dx: 0, dy: 15, anchor: "middle", rotate: 0 }),
  tight: /** @type {const} */ ({ dx: 0, dy: 15, anchor: "middle", rotate: 0 }),
  asked: /** @type {const} */ ({ dx: 0, dy: 15, anchor: "middle", rotate: 0 }),
  slanted: /** @type {const} */ ({ dx: 5, dy: 13, anchor: "end", rotate: -45 }),
  upright: /** @type {const} */ ({ dx: 4, dy: 7, anchor: "end", rotate: -90 }),
});

/**
 * Labels below the columns.
 * @param {Matrix} matrix @param {Mark | undefined} mark @param {Palette} palette @param {Measure} measure
 * @returns {Text[]}
 */
export function columnLabels(matrix, mark, palette, measure) {
  const mode = columnMode(matrix, matrix.cellWidth);
  if (mode === "none" || !matrix.columnLabels) return [];
  const bottom = matrix.y + matrix.rows * matrix.cellHeight;
  const { dx, dy, anchor, rotate } = columnPlaces[mode];
  const size = mode === "tight" ? metrics.tightLabel : metrics.columnLabel;
  /** @type {Text[]} */
  const texts = [];
  for (const [column, label] of matrix.columnLabels.slice(0, matrix.columns).entries()) {
    const lit = mark?.columns.has(column) ?? false;
    if (mode === "asked" && !lit) continue;
    const text = elide(label, metrics.maxColumnLabel, size, measure);
    const middle = columnX(matrix, column) + matrix.cellWidth / 2 + dx;
    const x = mode === "asked" ? inside(matrix, middle, measure(text, size)) : middle;
    texts.push({ ...labelStyle(palette, lit), text, x, y: bottom + dy, size, anchor, rotate, role: "column" });
  }
  return texts;
}

/**
 * Which side of a matrix of scores or weights is queries and which keys, in the corners that its labels leave free.
 * @param {Matrix} matrix
 * @param {{queries: string, keys: string}} words
 * @param {Palette} palette @param {Measure} measure
 * @returns {Text[]}
 */
export function axisNames(matrix, words, palette, measure) {
  if (!matrix.result || matrix.rowAxis !== "queries" || matrix.columnAxis !== "keys" || !matrix.labelled) return [];
  const size = metrics.shape;
  const width = matrix.gutter - metrics.labelGap;
  const bottom = matrix.y + matrix.rows * matrix.cellHeight;
  const isFlat = ["flat", "tight"].includes(columnMode(matrix, matrix.cellWidth));
  const corners = [{ text: words.queries, y: matrix.y - 9 }, ...(isFlat ? [{ text: words.keys, y: bottom + 15 }] : [])];
  const at = { x: matrix.x - metrics.labelGap, size, anchor: /** @type {const} */ ("end"), rotate: 0, role: "axis" };
  return corners
    .filter(({ text }) => text && measure(text, size) <= width)
    .map((corner) => ({ ...labelStyle(palette, false), ...at, ...corner }));
}

/**
 * Brackets over the query heads that share a key/value head.
 * @param {readonly Matrix[]} matrices the heads of a grid
 * @param {Palette} palette
 * @returns {{lines: Line[], texts: Text[]}}
 */
export function brackets(matrices, palette) {
  /** @type {{first: Matrix, last: Matrix}[]} neighbours on one line that read the same key/value head */
  const groups = [];
  for (const matrix of matrices) {
    if (!matrix.reads) continue;
    const group = groups.at(-1);
    const joins = group?.first.line === matrix.line && group.first.reads?.index === matrix.reads.index;
    if (group && joins) group.last = matrix;
    else groups.push({ first: matrix, last: matrix });
  }
  const colour = palette.muted;
  const style = /** @type {const} */ ({ size: metrics.note, anchor: "start", weight: 400, rotate: 0, formula: false });
  return {
    lines: groups.map(({ first: { x: left, y }, last }) => {
      const right = last.x + matrixWidth(last, last.cellWidth);
      const top = y - metrics.header - 4;
      return { points: [left, top + 5, left, top, right, top, right, top + 5], colour, width: 1.25 };
    }),
    texts: groups.map(({ first: { x, y, sharingText } }) => ({
      ...style,
      ...{ text: sharingText, x, y: y - metrics.header - 9, colour, role: "group" },
    })),
  };
}

/** Px of a matrix that stay visible beside pinned labels; with less left, the labels scroll away. */
const leastVisible = 48;

/** @param {Matrix} matrix @param {number} left @returns {number} px by which its row labels are to move */
function pinnedShift(matrix, left) {
  if (!matrix.labelled) return 0;
  const right = matrix.x + matrix.columns * matrix.cellWidth;
  const shift = left - (matrix.x - matrix.gutter);
  return shift > 0 && left + matrix.gutter + leastVisible < right ? shift : 0;
}

/**
 * A scene that is wider than its window, with row labels in sight: those of the matrix at the window's left edge are
 * moved to that edge, with the panel's colour behind them.
 * @param {Scene} scene
 * @param {number} left px scrolled out of sight
 * @returns {Scene}
 */
export function pinRowLabels(scene, left) {
  /** @type {Map<string | undefined, number>} */
  const shifts = new Map(scene.matrices.map((matrix) => [matrix.id, pinnedShift(matrix, left)]));
  const boxes = scene.matrices
    .filter((matrix) => shifts.get(matrix.id))
    .map(({ y, rows, cellHeight, gutter }) => {
      return { x: left, y: y - 2, width: gutter, height: rows * cellHeight + 4, radius: 0, fill: scene.background };
    });
  if (boxes.length === 0) return scene;
  const texts = scene.texts.map((text) => ({ ...text, x: text.x + (shifts.get(text.matrix) ?? 0) }));
  return { ...scene, boxes: [...scene.boxes, ...boxes], texts };
}
