import { changedFields } from "../../state/history.js";
import { fragmentOrNull, fragmentOf } from "../../state/url.js";

/** @typedef {import("../../state/state.js").State} State */
/** @typedef {import("./settings.js").Problem} Problem */

/** The state for a link of the element, which has no experiments. @param {State} state */
const linked = (state) => ({ ...state, lab: null, compare: null });

/** The state as a link's fragment. @param {State} state */
export const linkOf = (state) => fragmentOf(linked(state));

/** Fires the element's events: what it shows, what has changed since the last event, and what could not be used. */
export class Events {
  #element;
  /** @type {State | null} the state of the last event */
  #reported = null;
  /** @type {Problem[]} */
  #reportedProblems = [];

  /** @param {HTMLElement} element */
  constructor(element) {
    this.#element = element;
  }

  /** @param {string} name @param {unknown} detail */
  fire(name, detail) {
    this.#element.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }));
  }

  /** Whether `begin` was called: the first state is reported by `attention-ready`, not as a change. */
  get hasBegun() {
    return this.#reported !== null;
  }

  /** @param {State} state */
  begin(state) {
    this.#reported = state;
  }

  /** @param {State} state */
  ready(state) {
    this.fire("attention-ready", { state, link: fragmentOrNull(linked(state)) });
  }

  /** @param {State} state */
  changed(state) {
    const fields = changedFields(/** @type {State} */ (this.#reported), state);
    this.#reported = state;
    const { stage, head, cell } = state;
    if (fields.some((field) => ["stage", "head", "cell"].includes(field)))
      this.fire("attention-step", { stage, head, cell });
    if (fields.length > 0) this.fire("attention-change", { state, link: fragmentOrNull(linked(state)), fields });
  }

  /** @param {Problem[]} problems */
  refused(problems) {
    const isNew = (/** @type {Problem} */ { field, message }) =>
      !this.#reportedProblems.some((reported) => reported.field === field && reported.message === message);
    const fresh = problems.filter(isNew);
    this.#reportedProblems = problems;
    for (const problem of fresh) this.fire("attention-error", problem);
  }
}
