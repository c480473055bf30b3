import "../arithmetic/cell-arithmetic.js";
import "../figure/head-picker.js";
import "../figure/stage-figure.js";
import { givenIn } from "../../course/progress.js";
import { wayOn } from "../../course/questions/placement.js";
import { drawingOf, shownOf } from "../../course/pictures/pictures.js";
import { sceneOfDrawing } from "../../course/pictures/scene.js";
import { isAnsweredInPicture, isRight } from "../../course/step.js";
import { withNote } from "../../figures/scene/note.js";
import { readOwnRun } from "../../state/browser/own-run.js";
import { modelOf } from "../../state/recipes/trained-models.js";
import { changeState, defaultState } from "../../state/state.js";
import { stateFromFragment } from "../../state/url.js";
import { worthOfPicture } from "../../view/origin.js";
import { RunCache } from "../../view/run-cache.js";
import { WalkController } from "../walk-controller.js";
import "./lesson-strip.js";
import { FigureRoom } from "./figure-room.js";
import { lessonPage } from "./lesson-page.js";
import { pictureOf } from "./pictures/pictures.js";
import { StepExperiment } from "./step-experiment.js";
import { answerOf, stepFigure } from "./step-figure.js";
import { pressInStep } from "./step-keys.js";
import { StepReading } from "./step-reading.js";
import { withoutHeads } from "./step-words.js";
import { TurnedTables } from "./turned-tables.js";
import { TypedTexts } from "./typed-texts.js";

/** @typedef {import("../../state/state.js").State} State */
/** @typedef {import("../../view/view.js").View} View */
/** @typedef {import("../../words/translate.js").Translate} Translate */
/** @typedef {import("../../course/step.js").Step} Step */
/** @typedef {import("../../course/step.js").Lesson} Lesson */
/** @typedef {import("./question.js").Answering} Answering */

/** @type {Answering} */
const unanswered = Object.freeze({ guess: null, given: null });

/**
 * The attention map of the model that the reader has trained on the task to which a step leads; null where there is none.
 * @param {Step} step
 */
function ownMapOf({ train }) {
  const link = train === undefined ? null : readOwnRun(() => window.localStorage);
  if (link === null) return null;
  const { recipe, trained_run, sentence } = stateFromFragment(link);
  const isOfTask = modelOf({ recipe, trained_run })?.task === train;
  return isOfTask ? { recipe, trained_run, sentence, stage: "weights", head: 0, cell: null } : null;
}

/**
 * Whether the path is new to the reader, and whether all of it is done.
 * @param {import("../../course/progress.js").Progress} progress
 * @param {import("../../course/questions/questions.js").Answers | null} before what was answered before the path
 */
function pathOf(progress, before) {
  const { isBegun, next } = wayOn(progress, before);
  return { isNew: !isBegun && before === null, isDone: next === null };
}

/**
 * Whether the figure of a stage shows its numbers as tables, and what shows or hides them.
 * @param {import("lit").LitElement} host
 */
function tablesOfFigure(host) {
  const figure = /** @type {import("../figure/stage-figure.js").StageFigure | null} */ (
    host.renderRoot.querySelector("attention-stage-figure")
  );
  const toggle = () => {
    figure?.toggleTables();
    host.requestUpdate();
  };
  return { shown: figure?.showsTables ?? false, toggle };
}

/**
 * Feedback that ends behind the bar with the ways on, as on a small screen many lines would, is scrolled above it.
 * @param {import("lit").LitElement} host
 */
async function showFeedback(host) {
  await host.updateComplete;
  const parts = [".feedback", ".ways"].map((each) => host.renderRoot.querySelector(each)?.getBoundingClientRect());
  const [feedback, bar] = parts;
  const isCovered = feedback && bar && feedback.top < bar.bottom && feedback.bottom > bar.top;
  if (isCovered) window.scrollBy({ top: Math.ceil(feedback.bottom - bar.top) + 8 });
}

/** A step of a lesson: its walk, its question with the reader's answer, and its task. */
export class LessonStep {
  #host;
  #act;
  /** @type {Lesson | null} null in the list of lessons */
  #lesson = null;
  #at = 0;
  /** @type {Answering} */
  #answering = unanswered;
  /** Whether the reader wants to answer the question once more. */
  #isAskedAgain = false;
  /** Whether the reader has solved the task since the step is shown. */
  #isSolved = false;
  #typed = new TypedTexts();
  #reading = new StepReading();
  tables;
  #room;
  #withoutHeads = withoutHeads();
  #experiment;

