import { html, nothing } from "lit";
import { guard } from "lit/directives/guard.js";
import { createRef, ref } from "lit/directives/ref.js";

import { figureTable } from "./table.js";

/** @typedef {import("../../figures/types.js").Matrix} Matrix */
/** @typedef {import("../../figures/types.js").Cell} Cell */
/** @typedef {import("./table.js").Handler} Handler */

/** Above this many numbers, tables are built only on request. */
const automaticLimit = 4000;

/**
 * The tables behind a figure. They are updated when the reader pauses and the browser is idle, so that a moving slider
 * does not rewrite thousands of cells; and at once when the focus enters the figure.
 */
export class FigureTables {
  #host;
  #box = /** @type {import("lit/directives/ref.js").Ref<HTMLDivElement>} */ (createRef());
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  /** @type {readonly Matrix[]} those of the figure */
  #latest = [];
  /** @type {readonly Matrix[]} those that the tables show */
  matrices = [];
  /** Whether they are visible, not only there for screen readers. */
  shown = false;

  /** @param {import("../view-element.js").ViewElement} host */
  constructor(host) {
    this.#host = host;
    host.addController(this);
    host.addEventListener("focusin", () => this.#update());
  }

  hostDisconnected() {
    clearTimeout(this.#timer);
  }

  /** @param {readonly Matrix[]} matrices */
  updateSoon(matrices) {
    this.#latest = matrices;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(async () => {
      await this.#host.view.whenIdle();
      if (this.#latest === matrices) this.#update();
    }, 120);
  }

  #update() {
    if (this.matrices === this.#latest) return;
    this.matrices = this.#latest;
    this.#host.requestUpdate();
  }

  #toggle() {
    this.#update();
    this.shown = !this.shown;
    this.#host.requestUpdate();
    this.#box.value?.scrollTo({ left: 0, top: 0 });
  }

  /** Whether there are too many numbers to build tables without a request. */
  get tooLarge() {
    return !this.shown && this.matrices.reduce((sum, { rows, columns }) => sum + rows * columns, 0) > automaticLimit;
  }

  /** @param {EventTarget | null} target */
  has(target) {
    return target instanceof Node && this.#box.value?.contains(target);
  }

  /** @param {Cell} cell */
  focus({ stage, index }) {
    const shown = this.#box.value?.querySelector(`td[data-cell="${stage} ${index.join()}"]`);
    if (shown instanceof HTMLElement) shown.focus({ preventScroll: !this.shown });
  }

  /** @param {{onKey: Handler, onFocus: Handler, onClick: Handler, onLeave: (event: FocusEvent) => void}} handlers */
  render({ onLeave, ...handlers }) {
    return html`<div class="tables ${this.shown ? "shown" : ""}" id="tables" ${ref(this.#box)} @focusout=${onLeave}>
      ${this.tooLarge ? nothing : this.matrices.map((matrix) => this.#table(matrix, handlers))}
    </div>`;
  }

  /**
   * Rendered anew only for other numbers or another inspected cell: there are thousands of cells.
   * @param {Matrix} matrix
   * @param {{onKey: Handler, onFocus: Handler, onClick: Handler}} handlers
   */
  #table(matrix, handlers) {
    const { state, explanation, t } = this.#host.view;
    const asked = state.cell;
    const stop = [asked, ...(explanation?.terms ?? [])].find((cell) => cell?.stage === matrix.stage) ?? null;
    const scores = matrix.rowAxis === "queries" && matrix.columnAxis === "keys";
    const corner = scores ? `${t("figure-queries")} \\ ${t("figure-keys")}` : "";
    return guard([matrix, asked, stop?.index.join(), corner], () =>
      figureTable(matrix, { asked, stop, corner, ...handlers }),
    );
  }

  /** Shows or hides them. */
  button() {
    return html`<button class="link" aria-expanded=${this.shown} aria-controls="tables" @click=${() => this.#toggle()}>
      ${this.#host.view.t(this.shown ? "tables-hide" : "tables-show")}
    </button>`;
  }
}
