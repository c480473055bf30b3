import { palettes } from "../colour/palette.js";
import { elide, estimateWidth } from "../text.js";
import { block, label, outline, scaleFor, sceneWith } from "./primitives.js";

/** @typedef {import("../types.js").Measure} Measure */
/** @typedef {import("../types.js").Text} Text */
/** @typedef {{id: string, title: string, rows: number, columns: number, values: ArrayLike<number>}} AttentionMap values: attention weights, row-major */
/**
 * Attention maps of the same tokens: earlier ones small and without labels, then those in question.
 * @typedef {object} MapsView
 * @property {readonly AttentionMap[]} earlier drawn small and only where there is space for them
 * @property {readonly AttentionMap[]} maps
 * @property {readonly string[]} queries labels of the rows
 * @property {readonly string[]} keys labels of the columns
 * @property {import("../types.js").Theme} theme
 * @property {number} width px to fill
 * @property {Measure} [measure]
 */

const size = 13;
const gap = 24;
/** Width and height of a cell in px: the smallest with which maps stand side by side, the largest, and the smallest of all. */
const cells = Object.freeze({ beside: 14, largest: 30, smallest: 5 });
/** Cells of earlier maps in px, the largest that fits, and the smallest cell that a map beside them must keep. */
const earlierCells = Object.freeze([13, 11, 9, 7]);
const besideEarlier = 20;
const longestLabel = 84;

/**
 * How many maps fit side by side, and how wide their cells then are.
 * @param {number} count of maps
 * @param {number} width px
 * @param {number} gutter px to the left of each map
 * @param {number} columns of each map
 */
function fit(count, width, gutter, columns) {
  const cellOf = (/** @type {number} */ across) => (width - (across - 1) * gap - across * gutter) / (across * columns);
  let across = count;
  while (across > 1 && cellOf(across) < cells.beside) across--;
  return { across, cell: Math.max(cells.smallest, Math.min(cells.largest, Math.floor(cellOf(across)))) };
}

/**
 * Draws attention maps with the tokens at their rows and columns.
 * @param {MapsView} view
 * @returns {import("../types.js").Scene}
 */
export function attentionMapsScene({ earlier, maps, queries, keys, theme, width, measure = estimateWidth }) {
  const palette = palettes[theme];
  const scale = scaleFor("sequential", [], theme);
  const widest = (/** @type {readonly string[]} */ words) =>
    Math.min(longestLabel, Math.max(...words.map((word) => measure(word, size))));
  const gutter = Math.ceil(widest(queries)) + 8;
  const columns = Math.max(...maps.map((map) => map.columns));
  const smallWidth = (/** @type {number} */ side) => earlier.reduce((sum, map) => sum + map.columns * side + gap, 0);
  const space = width - 2; // the outlines reach a pixel beyond the cells
  const whole = fit(maps.length, space, gutter, columns);
  const besideWith = (/** @type {number} */ side) => fit(maps.length, space - smallWidth(side), gutter, columns);
  const small = earlierCells.find((side) => besideWith(side).cell >= Math.min(besideEarlier, whole.cell)) ?? 0;
  const { across, cell } = small > 0 ? besideWith(small) : whole;
  const upright = widest(keys) > cell - 2;
  const head = 26 + (upright ? Math.ceil(widest(keys)) + 4 : 18);
  const start = small > 0 ? smallWidth(small) : 0;
  const rowHeight = Math.max(...maps.map((map) => map.rows)) * cell + head + 16;

  const placed = maps.map((map, at) => ({
    ...map,
    x: start + gutter + (at % across) * (gutter + columns * cell + gap),
    y: head + Math.floor(at / across) * rowHeight,
  }));
  let left = 0;
  const before = (small > 0 ? earlier : []).map((map) => {
    const x = left;
    left += map.columns * small + gap;
    return { ...map, x, y: head };
  });
  const matrixOf = (/** @type {typeof placed[number]} */ { title, ...map }, /** @type {number} */ side) => ({
    ...block({ ...map, cellWidth: side, cellHeight: side, scale }),
    caption: title,
    rowLabels: queries,
    columnLabels: keys,
  });
  const titleOf = (/** @type {typeof placed[number]} */ { title, x }, /** @type {number} */ y, strong = false) =>
    label(title, x, y, { colour: strong ? palette.text : palette.muted, weight: strong ? 600 : 400 });
  /** @param {typeof placed[number]} map @returns {Text[]} */
  const tokensOf = ({ x, y, rows, columns: count }) => [
    ...queries.slice(0, rows).map((word, row) =>
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
    height: Math.ceil(lines * rowHeight),
    matrices: [...before.map((map) => matrixOf(map, small)), ...placed.map((map) => matrixOf(map, cell))],
    lines: [
      ...before.map((map) => outline(areaOf(map, small), palette.hairline)),
      ...placed.map((map) => outline(areaOf(map, cell), palette.hairline)),
    ],
    texts: [
      ...before.map((map) => titleOf(map, map.y - 8)),
      ...placed.flatMap((map) => [titleOf(map, map.y - head + 14, true), ...tokensOf(map)]),
    ],
  });
}

/** @param {{x: number, y: number, rows: number, columns: number}} map @param {number} cell px */
const areaOf = ({ x, y, rows, columns }, cell) => ({ x, y, width: columns * cell, height: rows * cell });
