import { html, LitElement, nothing } from "lit";
import { live } from "lit/directives/live.js";

import { descentCurves, descentStep, outcomeOfStep } from "../../../training/descent/curves.js";
import { eventValue } from "../../fields/event-value.js";
import { Autoplay } from "../../figure/autoplay.js";
import { boundText, currentOf, curveFigure, stepText } from "./curve.js";
import { digits, foldedTable } from "./drawing.js";
import { sliceView } from "./slice.js";
import { descentStyles } from "./styles.js";

/** @typedef {import("../../../training/descent/curves.js").CurveName} CurveName */
/** @typedef {import("../../../training/descent/curves.js").DescentStep} DescentStep */
/** @typedef {import("../../../training/worker-messages.js").Slice["slice"]} Slice */

const curveNames = /** @type {readonly CurveName[]} */ (Object.freeze(Object.keys(descentCurves)));

/** The learning rates on the slider: 20 for each power of ten, from 0.001 to 3.16, each with three digits. 1 is one of them. */
const etas = Object.freeze(Array.from({ length: 71 }, (_, at) => Number((10 ** ((at - 60) / 20)).toPrecision(3))));

/** Descent stops after so many steps. */
const maxSteps = 300;

/** Milliseconds from step to step while it plays. */
const stepTime = 400;

/** The index of the number in a list that is nearest to a value. @param {readonly number[]} list @param {number} value */
const nearest = (list, value) =>
  list.reduce((best, each, at) => (Math.abs(each - value) < Math.abs((list[best] ?? NaN) - value) ? at : best), 0);

/**
 * Gradient descent in one dimension, step by step: on three functions, and along the gradient of the reader's model.
 */
export class TrainDescent extends LitElement {
  static properties = {
    t: { attribute: false },
    theme: { attribute: false },
    run: { attribute: false },
    steps: { attribute: false },
    status: { attribute: false },
    rate: { attribute: false },
    chosen: { state: true },
    path: { state: true },
    eta: { state: true },
    playing: { state: true },
    reducedMotion: { state: true },
    reach: { state: true },
    slice: { state: true },
  };

  static styles = descentStyles;