  /**
   * @param {import("lit").LitElement & {view: View}} host
   * @param {{done: (given?: string | number) => void, answered: (given: string | number | null, right: boolean) => void,
   *   progress: () => import("../../course/progress.js").Progress,
   *   before: () => import("../../course/questions/questions.js").Answers | null, follow: import("./lesson-page.js").Follow,
   *   alone: () => "lesson" | "step" | null}} act done: stores that the step is done, and what was answered; answered: tells what was
   *   answered just now, null where a task was solved
   */
  constructor(host, act) {
    this.#host = host;
    this.#act = act;
    this.tables = new TurnedTables(host);
    this.#room = new FigureRoom(host);
    this.#experiment = new StepExperiment(host);
    this.walk = new WalkController(host, {
      state: defaultState,
      t: () => host.view.t,
      walks: () => new RunCache(host.view.engine),
      after: (patch) => {
        this.#room.keep();
        if (patch.cell !== undefined) this.#room.open(patch.cell !== null);
        this.#focusFigure(patch);
      },
    });
  }

  /** The step that is shown; null in the list of lessons. @returns {Step | null} */
  get step() {
    return this.#lesson?.steps[this.#at] ?? null;
  }

  /** Whether the question, if there is one, is answered. */
  get isAnswered() {
    return this.#answering.given !== null;
  }

  /** Shows a step from its beginning. @param {Lesson | null} lesson @param {number} at */
  begin(lesson, at) {
    this.#typed.keep(this.step, this.walk.state, this.#isSolved);
    this.#reading.forget();
    this.resized();
    this.#lesson = lesson;
    this.#at = at;
    this.#answering = unanswered;
    this.#isAskedAgain = false;
    const { patch, isSolved } = this.#typed.of(this.step);
    this.#isSolved = isSolved;
    this.#host.requestUpdate();
    if (!this.step) return;
    this.walk.begin(changeState(defaultState, ownMapOf(this.step) ?? { ...this.step.state, ...patch }));
  }

  /** In a window of another size tables may fit, and figures have other room. */
  resized() {
    this.tables.stand();
    this.#room.forget();
  }

  /** Forgets what was read from the walk, and frees it. */
  free() {
    this.#reading.forget();
    this.walk.free();
  }

