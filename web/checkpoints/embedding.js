/** What enters the first layer of a model: rows of its embeddings, with what is added to them. */
import { normRows, project } from "./readout.js";

/** @typedef {import("./model.js").CheckpointModel} Model */
/** @typedef {import("./readout.js").Tracer} Tracer */

/**
 * @typedef {object} Embedded a row for each token
 * @property {Float32Array} token_rows what the tokens alone give
 * @property {Float32Array} embedding_sum with what is added to that
 * @property {Float32Array} embeddings what enters the first layer
 */

/**
 * @param {Model} model
 * @param {Tracer} engine
 * @param {readonly number[]} tokens
 * @returns {Embedded}
 */
export function embed(model, engine, tokens) {
  const { tokens: table, factor = 1, projection, positions, types, norm } = model.architecture.embedding;
  const words = rowsOf(model, table, tokens).map((value) => value * factor);
  const token_rows = projection ? project(model, engine, projection, words) : words;
  const embedding_sum = token_rows.slice();
  if (types) add(embedding_sum, rowsOf(model, types, Array(tokens.length).fill(0)));
  if (positions) add(embedding_sum, rowsOf(model, positions.part, positionsOf(tokens, positions)));
  return { token_rows, embedding_sum, embeddings: norm ? normRows(model, engine, norm, embedding_sum) : embedding_sum };
}

/** @param {readonly number[]} tokens @param {{first: number, padding?: number}} positions @returns {number[]} a row for each token */
export function positionsOf(tokens, { first, padding }) {
  let next = first;
  return tokens.map((token) => (token === padding ? padding : next++));
}

/** Rows of a matrix, each read by itself. @param {Model} model @param {import("./parts.js").Part} part @param {readonly number[]} rows */
function rowsOf(model, part, rows) {
  const width = part.shape[1] ?? 1;
  const all = new Float32Array(rows.length * width);
  rows.forEach((row, at) => all.set(model.readRows(part, row, row + 1), at * width));
  return all;
}

/** @param {Float32Array} sum @param {Float32Array} other */
function add(sum, other) {
  for (let at = 0; at < sum.length; at++) sum[at] = /** @type {number} */ (sum[at]) + /** @type {number} */ (other[at]);
}
