import { html, LitElement, nothing } from "lit";
import { live } from "lit/directives/live.js";

import { percentText } from "../../../figures/numbers.js";
import { AttentionError } from "../../../engine/errors.js";
import { integer } from "../../../state/kinds.js";
import { errorText } from "../../error-text.js";
import { eventValue } from "../../fields/event-value.js";
import { numberInput, problemBelow } from "../../fields/number-input.js";
import { writingOf } from "../../../training/tasks.js";
import { ownDataStyles } from "./styles.js";
import { headRow, scrollTable } from "../../scroll-box.js";

/** @typedef {import("../../../words/translate.js").Translate} Translate */
/** @typedef {import("../../../training/text-report.js").TextReport} Report */
/** @typedef {import("../training-run.js").TrainingRun} TrainingRun */

/** While the run goes on, it is asked for a report after so many steps. */
const every = 50;

/** The held-out loss counts as rising again from this many nats above its lowest on. */
const rise = 0.03;

/** The seeds that the sample may have. */
const seeds = Object.freeze({ min: 0, max: 2 ** 32 - 1 });

/** The range of the temperature. */
const temperatures = Object.freeze({ min: 0, max: 2, step: 0.1 });

/**
 * What the model of a text or of names has learned: its held-out loss beside the losses of simpler models, what it writes, and what its
 * heads do. It asks the run for a report as the run goes on.
 */
export class TextReportCards extends LitElement {
  static properties = {
    view: { attribute: false },
    run: { attribute: false },
    step: { attribute: false },
    status: { attribute: false },
    temperature: { state: true },
    seed: { state: true },
    refused: { state: true },
    report: { state: true },
    chosen: { state: true },
  };

  static styles = ownDataStyles;

  /** @type {TrainingRun | null} the run whose report is being computed */
  #asked = null;
  /** Whether the report that is shown was drawn with other choices than the reader's. */
  #isOld = false;

  constructor() {
    super();
    /** The page's view: its messages. */
    this.view = /** @type {import("../../../view/view.js").View} */ (/** @type {unknown} */ (undefined));
    /** @type {TrainingRun} a run that has started, on a text or on names */
    this.run = /** @type {TrainingRun} */ (/** @type {unknown} */ (undefined));
    /** How many steps the run has taken. */
    this.step = 0;
    /** @type {TrainingRun["status"]} of the run */
    this.status = "paused";
    this.temperature = 0.8;
    /** The seed of the sample's random choices. */
    this.seed = 1;
    /** @type {import("../../fields/number-input.js").Refused | null} a seed that was typed last and cannot be used */
    this.refused = null;
    /** @type {Report | null} the latest one */
    this.report = null;
    /** @type {number | null} index of the written character whose probabilities are shown */
    this.chosen = null;
  }

  /** @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    if (changed.has("run")) [this.report, this.chosen] = [null, null];
    if (changed.has("temperature") || changed.has("seed")) this.#isOld = true;
  }

  updated() {
    if (this.#asked !== this.run && this.#isDue()) void this.#ask();
  }

  /** Whether the run has gone on, or the reader has changed something, since the last report. */
  #isDue() {
    const { report, step, status } = this;
    if (status !== "running" && status !== "paused") return false;
    if (!report || this.#isOld) return true;
    return status === "paused" ? step !== report.step : step >= report.step + every;
  }

