import { createEngine } from "../../engine/engine.js";
import { createTranslate } from "../../lessons/translate.js";
import { newMeasure } from "../figure/measure.js";
import { afterFrame, nextTask, whenIdle } from "../../view/scheduling.js";

/** As long as a frame's work may last before the next element waits for the next frame, ms. */
const share = 8;

/** What all elements of a page share: one compiled engine, equal walks, numbers drawn once, words, and turns to start in. */
class Shared {
  systemDark = window.matchMedia("(prefers-color-scheme: dark)");
  forcedColours = window.matchMedia("(forced-colors: active)");
  /** @type {Map<string, Float32Array>} */
  drawn = new Map();
  /** @type {Set<import("../../view/run-cache.js").CachedWalk>} */
  walks = new Set();
  /** @type {Promise<import("../../engine/engine.js").Engine> | undefined} */
  #engine;
  /** @type {Map<string, import("../../lessons/translate.js").Translate>} */
  #words = new Map();
  /** @type {(() => Promise<unknown>)[]} */
  #waiting = [];
  /** @type {(() => void)[]} who can wait until the browser is idle */
  #patient = [];
  /** @type {import("../../figures/types.js").Measure | undefined} */
  #measure;

  /** Compiled by the first that asks; where that fails, the next asks again. */
  engine() {
    this.#engine ??= createEngine().catch((error) => {
      this.#engine = undefined;
      throw error;
    });
    return this.#engine;
  }

  /** @param {"en"} locale */
  words(locale) {
    const known = this.#words.get(locale) ?? createTranslate(locale);
    this.#words.set(locale, known);
    return known;
  }

  /**
   * One after the other, a frame's share at a time: however many come into sight together, the page goes on scrolling.
   * @param {() => Promise<unknown>} work
   */
  take(work) {
    this.#waiting.push(work);
    if (this.#waiting.length === 1) requestAnimationFrame(() => this.#turn());
  }

  /** Of texts on canvases: what one has measured, all know. */
  get measure() {
    return (this.#measure ??= newMeasure());
  }

  /**
   * When there is time for what nobody waits for: all that is in sight is drawn. One after the other.
   * @returns {Promise<void>}
   */
  later = () =>
    new Promise((resolve) => {
      this.#patient.push(resolve);
      if (this.#patient.length === 1) void this.#rest();
    });

  async #rest() {
    while (this.#patient.length > 0) {
      await afterFrame();
      await whenIdle();
      const end = performance.now() + share;
      while (this.#waiting.length === 0 && this.#patient.length > 0 && performance.now() < end) {
        this.#patient[0]?.();
        await nextTask();
        this.#patient.shift();
      }
    }
  }

  async #turn() {
    const end = performance.now() + share;
    while (this.#waiting.length > 0 && performance.now() < end) {
      await this.#waiting[0]?.();
      this.#waiting.shift();
    }
    if (this.#waiting.length > 0) requestAnimationFrame(() => this.#turn());
  }
}

export const shared = new Shared();
