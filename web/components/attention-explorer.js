import { css, html, LitElement, nothing } from "lit";

import { heardName } from "./cell-names.js";
import "./control-bar.js";
import "./history-buttons.js";
import "./lab-bench.js";
import "./sentence-bar.js";
import "./shape-ledger.js";
import { StageFigure } from "./stage-figure.js";
import "./stage-panel.js";
import "./stage-strip.js";
import "./walk-meters.js";
import { createEngine } from "../engine/engine.js";
import { AttentionError } from "../engine/errors.js";
import { formatNumber } from "../figures/index.js";
import { createTranslate } from "../lessons/translate.js";
import { changedFields, record, redo, startHistory, undo } from "../state/history.js";
import { applyPreset } from "../state/presets.js";
import { changeState, defaultState } from "../state/state.js";
import { stateFromFile, stateToFile } from "../state/state-file.js";
import { stateFromFragment, stateToFragment } from "../state/url.js";
import { download } from "./download.js";
import { QuestionKeeper } from "./question-keeper.js";
import { isTaken, stageAfterKey } from "./stage-keys.js";
import { shared, tokens } from "./styles.js";
import { viewOf } from "./view.js";
import { WalkKeeper } from "./walk-keeper.js";

/** @typedef {import("../state/state.js").State} State */

/** The page: holds the state, has the engine compute its walk, and hands one view to every part. */
export class AttentionExplorer extends LitElement {
  static properties = {
    state: { attribute: false },
    ready: { state: true },
    hovered: { state: true },
    problem: { state: true },
    linkProblem: { state: true },
    unlinkable: { state: true },
    failure: { state: true },
    dark: { state: true },
    asked: { state: true },
    heard: { state: true },
    travelled: { state: true },
  };

  static styles = [
    tokens,
    shared,
    css`
      :host {
        min-height: 100vh;
        background: var(--background);
        font-size: 1rem;
      }
      header {
        display: flex;
        flex-wrap: wrap;
        gap: 4px 20px;
        align-items: baseline;
        padding: 14px 0;
      }
      header,
      main {
        max-width: 87.5rem;
        margin: 0 auto;
        padding-inline: clamp(12px, 3vw, 40px);
      }
      h1 {
        margin: 0;
        font-size: var(--title);
      }
      header p {
        flex: 1 1 100%;
        order: 1;
        margin: 0;
      }
      history-buttons {
        margin-inline-start: auto;
      }
      .theme {
        position: relative;
      }
      main {
        display: grid;
        gap: 20px;
        padding-block: 4px 48px;
      }
      main > * {
        min-width: 0;
      }
      .desk {
        display: grid;
        grid-template-rows: auto 1fr;
        grid-template-columns: minmax(0, 1fr) minmax(18.75rem, 24rem);
        gap: 20px;
        align-items: start;
      }
      /* What is said comes first in reading order, and stands on the right where there is room. */
      stage-panel {
        grid-column: 2;
        grid-row: 1 / span 2;
      }
      .figure {
        grid-column: 1;
        grid-row: 1;
      }
      .figure {
        display: flex;
        flex-direction: column;
        padding: 20px;
      }
      shape-ledger {
        margin-top: 16px;
        padding-top: 12px;
        border-top: 1px solid var(--hairline);
      }
      .skip {
        position: absolute;
        inset-inline-start: 8px;
        top: -80px;
      }
      .skip:focus {
        top: 8px;
      }
      .message {
        max-width: 40rem;
        margin: 0 auto;
        padding: 20vh 16px 0; /* a margin would push the body down, and the page up again when it is there */
        text-align: center;
      }
      @media (max-width: 60rem) {
        .desk {
          grid-template-rows: none;
          grid-template-columns: minmax(0, 1fr);
        }
        stage-panel,
        .figure {
          grid-column: 1;
          grid-row: auto;
        }
        main {
          padding-bottom: 36vh; /* room for the sheet with the arithmetic */
        }
      }
      @media (max-width: 30rem) {
        .theme span {
          position: absolute;
          clip-path: inset(50%);
        }
        .theme {
          margin-inline-start: auto;
        }
        history-buttons {
          order: 2;
          margin-inline: -13px auto;
        }
        main {
          gap: 14px;
        }
        .figure {
          padding: 12px;
        }
      }
    `,
  ];

