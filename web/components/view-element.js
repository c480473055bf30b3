import { LitElement } from "lit";

import { afterFrame, nextTask, taskBeforeFrame } from "../view/scheduling.js";

/** @typedef {import("../view/view.js").View} View */

/**
 * The role of a part that is a landmark of the page. In the element, of which a page may have many, it is only a group.
 * @param {View} view
 * @param {"navigation" | "region"} role
 */
export const landmark = ({ embedded }, role) => (embedded ? "group" : role);

/** The base class of a part of the page or the element: draws the view it is given, and asks for changes with events. */
export class ViewElement extends LitElement {
  static properties = { view: { attribute: false } };

  /** Whether this part draws new numbers one frame later than the figure, so that the figure comes first. */
  static deferred = false;

  /** @type {View | null} the view that was drawn last */
  #drawn = null;
  /** Resumes a drawing that waits for this part to be in the page, and for numbers that are not freed. */
  #resume = () => {};

  constructor() {
    super();
    /** Set before the first render. */
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
   * Each part draws for the first time in a task of its own, and so it does when the deferred parts arrive: the browser can
   * respond in between.
   */
  scheduleUpdate() {
    if (this.#drawn === null) return this.#drawFirst(this.view?.embedded ? taskBeforeFrame : nextTask);
    if (this.#drawn.deferred !== this.view.deferred) return this.#updateAfter(nextTask());
    const { deferred } = /** @type {typeof ViewElement} */ (this.constructor);
    if (deferred && this.#drawn.run !== this.view.run) return this.#updateAfter(afterFrame());
    return this.view.run.isFree ? this.#updateAfter() : super.scheduleUpdate();
  }

  /** @param {() => Promise<void>} next */
  async #drawFirst(next) {
    await this.#after(next());
    await this.prepare(() => this.#after(taskBeforeFrame()));
    super.scheduleUpdate();
  }

  /** @param {Promise<void>} [start] */
  async #updateAfter(start) {
    await this.#after(start);
    super.scheduleUpdate();
  }

  /**
   * Resolves when this part is in the page and its view's numbers have not been freed: they are freed when an element
   * leaves the page, and when a part around this one has yet to pass on a newer view.
   * @param {Promise<void>} [start] what to wait for first
   */
  async #after(start) {
    await start;
    while (!this.isConnected || this.view.run.isFree)
      await new Promise((resolve) => (this.#resume = () => resolve(undefined)));
  }

  /**
   * What a part does before it draws for the first time.
   * @param {() => Promise<void>} _nextTask starts a new task; to be awaited between steps and at the end
   */
  async prepare(_nextTask) {}

  /** @param {Map<string, unknown>} changed */
  update(changed) {
    this.#drawn = this.view;
    super.update(changed);
  }

  /**
   * Asks for a change of the state: fires "state-patch".
   * @param {Record<string, unknown>} patch
   * @param {string} [text] as typed, shown again where it cannot be used
   */
  patch(patch, text = "") {
    this.send("state-patch", { patch, text });
  }

  /**
   * Fires an event for the page or the element.
   * @param {string} name
   * @param {unknown} detail
   */
  send(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }));
  }
}
