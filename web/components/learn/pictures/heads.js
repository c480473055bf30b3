import { html, svg } from "lit";

import { written } from "../../../course/reading.js";
import { numbersBehind } from "./numbers-behind.js";

/** @typedef {import("./pictures.js").Drawn} Drawn */

const [width, height] = [360, 168];
const cell = 18;
const left = 66;

/**
 * The context of the first word in each head, and these side by side in concat; in steps on Wo also the output. A dot marks each
 * column that changes with one number of the first head's Wv.
 * @param {Drawn} drawn
 */
export function heads({ view, picture, points, isHidden }) {
  const { t, run, queries } = view;
  const { shape, data } = run.tensor("context");
  const [count, , wide] = /** @type {[number, number, number]} */ (/** @type {unknown} */ (shape));
  const contexts = Array.from({ length: count }, (_, head) => {
    const from = head * queries.length * wide;
    return Array.from(data.slice(from, from + wide), Number);
  });
  const rowOf = (/** @type {string} */ stage) => Array.from(run.tensor(stage).data.slice(0, count * wide), Number);
  const rows =
    picture.stage === "output"
      ? [
          ["concat", rowOf("concat")],
          ["output", rowOf("output")],
        ]
      : [["concat", isHidden ? [] : rowOf("concat")]];
  const largest = Math.max(
    ...contexts.flat().map(Math.abs),
    ...rows.flatMap(([, of]) => /** @type {number[]} */ (of).map(Math.abs)),
  );
  const strip = (/** @type {readonly number[]} */ values, /** @type {number} */ x, /** @type {number} */ y) =>
    values.map(
      (value, at) =>
        svg`<rect class=${value < 0 ? "minus" : "value-cell"} x=${x + at * cell} y=${y} width=${cell - 1.5} height="26" opacity=${0.12 + (0.88 * Math.abs(value)) / largest} />`,
    );
  return html`
    <svg class="picture" viewBox="0 0 ${width} ${height}" aria-hidden="true">
      ${contexts.map(
        (values, head) => svg`
          <text class="note" x=${left + (head + 0.5) * wide * cell} y="14">${t("learn-row-head", { word: head + 1 })}</text>
          ${strip(values, left + head * wide * cell + (picture.stage ? 0 : (head - 1.5) * 3), 22)}`,
      )}
      <text class="note end" x=${left - 8} y="40">${t("picture-context")}</text>
      ${rows.map(([name, values], at) => {
        const y = 72 + at * 48;
        return svg`
          <text class="note end" x=${left - 8} y=${y + 18}>${name}</text>
          ${/** @type {number[]} */ (values).length === 0 ? svg`<text class="word start" x=${left} y=${y + 19}>?</text>` : strip(/** @type {number[]} */ (values), left, y)}
          ${isHidden ? "" : (points[at] ?? []).map((changes, column) => (changes ? svg`<circle class="ink" r="3" cx=${left + (column + 0.5) * cell - 1} cy=${y + 33} />` : ""))}
        `;
      })}
    </svg>
    ${numbersBehind(t, {
      caption: t("picture-heads", { word: queries[0] ?? "" }),
      columns: ["1", "2", "3", "4"],
      rows: contexts.map((values, head) => ({
        word: t("learn-row-head", { word: head + 1 }),
        values: values.map((value) => written(value)),
      })),
    })}
  `;
}
