/** What the pictures of descent and their tables have in common. */
import { html } from "lit";

import { descentScene } from "../../../figures/charts/descent-chart.js";
import { formatNumber, formatPlain } from "../../../figures/numbers.js";
import "../../figure/scene-view.js";
import { scrollTable } from "../../scroll-box.js";

/** @typedef {import("../../../words/translate.js").Translate} Translate */
/** @typedef {import("../../../figures/charts/chart.js").Series} Series */

/** A number with four significant digits. @param {number} value */
export const digits = (value) => (Math.abs(value) < 1e5 ? formatPlain(value, 4) : formatNumber(value));

/** The bound is drawn so wide, px, below the function, which it may equal: both are then seen. */
const boundWidth = 6;

/**
 * @param {Translate} t
 * @param {[string, Series["role"], Series["points"]][]} all
 * @returns {Series[]} those that have points
 */
export function seriesOf(t, all) {
  return all
    .filter(([, , points]) => points.length > 0)
    .map(([id, role, points]) => ({
      name: t(id),
      role,
      points,
      ...(id === "descent-series-bound" && { width: boundWidth }),
    }));
}

/**
 * A table that the reader can open.
 * @param {Translate} t
 * @param {string} name
 * @param {string[]} heads message ids, or texts that need no translation
 * @param {() => string[][]} rows
 */
export function foldedTable(t, name, heads, rows) {
  const body = html`<tbody>
    ${rows().map(
      ([first, ...others]) =>
        html`<tr>
          <th scope="row">${first}</th>
          ${others.map((cell) => html`<td>${cell}</td>`)}
        </tr>`,
    )}
  </tbody>`;
  return html`<details>
    <summary>${name}</summary>
    ${scrollTable(
      name,
      heads.map((head) => (head.startsWith("descent-") ? t(head) : head)),
      body,
    )}
  </details>`;
}

/**
 * The picture of a function with its tangent and bound.
 * @param {Translate} t
 * @param {string} name of the picture, as readers hear it
 * @param {string} file the name under which it is saved
 * @param {Omit<Parameters<typeof descentScene>[0], "width" | "measure">} drawn
 */
export const picture = (t, name, file, drawn) =>
  html`<scene-view
    .t=${t}
    .draw=${(/** @type {{width: number, measure: import("../../../figures/types.js").Measure}} */ space) =>
      descentScene({ ...space, ...drawn })}
    .name=${name}
    .file=${file}
    .tables=${null}
  ></scene-view>`;
