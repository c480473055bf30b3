import { createRef } from "lit/directives/ref.js";

/** How far from the window an element starts: a quarter of the window's height. */
const near = "25%";

/** @typedef {import("lit").ReactiveElement & {started: boolean}} Host */
/**
 * @typedef {object} Told what the host is told of its place
 * @property {(inSight: boolean) => void} near once, when it comes near the window
 * @property {(height: number) => void} resized with a figure in it, whenever it has another height
 */

/**
 * Where a host stands in its page: whether it is near the window, and how high it is. The host renders the frame around
 * all that is in it, and the slot for what stands there before.
 */
export class Place {
  /** @type {WeakMap<Element, Place>} */
  static #of = new WeakMap();

  /** @param {Element} host @returns {Place} */
  static #placeOf = (host) => /** @type {Place} */ (Place.#of.get(host));

  /** One for all elements of a page, of which most only wait. */
  static #sight = new IntersectionObserver(
    (entries) => entries.forEach((entry) => Place.#placeOf(entry.target).#seen(entry)),
    { rootMargin: near },
  );
  static #size = new ResizeObserver((entries) => entries.forEach(({ target }) => Place.#placeOf(target).#resized()));

  frame = /** @type {import("lit/directives/ref.js").Ref<HTMLElement>} */ (createRef());
  slot = /** @type {import("lit/directives/ref.js").Ref<HTMLSlotElement>} */ (createRef());
  #host;
  #told;
  #height = 0;
  #width = 0;

  /** @param {Host} host @param {Told} told */
  constructor(host, told) {
    this.#host = host;
    this.#told = told;
    Place.#of.set(host, this);
    host.addController(this);
  }

  hostConnected() {
    Place.#size.observe(this.#host);
    if (!this.#host.started) Place.#sight.observe(this.#host);
  }

  hostDisconnected() {
    Place.#sight.unobserve(this.#host);
    Place.#size.unobserve(this.#host);
  }

  /** What stands in the slot leaves no gap when the figure takes its place, and what follows does not jump up. */
  reserve() {
    const frame = this.frame.value;
    if (!frame || !this.slot.value?.assignedElements().length) return;
    frame.style.minHeight = `${frame.getBoundingClientRect().height}px`;
  }

  /** @param {IntersectionObserverEntry} entry */
  #seen({ isIntersecting, boundingClientRect: { top, bottom } }) {
    if (!isIntersecting) return;
    Place.#sight.unobserve(this.#host);
    this.#told.near(bottom > 0 && top < window.innerHeight);
  }

  #resized() {
    const { offsetHeight: height, offsetWidth: width, started } = /** @type {Host & HTMLElement} */ (this.#host);
    const frame = this.frame.value;
    if (frame && this.#width && width !== this.#width) frame.style.minHeight = "";
    this.#width = width;
    if (!started || height === this.#height) return;
    this.#height = height;
    this.#told.resized(height);
  }
}
