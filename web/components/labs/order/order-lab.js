import { html, nothing } from "lit";

import { largestDifference, formatDifference } from "../../../figures/measures/difference.js";
import { effectiveSizes, walkedWords } from "../../../state/sizes.js";
import { changeState } from "../../../state/state.js";
import { questionStyles } from "../styles.js";
import { LabElement } from "../lab-element.js";

/** One button: the same words in another order, and what became of each word's output. Fires "state-patch". */
export class OrderLab extends LabElement {
  static styles = questionStyles;

  #difference = 0;

  /** @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    if (this.renumbered(changed)) this.#compare();
  }

  render() {
    const { t, state, controls } = this.view;
    if (!controls.includes("order")) return html`<p class="muted">${t("order-single")}</p>`;
    return html`
      <p class="muted">${t("order-text")} ${state.context === null ? "" : t("order-cross")}</p>
      <button aria-pressed=${state.order !== null} @click=${() => this.#toggle()}>
        ${t(state.order === null ? "order-swap" : "order-restore")}
      </button>
      <div role="status">${state.order === null ? nothing : html`<p class="result">${this.#result()}</p>`}</div>
    `;
  }

  /** How far each word's output is from the one of the words as typed. */
  #compare() {
    const { state, run, compute } = this.view;
    if (state.order === null) return;
    const { run: typed } = compute(changeState(state, { order: null }));
    const first = state.context === null && state.padding_side === "start" ? effectiveSizes(state).pads : 0;
    const { shape, data } = typed.tensor("output");
    typed.free();
    const width = shape[1] ?? 1;
    const rowOf = (/** @type {Float32Array} */ rows, /** @type {number} */ word) =>
      rows.subarray((first + word) * width, (first + word + 1) * width);
    const now = run.tensor("output").data;
    this.#difference = Math.max(...state.order.map((from, at) => largestDifference(rowOf(data, from), rowOf(now, at))));
  }

  #result() {
    const { t, run } = this.view;
    const difference = this.#difference;
    const shown = formatDifference(difference);
    const blind = run.spec.position === "none" && !run.spec.causal;
    if (difference === 0) return t(blind ? "order-blind-exact" : "order-alike");
    if (blind) return t("order-blind", { difference: shown });
    return t(run.spec.position === "none" ? "order-sees-mask" : "order-sees-positions", { difference: shown });
  }

  #toggle() {
    const { state } = this.view;
    const order = state.order === null ? rearranged(walkedWords(state).length) : null;
    this.patch({ order });
  }
}

/**
 * First and last change places, and so on inwards: every word but a middle one moves.
 * @param {number} count
 */
const rearranged = (count) => Array.from({ length: count }, (_, at) => count - 1 - at);

customElements.define("order-lab", OrderLab);
