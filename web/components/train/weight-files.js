import { html, LitElement } from "lit";

import { AttentionError } from "../../engine/errors.js";
import { weightFormats } from "../../export/model-files.js";
import { modelPytorchOf } from "../../export/model-python.js";
import { bytesOf, droppedFile, pickedFile } from "../one-file.js";
import { readWeights, splitWeights } from "../../training/weights.js";
import { download } from "../download.js";
import { errorText } from "../error-text.js";
import { toolStyles } from "./tool-styles.js";

/** @typedef {import("./training-run.js").TrainingRun} TrainingRun */
/** @typedef {keyof typeof weightFormats} Format */

const formats = /** @type {Format[]} */ (Object.keys(weightFormats));

/**
 * Saves the weights of a run's step as a file, with PyTorch code that reads it, and starts a run from such a file: fires
 * "load-weights" with {weights: Float32Array}.
 */
export class WeightFiles extends LitElement {
  static properties = {
    view: { attribute: false },
    run: { attribute: false },
    at: { type: Number },
    problem: { state: true },
    loaded: { state: true },
  };

  static styles = toolStyles;

  constructor() {
    super();
    this.view = /** @type {import("../../view/view.js").View} */ (/** @type {unknown} */ (undefined));
    this.run = /** @type {TrainingRun} */ (/** @type {unknown} */ (undefined));
    /** The index of the snapshot whose weights are saved. */
    this.at = 0;
    /** @type {AttentionError | null} */
    this.problem = null;
    /** The name of the file that a run was started from; "" before. */
    this.loaded = "";
  }

  render() {
    const t = this.view.t;
    const { step = 0 } = this.run.snapshots[this.at] ?? {};
    return html`<div
      @dragover=${(/** @type {DragEvent} */ event) => event.preventDefault()}
      @drop=${(/** @type {DragEvent} */ event) => void droppedFile(event, (file) => this.#load(file))}
    >
      <p>${t("weights-save", { step })}</p>
      <p class="row">
        ${formats.map((format) => html`<button id="save-${format}" @click=${() => this.#save(format)}>.${format}</button>`)}
      </p>
      <p>${t("weights-code")}</p>
      <p class="row">
        ${formats.map(
          (format) => html`<button id="code-${format}" @click=${() => this.#saveCode(format)}>.${format}</button>`,
        )}
      </p>
      <p class="small muted">${t("weights-code-hint")}</p>
      <p><label for="load">${t("weights-load")}</label></p>
      <input
        id="load"
        type="file"
        accept=".npz,.safetensors,.json"
        @change=${(/** @type {Event} */ event) => void pickedFile(/** @type {HTMLInputElement} */ (event.target), (file) => this.#load(file))}
      />
      <p class="small muted">${t("weights-load-hint")}</p>
      <p class="error" role="alert">${this.problem ? errorText(t, this.problem) : ""}</p>
      <p role="status">${this.loaded ? t("weights-loaded", { name: this.loaded }) : ""}</p>
    </div>`;
  }

  /** @param {Format} format */
  #name(format) {
    const { settings, snapshots } = this.run;
    return `${settings.task}-${snapshots[this.at]?.step ?? 0}.${format}`;
  }

  /** @param {Format} format */
  #save(format) {
    const { facts, snapshots } = this.run;
    const snapshot = snapshots[this.at];
    if (!facts || !snapshot) return;
    download(this.#name(format), new Blob([weightFormats[format](splitWeights(facts.shapes, snapshot.weights))]));
  }

  /** @param {Format} format */
  #saveCode(format) {
    const { facts } = this.run;
    if (!facts) return;
    const { spec, example, tokens, keys } = facts;
    const file = this.#name(format);
    const code = modelPytorchOf(spec, file, example, { tokens, source: keys });
    download(`${file.slice(0, file.lastIndexOf("."))}.py`, code, "text/x-python");
  }

  /** Reads a file; one that does not fit changes nothing. @param {File} file */
  async #load(file) {
    const { facts } = this.run;
    if (!facts) return;
    this.problem = null;
    this.loaded = "";
    try {
      const tensors = Object.values(readWeights(facts.shapes, file.name, await bytesOf(file)));
      const weights = new Float32Array(facts.parameters);
      let at = 0;
      for (const { data } of tensors) {
        weights.set(data, at);
        at += data.length;
      }
      this.dispatchEvent(new CustomEvent("load-weights", { detail: { weights }, bubbles: true, composed: true }));
      this.loaded = file.name;
    } catch (error) {
      if (!(error instanceof AttentionError)) throw error;
      this.problem = error;
    }
  }
}

customElements.define("weight-files", WeightFiles);
