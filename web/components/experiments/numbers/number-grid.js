import { html, LitElement, nothing } from "lit";

import { floatToJson } from "../../../tensors/float.js";
import { formatNumber } from "../../../figures/index.js";
import { withFocusAt, part, shownFrom, keyMove, confirmMove } from "./viewport.js";
import "../../scroll-box.js";
import { eventValue } from "../../fields/event-value.js";
import { isTouch } from "../../pointer.js";
import { gridStyles } from "./grid-styles.js";
import { partButtons } from "./part-buttons.js";

/** @typedef {import("./viewport.js").Place} Place */

/**
 * A matrix that the reader edits with the keys of a spreadsheet: arrows move; typing, Enter or F2 start editing; Enter
 * and Tab confirm; Escape cancels; Delete resets the number. On a touch screen a tap starts editing. Fires "grid-type"
 * with {row, column, text} when an edit is confirmed, "grid-reset" with {row, column}, and "grid-paste" with {row, column,
 * text}.
 */
export class NumberGrid extends LitElement {
  static properties = {
    t: { attribute: false },
    label: {},
    shape: { attribute: false },
    valueAt: { attribute: false },
    wasAt: { attribute: false },
    rowNames: { attribute: false },
    at: { state: true },
    origin: { state: true },
    typed: { state: true },
  };

  static styles = gridStyles;

  constructor() {
    super();
    /** @type {import("../../../words/translate.js").Translate} */
    this.t = () => "";
    this.label = "";
    /** @type {readonly [rows: number, columns: number]} */
    this.shape = [0, 0];
    /** @type {(row: number, column: number) => number} */
    this.valueAt = () => 0;
    /**
     * @type {(row: number, column: number) => number | null} the original value of a number that was edited; null for
     *   others
     */
    this.wasAt = () => null;
    /** @type {readonly string[]} labels of the rows; empty if the rows have no names */
    this.rowNames = [];
    /** @type {Place} the number that has the focus */
    this.at = { row: 0, column: 0 };
    /** @type {Place} the first number that is shown */
    this.origin = { row: 0, column: 0 };
    /** @type {string | null} the text being edited; null if no number is being edited */
    this.typed = null;
  }

  /** Keeps the focus inside the matrix when its shape changes. @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    if (changed.has("shape") && String(changed.get("shape")) !== String(this.shape)) {
      this.typed = null;
      this.#goTo(this.at);
    }
  }

  /** @param {Map<string, unknown>} changed */
  updated(changed) {
    if (!changed.has("at") && !changed.has("typed") && !changed.has("origin")) return;
    const input = this.renderRoot.querySelector("input");
    if (input && document.activeElement && input !== this.shadowRoot?.activeElement) {
      input.focus();
      if (isTouch()) input.select(); // typing then replaces the number, which a finger cannot easily delete
    } else if (!input && this.#focusNext) this.#cell()?.focus();
    this.#focusNext = false;
  }

  /** Whether the focus must move to the number at `at` after the update. */
  #focusNext = false;

  render() {
    const [rows, columns] = this.shape;
    const { row, column } = this.origin;
    const shownRows = numbers(row, Math.min(rows, row + part.rows));
    const shownColumns = numbers(column, Math.min(columns, column + part.columns));
    return html`
      <scroll-box>
        <table
          role="grid"
          dir="ltr"
          aria-label=${this.label}
          aria-rowcount=${rows + 1}
          aria-colcount=${columns + 1}
          @keydown=${(/** @type {KeyboardEvent} */ event) => this.#key(event)}
          @paste=${(/** @type {ClipboardEvent} */ event) => this.#paste(event)}
        >
          <thead>
            <tr aria-rowindex="1">
              <td></td>
              ${shownColumns.map((at) => html`<th scope="col" aria-colindex=${at + 2}>${at + 1}</th>`)}
            </tr>
          </thead>
          <tbody>
            ${shownRows.map(
              (at) => html`
                <tr aria-rowindex=${at + 2}>
                  <th scope="row">${this.rowNames[at] ?? at + 1}</th>
                  ${shownColumns.map((across) => this.#number(at, across))}
                </tr>
              `,
            )}
          </tbody>
        </table>
      </scroll-box>
      ${partButtons(this, (origin) => this.#show(origin))}
    `;
  }

  /** The cell of one number. @param {number} row @param {number} column */
  #number(row, column) {
    const here = row === this.at.row && column === this.at.column;
    const value = this.valueAt(row, column);
    const was = this.wasAt(row, column);
    const typing = here && this.typed !== null;
    return html`<td
      class=${was === null ? "" : "edited"}
      tabindex=${here && !typing ? 0 : -1}
      aria-colindex=${column + 2}
      aria-description=${was === null ? nothing : this.t("numbers-was", { value: formatNumber(was, 4) })}
      title=${was === null ? nothing : this.t("numbers-was", { value: formatNumber(was, 4) })}
      data-place="${row},${column}"
      @click=${() => this.#click({ row, column }, value)}
      @dblclick=${() => this.#begin(floatToJson(value))}
    >
      ${typing ? this.#input() : formatNumber(value, 3)}
    </td>`;
  }

  #input() {
    return html`<input
      type="text"
      inputmode="text"
      autocomplete="off"
      aria-label=${this.t("numbers-typing", { row: this.at.row + 1, column: this.at.column + 1 })}
      .value=${this.typed}
      @input=${(/** @type {Event} */ event) => (this.typed = eventValue(event))}
      @blur=${() => this.#confirm()}
    />`;
  }

  /** Shows another part of the matrix. @param {Place} origin */
  #show(origin) {
    Object.assign(this, shownFrom(origin, this));
  }

