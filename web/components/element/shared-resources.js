import { createEngine } from "../../engine/engine.js";
import { createTranslate } from "../../lessons/translate.js";
import { newMeasure } from "../figure/text-measure.js";
import { afterFrame, nextTask, whenIdle } from "../../view/scheduling.js";

/** How long elements may work within a frame before the next one waits for the next frame, ms. */
const frameBudget = 8;

/** What all elements of a page share: the compiled engine, runs of equal states, random tensors, messages, and a queue. */
class SharedResources {
  systemDark = window.matchMedia("(prefers-color-scheme: dark)");
  forcedColours = window.matchMedia("(forced-colors: active)");
  /** @type {Map<string, Float32Array>} tensors that were drawn at random */
  drawn = new Map();
  /** @type {Set<import("../../view/run-cache.js").CachedWalk>} */
  walks = new Set();
  /** @type {Promise<import("../../engine/engine.js").Engine> | undefined} */
  #engine;
  /** @type {Map<string, import("../../lessons/translate.js").Translate>} */
  #words = new Map();
  /** @type {(() => Promise<unknown>)[]} work for the next frames */
  #queue = [];
  /** @type {(() => void)[]} work that can wait until the browser is idle */
  #idleQueue = [];
  /** @type {import("../../figures/types.js").Measure | undefined} */
  #measure;

  /** Compiled for the first caller; where that fails, the next caller tries again. */
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
   * Queues work. However many elements come into view together, the page keeps scrolling: they start one after the other,
   * for a part of each frame.
   * @param {() => Promise<unknown>} work
   */
  enqueue(work) {
    this.#queue.push(work);
    if (this.#queue.length === 1) requestAnimationFrame(() => this.#workInFrame());
  }

  /** Measures text on canvases, with one cache for all elements. */
  get measure() {
    return (this.#measure ??= newMeasure());
  }

  /**
   * Resolves when everything in view is drawn and the browser is idle, for one caller after the other.
   * @returns {Promise<void>}
   */
  later = () =>
    new Promise((resolve) => {
      this.#idleQueue.push(resolve);
      if (this.#idleQueue.length === 1) void this.#workWhenIdle();
    });

  async #workWhenIdle() {
    while (this.#idleQueue.length > 0) {
      await afterFrame();
      await whenIdle();
      const end = performance.now() + frameBudget;
      while (this.#queue.length === 0 && this.#idleQueue.length > 0 && performance.now() < end) {
        this.#idleQueue[0]?.();
        await nextTask();
        this.#idleQueue.shift();
      }
    }
  }

  async #workInFrame() {
    const end = performance.now() + frameBudget;
    while (this.#queue.length > 0 && performance.now() < end) {
      await this.#queue[0]?.();
      this.#queue.shift();
    }
    if (this.#queue.length > 0) requestAnimationFrame(() => this.#workInFrame());
  }
}

export const resources = new SharedResources();
