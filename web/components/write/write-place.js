import { html, LitElement } from "lit";

import "../scroll-box.js";
import { casesOf } from "../../exercises/cases.js";
import { startOf } from "../../exercises/exercise.js";
import { exerciseOf } from "../../exercises/exercises.js";
import { keptOf, readKept, withKept, writeKept } from "../../exercises/kept.js";
import { readWriteLink, writeWriteLink } from "../../exercises/listed.js";
import { verdictOn } from "../../exercises/verdict.js";
import { errorText } from "../error-text.js";
import { PlaceLink } from "../place-link.js";
import { selectLine } from "./code-field.js";
import { exerciseList } from "./exercise-list.js";
import { exercisePage } from "./exercise-page.js";
import { runCode } from "./run-code.js";
import { writeStyles } from "./styles.js";

/** @typedef {import("../../exercises/kept.js").Kept} Kept */
/** @typedef {import("../../exercises/verdict.js").Verdict} Verdict */
/** @typedef {Readonly<{verdict: Verdict | null, isRunning: boolean, showsSolution: boolean, before: string | null}>} Trial before: code that was replaced, and can be brought back */

const storage = () => window.localStorage;

/** @type {Trial} */
const untried = Object.freeze({ verdict: null, isRunning: false, showsSolution: false, before: null });

/** Write: exercises in which the reader writes attention, run in a Worker and compared with the engine's numbers. */
export class WritePlace extends LitElement {
  static properties = {
    view: { attribute: false },
    open: { attribute: false },
    exercise: { state: true },
    kept: { state: true },
    trial: { state: true },
    isStored: { state: true },
    leftOut: { state: true },
  };

  static styles = writeStyles;

  #link = new PlaceLink(this, {
    place: "write",
    read: (fragment) => this.#read(fragment),
    write: () => writeWriteLink(this.exercise),
  });
  /** Ends the run of the reader's code. */
  #running = new AbortController();
  /** The cases of the exercise that is shown. @type {readonly import("../../exercises/cases.js").Case[]} */
  #cases = [];
  /** Whether the heading must get the focus once the exercise is drawn. */
  #isNew = false;

  constructor() {
    super();
    /** The page's view: its engine and its messages. */
    this.view = /** @type {import("../../view/view.js").View} */ (/** @type {unknown} */ (undefined));
    /** Whether the reader is in this place. */
    this.open = true;
    /** @type {string | null} null in the list */
    this.exercise = null;
    this.kept = readKept(storage);
    this.trial = untried;
    /** Whether the browser has stored what was written. */
    this.isStored = true;
    /** @type {readonly import("../../engine/errors.js").AttentionError[]} parts of the link that were left out */
    this.leftOut = [];
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.#stop();
  }

  /** @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    if (changed.has("open")) {
      if (this.open) this.#link.write();
      else this.#stop();
    }
    if (this.exercise !== null && changed.has("exercise"))
      this.#cases = casesOf(this.view.engine, exerciseOf(this.exercise));
  }

  render() {
    const { t } = this.view;
    return html`
      <p class="error" role="alert" ?hidden=${this.leftOut.length === 0}>
        ${this.leftOut.map((problem) => html`${errorText(t, problem)}<br />`)}
      </p>
      ${this.exercise === null ? exerciseList(t, this.kept) : this.#page(this.exercise)}
    `;
  }

  /** @param {string} id */
  #page(id) {
    const kept = keptOf(this.kept, id);
    const shown = {
      exercise: exerciseOf(id),
      cases: this.#cases,
      code: this.#code,
      kept,
      isStored: this.isStored,
      ...this.trial,
    };
    return exercisePage(this.view.t, shown, {
      changed: (code) => this.#write(code),
      run: () => void this.#run(),
      reset: () => this.#replace(null),
      restore: () => this.#replace(this.trial.before),
      solve: () => void this.#solve(),
      showLine: (line) => selectLine(/** @type {HTMLTextAreaElement} */ (this.renderRoot.querySelector("#code")), line),
    });
  }

  updated() {
    const { t } = this.view;
    const here = this.exercise === null ? [] : [t(`exercise-${this.exercise}`)];
    if (this.open) document.title = [...here, t("place-write"), t("app-name")].join(" · ");
    const heading = /** @type {HTMLElement | null} */ (this.renderRoot.querySelector("h2"));
    if (!this.#isNew || !heading) return;
    this.#isNew = false;
    heading.focus({ preventScroll: true });
    window.scrollTo({ top: 0 });
  }

  /** What stands in the editor to begin with. */
  get #start() {
    const id = /** @type {string} */ (this.exercise);
    return startOf(exerciseOf(id), this.view.t(`exercise-${id}-comment`));
  }

  /** What stands in the editor. */
  get #code() {
    return keptOf(this.kept, /** @type {string} */ (this.exercise)).code ?? this.#start;
  }

  /** @param {string} fragment */
  #read(fragment) {
    const { exercise, leftOut } = readWriteLink(fragment);
    this.leftOut = leftOut;
    if (exercise === this.exercise) return;
    this.#running.abort();
    this.trial = untried;
    this.exercise = exercise;
    this.#isNew = this.hasUpdated;
  }

  /** @param {Partial<Kept>} change */
  #keep(change) {
    this.kept = withKept(this.kept, /** @type {string} */ (this.exercise), change);
    this.isStored = writeKept(storage, this.kept);
  }

  /** @param {string} code */
  #write(code) {
    this.#stop();
    this.#keep({ code: code === this.#start ? null : code });
    this.trial = { ...this.trial, verdict: null };
  }

  /** Ends a run. */
  #stop() {
    this.#running.abort();
    if (this.trial.isRunning) this.trial = { ...this.trial, isRunning: false };
  }

  async #run() {
    const exercise = exerciseOf(/** @type {string} */ (this.exercise));
    const cases = this.#cases;
    this.#running.abort();
    const { signal } = (this.#running = new AbortController());
    this.trial = { ...this.trial, verdict: null, isRunning: true };
    const outcome = await runCode(exercise, this.#code, cases, signal);
    if (signal.aborted) return;
    const verdict = verdictOn(exercise, cases, outcome);
    this.#keep({ tried: true, ...(verdict.kind === "right" && { solved: true }) });
    this.trial = { ...this.trial, verdict, isRunning: false };
  }

  /** Replaces the code, and keeps what stood there, so that it can be brought back. @param {string | null} code null: as it was to begin with */
  #replace(code) {
    const before = keptOf(this.kept, /** @type {string} */ (this.exercise)).code;
    this.#write(code ?? this.#start);
    this.trial = { ...this.trial, before };
    /** @type {HTMLElement | null} */ (this.renderRoot.querySelector("#code"))?.focus();
  }

  async #solve() {
    this.trial = { ...this.trial, showsSolution: true };
    await this.updateComplete;
    /** @type {HTMLElement | null} */ (this.renderRoot.querySelector("#solution"))?.focus();
  }
}

customElements.define("write-place", WritePlace);
