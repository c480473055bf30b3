import { html, nothing } from "lit";

import { StageFigure } from "../figure/stage-figure.js";
import "../controls/control-bar.js";
import "../controls/sentence-bar.js";
import "../figure/head-picker.js";
import "../stage/stage-strip.js";
import "../trained/pronoun-panel.js";
import { defaultState } from "../../state/state.js";
import { hasTwoLayers, loadedModel, modelOf } from "../../state/recipes/trained-models.js";
import { embedButton } from "../embed-button.js";
import { anyPhone } from "../styles.js";
import { incompleteProblem, linkProblems } from "./problems.js";
import { zoomTrail } from "./zoom-trail.js";

/** @typedef {import("../../view/view.js").View} View */
/** @typedef {import("../../state/state.js").State} State */

/**
 * What Explore draws and where it scrolls. It belongs to the page, which holds its walk.
 * @typedef {import("lit").LitElement & import("./start.js").StartingPage & {
 *   place: import("../places.js").Place,
 *   linkProblem: import("./problems.js").LinkProblem,
 *   unlinkable: boolean,
 * }} Page
 * @typedef {object} Parts
 * @property {import("../walk-controller.js").WalkController} walk
 * @property {import("./questions.js").Questions} questions
 * @property {import("./opened-tensors.js").OpenedTensors} tensors
 * @property {() => import("../../words/translate.js").Translate} t the messages as they are now
 * @property {() => void} save saves the state as a file
 * @property {() => Promise<import("./start.js").Later | null>} complete loads what is missing of the page
 * @property {() => void} changed to be called after a change of the walk that is not a patch
 */

/** The stage that is shown where none is named. */
const firstStage = defaultState.stage;

/** Whether there is more of a layer than its attention, or a choice of it. @param {View} view */
const hasLayer = ({ controls, state }) => controls.includes("norm") || Boolean(modelOf(state)?.block);

const isPhone = () => window.matchMedia(anyPhone.cssText).matches;

/** Explore: the walk, with its settings, its figure and the questions about it. */
export class ExplorePlace {
  #page;
  #parts;
  /** Whether the fields for an own sentence and settings are open beside a trained model. */
  #own = false;
  /**
   * What stands above the stages, until the reader goes to one of them: what a trained model makes of a sentence, the sentence of
   * any walk, or the layer. @type {"model" | "words" | "layer" | null}
   */
  #above = "model";

