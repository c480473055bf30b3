import { createRef } from "lit/directives/ref.js";

/**
 * An element with a figure.
 * @typedef {import("lit").ReactiveElement & {width: number, zoom: number}} Host width: the available width, px; zoom:
 *   figures are designed for a font size of 16 px and scale with the font size
 */

/** @typedef {{width: number, size: number}} Measured width: the available width, px; size: the font size, px */

/** Sets its host's width and zoom, by measuring an empty element (the ruler) that the host renders above its figure. */
export class SizeController {
  /** As wide as the figure may be, and without height, so that what is drawn does not change its size. */
  ruler = /** @type {import("lit/directives/ref.js").Ref<HTMLElement>} */ (createRef());
  #host;
  #observed = false;
  #observer = new ResizeObserver(([entry]) => {
    if (!entry) return;
    const { width } = entry.contentRect;
    if (this.#host.width === 0) this.fit(width);
    else if (this.#host.width !== Math.floor(width)) this.#fitSoon(width);
  });
  /** The requested animation frame. */
  #frame = 0;

  /** @param {Host} host */
  constructor(host) {
    this.#host = host;
    host.addController(this);
  }

  hostConnected() {
    this.#observe();
  }

  hostUpdated() {
    this.#observe();
  }

  hostDisconnected() {
    this.#observer.disconnect();
    cancelAnimationFrame(this.#frame);
    this.#observed = false;
  }

  /**
   * Without a size this forces a layout, so it is not for every step of a slider.
   * @param {number} width px
   * @param {number} [size] the font size, px
   */
  fit(width, size = parseFloat(getComputedStyle(this.#host).fontSize)) {
    this.#host.zoom = size / 16;
    this.#host.width = Math.floor(width);
  }

  /**
   * In the next frame: a new figure changes sizes that other observers watch, which browsers report as an error (a
   * ResizeObserver loop) if it happens at once.
   * @param {number} width
   */
  #fitSoon(width) {
    cancelAnimationFrame(this.#frame);
    this.#frame = requestAnimationFrame(() => this.fit(width));
  }

  #observe() {
    if (this.#observed || !this.ruler.value) return;
    this.#observer.observe(this.ruler.value);
    this.#observed = true;
  }
}
