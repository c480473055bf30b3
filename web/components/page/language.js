import { AttentionError } from "../../engine/errors.js";
import { defaultLanguage, languageOf, languages } from "../../words/languages.js";
import { words } from "../../words/words.js";
import { languageIn, withLanguage, withoutLanguage } from "../language-link.js";
import { whileConnected } from "../while-connected.js";

/** @typedef {import("../../words/words.js").Part} Part */
/** @typedef {import("../../words/translate.js").Translate} Translate */

/** The address bar's fragment, without "#". */
const inAddressBar = () => window.location.hash.slice(1);

/**
 * The language of the page: that which its link names, or the reader chooses. What the page draws is drawn again in another
 * one once its words are there, and <html> says which it is.
 */
export class PageLanguage {
  #page;
  #words = words(defaultLanguage);
  /** The parts that the page has asked for. @type {Set<Part>} */
  #parts = new Set(/** @type {Part[]} */ (["shared", "page"]));
  /** The tag of the language that was asked for last. */
  #asked = defaultLanguage;
  /** The tag of the language that is shown. */
  tag = defaultLanguage;
  /** Why the page is not in the language that was asked for; null where it is. @type {import("./problems.js").LinkProblem} */
  problem = null;
  /** Resolves once the words of the link's language are there, or cannot be. @type {Promise<void>} */
  ready;

  /** @param {import("lit").ReactiveElement & {language: string}} page language: the tag of the one that is shown */
  constructor(page) {
    this.#page = page;
    this.ready = this.#follow();
    whileConnected(page, (signal) => window.addEventListener("hashchange", () => void this.#follow(), { signal }));
  }

  /** The messages as they are now. */
  get t() {
    return this.#words.t;
  }

  /** Loads the words of a part. @param {Part} part @returns {Promise<Translate>} */
  load = (part) => {
    this.#parts.add(part);
    return this.#words.load(part);
  };

  /** Loads the words of a part, and has the page drawn with them. @param {Part} part @returns {Promise<Translate>} */
  loadAndDraw = async (part) => {
    const t = await this.load(part);
    this.#page.requestUpdate();
    return t;
  };

  /** Shows the page in another language. @param {string} tag */
  choose = async (tag) => {
    this.#asked = tag;
    this.#say(null);
    const next = words(tag);
    try {
      await Promise.all([...this.#parts].map(next.load));
      for (const part of this.#parts) await next.load(part); // those that were asked for meanwhile
    } catch {
      this.#say({ message: this.t("language-failed"), again: () => void this.choose(tag) });
      return;
    }
    if (this.#asked !== tag) return; // the reader has chosen another one meanwhile
    this.#words = next;
    this.tag = tag;
    Object.assign(document.documentElement, { lang: tag, dir: languageOf(tag).dir });
    for (const link of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-words]")))
      link.textContent = this.t(String(link.dataset.words));
    this.#write();
    this.#page.language = tag;
  };

  /** Shows the language that the address names. A link that names none is followed in the language of the page. */
  async #follow() {
    const tag = languageIn(inAddressBar());
    this.#say(null);
    if (tag === null) return this.#write();
    const known = languages.map((language) => language.tag);
    if (known.includes(tag)) return tag === this.tag ? undefined : this.choose(tag);
    const [list, got] = [known.join(", "), tag.slice(0, 40)];
    const reason = { code: "choice", known: list, got };
    this.#say(new AttentionError("lang", `must be one of ${list}; got ${got}`, reason));
  }

  /** @param {import("./problems.js").LinkProblem} problem */
  #say(problem) {
    this.problem = problem;
    this.#page.requestUpdate();
  }

  /** Writes the language to the address, where that does not name it. */
  #write() {
    const fragment = inAddressBar();
    const now = withLanguage(withoutLanguage(fragment));
    if (now !== fragment) history.replaceState(null, "", `#${now}`);
  }
}
