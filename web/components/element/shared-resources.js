import { createEngine } from "../../engine/engine.js";
import { defaultLanguage } from "../../words/languages.js";
import { words } from "../../words/words.js";
import { newMeasure } from "../figure/text-measure.js";
import { afterFrame, nextTask, whenIdle } from "../../view/scheduling.js";

/** Milliseconds of each frame that queued work may take; what is left of the queue waits for the next frame. */
const frameBudget = 8;

/**
 * Resources that all elements of a page share: the compiled engine, runs by state, random tensors, messages and work
 * queues.
 */
class SharedResources {
  systemDark = window.matchMedia("(prefers-color-scheme: dark)");
  forcedColours = window.matchMedia("(forced-colors: active)");
  /** @type {Map<string, Float32Array>} random tensors by name, drawn once */
  drawn = new Map();
  /**
   * The runs of all elements, so that elements with equal states share one.
   * @type {Set<import("../../view/run-cache.js").CachedWalk>}
   */
  walks = new Set();
  /** @type {Promise<import("../../engine/engine.js").Engine> | undefined} */
  #engine;
  /** The engine once it is compiled. @type {import("../../engine/engine.js").Engine | null} */
  loadedEngine = null;
  /** @type {Map<string, import("../../words/words.js").Words>} */
  #words = new Map();
  /** The languages whose words were loaded. @type {Set<string>} */
  #ready = new Set();
  /** @type {(() => Promise<unknown>)[]} work for the next frames */
  #queue = [];
  /** @type {(() => void)[]} work that can wait until the browser is idle */
  #idleQueue = [];
  /** The measures of the fonts that elements have. @type {Map<string, import("../../figures/types.js").Measure>} */
  #measures = new Map();

  constructor() {
    // Until the file of a font is there, another one is measured in its place.
    document.fonts.addEventListener("loadingdone", () => this.#measures.clear());
  }

  /** Resolves with the engine, which is compiled on the first call. After a failure, the next call tries again. */
  engine() {
    this.#engine ??= createEngine().then(
      (engine) => (this.loadedEngine = engine),
      (error) => {
        this.#engine = undefined;
        throw error;
      },
    );
    return this.#engine;
  }

  /** Whether the words of a language are there, so that an element can be drawn. @param {string} locale */
  hasWords = (locale) => locale === defaultLanguage || this.#ready.has(locale);

  /** Loads the words of a language from the file beside the element's script. @param {string} locale */
  async loadWords(locale) {
    const { load } = this.words(locale);
    await Promise.all([load("shared"), load("explore")]);
    this.#ready.add(locale);
  }

  /** The words of a language. @param {string} locale */
  words(locale) {
    const known = this.#words.get(locale) ?? words(locale);
    this.#words.set(locale, known);
    return known;
  }

  /**
   * Queues work for the next frames. Only a part of each frame is spent on it, so that the page still scrolls smoothly
   * when many elements come into view together.
   * @param {() => Promise<unknown>} work
   */
  enqueue(work) {
    this.#queue.push(work);
    if (this.#queue.length === 1) requestAnimationFrame(() => this.#workInFrame());
  }

  /** Measures text as canvases draw it; one cache serves all elements of a font. @param {string} font */
  measureIn(font) {
    const known = this.#measures.get(font) ?? newMeasure(font);
    this.#measures.set(font, known);
    return known;
  }

  /**
   * Resolves when all queued work is done and the browser is idle. Callers are served one after the other.
   * @returns {Promise<void>}
   */
  later = () =>
    new Promise((resolve) => {
      this.#idleQueue.push(resolve);
      if (this.#idleQueue.length === 1) void this.#workWhenIdle();
    });

  /** Serves the callers of `later`. */
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

  /** Does queued work until this frame's budget is spent. Work that fails does not stop what is behind it. */
  async #workInFrame() {
    const end = performance.now() + frameBudget;
    while (this.#queue.length > 0 && performance.now() < end) {
      await this.#queue[0]?.().catch(reportError);
      this.#queue.shift();
    }
    if (this.#queue.length > 0) requestAnimationFrame(() => this.#workInFrame());
  }
}

/** The one instance of the page. */
export const resources = new SharedResources();
