import { createRef } from "lit/directives/ref.js";

/**
 * Keeps a host's `dark`: whether a light-dark() colour is dark where the host stands, which is the page's to say. The
 * host renders the probe; a page that changes its mind starts the probe's transition.
 */
export class Scheme {
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

  /** Asks for styles: not at a slider's every step. */
  read() {
    const probe = this.probe.value;
    if (probe) this.#host.dark = getComputedStyle(probe).textDecorationColor !== "rgb(255, 255, 255)";
  }
}
