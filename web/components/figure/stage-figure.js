import { html, nothing } from "lit";

import { FigureMotion } from "./motion.js";
import { FigurePicture } from "./picture.js";
import { FigurePointing } from "./pointing.js";
import { figureStyles } from "./styles.js";
import { FigurePainting } from "./painting.js";
import { moveOf } from "./table.js";
import { FigureTables } from "./tables.js";
import { weightsBadge } from "./weights-badge.js";
import { pictureToggle } from "./picture-toggle.js";
import { metrics } from "../../figures/metrics.js";
import { drawsLines, linesOnlyOf } from "../../view/scenes.js";
import { SidewaysScroll } from "./sideways-scroll.js";
import { SizeController } from "./size-controller.js";
import { shared, tablesStyle } from "../styles.js";
import { ViewElement } from "../view-element.js";
import { isTouch } from "../pointer.js";
import { shapeText } from "../../view/view.js";
import { stageTitle } from "../../view/stage-names.js";

/** @typedef {import("../../figures/types.js").Cell} Cell */

/**
 * The figure of one stage: its matrices as an equation on a canvas, and an HTML table of each matrix for the keyboard
 * and screen readers. Fires "state-patch" with {patch: {cell}} when the reader selects a number, and "state-hover" with
 * {cell} when the pointer or the focus enters a number (cell: its place) or leaves it (cell: null). The choice of a head in it,
 * <attention-head-picker>, is imported by whoever shows several heads.
 */
export class StageFigure extends ViewElement {
  static properties = {
    ...ViewElement.properties,
    measured: { attribute: false },
    room: { attribute: false },
    width: { state: true },
    scrolls: { state: true },
    enlarged: { state: true },
    focused: { state: true },
    step: { state: true },
  };

  static styles = [shared, tablesStyle, figureStyles];

  /**
   * The first drawing happens before the canvas is in the page, where setting a font would force a computation of
   * styles.
   */
  #canvas = document.createElement("canvas");
  #size = new SizeController(this);
  #painting = new FigurePainting(this, this.#canvas);
  #sideways = new SidewaysScroll(this);
  /** @type {FigurePicture | null} the drawing; null before the first layout */
  #picture = null;
  #tables = new FigureTables(this);
  #motion = new FigureMotion(this);

  constructor() {
    super();
    /**
     * @type {import("./size-controller.js").Measured | null} the size, if the owner knows it before the first layout
     */
    this.measured = null;
    /** How high the picture may be, px: see FigurePicture. */
    this.room = Infinity;
    this.width = 0;
    /** Whether the figure is wider than the available width, so that it scrolls. */
    this.scrolls = false;
    /** Whether the reader wants cells that a finger can tap; the figure then scrolls sideways. */
    this.enlarged = false;
    /** Figures are designed for a font size of 16 px and scale with the font size. */
    this.zoom = 1;
    /** @type {Cell | null} the number that has the keyboard's focus */
    this.focused = null;
    /** The step of the computation that the figure shows; 0: the result. */
    this.step = 0;
    this.#canvas.setAttribute("aria-hidden", "true");
    new FigurePointing(this, this.#canvas, () => this.#picture);
  }

  /** So that the first frame already has the figure; later sizes come from the observed ruler. */
  measure() {
    if (this.width === 0) this.#size.fit(this.measured?.width ?? this.clientWidth, this.measured?.size);
  }

  /** @param {() => Promise<void>} nextTask */
  async prepare(nextTask) {
    this.measure();
    if (this.width > 0) {
      this.#layOut();
      await nextTask();
      this.#paint();
    }
    await nextTask();
  }

  /** Whether the tables are visible; otherwise only screen readers have them. */
  get showsTables() {
    return this.#tables.shown;
  }

  /** Shows the tables of the numbers, or hides them. */
  toggleTables() {
    this.#tables.toggle();
  }

  /** The matrices that the tables show; they follow those of the scene with a short delay. */
  get tables() {
    return this.#tables.matrices;
  }

  /** @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    const before = /** @type {import("../../view/view.js").View | undefined} */ (changed.get("view"));
    if (before || !this.hasUpdated) this.#motion.update(before);
    if (this.width > 0 && !this.#picture?.isOf(this.view, this)) this.#paint();
  }

  render() {
    const { t } = this.view;
    const patch = (/** @type {Record<string, unknown>} */ change) => this.patch(change);
    return html`
      <div class="above">
        ${weightsBadge(this.view)}
        <attention-head-picker
          part="heads"
          .view=${this.view}
          .width=${this.width}
          .zoom=${this.zoom}
        ></attention-head-picker>
        <div class="picture-toggle" part="picture">${pictureToggle(this.view, patch)}</div>
        ${this.#enlargeButton()}
      </div>
      <div class="ruler"></div>
      <div
        class="scroll"
        dir="ltr"
        tabindex=${this.scrolls ? 0 : nothing}
        role=${this.scrolls ? "group" : nothing}
        aria-label=${this.scrolls ? t("figure-scroll") : nothing}
        @scroll=${() => this.#scrolled()}
      >
        <div class="frame">
          ${this.#canvas}
          <div class="marker" ?hidden=${this.focused === null || drawsLines(this.view)}></div>
        </div>
      </div>
      ${drawsLines(this.view) ? nothing : this.#motion.player()}
      ${this.#tables.render({
        onKey: (event, cell) => this.#key(event, cell),
        onFocus: (_event, cell) => this.#focus(cell),
        onClick: (_event, cell) => this.#select(cell),
        onLeave: (event) => this.#leave(event),
      })}
      <p class="hint small muted" part="hint">
        <span>${this.scrolls ? t("figure-scroll") : ""} ${hintOf(this.view, this.#tables.tooLarge)}</span
        >${insteadOfHint(this, this.#picture?.hasRims)} ${this.#tables.button()}
      </p>
    `;
  }

  /** @param {Map<string, unknown>} changed */
  updated(changed) {
    if (!this.view || this.width === 0) return;
    if (!["view", "width", "room", "enlarged"].some((name) => changed.has(name))) {
      if (changed.has("step")) this.#show();
    } else if (this.scrolls) this.#reveal(this.view.state.cell);
    if (this.focused) this.#mark();
  }

  /** The button that makes cells large enough for a finger, or fits them to the screen again. */
  #enlargeButton() {
    const isSmall = this.width <= metrics.narrow * this.zoom || isTouch();
    if (!isSmall || drawsLines(this.view) || !(this.enlarged || this.#picture?.hasSmallCells)) return nothing;
    return html`<button
      class="enlarge"
      part="picture"
      aria-pressed=${this.enlarged}
      @click=${() => (this.enlarged = !this.enlarged)}
    >
      ${this.view.t("figure-enlarge")}
    </button>`;
  }

  /** Lays out and draws the view, and schedules its tables. */
  #paint() {
    const picture = this.#layOut();
    this.scrolls = picture.width > this.width + 1;
    this.#show();
    this.#tables.updateSoon(picture.matrices);
  }

  #layOut() {
    this.#picture ??= new FigurePicture(this.#canvas);
    this.#picture.layOut(this.view, this);
    return this.#picture;
  }

