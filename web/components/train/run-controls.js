import { css, html, nothing } from "lit";

import { percentText } from "../../figures/numbers.js";
import { taskOf } from "../../training/settings.js";
import { eventValue } from "../fields/event-value.js";
import { option } from "../fields/option.js";
import { phone } from "../styles.js";
import { onToCourse } from "./course-link.js";

/** @typedef {import("../../words/translate.js").Translate} Translate */
/** @typedef {import("../../training/speed.js").Speed} Speed */

/** The styles of the controls. */
export const controlStyles = css`
  .both {
    margin-bottom: 12px;
  }
  #play {
    min-width: 4.75rem;
    min-height: 44px;
    font-weight: 600;
  }
  .controls button {
    padding-inline: 12px;
  }
  .controls select {
    max-width: 8rem;
  }
  .controls label {
    margin: 0;
  }
  .said {
    max-width: none;
    min-height: 1.5em; /* so that nothing moves when a run starts */
    margin-top: 4px;
  }
  .said:has(+ .way-on) {
    min-height: 3em; /* nor the way back to the course when it ends, with two lines */
  }
  .steps strong {
    display: inline-block;
    min-width: 4ch; /* a longer number would move what is below while it is touched */
    font-size: var(--title);
    text-align: end;
  }
  @media ${phone} {
    /* What the run has reached stands beside its first button. */
    .controls .row > * {
      order: 2;
    }
    .controls .row > #play {
      order: 0;
    }
    .controls .row > .held-out {
      order: 1;
      max-width: none;
    }
    .said {
      min-height: 3em;
    }
    .steps > * {
      display: block;
    }
    .steps strong {
      font-size: 1rem;
    }
  }
`;

/** @type {readonly Speed[]} */
const speeds = Object.freeze(["slow", "medium", "full"]);

/**
 * The run's buttons, and what they have led to.
 * @param {Translate} t
 * @param {{settings: import("../../training/settings.js").Settings, runs: import("./runs.js").Runs,
 *   isOfLayers: boolean, heldOut: unknown, isFromCourse: boolean}} of isOfLayers: whether one layer is compared with two; heldOut: the share of right answers
 * @param {{showLatest: () => void, restart: () => void, compareLayers: () => void, closeBoth: () => void, seeMost: () => void}} act
 */
export function runControls(t, { settings, runs, isOfLayers, heldOut, isFromCourse }, act) {
  const { run, isStopped } = runs;
  const isRunning = run?.status === "running";
  const isEnded = runs.learned !== undefined || runs.isDone;
  const leadsBack = isFromCourse && isEnded;
  /** Goes on from the latest step, which is shown. @param {() => void} take */
  const latest = (take) => {
    act.showLatest();
    take();
  };
  return html`<section class="controls" aria-label=${t("train-run")}>
    ${settings.task === "induction" ? both(t, isOfLayers, act) : nothing}
    <div class="row">
      <button
        id="play"
        class=${leadsBack ? "" : "main"}
        aria-disabled=${isStopped}
        @click=${() => (isRunning ? runs.pause() : latest(() => runs.play()))}
      >
        ${t(isRunning ? "train-pause" : "train-play")}
      </button>
      <button id="step" aria-disabled=${isStopped} @click=${() => latest(() => runs.step())}>${t("train-step")}</button>
      <button id="restart" @click=${act.restart}>${t("train-restart")}</button>
      <label class="small muted">
        <span class="visually-hidden">${t("train-speed")}</span>
        <select
          id="speed"
          @change=${(/** @type {Event} */ event) => runs.setSpeed(/** @type {Speed} */ (eventValue(event)))}
        >
          ${speeds.map((speed) => option(speed, t(`train-speed-${speed}`), speed === runs.speed))}
        </select>
      </label>
      <p class="steps">
        <span class="small muted">${t("train-step-number")}</span> <strong>${run?.steps ?? 0}</strong>
      </p>
      ${heldOut}
    </div>
    <p class="said small">
      <span role="status">${said(t, runs)}</span>
      ${isEnded ? html`<button class="link" id="see-most" @click=${act.seeMost}>${t("train-see-most")}</button>` : nothing}
    </p>
    ${isFromCourse ? html`<p class="way-on">${leadsBack ? onToCourse(t) : nothing}</p>` : nothing}
  </section>`;
}

/**
 * One layer against two, beside the question that they answer.
 * @param {Translate} t
 * @param {boolean} isOpen
 * @param {{compareLayers: () => void, closeBoth: () => void}} act
 */
const both = (t, isOpen, { compareLayers, closeBoth }) =>
  html`<p class="row both">
    <button id="both" aria-pressed=${isOpen} @click=${compareLayers}>${t("train-both")}</button>
    ${isOpen ? html`<button class="link" id="close-both" @click=${closeBoth}>${t("train-close")}</button>` : nothing}
  </p>`;

/**
 * That the run goes on, pauses, or has learned its task.
 * @param {Translate} t
 * @param {import("./runs.js").Runs} runs
 */
function said(t, { run, learned, until, next }) {
  if (run?.status === "paused" && run.steps > 0) {
    const accuracy = percentText(run.evaluations.at(-1)?.accuracy ?? 0, 0);
    // After single steps beyond the planned ones, the run has paused as at any other step.
    if (run.steps !== until) return t("train-said-paused", { step: run.steps, accuracy, until: next });
    const isLearned = learned ? "yes" : "no";
    return t("train-said-done", { planned: until, isLearned, more: taskOf(run.settings).steps });
  }
  if (run?.status !== "running") return "";
  return learned
    ? t("train-said-learned", { step: learned.step, accuracy: percentText(learned.accuracy, 0) })
    : t("train-said-running");
}
