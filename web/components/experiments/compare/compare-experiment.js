import { css, html, nothing } from "lit";
import { live } from "lit/directives/live.js";

import { coreWithGradients } from "../../../engine/backward.js";
import { fields, limits } from "../../../state/fields.js";
import { isAsOpened, showsAnswer } from "../../../state/experiments/starts.js";
import { withSubscripts } from "../../rich-text.js";
import { answers } from "./findings.js";
import { changeChoice } from "./change-choice.js";
import { comparedFigures } from "./side-figures.js";
import { layersTable, movedText, sidesTable } from "./results.js";
import { comparisonOf } from "./comparisons.js";
import { questionStyles } from "../styles.js";
import { secondView, sharedStage, sideOf } from "../second-view.js";
import { ExperimentElement } from "../experiment-element.js";
import { problemBelow } from "../../fields/number-input.js";
import { Lazy } from "../../lazy.js";
import { option } from "../../fields/option.js";
import { eventValue } from "../../fields/event-value.js";
import { phone } from "../../styles.js";

/** @typedef {import("../../../view/view.js").View} View */
/** @typedef {import("./findings.js").Side} Side */

/**
 * Compares two walks (passes through all stages) side by side: A, the walk in view, and B, the same with some settings
 * changed. An experiment with a question first asks the reader for a prediction. Fires "state-patch" when the reader
 * changes a setting.
 */
export class CompareExperiment extends ExperimentElement {
  static properties = {
    ...ExperimentElement.properties,
    tables: { state: true },
    guess: { state: true },
    problem: { state: true },
  };

  static styles = [
    questionStyles,
    css`
      td.bars {
        width: 22%;
      }
      .result scroll-box {
        margin-bottom: var(--space-12);
      }
      @media ${phone} {
        .bars {
          display: none;
        }
      }
    `,
  ];

  /** @type {Side[]} A and B; empty if nothing is compared. This class frees the run of B; A belongs to the page */
  #sides = [];
  /** Computes gradients, for the questions that need them. */
  #core = new Lazy(this, () => coreWithGradients(this.view.engine));
  /** The change for which the present B was computed, as JSON. */
  #computed = "";
  /** Whether the reader has just answered. The buttons disappear then, so the focus moves to the result. */
  #answered = false;

  constructor() {
    super();
    this.tables = false;
    /** The answer that the reader chose, until the next question. */
    this.guess = "";
    /** The reason why the engine rejects the change that the reader chose; "" if it accepts it. */
    this.problem = "";
  }

  /** @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    const before = /** @type {View | undefined} */ (changed.get("view"));
    const { state } = this.view;
    if (before && before.state.experiment !== state.experiment) this.guess = "";
    const wanted = JSON.stringify(state.compare);
    if (this.renumbered(changed) || wanted !== this.#computed) this.#compute();
    else if (before) this.#redraw();
    this.#computed = wanted;
  }

  updated() {
    const verdict = /** @type {HTMLElement | null} */ (this.renderRoot.querySelector(".result"));
    if (!this.#answered || !verdict) return;
    this.#answered = false;
    verdict.focus();
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.#release();
    this.#computed = "";
  }

  render() {
    const { t, state } = this.view;
    const question = this.#question();
    const text = question
      ? `compare-${state.experiment}-text`
      : comparisonOf(state.experiment)
        ? "compare-other-text"
        : "compare-text";
    return html`
      <p class="muted">${withSubscripts(t(text))}</p>
      ${question?.expect && state.compare === null ? this.#prediction(question) : this.#comparison(question)}
    `;
  }

  /**
   * The question, as long as its words are true: the settings show its answer, and B has its change. Otherwise the two walks
   * are compared as any others.
   */
  #question() {
    const { state } = this.view;
    const question = comparisonOf(state.experiment);
    const { write } = fields.compare; // in links, the order of the fields does not matter
    const isAsked = question && (state.compare === null || write(state.compare) === write(question.b));
    return isAsked && showsAnswer(state) ? question : undefined;
  }

