import { css, html, nothing } from "lit";

import { createTranslate, either } from "../../lessons/translate.js";
import { groupedLabs } from "./lab-groups.js";
import { comparisons } from "./compare/comparisons.js";
import { shared } from "../styles.js";
import { ViewElement } from "../view-element.js";
import { withSubscripts } from "../words.js";

/** @typedef {import("../../view/view.js").View} View */
/** @typedef {import("../../lessons/translate.js").Translate} Translate */

const compare = () => import("./compare/compare-lab.js");

/**
 * What brings each experiment's element, `<id>-lab`: it is loaded when it is opened first. Questions that compare two
 * walks share one element.
 * @type {Readonly<Record<string, () => Promise<unknown>>>}
 */
const loaders = Object.freeze({
  order: () => import("./order/order-lab.js"),
  compare,
  cost: () => import("./cost/cost-lab.js"),
  mask: () => import("./mask/mask-lab.js"),
  training: () => import("./training/training-lab.js"),
  ...Object.fromEntries(Object.keys(comparisons).map((id) => [id, compare])),
  cache: () => import("./cache/cache-lab.js"),
  dot: () => import("./benches/dot-lab.js"),
  softmax: () => import("./benches/softmax-lab.js"),
  tiles: () => import("./tiles/tiles-lab.js"),
  backward: () => import("./backward/backward-lab.js"),
  numbers: () => import("./numbers/numbers-lab.js"),
  export: () => import("./export/export-lab.js"),
  place: () => import("./place/place-lab.js"),
  speed: () => import("./speed/speed-lab.js"),
});

/**
 * What the walk must be for a question that compares nothing to arise.
 * @type {Readonly<Record<string, Readonly<Partial<import("../../state/state.js").State>>>>}
 */
const starts = Object.freeze({ order: { causal: false, position: "none" } });

/** The experiments: questions that learners ask, and the one that is open. Fires "state-patch". */
export class LabBench extends ViewElement {
  static follows = true;
  static properties = { ...ViewElement.properties, loaded: { state: true }, failed: { state: true } };

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

  /** The question just asked here, whose answer is to be brought into view. */
  #opening = "";

  constructor() {
    super();
    /** @type {Readonly<Record<string, Translate>>} the words of experiments, by those whose elements are there */
    this.loaded = {};
    /** @type {string | null} the experiment that could not be loaded */
    this.failed = null;
  }

  /** @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    if (!changed.has("view")) return;
    const { lab } = this.view.state;
    const before = /** @type {View | undefined} */ (changed.get("view"));
    // Opened from elsewhere on the page, it comes into sight too.
    if (before && lab !== null && before.state.lab !== lab) this.#opening = lab;
    if (lab !== null && before?.state.lab !== lab && !this.loaded[lab]) void this.#load(lab);
  }

  render() {
    const { t, state } = this.view;
    return html`
      <h2 tabindex="-1">${t("labs-heading")}</h2>
      <p class="muted">${t("labs-hint")}</p>
      <nav aria-label=${t("labs-heading")}>
        ${groupedLabs().map(
          ({ group, labs: ids }) => html`
            <div>
              <h3>${t(`labs-${group}`)}</h3>
              <ul>
                ${ids.map((lab) => html`<li>${this.#question(lab)}</li>`)}
              </ul>
            </div>
          `,
        )}
      </nav>
      <section id="lab" class="card" aria-labelledby="lab-title" ?hidden=${state.lab === null}>
        ${state.lab === null ? nothing : this.#head(state.lab)} ${this.#lab()}
      </section>
    `;
  }

  updated() {
    const { lab } = this.view.state;
    if (lab === null || lab !== this.#opening || !this.loaded[lab]) return;
    this.#opening = "";
    this.#bring("#lab", "#lab-title");
  }

  /** Brings the questions into view, from elsewhere on the page. */
  show() {
    this.#bring("h2", "h2");
  }

  /**
   * @param {string} part to bring into view
   * @param {string} heading to read on from
   */
  #bring(part, heading) {
    const calm = window.matchMedia("(prefers-reduced-motion: reduce)").matches;
    this.renderRoot.querySelector(part)?.scrollIntoView({ block: "start", behavior: calm ? "auto" : "smooth" });
    /** @type {HTMLElement | null} */ (this.renderRoot.querySelector(heading))?.focus({ preventScroll: true });
  }

  /** @param {string} lab */
  #question(lab) {
    const { t, state } = this.view;
    const open = state.lab === lab;
    return html`<button
      data-lab=${lab}
      aria-expanded=${open}
      aria-controls="lab"
      @click=${() => (open ? this.#close() : this.#open(lab))}
    >
      ${withSubscripts(t(`lab-${lab}`))}
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

  #lab() {
    const { t, state } = this.view;
    const { lab } = state;
    const words = lab === null ? undefined : this.loaded[lab];
    if (lab === null || !words) return lab !== null && this.failed === lab ? this.#failure() : nothing;
    return labs[lab]?.({ ...this.view, t: either(words, t) });
  }

  #failure() {
    return html`<p class="error" role="alert">${this.view.t("lab-failed")}</p>`;
  }

  /**
   * A question brings the walk to where it arises. Where it first asks what the reader expects, B waits for the answer.
   * @param {string} lab
   */
  #open(lab) {
    const { a = starts[lab] ?? {}, b = null, stage, expect } = comparisons[lab] ?? {};
    this.#opening = lab;
    this.patch({ ...a, ...(stage ? { stage } : {}), lab, compare: expect ? null : b });
  }

  #close() {
    const { lab } = this.view.state;
    this.#opening = "";
    this.patch({ lab: null, compare: null });
    /** @type {HTMLElement | null} */ (this.renderRoot.querySelector(`[data-lab="${lab}"]`))?.focus();
  }

  /** @param {string} lab */
  async #load(lab) {
    this.failed = null;
    try {
      const [words] = await Promise.all([import("../../lessons/lab-words-en.js"), loaders[lab]?.()]);
      this.loaded = { ...this.loaded, [lab]: createTranslate("en", words.text) };
    } catch {
      this.failed = lab; // closing it and opening it again tries again
    }
  }
}

/** @param {View} view */
const comparison = (view) => html`<compare-lab .view=${view}></compare-lab>`;

/**
 * The experiments' elements; each is given the view.
 * @type {Readonly<Record<string, (view: View) => unknown>>}
 */
const labs = Object.freeze({
  order: (view) => html`<order-lab .view=${view}></order-lab>`,
  compare: comparison,
  mask: (view) => html`<mask-lab .view=${view}></mask-lab>`,
  training: (view) => html`<training-lab .view=${view}></training-lab>`,
  cost: (view) => html`<cost-lab .view=${view}></cost-lab>`,
  ...Object.fromEntries(Object.keys(comparisons).map((id) => [id, comparison])),
  cache: (view) => html`<cache-lab .view=${view}></cache-lab>`,
  dot: (view) => html`<dot-lab .view=${view}></dot-lab>`,
  softmax: (view) => html`<softmax-lab .view=${view}></softmax-lab>`,
  tiles: (view) => html`<tiles-lab .view=${view}></tiles-lab>`,
  backward: (view) => html`<backward-lab .view=${view}></backward-lab>`,
  numbers: (view) => html`<numbers-lab .view=${view}></numbers-lab>`,
  export: (view) => html`<export-lab .view=${view}></export-lab>`,
  place: (view) => html`<place-lab .view=${view}></place-lab>`,
  speed: (view) => html`<speed-lab .view=${view}></speed-lab>`,
});

customElements.define("lab-bench", LabBench);
