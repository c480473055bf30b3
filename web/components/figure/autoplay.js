/** @typedef {import("lit").ReactiveElement & {playing: boolean, calm: boolean}} Host calm: the reader wants nothing to move by itself */

/**
 * Steps that follow by themselves, for as long as the host plays: it pauses where it goes out of sight, and where the
 * reader wants nothing to move.
 */
export class Pace {
  #host;
  #next;
  #delay;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  #reduced = window.matchMedia("(prefers-reduced-motion: reduce)");
  #listeners = new AbortController();
  #watch = new IntersectionObserver(([entry]) => {
    if (entry && !entry.isIntersecting) this.pause();
  });

  /**
   * @param {Host} host
   * @param {() => boolean} next takes a step; false where there was none left
   * @param {() => number} delay milliseconds until the next step
   */
  constructor(host, next, delay) {
    this.#host = host;
    this.#next = next;
    this.#delay = delay;
    host.addController(this);
  }

  hostConnected() {
    this.#listeners = new AbortController();
    this.#reduced.addEventListener("change", () => this.#calmed(), { signal: this.#listeners.signal });
    this.#watch.observe(this.#host);
    this.#calmed();
  }

  hostDisconnected() {
    this.#listeners.abort();
    this.#watch.disconnect();
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

  #calmed() {
    this.#host.calm = this.#reduced.matches;
    if (this.#host.calm) this.pause();
  }
}
