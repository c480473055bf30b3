import { html } from "lit";

/** How many arrays are listed at most, and how many at once. */
const most = 500;
const fewArrays = 8;

/**
 * The arrays of files, with their shapes and types.
 * @param {import("../../words/translate.js").Translate} t
 * @param {readonly import("../../tensors/attention-arrays.js").Named[]} arrays
 * @param {string} files their names
 */
export const arrayList = (t, arrays, files) => html`
  <details ?open=${arrays.length <= fewArrays}>
    <summary>${t("given-list", { count: arrays.length, files })}</summary>
    <div class="list" tabindex="0" role="region" aria-label=${t("given-list", { count: arrays.length, files })}>
      <table>
        <thead>
          <tr>
            <th scope="col">${t("given-name")}</th>
            <th scope="col">${t("given-shape")}</th>
            <th scope="col">${t("given-type")}</th>
          </tr>
        </thead>
        <tbody>
          ${arrays.slice(0, most).map(
            ({ name, shape, type }) =>
              html`<tr>
                <th scope="row">${name}</th>
                <td>[${shape.join(", ")}]</td>
                <td>${type.name}</td>
              </tr>`,
          )}
        </tbody>
      </table>
    </div>
    ${arrays.length > most ? html`<p class="small muted">${t("given-list-more", { count: arrays.length - most })}</p>` : ""}
  </details>
`;
