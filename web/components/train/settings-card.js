import { css, html, nothing } from "lit";
import { live } from "lit/directives/live.js";

import { fullSettings, rateStops, settingChoices, settingRanges } from "../../training/settings.js";
import { eventValue } from "../fields/event-value.js";
import { numberInput, problemBelow } from "../fields/number-input.js";
import { option } from "../fields/option.js";
import { withSubscripts } from "../rich-text.js";
import { holdStill } from "../fields/while-typing.js";
import { withNotes } from "../terms/term-note.js";

/** @typedef {import("../../training/settings.js").Settings} Settings */
/** @typedef {import("../../words/translate.js").Translate} Translate */
/** @typedef {(patch: Partial<Settings>) => void} Change */

/** The styles of the card. */
export const settingStyles = css`
  .settings {
    display: grid;
    grid-template-columns: repeat(auto-fill, minmax(min(100%, 18rem), 1fr));
    gap: var(--space-6) var(--space-32);
  }
  .settings > p {
    grid-column: 1 / -1;
    max-width: var(--measure);
  }
  .setting {
    display: grid;
    grid-template-columns: 6.25rem minmax(0, 1fr) 3.25rem;
    gap: var(--space-8);
    align-items: center;
    min-height: 32px;
    font-size: 0.9375rem;
  }
  .setting :is(select, input[type="number"]) {
    grid-column: 2 / span 2;
    width: 100%;
    min-width: 0;
    min-height: 32px;
    padding-block: var(--space-2);
  }
  .setting .what {
    grid-column: 2 / span 2;
  }
  .setting input[type="range"] {
    width: 100%;
    min-width: 0;
  }
  output {
    text-align: end;
  }
`;

/** The values that each slider offers; a link may hold any within the range. */
export const stops = Object.freeze({
  heads: [1, 2, 4, 8],
  d_k: [1, 2, 4, 8, 16, 32, 64],
  layers: [1, 2],
  lr: rateStops,
  batch: [1, 4, 8, 16, 32, 64, 128],
  dropout: [0, 0.1, 0.2, 0.3, 0.5, 0.7],
  init: [1, 2, 4, 8, 12, 16],
});

/** Added to values before their ratio is taken, because dropout can be 0. */
const tiny = 1e-6;

/** @typedef {{rate: number, isStopped: boolean, set: (lr: number) => void}} RateNow rate: of the next step; isStopped: whether there is none */

/**
 * The learning rate of the run, which can be changed while it goes on.
 * @param {Translate} t
 * @param {RateNow} now
 */
function rateChoice(t, { rate, isStopped, set }) {
  const all = [...new Set([...stops.lr, rate])].sort((a, b) => a - b);
  return html`<label class="setting">
    <span>${t("train-rate-now")}</span>
    <select id="rate" ?disabled=${isStopped} @change=${(/** @type {Event} */ event) => set(Number(eventValue(event)))}>
      ${all.map((lr) => option(lr, String(lr), lr === rate))}
    </select>
  </label>`;
}

/**
 * The settings of a run. Each change starts it over, and that of a slider once its thumb is let go.
 * @param {Translate} t
 * @param {Settings} settings also those of a slider that is being moved
 * @param {{show: Change, change: (patch: Partial<Settings>, text?: string) => void}} does show: what a slider that is being moved
 *   would change
 * @param {RateNow} now
 * @param {import("../fields/number-input.js").Refused | null} refused a seed that was typed last and cannot be used
 */
export function settingsCard(t, settings, { show, change }, now, refused) {
  const full = fullSettings(settings);
  return html`<section class="settings" aria-label=${t("train-settings")}>
    ${Object.keys(stops).map((name) => slider(t, /** @type {keyof typeof stops} */ (name), full, { show, change }))}
    ${rateChoice(t, now)}
    ${Object.keys(settingChoices).map((name) => choice(t, /** @type {keyof typeof settingChoices} */ (name), full, change))}
    <div class="setting">
      <label for="set-seed">${t("train-set-seed")}</label>
      ${numberInput({
        id: "set-seed",
        value: full.seed,
        ...settingRanges.seed,
        refused,
        describedBy: "set-seed-problem",
        change: (seed, text, input) => holdStill(input, () => change({ seed }, text)),
        label: nothing,
      })}
      ${problemBelow("set-seed-problem", refused?.message ?? "")}
    </div>
    <p class="small muted">${withNotes(t, t("train-settings-hint"))}</p>
  </section>`;
}

/**
 * @param {Translate} t
 * @param {keyof typeof stops} name
 * @param {import("../../training/settings.js").FullSettings} full
 * @param {{show: Change, change: Change}} does
 */
function slider(t, name, full, { show, change }) {
  const value = full[name];
  const patch = (/** @type {Event} */ event) => ({ [name]: stops[name][Number(eventValue(event))] });
  const distances = stops[name].map((stop) => Math.abs(Math.log((stop + tiny) / (value + tiny))));
  const at = distances.indexOf(Math.min(...distances));
  return html`<div class="setting">
    <label for="set-${name}">${withSubscripts(t(`train-set-${name}`))}</label>
    <input
      id="set-${name}"
      type="range"
      min="0"
      max=${stops[name].length - 1}
      .value=${live(String(at))}
      aria-valuetext=${String(value)}
      @input=${(/** @type {Event} */ event) => show(patch(event))}
      @change=${(/** @type {Event} */ event) => change(patch(event))}
    />
    <output for="set-${name}" aria-live="off">${name === "init" ? `× ${value}` : value}</output>
  </div>`;
}

/**
 * @param {Translate} t
 * @param {keyof typeof settingChoices} name
 * @param {import("../../training/settings.js").FullSettings} full
 * @param {Change} change
 */
const choice = (t, name, full, change) =>
  html`<label class="setting">
    <span>${withSubscripts(t(`train-set-${name}`))}</span>
    <select
      id="set-${name}"
      @change=${(/** @type {Event} */ event) => change({ [name]: /** @type {any} */ (eventValue(event)) })}
    >
      ${settingChoices[name].map((word) => option(word, t(`train-${name}-${word}`), word === full[name]))}
    </select>
  </label>`;
