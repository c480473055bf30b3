/** @typedef {import("../../state/state.js").State} State */

/** Tells whether a host is light or dark, and updates it when the system changes. */
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
   * Forced colours follow the system, so figures must.
   * @param {State["theme"]} chosen
   * @returns {"light" | "dark"}
   */
  of(chosen) {
    if (chosen !== "auto" && !this.#forced.matches) return /** @type {"light" | "dark"} */ (chosen);
    return this.#dark.matches ? "dark" : "light";
  }
}
