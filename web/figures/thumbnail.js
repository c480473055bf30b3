import { everyHead } from "./equation.js";
import { hiddenByMask, hiddenCells } from "./hidden.js";
import { partOf, valuesOf } from "./matrices.js";
import { palettes } from "./palette.js";
import { scalesOf, shadesOf } from "./scales.js";

/** @typedef {import("./types.js").Part} Part */
/** @typedef {import("./types.js").Scene} Scene */

/**
 * @typedef {object} ThumbnailView
 * @property {readonly string[]} stages drawn side by side, as Q, K and V are
 * @property {number | "all"} head all: every head of each stage, in a block
 * @property {import("./types.js").Trace} trace
 * @property {number} width px at most
 * @property {number} height px at most
 * @property {import("./types.js").Theme} theme
 * @property {import("./types.js").Hidden | null} [hidden] in place of the trace's own mask
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
  const size = Math.min(maxCell, free / columns, ...tallest);
  return size >= 1 ? Math.floor(size) : size;
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

/**
 * A miniature of one stage or a few: cells alone, as large as fits, down to fractions of a pixel.
 * @param {ThumbnailView} view
 * @returns {Scene}
 */
export function thumbnailScene({ stages, head, trace, width, height, theme, hidden = hiddenByMask(trace) }) {
  const blocks = stages.map((stage) => {
    const parts = head === "all" ? everyHead(trace, stage) : [partOf(trace, stage, head)];
    return blockOf(parts.map((part) => ({ ...part, group: stage })));
  });
  const size = cellSize(blocks, width, height);
  const scales = scalesOf(
    trace,
    blocks.flatMap(({ parts }) => parts),
    theme,
    hidden,
  );
  let left = 0;
  const matrices = blocks.flatMap(({ parts, across, rows, columns }) => {
    const start = left;
    left += across * (columns * size + inner) - inner + gap;
    return parts.map((part, at) => {
      const values = valuesOf(trace, part);
      const marks = hiddenCells(part, values, hidden, trace);
      const scale = /** @type {import("./types.js").Scale} */ (scales.get(part));
      const x = start + (at % across) * (columns * size + inner);
      const y = Math.floor(at / across) * (rows * size + inner);
      const names = { name: part.stage, caption: part.stage };
      const cells = { values, hidden: marks, shades: shadesOf(values, marks, scale), scale };
      return { ...wordless, ...part, ...names, ...cells, x, y, cellWidth: size, cellHeight: size };
    });
  });
  const bottom = Math.max(...matrices.map((matrix) => matrix.y + matrix.rows * size));
  const { background } = palettes[theme];
  const nothing = { boxes: [], lines: [], texts: [], rings: [], legends: [] };
  return { width: left - gap, height: bottom, theme, background, matrices, ...nothing };
}
