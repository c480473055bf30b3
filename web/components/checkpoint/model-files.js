import { html, LitElement } from "lit";

import { families } from "../../checkpoints/families/families.js";
import { droppedFiles, inFolderItself } from "./dropped-files.js";
import { placeStyles } from "./styles.js";

/** Where a reader picks or drops the files of a model. Fires "files-chosen" with {files, problem}: problem is "" unless they cannot be listed. */
export class ModelFiles extends LitElement {
  static properties = { t: { attribute: false }, isOver: { state: true } };

  static styles = placeStyles;

  constructor() {
    super();
    this.t = /** @type {import("../../words/translate.js").Translate} */ (/** @type {unknown} */ (undefined));
    /** Whether something is dragged over it. */
    this.isOver = false;
  }

  render() {
    const { t } = this;
    const take = (/** @type {Event} */ { target }) => {
      const input = /** @type {HTMLInputElement} */ (target);
      this.#choose(inFolderItself([...(input.files ?? [])]));
      input.value = ""; // so that the reader can pick the same files again after changing them
    };
    return html`<p class="small">
        ${t("open-what")} ${t("open-families", { families: Object.keys(families).join(", ") })}
      </p>
      <div
        class="drop ${this.isOver ? "over" : ""}"
        @dragover=${(/** @type {DragEvent} */ event) => {
          event.preventDefault();
          this.isOver = true;
        }}
        @dragleave=${() => (this.isOver = false)}
        @drop=${(/** @type {DragEvent} */ event) => this.#drop(event)}
      >
        <button @click=${() => this.#pick("#folder")}>${t("open-folder")}</button>
        <button @click=${() => this.#pick("#files")}>${t("open-files")}</button>
        <span>${t("open-drop")}</span>
        <input id="folder" type="file" webkitdirectory hidden @change=${take} />
        <input id="files" type="file" multiple hidden @change=${take} />
      </div>`;
  }

  /** @param {readonly File[]} files @param {string} [problem] */
  #choose(files, problem = "") {
    this.dispatchEvent(new CustomEvent("files-chosen", { detail: { files, problem }, bubbles: true, composed: true }));
  }

  /** @param {"#folder" | "#files"} selector */
  #pick(selector) {
    /** @type {HTMLInputElement | null} */ (this.renderRoot.querySelector(selector))?.click();
  }

  /** @param {DragEvent} event */
  async #drop(event) {
    event.preventDefault();
    event.stopPropagation();
    this.isOver = false;
    if (!event.dataTransfer) return;
    try {
      this.#choose(await droppedFiles(event.dataTransfer));
    } catch (error) {
      if (!(error instanceof DOMException)) throw error; // a folder that the browser may not read
      this.#choose([], error.message);
    }
  }
}

customElements.define("model-files", ModelFiles);
