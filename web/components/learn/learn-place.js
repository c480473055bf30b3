import { html, LitElement, nothing } from "lit";
import { live } from "lit/directives/live.js";

import "../arithmetic/cell-arithmetic.js";
import "../controls/control-bar.js";
import "../figure/head-picker.js";
import "../figure/stage-figure.js";
import { weightsKind } from "../../view/weights-kind.js";
import { lessonOf, lessons } from "../../course/course.js";
import { contents, readLearnLink, writeLearnLink } from "../../course/link.js";
import { givenIn, isDone, readProgress, stepsDone, withStep, writeProgress } from "../../course/progress.js";
import { largest, Reading, written } from "../../course/reading.js";
import { sources } from "../../course/sources.js";
import { text } from "../../lessons/learn-words-en.js";
import { createTranslate, either } from "../../lessons/translate.js";
import { ownMessages } from "../own-messages.js";
import { PlaceLink } from "../place-link.js";
import { hasTrained, loadedModel, modelsIn, rowOfIt } from "../../state/recipes/trained-models.js";
import { isScore } from "../../state/stages.js";
import { changeState, defaultState } from "../../state/state.js";
import { fragmentOrNull } from "../../state/url.js";
import { memoised } from "../../view/memoised.js";
import { RunCache } from "../../view/run-cache.js";
import { errorText } from "../error-text.js";
import { eventValue } from "../event-value.js";
import { Lazy, lazyOf, loading } from "../lazy.js";
import { WalkController } from "../walk-controller.js";
import { whileConnected } from "../while-connected.js";
import { loadLab } from "../labs/loaders.js";
import { labOf, startOf } from "../../state/lab-starts.js";
import "./lesson-strip.js";
import { questionCard } from "./question.js";
import { numberTable } from "./number-table.js";
import { learnStyles, oneColumn } from "./styles.js";
import { withSubscripts } from "../rich-text.js";
import { termFacts } from "../terms.js";
import { inline, paragraphs } from "./words.js";

/** @typedef {import("../../state/state.js").State} State */
/** @typedef {import("../../view/view.js").View} View */
/** @typedef {import("../../lessons/translate.js").Translate} Translate */
/** @typedef {import("../../course/step.js").Step} Step */
/** @typedef {import("../../course/step.js").Lesson} Lesson */
/** @typedef {import("../../course/step.js").Facts} Facts */
/** @typedef {import("./question.js").Answering} Answering */

/** @type {Answering} */
const unanswered = Object.freeze({ guess: null, given: null });

/** What figures say in place of "query" and "key" in steps on what numbers mean, which come before these terms. */
const early = new Map([
  ["figure-queries", "learn-looking"],
  ["figure-keys", "learn-looked-at"],
  ...["lines-note-row", "lines-hint-row", "lines-hint-row-touch", "badge-row"].map(
    (id) => /** @type {const} */ ([id, `learn-${id}`]),
  ),
]);

/** What figures say in steps that are not about heads, in place of words that name a head. */
const headless = new Map([
  ["ask-share", "learn-share"],
  ["control-first-hint", "learn-first-hint"], // what else it says is a question of the lesson on order
]);

/** What an experiment says, beside its introduction, that would answer the questions of lessons: said once they are answered. */
const answering = ["tiles-growth", "tiles-factor"];

const narrow = window.matchMedia(oneColumn.cssText);

const storage = () => window.localStorage;

/**
 * Learn: lessons that are done, not read. Each step shows a saved state; the reader commits to a prediction before the
 * engine shows the answer, and a lesson ends with a task that the engine checks. Its walk is its own: the one in Explore
 * stays as it is. Fires "open-walk" with the state of a step.
 */
export class LearnPlace extends LitElement {
  static properties = {
    view: { attribute: false },
    open: { attribute: false },
    position: { state: true },
    answering: { state: true },
    progress: { state: true },
    leftOut: { state: true },
    turned: { state: true },
  };

  static styles = learnStyles;

