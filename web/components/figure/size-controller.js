import { createRef } from "lit/directives/ref.js";

/**
 * A host with a figure.
 * @typedef {import("lit").ReactiveElement & {width: number, zoom: number}} Host width: px there are; zoom: figures are
 *   drawn for type of 16 px and grow with the page's type
 */

/** @typedef {{width: number, size: number}} Measured width: px there are; size: px of the type */

/** Keeps a host's width and zoom, by a ruler that the host renders where its figure stands. */
export class Room {
  /** As wide as the figure may be, and without height: what is drawn does not change its size. */
  ruler = /** @type {import("lit/directives/ref.js").Ref<HTMLElement>} */ (createRef());
  #host;
  #observed = false;
  #observer = new ResizeObserver(([entry]) => {
    if (!entry) return;
    const { width } = entry.contentRect;
    if (this.#host.width === 0) this.fit(width);
    else if (this.#host.width !== Math.floor(width)) this.#fitSoon(width);
  });
  /** The frame in which the host is going to fit. */
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
   * Not at a slider's every step: what asks for this asks for a layout.
   * @param {number} width
   * @param {number} [size] px of the type
   */
  fit(width, size = parseFloat(getComputedStyle(this.#host).fontSize)) {
    this.#host.zoom = size / 16;
    this.#host.width = Math.floor(width);
  }

  /**
   * A figure drawn anew changes sizes that others observe: browsers call that an error before the next frame.
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