  /** @param {Page} page @param {Parts} parts */
  constructor(page, parts) {
    this.#page = page;
    this.#parts = parts;
    page.addEventListener("own-sentence", () => void this.#toggleOwn());
    page.addEventListener("state-preset", (event) => void this.#showPreset(/** @type {CustomEvent} */ (event).detail));
  }

  /** @param {View} view */
  render(view) {
    const { linkProblem, unlinkable, place, begun, later, whole, incomplete } = this.#page;
    const { walk, questions, tensors, save } = this.#parts;
    const wordsFirst = this.#wordsFirst;
    const layerFirst = this.#above === "layer";
    const layer = html`<div class="layer" ?hidden=${!hasLayer(view)}>
      ${later ? html`<attention-layer-view .view=${view}></attention-layer-view>` : nothing}
    </div>`;
    // It waits until what is above it is drawn: nothing moves then.
    const below = html`${wordsFirst ? nothing : this.#words(view)} ${layerFirst ? nothing : layer}`;
    return html`
      <main class=${walk.cellChosen && walk.state.cell ? "with-sheet" : ""} ?hidden=${place !== "explore"}>
        ${linkProblems(view.t, linkProblem, unlinkable ? save : null)} ${tensors.render(view)}
        ${wordsFirst ? html`<div class="words">${this.#words(view)}</div>` : nothing} ${layerFirst ? layer : nothing}
        <attention-stage-strip .view=${view}></attention-stage-strip>
        ${begun ? html`<div class="stage">${this.#desk(view)} ${whole || incomplete ? below : nothing}</div>` : nothing}
        ${
          whole
            ? html`<walk-meters .view=${view}></walk-meters>
                <div class="card shapes">
                  <shape-summary .view=${view}></shape-summary>
                  ${embedButton(view.t, () => view.state)}
                </div>`
            : nothing
        }
        ${questions.below(view)}
      </main>
    `;
  }

  /** Whether the words stand above the stages. */
  get #wordsFirst() {
    return this.#above === "words" || (this.#above === "model" && modelOf(this.#parts.walk.state) !== null);
  }

  /** How near the reader looks, and the way out and in. @param {View} view */
  trail(view) {
    const { cellChosen, state } = this.#parts.walk;
    const afar = this.#wordsFirst ? "words" : this.#above === "layer" ? "layer" : "stage";
    const at = cellChosen && state.cell ? "number" : afar;
    return zoomTrail(view.t, { at, hasLayer: hasLayer(view), hasNumber: state.cell !== null }, (zoom) =>
      this.#zoomTo(zoom, view),
    );
  }

  /**
   * Looks from further away, where no number is inspected, or nearer: into a number, or from the words to the first stage.
   * @param {import("./zoom-trail.js").Zoom} zoom
   * @param {View} view
   */
  #zoomTo(zoom, { run, state }) {
    const { walk } = this.#parts;
    if (zoom === "number") return walk.patch({ patch: { cell: state.cell } });
    if (walk.cellChosen) walk.patch({ patch: { cell: null } });
    const fromWords = this.#wordsFirst;
    this.#above = zoom === "stage" ? null : zoom;
    this.#page.requestUpdate();
    if (zoom !== "stage") return;
    if (fromWords)
      walk.patch({ patch: { stage: run.stages[0], ...(hasTwoLayers(state) && state.layer === 2 && { layer: 1 }) } });
    this.focus({ preventScroll: true }); // the trail stays in sight
  }

  /** What the stages are computed from, and what changes it. @param {View} view */
  #words = (view) => html`${this.#showsSettings(view) ? this.#settings(view) : nothing} ${this.#pronounPanel(view)}`;

  /** The controls and the sentence. @param {View} view */
  #settings(view) {
    const { walk, tensors } = this.#parts;
    const { problem } = walk;
    return html`
      <attention-control-bar .view=${view} .problem=${problem} sentence>
        <sentence-bar slot="sentence" .view=${view} .problem=${problem}></sentence-bar>
        ${tensors.button(view)}
      </attention-control-bar>
    `;
  }

  /** Whether the sentence and the controls are shown: beside a trained model only where the reader asks for them. @param {View} view */
  #showsSettings = (view) => this.#own || modelOf(view.state) === null;

  /** What the trained model makes of the sentence. @param {View} view */
  #pronounPanel(view) {
    const model = modelOf(view.state);
    if (!model) return nothing;
    if (model.pointer === undefined) return html`<next-word-panel .view=${view} .own=${this.#own}></next-word-panel>`;
    return html`<pronoun-panel
      .view=${view}
      .model=${loadedModel(view.engine, view.state)}
      .own=${this.#own}
    ></pronoun-panel>`;
  }

  /** The figure, the answer to a question about it, and what explains it. @param {View} view */
  #desk(view) {
    const { later, place, whole, incomplete } = this.#page;
    const { questions } = this.#parts;
    const isAnswered = questions.place === "figure";
    return html`
      <div class="desk ${isAnswered ? "answered" : ""} ${whole || incomplete ? "with-words" : ""}">
        <section class="figure card" id="figure" tabindex="-1" aria-label=${StageFigure.label(view)}>
          <attention-stage-figure .view=${view}></attention-stage-figure>
          ${this.#throughModel(view)}
          ${later ? html`<stage-questions .view=${view} .answered=${isAnswered}></stage-questions>` : nothing}
        </section>
        ${whole ? questions.besideFigure(view) : nothing}
        <div class="explanation">
          ${
            later
              ? html`<attention-stage-panel
                  .view=${view}
                  .terms=${later.terms}
                  .lesson=${later.stageLesson(view.state)}
                ></attention-stage-panel>`
              : nothing
          }
          ${this.incompleteness(place === "explore")}
        </div>
      </div>
    `;
  }

  /** Says that parts of the page could not be loaded, which every place needs. @param {boolean} isHere */
  incompleteness(isHere) {
    const { complete, t } = this.#parts;
    return isHere && this.#page.incomplete ? incompleteProblem(t(), () => void complete()) : nothing;
  }

  /** From the output to the next word, and from layer to layer. @param {View} view */
  #throughModel(view) {
    const { later } = this.#page;
    if (!later) return nothing;
    return html`${later.leadsToWord(view) ? html`<output-to-word .view=${view}></output-to-word>` : nothing}
    ${later.hasLayerInput(view) ? html`<layer-input .view=${view}></layer-input>` : nothing}`;
  }

  /** Shows an example. @param {{id: string, show?: boolean}} preset show: whether the focus goes to the figure */
  async #showPreset({ id, show }) {
    const { walk, complete, changed } = this.#parts;
    const later = await complete();
    const { state } = walk;
    walk.problem = null;
    if (later && walk.change(() => later.applyPreset(state, id), "sentence", state.sentence)) changed();
    await this.#page.updateComplete;
    if (show) this.focus();
  }

