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

/**
 * Makes a change of which the page above a field may grow or shrink, and scrolls by as much in the same frame: the field stays
 * where the reader types. Not all browsers do so by themselves (scroll anchoring).
 * @param {EventTarget | null} target the field
 * @param {() => void} change
 */
export function holdStill(target, change) {
  const field = /** @type {HTMLElement} */ (target);
  const { top } = field.getBoundingClientRect();
  let scrolled = window.scrollY;
  // It is called after layout and before the frame is painted: nothing is laid out for it.
  const grown = new ResizeObserver(() => {
    // Who has scrolled since, the reader or the browser itself, decides what is in sight.
    if (window.scrollY !== scrolled || !field.isConnected) return grown.disconnect();
    const moved = field.getBoundingClientRect().top - top;
    if (moved !== 0) window.scrollBy({ top: moved, behavior: "instant" });
    scrolled = window.scrollY;
  });
  grown.observe(outermost(field));
  setTimeout(() => grown.disconnect(), settling);
  change();
}
