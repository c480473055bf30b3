// The results of comparing two walks: a sentence about the stage in view, and a table of meters.

import { html } from "lit";

import { formatNumber, lengthsOf } from "../../../figures/index.js";
import { scrollTable } from "../../scroll-box.js";
import { tokenAt } from "../../../view/view.js";
import { meterBar } from "../../figure/meter-bar.js";
import { differenceAt, sharedStage } from "../second-view.js";

/** @typedef {import("../../../view/view.js").View} View */
/** @typedef {import("./findings.js").Side} Side */

/**
 * A sentence about how much the two walks differ at the stage in view.
 * @param {View} a
 * @param {View} b
 */
export function movedText(a, b) {
  const { t } = a;
  const stage = sharedStage(a, b);
  const change = differenceAt(a, b, stage);
  if (!change) {
    const output = differenceAt(a, b, "output");
    const shapes = { stage: t(`stage-${stage}`), a: shapeOf(a, stage), b: shapeOf(b, stage) };
    return output
      ? t("compare-shapes-output", { ...shapes, largest: formatNumber(output.largest, 3) })
      : t("compare-shapes", shapes);
  }
  const { moved, largest, at, values } = change;
  if (moved === 0) return t("compare-same", { stage: t(`stage-${stage}`) });
  const numbers = { stage: t(`stage-${stage}`), moved, all: values.length };
  if (largest === 0) return t("compare-hidden", numbers);
  return t("compare-moved", { ...numbers, largest: formatNumber(largest, 3), place: placeText(a, stage, at) });
}

/**
 * A table of the measurements of both sides, over all heads.
 * @param {View} view
 * @param {readonly Side[]} sides A and B
 */
export function sidesTable({ t, keys }, sides) {
  const measured = sides.map((side) => side.measured);
  const costs = sides.map((side) => side.cost);
  const bits = Math.log2(Math.max(2, keys.length));
  const rows = /** @type {[string, number[], number, (value: number) => string][]} */ ([
    ["scaled-variance", measured.map(({ scaled }) => scaled.variance), NaN, (value) => formatNumber(value)],
    ["largest", measured.map(({ largest }) => largest), 1, (value) => formatNumber(value)],
    [
      "entropy",
      measured.map(({ entropy }) => entropy),
      bits,
      (value) => t("meter-bits", { value: formatNumber(value) }),
    ],
    ["gradient", measured.map(({ gradient }) => gradient), 0.5, (value) => formatNumber(value, 3)],
    ["multiply-adds", costs.map(({ multiplyAdds }) => multiplyAdds), NaN, (value) => t("meter-count", { value })],
    ["bytes", costs.map(({ bytes }) => bytes), NaN, (value) => t("meter-count", { value })],
  ]);
  const table = (/** @type {typeof rows} */ shown, /** @type {string} */ caption) => html`
    <table>
      <caption class="visually-hidden">
        ${caption}
      </caption>
      <thead>
        <tr>
          <th scope="col">${t("compare-meters")}</th>
          <td class="bars"></td>
          <th scope="col" class="number">A</th>
          <td class="bars"></td>
          <th scope="col" class="number">B</th>
        </tr>
      </thead>
      <tbody>
        ${shown.map(([id, values, max, text]) => {
          const full = Number.isNaN(max) ? Math.max(...values, Number.MIN_VALUE) : max;
          return html`<tr data-meter=${id}>
            <th scope="row">${t(`meter-${id}`)}</th>
            ${values.map(
              (value) =>
                html`<td class="bars">${meterBar(value / full)}</td>
                  <td class="number">${text(value)}</td>`,
            )}
          </tr>`;
        })}
      </tbody>
    </table>
  `;
  const isFolded = (/** @type {typeof rows[number]} */ [id]) => id === "gradient" || id === "bytes";
  const inSight = rows.filter((row) => !isFolded(row));
  return html`
    ${table(inSight, t("compare-meters"))}
    <details>
      <summary>${t("compare-more")}</summary>
      ${table(rows.filter(isFolded), t("compare-more"))}
    </details>
  `;
}

/**
 * A table of a measurement after each layer.
 * @param {View} view
 * @param {string} caption
 * @param {{columns: readonly number[], rows: readonly (readonly [string, readonly number[]])[]}} measured
 */
export function layersTable({ t }, caption, { columns, rows }) {
  const heads = [t("compare-layer"), ...columns.map((layer) => layer || t("compare-layer-x"))];
  const body = html`<tbody>
    ${rows.map(
      ([side, values]) =>
        html`<tr>
          <th scope="row">${side}</th>
          ${values.map((value) => html`<td class="number">${formatNumber(value, 2)}</td>`)}
        </tr>`,
    )}
  </tbody>`;
  return html`<p class="small muted" aria-hidden="true">${caption}</p>
    ${scrollTable(caption, heads, body, { numbers: 1 })}`;
}

/** The shape of a stage as text. @param {View} view @param {string} stage @returns {string} such as "4 × 7 × 7" */
const shapeOf = ({ run }, stage) => run.shape(stage).join(" × ");

/**
 * The place of a number in its stage, as text: head 2, “eat” → “short”.
 * @param {View} view
 * @param {string} stage
 * @param {number} at index into the flattened tensor
 */
function placeText(view, stage, at) {
  const { heads, rows, columns } = lengthsOf({ shape: view.run.shape(stage) });
  const [head, row, column] = [Math.floor(at / (rows * columns)), Math.floor(at / columns) % rows, at % columns];
  const token = tokenAt(view, stage, "column", column);
  const to = token ? `“${token}”` : view.t("ask-column", { number: column + 1 });
  const place = view.t("compare-place", { row: tokenAt(view, stage, "row", row), column: to });
  return heads > 1 ? `${view.t("head-one", { number: head + 1 })}, ${place}` : place;
}
