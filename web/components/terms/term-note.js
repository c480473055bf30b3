import { css, html, LitElement, nothing } from "lit";

import { unbroken, withSubscripts } from "../rich-text.js";
import { inlineButtonStyle, shared } from "../styles.js";
import { termId, termText } from "./terms.js";

/** The least distance of a note from the edges of the window, in px. */
const margin = 8;

/**
 * A term that explains itself. Its children are the term as it stands in the sentence. The note appears while the pointer is
 * over the term or the focus is on it, and by a tap: above the line, over what has been read already, or below it where there
 * is no room. Escape closes it, also while only the pointer is over it, and so does a tap elsewhere.
 */
export class TermNote extends LitElement {
  static properties = { note: { attribute: false }, open: { state: true } };

  static styles = [
    shared,
    inlineButtonStyle,
    css`
      :host {
        font-family: inherit;
        display: inline-block; /* as high as a term that takes two lines: the note covers neither */
        position: relative;
      }
      /* Until it has its place it is fixed, where it cannot make the page wider. */
      [role="tooltip"] {
        position: fixed;
        z-index: 2;
        top: 0;
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
      [role="tooltip"].placed {
        position: absolute;
        top: auto;
        bottom: 100%;
      }
      [role="tooltip"].placed.below {
        top: 100%;
        bottom: auto;
      }
    `,
  ];

  /** Ends listening for what closes the note. */
  #listening = new AbortController();

  constructor() {
    super();
    /** The explanation, asked for when the note is opened; null while the words about a new walk are on their way. @type {() => string | null} */
    this.note = () => null;
    this.open = false;
    this.addEventListener("pointerenter", (event) => event.pointerType === "mouse" && this.#show());
    this.addEventListener("pointerleave", (event) => event.pointerType === "mouse" && this.#close());
    this.addEventListener("focusout", () => this.#close());
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.#close();
  }

  render() {
    const note = this.open ? this.note() : null;
    return html`<button
        class="inline"
        aria-expanded=${this.open}
        aria-describedby=${note === null ? nothing : "note"}
        @click=${this.#show}
        @focus=${this.#show}
      >
        <slot></slot></button
      >${note === null ? nothing : html`<span id="note" role="tooltip">${withSubscripts(note)}</span>`}`;
  }

  /** Puts the note at its term, inside the window. */
  updated() {
    const note = /** @type {HTMLElement | null} */ (this.renderRoot.querySelector("#note"));
    if (!note) return;
    note.className = "";
    note.style.left = "0";
    const { width, height } = note.getBoundingClientRect();
    const term = this.getBoundingClientRect();
    const start = getComputedStyle(this).direction === "rtl" ? term.right - width : term.left;
    const last = document.documentElement.clientWidth - margin - width;
    note.style.left = `${Math.max(margin, Math.min(start, last)) - term.left}px`;
    note.className = term.top - height < margin ? "placed below" : "placed";
  }

  #show() {
    if (this.open) return;
    this.open = true;
    const { signal } = (this.#listening = new AbortController());
    const close = (/** @type {Event} */ event) => {
      const isKey = event instanceof KeyboardEvent;
      if (isKey ? event.key !== "Escape" : event.composedPath().includes(this)) return;
      this.#close();
      if (isKey) event.stopPropagation(); // Escape closes nothing else
    };
    for (const kind of ["keydown", "pointerdown"]) document.addEventListener(kind, close, { capture: true, signal });
  }

  #close() {
    this.open = false;
    this.#listening.abort();
  }
}

customElements.define("term-note", TermNote);

/**
 * A term with its note.
 * @param {import("../../words/translate.js").Translate} t
 * @param {string} id of the term
 * @param {unknown} words the term as it stands in the sentence
 * @param {() => import("./terms.js").Facts | null} factsOf what the note may say about the walk that is shown; null once its
 *   numbers are freed, when the words about another walk are on their way
 */
export function termNote(t, id, words, factsOf) {
  const note = () => {
    const facts = factsOf();
    return facts && termText(t, id, facts);
  };
  return html`<term-note .note=${note}>${words}</term-note>`;
}

/**
 * A term of a text with its note, on one line with the signs around it.
 * @param {import("../../words/translate.js").Translate} t
 * @param {import("../rich-text.js").Piece} piece
 * @param {() => import("./terms.js").Facts | null} factsOf as for termNote
 */
export const termInText = (t, { term, words, before, after }, factsOf) =>
  unbroken(html`${before}${termNote(t, termId(term), withSubscripts(words), factsOf)}${after}`);
