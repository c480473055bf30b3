import { html, nothing } from "lit";
import { guard } from "lit/directives/guard.js";
import { createRef, ref } from "lit/directives/ref.js";

import { FigurePicture } from "./figure-picture.js";
import { figureStyles } from "./figure-styles.js";
import { figureTable, moveOf } from "./figure-table.js";
import { pictureChoice } from "./figure-ways.js";
import "./head-picker.js";
import { drawsLines } from "./head-view.js";
import { Room } from "./room.js";
import { shared, tablesStyle } from "./styles.js";
import { nextTask } from "./turns.js";
import { ViewElement } from "./view-element.js";
import { shapeText } from "./view.js";

/** @typedef {import("../figures/types.js").Matrix} Matrix */
/** @typedef {import("../figures/types.js").Cell} Cell */

/** More numbers than this are made into tables on request only. */
const MANY = 4000;

/**
 * One stage as an equation: a canvas for the eye, and for each matrix a real table, which is what the keyboard and
 * screen readers use. Fires "state-patch" for what is asked, and "state-hover" for what is only pointed at.
 */
export class StageFigure extends ViewElement {
  static properties = {
    ...ViewElement.properties,
    room: { attribute: false },
    width: { state: true },
    scrolls: { state: true },
    tables: { state: true },
    tablesShown: { state: true },
    focused: { state: true },
    step: { state: true },
  };

  static styles = [shared, tablesStyle, figureStyles];

  /** Drawn on before it is in the page, where setting a font asks for the page's styles and layout. */
  #canvas = document.createElement("canvas");
  #room = new Room(this);
  #marker = /** @type {import("lit/directives/ref.js").Ref<HTMLDivElement>} */ (createRef());
  #tablesBox = /** @type {import("lit/directives/ref.js").Ref<HTMLDivElement>} */ (createRef());
  #scroll = /** @type {import("lit/directives/ref.js").Ref<HTMLDivElement>} */ (createRef());
  /** @type {FigurePicture | null} what is drawn */
  #picture = null;
  /** @type {import("../figures/motion.js").Motion | null | undefined} how the asked number comes about; undefined: not known yet */
  #motion;
  /** Where the pointer moved last. */
  #pointer = "";
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #tablesLater;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #motionLater;

