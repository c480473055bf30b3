import { palettes } from "../colour/palette.js";
import { elide, estimateWidth } from "../text.js";
import { block, label, outline, scaleFor, sceneWith } from "./primitives.js";

/** @typedef {import("../types.js").Measure} Measure */
/** @typedef {import("../types.js").Text} Text */
/** @typedef {{id: string, title: string, rows: number, columns: number, values: ArrayLike<number>}} AttentionMap values: attention weights, row-major */
/**
 * Attention maps of the same tokens.
 * @typedef {object} MapsView
 * @property {readonly AttentionMap[]} maps
 * @property {readonly string[]} queries labels of the rows
 * @property {readonly string[]} keys labels of the columns
 * @property {boolean} [titled] whether the title of each map stands above it
 * @property {import("../types.js").Theme} theme
 * @property {number} width px to fill
 * @property {Measure} [measure]
 */

const size = 13;
const gap = 24;
/** Space between a row of maps and the next. */
const below = 16;
/** Width and height of a cell in px: the smallest with which maps stand side by side, the largest of several, of one, and the smallest of all. */
const cells = Object.freeze({ beside: 14, largest: 30, alone: 40, smallest: 5 });
/** A space as narrow as this is that of a phone, px. */
const phone = 400;
/** How high a map that stands alone may be, in px, so that it is seen whole together with what is below it. @param {number} width px */
const highest = (width) => (width < phone ? 0.5 * width : 320);
const longestLabel = 84;

/**
 * How many maps fit side by side, and how wide their cells then are.
 * @param {number} count of maps
 * @param {number} width px
 * @param {number} gutter px to the left of each map
 * @param {number} rows of each map
 * @param {number} columns of each map
 */
function fit(count, width, gutter, rows, columns) {
  const cellOf = (/** @type {number} */ across) => (width - (across - 1) * gap - across * gutter) / (across * columns);
  let across = count;
  while (across > 1 && cellOf(across) < cells.beside) across--;
  const largest = count > 1 ? cells.largest : Math.min(cells.alone, Math.floor(highest(width) / rows));
  return { across, cell: Math.max(cells.smallest, Math.min(largest, Math.floor(cellOf(across)))) };
}

/**
 * Draws attention maps with the tokens at their rows and columns.
 * @param {MapsView} view
 * @returns {import("../types.js").Scene}
 */
export function attentionMapsScene({ maps, queries, keys, titled = true, theme, width, measure = estimateWidth }) {
  const palette = palettes[theme];
  const scale = scaleFor("sequential", [], theme);
  const widest = (/** @type {readonly string[]} */ words) =>
    Math.min(longestLabel, Math.max(...words.map((word) => measure(word, size))));
  const gutter = Math.ceil(widest(queries)) + 8;
  const columns = Math.max(...maps.map((map) => map.columns));
  const rows = Math.max(...maps.map((map) => map.rows));
  const { across, cell } = fit(maps.length, width - 2, gutter, rows, columns); // the outlines reach a pixel beyond the cells
  const upright = widest(keys) > cell - 2;
  const head = (titled ? 26 : 2) + (upright ? Math.ceil(widest(keys)) + 4 : 18);
  const rowHeight = rows * cell + head + below;

  const placed = maps.map((map, at) => ({
    ...map,
    x: gutter + (at % across) * (gutter + columns * cell + gap),
    y: head + Math.floor(at / across) * rowHeight,
  }));
  const matrixOf = (/** @type {typeof placed[number]} */ { title, ...map }) => ({
    ...block({ ...map, cellWidth: cell, cellHeight: cell, scale }),
    caption: title,
    rowLabels: queries,
    columnLabels: keys,
  });
  /** @param {typeof placed[number]} map @returns {Text[]} */
  const tokensOf = ({ x, y, rows: height, columns: count }) => [
    ...queries.slice(0, height).map((word, row) =>
      label(elide(word, longestLabel, size, measure), x - 6, y + (row + 0.5) * cell + 4.5, {
        anchor: /** @type {const} */ ("end"),
        colour: palette.muted,
      }),
    ),
    ...keys.slice(0, count).map((word, column) => {
      const text = elide(word, longestLabel, size, measure);
      const middle = x + (column + 0.5) * cell;
      return upright
        ? { ...label(text, middle + 4.5, y - 6, { colour: palette.muted }), rotate: -90 }
        : label(text, middle, y - 6, { colour: palette.muted, anchor: /** @type {const} */ ("middle") });
    }),
  ];
  const lines = Math.ceil(maps.length / across);
  return sceneWith(theme, {
    width: Math.ceil(Math.max(width, ...placed.map((map) => map.x + map.columns * cell + 1))),
    height: Math.ceil(lines * rowHeight - below + 1), // the outlines reach a pixel beyond the cells
    matrices: placed.map(matrixOf),
    lines: placed.map((map) => outline(areaOf(map, cell), palette.hairline)),
    texts: placed.flatMap((map) => [
      ...(titled ? [label(map.title, map.x, map.y - head + 14, { colour: palette.text, weight: 600 })] : []),
      ...tokensOf(map),
    ]),
  });
}

/** @param {{x: number, y: number, rows: number, columns: number}} map @param {number} cell px */
const areaOf = ({ x, y, rows, columns }, cell) => ({ x, y, width: columns * cell, height: rows * cell });
