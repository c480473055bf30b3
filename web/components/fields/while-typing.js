import { noChange } from "lit";
import { directive, Directive } from "lit/directive.js";
import { setCommittedValue } from "lit/directive-helpers.js";

/** @typedef {HTMLInputElement | HTMLTextAreaElement} Field */

class WhileTyping extends Directive {
  /** @param {string} text @param {(typed: string) => boolean} _means */
  render(text, _means) {
    return text;
  }

  /**
   * @param {import("lit/directive.js").PropertyPart} part
   * @param {[string, (typed: string) => boolean]} of
   */
  update(part, [text, means]) {
    const field = /** @type {Field} */ (part.element);
    const isTypedIn = /** @type {ShadowRoot} */ (field.getRootNode()).activeElement === field;
    if (field.value === text || (isTypedIn && means(field.value))) return noChange;
    setCommittedValue(part); // so that the text is set even where it was set before
    return text;
  }
}

/**
 * The text of a field that is used as it is typed. While the reader types, what stands there stays if it means the present
 * value: "1.0" on the way to "1.05" is not rewritten as "1".
 * @param {string} text how the present value is written
 * @param {(typed: string) => boolean} means whether a text stands for the present value
 */
export const whileTyping = directive(WhileTyping);

/** The number that a text stands for; NaN for an empty text, which is not 0. @param {string} text */
export const numberOf = (text) => (text.trim() === "" ? NaN : Number(text));

/** Time in which the page may still grow or shrink after a change, ms: some parts are drawn some frames after the figure. */
const settling = 400;

/** The component around all those that a field is in; its page's body may have a height of its own. @param {Element} field @returns {Element} */
function outermost(field) {
  const root = field.getRootNode();
  return root instanceof ShadowRoot ? outermost(root.host) : field;
}

/** Keeps a field where it is in the window while the page above it grows or shrinks. */
class Hold {
  /** @type {Hold | null} of the field that was used last */
  static #last = null;

  #field;
  #top;
  #scrolled = window.scrollY;
  /** It is called after layout and before the frame is painted: nothing is laid out for it. Its first call comes in the next frame. */
  #grown = new ResizeObserver(() => this.#scroll());
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;

  /** @param {HTMLElement} field */
  constructor(field) {
    this.#field = field;
    this.#top = field.getBoundingClientRect().top;
  }

  /** A slider that moves is measured once: to measure it at every step would lay out what the step before has changed. @param {HTMLElement} field */
  static of(field) {
    const last = Hold.#last;
    if (last && last.#field === field) return last;
    if (last) last.#end();
    return (Hold.#last = new Hold(field));
  }

  /** From now on for as long as the page may need. */
  prolong() {
    this.#grown.disconnect();
    this.#grown.observe(outermost(this.#field));
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#end(), settling);
  }

  #end() {
    this.#grown.disconnect();
    clearTimeout(this.#timer);
    if (Hold.#last === this) Hold.#last = null;
  }

  #scroll() {
    // Who has scrolled since, the reader or the browser itself, decides what is in sight.
    if (window.scrollY !== this.#scrolled || !this.#field.isConnected) return this.#end();
    const moved = this.#field.getBoundingClientRect().top - this.#top;
    if (moved !== 0) window.scrollBy({ top: moved, behavior: "instant" });
    this.#scrolled = window.scrollY;
  }
}

/**
 * Makes a change of which the page above a field may grow or shrink, and scrolls by as much in the same frame: the field stays
 * where the reader types. Not all browsers do so by themselves (scroll anchoring).
 * @param {EventTarget | null} target the field
 * @param {() => void} change
 */
export function holdStill(target, change) {
  Hold.of(/** @type {HTMLElement} */ (target)).prolong();
  change();
}
