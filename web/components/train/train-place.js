import { html, LitElement, nothing } from "lit";

import "../figure/scene-view.js";
import { AttentionError } from "../../engine/errors.js";
import { changeSettings, defaultSettings, readTrainLink, writeRates, writeTrainLink } from "../../training/settings.js";
import { shippedData } from "../../training/shipped-data.js";
import { needsData } from "../../training/tasks.js";
import { errorText } from "../error-text.js";
import { PlaceLink } from "../place-link.js";
import { isPlaceAlone } from "../places.js";
import { Comparison } from "./comparison.js";
import { readCourseMark, wayToCourse, withCourseMark } from "./course-link.js";
import { placeStyles } from "./place-styles.js";
import { RunCards } from "./run-cards.js";
import { runChoices, runControls, runSaid } from "./run-controls.js";
import { RunResults } from "./results/run-results.js";
import { Runs } from "./runs.js";
import "./scaling/scaling.js";
import { settingsCard } from "./settings-card.js";
import { taskLine } from "./task-line.js";
import { taskList } from "./task-list.js";
import { TrainingRun } from "./training-run.js";
import { whatIfCard } from "./what-if.js";

/** @typedef {import("../../training/settings.js").Settings} Settings */
/** @typedef {import("../../words/translate.js").Translate} Translate */

/**
 * Train: the reader chooses a task and settings, and a small model learns in a Worker, in view. Fires "open-walk" with
 * a state in which Explore shows a trained layer.
 */
export class TrainPlace extends LitElement {
  static properties = {
    view: { attribute: false },
    open: { attribute: false },
    settings: { state: true },
    moved: { state: true },
    problems: { state: true },
    refused: { state: true },
    any: { state: true },
    unfolded: { state: true },
    isFromCourse: { state: true },
  };

  static styles = placeStyles;

