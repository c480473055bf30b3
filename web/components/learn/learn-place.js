import { html, LitElement, nothing } from "lit";

import { lessonOf } from "../../course/course.js";
import { contents, finish, isPage, readLearnLink, writeLearnLink } from "../../course/link.js";
import { readProgress, withStep, writeProgress } from "../../course/progress.js";
import { readAsked, writeAsked } from "../../course/questions/asked.js";
import { dayOf, withDone } from "../../course/questions/schedule.js";
import { hasTrained, modelsIn } from "../../state/recipes/trained-models.js";
import { errorText } from "../error-text.js";
import { lazyOf, loading } from "../lazy.js";
import { PlaceLink } from "../place-link.js";
import { loadModels } from "../train/load-models.js";
import "../questions/course-record.js";
import { CourseQuestions } from "../questions/course-questions.js";
import { whileConnected } from "../while-connected.js";
import "../trained/output-to-word.js";
import { listOfLessons } from "./contents.js";
import { finishPage } from "./finish.js";
import { whereText } from "./lesson-page.js";
import { LessonStep } from "./lesson-step.js";
import { Miniatures } from "./miniatures.js";
import { learnStyles } from "./styles.js";

/** @typedef {import("../../view/view.js").View} View */
/** @typedef {import("../../course/link.js").Position} Position */

const storage = () => window.localStorage;

/**
 * Learn: lessons that are done, not read. Each step shows a saved state; the reader commits to a prediction before the
 * engine shows the answer, and a lesson ends with a task that the engine checks. Its walk is its own: the one in Explore
 * stays as it is. Fires "open-walk" with the state of a step; "course-shown" with {lesson, step, leftOut} when a step is shown, and
 * "course-answer" with {lesson, step, given, right} when the reader answers its question or solves its task.
 */
export class LearnPlace extends LitElement {
  static properties = {
    view: { attribute: false },
    open: { attribute: false },
    position: { state: true },
    progress: { state: true },
    asked: { state: true },
    clock: { attribute: false },
    leftOut: { state: true },
    alone: { attribute: false },
  };

  static styles = learnStyles;

