import { css, html, LitElement, nothing } from "lit";

import { inlineButtonStyle, shared } from "./styles.js";
import { termText } from "./terms.js";

/** The least distance of a note from the edges of the window, in px. */
const margin = 8;

/**
 * A term that explains itself. Its children are the term as it stands in the sentence. The note appears while the pointer is
 * over the term or the focus is on it, and by a tap. Escape closes it.
 */
export class TermNote extends LitElement {
  static properties = { note: { attribute: false }, open: { state: true } };

  static styles = [
    shared,
    inlineButtonStyle,
    css`
      :host {
        display: inline;
        position: relative;
      }
      [role="tooltip"] {
        position: absolute;
        z-index: 2;
        top: 100%;
        left: 0;
        width: max-content;
        max-width: min(22rem, 80vw);
        padding: 8px 12px;
        border: 1px solid var(--control);
        border-radius: var(--radius);
        background: var(--panel);
        font-size: var(--small);
        font-weight: 400;
        white-space: normal;
      }
    `,
  ];

  constructor() {
    super();
    /** Says the explanation, when the note is opened. @type {() => string} */
    this.note = () => "";
    this.open = false;
    this.addEventListener("pointerenter", (event) => (this.open = this.open || event.pointerType === "mouse"));
    this.addEventListener("pointerleave", (event) => event.pointerType === "mouse" && this.#close());
    this.addEventListener("focusout", () => this.#close());
    this.addEventListener("keydown", (event) => {
      if (event.key !== "Escape" || !this.open) return;
      this.#close();
      event.stopPropagation();
    });
  }

  render() {
    return html`<button
        class="inline"
        aria-expanded=${this.open}
        aria-describedby=${this.open ? "note" : nothing}
        @click=${this.#show}
        @focus=${this.#show}
      >
        <slot></slot></button
      >${this.open ? html`<span id="note" role="tooltip">${this.note()}</span>` : nothing}`;
  }

  /** Keeps the note inside the window. */
  updated() {
    const note = /** @type {HTMLElement | null} */ (this.renderRoot.querySelector("#note"));
    if (!note) return;
    note.style.left = "0";
    const { left, right } = note.getBoundingClientRect();
    const past = Math.max(0, right + margin - document.documentElement.clientWidth);
    note.style.left = `${-Math.min(past, Math.max(0, left - margin))}px`;
  }

  #show() {
    this.open = true;
  }

  #close() {
    this.open = false;
  }
}

customElements.define("term-note", TermNote);

/**
 * A term with its note.
 * @param {import("../lessons/translate.js").Translate} t
 * @param {string} id of the term
 * @param {unknown} words the term as it stands in the sentence
 * @param {() => import("./terms.js").Facts} facts what the note may say about the walk that is shown
 */
export const termNote = (t, id, words, facts) =>
  html`<term-note .note=${() => termText(t, id, facts())}>${words}</term-note>`;
