import { everyHead } from "./equation.js";
import { hiddenByMask, hiddenCells } from "./hidden.js";
import { partOf, valuesOf } from "./matrices.js";
import { palettes } from "./palette.js";
import { scalesOf, shadesOf } from "./scales.js";

/** @typedef {import("./types.js").Part} Part */
/** @typedef {import("./types.js").Scene} Scene */
/** @typedef {import("./types.js").Matrix} Matrix */

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

/** Heads of one stage in a block as square as can be. @param {Part[]} parts */
function blockOf(parts) {
  const across = Math.ceil(Math.sqrt(parts.length));
  return { parts, across, down: Math.ceil(parts.length / across) };
}

/**
 * A miniature of one stage or a few: cells alone, as large as fits, down to fractions of a pixel.
 * @param {ThumbnailView} view
 * @returns {Scene}
 */
export function thumbnailScene({ stages, head, trace, width, height, theme, hidden = hiddenByMask(trace) }) {
  const blocks = stages.map((stage) => blockOf(head === "all" ? everyHead(trace, stage) : [partOf(trace, stage, head)]));
  const inner = 2;
  const free = width - gap * (blocks.length - 1) - blocks.reduce((sum, { across }) => sum + inner * (across - 1), 0);
  const columns = blocks.reduce((sum, { parts, across }) => sum + across * parts[0].columns, 0);
  const tallest = blocks.map(({ parts, down }) => (height - inner * (down - 1)) / (down * parts[0].rows));
  const cell = Math.min(maxCell, free / columns, ...tallest);
  const size = cell >= 1 ? Math.floor(cell) : cell;
  const shown = blocks.flatMap(({ parts }) => parts);
  const grouped = shown.map((part) => ({ ...part, group: part.stage }));
  const scales = scalesOf(trace, grouped, theme, hidden);
  /** @type {Matrix[]} */
  const matrices = [];
  let left = 0;
  for (const { parts, across } of blocks) {
    const [{ rows, columns: wide }] = parts;
    for (const [at] of parts.entries()) {
      const part = grouped[matrices.length];
      const values = valuesOf(trace, part);
      const marks = hiddenCells(part, values, hidden);
      const scale = /** @type {import("./types.js").Scale} */ (scales.get(part));
      const x = left + (at % across) * (wide * size + inner);
      const y = Math.floor(at / across) * (rows * size + inner);
      matrices.push({
        ...{ ...part, x, y, cellWidth: size, cellHeight: size, blockGap: 0, gap: 0, radius: 0, line: 0, labelled: false },
        ...{ name: part.stage, caption: part.stage, shapeText: "", headText: "", headName: "" },
        ...{ rowLabels: null, columnLabels: null, gutter: 0, headerWidth: 0, columnLabelWidth: 0, columnLabelStep: 0, digitCell: Infinity },
        ...{ values, hidden: marks, shades: shadesOf(values, marks, scale), scale, digits: null, digitSize: 0 },
      });
    }
    left += across * (wide * size + inner) - inner + gap;
  }
  const bottom = Math.max(...matrices.map((matrix) => matrix.y + matrix.rows * size));
  const { background } = palettes[theme];
  const nothing = { boxes: [], lines: [], texts: [], rings: [], legends: [] };
  return { width: left - gap, height: bottom, theme, background, matrices, ...nothing };
}