  #step = new LessonStep(this, {
    done: (given) => this.#done(given),
    answered: (given, right) => this.#tell("course-answer", { ...this.#shown, given, right }),
    alone: () => this.alone,
    progress: () => this.progress,
    before: () => this.asked.before,
    follow: (event, to) => this.#follow(event, to),
  });
  #questions = new CourseQuestions(this, {
    read: () => ({ asked: this.asked, progress: this.progress, today: this.#today }),
    change: (asked) => this.#keepAsked(asked),
  });
  #miniatures = new Miniatures(this);
  #link = new PlaceLink(this, {
    place: "learn",
    read: (fragment) => this.#read(fragment),
    write: () => writeLearnLink(this.position),
  });
  /** Trained models, by their names; those that no file holds are trained here. */
  #models = lazyOf(this, (names) => loadModels(this.view.engine, JSON.parse(names), this.#wordsOfTraining));
  /** How the reader has come to what is not drawn yet; null once it is. After a move its heading gets the focus. @type {"start" | "move" | null} */
  #arrival = null;

  constructor() {
    super();
    /** The page's view: its theme, its engine and its messages. */
    this.view = /** @type {View} */ (/** @type {unknown} */ (undefined));
    /** Whether the reader is in this place. */
    this.open = true;
    /** What is shown alone in a frame; null for all of Learn. @type {"lesson" | "step" | null} */
    this.alone = null;
    this.position = contents;
    this.progress = readProgress(storage);
    /** What time it is. */
    this.clock = () => new Date();
    /** What was answered to the questions around the path, and when. */
    this.asked = readAsked(storage, this.#today);
    this.#keepAsked(withDone(this.asked, this.progress, this.#today));
    /** @type {readonly import("../../engine/errors.js").AttentionError[]} parts of the link that were left out */
    this.leftOut = [];
    whileConnected(this, (signal) => {
      window.addEventListener("resize", () => this.#step.resized(), { signal });
      window.addEventListener("keydown", (event) => this.#step.key(event), { signal });
      window.addEventListener("pagehide", () => this.#step.leave(), { signal });
    });
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.#step.free();
  }

  /** What the step shows. */
  get state() {
    return this.#step.walk.state;
  }

  /** @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    if (!changed.has("open")) return;
    if (this.open) this.#link.write();
    else this.#step.leave();
  }

  render() {
    const t = this.view.t;
    // The arithmetic of numbers is among the words and parts that the page loads after its first frame.
    if (!this.view.later) return html`<main>${loading(t)}</main>`;
    const isReady = this.#step.step === null || hasTrained(this.view.engine, this.state);
    const model = this.#model;
    const status = isReady ? nothing : model.demand(t, "", t("trained-failed"));
    if (!isReady && model.is === "waiting") return html`<main>${status}</main>`;
    return html`
      ${status}
      <p class="error" role="alert" ?hidden=${this.leftOut.length === 0}>
        ${this.leftOut.map((problem) => html`${errorText(t, problem)}<br />`)}
      </p>
      ${this.#step.step && isReady ? this.#step.render(t) : this.#page(t)}
    `;
  }

  /** What is in view where it is no step. @param {import("../../words/translate.js").Translate} t */
  #page(t) {
    const { progress, asked, position } = this;
    const miniature = this.#miniatures.of;
    if (position.lesson === finish.lesson) return finishPage(this.view, progress, asked, miniature);
    if (isPage(position.lesson)) return this.#questions.render(t);
    const record = html`<course-record
      .t=${t}
      .done=${{ progress, asked }}
      .today=${this.#today}
      @course-done=${(/** @type {CustomEvent} */ { detail }) => this.#keep(detail.progress, detail.asked)}
    ></course-record>`;
    return listOfLessons(t, { progress, asked, today: this.#today }, record, miniature);
  }

  /** @param {Map<string, unknown>} changed */
  updated(changed) {
    if (this.open) document.title = this.#title;
    this.#step.updated(changed);
    const heading = /** @type {HTMLElement | null} */ (this.renderRoot.querySelector("h2"));
    if (!heading || this.#arrival === null) return;
    const isMove = this.#arrival === "move";
    this.#arrival = null;
    this.#tell("course-shown", { ...this.#shown, leftOut: this.leftOut });
    if (!isMove) return;
    heading.focus({ preventScroll: true });
    window.scrollTo({ top: 0 });
  }

  /** The trained models that the step needs. */
  get #model() {
    return this.#models(JSON.stringify(modelsIn(this.state)));
  }

  /** The day, where the reader is. */
  get #today() {
    return dayOf(this.clock());
  }

  /** The title of the window: where the reader is. */
  get #title() {
    const t = this.view.t;
    const { lesson, step } = this.position;
    const here = isPage(lesson)
      ? [t(lesson === finish.lesson ? "learn-finish" : `questions-${lesson}-title`)]
      : lesson === null
        ? [t("place-learn")]
        : [t(`lesson-${lesson}`), whereText(t, lessonOf(lesson), step)];
    return [...here, t("app-name")].join(" · ");
  }

  /** Words of Train, of which one part says why a lesson trains. @type {View["loadWords"]} */
  #wordsOfTraining = async (part) => {
    const t = await this.view.loadWords(part);
    return (id, args) => t(id === "again-text" ? "learn-training" : id, args);
  };

  /** Stores that the step is done. @param {string | number} [given] what was answered */
  #done(given) {
    const { step } = this.#step;
    if (this.position.lesson === null || !step) return;
    const progress = withStep(this.progress, this.position.lesson, step.id, given);
    if (progress === this.progress) return;
    this.#keep(progress, this.asked);
  }

  /** Stores what is done, and what it leads to on later visits. @param {typeof this.progress} progress @param {typeof this.asked} asked */
  #keep(progress, asked) {
    this.progress = progress;
    writeProgress(storage, progress);
    this.#keepAsked(withDone(asked, progress, this.#today));
  }

  /** @param {typeof this.asked} asked */
  #keepAsked(asked) {
    if (asked === this.asked) return;
    this.asked = asked;
    writeAsked(storage, asked);
  }

  /** Goes on or back without a new entry for each step in the browser's history of this page. @param {Event} event @param {Position} position */
  #follow(event, position) {
    if (this.alone && position.lesson !== this.position.lesson) return; // the link opens another window
    event.preventDefault();
    this.#go(position);
    if (this.alone) this.#link.replace();
    else this.#link.push();
  }

  /** The lesson and the step that are shown, by their names. */
  get #shown() {
    return { lesson: this.position.lesson, step: this.#step.step?.id ?? null };
  }

  /** @param {"course-shown" | "course-answer"} name @param {unknown} detail */
  #tell(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }));
  }

  /** @param {string} fragment */
  #read(fragment) {
    const { position, leftOut } = readLearnLink(fragment);
    this.leftOut = leftOut;
    this.#go(position);
  }

  /** @param {Position} position */
  #go(position) {
    this.#step.leave();
    this.position = position;
    this.#arrival = this.hasUpdated ? "move" : "start";
    const { lesson, step } = position;
    this.#step.begin(lesson === null || isPage(lesson) ? null : lessonOf(lesson), step);
    this.#questions.begin(isPage(lesson) ? lesson : null);
    if (this.#model.is === "failed") void this.#model.load();
  }
}

customElements.define("learn-place", LearnPlace);
