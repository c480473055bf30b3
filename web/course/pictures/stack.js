import { written } from "../reading.js";
import { leastCosine, meanLength } from "../through-layers.js";
import { rect, text, width } from "./drawing.js";

/** @typedef {import("./drawing.js").Drawn} Drawn */
/** @typedef {readonly (readonly number[])[]} Rows */

const [left, top] = [62, 24];
const tall = 22;
const gap = 8;

/** What is written below each layer. */
const measures = Object.freeze({ cosine: leastCosine, length: meanLength });

/** Rows of one width. @param {readonly number[]} numbers @param {number} count @returns {Rows} */
const rowsIn = (numbers, count) =>
  Array.from({ length: count }, (_, row) =>
    numbers.slice((row * numbers.length) / count, ((row + 1) * numbers.length) / count),
  );

/**
 * The words' rows as they enter the first layer and as they leave each: a cell for each number, the stronger the larger, on one
 * scale for all. Below each layer stands a measure of its rows.
 * @param {Drawn} drawn
 * @returns {import("./drawing.js").Drawing}
 */
export function stack({ view, picture, points, isHidden }) {
  const { t, queries } = view;
  const measure = picture.measure ?? "length";
  const layers = points.map((numbers) => rowsIn(numbers, queries.length));
  const shown = isHidden ? layers.slice(0, 1) : layers;
  const largest = Math.max(...shown.flatMap((rows) => rows.flatMap((row) => row.map(Math.abs))));
  const floor = top + queries.length * tall;
  const wide = (width - left - (layers.length - 1) * gap) / layers.length;
  const name = (/** @type {number} */ layer) => (layer === 0 ? "X" : t("picture-stack-layer", { layer }));
  return {
    width,
    height: floor + 46,
    shapes: [
      ...queries.map((word, row) => text("word", word, left - 8, top + row * tall + 16, "end")),
      ...layers.flatMap((rows, layer) => {
        const x = left + layer * (wide + gap);
        const isShown = layer < shown.length;
        return [
          text("note", layer === 0 ? "X" : String(layer), x + wide / 2, 16),
          ...(isShown
            ? cells(rows, x, wide, largest)
            : [rect("unknown", { x, y: top + 1, width: wide, height: floor - top - 2 })]),
          text("word", isShown ? written(measures[measure](rows)) : "?", x + wide / 2, floor + 18),
        ];
      }),
      text("note", t(`picture-stack-${measure}`), width, floor + 40, "end"),
    ],
    behind: {
      caption: t("picture-stack"),
      columns: (shown[0]?.[0] ?? []).map((_, column) => String(column + 1)),
      rows: shown.flatMap((rows, layer) =>
        rows.map((row, at) => ({
          word: `${queries[at]}, ${name(layer)}`,
          values: row.map((value) => written(value, 1)),
        })),
      ),
    },
  };
}

/** @param {Rows} rows @param {number} x @param {number} wide @param {number} largest */
const cells = (rows, x, wide, largest) =>
  rows.flatMap((row, at) =>
    row.map((value, column) => {
      const each = wide / row.length;
      const opacity = 0.06 + (0.94 * Math.abs(value)) / largest;
      const place = { x: x + column * each, y: top + at * tall + 1, width: each - 0.5, height: tall - 2 };
      return rect(value < 0 ? "minus" : "plus", { ...place, opacity });
    }),
  );
