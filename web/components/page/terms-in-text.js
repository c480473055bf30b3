/** The terms in the page's words about a stage explain themselves. Loaded when the reader begins. */
import { piecesOf, withSubscripts } from "../rich-text.js";
import { termNote } from "../term-note.js";
import { termFacts, termId } from "../terms.js";

/**
 * A text in which each term explains itself, where it first occurs.
 * @param {import("../../view/view.js").View} view
 * @param {string} text in which [[query]] is a term, and [[query|queries]] the same term with other words
 */
export function withTerms(view, text) {
  const { t } = view;
  const seen = new Set();
  return piecesOf(text).map(({ term, words }) => {
    const id = termId(term ?? "");
    if (term === null || seen.has(id)) return withSubscripts(words);
    seen.add(id);
    return termNote(t, id, withSubscripts(words), () => (view.run.isFree ? null : termFacts(view)));
  });
}