  constructor() {
    super();
    /** @type {import("./room.js").Measured | null} where it is known before there is a layout */
    this.room = null;
    this.width = 0;
    /** Whether the figure is wider than there is room. */
    this.scrolls = false;
    /** Figures are drawn for type of 16 px and grow with the page's type. */
    this.zoom = 1;
    /** @type {readonly Matrix[]} what the tables show: the scene's matrices, a moment later */
    this.tables = [];
    this.tablesShown = false;
    /** @type {Cell | null} the number that has the keyboard's focus */
    this.focused = null;
    /** How far the asked number has come about; 0: it is there. */
    this.step = 0;
    this.addEventListener("focusin", () => this.#tablesNow());
    this.#canvas.setAttribute("aria-hidden", "true");
    this.#canvas.addEventListener("pointermove", (event) => this.#hover(event));
    this.#canvas.addEventListener("pointerleave", () => this.#hoverEnds());
    this.#canvas.addEventListener("click", (event) => this.#askAt(event));
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    clearTimeout(this.#tablesLater);
    clearTimeout(this.#motionLater);
  }

  /** @param {() => Promise<void>} turn */
  async prepare(turn) {
    // So that the first frame has the figure, in its place; from then on the observer tells.
    this.#room.fit(this.room?.width ?? this.clientWidth, this.room?.size);
    if (this.width > 0) this.#layOut();
    await turn();
  }

  /** @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    this.#prepareMotion(changed);
    if (this.width > 0 && (changed.has("view") || changed.has("width"))) this.#paint();
  }

  /** @param {Map<string, unknown>} changed */
  #prepareMotion(changed) {
    const before = /** @type {import("./view.js").View | undefined} */ (changed.get("view"));
    const { run, state, more } = this.view;
    if (!before && this.hasUpdated) return;
    const same = (/** @type {"stage" | "cell" | "head"} */ field) => before?.state[field] === state[field];
    const isOther = !same("stage") || !same("cell") || !same("head") || before?.more !== more;
    if (before?.run === run && !isOther) return;
    this.step = 0;
    // Where only the numbers are others, a slider may be moving: that waits for a pause, as the tables do.
    clearTimeout(this.#motionLater);
    if (this.#motion === undefined) void (more && nextTask().then(() => this.#moveAgain()));
    else if (isOther || this.#motion === null) this.#motion = more && more.motionFor(this.view);
    else this.#motionLater = setTimeout(() => this.#moveAgain(), 120);
  }

  #moveAgain() {
    if (this.view.run.isFree) return;
    this.#motion = this.view.more && this.view.more.motionFor(this.view);
    this.step = 0;
    this.requestUpdate();
  }

  render() {
    const { t } = this.view;
    const patch = (/** @type {Record<string, unknown>} */ change) => this.patch(change);
    const many = this.tables.reduce((sum, { rows, columns }) => sum + rows * columns, 0) > MANY;
    return html`
      <div class="above">
        <head-picker .view=${this.view} .width=${this.width} .zoom=${this.zoom}></head-picker>
        <div class="ways">${pictureChoice(this.view, patch)}</div>
      </div>
      <div ${ref(this.#room.ruler)}></div>
      <div
        class="scroll"
        ${ref(this.#scroll)}
        tabindex=${this.scrolls ? 0 : nothing}
        role=${this.scrolls ? "group" : nothing}
        aria-label=${this.scrolls ? t("figure-scroll") : nothing}
        @scroll=${() => this.#show()}
      >
        <div class="frame">
          ${this.#canvas}
          <div class="marker" ${ref(this.#marker)} ?hidden=${this.focused === null || drawsLines(this.view)}></div>
        </div>
      </div>
      ${drawsLines(this.view) ? nothing : this.#player()}
      <div
        class="tables ${this.tablesShown ? "shown" : ""}"
        id="tables"
        ${ref(this.#tablesBox)}
        @focusout=${(/** @type {FocusEvent} */ event) => this.#leave(event)}
      >
        ${many && !this.tablesShown ? nothing : this.tables.map((matrix) => this.#table(matrix))}
      </div>
      <p class="hint small muted">
        <span>${this.#hint(many && !this.tablesShown)}</span>
        <button
          class="link"
          aria-expanded=${this.tablesShown}
          aria-controls="tables"
          @click=${() => this.#toggleTables()}
        >
          ${t(this.tablesShown ? "tables-hide" : "tables-show")}
        </button>
      </p>
    `;
  }

  #player() {
    const { state } = this.view;
    if (this.#motion === undefined && state.cell?.stage === state.stage) return html`<div class="player"></div>`; // where it is going to be
    if (!this.#motion) return nothing;
    return html`<motion-player
      .view=${this.view}
      .motion=${this.#motion}
      .step=${this.step}
      @motion-step=${(/** @type {CustomEvent} */ event) => (this.step = event.detail.step)}
    ></motion-player>`;
  }

  /** @param {Map<string, unknown>} changed */
  updated(changed) {
    if (!this.view || this.width === 0) return;
    if (!changed.has("view") && !changed.has("width")) {
      if (changed.has("step")) this.#show();
    } else if (this.scrolls) this.#reveal(this.view.state.cell);
    if (this.focused) this.#mark();
  }

  /** @param {boolean} large whether there are too many numbers for tables */
  #hint(large) {
    const { t } = this.view;
    return drawsLines(this.view) ? t("lines-hint") : t(large ? "figure-large" : "figure-hint");
  }

  /**
   * Its cells are compared again only for new numbers or another question: there are thousands.
   * @param {Matrix} matrix
   */
  #table(matrix) {
    const { state, explanation, t } = this.view;
    const asked = state.cell;
    const stop = [asked, ...(explanation?.terms ?? [])].find((cell) => cell?.stage === matrix.stage) ?? null;
    const scores = matrix.rowAxis === "queries" && matrix.columnAxis === "keys";
    const corner = scores ? `${t("figure-queries")} \\ ${t("figure-keys")}` : "";
    return guard([matrix, asked, stop?.index.join(), corner], () =>
      figureTable(matrix, {
        asked,
        stop,
        corner,
        onKey: (event, cell) => this.#key(event, cell),
        onFocus: (_event, cell) => this.#focus(cell),
        onClick: (_event, cell) => this.#ask(cell),
      }),
    );
  }

  #toggleTables() {
    this.#tablesNow();
    this.tablesShown = !this.tablesShown;
    this.#tablesBox.value?.scrollTo({ left: 0, top: 0 });
  }

  #paint() {
    const picture = this.#layOut();
    this.scrolls = picture.width > this.width + 1;
    this.#show();
    this.#updateTables(picture.matrices);
  }

  #layOut() {
    this.#picture ??= new FigurePicture(this.#canvas, this.view.measure);
    this.#picture.layOut(this.view, this.width, this.zoom);
    return this.#picture;
  }