  #messages = ownMessages(text);
  #link = new PlaceLink(this, {
    place: "learn",
    read: (fragment) => this.#read(fragment),
    write: () => writeLearnLink(this.position),
  });
  /** The messages for figures of steps that are not about heads: they name none; before queries and keys, also not these. */
  #withoutHeads = memoised(
    (/** @type {Translate} */ t, /** @type {boolean} */ isEarly) =>
      /** @type {Translate} */ (
        (id, args) =>
          id.startsWith("figure-head") ? "" : t(headless.get(id) ?? ((isEarly && early.get(id)) || id), args)
      ),
  );
  #walk = new WalkController(this, {
    state: defaultState,
    t: () => this.view.t,
    walks: () => new RunCache(this.view.engine),
    before: (patch) => this.#takesAnswer(patch),
    after: (patch) => this.#focusFigure(patch),
  });
  /**
   * The walk as lessons read it, and what the step and notes on terms name of it: once for each state, because every move of
   * the pointer draws this place again.
   * @type {{state: State, reading: Reading, facts: Facts, atStart: readonly import("../../course/tables.js").Table[], task: {done: boolean, facts: Facts} | null} | null}
   */
  #shown = null;
  /** The right answer, read from the walk before the answer. @type {import("../../course/step.js").Outcome | null} */
  #outcome = null;
  /** What the step's own words name, read from the walk before the answer: they stay as they were read. @type {Facts} */
  #said = {};
  /** What the feedback speaks of, read from the walk before the answer. @type {readonly import("../../course/tables.js").Table[]} */
  #tables = [];
  /** What is said of wrong answers: without it, feedback is the right answer alone. */
  #wrong = new Lazy(this, async () =>
    createTranslate("en", (await import("../../lessons/learn-wrong-words-en.js")).text),
  );
  /** Trained models, by their names. */
  #models = lazyOf(this, async (names) => {
    const { addModels } = await import("./trained.js");
    await addModels(this.view.engine, JSON.parse(names));
  });
  /** The messages of experiments, by their elements, which are loaded with them. */
  #labs = lazyOf(this, loadLab);
  /** Whether the heading must get the focus once the step is drawn. */
  #isNew = false;
  /** Whether the reader wants to answer the step's question once more. */
  #isAskedAgain = false;
  /** @type {import("../labs/lab-element.js").LabElement | null} the experiment of the step */
  #lab = null;

  constructor() {
    super();
    /** The page's view: its theme, its engine and its messages. */
    this.view = /** @type {View} */ (/** @type {unknown} */ (undefined));
    /** Whether the reader is in this place. */
    this.open = true;
    this.position = contents;
    this.answering = unanswered;
    this.progress = readProgress(storage);
    /** @type {readonly import("../../engine/errors.js").AttentionError[]} parts of the link that were left out */
    this.leftOut = [];
    /** @type {readonly string[]} ids of tables that are too wide, so that they are turned on their sides */
    this.turned = [];
    whileConnected(this, (signal) => {
      window.addEventListener("resize", () => this.#standTables(), { signal });
      window.addEventListener("pagehide", () => this.#leave(), { signal });
    });
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.#forget();
    this.#walk.free();
  }

  /** What the step shows. */
  get state() {
    return this.#walk.state;
  }

  /** @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    if (!changed.has("open")) return;
    if (this.open) this.#link.write();
    else this.#leave();
  }

  render() {
    const t = this.#messages(this.view.t);
    const { lesson } = this.position;
    // The arithmetic of numbers is among the words and parts that the page loads after its first frame.
    if (!this.view.deferred) return html`<main>${loading(t)}</main>`;
    const model = this.#model;
    const isReady = lesson === null || hasTrained(this.view.engine, this.state);
    const status = isReady ? nothing : model.status(t, "", t("trained-failed"));
    if (!isReady && model.is === "waiting") return html`<main>${status}</main>`;
    return html`
      ${status}
      <p class="error" role="alert" ?hidden=${this.leftOut.length === 0}>
        ${this.leftOut.map((problem) => html`${errorText(t, problem)}<br />`)}
      </p>
      ${lesson === null || !isReady ? this.#contents(t) : this.#lesson(t, lessonOf(lesson))}
    `;
  }

  /** @param {Map<string, unknown>} changed */
  updated(changed) {
    if (this.open) document.title = this.#title;
    this.#keepDone();
    // Each move of the pointer draws this place again; tables stay as wide as they were, and measuring them takes time.
    if (changed.size > 1 || !changed.has("hovered")) this.#turnTables();
    const heading = /** @type {HTMLElement | null} */ (this.renderRoot.querySelector("h2"));
    if (!this.#isNew || !heading) return;
    this.#isNew = false;
    heading.focus({ preventScroll: true });
    window.scrollTo({ top: 0 });
  }

  /** Lets all tables stand upright again, where there are any: in a wider window they may fit. */
  #standTables() {
    if (this.renderRoot.querySelector(".numbers")) this.turned = [];
  }

  /** Turns tables on their sides that do not fit. */
  #turnTables() {
    const boxes = /** @type {NodeListOf<HTMLElement>} */ (this.renderRoot.querySelectorAll(".numbers"));
    const wide = [...boxes].filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth);
    const more = wide.map(({ dataset }) => dataset.table ?? "").filter((id) => !this.turned.includes(id));
    if (more.length > 0) this.turned = [...this.turned, ...more];
  }

  /** The trained models that the step needs. */
  get #model() {
    return this.#models(JSON.stringify(modelsIn(this.state)));
  }

  /** The title of the window: where the reader is. */
  get #title() {
    const t = this.#messages(this.view.t);
    const { lesson, step } = this.position;
    const here = lesson === null ? [t("place-learn")] : [t(`lesson-${lesson}`), this.#where(t, lessonOf(lesson), step)];
    return [...here, t("app-name")].join(" · ");
  }

  /** Which step this is. @param {Translate} t @param {Lesson} lesson @param {number} step */
  #where = (t, lesson, step) =>
    t("learn-where", { lesson: lessons.indexOf(lesson) + 1, step: step + 1, of: lesson.steps.length });

  /** The list of lessons. @param {Translate} t */
  #contents(t) {
    const done = lessons.filter((lesson) => isDone(this.progress, lesson)).length;
    const list = (/** @type {readonly Lesson[]} */ shown) =>
      html`<ol start=${lessons.indexOf(/** @type {Lesson} */ (shown[0])) + 1}>
        ${shown.map((lesson) => {
          const { id } = lesson;
          const steps = stepsDone(this.progress, id);
          return html`<li>
            <a href="#${writeLearnLink({ lesson: id, step: 0 })}">${inline(t, t(`lesson-${id}`), {})}</a>
            <span class="small muted">
              ${
                isDone(this.progress, lesson)
                  ? t("learn-done")
                  : steps > 0
                    ? t("learn-begun", { steps, of: lesson.steps.length })
                    : t("learn-steps", { count: lesson.steps.length })
              }
            </span>
          </li>`;
        })}
      </ol>`;
    const deeper = lessons.filter((lesson) => lesson.deeper);
    return html`<main class="contents">
      <h2 tabindex="-1">${t("learn-title")}</h2>
      <p>${t("learn-tagline")}</p>
      <p class="small muted">${t("learn-progress", { done, of: lessons.length })} ${t("learn-private")}</p>
      ${list(lessons.filter((lesson) => !lesson.deeper))}
      ${
        deeper.length === 0
          ? nothing
          : html`<h3>${t("learn-deeper")}</h3>
              ${list(deeper)}`
      }
    </main>`;
  }

  /** @param {Translate} t @param {Lesson} lesson */
  #lesson(t, lesson) {
    const step = this.#step(lesson);
    const prefix = `${lesson.id}-${step.id}`;
    const at = this.position.step;
    const view = this.#viewOf(t);
    const { reading, facts: now, atStart, task } = this.#shownBy(view, step);
    const facts = { ...now, ...this.#said };
    // Below what the reader changes: however long it is, that stays under the hand.
    const wasDone = step.id in (this.progress[lesson.id] ?? {});
    const solved = task ? taskStatus(t, prefix, task, facts, wasDone) : nothing;
    return html`<main class="lesson">
      <article class="words">
        <p class="small muted">
          <a href="#place=learn" @click=${(/** @type {Event} */ event) => this.#follow(event, contents)}
            >${t("learn-all")}</a
          >
          · <span id="where">${this.#where(t, lesson, at)}</span>
        </p>
        <progress max=${lesson.steps.length} value=${at + 1} aria-hidden="true"></progress>
        <h2 tabindex="-1" aria-describedby="where">${inline(t, t(`lesson-${lesson.id}`), facts)}</h2>
        ${paragraphs(t, t(`lesson-${prefix}`, facts), facts)}
        ${questionCard(
          this.#wrong.value ? either(this.#wrong.value, t) : t,
          {
            prefix,
            step,
            tokens: step.question?.kind === "token" ? reading[step.question.side] : [],
            outcome: this.#outcome,
            answering: this.answering,
            facts,
          },
          {
            choose: (guess) => (this.answering = { ...this.answering, guess }),
            answer: (given) => this.#answer(given),
            again: () => void this.#askAgain(),
          },
        )}
        ${step.train ? html`<p><a class="button" href="#place=train&task=${step.train}&seed=1">${t("learn-train")}</a></p>` : nothing}
        ${step.explore && this.answering.given !== null ? html`<p><a class="button" href=${linkToQuestion(step.explore)}>${withSubscripts(t(`lab-${step.explore}`))}</a></p>` : nothing}
        ${task ? html`<p class="card task"><strong>${t("learn-now-you")}</strong> ${inline(t, t(`lesson-${prefix}-task`), facts)}</p>` : nothing}
      </article>
      <div class="more">
        ${this.answering.given === null && step.question ? nothing : (step.slips ?? []).map((id) => slip(t, id, facts))}
        ${this.#sources(t, lesson)}
      </div>
      <section class="card figure" tabindex="-1" aria-label=${t("learn-figure")}>
        ${step.controls ? html`<control-bar .view=${view} .fields=${step.controls} .problem=${this.#walk.problem}></control-bar>` : nothing}
        ${step.edit ? this.#slider(t, reading, step.edit) : nothing} ${step.lab ? nothing : solved}
        ${step.strip ? html`<lesson-strip .view=${view}></lesson-strip>` : nothing}
        ${[...atStart, ...this.#tables].map((table) => numberTable(t, prefix, table, this.turned.includes(table.id)))}
        ${this.#isSentence(step) ? sentence(view) : step.lab ? this.#experiment(step.lab, view, step.brief ?? !lesson.deeper) : this.#figure(view, step)}
        ${step.lab ? solved : nothing}
        <p class="open"><button @click=${() => this.#openWalk()}>${t("learn-open")}</button></p>
      </section>
      <nav class="ways" aria-label=${t("learn-ways")}>${this.#ways(t, lesson)}</nav>
    </main>`;
  }

  /** Whether the step is about several heads. */
  get #hasHeads() {
    const { lesson } = this.position;
    return lesson !== null && this.#step(lessonOf(lesson)).heads === true;
  }

  /** Whether the step asks something that is not answered yet. */
  get #isAsking() {
    const { lesson } = this.position;
    return lesson !== null && this.#step(lessonOf(lesson)).question !== undefined && this.answering.given === null;
  }

  /** Whether the step is about what numbers mean. */
  get #isOnMeaning() {
    const { lesson } = this.position;
    return lesson !== null && this.#step(lessonOf(lesson)).meaning === true;
  }

  /** Whether a step shows the sentence alone: until its question is answered. @param {Step} step */
  #isSentence = ({ sentence: isSentence }) => isSentence === true && this.answering.given === null;

  /** @param {View} view @param {Step} step */
  #figure(view, { meaning, question, row, alone, operandsFirst }) {
    const isAlone = view.state.stage === alone && !view.state.cell;
    const isOperands = operandsFirst === true && this.answering.given === null;
    return html`${question && this.answering.given === null ? nothing : nextWord(meaning ? { ...view, explanation: null } : view)}
      <stage-figure
        class=${this.#hasHeads ? "" : "one-head"}
        .view=${isAlone || isOperands ? { ...view, alone: isOperands ? "operands" : true } : view}
      ></stage-figure>
      ${row === undefined ? nothing : rowOfScores(view, row)}
      ${view.explanation && !meaning ? html`<cell-arithmetic .view=${{ ...view, embedded: true, headless: !this.#hasHeads }}></cell-arithmetic>` : nothing}`;
  }

  /**
   * A slider for one number of an input.
   * @param {Translate} t
   * @param {Reading} reading
   * @param {NonNullable<Step["edit"]>} edit
   */
  #slider(t, reading, { input, index, min, max, step }) {
    const [row, column] = /** @type {[number, number]} */ (index.slice(-2));
    const value = reading.at(input, row, column);
    const move = (/** @type {Event} */ event) =>
      this.#walk.patch({ patch: { edits: { [input]: [...index, Number(eventValue(event))] } } });
    return html`<p class="options edit">
      <label for="edit">${withSubscripts(t("learn-edit", { input, row: row + 1, column: column + 1 }))}</label>
      <input id="edit" type="range" min=${min} max=${max} step=${step} .value=${live(String(value))} @input=${move} />
      <output for="edit" aria-live="off">${written(value)}</output>
    </p>`;
  }

  /** The experiment of a step, once its element is loaded. @param {string} id @param {View} view @param {boolean} brief */
  #experiment(id, view, brief) {
    const lab = labOf(id);
    if (!lab) return nothing;
    const words = this.#labs(lab.element);
    if (!words.value) return words.status(view.t, view.t(`lab-${id}`));
    if (this.#lab?.localName !== lab.element)
      this.#lab = /** @type {import("../labs/lab-element.js").LabElement} */ (document.createElement(lab.element));
    this.#lab.brief = brief;
    const t = either(words.value, view.t);
    // The words of the step stand in place of the experiment's own introduction.
    const kept = [`${id}-text`, ...(this.#isAsking ? answering : [])];
    this.#lab.view = { ...view, t: (message, args) => (kept.includes(message) ? "" : t(message, args)) };
    return this.#lab;
  }

  /** What the facts of a lesson can be checked against; at its end. @param {Translate} t @param {Lesson} lesson */
  #sources(t, { steps, sources: ids }) {
    if (this.position.step < steps.length - 1) return nothing;
    return html`<section class="sources small">
      <h3>${t("learn-sources")}</h3>
      <ul>
        ${ids.map((id) => {
          const { title, authors, url } = sources[id];
          return html`<li><a href=${url} rel="noreferrer">${title}</a>, ${authors}</li>`;
        })}
      </ul>
    </section>`;
  }

  /** The ways back and on. @param {Translate} t @param {Lesson} lesson */
  #ways(t, lesson) {
    const back = this.#neighbour(-1);
    const next = this.#neighbour(1);
    const isLast = next.lesson !== lesson.id;
    // Seen beside the words, "back" is the step before; heard alone, it must say to what.
    const where = (/** @type {import("../../course/link.js").Position} */ to) =>
      to.lesson === lesson.id
        ? t("motion-count", { step: to.step + 1, steps: lesson.steps.length })
        : t(to.lesson === null ? "learn-all" : `lesson-${to.lesson}`);
    return html`
      <a
        class="button back"
        aria-label=${t("learn-back-to", { where: where(back) })}
        href="#${writeLearnLink(back)}"
        @click=${(/** @type {Event} */ event) => this.#follow(event, back)}
      >
        ${t("learn-back")}
      </a>
      <a
        class="button main"
        id="next"
        aria-label=${t("learn-next-to", { where: where(next) })}
        href="#${writeLearnLink(next)}"
        @click=${(/** @type {Event} */ event) => this.#follow(event, next)}
      >
        ${isLast ? inline(t, t("learn-next-lesson", { title: where(next) }), {}) : t("learn-next")}
      </a>
    `;
  }

  /** The step before or after the one that is shown; the list of lessons before the first and after the last. @param {-1 | 1} direction */
  #neighbour(direction) {
    const { lesson, step } = this.position;
    const index = lessons.findIndex(({ id }) => id === lesson);
    const steps = lessons[index]?.steps.length ?? 0;
    if (step + direction >= 0 && step + direction < steps) return { lesson, step: step + direction };
    const other = lessons[index + direction];
    return other ? { lesson: other.id, step: direction < 0 ? other.steps.length - 1 : 0 } : contents;
  }

  /** @param {Lesson} lesson @returns {Step} */
  #step = (lesson) => /** @type {Step} */ (lesson.steps[this.position.step]);

  /** The view of the step's state. @param {Translate} t */
  #viewOf(t) {
    const { theme, deferred, whenIdle } = this.view;
    const view = this.#walk.view({
      t: this.#hasHeads ? t : this.#withoutHeads(t, this.#isOnMeaning),
      theme,
      deferred,
      whenIdle,
      cellChosen: false,
    });
    return view.cell ? view : { ...view, cell: answerOf(view) };
  }

  /** The walk that is shown, as lessons read it. @param {View} view @param {Step} step */
  #shownBy(view, step) {
    if (this.#shown?.state === this.state) return this.#shown;
    this.#shown?.reading.free();
    const reading = new Reading(this.state, view, view.compute);
    this.#shown = {
      state: this.state,
      reading,
      facts: { ...termFacts(view), ...step.facts?.(reading) },
      atStart: step.tablesAtStart?.(reading) ?? [],
      task: step.task?.(reading) ?? null,
    };
    return this.#shown;
  }

  #forget() {
    this.#shown?.reading.free();
    this.#shown = null;
    this.#outcome = null;
    this.#said = {};
    this.#tables = [];
    this.turned = [];
  }

  // What the reader does.

  /** @param {string | number} given */
  #answer(given) {
    if (this.position.lesson === null || this.answering.given !== null || !this.#shown) return;
    this.#showAnswered(given);
    this.#done(given);
    void this.#showFeedback();
  }

  /** Shows what was answered, the right answer and what the step reveals. @param {string | number} given */
  #showAnswered(given) {
    const { lesson } = this.position;
    if (lesson === null || !this.#shown) return;
    const step = this.#step(lessonOf(lesson));
    this.#outcome = step.outcome?.(this.#shown.reading) ?? null;
    this.#said = step.facts?.(this.#shown.reading) ?? {};
    this.#tables = step.tables?.(this.#shown.reading) ?? [];
    this.answering = { guess: given, given };
    this.#walk.hover(null); // the right number is selected, not the one under the pointer
    if (step.reveal) this.#walk.state = changeState(this.state, step.reveal);
  }

  /** Asks the question of the step once more, as if it had not been answered. */
  async #askAgain() {
    this.#go(this.position);
    this.#isNew = false;
    this.#isAskedAgain = true;
    await this.updateComplete;
    /** @type {HTMLElement | null} */ (this.renderRoot.querySelector(".question button, #guess, .figure"))?.focus();
  }

  /** Once the walk is there: shows what was answered before, and stores that a task is solved: solved it stays. */
  #keepDone() {
    const { lesson } = this.position;
    if (lesson === null || !this.#shown) return;
    const step = this.#step(lessonOf(lesson));
    const given = this.#isAskedAgain ? null : givenIn(this.progress, lesson, step.id);
    if (this.answering.given === null && given !== null && this.#isOffered(step, given)) this.#showAnswered(given);
    if (this.#shown.task?.done) this.#done();
  }

  /** Whether an answer that was stored names something that the step shows. @param {Step} step @param {string | number} given */
  #isOffered({ question }, given) {
    if (question?.kind === "token") return Number(given) < (this.#shown?.reading[question.side].length ?? 0);
    if (question?.kind !== "cell") return true;
    return this.#walk.walks?.has({ stage: question.stage, index: String(given).split(",").map(Number) }) ?? false;
  }

  /** On narrow screens the figure is below the words: the feedback moves to the top, so that both are in sight. */
  async #showFeedback() {
    await this.updateComplete;
    if (narrow.matches) this.renderRoot.querySelector(".feedback")?.scrollIntoView({ block: "start" });
  }

  /** Stores that the step is done. @param {string | number} [given] what was answered */
  #done(given) {
    const { lesson } = this.position;
    if (lesson === null) return;
    const progress = withStep(this.progress, lesson, this.#step(lessonOf(lesson)).id, given);
    if (progress === this.progress) return;
    this.progress = progress;
    writeProgress(storage, progress);
  }

  /** The number that the reader points at is the answer, where that is asked. @param {import("../walk-controller.js").Patch} patch */
  #takesAnswer(patch) {
    const { lesson } = this.position;
    if (lesson === null) return true;
    const { question } = this.#step(lessonOf(lesson));
    const cell = /** @type {State["cell"]} */ (patch.cell ?? null);
    if (question?.kind !== "cell" || cell?.stage !== question.stage || this.answering.given !== null) return false;
    this.#answer(cell.index.join());
    return true;
  }

  /** What explained a number goes, and with it the button that had the focus. @param {import("../walk-controller.js").Patch} patch */
  #focusFigure(patch) {
    if (patch.cell !== null) return;
    /** @type {HTMLElement | null} */ (this.renderRoot.querySelector(".figure"))?.focus({ preventScroll: true });
  }

  /** Goes on or back without a new entry for each step in the browser's history of this page. @param {Event} event @param {import("../../course/link.js").Position} position */
  #follow(event, position) {
    event.preventDefault();
    this.#go(position);
    this.#link.push();
  }

  /** A step that asks nothing is done when the reader leaves it, wherever to. */
  #leave() {
    const { lesson } = this.position;
    if (lesson === null || !this.#shown) return;
    const { question, task } = this.#step(lessonOf(lesson));
    if (!question && !task) this.#done();
  }

  /** @param {string} fragment */
  #read(fragment) {
    const { position, leftOut } = readLearnLink(fragment);
    this.leftOut = leftOut;
    this.#go(position);
  }

  /** @param {import("../../course/link.js").Position} position */
  #go(position) {
    this.#leave();
    this.#forget();
    this.#isAskedAgain = false;
    this.position = position;
    this.answering = unanswered;
    this.#isNew = this.hasUpdated;
    if (position.lesson === null) return;
    void this.#wrong.load();
    this.#walk.begin(changeState(defaultState, this.#step(lessonOf(position.lesson)).state));
    if (this.#model.is === "failed") void this.#model.load();
  }

  #openWalk() {
    this.dispatchEvent(new CustomEvent("open-walk", { detail: { state: this.state }, bubbles: true, composed: true }));
  }
}

/**
 * What a model answers that was asked for the row of "it" alone: the largest attention weight of that row, so that it stands
 * out. Null elsewhere.
 * @param {View} view
 * @returns {View["cell"]}
 */
function answerOf(view) {
  const it = rowOfIt(view.queries);
  if (it < 0 || weightsKind(view) !== "row") return null;
  const { data } = view.run.tensor("weights");
  const row = Array.from(data.subarray(it * view.keys.length, (it + 1) * view.keys.length));
  return { stage: "weights", index: [0, it, largest(row)] };
}

/** From the output of a trained model to its next word; nothing at other stages. @param {View} view */
const nextWord = (view) =>
  view.state.stage === "output" && loadedModel(view.engine, view.state)?.readout
    ? html`<output-to-word .view=${view}></output-to-word>`
    : nothing;

/**
 * The numbers of one row of scores or attention weights, each with its key; nothing at other stages.
 * @param {View} view
 * @param {number} row
 */
function rowOfScores({ state, run, queries, keys }, row) {
  if (!isScore(state.stage)) return nothing;
  const { data } = run.tensor(state.stage);
  const digits = state.stage === "weights" ? 4 : 2;
  return html`<p class="row small">
    <strong>${queries[row]}:</strong>
    ${keys.map((key, at) => html`<span>${key} ${written(Number(data[row * keys.length + at]), digits)}</span> `)}
  </p>`;
}

/** The link to a question in Explore, as its list opens it. @param {string} id */
const linkToQuestion = (id) =>
  `#${fragmentOrNull(changeState(defaultState, { lab: id, experiment: startOf(defaultState, id) }))}`;

/** The words of a sentence, without numbers; of both where one looks at another text. @param {View} view */
function sentence({ queries, keys, t }) {
  const [writes, reads] = [queries.join(" "), keys.join(" ")];
  if (reads === writes) return html`<p class="sentence">${writes}</p>`;
  return html`<p class="sentence">
    <span class="small muted">${t("learn-reads")}</span> ${reads}<br />
    <span class="small muted">${t("learn-writes")}</span> ${writes}
  </p>`;
}

/**
 * How far the reader is with the task at the end of a lesson.
 * @param {Translate} t
 * @param {string} prefix
 * @param {{done: boolean, facts: Facts}} task
 * @param {Facts} shown what notes on terms may name
 * @param {boolean} wasDone whether the task was solved before, whatever the reader has changed since
 */
function taskStatus(t, prefix, { done, facts }, shown, wasDone) {
  const end = done ? "done" : "open";
  return html`<p role="status" class="card solved ${done || wasDone ? "right" : ""}">
    ${wasDone && !done ? html`<strong>${t("learn-solved")}</strong>` : nothing}
    ${inline(t, t(`lesson-${prefix}-${end}`, facts), shown)}
  </p>`;
}

/** A sentence that circulates and is not so, and what is so. @param {Translate} t @param {string} id @param {Facts} facts */
const slip = (t, id, facts) =>
  html`<details class="card slip">
    <summary><strong>${t("learn-slip")}</strong> ${inline(t, t(`slip-${id}-said`), facts)}</summary>
    <p>${inline(t, t(`slip-${id}-so`), facts)}</p>
  </details>`;

customElements.define("learn-place", LearnPlace);
