import { html } from "lit";

import { writeLearnLink } from "../../course/link.js";
import { termNote } from "../term-note.js";
import { withSubscripts } from "../rich-text.js";
import { termId } from "../terms.js";

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

/** A text whose percentages and sizes stay on one line: "> 99.9 %", "3 × 5". @param {string} text */
const unbroken = (text) => text.replace(/([<>×]) (?=\d)| (?=%|× \d)/g, "$1\u00a0");

/** @param {Translate} t @param {string} text @param {Facts} facts */
export const inline = (t, text, facts) =>
  unbroken(text)
    .split(/(\(?\[\[[^\]]+\]\][^\s\w“[]*|\*[^*]+\*|\[[^\][]+\]\([\w-]+\))/)
    .map((part, at) => {
      if (at % 2 === 0) return withSubscripts(part);
      if (part.startsWith("*")) return html`<strong>${withSubscripts(part.slice(1, -1))}</strong>`;
      const [, words = "", lesson] = /^\[([^[]+)\]\((.+)\)$/.exec(part) ?? [];
      if (!lesson) return term(t, part, facts);
      return html`<a href="#${writeLearnLink({ lesson, step: 0 })}">${withSubscripts(words)}</a>`;
    });

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
