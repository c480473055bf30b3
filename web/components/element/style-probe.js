import { whileConnected } from "../while-connected.js";
import { resources } from "./shared-resources.js";

/**
 * Measures styles that the surrounding page decides, with an invisible probe that the element renders: whether
 * light-dark() resolves to the dark colour, and the width, font and font size that the figure will have. The probe's
 * colour and font have a CSS transition, so a change of the page's colour scheme or font fires a transition event, after which
 * the probe is read again.
 */
export class StyleProbe {
  /** @type {import("../figure/size-controller.js").Measured | null} null before the first reading */
  measured = null;
  /** The font family of the element's text. */
  font = "";
  #host;
  /** @type {Element | undefined} the probe whose transitions are observed */
  #watched;

  /** @param {import("lit").ReactiveElement & {dark: boolean, printing: boolean}} host */
  constructor(host) {
    this.#host = host;
    host.addController(this);
    // What was measured and painted before a font had arrived was so in another one.
    whileConnected(host, (signal) =>
      document.fonts.addEventListener("loadingdone", () => host.requestUpdate(), { signal }),
    );
  }

  /** What the page around the element asks for, or a system with forced colours; paper is always light. @returns {"light" | "dark"} */
  get theme() {
    const { dark, printing } = this.#host;
    const isDark = resources.forcedColours.matches ? resources.systemDark.matches : dark;
    return isDark && !printing ? "dark" : "light";
  }

  /** The probe that the element renders; null before that. */
  get #probe() {
    return this.#host.renderRoot.querySelector(".probe");
  }

  hostUpdated() {
    const probe = this.#probe;
    if (!probe || probe === this.#watched) return;
    this.#watched = probe;
    for (const kind of ["transitionrun", "transitionend"]) probe.addEventListener(kind, () => this.read());
  }

  /**
   * Sets `dark` of the element, `measured` and `font`. This forces the browser to compute styles and layout, so it must not
   * run at every step of a slider; it costs least right after the browser has laid out the page.
   */
  read() {
    const probe = this.#probe;
    if (!probe) return;
    const { textDecorationColor, width, fontSize, fontFamily } = getComputedStyle(probe);
    this.#host.dark = textDecorationColor !== "rgb(255, 255, 255)";
    this.measured = { width: parseFloat(width), size: parseFloat(fontSize) };
    if (fontFamily !== this.font) this.#host.requestUpdate();
    this.font = fontFamily;
  }
}
