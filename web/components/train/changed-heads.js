import { html, LitElement, nothing } from "lit";

import { replacements, replacementsOf } from "../../training/change-head.js";
import { percentText } from "../../figures/numbers.js";
import { eventValue } from "../fields/event-value.js";
import { option } from "../fields/option.js";
import { toolStyles } from "./tool-styles.js";
import { scrollTable } from "../scroll-box.js";

/** @typedef {import("./training-run.js").TrainingRun} TrainingRun */
/** @typedef {import("./training-run.js").Score} Score */
/** @typedef {import("../../training/change-head.js").Replacement} Replacement */
/** @typedef {{layer: number, head: number, score: Score | null}} Row score: null until it is measured, or where the replacement is not possible for the head */

/** A head is needed as it is if the model gets this much less right with it changed. */
const needed = 0.02;

/**
 * What a model gets right when one of its heads attends in another way: a row for each head, beside the unchanged model.
 * It is measured by the run's worker, with the weights of the step that is looked at.
 */
export class ChangedHeads extends LitElement {
  static properties = {
    view: { attribute: false },
    run: { attribute: false },
    at: { type: Number },
    replacement: { state: true },
    result: { state: true },
  };

  static styles = toolStyles;

  constructor() {
    super();
    this.view = /** @type {import("../../view/view.js").View} */ (/** @type {unknown} */ (undefined));
    this.run = /** @type {TrainingRun} */ (/** @type {unknown} */ (undefined));
    /** The index of the snapshot whose weights are measured. */
    this.at = 0;
    /** @type {Replacement} */
    this.replacement = "off";
    /** @type {{run: TrainingRun, replacement: Replacement, step: number, whole: Score | null, rows: Row[], done: boolean} | null} */
    this.result = null;
  }

  render() {
    const t = this.view.t;
    const { step = 0 } = this.run.snapshots[this.at] ?? {};
    const result = this.result?.run === this.run ? this.result : null;
    return html`
      <p class="small">${t("heads-hint", { step })}</p>
      <p class="row">
        <label>
          ${t("heads-replacement")}
          <select
            id="replacement"
            @change=${(/** @type {Event} */ event) => (this.replacement = /** @type {Replacement} */ (eventValue(event)))}
          >
            ${replacements.map((replacement) => option(replacement, t(`heads-replacement-${replacement}`), replacement === this.replacement))}
          </select>
        </label>
        <button id="measure" @click=${() => void this.#measure()}>${t("heads-measure")}</button>
      </p>
      <div role="status">${result ? (result.done ? this.#verdict(t, result) : t("heads-measuring")) : nothing}</div>
      ${result ? this.#table(t, result) : nothing}
    `;
  }

  /**
   * @param {import("../../words/translate.js").Translate} t
   * @param {NonNullable<ChangedHeads["result"]>} result
   */
  #table(t, { replacement, step, whole, rows }) {
    const cells = (/** @type {Score | null} */ score) =>
      html`<td>${score ? percentText(score.accuracy, 0) : nothing}</td>
        <td>${score ? (score.loss === Infinity ? t("heads-infinite") : score.loss.toFixed(3)) : nothing}</td>`;
    const reason = (/** @type {number} */ layer) =>
      t(replacement === "off" ? "heads-answer" : "heads-alone", { layer });
    const heads = [t("heads-changed"), t("heads-accuracy"), t("heads-loss")];
    const body = html`<tbody>
      <tr>
        <th scope="row">${t("heads-nothing")}</th>
        ${cells(whole)}
      </tr>
      ${rows.map(
        ({ layer, head, score }) =>
          html`<tr>
            <th scope="row">${t("heads-head", { layer: layer + 1, head: head + 1 })}</th>
            ${isPossible(this.run, replacement, layer) ? cells(score) : html`<td colspan="2">${reason(layer)}</td>`}
          </tr>`,
      )}
    </tbody>`;
    return html`${scrollTable(t("heads-table"), heads, body)}
      <p class="small muted">
        ${whole ? t("heads-examples", { replacement: t(`heads-replacement-${replacement}`), count: whole.examples, step }) : nothing}
      </p>`;
  }

  /**
   * @param {import("../../words/translate.js").Translate} t
   * @param {NonNullable<ChangedHeads["result"]>} result
   */
  #verdict(t, { whole, rows }) {
    const [worst] = rows
      .flatMap(({ layer, head, score }) => (score ? [{ layer, head, accuracy: score.accuracy }] : []))
      .sort((a, b) => a.accuracy - b.accuracy);
    if (!whole || !worst) return nothing;
    if (whole.accuracy - worst.accuracy < needed) return t("heads-verdict-none");
    return t("heads-verdict-needed", {
      layer: worst.layer + 1,
      head: worst.head + 1,
      percent: percentText(worst.accuracy, 0),
      whole: percentText(whole.accuracy, 0),
    });
  }

  /** Measures the model, then one head after the other. */
  async #measure() {
    const { run, replacement } = this;
    const snapshot = run.snapshots[this.at];
    if (!run.facts || !snapshot) return;
    const { step, weights } = snapshot;
    /** @type {Row[]} */
    const rows = run.facts.layers.flatMap(({ heads }, layer) =>
      Array.from({ length: heads }, (_, head) => ({ layer, head, score: null })),
    );
    /** @type {NonNullable<ChangedHeads["result"]>} */
    const result = { run, replacement, step, whole: null, rows, done: false };
    this.result = result;
    result.whole = await run.measure(null, weights);
    for (const row of rows) {
      if (this.result !== result) return; // another comparison has been asked for since
      this.requestUpdate();
      if (isPossible(run, replacement, row.layer))
        row.score = await run.measure({ layer: row.layer, head: row.head, replacement }, weights);
    }
    result.done = true;
    this.requestUpdate();
  }
}

/** @param {TrainingRun} run @param {Replacement} replacement @param {number} layer */
const isPossible = ({ facts }, replacement, layer) =>
  facts !== null && replacementsOf(facts.spec, layer).includes(replacement);

customElements.define("changed-heads", ChangedHeads);
