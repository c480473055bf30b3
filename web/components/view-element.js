import { LitElement } from "lit";

/** @typedef {import("./view.js").View} View */

/** A part of the page: draws the view it is given, and asks for changes with events. */
export class ViewElement extends LitElement {
  static properties = { view: { attribute: false } };

  constructor() {
    super();
    /** What to draw; set before the first render. */
    this.view = /** @type {View} */ (/** @type {unknown} */ (undefined));
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
