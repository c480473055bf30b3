import { css, html, LitElement, nothing } from "lit";

import "../controls/control-bar.js";
import "../figure/head-picker.js";
import "../figure/stage-figure.js";
import "../labs/question-list.js";
import "../stage/shape-summary.js";
import "../stage/stage-panel.js";
import "../stage/stage-strip.js";
import "../stage/walk-meters.js";
import { termNote } from "../term-note.js";
import { AttentionError } from "../../engine/errors.js";
import { labs as allLabs } from "../../state/labs.js";
import { stateToFile } from "../../state/state-file.js";
import { RunCache } from "../../view/run-cache.js";
import { endsHover, Selection } from "../../view/selection.js";
import { stageTitle } from "../../view/stage-names.js";
import { viewOf } from "../../view/view.js";
import { primaryFields } from "../../state/fields.js";
import { download } from "../download.js";
import { errorText } from "../error-text.js";
import { closing, opening } from "../labs/lab-card.js";
import { valueText } from "../labs/setting-text.js";
import { withSubscripts } from "../rich-text.js";
import { isHandled, stageAfterKey } from "../stage/keyboard.js";
import { termFacts, termName } from "../terms.js";
import { whileConnected } from "../while-connected.js";
import { changeOnScreen, changesOnScreen, freeFields, has, plainScreen, stagesShown } from "./screen.js";
import { classStyles } from "./styles.js";
import { narrow } from "../styles.js";

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
    state: { state: true },
    hovered: { state: true },
    problem: { state: true },
    cellChosen: { state: true },
  };

  static styles = [
    classStyles,
    css`
      .prompts {
        margin: 0;
        padding-inline-start: 1.5em;
        font-size: 1.125rem;
      }
      .prompts li + li {
        margin-top: 8px;
      }
      .around {
        display: grid;
        grid-template: "figure words" auto "figure panel" 1fr / minmax(0, 1fr) minmax(16rem, 30%);
        gap: 16px 20px;
        align-items: start;
      }
      .around.alone {
        grid-template: "figure" auto / minmax(0, 1fr);
      }
      .around.alone .figure:first-child {
        grid-row: auto;
      }
      .words {
        display: grid;
        grid-area: words;
        gap: 12px;
        padding: 16px 20px;
      }
      .figure {
        grid-area: figure;
        min-width: 0;
        padding: 20px;
      }
      .around > stage-panel {
        grid-area: panel;
      }
      shape-summary {
        display: block;
        margin-top: 16px;
        padding-top: 12px;
        border-top: 1px solid var(--hairline);
      }
      .terms {
        display: flex;
        flex-wrap: wrap;
        gap: 4px 16px;
      }
      .fixed {
        margin: 0;
        padding: 0;
        list-style: none;
      }
      @media ${narrow} {
        .with-sheet {
          padding-bottom: 36vh; /* space for the sheet with the arithmetic */
        }
        .around {
          grid-template: "words" "figure" "panel" / minmax(0, 1fr);
        }
        .figure {
          padding: 12px;
        }
      }
    `,
  ];

  /** @type {RunCache | null} */
  #walks = null;
  #selection = new Selection();

  constructor() {
    super();
    /** The page's view, with the messages of classes. */
    this.view = /** @type {View} */ (/** @type {unknown} */ (undefined));
    this.screen = plainScreen;
    /** Whether the reader is in this place. */
    this.open = true;
    /** What readers changed on screens, which stays. @type {import("./kept.js").KeptChanges} */
    this.kept = /** @type {any} */ (undefined);
    /** @type {State} */
    this.state = plainScreen.state;
    /** @type {State["cell"]} the number under the pointer or the keyboard's focus */
    this.hovered = null;
    /** @type {import("../error-text.js").Problem | null} */
    this.problem = null;
    /** Whether the reader has inspected a number; the first one is selected by the teacher. */
    this.cellChosen = false;
    this.#handle("state-patch", (change) => this.#patch(change));
    this.#handle("state-hover", ({ cell }) => (this.hovered = cell));
    this.#handle("state-save", () => download("attention-state.json", stateToFile(this.state), "application/json"));
    // A file and an example would replace the whole state, which is the teacher's.
    this.#handle("state-file", () => this.#refuse("state", ""));
    this.#handle("state-preset", () => this.#refuse("preset", ""));
    whileConnected(this, (signal) => document.addEventListener("keydown", (event) => this.#key(event), { signal }));
  }

  /** Handles an event of a part, and stops it from reaching the page around. @param {string} name @param {(detail: any) => void} react */
  #handle(name, react) {
    this.addEventListener(name, (event) => {
      event.stopPropagation();
      react(/** @type {CustomEvent} */ (event).detail);
    });
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.#walks?.free();
  }

  /** @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    if (changed.has("screen")) this.#begin(this.kept.stateOf(this.screen));
  }

  /** Shows what was prepared, and forgets what the reader changed. */
  #again() {
    this.kept.keep(this.screen, this.screen.state);
    this.#begin(this.screen.state);
  }

  /** @param {State} state */
  #begin(state) {
    this.state = state;
    this.problem = null;
    this.hovered = null;
    this.cellChosen = false;
    this.#selection = new Selection();
  }

  render() {
    const { t } = this.view;
    const view = this.#viewOf();
    const { prompts, parts, controls, locked, labs } = this.screen;
    const shows = (/** @type {typeof import("./screen.js").parts[number]} */ part) => has(parts, part);
    const fixed = locked.filter((field) => view.controls.includes(field));
    const hasWords = prompts.length > 0 || this.screen.terms.length > 0 || fixed.length > 0;
    const refused = this.problem && this.problem.text === "" ? this.problem.message : "";
    return html`
      <div class="all ${this.cellChosen && this.state.cell ? "with-sheet" : ""}">
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
        ${shows("strip") ? html`<stage-strip .view=${view}></stage-strip>` : nothing}
        <div class="around ${hasWords || shows("panel") ? "" : "alone"}">
          ${hasWords ? this.#words(view, fixed) : nothing}
          <section class="figure card" id="figure" tabindex="-1" aria-label=${t("class-figure")}>
            <stage-figure .view=${view}></stage-figure>
            ${shows("shapes") ? html`<shape-summary .view=${view}></shape-summary>` : nothing}
          </section>
          ${shows("panel") ? html`<stage-panel .view=${view}></stage-panel>` : nothing}
        </div>
        ${shows("meters") ? html`<walk-meters .view=${view}></walk-meters>` : nothing}
        ${labs.length > 0 ? this.#questions(view) : nothing}
        <div class="visually-hidden" role="status">${stageTitle(view)}</div>
      </div>
    `;
  }

  /** The experiments that the teacher chose, by their questions, with the open one. @param {View} view */
  #questions(view) {
    const isOpen = this.state.lab !== null;
    return html`<question-list
      .view=${view}
      .labs=${allLabs.filter(({ id }) => has(this.screen.labs, id))}
      .answered=${isOpen}
      @question-asked=${(/** @type {CustomEvent} */ event) => {
        event.stopPropagation(); // the page has questions of its own
        this.#patch({ patch: opening(this.state, event.detail.lab) });
      }}
      @question-closed=${(/** @type {Event} */ event) => {
        event.stopPropagation();
        this.#patch({ patch: closing });
      }}
      >${isOpen ? html`<lab-card .view=${view} .moves=${true} slot="answer"></lab-card>` : nothing}</question-list
    >`;
  }

  /** The teacher's questions, the words that explain themselves, and the settings that are fixed. @param {View} view @param {readonly string[]} fixed */
  #words(view, fixed) {
    const { t } = view;
    const { prompts, terms } = this.screen;
    const facts = terms.length > 0 ? termFacts(view) : {};
    return html`<section class="words card" aria-label=${t("class-prompts")}>
      ${
        prompts.length > 0
          ? html`<ol class="prompts">
              ${prompts.map((prompt) => html`<li><bdi class="own">${prompt}</bdi></li>`)}
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
    const bar = (/** @type {readonly string[] | null} */ fields) =>
      html`<control-bar .view=${view} .problem=${this.problem} .fields=${fields}></control-bar>`;
    const { controls, locked } = this.screen;
    if (controls === "all" && locked.length === 0) return [bar(["sentence"]), bar(null)];
    const free = freeFields(this.screen);
    const order = ["sentence", ...primaryFields, ...free];
    return bar([...new Set(order)].filter((field) => free.includes(field)));
  }

  #viewOf() {
    const { t, theme, deferred, whenIdle, engine } = this.view;
    this.#walks ??= new RunCache(engine);
    const walk = this.#walks.walkOf(this.state);
    const cell = this.#walks.has(this.hovered) ? this.hovered : this.state.cell;
    const stages = stagesShown(this.screen, this.state);
    return viewOf(this.state, walk, { t, theme, deferred, whenIdle, cell, cellChosen: this.cellChosen, stages });
  }

  /** @param {{patch: Record<string, unknown>, text?: string}} change */
  #patch({ patch, text = "" }) {
    try {
      this.state = changeOnScreen(this.screen, this.state, this.#selection.withCell(this.state, patch));
      this.kept.keep(this.screen, this.state);
      if ("cell" in patch) this.cellChosen = true;
      if (endsHover(patch)) this.hovered = null;
      this.problem = null;
    } catch (error) {
      if (!(error instanceof AttentionError)) throw error;
      const field = Object.keys(patch)[0] ?? "";
      this.problem = { field, text, message: errorText(this.view.t, error) };
    }
  }

  /** Says that something is fixed on this screen. @param {string} field @param {string} text */
  #refuse(field, text) {
    this.problem = { field, text, message: this.view.t("refused-locked", { field }) };
  }

  /** The left and right arrow keys change the stage, as in Explore; Escape clears the inspected number. @param {KeyboardEvent} event */
  #key(event) {
    if (isHandled(event) || !this.open) return;
    if (event.key === "Escape") {
      this.hovered = null;
      if (this.state.cell) this.#patch({ patch: { cell: null } });
      return;
    }
    const stage = stageAfterKey(event, stagesShown(this.screen, this.state), this.state.stage);
    if (stage === undefined) return;
    event.preventDefault();
    this.#patch({ patch: { stage } });
  }

  #openWalk() {
    this.dispatchEvent(new CustomEvent("open-walk", { detail: { state: this.state }, bubbles: true, composed: true }));
  }
}

customElements.define("class-screen", ClassScreen);
