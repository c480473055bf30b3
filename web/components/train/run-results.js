import { css, html, nothing } from "lit";

import { percentText } from "../../figures/numbers.js";
import { changeState, defaultState } from "../../state/state.js";
import { keepModel, openedState } from "../../training/own/own-model.js";
import { writeRates } from "../../training/settings.js";
import { writingOf } from "../../training/tasks.js";
import { phone } from "../styles.js";
import { whileConnected } from "../while-connected.js";
import { curves } from "./curves.js";
import "./findings.js";
import { mapsFigure } from "./maps.js";
import "./own-data/text-report.js";
import { outcomeOf, variantName } from "./what-if.js";

/** @typedef {import("../../words/translate.js").Translate} Translate */
/** @typedef {import("./training-run.js").TrainingRun} Run */
/** @typedef {import("./what-if.js").Variant} Variant */

/** The styles of the held-out examples and of a run that diverged. */
export const resultStyles = css`
  .diverged {
    border-color: var(--error);
  }
  .diverged p {
    margin-block: 6px 12px;
  }
  .held-out h2 {
    font-size: var(--title);
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
  /** @type {number | null} index of the map that is drawn large on a phone, where there are many */
  #picked = 0;

  /**
   * @param {import("lit").LitElement & {view: import("../../view/view.js").View}} host
   * @param {import("./runs.js").Runs} runs
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

  /** Maps and curves. @param {Translate} t @param {Variant | null} compared what is changed in the second run */
  render(t, compared) {
    const { shown: run, other } = this.#runs;
    const { theme } = this.#host.view;
    if (!run) return nothing;
    if (run.status === "failed")
      return html`<p class="card error" role="alert">${t("train-failed-run", { reason: run.failure })}</p>`;
    if (!run.facts || run.snapshots.length === 0) return html`<p class="card muted">${t("train-starting")}</p>`;
    const last = run.snapshots.length - 1;
    const at = Math.min(this.at ?? last, last);
    const isLatest = this.at === null;
    return html`
      ${run.status === "diverged" ? divergence(t, run, this.#takeRate) : nothing}
      ${writingOf(run.facts.data) ? html`<text-report .view=${this.#host.view} .run=${run} .step=${run.steps} .status=${run.status}></text-report>` : nothing}
      ${mapsFigure(t, {
        run,
        other,
        at,
        isLatest,
        theme,
        variant: compared ? variantName(t, compared) : "",
        scrub: (index) => this.#change(() => (this.at = index === last ? null : index)),
        latest: () => {
          this.showLatest();
          /** @type {HTMLElement | null} */ (this.#host.renderRoot.querySelector("#scrub"))?.focus();
        },
        inWords: this.#inWords,
        unfold: (inWords) => this.#change(() => (this.#inWords = inWords)),
        openLayer: (layer) => this.#openLayer(layer, run.snapshots[at]),
        isPhone: this.#phone.matches,
        picked: this.#picked,
        pick: (picked) => this.#change(() => (this.#picked = picked)),
      })}
      ${curves(t, {
        run,
        other,
        step: run.snapshots[at]?.step ?? 0,
        isLatest,
        theme,
        inNumbers: this.#inNumbers,
        unfold: (inNumbers) => this.#change(() => (this.#inNumbers = inNumbers)),
      })}
    `;
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
    const run = this.#runs.shown;
    const evaluation = this.#runs.evaluationAt(this.at);
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
   * Opens a layer in Explore, which takes the model from here.
   * @param {number} layer 0 for the first
   * @param {import("../../training/worker-messages.js").Snapshot | undefined} snapshot the step that is looked at
   */
  #openLayer(layer, snapshot) {
    const { run } = this.#runs;
    if (!run?.facts || !snapshot) return;
    this.#runs.pause();
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
    const state = changeState(defaultState, openedState(found, layer + 1, maps));
    this.#host.dispatchEvent(new CustomEvent("open-walk", { detail: { state }, bubbles: true, composed: true }));
  }
}

/** That a run has diverged, and a learning rate that does not. @param {Translate} t @param {Run} run @param {(lr: number) => void} take */
function divergence(t, run, take) {
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
        : html`<button id="less" @click=${() => take(lr)}>${t("train-diverged-less", { lr: String(lr) })}</button>`
    }
  </section>`;
}
