import { html, LitElement } from "lit";

import { formatNumber } from "../../figures/index.js";
import { nextTask } from "../../view/scheduling.js";
import { cell, scrollStyles } from "./number-scroll-styles.js";

/** @typedef {{row: number, column: number}} Place */
/** @typedef {{rows: [number, number], columns: [number, number]}} Part of a matrix: from a row and a column up to others */

/** How many rows and columns are drawn beyond those in view, so that scrolling seldom shows empty cells. */
const beyond = 4;

/**
 * A matrix of any size that is scrolled: only the numbers in view are read and drawn. The keys move from number to number; the
 * focus stays on the matrix while it scrolls. Fires "number-chosen" with {row, column} for Enter, Space and a click.
 */
export class NumberScroll extends LitElement {
  static properties = {
    label: {},
    shape: {
      attribute: false,
      hasChanged: (/** @type {unknown} */ now, /** @type {unknown} */ before) => `${now}` !== `${before}`,
    },
    indexOf: { attribute: false },
    textOf: { attribute: false },
    read: { attribute: false },
    at: { attribute: false },
    place: { state: true },
    drawn: { state: true },
    numbers: { state: true },
  };

  static styles = scrollStyles;

  /** Whether numbers are being read; those of a later part are read after them. */
  #isReading = false;
  /** Whether its size is known: at first the frame that lays it out says it. */
  #isMeasured = false;
  #sizes = new ResizeObserver(() => {
    if (!this.#isMeasured) this.#show(this.place);
    this.#isMeasured = true;
    this.#look();
  });

  constructor() {
    super();
    /** What is shown, for screen readers. */
    this.label = "";
    this.shape = /** @type {readonly [rows: number, columns: number]} */ ([0, 0]);
    /** A cell's index in the tensor. @type {(row: number, column: number) => readonly number[]} */
    this.indexOf = (row, column) => [row, column];
    /** A number as it is written. @type {(value: number) => string} */
    this.textOf = (value) => formatNumber(value, 4);
    /** Reads the numbers of a part; another function means other numbers. @type {(part: Part) => Promise<number[][] | null>} */
    this.read = async () => null;
    /** The number that is brought into view; each new object does so again. @type {Place} */
    this.at = { row: 0, column: 0 };
    /** The number that the keys have reached. @type {Place} */
    this.place = { row: 0, column: 0 };
    /** What is drawn. @type {Part} */
    this.drawn = { rows: [0, 0], columns: [0, 0] };
    /** @type {{part: Part, rows: number[][]} | null} those that have come last */
    this.numbers = null;
  }

  /** @returns {HTMLElement | null} */
  get #view() {
    return this.renderRoot.querySelector(".view");
  }

  connectedCallback() {
    super.connectedCallback();
    void this.updateComplete.then(() => this.#view && this.#sizes.observe(this.#view));
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.#sizes.disconnect();
  }

  /** In a task of its own, not in that which makes what is around it, nor in the frame that has measured it. */
  scheduleUpdate() {
    return nextTask().then(() => super.scheduleUpdate());
  }

  /** @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    if (changed.has("read")) this.numbers = null;
    if (changed.has("at") || changed.has("shape")) this.place = this.#within(this.at);
  }

  /** @param {Map<string, unknown>} changed */
  updated(changed) {
    const [rows, columns] = this.shape;
    const [sizer, table] = /** @type {HTMLElement[]} */ ([...this.renderRoot.querySelectorAll(".sizer, table")]);
    if (!sizer || !table) return;
    sizer.style.width = `${cell.label + columns * cell.width}px`;
    sizer.style.height = `${(rows + 1) * cell.height}px`;
    table.style.left = `${this.drawn.columns[0] * cell.width}px`;
    table.style.top = `${this.drawn.rows[0] * cell.height}px`;
    // What is drawn changes no size: it is looked for where the matrix or the place has changed.
    if (this.#isMeasured && (changed.has("at") || changed.has("shape"))) {
      this.#show(this.place);
      this.#look();
    }
    if (changed.has("drawn") || changed.has("read")) void this.#fetch();
  }

  /** The nearest number of the matrix. @param {Place} place @returns {Place} */
  #within({ row, column }) {
    const [rows, columns] = this.shape;
    const limit = (/** @type {number} */ at, /** @type {number} */ size) => Math.max(0, Math.min(at, size - 1));
    return { row: limit(row, rows), column: limit(column, columns) };
  }

  /** Finds what is in view. */
  #look() {
    const view = this.#view;
    if (!view) return;
    const span = (
      /** @type {number} */ start,
      /** @type {number} */ length,
      /** @type {number} */ side,
      /** @type {number} */ size,
    ) =>
      /** @type {[number, number]} */ ([
        Math.max(0, Math.min(size, Math.floor(start / side) - beyond)),
        Math.min(size, Math.ceil((start + length) / side) + beyond),
      ]);
    const [rows, columns] = this.shape;
    const part = {
      rows: span(view.scrollTop, view.clientHeight, cell.height, rows),
      columns: span(view.scrollLeft, view.clientWidth, cell.width, columns),
    };
    if (JSON.stringify(part) !== JSON.stringify(this.drawn)) this.drawn = part;
  }

  /** Reads what is drawn. */
  async #fetch() {
    if (this.#isReading) return;
    this.#isReading = true;
    const { drawn, read } = this;
    try {
      const rows = drawn.rows[0] < drawn.rows[1] && drawn.columns[0] < drawn.columns[1] ? await read(drawn) : null;
      if (rows && read === this.read) this.numbers = { part: drawn, rows };
    } finally {
      this.#isReading = false;
    }
    if (drawn !== this.drawn || read !== this.read) void this.#fetch();
  }

  /** Scrolls no further than needed to show a number. @param {Place} place */
  #show({ row, column }) {
    const view = this.#view;
    if (!view) return;
    const shift = (
      /** @type {number} */ start,
      /** @type {number} */ from,
      /** @type {number} */ length,
      /** @type {number} */ side,
    ) => (from < start ? from : from + side > start + length ? from + side - length : start);
    view.scrollTop = shift(view.scrollTop, row * cell.height, view.clientHeight - cell.height, cell.height);
    view.scrollLeft = shift(view.scrollLeft, column * cell.width, view.clientWidth - cell.label, cell.width);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const { row, column } = this.place;
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      return this.#choose(this.place);
    }
    const page = Math.max(1, Math.floor((this.#view?.clientHeight ?? 0) / cell.height) - 1);
    const move = moveOf(event, page);
    if (!move) return;
    event.preventDefault();
    this.place = this.#within({ row: row + move[0], column: column + move[1] });
    this.#show(this.place);
  }

  /** @param {Place} place */
  #choose(place) {
    this.place = place;
    this.dispatchEvent(new CustomEvent("number-chosen", { detail: place, bubbles: true, composed: true }));
  }

  render() {
    const [rows, columns] = this.shape;
    const range = (/** @type {[number, number]} */ [from, to]) =>
      Array.from({ length: Math.max(0, to - from) }, (_, at) => from + at);
    const across = range(this.drawn.columns);
    return html`<div
      class="view"
      role="grid"
      tabindex="0"
      aria-label=${this.label}
      aria-rowcount=${rows + 1}
      aria-colcount=${columns + 1}
      aria-readonly="true"
      aria-activedescendant="at"
      @keydown=${this.#key}
      @scroll=${() => this.#look()}
    >
      <div class="sizer" role="none"></div>
      <table role="none">
        <thead role="rowgroup">
          <tr role="row" aria-rowindex="1">
            <th class="label" role="none"></th>
            ${across.map((column) => html`<th role="columnheader" aria-colindex=${column + 2}>${column}</th>`)}
          </tr>
        </thead>
        <tbody role="rowgroup">
          ${range(this.drawn.rows).map(
            (row) =>
              html`<tr role="row" aria-rowindex=${row + 2}>
                <th class="label" role="rowheader" aria-colindex="1">${row}</th>
                ${across.map((column) => this.#cell(row, column))}
              </tr>`,
          )}
        </tbody>
      </table>
    </div>`;
  }

  /** @param {number} row @param {number} column */
  #cell(row, column) {
    const isAt = row === this.place.row && column === this.place.column;
    return html`<td
      role="gridcell"
      aria-colindex=${column + 2}
      id=${isAt ? "at" : `cell-${row}-${column}`}
      class=${isAt ? "at" : ""}
      data-index=${this.indexOf(row, column).join()}
      @click=${() => this.#choose({ row, column })}
    >
      ${this.#textAt(row, column)}
    </td>`;
  }

  /** @param {number} row @param {number} column */
  #textAt(row, column) {
    const { part, rows } = this.numbers ?? { part: this.drawn, rows: [] };
    const value = rows[row - part.rows[0]]?.[column - part.columns[0]];
    return value === undefined ? "…" : this.textOf(value);
  }
}

/**
 * By how many rows and columns a key moves: with Ctrl to the first or last of them.
 * @param {KeyboardEvent} event
 * @param {number} page how many rows are in view
 * @returns {[rows: number, columns: number] | undefined}
 */
function moveOf({ key, ctrlKey, metaKey }, page) {
  const far = ctrlKey || metaKey;
  const step = far ? Infinity : 1;
  /** @type {Record<string, [number, number]>} */
  const moves = {
    ArrowUp: [-step, 0],
    ArrowDown: [step, 0],
    ArrowLeft: [0, -step],
    ArrowRight: [0, step],
    Home: [far ? -Infinity : 0, -Infinity],
    End: [far ? Infinity : 0, Infinity],
    PageUp: [-page, 0],
    PageDown: [page, 0],
  };
  return moves[key];
}

customElements.define("number-scroll", NumberScroll);
