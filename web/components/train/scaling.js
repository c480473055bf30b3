import { css, html, LitElement, nothing } from "lit";

import "../figure/scene-view.js";
import { chartScene } from "../../figures/charts/chart.js";
import { percentText } from "../../figures/numbers.js";
import { attentionMapsScene } from "../../figures/scene/attention-maps.js";
import { text } from "../../lessons/train-words-en.js";
import { ownMessages } from "../own-messages.js";
import { withSubscripts } from "../rich-text.js";
import { scrollTable } from "../scroll-box.js";
import { shared } from "../styles.js";
import { shareAxis } from "./curves.js";
import { gradientCurve, lowest, powerOfTen } from "./gradient-curve.js";
import { firstScales, firstScores, otherWidths, scalingSettings, scalingSteps, seenIn } from "./scaling-runs.js";
import { guesses, numberTables } from "./styles.js";
import { TrainingRun } from "./training-run.js";
import { outcomeOf, outcomes, withStrong } from "./what-if.js";

/** @typedef {import("./what-if.js").Outcome} Outcome */
/** @typedef {import("../../lessons/translate.js").Translate} Translate */
/** @typedef {{width: number, measure: import("../../figures/types.js").Measure}} Space */
/** @typedef {{init: number, on: TrainingRun, off: TrainingRun}} Pair init: one of `firstScales`; on: divides its scores */
/** @typedef {{guess: Outcome, seed: number, pairs: readonly [Pair, ...Pair[]]}} Comparison pairs: the one in question first */

