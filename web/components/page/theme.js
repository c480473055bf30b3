/** @typedef {import("../../state/state.js").State} State */

/** Whether the page is light or dark; updates its host when the system's setting changes. */
export class PageTheme {
  #host;
  #dark = window.matchMedia("(prefers-color-scheme: dark)");
  #forced = window.matchMedia("(forced-colors: active)");
  #listeners = new AbortController();

  /** @param {import("lit").ReactiveElement} host */
  constructor(host) {
    this.#host = host;
    host.addController(this);
  }

  hostConnected() {
    this.#listeners = new AbortController();
    for (const query of [this.#dark, this.#forced])
      query.addEventListener("change", () => this.#host.requestUpdate(), { signal: this.#listeners.signal });
  }

  hostDisconnected() {
    this.#listeners.abort();
  }

  /**
   * The theme that the reader has chosen, or the system's; forced colours follow the system, so figures must too.
   * @param {State["theme"]} chosen
   * @returns {"light" | "dark"}
   */
  of(chosen) {
    if (chosen !== "auto" && !this.#forced.matches) return /** @type {"light" | "dark"} */ (chosen);
    return this.#dark.matches ? "dark" : "light";
  }
}
