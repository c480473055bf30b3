import { css, html, nothing } from "lit";

import { hasTwoLayers, loadedModel, modelOf } from "../../state/recipes/trained-models.js";
import { changeState } from "../../state/state.js";
import { tokenAt } from "../../view/view.js";
import { line, result, signed } from "../arithmetic/markup.js";
import { inlineButtonStyle, shared } from "../styles.js";
import { ViewElement } from "../view-element.js";
import { layerButtons } from "./layer-buttons.js";
import { outerNorm } from "./outer-norm.js";
import { sectionStyle } from "./section-style.js";

/** @typedef {import("../../words/translate.js").Translate} Translate */
/** @typedef {import("../../view/view.js").View} View */
/** @typedef {import("../../state/recipes/trained-models.js").Entering} Entering */

/**
 * Whether there is more to say than the walk does about how the numbers of X came about: they are those of another layer, or
 * the model norms the sum of embeddings and positions.
 * @param {View} view
 */
export function hasLayerInput({ state }) {
  const model = modelOf(state);
  if (!model) return hasTwoLayers(state);
  const isNormed = (model.block?.embedding_norm ?? "none") !== "none";
  return state.stage === "X" && (isNormed || hasTwoLayers(state));
}

/**
 * Below the figure of a model's layer: a choice of the layer in view, unless the panel of a trained model has it, and how an
 * inspected number of X is computed: in layer 2 from what leaves layer 1, in layer 1 from the embedding of its word and that
 * of its position. Each of these numbers that a walk has can be inspected in turn. Fires "state-patch".
 */
export class LayerInput extends ViewElement {
  static deferred = true;

  static styles = [
    shared,
    inlineButtonStyle,
    sectionStyle,
    css`
      p {
        margin: var(--space-4) 0 0;
      }
    `,
  ];

  render() {
    const { state, explanation, t } = this.view;
    const isAsked = state.stage === "X" && explanation?.stage === "X";
    const isSecond = state.layer === 2 && hasTwoLayers(state);
    const sum = isAsked ? (isSecond ? this.#secondX(t) : this.#firstX(t)) : nothing;
    const layers = modelOf(state) || !hasTwoLayers(state) ? nothing : this.#layers(t);
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

  /** The inspected number of X in layer 2: what leaves layer 1, or X plus output where that sum is no stage. @param {Translate} t */
  #secondX(t) {
    const { state, compute, explanation } = this.view;
    const index = explanation?.index ?? [];
    const { run } = compute(changeState(state, { layer: 1 }));
    const isStage = run.stages.includes("residual_1");
    const stages = isStage ? [/** @type {string} */ (run.stages.at(-1))] : ["X", "output"];
    const values = stages.map((stage) => run.explain(stage, [...index]).value);
    run.free();
    const terms = stages.map(
      (stage, at) => html`${at === 0 ? "" : " + "}${this.#asked(t, stage, index, values[at] ?? NaN)}`,
    );
    return html`
      ${line(terms)} ${isStage ? nothing : result(explanation?.value ?? NaN)}
      <p class="small">${t(isStage ? "layers-leaves" : "layers-sum")}</p>
    `;
  }

  /** The inspected number of X in layer 1: that of the word's embedding, plus its position's. @param {Translate} t */
  #firstX(t) {
    const { view } = this;
    const { state, engine, queries } = view;
    const entering = loadedModel(engine, state)?.entering(queries);
    if (entering?.norm) return this.#normedX(t, entering, entering.norm);
    return this.#pointerX(t);
  }

  /**
   * A number of X after a norm of the sum of embedding and position.
   * @param {Translate} t
   * @param {Entering} entering
   * @param {import("../../state/recipes/trained-models.js").Norm} norm
   */
  #normedX(t, { embeddings, positions }, norm) {
    const { explanation, queries } = this.view;
    const [row = 0, column = 0] = explanation?.index ?? [];
    const width = Number(embeddings.shape[1]);
    const rowOf = (/** @type {Entering["embeddings"]} */ { data }) => data.slice(row * width, (row + 1) * width);
    const own = rowOf(embeddings);
    const added = positions && rowOf(positions);
    const sum = added ? own.map((value, at) => value + Number(added[at])) : own;
    const word = queries[row] ?? "";
    return html`
      ${outerNorm(this.view, norm, sum, column, (at) => ({ stage: "", index: [row, at] }))}
      <p class="small">
        ${
          added
            ? t("layers-normed", {
                word,
                position: row + 1,
                embedding: signed(own[column] ?? NaN),
                place: signed(added[column] ?? NaN),
                sum: signed(sum[column] ?? NaN),
              })
            : t("layers-normed-alone", { word })
        }
      </p>
    `;
  }

  /** A number of X of the pronoun's model, whose walk has the words' embeddings. @param {Translate} t */
  #pointerX(t) {
    const { explanation, keys, run, state } = this.view;
    const [row = 0, column = 0] = explanation?.index ?? [];
    const word = tokenAt(this.view, "X", "row", row);
    const key = keys.indexOf(word);
    // In models of the reader's own, embedding and position are stages of the walk.
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
   * @param {string} stage
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

customElements.define("layer-input", LayerInput);