  /** A step that asks nothing is done when the reader leaves it, wherever to. */
  leave() {
    if (this.step && this.#reading.shown && !this.step.question && !this.step.task) this.#act.done();
  }

  /** @param {Translate} t */
  render(t) {
    const lesson = /** @type {Lesson} */ (this.#lesson);
    const step = /** @type {Step} */ (this.step);
    const view = this.#view(t, step);
    const shown = this.#reading.read(view, step);
    return lessonPage(t, {
      lesson,
      at: this.#at,
      view,
      shown,
      reading: this.#reading,
      answering: this.#answering,
      wasDone: step.id in (this.#act.progress()[lesson.id] ?? {}),
      path: pathOf(this.#act.progress(), this.#act.before()),
      problem: this.walk.problem,
      isTurned: this.tables.has,
      numbers: tablesOfFigure(this.#host),
      figure: this.#figure(step, view),
      pictureNow: step.picture ? () => this.#pictureNow(lesson, step, { ...view, t }) : null,
      choose: (guess) => this.#become({ ...this.#answering, guess }),
      answer: (given) => this.#answer(given),
      again: () => void this.#askAgain(),
      follow: this.#act.follow,
      alone: this.#act.alone(),
      patch: this.#patch,
      openWalk: () => {
        const detail = { state: this.walk.state };
        this.#host.dispatchEvent(new CustomEvent("open-walk", { detail, bubbles: true, composed: true }));
      },
    });
  }

  /** Once the step is drawn. @param {Map<string, unknown>} changed */
  updated(changed) {
    this.#keepDone();
    // Each move of the pointer draws the step again; tables stay as wide as they were, and measuring them takes time.
    if (changed.size === 1 && changed.has("hovered")) return;
    this.tables.turn();
    void this.#room.drawn().then(() => this.tables.turn()); // a figure that scrolls may have a bar, which takes width
  }

  /** The view of the step's state. @param {Translate} t @param {Step} step */
  #view(t, { heads, meaning }) {
    const { theme, later, whenIdle } = this.#host.view;
    const words = heads === true ? t : this.#withoutHeads(t, meaning === true);
    const view = this.walk.view({ t: words, theme, later, whenIdle, cellChosen: false });
    return view.cell ? view : { ...view, cell: answerOf(view) };
  }

  /** What the step shows. @param {Step} step @param {View} view */
  #figure(step, view) {
    const { picture } = step;
    if (step.experiment) return this.#experiment.figure(view, step, this.isAnswered);
    if (!picture) return stepFigure(view, step, this.isAnswered);
    return pictureOf({
      ...this.#drawn({ ...step, picture }, view),
      view,
      asks: isAnsweredInPicture(step) && !this.isAnswered,
      answer: (to) => this.#answer(to),
      patch: this.#patch,
    });
  }

  /** What the picture of a step is drawn from. @param {Step & {picture: import("../../course/step.js").Picture}} step @param {View} view */
  #drawn(step, view) {
    const { points = [], numbers = {} } = this.#reading.shown ?? {};
    return { ...shownOf(step, this.#answering, this.#reading.outcome), view, points, numbers };
  }

  /** The picture of a step as it is now, to be saved. @param {Lesson} lesson @param {Step} step @param {View} view @returns {import("../embed-button.js").CoursePicture} */
  #pictureNow(lesson, step, view) {
    const picture = /** @type {import("../../course/step.js").Picture} */ (step.picture);
    const drawing = drawingOf(this.#drawn({ ...step, picture }, view));
    const worth = worthOfPicture(view, drawing.reads);
    return {
      draw: (theme) => withNote(sceneOfDrawing(drawing, theme), worth),
      title: view.t(`lesson-${lesson.id}`),
      file: `${lesson.id}-${step.id}`,
    };
  }

  // What the reader does.

  /** @param {KeyboardEvent} event */
  key(event) {
    if (!this.step) return;
    pressInStep(event, this.#host, { question: this.step.question, isMoved: this.#answering.guess !== null });
  }

  #patch = (/** @type {Record<string, unknown>} */ patch) => this.walk.patch({ patch });

  /** @param {Answering} answering */
  #become(answering) {
    this.#answering = answering;
    this.#host.requestUpdate();
  }

  /** @param {string | number} given */
  #answer(given) {
    if (!this.step || this.isAnswered || !this.#reading.shown) return;
    const { question } = this.step;
    this.#room.keep();
    this.#showAnswered(this.step, given);
    this.#act.done(given);
    const { outcome } = this.#reading;
    if (question && outcome) this.#act.answered(given, isRight(question, outcome, given));
    void showFeedback(this.#host);
  }

  /** Shows what was answered, the right answer and what the step reveals. @param {Step} step @param {string | number} given */
  #showAnswered(step, given) {
    this.#reading.keepAnswer(step);
    this.#become({ guess: given, given });
    this.walk.hover(null); // the right number is selected, not the one under the pointer
    if (step.reveal) this.walk.state = changeState(this.walk.state, step.reveal);
  }

  /** Asks the question of the step once more, as if it had not been answered. */
  async #askAgain() {
    this.leave();
    this.begin(this.#lesson, this.#at);
    this.#isAskedAgain = true;
    await this.#host.updateComplete;
    const root = this.#host.renderRoot;
    const first = root.querySelector(".question button, button.token, #guess, .figure");
    /** @type {HTMLElement | null} */ (first)?.focus({ preventScroll: true }); // it stands where the button was
  }

  /** Once the walk is there: shows what was answered before, and stores that a task is solved: solved it stays. */
  #keepDone() {
    const { step } = this;
    if (!this.#lesson || !step || !this.#reading.shown) return;
    const given = this.#isAskedAgain ? null : givenIn(this.#act.progress(), this.#lesson.id, step.id);
    if (!this.isAnswered && given !== null && this.#isOffered(step, given)) this.#showAnswered(step, given);
    if (!this.#reading.shown.task?.done || this.#isSolved) return;
    this.#isSolved = true;
    this.#act.done();
    this.#act.answered(null, true);
  }

  /** Whether an answer that was stored names something that the step shows. @param {Step} step @param {string | number} given */
  #isOffered({ question }, given) {
    if (question?.kind === "token") return Number(given) < (this.#reading.shown?.reading[question.side].length ?? 0);
    if (question?.kind !== "cell") return true;
    return this.walk.walks?.has({ stage: question.stage, index: String(given).split(",").map(Number) }) ?? false;
  }

  /** What explained a number goes, and with it the button that had the focus. @param {import("../walk-controller.js").Patch} patch */
  #focusFigure(patch) {
    if (patch.cell !== null) return;
    /** @type {HTMLElement | null} */ (this.#host.renderRoot.querySelector(".figure"))?.focus({ preventScroll: true });
  }
}
