import { changedFields } from "../../state/history.js";
import { fragmentOrNull, stateToFragment } from "../../state/url.js";

/** @typedef {import("../../state/state.js").State} State */
/** @typedef {import("./settings.js").Problem} Problem */

/** What of a state a link of the element holds: experiments are the page's. @param {State} state */
const linked = (state) => ({ ...state, lab: null, compare: null });

/** The state as a link's fragment. @param {State} state */
export const linkOf = (state) => stateToFragment(linked(state));

/** Tells the page around of an element: what it shows, what has changed since it told last, and what was refused. */
export class Events {
  #element;
  /** @type {State | null} what the last event told of */
  #told = null;
  /** @type {Problem[]} */
  #toldProblems = [];

  /** @param {HTMLElement} element */
  constructor(element) {
    this.#element = element;
  }

  /** @param {string} name @param {unknown} detail */
  fire(name, detail) {
    this.#element.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }));
  }

  /** Whether it has told of a state, or is going to: the first is told of by `attention-ready`. */
  get hasBegun() {
    return this.#told !== null;
  }

  /** @param {State} state */
  begin(state) {
    this.#told = state;
  }

  /** @param {State} state */
  ready(state) {
    this.fire("attention-ready", { state, link: fragmentOrNull(linked(state)) });
  }

  /** @param {State} state */
  changed(state) {
    const fields = changedFields(/** @type {State} */ (this.#told), state);
    this.#told = state;
    const { stage, head, cell } = state;
    if (fields.some((field) => ["stage", "head", "cell"].includes(field)))
      this.fire("attention-step", { stage, head, cell });
    if (fields.length > 0) this.fire("attention-change", { state, link: fragmentOrNull(linked(state)), fields });
  }

  /** @param {Problem[]} problems */
  refused(problems) {
    const isNew = (/** @type {Problem} */ { field, message }) =>
      !this.#toldProblems.some((told) => told.field === field && told.message === message);
    const fresh = problems.filter(isNew);
    this.#toldProblems = problems;
    for (const problem of fresh) this.fire("attention-error", problem);
  }
}
