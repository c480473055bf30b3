import { html, LitElement, nothing } from "lit";

import "./embed-lines.js";
import "./embed-picture.js";
import { dialogStyles } from "./styles.js";

/** @typedef {import("../../view/view.js").View} View */
/** @typedef {import("./embed-lines.js").LinesKind} LinesKind */
/** @typedef {import("./pictures.js").PictureKind} PictureKind */

/** @type {readonly LinesKind[]} */
const linesKinds = Object.freeze(["element", "iframe", "oembed"]);
/** @type {readonly PictureKind[]} */
const pictureKinds = Object.freeze(["svg", "png", "gif"]);

/**
 * The dialog "Embed this": a figure for another page, as lines to paste or as a picture, each with a preview and its size.
 * Fires "closed". All is made in the page.
 */
export class EmbedDialog extends LitElement {
  static properties = {
    view: { attribute: false },
    course: { attribute: false },
    chosen: { state: true },
  };

  static styles = dialogStyles;

  constructor() {
    super();
    /** What is embedded. */
    this.view = /** @type {View} */ (/** @type {unknown} */ (undefined));
    /** The step of a lesson that it belongs to; null for none. @type {import("../embed-button.js").CourseStep | null} */
    this.course = null;
    /** @type {LinesKind | PictureKind | null} null: nothing yet, so the first */
    this.chosen = null;
  }

  firstUpdated() {
    this.renderRoot.querySelector("dialog")?.showModal();
  }

  render() {
    const { t, state } = this.view;
    // The element does not train a reader's model again, so of that there are only pictures.
    const isOwn = state.recipe === "trained";
    // A picture of a lesson does not move.
    const pictures = this.course?.picture ? pictureKinds.filter((each) => each !== "gif") : pictureKinds;
    const kinds = isOwn ? pictures : [...linesKinds, ...pictures];
    const kind = this.chosen ?? (isOwn ? "svg" : "element");
    return html`
      <dialog aria-labelledby="title" @close=${() => this.dispatchEvent(new CustomEvent("closed"))}>
        <div class="head">
          <h2 id="title">${t("embed-title")}</h2>
          <button id="close" @click=${() => this.renderRoot.querySelector("dialog")?.close()}>
            ${t("embed-close")}
          </button>
        </div>
        <div class="row" role="group" aria-label=${t("embed-kind")}>
          ${kinds.map(
            (each) =>
              html`<button id=${each} aria-pressed=${each === kind} @click=${() => (this.chosen = each)}>
                ${t(`embed-${each}`)}
              </button>`,
          )}
        </div>
        ${isOwn ? html`<p class="small muted">${t("embed-own-model")}</p>` : nothing}
        ${
          isPicture(kind)
            ? html`<embed-picture
                .view=${this.view}
                .picture=${this.course?.picture ?? null}
                .kind=${kind}
              ></embed-picture>`
            : html`<embed-lines .view=${this.view} .course=${this.course} .kind=${kind}></embed-lines>`
        }
      </dialog>
    `;
  }
}

/** @param {LinesKind | PictureKind} kind @returns {kind is PictureKind} */
const isPicture = (kind) => /** @type {readonly string[]} */ (pictureKinds).includes(kind);

customElements.define("embed-dialog", EmbedDialog);
