import { css, html, nothing } from "lit";

import { AttentionError } from "../../engine/errors.js";
import { createTranslate, either } from "../../lessons/translate.js";
import { labs } from "../../state/labs.js";
import { changeState } from "../../state/state.js";
import { errorText } from "../error-text.js";
import { comparisonOf } from "./compare/comparisons.js";
import { shared } from "../styles.js";
import { ViewElement } from "../view-element.js";
import { withSubscripts } from "../rich-text.js";

/** @typedef {import("../../view/view.js").View} View */
/** @typedef {import("../../lessons/translate.js").Translate} Translate */
/** @typedef {import("../../state/state.js").State} State */
/** @typedef {import("../../state/labs.js").Lab} Lab */

/**
 * For each element of experiments, the function that loads it when it is first opened.
 * @type {Readonly<Record<import("../../state/labs.js").LabElement, () => Promise<unknown>>>}
 */
const loaders = Object.freeze({
  "backward-lab": () => import("./backward/backward-lab.js"),
  "cache-lab": () => import("./cache/cache-lab.js"),
  "compare-lab": () => import("./compare/compare-lab.js"),
  "cost-lab": () => import("./cost/cost-lab.js"),
  "dot-lab": () => import("./calculators/dot-lab.js"),
  "export-lab": () => import("./export/export-lab.js"),
  "mask-lab": () => import("./mask/mask-lab.js"),
  "numbers-lab": () => import("./numbers/numbers-lab.js"),
  "order-lab": () => import("./order/order-lab.js"),
  "place-lab": () => import("./place/place-lab.js"),
  "softmax-lab": () => import("./calculators/softmax-lab.js"),
  "speed-lab": () => import("./speed/speed-lab.js"),
  "tiles-lab": () => import("./tiles/tiles-lab.js"),
  "training-lab": () => import("./training/training-lab.js"),
});

/** The groups of experiments, in the order of the table of experiments. */
const groups = [...new Set(labs.map(({ group }) => group))];

/**
 * Lists the experiments, each by the question that it answers, and shows the open one below the list. Fires
 * "state-patch" when the reader opens or closes an experiment.
 */
export class LabsPanel extends ViewElement {
  static deferred = true;
  static properties = {
    ...ViewElement.properties,
    loaded: { state: true },
    failed: { state: true },
    problem: { state: true },
  };

  static styles = [
    shared,
    css`
      h2 {
        margin: 0;
        font-size: var(--title);
        scroll-margin-top: 12px;
      }
      p {
        margin: 0 0 16px;
      }
      nav {
        display: grid;
        gap: 12px;
      }
      nav > div {
        display: grid;
        grid-template-columns: 9rem minmax(0, 1fr);
        gap: 4px 16px;
        align-items: baseline;
      }
      nav h3 {
        margin: 0;
        color: var(--muted);
        font-size: var(--small);
        font-weight: 400;
      }
      ul {
        display: flex;
        flex-wrap: wrap;
        gap: 8px;
        margin: 0;
        padding: 0;
        list-style: none;
      }
      nav button {
        padding-block: 5px;
        line-height: 1.4;
        text-align: start;
      }
      nav button[aria-expanded="true"] {
        border-color: var(--role-weights);
        background: var(--weights-soft);
        color: var(--role-weights);
      }
      section.card {
        margin-top: 20px;
        padding: 20px;
        scroll-margin-top: 12px;
      }
      .head {
        display: flex;
        gap: 12px;
        align-items: start;
        justify-content: space-between;
        margin-bottom: 8px;
      }
      .head h3 {
        margin: 0;
        font-size: var(--title);
      }
      h2:focus,
      .head h3:focus {
        outline: none;
      }
      @media (max-width: 45rem) {
        nav {
          gap: 16px;
        }
        nav > div {
          grid-template-columns: minmax(0, 1fr);
        }
      }
      @media (max-width: 30rem) {
        section.card {
          padding: 12px;
        }
      }
    `,
  ];

  /** Id of an experiment that was just opened and must be scrolled into view once it is loaded; otherwise "". */
  #opening = "";
  /** @type {{from: View, translate: Translate, view: View} | null} the view of the open experiment, with its messages */
  #given = null;
  /** @type {ViewElement | null} the element of the open experiment; null if none is shown */
  #element = null;

  constructor() {
    super();
    /** @type {Readonly<Record<string, Translate | undefined>>} the messages of each experiment whose element is loaded */
    this.loaded = {};
    /** @type {string | null} the experiment that could not be loaded */
    this.failed = null;
    /** Why the last change from inside the open experiment was refused; "" if it was accepted. */
    this.problem = "";
  }

