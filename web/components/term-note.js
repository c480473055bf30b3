import { css, html, LitElement, nothing } from "lit";

import { shared } from "./styles.js";

/**
 * A term that explains itself: the note appears while the pointer is over the term or the focus is on it, and by a tap.
 * Escape closes it.
 */
export class TermNote extends LitElement {
  static properties = { words: { attribute: false }, note: { attribute: false }, open: { state: true } };

  static styles = [
    shared,
    css`
      :host {
        display: inline;
        position: relative;
      }
      button {
        display: inline;
        min-height: 24px;
        padding: 0;
        border: 0;
        border-bottom: 1px dotted currentcolor;
        border-radius: 0;
        background: none;
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
      }
      [role="tooltip"].left {
        right: 0;
        left: auto;
      }
    `,
  ];

  constructor() {
    super();
    /** The term as it stands in the sentence. @type {unknown} */
    this.words = "";
    /** The explanation. */
    this.note = "";
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
        aria-expanded=${this.open}
        aria-describedby=${this.open ? "note" : nothing}
        @click=${this.#tap}
        @focus=${this.#show}
      >
        ${this.words}</button
      >${this.open ? html`<span id="note" role="tooltip">${this.note}</span>` : nothing}`;
  }

  /** Keeps the note inside the window. */
  updated() {
    const note = this.renderRoot.querySelector("#note");
    if (!note) return;
    const { right } = note.getBoundingClientRect();
    if (right > document.documentElement.clientWidth) note.classList.add("left");
  }

  #tap() {
    this.open = true;
  }

  #show() {
    this.open = true;
  }

  #close() {
    this.open = false;
  }
}

customElements.define("term-note", TermNote);
