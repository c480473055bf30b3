import { html } from "lit";

import { termNote } from "../term-note.js";
import { withSubscripts } from "../rich-text.js";
import { termId } from "../terms.js";

/** @typedef {import("../../lessons/translate.js").Translate} Translate */
/** @typedef {Readonly<Record<string, string | number>>} Facts */

/**
 * Paragraphs of a message, which are separated by empty lines. In them, [[query]] is a term that explains itself (see
 * terms.js), and [[query|queries]] the same term with other words; *word* is emphasised.
 * @param {Translate} t
 * @param {string} text
 * @param {Facts} facts that notes on terms may name
 */
export const paragraphs = (t, text, facts) =>
  text.split(/\n\s*\n/).map((paragraph) => html`<p>${inline(t, paragraph, facts)}</p>`);

/** @param {Translate} t @param {string} text @param {Facts} facts */
export const inline = (t, text, facts) =>
  text
    .split(/(\(?\[\[[^\]]+\]\][^\s\w“[]*|\*[^*]+\*)/)
    .map((part, at) =>
      at % 2 === 0
        ? withSubscripts(part)
        : part.startsWith("*")
          ? html`<strong>${withSubscripts(part.slice(1, -1))}</strong>`
          : term(t, part, facts),
    );

/**
 * A term with the signs before and after it, which stay on its line.
 * @param {Translate} t
 * @param {string} written such as "([[query|queries]]),"
 * @param {Facts} facts
 */
function term(t, written, facts) {
  const [before, inside = "", after] = written.split(/\[\[|\]\]/);
  const [id = "", words = id] = inside.split("|");
  return html`<span class="term"
    >${before}${termNote(t, termId(id), withSubscripts(words), () => facts)}${after}</span
  >`;
}
