/** The terms in the page's words about a stage explain themselves. Loaded when the reader begins. */
import { piecesOf, plain, withSubscripts } from "../rich-text.js";
import { termInText } from "./term-note.js";
import { termFacts, termId } from "./terms.js";

/**
 * A text in which each term explains itself, where it first occurs.
 * @param {import("../../view/view.js").View} view
 * @param {string} text in which [[query]] is a term, and [[query|queries]] the same term with other words
 */
export function withTerms(view, text) {
  const { t } = view;
  const seen = new Set();
  const facts = () => (view.run.isFree ? null : termFacts(view));
  return piecesOf(text).map((piece) => {
    const id = termId(piece.term);
    if (id === "" || seen.has(id)) return withSubscripts(plain(piece));
    seen.add(id);
    return termInText(t, piece, facts);
  });
}
