import { whileConnected } from "../while-connected.js";

/** @typedef {import("lit").ReactiveElement & {playing: boolean, reducedMotion: boolean}} Host */

/**
 * Takes one step after another while its host is playing. It pauses when the host leaves the screen, and it never plays
 * for a reader who prefers reduced motion.
 */
export class Autoplay {
  #host;
  #next;
  #delay;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  #reduced = window.matchMedia("(prefers-reduced-motion: reduce)");
  #visibility = new IntersectionObserver(([entry]) => {
    if (entry && !entry.isIntersecting) this.pause();
  });

  /**
   * @param {Host} host
   * @param {() => boolean} next takes a step; returns false if there was none left
   * @param {() => number} delay milliseconds until the next step
   */
  constructor(host, next, delay) {
    this.#host = host;
    this.#next = next;
    this.#delay = delay;
    host.addController(this);
    whileConnected(host, (signal) =>
      this.#reduced.addEventListener("change", () => this.#readPreference(), { signal }),
    );
  }

  hostConnected() {
    this.#visibility.observe(this.#host);
    this.#readPreference();
  }

  hostDisconnected() {
    this.#visibility.disconnect();
    this.pause();
  }

  play() {
    this.#host.playing = true;
    this.#schedule();
  }

  pause() {
    clearTimeout(this.#timer);
    this.#host.playing = false;
  }

  #schedule() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => (this.#next() ? this.#schedule() : this.pause()), this.#delay());
  }

  #readPreference() {
    this.#host.reducedMotion = this.#reduced.matches;
    if (this.#host.reducedMotion) this.pause();
  }
}

/**
 * The time to read a step at speed 1, ms: a moment to find what has changed, and 20 characters per second.
 * @param {string} text that describes the step
 */
export const readingTime = (text) => 700 + 50 * text.length;
