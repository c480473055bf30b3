import { css, html, nothing } from "lit";

import {
  caseOf,
  csvOf,
  javascriptOf,
  numpyOf,
  pytorchOf,
  settingsOf,
  walkOf,
  walkOfState,
} from "../../../export/index.js";
import { withLanguage } from "../../language-link.js";
import { fragmentOrNull } from "../../../state/url.js";
import { jsonOf } from "../../../tensors/json.js";
import { npyOf } from "../../../tensors/npy.js";
import { npzOf } from "../../../tensors/npz.js";
import { copyImage, copyText, download } from "../../download.js";
import { figureName, onPaper, papers, scenePng, sceneSvg } from "../../figure/scene-image.js";
import { ViewElement } from "../../view-element.js";
import { embedButton } from "../../embed-button.js";
import { exportStyles } from "./styles.js";
import { pickedFile } from "../../one-file.js";
import { option } from "../../fields/option.js";
import { stageName } from "../../../view/stage-names.js";
import { eventValue } from "../../fields/event-value.js";

/** @typedef {import("../../../view/view.js").View} View */
/** @typedef {"pytorch" | "numpy" | "javascript"} Language */

/** @type {Readonly<Record<Language, string>>} file extensions */
const endings = Object.freeze({ pytorch: "torch.py", numpy: "numpy.py", javascript: "mjs" });
const archive = "attention.npz";

/**
 * Saves or copies the figure, its numbers, code that computes them, links and the state. All files are made in the
 * page; no request is sent.
 */
export class ExportExperiment extends ViewElement {
  static properties = {
    ...ViewElement.properties,
    tensor: { state: true },
    language: { state: true },
    paper: { state: true },
    said: { state: true },
  };

  static styles = [
    exportStyles,
    css`
      :host {
        display: grid;
        grid-template-columns: repeat(auto-fit, minmax(min(100%, 28rem), 1fr));
        gap: var(--space-24) var(--space-32);
      }
      section {
        min-width: 0;
      }
      .wide,
      .said {
        grid-column: 1 / -1;
      }
    `,
  ];

  /** @type {{view: View, code: Record<Language, string>} | null} */
  #written = null;

  constructor() {
    super();
    /** @type {string | null} id of the tensor to save; null: the stage in view */
    this.tensor = null;
    /** @type {Language} */
    this.language = "pytorch";
    /** @type {import("../../figure/scene-image.js").Paper} */
    this.paper = "page";
    this.said = "";
  }

  render() {
    return html`${this.#figure()} ${this.#numbers()} ${this.#code()} ${this.#share()} ${this.#file()}
      <p class="said" role="status">${this.said}</p>`;
  }

