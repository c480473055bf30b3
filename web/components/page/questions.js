import { html, nothing } from "lit";

import { changeState } from "../../state/state.js";
import { Lazy } from "../lazy.js";

/** @typedef {import("../../view/view.js").View} View */
/** @typedef {import("../../state/state.js").State} State */

/** The change of the state that closes the answer. */
const closing = Object.freeze({ experiment: null, experiment_state: null, compare: null });

/**
 * The questions of Explore, beside the figure and in the list below it, and the answer to the open one: an experiment.
 */
export class Questions {
  #page;
  #patch;
  #t;
  /** The list of questions and the experiments' frame, with their messages. */
  #answers;
  /** @type {{experiment: string | null, place: "figure" | "list"} | null} the question that the reader asked last, and where */
  #asked = null;
  /** Whether the list of all questions is shown. */
  #listed = false;

  /**
   * @param {import("lit").LitElement & {state: State, later: typeof import("./later.js") | null,
   *   linkProblem: import("./problems.js").LinkProblem}} page
   * @param {{patch: (patch: Record<string, unknown>) => void, complete: () => Promise<unknown>,
   *   loadWords: import("../../words/words.js").Words["load"], t: (id: string) => string}} act complete: loads
   *   what the page loads after its first frame
   */
  constructor(page, { patch, complete, loadWords, t }) {
    this.#page = page;
    this.#patch = patch;
    this.#t = t;
    this.#answers = new Lazy(page, async () => {
      await complete();
      const [answers] = await Promise.all([import("../experiments/experiments.js"), loadWords("experiments")]);
      return answers;
    });
    page.addEventListener("question-asked", (event) => void this.#ask(/** @type {CustomEvent} */ (event).detail));
    page.addEventListener("question-closed", () => void this.#close());
    page.addEventListener("questions-listed", () => void this.list());
    page.addController(this);
  }

  hostUpdated() {
    const { later, state } = this.#page;
    if (later && state.experiment !== null && !this.#answers.value) void this.#load();
  }

  /** Where the answer to the open question is shown; null where none is open, or its code is not there yet. */
  get place() {
    const { experiment, stage } = this.#page.state;
    if (experiment === null || !this.#answers.value) return null;
    if (this.#asked?.experiment === experiment) return this.#asked.place;
    return this.#page.later?.questionsAt(stage).includes(experiment) ? "figure" : "list";
  }

  /** The answer, where it is beside the figure. @param {View} view */
  besideFigure(view) {
    return this.place === "figure" ? answer(view) : nothing;
  }

  /** The list of all questions, where it is shown. @param {View} view */
  below(view) {
    const isHere = this.place === "list";
    if (!this.#answers.value || !(this.#listed || isHere)) return nothing;
    return html`<question-list .view=${view} .answered=${isHere}>${isHere ? answer(view) : nothing}</question-list>`;
  }

  /** Loads the answers. If that fails, says so: the reader can try again. */
  async #load() {
    const answers = await this.#answers.load();
    if (answers) return answers;
    this.#page.linkProblem = this.#t("experiment-failed");
    this.#page.state = changeState(this.#page.state, closing);
    return null;
  }

  /**
   * Opens the answer to a question where it was asked.
   * @param {{experiment: string, place: "figure" | "list"}} question
   */
  async #ask(question) {
    const answers = await this.#load();
    if (!answers) return;
    this.#asked = question;
    this.#patch(answers.opening(this.#page.state, question.experiment));
  }

  /** Closes the answer. The focus returns to its question. */
  async #close() {
    const { renderRoot, state } = this.#page;
    const asker = this.place === "figure" ? "stage-questions" : "question-list";
    this.#listed ||= asker === "question-list";
    this.#patch(closing);
    await this.#page.updateComplete;
    const host = /** @type {import("lit").LitElement | null} */ (renderRoot.querySelector(asker));
    await host?.updateComplete;
    const question = /** @type {HTMLElement | null} */ (
      host?.renderRoot.querySelector(`[data-experiment="${state.experiment}"]`)
    );
    (question ?? /** @type {HTMLElement | null} */ (renderRoot.querySelector("#figure")))?.focus();
  }

  /** Shows the list of all questions. */
  async list() {
    if (!(await this.#load())) return;
    this.#listed = true;
    this.#page.requestUpdate();
    await this.#page.updateComplete;
    const list = /** @type {import("../experiments/question-list.js").QuestionList} */ (
      this.#page.renderRoot.querySelector("question-list")
    );
    await list.updateComplete;
    list.show();
  }
}

/** @param {View} view */
const answer = (view) => html`<experiment-card .view=${view} slot="answer"></experiment-card>`;
