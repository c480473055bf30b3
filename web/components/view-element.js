import { LitElement } from "lit";

import { afterFrame, nextTask, taskBeforeFrame } from "../view/scheduling.js";

/** @typedef {import("../view/view.js").View} View */

/** After so many ms of small pictures, the others are painted in a new task. */
const longestPiece = 4;

/**
 * The ARIA role of a part that is a landmark of the page. Within <attention-stepper> it is a group instead: a page may
 * contain many of these elements, and too many landmarks help nobody.
 * @param {View} view
 * @param {"navigation" | "region"} role
 */
export const landmark = ({ embedded }, role) => (embedded ? "group" : role);

/**
 * The base class of the parts that draw a View, on the page and in <attention-stepper>. A part never changes the state
 * itself: it fires events that ask its owner for a change.
 */
export class ViewElement extends LitElement {
  static properties = { view: { attribute: false } };

  /** Whether this part draws new numbers one frame after the figure, so that the figure appears first. */
  static deferred = false;

  /** @type {View | null} the view that was drawn last */
  #drawn = null;
  /** Resumes an update that waits until this part is in the page and its view has numbers that are not freed. */
  #resume = () => {};
  #willPaint = false;
  /** The small pictures that are being painted. @type {Iterator<void> | null} */
  #painting = null;
  /** Waits until pictures that are not displayed are. @type {ResizeObserver | null} */
  #untilShown = null;

  constructor() {
    super();
    /** What to draw; the owner sets it before the first render. */
    this.view = /** @type {View} */ (/** @type {unknown} */ (undefined));
  }

  connectedCallback() {
    super.connectedCallback();
    this.#resume();
  }

  /** @type {LitElement["requestUpdate"]} */
  requestUpdate(...changed) {
    super.requestUpdate(...changed);
    if (#resume in this) this.#resume(); // Lit requests the first update before private fields exist
  }

  /**
   * Decides when lit may update this part. The first update, and the one after the rest of the page has loaded, run in
   * a task of their own, so that the browser can respond to the user between parts. In a class with `deferred`, an update
   * with new numbers waits for the next frame. Other updates run at once.
   */
  scheduleUpdate() {
    if (this.#drawn === null) return this.#drawFirst(this.view?.embedded ? taskBeforeFrame : nextTask);
    if (this.#drawn.later !== this.view.later) return this.#updateAfter(nextTask());
    const { deferred } = /** @type {typeof ViewElement} */ (this.constructor);
    if (deferred && this.#drawn.run !== this.view.run) return this.#updateAfter(afterFrame());
    return this.view.run.isFree ? this.#updateAfter() : super.scheduleUpdate();
  }

  /** Prepares and draws for the first time. @param {() => Promise<void>} next starts the task to begin in */
  async #drawFirst(next) {
    await this.#after(next());
    await this.prepare(() => this.#after(taskBeforeFrame()));
    super.scheduleUpdate();
  }

  /**
   * Paints small pictures that come after the figure: at first when the browser is idle, later after the next frame. Changes
   * until then are painted together. Pictures that are not displayed, as on a phone, are painted once they are.
   * @param {boolean} isFirst
   * @param {() => Iterator<void>} paint paints one picture after another
   */
  async paintAfterFigure(isFirst, paint) {
    const { atOnce, whenIdle } = this.view;
    if (!atOnce) {
      if (this.#willPaint) return;
      this.#willPaint = true;
      await (isFirst ? whenIdle() : afterFrame());
      this.#willPaint = false;
    }
    this.#untilShown?.disconnect();
    const picture = this.renderRoot.querySelector("canvas");
    const isHidden = () => picture?.getClientRects().length === 0;
    if (!picture || !isHidden()) return this.#inPieces(paint());
    const observer = new ResizeObserver(() => {
      if (isHidden()) return; // the first call, which comes at once
      observer.disconnect();
      void this.paintAfterFigure(false, paint); // not at once: pictures with new sizes in an observer's call are an error
    });
    observer.observe(picture);
    this.#untilShown = observer;
  }

  /**
   * Paints in tasks of a few ms each, so that the reader's input comes between them. Newer pictures, and other numbers, end what is
   * still to be painted: these are painted after their own figure. So do numbers that have arrived and are not drawn yet, for which
   * the pictures' places are those of others.
   * @param {Iterator<void>} pictures
   */
  async #inPieces(pictures) {
    const { run, atOnce } = this.view;
    this.#painting = pictures;
    let start = performance.now();
    const isOver = () => this.#painting !== pictures || this.#drawn?.run !== run || this.view.run !== run || run.isFree;
    while (!isOver() && !pictures.next().done) {
      if (atOnce || performance.now() - start < longestPiece) continue;
      await nextTask();
      start = performance.now();
    }
  }

  /** Updates as soon as this part can be drawn. @param {Promise<void>} [start] what to wait for first */
  async #updateAfter(start) {
    await this.#after(start);
    super.scheduleUpdate();
  }

  /**
   * Resolves when this part is in the page and its view's numbers are not freed. Numbers are freed when an element
   * leaves the page; and a part may still have a view with freed numbers until its parent passes on a newer view.
   * @param {Promise<void>} [start] what to wait for first
   */
  async #after(start) {
    await start;
    while (!this.isConnected || this.view.run.isFree)
      await new Promise((resolve) => (this.#resume = () => resolve(undefined)));
  }

  /** Measures what the first render needs to know; subclasses override it. */
  measure() {}

  /**
   * Work to do before the first render; subclasses override it.
   * @param {() => Promise<void>} _nextTask resolves in a new task; to be awaited between steps and at the end
   */
  async prepare(_nextTask) {}

  /** @param {Map<string, unknown>} changed */
  update(changed) {
    this.#drawn = this.view;
    super.update(changed);
  }

  /**
   * Asks for a change of the state: fires "state-patch" with {patch, text}.
   * @param {Record<string, unknown>} patch the fields to change
   * @param {string} [text] what the user entered; the field shows it again if the change is invalid
   */
  patch(patch, text = "") {
    this.send("state-patch", { patch, text });
  }

  /**
   * Fires a bubbling event that the page or the element around this part handles.
   * @param {string} name
   * @param {unknown} detail
   */
  send(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }));
  }
}

/**
 * Draws a component and all parts in it at once, as far as they wait to be drawn.
 * @param {LitElement} component
 */
export function drawNow(component) {
  if (component.isUpdatePending) {
    if (component instanceof ViewElement) component.measure();
    performUpdate(component);
  }
  for (const part of component.renderRoot.querySelectorAll("*")) if (part instanceof LitElement) drawNow(part);
}

/**
 * Resolves when all parts in a component are drawn, and the parts in them.
 * @param {LitElement} component
 * @returns {Promise<unknown>}
 */
export const partsDrawn = (component) =>
  Promise.all(
    [...component.renderRoot.querySelectorAll("*")].map(async (part) => {
      if (!(part instanceof LitElement)) return;
      await part.updateComplete;
      await partsDrawn(part);
    }),
  );

/** Lit's own method, which is protected. @param {any} component */
const performUpdate = (component) => component.performUpdate();
