import { html, nothing } from "lit";

/** @typedef {import("../words/translate.js").Translate} Translate */

/**
 * Something that a component loads when it is first needed. Where that fails, the reader can try again.
 * @template T
 */
export class Lazy {
  #host;
  #load;
  #name;
  /** @type {Promise<T | null> | null} null before the first try */
  #loading = null;
  /** @type {"waiting" | "ready" | "failed"} */
  is = "waiting";
  /** What was loaded; null until then. @type {T | null} */
  value = null;
  /** Why it could not be loaded; null unless it failed. @type {unknown} */
  error = null;

  /**
   * @param {import("lit").ReactiveControllerHost} host drawn again with each change
   * @param {() => Promise<T>} load
   * @param {string} [name] tells its button from those of others in the same component
   */
  constructor(host, load, name = "") {
    this.#host = host;
    this.#load = load;
    this.#name = name;
  }

  /** Loads it, unless that has been done or is under way. @returns {Promise<T | null>} null: it could not be loaded */
  load() {
    if (this.is === "failed") {
      this.#loading = null;
      this.#become("waiting", null, null);
    }
    return (this.#loading ??= this.#try());
  }

  async #try() {
    try {
      this.#become("ready", await this.#load(), null);
    } catch (error) {
      this.#become("failed", null, error);
    }
    return this.value;
  }

  /** Forgets what was loaded, which is no longer there. */
  forget() {
    this.#loading = null;
    Object.assign(this, { is: "waiting", value: null, error: null });
  }

  /** @param {this["is"]} is @param {T | null} value @param {unknown} error */
  #become(is, value, error) {
    Object.assign(this, { is, value, error });
    this.#host.requestUpdate();
  }

  /** Loads it for what is drawn now, and says why it is not there yet. @type {Lazy<T>["status"]} */
  demand(t, title, reason) {
    if (this.is === "waiting") void this.load(); // what failed is tried again when the reader asks for it
    return this.status(t, title, reason);
  }

  /**
   * Why it is not there yet: it is being loaded, or that failed, with a button to try again. Nothing once it is there.
   * @param {Translate} t
   * @param {string} title of what the reader wanted to see
   * @param {string} [reason] why it failed, in place of the usual words
   */
  status(t, title, reason = t("part-failed", { part: title })) {
    if (this.is === "ready") return nothing;
    if (this.is === "waiting") return loading(t);
    return html`<p class="error" role="alert">
      ${reason}
      <button class="link" data-again=${this.#name} @click=${() => void this.load()}>${t("load-again")}</button>
    </p>`;
  }
}

/** That something is being loaded. @param {Translate} t */
export const loading = (t) => html`<p class="muted" role="status">${t("part-loading")}</p>`;

/**
 * For things of one kind, of which each is loaded when it is first needed.
 * @template {string} K
 * @template T
 * @param {import("lit").ReactiveControllerHost} host
 * @param {(key: K) => Promise<T>} load
 * @returns {(key: K) => Lazy<T>} returns the same one for the same key
 */
export function lazyOf(host, load) {
  /** @type {Map<K, Lazy<T>>} */
  const known = new Map();
  return (key) => {
    const lazy = known.get(key) ?? new Lazy(host, () => load(key));
    known.set(key, lazy);
    return lazy;
  };
}
