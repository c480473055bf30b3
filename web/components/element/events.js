import { changedFields } from "../../state/history.js";
import { fragmentOrNull } from "../../state/url.js";

/** @typedef {import("../../state/state.js").State} State */
/** @typedef {import("./settings.js").Problem} Problem */

/**
 * The state as the fragment of a link (the part after #), without the fields of experiments; null if the state is too
 * large for a link.
 * @param {State} state
 */
export const linkOf = (state) => fragmentOrNull({ ...state, experiment: null, experiment_state: null, compare: null });

/** Fires the events of the element: when it is ready, when its state has changed, and when an attribute is invalid. */
export class Events {
  #element;
  /** @type {State | null} the state at the last event; null before the first */
  #reported = null;
  /** @type {Problem[]} the invalid attributes that were already reported and are still invalid */
  #reportedProblems = [];

  /** @param {HTMLElement} element */
  constructor(element) {
    this.#element = element;
  }

  /** Fires a bubbling event on the element. @param {string} name @param {unknown} detail */
  fire(name, detail) {
    this.#element.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }));
  }

  /** Sets the first state, with which later states are compared. `attention-ready` reports it. @param {State} state */
  begin(state) {
    this.#reported = state;
  }

  /** Fires "attention-ready" with {state, link}. @param {State} state @param {string | null} [link] */
  ready(state, link = linkOf(state)) {
    this.fire("attention-ready", { state, link });
  }

  /**
   * Fires "attention-step" and "attention-change" if the state differs from the last one reported.
   * @param {State} state
   */
  changed(state) {
    const fields = changedFields(/** @type {State} */ (this.#reported), state);
    this.#reported = state;
    const { stage, head, cell } = state;
    if (fields.some((field) => ["stage", "head", "cell"].includes(field)))
      this.fire("attention-step", { stage, head, cell });
    if (fields.length > 0) this.fire("attention-change", { state, link: linkOf(state), fields });
  }

  /** Fires "attention-error" for each problem that has not been reported yet. @param {Problem[]} problems */
  refused(problems) {
    const isNew = (/** @type {Problem} */ { field, message }) =>
      !this.#reportedProblems.some((reported) => reported.field === field && reported.message === message);
    const fresh = problems.filter(isNew);
    this.#reportedProblems = problems;
    for (const { field, message, got } of fresh) this.fire("attention-error", { field, message, got });
  }
}
