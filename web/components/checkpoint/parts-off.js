import { html, LitElement, nothing } from "lit";

import { ablationText, overlap, readAblation } from "../../checkpoints/ablations.js";
import { percentText } from "../../figures/numbers.js";
import { eventValue } from "../event-value.js";
import { option } from "../option.js";
import { scrollTable } from "../scroll-box.js";
import { ModelFailure } from "./model-worker.js";
import { nameOf } from "./names.js";
import { placeStyles } from "./styles.js";

/** @typedef {import("../../words/translate.js").Translate} Translate */
/** @typedef {import("../../checkpoints/ablations.js").Ablation} Ablation */
/** @typedef {import("../../checkpoints/session.js").Changed} Changed */

/**
 * Parts of the model that the reader switches off, and what comes next then. Fires "parts-off" with {off}, the parts as
 * readAblation reads them.
 */
export class PartsOff extends LitElement {
  static properties = {
    t: { attribute: false },
    model: { attribute: false },
    predicted: { attribute: false },
    layers: { attribute: false },
    layer: { attribute: false },
    head: { attribute: false },
    off: { attribute: false },
    with: { state: true },
    done: { state: true },
    changed: { state: true },
    problem: { state: true },
  };

  static styles = placeStyles;

  /** How many walks have been asked for: only what the last one says is shown. */
  #asked = 0;

  constructor() {
    super();
    this.t = /** @type {Translate} */ (/** @type {unknown} */ (undefined));
    this.model = /** @type {import("./model-worker.js").ModelWorker} */ (/** @type {unknown} */ (undefined));
    /** What the whole model predicts: a new one with each walk. @type {import("../../checkpoints/session.js").Predicted | null} */
    this.predicted = null;
    /** How many layers the model has. */
    this.layers = 0;
    /** The head in view. */
    this.layer = 0;
    this.head = 0;
    /** @type {readonly string[]} */
    this.off = [];
    /** What a part that is switched off next writes. @type {Ablation["with"]} */
    this.with = "zero";
    /** How many layers have been walked with these parts off. */
    this.done = 0;
    /** @type {Changed["answers"] | null} */
    this.changed = null;
    this.problem = "";
  }

  /** @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    if (changed.has("off") || changed.has("predicted")) void this.#walk();
  }

  async #walk() {
    const asked = ++this.#asked;
    this.changed = null;
    this.problem = "";
    this.done = 0;
    if (this.off.length === 0 || !this.predicted) return;
    try {
      await this.model.without(this.off, (message) => {
        if (asked !== this.#asked || message.type !== "progress") return;
        if (message.progress.is === "without") this.done = message.progress.layer + 1;
        if (message.progress.is === "changed") this.changed = message.progress.answers;
      });
    } catch (error) {
      if (!(error instanceof ModelFailure)) throw error;
      if (asked === this.#asked && error.message !== "closed") this.problem = error.message;
    }
  }

  render() {
    const { t } = this;
    const off = this.off.map((part) => readAblation("off", part));
    /** @type {Ablation[]} */
    const offered = /** @type {const} */ (["head", "mlp", "layer"]).map((part) => ({
      layer: this.layer,
      part,
      head: part === "head" ? this.head : 0,
      with: this.with,
    }));
    return html`<p class="small">${t("open-off-text")}</p>
      <label class="small-field">
        ${t("open-off-with")}
        <select
          id="with"
          @change=${(/** @type {Event} */ event) => (this.with = /** @type {Ablation["with"]} */ (eventValue(event)))}
        >
          ${["zero", "mean"].map((value) => option(value, t(`open-off-${value}`), value === this.with))}
        </select>
      </label>
      <div class="buttons">
        ${offered.map(
          (part) =>
            html`<button
              data-off=${part.part}
              ?disabled=${off.some((each) => overlap(each, part))}
              @click=${() => this.#switch([...this.off, ablationText(part)])}
            >
              ${t("open-off-switch", this.#facts(part))}
            </button>`,
        )}
      </div>
      ${off.length > 0 ? this.#result(off) : nothing}
      <p class="error" role="alert" ?hidden=${this.problem === ""}>${this.problem}</p>`;
  }

  /** @param {readonly Ablation[]} off */
  #result(off) {
    const { t } = this;
    const isRunning = this.changed === null && this.problem === "" && this.predicted !== null;
    return html`<h3>${t("open-off-are")}</h3>
      <ul class="off">
        ${off.map(
          (part, at) =>
            html`<li>
              ${t("open-off-part", this.#facts(part))} (${t(`open-off-${part.with}`)})
              <button
                class="small"
                aria-label=${t("open-off-on-again", this.#facts(part))}
                @click=${() => this.#switch(this.off.filter((_, other) => other !== at))}
              >
                ${t("open-off-on")}
              </button>
            </li>`,
        )}
      </ul>
      <p role="status">
        ${isRunning ? t("open-off-running", { layer: this.done, layers: this.layers }) : this.#said()}
      </p>
      ${this.changed ? this.#table(this.changed) : nothing}`;
  }

  /** What has become of the best token. */
  #said() {
    const { changed, t } = this;
    if (!changed) return nothing;
    const [before] = changed;
    const after = [...changed].sort((a, b) => b.after - a.after)[0];
    const isSame = before === after;
    return t("open-off-said", { same: String(isSame), before: nameOf(before), after: nameOf(after) });
  }

  /** @param {Changed["answers"]} answers */
  #table(answers) {
    const { t } = this;
    const heads = ["on", "off-before", "off-after", "off-difference"].map((id) => t(`open-${id}`));
    const body = html`<tbody>
      ${answers.map((answer) => {
        const points = (100 * (answer.after - answer.before)).toFixed(1);
        return html`<tr>
          <th scope="row">${nameOf(answer)}</th>
          <td class="number">${percentText(answer.before, 1)}</td>
          <td class="number">${percentText(answer.after, 1)}</td>
          <td class="number">${Number(points) > 0 ? "+" : ""}${points.replace(/^-0\.0$/, "0.0").replace("-", "−")}</td>
        </tr>`;
      })}
    </tbody>`;
    return scrollTable(t("open-off-table"), heads, body, { look: "list changed", numbers: 1 });
  }

  /** @param {Ablation} part */
  #facts = ({ part, layer, head }) => ({ part, layer: layer + 1, head: head + 1 });

  /** @param {readonly string[]} off */
  #switch(off) {
    this.dispatchEvent(new CustomEvent("parts-off", { detail: { off }, bubbles: true, composed: true }));
  }
}

customElements.define("parts-off", PartsOff);
