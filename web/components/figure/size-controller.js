/**
 * An element that shows a figure.
 * @typedef {import("lit").ReactiveElement & {width: number, zoom: number}} Host width: the available width, px; zoom:
 *   figures are designed for a font size of 16 px and scale with the font size
 */

/** @typedef {{width: number, size: number}} Measured width: the available width, px; size: the font size, px */

/**
 * Sets the width and zoom of its host. It measures an empty element, the ruler (class "ruler"), which the host renders
 * above its figure. The ruler is as wide as the available space and has no height, so the figure does not change its size.
 */
export class SizeController {
  #host;
  #observed = false;
  /** @type {ResizeObserver | null} null until there is a ruler */
  #observer = null;
  /** The id of the requested animation frame. */
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
    this.#observer?.disconnect();
    cancelAnimationFrame(this.#frame);
    this.#observed = false;
  }

  /**
   * Sets width and zoom. Without a font size this forces the browser to compute styles, so it must not run at every
   * step of a slider.
   * @param {number} width px
   * @param {number} [size] the font size, px
   */
  fit(width, size = parseFloat(getComputedStyle(this.#host).fontSize)) {
    this.#host.zoom = size / 16;
    this.#host.width = Math.floor(width);
  }

  /**
   * Sets width and zoom in the next frame. A new figure changes sizes that other observers watch; if that happened at
   * once, browsers would report an error (a ResizeObserver loop).
   * @param {number} width px
   */
  #fitSoon(width) {
    cancelAnimationFrame(this.#frame);
    this.#frame = requestAnimationFrame(() => this.fit(width));
  }

  /** @param {number} width of the ruler, px */
  #resized(width) {
    if (this.#host.width === 0) this.fit(width);
    else if (this.#host.width !== Math.floor(width)) this.#fitSoon(width);
  }

  #observe() {
    const ruler = this.#host.renderRoot.querySelector(".ruler");
    if (this.#observed || !ruler) return;
    this.#observer ??= new ResizeObserver(([entry]) => entry && this.#resized(entry.contentRect.width));
    this.#observer.observe(ruler);
    this.#observed = true;
  }
}