  /** Moves the focus to a number, and shows the part of the matrix that contains it. @param {Place} place */
  #goTo(place) {
    Object.assign(this, withFocusAt(place, this));
  }

  #cell() {
    const { row, column } = this.at;
    return /** @type {HTMLElement | null} */ (this.renderRoot.querySelector(`[data-place="${row},${column}"]`));
  }

  /**
   * Moves the focus to a number. Where the reader points with a finger, there is no keyboard until editing has started.
   * @param {Place} place
   * @param {number} value of the number there
   */
  #click(place, value) {
    if (this.typed !== null && place.row === this.at.row && place.column === this.at.column) return; // in its text field
    this.#confirm();
    this.#goTo(place);
    if (isTouch()) this.#begin(floatToJson(value));
  }

  /** Starts editing the number that has the focus, with a text. @param {string} text */
  #begin(text) {
    this.typed = text;
  }

  /** Ends editing, and fires "grid-type" if the text has changed. */
  #confirm() {
    const text = this.typed;
    if (text === null) return;
    this.typed = null;
    const unchanged = text === floatToJson(this.valueAt(this.at.row, this.at.column));
    if (!unchanged) this.#send("grid-type", { ...this.at, text });
  }

  /** Moves the focus, or starts, confirms or cancels an edit. @param {KeyboardEvent} event */
  #key(event) {
    const { key, shiftKey } = event;
    const moves = this.typed === null ? keyMove(event, this.shape) : confirmMove(key, shiftKey);
    if (moves) {
      event.preventDefault();
      event.stopPropagation();
      this.#focusNext = true;
      this.#confirm();
      this.#goTo({ row: this.at.row + moves[0], column: this.at.column + moves[1] });
      this.requestUpdate("at");
      return;
    }
    if (this.typed !== null) {
      if (key !== "Escape") return;
      event.stopPropagation();
      event.preventDefault();
      this.#focusNext = true;
      this.typed = null;
      return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (key === "Delete" || key === "Backspace") this.#send("grid-reset", { ...this.at });
    else if (key === "Enter" || key === "F2") this.#begin(floatToJson(this.valueAt(this.at.row, this.at.column)));
    else if (/^[\d.+−-]$/.test(key)) this.#begin(key);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** Fires "grid-paste" with the pasted text. @param {ClipboardEvent} event */
  #paste(event) {
    if (this.typed !== null) return;
    const text = event.clipboardData?.getData("text/plain") ?? "";
    event.preventDefault();
    this.#send("grid-paste", { ...this.at, text });
  }

  /** Fires an event. @param {string} name @param {object} detail */
  #send(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }
}

/** The integers from `from` up to, but without, `to`. @param {number} from @param {number} to */
const numbers = (from, to) => Array.from({ length: Math.max(0, to - from) }, (_, at) => from + at);

customElements.define("number-grid", NumberGrid);
