import { html } from "lit";

import { withLanguage } from "../language-link.js";
import { pickedFile } from "../one-file.js";

/**
 * The fragment of a link to the whole class; null where no link can hold it, with the problem. ten: the fragment of a link to
 * the ten questions for this class. preview: the address at which a screen is seen, or, for null, the whole class.
 * @typedef {{fragment: string | null, problem: string, ten: string, preview: (at: number | null) => string}} Links
 */

/** From this length on, some programs cut links. */
const oftenCut = 2000;

/**
 * The link and the file that hold a class, and where it is seen.
 * @param {object} given
 * @param {import("../../words/translate.js").Translate} given.t
 * @param {Links} given.links
 * @param {number} given.selected index of the screen in the form
 * @param {string} given.said whether the link was copied
 * @param {(address: string) => void} given.copy
 * @param {() => void} given.save saves the class as a file
 * @param {(file: File) => void} given.open opens a file
 */
export function shareForm({ t, links, selected, said, copy, save, open }) {
  const address =
    links.fragment === null ? "" : `${window.location.href.replace(/#.*/s, "")}#${withLanguage(links.fragment)}`;
  const count = address.length;
  return html`<section class="share card" aria-labelledby="share">
    <h3 id="share">${t("class-share")}</h3>
    ${
      links.fragment === null
        ? html`<p class="error" role="alert">${links.problem}</p>`
        : html`<div>
              <label for="link">${t("class-link")}</label>
              <input id="link" type="text" readonly .value=${address} />
            </div>
            <p class="small muted">
              ${count > oftenCut ? t("class-link-length", { count }) : t("class-link-short", { count })}
            </p>
            <p class="row">
              <button id="copy" @click=${() => copy(address)}>${t("class-copy")}</button>
              <span class="small" role="status">${said}</span>
            </p>`
    }
    <p class="row">
      <a class="button main" id="preview" href=${links.preview(null)}>${t("class-preview")}</a>
      <a class="button" id="preview-screen" href=${links.preview(selected)}>${t("class-preview-screen")}</a>
    </p>
    <p class="row">
      <button id="save" @click=${save}>${t("class-save")}</button>
      <a id="ten" href="#${links.ten}">${t("class-ten")}</a>
      <a id="leave" href="#place=explore">${t("class-leave")}</a>
    </p>
    <p>
      <label for="file" class="small muted">${t("class-file")}</label><br />
      <input
        id="file"
        type="file"
        accept=".json,application/json"
        @change=${(/** @type {Event} */ event) => void pickedFile(/** @type {HTMLInputElement} */ (event.target), open)}
      />
    </p>
  </section>`;
}
