import { html, nothing } from "lit";

import { formatNumber } from "../../figures/index.js";
import { effectiveSizes, walkedWords } from "../../state/sizes.js";
import { changeState } from "../../state/state.js";
import { shared } from "../styles.js";
import { ViewElement } from "../view-element.js";
import { formStyles } from "./form-styles.js";

/** One button: the same words in another order, and what became of each word's output. Fires "state-patch". */
export class OrderLab extends ViewElement {
  static styles = [shared, formStyles];

  #difference = 0;

  /** @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    const before = /** @type {import("../view.js").View | undefined} */ (changed.get("view"));
    // A second walk, so for new numbers only: views also change while a pointer moves over the figure.
    if (before?.run !== this.view.run) this.#compare();
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

  /** How far the outputs are from those of the words as typed. */
  #compare() {
    const { state, run, compute } = this.view;
    if (state.order === null) return;
    const { run: typed } = compute(changeState(state, { order: null }));
    const first = state.context === null && state.padding_side === "start" ? effectiveSizes(state).pads : 0;
    const [before, now] = [typed.tensor("output"), run.tensor("output")];
    typed.free();
    this.#difference = largestDifference(before.data, now.data, state.order, first, before.shape[1] ?? 1);
  }

  #result() {
    const { t, run } = this.view;
    const difference = this.#difference;
    const shown = difference < 1e-3 ? scientific(difference) : formatNumber(difference, 3);
    if (run.spec.position !== 0) return t("order-sees-positions", { difference: shown });
    if (run.spec.causal) return t("order-sees-mask", { difference: shown });
    return difference === 0 ? t("order-blind-exact") : t("order-blind", { difference: shown });
  }

  #toggle() {
    const { state } = this.view;
    const order = state.order === null ? rearranged(walkedWords(state).length) : null;
    this.patch({ order });
  }
}

/**
 * 3.6 × 10⁻⁷
 * @param {number} value below 1
 */
function scientific(value) {
  const [digits, power = "0"] = value.toExponential(1).split("e-");
  const raised = [...power].map((digit) => "⁰¹²³⁴⁵⁶⁷⁸⁹"[Number(digit)]).join("");
  return `${digits} × 10⁻${raised}`;
}

/**
 * First and last change places, and so on inwards: every word but a middle one moves.
 * @param {number} count
 */
const rearranged = (count) => Array.from({ length: count }, (_, at) => count - 1 - at);

/**
 * How far the output rows differ when each is compared with the row of the same word as typed.
 * @param {Float32Array} typed
 * @param {Float32Array} now
 * @param {readonly number[]} order
 * @param {number} first row of the first word
 * @param {number} width
 */
function largestDifference(typed, now, order, first, width) {
  const differences = order.flatMap((from, at) =>
    Array.from({ length: width }, (_, column) =>
      Math.abs((typed[(first + from) * width + column] ?? NaN) - (now[(first + at) * width + column] ?? NaN)),
    ),
  );
  return Math.max(...differences);
}

customElements.define("order-lab", OrderLab);
