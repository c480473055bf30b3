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
    margin-bottom: var(--space-12);
  }
  #play {
    min-width: 4.75rem;
    min-height: 44px;
    font-weight: 600;
  }
  .controls button {
    padding-inline: var(--space-12);
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
    margin-top: var(--space-4);
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
    .controls .row {
      gap: var(--space-6);
    }
    .controls .held-out {
      flex: 1 1 7.75rem; /* beside the buttons, if need be in two lines */
      max-width: none;
    }
    .said {
      min-height: 3em;
    }
    .steps {
      margin-inline-start: auto;
    }
  }
`;

/** @type {readonly Speed[]} */
const speeds = Object.freeze(["slow", "medium", "full"]);

/**
 * @typedef {{settings: import("../../training/settings.js").Settings, runs: import("./runs.js").Runs, isOfLayers: boolean,
 *   heldOut: unknown, isFromCourse: boolean, isPhone: boolean}} Shown isOfLayers: whether one layer is compared with two; heldOut: the
 *   share of right answers
 * @typedef {{showLatest: () => void, restart: () => void, compareLayers: () => void, closeBoth: () => void, seeMost: () => void}} Act
 */

/** Whether a run has learned its task or taken its steps. @param {import("./runs.js").Runs} runs */
const isEnded = (runs) => runs.learned !== undefined || runs.isDone;

/**
 * The run's buttons and the share of right answers; also what the run has led to and what is seldom changed, which on a phone
 * stand below the curve.
 * @param {Translate} t
 * @param {Shown} shown
 * @param {Act} act
 */
export function runControls(t, shown, act) {
  const { runs, heldOut, isPhone } = shown;
  return html`<section class="controls" aria-label=${t("train-run")}>
    ${isPhone ? nothing : bothLayers(t, shown, act)}
    <div class="row">${playButtons(t, shown, act)} ${isPhone ? nothing : choices(t, runs, act)} ${heldOut}</div>
    ${isPhone ? nothing : runSaid(t, shown, act)}
  </section>`;
}

/**
 * On a phone: what is seldom changed.
 * @param {Translate} t
 * @param {Shown} shown
 * @param {Act} act
 */
export const runChoices = (t, shown, act) =>
  html`<div class="controls choices">
    ${bothLayers(t, shown, act)}
    <div class="row">${choices(t, shown.runs, act)}</div>
  </div>`;

/**
 * @param {Translate} t
 * @param {Shown} shown
 * @param {Act} act
 */
function playButtons(t, { runs, isFromCourse }, act) {
  const { run, isStopped } = runs;
  const isRunning = run?.status === "running";
  const leadsBack = isFromCourse && isEnded(runs);
  /** Goes on from the latest step, which is shown. @param {() => void} take */
  const latest = (take) => {
    act.showLatest();
    take();
  };
  return html`<button
      id="play"
      class=${leadsBack ? "" : "main"}
      aria-disabled=${isStopped}
      @click=${() => (isRunning ? runs.pause() : latest(() => runs.play()))}
    >
      ${t(isRunning ? "train-pause" : "train-play")}
    </button>
    <button id="step" aria-disabled=${isStopped} @click=${() => latest(() => runs.step())}>${t("train-step")}</button>`;
}

/**
 * Starting over, the speed, and the number of steps.
 * @param {Translate} t
 * @param {import("./runs.js").Runs} runs
 * @param {Pick<Act, "restart">} act
 */
const choices = (t, runs, { restart }) =>
  html`<button id="restart" @click=${restart}>${t("train-restart")}</button>
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
      <span class="small muted">${t("train-step-number")}</span> <strong>${runs.run?.steps ?? 0}</strong>
    </p>`;

/**
 * What the run has led to, and the way back to the course, on a phone first.
 * @param {Translate} t
 * @param {Shown} shown
 * @param {Pick<Act, "seeMost">} act
 */
export function runSaid(t, { runs, isFromCourse, isPhone }, { seeMost }) {
  const seen = html`<p class="said small">
    <span role="status">${said(t, runs)}</span>
    ${
      isEnded(runs)
        ? html`<button class="link" id="see-most" @click=${seeMost}>${t("train-see-most")}</button>`
        : nothing
    }
  </p>`;
  const wayOn = isFromCourse ? html`<p class="way-on">${isEnded(runs) ? onToCourse(t) : nothing}</p>` : nothing;
  return isPhone ? [wayOn, seen] : [seen, wayOn];
}

/**
 * One layer against two, beside the question that they answer.
 * @param {Translate} t
 * @param {Shown} shown
 * @param {Pick<Act, "compareLayers" | "closeBoth">} act
 */
const bothLayers = (t, { settings, isOfLayers }, { compareLayers, closeBoth }) =>
  settings.task === "induction"
    ? html`<p class="row both">
        <button id="both" aria-pressed=${isOfLayers} @click=${compareLayers}>${t("train-both")}</button>
        ${
          isOfLayers
            ? html`<button class="link" id="close-both" @click=${closeBoth}>${t("train-close")}</button>`
            : nothing
        }
      </p>`
    : nothing;

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
