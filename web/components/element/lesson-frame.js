import { html } from "lit";

import { whileConnected } from "../while-connected.js";

/** @typedef {import("./attributes.js").Looks} Looks */

/**
 * The link to a lesson or a step, without the #.
 * @param {Looks} looks
 */
export const linkToLesson = ({ lesson, step }) =>
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
  #events;
  #ready;

  /**
   * @param {import("lit").ReactiveElement} host
   * @param {import("./events.js").Events} events
   * @param {() => void} ready called when the lesson is shown
   */
  constructor(host, events, ready) {
    this.#host = host;
    this.#events = events;
    this.#ready = ready;
    whileConnected(host, (signal) => window.addEventListener("message", (event) => this.#hear(event), { signal }));
  }

  /** @param {import("../../words/translate.js").Translate} t @param {Looks} looks @param {"light" | "dark"} theme */
  render(t, looks, theme) {
    return html`<iframe
      part="lesson"
      title=${t("lesson-frame")}
      allow="clipboard-write"
      src=${addressOf(looks, theme)}
    ></iframe>`;
  }

  /** @param {MessageEvent} event */
  #hear({ source, origin, data }) {
    const frame = /** @type {HTMLIFrameElement | null} */ (this.#host.renderRoot.querySelector("iframe"));
    if (!frame || source !== frame.contentWindow || origin !== new URL(frame.src).origin) return;
    const { type, ...detail } = Object(data);
    if (type === "attention-resize" && detail.height > 0) frame.style.height = `${Number(detail.height)}px`;
    if (type === "attention-ready") this.#ready();
    if (type === "attention-answer") this.#events.fire("attention-answer", detail);
    if (type === "attention-error") this.#events.fire("attention-error", { ...detail, got: "" });
  }
}
