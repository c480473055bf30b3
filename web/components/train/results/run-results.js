import { css, html, nothing } from "lit";

import { percentText } from "../../../figures/numbers.js";
import { writeOwnRun } from "../../../state/browser/own-run.js";
import { changeState, defaultState } from "../../../state/state.js";
import { keepModel, openedState } from "../../../training/own/own-model.js";
import { writeRates } from "../../../training/settings.js";
import { needsData, writingOf } from "../../../training/tasks.js";
import { phone } from "../../styles.js";
import { whileConnected } from "../../while-connected.js";
import { curves } from "./curves.js";
import "./findings.js";
import { lossDrawing, lossFigure } from "./loss.js";
import { mapDrawings, mapsAside, mapsFigure } from "./maps.js";
import { saving } from "./saving.js";
import "../own-data/text-report.js";
import { outcomeOf, variantName } from "../what-if.js";

/** @typedef {import("../../../words/translate.js").Translate} Translate */
/** @typedef {import("../training-run.js").TrainingRun} Run */
/** @typedef {import("../what-if.js").Variant} Variant */

/** The styles of the share of right answers and of a run that diverged. */
export const resultStyles = css`
  .diverged {
    padding-inline-start: var(--space-12);
    border-inline-start: 3px solid var(--error);
  }
  .diverged p {
    margin-block: var(--space-6) var(--space-12);
  }
  .held-out {
    max-width: 7.75rem;
    margin-inline-start: auto;
    text-align: end;
  }
  .held-out span {
    display: block;
    line-height: 1.3;
  }
  .held-out strong {
    display: block;
    font-size: 2rem;
    line-height: 1.1;
  }
`;

/** How a run has turned out. @param {Run} run */
const outcomeOfRun = ({ evaluations, facts }) =>
  outcomeOf(evaluations.at(-1)?.accuracy ?? 0, facts?.chance.accuracy ?? 0);

/** What runs have led to: attention maps and curves at a step, and what was found once they have ended. */
export class RunResults {
  #host;
  #runs;
  #takeRate;
  #phone = window.matchMedia(phone.cssText);
  /** @type {number | null} index of the snapshot that is shown; null: the latest */
  at = null;
  /** Whether it is said in words where the example's positions look most. */
  #inWords = false;
  /** Whether the table of the curves' numbers is open. */
  #inNumbers = false;
  /** @type {number | null} index of the map that is drawn large where there are many */
  #picked = 0;
  /** @type {{run: Run | null, step?: number}} the run whose link was stored last, and at which step */
  #kept = { run: null };

  /**
   * @param {import("lit").LitElement & {view: import("../../../view/view.js").View}} host
   * @param {import("../runs.js").Runs} runs
   * @param {(lr: number) => void} takeRate takes another learning rate, after one with which the run diverged
   */
  constructor(host, runs, takeRate) {
    this.#host = host;
    this.#runs = runs;
    this.#takeRate = takeRate;
    whileConnected(host, (signal) => this.#phone.addEventListener("change", () => host.requestUpdate(), { signal }));
  }

  /** @param {() => void} change */
  #change(change) {
    change();
    this.#host.requestUpdate();
  }

  /** Whether the window is that of a phone, on whose first screen only what a run shows stands. */
  get isPhone() {
    return this.#phone.matches;
  }

  /** Shows the latest step. */
  showLatest() {
    this.#change(() => (this.at = null));
  }

