import { html } from "lit";

import { embedsOf } from "../../../export/embed.js";
import { copyText } from "../../download.js";
import { canDrawLines } from "../../../view/scenes.js";
import { ViewElement } from "../../view-element.js";
import { exportStyles } from "./styles.js";
import { option } from "../../option.js";
import { eventValue } from "../../event-value.js";

/** @typedef {import("../../../export/embed.js").EmbedView} EmbedView */
/** @typedef {keyof ReturnType<typeof embedsOf>} Form */

/** Shows code that embeds the current state in another page, with a button that copies it. */
export class EmbedForm extends ViewElement {
  static properties = {
    ...ViewElement.properties,
    fragment: { attribute: false },
    form: { state: true },
    shows: { state: true },
    said: { state: true },
  };

  static styles = exportStyles;

  constructor() {
    super();
    this.fragment = "";
    /** @type {Form} */
    this.form = "element";
    /** @type {EmbedView} */
    this.shows = "stage";
    this.said = "";
  }

  render() {
    const { t, state } = this.view;
    const views = this.#views();
    const view = views.includes(this.shows) ? this.shows : "stage";
    const title = `${t("export-embed-title")}: ${state.sentence}`;
    const fallback = t("export-embed-fallback", { title });
    const { lang: locale } = document.documentElement;
    const all = embedsOf({ fragment: this.fragment, view, title, fallback, base: baseOf(window.location), locale });
    const text = all[this.form];
    const forms = /** @type {Form[]} */ (Object.keys(all));
    return html`
      <section aria-labelledby="embed-title">
        <h4 id="embed-title">${t("export-embed")}</h4>
        <div class="row">
          <div class="row" role="group" aria-labelledby="embed-title">${forms.map((form) => this.#choice(form))}</div>
          <label class="small muted" for="shows">${t("export-embed-view")}</label>
          <select
            id="shows"
            @change=${(/** @type {Event} */ event) => {
              this.shows = /** @type {EmbedView} */ (eventValue(event));
            }}
          >
            ${views.map((one) => option(one, t(`export-view-${one}`), one === view))}
          </select>
        </div>
        <div class="row">
          <textarea readonly rows="4" aria-labelledby="embed-title" .value=${text}></textarea>
          <button id="copy-embed" @click=${() => copyText(this, text)}>${t("export-copy")}</button>
        </div>
        <p class="small muted">${t(`export-embed-${this.form}-hint`)}</p>
        <p class="said" role="status">${this.said}</p>
      </section>
    `;
  }

  /** The values of the attribute `view` to choose from; lines exist only for weights. @returns {EmbedView[]} */
  #views() {
    return canDrawLines(this.view.state.stage) ? ["stage", "equation", "lines", "walk"] : ["stage", "equation", "walk"];
  }

  /** The button that chooses a form of code. @param {Form} form */
  #choice(form) {
    return html`
      <button
        id=${form}
        aria-pressed=${this.form === form}
        @click=${() => {
          this.form = form;
          this.said = "";
        }}
      >
        ${this.view.t(`export-embed-${form}`)}
      </button>
    `;
  }
}

/**
 * The address of the folder of this page; "" for a page on disk, which other pages cannot load.
 * @param {Location} location
 */
const baseOf = ({ protocol, href }) => (/^https?:$/.test(protocol) ? new URL(".", href).href : "");

customElements.define("embed-form", EmbedForm);
