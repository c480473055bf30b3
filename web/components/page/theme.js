import { whileConnected } from "../while-connected.js";

/** @typedef {import("../../state/state.js").State} State */

/** Decides whether the page is light or dark, and updates its host when the setting of the system changes. */
export class PageTheme {
  #dark = window.matchMedia("(prefers-color-scheme: dark)");
  #forced = window.matchMedia("(forced-colors: active)");

  /** @param {import("lit").ReactiveElement} host */
  constructor(host) {
    whileConnected(host, (signal) => {
      for (const query of [this.#dark, this.#forced])
        query.addEventListener("change", () => host.requestUpdate(), { signal });
    });
  }

  /**
   * The theme that the reader has chosen, otherwise that of the system. With forced colours, it is always that of the
   * system, so that figures match the rest of the page.
   * @param {State["theme"]} chosen
   * @returns {"light" | "dark"}
   */
  of(chosen) {
    if (chosen !== "auto" && !this.#forced.matches) return /** @type {"light" | "dark"} */ (chosen);
    return this.#dark.matches ? "dark" : "light";
  }
}
