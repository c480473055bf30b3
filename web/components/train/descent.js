import { css, html, LitElement, nothing } from "lit";
import { live } from "lit/directives/live.js";

import { descentScene, lineWithin } from "../../figures/charts/descent-chart.js";
import { formatNumber, formatPlain } from "../../figures/numbers.js";
import { text } from "../../lessons/descent-words-en.js";
import { ownMessages } from "../own-messages.js";
import { descentCurves, descentStep, outcomeOfStep } from "../../training/descent/curves.js";
import { curvatureOf } from "../../training/descent/slice.js";
import { eventValue } from "../event-value.js";
import { Autoplay } from "../figure/autoplay.js";
import "../figure/scene-view.js";
import { option } from "../option.js";
import { scrollTable } from "../scroll-box.js";
import { shared } from "../styles.js";
import { numberTables } from "./styles.js";

/** @typedef {import("../../training/descent/curves.js").CurveName} CurveName */
/** @typedef {import("../../training/descent/curves.js").DescentStep} DescentStep */
/** @typedef {import("../../training/messages.js").Slice["slice"]} Slice */
/** @typedef {import("../../figures/charts/chart.js").Series} Series */
/** @typedef {readonly [number, number]} Interval */

const curveNames = /** @type {readonly CurveName[]} */ (Object.freeze(Object.keys(descentCurves)));

/** The learning rates on the slider: 20 for each power of ten, from 0.001 to 3.16, each with three digits. 1 is one of them. */
const etas = Object.freeze(Array.from({ length: 71 }, (_, at) => Number((10 ** ((at - 60) / 20)).toPrecision(3))));

/** Descent stops after so many steps. */
const most = 300;

/** Milliseconds from step to step while it plays. */
const pace = 400;

/** Points with which a curve is drawn. */
const samples = 241;

/** How far a slice reaches, in learning rates; "all": as far as the valley does. */
const reaches = Object.freeze(["all", "10", "2"]);

/** The top of a slice's picture, in units of the loss at t = 0: a loss that grows beyond is cut off. */
const top = 2;

/** Every so many points of a slice have a row in its table. */
const every = 4;

/** A number with four significant digits. @param {number} value */
const digits = (value) => (Math.abs(value) < 1e5 ? formatPlain(value, 4) : formatNumber(value));

/** The index of the number in a list that is nearest to a value. @param {readonly number[]} list @param {number} value */
const nearest = (list, value) =>
  list.reduce((best, each, at) => (Math.abs(each - value) < Math.abs((list[best] ?? NaN) - value) ? at : best), 0);

/**
 * The points of a slice around t = 0, as far as none is higher than the top of the picture.
 * @param {Slice} slice
 */
function valleyOf({ loss, points }) {
  const high = points.filter((point) => !(point.loss <= top * loss)).map(({ t }) => t);
  const [from, to] = [Math.max(-Infinity, ...high.filter((t) => t < 0)), Math.min(...high.filter((t) => t > 0))];
  return points.filter(({ t }) => t > from && t < to);
}

