import { html, LitElement, nothing } from "lit";
import { guard } from "lit/directives/guard.js";

import "./masked-token.js";
import "./model-files.js";
import "./number-window.js";
import "./part-shares.js";
import "./parts-off.js";
import { experimentFile, experimentLink, readExperimentLink } from "../../checkpoints/experiment.js";
import { afterFrame } from "../../view/scheduling.js";
import { download } from "../download.js";
import { eventValue } from "../fields/event-value.js";
import { PlaceLink } from "../place-link.js";
import { experimentText } from "./experiment-views.js";
import { headGrid, headsTogether } from "./head-grid.js";
import { paintHeads } from "./head-map.js";
import { ModelController } from "./model-controller.js";
import { placeStyles } from "./styles.js";
import { largeHead, nextTokens, progressOf, summaryText, tokenButtons } from "./walk-views.js";

/** @typedef {import("../../words/translate.js").Translate} Translate */
/** @typedef {import("../../checkpoints/model.js").Summary} Summary */
/** @typedef {import("../../checkpoints/session.js").LayerWalked} LayerWalked */
/** @typedef {import("../../checkpoints/session.js").Predicted} Predicted */
/** @typedef {import("./experiment-views.js").Opened} Opened */
/** @typedef {import("./walk-views.js").Walk} Walk */

/** Checkpoint: opens the reader's own model, and shows what each head of each layer does with a text, what comes next, and every number. */
export class CheckpointPlace extends LitElement {
  static properties = {
    view: { attribute: false },
    open: { attribute: false },
  };

  static styles = placeStyles;

