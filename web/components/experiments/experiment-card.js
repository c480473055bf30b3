import { css, html, nothing } from "lit";

import { AttentionError } from "../../engine/errors.js";
import { experimentFields, numberFields } from "../../state/fields.js";
import { experimentOf, showsAnswer, startOf } from "../../state/experiments/starts.js";
import { modelOf } from "../../state/recipes/trained-models.js";
import { changeState, experimentState } from "../../state/state.js";
import { RunCache, sameNumbers } from "../../view/run-cache.js";
import { viewOf } from "../../view/view.js";
import { differencesText } from "./setting-text.js";
import { whereText } from "./where-text.js";
import { errorText } from "../error-text.js";
import { comparisonOf } from "./compare/comparisons.js";
import { phone, shared } from "../styles.js";
import { ViewElement } from "../view-element.js";
import { withSubscripts } from "../rich-text.js";

/** @typedef {import("../../view/view.js").View} View */
/** @typedef {import("../../words/translate.js").Translate} Translate */
/** @typedef {import("../../state/state.js").State} State */

/**
 * The answer to the open question: its experiment. An experiment has a walk of its own: what the reader changes in it
 * becomes part of the state's field `experiment`, and the reader's walk changes only at a button. Fires "state-patch",
 * "question-closed", and "experiment-shown" once the experiment has its height.
 */
export class ExperimentCard extends ViewElement {
  static deferred = true;
  static properties = {
    ...ViewElement.properties,
    problem: { state: true },
  };

  static styles = [
    shared,
    css`
      :host {
        scroll-margin-top: 11rem; /* the question above stays in sight */
      }
      p {
        margin: 0 0 var(--space-16);
      }
      section.card {
        padding-block: var(--space-20);
      }
      .elsewhere,
      .differs {
        display: flex;
        flex-wrap: wrap;
        gap: var(--space-4) var(--space-16);
        align-items: baseline;
        margin: 0 0 var(--space-12);
        padding: var(--space-8) var(--space-12);
        border-radius: var(--radius-button);
        background: var(--wash);
      }
      .head {
        display: flex;
        gap: var(--space-12);
        align-items: start;
        justify-content: space-between;
        margin-bottom: var(--space-8);
      }
      .head h3 {
        min-width: 0;
        margin: 0;
        overflow-wrap: anywhere;
        font-size: var(--title);
      }
      .head h3:focus {
        outline: none;
      }
      @media print {
        .head button {
          display: none;
        }
      }
      @media ${phone} {
        section.card {
          padding-block: var(--space-12);
        }
      }
    `,
  ];

  /** Id of an experiment that was just opened and must be scrolled into view; otherwise "". */
  #opening = "";
  /** Whether the page was opened with that question. */
  #isFromLink = false;
  /** @type {{from: View, view: View} | null} the view of the open experiment, with its messages */
  #given = null;
  /** @type {RunCache | null} computes the walk of the open experiment, where it differs from the reader's */
  #walks = null;
  /** @type {ViewElement | null} the element of the open experiment; null if none is shown */
  #element = null;

  constructor() {
    super();
    /** Why the last change from inside the open experiment was refused; "" if it was accepted. */
    this.problem = "";
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.#given = null;
    this.#walks?.free();
  }