  /** The picture as it is scrolled: row labels stay in sight. */
  #show() {
    const { more, state } = this.view;
    const moment = this.step > 0 ? this.#motion?.momentAt(this.step) : undefined;
    const moved = (/** @type {import("../figures/types.js").Scene} */ scene) =>
      more && moment && state.cell ? more.sceneAt(scene, moment, state.cell) : scene;
    this.#picture?.show(this.scrolls ? (this.#scroll.value?.scrollLeft ?? 0) : 0, moved);
  }

  /**
   * Scrolls a cell into sight sideways when it is not.
   * @param {Cell | null} cell
   */
  #reveal(cell) {
    const place = this.#picture?.placeOf(cell);
    const box = this.#scroll.value;
    if (!place || !box) return;
    if (place.left - place.gutter < box.scrollLeft) box.scrollTo({ left: place.left - place.gutter });
    else if (place.left + place.width > box.scrollLeft + box.clientWidth) {
      box.scrollTo({ left: place.left + place.width - box.clientWidth });
    }
  }

  /** Puts the marker, and the tables that hold the focus, where the focused number is seen. */
  #mark() {
    const place = this.#picture?.placeOf(this.focused);
    const marker = this.#marker.value;
    if (!place || !marker) return;
    for (const side of /** @type {const} */ (["left", "top", "width", "height"]))
      marker.style[side] = `${place[side]}px`;
    if (this.scrolls) this.#reveal(this.focused);
    if (!this.tablesShown) marker.scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  /**
   * Tables follow when the reader pauses and the browser is idle: a slider's every step need not rewrite a thousand
   * cells.
   * @param {readonly Matrix[]} matrices
   */
  #updateTables(matrices) {
    clearTimeout(this.#tablesLater);
    this.#tablesLater = setTimeout(async () => {
      await this.view.later();
      if (this.#picture?.matrices === matrices) this.tables = matrices;
    }, 120);
  }

  /** Where a reader is about to need them. */
  #tablesNow() {
    if (this.#picture) this.tables = this.#picture.matrices;
  }

  /** @param {PointerEvent} event */
  #hover(event) {
    // A pointer at rest also reports a move when the figure changes under it.
    const place = `${event.clientX} ${event.clientY}`;
    if (event.pointerType === "touch" || place === this.#pointer) return;
    this.#pointer = place;
    this.send("state-hover", { cell: this.#picture?.cellAt(event.offsetX, event.offsetY) ?? null });
  }

  #hoverEnds() {
    this.#pointer = "";
    this.send("state-hover", { cell: null });
  }

  /** @param {MouseEvent} event */
  #askAt(event) {
    const cell = this.#picture?.cellAt(event.offsetX, event.offsetY);
    if (cell) this.#ask(cell);
  }

  /** @param {Cell} cell */
  #ask(cell) {
    this.patch({ cell });
  }

  /**
   * Focus asks for as long as it stays; Enter or a click keeps the question.
   * @param {Cell} cell
   */
  #focus(cell) {
    this.focused = cell;
    this.send("state-hover", { cell });
  }

  /** @param {FocusEvent} event */
  #leave(event) {
    const next = event.relatedTarget;
    if (next instanceof Node && this.#tablesBox.value?.contains(next)) return;
    this.focused = null;
    this.send("state-hover", { cell: null });
  }

  /**
   * @param {KeyboardEvent} event
   * @param {Cell} cell
   */
  #key(event, cell) {
    const move = moveOf(event);
    if (event.key === "Enter" || event.key === " ") this.#ask(cell);
    else if (move && this.#picture) this.#focusCell(this.#picture.cellBeside(cell, move));
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** @param {Cell} cell */
  #focusCell({ stage, index }) {
    const shown = this.renderRoot.querySelector(`td[data-cell="${stage} ${index.join()}"]`);
    if (shown instanceof HTMLElement) shown.focus({ preventScroll: !this.tablesShown });
  }

  /** The name and shape of the stage in view, for the region's label. */
  static label(/** @type {import("./view.js").View} */ view) {
    return view.t("figure-label", {
      name: view.t(`stage-${view.state.stage}-title`),
      shape: shapeText(view, view.state.stage),
    });
  }
}

customElements.define("stage-figure", StageFigure);
