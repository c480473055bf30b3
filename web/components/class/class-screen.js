import { html, LitElement, nothing } from "lit";

import { controlBars } from "../controls/control-bar.js";
import "../figure/head-picker.js";
import "../figure/stage-figure.js";
import "../experiments/question-list.js";
import "../stage/shape-summary.js";
import "../stage/stage-panel.js";
import "../stage/stage-strip.js";
import "../stage/walk-meters.js";
import { termNote } from "../terms/term-note.js";
import { experiments as allExperiments } from "../../state/experiments/experiments.js";
import { stateToFile } from "../../state/files/state-file.js";
import { RunCache } from "../../view/run-cache.js";
import { stageTitle } from "../../view/stage-names.js";
import { primaryFields } from "../../state/fields.js";
import { download } from "../download.js";
import { closing, opening } from "../experiments/experiments.js";
import { valueText } from "../experiments/setting-text.js";
import { withSubscripts } from "../rich-text.js";
import { termFacts, termName } from "../terms/terms.js";
import { WalkController } from "../walk-controller.js";
import { whileConnected } from "../while-connected.js";
import { changeOnScreen, changesOnScreen, freeFields, has, plainScreen, stagesShown } from "./screen.js";
import { screenStyles } from "./screen-styles.js";
import { classStyles } from "./styles.js";

/** @typedef {import("../../state/state.js").State} State */
/** @typedef {import("../../view/view.js").View} View */

/**
 * One screen of a class: the teacher's questions beside the figure, and only what the teacher chose to show. It has a walk of
 * its own, and every change of it, wherever it comes from, passes one check: see `changeOnScreen`. Fires "open-walk" with
 * its state, to see everything.
 */
export class ClassScreen extends LitElement {
  static properties = {
    view: { attribute: false },
    screen: { attribute: false },
    open: { attribute: false },
    kept: { attribute: false },
  };

  static styles = [classStyles, screenStyles];

