import { createRef } from "lit/directives/ref.js";

/**
 * Keeps a host's `dark`: whether a light-dark() colour is dark where the host stands, which is the page's to say; and
 * what room there is. The host renders the probe, which is as wide as what is going to stand there; a page that changes
 * its mind about colours starts the probe's transition.
 */
export class Scheme {
  /** @type {import("../figure/size-controller.js").Measured | null} */
  room = null;
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

  /** Asks for styles and a layout: not at a slider's every step, and best where nothing has changed since the last. */
  read() {
    if (!this.probe.value) return;
    const { textDecorationColor, width, fontSize } = getComputedStyle(this.probe.value);
    this.#host.dark = textDecorationColor !== "rgb(255, 255, 255)";
    this.room = { width: parseFloat(width), size: parseFloat(fontSize) };
  }
}