  /** @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    if (!changed.has("view")) return;
    const before = /** @type {View | undefined} */ (changed.get("view"));
    const experiment = experimentOf(this.view.state.experiment);
    if (before?.state !== this.view.state) this.problem = "";
    if (!experiment || experiment.id === before?.state.experiment) return;
    this.#opening = experiment.id; // also one that was opened elsewhere on the page, or that a link names
    this.#isFromLink = before === undefined;
  }

  render() {
    const open = experimentOf(this.view.state.experiment);
    if (!open) return nothing;
    const content = this.#content(open);
    return html`
      <section
        id="experiment"
        class="card"
        aria-labelledby="experiment-title"
        @state-patch=${(/** @type {CustomEvent} */ event) => this.#change(event)}
      >
        ${this.#head(open.id)}
        <p class="error" role="alert" ?hidden=${!this.problem}>${this.problem}</p>
        ${this.#where()} ${this.#differences()} ${content}
      </section>
    `;
  }

  /**
   * On which walk the answer is shown. Where the settings are others (a link or the reader has set them), the experiment
   * offers to go there.
   */
  #where() {
    const { state } = this.view;
    const given = /** @type {View} */ (this.#given?.view);
    if (showsAnswer(given.state))
      return html`<p class="where small muted">${withSubscripts(whereText(given.t, given.state, state))}</p>`;
    const experiment_state = startOf(state, state.experiment ?? "");
    const there = experimentState(changeState(state, { experiment_state, compare: null }));
    return html`<p class="elsewhere small">
      <span>${withSubscripts(given.t("experiments-elsewhere", { where: whereText(given.t, there, state) }))}</span>
      <button id="there" class="link" @click=${() => this.#go(experiment_state)}>
        ${given.t("experiments-there")}
      </button>
    </p>`;
  }

  /** Goes to the walk on which the answer is shown. @param {State["experiment_state"]} experiment_state */
  #go(experiment_state) {
    this.patch({ experiment_state });
    /** @type {HTMLElement | null} */ (this.renderRoot.querySelector("#experiment-title"))?.focus();
  }

  /** What differs from the reader's walk, with a button that makes it part of that walk; nothing where nothing differs. */
  #differences() {
    const view = /** @type {View} */ (this.#given?.view);
    const settings = differencesText(view, this.view);
    if (settings === "") return nothing;
    return html`<p class="differs small">
      <span>${withSubscripts(view.t("experiments-differs", { settings }))}</span>
      <button id="take" class="link" @click=${() => this.#take()}>${view.t("experiments-take")}</button>
    </p>`;
  }

  updated() {
    const { state } = this.view;
    const { experiment } = state;
    const open = experimentOf(experiment);
    const start = open?.start;
    // A link may name a question about a trained model, and neither its experiment nor that model.
    const isOther = start?.recipe !== undefined && start.recipe !== state.recipe;
    if (isOther && state.experiment_state === null && modelOf({ ...state, ...start }))
      this.patch({ experiment_state: startOf(state, experiment ?? "") });
    if (!open || experiment !== this.#opening) return;
    this.#opening = "";
    // Once the experiment has its height, so that the page can scroll to the question with the answer below it.
    void this.#element?.updateComplete.then(() => this.#show());
  }

  /**
   * Scrolls the answer into view, below its question, and moves the focus to its heading. A page that is opened by a link to
   * it is there at once.
   */
  #show() {
    const isStill = this.#isFromLink || window.matchMedia("(prefers-reduced-motion: reduce)").matches;
    if (!this.assignedSlot) this.scrollIntoView({ block: "start", behavior: isStill ? "auto" : "smooth" });
    this.send("experiment-shown", null); // the list of questions scrolls to the question
    /** @type {HTMLElement | null} */ (this.renderRoot.querySelector("#experiment-title"))?.focus({
      preventScroll: true,
    });
  }

  /** @param {string} experiment */
  #head(experiment) {
    const { t } = this.view;
    return html`
      <div class="head">
        <h3 id="experiment-title" tabindex="-1">${withSubscripts(t(`experiment-${experiment}`))}</h3>
        <button @click=${() => this.send("question-closed", null)}>${t("experiments-close")}</button>
      </div>
    `;
  }

  /** The element of the open experiment. @param {import("../../state/experiments/experiments.js").Experiment} experiment */
  #content(experiment) {
    if (this.#element?.localName !== experiment.element)
      this.#element = /** @type {ViewElement} */ (document.createElement(experiment.element));
    if (this.#given?.from !== this.view) this.#given = { from: this.view, view: this.#viewOf(this.view.t) };
    this.#element.view = this.#given.view;
    return this.#element;
  }

  /** The view of the open experiment: of its own walk, where that differs from the reader's. @param {Translate} t */
  #viewOf(t) {
    const { view } = this;
    const state = experimentState(view.state);
    try {
      this.#walks ??= new RunCache(view.engine);
      if (!sameNumbers(state, view.state))
        return viewOf(state, this.#walks.walkOf(state), { ...view, t, cell: state.cell });
    } catch (error) {
      if (!(error instanceof AttentionError)) throw error;
      this.problem = errorText(t, error);
    }
    this.#walks?.free();
    return state === view.state ? { ...view, t } : viewOf(state, view, { ...view, t, cell: state.cell });
  }

  /**
   * Makes a change from inside the experiment part of the experiment. An invalid one is refused here, in sight, and the
   * experiment shows its old value.
   * @param {CustomEvent<{patch: Partial<State>}>} event
   */
  #change(event) {
    event.stopPropagation();
    const { t, state } = this.view;
    try {
      const change = ownChange(state, event.detail.patch);
      changeState(experimentState(state), event.detail.patch); // its error names the field, not the experiment
      this.problem = "";
      this.patch(change);
    } catch (error) {
      if (!(error instanceof AttentionError)) throw error;
      this.problem = errorText(t, error);
      this.#element?.requestUpdate();
    }
  }

  /** Makes what differs in the experiment part of the reader's walk. */
  #take() {
    const given = Object.entries(this.view.state.experiment_state ?? {});
    const ofNumbers = (/** @type {string} */ field) => numberFields.includes(/** @type {keyof State} */ (field));
    const rest = given.filter(([field]) => !ofNumbers(field));
    this.patch({
      ...Object.fromEntries(given.filter(([field]) => ofNumbers(field))),
      experiment_state: rest.length > 0 ? Object.fromEntries(rest) : null,
    });
    /** @type {HTMLElement | null} */ (this.renderRoot.querySelector("#experiment-title"))?.focus();
  }
}

/**
 * The change of the state for a change that the reader makes in an experiment. Settings of the walk belong to the
 * experiment's walk; once that differs from the reader's, so do steps and selected numbers, which it may not have.
 * @param {State} state
 * @param {Partial<State>} patch
 * @returns {Partial<State>}
 */
function ownChange(state, patch) {
  if (experimentOf(state.experiment)?.changesWalk) return patch;
  const isOwn = (/** @type {string} */ field) =>
    field !== "compare" && (state.experiment_state !== null || !experimentFields.includes(field));
  const entries = Object.entries(patch);
  const own = entries.filter(([field]) => isOwn(field));
  const others = Object.fromEntries(entries.filter(([field]) => !isOwn(field)));
  return own.length === 0
    ? others
    : { ...others, experiment_state: { ...state.experiment_state, ...Object.fromEntries(own) } };
}

/**
 * The change of the state that opens an experiment with its settings. If the experiment asks for a prediction first, walk
 * B is computed only after the answer.
 * @param {State} state
 * @param {string} id
 * @returns {Partial<State>}
 */
export function opening(state, id) {
  const { b = null, expect } = comparisonOf(id) ?? {};
  return { experiment: id, experiment_state: startOf(state, id), compare: expect ? null : b };
}

/** The change of the state that closes the open experiment. */
export const closing = Object.freeze({ experiment: null, experiment_state: null, compare: null });

customElements.define("experiment-card", ExperimentCard);