  #link = new PlaceLink(this, {
    place: "train",
    read: (fragment) => this.#read(fragment),
    write: () => withCourseMark(writeTrainLink(this.settings), this.isFromCourse),
  });
  #runs = new Runs(
    (settings, changed, data, weights) => new TrainingRun(settings, changed, data, weights),
    () => this.#runChanged(),
  );
  #results = new RunResults(this, this.#runs, (lr) => {
    this.#change({ lr });
    this.#focus("#play");
  });
  #cards = new RunCards(this, this.#runs);
  #comparison = new Comparison(this, this.#runs, () => this.#results.showLatest());

  constructor() {
    super();
    /** The page's view: its theme and its messages. */
    this.view = /** @type {import("../../view/view.js").View} */ (/** @type {unknown} */ (undefined));
    /** Whether the reader is in this place. */
    this.open = true;
    /** @type {Settings} */
    this.settings = defaultSettings;
    /** @type {Partial<Settings>} what a slider that is being moved would change */
    this.moved = {};
    /** @type {Partial<Record<import("../../training/tasks.js").DataTaskId, string>>} the reader's own data for tasks */
    this.own = {};
    /** @type {readonly AttentionError[]} parts of the link that were left out */
    this.problems = [];
    /** @type {import("../fields/number-input.js").Refused | null} a seed that was typed last and cannot be used */
    this.refused = null;
    /** @type {import("./what-if.js").AnyChange} the change of the reader's own that the second run may have */
    this.any = { name: "heads", value: "" };
    /** @type {import("./task-line.js").Panel | null} what is unfolded below the task's line */
    this.unfolded = null;
    /** Whether a step of the course led here. */
    this.isFromCourse = false;
  }

  /** The reader's run. */
  get run() {
    return this.#runs.run;
  }

  /** The run beside it, with one setting changed; null without one. */
  get other() {
    return this.#runs.other;
  }

  connectedCallback() {
    super.connectedCallback();
    if (!this.run) this.#restart();
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.#runs.free();
  }

  /** @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    if (!changed.has("open")) return;
    if (!this.open) this.#runs.pause();
    else this.#link.write();
  }

  render() {
    const t = this.view.t;
    const { settings, unfolded } = this;
    const { isPhone } = this.#results;
    const controls = this.#controls(t);
    return html`
      <main>
        <p class="error" role="alert" ?hidden=${this.problems.length === 0}>
          ${this.problems.map((problem) => html`${errorText(t, problem)}<br />`)}
        </p>
        ${this.isFromCourse ? wayToCourse(t) : nothing}
        ${taskLine(t, { settings, unfolded, isPhone }, (panel) => (this.unfolded = unfolded === panel ? null : panel))}
        <div class="panel" id="tasks" ?hidden=${unfolded !== "tasks"}>
          ${taskList(
            t,
            settings.task,
            (task) => this.#choose(task),
            (id) => void this.#cards.show(id),
          )}
        </div>
        <div class="panel" id="settings" ?hidden=${unfolded !== "settings"}>${this.#settings(t)}</div>
        <div class="screen">
          <div>${this.#results.maps(t, this.#comparison.variant)}</div>
          <div class="so-far">
            ${controls.first} ${this.#results.loss(t)} ${isPhone ? controls.said : nothing} ${this.#results.text()}
          </div>
        </div>
        ${this.#results.finding(t, this.#comparison.variant)} ${this.#whatIf(t)}
        <div class="more">
          ${isPhone ? [controls.choices, this.#results.aside(t, this.#comparison.variant)] : nothing}
          ${this.#cards.data(settings, this.own, (task, data) => this.#useData(task, data))} ${this.#results.curves(t)}
          <train-scaling
            class="card"
            id="scaling"
            tabindex="-1"
            .view=${this.view}
            .seed=${settings.seed}
          ></train-scaling>
          ${this.#cards.descent(t)} ${this.#cards.tools(t, this.#results.at, (weights) => this.#restart(weights))}
          <p class="small muted">${t("train-tagline")} ${this.#results.size(t)}</p>
        </div>
      </main>
    `;
  }

  /** @param {Translate} t */
  #settings(t) {
    const { rate, isStopped } = this.#runs;
    return settingsCard(
      t,
      { ...this.settings, ...this.moved },
      { show: (patch) => (this.moved = patch), change: (patch, text) => this.#change(patch, text) },
      { rate, isStopped, set: (lr) => (this.run?.steps === 0 ? this.#change({ lr }) : this.#runs.setRate(lr)) },
      this.refused,
    );
  }

  /** The question that changes one thing. @param {Translate} t */
  #whatIf(t) {
    const { settings, any, run } = this;
    const { asked, answered } = this.#comparison;
    // A guess is whether the task will be learned, which no text and no list of names ever is.
    if (settings.task === "text" || settings.task === "names") return nothing;
    return whatIfCard(
      t,
      { settings, any, run, other: this.#runs.other, asked, answer: answered },
      {
        ask: (variant) => this.#comparison.ask(variant),
        answer: (answer) => this.#comparison.answer(answer),
        show: () => void this.#cards.show("maps"),
        next: () => this.#comparison.next(),
        close: () => this.#comparison.close("#next-question"),
        choose: (chosen) => (this.any = chosen),
      },
    );
  }

  /** The run's controls; on a phone, what stands below the curve is apart from the others. @param {Translate} t */
  #controls(t) {
    const shown = {
      settings: this.settings,
      runs: this.#runs,
      isOfLayers: this.#comparison.isOfLayers,
      heldOut: this.#results.heldOut(t),
      isFromCourse: this.isFromCourse,
      isPhone: this.#results.isPhone,
    };
    const act = {
      showLatest: () => this.#results.showLatest(),
      restart: () => this.#restart(),
      compareLayers: () => this.#comparison.compareLayers(),
      closeBoth: () => this.#comparison.close("#both"),
      seeMost: () => void this.#results.showMost(),
    };
    return { first: runControls(t, shown, act), said: runSaid(t, shown, act), choices: runChoices(t, shown, act) };
  }

  /** Chooses a task, and folds the list of them. @param {Settings["task"]} task */
  #choose(task) {
    this.#change({ task });
    this.unfolded = null;
    this.#focus("#unfold-tasks");
  }

  /** Moves the focus, where the button that was clicked goes. @param {string} selector */
  #focus(selector) {
    /** @type {HTMLElement | null} */ (this.renderRoot.querySelector(selector))?.focus();
  }

  /** Shows what is new of the reader's run, whose changes of the learning rate belong to its link. */
  #runChanged() {
    this.#runs.forgetEarlier();
    this.#results.keep();
    const rates = writeRates(this.run?.rates ?? []);
    if (rates !== this.settings.rates) {
      this.settings = Object.freeze({ ...this.settings, rates });
      this.#link.write();
    }
    this.requestUpdate();
  }

  /**
   * Starts over with the settings.
   * @param {Float32Array} [weights] the first ones; those of the seed unless given
   */
  #restart(weights) {
    this.#runs.begin(this.settings, dataOf(this.settings, this.own), weights);
    this.moved = {};
    this.#results.showLatest();
    this.#comparison.forget();
  }

  /** @param {import("../../training/tasks.js").DataTaskId} task @param {string | null} text null: what ships */
  #useData(task, text) {
    if (text !== null) this.own = { ...this.own, [task]: text };
    this.#change({ data: text === null ? "shipped" : "own" });
  }

  /** @param {Partial<Settings>} patch @param {string} [text] what was typed in a field, which then says why it is refused */
  #change(patch, text) {
    try {
      this.settings = changeSettings(this.settings, patch);
      this.problems = [];
      this.refused = null;
    } catch (error) {
      if (!(error instanceof AttentionError)) throw error;
      if (text === undefined) this.problems = [error];
      else this.refused = { text, message: errorText(this.view.t, error) };
      this.requestUpdate();
      return;
    }
    this.#link.write();
    this.#restart();
  }

  /** @param {string} fragment */
  #read(fragment) {
    if (isPlaceAlone(fragment)) return;
    const { link, isFromCourse } = readCourseMark(fragment);
    this.isFromCourse = isFromCourse;
    if (link === writeTrainLink(this.settings)) return;
    const { settings, leftOut } = readTrainLink(link);
    this.problems = leftOut;
    this.refused = null;
    this.settings = settings;
    if (this.run) this.#restart();
  }
}

/**
 * What a task on data is trained on: the reader's own data, or what ships.
 * @param {Settings} settings
 * @param {TrainPlace["own"]} all the reader's own data
 */
function dataOf({ task, data }, all) {
  if (!needsData(task)) return null;
  const own = data === "own" ? all[task] : undefined;
  return own === undefined ? shippedData[task]() : Promise.resolve(own);
}

customElements.define("train-place", TrainPlace);