  #walk = new WalkController(this, {
    state: plainScreen.state,
    t: () => this.view.t,
    walks: () => new RunCache(this.view.engine),
    change: (state, patch, selection) => changeOnScreen(this.screen, state, selection.withCell(state, patch)),
    stages: () => stagesShown(this.screen, this.state),
    after: () => this.kept.keep(this.screen, this.state),
  });

  constructor() {
    super();
    /** The page's view, with the messages of classes. */
    this.view = /** @type {View} */ (/** @type {unknown} */ (undefined));
    this.screen = plainScreen;
    /** Whether the reader is in this place. */
    this.open = true;
    /** What readers changed on screens, which stays. @type {import("./kept.js").KeptChanges} */
    this.kept = /** @type {any} */ (undefined);
    this.#handle("state-save", () => download("attention-state.json", stateToFile(this.state), "application/json"));
    // A file and an example would replace the whole state, which is the teacher's.
    this.#handle("state-file", () => this.#refuse("state"));
    this.#handle("state-preset", () => this.#refuse("preset"));
    whileConnected(this, (signal) =>
      document.addEventListener("keydown", (event) => this.open && this.#walk.key(event), { signal }),
    );
  }

  /** What the screen shows. */
  get state() {
    return this.#walk.state;
  }

  /** Handles an event of a part, and stops it from reaching the page around. @param {string} name @param {() => void} react */
  #handle(name, react) {
    this.addEventListener(name, (event) => {
      event.stopPropagation();
      react();
    });
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.#walk.free();
  }

  /** @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    if (changed.has("screen")) this.#walk.begin(this.kept.stateOf(this.screen));
  }

  /** Shows what was prepared, and forgets what the reader changed. */
  #again() {
    this.kept.keep(this.screen, this.screen.state);
    this.#walk.begin(this.screen.state);
  }

  render() {
    const { t } = this.view;
    const view = this.#viewOf();
    const { prompts, parts, controls, locked, experiments } = this.screen;
    const shows = (/** @type {typeof import("./screen.js").parts[number]} */ part) => has(parts, part);
    const fixed = locked.filter((field) => view.controls.includes(field));
    const hasWords = prompts.length > 0 || this.screen.terms.length > 0 || fixed.length > 0;
    const { problem, cellChosen } = this.#walk;
    const refused = problem?.text === "" ? problem.message : "";
    return html`
      <div class="all ${cellChosen && this.state.cell ? "with-sheet" : ""}">
        <p class="row small muted">
          <span>${t("class-prepared")}</span>
          <button class="link" id="everything" @click=${() => this.#openWalk()}>${t("class-everything")}</button>
          <button class="link" id="start-again" @click=${() => this.#again()}>${t("class-again")}</button>
          ${
            changesOnScreen(this.screen, this.state) === null
              ? nothing
              : html`<span id="kept">${t(this.kept.lasts ? "class-kept" : "class-kept-now")}</span>`
          }
        </p>
        <p class="error" role="alert" ?hidden=${refused === ""}>${refused}</p>
        ${controls.length > 0 ? this.#controls(view) : nothing}
        ${shows("strip") ? html`<attention-stage-strip .view=${view}></attention-stage-strip>` : nothing}
        <div class="around ${hasWords || shows("panel") ? "" : "alone"}">
          ${hasWords ? this.#words(view, fixed) : nothing}
          <section class="figure card" id="figure" tabindex="-1" aria-label=${t("class-figure")}>
            <attention-stage-figure .view=${view}></attention-stage-figure>
            ${shows("shapes") ? html`<shape-summary .view=${view}></shape-summary>` : nothing}
          </section>
          ${shows("panel") ? html`<attention-stage-panel .view=${view}></attention-stage-panel>` : nothing}
        </div>
        ${shows("meters") ? html`<walk-meters .view=${view}></walk-meters>` : nothing}
        ${experiments.length > 0 ? this.#questions(view) : nothing}
        <div class="visually-hidden" role="status">${stageTitle(view)}</div>
      </div>
    `;
  }

  /** The experiments that the teacher chose, by their questions, with the open one. @param {View} view */
  #questions(view) {
    const isOpen = this.state.experiment !== null;
    return html`<question-list
      .view=${view}
      .experiments=${allExperiments.filter(({ id }) => has(this.screen.experiments, id))}
      .answered=${isOpen}
      @question-asked=${(/** @type {CustomEvent} */ event) => {
        event.stopPropagation(); // the page has questions of its own
        this.#walk.patch({ patch: opening(this.state, event.detail.experiment) });
      }}
      @question-closed=${(/** @type {Event} */ event) => {
        event.stopPropagation();
        this.#walk.patch({ patch: closing });
      }}
      >${isOpen ? html`<experiment-card .view=${view} .moves=${true} slot="answer"></experiment-card>` : nothing}</question-list
    >`;
  }

  /** The teacher's questions, the words that explain themselves, and the settings that are fixed. @param {View} view @param {readonly string[]} fixed */
  #words(view, fixed) {
    const { t } = view;
    const { prompts, hints, terms } = this.screen;
    const facts = terms.length > 0 ? termFacts(view) : {};
    return html`<section class="words card" aria-label=${t("class-prompts")}>
      ${
        prompts.length > 0
          ? html`<ol class="prompts">
              ${prompts.map(
                (prompt, at) =>
                  html`<li>
                    <bdi class="own">${prompt}</bdi>
                    ${
                      hints[at]
                        ? html`<details class="small">
                            <summary>${t("class-hint")}</summary>
                            <bdi class="own">${hints[at]}</bdi>
                          </details>`
                        : nothing
                    }
                  </li>`,
              )}
            </ol>`
          : nothing
      }
      ${
        terms.length > 0
          ? html`<p class="terms">
              ${t("class-terms")} ${terms.map((id) => termNote(t, id, withSubscripts(termName(t, id)), () => facts))}
            </p>`
          : nothing
      }
      ${
        fixed.length > 0
          ? html`<div class="small muted">
              <p>${t("class-fixed")}</p>
              <ul class="fixed">
                ${fixed.map((field) => html`<li>${withSubscripts(valueText(view, /** @type {keyof State} */ (field)))}</li>`)}
              </ul>
            </div>`
          : nothing
      }
    </section>`;
  }

  /** @param {View} view */
  #controls(view) {
    const { problem } = this.#walk;
    const { controls, locked } = this.screen;
    if (controls === "all" && locked.length === 0) return controlBars(view, "all", problem);
    const free = freeFields(this.screen);
    const order = ["sentence", ...primaryFields, ...free];
    const shown = [...new Set(order)].filter((field) => free.includes(field));
    return controlBars(view, shown, problem);
  }

  #viewOf() {
    const { t, theme, later, whenIdle } = this.view;
    this.#walk.compute(); // of which the stages are
    return this.#walk.view({ t, theme, later, whenIdle, stages: stagesShown(this.screen, this.state) });
  }

  /** Says that something is fixed on this screen. @param {string} field */
  #refuse(field) {
    this.#walk.refuse(field, "", this.view.t("refused-locked", { field }));
  }

  #openWalk() {
    this.dispatchEvent(new CustomEvent("open-walk", { detail: { state: this.state }, bubbles: true, composed: true }));
  }
}

customElements.define("class-screen", ClassScreen);