  #t = createTranslate("en");
  /** @type {WalkKeeper | null} the walk on screen; null until there is an engine */
  #keeper = null;
  #history = startHistory(defaultState);
  #question = new QuestionKeeper();
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #linkLater;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #heardLater;
  #systemDark = window.matchMedia("(prefers-color-scheme: dark)");
  #forcedColours = window.matchMedia("(forced-colors: active)");
  #listeners = new AbortController();

  constructor() {
    super();
    /** @type {State} */
    this.state = defaultState;
    this.ready = false;
    /** @type {State["cell"]} what the pointer is over */
    this.hovered = null;
    /** @type {{field: string, text: string, message: string} | null} what was typed and could not be used */
    this.problem = null;
    this.linkProblem = "";
    /** Whether the state is too large for a link. */
    this.unlinkable = false;
    this.failure = "";
    this.dark = this.#systemDark.matches;
    /** Whether the reader has asked about a number yet. */
    this.asked = false;
    /** What is said of the number asked about, for those who listen. */
    this.heard = "";
    /** What was undone or redone last, likewise. */
    this.travelled = "";
    this.addEventListener("history-move", (event) => this.#travel(/** @type {CustomEvent} */ (event).detail));
    this.addEventListener("state-patch", (event) => this.#patch(/** @type {CustomEvent} */ (event).detail));
    this.addEventListener("state-save", () => this.#save());
    this.addEventListener("state-file", (event) => void this.#load(/** @type {CustomEvent} */ (event).detail.file));
    this.addEventListener("state-preset", (event) => {
      const { id, show } = /** @type {CustomEvent} */ (event).detail;
      this.#preset(id);
      if (show) void this.updateComplete.then(() => this.#skip());
    });
    this.addEventListener("state-hover", (event) => {
      this.hovered = /** @type {CustomEvent} */ (event).detail.cell;
    });
  }

  connectedCallback() {
    super.connectedCallback();
    this.#listeners = new AbortController();
    const { signal } = this.#listeners;
    window.addEventListener("hashchange", () => this.#readLink(), { signal });
    document.addEventListener("keydown", (event) => this.#key(event), { signal });
    document.addEventListener("dragover", (event) => event.preventDefault(), { signal });
    document.addEventListener("drop", (event) => this.#drop(event), { signal });
    this.#systemDark.addEventListener("change", () => (this.dark = this.#systemDark.matches), { signal });
    this.#forcedColours.addEventListener("change", () => this.requestUpdate(), { signal });
    this.#readLink();
    this.#start();
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.#listeners.abort();
    clearTimeout(this.#linkLater);
    clearTimeout(this.#heardLater);
    this.#keeper?.free();
  }

  async #start() {
    try {
      this.#keeper ??= new WalkKeeper(await createEngine());
      this.ready = true;
    } catch (error) {
      this.failure = error instanceof Error ? error.message : String(error);
    }
  }

  render() {
    const t = this.#t;
    if (this.failure) return html`<p class="message" role="alert">${t("failed", { reason: this.failure })}</p>`;
    if (!this.ready) return html`<p class="message muted">${t("loading")}</p>`;
    const view = this.#view();
    this.#say(view);
    return html`
      <button class="skip" @click=${() => this.#skip()}>${t("skip-link")}</button>
      <header>
        <h1>${t("app-name")}</h1>
        <history-buttons
          .t=${t}
          .undoes=${this.#history.past.length > 0}
          .redoes=${this.#history.future.length > 0}
        ></history-buttons>
        ${this.#themeChoice()}
        <p class="muted">${t("app-tagline")} ${this.#startButton(view)}</p>
      </header>
      <main>
        <p class="error" role="alert" ?hidden=${!this.linkProblem}>${this.linkProblem}</p>
        <p class="error" role="alert" ?hidden=${!this.unlinkable}>
          ${this.unlinkable ? html`${t("link-too-long")} ${this.#saveButton()}` : nothing}
        </p>
        <div>
          <sentence-bar .view=${view} .problem=${this.problem}></sentence-bar>
        </div>
        <control-bar .view=${view} .problem=${this.problem}></control-bar>
        <stage-strip .view=${view}></stage-strip>
        <div class="desk">
          <stage-panel .view=${view}></stage-panel>
          <section class="figure card" id="figure" tabindex="-1" aria-label=${StageFigure.label(view)}>
            <stage-figure .view=${view}></stage-figure>
            <shape-ledger .view=${view}></shape-ledger>
          </section>
          <walk-meters .view=${view}></walk-meters>
        </div>
        <lab-bench .view=${view}></lab-bench>
      </main>
      <div class="only-heard" role="status">${this.#announcement(view)}</div>
      <div class="only-heard" role="status">${this.heard}</div>
      <div class="only-heard" role="status">${this.travelled}</div>
    `;
  }

  /**
   * Says what is asked about, once the reader stays there for a moment.
   * @param {import("./view.js").View} view
   */
  #say(view) {
    clearTimeout(this.#heardLater);
    const { explanation } = view;
    const said = explanation ? `${heardName(view, explanation)}, ${formatNumber(explanation.value, 4)}` : "";
    if (said !== this.heard) this.#heardLater = setTimeout(() => (this.heard = said), 400);
  }

  /** @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    if (!this.hasUpdated) this.#history = startHistory(this.state);
    else if (changed.has("state") && this.state !== this.#history.present) {
      this.#history = record(this.#history, this.state, performance.now());
      this.travelled = "";
    }
  }

  /** @param {Map<string, unknown>} changed */
  updated(changed) {
    const before = /** @type {State | undefined} */ (changed.get("state"));
    if (changed.has("state") && before?.theme !== this.state.theme)
      document.documentElement.dataset.theme = this.state.theme;
    if (changed.has("ready")) {
      document.documentElement.lang = "en";
      document.title = this.#t("app-name");
    }
  }

  #view() {
    const cell = this.hovered ?? this.state.cell;
    // Forced colours follow the system, so figures must.
    const chosen = this.#forcedColours.matches ? "auto" : this.state.theme;
    const theme = chosen === "auto" ? (this.dark ? "dark" : "light") : chosen;
    const keeper = /** @type {WalkKeeper} */ (this.#keeper);
    return viewOf(this.state, keeper.walkOf(this.state), {
      t: this.#t,
      theme,
      cell: keeper.has(cell) ? cell : null,
      asked: this.asked,
    });
  }

  /** @param {import("./view.js").View} view */
  #startButton({ t, run, state }) {
    const first = run.stages[0] ?? "X";
    if (state.stage === first) return nothing;
    return html`<button class="link" @click=${() => this.#patch({ patch: { stage: first } })}>
      ${t("start", { name: t(`stage-${first}`) })}
    </button>`;
  }

  #themeChoice() {
    const t = this.#t;
    return html`
      <label class="theme small muted">
        <span>${t("theme-label")}</span>
        <select
          @change=${(/** @type {Event} */ event) =>
            this.#patch({ patch: { theme: /** @type {HTMLSelectElement} */ (event.target).value } })}
        >
          ${["auto", "light", "dark"].map(
            (theme) =>
              html`<option value=${theme} ?selected=${theme === this.state.theme}>${t(`theme-${theme}`)}</option>`,
          )}
        </select>
      </label>
    `;
  }

  /** @param {import("./view.js").View} view */
  #announcement({ t, run, state }) {
    const number = run.stages.indexOf(state.stage) + 1;
    return t("stage-position", { number, count: run.stages.length, name: t(`stage-${state.stage}-title`) });
  }

  /**
   * Changes the state, or says why not and leaves it as it is.
   * @param {{patch: Record<string, unknown>, text?: string}} change text: as typed, kept where it cannot be used
   */
  #patch({ patch, text = "" }) {
    if ("cell" in patch) this.asked = true;
    if ("stage" in patch) this.hovered = null; // what the pointer rests on is another number now
    this.#change(
      () => changeState(this.state, this.#question.along(this.state, patch)),
      Object.keys(patch)[0] ?? "",
      text,
    );
  }

  /** @param {string} id */
  #preset(id) {
    this.problem = null;
    this.#change(() => applyPreset(this.state, id), "sentence", this.state.sentence);
  }

  /**
   * @param {() => State} next
   * @param {string} field where a refusal is shown
   * @param {string} text
   */
  #change(next, field, text) {
    try {
      this.state = next();
      // What was typed stays until it is mended; a control that could not be moved has gone back by itself.
      if (this.problem?.field === field || this.problem?.text === "") this.problem = null;
      this.linkProblem = "";
      this.#writeLinkSoon();
    } catch (error) {
      if (!(error instanceof AttentionError)) throw error;
      this.problem = { field, text, message: error.message };
    }
  }

  /** @param {-1 | 1} way undo or redo */
  #travel(way) {
    const before = this.state;
    this.#history = way < 0 ? undo(this.#history) : redo(this.#history);
    const { past, present, future } = this.#history;
    const fields = changedFields(before, present).join(", ");
    this.travelled =
      way < 0
        ? this.#t("history-undone", { fields, left: past.length })
        : this.#t("history-redone", { fields, left: future.length });
    this.state = present;
    this.problem = null;
    this.linkProblem = "";
    this.hovered = null;
    this.#writeLinkSoon();
  }

  #readLink() {
    const fragment = window.location.hash.slice(1);
    this.linkProblem = "";
    this.problem = null;
    try {
      if (fragment === stateToFragment(this.state)) return;
    } catch {
      // A state that no link can hold is not the link's.
    }
    try {
      this.state = stateFromFragment(fragment);
    } catch (error) {
      if (!(error instanceof AttentionError)) throw error;
      this.linkProblem = error.message;
    }
  }

  #writeLinkSoon() {
    clearTimeout(this.#linkLater);
    this.#linkLater = setTimeout(() => this.#writeLink(), 150);
  }

  #writeLink() {
    const { pathname, search } = window.location;
    const link = (/** @type {string} */ fragment) => (fragment ? `#${fragment}` : pathname + search);
    this.unlinkable = false;
    try {
      history.replaceState(null, "", link(stateToFragment(this.state)));
    } catch (error) {
      if (!(error instanceof AttentionError)) throw error;
      history.replaceState(null, "", link(""));
      this.unlinkable = true;
    }
  }

  #saveButton() {
    return html`<button class="link" id="save" @click=${() => this.#save()}>${this.#t("save-state")}</button>`;
  }

  #save() {
    download("attention-state.json", stateToFile(this.state), "application/json");
  }

  /** @param {DragEvent} event */
  #drop(event) {
    const [file] = event.dataTransfer?.files ?? [];
    event.preventDefault(); // the browser would leave the page for the file
    if (file) void this.#load(file);
  }

  /** @param {File} file a saved state */
  async #load(file) {
    const text = await file.text();
    this.#change(() => stateFromFile(file.name, text), "file", "");
    const { problem } = this;
    if (problem?.field !== "file") return;
    this.linkProblem = problem.message;
    this.problem = null;
  }

  /**
   * Left and right walk the stages, Escape stops asking; keys that a control needs are left to it.
   * @param {KeyboardEvent} event
   */
  #key(event) {
    const { walk } = this.#keeper ?? {};
    if (isTaken(event) || !walk) return;
    if (event.key === "Escape") {
      this.hovered = null;
      if (this.state.cell) this.#patch({ patch: { cell: null } });
      return;
    }
    const stage = stageAfterKey(event, walk.run.stages, this.state.stage);
    if (stage === undefined) return;
    event.preventDefault();
    this.#patch({ patch: { stage } });
  }

  #skip() {
    /** @type {HTMLElement | null} */ (this.renderRoot.querySelector("#figure"))?.focus();
  }
}

customElements.define("attention-explorer", AttentionExplorer);
