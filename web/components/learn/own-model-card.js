import { css, html, LitElement, nothing } from "lit";

import "../figure/scene-view.js";
import { percentText } from "../../figures/numbers.js";
import { hasTrained, loadedModel, modelsIn } from "../../state/recipes/trained-models.js";
import { stateFromFragment } from "../../state/url.js";
import { RunCache } from "../../view/run-cache.js";
import { sceneOf } from "../../view/scenes.js";
import { viewOf } from "../../view/view.js";
import { copyText } from "../download.js";
import { Lazy } from "../lazy.js";
import { shared } from "../styles.js";
import { loadModels } from "../train/load-models.js";

/** @typedef {import("../../view/view.js").View} View */

/**
 * The model that the reader trained last in Train, as a card to keep: its attention map, what it gets right, and its link. No file
 * holds its weights: where the page does not have them any more, it is trained again, to the same numbers.
 */
export class OwnModelCard extends LitElement {
  static properties = { view: { attribute: false }, link: { attribute: false }, said: { state: true } };

  static styles = [
    shared,
    css`
      :host {
        display: block;
        margin-block: var(--space-24);
        padding: var(--space-16) var(--space-20);
        border-radius: var(--radius);
        background: var(--wash);
      }
      h3 {
        margin: 0;
        font-family: var(--font-words);
        font-size: var(--title);
      }
      p {
        margin: var(--space-4) 0 var(--space-12);
      }
      a {
        color: inherit;
      }
      .row {
        display: flex;
        flex-wrap: wrap;
        gap: var(--space-8) var(--space-16);
        align-items: baseline;
        margin-bottom: 0;
      }
    `,
  ];

  /** What the link shows. @type {import("../../state/state.js").State | null} */
  #state = null;
  /** @type {RunCache | null} */
  #walks = null;
  #again = new Lazy(this, () =>
    loadModels(this.view.engine, this.#state ? modelsIn(this.#state) : [], this.view.loadWords),
  );

  constructor() {
    super();
    /** The page's view: its theme, its engine and its messages. */
    this.view = /** @type {View} */ (/** @type {unknown} */ (undefined));
    /** The link to the model, without the #; null for none. @type {string | null} */
    this.link = null;
    /** Whether the link was copied, in words. */
    this.said = "";
  }

  /** @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    if (!changed.has("link")) return;
    this.#again.forget();
    this.#state = this.link === null ? null : stateFromFragment(this.link);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.#walks?.free();
    this.#walks = null;
  }

  render() {
    const { t, engine } = this.view;
    const state = this.#state;
    return html`<h3>${t("learn-card-title")}</h3>
      ${
        state === null
          ? html`<p>${t("learn-card-none")} <a href="#place=train&task=reverse&seed=1">${t("learn-on-train")}</a></p>`
          : hasTrained(engine, state)
            ? this.#card(state)
            : html`<p>${t("learn-card-again")}</p>
                ${this.#again.is === "failed" ? this.#again.status(t, "", t("trained-failed")) : html`<button id="again" @click=${() => void this.#again.load()}>${t("learn-card-show")}</button>`}`
      }`;
  }

  /** @param {import("../../state/state.js").State} state of a model that the engine has */
  #card(state) {
    const { t, theme, engine } = this.view;
    const own = loadedModel(engine, state)?.own;
    this.#walks ??= new RunCache(engine);
    const view = viewOf(state, this.#walks.walkOf(state), { t, theme, cell: null });
    const { link } = this;
    return html`<p>
        ${own ? t("learn-card-what", { right: percentText(own.accuracy, 0), steps: own.steps }) : nothing}
      </p>
      <scene-view
        .t=${t}
        .views=${[view]}
        .draw=${/** @type {import("../figure/scene-image.js").Draw} */ ((space) => sceneOf({ ...view, alone: true }, space))}
        .name=${t("learn-card-map")}
        .file=${"own-model"}
      ></scene-view>
      <p class="row">
        <a href="#${link}">${t("learn-open")}</a>
        ${own ? html`<a href="#${own.link}">${t("learn-card-run")}</a>` : nothing}
        <button class="link" id="copy" @click=${() => copyText(this, new URL(`#${link}`, window.location.href).href)}>
          ${t("learn-card-copy")}
        </button>
        <span role="status">${this.said}</span>
      </p>`;
  }
}

customElements.define("own-model-card", OwnModelCard);
