/**
 * How far a figure is scrolled to the right. It is read when it changes: reading it from the page at every step of a slider
 * would lay the page out once more.
 */
export class SidewaysScroll {
  #host;
  /** px */
  left = 0;

  /** @param {import("lit").ReactiveElement & {width: number}} host which renders the box that scrolls (class "scroll"), as wide as its width */
  constructor(host) {
    this.#host = host;
    host.addController(this);
  }

  get #box() {
    return this.#host.hasUpdated ? this.#host.renderRoot.querySelector(".scroll") : null;
  }

  hostConnected() {
    this.read();
  }

  read() {
    this.left = this.#box?.scrollLeft ?? 0;
  }

  /**
   * Scrolls until a number is visible.
   * @param {{left: number, width: number, gutter: number}} box its place, and the width of the row labels, which cover what is
   *   below them; px
   */
  reveal({ left, width, gutter }) {
    if (left - gutter < this.left) this.#box?.scrollTo({ left: left - gutter });
    else if (left + width > this.left + this.#host.width)
      this.#box?.scrollTo({ left: left + width - this.#host.width });
  }
}