  /** Opens what says in words where each position looks. */
  async showMost() {
    this.#change(() => (this.#inWords = true));
    await this.#host.updateComplete;
    const summary = /** @type {HTMLElement} */ (this.#host.renderRoot.querySelector(".most summary"));
    summary.scrollIntoView({ block: "nearest" });
    summary.focus({ preventScroll: true });
  }

  /** The run whose results are shown, once there are some, and the step of it that is looked at. */
  get shown() {
    const { shown: run, other } = this.#runs;
    if (!run?.facts || run.status === "failed" || run.snapshots.length === 0) return null;
    const last = run.snapshots.length - 1;
    const at = Math.min(this.at ?? last, last);
    return {
      run,
      other,
      at,
      last,
      isLatest: this.at === null,
      isPhone: this.isPhone,
      end: this.#runs.end,
      theme: this.#host.view.theme,
    };
  }

  /** The attention maps, or that there are none yet. @param {Translate} t @param {Variant | null} compared what is changed in the second run */
  maps(t, compared) {
    const shown = this.shown;
    if (!shown) {
      const { shown: run } = this.#runs;
      return run?.status === "failed"
        ? html`<p class="error" role="alert">${t("train-failed-run", { reason: run.failure })}</p>`
        : html`<p class="muted">${t("train-starting")}</p>`;
    }
    return mapsFigure(t, this.#ofMaps(t, shown, compared));
  }

  /**
   * @param {Translate} t
   * @param {NonNullable<RunResults["shown"]>} shown
   * @param {Variant | null} compared
   */
  #ofMaps(t, shown, compared) {
    return {
      ...shown,
      variant: compared ? variantName(t, compared) : "",
      inWords: this.#inWords,
      unfold: (/** @type {boolean} */ inWords) => this.#change(() => (this.#inWords = inWords)),
      openLayer: (/** @type {number} */ layer) => this.#openLayer(layer, shown.run.snapshots[shown.at]),
      stateOf: (/** @type {number} */ layer) => this.#open(layer, shown.run.snapshots[shown.at]),
      picked: this.#picked,
      pick: (/** @type {number | null} */ picked) => this.#change(() => (this.#picked = picked)),
    };
  }

  /**
   * On a phone, what stands beside the figures elsewhere: the maps in words, the dialog that embeds them, and the files.
   * @param {Translate} t
   * @param {Variant | null} compared
   */
  aside(t, compared) {
    const { shown } = this;
    if (!shown) return nothing;
    const maps = this.#ofMaps(t, shown, compared);
    return html`${mapsAside(t, maps)} ${saving(t, [...mapDrawings(t, maps), lossDrawing(t, shown)])}`;
  }

  /** The loss, with the slider through the run; that the run has diverged. @param {Translate} t */
  loss(t) {
    const shown = this.shown;
    if (!shown) return nothing;
    return html`${shown.run.status === "diverged" ? divergence(t, shown.run, this.#takeRate) : nothing}
    ${lossFigure(t, {
      ...shown,
      scrub: (index) => this.#change(() => (this.at = index === shown.last ? null : index)),
      latest: () => {
        this.showLatest();
        /** @type {HTMLElement | null} */ (this.#host.renderRoot.querySelector("#scrub"))?.focus();
      },
    })}`;
  }

  /** What a model that writes has written. */
  text() {
    const shown = this.shown;
    if (!shown?.run.facts || !writingOf(shown.run.facts.data)) return nothing;
    const { run } = shown;
    return html`<text-report
      .view=${this.#host.view}
      .run=${run}
      .step=${run.steps}
      .status=${run.status}
    ></text-report>`;
  }

  /** The other curves, and the table of the run. @param {Translate} t */
  curves(t) {
    const shown = this.shown;
    if (!shown) return nothing;
    return curves(t, {
      ...shown,
      step: shown.run.snapshots[shown.at]?.step ?? 0,
      inNumbers: this.#inNumbers,
      unfold: (inNumbers) => this.#change(() => (this.#inNumbers = inNumbers)),
    });
  }

  /** What the run has found, once it has ended; of two runs, once both have. @param {Translate} t @param {Variant | null} compared */
  finding(t, compared) {
    const { run, other, isDone, learned } = this.#runs;
    const hasEnded = isDone || (run?.status === "paused" && learned !== undefined);
    return html`<run-finding
      .t=${t}
      .run=${hasEnded ? run : null}
      .other=${other?.facts && other.steps > 0 && other.status !== "running" ? other : null}
      .what=${compared ? variantName(t, compared) : ""}
      .outcomeOf=${outcomeOfRun}
      .step=${(run?.steps ?? 0) + (other?.steps ?? 0)}
    ></run-finding>`;
  }

  /** The share of right answers on examples that the run has not seen. @param {Translate} t */
  heldOut(t) {
    const evaluation = this.#runs.evaluationAt(this.at);
    if (!this.#runs.shown?.facts || !evaluation) return nothing;
    return html`<p class="held-out">
      <strong>${percentText(evaluation.accuracy, 0)}</strong> <span class="small muted">${t("train-heldout")}</span>
    </p>`;
  }

  /** How much of it could be guessed, and how many numbers learn it. @param {Translate} t */
  size(t) {
    const { facts } = this.#runs.shown ?? {};
    if (!facts) return nothing;
    const chance = percentText(facts.chance.accuracy, 0);
    return `${t("train-heldout-chance", { chance })} ${t("train-parameters", { count: facts.parameters })}`;
  }

  /**
   * Opens a layer in Explore, which takes the model from here.
   * @param {number} layer 0 for the first
   * @param {import("../../../training/worker-messages.js").Snapshot | undefined} snapshot the step that is looked at
   */
  #openLayer(layer, snapshot) {
    const state = this.#open(layer, snapshot);
    if (state)
      this.#host.dispatchEvent(new CustomEvent("open-walk", { detail: { state }, bubbles: true, composed: true }));
  }

  /**
   * The state that shows a layer elsewhere. The run pauses.
   * @param {number} layer 0 for the first
   * @param {import("../../../training/worker-messages.js").Snapshot | undefined} snapshot
   */
  #open(layer, snapshot) {
    this.#runs.pause();
    return this.#stateOf(layer, snapshot);
  }

