import { scalesOf, shadesOf } from "../colour/scales.js";
import { hiddenByMask, hiddenCells } from "../hidden.js";
import { partOf, valuesOf } from "../matrices.js";
import { lengthsOf } from "../trace.js";
import { everyHead } from "./equation.js";
import { sceneWith } from "./primitives.js";

/** @typedef {import("../types.js").Matrix} Matrix */
/** @typedef {import("../types.js").Part} Part */
/** @typedef {import("../types.js").Scene} Scene */
/** @typedef {import("../types.js").Tensor} Tensor */
/** @typedef {import("../types.js").Theme} Theme */
/** @typedef {import("../types.js").Trace} Trace */

/** How many numbers there are to a px at most: more cannot be seen. */
const finest = 2;

/** Px between stages, and between the heads of one stage. */
const gap = 4;
const headGap = 2;
const maxCell = 12;

/** @param {number} size px @returns {number} of a cell: no larger than need be, whole from 1 on */
function cellOf(size) {
  const cell = Math.min(maxCell, size);
  return cell >= 1 ? Math.floor(cell) : cell;
}

/** @param {number} length @param {number} most @returns {number[]} as many indices as there may be, evenly spread over the length */
function sampled(length, most) {
  const count = Math.min(length, most);
  return Array.from({ length: count }, (_, at) => Math.floor((at * length) / count));
}

/**
 * @param {Tensor} tensor
 * @param {{rows: number, columns: number}} most of each of its matrices
 * @returns {Tensor} the same where it is small enough
 */
function sampledTensor(tensor, most) {
  const { heads, rows, columns } = lengthsOf(tensor);
  if (tensor.shape.length < 2 || (rows <= most.rows && columns <= most.columns)) return tensor;
  const [down, across] = [sampled(rows, most.rows), sampled(columns, most.columns)];
  const data = new Float32Array(heads * down.length * across.length);
  let to = 0;
  for (let head = 0; head < heads; head++) {
    for (const row of down) {
      const start = (head * rows + row) * columns;
      for (const column of across) data[to++] = /** @type {number} */ (tensor.data[start + column]);
    }
  }
  return { shape: [...tensor.shape.slice(0, -2), down.length, across.length], data };
}

/**
 * A walk with fewer rows and columns, evenly sampled, for pictures that are too small for all. Tensors of the same
 * lengths are sampled alike, so that the mask still belongs to the weights.
 * @param {Trace} trace
 * @param {{width: number, height: number}} picture px
 * @returns {Trace}
 */
function sampledTrace(trace, { width, height }) {
  const most = { rows: finest * height, columns: finest * width };
  /** @type {Map<string, Tensor | null>} */
  const known = new Map();
  return {
    ...trace,
    tensor(id) {
      const before = known.get(id);
      if (before !== undefined) return before;
      const whole = trace.tensor(id);
      const tensor = whole ? sampledTensor(whole, most) : null;
      known.set(id, tensor);
      return tensor;
    },
  };
}

/** What a matrix without words and digits has in their place. */
const wordless = Object.freeze({
  ...{ shapeText: "", headText: "", headName: "", sharingText: "" },
  ...{ rowLabels: null, columnLabels: null, digits: null, digitSize: 0 },
  ...{ gutter: 0, headerWidth: 0, columnLabelWidth: 0, columnLabelStep: 0, digitCell: Infinity },
  ...{ blockGap: 0, gap: 0, radius: 0, line: 0, labelled: false },
});

/**
 * Draws parts of a sampled walk, in the colours of the whole walk.
 * @param {Trace} trace the whole walk
 * @param {Trace} small the sampled walk
 * @param {Part[]} parts of the sampled walk
 * @param {Theme} theme
 * @returns {(part: Part, place: {x: number, y: number, cellWidth: number, cellHeight: number}) => Matrix}
 */
function painterOf(trace, small, parts, theme) {
  const hidden = hiddenByMask(small);
  const scaleOf = scalesOf(trace, parts, theme, hiddenByMask(trace));
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

/** @param {Part[]} parts the heads of one stage @returns {Block} as square as can be */
function blockOf(parts) {
  const [{ rows, columns }] = /** @type {[Part]} */ (parts);
  const across = Math.ceil(Math.sqrt(parts.length));
  return { parts, across, down: Math.ceil(parts.length / across), rows, columns };
}

/** @param {Block[]} blocks @param {number} width @param {number} height @returns {number} px of a cell, with which all blocks fit */
function blockCell(blocks, width, height) {
  const free = blocks.reduce((rest, { across }) => rest - headGap * (across - 1), width - gap * (blocks.length - 1));
  const columns = blocks.reduce((sum, block) => sum + block.across * block.columns, 0);
  const tallest = blocks.map(({ down, rows }) => (height - headGap * (down - 1)) / (down * rows));
  return cellOf(Math.min(free / columns, ...tallest));
}

/**
 * @typedef {object} ThumbnailView
 * @property {readonly string[]} stages drawn side by side, as Q, K and V are
 * @property {number | "all"} head all: every head of each stage, in a block
 * @property {Trace} trace
 * @property {number} width px at most
 * @property {number} height px at most
 * @property {Theme} theme
 */

/**
 * A miniature of one stage or a few: cells alone, as large as fits, down to fractions of a px.
 * @param {ThumbnailView} view
 * @returns {Scene}
 */
export function thumbnailScene({ stages, head, trace, width, height, theme }) {
  const small = sampledTrace(trace, { width, height });
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
 * Every head of a stage as a picture of its own, all of one size and with the same colours. Cells are square where they
 * are large enough to be seen then.
 * @param {{stage: string, trace: Trace, width: number, height: number, theme: Theme}} view
 * @returns {Scene[]}
 */
export function headThumbnails({ stage, trace, width, height, theme }) {
  const small = sampledTrace(trace, { width, height });
  const parts = everyHead(small, stage);
  const matrixOf = painterOf(trace, small, parts, theme);
  return parts.map((part) => {
    const { rows, columns } = part;
    let [cellWidth, cellHeight] = [cellOf(width / columns), cellOf(height / rows)];
    const square = Math.min(cellWidth, cellHeight);
    if (square >= 2) [cellWidth, cellHeight] = [square, square];
    const matrix = matrixOf(part, { x: 0, y: 0, cellWidth, cellHeight });
    return sceneWith(theme, { width: columns * cellWidth, height: rows * cellHeight, matrices: [matrix] });
  });
}
