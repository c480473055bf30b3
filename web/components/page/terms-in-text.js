/** The terms in the page's words about a stage explain themselves. Loaded when the reader begins. */
import { html } from "lit";

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
  const facts = () => (view.run.isFree ? null : termFacts(view));
  const pieces = piecesOf(text);
  let signs = ""; // those after the term before, which stay on its line
  return pieces.map(({ term, words }, at) => {
    const rest = withSubscripts(words.slice(signs.length));
    signs = "";
    const id = termId(term ?? "");
    if (term === null || seen.has(id)) return rest;
    seen.add(id);
    const next = pieces[at + 1];
    if (next?.term === null) signs = /^[^\s\w“]*/.exec(next.words)?.[0] ?? "";
    return html`<span class="term">${termNote(t, id, rest, facts)}${signs}</span>`;
  });
}
