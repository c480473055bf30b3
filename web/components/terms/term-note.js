import { css, html, LitElement, nothing } from "lit";

import { piecesOf, unbroken, withSubscripts } from "../rich-text.js";
import { inlineButtonStyle, shared } from "../styles.js";
import { termId, termText } from "./terms.js";

/** The least distance of a note from the edges of the window, in px. */
const margin = 8;
/** Between a note and what is read, in px. */
const gap = 2;

/** The paragraph, or whatever block it is, in which an element stands, also through shadow roots. @param {Element} element @returns {Element} */
function blockAround(element) {
  const root = element.getRootNode();
  const around = element.assignedSlot ?? element.parentElement ?? (root instanceof ShadowRoot ? root.host : null);
  if (around === null) return element;
  return /^(inline|contents)/.test(getComputedStyle(around).display) ? blockAround(around) : around;
}

/**
 * Where a note has room in the window: below the first of some boxes beside which it fits, or above it; below the first where it fits
 * nowhere.
 * @param {readonly DOMRect[]} boxes
 * @param {number} height of the note
 * @returns {{top: number, isAbove: boolean}}
 */
function placeAt(boxes, height) {
  const places = boxes.flatMap((box) => [
    { top: box.bottom + gap, isAbove: false },
    { top: box.top - gap - height, isAbove: true },
  ]);
  const fits = places.find(({ top }) => top >= margin && top + height + margin <= window.innerHeight);
  return fits ?? /** @type {(typeof places)[0]} */ (places[0]);
}

/**
 * A term that explains itself. Its children are the term as it stands in the sentence. The note appears while the pointer is
 * over the term or the focus is on it, and by a tap: below the paragraph that is read, or above it, so that it covers no word of
 * it; only where there is room for neither, below or above the term itself. Escape closes it, also while only the pointer is over
 * it, and so does a tap elsewhere.
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
        z-index: 3; /* above a bar at the lower edge */
        top: 0;
        left: 0;
        width: max-content;
        max-width: min(22rem, 80vw);
        padding: var(--space-8) var(--space-12);
        border: 1px solid var(--control);
        border-radius: var(--radius);
        background: var(--panel);
        font-size: var(--small);
        font-weight: 400;
        white-space: normal;
      }
      [role="tooltip"].placed {
        position: absolute;
      }
      /* The way from the term to its note, on which the pointer stays at the term. */
      .placed::before {
        content: "";
        position: absolute;
        bottom: 100%;
        left: var(--term-left);
        width: var(--term-width);
        height: var(--away);
      }
      .placed.above::before {
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
    note.style.inset = "0 auto auto 0";
    const { width, height } = note.getBoundingClientRect();
    const term = this.getBoundingClientRect();
    const start = getComputedStyle(this).direction === "rtl" ? term.right - width : term.left;
    const last = document.documentElement.clientWidth - margin - width;
    const left = Math.max(margin, Math.min(start, last)) - term.left;
    const { top, isAbove } = placeAt([blockAround(this).getBoundingClientRect(), term], height);
    const away = isAbove ? term.top - top - height : top - term.bottom;
    note.className = isAbove ? "placed above" : "placed";
    note.style.left = `${left}px`;
    note.style.top = `${top - term.top}px`;
    note.style.setProperty("--term-left", `${-left}px`);
    note.style.setProperty("--term-width", `${term.width}px`);
    note.style.setProperty("--away", `${away}px`);
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

/**
 * A text whose terms explain themselves, beside no walk of which their notes could say more.
 * @param {import("../../words/translate.js").Translate} t
 * @param {string} text
 */
export const withNotes = (t, text) =>
  piecesOf(text).map((piece) => (piece.term === "" ? withSubscripts(piece.words) : termInText(t, piece, () => ({}))));
