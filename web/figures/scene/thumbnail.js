import { everyHead } from "./equation.js";
import { hiddenByMask, hiddenCells } from "./hidden.js";
import { partOf, valuesOf } from "../matrices.js";
import { palettes } from "../colour/palette.js";
import { scalesOf, shadesOf } from "../colour/scales.js";
import { thinned } from "./thinned.js";

/** @typedef {import("../types.js").Part} Part */
/** @typedef {import("../types.js").Scene} Scene */
/** @typedef {import("../types.js").Trace} Trace */

/**
 * @typedef {object} ThumbnailView
 * @property {readonly string[]} stages drawn side by side, as Q, K and V are
 * @property {number | "all"} head all: every head of each stage, in a block
 * @property {import("../types.js").Trace} trace
 * @property {number} width px at most
 * @property {number} height px at most
 * @property {import("../types.js").Theme} theme
 */

const gap = 4;
const maxCell = 12;

/** Between the heads of one stage. */
const inner = 2;

/** @typedef {{parts: Part[], across: number, down: number, rows: number, columns: number}} Block */

/** Heads of one stage in a block as square as can be. @param {Part[]} parts @returns {Block} */
function blockOf(parts) {
  const across = Math.ceil(Math.sqrt(parts.length));
  return { parts, across, down: Math.ceil(parts.length / across), rows: parts[0].rows, columns: parts[0].columns };
}

/** @param {Block[]} blocks @param {number} width @param {number} height @returns {number} cell size in px, whole from 1 on */
function cellSize(blocks, width, height) {
  const free = blocks.reduce((room, { across }) => room - inner * (across - 1), width - gap * (blocks.length - 1));
  const columns = blocks.reduce((sum, block) => sum + block.across * block.columns, 0);
  const tallest = blocks.map(({ down, rows }) => (height - inner * (down - 1)) / (down * rows));
  return fitting(Math.min(free / columns, ...tallest));
}

/** @param {number} size px @returns {number} of a cell: no larger than need be, whole from 1 on */
function fitting(size) {
  const cell = Math.min(maxCell, size);
  return cell >= 1 ? Math.floor(cell) : cell;
}

/** What a matrix without words and digits has in their place. */
const wordless = Object.freeze({
  ...{
    shapeText: "",
    headText: "",
    headName: "",
    sharingText: "",
    rowLabels: null,
    columnLabels: null,
    digits: null,
    digitSize: 0,
  },
  ...{ gutter: 0, headerWidth: 0, columnLabelWidth: 0, columnLabelStep: 0, digitCell: Infinity },
  ...{ blockGap: 0, gap: 0, radius: 0, line: 0, labelled: false },
});

/** @typedef {{x: number, y: number, cellWidth: number, cellHeight: number}} Spot */

/**
 * A part without words, in its place.
 * @param {Trace} trace
 * @param {Part} part
 * @param {Spot} spot
 * @param {import("../types.js").Scale} scale
 * @param {import("../types.js").Hidden | null} hidden
 * @returns {import("../types.js").Matrix}
 */
function small(trace, part, spot, scale, hidden) {
  const values = valuesOf(trace, part);
  const marks = hiddenCells(part, values, hidden, trace);
  const cells = { values, hidden: marks, shades: shadesOf(values, marks, scale), scale };
  return { ...wordless, ...part, name: part.stage, caption: part.stage, ...cells, ...spot };
}

/** @param {import("../types.js").Matrix[]} matrices @param {number} width @param {number} height @param {import("../types.js").Theme} theme @returns {Scene} */
function sceneOf(matrices, width, height, theme) {
  const nothing = { boxes: [], lines: [], texts: [], rings: [], legends: [] };
  return { width, height, theme, background: palettes[theme].background, matrices, ...nothing };
}

/** Numbers to a px: more cannot be seen. */
const finest = 2;

/** @param {Trace} trace @param {string} stage @param {number | "all"} head */
const partsIn = (trace, stage, head) => (head === "all" ? everyHead(trace, stage) : [partOf(trace, stage, head)]);

/**
 * A miniature of one stage or a few: cells alone, as large as fits, down to fractions of a pixel.
 * @param {ThumbnailView} view
 * @returns {Scene}
 */
export function thumbnailScene({ stages, head, trace, width, height, theme }) {
  const coarse = thinned(trace, { rows: finest * height, columns: finest * width });
  const hidden = hiddenByMask(coarse);
  const blocks = stages.map((stage) =>
    blockOf(partsIn(coarse, stage, head).map((part) => ({ ...part, group: stage }))),
  );
  const size = cellSize(blocks, width, height);
  const parts = blocks.flatMap((block) => block.parts);
  const scales = scalesOf(trace, parts, theme, hiddenByMask(trace));
  let left = 0;
  const matrices = blocks.flatMap(({ parts: heads, across, rows, columns }) => {
    const start = left;
    left += across * (columns * size + inner) - inner + gap;
    return heads.map((part, at) => {
      const x = start + (at % across) * (columns * size + inner);
      const y = Math.floor(at / across) * (rows * size + inner);
      const scale = /** @type {import("../types.js").Scale} */ (scales.get(part));
      return small(coarse, part, { x, y, cellWidth: size, cellHeight: size }, scale, hidden);
    });
  });
  const bottom = Math.max(...matrices.map((matrix) => matrix.y + matrix.rows * size));
  return sceneOf(matrices, left - gap, bottom, theme);
}

/**
 * Every head of a stage as a small picture of its own, all of one size and with the same colours. Cells are square where
 * that leaves them large enough to be seen.
 * @param {{stage: string, trace: Trace, width: number, height: number, theme: import("../types.js").Theme}} view
 * @returns {Scene[]}
 */
export function headThumbnails({ stage, trace, width, height, theme }) {
  const coarse = thinned(trace, { rows: finest * height, columns: finest * width });
  const hidden = hiddenByMask(coarse);
  const parts = everyHead(coarse, stage);
  const scales = scalesOf(trace, parts, theme, hiddenByMask(trace));
  const [{ rows, columns }] = parts;
  const [cellWidth, cellHeight] = [columns, rows].map((count, axis) => fitting([width, height][axis] / count));
  const square = Math.min(cellWidth, cellHeight);
  const spot = { x: 0, y: 0, ...(square >= 2 ? { cellWidth: square, cellHeight: square } : { cellWidth, cellHeight }) };
  return parts.map((part) => {
    const scale = /** @type {import("../types.js").Scale} */ (scales.get(part));
    const matrix = small(coarse, part, spot, scale, hidden);
    return sceneOf([matrix], columns * spot.cellWidth, rows * spot.cellHeight, theme);
  });
}
