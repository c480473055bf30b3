import { AttentionError } from "../../engine/errors.js";
import { asksByLink, linkedState, linkState } from "./state-link.js";

/** @typedef {import("../../state/state.js").State} State */

/** As long as nothing changes before the link is written: browsers refuse it at every step of a slider, ms. */
const rest = 150;

/**
 * The page, as far as its link is concerned.
 * @typedef {object} Linked
 * @property {State} state
 * @property {unknown} problem what was typed and could not be used
 * @property {string | AttentionError} linkProblem
 * @property {boolean} unlinkable whether the state is too large for a link
 */

/** Keeps the page's state and the address bar alike. */
export class PageLink {
  #page;
  #selection;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #later;

  /**
   * @param {import("lit").ReactiveElement & Linked} page
   * @param {import("../../view/selection.js").Selection} selection
   */
  constructor(page, selection) {
    this.#page = page;
    this.#selection = selection;
    page.addController(this);
  }

  hostDisconnected() {
    clearTimeout(this.#later);
  }

  /** @param {AbortSignal} signal until which links are followed */
  listen(signal) {
    window.addEventListener("hashchange", () => this.#read(), { signal });
    this.#read();
  }

  #read() {
    const page = this.#page;
    page.linkProblem = "";
    page.problem = null;
    try {
      page.state = linkedState(page.state);
      page.unlinkable = false;
      this.#selection.followLink(page.state, asksByLink());
    } catch (error) {
      if (!(error instanceof AttentionError)) throw error;
      page.linkProblem = error;
    }
  }

  writeSoon() {
    clearTimeout(this.#later);
    this.#later = setTimeout(() => (this.#page.unlinkable = !linkState(this.#page.state)), rest);
  }
}
