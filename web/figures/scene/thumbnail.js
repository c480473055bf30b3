import { scalesOf, shadesOf } from "../colour/scales.js";
import { hiddenByMask, hiddenCells } from "../hidden.js";
import { partOf, sharedHead, valuesOf } from "../matrices.js";
import { headCount, lengthsOf, required } from "../trace.js";
import { everyHead } from "./equation.js";
import { sceneWith } from "./primitives.js";

/** @typedef {import("../types.js").Matrix} Matrix */
/** @typedef {import("../types.js").Part} Part */
/** @typedef {import("../types.js").Scene} Scene */
/** @typedef {import("../types.js").Tensor} Tensor */
/** @typedef {import("../types.js").Theme} Theme */
/** @typedef {import("../types.js").Trace} Trace */

/** Largest number of cells per px in each direction: of more cells, only a sample is drawn, as they could not be seen. */
const finest = 2;

/** Px between stages, px between the heads of one stage, and the largest width and height of a cell in px. */
const gap = 4;
const headGap = 2;
const maxCell = 12;

/**
 * The width or height of a cell.
 * @param {number} size available px per cell
 * @returns {number} at most maxCell px, and a whole number of px unless it is below 1
 */
function cellOf(size) {
  const cell = Math.min(maxCell, size);
  return cell >= 1 ? Math.floor(cell) : cell;
}

/**
 * Chooses evenly spaced indices.
 * @param {number} length number of indices to choose from
 * @param {number} max how many are chosen, at most
 * @returns {number[]} ascending
 */
function sampled(length, max) {
  const count = Math.min(length, max);
  return Array.from({ length: count }, (_, at) => Math.floor((at * length) / count));
}

/**
 * A tensor with only some rows and columns, evenly spaced, of each of its matrices.
 * @param {Tensor} tensor
 * @param {{rows: number, columns: number}} max how many rows and columns each matrix has at most
 * @param {number | "all"} drawn the head that is drawn; the numbers of all others are left 0
 * @returns {Tensor} the given tensor where it is small enough
 */
function sampledTensor(tensor, max, drawn) {
  const { heads, rows, columns } = lengthsOf(tensor);
  if (tensor.shape.length < 2 || (rows <= max.rows && columns <= max.columns)) return tensor;
  const [down, across] = [sampled(rows, max.rows), sampled(columns, max.columns)];
  const { data: whole } = tensor;
  const size = down.length * across.length;
  const data = new Float32Array(heads * size);
  const [first, end] = drawn === "all" ? [0, heads] : [drawn, drawn + 1];
  let to = first * size;
  for (let head = first; head < end; head++) {
    for (const row of down) {
      const start = (head * rows + row) * columns;
      for (const column of across) data[to++] = /** @type {number} */ (whole[start + column]);
    }
  }
  return { shape: [...tensor.shape.slice(0, -2), down.length, across.length], data };
}

/**
 * A trace whose tensors keep only evenly spaced rows and columns, no more than a small picture can show. Tensors of the
 * same shape keep the same ones, so that a mask still matches its weights.
 * @param {Trace} trace
 * @param {{width: number, height: number}} picture px
 * @param {number | "all"} head the query head that is drawn
 * @returns {Trace}
 */
function sampledTrace(trace, { width, height }, head) {
  const max = { rows: finest * height, columns: finest * width };
  /** @type {Map<string, Tensor | null>} */
  const known = new Map();
  return {
    ...trace,
    tensor(id) {
      const before = known.get(id);
      if (before !== undefined) return before;
      const whole = trace.tensor(id);
      const drawn = whole && head !== "all" ? sharedHead(head, lengthsOf(whole).heads, headCount(trace)) : "all";
      const tensor = whole ? sampledTensor(whole, max, drawn) : null;
      known.set(id, tensor);
      return tensor;
    },
  };
}

/** Fields of a matrix without texts and digits. */
const wordless = Object.freeze({
  shapeText: "",
  headText: "",
  headName: "",
  sharingText: "",
  rowLabels: null,
  columnLabels: null,
  digits: null,
  digitSize: 0,
  gutter: 0,
  headerWidth: 0,
  columnLabelWidth: 0,
  columnLabelStep: 0,
  digitCell: Infinity,
  blockGap: 0,
  gap: 0,
  radius: 0,
  line: 0,
  labelled: false,
});

/**
 * Returns a function that makes the matrices of a sampled walk. Their colour scales come from the whole walk, so that a
 * thumbnail has the same colours as the figure.
 * @param {Trace} trace the whole walk
 * @param {Trace} small the sampled walk
 * @param {Part[]} parts of the sampled walk
 * @param {Theme} theme
 * @returns {(part: Part, place: {x: number, y: number, cellWidth: number, cellHeight: number}) => Matrix}
 */
function painterOf(trace, small, parts, theme) {
  const hidden = hiddenByMask(small);
  const scaleOf = scalesOf(trace, parts, theme);
  return (part, place) => {
    const values = valuesOf(small, part);
    const marks = hiddenCells(part, values, hidden, small);
    const scale = scaleOf(part);
    const shades = shadesOf(values, marks, scale);
    return {
      ...wordless,
      ...part,
      name: part.stage,
      caption: part.stage,
      values,
      hidden: marks,
      shades,
      scale,
      ...place,
    };
  };
}

