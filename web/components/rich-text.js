import { html } from "lit";

import { originOf } from "../view/origin.js";

/**
 * Renders a text with subscripts in its symbols: d_k, d_model, Wq, bq, W_up, relK, Q_rot.
 * @param {string} text
 */
export function withSubscripts(text) {
  const parts = text.split(/\b(d_(?:k|v|ff|model|context)|[Wb][qkvo]|[Wb]_(?:gate|up|down)|rel[KV]|[QK]_rot)\b/);
  return parts.map((part, at) => {
    if (at % 2 === 0) return part;
    const [, base, subscript] = /^(rel|[A-Za-z])_?(.+)$/.exec(part) ?? [];
    return html`${base}<sub>${subscript}</sub>`;
  });
}

/** Content without a line break inside it. @param {unknown} content */
export const unbroken = (content) => html`<span class="unbroken">${content}</span>`;

/** @typedef {{term: string, words: string, before: string, after: string}} Piece term: "" where the words are none; before, after: the signs around a term, which stay on its line */

/**
 * The pieces of a text, which are terms or not: [[query]] is a term, and [[query|queries]] the same term with other words.
 * @param {string} text
 * @returns {Piece[]}
 */
export const piecesOf = (text) =>
  text.split(/(\(?\[\[[^\]]+\]\][^\s\p{L}\p{N}_“[]*)/u).map((part) => {
    const [before = "", marked, after = ""] = part.split(/\[\[|\]\]/);
    if (marked === undefined) return { term: "", words: part, before: "", after: "" };
    const [term = "", words = term] = marked.split("|");
    return { term, words, before, after };
  });

/** A piece as text, without its marks. @param {Piece} piece */
export const plain = ({ before, words, after }) => before + words + after;

/** A text whose terms do not explain themselves. @param {string} text */
export const withoutTerms = (text) => piecesOf(text).map(plain).join("");

/**
 * A sentence about where the numbers come from, with subscripts.
 * @param {import("../view/view.js").View} view
 */
export const originText = (view) => withSubscripts(originOf(view));