  /** Row labels stay at the visible edge. */
  #scrolled() {
    this.#sideways.read();
    this.#show();
  }

  /** Draws the picture for the current scroll position and step. */
  #show() {
    const picture = this.#picture;
    const left = this.scrolls ? this.#sideways.left : 0;
    if (picture) this.#painting.paint((seen) => picture.show(left, (scene) => this.#motion.sceneAtStep(scene), seen));
  }

  /**
   * Scrolls the figure sideways until a number is visible.
   * @param {Cell | null} cell
   */
  #reveal(cell) {
    const box = this.#picture?.boxOf(cell);
    if (box) this.#sideways.reveal(box);
  }

  /** A part of this element; null before it is rendered. @param {string} selector @returns {HTMLElement | null} */
  #part(selector) {
    return this.renderRoot.querySelector(selector);
  }

  /** Puts the marker around the focused number. */
  #mark() {
    const box = this.#picture?.boxOf(this.focused);
    const marker = this.#part(".marker");
    if (!box || !marker) return;
    for (const side of /** @type {const} */ (["left", "top", "width", "height"])) marker.style[side] = `${box[side]}px`;
    if (this.scrolls) this.#reveal(this.focused);
    if (!this.#tables.shown) marker.scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  /** Selects a number: fires "state-patch". @param {Cell} cell */
  #select(cell) {
    this.patch({ cell });
  }

  /**
   * Inspects a number while it has the focus. Enter or a click selects it permanently.
   * @param {Cell} cell
   */
  #focus(cell) {
    this.focused = cell;
    this.send("state-hover", { cell });
  }

  /** Ends the inspection of a focused number when the focus leaves the tables. @param {FocusEvent} event */
  #leave(event) {
    if (this.#tables.has(event.relatedTarget)) return;
    this.focused = null;
    this.send("state-hover", { cell: null });
  }

  /**
   * Enter and the space bar select a number; arrow keys and the like move the focus.
   * @param {KeyboardEvent} event
   * @param {Cell} cell the number that has the focus
   */
  #key(event, cell) {
    const move = moveOf(event);
    if (event.key === "Enter" || event.key === " ") this.#select(cell);
    else if (move && this.#picture) this.#tables.focus(this.#picture.cellBeside(cell, move));
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** The label of the region around the figure: the name and shape of the stage in view. */
  static label(/** @type {import("../../view/view.js").View} */ view) {
    return view.t("figure-label", {
      name: stageTitle(view),
      shape: shapeText(view, view.state.stage),
    });
  }
}

/** The hint below a figure on how to use it. @param {import("../../view/view.js").View} view @param {boolean} tooLarge for tables */
function hintOf(view, tooLarge) {
  const lines = () => (linesOnlyOf(view) === null ? "lines-hint" : "lines-hint-row");
  const hint = drawsLines(view) ? lines() : tooLarge ? "figure-large" : "figure-hint";
  return (isTouch() && view.t(`${hint}-touch`)) || view.t(hint);
}

/**
 * What stands in the place of the hint, which keeps its height: what keys do while a number has their focus, or what rims are.
 * @param {StageFigure} figure
 * @param {boolean | undefined} hasRims
 */
function insteadOfHint({ view, focused }, hasRims) {
  const said = focused && !drawsLines(view) ? "figure-keys-hint" : hasRims ? "figure-former" : null;
  return said === null ? nothing : html`<span class="instead">${view.t(said)}</span>`;
}

customElements.define("attention-stage-figure", StageFigure);
