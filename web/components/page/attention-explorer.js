import { html, LitElement, nothing } from "lit";

import { StageFigure } from "../figure/stage-figure.js";
import "../stage/stage-strip.js";
import { AttentionError } from "../../engine/errors.js";
import { createTranslate, either } from "../../lessons/translate.js";
import { changedFields, record, redo, startHistory, undo } from "../../state/history.js";
import { changeState } from "../../state/state.js";
import { hasTwoLayers, loadedModel, modelOf, modelsIn } from "../../state/recipes/trained-models.js";
import { pageStyles } from "./styles.js";
import { PageFiles } from "./files.js";
import { pageHeader } from "./header.js";
import { Announcer } from "./announcer.js";
import { firstState, fragmentFor, stateInAddressBar } from "./link.js";
import { PagePrinting } from "./printing.js";
import { failedPage, incompleteProblem, linkProblems } from "./problems.js";
import { isShown, PageStart, trainedFor } from "./start.js";
import { PageTheme } from "./theme.js";
import { endsHover, Selection } from "../../view/selection.js";
import { errorText } from "../error-text.js";
import { PlaceLink } from "../place-link.js";
import { isPlaceAlone, placeOf } from "../places.js";
import { Lazy } from "../lazy.js";
import { isHandled, stageAfterKey } from "../keyboard.js";
import { anyPhone, shared, tokens } from "../styles.js";
import { whileConnected } from "../while-connected.js";
import { whenIdle } from "../../view/scheduling.js";
import { ViewCache } from "../../view/view.js";

/** @typedef {import("../../state/state.js").State} State */

/** Loads the code of a place. */
const loaders = Object.freeze({
  learn: () => import("../learn/learn-place.js"),
  train: () => import("../train/train-place.js"),
  class: () => import("../class/class-place.js"),
});

const isPhone = () => window.matchMedia(anyPhone.cssText).matches;

/**
 * Whether a change with a cell is that of a reader who inspects this number, in a figure or in the arithmetic of another
 * one. With another sentence, layer or stage, it is the page that selects a number.
 * @param {Record<string, unknown>} patch
 */
const isInspected = (patch) => "trail" in patch || Object.keys(patch).join() === "cell";

/**
 * The page. It holds the state, has the engine compute the walk (the pass through all stages, from embeddings to
 * output), and passes one view of it to every part.
 */
export class AttentionExplorer extends LitElement {
  static properties = {
    state: { attribute: false },
    place: { state: true },
    walks: { state: true },
    parts: { state: true },
    deferred: { state: true },
    incomplete: { state: true },
    whole: { state: true },
    hovered: { state: true },
    problem: { state: true },
    linkProblem: { state: true },
    unlinkable: { state: true },
    failure: { state: true },
    cellChosen: { state: true },
    trained: { state: true },
    settings: { state: true },
    own: { state: true },
    listed: { state: true },
    unfolded: { state: true },
    terms: { state: true },
  };

  static styles = [tokens, shared, pageStyles];

