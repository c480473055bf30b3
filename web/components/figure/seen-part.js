/** @typedef {{from: number, to: number}} Part of a height, as shares of it; from = to: nothing */

/** The part is measured again where the seen share of the height changes by this much. */
const notice = 0.05;

/**
 * Which part of a canvas the reader sees, from top to bottom. Observing it costs nothing at a step of a slider, where measuring
 * would force the browser to lay out the page.
 */
export class SeenPart {
  #canvas;
  /** @type {IntersectionObserver | null} null until the canvas is in the page */
  #observer = null;
  /** @type {Part | null} */
  #part = null;

  /** @param {import("lit").ReactiveElement} host @param {HTMLCanvasElement} canvas */
  constructor(host, canvas) {
    this.#canvas = canvas;
    host.addController(this);
  }

  /** Null while it is not known. */
  get part() {
    return this.#part;
  }

  hostUpdated() {
    if (this.#observer) return;
    const threshold = Array.from({ length: Math.round(1 / notice) + 1 }, (_, at) => Math.min(1, at * notice));
    this.#observer = new IntersectionObserver((entries) => this.#observed(entries), { threshold });
    this.#observer.observe(this.#canvas);
  }

  hostDisconnected() {
    this.#observer?.disconnect();
    this.#observer = null;
    this.#part = null;
  }

  /** @param {readonly IntersectionObserverEntry[]} entries of which the last one is what is seen now */
  #observed(entries) {
    const entry = entries.at(-1);
    if (!entry) return;
    const { boundingClientRect: whole, intersectionRect: seen } = entry;
    const share = (/** @type {number} */ y) => (whole.height > 0 ? (y - whole.top) / whole.height : 0);
    const limit = (/** @type {number} */ at) => Math.max(0, Math.min(1, at));
    this.#part = entry.isIntersecting
      ? { from: limit(share(seen.top) - notice), to: limit(share(seen.bottom) + notice) }
      : { from: 0, to: 0 };
  }
}