  /** @returns {import("../controls/control-bar.js").ControlBar | null} where the settings are shown */
  #controls() {
    return this.#page.renderRoot.querySelector("attention-control-bar");
  }

  /** Moves the focus to the figure. @param {FocusOptions} [options] */
  focus(options) {
    /** @type {HTMLElement | null} */ (this.#page.renderRoot.querySelector("#figure"))?.focus(options);
  }

  /** A state is shown that nobody has stepped to: one of a link names a stage, unless it is the one that is shown without. @param {State} state */
  arrive({ stage }) {
    this.#above = stage === firstStage ? "model" : null;
  }

  /** After a change of the walk by the reader. @param {readonly string[]} fields those that were changed */
  changed(fields) {
    const { state } = this.#parts.walk;
    const isStep = fields.includes("stage") && fields.every((field) => field === "stage" || field === "layer");
    const leavesWords = this.#wordsFirst && modelOf(state) !== null && state.stage !== firstStage;
    if (isStep || leavesWords) void this.#step();
    else if (this.#above === "model" && fields.join() === "recipe") void this.#leaveModel();
  }

  /** The reader has left a trained model: its settings, which had the focus, now stand below the figure, and are others. */
  async #leaveModel() {
    await this.#page.updateComplete;
    const controls = this.#controls();
    await controls?.updateComplete;
    /** @type {HTMLElement | null | undefined} */ (controls?.renderRoot.querySelector(".line input"))?.focus();
  }

  /** After a step to another stage: scrolls to where it begins, unless that is in sight or an experiment took the step. */
  async #step() {
    const root = /** @type {ShadowRoot} */ (this.#page.renderRoot);
    const stepped = root.activeElement;
    this.#above = null;
    await this.#page.updateComplete;
    if (stepped && !stepped.isConnected) this.focus(); // a button in what now stands below the figure
    const top = root.querySelector(".desk")?.getBoundingClientRect().top ?? 0;
    // On a phone, words and figure need the whole screen.
    const isInSight = top >= 0 && top < window.innerHeight / (isPhone() ? 8 : 2);
    if (!isInSight && root.activeElement?.localName !== "experiment-card")
      root.querySelector("attention-stage-strip")?.scrollIntoView();
  }

  /** Shows or hides the field for an own sentence and the settings. The focus goes to the field: it may be out of sight. */
  async #toggleOwn() {
    this.#own = !this.#own;
    this.#page.requestUpdate();
    if (!this.#own) return;
    await this.#page.updateComplete;
    const controls = this.#controls();
    if (controls) controls.chosen = "sentence"; // a phone shows one of them
    const bar = /** @type {import("lit").LitElement | null} */ (this.#page.renderRoot.querySelector("sentence-bar"));
    await Promise.all([controls?.updateComplete, bar?.updateComplete]);
    const field = /** @type {HTMLElement | null | undefined} */ (bar?.renderRoot.querySelector("#sentence"));
    field?.focus({ preventScroll: true });
    const { top, bottom } = field?.getBoundingClientRect() ?? { top: 0, bottom: 0 };
    // On a phone, the keyboard of the screen covers the lower half.
    if (top < 0 || bottom > window.innerHeight / (isPhone() ? 2 : 1)) bar?.scrollIntoView();
  }
}
