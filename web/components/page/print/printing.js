import { whileConnected } from "../../while-connected.js";

/** @typedef {import("../../../view/view.js").View} View */

/**
 * Knows whether the browser is printing, so that the page is drawn for paper meanwhile, and prints all stages when
 * "print-stages" is fired, which the export does.
 */
export class PagePrinting {
  #host;
  #loadLater;
  /** Whether the browser is printing. */
  isOn = false;

  /**
   * @param {import("lit").ReactiveElement} host
   * @param {() => Promise<typeof import("../later.js") | null>} loadLater null if it cannot be loaded
   */
  constructor(host, loadLater) {
    this.#host = host;
    this.#loadLater = loadLater;
    whileConnected(host, (signal) => {
      window.addEventListener("beforeprint", () => this.#set(true), { signal });
      window.addEventListener("afterprint", () => this.#set(false), { signal });
    });
    host.addEventListener(
      "print-stages",
      (event) => void this.#printAll(/** @type {CustomEvent<View>} */ (event).detail),
    );
  }

  /** @param {boolean} isOn */
  #set(isOn) {
    this.isOn = isOn;
    this.#host.requestUpdate();
  }

  /** Opens the browser's dialogue for printing with all stages of a walk in place of the page. @param {View} view */
  async #printAll(view) {
    const later = await this.#loadLater();
    if (!later) return;
    document.querySelector("print-stages")?.remove(); // where a browser has not said that the last printing ended
    const pages = new later.PrintStages();
    pages.view = view;
    document.body.append(pages);
    await pages.updateComplete;
    window.addEventListener("afterprint", () => pages.remove(), { once: true });
    window.print();
  }
}