  #t = createTranslate("en");
  #history = startHistory(firstState);
  /** The history up to the state that is shown, to return to where the next state needs too much memory. */
  #shownHistory = this.#history;
  #selection = new Selection();
  #link = new PlaceLink(this, {
    place: "explore",
    read: (fragment) => this.#read(fragment),
    write: () => this.#fragment(),
  });
  #theme = new PageTheme(this);
  #printing = new PagePrinting(this);
  #start = new PageStart(this);
  #views = new ViewCache();
  #announcer = new Announcer(this);
  #files = new PageFiles(
    this,
    () => this.#start.complete(),
    (...change) => this.#change(...change),
  );
  /** The list of questions and the experiments' frame, with their messages. */
  #answers = new Lazy(this, async () => {
    await this.#start.complete();
    const [answers, { text }] = await Promise.all([
      import("../labs/answers.js"),
      import("../../lessons/lab-words-en.js"),
    ]);
    this.#t = either(this.#t, createTranslate("en", text));
    return answers;
  });
  /** From the output to the next word, and from layer to layer. */
  #nextWord = new Lazy(this, () => import("./through-model.js"));
  /** Resolves when the figure is shown and the browser is idle, for work that the reader does not wait for. */
  #later = () => this.#start.figureShown.then(whenIdle);
  /** @type {Map<keyof typeof loaders, HTMLElement>} the other places to which the reader has gone */
  #others = new Map();
  /** @type {{lab: string | null, place: "figure" | "list"} | null} the question that the reader asked last, and where */
  #asked = null;
  /** @type {import("../../lessons/translate.js").Translate | null} the messages of the trained model */
  #trainedText = null;

  constructor() {
    super();
    /** @type {State} */
    this.state = firstState;
    /** @type {import("../places.js").Place} */
    this.place = "explore";
    /** @type {import("../../view/run-cache.js").RunCache | null} null until the engine has started */
    this.walks = null;
    /** How many parts of the page are drawn. */
    this.parts = 0;
    /** @type {typeof import("./deferred.js") | null} */
    this.deferred = null;
    /** Whether the deferred parts could not be loaded. */
    this.incomplete = false;
    /** Whether all parts are drawn. */
    this.whole = false;
    /** @type {State["cell"]} the number under the pointer or the keyboard's focus */
    this.hovered = null;
    /** @type {import("../error-text.js").Problem | null} */
    this.problem = null;
    /** @type {import("./problems.js").LinkProblem} */
    this.linkProblem = null;
    /** Whether the state is too large for a link. */
    this.unlinkable = false;
    this.failure = "";
    /** Whether the reader has inspected a number; the first one is selected by the page itself. */
    this.cellChosen = false;
    /** @type {import("./start.js").Trained | null} the trained model, null until a state needs it */
    this.trained = null;
    /** @type {import("./start.js").Settings | null} the sentence and the settings, null until they are loaded */
    this.settings = null;
    /** Whether the fields for an own sentence and settings are open beside a trained model. */
    this.own = false;
    /** Whether the list of all questions is shown. */
    this.listed = false;
    /** Whether the controls are shown on a phone, where they would push the figure off the screen. */
    this.unfolded = false;
    /** @type {typeof import("./terms-in-text.js") | null} null until the reader begins */
    this.terms = null;
    this.addEventListener("question-asked", (event) => void this.#ask(/** @type {CustomEvent} */ (event).detail));
    this.addEventListener("question-closed", () => void this.#closeAnswer());
    this.addEventListener("questions-listed", () => void this.#showQuestions());
    this.addEventListener("history-move", (event) => this.#moveInHistory(/** @type {CustomEvent} */ (event).detail));
    this.addEventListener("state-patch", (event) => this.#patch(/** @type {CustomEvent} */ (event).detail));
    this.addEventListener("state-preset", (event) => {
      const { id, show } = /** @type {CustomEvent} */ (event).detail;
      void this.#preset(id).then(async () => {
        await this.updateComplete;
        if (show) this.#focus();
      });
    });
    this.addEventListener("own-sentence", () => void this.#toggleOwn());
    this.addEventListener("open-walk", (event) => this.#openWalk(/** @type {CustomEvent} */ (event).detail.state));
    this.addEventListener("state-hover", (event) => {
      this.hovered = /** @type {CustomEvent} */ (event).detail.cell;
    });
    whileConnected(this, (signal) => {
      this.#goThere();
      window.addEventListener("hashchange", () => this.#goThere(), { signal });
      document.addEventListener("keydown", (event) => this.#key(event), { signal });
      for (const begin of ["pointermove", "pointerdown", "keydown"])
        document.addEventListener(begin, () => void this.#explainTerms(), { signal, once: true });
    });
  }

  connectedCallback() {
    super.connectedCallback();
    if (this.walks) this.requestUpdate(); // the numbers were freed when the element left the page
    void this.#start.start();
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.walks?.free();
  }

  /** An update waits until the trained models that the state needs, and their panel, are loaded. */
  scheduleUpdate() {
    const { walks, state } = this;
    if (!walks || modelsIn(state).length === 0 || this.trained?.isReady(walks.engine, state))
      return super.scheduleUpdate();
    return this.#loadTrained(walks.engine, state).then(() => super.scheduleUpdate());
  }

  /**
   * Shows another state than the present one, whose trained model could not be loaded; says so, and offers to try again.
   * @param {unknown} error
   * @param {State} shown
   */
  showInstead(error, shown) {
    const { state } = this;
    const again = async () => {
      this.linkProblem = null;
      await this.updateComplete; // so that a second failure is announced as well
      this.#change(() => state, "file", "");
    };
    this.state = shown;
    this.linkProblem = error instanceof AttentionError ? error : { message: this.#t("trained-failed"), again };
  }

  /**
   * Loads the trained model. If that fails, restores the state that is shown.
   * @param {import("../../engine/engine.js").Engine} engine
   * @param {State} state
   */
  async #loadTrained(engine, state) {
    try {
      this.trained = await trainedFor(engine, state);
    } catch (error) {
      this.showInstead(error, this.#history.present);
    }
  }

  render() {
    const t = this.#t;
    if (this.failure) return failedPage(t, this.failure);
    if (!this.walks) return html`<slot></slot>`; // index.html's own header while the engine starts
    const view = this.#view(this.walks);
    this.#announcer.announceNumber(view);
    return html`
      ${
        this.place === "explore"
          ? html`<button class="skip" @click=${() => this.#focus()}>${t("skip-link")}</button>`
          : nothing
      }
      ${pageHeader(view, {
        place: this.place,
        patch: (change) => this.#patch({ patch: change }),
        start: (change) => {
          this.#patch({ patch: change });
          this.#focus(); // the button that was clicked goes
        },
        history: this.#history,
        showQuestions: () => this.#showQuestions(),
      })}
      ${this.#main(view)} ${this.#incompleteness(this.place !== "explore")}
      ${/** @type {(keyof typeof loaders)[]} */ (Object.keys(loaders)).map((place) => this.#other(place, view))}
    `;
  }

  /** @param {import("../../view/view.js").View} view */
  #main(view) {
    const { t } = view;
    return html`
      <main class=${this.cellChosen && this.state.cell ? "with-sheet" : ""} ?hidden=${this.place !== "explore"}>
        ${linkProblems(t, this.linkProblem, this.unlinkable ? () => void this.#files.save() : null)}
        ${this.settings ? this.#settings(view) : nothing} ${this.#trainedPanel(view)}
        <stage-strip .view=${view}></stage-strip>
        ${isShown(this, "figure") ? this.#desk(view) : nothing}
        ${this.#answers.value && (this.listed || this.#answerPlace() === "list") ? this.#questionList(view) : nothing}
      </main>
      ${this.place === "explore" ? this.#announcer.render(view) : nothing}
    `;
  }

  /** The sentence and the controls. @param {import("../../view/view.js").View} view */
  #settings(view) {
    const isHidden = !this.#showsSettings;
    return html`
      <div ?hidden=${isHidden}>
        <sentence-bar .view=${view} .problem=${this.problem}></sentence-bar>
      </div>
      <button
        class="link fold"
        aria-expanded=${this.unfolded}
        ?hidden=${isHidden}
        @click=${() => (this.unfolded = !this.unfolded)}
      >
        ${view.t("settings")}
      </button>
      <control-bar
        class=${this.unfolded ? "" : "folded"}
        .view=${view}
        .problem=${this.problem}
        ?hidden=${isHidden}
      ></control-bar>
    `;
  }

  /** Whether the sentence and the controls are shown: beside a trained model only where the reader asks for them. */
  get #showsSettings() {
    return this.own || modelOf(this.state) === null;
  }

  /** What the trained model makes of the sentence. @param {import("../../view/view.js").View} view */
  #trainedPanel(view) {
    if (!this.trained || !modelOf(this.state)) return nothing;
    if (modelOf(this.state)?.pointer === undefined)
      return html`<next-word-panel .view=${view} .own=${this.own}></next-word-panel>`;
    const { pronounFacts, text } = this.trained;
    this.#trainedText ??= either(createTranslate("en", text), this.#t);
    return html`<trained-panel
      .view=${view}
      .t=${this.#trainedText}
      .model=${loadedModel(view.engine, view.state)}
      .facts=${pronounFacts}
      .own=${this.own}
    ></trained-panel>`;
  }

  /** Where the answer to the open question is shown; null where none is open. */
  #answerPlace() {
    const { lab, stage } = this.state;
    if (lab === null) return null;
    if (this.#asked?.lab === lab) return this.#asked.place;
    return this.deferred?.questionsAt(stage).includes(lab) ? "figure" : "list";
  }

  /** The answer to the open question. @param {import("../../view/view.js").View} view */
  #answer(view) {
    return html`<lab-card .view=${view} slot="answer"></lab-card>`;
  }

  /** @param {import("../../view/view.js").View} view */
  #questionList(view) {
    const isHere = this.#answerPlace() === "list";
    return html`<question-list .view=${view} .answered=${isHere}
      >${isHere ? this.#answer(view) : nothing}</question-list
    >`;
  }

  /** @param {import("../../view/view.js").View} view */
  #desk(view) {
    const isAnswered = this.#answers.value !== null && this.#answerPlace() === "figure";
    return html`
      <div class="desk ${isAnswered ? "answered" : ""} ${isShown(this, "shapes") ? "with-words" : ""}">
        <section class="figure card" id="figure" tabindex="-1" aria-label=${StageFigure.label(view)}>
          <stage-figure .view=${view}></stage-figure>
          ${this.#throughModel(view)}
          ${isShown(this, "shapes") ? html`<shape-summary .view=${view}></shape-summary>` : nothing}
          ${
            isShown(this, "questions")
              ? html`<stage-questions .view=${view} .answered=${isAnswered}></stage-questions>`
              : nothing
          }
        </section>
        <div class="explanation">
          ${isShown(this, "panel") ? html`<stage-panel .view=${view} .terms=${this.terms}></stage-panel>` : nothing}
          ${this.#incompleteness(this.place === "explore")}
        </div>
        ${isAnswered ? this.#answer(view) : nothing}
        ${isShown(this, "meters") ? html`<walk-meters .view=${view}></walk-meters>` : nothing}
      </div>
    `;
  }

  /** Says that parts of the page could not be loaded, which every place needs. @param {boolean} isHere */
  #incompleteness(isHere) {
    return isHere && this.incomplete ? incompleteProblem(this.#t, () => void this.#start.complete()) : nothing;
  }

  /** From the output to the next word, and from layer to layer. @param {import("../../view/view.js").View} view */
  #throughModel(view) {
    const { state } = this;
    // The panel of a trained model has its layers, so only X says how they are joined: the first screen needs none of this code.
    const isJoined = hasTwoLayers(state) && (state.stage === "X" || modelOf(state) === null);
    if (state.stage !== "output" && !isJoined) return nothing;
    if (this.#nextWord.is !== "ready") return this.#nextWord.status(view.t, "", view.t("trained-failed"));
    return html`${state.stage === "output" ? html`<output-to-word .view=${view}></output-to-word>` : nothing}
    ${isJoined ? html`<two-layers .view=${view}></two-layers>` : nothing}`;
  }

  /** @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    if (changed.has("settings") && this.settings) this.#t = either(this.#t, createTranslate("en", this.settings.text));
    if (changed.has("deferred") && this.deferred) this.#t = either(this.#t, createTranslate("en", this.deferred.text));
    if (this.walks && changed.has("state")) this.#computeOrRestore(this.walks);
    if (!this.hasUpdated) this.#history = startHistory(this.state);
    else if (changed.has("state") && this.state !== this.#history.present) {
      this.#history = record(this.#history, this.state, performance.now());
      this.#announcer.historyMove = "";
    }
    this.#shownHistory = this.#history;
  }

  /**
   * Computes the walk of the state. If it needs more memory than there is, says so and restores the state that is shown.
   * @param {import("../../view/run-cache.js").RunCache} walks
   */
  #computeOrRestore(walks) {
    try {
      walks.walkOf(this.state);
    } catch (error) {
      if (!(error instanceof AttentionError)) throw error;
      this.#history = this.#shownHistory;
      this.state = this.#history.present;
      this.#announcer.historyMove = "";
      this.linkProblem = this.#t("problem-memory", { reason: error.message }) || error;
    }
  }

  /** @param {Map<string, unknown>} changed */
  updated(changed) {
    const before = /** @type {State | undefined} */ (changed.get("state"));
    if (changed.has("state") && before?.theme !== this.state.theme)
      document.documentElement.dataset.theme = this.state.theme;
    if (this.deferred && this.state.lab !== null && !this.#answers.value) void this.#loadAnswers();
    if (changed.has("walks")) document.documentElement.lang = "en";
    if (changed.has("walks") || changed.has("place")) this.#arrive(changed.get("place") !== undefined);
  }

  /**
   * Names the place in the window's title. Where the reader came by something that is hidden now, the focus would be lost:
   * it goes to the figure of Explore, or to the link of another place.
   * @param {boolean} isMove whether the reader was in another place
   */
  #arrive(isMove) {
    const name = this.#t("app-name");
    const isExplore = this.place === "explore";
    document.title = isExplore ? name : `${this.#t(`place-${this.place}`)} · ${name}`;
    if (!isMove || /** @type {ShadowRoot} */ (this.renderRoot).activeElement?.closest("header")) return;
    this.#focus(isExplore ? undefined : "[aria-current=page]");
  }

  /** The view of the current state, for all parts. @param {import("../../view/run-cache.js").RunCache} walks */
  #view(walks) {
    const { state } = this;
    const walk = walks.walkOf(state);
    // The number under the pointer may have vanished with a change of the sizes; the selected one then takes its place.
    const cell = walks.has(this.hovered) ? this.hovered : state.cell;
    return this.#views.viewOf(state, walk, {
      t: this.#t,
      theme: this.#printing.isOn ? "light" : this.#theme.of(state.theme),
      cell: walks.has(cell) ? cell : null,
      cellChosen: this.cellChosen,
      deferred: this.deferred,
      whenIdle: this.#later,
      atOnce: this.#printing.isOn,
    });
  }

  /**
   * Changes some fields of the state, or shows why that is not possible and leaves the state as it is.
   * @param {{patch: Record<string, unknown>, text?: string}} change text: what the reader typed, to show again if it is invalid
   */
  #patch({ patch, text = "" }) {
    if ("cell" in patch) this.cellChosen = isInspected(patch);
    if (endsHover(patch)) this.hovered = null;
    const fields = Object.keys(patch);
    this.#change(() => changeState(this.state, this.#selection.withCell(this.state, patch)), fields[0] ?? "", text);
    const isStep = "stage" in patch && fields.every((field) => field === "stage" || field === "layer");
    if (isStep) void this.#scrollToStage();
  }

  /** After a step to another stage: scrolls to where it begins, unless that is in sight or an experiment took the step. */
  async #scrollToStage() {
    await this.updateComplete;
    const top = this.renderRoot.querySelector(".desk")?.getBoundingClientRect().top ?? 0;
    // On a phone, words and figure need the whole screen.
    const isInSight = top >= 0 && top < window.innerHeight / (isPhone() ? 8 : 2);
    if (!isInSight && /** @type {ShadowRoot} */ (this.renderRoot).activeElement?.localName !== "lab-card")
      this.renderRoot.querySelector("stage-strip")?.scrollIntoView();
  }

  /** Shows or hides the field for an own sentence and the settings. The focus goes to the field: it may be out of sight. */
  async #toggleOwn() {
    this.own = !this.own;
    if (!this.own) return;
    await this.updateComplete;
    const bar = /** @type {LitElement | null} */ (this.renderRoot.querySelector("sentence-bar"));
    await bar?.updateComplete;
    const field = /** @type {HTMLElement | null | undefined} */ (bar?.renderRoot.querySelector("#sentence"));
    field?.focus({ preventScroll: true });
    const { top, bottom } = field?.getBoundingClientRect() ?? { top: 0, bottom: 0 };
    // On a phone, the keyboard of the screen covers the lower half.
    if (top < 0 || bottom > window.innerHeight / (isPhone() ? 2 : 1)) bar?.scrollIntoView();
  }

  /** @param {string} id */
  async #preset(id) {
    const deferred = await this.#start.complete();
    if (!deferred) return;
    this.problem = null;
    this.#change(() => deferred.applyPreset(this.state, id), "sentence", this.state.sentence);
  }

  /**
   * @param {() => State} next
   * @param {string} field the control next to which an error is shown; "file": at the top of the page
   * @param {string} text what the reader typed
   */
  #change(next, field, text) {
    try {
      this.state = next();
      // A problem with typed text stays until that field is corrected; a control without text shows its old value again.
      if (this.problem?.field === field || this.problem?.text === "") this.problem = null;
      this.linkProblem = null;
      this.#link.writeSoon();
    } catch (error) {
      if (!(error instanceof AttentionError)) throw error;
      if (field === "file") this.linkProblem = error;
      else this.problem = { field, text, message: errorText(this.#t, error) };
    }
  }

  /** Goes to the place that the address bar names. */
  #goThere() {
    this.place = placeOf(window.location.hash.slice(1));
  }

  /** Shows what a link to Explore names. @param {string} fragment */
  #read(fragment) {
    if (isPlaceAlone(fragment)) return this.#link.writeSoon();
    const { state, leftOut } = stateInAddressBar(this.state);
    this.state = state;
    this.problem = null;
    this.linkProblem = leftOut.length > 0 ? leftOut : null;
    this.unlinkable = false;
  }

  /** The link to what is shown; null where it is too large for one. */
  #fragment() {
    const fragment = fragmentFor(this.state);
    this.unlinkable = fragment === null;
    return fragment;
  }

  /** Goes to the previous or next state in the history. @param {-1 | 1} direction undo or redo */
  #moveInHistory(direction) {
    const before = this.state;
    this.#history = direction < 0 ? undo(this.#history) : redo(this.#history);
    const { past, present, future } = this.#history;
    const fields = changedFields(before, present).join(", ");
    this.#announcer.historyMove =
      direction < 0
        ? this.#t("history-undone", { fields, left: past.length })
        : this.#t("history-redone", { fields, left: future.length });
    this.state = present;
    this.problem = null;
    this.linkProblem = null;
    this.hovered = null;
    this.#link.writeSoon();
  }

  /**
   * The left and right arrow keys change the stage, Escape clears the inspected number.
   * @param {KeyboardEvent} event
   */
  #key(event) {
    const { walk } = this.walks ?? {};
    if (isHandled(event) || !walk || this.place !== "explore") return;
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

  /**
   * A place beside Explore, from when the reader first goes there, so that it is as they left it on return. Its code is
   * loaded then.
   * @param {keyof typeof loaders} place
   * @param {import("../../view/view.js").View} view
   */
  #other(place, view) {
    const isOpen = this.place === place;
    if (isOpen && !this.#others.has(place)) {
      this.#others.set(place, document.createElement(`${place}-place`));
      const { hash } = window.location;
      loaders[place]().catch(() => {
        this.#others.delete(place);
        this.place = "explore";
        this.#link.writeSoon(); // so that a link to the place leads there once more
        this.linkProblem = {
          message: this.#t("place-failed", { place: this.#t(`place-${place}`) }),
          again: () => {
            window.location.hash = hash;
            this.place = place;
          },
        };
      });
    }
    const element = this.#others.get(place);
    return element ? Object.assign(element, { view, open: isOpen, hidden: !isOpen }) : nothing;
  }

  /** Shows a state from another place in Explore. @param {State} state */
  #openWalk(state) {
    this.#change(() => ({ ...state, theme: this.state.theme }), "file", "");
    window.location.hash = "place=explore";
  }

  /** Loads what makes terms explain themselves, once the page is drawn. Without it they are plain words. */
  async #explainTerms() {
    await this.#start.complete();
    await whenIdle();
    this.terms ??= await import("./terms-in-text.js").catch(() => null);
  }

  /** Loads the answers to questions, unless that has been done. If that fails, says so: the reader can try again. */
  async #loadAnswers() {
    const answers = await this.#answers.load();
    if (answers) return answers;
    this.linkProblem = this.#t("lab-failed");
    this.state = changeState(this.state, { lab: null, experiment: null, compare: null });
    return null;
  }

  /**
   * Opens the answer to a question where it was asked.
   * @param {{lab: string, place: "figure" | "list"}} question
   */
  async #ask(question) {
    const answers = await this.#loadAnswers();
    if (!answers) return;
    this.#asked = question;
    this.#patch({ patch: answers.opening(this.state, question.lab) });
  }

  /** Closes the answer. The focus returns to its question. */
  async #closeAnswer() {
    const [{ lab }, asker] = [this.state, this.#answerPlace() === "figure" ? "stage-questions" : "question-list"];
    this.listed ||= asker === "question-list";
    this.#patch({ patch: { lab: null, experiment: null, compare: null } });
    await this.updateComplete;
    const host = /** @type {LitElement | null} */ (this.renderRoot.querySelector(asker));
    await host?.updateComplete;
    const question = /** @type {HTMLElement | null} */ (host?.renderRoot.querySelector(`[data-lab="${lab}"]`));
    (question ?? this.renderRoot.querySelector("#figure"))?.focus();
  }

  async #showQuestions() {
    if (!(await this.#loadAnswers())) return;
    this.listed = true;
    await this.updateComplete;
    const list = /** @type {import("../labs/question-list.js").QuestionList} */ (
      this.renderRoot.querySelector("question-list")
    );
    await list.updateComplete;
    list.show();
  }

  /** Moves the focus to a part of the page: the figure, unless another is named. */
  #focus(selector = "#figure") {
    /** @type {HTMLElement | null} */ (this.renderRoot.querySelector(selector))?.focus();
  }
}

customElements.define("attention-explorer", AttentionExplorer);
