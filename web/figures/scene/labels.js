import { columnX } from "../geometry.js";
import { columnMode, matrixWidth } from "../layout/sizes.js";
import { metrics } from "../metrics.js";
import { elide, formulaWidth, plainFormula } from "../text.js";

// The texts around a matrix: the heading above it, labels of rows and columns, names of the axes, and brackets over heads
// that share keys and values.

/** @typedef {import("../types.js").Matrix} Matrix */
/** @typedef {import("../types.js").Scene} Scene */
/** @typedef {import("../types.js").Text} Text */
/** @typedef {import("../types.js").Line} Line */
/** @typedef {import("../types.js").Measure} Measure */
/** @typedef {import("../types.js").Arrangement} Arrangement */
/** @typedef {import("../colour/palette.js").Palette} Palette */
/** @typedef {import("./marks.js").Mark} Mark */

/**
 * Alternatives for the second line above a matrix of a grid, the longest first. The first line is the head's name.
 * @param {Matrix} matrix @param {boolean} first whether it is the first of the grid, which also shows the stage's name
 * @returns {string[]}
 */
function gridLines({ name, shapeText, sharingText, readers }, first) {
  const named = first ? [`${plainFormula(name)} · ${shapeText}`] : [];
  return readers ? [`${shapeText} · ${sharingText}`, sharingText, shapeText] : [...named, shapeText];
}

/**
 * The two lines above a matrix: its name, and its shape and head as far as they fit. Where several heads are shown, the
 * reader needs the head's name to distinguish them, so it comes first.
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
  const parts = [[shapeText, headText, sharingText], [shapeText, headText], [shapeText, headName], [shapeText]];
  return { name, below: parts.map((texts) => texts.filter(Boolean).join(" · ")) };
}

/**
 * The name and the shape above a matrix. The second line is the longest alternative that fits the matrix's width.
 * @param {Matrix} matrix
 * @param {Arrangement} arrangement
 * @param {Palette} palette
 * @param {Measure} measure
 * @returns {Text[]}
 */
export function headingTexts(matrix, arrangement, palette, measure) {
  const { name, below } = heading(matrix, arrangement);
  const width = Math.max(matrixWidth(matrix, matrix.cellWidth, matrix.blockGap), matrix.headerWidth);
  const beside = matrix.low ? formulaWidth(name, metrics.name, measure) + 8 : 0;
  // On the line of the name there is not always room for the shape.
  const shortest = matrix.low ? "" : /** @type {string} */ (below.at(-1));
  const shape = below.find((text) => beside + measure(text, metrics.shape) <= width) ?? shortest;
  const at = { x: matrix.x, anchor: /** @type {const} */ ("start"), rotate: 0 };
  const [named, shaped] = [matrix.y - (matrix.low ? 9 : 26), { x: matrix.x + beside, y: matrix.y - 9 }];
  const lines = /** @type {const} */ ([
    { text: name, y: named, size: metrics.name, weight: 600, colour: palette.roles[matrix.role], role: "name" },
    { text: shape, ...shaped, size: metrics.shape, weight: 400, colour: palette.muted, role: "shape" },
  ]);
  return lines
    .filter(({ text }) => text !== "")
    .map((line) => ({ ...at, ...line, formula: line.role === "name" && name !== matrix.headName }));
}

/**
 * The style of a label.
 * @param {Palette} palette
 * @param {boolean} lit whether it is highlighted
 * @returns {Pick<Text, "colour" | "weight" | "formula">}
 */
function labelStyle(palette, lit) {
  return { colour: lit ? palette.text : palette.muted, weight: lit ? 600 : 400, formula: false };
}

/**
 * The labels to the left of the rows. Where rows are too low for all labels to fit, only every n-th row and the
 * highlighted rows have a label, and rows too near to a highlighted one have none.
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
      size,
      anchor: "end",
      rotate: 0,
      role: "row",
      matrix: matrix.id,
    });
  }
  return texts;
}

/**
 * Moves a text so that it does not extend beyond the left and right edges of its matrix, where the matrix is wide
 * enough.
 * @param {Matrix} matrix
 * @param {number} x of the middle of the text, px
 * @param {number} width of the text, px
 * @returns {number} the new x of its middle, px
 */
function inside(matrix, x, width) {
  const right = columnX(matrix, matrix.columns - 1) + matrix.cellWidth;
  return Math.max(matrix.x + width / 2, Math.min(x, right - width / 2));
}

