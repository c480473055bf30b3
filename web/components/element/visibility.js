/** An element starts when it is at most this far outside the window, as a share of the window's height. */
const margin = "25%";

/** @typedef {import("lit").ReactiveElement & {started: boolean, drawn: boolean}} Host */
/**
 * @typedef {object} Callbacks
 * @property {(inView: boolean) => void} near called once, when the host comes near the window; inView: whether any part of
 *   it is inside the window
 * @property {(height: number) => void} resized called whenever the height of a drawn host changes, with the height in px
 */

/**
 * Observes when a host comes near the window, and its height. The host renders two elements for this controller: the
 * frame around its contents (class "frame"), and in it the slot for the placeholder that is shown until the figure is drawn.
 */
export class Visibility {
  /** @type {WeakMap<Element, Visibility>} */
  static #byHost = new WeakMap();

  /** The controller of a host. @param {Element} host @returns {Visibility} */
  static #of = (host) => /** @type {Visibility} */ (Visibility.#byHost.get(host));

  /** One observer serves all elements of a page, and so does the next. */
  static #nearness = new IntersectionObserver(
    (entries) => entries.forEach((entry) => Visibility.#of(entry.target).#onNear(entry)),
    { rootMargin: margin },
  );
  static #sizes = new ResizeObserver((entries) => entries.forEach(({ target }) => Visibility.#of(target).#onResize()));

  #host;
  #callbacks;
  #height = 0;
  #width = 0;

  /** @param {Host} host @param {Callbacks} callbacks */
  constructor(host, callbacks) {
    this.#host = host;
    this.#callbacks = callbacks;
    Visibility.#byHost.set(host, this);
    host.addController(this);
  }

  /** @returns {HTMLElement | null} null before the host is rendered */
  get #frame() {
    return this.#host.renderRoot.querySelector(".frame");
  }

  hostConnected() {
    Visibility.#sizes.observe(this.#host);
    if (!this.#host.started) Visibility.#nearness.observe(this.#host);
  }

  hostDisconnected() {
    Visibility.#nearness.unobserve(this.#host);
    Visibility.#sizes.unobserve(this.#host);
  }

  /** Keeps the height of the placeholder when the figure replaces it, so that the content below does not jump. */
  reserve() {
    const frame = this.#frame;
    /** @type {HTMLSlotElement | null | undefined} */
    const slot = frame?.querySelector("slot:not([name])");
    if (!frame || !slot?.assignedElements().length) return;
    frame.style.minHeight = `${frame.getBoundingClientRect().height}px`;
  }

  /** @param {IntersectionObserverEntry} entry */
  #onNear({ isIntersecting, boundingClientRect: { top, bottom } }) {
    if (!isIntersecting) return;
    Visibility.#nearness.unobserve(this.#host);
    this.#callbacks.near(bottom > 0 && top < window.innerHeight);
  }

  /** A new width ends the reservation of height. */
  #onResize() {
    const { offsetWidth: width } = /** @type {Host & HTMLElement} */ (this.#host);
    const frame = this.#frame;
    if (frame && this.#width && width !== this.#width) frame.style.minHeight = "";
    this.#width = width;
    this.report();
  }

  /** Reports the height of a drawn host, where it is new. */
  report() {
    const { offsetHeight: height, drawn } = /** @type {Host & HTMLElement} */ (this.#host);
    if (!drawn || height === this.#height) return;
    this.#height = height;
    this.#callbacks.resized(height);
  }
}
