import { html, LitElement, nothing } from "lit";

import "../figure/scene-view.js";
import { AttentionError } from "../../engine/errors.js";
import { ownMessages } from "../own-messages.js";
import { text } from "../../lessons/train-words-en.js";
import { keepModel, openedState } from "../../training/own/own-model.js";
import { PlaceLink } from "../place-link.js";
import { isPlaceAlone } from "../places.js";
import { changeState, defaultState } from "../../state/state.js";
import {
  changeSettings,
  defaultSettings,
  fullSettings,
  rateAt,
  readTrainLink,
  taskOf,
  writeRates,
  writeTrainLink,
} from "../../training/settings.js";
import { shippedData } from "../../training/shipped-data.js";
import { dataTasks, needsData, tasks } from "../../training/tasks.js";
import { percentText } from "../../figures/numbers.js";
import { errorText } from "../error-text.js";
import { eventValue } from "../event-value.js";
import { Lazy } from "../lazy.js";
import { option } from "../option.js";
import { withSubscripts } from "../rich-text.js";
import { whileConnected } from "../while-connected.js";
import { curves } from "./curves.js";
import { mapsFigure } from "./maps.js";
import "./scaling.js";
import { rateChoice, settingsCard } from "./settings-card.js";
import { trainStyles } from "./styles.js";
import { TrainingRun } from "./training-run.js";
import { outcomeOf, variantName, variantsOf, whatIfCard } from "./what-if.js";
import { phone } from "../styles.js";

export { trainAgain } from "./train-again.js";

/** @typedef {import("../../training/settings.js").Settings} Settings */
/** @typedef {import("../../lessons/translate.js").Translate} Translate */

/** @type {readonly import("../../training/pace.js").Speed[]} */
const speeds = Object.freeze(["slow", "medium", "full"]);