/** @typedef {{parts: Part[], across: number, down: number, rows: number, columns: number}} Block the heads of one stage: how many across and down, and the rows and columns of each */

/**
 * Arranges the heads of one stage in a block with about as many columns of heads as lines.
 * @param {Part[]} parts the heads of one stage
 * @returns {Block}
 */
function blockOf(parts) {
  const [{ rows, columns }] = /** @type {[Part]} */ (parts);
  const across = Math.ceil(Math.sqrt(parts.length));
  return { parts, across, down: Math.ceil(parts.length / across), rows, columns };
}

/**
 * The largest cell with which all blocks fit side by side.
 * @param {Block[]} blocks
 * @param {number} width available px
 * @param {number} height available px
 * @returns {number} width and height of a cell, px
 */
function blockCell(blocks, width, height) {
  const free = blocks.reduce((rest, { across }) => rest - headGap * (across - 1), width - gap * (blocks.length - 1));
  const columns = blocks.reduce((sum, block) => sum + block.across * block.columns, 0);
  const tallest = blocks.map(({ down, rows }) => (height - headGap * (down - 1)) / (down * rows));
  return cellOf(Math.min(free / columns, ...tallest));
}

/**
 * @typedef {object} ThumbnailView
 * @property {readonly string[]} stages one stage, or several that are drawn side by side, such as Q, K and V
 * @property {number | "all"} head "all": every head of each stage, in a block
 * @property {Trace} trace
 * @property {number} width largest width, px
 * @property {number} height largest height, px
 * @property {Theme} theme
 */

/**
 * A thumbnail of one or several stages: only cells, without texts. Cells are as large as the picture allows, and may be
 * smaller than 1 px.
 * @param {ThumbnailView} view
 * @returns {Scene}
 */
export function thumbnailScene({ stages, head, trace, width, height, theme }) {
  const small = sampledTrace(trace, { width, height }, head);
  const blocks = stages.map((stage) => {
    const parts = head === "all" ? everyHead(small, stage) : [partOf(small, stage, head)];
    return blockOf(parts.map((part) => ({ ...part, group: stage })));
  });
  const cell = blockCell(blocks, width, height);
  const matrixOf = painterOf(
    trace,
    small,
    blocks.flatMap(({ parts }) => parts),
    theme,
  );
  let left = 0;
  const matrices = blocks.flatMap(({ parts, across, rows, columns }) => {
    const start = left;
    left += across * (columns * cell + headGap) - headGap + gap;
    return parts.map((part, at) => {
      const x = start + (at % across) * (columns * cell + headGap);
      const y = Math.floor(at / across) * (rows * cell + headGap);
      return matrixOf(part, { x, y, cellWidth: cell, cellHeight: cell });
    });
  });
  const bottom = Math.max(...matrices.map((matrix) => matrix.y + matrix.rows * cell));
  return sceneWith(theme, { width: left - gap, height: bottom, matrices });
}

/**
 * The cells of one head's thumbnail, px. They are square unless square cells would be smaller than 2 px.
 * @param {{rows: number, columns: number}} matrix
 * @param {{width: number, height: number}} picture px
 */
function headCells({ rows, columns }, { width, height }) {
  const [cellWidth, cellHeight] = [cellOf(width / columns), cellOf(height / rows)];
  const square = Math.min(cellWidth, cellHeight);
  return square >= 2 ? { cellWidth: square, cellHeight: square } : { cellWidth, cellHeight };
}

/**
 * The size in px of each thumbnail of a stage's heads, known before they are drawn.
 * @param {{stage: string, trace: Trace, width: number, height: number}} view
 */
export function headThumbnailSize({ stage, trace, width, height }) {
  const { rows, columns } = lengthsOf(required(trace, stage));
  const matrix = { rows: Math.min(rows, finest * height), columns: Math.min(columns, finest * width) };
  const { cellWidth, cellHeight } = headCells(matrix, { width, height });
  return { width: matrix.columns * cellWidth, height: matrix.rows * cellHeight };
}

/**
 * One thumbnail for each head of a stage, all with the same size and colour scale; each is made when it is asked for.
 * @param {{stage: string, trace: Trace, width: number, height: number, theme: Theme}} view
 * @returns {Generator<Scene>}
 */
export function* headThumbnails({ stage, trace, width, height, theme }) {
  const small = sampledTrace(trace, { width, height }, "all");
  const parts = everyHead(small, stage);
  const matrixOf = painterOf(trace, small, parts, theme);
  for (const part of parts) {
    const { rows, columns } = part;
    const { cellWidth, cellHeight } = headCells(part, { width, height });
    const matrix = matrixOf(part, { x: 0, y: 0, cellWidth, cellHeight });
    yield sceneWith(theme, { width: columns * cellWidth, height: rows * cellHeight, matrices: [matrix] });
  }
}
