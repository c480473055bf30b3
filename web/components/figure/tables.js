import { html, nothing } from "lit";
import { guard } from "lit/directives/guard.js";

import { figureTable } from "./table.js";

/** @typedef {import("../../figures/types.js").Matrix} Matrix */
/** @typedef {import("../../figures/types.js").Cell} Cell */
/** @typedef {import("./table.js").Handler} Handler */

/** With more numbers than this, tables are built only when the reader asks for them. */
const automaticLimit = 4000;

/**
 * The tables of the numbers in a figure. They are updated when the reader pauses and the browser is idle, so that a
 * moving slider does not rewrite thousands of cells, and immediately when the focus enters the figure.
 */
export class FigureTables {
  #host;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  /** @type {readonly Matrix[]} the matrices of the figure */
  #latest = [];
  /** @type {readonly Matrix[]} the matrices that the tables show */
  matrices = [];
  /** Whether the tables are visible; otherwise only screen readers have them. */
  shown = false;

  /** @param {import("../view-element.js").ViewElement} host */
  constructor(host) {
    this.#host = host;
    host.addController(this);
    host.addEventListener("focusin", () => this.#update());
  }

  /** The element around the tables; null before it is rendered. */
  get #box() {
    return this.#host.renderRoot.querySelector("#tables");
  }

  hostDisconnected() {
    clearTimeout(this.#timer);
  }

  /** Shows the matrices of a new figure at the next pause. @param {readonly Matrix[]} matrices */
  updateSoon(matrices) {
    this.#latest = matrices;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(async () => {
      await this.#host.view.whenIdle();
      if (this.#latest === matrices) this.#update();
    }, 120);
  }

  /** Shows the matrices of the figure now. */
  #update() {
    if (this.matrices === this.#latest) return;
    this.matrices = this.#latest;
    this.#host.requestUpdate();
  }

  /** Makes the tables visible or hides them. */
  toggle() {
    this.#update();
    this.shown = !this.shown;
    this.#host.requestUpdate();
    this.#box?.scrollTo({ left: 0, top: 0 });
  }

  /** Whether there are too many numbers to build tables that the reader has not asked for. */
  get tooLarge() {
    return !this.shown && this.matrices.reduce((sum, { rows, columns }) => sum + rows * columns, 0) > automaticLimit;
  }

  /** Whether an element is inside the tables. @param {EventTarget | null} target */
  has(target) {
    return target instanceof Node && this.#box?.contains(target);
  }

  /** Moves the focus to the cell of a number. @param {Cell} cell */
  focus({ stage, index }) {
    const shown = this.#box?.querySelector(`td[data-cell="${stage} ${index.join()}"]`);
    if (shown instanceof HTMLElement) shown.focus({ preventScroll: !this.shown });
  }

  /**
   * The tables of all matrices.
   * @param {{onKey: Handler, onFocus: Handler, onClick: Handler, onLeave: (event: FocusEvent) => void}} handlers onLeave:
   *   called when the focus leaves a cell
   */
  render({ onLeave, ...handlers }) {
    return html`<div class="tables ${this.shown ? "shown" : ""}" id="tables" @focusout=${onLeave}>
      ${this.tooLarge ? nothing : this.matrices.map((matrix) => this.#table(matrix, handlers))}
    </div>`;
  }

  /**
   * The table of one matrix. It is rendered again only for new numbers or another inspected cell, because it may have
   * thousands of cells.
   * @param {Matrix} matrix
   * @param {{onKey: Handler, onFocus: Handler, onClick: Handler}} handlers
   */
  #table(matrix, handlers) {
    const { state, explanation, t } = this.#host.view;
    const inspected = state.cell;
    const stop = [inspected, ...(explanation?.terms ?? [])].find((cell) => cell?.stage === matrix.stage) ?? null;
    const scores = matrix.rowAxis === "queries" && matrix.columnAxis === "keys";
    const corner = scores ? `${t("figure-queries")} \\ ${t("figure-keys")}` : "";
    return guard([matrix, inspected, stop?.index.join(), corner], () =>
      figureTable(matrix, { inspected, stop, corner, ...handlers }),
    );
  }

  /** The button that shows or hides the tables. */
  button() {
    return html`<button class="link" aria-expanded=${this.shown} aria-controls="tables" @click=${() => this.toggle()}>
      ${this.#host.view.t(this.shown ? "tables-hide" : "tables-show")}
    </button>`;
  }
}
