import { css, html, nothing } from "lit";

import { hasLayer } from "../../figures/layer/map.js";
import { Lazy } from "../lazy.js";
import { shared } from "../styles.js";
import { ViewElement } from "../view-element.js";

/** @typedef {import("../../state/state.js").State} State */
/** @typedef {Pick<State, "norm" | "norm_place" | "qk_norm" | "residual" | "mlp">} Layer */

/** Attention without the other parts of a layer. @satisfies {Partial<State>} */
const alone = Object.freeze({ norm: "none", qk_norm: "none", residual: "none", mlp: "none" });

/** A layer as most models have it: a norm before each branch, whose result is added to the stream. @satisfies {Partial<State>} */
const usual = Object.freeze({ norm: "layernorm", norm_place: "pre", residual: "sequential", mlp: "plain" });

/** The settings of a layer. @param {State} state @returns {Layer} */
const layerOf = ({ norm, norm_place, qk_norm, residual, mlp }) => ({ norm, norm_place, qk_norm, residual, mlp });

/**
 * The choice between attention alone and the whole layer, which changes what is computed, where the reader has it; and the map
 * of the layer, which is loaded where there is one. Fires "state-patch".
 */
export class LayerView extends ViewElement {
  static styles = [
    shared,
    css`
      fieldset {
        display: flex;
        gap: var(--space-4) var(--space-20);
        margin: 0;
        padding: 0;
        border: 0;
      }
      label {
        display: inline-flex;
        align-items: center;
        min-height: 32px;
        border-bottom: 2px solid transparent;
        color: var(--muted);
        cursor: pointer;
      }
      label:hover {
        color: var(--text);
      }
      label:has(:checked) {
        border-bottom-color: var(--text);
        color: var(--text);
        font-weight: 600;
      }
      label:has(:focus-visible) {
        outline: 2px solid var(--text);
        outline-offset: 2px;
      }
      input {
        position: absolute;
        opacity: 0;
      }
      .card {
        margin-top: var(--space-8);
        padding-block: var(--space-16);
      }
      .waiting {
        min-height: 36rem;
      }
      @media (forced-colors: active) {
        label:has(:checked) {
          border-bottom-color: Highlight;
        }
      }
      @media print {
        fieldset {
          display: none;
        }
      }
    `,
  ];

  #map = new Lazy(this, () => import("./layer-map.js"), "layer-map");
  /** The layer that was shown last. @type {Layer | null} */
  #last = null;

  render() {
    const { t, controls, run, state } = this.view;
    const isWhole = hasLayer(run.spec);
    if (!controls.includes("norm")) return isWhole ? this.#picture() : nothing; // a trained model's layer is what it is
    if (isWhole) this.#last = layerOf(state);
    const choice = (
      /** @type {string} */ id,
      /** @type {boolean} */ checked,
      /** @type {() => Partial<State>} */ patch,
    ) =>
      html`<label>
        <input type="radio" name="layer" value=${id} .checked=${checked} @change=${() => this.patch(patch())} />
        ${t(`layer-view-${id}`)}
      </label>`;
    return html`
      <fieldset>
        <legend class="visually-hidden">${t("layer-view-label")}</legend>
        ${choice("alone", !isWhole, () => alone)} ${choice("whole", isWhole, () => this.#last ?? usual)}
      </fieldset>
      ${isWhole ? this.#picture() : nothing}
    `;
  }

  #picture() {
    const { t } = this.view;
    return html`<div class="card ${this.#map.value ? "" : "waiting"}">
      ${this.#map.demand(t, t("layer-map-label"))}
      ${this.#map.value ? html`<attention-layer-map .view=${this.view}></attention-layer-map>` : nothing}
    </div>`;
  }
}

customElements.define("attention-layer-view", LayerView);
