import { css, html, nothing } from "lit";

import { fullSettings, settingChoices } from "../../training/settings.js";
import { percentText } from "../../figures/numbers.js";
import { eventValue } from "../fields/event-value.js";
import { option } from "../fields/option.js";
import { withSubscripts } from "../rich-text.js";
import { phone } from "../styles.js";
import { stops } from "./settings-card.js";
import { oneColumn } from "./styles.js";

/** @typedef {import("../../training/settings.js").Settings} Settings */
/** @typedef {import("../../words/translate.js").Translate} Translate */
/** @typedef {"learns" | "partly" | "fails"} Outcome how a run ends: it learns the task, learns it in part, or guesses */
/** @typedef {{id: string, patch: Partial<Settings>}} Variant a run in which one thing is changed; id "any": a setting that the reader chose */

/** @typedef {{name: keyof typeof offered, value: string}} AnyChange a setting and another value of it; "": the first that differs */

/** The styles of the question. */
export const whatIfStyles = css`
  .what-if {
    display: grid;
    grid-template-columns: minmax(0, 1fr) minmax(0, 1.2fr);
    gap: var(--space-8) var(--space-32);
    align-items: center;
    padding: var(--space-16) var(--space-20);
    border-radius: var(--radius);
    background: var(--wash);
  }
  .what-if h2 {
    font-size: var(--title);
  }
  .guess {
    display: grid;
    gap: var(--space-8);
    justify-items: start;
  }
  .guess [data-guess] {
    min-height: 44px;
  }
  .what-if details {
    margin: 0;
  }
  .what-if details[open] {
    flex-basis: 100%;
  }
  .any select {
    max-width: 8.5rem;
    min-width: 0;
  }
  @media ${oneColumn} {
    .what-if {
      grid-template-columns: minmax(0, 1fr);
      padding: var(--space-12);
    }
  }
  /* All answers are on the screen of the question: they share one line, and the last and longest has two lines in it. */
  @media ${phone} {
    .what-if {
      padding-block: var(--space-8);
    }
    .answers {
      display: grid;
      grid-template-columns: fit-content(35%) fit-content(35%) minmax(0, 1fr);
    }
    .answers button {
      padding: var(--space-2) var(--space-8);
      font-size: var(--small);
      line-height: 1.3;
    }
  }
`;

/** The settings that the second run may change, with the values on offer. */
const offered = Object.freeze({ ...stops, ...settingChoices, seed: [1, 2, 3, 4, 5] });
const offeredNames = /** @type {(keyof typeof offered)[]} */ (Object.keys(offered));

/** @type {readonly Outcome[]} */
export const outcomes = Object.freeze(["learns", "partly", "fails"]);

/** A run has learned its task from this share of right answers on. */
const learned = 0.99;

/** A run has learned something if it is right this much more often than by guessing. */
const something = 0.1;

/** The questions that make sense for settings: each changes one thing. @param {Settings} settings @returns {Variant[]} */
export function variantsOf(settings) {
  const { position, mask, d_k, layers, heads, scaling } = fullSettings(settings);
  /** @type {[boolean, string, Partial<Settings>][]} */
  const all = [
    [position !== "none", "positions", { position: "none" }],
    [mask === "none", "causal", { mask: "causal" }],
    [d_k > 1, "narrow", { d_k: 1 }],
    [layers > 1, "one-layer", { layers: 1 }],
    [layers === 1, "two-layers", { layers: 2 }],
    [heads > 1, "one-head", { heads: 1 }],
    [scaling === "on", "unscaled", { scaling: "off" }],
  ];
  return all.filter(([applies]) => applies).map(([, id, patch]) => ({ id, patch }));
}

/**
 * What is changed in the second run, as a question.
 * @param {Translate} t
 * @param {Variant} variant
 */
export function variantName(t, { id, patch }) {
  const [[name, value] = ["", ""]] = Object.entries(patch);
  return id === "any"
    ? t("train-whatif-any", { setting: t(`train-set-${name}`), value: valueName(t, name, String(value)) })
    : t(`train-whatif-${id}`);
}

/** A value of a setting in words. @param {Translate} t @param {string} name @param {string} value */
const valueName = (t, name, value) => (Object.hasOwn(settingChoices, name) ? t(`train-${name}-${value}`) : value);

/** @param {number} accuracy on held-out examples @param {number} chance @returns {Outcome} */
export const outcomeOf = (accuracy, chance) =>
  accuracy >= learned ? "learns" : accuracy > chance + something ? "partly" : "fails";

/**
 * A question that changes one thing: the reader guesses, then two runs show it.
 * @param {Translate} t
 * @param {{settings: Settings, run: import("./training-run.js").TrainingRun | null,
 *   other: import("./training-run.js").TrainingRun | null, asked: Variant, answer: Outcome | null, any: AnyChange}} place
 * @param {{ask: (variant: Variant) => void, answer: (answer: Outcome) => void, show: () => void, next: () => void,
 *   close: () => void, choose: (any: AnyChange) => void}} act show: goes to the two runs; next: asks another question; close:
 *   ends the second run
 */
