import { css, html, LitElement, svg } from "lit";

import { compact, shared } from "../styles.js";
import { whileConnected } from "../while-connected.js";

/** The icon for undo, an arrow to the left; redo mirrors it. */
const arrow = html`<svg width="16" height="16" viewBox="0 0 16 16" aria-hidden="true">
  ${svg`<path d="M6 3 3 6l3 3M3 6h6.5a3.5 3.5 0 0 1 0 7H7" fill="none" stroke="currentColor" stroke-width="1.5" />`}
</svg>`;

/**
 * Buttons and keys for undo (Ctrl+Z) and redo (Ctrl+Shift+Z or Ctrl+Y), with Cmd instead of Ctrl on a Mac. In text
 * fields, these keys undo typing as usual. Fires "history-move" with -1 (undo) or 1 (redo).
 */
export class HistoryButtons extends LitElement {
  static properties = {
    t: { attribute: false },
    canUndo: { type: Boolean },
    canRedo: { type: Boolean },
  };

  static styles = [
    shared,
    css`
      :host {
        display: flex;
        gap: var(--space-4);
      }
      button {
        min-height: 32px;
        padding: var(--space-2) var(--space-8);
        border-color: transparent;
        font-size: var(--small);
      }
      svg {
        display: none;
      }
      #redo svg {
        transform: scaleX(-1);
      }
      /* Icons instead of words, to fit beside the title; screen readers still read the words. */
      @media ${compact} {
        button {
          position: relative;
          display: grid;
          place-items: center;
          min-width: 32px;
          padding: 0;
        }
        span {
          position: absolute;
          clip-path: inset(50%);
        }
        svg {
          display: block;
        }
      }
      button[aria-disabled="true"] {
        border-color: transparent;
        background: none;
        color: var(--muted);
        cursor: default;
      }
    `,
  ];

  constructor() {
    super();
    /** @type {import("../../words/translate.js").Translate} */
    this.t = () => "";
    this.canUndo = false;
    this.canRedo = false;
    whileConnected(this, (signal) => document.addEventListener("keydown", (event) => this.#key(event), { signal }));
  }

  render() {
    const { t, canUndo, canRedo } = this;
    return html`
      <button
        id="undo"
        aria-disabled=${!canUndo}
        aria-keyshortcuts="Control+Z Meta+Z"
        title=${t("undo-keys")}
        @click=${() => this.#move(-1)}
      >
        <span>${t("undo")}</span>${arrow}
      </button>
      <button
        id="redo"
        aria-disabled=${!canRedo}
        aria-keyshortcuts="Control+Shift+Z Meta+Shift+Z Control+Y"
        title=${t("redo-keys")}
        @click=${() => this.#move(1)}
      >
        <span>${t("redo")}</span>${arrow}
      </button>
    `;
  }

  /** @param {-1 | 1} direction */
  #move(direction) {
    if (direction < 0 ? !this.canUndo : !this.canRedo) return;
    this.dispatchEvent(new CustomEvent("history-move", { detail: direction, bubbles: true, composed: true }));
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.defaultPrevented || !(event.ctrlKey || event.metaKey) || event.altKey) return;
    const key = event.key.toLowerCase();
    if ((key !== "z" && key !== "y") || (key === "y" && event.shiftKey) || isTextField(event.composedPath()[0])) return;
    event.preventDefault();
    this.#move(key === "y" || event.shiftKey ? 1 : -1);
  }
}

/** @param {EventTarget | undefined} target */
const isTextField = (target) =>
  target instanceof HTMLElement &&
  target.matches("textarea, input:not([type=range], [type=checkbox], [type=radio], [type=button])");

customElements.define("history-buttons", HistoryButtons);
