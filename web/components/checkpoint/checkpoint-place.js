import { html, LitElement, nothing } from "lit";

import "./model-files.js";
import "./number-window.js";
import { eventValue } from "../event-value.js";
import { PlaceLink } from "../place-link.js";
import { headGrid } from "./head-grid.js";
import { paintHead } from "./head-map.js";
import { ModelFailure, ModelWorker } from "./model-worker.js";
import { placeStyles } from "./styles.js";
import { largeHead, nameOf, nextTokens, progressOf, summaryText } from "./walk-views.js";

/** @typedef {import("../../words/translate.js").Translate} Translate */
/** @typedef {import("../../checkpoints/model.js").Summary} Summary */
/** @typedef {import("../../checkpoints/session.js").LayerWalked} LayerWalked */
/** @typedef {import("../../checkpoints/session.js").Predicted} Predicted */
/** @typedef {import("../../checkpoints/session.js").Token} Token */
/** @typedef {{summary: Summary, hasTokenizer: boolean}} Opened */
/** @typedef {import("./walk-views.js").Walk} Walk */
/** @typedef {Readonly<Record<"layer" | "head" | "token", number>>} Chosen the head in view, and the token whose row is shown */

/** @type {Walk} */
const empty = Object.freeze({ tokens: [], layers: [], readout: 0, predicted: null, status: "running" });

/** Checkpoint: opens the reader's own model, and shows what each head of each layer does with a text, what comes next, and every number. */
export class CheckpointPlace extends LitElement {
  static properties = {
    view: { attribute: false },
    open: { attribute: false },
    opened: { state: true },
    status: { state: true },
    problem: { state: true },
    input: { state: true },
    walk: { state: true },
    chosen: { state: true },
  };

  static styles = placeStyles;

  #link = new PlaceLink(this, { place: "checkpoint", read: () => {}, write: () => "place=checkpoint" });
  /** @type {ModelWorker | null} */
  #worker = null;

  constructor() {
    super();
    /** The page's view: its theme and its messages. */
    this.view = /** @type {import("../../view/view.js").View} */ (/** @type {unknown} */ (undefined));
    /** Whether the reader is in this place. */
    this.open = true;
    /** The model; null without one. @type {Opened | null} */
    this.opened = null;
    /** @type {"empty" | "opening" | "open" | "closed"} */
    this.status = "empty";
    this.problem = "";
    /** What is typed: a text, or token ids. */
    this.input = "";
    /** @type {Walk | null} */
    this.walk = null;
    /** The head in view, and the token whose row is shown. */
    this.chosen = /** @type {Chosen} */ ({ layer: 0, head: 0, token: 0 });
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.#close();
  }