  #figure() {
    const { t, state } = this.view;
    return html`
      <section aria-labelledby="figure-title">
        <h4 id="figure-title">${t("export-figure", { name: stageName(this.view, state.stage) })}</h4>
        <div class="row">
          <button id="svg" @click=${() => this.#saveSvg()}>SVG</button>
          <button id="png" @click=${() => this.#savePng()}>PNG</button>
          <button id="copy-png" @click=${() => this.#copyPng()}>${t("export-copy-png")}</button>
          <label class="small muted" for="paper">${t("export-paper")}</label>
          <select
            id="paper"
            @change=${(/** @type {Event} */ event) => {
              this.paper = /** @type {typeof this.paper} */ (eventValue(event));
            }}
          >
            ${papers.map((paper) => option(paper, t(`export-paper-${paper}`), paper === this.paper))}
          </select>
          <button id="print" @click=${() => this.send("print-stages", this.view)}>${t("export-print")}</button>
        </div>
        <p class="small muted">${t("export-image-hint")}</p>
        <p class="small muted">${t("export-print-hint")}</p>
      </section>
    `;
  }

  #numbers() {
    const { t } = this.view;
    const chosen = this.#chosen();
    const save = (/** @type {string} */ ending, /** @type {() => string | Uint8Array<ArrayBuffer>} */ content) => () =>
      download(`attention-${chosen}.${ending}`, content());
    const tensor = () => this.view.run.tensor(chosen);
    return html`
      <section aria-labelledby="numbers-title">
        <h4 id="numbers-title">${t("export-numbers")}</h4>
        <div class="row">
          <label class="small muted" for="tensor">${t("export-tensor")}</label>
          <select
            id="tensor"
            @change=${(/** @type {Event} */ event) => {
              this.tensor = eventValue(event);
            }}
          >
            ${this.#tensors().map((id) => option(id, id, id === chosen))}
          </select>
          <button id="csv" @click=${save("csv", () => csvOf(tensor()))}>CSV</button>
          <button id="json" @click=${save("json", () => jsonOf(tensor()))}>JSON</button>
          <button id="npy" @click=${save("npy", () => npyOf(tensor()))}>.npy</button>
        </div>
        <div class="row">
          <button id="npz" @click=${() => download(archive, npzOf(this.#all()))}>${t("export-npz")}</button>
          <button id="case" @click=${() => download("attention-case.json", this.#case())}>${t("export-case")}</button>
        </div>
        <p class="small muted">${t("export-case-hint")}</p>
      </section>
    `;
  }

  #code() {
    const { t } = this.view;
    const code = this.#codes()[this.language];
    return html`
      <section class="wide" aria-labelledby="code-title">
        <h4 id="code-title">${t("export-code")}</h4>
        <div class="row">
          <div class="row" role="group" aria-label=${t("export-language")}>
            ${Object.keys(endings).map(
              (language) => html`
                <button
                  id=${language}
                  aria-pressed=${this.language === language}
                  @click=${() => {
                    this.language = /** @type {Language} */ (language);
                  }}
                >
                  ${t(`export-${language}`)}
                </button>
              `,
            )}
          </div>
          <button class="link" id="copy-code" @click=${() => copyText(this, code)}>${t("export-copy")}</button>
          <button class="link" id="save-code" @click=${() => download(`attention.${endings[this.language]}`, code)}>
            ${t("export-save")}
          </button>
        </div>
        <p class="small muted">
          ${t(`export-${this.language}-hint`)}
          ${code.includes(archive) ? t("export-beside", { file: archive }) : nothing}
        </p>
        <pre tabindex="0" aria-labelledby="code-title"><code>${code}</code></pre>
      </section>
    `;
  }

  #share() {
    const { t, state } = this.view;
    const fragment = fragmentOrNull({ ...state, experiment: null });
    if (fragment === null) return html`<p>${t("export-no-link")}</p>`;
    const page = window.location.href.replace(/#.*/s, "");
    const whole = withLanguage(fragment);
    const link = whole === "" ? page : `${page}#${whole}`;
    return html`
      <section aria-labelledby="link-title">
        <h4 id="link-title">${t("export-link")}</h4>
        <textarea readonly rows="2" aria-labelledby="link-title" .value=${link}></textarea>
        <button id="copy-link" @click=${() => copyText(this, link)}>${t("export-copy")}</button>
        <p class="small muted">${t("export-link-hint")}</p>
      </section>
      <section>${embedButton(t, () => state)}</section>
    `;
  }

  #file() {
    const { t } = this.view;
    return html`
      <section aria-labelledby="state-title">
        <h4 id="state-title">${t("export-state")}</h4>
        <div class="row">
          <button id="save-state" @click=${() => this.send("state-save", null)}>${t("export-state-save")}</button>
          <label class="small muted" for="load-state">${t("export-state-load")}</label>
          <input
            id="load-state"
            type="file"
            accept=".json"
            @change=${(/** @type {Event} */ event) => void pickedFile(/** @type {HTMLInputElement} */ (event.target), (file) => this.send("state-file", { file }))}
          />
        </div>
        <p class="small muted">${t("export-state-hint")}</p>
      </section>
    `;
  }

  /** Ids of the stages, then of the inputs. */
  #tensors() {
    const { run, inputs } = this.view;
    return [...run.stages, ...Object.keys(inputs).filter((name) => !run.stages.includes(name))];
  }

  #chosen() {
    return this.tensor !== null && this.#tensors().includes(this.tensor) ? this.tensor : this.view.state.stage;
  }

  /** @returns {Record<string, import("../../../engine/tensors.js").Tensor>} */
  #all() {
    const { run, inputs } = this.view;
    const stages = run.stages.map((id) => [id, run.tensor(id)]);
    return { ...walkOf(run, inputs).inputs, ...Object.fromEntries(stages) };
  }

  #case() {
    const { run, spec, inputs, state } = this.view;
    const expected = Object.fromEntries(run.stages.map((id) => [id, run.tensor(id)]));
    return caseOf({ state, spec, inputs, expected });
  }

  #codes() {
    const { view } = this;
    const { state, run } = view;
    const before = this.#written?.view;
    const same = before?.run === run && before.state.stage === state.stage && before.state.head === state.head;
    if (this.#written && same) return this.#written.code;
    const walk = walkOfState(state, view, run, archive);
    const javascript = javascriptOf(walk, settingsOf(state));
    const code = { pytorch: pytorchOf(walk), numpy: numpyOf(walk), javascript };
    this.#written = { view, code };
    return code;
  }

  #saveSvg() {
    const svg = sceneSvg(onPaper(this.view, this.paper));
    if (svg) download(`${figureName(this.view)}.svg`, svg, "image/svg+xml");
  }

  #copyPng() {
    return copyImage(this, this.view.t, scenePng(onPaper(this.view, this.paper)));
  }

  async #savePng() {
    const image = await scenePng(onPaper(this.view, this.paper));
    this.said = image ? "" : this.view.t("export-png-large");
    if (image) download(`${figureName(this.view)}.png`, image);
  }
}

customElements.define("export-experiment", ExportExperiment);