  /**
   * Stores the link to the model, for the course: as soon as it has learned its task, since a reader may leave then, and again when
   * its run rests. What was trained on the reader's own data, or from a file of weights, no link can train again.
   */
  keep() {
    const { run, isDone, learned } = this.#runs;
    if (!run?.facts || run.weights !== undefined || needsData(run.settings.task)) return;
    if (!isDone && learned === undefined) return;
    const snapshot = run.snapshots.at(-1);
    const isKept = run === this.#kept.run && (run.status !== "paused" || snapshot?.step === this.#kept.step);
    const state = isKept ? null : this.#stateOf(run.facts.layers.length - 1, snapshot);
    if (!state) return;
    this.#kept = { run, step: snapshot?.step };
    writeOwnRun(() => window.localStorage, state);
  }

  /**
   * The state that shows a layer, whose model the page's engine then has.
   * @param {number} layer 0 for the first
   * @param {import("../../../training/worker-messages.js").Snapshot | undefined} snapshot the step that is looked at
   */
  #stateOf(layer, snapshot) {
    const { run } = this.#runs;
    if (!run?.facts || !snapshot) return null;
    const { step, weights, maps } = snapshot;
    const found = {
      settings: { ...run.settings, rates: writeRates(run.rates) },
      facts: run.facts,
      steps: step,
      weights,
      isLoaded: run.weights !== undefined,
      accuracy: run.evaluations.find((evaluation) => evaluation.step === step)?.accuracy ?? NaN,
    };
    keepModel(this.#host.view.engine, found);
    return changeState(defaultState, openedState(found, layer + 1, maps));
  }
}

/** That a run has diverged, and a learning rate that does not. @param {Translate} t @param {Run} run @param {(lr: number) => void} take */
function divergence(t, run, take) {
  const lr = run.steadyRate;
  const loss = run.losses.at(-1) ?? NaN;
  return html`<section class="diverged" role="alert">
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
        : html`<button id="less" @click=${() => take(lr)}>${t("train-diverged-less", { lr: String(lr) })}</button>`
    }
  </section>`;
}
