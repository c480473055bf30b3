import { block, label, outline, ring, scaleFor, sceneWith } from "./primitives.js";
import { palettes } from "../colour/palette.js";
import { elide, estimateWidth } from "../text.js";
import { lengthsOf } from "../trace.js";
import { radius } from "../tokens.js";

/** @typedef {import("../../engine/tiles.js").Tile} Tile */
/**
 * @typedef {object} TilesView
 * @property {readonly Tile[]} done tiles of this head that were computed before
 * @property {Tile} now the tile that is computed at this step
 * @property {{queries: number, keys: number}} size rows and columns of a tile
 * @property {readonly string[]} queries tokens
 * @property {readonly string[]} keys tokens
 * @property {import("../types.js").Theme} theme
 * @property {number} width px to fill
 * @property {import("../types.js").Measure} [measure]
 */

/**
 * Draws the scores of one head as a grid of tiles. Only the tile of this step is in memory and shows numbers; earlier
 * tiles are grey, and skipped tiles have a diagonal line across them.
 * @param {TilesView} view
 * @returns {import("../types.js").Scene}
 */
export function tilesScene({ done, now, size, queries, keys, theme, width, measure = estimateWidth }) {
  const palette = palettes[theme];
  const [n_q, n_k] = [queries.length, keys.length];
  const gutter = Math.min(92, Math.max(...queries.map((token) => measure(token, 13)))) + 8;
  const cellWidth = Math.max(8, Math.min(58, (width - gutter - 8) / n_k));
  const cellHeight = Math.max(10, Math.min(30, 420 / n_q));
  const top = 26;
  const areaOf = (/** @type {Pick<Tile, "queries" | "keys">} */ tile) => ({
    x: gutter + tile.keys[0] * cellWidth,
    y: top + tile.queries[0] * cellHeight,
    width: (tile.keys[1] - tile.keys[0]) * cellWidth,
    height: (tile.queries[1] - tile.queries[0]) * cellHeight,
  });
  const scale = scaleFor("diverging", [now.scores.data], theme);
  const hidden = Uint8Array.from(now.allow.data, (allowed) => (allowed === 0 ? 1 : 0));
  const { x, y } = areaOf(now);
  const { rows, columns } = lengthsOf(now.scores);
  const values = Array.from(now.scores.data);
  const frames = [];
  for (let query = 0; query < n_q; query += size.queries) {
    for (let key = 0; key < n_k; key += size.keys) {
      frames.push(
        areaOf({
          queries: [query, Math.min(n_q, query + size.queries)],
          keys: [key, Math.min(n_k, key + size.keys)],
        }),
      );
    }
  }
  return sceneWith(theme, {
    width: Math.ceil(Math.max(width, gutter + n_k * cellWidth + 8)),
    height: Math.ceil(top + n_q * cellHeight + 6),
    boxes: done.map((tile) => released(areaOf(tile), palette)),
    matrices: [block({ id: "scores", rows, columns, values, hidden, scale, x, y, cellWidth, cellHeight })],
    lines: [
      ...frames.map((area) => outline(area, palette.muted)),
      ...[...done, now].filter(({ skipped }) => skipped).map((tile) => strikeThrough(areaOf(tile), palette.muted)),
    ],
    rings: [ring(areaOf(now), palette)],
    texts: [
      ...queries.map((token, row) =>
        label(elide(token, gutter - 8, 13, measure), gutter - 8, top + (row + 0.5) * cellHeight + 4.5, {
          anchor: "end",
          colour: row >= now.queries[0] && row < now.queries[1] ? palette.text : palette.muted,
        }),
      ),
      ...keys.flatMap((token, column) =>
        cellWidth < 26
          ? []
          : [
              label(elide(token, cellWidth - 4, 13, measure), gutter + (column + 0.5) * cellWidth, 16, {
                anchor: "middle",
                colour: column >= now.keys[0] && column < now.keys[1] ? palette.text : palette.muted,
              }),
            ],
      ),
    ],
  });
}

/**
 * A grey box in place of a tile that is no longer in memory.
 * @param {import("./primitives.js").Area} area
 * @param {import("../colour/palette.js").Palette} palette
 */
const released = ({ x, y, width, height }, palette) => ({
  x: x + 2,
  y: y + 2,
  width: width - 4,
  height: height - 4,
  radius: radius.data,
  fill: palette.zero,
});

/**
 * A diagonal across a skipped tile.
 * @param {import("./primitives.js").Area} area
 * @param {string} colour
 */
const strikeThrough = ({ x, y, width, height }, colour) => ({
  points: [x, y + height, x + width, y],
  colour,
  width: 1.5,
});

/**
 * How many numbers are in memory at one step, and how many the whole matrix of scores has.
 * @param {Tile} tile
 * @param {readonly [n_q: number, n_k: number]} tokens
 * @returns {{tile: number, rows: number, matrix: number}} tile: its scores; rows: maximum, sum and accumulator of each of
 *   its queries; matrix: n_q * n_k
 */
export function numbersHeld({ scores, accumulator }, [n_q, n_k]) {
  const { rows: queries, columns: keys } = lengthsOf(scores);
  const { columns: d_v } = lengthsOf(accumulator.after);
  return { tile: queries * keys, rows: queries * (2 + d_v), matrix: n_q * n_k };
}