  /** @param {{files: readonly File[], problem: string}} chosen */
  #chosen({ files, problem }) {
    this.problem = problem;
    if (problem === "") void this.#open(files);
  }

  /** @param {readonly File[]} files */
  async #open(files) {
    this.#close();
    this.problem = "";
    this.status = "opening";
    const worker = (this.#worker = new ModelWorker());
    try {
      const { summary, hasTokenizer } = await worker.open(files);
      this.opened = { summary, hasTokenizer };
      this.status = "open";
    } catch (error) {
      this.#fail(error);
      if (this.#worker === worker) this.#close();
    }
  }

  /** Ends the worker: what it held is gone. */
  #close() {
    this.#worker?.close();
    this.#worker = null;
    this.status = this.opened ? "closed" : "empty";
    this.opened = null;
    this.walk = null;
  }

  /** @param {unknown} error */
  #fail(error) {
    if (!(error instanceof ModelFailure)) throw error;
    const { t } = this.view;
    if (error.message === "closed") return;
    if (error.message === "slow") {
      this.problem = t("open-slow");
      this.#close();
      return;
    }
    const { message } = error;
    this.problem = message;
  }

  /** Walks what was typed. */
  async #walk() {
    const worker = this.#worker;
    if (!worker || !this.opened) return;
    this.problem = "";
    const input = this.opened.hasTokenizer ? this.input : idsIn(this.input);
    this.walk = null;
    try {
      const { isWhole } = await worker.walk(input, (message) => this.#progress(message));
      this.walk = { ...(this.walk ?? empty), status: isWhole ? "whole" : "stopped" };
    } catch (error) {
      this.#fail(error);
    }
  }

  /** @param {import("./model-worker.js").OfWalk} message */
  #progress(message) {
    if (message.type === "tokens") {
      this.walk = { ...empty, tokens: message.tokens };
      this.chosen = Object.freeze({ layer: 0, head: 0, token: message.tokens.length - 1 });
      return;
    }
    if (message.type !== "progress") return;
    const walk = this.walk ?? empty;
    const { progress } = message;
    if (progress.is === "layer") this.walk = { ...walk, layers: [...walk.layers, progress] };
    if (progress.is === "readout") this.walk = { ...walk, readout: progress.done / progress.of };
    if (progress.is === "predicted") this.walk = { ...walk, predicted: progress };
  }

  render() {
    const { t } = this.view;
    return html`<main>
      ${this.#opening(t)} ${this.opened ? this.#asking(t, this.opened) : nothing}
      ${this.opened && this.walk && this.walk.layers.length > 0 ? this.#seen(t, this.opened, this.walk) : nothing}
    </main>`;
  }

  /** What can be opened, or what is open. @param {Translate} t */
  #opening(t) {
    return html`<section class="card" aria-labelledby="title">
      <h2 id="title" tabindex="-1">${t("open-title")}</h2>
      <p>${t("open-text")} <span class="private">${t("open-private")}</span></p>
      ${
        this.opened
          ? html`<p>${summaryText(t, this.opened.summary)}</p>
              <button id="close" @click=${() => this.#close()}>${t("open-close")}</button>`
          : html`<model-files
              .t=${t}
              @files-chosen=${(/** @type {CustomEvent} */ { detail }) => this.#chosen(detail)}
            ></model-files>`
      }
      <p class="error" role="alert" ?hidden=${this.problem === ""}>${this.problem}</p>
      <p role="status">
        ${this.status === "opening" ? t("open-opening") : this.status === "closed" ? t("open-closed") : nothing}
      </p>
    </section>`;
  }

  /** The text that is walked, and how far the walk is. @param {Translate} t @param {Opened} opened */
  #asking(t, { summary, hasTokenizer }) {
    const isRunning = this.walk?.status === "running";
    return html`<section class="card" aria-label=${t(hasTokenizer ? "open-input-text" : "open-input-ids")}>
      <form
        class="row"
        @submit=${(/** @type {Event} */ event) => {
          event.preventDefault();
          void this.#walk();
        }}
      >
        <label>
          ${t(hasTokenizer ? "open-input-text" : "open-input-ids")}
          <input
            id="input"
            .value=${this.input}
            aria-describedby="hint"
            autocomplete="off"
            @input=${(/** @type {Event} */ event) => (this.input = eventValue(event))}
          />
        </label>
        <button id="run" type="submit">${t("open-run")}</button>
        ${
          isRunning
            ? html`<button id="stop" type="button" @click=${() => this.#worker?.stop()}>${t("open-stop")}</button>`
            : nothing
        }
      </form>
      <p id="hint" class="small muted" ?hidden=${hasTokenizer}>${t("open-input-ids-hint")}</p>
      ${this.walk ? progressOf(t, this.walk, summary) : nothing}
    </section>`;
  }

  /** What the walk shows. @param {Translate} t @param {Opened} opened @param {Walk} walk */
  #seen(t, { summary }, walk) {
    const shown = /** @type {LayerWalked} */ (walk.layers[Math.min(this.chosen.layer, walk.layers.length - 1)]);
    return html`
      <section class="card" aria-label=${t("open-tokens")}>
        <p class="small">${t("open-tokens")}</p>
        <div class="row" role="group" aria-label=${t("open-tokens")}>
          ${walk.tokens.map(
            (token, at) =>
              html`<button
                class="small"
                data-token=${at}
                aria-pressed=${at === this.chosen.token}
                @click=${() => this.#choose({ token: at })}
              >
                ${nameOf(token)}
              </button>`,
          )}
        </div>
      </section>
      <div class="columns">
        <div>
          <section class="card" aria-labelledby="grid">
            <h2 id="grid">${t("open-grid")}</h2>
            ${headGrid(t, walk.layers, summary, { layer: shown.layer, head: this.chosen.head }, (at) => this.#choose(at))}
          </section>
          <section class="card" aria-labelledby="numbers">
            <h2 id="numbers">${t("open-numbers")}</h2>
            <number-window .t=${t} .model=${this.#worker} .walked=${shown} .head=${this.chosen.head}></number-window>
          </section>
        </div>
        <div>
          ${largeHead(t, walk, shown, this.chosen)}
          <section class="card" aria-labelledby="next">
            <h2 id="next">${t("open-next")}</h2>
            ${nextTokens(t, walk)}
          </section>
        </div>
      </div>
    `;
  }

  /** @param {Partial<Chosen>} change */
  #choose(change) {
    this.chosen = Object.freeze({ ...this.chosen, ...change });
  }

  updated() {
    this.#link.write();
    requestAnimationFrame(() => this.#paint());
  }

  /** Paints the maps, once their styles are there. */
  #paint() {
    const { walk } = this;
    if (!walk) return;
    const tokens = walk.tokens.length;
    for (const canvas of this.renderRoot.querySelectorAll("canvas")) {
      const isLarge = canvas.classList.contains("large");
      const layer = isLarge ? Math.min(this.chosen.layer, walk.layers.length - 1) : Number(canvas.dataset.layer);
      const walked = walk.layers[layer];
      if (!walked) continue;
      if (isLarge) paintHead(canvas, walked.weights, tokens, this.chosen.head, this.chosen.token);
      else if (canvas.dataset.painted !== this.view.theme) {
        paintHead(canvas, walked.weights, tokens, Number(canvas.dataset.head));
        canvas.dataset.painted = this.view.theme;
      }
    }
  }
}

/** The token ids in a text; NaN for what is none. @param {string} text */
const idsIn = (text) =>
  text
    .split(/[\s,]+/)
    .filter(Boolean)
    .map((id) => (/^\d+$/.test(id) ? Number(id) : NaN));

customElements.define("checkpoint-place", CheckpointPlace);
