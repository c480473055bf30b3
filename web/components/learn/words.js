import { html } from "lit";

import { writeLearnLink } from "../../course/link.js";
import { piecesOf, withSubscripts } from "../rich-text.js";
import { termInText } from "../terms/term-note.js";

/** @typedef {import("../../words/translate.js").Translate} Translate */
/** @typedef {import("../../words/translate.js").Args} Facts */

/**
 * Paragraphs of a message, which are separated by empty lines. In them, [[query]] is a term that explains itself (see
 * terms.js), and [[query|queries]] the same term with other words; *word* is emphasised; [words](softmax) lead to that lesson.
 * @param {Translate} t
 * @param {string} text
 * @param {Facts} facts that notes on terms may name
 */
export const paragraphs = (t, text, facts) =>
  text.split(/\n\s*\n/).map((paragraph) => html`<p>${inline(t, paragraph, facts)}</p> `);

/** A message without the signs of its markup. @param {string} text */
export const plainText = (text) => text.replace(/\[\[(?:[^\]|]*\|)?([^\]]*)\]\]/g, "$1").replace(/[*_]/g, "");

/** A text whose percentages, sizes and products stay on one line: "> 99.9 %", "3 × 5", "2 · (−0.5)". @param {string} text */
const withHardSpaces = (text) => text.replace(/([<>×·]) (?=[\d(−])| (?=%|[×·] [\d(−])/g, "$1\u00a0");

/** @param {Translate} t @param {string} text @param {Facts} facts */
export const inline = (t, text, facts) =>
  piecesOf(withHardSpaces(text)).map((piece) =>
    piece.term === "" ? withLinks(piece.words) : termInText(t, piece, () => facts),
  );

/** @param {string} text without terms */
const withLinks = (text) =>
  text.split(/(\*[^*]+\*|\[[^\][]+\]\([\w-]+\))/).map((part, at) => {
    if (at % 2 === 0) return withSubscripts(part);
    if (part.startsWith("*")) return html`<strong>${withSubscripts(part.slice(1, -1))}</strong>`;
    const [, words = "", lesson = ""] = /^\[([^[]+)\]\((.+)\)$/.exec(part) ?? [];
    return html`<a href="#${writeLearnLink({ lesson, step: 0 })}">${withSubscripts(words)}</a>`;
  });
