import { html, nothing } from "lit";

import { Lazy } from "../lazy.js";

/** @typedef {import("../../state/state.js").State} State */

/** The files of tensors that the reader has opened on Explore, until what is chosen of them is shown. */
export class OpenedTensors {
  #page;
  #form;
  #focus;
  /** @type {readonly File[]} none: the form is closed */
  #files = [];

  /**
   * @param {import("lit").LitElement & {state: State}} page
   * @param {{open: (next: () => State) => void, loadWords: import("../../words/words.js").Words["load"],
   *   focus: () => void}} act open: shows a state; focus: moves the focus to the figure
   */
  constructor(page, { open, loadWords, focus }) {
    this.#page = page;
    this.#focus = focus;
    this.#form = new Lazy(
      page,
      () => Promise.all([import("../given/given-tensors.js"), loadWords("given")]),
      "tensors",
    );
    page.addEventListener("given-closed", () => this.#close());
    page.addEventListener("given-chosen", (event) => {
      const { state } = /** @type {CustomEvent} */ (event).detail;
      open(() => state);
      this.#close();
    });
  }

  /** @param {readonly File[]} files */
  read(files) {
    this.#files = files;
    void this.#form.load();
    this.#page.requestUpdate();
  }

  #close() {
    this.#files = [];
    this.#page.requestUpdate();
    this.#focus();
  }

  /** What the files hold, while the reader chooses. @param {import("../../view/view.js").View} view */
  render({ t, state }) {
    if (this.#files.length === 0) return nothing;
    if (this.#form.is !== "ready") return this.#form.status(t, t("open-tensors"));
    return html`<given-tensors .t=${t} .state=${state} .files=${this.#files}></given-tensors>`;
  }

  /** The button that opens files. @param {import("../../view/view.js").View} view */
  button({ t }) {
    return html`<div class="small">
      <button class="link" id="open-tensors" @click=${(/** @type {Event} */ event) => inputBeside(event).click()}>
        ${t("open-tensors")}
      </button>
      <input
        type="file"
        hidden
        multiple
        accept=".npz,.npy,.safetensors"
        @change=${(/** @type {Event} */ { target }) => {
          const input = /** @type {HTMLInputElement} */ (target);
          if (input.files?.length) this.read([...input.files]);
          input.value = "";
        }}
      />
    </div>`;
  }
}

/** @param {Event} event of a button @returns {HTMLInputElement} the file field after it */
const inputBeside = ({ target }) =>
  /** @type {HTMLInputElement} */ (/** @type {HTMLElement} */ (target).nextElementSibling);