  #model = new ModelController(this, () => this.view.t);
  #link = new PlaceLink(this, {
    place: "checkpoint",
    read: (fragment) => this.#model.take(() => readExperimentLink(fragment)),
    write: () => {
      const experiment = this.#model.experiment ?? this.#model.wanted;
      return experiment ? `place=checkpoint&${experimentLink(experiment)}` : "place=checkpoint";
    },
  });

  /** Whether maps are painted, or about to be. */
  #isPainting = false;

  constructor() {
    super();
    /** The page's view: its theme and its messages. */
    this.view = /** @type {import("../../view/view.js").View} */ (/** @type {unknown} */ (undefined));
    /** Whether the reader is in this place. */
    this.open = true;
  }

  render() {
    const { t } = this.view;
    const { opened, walk } = this.#model;
    return html`<main>
      ${this.#opening(t)} ${opened ? this.#asking(t, opened) : nothing}
      ${opened && walk && walk.tokens.length > 0 ? this.#cut(t, walk) : nothing}
      ${opened && walk && walk.layers.length > 0 ? this.#seen(t, opened, walk) : nothing}
    </main>`;
  }

  /** What can be opened, or what is open. @param {Translate} t */
  #opening(t) {
    return html`<section class="card" aria-labelledby="title">
      <h2 id="title" tabindex="-1">${t("open-title")}</h2>
      <p>${t("open-text")} <span class="private">${t("open-private")}</span></p>
      ${
        this.#model.opened
          ? html`<p>${summaryText(t, this.#model.opened.summary)}</p>
              <div class="buttons">
                <button id="close" @click=${() => this.#model.close()}>${t("open-close")}</button>
                ${
                  this.#model.experiment
                    ? html`<button id="save" @click=${() => this.#save()}>${t("open-save")}</button>`
                    : nothing
                }
              </div>
              ${this.#model.experiment ? html`<p id="saved" class="small muted">${t("open-saved-hint")}</p>` : nothing}`
          : html`<model-files
              .t=${t}
              @files-chosen=${(/** @type {CustomEvent} */ { detail }) => void this.#model.open(detail)}
            ></model-files>`
      }
      ${experimentText(t, this.#model.wanted, this.#model.opened, (file) => this.#model.takeFile(file))}
      <p class="error" role="alert" ?hidden=${this.#model.problem === ""}>${this.#model.problem}</p>
      <p role="status">
        ${this.#model.status === "opening" ? t("open-opening") : this.#model.status === "closed" ? t("open-closed") : nothing}
      </p>
    </section>`;
  }

  #save() {
    const experiment = this.#model.experiment;
    if (experiment) download("experiment.json", experimentFile(experiment), "application/json");
  }

  /** The text that is walked, and how far the walk is. @param {Translate} t @param {Opened} opened */
  #asking(t, { summary, hasTokenizer }) {
    const isRunning = this.#model.walk?.status === "running";
    return html`<section class="card" aria-label=${t(hasTokenizer ? "open-input-text" : "open-input-ids")}>
      <form
        class="row"
        @submit=${(/** @type {Event} */ event) => {
          event.preventDefault();
          this.#model.walkTyped();
        }}
      >
        <label>
          ${t(hasTokenizer ? "open-input-text" : "open-input-ids")}
          <input
            id="input"
            .value=${this.#model.input}
            aria-describedby="hint"
            autocomplete="off"
            @input=${(/** @type {Event} */ event) => this.#model.set({ input: eventValue(event) })}
          />
        </label>
        <button id="run" type="submit">${t("open-run")}</button>
        ${
          isRunning
            ? html`<button id="stop" type="button" @click=${() => this.#model.worker?.stop()}>
                ${t("open-stop")}
              </button>`
            : nothing
        }
      </form>
      <p id="hint" class="small muted" ?hidden=${hasTokenizer}>${t("open-input-ids-hint")}</p>
      ${this.#model.walk ? progressOf(t, this.#model.walk, summary) : nothing}
    </section>`;
  }

  /** The text as the model cuts it, before it is walked. @param {Translate} t @param {Walk} walk */
  #cut(t, { tokens }) {
    return tokenButtons(t, tokens, this.#model.chosen.token, (token) => this.#model.choose({ token }));
  }

  /** What the walk shows. @param {Translate} t @param {Opened} opened @param {Walk} walk */
  #seen(t, opened, walk) {
    const { summary } = opened;
    const shown = /** @type {LayerWalked} */ (this.#model.shown);
    return html`
      <div class="columns">
        <div>
          <section class="card" aria-labelledby="grid">
            <h2 id="grid">${t("open-grid")}</h2>
            ${this.#grid(t, walk.layers, summary, shown.layer, this.#model.chosen.head)}
          </section>
          ${walk.predicted ? this.#partShares(t, walk.predicted) : nothing}
          <section class="card" aria-labelledby="numbers">
            <h2 id="numbers">${t("open-numbers")}</h2>
            <number-window
              .t=${t}
              .model=${this.#model.worker}
              .layers=${walk.layers}
              .layer=${shown.layer}
              .head=${this.#model.chosen.head}
              @choose-layer=${(/** @type {CustomEvent} */ { detail }) => this.#model.choose(detail)}
            ></number-window>
          </section>
        </div>
        <div>
          ${largeHead(t, walk, shown, this.#model)}
          ${walk.predicted && walk.status === "whole" ? this.#partsOff(t, opened, walk, shown) : nothing}
          ${summary.predicts === "masked" ? this.#masked(t, walk) : this.#next(t, walk)}
        </div>
      </div>
    `;
  }

  /**
   * The maps of all heads, which are many: made again only where they change, and not with each step of the readout.
   * @param {Translate} t
   * @param {readonly LayerWalked[]} layers
   * @param {Summary} summary
   * @param {number} layer
   * @param {number} head
   */
  #grid(t, layers, summary, layer, head) {
    return guard([t, layers, summary, layer, head], () =>
      headGrid(t, layers, summary, { layer, head }, (at) => this.#model.choose(at)),
    );
  }

  /** @param {Translate} t @param {Walk} walk */
  #next(t, walk) {
    return html`<section class="card" aria-labelledby="next">
      <h2 id="next">${t("open-next")}</h2>
      ${nextTokens(t, walk)}
    </section>`;
  }

  /** What would stand at the token in view. @param {Translate} t @param {Walk} walk */
  #masked(t, { status, tokens }) {
    if (status !== "whole") return nothing;
    return html`<section class="card" aria-labelledby="masked">
      <h2 id="masked">${t("open-masked")}</h2>
      <masked-token
        .t=${t}
        .model=${this.#model.worker}
        .tokens=${tokens}
        .token=${this.#model.chosen.token}
      ></masked-token>
    </section>`;
  }

  /** @param {Translate} t @param {Predicted} predicted */
  #partShares(t, predicted) {
    const choose = (/** @type {CustomEvent} */ { detail }) => this.#model.choose(detail);
    return html`<section class="card" aria-labelledby="parts">
      <h2 id="parts">${t("open-parts")}</h2>
      <part-shares .t=${t} .predicted=${predicted} @choose-head=${choose}></part-shares>
    </section>`;
  }

  /** @param {Translate} t @param {Opened} opened @param {Walk} walk @param {LayerWalked} shown */
  #partsOff(t, { summary, hasTokenizer }, { predicted, tokens }, shown) {
    return html`<section class="card" aria-labelledby="off">
      <h2 id="off">${t("open-off")}</h2>
      <parts-off
        .t=${t}
        .model=${this.#model.worker}
        .predicted=${predicted}
        .tokens=${tokens}
        .hasTokenizer=${hasTokenizer}
        .layers=${summary.layers}
        .layer=${shown.layer}
        .head=${this.#model.chosen.head}
        .token=${this.#model.chosen.token}
        .off=${this.#model.off}
        .other=${this.#model.other}
        @parts-off=${(/** @type {CustomEvent} */ { detail }) => this.#model.set({ off: detail.off })}
        @other-typed=${(/** @type {CustomEvent} */ { detail }) => this.#model.takeOther(detail.typed)}
      ></parts-off>
    </section>`;
  }

  updated() {
    this.#link.writeSoon();
    void this.#paintSoon();
  }

  /** Paints the maps, once a frame has laid them out: reading their styles takes no time then. */
  async #paintSoon() {
    if (this.#isPainting) return;
    this.#isPainting = true;
    try {
      await afterFrame();
      for (let maps = this.#unpainted(); maps.length > 0; maps = this.#unpainted()) await paintHeads(maps);
    } finally {
      this.#isPainting = false;
    }
  }

  /** The maps that are not what they should show. */
  #unpainted() {
    const { walk, chosen, shown, weights } = this.#model;
    if (!walk) return [];
    return [...this.renderRoot.querySelectorAll("canvas")].flatMap((canvas) => {
      const isLarge = canvas.classList.contains("large");
      const walked = isLarge ? shown : walk.layers[Number(canvas.dataset.layer)];
      if (!walked || (isLarge && !weights)) return [];
      const heads = isLarge ? [chosen.head] : headsTogether(Number(canvas.dataset.head), walked.heads.length);
      const row = isLarge ? chosen.token : undefined;
      const painted = [this.view.theme, walked.layer, heads, row].join();
      if (canvas.dataset.painted === painted) return [];
      const of = isLarge
        ? { shares: weights ?? [], tokens: walk.tokens.length, heads: [0] }
        : smallOf(walk, walked, heads);
      return [{ canvas, painted, row, ...of }];
    });
  }
}

/** Small maps, of the weights where all are kept. @param {Walk} walk @param {LayerWalked} walked @param {readonly number[]} heads */
const smallOf = ({ tokens }, { weights, maps }, heads) =>
  maps
    ? { shares: maps.data, most: 255, tokens: maps.side, heads }
    : { shares: weights ?? [], tokens: tokens.length, heads };

customElements.define("checkpoint-place", CheckpointPlace);
