import { html } from "lit";

/** @typedef {{caption: string, columns: readonly string[], rows: readonly {word: string, values: readonly string[]}[], shown?: boolean}} Numbers shown: on wide screens also to see */

/**
 * The numbers of a picture as a table: for screen readers, and beside the picture where there is room.
 * @param {import("../../../words/translate.js").Translate} t
 * @param {Numbers} numbers
 */
export const numbersBehind = (t, { caption, columns, rows, shown = false }) =>
  html`<div class=${shown ? "behind" : "visually-hidden"}>
    <table dir="ltr">
      <caption class="visually-hidden">
        ${caption}
      </caption>
      <thead>
        <tr>
          <th scope="col"><span class="visually-hidden">${t("picture-word")}</span></th>
          ${columns.map((column) => html`<th scope="col">${column}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          ({ word, values }) =>
            html`<tr>
              <th scope="row">${word}</th>
              ${values.map((value) => html`<td>${value}</td>`)}
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
