import { html, mathml, nothing } from "lit";

import { rowOf } from "../../engine/stages.js";
import { stageName } from "../../view/stage-names.js";

/** @typedef {import("../../view/view.js").View} View */
/** @typedef {import("lit").TemplateResult | typeof import("lit").nothing | string} Piece */

export const equals = mathml`<mo>=</mo>`;
export const dot = mathml`<mo>·</mo>`;
export const plus = mathml`<mo>+</mo>`;
export const minus = mathml`<mo>−</mo>`;

/** A formula as a block of its own. @param {Piece} content */
export const block = (content) => html`<math display="block"><mrow>${content}</mrow></math>`;

/**
 * A symbol with a subscript.
 * @param {string} base
 * @param {Piece} subscript
 */
export const sub = (base, subscript) => mathml`<msub><mi>${base}</mi><mrow>${subscript}</mrow></msub>`;

/** The element i, j of a matrix whose name is a word. @param {string} word */
export const indexed = (word) => mathml`<msub><mtext>${word}</mtext><mrow><mi>i</mi><mi>j</mi></mrow></msub>`;

/** A word in a formula. @param {string} word */
export const text = (word) => mathml`<mtext>${word}</mtext>`;

/** A number in a formula. @param {string | number} value */
export const num = (value) => mathml`<mn>${value}</mn>`;

/**
 * A definition by two cases.
 * @param {[Piece, string]} first the value and its condition
 * @param {[Piece, string]} second
 */
export const cases = (first, second) =>
  mathml`<mrow><mo>{</mo><mtable columnalign="left left">
    ${[first, second].map(([value, when]) => mathml`<mtr><mtd>${value}</mtd><mtd><mtext>${when}</mtext></mtd></mtr>`)}
    </mtable></mrow>`;

/**
 * A sum over l from 1.
 * @param {number} last
 * @param {Piece} content
 */
export const sumOver = (last, content) =>
  mathml`<munderover><mo>∑</mo><mrow><mi>l</mi><mo>=</mo><mn>1</mn></mrow><mn>${last}</mn></munderover>${content}`;

/**
 * A matrix with its size, rows × columns, below it. If the matrix has heads, it is the size of one head.
 * @param {View} view
 * @param {string} id
 * @param {{transposed?: boolean}} [how]
 */
export function sized(view, id, { transposed = false } = {}) {
  const [rows = 1, columns = 1] = sizesOf(view, id);
  const symbol = isNamed(id) ? text(stageName(view, id)) : symbolOf(id);
  const shown = transposed ? mathml`<msup>${symbol}<mi mathvariant="normal">T</mi></msup>` : symbol;
  const [height, width] = transposed ? [columns, rows] : [rows, columns];
  return mathml`<munder>${shown}<mrow><mn>${height}</mn><mo>×</mo><mn>${width}</mn></mrow></munder>`;
}

/**
 * The term + b; nothing if there is no bias vector.
 * @param {View} view
 * @param {string} id
 */
export const added = (view, id) => (view.trace.tensor(id) ? mathml`${plus}${sized(view, id)}` : nothing);

/** Whether a stage is written by its name in words: norm 1, MLP output. @param {string} id */
const isNamed = (id) => rowOf(id)?.kind === "stage" && ["stream", "mlp"].includes(rowOf(id)?.group ?? "");

/** The symbol of a tensor as in figures: W_q, W_up, rel_K, K_rot. @param {string} id */
export function symbolOf(id) {
  const [, base, subscript = ""] =
    /^([Wb]|rel)([qkvoKV])$/.exec(id) ?? /^([QK])_(rot)$/.exec(id) ?? /^([Wb])_(.+)$/.exec(id) ?? [];
  if (base !== undefined) return sub(base, subscript.length > 1 ? text(subscript) : mathml`<mi>${subscript}</mi>`);
  return id.length > 1 ? mathml`<mtext>${id}</mtext>` : mathml`<mi>${id}</mi>`;
}

/**
 * The size of a tensor in a formula. Of weight matrices and biases, only the columns of one head count.
 * @param {View} view
 * @param {string} id
 * @returns {number[]} rows and columns
 */
function sizesOf({ run }, id) {
  const shape = run.shape(id).slice(-2);
  const { d_k, d_v } = run.spec;
  const width = { q: d_k, k: d_k, v: d_v }[id[1] ?? ""] ?? shape.at(-1) ?? 1;
  if (/^W[qkv]$/.test(id)) return [shape[0] ?? 1, width];
  return /^b(?:[qkvo]$|_)/.test(id) ? [1, width] : shape;
}
