import { css, html, LitElement, nothing } from "lit";

import { withSubscripts } from "../../rich-text.js";
import { shared } from "../../styles.js";
import { guesses, numberTables } from "../styles.js";
import { TrainingRun } from "../training-run.js";
import { outcomes } from "../what-if.js";
import { rounded, scalingResults, scalingVerdict } from "./results.js";
import {
  asked,
  failedIn,
  firstScales,
  firstScores,
  isOver,
  otherWidths,
  scalingSettings,
  scalingSteps,
} from "./runs.js";

/** @typedef {import("../what-if.js").Outcome} Outcome */
/** @typedef {import("./runs.js").Pair} Pair */
/** @typedef {import("./runs.js").Comparison} Comparison */

/**
 * Why scores are divided by √d_k: the reader guesses, and pairs of runs of d_k = 64 answer, of which only one divides its
 * scores: first the pair in question, then those that begin with smaller numbers.
 */
export class TrainScaling extends LitElement {
  static properties = {
    view: { attribute: false },
    seed: { type: Number },
    comparison: { state: true },
  };

  static styles = [
    shared,
    numberTables,
    guesses,
    css`
      h2 {
        margin: 0 0 var(--space-6);
        font-size: 1.0625rem;
        line-height: 1.4;
      }
      p {
        max-width: var(--measure);
        margin: var(--space-8) 0;
      }
      .sides {
        display: grid;
        grid-template-columns: repeat(auto-fit, minmax(min(100%, 15rem), 1fr));
        gap: var(--space-16) var(--space-24);
      }
      figure {
        min-width: 0;
        margin: var(--space-16) 0 0;
      }
      h3 {
        margin: var(--space-16) 0 var(--space-4);
        font-size: 0.9375rem;
      }
      summary {
        padding-block: var(--space-6);
        cursor: pointer;
      }
      tbody th {
        font-weight: 400;
        text-align: start;
      }
      th[scope="rowgroup"] {
        white-space: nowrap;
      }
    `,
  ];

  constructor() {
    super();
    this.view = /** @type {import("../../../view/view.js").View} */ (/** @type {unknown} */ (undefined));
    /** The seed of all runs. */
    this.seed = 1;
    /** @type {Comparison | null} */
    this.comparison = null;
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.#free();
    this.comparison = null;
  }

  render() {
    const t = this.view.t;
    const { comparison } = this;
    return html`
      <h2>${withSubscripts(t("scaling-title"))}</h2>
      <p>${withSubscripts(t("scaling-text"))}</p>
      <fieldset>
        <legend>${withSubscripts(t("scaling-ask", { init: asked }))}</legend>
        ${outcomes.map(
          (each) =>
            html`<button data-guess=${each} aria-pressed=${comparison?.guess === each} @click=${() => this.#take(each)}>
              ${t(`train-guess-${each}`)}
            </button>`,
        )}
      </fieldset>
      <details class="small" id="scaling-more">
        <summary>${t("scaling-more")}</summary>
        <p>${withSubscripts(t("scaling-factor"))}</p>
        <p>${withSubscripts(t("scaling-width", firstSpreads()))}</p>
        <p>${t("scaling-runs", { seed: String(this.seed) })}</p>
      </details>
      <div role="status">${comparison ? scalingVerdict(t, comparison) : nothing}</div>
      ${comparison ? scalingResults(t, comparison, this.view.theme) : nothing}
    `;
  }

  /** Takes the reader's guess, and trains the models unless that has been done. @param {Outcome} guess */
  #take(guess) {
    const { comparison, seed } = this;
    if (comparison?.seed === seed && !failedIn(comparison.pairs)) {
      this.comparison = { ...comparison, guess };
      return;
    }
    this.#free();
    this.comparison = { guess, seed, pairs: [this.#pair(seed, asked)] };
  }

  /** Trains a pair of models. @param {number} seed @param {number} init @returns {Pair} */
  #pair(seed, init) {
    const [on, off] = scalingSettings(seed, init);
    const run = (/** @type {import("../../../training/settings.js").Settings} */ settings) => {
      const started = new TrainingRun(settings, () => this.#changed());
      started.play("full", scalingSteps);
      return started;
    };
    return { init, on: run(on), off: run(off) };
  }

  /** Once a pair has ended, its workers go and the next pair starts: never more than two at a time. */
  #changed() {
    const { comparison } = this;
    const pair = comparison?.pairs.at(-1);
    if (comparison && pair && isOver(pair.on) && isOver(pair.off)) {
      for (const run of [pair.on, pair.off]) run.free();
      const next = firstScales.filter((init) => init < pair.init).at(-1);
      if (next !== undefined)
        this.comparison = { ...comparison, pairs: [...comparison.pairs, this.#pair(comparison.seed, next)] };
    }
    this.requestUpdate();
  }

  #free() {
    for (const { on, off } of this.comparison?.pairs ?? []) for (const run of [on, off]) run.free();
  }
}

/** The first scores of the pair in question for several d_k, as the messages name them. */
const firstSpreads = () => ({
  init: asked,
  divided: rounded(firstScores(asked, true)),
  off: rounded(firstScores(asked, false)),
  ...Object.fromEntries(otherWidths.map((d_k) => [`off${d_k}`, rounded(firstScores(asked, false, d_k))])),
});

customElements.define("train-scaling", TrainScaling);
