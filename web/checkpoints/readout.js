/** What stands outside of a model's layers: its last norm, and products with the rows of a matrix, which the engine computes. */
import { normalised } from "./rows.js";

/**
 * @typedef {import("./model.js").CheckpointModel} Model
 * @typedef {import("./families/family.js").Norm} Norm
 * @typedef {import("./parts.js").Part} Part
 * @typedef {import("./parts.js").Tensor} Tensor
 * @typedef {Pick<import("../engine/engine.js").Engine, "trace">} Tracer
 */

/** About how many numbers of the readout's matrix are in memory at a time. */
const BLOCK = 2 ** 20;

/**
 * The logits of rows of the stream. The readout's matrix is read once, block by block: between two blocks the caller can do
 * something else.
 * @param {Model} model that has a readout
 * @param {Tracer} engine
 * @param {Float32Array} rows before the last norm
 * @returns {Generator<number, Tensor>} how many tokens of the vocabulary have been read out, then [rows, vocabulary]
 */
export function* readOut(model, engine, rows) {
  const { readout, vocabulary } = model.architecture;
  const { weight, projection, softcap } = /** @type {NonNullable<typeof readout>} */ (readout);
  const normed = lastNorm(model, rows);
  const read = projection ? project(model, engine, projection, normed) : normed;
  const width = weight.shape[1] ?? 1;
  const count = read.length / width;
  const logits = new Float32Array(count * vocabulary);
  const block = Math.max(1, Math.floor(BLOCK / width));
  for (let first = 0; first < vocabulary; first += block) {
    const size = Math.min(block, vocabulary - first);
    const found = products(engine, read, model.readRows(weight, first, first + size), width);
    for (let row = 0; row < count; row++)
      logits.set(found.subarray(row * size, (row + 1) * size), row * vocabulary + first);
    yield first + size;
  }
  return {
    shape: [count, vocabulary],
    data: softcap ? logits.map((value) => softcap * Math.tanh(value / softcap)) : logits,
  };
}

/** Rows as the readout reads them. @param {Model} model @param {Float32Array} rows of the stream */
export function lastNorm(model, rows) {
  const norm = model.architecture.final_norm;
  return norm ? normRows(model, norm, rows) : rows;
}

/** @param {Model} model @param {Norm} norm @param {Float32Array} rows as wide as the stream */
export function normRows(model, { weight, bias, ...norm }, rows) {
  const read = (/** @type {Part | undefined} */ part) => (part ? model.read(part).data : null);
  return normalised(rows, model.architecture.d_model, { ...norm, weight: read(weight), bias: read(bias) });
}

/** Rows times a Linear without a bias. @param {Model} model @param {Tracer} engine @param {Part} part @param {Float32Array} rows */
export function project(model, engine, part, rows) {
  const [output = 1, input = 1] = part.shape;
  return products(engine, rows, model.readRows(part, 0, output), input);
}

/**
 * Each row of one matrix with each row of another, a·b transposed: the raw scores of a's rows as queries and b's as keys.
 * @param {Tracer} engine
 * @param {Float32Array} a
 * @param {Float32Array} b
 * @param {number} width of the rows of both
 * @returns {Float32Array} a row for each of a's
 */
function products(engine, a, b, width) {
  const [rows, columns] = [a.length / width, b.length / width];
  const run = engine.trace(
    {},
    {
      Q: { shape: [1, rows, width], data: a },
      K: { shape: [1, columns, width], data: b },
      V: { shape: [1, columns, 1], data: new Float32Array(columns) },
    },
  );
  try {
    return run.onDemand().tensor("raw").data;
  } finally {
    run.free();
  }
}