/** For each mode of column labels: dx, dy: px from the middle of the column's lower edge to the label; rotate: degrees. */
const columnPlaces = Object.freeze({
  flat: /** @type {const} */ ({ dx: 0, dy: 15, anchor: "middle", rotate: 0 }),
  tight: /** @type {const} */ ({ dx: 0, dy: 15, anchor: "middle", rotate: 0 }),
  inspected: /** @type {const} */ ({ dx: 0, dy: 15, anchor: "middle", rotate: 0 }),
  slanted: /** @type {const} */ ({ dx: 5, dy: 13, anchor: "end", rotate: -45 }),
  upright: /** @type {const} */ ({ dx: 4, dy: 7, anchor: "end", rotate: -90 }),
});

/**
 * The labels below the columns, drawn as `columnMode` says.
 * @param {Matrix} matrix @param {Mark | undefined} mark @param {Palette} palette @param {Measure} measure
 * @returns {Text[]}
 */
export function columnLabels(matrix, mark, palette, measure) {
  const mode = columnMode(matrix, matrix.cellWidth);
  if (mode === "none" || matrix.bare || !matrix.columnLabels) return [];
  const bottom = matrix.y + matrix.rows * matrix.cellHeight;
  const { dx, dy, anchor, rotate } = columnPlaces[mode];
  const size = mode === "tight" ? metrics.tightLabel : metrics.columnLabel;
  /** @type {Text[]} */
  const texts = [];
  for (const [column, label] of matrix.columnLabels.slice(0, matrix.columns).entries()) {
    const lit = mark?.columns.has(column) ?? false;
    if (mode === "inspected" && !lit) continue;
    const text = elide(label, metrics.maxColumnLabel, size, measure);
    const middle = columnX(matrix, column) + matrix.cellWidth / 2 + dx;
    const x = mode === "inspected" ? inside(matrix, middle, measure(text, size)) : middle;
    texts.push({ ...labelStyle(palette, lit), text, x, y: bottom + dy, size, anchor, rotate, role: "column" });
  }
  return texts;
}

/**
 * Names the axes of a result with queries as rows and keys as columns: "queries" above the row labels and "keys" to the
 * left of the column labels, each only where it fits.
 * @param {Matrix} matrix
 * @param {{queries: string, keys: string}} words in the locale's language
 * @param {Palette} palette @param {Measure} measure
 * @returns {Text[]}
 */
export function axisNames(matrix, words, palette, measure) {
  if (!matrix.result || matrix.rowAxis !== "queries" || matrix.columnAxis !== "keys" || !matrix.labelled) return [];
  const size = metrics.shape;
  const width = matrix.gutter - metrics.labelGap;
  const bottom = matrix.y + matrix.rows * matrix.cellHeight;
  const isFlat = !matrix.bare && ["flat", "tight"].includes(columnMode(matrix, matrix.cellWidth));
  const corners = [{ text: words.queries, y: matrix.y - 9 }, ...(isFlat ? [{ text: words.keys, y: bottom + 15 }] : [])];
  const at = { x: matrix.x - metrics.labelGap, size, anchor: /** @type {const} */ ("end"), rotate: 0, role: "axis" };
  return corners
    .filter(({ text }) => text && measure(text, size) <= width)
    .map((corner) => ({ ...labelStyle(palette, false), ...at, ...corner }));
}

/**
 * Brackets over the query heads that share a key/value head, each with a text that says so.
 * @param {readonly Matrix[]} matrices the heads of a grid
 * @param {Palette} palette
 * @returns {{lines: Line[], texts: Text[]}}
 */
export function brackets(matrices, palette) {
  /** @type {{first: Matrix, last: Matrix}[]} first and last of neighbouring heads on one line that read the same key/value head */
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
      text: sharingText,
      x,
      y: y - metrics.header - 9,
      colour,
      role: "group",
    })),
  };
}

/** Row labels are pinned only while at least this much of their matrix is visible to the right of them, px. */
const leastVisible = 48;

/**
 * How far the row labels of a matrix move to the right, so that they stay visible.
 * @param {Matrix} matrix
 * @param {number} left px scrolled out of view
 * @returns {number} px
 */
function pinnedShift(matrix, left) {
  if (!matrix.labelled) return 0;
  const right = matrix.x + matrix.columns * matrix.cellWidth;
  const shift = left - (matrix.x - matrix.gutter);
  return shift > 0 && left + matrix.gutter + leastVisible < right ? shift : 0;
}

/**
 * Keeps row labels visible in a scene that is wider than its scrolling window: the labels of the matrix that the window's
 * left edge crosses are moved to that edge, on a box in the background colour.
 * @param {Scene} scene
 * @param {number} left px scrolled out of view
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