/** The bound is drawn so wide, px, below the function, which it may equal: both are then seen. */
const boundWidth = 6;

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

  static styles = [
    shared,
    numberTables,
    css`
      .row {
        display: flex;
        flex-wrap: wrap;
        gap: 8px;
        margin-block: 10px;
      }
      .sliders {
        display: grid;
        grid-template-columns: repeat(auto-fit, minmax(min(100%, 15rem), 1fr));
        gap: 0 24px;
      }
      label {
        display: grid;
        grid-template-columns: 3rem minmax(0, 1fr) 3.5rem;
        gap: 8px;
        align-items: center;
        min-height: 32px;
      }
      label.far {
        display: inline-flex;
      }
      input {
        width: 100%;
        min-width: 0;
        margin: 0;
      }
      output {
        text-align: end;
      }
      p {
        max-width: var(--measure);
        margin: 8px 0;
      }
      scroll-box {
        max-height: 20rem;
      }
      summary {
        min-height: 24px;
        color: var(--muted);
        font-size: var(--small);
        cursor: pointer;
      }
      .diverged {
        color: var(--error);
      }
    `,
  ];

  #autoplay = new Autoplay(
    this,
    () => this.#next(),
    () => pace,
  );
  #messages = ownMessages(text);
  /** What the slice was last asked for: the run, its step, its learning rate and the reach. */
  #asked = { run: /** @type {unknown} */ (null), step: -1, rate: NaN, reach: "" };

  constructor() {
    super();
    /** Messages of Train. */
    this.t = /** @type {import("../../lessons/translate.js").Translate} */ ((id) => id);
    /** @type {"light" | "dark"} */
    this.theme = "light";
    /** @type {import("./training-run.js").TrainingRun | null} the reader's run */
    this.run = null;
    /** How many steps the run has taken. */
    this.steps = 0;
    /** @type {import("./training-run.js").TrainingRun["status"]} */
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
    const t = this.#messages(this.t);
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
      ${this.chosen === "loss" ? this.#loss(t) : this.#descent(t, this.chosen)}
    `;
  }

  // A function of one number.

  /** @param {import("../../lessons/translate.js").Translate} t @param {CurveName} name */
  #descent(t, name) {
    const curve = descentCurves[name];
    const [low, high] = curve.interval;
    const current = this.#current;
    const outcome = outcomeOfStep(curve, current);
    const isOver = outcome === "arrived" || outcome === "diverged" || this.path.length > most;
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
      ${this.#figure(t, name, curve)}
      <p id="now" role="status" aria-live=${this.playing ? "off" : "polite"} class=${outcome}>
        ${this.#now(t, name, outcome)}
      </p>
      <p id="bound" class="small">${this.#bound(t, name)}</p>
      <p class="small muted">${t("descent-hint")}</p>
      ${this.#table(t, t("descent-table"), ["descent-table-step", "x", "f(x)", "f′(x)", "descent-table-bound"], () =>
        this.path.map(({ x, value, slope, bound }, at) => [
          ...[String(at), digits(x), digits(value), digits(slope)],
          bound === null ? "–" : digits(bound),
        ]),
      )}
    `;
  }

  get #current() {
    return /** @type {DescentStep} */ (this.path.at(-1));
  }

  /**
   * @param {import("../../lessons/translate.js").Translate} t
   * @param {CurveName} name
   * @param {import("../../training/descent/curves.js").Curve} curve
   */
  #figure(t, name, { value, interval, bounded, L }) {
    const [low, high] = interval;
    const xs = Array.from({ length: samples }, (_, at) => low + ((high - low) * at) / (samples - 1));
    const points = xs.map((x) => /** @type {const} */ ([x, value(x)]));
    const heights = points.map(([, y]) => y);
    const margin = 0.08 * (Math.max(...heights) - Math.min(...heights));
    const up = /** @type {const} */ ([Math.min(...heights) - margin, Math.max(...heights) + margin]);
    const { x: at, value: height, slope } = this.#current;
    const isInside = at >= low && at <= high;
    const tangent = (/** @type {number} */ x) => height + slope * (x - at);
    const parabola = xs
      .filter((x) => x >= bounded[0] && x <= bounded[1])
      .map((x) => /** @type {const} */ ([x, tangent(x) + (L / 2) * (x - at) ** 2]))
      .filter(([, y]) => y >= up[0] && y <= up[1]);
    const series = this.#series(t, [
      ["descent-series-bound", "K", isInside ? parabola : []],
      ["descent-series-f", "Q", points],
      ["descent-series-tangent", "weights", isInside ? lineWithin(tangent, interval, up) : []],
    ]);
    const path = this.path.map(({ x, value: y }) => /** @type {const} */ ([x, y]));
    const { theme } = this;
    const draw = (/** @type {{width: number, measure: import("../../figures/types.js").Measure}} */ space) =>
      descentScene({ ...space, series, path, across: interval, up, xTitle: "x", yTitle: "f(x)", theme });
    return html`<scene-view
      .t=${t}
      .draw=${draw}
      .name=${t("descent-figure")}
      .file=${`descent-${name}`}
      .tables=${null}
    ></scene-view>`;
  }

  /**
   * @param {import("../../lessons/translate.js").Translate} t
   * @param {CurveName} name
   * @param {ReturnType<typeof outcomeOfStep>} outcome
   */
  #now(t, name, outcome) {
    const { x, value, slope, next, nextValue } = this.#current;
    const count = this.path.length - 1;
    if (outcome === "diverged") return t("descent-diverged", { count: count + 1, next: digits(next) });
    const numbers = {
      x: digits(x),
      value: digits(value),
      slope: digits(slope),
      next: digits(next),
      eta: digits(this.eta),
    };
    const { interval, value: f } = descentCurves[name];
    const lowest = Math.min(
      ...Array.from({ length: samples }, (_, at) =>
        f(interval[0] + ((interval[1] - interval[0]) * at) / (samples - 1)),
      ),
    );
    return [
      t("descent-at", { count, ...numbers }),
      t(`descent-${outcome}`, { nextValue: digits(nextValue) }),
      outcome === "arrived" && value > lowest + 0.01 ? t("descent-lowest") : "",
    ].join(" ");
  }

  /** @param {import("../../lessons/translate.js").Translate} t @param {CurveName} name */
  #bound(t, name) {
    const { L, bounded } = descentCurves[name];
    const { bound, nextValue } = this.#current;
    const [low, high] = bounded;
    const limit = digits(2 / L);
    return [
      name === "square"
        ? t("descent-smooth-square")
        : t("descent-smooth", { low: digits(low), high: digits(high), L: digits(L) }),
      ...(bound === null
        ? [t("descent-bound-none")]
        : [
            t("descent-bound", { bound: digits(bound), nextValue: digits(nextValue) }),
            ...(name === "square" ? [t("descent-bound-square")] : []),
            t(this.eta < 2 / L ? "descent-bound-promise" : "descent-bound-loose", { limit }),
          ]),
    ].join(" ");
  }

  // The loss of the reader's run.

  /** @param {import("../../lessons/translate.js").Translate} t */
  #loss(t) {
    const { slice, run } = this;
    if (!slice || !run?.facts) return html`<p role="status">${t("descent-slice-wait")}</p>`;
    if (!Number.isFinite(slice.loss)) return html`<p role="status">${t("descent-slice-none")}</p>`;
    const { loss, slope, chosen, step } = slice;
    const { optimizer } = run.settings;
    const tangent = (/** @type {number} */ at) => loss + slope * at;
    const lowest = valleyOf(slice).reduce((best, point) => (point.loss < best.loss ? point : best), { t: 0, loss });
    const lr = digits(chosen.t);
    const curvature = curvatureOf(valleyOf(slice));
    return html`
      <p>${t("descent-slice-text", { count: run.facts.parameters })}</p>
      <label class="far small">
        ${t("descent-slice-far")}
        <select id="far" @change=${(/** @type {Event} */ event) => (this.reach = eventValue(event))}>
          ${reaches.map((reach) => option(reach, t(`descent-slice-far-${reach}`), reach === this.reach))}
        </select>
      </label>
      ${this.#sliceFigure(t, slice, lr)}
      <p id="found" role="status" aria-live=${this.status === "running" ? "off" : "polite"}>
        ${t("descent-slice-found", {
          step,
          lr,
          loss: digits(loss),
          slope: digits(slope),
          predicted: digits(tangent(chosen.t)),
          real: digits(chosen.loss),
          lowest: digits(lowest.loss),
          at: digits(lowest.t),
        })}
      </p>
      <p class="small">
        ${t("descent-slice-bound")}
        ${curvature > 0 ? t("descent-slice-curvature", { L: digits(curvature), limit: digits((-2 * slope) / curvature) }) : nothing}
        ${optimizer === "sgd" ? nothing : t(`descent-slice-${optimizer}`)}
        ${this.status === "running" ? t("descent-slice-wait") : nothing}
      </p>
      ${this.#table(t, t("descent-slice-table"), ["t", "descent-slice-loss", "descent-series-tangent"], () =>
        slice.points
          .filter((_, at) => at % every === 0)
          .map((point) => [digits(point.t), digits(point.loss), digits(tangent(point.t))]),
      )}
    `;
  }

  /**
   * @param {import("../../lessons/translate.js").Translate} t
   * @param {Slice} slice
   * @param {string} lr
   */
  #sliceFigure(t, slice, lr) {
    const { loss, slope, points, chosen } = slice;
    const valley = valleyOf(slice);
    const across = /** @type {const} */ ([points[0]?.t ?? NaN, points.at(-1)?.t ?? NaN]);
    const heights = valley.map((point) => point.loss);
    const [lowest, highest] = [Math.min(...heights), Math.max(...heights)];
    const margin = 0.15 * (highest - lowest);
    const up = /** @type {const} */ ([Math.max(0, lowest - margin), highest + margin]);
    const curvature = curvatureOf(valley);
    const bound = valley
      .map((point) => /** @type {const} */ ([point.t, loss + slope * point.t + (curvature / 2) * point.t ** 2]))
      .filter(([, height]) => curvature > 0 && height <= up[1]);
    const series = this.#series(t, [
      ["descent-series-bound", "K", bound],
      ["descent-slice-loss", "Q", valley.map((point) => /** @type {const} */ ([point.t, point.loss]))],
      ["descent-series-tangent", "weights", lineWithin((x) => loss + slope * x, across, up)],
    ]);
    const { theme } = this;
    /** @type {[number, number][]} */
    const path = [[0, loss]];
    const mark = { x: chosen.t, name: t("descent-slice-rate", { lr }) };
    const titles = { xTitle: "t", yTitle: t("descent-slice-loss") };
    const draw = (/** @type {{width: number, measure: import("../../figures/types.js").Measure}} */ space) =>
      descentScene({ ...space, ...titles, series, path, mark, across, up, theme });
    return html`<scene-view
      .t=${t}
      .draw=${draw}
      .name=${t("descent-slice-figure")}
      .file=${"loss-along-gradient"}
      .tables=${null}
    ></scene-view>`;
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

  // What both have.

  /**
   * @param {import("../../lessons/translate.js").Translate} t
   * @param {[string, Series["role"], Series["points"]][]} all
   * @returns {Series[]} those that have points
   */
  #series(t, all) {
    return all
      .filter(([, , points]) => points.length > 0)
      .map(([id, role, points]) => ({
        name: t(id),
        role,
        points,
        ...(id === "descent-series-bound" && { width: boundWidth }),
      }));
  }

  /**
   * A table that the reader can open.
   * @param {import("../../lessons/translate.js").Translate} t
   * @param {string} name
   * @param {string[]} heads message ids, or texts that need no translation
   * @param {() => string[][]} rows
   */
  #table(t, name, heads, rows) {
    const body = html`<tbody>
      ${rows().map(
        ([first, ...others]) =>
          html`<tr>
            <th scope="row">${first}</th>
            ${others.map((cell) => html`<td>${cell}</td>`)}
          </tr>`,
      )}
    </tbody>`;
    return html`<details>
      <summary>${name}</summary>
      ${scrollTable(
        name,
        heads.map((head) => (head.startsWith("descent-") ? t(head) : head)),
        body,
      )}
    </details>`;
  }

  // What the reader does.

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
    this.path = [...this.path.slice(0, -1), descentStep(descentCurves[this.chosen], this.#current.x, eta)];
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
    if (this.chosen === "loss" || this.path.length > most) return false;
    const curve = descentCurves[this.chosen];
    const outcome = outcomeOfStep(curve, this.#current);
    if (outcome === "arrived" || outcome === "diverged") return false;
    this.path = [...this.path, descentStep(curve, this.#current.next, this.eta)];
    return true;
  }
}

customElements.define("train-descent", TrainDescent);
