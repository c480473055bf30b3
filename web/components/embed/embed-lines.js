import { html, LitElement } from "lit";

import { embedsOf, lessonEmbedsOf } from "../../export/embed.js";
import { fragmentOrNull } from "../../state/url.js";
import { canDrawLines } from "../../view/scenes.js";
import { copyText } from "../download.js";
import { choice } from "./choice.js";
import { kilobytes } from "./kilobytes.js";
import { partStyles } from "./styles.js";

/** @typedef {import("../../view/view.js").View} View */
/** @typedef {import("../../export/embed.js").EmbedView} EmbedView */
/** @typedef {"element" | "iframe" | "oembed"} LinesKind */

/** Lines to paste into another page, with a preview of the figure and what both weigh. */
export class EmbedLines extends LitElement {
  static properties = {
    view: { attribute: false },
    course: { attribute: false },
    kind: { attribute: false },
    shows: { state: true },
    loaded: { state: true },
    said: { state: true },
  };

  static styles = partStyles;

  constructor() {
    super();
    /** What is embedded. */
    this.view = /** @type {View} */ (/** @type {unknown} */ (undefined));
    /** The step of a lesson that it belongs to; null for none. @type {import("../embed-button.js").CourseStep | null} */
    this.course = null;
    /** @type {LinesKind} */
    this.kind = "element";
    /** What is embedded: a view of the figure, or in Learn the step or its lesson. @type {EmbedView | "step" | "lesson"} */
    this.shows = "stage";
    /** Bytes that the frame of the preview has loaded; 0 until it has. */
    this.loaded = 0;
    this.said = "";
  }

  /** What was said was said of another kind. @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    if (changed.has("kind")) this.said = "";
  }

  render() {
    const { kind } = this;
    const { t, state } = this.view;
    const fragment = fragmentOrNull({ ...state, experiment: null, experiment_state: null, compare: null });
    if (fragment === null) return html`<p>${t("embed-no-link")}</p>`;
    const views = canDrawLines(state.stage) ? ["stage", "equation", "lines", "walk"] : ["stage", "equation", "walk"];
    const values = this.course ? [...views, "step", "lesson"] : views;
    const text = this.#text(fragment);
    return html`
      <div class="row">
        ${choice(this, { name: "shows", label: "embed-shows", values, prefix: "embed-view-", chosen: this.shows })}
        <button id="copy" @click=${() => copyText(this, text)}>${t("export-copy")}</button>
      </div>
      <textarea readonly rows="5" aria-label=${t("embed-code")} .value=${text}></textarea>
      <p class="small muted">${t(isOfCourse(this.shows) ? "embed-lesson-hint" : `embed-${kind}-hint`)}</p>
      ${this.#preview(fragment)}
      <p class="small" id="size">${this.#size(text)}</p>
      <p class="said" role="status">${this.said}</p>
    `;
  }

  /** @param {string} fragment */
  #text(fragment) {
    const { t, state } = this.view;
    const { kind, shows, course } = this;
    const { lang: locale } = document.documentElement;
    const isLesson = course && isOfCourse(shows);
    const about = isLesson ? t(`lesson-${course.lesson}`) : state.sentence;
    const title = `${t("embed-figure-title")}: ${about}`;
    const words = { title, fallback: t("embed-fallback", { title }), base: baseOf(window.location), locale };
    if (!isLesson) return embedsOf({ ...words, fragment, view: /** @type {EmbedView} */ (shows) })[kind];
    return lessonEmbedsOf({ ...words, lesson: course.lesson, step: shows === "step" ? course.step : null })[kind];
  }

  /** @param {string} text */
  #size(text) {
    const { t } = this.view;
    const lines = kilobytes(new TextEncoder().encode(text).length);
    if (this.loaded === 0) return t("embed-size-lines", { kilobytes: lines });
    return t("embed-size-loaded", { kilobytes: lines, loaded: kilobytes(this.loaded) });
  }

  /** The figure in a frame, where embed.html is beside this page: it shows nothing but the element, so it previews both. @param {string} fragment */
  #preview(fragment) {
    const { t, theme } = this.view;
    if (!hasFiles()) return html`<p class="small muted">${t("embed-preview-none")}</p>`;
    const { lang } = document.documentElement;
    const { shows, course } = this;
    const step = shows === "step" ? `&step=${course?.step}` : "";
    const address =
      course && isOfCourse(shows)
        ? `index.html?alone=${shows}&theme=${theme}#place=learn&lesson=${course.lesson}${step}&lang=${lang}`
        : `embed.html?view=${shows}&theme=${theme}&locale=${lang}#${fragment}`;
    return html`<iframe src=${address} title=${t("embed-preview")} @load=${this.#count}></iframe>`;
  }

  /** Counts what the frame loads, compressed as it comes: its page, and what that loads later. @param {Event} event */
  #count({ currentTarget }) {
    const { contentWindow } = /** @type {HTMLIFrameElement} */ (currentTarget);
    if (!contentWindow) return;
    this.loaded = 0;
    const { PerformanceObserver } = /** @type {Window & typeof globalThis} */ (contentWindow);
    const observer = new PerformanceObserver((list) => {
      const entries = /** @type {PerformanceResourceTiming[]} */ (list.getEntries());
      this.loaded += entries.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0);
    });
    for (const type of ["navigation", "resource"]) observer.observe({ type, buffered: true });
  }
}

/** Whether it is the step or its lesson that is embedded. @param {EmbedLines["shows"]} shows */
const isOfCourse = (shows) => shows === "step" || shows === "lesson";

/** The address of the folder of this page; "" for a page on disk, which other pages cannot load. @param {Location} location */
const baseOf = ({ protocol, href }) => (/^https?:$/.test(protocol) ? new URL(".", href).href : "");

/** Whether this page has files beside it; the page in one file has none. */
const hasFiles = () => document.querySelector("script[src]") !== null;

customElements.define("embed-lines", EmbedLines);