export function whatIfCard(
  t,
  { settings, run, other, asked, answer: given, any },
  { ask, answer, show, next, close, choose },
) {
  const variants = variantsOf(settings);
  const at = variants.findIndex(({ id }) => id === asked.id);
  return html`<section class="what-if" aria-labelledby="what-if">
    <div>
      <h2 id="what-if" data-variant=${asked.id} aria-live="polite">
        ${withSubscripts(t("train-whatif", { what: variantName(t, asked) }))}
      </h2>
      <p class="small muted">${t("train-whatif-hint")}</p>
    </div>
    <div class="guess">
      <div class="row answers" role="group" aria-labelledby="what-if">
        ${outcomes.map(
          (each) =>
            html`<button data-guess=${each} aria-pressed=${given === each} @click=${() => answer(each)}>
              ${t(`train-guess-${each}`)}
            </button>`,
        )}
      </div>
      <div role="status">${given === null ? nothing : outcomeText(t, run, other, given)}</div>
      <div class="row small">
        ${
          given === null
            ? nothing
            : html`<button class="link" id="to-runs" @click=${show}>${t("train-to-runs")}</button>
                <button class="link" id="close-what-if" @click=${close}>${t("train-close")}</button>`
        }
        <button class="link" id="next-question" @click=${next}>${t("train-whatif-next")}</button>
        ${at < 0 ? nothing : html`<span class="muted">${t("train-whatif-number", { at: at + 1, count: variants.length })}</span>`}
        <details>
          <summary>${t("train-whatif-other")}</summary>
          ${anyChange(t, settings, any, { ask, choose })}
        </details>
      </div>
    </div>
  </section>`;
}

/**
 * The choice of any setting, and of another value for it.
 * @param {Translate} t
 * @param {Settings} settings
 * @param {AnyChange} any
 * @param {{ask: (variant: Variant) => void, choose: (any: AnyChange) => void}} act
 */
function anyChange(t, settings, { name, value }, { ask, choose }) {
  const present = String(fullSettings(settings)[name]);
  const values = offered[name].map(String).filter((other) => other !== present);
  const chosen = values.includes(value) ? value : (values[0] ?? "");
  const wanted = typeof offered[name][0] === "number" ? Number(chosen) : chosen;
  return html`<p class="row any">
    <select
      id="any-name"
      aria-label=${t("train-whatif-setting")}
      @change=${(/** @type {Event} */ event) => choose({ name: /** @type {typeof name} */ (eventValue(event)), value: "" })}
    >
      ${offeredNames.map((each) => option(each, t(`train-set-${each}`), each === name))}
    </select>
    <select
      id="any-value"
      aria-label=${t("train-whatif-value")}
      @change=${(/** @type {Event} */ event) => choose({ name, value: eventValue(event) })}
    >
      ${values.map((each) => option(each, valueName(t, name, each), each === chosen))}
    </select>
    <button id="ask-any" @click=${() => ask({ id: "any", patch: { [name]: wanted } })}>${t("train-whatif-ask")}</button>
  </p>`;
}

/** A text in which the verdict on the reader's guess stands out. @param {string} text @param {string} verdict */
export function withStrong(text, verdict) {
  const [before = "", ...after] = text.split(verdict);
  return html`${withSubscripts(before)}<strong>${verdict}</strong>${withSubscripts(after.join(verdict))}`;
}

/**
 * What became of the guess, once both runs have paused.
 * @param {Translate} t
 * @param {import("./training-run.js").TrainingRun | null} run
 * @param {import("./training-run.js").TrainingRun | null} other
 * @param {Outcome} answer
 */
function outcomeText(t, run, other, answer) {
  if (!run?.facts || !other) return nothing;
  if (other.status === "failed") return t("train-failed-run", { reason: other.failure });
  const [own, changed] = [run.evaluations.at(-1), other.evaluations.at(-1)];
  const isDone = [run, other].every(({ status, steps }) => steps > 0 && (status === "paused" || status === "diverged"));
  if (!own || !changed || !isDone) return t("train-outcome-running");
  const outcome = outcomeOf(changed.accuracy, run.facts.chance.accuracy);
  const { position, mask } = fullSettings(other.settings);
  const isUnordered = outcome === "partly" && position === "none" && mask === "none";
  const verdict = t(outcome === answer ? "train-outcome-right" : "train-outcome-wrong");
  const said = t("train-outcome", {
    guess: t(`train-guess-${answer}`),
    other: percentText(changed.accuracy, 0),
    own: percentText(own.accuracy, 0),
    verdict: `${verdict} ${t(`train-outcome-${outcome}`)}${isUnordered ? ` ${t("train-outcome-unordered")}` : ""}`,
  });
  return withStrong(said, verdict);
}
