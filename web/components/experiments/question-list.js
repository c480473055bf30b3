import { css, html, nothing } from "lit";

import { experiments } from "../../state/experiments/experiments.js";
import { eventValue } from "../fields/event-value.js";
import { contains } from "../fields/search.js";
import { shared } from "../styles.js";
import { ViewElement } from "../view-element.js";
import { searched } from "./questions.js";
import { questionButton, questionButtonStyle } from "./stage-questions.js";

/**
 * All questions in groups, with a field to search them. The answer to a question that was asked here is in the slot
 * "answer", below the question's group.
 */
export class QuestionList extends ViewElement {
  static properties = {
    ...ViewElement.properties,
    experiments: { attribute: false },
    answered: { attribute: false },
    wanted: { state: true },
  };

  static styles = [
    shared,
    questionButtonStyle,
    css`
      h2 {
        margin: 0;
        font-size: var(--title);
        scroll-margin-top: 12px;
      }
      p {
        margin: 0 0 var(--space-12);
      }
      .search {
        display: flex;
        flex-wrap: wrap;
        gap: var(--space-4) var(--space-12);
        align-items: center;
      }
      input {
        flex: 0 1 20rem;
        min-width: 8rem;
      }
      .group {
        display: grid;
        margin-top: var(--space-20);
        grid-template-columns: 11rem minmax(0, 1fr);
        gap: var(--space-4) var(--space-16);
        align-items: baseline;
      }
      h3 {
        margin: 0;
        font-size: var(--number);
      }
      [data-experiment] {
        scroll-margin-top: 12px;
      }
      ul {
        display: flex;
        flex-wrap: wrap;
        gap: var(--space-8);
        margin: 0;
        padding: 0;
        list-style: none;
      }
      ::slotted(*) {
        margin-top: var(--space-12);
      }
      h2:focus {
        outline: none;
      }
      @media (max-width: 45rem) {
        .group {
          grid-template-columns: minmax(0, 1fr);
          margin-top: var(--space-24);
        }
      }
      @media print {
        h2,
        p,
        .search,
        .group {
          display: none;
        }
      }
    `,
  ];

  constructor() {
    super();
    /** The experiments whose questions are listed. */
    this.experiments = experiments;
    /** Whether the answer to the open question is shown in this list. */
    this.answered = false;
    /** What the reader searches for. */
    this.wanted = "";
    this.addEventListener("experiment-shown", () => this.#scrollTo('[aria-expanded="true"]'));
  }

  render() {
    const { t } = this.view;
    const found = this.experiments.filter(({ id }) => contains(searched(t, id), this.wanted));
    return html`
      <h2 tabindex="-1">${t("experiments-heading")}</h2>
      <p class="muted">${t("experiments-hint")}</p>
      <div class="search">
        <label for="search">${t("experiments-search")}</label>
        <input
          id="search"
          type="search"
          autocomplete="off"
          @input=${(/** @type {Event} */ event) => (this.wanted = eventValue(event))}
        />
        <span class="muted small" role="status"
          >${t("experiments-found", { count: found.length, all: this.experiments.length })}</span
        >
      </div>
      ${[...new Set(this.experiments.map(({ group }) => group))].map((group) => this.#group(group, found))}
    `;
  }

  /**
   * The questions of one group that were found, with the open answer below them.
   * @param {string} group
   * @param {readonly import("../../state/experiments/experiments.js").Experiment[]} found
   */
  #group(group, found) {
    const { view } = this;
    const { t } = view;
    const send = (/** @type {string} */ name, /** @type {unknown} */ detail) => this.send(name, detail);
    const own = found.filter((experiment) => experiment.group === group);
    const answer = this.answered && this.#openGroup() === group ? html`<slot name="answer"></slot>` : nothing;
    if (own.length === 0) return answer;
    return html`
      <div class="group">
        <h3>${t(`experiments-${group}`)}</h3>
        <ul>
          ${own.map(({ id }) => {
            const isOpen = this.answered && id === view.state.experiment;
            return html`<li>${questionButton({ t, send }, id, "list", isOpen)}</li>`;
          })}
        </ul>
      </div>
      ${answer}
    `;
  }

  #openGroup() {
    return experiments.find(({ id }) => id === this.view.state.experiment)?.group ?? "";
  }

  /** Scrolls the list into view. */
  show() {
    this.#scrollTo("h2");
    /** @type {HTMLElement | null} */ (this.renderRoot.querySelector("h2"))?.focus({ preventScroll: true });
  }

  /** @param {string} selector */
  #scrollTo(selector) {
    const reducedMotion = window.matchMedia("(prefers-reduced-motion: reduce)").matches;
    this.renderRoot
      .querySelector(selector)
      ?.scrollIntoView({ block: "start", behavior: reducedMotion ? "auto" : "smooth" });
  }
}

customElements.define("question-list", QuestionList);
