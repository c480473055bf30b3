import { html } from "lit";

import { originOf } from "../view/origin.js";

/**
 * Renders a text with subscripts in its symbols: d_k, d_model, Wq, bq, relK, Q_rot.
 * @param {string} text
 */
export function withSubscripts(text) {
  const parts = text.split(/\b(d_(?:k|v|model|context)|[Wb][qkvo]|rel[KV]|[QK]_rot)\b/);
  return parts.map((part, at) => {
    if (at % 2 === 0) return part;
    const [, base, subscript] = /^(rel|[A-Za-z])_?(.+)$/.exec(part) ?? [];
    return html`${base}<sub>${subscript}</sub>`;
  });
}

/**
 * The pieces of a text, which are terms or not: [[query]] is a term, and [[query|queries]] the same term with other words.
 * @param {string} text
 * @returns {{term: string | null, words: string}[]}
 */
export const piecesOf = (text) =>
  text.split(/(?<=\]\])|(?=\[\[)/).map((part) => {
    const [, term = null, words = term] = /^\[\[([^|\]]+)(?:\|([^\]]+))?\]\]$/.exec(part) ?? [];
    return { term, words: words ?? part };
  });

/** A text whose terms do not explain themselves, without their marks. @param {string} text */
export const withoutTerms = (text) =>
  piecesOf(text)
    .map(({ words }) => words)
    .join("");

/**
 * A sentence about where the numbers come from, with subscripts.
 * @param {import("../view/view.js").View} view
 */
export const originText = (view) => withSubscripts(originOf(view));
