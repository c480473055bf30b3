import { html } from "lit";

import "../../figure/scene-save.js";

/** @typedef {{draw: import("../../figure/scene-image.js").Draw, name: string, file: string}} Drawing name: what it shows; file: its name, without prefix and extension */

/**
 * Buttons that save figures, folded, where there is no room for them at each figure.
 * @param {import("../../../words/translate.js").Translate} t
 * @param {readonly Drawing[]} drawings
 */
export const saving = (t, drawings) =>
  html`<details class="saving">
    <summary>${t("train-save")}</summary>
    ${drawings.map(
      ({ draw, name, file }) =>
        html`<p class="small">${name}</p>
          <scene-save .t=${t} .draw=${draw} .label=${name} .file=${file}></scene-save>`,
    )}
  </details>`;