  /** Frees the run of B. */
  #release() {
    this.#sides[1]?.view.run.free();
    this.#sides = [];
  }

  /** Computes B and measures both sides. */
  #compute() {
    this.#release();
    const { compare } = this.view.state;
    this.problem = "";
    if (compare === null) return;
    const { second, problem } = secondView(this.view, compare);
    this.problem = problem;
    if (second) this.#sides = [sideOf(this.view), sideOf(second)];
  }

  /** Shows the numbers computed before at another stage, head or theme. */
  #redraw() {
    const [a, b] = this.#sides;
    if (!a || !b) return;
    const { second } = secondView(this.view, this.view.state.compare ?? {}, b.view);
    if (second)
      this.#sides = [
        { ...a, view: this.view },
        { ...b, view: second },
      ];
  }

  /**
   * Changes B, or shows why the engine rejects the change, and the old value again.
   * @param {Record<string, unknown>} patch
   */
  #change(patch) {
    const { problem, second } = secondView(this.view, patch);
    second?.run.free();
    this.problem = problem;
    if (problem === "") this.patch({ compare: patch });
    else this.requestUpdate(); // even where the problem is the same as before
  }

  /** The question with its possible answers. @param {import("./comparisons.js").Comparison} question */
  #prediction({ b, expect = [] }) {
    const { t, state } = this.view;
    const answer = (/** @type {string} */ id) => {
      this.guess = id;
      this.#answered = true;
      this.patch({ compare: b });
    };
    return html`
      <fieldset class="expect">
        <legend>${withSubscripts(t(`compare-${state.experiment}-expect`))}</legend>
        ${expect.map(
          (id) =>
            html`<button @click=${() => answer(id)}>${withSubscripts(t(`compare-${state.experiment}-${id}`))}</button>`,
        )}
        <button class="link" @click=${() => answer("")}>${t("compare-show")}</button>
      </fieldset>
    `;
  }

  /** The controls of B, and the figures and results of both sides. @param {import("./comparisons.js").Comparison | undefined} question */
  #comparison(question) {
    const { t, state, controls } = this.view;
    const [a, b] = this.#sides;
    const slider = comparisonOf(state.experiment)?.slider;
    return html`
      <div class="controls">
        ${changeChoice(this.view, (patch) => this.#change(patch), this.problem !== "")}
        ${slider && controls.includes(slider) ? this.#slider(slider) : nothing} ${a && b ? this.#stages(a, b) : nothing}
      </div>
      ${problemBelow("problem", this.problem)}
      ${
        a && b
          ? html`<div role="status">${this.#verdict(question, a, b)}</div>
              ${comparedFigures(a, b, this.tables)}
              <button class="link" aria-expanded=${this.tables} @click=${() => (this.tables = !this.tables)}>
                ${t(this.tables ? "tables-hide" : "tables-show")}
              </button>
              ${sidesTable(this.view, [a, b])}`
          : nothing
      }
      ${state.compare === null ? html`<p class="muted">${t("compare-none")}</p>` : nothing}
    `;
  }

  /** A slider for a size of both sides. @param {"d_k" | "d_model"} field a size of both sides */
  #slider(field) {
    const { t, state } = this.view;
    return html`
      <label>
        <span>${withSubscripts(t("compare-both", { field }))}</span>
        <input
          type="range"
          min=${limits[field].min}
          max=${limits[field].max}
          .value=${live(String(state[field]))}
          aria-label=${t(`control-${field}`)}
          @input=${(/** @type {Event} */ event) => this.patch({ [field]: Number(eventValue(event)) })}
        />
        <output aria-live="off">${state[field]}</output>
      </label>
    `;
  }

  /** The choice of the stage to compare. @param {Side} a @param {Side} b */
  #stages({ view: a }, { view: b }) {
    const { t } = a;
    const stages = a.run.stages.filter((stage) => b.run.stages.includes(stage));
    const shown = sharedStage(a, b);
    return html`
      <label>
        <span>${t("compare-stage")}</span>
        <select @change=${(/** @type {Event} */ event) => this.patch({ stage: eventValue(event) })}>
          ${stages.map((stage) => option(stage, t(`stage-${stage}`), stage === shown))}
        </select>
      </label>
    `;
  }

  /**
   * The result in one or two sentences, which also tell whether the prediction was correct.
   * @param {import("./comparisons.js").Comparison | undefined} question
   * @param {Side} a
   * @param {Side} b
   */
  #verdict(question, a, b) {
    const { t, state } = this.view;
    if (question?.gradients && !this.#core.value) return this.#core.demand(t, t("experiments-gradients"));
    const core = this.#core.value ?? undefined;
    const answer = question && state.experiment ? answers[state.experiment] : undefined;
    const outcome = isAsOpened(state) ? answer?.outcome?.(a, b, core) : undefined; // the reader's guess was about these settings
    const numbers = answer?.finding(a, b, core);
    const id = `compare-${state.experiment}`;
    return html`
      <div class="result" tabindex="-1">
        ${
          this.guess && outcome
            ? html`<p class="expected">
                ${withSubscripts(
                  t(this.guess === outcome ? "compare-right" : "compare-wrong", {
                    guess: t(`${id}-${this.guess}`),
                    outcome: t(`${id}-${outcome}`),
                  }),
                )}
              </p>`
            : nothing
        }
        ${numbers ? html`<p>${withSubscripts(t(`${id}-finding`, numbers))}</p>` : nothing}
        ${numbers && answer?.table ? layersTable(this.view, t(`${id}-table`), answer.table(a, b, core)) : nothing}
        <p>${withSubscripts(movedText(a.view, b.view))} ${hasEffect(a.view, b.view) ? "" : t("compare-no-effect")}</p>
      </div>
    `;
  }
}

/** Whether any field that differs changes numbers in one of two walks. @param {View} a @param {View} b */
const hasEffect = (a, b) =>
  Object.keys(a.state.compare ?? {}).some((field) => a.controls.includes(field) || b.controls.includes(field));

customElements.define("compare-experiment", CompareExperiment);
