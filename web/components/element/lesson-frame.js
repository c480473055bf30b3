import { html } from "lit";

import { whileConnected } from "../while-connected.js";

/** @typedef {import("./attributes.js").Looks} Looks */

/**
 * The link to a lesson or a step, without the #.
 * @param {Looks} looks
 */
const linkToLesson = ({ lesson, step }) =>
  ["place=learn", `lesson=${lesson}`, ...(step === "" ? [] : [`step=${step}`])].join("&");

/**
 * The address of a lesson or a step alone: that of the page beside the element's script, unless the page that contains the element
 * names another.
 * @param {Looks} looks
 * @param {"light" | "dark"} theme
 */
function addressOf(looks, theme) {
  const { step, explorer, locale } = looks;
  const address = explorer === "" ? new URL("index.html", import.meta.url) : new URL(explorer, document.baseURI);
  const { origin } = window.location;
  const query = { alone: step === "" ? "lesson" : "step", theme, ...(origin === "null" ? {} : { parent: origin }) };
  address.search = String(new URLSearchParams(query));
  address.hash = `${linkToLesson(looks)}&lang=${locale}`;
  return address.href;
}

/**
 * A lesson of the course, or one step of it, in the element: a frame with the page that shows it alone. What the frame tells becomes
 * the element's events, and its height the frame's own.
 */
export class LessonFrame {
  #host;
  #settings;
  #events;
  #ready;

  /**
   * @param {import("lit").ReactiveElement} host
   * @param {import("./settings.js").Settings} settings
   * @param {import("./events.js").Events} events
   * @param {(link: string) => void} ready called when the lesson is shown
   */
  constructor(host, settings, events, ready) {
    this.#host = host;
    this.#settings = settings;
    this.#events = events;
    this.#ready = ready;
    whileConnected(host, (signal) => window.addEventListener("message", (event) => this.#hear(event), { signal }));
  }

  /** Whether the element shows a lesson, and not a figure. */
  get isShown() {
    this.#settings.update();
    return this.#settings.looks.lesson !== "";
  }

  /** The link to the lesson, without the #. */
  get link() {
    return linkToLesson(this.#settings.looks);
  }

  /** @param {import("../../words/translate.js").Translate} t @param {"light" | "dark"} theme */
  render(t, theme) {
    return html`<iframe
      part="lesson"
      title=${t("lesson-frame")}
      allow="clipboard-write"
      src=${addressOf(this.#settings.looks, theme)}
    ></iframe>`;
  }

  /** @param {MessageEvent} event */
  #hear({ source, origin, data }) {
    const frame = /** @type {HTMLIFrameElement | null} */ (this.#host.renderRoot.querySelector("iframe"));
    if (!frame || source !== frame.contentWindow || origin !== new URL(frame.src).origin) return;
    const { type, ...detail } = Object(data);
    if (type === "attention-resize" && detail.height > 0) frame.style.height = `${Number(detail.height)}px`;
    if (type === "attention-ready") this.#ready(this.link);
    if (type === "attention-answer") this.#events.fire("attention-answer", detail);
    if (type === "attention-error") this.#events.fire("attention-error", { ...detail, got: "" });
  }
}
