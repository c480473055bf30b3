import { html, LitElement, nothing } from "lit";
import { live } from "lit/directives/live.js";

import { AttentionError } from "../../../engine/errors.js";
import { fullSettings } from "../../../training/settings.js";
import { errorText } from "../../error-text.js";
import { eventValue } from "../../fields/event-value.js";
import { pickedFile, textOf } from "../../one-file.js";
import { ownDataStyles } from "./styles.js";

/** @typedef {import("../../../words/translate.js").Translate} Translate */
/** @typedef {typeof import("../../../training/tasks.js").dataTasks[import("../../../training/tasks.js").DataTaskId]} DataTask */

/** How many lines that are no pairs are named. */
const shownLines = 5;

/**
 * What a task is trained on, and a field for the reader's own data, which can be pasted, dropped or chosen as a file.
 * Fires "train-data" with the reader's data, or with null for what ships.
 */
export class DataCard extends LitElement {
  static properties = {
    view: { attribute: false },
    settings: { attribute: false },
    task: { attribute: false },
    own: { attribute: false },
    facts: { attribute: false },
    typed: { state: true },
    problem: { state: true },
    refused: { state: true },
  };

  static styles = ownDataStyles;

  constructor() {
    super();
    /** The page's view: its messages. */
    this.view = /** @type {import("../../../view/view.js").View} */ (/** @type {unknown} */ (undefined));
    /** The settings of the run; their task is one on data. */
    this.settings = /** @type {import("../../../training/settings.js").Settings} */ (
      /** @type {unknown} */ (undefined)
    );
    /** The task of the settings. */
    this.task = /** @type {DataTask} */ (/** @type {unknown} */ (undefined));
    /** @type {string | null} the reader's own data for this task */
    this.own = null;
    /** @type {import("../../../training/session.js").Facts | null} of the run; null until it has started */
    this.facts = null;
    /** What stands in the field. */
    this.typed = "";
    /** @type {AttentionError | null} why what stands in the field cannot be used */
    this.problem = null;
    /** @type {readonly AttentionError[]} the lines of the reader's data that are left out */
    this.refused = [];
  }

  /** @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    const before = /** @type {DataCard["settings"] | undefined} */ (changed.get("settings"));
    if (before && before.task !== this.settings.task) [this.typed, this.problem, this.refused] = ["", null, []];
  }

  render() {
    const t = this.view.t;
    const { task } = this.settings;
    const isOwn = this.settings.data === "own" && this.own !== null;
    const isLost = this.settings.data === "own" && this.own === null;
    const { layers, block } = fullSettings(this.settings);
    const source = isOwn ? "own" : isLost ? "lost" : "shipped";
    return html`<section
      class="card"
      aria-labelledby="data"
      @dragover=${(/** @type {DragEvent} */ event) => event.preventDefault()}
      @drop=${(/** @type {DragEvent} */ event) => this.#drop(event)}
    >
      <h2 id="data">${t(`data-${task}`)}</h2>
      <p class=${isLost ? "notice" : ""}>${t(`data-${task}-${source}`)}</p>
      <p class="small muted">${this.#counts(t)} ${t(`data-${task}-model`, { layers })} ${t(`data-block-${block}`)}</p>
      ${isOwn ? this.#leftOut(t) : nothing}
      <details ?open=${isLost}>
        <summary>${t(`data-${task}-use`)}</summary>
        <label for="own">${t(`data-${task}-paste`)}</label>
        <textarea
          id="own"
          rows="5"
          spellcheck="false"
          .value=${live(this.typed)}
          @input=${(/** @type {Event} */ event) => (this.typed = eventValue(event))}
        ></textarea>
        <label>
          ${t("data-file")}
          <input
            id="file"
            type="file"
            accept=".txt,.tsv,.md,text/*"
            @change=${(/** @type {Event} */ { target }) =>
              void pickedFile(/** @type {HTMLInputElement} */ (target), (file) => this.#open(file))}
          />
        </label>
        <p class="small muted">${this.#limits(t)}</p>
        <p class="error" role="alert">${this.problem ? errorText(t, this.problem) : nothing}</p>
        <div class="row">
          <button id="use" @click=${() => this.#use(this.typed)}>${t(`data-${task}-start`)}</button>
          ${isOwn ? html`<button id="back" @click=${() => this.#send(null)}>${t(`data-${task}-back`)}</button>` : nothing}
        </div>
      </details>
    </section>`;
  }

  /** How much there is to train on. @param {Translate} t */
  #counts(t) {
    const { text, pairs, names } = this.facts?.data ?? {};
    if (text) {
      const { training, heldOut, alphabet } = text;
      return t("data-text-counts", { training, heldOut, alphabet: alphabet.length });
    }
    if (names) {
      const { training, heldOut, alphabet } = names;
      return t("data-names-counts", { training, heldOut, tokens: alphabet.length });
    }
    if (!pairs) return "";
    const { training, heldOut, unseen } = pairs;
    return html`${t("data-pairs-counts", { training, heldOut })}
    ${unseen > 0 ? t("data-pairs-unseen", { unseen }) : nothing}`;
  }

  /** @param {Translate} t */
  #limits(t) {
    return t(`data-${this.settings.task}-limits`, this.task.limits);
  }

  /** @param {Translate} t */
  #leftOut(t) {
    const { refused } = this;
    if (refused.length === 0) return nothing;
    const more = refused.length - shownLines;
    return html`<div class="refused" role="status">
      <p>${t("data-refused", { count: refused.length })}</p>
      <ul>
        ${refused.slice(0, shownLines).map((error) => html`<li>${errorText(t, error)}</li>`)}
        ${more > 0 ? html`<li>${t("data-refused-more", { count: more })}</li>` : nothing}
      </ul>
    </div>`;
  }

  /** Takes files and text alike; the page's own files are not meant here. @param {DragEvent} event */
  #drop(event) {
    event.preventDefault();
    event.stopPropagation();
    const [file] = event.dataTransfer?.files ?? [];
    if (file) void this.#open(file);
    else this.#use(event.dataTransfer?.getData("text") ?? "");
  }

  /** @param {File} file */
  async #open(file) {
    try {
      this.#use(await textOf(file));
    } catch (error) {
      if (!(error instanceof AttentionError)) throw error;
      this.problem = error;
    }
  }

  /** Trains on the reader's data, or says why that cannot be. @param {string} data */
  #use(data) {
    this.typed = data;
    try {
      this.refused = this.task.check(data);
      this.problem = null;
    } catch (error) {
      if (!(error instanceof AttentionError)) throw error;
      this.problem = error;
      return;
    }
    this.#send(data);
  }

  /** @param {string | null} detail */
  #send(detail) {
    this.dispatchEvent(new CustomEvent("train-data", { detail }));
  }
}

customElements.define("data-card", DataCard);