  /** @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    if (!changed.has("view")) return;
    const before = /** @type {View | undefined} */ (changed.get("view"));
    const lab = openLab(this.view.state);
    if (lab?.id !== before?.state.lab) this.problem = "";
    if (!lab || lab.id === before?.state.lab) return;
    if (before) this.#opening = lab.id; // also scrolls to an experiment that was opened elsewhere on the page
    if (!this.loaded[lab.id]) void this.#load(lab);
  }

  render() {
    const { t, state } = this.view;
    return html`
      <h2 tabindex="-1">${t("labs-heading")}</h2>
      <p class="muted">${t("labs-hint")}</p>
      <nav aria-label=${t("labs-heading")}>
        ${groups.map(
          (group) => html`
            <div>
              <h3>${t(`labs-${group}`)}</h3>
              <ul>
                ${labs.filter((lab) => lab.group === group).map((lab) => html`<li>${this.#question(lab)}</li>`)}
              </ul>
            </div>
          `,
        )}
      </nav>
      <section id="lab" class="card" aria-labelledby="lab-title" ?hidden=${state.lab === null}>
        ${state.lab === null ? nothing : this.#head(state.lab)}
        <p class="error" role="alert" ?hidden=${!this.problem}>${this.problem}</p>
        <div @state-patch=${(/** @type {CustomEvent} */ event) => this.#check(event)}>${this.#content()}</div>
      </section>
    `;
  }

  updated() {
    const { lab } = this.view.state;
    if (lab === null || lab !== this.#opening || !this.loaded[lab]) return;
    this.#opening = "";
    this.#scrollTo("#lab", "#lab-title");
  }

  /** Scrolls the list of experiments into view. */
  show() {
    this.#scrollTo("h2", "h2");
  }

  /**
   * Scrolls a part into view and moves the focus to a heading.
   * @param {string} part selector of the part
   * @param {string} heading selector of the heading
   */
  #scrollTo(part, heading) {
    const reducedMotion = window.matchMedia("(prefers-reduced-motion: reduce)").matches;
    this.renderRoot
      .querySelector(part)
      ?.scrollIntoView({ block: "start", behavior: reducedMotion ? "auto" : "smooth" });
    /** @type {HTMLElement | null} */ (this.renderRoot.querySelector(heading))?.focus({ preventScroll: true });
  }

  /** @param {Lab} lab */
  #question(lab) {
    const { t, state } = this.view;
    const open = state.lab === lab.id;
    return html`<button
      data-lab=${lab.id}
      aria-expanded=${open}
      aria-controls="lab"
      @click=${() => (open ? this.#close() : this.#open(lab))}
    >
      ${withSubscripts(t(`lab-${lab.id}`))}
    </button>`;
  }

  /** @param {string} lab */
  #head(lab) {
    const { t } = this.view;
    return html`
      <div class="head">
        <h3 id="lab-title" tabindex="-1">${withSubscripts(t(`lab-${lab}`))}</h3>
        <button @click=${() => this.#close()}>${t("labs-close")}</button>
      </div>
    `;
  }

  /** The element of the open experiment, or a message if it could not be loaded. */
  #content() {
    const { t, state } = this.view;
    const lab = openLab(state);
    const translate = lab && this.loaded[lab.id];
    if (!translate) {
      this.#element = null;
      return lab && this.failed === lab.id ? this.#failure() : nothing;
    }
    if (this.#element?.localName !== lab.element)
      this.#element = /** @type {ViewElement} */ (document.createElement(lab.element));
    if (this.#given?.from !== this.view || this.#given.translate !== translate)
      this.#given = { from: this.view, translate, view: { ...this.view, t: either(translate, t) } };
    this.#element.view = this.#given.view;
    return this.#element;
  }

  /**
   * Refuses a change from inside the experiment here, in sight, if it is invalid. The experiment then shows its old value.
   * @param {CustomEvent} event
   */
  #check(event) {
    const { t, state } = this.view;
    try {
      changeState(state, event.detail.patch);
      this.problem = "";
    } catch (error) {
      if (!(error instanceof AttentionError)) throw error;
      event.stopPropagation();
      this.problem = errorText(t, error);
      this.#element?.requestUpdate();
    }
  }

  #failure() {
    return html`<p class="error" role="alert">${this.view.t("lab-failed")}</p>`;
  }

  /**
   * Opens an experiment with its settings. If the experiment asks for a prediction first, walk B is computed only after
   * the answer.
   * @param {Lab} lab
   */
  #open({ id, start }) {
    const { b = null, expect } = comparisonOf(id) ?? {};
    this.#opening = id;
    this.patch({ ...start, lab: id, compare: expect ? null : b });
  }

  #close() {
    const { lab } = this.view.state;
    this.#opening = "";
    this.patch({ lab: null, compare: null });
    /** @type {HTMLElement | null} */ (this.renderRoot.querySelector(`[data-lab="${lab}"]`))?.focus();
  }

  /** @param {Lab} lab */
  async #load({ id, element }) {
    this.failed = null;
    try {
      const [words] = await Promise.all([import("../../lessons/lab-words-en.js"), loaders[element]()]);
      this.loaded = { ...this.loaded, [id]: createTranslate("en", words.text) };
    } catch {
      this.failed = id; // the reader can try again by opening it again
    }
  }
}

/** The experiment that is open. @param {Partial<State>} [state] */
const openLab = (state) => labs.find(({ id }) => id === state?.lab);

customElements.define("labs-panel", LabsPanel);
