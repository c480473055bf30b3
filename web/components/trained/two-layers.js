import { css, html, nothing } from "lit";

import { modelOf } from "../../state/recipes/trained-models.js";
import { changeState } from "../../state/state.js";
import { tokenAt } from "../../view/view.js";
import { line, result, signed } from "../arithmetic/markup.js";
import { inlineButtonStyle, shared } from "../styles.js";
import { ViewElement } from "../view-element.js";
import { layerButtons } from "./layer-buttons.js";
import { sectionStyle } from "./section-style.js";

/** @typedef {import("../../words/translate.js").Translate} Translate */
/** @typedef {{stage: string, index: readonly number[]}} Cell */

/**
 * Below the figure of a model of two layers: a choice of the layer in view, unless the panel of a trained model has it, and
 * how an inspected number of X is computed: in layer 2 from X and the output of layer 1, in layer 1 of the pronoun's model
 * from the word's embedding and its position. Each of these numbers can be inspected in turn. Fires "state-patch".
 */
export class TwoLayers extends ViewElement {
  static deferred = true;

  static styles = [
    shared,
    inlineButtonStyle,
    sectionStyle,
    css`
      p {
        margin: 4px 0 0;
      }
    `,
  ];

  render() {
    const { state, explanation, t } = this.view;
    const isAsked = state.stage === "X" && explanation?.stage === "X";
    const sum = isAsked ? (state.layer === 2 ? this.#secondX(t) : this.#firstX(t)) : nothing;
    const layers = modelOf(state) ? nothing : this.#layers(t);
    if (sum === nothing && layers === nothing) return nothing;
    return html`<section aria-labelledby="title">
      <h2 id="title">${t(sum === nothing ? "layers-title" : "layers-from")}</h2>
      ${layers} ${sum}
    </section>`;
  }

  /** @param {Translate} t */
  #layers(t) {
    return html`<p role="group" aria-label=${t("trained-layers")}>
      ${layerButtons(
        this.view.state.layer,
        (layer) => t("layers-layer", { layer }),
        (layer) => this.patch({ layer }),
      )}
      <span class="small">${t("layers-both")}</span>
    </p>`;
  }

  /** The inspected number of X in layer 2: that of layer 1, plus its output. @param {Translate} t */
  #secondX(t) {
    const { state, compute, explanation } = this.view;
    const index = explanation?.index ?? [];
    const { run } = compute(changeState(state, { layer: 1 }));
    const [X, output] = /** @type {const} */ (["X", "output"]).map((stage) => run.explain(stage, [...index]).value);
    run.free();
    return html`
      ${line(html`${this.#asked(t, "X", index, X ?? NaN)} + ${this.#asked(t, "output", index, output ?? NaN)}`)}
      ${result(explanation?.value ?? NaN)}
      <p class="small">${t("layers-sum")}</p>
    `;
  }

  /** The inspected number of X in layer 1 of the pronoun's model: that of the word's embedding, plus its position's. @param {Translate} t */
  #firstX(t) {
    const { explanation, keys, run } = this.view;
    const [row = 0, column = 0] = explanation?.index ?? [];
    const word = tokenAt(this.view, "X", "row", row);
    const key = keys.indexOf(word);
    // In models of the reader's own, embedding and position are stages of the walk.
    const { state } = this.view;
    if (key < 0 || !modelOf(state)?.pointer || state.trained_run) return nothing;
    const embedding = run.explain("C", [key, column]).value;
    const value = explanation?.value ?? NaN;
    return html`
      ${line(html`${this.#asked(t, "C", [key, column], embedding)} + ${signed(value - embedding)}`)} ${result(value)}
      <p class="small">${t("layers-embedding", { word, position: row + 1 })}</p>
    `;
  }

  /**
   * A number of layer 1 as a button that inspects it there.
   * @param {Translate} t
   * @param {"X" | "C" | "output"} stage
   * @param {readonly number[]} index
   * @param {number} value
   */
  #asked(t, stage, index, value) {
    const cell = { stage, index: [...index] };
    return html`<button
      class="inline operand"
      data-stage=${stage}
      @click=${() => this.patch({ layer: 1, stage, cell, trail: [] })}
    >
      ${signed(value)}<span class="visually-hidden">, ${t("layers-number", { stage })}</span>
    </button>`;
  }
}

customElements.define("two-layers", TwoLayers);
