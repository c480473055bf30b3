import { createRef } from "lit/directives/ref.js";

/**
 * Measures the styles at the place of an element, by an invisible probe that the element renders: whether light-dark()
 * colours are dark there, which the page around decides, and the width and font size of the figure to come. When the page
 * changes its colour scheme, a transition of the probe starts, which is how the element notices.
 */
export class StyleProbe {
  /** @type {import("../figure/size-controller.js").Measured | null} */
  measured = null;
  probe = /** @type {import("lit/directives/ref.js").Ref<HTMLElement>} */ (createRef());
  #host;
  /** @type {HTMLElement | undefined} */
  #watched;

  /** @param {import("lit").ReactiveElement & {dark: boolean}} host */
  constructor(host) {
    this.#host = host;
    host.addController(this);
  }

  hostUpdated() {
    const probe = this.probe.value;
    if (!probe || probe === this.#watched) return;
    this.#watched = probe;
    for (const kind of ["transitionrun", "transitionend"]) probe.addEventListener(kind, () => this.read());
  }

  /** Forces styles and a layout: not for every step of a slider, and cheapest right after the browser has laid out the page. */
  read() {
    if (!this.probe.value) return;
    const { textDecorationColor, width, fontSize } = getComputedStyle(this.probe.value);
    this.#host.dark = textDecorationColor !== "rgb(255, 255, 255)";
    this.measured = { width: parseFloat(width), size: parseFloat(fontSize) };
  }
}
