import { bundled, load } from "#words";
import { defaultLanguage } from "./languages.js";
import { createTranslate, Messages } from "./translate.js";

/** @typedef {import("./translate.js").Translate} Translate */
/** @typedef {typeof parts[number]} Part */

/** The parts of a language, each a file in its folder. A part is loaded with the code that shows it. */
export const parts = Object.freeze(
  /** @type {const} */ ([
    ...["shared", "page", "explore", "terms", "model"],
    ...["experiments", "learn", "questions", "exercises", "train", "class", "checkpoint", "given", "embed", "docs"],
  ]),
);

/** The words of a language, and those of the default language where it lacks one. */
export class Words {
  /** The messages by language, in the order in which they are asked. @type {ReadonlyMap<string, Messages>} */
  #languages;
  /** @type {Map<Part, Promise<Translate>>} */
  #loading = new Map();
  /** The text of a message in any part that is there. It is another function once a part has arrived. @type {Translate} */
  t;

  /** @param {string} locale */
  constructor(locale) {
    this.#languages = new Map([locale, defaultLanguage].map((tag) => [tag, new Messages(tag)]));
    for (const [tag, messages] of this.#languages)
      for (const text of Object.values(bundled[tag] ?? {})) messages.add(text);
    this.t = this.#translate();
  }

  #translate = () => createTranslate([...this.#languages.values()]);

  /** Loads a part, unless that has been done or is under way. What failed is tried again. @param {Part} part */
  load = (part) => {
    const loading = this.#loading.get(part) ?? this.#load(part);
    this.#loading.set(part, loading);
    loading.catch(() => this.#loading.delete(part));
    return loading;
  };

  /** @param {Part} part @returns {Promise<Translate>} */
  async #load(part) {
    const missing = [...this.#languages.keys()].filter((tag) => bundled[tag]?.[part] === undefined);
    const texts = await Promise.all(missing.map((tag) => load(tag, part)));
    missing.forEach((tag, at) => this.#languages.get(tag)?.add(String(texts[at])));
    if (missing.length > 0) this.t = this.#translate();
    return this.t;
  }
}

/**
 * The words of a language: those that came with the script from the beginning, the others part by part.
 * @param {string} locale its tag
 */
export const words = (locale) => new Words(locale);