/** From this share of right answers on, a task counts as learned. */
const learned = 0.99;

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
    scrubbed: { state: true },
    speed: { state: true },
    guess: { state: true },
    compared: { state: true },
    problems: { state: true },
    refused: { state: true },
    descentOpen: { state: true },
    inWords: { state: true },
    inNumbers: { state: true },
    picked: { state: true },
    any: { state: true },
  };

  static styles = trainStyles;

  #messages = ownMessages(text);
  #link = new PlaceLink(this, {
    place: "train",
    read: (fragment) => this.#read(fragment),
    write: () => writeTrainLink(this.settings),
  });
  #phone = window.matchMedia(phone.cssText);
  /** What a task on data is trained on, and the report on a model of a text. */
  #ownData = new Lazy(this, () => import("./own-data.js"), "data");
  #descentCode = new Lazy(this, () => import("./descent.js"), "descent");
  /** What a run has found, and its maps in words. */
  #findings = new Lazy(this, () => import("./findings.js"), "findings");
  /** Changed heads, and weights as files. */
  #toolsCode = new Lazy(this, () => import("./tools.js"), "tools");
  /** The step at which the run pauses by itself: the task's own number of steps, and as many more each time. */
  #until = 0;

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
    /** @type {TrainingRun | null} the reader's run */
    this.run = null;
    /** @type {TrainingRun | null} the run before it */
    this.earlier = null;
    /** @type {TrainingRun | null} the second run, in which one thing is changed */
    this.other = null;
    /** @type {number | null} index of the snapshot that is shown; null: the latest */
    this.scrubbed = null;
    /** @type {import("../../training/pace.js").Speed} */
    this.speed = "medium";
    /** @type {import("./what-if.js").Guess | null} the open question, and the reader's answer to it */
    this.guess = null;
    /** @type {import("./what-if.js").Variant | null} what is changed in the second run */
    this.compared = null;
    /** @type {readonly AttentionError[]} parts of the link that were left out */
    this.problems = [];
    /** @type {import("../number-input.js").Refused | null} a seed that was typed last and cannot be used */
    this.refused = null;
    /** Whether the card on gradient descent in one dimension is open. */
    this.descentOpen = false;
    /** Whether it is said in words where the example's positions look most. */
    this.inWords = false;
    /** Whether the table of the curves' numbers is open. */
    this.inNumbers = false;
    /** @type {number | null} index of the map that is drawn large on a phone, where there are many */
    this.picked = 0;
    /** @type {import("./what-if.js").AnyChange} the change of the reader's own that the second run may have */
    this.any = { name: "heads", value: "" };
    whileConnected(this, (signal) => this.#phone.addEventListener("change", () => this.requestUpdate(), { signal }));
  }

  connectedCallback() {
    super.connectedCallback();
    if (!this.run) this.#restart();
    void this.#findings.load();
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.#free();
  }

  /** @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    if (changed.has("settings") && needsData(this.settings.task)) void this.#ownData.load();
    if (!changed.has("open")) return;
    if (!this.open) this.#pause();
    else this.#link.write();
  }

  /** @param {Map<string, unknown>} changed */
  updated(changed) {
    if (!changed.has("open") && !changed.has("settings")) return;
    // In narrow windows the tasks are a strip that scrolls. It has its layout in the next frame.
    requestAnimationFrame(() => {
      const strip = this.renderRoot.querySelector(".tasks ul");
      const chosen = strip?.querySelector("[aria-pressed=true]")?.getBoundingClientRect();
      if (!strip || !chosen) return;
      const { left, right } = strip.getBoundingClientRect();
      if (chosen.left < left || chosen.right > right)
        strip.scrollLeft += (chosen.left + chosen.right - left - right) / 2;
    });
  }

  render() {
    const t = this.#messages(this.view.t);
    return html`
      <main class="columns">
        <p class="tagline muted">${t("train-tagline")}</p>
        <p class="error" role="alert" ?hidden=${this.problems.length === 0}>
          ${this.problems.map((problem) => html`${errorText(t, problem)}<br />`)}
        </p>
        ${this.#tasks(t)}
        <div class="run">
          ${this.#controls(t)} ${this.#dataCard(t)} ${this.#results(t)}
          <train-scaling
            class="card"
            id="scaling"
            tabindex="-1"
            .view=${this.view}
            .seed=${this.settings.seed}
          ></train-scaling>
          ${this.#descent(t)}
        </div>
        <div class="side">
          ${this.#heldOut(t)}
          ${settingsCard(t, { ...this.settings, ...this.moved }, { show: (patch) => (this.moved = patch), change: (patch, text) => this.#change(patch, text) }, this.refused)}
          ${
            // A guess is whether the task will be learned, which no text ever is.
            this.settings.task === "text"
              ? nothing
              : whatIfCard(t, this, {
                  ask: (variant) => this.#ask(variant),
                  answer: (answer) => this.#answer(answer),
                  show: () => this.#show("maps"),
                  close: () => {
                    const { id } = /** @type {import("./what-if.js").Guess} */ (this.guess).variant;
                    this.#closeWhatIf();
                    this.#focus(id === "any" ? "#ask-any" : `[data-variant="${id}"]`);
                  },
                  choose: (any) => (this.any = any),
                })
          }
          ${this.#tools(t)}
        </div>
      </main>
    `;
  }

  /** @param {Translate} t */
  #tasks(t) {
    return html`<section class="tasks" aria-labelledby="tasks">
      <h2 id="tasks" class="small muted">${t("train-tasks")}</h2>
      <ul>
        ${[...Object.keys(tasks), ...Object.keys(dataTasks)].map(
          (id) =>
            html`<li>
              <button
                data-task=${id}
                aria-pressed=${this.settings.task === id}
                @click=${() => this.#change({ task: id })}
              >
                <strong>${t(`train-task-${id}`)}</strong>
                <span class="small">${t(`train-task-${id}-what`)}</span>
              </button>
            </li>`,
        )}
      </ul>
      <h2 class="small muted experiments">${t("train-experiments")}</h2>
      <ul class="experiments">
        ${Object.entries({ scaling: "scaling-title", descent: "train-descent" }).map(
          ([id, title]) =>
            html`<li>
              <button data-experiment=${id} @click=${() => this.#show(id)}>
                <strong>${withSubscripts(t(title))}</strong>
                <span class="small">${withSubscripts(t(`train-experiment-${id}`))}</span>
              </button>
            </li>`,
        )}
      </ul>
    </section>`;
  }

  /** @param {Translate} t */
  #controls(t) {
    const run = this.run;
    const isRunning = run?.status === "running";
    const isStopped = !run || run.status === "failed" || run.status === "diverged";
    return html`<section class="card controls" aria-label=${t("train-run")}>
      <p class="question">
        ${t(`train-task-${this.settings.task}-question`, { layers: fullSettings(this.settings).layers })}
      </p>
      ${this.settings.task === "induction" ? this.#both(t) : nothing}
      <div class="row">
        <button
          id="play"
          class="main"
          aria-disabled=${isStopped}
          @click=${() => (isRunning ? this.#pause() : this.#play())}
        >
          ${t(isRunning ? "train-pause" : "train-play")}
        </button>
        <button id="step" aria-disabled=${isStopped} @click=${() => this.#step()}>${t("train-step")}</button>
        <button id="restart" @click=${() => this.#restart()}>${t("train-restart")}</button>
        <label class="small muted">
          <span class="label">${t("train-speed")}</span>
          <select id="speed" @change=${(/** @type {Event} */ event) => this.#setSpeed(eventValue(event))}>
            ${speeds.map((speed) => option(speed, t(`train-speed-${speed}`), speed === this.speed))}
          </select>
        </label>
        ${rateChoice(t, this.#rate, isStopped, (lr) => this.#setRate(lr))}
        <p class="steps">
          <span class="small muted">${t("train-step-number")}</span> <strong>${run?.steps ?? 0}</strong>
        </p>
      </div>
      <p class="said small">
        <span role="status">${this.#said(t)}</span>
        ${this.#learned || this.#isDone ? html`<button class="link" id="see-most" @click=${() => this.#showMost()}>${t("train-see-most")}</button>` : nothing}
      </p>
      ${this.#finding(t)}
    </section>`;
  }

  /** One layer against two, beside the question that they answer. @param {Translate} t */
  #both(t) {
    const isOpen = this.compared !== null && this.guess === null;
    return html`<p class="row both">
      <button
        id="both"
        aria-pressed=${isOpen}
        @click=${() => {
          const variant = variantsOf(this.settings).find(({ patch }) => patch.layers);
          if (!variant) return;
          this.#closeWhatIf();
          this.#compare(variant);
        }}
      >
        ${t("train-both")}
      </button>
      ${
        isOpen
          ? html`<button
              class="link"
              id="close-both"
              @click=${() => {
                this.#closeWhatIf();
                this.#focus("#both");
              }}
            >
              ${t("train-close")}
            </button>`
          : nothing
      }
    </p>`;
  }

  /** What the run has found, once it has ended; of two runs, once both have. @param {Translate} t */
  #finding(t) {
    const { run, other, compared } = this;
    if (this.#findings.is === "waiting") return nothing;
    if (this.#findings.is === "failed") return this.#findings.status(t, t("train-finding"));
    const hasEnded = this.#isDone || (run?.status === "paused" && this.#learned !== undefined);
    return html`<run-finding
      .t=${t}
      .run=${hasEnded ? run : null}
      .other=${other?.facts && other.steps > 0 && other.status !== "running" ? other : null}
      .what=${compared ? variantName(t, compared) : ""}
      .outcomeOf=${outcomeOfRun}
      .step=${(run?.steps ?? 0) + (other?.steps ?? 0)}
    ></run-finding>`;
  }

  /** What a task on data is trained on, and the reader's own data. @param {Translate} t */
  #dataCard(t) {
    const { task } = this.settings;
    if (!needsData(task)) return nothing;
    // Without its code, what ships is trained on all the same.
    if (this.#ownData.is === "failed")
      return html`<section class="card">${this.#ownData.status(t, t("train-own-data"))}</section>`;
    return html`<data-card
      .view=${this.view}
      .settings=${this.settings}
      .task=${dataTasks[task]}
      .own=${this.own[task] ?? null}
      .facts=${this.run?.facts ?? null}
      @train-data=${(/** @type {CustomEvent<string | null>} */ { detail }) => this.#useData(task, detail)}
    ></data-card>`;
  }

  /** @param {Translate} t */
  #results(t) {
    const run = this.#shownRun;
    if (!run) return nothing;
    if (run.status === "failed")
      return html`<p class="card error" role="alert">${t("train-failed-run", { reason: run.failure })}</p>`;
    if (!run.facts || run.snapshots.length === 0) return html`<p class="card muted">${t("train-starting")}</p>`;
    const last = run.snapshots.length - 1;
    const at = Math.min(this.scrubbed ?? last, last);
    return html`
      ${run.status === "diverged" ? this.#divergence(t, run) : nothing}
      ${run.facts.data.text ? html`<text-report .view=${this.view} .run=${run} .step=${run.steps} .status=${run.status}></text-report>` : nothing}
      ${mapsFigure(t, {
        run,
        other: this.other,
        at,
        isLatest: this.scrubbed === null,
        theme: this.view.theme,
        variant: this.compared ? variantName(t, this.compared) : "",
        scrub: (index) => (this.scrubbed = index === last ? null : index),
        latest: () => {
          this.scrubbed = null;
          this.#focus("#scrub");
        },
        inWords: this.inWords,
        words: this.#findings.is === "ready" ? null : this.#findings.status(t, t("train-most")),
        unfold: (inWords) => (this.inWords = inWords),
        openLayer: (layer) => this.#openLayer(layer, run.snapshots[at]),
        isPhone: this.#phone.matches,
        picked: this.picked,
        pick: (picked) => (this.picked = picked),
      })}
      ${curves(t, {
        run,
        other: this.other,
        step: run.snapshots[at]?.step ?? 0,
        isLatest: this.scrubbed === null,
        theme: this.view.theme,
        inNumbers: this.inNumbers,
        unfold: (inNumbers) => (this.inNumbers = inNumbers),
      })}
    `;
  }

  /** How a step is taken: its code is loaded when the card is opened. @param {Translate} t */
  #descent(t) {
    const { run } = this;
    return html`<details
      class="card descent"
      id="descent"
      ?open=${this.descentOpen}
      @toggle=${(/** @type {Event} */ event) => {
        this.descentOpen = /** @type {HTMLDetailsElement} */ (event.target).open;
        if (this.descentOpen) void this.#descentCode.load();
      }}
    >
      <summary><h2>${t("train-descent")}</h2></summary>
      ${
        !this.descentOpen
          ? nothing
          : this.#descentCode.is !== "ready"
            ? this.#descentCode.status(t, t("train-descent"))
            : html`<train-descent
                .t=${t}
                .theme=${this.view.theme}
                .run=${run}
                .steps=${run?.steps ?? 0}
                .status=${run?.status ?? "starting"}
                .rate=${this.#rate}
              ></train-descent>`
      }
    </details>`;
  }

  /** @param {Translate} t @param {TrainingRun} run */
  #divergence(t, run) {
    const lr = run.steadyRate;
    const loss = run.losses.at(-1) ?? NaN;
    return html`<section class="card diverged" role="alert">
      <h2>${t("train-diverged-title")}</h2>
      <p>
        ${t(Number.isFinite(loss) ? "train-diverged" : "train-diverged-infinite", {
          step: run.steps,
          loss: Math.round(loss),
          chance: run.facts?.chance.loss.toFixed(2) ?? "",
        })}
      </p>
      ${
        lr === null
          ? nothing
          : html`<button
              id="less"
              @click=${() => {
                this.#change({ lr });
                this.#focus("#play");
              }}
            >
              ${t("train-diverged-less", { lr: String(lr) })}
            </button>`
      }
    </section>`;
  }

  /** @param {Translate} t */
  #heldOut(t) {
    const run = this.#shownRun;
    const evaluation = this.#evaluation();
    if (!run?.facts || !evaluation) return nothing;
    const chance = percentText(run.facts.chance.accuracy, 0);
    return html`<section class="card held-out">
      <h2>${t("train-heldout", { accuracy: percentText(evaluation.accuracy, 0) })}</h2>
      <p class="small muted">
        ${t("train-heldout-hint", { chance })} ${t("train-parameters", { count: run.facts.parameters })}
      </p>
    </section>`;
  }

  /**
   * The parts that are loaded when the reader opens one of them: changed heads, and weights as files.
   * @param {Translate} t
   */
  #tools(t) {
    const { run, view } = this;
    if (!run) return nothing;
    const at = Math.max(0, Math.min(this.scrubbed ?? Infinity, run.snapshots.length - 1));
    const part = (/** @type {string} */ id, /** @type {unknown} */ content) =>
      html`<details
        class="card tool"
        id=${id}
        @toggle=${(/** @type {Event} */ { target }) => {
          if (/** @type {HTMLDetailsElement} */ (target).open) void this.#toolsCode.load();
        }}
      >
        <summary>${t(`train-${id}`)}</summary>
        ${this.#toolsCode.is === "ready" ? content : this.#toolsCode.status(t, t(`train-${id}`))}
      </details>`;
    return html`
      ${part("changed-heads", html`<changed-heads .view=${view} .run=${run} .at=${at}></changed-heads>`)}
      ${part(
        "weight-files",
        html`<weight-files
          .view=${view}
          .run=${run}
          .at=${at}
          @load-weights=${(/** @type {CustomEvent} */ event) => this.#restart(event.detail.weights)}
        ></weight-files>`,
      )}
    `;
  }

  /** The learning rate of the next step. */
  get #rate() {
    return rateAt(this.settings, this.run?.rates ?? [], this.run?.steps ?? 0);
  }

  /** The run whose results are shown: until the first of a new run are there, those of the run before it, so that nothing moves. */
  get #shownRun() {
    const { run, earlier } = this;
    const isStarting = run && run.status !== "failed" && (!run.facts || run.snapshots.length === 0);
    return isStarting && earlier?.settings.task === run.settings.task ? earlier : run;
  }

  /** The evaluation at the step that is shown. */
  #evaluation() {
    const run = this.#shownRun;
    if (!run || this.scrubbed === null) return run?.evaluations.at(-1);
    const step = run.snapshots[this.scrubbed]?.step;
    return run.evaluations.find((evaluation) => evaluation.step === step) ?? run.evaluations.at(-1);
  }

  /** The evaluation at which the run had learned its task, if it has. */
  get #learned() {
    return this.run?.evaluations.find(({ accuracy }) => accuracy >= learned);
  }

  /** Whether the run has taken the steps that it was to take, and so has stopped by itself. */
  get #isDone() {
    const { run } = this;
    return run?.status === "paused" && this.#until > 0 && run.steps >= this.#until;
  }

  /** The step up to which “play” goes on. */
  get #next() {
    const [steps, planned] = [this.run?.steps ?? 0, taskOf(this.settings).steps];
    return [this.#until, planned].find((until) => steps < until) ?? steps + planned;
  }

  /**
   * That the run goes on, pauses, or has learned its task; for screen readers, in place of it, a question that opens.
   * @param {Translate} t
   */
  #said(t) {
    const { run, guess } = this;
    if (guess?.answer === null)
      return html`<span class="visually-hidden"
        >${withSubscripts(t("train-guess", { what: variantName(t, guess.variant) }))}</span
      >`;
    const first = this.#learned;
    if (run?.status === "paused" && run.steps > 0) {
      const accuracy = percentText(run.evaluations.at(-1)?.accuracy ?? 0, 0);
      // After single steps beyond the planned ones, the run has paused as at any other step.
      if (run.steps !== this.#until) return t("train-said-paused", { step: run.steps, accuracy, until: this.#next });
      const isLearned = first ? "yes" : "no";
      return t("train-said-done", { planned: this.#until, isLearned, more: taskOf(this.settings).steps });
    }
    if (run?.status !== "running") return "";
    return first
      ? t("train-said-learned", { step: first.step, accuracy: percentText(first.accuracy, 0) })
      : t("train-said-running");
  }

  // What the reader does.

  /** Moves the focus, where the button that was clicked goes. @param {string} selector */
  #focus(selector) {
    /** @type {HTMLElement | null} */ (this.renderRoot.querySelector(selector))?.focus();
  }

  /** Goes to a card or its title, and opens it if it can be opened. @param {string} id of the card or title */
  async #show(id) {
    const card = /** @type {HTMLElement} */ (this.renderRoot.querySelector(`#${id}`));
    if (id === "descent") this.descentOpen = true;
    await this.updateComplete;
    card.scrollIntoView();
    const target = card.querySelector("summary") ?? card;
    target.focus({ preventScroll: true });
  }

  /** Opens what says in words where each position looks. */
  async #showMost() {
    this.inWords = true;
    await this.updateComplete;
    const summary = /** @type {HTMLElement} */ (this.renderRoot.querySelector(".most summary"));
    summary.scrollIntoView({ block: "nearest" });
    summary.focus({ preventScroll: true });
  }

  #play() {
    const { run } = this;
    if (!run || run.status === "failed" || run.status === "diverged") return;
    this.scrubbed = null;
    this.#until = this.#next;
    for (const each of [run, this.other]) each?.play(this.speed, this.#until);
  }

  #pause() {
    for (const each of [this.run, this.other]) each?.pause();
  }

  #step() {
    this.scrubbed = null;
    for (const each of [this.run, this.other]) each?.step();
  }

  /** @param {string} speed */
  #setSpeed(speed) {
    this.speed = /** @type {import("../../training/pace.js").Speed} */ (speed);
    for (const each of [this.run, this.other]) if (each?.status === "running") each.play(this.speed, this.#until);
  }

  /** Changes the learning rate of what is running; before the first step it is a setting as any other. @param {number} lr */
  #setRate(lr) {
    if (this.run?.steps === 0) return this.#change({ lr });
    for (const each of [this.run, this.other]) each?.setRate(lr);
  }

  /** Shows what is new of the reader's run, whose changes of the learning rate belong to its link. */
  #runChanged() {
    if (this.#shownRun === this.run) this.earlier = null;
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
    this.earlier = this.#shownRun;
    this.#free();
    this.moved = {};
    this.scrubbed = null;
    this.#until = 0;
    this.run = new TrainingRun(this.settings, () => this.#runChanged(), this.#data(), weights);
    this.guess = null;
    this.compared = null;
    this.requestUpdate();
  }

  /** What a task on data is trained on: the reader's own data, or what ships. */
  #data() {
    const { task, data } = this.settings;
    if (!needsData(task)) return null;
    const own = data === "own" ? this.own[task] : undefined;
    return own === undefined ? shippedData[task]() : Promise.resolve(own);
  }

  /** @param {import("../../training/tasks.js").DataTaskId} task @param {string | null} text null: what ships */
  #useData(task, text) {
    if (text !== null) this.own = { ...this.own, [task]: text };
    this.#change({ data: text === null ? "shipped" : "own" });
  }

  #free() {
    for (const each of [this.run, this.other]) each?.free();
    this.run = null;
    this.other = null;
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
      else this.refused = { text, message: errorText(this.#messages(this.view.t), error) };
      this.requestUpdate();
      return;
    }
    this.#link.write();
    this.#restart();
  }

  /** @param {string} fragment */
  #read(fragment) {
    if (isPlaceAlone(fragment) || fragment === writeTrainLink(this.settings)) return;
    const { settings, leftOut } = readTrainLink(fragment);
    this.problems = leftOut;
    this.refused = null;
    this.settings = settings;
    if (this.run) this.#restart();
  }

  /**
   * Opens a layer in Explore, which takes the model from here.
   * @param {number} layer 0 for the first
   * @param {import("../../training/messages.js").Snapshot | undefined} snapshot the step that is looked at
   */
  #openLayer(layer, snapshot) {
    const { run } = this;
    if (!run?.facts || !snapshot) return;
    this.#pause();
    const { step, weights, maps } = snapshot;
    const found = {
      settings: { ...run.settings, rates: writeRates(run.rates) },
      facts: run.facts,
      steps: step,
      weights,
      isLoaded: run.weights !== undefined,
      accuracy: run.evaluations.find((evaluation) => evaluation.step === step)?.accuracy ?? NaN,
    };
    keepModel(this.view.engine, found);
    const state = changeState(defaultState, openedState(found, layer + 1, maps));
    this.dispatchEvent(new CustomEvent("open-walk", { detail: { state }, bubbles: true, composed: true }));
  }

  /** Opens a question. @param {import("./what-if.js").Variant} variant */
  #ask(variant) {
    this.#closeWhatIf();
    this.guess = { variant, answer: null };
  }

  /** Takes the reader's guess, and trains both runs for as many steps. @param {import("./what-if.js").Outcome} answer */
  #answer(answer) {
    const { guess } = this;
    if (!this.run || !guess) return;
    this.guess = { ...guess, answer };
    this.#compare(guess.variant);
  }

  /** Trains the reader's run and one in which one thing is changed for as many steps. @param {import("./what-if.js").Variant} variant */
  #compare(variant) {
    const { run } = this;
    if (!run) return;
    this.compared = variant;
    this.other?.free();
    const changed = changeSettings(this.settings, { rates: this.settings.rates, ...variant.patch });
    this.other = new TrainingRun(changed, () => this.requestUpdate(), run.data);
    this.#until = Math.max(taskOf(this.settings).steps, run.steps);
    this.scrubbed = null;
    for (const each of [run, this.other]) each.play(this.speed, this.#until);
  }

  #closeWhatIf() {
    this.other?.free();
    this.other = null;
    this.guess = null;
    this.compared = null;
    this.requestUpdate();
  }
}

/** How a run has turned out. @param {TrainingRun} run */
const outcomeOfRun = ({ evaluations, facts }) =>
  outcomeOf(evaluations.at(-1)?.accuracy ?? 0, facts?.chance.accuracy ?? 0);

customElements.define("train-place", TrainPlace);
