import { html, svg } from "lit";

import { written } from "../../../course/reading.js";
import { leastCosine, meanLength } from "../../../course/through-layers.js";
import { numbersBehind } from "./numbers-behind.js";

/** @typedef {import("./pictures.js").Drawn} Drawn */
/** @typedef {readonly (readonly number[])[]} Rows */

const width = 360;
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
  return html`
    <svg class="picture" viewBox="0 0 ${width} ${floor + 46}" aria-hidden="true">
      ${queries.map((word, row) => svg`<text class="word end" x=${left - 8} y=${top + row * tall + 16}>${word}</text>`)}
      ${layers.map((rows, layer) => {
        const x = left + layer * (wide + gap);
        return svg`
          <text class="note" x=${x + wide / 2} y="16">${layer === 0 ? "X" : layer}</text>
          ${shown[layer] ? cells(rows, x, wide, largest) : unknown(x, wide, floor)}
          <text class="figure-number" x=${x + wide / 2} y=${floor + 18}>${shown[layer] ? written(measures[measure](rows)) : "?"}</text>`;
      })}
      <text class="note end" x=${width} y=${floor + 40}>${t(`picture-stack-${measure}`)}</text>
    </svg>
    ${numbersBehind(t, {
      caption: t("picture-stack"),
      columns: (shown[0]?.[0] ?? []).map((_, column) => String(column + 1)),
      rows: shown.flatMap((rows, layer) =>
        rows.map((row, at) => ({
          word: `${queries[at]}, ${name(layer)}`,
          values: row.map((value) => written(value, 1)),
        })),
      ),
    })}
  `;
}

/** @param {Rows} rows @param {number} x @param {number} wide @param {number} largest */
const cells = (rows, x, wide, largest) =>
  rows.map((row, at) =>
    row.map((value, column) => {
      const each = wide / row.length;
      return svg`<rect class=${value < 0 ? "minus" : "plus"} x=${x + column * each} y=${top + at * tall + 1} width=${each - 0.5} height=${tall - 2} opacity=${0.06 + (0.94 * Math.abs(value)) / largest} />`;
    }),
  );

/** A layer that is asked about. @param {number} x @param {number} wide @param {number} floor */
const unknown = (x, wide, floor) =>
  svg`<rect class="unknown" x=${x} y=${top + 1} width=${wide} height=${floor - top - 2} />`;
