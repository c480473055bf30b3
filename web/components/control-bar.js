import { css, html, nothing } from "lit";

import { limits } from "../state/limits.js";
import { shared } from "./styles.js";
import { ViewElement } from "./view-element.js";
import { withSubscripts } from "./words.js";

/** Sliders and switches; each is there only while it changes something. Fires "state-patch". */
export class ControlBar extends ViewElement {
  static properties = {
    ...ViewElement.properties,
    problem: { attribute: false },
    open: { state: true },
  };

  static styles = [
    shared,
    css`
      .line {
        display: flex;
        flex-wrap: wrap;
        gap: 8px 28px;
        align-items: center;
      }
      .more {
        margin-top: 8px;
        padding: 12px 16px;
      }
      .slider,
      .switch {
        display: flex;
        gap: 8px;
        align-items: center;
        min-height: 36px;
      }
      .slider input {
        width: 8rem;
      }
      .slider output {
        min-width: 2ch;
      }
      .switch input {
        width: 18px;
        height: 18px;
        margin: 0;
      }
      .seed input {
        width: 9.5rem;
      }
      .second {
        flex: 1 1 18rem;
      }
      .second input {
        width: 100%;
      }
      .kind {
        margin: 0 0 0 auto;
      }
      label {
        white-space: nowrap;
      }
      @media (max-width: 30rem) {
        .kind {
          margin: 0;
        }
        .slider {
          flex: 1 1 100%;
        }
        .slider input {
          flex: 1;
        }
        .slider label {
          min-width: 4rem;
        }
      }
    `,
  ];

  constructor() {
    super();
    /** @type {{field: string, text: string, message: string} | null} */
    this.problem = null;
    this.open = false;
  }

  render() {
    const { t, state, kind } = this.view;
    const kindText = t(`kind-${kind}${state.weights ? "" : "-none"}`, { seed: String(state.seed) });
    return html`
      <div class="line">
        ${this.#slider("d_k", state.d_k)} ${this.#slider("heads", state.heads)} ${this.#switch("causal", state.causal)}
        ${this.#switch("scaling", state.scaling)}
        <button class="link" aria-expanded=${this.open} aria-controls="more" @click=${() => (this.open = !this.open)}>
          ${t(this.open ? "control-less" : "control-more")}
        </button>
        <p class="kind muted small">${kindText}</p>
      </div>
      <div id="more" class="more card" ?hidden=${!this.open}>${this.open ? this.#more() : nothing}</div>
    `;
  }

  #more() {
    const { t, state, kind } = this.view;
    return html`
      <div class="line">
        ${this.#slider("d_model", state.d_model)} ${this.#slider("d_v", state.d_v ?? state.d_k)}
        ${this.#slider("padding", state.padding)}
        ${this.#switch("padding_side", state.padding_side === "start", (on) => (on ? "start" : "end"))}
        ${this.#switch("weights", state.weights)}
        ${this.#switch("position", state.position !== "none", (on) => (on ? "sinusoidal" : "none"))} ${this.#seed()}
        <div class="second">
          <label for="second" class="small muted">${t("context-label")}</label>
          <input
            id="second"
            type="text"
            autocomplete="off"
            .value=${state.context ?? ""}
            aria-describedby="second-hint"
            @change=${(/** @type {Event} */ event) => this.patch({ context: valueOf(event) || null }, valueOf(event))}
          />
          <div id="second-hint" class="small muted">${t("context-hint")}</div>
        </div>
      </div>
      ${kind === "article" ? html`<p class="small muted">${t("kind-article-redraw")}</p>` : nothing}
      ${
        kind === "article" && state.context !== null
          ? html`<p class="small muted">${t("kind-article-context")}</p>`
          : nothing
      }
    `;
  }

  /**
   * @param {"d_k" | "d_v" | "d_model" | "heads" | "padding"} field
   * @param {number} value
   */
  #slider(field, value) {
    if (!this.view.controls.includes(field)) return nothing;
    const { t } = this.view;
    const { min, max } = limits[field];
    return html`
      <div class="slider">
        <label for=${field} title=${t(`control-${field}`)}>${withSubscripts(t(`control-${field}-short`))}</label>
        <input
          id=${field}
          type="range"
          min=${min}
          max=${max}
          .value=${String(value)}
          aria-label=${t(`control-${field}`)}
          @input=${(/** @type {Event} */ event) => this.patch({ [field]: Number(valueOf(event)) })}
        />
        <output for=${field}>${value}</output>
      </div>
    `;
  }

  /**
   * @param {"causal" | "scaling" | "weights" | "position" | "padding_side"} field
   * @param {boolean} on
   * @param {(on: boolean) => unknown} [toValue]
   */
  #switch(field, on, toValue = (value) => value) {
    if (!this.view.controls.includes(field)) return nothing;
    const { t } = this.view;
    return html`
      <div class="switch" title=${t(`control-${field}-hint`)}>
        <input
          id=${field}
          type="checkbox"
          .checked=${on}
          @change=${(/** @type {Event} */ event) =>
            this.patch({ [field]: toValue(/** @type {HTMLInputElement} */ (event.target).checked) })}
        />
        <label for=${field}>${withSubscripts(t(`control-${field}`))}</label>
      </div>
    `;
  }

  #seed() {
    if (!this.view.controls.includes("seed")) return nothing;
    const { t, state } = this.view;
    const problem = this.problem?.field === "seed" ? this.problem : null;
    const { min, max } = limits.seed;
    return html`
      <div class="slider seed">
        <label for="seed">${t("control-seed-short")}</label>
        <input
          id="seed"
          type="number"
          min=${min}
          max=${max}
          step="1"
          .value=${problem ? problem.text : String(state.seed)}
          aria-invalid=${problem ? "true" : "false"}
          aria-describedby="seed-problem"
          @change=${(/** @type {Event} */ event) => this.patch({ seed: numberOf(valueOf(event)) }, valueOf(event))}
        />
        <button @click=${() => this.patch({ seed: state.seed === max ? min : state.seed + 1 })}>
          ${t("control-seed-next")}
        </button>
      </div>
      <p id="seed-problem" class="error small" role="alert" ?hidden=${!problem}>${problem?.message ?? ""}</p>
    `;
  }
}

/** @param {Event} event */
const valueOf = (event) => /** @type {HTMLInputElement} */ (event.target).value;

/** An emptied field is not 0. @param {string} text */
const numberOf = (text) => (text.trim() === "" ? NaN : Number(text));

customElements.define("control-bar", ControlBar);