  #autoplay = new Autoplay(
    this,
    () => this.#next(),
    () => stepTime,
  );
  /** What the slice was last asked for: the run, its step, its learning rate and the reach. */
  #asked = { run: /** @type {unknown} */ (null), step: -1, rate: NaN, reach: "" };

  constructor() {
    super();
    /** Messages of Train. */
    this.t = /** @type {import("../../../words/translate.js").Translate} */ ((id) => id);
    /** @type {"light" | "dark"} */
    this.theme = "light";
    /** @type {import("../training-run.js").TrainingRun | null} the reader's run */
    this.run = null;
    /** How many steps the run has taken. */
    this.steps = 0;
    /** @type {import("../training-run.js").TrainingRun["status"]} */
    this.status = "starting";
    /** The learning rate of the run's next step. */
    this.rate = NaN;
    /** @type {CurveName | "loss"} */
    this.chosen = "square";
    this.eta = descentCurves.square.eta;
    /** @type {readonly DescentStep[]} the steps taken, and at the end the one to take next */
    this.path = [descentStep(descentCurves.square, descentCurves.square.start, this.eta)];
    this.playing = false;
    this.reducedMotion = false;
    this.reach = "all";
    /** @type {Slice | null} */
    this.slice = null;
  }

  willUpdate() {
    if (this.chosen === "loss") void this.#ask();
  }

  render() {
    const t = this.t;
    const { slice, run, status, reach, theme } = this;
    return html`
      <p>${t("descent-text")}</p>
      <div class="row" role="group" aria-label=${t("descent-choice")}>
        ${[...curveNames, /** @type {const} */ ("loss")].map(
          (name) =>
            html`<button data-curve=${name} aria-pressed=${this.chosen === name} @click=${() => this.#choose(name)}>
              ${t(`descent-${name}`)}
            </button>`,
        )}
      </div>
      ${
        this.chosen === "loss"
          ? sliceView(t, { slice, run, isRunning: status === "running", reach, theme }, (to) => (this.reach = to))
          : this.#descent(t, this.chosen)
      }
    `;
  }

  /** A function of one number. @param {import("../../../words/translate.js").Translate} t @param {CurveName} name */
  #descent(t, name) {
    const curve = descentCurves[name];
    const [low, high] = curve.interval;
    const { path, eta } = this;
    const descent = { name, path, eta };
    const outcome = outcomeOfStep(curve, currentOf(path));
    const isOver = outcome === "arrived" || outcome === "diverged" || this.path.length > maxSteps;
    const start = /** @type {DescentStep} */ (this.path[0]).x;
    return html`
      <div class="sliders">
        <label>
          ${t("descent-start")}
          <input
            id="start"
            type="range"
            min=${low}
            max=${high}
            step="0.05"
            .value=${live(String(start))}
            @input=${(/** @type {Event} */ event) => this.#start(Number(eventValue(event)))}
          />
          <output aria-live="off">${digits(start)}</output>
        </label>
        <label>
          ${t("descent-eta")}
          <input
            id="eta"
            type="range"
            min="0"
            max=${etas.length - 1}
            .value=${live(String(nearest(etas, this.eta)))}
            aria-valuetext=${digits(this.eta)}
            @input=${(/** @type {Event} */ event) => this.#setEta(etas[Number(eventValue(event))] ?? this.eta)}
          />
          <output aria-live="off">${digits(this.eta)}</output>
        </label>
      </div>
      <div class="row">
        ${
          this.reducedMotion
            ? nothing
            : html`<button id="play" aria-disabled=${isOver} @click=${() => this.#play(isOver)}>
                ${t(this.playing ? "descent-pause" : "descent-play")}
              </button>`
        }
        <button id="step" aria-disabled=${isOver} @click=${() => this.#step()}>${t("descent-step")}</button>
        <button id="restart" @click=${() => this.#start(start)}>${t("descent-restart")}</button>
      </div>
      ${curveFigure(t, this.theme, descent)}
      <p id="now" role="status" aria-live=${this.playing ? "off" : "polite"} class=${outcome}>
        ${stepText(t, descent, outcome)}
      </p>
      <p id="bound" class="small">${boundText(t, descent)}</p>
      <p class="small muted">${t("descent-hint")}</p>
      ${foldedTable(t, t("descent-table"), ["descent-table-step", "x", "f(x)", "f′(x)", "descent-table-bound"], () =>
        this.path.map(({ x, value, slope, bound }, at) => [
          ...[String(at), digits(x), digits(value), digits(slope)],
          bound === null ? "–" : digits(bound),
        ]),
      )}
    `;
  }

  /** Asks the run for a slice at its current step, unless it is running or has been asked. */
  async #ask() {
    const { run, steps: step, rate, reach } = this;
    const asked = this.#asked;
    if (!run?.facts || this.status === "running") return;
    if (asked.run === run && asked.step === step && asked.rate === rate && asked.reach === reach) return;
    const question = (this.#asked = { run, step, rate, reach });
    if (asked.run !== run) this.slice = null;
    const slice = await run.slice(reach === "all" ? null : Number(reach));
    if (question === this.#asked) this.slice = slice;
  }

  /** @param {CurveName | "loss"} name */
  #choose(name) {
    this.#autoplay.pause();
    this.chosen = name;
    if (name === "loss") return;
    this.eta = descentCurves[name].eta;
    this.#start(descentCurves[name].start);
  }

  /** Starts over. @param {number} x */
  #start(x) {
    this.#autoplay.pause();
    if (this.chosen !== "loss") this.path = [descentStep(descentCurves[this.chosen], x, this.eta)];
  }

  /** Changes the learning rate of the next step; those before stay. @param {number} eta */
  #setEta(eta) {
    if (this.chosen === "loss") return;
    this.eta = eta;
    this.path = [...this.path.slice(0, -1), descentStep(descentCurves[this.chosen], currentOf(this.path).x, eta)];
  }

  /** @param {boolean} isOver */
  #play(isOver) {
    if (this.playing) this.#autoplay.pause();
    else if (!isOver) this.#autoplay.play();
  }

  #step() {
    this.#autoplay.pause();
    this.#next();
  }

  /** Takes a step. @returns {boolean} whether there was one to take */
  #next() {
    if (this.chosen === "loss" || this.path.length > maxSteps) return false;
    const curve = descentCurves[this.chosen];
    const outcome = outcomeOfStep(curve, currentOf(this.path));
    if (outcome === "arrived" || outcome === "diverged") return false;
    this.path = [...this.path, descentStep(curve, currentOf(this.path).next, this.eta)];
    return true;
  }
}

customElements.define("train-descent", TrainDescent);
