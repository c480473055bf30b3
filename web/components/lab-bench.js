import { css, html, nothing } from "lit";

import { labWords } from "../lessons/locales-bundled.js";
import { createTranslate } from "../lessons/translate.js";
import { choices } from "../state/fields.js";
import { shared } from "./styles.js";
import { ViewElement } from "./view-element.js";

/** @typedef {import("../lessons/translate.js").Translate} Translate */

/**
 * What brings each experiment's element, `<id>-lab`: it is loaded when it is opened first.
 * @type {Readonly<Record<string, () => Promise<unknown>>>}
 */
const loaders = Object.freeze({
  order: () => import("./labs/order-lab.js"),
  numbers: () => import("./labs/numbers-lab.js"),
  export: () => import("./labs/export-lab.js"),
});

/** The experiments: one list of questions, and the one that is open. Fires "state-patch". */
export class LabBench extends ViewElement {
  static properties = { ...ViewElement.properties, loaded: { state: true }, failed: { state: true } };

  static styles = [
    shared,
    css`
      h2 {
        margin: 0;
        font-size: var(--title);
      }
      p {
        margin: 0 0 12px;
      }
      nav {
        display: flex;
        flex-wrap: wrap;
        gap: 8px;
      }
      section.card {
        margin-top: 12px;
        padding: 20px;
      }
      h3 {
        margin: 0 0 8px;
        font-size: 1rem;
      }
    `,
  ];

  constructor() {
    super();
    /** @type {Readonly<Record<string, Translate>>} the own words of experiments whose elements are there */
    this.loaded = {};
    /** @type {string | null} the experiment that could not be loaded */
    this.failed = null;
  }

  /** @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    if (!changed.has("view")) return;
    const { lab } = this.view.state;
    const before = /** @type {import("./view.js").View | undefined} */ (changed.get("view"));
    if (lab !== null && before?.state.lab !== lab && !this.loaded[lab]) void this.#load(lab);
  }

  render() {
    const { t, state } = this.view;
    return html`
      <h2>${t("labs-heading")}</h2>
      <p class="muted">${t("labs-hint")}</p>
      <nav aria-label=${t("labs-heading")}>
        ${choices.lab.map(
          (lab) =>
            html`<button
              aria-expanded=${state.lab === lab}
              aria-controls="lab"
              @click=${() => this.patch({ lab: state.lab === lab ? null : lab })}
            >
              ${t(`lab-${lab}`)}
            </button>`,
        )}
      </nav>
      <section id="lab" class="card" aria-labelledby="lab-title" ?hidden=${state.lab === null}>
        ${state.lab === null ? nothing : html`<h3 id="lab-title">${t(`lab-${state.lab}`)}</h3>`} ${this.#lab()}
      </section>
    `;
  }

  #lab() {
    const { t, state } = this.view;
    const { lab } = state;
    const words = lab === null ? undefined : this.loaded[lab];
    if (lab === null || !words) return lab !== null && this.failed === lab ? this.#failure() : nothing;
    return labs[lab]?.({ ...this.view, t: (id, args) => words(id, args) || t(id, args) });
  }

  #failure() {
    return html`<p class="error" role="alert">${this.view.t("lab-failed")}</p>`;
  }

  /** @param {string} lab */
  async #load(lab) {
    this.failed = null;
    try {
      const [words] = await Promise.all([labWords.en[lab]?.(), loaders[lab]?.()]);
      this.loaded = { ...this.loaded, [lab]: createTranslate("en", words?.default ?? "") };
    } catch {
      this.failed = lab; // closing it and opening it again tries again
    }
  }
}

/**
 * The experiments' elements; each is given the view.
 * @type {Readonly<Record<string, (view: import("./view.js").View) => unknown>>}
 */
const labs = Object.freeze({
  order: (view) => html`<order-lab .view=${view}></order-lab>`,
  numbers: (view) => html`<numbers-lab .view=${view}></numbers-lab>`,
  export: (view) => html`<export-lab .view=${view}></export-lab>`,
});

customElements.define("lab-bench", LabBench);
