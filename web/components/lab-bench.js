import { css, html, nothing } from "lit";

import { choices } from "../state/fields.js";
import { shared } from "./styles.js";
import { ViewElement } from "./view-element.js";

/**
 * What brings each experiment's element, `<id>-lab`: it is loaded when it is opened first.
 * @type {Readonly<Record<string, () => Promise<unknown>>>}
 */
const loaders = Object.freeze({
  order: () => import("./labs/order-lab.js"),
  export: () => import("./labs/export-lab.js"),
});

/** The experiments: one list of questions, and the one that is open. Fires "state-patch". */
export class LabBench extends ViewElement {
  static properties = { ...ViewElement.properties, loaded: { state: true } };

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
    /** @type {readonly string[]} experiments whose elements are there */
    this.loaded = [];
  }

  /** @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    const { lab } = this.view.state;
    if (changed.has("view") && lab !== null && !this.loaded.includes(lab)) void this.#load(lab);
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
    const { lab } = this.view.state;
    return lab !== null && this.loaded.includes(lab) ? labs[lab]?.(this.view) : nothing;
  }

  /** @param {string} lab */
  async #load(lab) {
    await loaders[lab]?.();
    this.loaded = [...this.loaded, lab];
  }
}

/**
 * The experiments' elements; each is given the view.
 * @type {Readonly<Record<string, (view: import("./view.js").View) => unknown>>}
 */
const labs = Object.freeze({
  order: (view) => html`<order-lab .view=${view}></order-lab>`,
  export: (view) => html`<export-lab .view=${view}></export-lab>`,
});

customElements.define("lab-bench", LabBench);
