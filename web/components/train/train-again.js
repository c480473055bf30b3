/** Trains a model again from the text that names its run, in a Worker, while a notice shows how far it is. */
import { css, html, LitElement } from "lit";

import { AttentionError } from "../../engine/errors.js";
import { checkSame, checkText, ownModel, readRun } from "../../training/own/own-model.js";
import { shippedData } from "../../training/shipped-data.js";
import { needsData } from "../../training/tasks.js";
import { tokens } from "../custom-properties.js";
import { shared } from "../styles.js";
import { TrainingRun } from "./training-run.js";

/** What is shown over the page while a model is trained again. Fires "stop" when the reader does not want to wait. */
class TrainingNotice extends LitElement {
  static properties = { t: { attribute: false }, steps: { attribute: false }, of: { attribute: false } };

  static styles = [
    tokens,
    shared,
    css`
      :host {
        position: fixed;
        z-index: 2;
        inset: 20vh 16px auto;
        max-width: 26rem;
        margin-inline: auto;
      }
      .card {
        display: grid;
        gap: var(--space-12);
        justify-items: start;
        padding: var(--space-16) var(--space-20);
        border: 1px solid var(--text);
        border-radius: var(--radius);
        background: var(--panel);
      }
      p {
        margin: 0;
      }
      progress {
        width: 100%;
        accent-color: var(--role-weights);
      }
    `,
  ];

  constructor() {
    super();
    /** @type {import("../../words/translate.js").Translate} */
    this.t = () => "";
    /** How many steps are done, and how many there are. */
    this.steps = 0;
    this.of = 0;
  }

  render() {
    const { t } = this;
    return html`<section class="card" aria-label=${t("again-title")}>
      <p role="status">${t("again-text", { steps: this.of })}</p>
      <progress aria-label=${t("train-step-number")} max=${Math.max(1, this.of)} .value=${this.steps}></progress>
      <button id="stop" @click=${() => this.dispatchEvent(new Event("stop"))}>${t("again-stop")}</button>
    </section>`;
  }
}

customElements.define("training-notice", TrainingNotice);

/**
 * Trains a model again.
 * @param {import("../../engine/engine.js").Engine} engine
 * @param {string} run the text that names it
 * @param {import("../../words/translate.js").Translate} t has the messages of Train
 * @returns {Promise<import("../../state/recipes/trained-models.js").TrainedModel>}
 * @throws {AttentionError} where the text is of no such run, training finds other weights, or the reader stops it
 */
export async function trainAgain(engine, run, t) {
  const { settings, steps } = readRun(run);
  const { task } = settings;
  const notice = Object.assign(new TrainingNotice(), { t, of: steps });
  document.body.append(notice);
  /** @type {TrainingRun | undefined} */
  let training;
  try {
    const done = await /** @type {Promise<TrainingRun>} */ (
      new Promise((resolve, reject) => {
        notice.addEventListener("stop", () =>
          reject(
            new AttentionError("trained_run", "must be trained to its end, which was stopped", { code: "run-stopped" }),
          ),
        );
        const started = new TrainingRun(
          settings,
          () => {
            notice.steps = started.steps;
            if (started.status === "failed") return reject(new AttentionError("trained_run", started.failure));
            if (started.steps === 0 && started.facts) {
              try {
                checkText(run, started.facts);
              } catch (error) {
                return reject(error);
              }
            }
            const { step = -1 } = started.snapshots.at(-1) ?? {};
            if (step >= steps || started.status === "diverged") resolve(started);
          },
          needsData(task) ? shippedData[task]() : null,
        );
        training = started;
        if (steps > 0) started.play("full", steps);
      })
    );
    const found = foundBy(done);
    checkSame(run, found);
    return ownModel(engine, found);
  } finally {
    training?.free();
    notice.remove();
  }
}

/** What a run has found at its last snapshot. @param {TrainingRun} run @returns {import("../../training/own/own-model.js").Found} */
const foundBy = (run) => {
  const { facts, snapshots, evaluations, settings } = run;
  const last = snapshots.at(-1);
  if (!facts || !last) throw new AttentionError("trained_run", "must have found weights, got none");
  const accuracy = evaluations.find(({ step }) => step === last.step)?.accuracy ?? NaN;
  return { settings, facts, steps: last.step, weights: last.weights, accuracy };
};
