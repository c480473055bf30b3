import { LitElement } from "lit";

import { afterFrame, nextTask, taskBeforeFrame } from "../view/scheduling.js";

/** @typedef {import("../view/view.js").View} View */

/**
 * The role of a part that is a landmark of the page; in a page of another's, where it may stand many times, it is none.
 * @param {View} view
 * @param {"navigation" | "region"} role
 */
export const landmark = ({ embedded }, role) => (embedded ? "group" : role);

/** A part of the page: draws the view it is given, and asks for changes with events. */
export class ViewElement extends LitElement {
  static properties = { view: { attribute: false } };

  /** Whether the frame with other numbers comes without this part, which draws right after it: the figure comes first. */
  static follows = false;

  /** @type {View | null} what is drawn */
  #drawn = null;
  /** Draws on, where that had to wait. */
  #goOn = () => {};

  constructor() {
    super();
    /** What to draw; set before the first render. */
    this.view = /** @type {View} */ (/** @type {unknown} */ (undefined));
  }

  connectedCallback() {
    super.connectedCallback();
    this.#goOn();
  }

  /** @type {LitElement["requestUpdate"]} */
  requestUpdate(...changed) {
    super.requestUpdate(...changed);
    if (#goOn in this) this.#goOn(); // Lit asks for the first update before there are fields
  }

  /**
   * At first each part draws in a task of its own, and again when the rest of the page is there, so that the browser can
   * answer in between.
   */
  scheduleUpdate() {
    if (this.#drawn === null) return this.#drawFirst(this.view?.embedded ? taskBeforeFrame : nextTask);
    if (this.#drawn.deferred !== this.view.deferred) return this.#updateAfter(nextTask());
    const { follows } = /** @type {typeof ViewElement} */ (this.constructor);
    if (follows && this.#drawn.run !== this.view.run) return this.#updateAfter(afterFrame());
    return this.view.run.isFree ? this.#updateAfter() : super.scheduleUpdate();
  }

  /** @param {() => Promise<void>} next */
  async #drawFirst(next) {
    await this.#after(next());
    await this.prepare(() => this.#after(taskBeforeFrame()));
    super.scheduleUpdate();
  }

  /** @param {Promise<void>} [turn] */
  async #updateAfter(turn) {
    await this.#after(turn);
    super.scheduleUpdate();
  }

  /**
   * What has left the page meanwhile has numbers that are given back; so has what stands in a part that draws later.
   * @param {Promise<void>} [turn]
   */
  async #after(turn) {
    await turn;
    while (!this.isConnected || this.view.run.isFree)
      await new Promise((resolve) => (this.#goOn = () => resolve(undefined)));
  }

  /**
   * What a part does ahead of its first drawing.
   * @param {() => Promise<void>} _turn leads to a task of its own: to be taken last, too
   */
  async prepare(_turn) {}

  /** @param {Map<string, unknown>} changed */
  update(changed) {
    this.#drawn = this.view;
    super.update(changed);
  }

  /**
   * Asks for a change of the state: fires "state-patch".
   * @param {Record<string, unknown>} patch
   * @param {string} [text] as typed, to be kept where it cannot be used
   */
  patch(patch, text = "") {
    this.send("state-patch", { patch, text });
  }

  /**
   * @param {string} name of an event for the page
   * @param {unknown} detail
   */
  send(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }));
  }
}