/** By how much the first Wq and Wk are multiplied in the pair that the reader is asked about. */
const asked = Math.max(...firstScales);

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
        margin: 0 0 6px;
        font-size: 1.0625rem;
        line-height: 1.4;
      }
      p {
        max-width: var(--measure);
        margin: 8px 0;
      }
      .sides {
        display: grid;
        grid-template-columns: repeat(auto-fit, minmax(min(100%, 15rem), 1fr));
        gap: 16px 24px;
      }
      figure {
        min-width: 0;
        margin: 16px 0 0;
      }
      h3 {
        margin: 16px 0 4px;
        font-size: 0.9375rem;
      }
      summary {
        padding-block: 6px;
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

  #messages = ownMessages(text);

  constructor() {
    super();
    this.view = /** @type {import("../../view/view.js").View} */ (/** @type {unknown} */ (undefined));
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
    const t = this.#messages(this.view.t);
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
      <div role="status">${comparison ? this.#verdict(t, comparison) : nothing}</div>
      ${comparison ? this.#results(t, comparison) : nothing}
    `;
  }

  /**
   * Whether the guess was right, once the pair in question has ended, and why.
   * @param {Translate} t
   * @param {Comparison} comparison
   */
  #verdict(t, { guess, pairs }) {
    const failed = failedIn(pairs);
    if (failed) return html`<p>${t("train-failed-run", { reason: failed.failure })}</p>`;
    const [{ on, off }] = pairs;
    if (!isOver(on) || !isOver(off)) return html`<p>${t("scaling-running")}</p>`;
    const [divided, undivided] = [seenIn(on), seenIn(off)];
    const outcome = outcomeOf(undivided.accuracy, on.facts?.chance.accuracy ?? 0);
    const exponent = Math.max(lowest, Math.ceil(Math.log10(undivided.late)));
    const verdict = t(outcome === guess ? "train-outcome-right" : "train-outcome-wrong");
    const isVanished = divided.learned !== null && undivided.learned === null;
    const lines = [
      t("scaling-outcome", {
        guess: t(`train-guess-${guess}`),
        verdict,
        on: percentText(divided.accuracy, 0),
        off: percentText(undivided.accuracy, 0),
      }),
      t(`train-outcome-${outcome}`),
      divided.learned === null ? t("scaling-neither") : "",
      isVanished
        ? t("scaling-vanished", {
            count: undivided.saturated,
            rows: undivided.rows,
            countOn: divided.saturated,
            late: powerOfTen(exponent),
            loss: undivided.loss.toFixed(2),
          })
        : "",
      undivided.gradient > divided.gradient ? t("scaling-longer") : "",
    ];
    const isPartly = isVanished && outcome === "partly" && undivided.saturatedLast === undivided.rows;
    return html`<p>${withStrong(lines.filter(Boolean).join(" "), verdict)}</p>
      ${
        isPartly
          ? html`<p>
              ${t("scaling-partly", {
                off: percentText(undivided.accuracy, 0),
                rows: undivided.rows,
                found: undivided.found,
                foundOn: divided.found,
              })}
            </p>`
          : nothing
      }`;
  }

  /** @param {Translate} t @param {Comparison} comparison */
  #results(t, { pairs }) {
    const [{ on, off }] = pairs;
    if (!on.facts || !on.snapshots[0] || !off.snapshots[0]) return nothing;
    const { theme } = this.view;
    const names = /** @type {const} */ ([t("scaling-on"), t("scaling-off")]);
    const over = pairs.filter((pair) => isOver(pair.on) && isOver(pair.off)).sort((a, b) => a.init - b.init);
    return html`
      ${over.length > 0 ? this.#table(t, over) : nothing}
      ${
        over.length === firstScales.length
          ? html`<p>${withSubscripts(t("scaling-read"))} ${isSlower(over[0]) ? t("scaling-slower") : nothing}</p>`
          : nothing
      }
      <h3>${t("scaling-maps")}</h3>
      ${this.#maps(t, over, "on")} ${this.#maps(t, over, "off")}
      <h3>${withSubscripts(t("scaling-times", { init: asked }))}</h3>
      <div class="sides">
        ${this.#accuracy(t, on, off)} ${gradientCurve(t, { run: on, other: off, mark: null, theme, names })}
      </div>
    `;
  }

  /**
   * What the head looks at before the first step, from each beginning.
   * @param {Translate} t
   * @param {readonly Pair[]} pairs
   * @param {"on" | "off"} side
   */
  #maps(t, pairs, side) {
    const { facts } = pairs[0]?.[side] ?? {};
    const { layers: [shape] = [], tokens = [], keys = [] } = facts ?? {};
    if (!shape) return nothing;
    const maps = pairs.map(({ init, [side]: { snapshots } }) => ({
      id: `${side}-${init}`,
      title: t("scaling-init", { init }),
      rows: shape.queries,
      columns: shape.keys,
      values: snapshots[0]?.maps ?? [],
    }));
    const draw = (/** @type {Space} */ space) =>
      attentionMapsScene({ ...space, earlier: [], maps, queries: tokens, keys, theme: this.view.theme });
    return html`<figure>
      <figcaption class="small muted">${t(`scaling-${side}`)}</figcaption>
      <scene-view
        .t=${t}
        .draw=${draw}
        .name=${`${t("scaling-maps")}, ${t(`scaling-${side}`)}`}
        .file=${`scaling-maps-${side}`}
        .tables=${false}
      ></scene-view>
    </figure>`;
  }

  /** @param {Translate} t @param {TrainingRun} on @param {TrainingRun} off */
  #accuracy(t, on, off) {
    const points = (/** @type {TrainingRun} */ { evaluations }) =>
      evaluations.map(({ step, accuracy }) => /** @type {const} */ ([step, accuracy]));
    const chance = on.facts?.chance.accuracy ?? 0;
    const level = /** @type {const} */ ([
      [0, chance],
      [scalingSteps, chance],
    ]);
    const series = /** @type {const} */ ([
      { name: t("train-series-chance"), role: "plain", points: level },
      { name: t("scaling-on"), role: "Q", points: points(on) },
      { name: t("scaling-off"), role: "K", points: points(off) },
    ]);
    const titles = { xTitle: t("train-step-number"), yTitle: t("scaling-accuracy") };
    const draw = (/** @type {Space} */ space) =>
      chartScene({ ...space, ...titles, series, theme: this.view.theme, height: 220, axis: shareAxis });
    return html`<figure>
      <scene-view .t=${t} .draw=${draw} .name=${t("scaling-accuracy")} .file=${"scaling-accuracy"} .tables=${null}>
      </scene-view>
    </figure>`;
  }

  /** What is seen in the runs of each beginning. @param {Translate} t @param {readonly Pair[]} pairs */
  #table(t, pairs) {
    const row = (/** @type {"on" | "off"} */ side, /** @type {Pair} */ pair) => {
      const { init, [side]: run } = pair;
      const { saturated, rows, learned, accuracy } = seenIn(run);
      const first = firstScores(init, side === "on");
      return html`<tr>
        ${side === "on" ? html`<th scope="rowgroup" rowspan="2">${t("scaling-init", { init })}</th>` : nothing}
        <th scope="row">${t(`scaling-${side}`)}</th>
        <td>${t("scaling-about", { value: rounded(first) })}</td>
        <td>${t("scaling-saturated-value", { count: saturated, rows })}</td>
        <td>${learned ?? t("scaling-learned-never", { steps: scalingSteps })}</td>
        <td>${percentText(accuracy, 0)}</td>
      </tr>`;
    };
    const heads = ["first", "scores", "first-scores", "saturated", "learned", "accuracy-end"];
    const bodies = pairs.map(
      (pair) =>
        html`<tbody>
          ${row("on", pair)} ${row("off", pair)}
        </tbody>`,
    );
    return scrollTable(
      t("scaling-table"),
      heads.map((id) => withSubscripts(t(`scaling-${id}`))),
      bodies,
    );
  }

  // What the reader does.

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
    const run = (/** @type {import("../../training/settings.js").Settings} */ settings) => {
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

/** How far apart scores are, roughly. @param {number} value */
const rounded = (value) => String(Number(value.toPrecision(value < 1 ? 1 : 3)));

/** The first scores of the pair in question for several d_k, as the messages name them. */
const firstSpreads = () => ({
  init: asked,
  divided: rounded(firstScores(asked, true)),
  off: rounded(firstScores(asked, false)),
  ...Object.fromEntries(otherWidths.map((d_k) => [`off${d_k}`, rounded(firstScores(asked, false, d_k))])),
});

/** The run that could not be trained, if there is one. @param {readonly Pair[]} pairs */
const failedIn = (pairs) => pairs.flatMap(({ on, off }) => [on, off]).find(({ status }) => status === "failed");

/** Whether the division made learning slower. @param {Pair | undefined} pair */
function isSlower(pair) {
  if (!pair) return false;
  const [on, off] = [seenIn(pair.on).learned, seenIn(pair.off).learned];
  return off !== null && (on === null || on > off);
}

/** Whether a run has taken all its steps, or ended before. @param {TrainingRun} run */
const isOver = ({ status, steps }) => status === "diverged" || (status === "paused" && steps >= scalingSteps);

customElements.define("train-scaling", TrainScaling);
