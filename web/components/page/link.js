import { isPlaceAlone, placeOf } from "../places.js";
import { whileConnected } from "../while-connected.js";
import { changeState, defaultState } from "../../state/state.js";
import { firstScreen } from "../../state/recipes/trained-models.js";
import { fragmentOrNull, readLink } from "../../state/url.js";

/** @typedef {import("../../state/state.js").State} State */

/**
 * Milliseconds for which the state must stay the same before it is written to the address bar. Browsers limit how often
 * a page may change its address, so it cannot be written at every step of a slider.
 */
const writeDelay = 150;

/** The address bar's fragment, without "#". */
const fragmentInAddressBar = () => window.location.hash.slice(1);

/** What the page shows where its address names no state. */
export const firstState = changeState(defaultState, firstScreen);

/** The fragment of the default state, which has no fields to write: without any, the page shows its first screen. */
const defaultFragment = `recipe=${defaultState.recipe}`;

/** A state's fragment, which is never empty. @param {State} state @returns {string | null} null where it would be too long */
function fragmentFor(state) {
  const fragment = fragmentOrNull(state);
  return fragment === "" ? defaultFragment : fragment;
}

/**
 * The state that the address bar contains, as far as it is valid; that of the first screen where it contains none.
 * @param {State} [state] the current state; it is returned as it is if the address bar contains the same state
 * @returns {ReturnType<typeof readLink>}
 */
export function stateInAddressBar(state) {
  const whole = fragmentInAddressBar();
  if (whole === "" || isPlaceAlone(whole) || placeOf(whole) !== "explore") return { state: firstState, leftOut: [] };
  return state && whole === fragmentFor(state) ? { state, leftOut: [] } : readLink(whole);
}

/**
 * Writes a state to the address bar. For a state that is too large for a link, the fragment is removed.
 * @param {State} state
 * @returns {boolean} whether a link can hold the state
 */
function writeAddressBar(state) {
  const { pathname, search } = window.location;
  const fragment = fragmentFor(state);
  history.replaceState(null, "", fragment ? `#${fragment}` : pathname + search);
  return fragment !== null;
}

/**
 * The fields of the page that the link concerns.
 * @typedef {object} LinkedPage
 * @property {State} state
 * @property {import("../places.js").Place} place
 * @property {unknown} problem the invalid value that the reader entered, or null
 * @property {import("./problems.js").LinkProblem} linkProblem
 * @property {boolean} unlinkable whether the state is too large for a link
 */

/** Synchronises the state of the page with the address bar, in both directions. */
export class PageLink {
  #page;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  /** The address bar's fragment when it was last read or written here. @type {string | undefined} */
  #fragment;

  /** @param {import("lit").ReactiveElement & LinkedPage} page */
  constructor(page) {
    this.#page = page;
    page.addController(this);
    whileConnected(page, (signal) => window.addEventListener("hashchange", () => this.#read(), { signal }));
  }

  hostConnected() {
    this.#read();
  }

  hostDisconnected() {
    clearTimeout(this.#timer);
  }

  #read() {
    const page = this.#page;
    const fragment = fragmentInAddressBar();
    this.#fragment = fragment;
    page.place = placeOf(fragment);
    if (page.place !== "explore") return; // Train reads its own link
    if (isPlaceAlone(fragment)) return this.writeSoon();
    const { state, leftOut } = stateInAddressBar(page.state);
    page.state = state;
    page.problem = null;
    page.linkProblem = leftOut.length > 0 ? leftOut : null;
    page.unlinkable = false;
  }

  /** Writes the state of the page to the address bar once it has stopped changing. */
  writeSoon() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      // Otherwise the reader has just followed a link, and the event that says so is on its way: it must find that link.
      const unchanged = fragmentInAddressBar() === this.#fragment;
      if (this.#page.place !== "explore" || !unchanged) return;
      this.#page.unlinkable = !writeAddressBar(this.#page.state);
      this.#fragment = fragmentInAddressBar();
    }, writeDelay);
  }
}
