import { AttentionError } from "../../engine/errors.js";
import { fragmentOrNull, stateFromFragment } from "../../state/url.js";

/** @typedef {import("../../state/state.js").State} State */

/**
 * How long the state must stay the same before it is written into the address bar, ms: browsers refuse to write it at
 * every step of a slider.
 */
const writeDelay = 150;

/**
 * The state in the address bar.
 * @param {State} [state] returned as it is where the address bar already shows this state
 * @returns {State}
 * @throws {AttentionError} for a link that cannot be read
 */
export function stateInAddressBar(state) {
  const fragment = window.location.hash.slice(1);
  return state && fragment === fragmentOrNull(state) ? state : stateFromFragment(fragment);
}

/** Whether the link in the address bar itself names the inspected number. */
const linkNamesCell = () => /[#&]cell=/.test(window.location.hash);

/**
 * Writes a state into the address bar; a state that is too large for a link leaves it without a fragment.
 * @param {State} state
 * @returns {boolean} whether a link can hold the state
 */
function writeAddressBar(state) {
  const { pathname, search } = window.location;
  const fragment = fragmentOrNull(state);
  history.replaceState(null, "", fragment ? `#${fragment}` : pathname + search);
  return fragment !== null;
}

/**
 * The fields of the page that the link concerns.
 * @typedef {object} LinkedPage
 * @property {State} state
 * @property {unknown} problem what was entered and could not be used
 * @property {string | AttentionError} linkProblem
 * @property {boolean} unlinkable whether the state is too large for a link
 */

/** Keeps the page's state and the address bar in agreement. */
export class PageLink {
  #page;
  #selection;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;

  /**
   * @param {import("lit").ReactiveElement & LinkedPage} page
   * @param {import("../../view/selection.js").Selection} selection
   */
  constructor(page, selection) {
    this.#page = page;
    this.#selection = selection;
    page.addController(this);
  }

  hostDisconnected() {
    clearTimeout(this.#timer);
  }

  /** @param {AbortSignal} signal ends following the address bar */
  listen(signal) {
    window.addEventListener("hashchange", () => this.#read(), { signal });
    this.#read();
  }

  #read() {
    const page = this.#page;
    page.linkProblem = "";
    page.problem = null;
    try {
      page.state = stateInAddressBar(page.state);
      page.unlinkable = false;
      this.#selection.followLink(page.state, linkNamesCell());
    } catch (error) {
      if (!(error instanceof AttentionError)) throw error;
      page.linkProblem = error;
    }
  }

  /** Writes the page's state into the address bar once it has stopped changing. */
  writeSoon() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => (this.#page.unlinkable = !writeAddressBar(this.#page.state)), writeDelay);
  }
}
