import { html } from "lit";

/**
 * The numbers of a picture as a table: for screen readers, and where they are to be seen, beside the picture where there is room. A
 * picture without numbers is named alone.
 * @param {import("../../../words/translate.js").Translate} t
 * @param {import("../../../course/pictures/drawing.js").Behind} behind
 * @param {{isSeen?: boolean}} [options]
 */
export const numbersBehind = (t, { caption, columns, rows }, { isSeen = false } = {}) =>
  rows.length === 0
    ? html`<p class="visually-hidden">${caption}</p>`
    : html`<div class=${isSeen ? "behind" : "visually-hidden"}>
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
