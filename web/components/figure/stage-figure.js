import { html, nothing } from "lit";
import { createRef, ref } from "lit/directives/ref.js";

import { FigureMotion } from "./motion.js";
import { FigurePicture } from "./picture.js";
import { figureStyles } from "./styles.js";
import { moveOf } from "./table.js";
import { FigureTables } from "./tables.js";
import { pictureChoice } from "./picture-toggle.js";
import "./head-picker.js";
import { drawsLines } from "../../view/scenes.js";
import { Room } from "./size-controller.js";
import { shared, tablesStyle } from "../styles.js";
import { ViewElement } from "../view-element.js";
import { shapeText } from "../../view/view.js";

/** @typedef {import("../../figures/types.js").Cell} Cell */

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
    focused: { state: true },
    step: { state: true },
  };

  static styles = [shared, tablesStyle, figureStyles];

  /** Drawn on before it is in the page, where setting a font asks for the page's styles and layout. */
  #canvas = document.createElement("canvas");
  #room = new Room(this);
  #marker = /** @type {import("lit/directives/ref.js").Ref<HTMLDivElement>} */ (createRef());
  #scroll = /** @type {import("lit/directives/ref.js").Ref<HTMLDivElement>} */ (createRef());
  /** @type {FigurePicture | null} what is drawn */
  #picture = null;
  /** Where the pointer moved last. */
  #pointer = "";
  #tables = new FigureTables(this);
  #motion = new FigureMotion(this);

  constructor() {
    super();
    /** @type {import("./size-controller.js").Measured | null} where it is known before there is a layout */
    this.room = null;
    this.width = 0;
    /** Whether the figure is wider than there is room. */
    this.scrolls = false;
    /** Figures are drawn for type of 16 px and grow with the page's type. */
    this.zoom = 1;
    /** @type {Cell | null} the number that has the keyboard's focus */
    this.focused = null;
    /** How far the asked number has come about; 0: it is there. */
    this.step = 0;
    this.#canvas.setAttribute("aria-hidden", "true");
    this.#canvas.addEventListener("pointermove", (event) => this.#hover(event));
    this.#canvas.addEventListener("pointerleave", () => this.#hoverEnds());
    this.#canvas.addEventListener("click", (event) => this.#askAt(event));
  }

  /** @param {() => Promise<void>} turn */
  async prepare(turn) {
    // So that the first frame has the figure, in its place; from then on the observer tells.
    this.#room.fit(this.room?.width ?? this.clientWidth, this.room?.size);
    if (this.width > 0) {
      this.#layOut();
      await turn();
      this.#paint();
    }
    await turn();
  }

  /** The matrices that the tables show: the scene's, a moment later. */
  get tables() {
    return this.#tables.matrices;
  }

  /** @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    const before = /** @type {import("../../view/view.js").View | undefined} */ (changed.get("view"));
    if (before || !this.hasUpdated) this.#motion.follow(before);
    if (this.width > 0 && !this.#picture?.isOf(this.view, this.width, this.zoom)) this.#paint();
  }

  render() {
    const { t } = this.view;
    const patch = (/** @type {Record<string, unknown>} */ change) => this.patch(change);
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
      ${drawsLines(this.view) ? nothing : this.#motion.player()}
      ${this.#tables.render({
        onKey: (event, cell) => this.#key(event, cell),
        onFocus: (_event, cell) => this.#focus(cell),
        onClick: (_event, cell) => this.#ask(cell),
        onLeave: (event) => this.#leave(event),
      })}
      <p class="hint small muted"><span>${this.#hint()}</span> ${this.#tables.button()}</p>
    `;
  }

  /** @param {Map<string, unknown>} changed */
  updated(changed) {
    if (!this.view || this.width === 0) return;
    if (!changed.has("view") && !changed.has("width")) {
      if (changed.has("step")) this.#show();
    } else if (this.scrolls) this.#reveal(this.view.state.cell);
    if (this.focused) this.#mark();
  }

  #hint() {
    const { t } = this.view;
    return drawsLines(this.view) ? t("lines-hint") : t(this.#tables.wait ? "figure-large" : "figure-hint");
  }

  #paint() {
    const picture = this.#layOut();
    this.scrolls = picture.width > this.width + 1;
    this.#show();
    this.#tables.follow(picture.matrices);
  }

  #layOut() {
    this.#picture ??= new FigurePicture(this.#canvas, this.view.measure);
    this.#picture.layOut(this.view, this.width, this.zoom);
    return this.#picture;
  }

  /** The picture as it is scrolled: row labels stay in sight. */
  #show() {
    this.#picture?.show(this.scrolls ? (this.#scroll.value?.scrollLeft ?? 0) : 0, (scene) => this.#motion.moved(scene));
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
    if (!this.#tables.shown) marker.scrollIntoView({ block: "nearest", inline: "nearest" });
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
    if (this.#tables.has(event.relatedTarget)) return;
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
    else if (move && this.#picture) this.#tables.focus(this.#picture.cellBeside(cell, move));
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** The name and shape of the stage in view, for the region's label. */
  static label(/** @type {import("../../view/view.js").View} */ view) {
    return view.t("figure-label", {
      name: view.t(`stage-${view.state.stage}-title`),
      shape: shapeText(view, view.state.stage),
    });
  }
}

customElements.define("stage-figure", StageFigure);