  async #ask() {
    const { run, temperature, seed } = this;
    this.#asked = run;
    this.#isOld = false;
    const report = await run.report({ temperature, seed });
    if (this.run !== run) return;
    this.#asked = null;
    this.report = report;
    this.requestUpdate(); // the run may have gone on meanwhile
  }

  render() {
    const t = this.view.t;
    return html`${this.#loss(t)} ${this.#writes(t)} ${this.#heads(t)}`;
  }

  /** The held-out loss beside those of simpler models. @param {Translate} t */
  #loss(t) {
    const { evaluations, losses, facts } = this.run;
    const last = evaluations.at(-1);
    const baselines = facts && writingOf(facts.data)?.baselines;
    if (!last || !baselines || !Number.isFinite(last.loss)) return nothing;
    const { uniform, unigram, bigram } = baselines;
    const verdict = last.loss < bigram ? "below-bigram" : last.loss < unigram ? "below-unigram" : "above-unigram";
    const lowest = evaluations.reduce((best, each) => (each.loss < best.loss ? each : best));
    const recent = losses.slice(-every);
    const training = recent.reduce((sum, loss) => sum + loss, 0) / recent.length;
    const isOverfitting = last.loss > lowest.loss + rise && training < lowest.loss;
    const [shown, written] = [(/** @type {number} */ loss) => loss.toFixed(2), { step: lowest.step }];
    return html`<section class="card" aria-labelledby="loss">
      <h2 id="loss">${t("report-loss", { loss: shown(last.loss) })}</h2>
      <p>${t(`report-${verdict}`, { unigram: shown(unigram), bigram: shown(bigram) })}</p>
      ${
        isOverfitting
          ? html`<p id="overfits">
              ${t("report-overfits", { ...written, loss: shown(lowest.loss), training: shown(training) })}
            </p>`
          : nothing
      }
      <p class="small muted">${t("report-baselines", { uniform: shown(uniform) })}</p>
    </section>`;
  }

  /** @param {Translate} t */
  #writes(t) {
    const { report, temperature, seed } = this;
    return html`<section class="card" aria-labelledby="writes">
      <h2 id="writes">${t("report-writes")}${report ? `, ${t("report-step", { step: report.step })}` : nothing}</h2>
      <div class="row">
        <label>
          ${t("report-temperature")}
          <input
            id="temperature"
            type="range"
            min=${temperatures.min}
            max=${temperatures.max}
            step=${temperatures.step}
            .value=${live(String(temperature))}
            @input=${(/** @type {Event} */ event) => (this.temperature = Number(eventValue(event)))}
          />
          <output aria-live="off">${temperature.toFixed(1)}</output>
        </label>
        <label>
          ${t("report-seed")}
          ${numberInput({
            id: "sample-seed",
            value: seed,
            ...seeds,
            refused: this.refused,
            describedBy: "sample-seed-problem",
            change: (typed, text) => this.#setSeed(typed, text),
            label: nothing,
          })}
        </label>
        ${problemBelow("sample-seed-problem", this.refused?.message ?? "")}
      </div>
      ${report ? this.#sample(t, report) : html`<p class="muted">${t("report-waiting")}</p>`}
      <p class="small muted">${t(this.#isOfNames ? "report-names-hint" : "report-writes-hint")}</p>
    </section>`;
  }

  /** Draws the sample with another seed, or says why that is not possible. @param {number} seed @param {string} text what was typed */
  #setSeed(seed, text) {
    try {
      integer(seeds.min, seeds.max).check("seed", seed);
      this.seed = seed;
      this.refused = null;
    } catch (error) {
      if (!(error instanceof AttentionError)) throw error;
      this.refused = { text, message: errorText(this.view.t, error) };
    }
  }

  /** @param {Translate} t @param {Report} report */
  #sample(t, { prompt, written, names }) {
    const { alphabet, signs } = (this.run.facts && writingOf(this.run.facts.data)) ?? { alphabet: [], signs: [] };
    const character = (/** @type {number} */ token) => alphabet[token] ?? "";
    const named = (/** @type {number} */ token) => signs[token] ?? "";
    const { chosen } = this;
    const drawn = chosen === null ? undefined : written[chosen];
    const shown = (/** @type {import("../../../training/writing.js").Drawn} */ { token, probability }) =>
      t("report-chosen", {
        at: (chosen ?? 0) + 1,
        count: written.length,
        character: named(token),
        probability: percentText(probability, 1),
      });
    const letters = written.map(
      ({ token }, at) => html`<span data-at=${at} class=${at === chosen ? "chosen" : ""}>${character(token)}</span>`,
    );
    return html`<p
        class="sample"
        @click=${(/** @type {Event} */ { target }) => {
          const at = /** @type {HTMLElement} */ (target).dataset.at;
          if (at !== undefined) this.chosen = Number(at);
        }}
      >
        <span class="muted">${prompt.map(character).join("")}</span
        >${names.length > 0 ? writtenNames(t, names, letters) : letters}
      </p>
      <div class="choose">
        <label class="small" for="character">${t("report-character")}</label>
        <input
          id="character"
          type="range"
          min="0"
          max=${written.length - 1}
          .value=${live(String(chosen ?? 0))}
          aria-valuetext=${drawn ? shown(drawn) : nothing}
          @input=${(/** @type {Event} */ event) => (this.chosen = Number(eventValue(event)))}
        />
      </div>
      ${
        drawn
          ? html`<p>${shown(drawn)}</p>
              <table class="likely">
                <caption class="muted">
                  ${t("report-likely")}
                </caption>
                ${headRow([t("report-likely-character"), t("report-likely-probability")])}
                <tbody>
                  ${drawn.likely.map(
                    ([token, share]) =>
                      html`<tr>
                        <th scope="row">${named(token)}</th>
                        <td>
                          <meter min="0" max="1" value=${share} aria-label=${named(token)}></meter>
                          ${percentText(share, 1)}
                        </td>
                      </tr>`,
                  )}
                </tbody>
              </table>`
          : nothing
      }`;
  }

  /** Whether the model writes names. */
  get #isOfNames() {
    return this.run.facts?.data.names !== undefined;
  }

  /** @param {Translate} t */
  #heads(t) {
    const { report } = this;
    if (!report) return nothing;
    const of = this.#isOfNames ? "names" : "text";
    const heads = ["head-name", "previous", "same", "induction", "without"].map((id) => t(`report-${id}`));
    const body = html`<tbody>
      ${report.heads.map(
        ({ layer, head, previous, same, induction, loss }) =>
          html`<tr>
            <th scope="row">${t("report-head", { layer: layer + 1, head: head + 1 })}</th>
            ${[previous, same, induction].map((score) => html`<td>${score.toFixed(2)}</td>`)}
            <td>${loss < 0 ? "−" : "+"}${Math.abs(loss).toFixed(3)}</td>
          </tr>`,
      )}
    </tbody>`;
    return html`<section class="card" aria-labelledby="heads">
      <h2 id="heads">${t("report-heads")}, ${t("report-step", { step: report.step })}</h2>
      ${scrollTable(t("report-heads"), heads, body, { look: "heads" })}
      <p class="small muted">${t("report-heads-hint", { sequences: report.sequences, of })}</p>
    </section>`;
  }
}

/**
 * The names that were written, each with the letters that it has; those that it was trained on are marked.
 * @param {Translate} t
 * @param {Report["names"]} names
 * @param {readonly unknown[]} letters of all names, and the mark after each
 */
function writtenNames(t, names, letters) {
  const ends = names.map((_, at) => names.slice(0, at + 1).reduce((sum, { drawn }) => sum + drawn, 0));
  return names.map(({ drawn, isKnown }, at) => {
    const end = /** @type {number} */ (ends[at]);
    const known = isKnown ? html`<span class="small muted">${t("report-name-known")}</span>` : nothing;
    return html`<span class="name">${letters.slice(end - drawn, end)} ${known}</span>`;
  });
}

customElements.define("text-report", TextReportCards);
