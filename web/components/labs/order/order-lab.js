import { html, nothing } from "lit";
import { live } from "lit/directives/live.js";

import { lengthsOf } from "../../../figures/index.js";
import { largestDifference, formatDifference } from "../../../figures/measures/difference.js";
import { effectiveSizes, sentenceInOrder, walkedWords } from "../../../state/sizes.js";
import { changeState } from "../../../state/state.js";
import { questionStyles } from "../styles.js";
import { LabElement } from "../lab-element.js";

/**
 * Reverses the order of the words at a click, and shows how much their outputs change. Fires "state-patch" with the
 * order.
 */
export class OrderLab extends LabElement {
  static styles = questionStyles;

  /** The largest difference between the output of a word and its output in the original order. */
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
      <div class="controls">
        <button aria-pressed=${state.order !== null} @click=${() => this.#toggle()}>
          ${t(state.order === null ? "order-swap" : "order-restore")}
        </button>
        ${controls.includes("causal") ? this.#switch("causal", state.causal, (on) => ({ causal: on })) : nothing}
        ${
          controls.includes("position")
            ? this.#switch("position", state.position !== "none", (on) => ({ position: on ? "sinusoidal" : "none" }))
            : nothing
        }
      </div>
      ${state.order === null ? nothing : html`<p>${t("order-words", { words: sentenceInOrder(state) })}</p>`}
      <div role="status">${state.order === null ? nothing : html`<p class="result">${this.#result()}</p>`}</div>
    `;
  }

  /**
   * A switch for a setting that lets attention see the order.
   * @param {"causal" | "position"} field
   * @param {boolean} isOn
   * @param {(isOn: boolean) => Record<string, unknown>} change
   */
  #switch(field, isOn, change) {
    return html`<label>
      <input
        id=${field}
        type="checkbox"
        .checked=${live(isOn)}
        @change=${(/** @type {Event} */ { target }) =>
          this.patch(change(/** @type {HTMLInputElement} */ (target).checked))}
      />
      ${this.view.t(`control-${field}`)}
    </label>`;
  }

  /** Computes the walk in the original order, and compares the output of each word. */
  #compare() {
    const { state, run, compute } = this.view;
    if (state.order === null) return;
    const { run: typed } = compute(changeState(state, { order: null }));
    const first = state.context === null && state.padding_side === "start" ? effectiveSizes(state).pads : 0;
    const output = typed.tensor("output");
    typed.free();
    const { columns } = lengthsOf(output);
    const rowOf = (/** @type {Float32Array} */ rows, /** @type {number} */ word) =>
      rows.subarray((first + word) * columns, (first + word + 1) * columns);
    const now = run.tensor("output").data;
    this.#difference = Math.max(
      ...state.order.map((from, at) => largestDifference(rowOf(output.data, from), rowOf(now, at))),
    );
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
    const order = state.order === null ? reversed(walkedWords(state).length) : null;
    this.patch({ order });
  }
}

/**
 * The reversed order: every word moves, except the one in the middle.
 * @param {number} count
 */
const reversed = (count) => Array.from({ length: count }, (_, at) => count - 1 - at);

customElements.define("order-lab", OrderLab);
