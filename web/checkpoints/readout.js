/** What stands outside of a model's layers: norms, and products with the rows of a matrix. The engine computes them. */

/**
 * @typedef {import("./model.js").CheckpointModel} Model
 * @typedef {import("./families/family.js").Norm} Norm
 * @typedef {import("./parts.js").Part} Part
 * @typedef {import("./parts.js").Tensor} Tensor
 * @typedef {import("../engine/run.js").Run} Run
 * @typedef {Pick<import("../engine/engine.js").Engine, "trace">} Tracer
 */

/** About how many numbers of the readout's matrix are in memory at a time, and how many rows of a norm. */
const BLOCK = 2 ** 22;
const ROWS = 64;

/**
 * The logits of rows of the stream. The readout's matrix is read once, block by block: between two blocks the caller can do
 * something else.
 * @param {Model} model that has a readout
 * @param {Tracer} engine
 * @param {Float32Array} rows before the last norm
 * @param {{isCapped?: boolean, isAhead?: boolean}} [how] isCapped: with the cap, where there is one; isAhead: the next block may
 *   be read while one is computed, as the caller waits for it between the two
 * @returns {Generator<number, Tensor>} how many tokens of the vocabulary have been read out, then [rows, vocabulary]
 */
export function* readOut(model, engine, rows, { isCapped = true, isAhead = false } = {}) {
  const { readout } = model.architecture;
  const { weight, softcap } = /** @type {NonNullable<typeof readout>} */ (readout);
  const how = { softcap: isCapped ? softcap : undefined, isAhead };
  return yield* byBlocks(model, engine, asRead(model, engine, rows), weight, how);
}

/**
 * The logits of masked tokens, from rows of the stream.
 * @param {Model} model that has a head for them
 * @param {Tracer} engine
 * @param {Float32Array} rows
 * @returns {Generator<number, Tensor>} as readOut
 */
export function* readMasked(model, engine, rows) {
  const { weight, bias } = /** @type {import("./families/family.js").MaskedHead} */ (model.architecture.masked);
  const { shape, data } = yield* byBlocks(model, engine, maskedRows(model, engine, rows), weight);
  const added = model.read(bias).data;
  return { shape, data: data.map((value, at) => value + Number(added[at % added.length])) };
}

/** Rows of the stream as the matrix of the head for masked tokens reads them. @param {Model} model @param {Tracer} engine @param {Float32Array} rows */
export function maskedRows(model, engine, rows) {
  const { norm } = /** @type {import("./families/family.js").MaskedHead} */ (model.architecture.masked);
  return normRows(model, engine, norm, transformed(model, engine, rows));
}

/** Rows of the stream as the norm of the head for masked tokens reads them. @param {Model} model @param {Tracer} engine @param {Float32Array} rows */
export function transformed(model, engine, rows) {
  const run = transformRun(model, engine, rows);
  try {
    return run.tensor("mlp_activated").data;
  } finally {
    run.free();
  }
}

/**
 * A run whose mlp_hidden is the Linear of the head for masked tokens, with its bias, of rows of the stream, which are its
 * residual_1; mlp_activated is the activation of it.
 * @param {Model} model that has the head
 * @param {Tracer} engine
 * @param {Float32Array} rows
 * @returns {Run} free it
 */
export function transformRun(model, engine, rows) {
  const { dense, activation } = /** @type {import("./families/family.js").MaskedHead} */ (model.architecture.masked);
  const width = model.architecture.d_model;
  const square = { shape: [width, width], data: new Float32Array(width * width) };
  const inputs = {
    X: { shape: [rows.length / width, width], data: rows },
    ...noAttention(width),
    ...model.readParts(dense),
    W_down: square,
  };
  const spec = {
    d_k: 1,
    d_v: 1,
    residual: /** @type {const} */ ("sequential"),
    mlp: /** @type {const} */ ("plain"),
    activation,
  };
  return engine.trace(spec, inputs).onDemand();
}

/**
 * Products of rows with all rows of a matrix, which is read once, block by block.
 * @param {Model} model
 * @param {Tracer} engine
 * @param {Float32Array} read
 * @param {Part} weight
 * @param {{softcap?: number | undefined, isAhead?: boolean}} [how] as readOut
 * @returns {Generator<number, Tensor>}
 */
function* byBlocks(model, engine, read, weight, { softcap, isAhead = false } = {}) {
  const { vocabulary } = model.architecture;
  const width = weight.shape[1] ?? 1;
  const count = read.length / width;
  const logits = new Float32Array(count * vocabulary);
  for (let first = 0; first < vocabulary; first += rowsOfBlock(weight)) {
    const size = Math.min(rowsOfBlock(weight), vocabulary - first);
    if (isAhead && first + size < vocabulary) blockAhead(model, weight, first + size);
    const block = model.readRows(weight, first, first + size);
    const found = products(engine, read, block, width, softcap);
    model.done([block]);
    for (let row = 0; row < count; row++)
      logits.set(found.subarray(row * size, (row + 1) * size), row * vocabulary + first);
    yield first + size;
  }
  return { shape: [count, vocabulary], data: logits };
}

/** How many rows of a matrix are one block. @param {Part} weight */
const rowsOfBlock = ({ shape }) => Math.max(1, Math.floor(BLOCK / (shape[1] ?? 1)));

/** Says that a block of the readout's matrix is read next. @param {Model} model @param {Part} weight @param {number} first its first row */
function blockAhead(model, weight, first) {
  model.rowsAhead(weight, first, Math.min(first + rowsOfBlock(weight), model.architecture.vocabulary));
}

/** Says that the readout is next. @param {Model} model */
export function readoutAhead(model) {
  const { readout } = model.architecture;
  if (readout) blockAhead(model, readout.weight, 0);
}

/** Rows as the readout's matrix reads them. @param {Model} model @param {Tracer} engine @param {Float32Array} rows of the stream */
export function asRead(model, engine, rows) {
  const normed = lastNorm(model, engine, rows);
  const projection = model.architecture.readout?.projection;
  return projection ? project(model, engine, projection, normed) : normed;
}

/** Rows after the last norm, where there is one. @param {Model} model @param {Tracer} engine @param {Float32Array} rows of the stream */
export function lastNorm(model, engine, rows) {
  const norm = model.architecture.final_norm;
  return norm ? normRows(model, engine, norm, rows) : rows;
}

/** @param {Model} model @param {Tracer} engine @param {Norm} norm @param {Float32Array} rows as wide as the stream */
export function normRows(model, engine, norm, rows) {
  const normed = new Float32Array(rows.length);
  const size = ROWS * model.architecture.d_model;
  for (let from = 0; from < rows.length; from += size) {
    const run = normRun(model, engine, norm, rows.subarray(from, from + size));
    normed.set(run.tensor("norm_1").data, from);
    run.free();
  }
  return normed;
}

/**
 * A run whose norm_1 is a norm of rows.
 * @param {Model} model
 * @param {Tracer} engine
 * @param {Norm} norm
 * @param {Float32Array} rows as wide as the stream
 * @returns {Run} free it
 */
export function normRun(model, engine, { kind, epsilon, offset = false, weight, bias }, rows) {
  const width = model.architecture.d_model;
  const inputs = {
    X: { shape: [rows.length / width, width], data: rows },
    ...noAttention(width),
    ...(weight && { norm_1_weight: model.read(weight) }),
    ...(bias && { norm_1_bias: model.read(bias) }),
  };
  const spec = { d_k: 1, d_v: 1, norm: kind, norm_epsilon: epsilon, ...(offset && { norm_offset: true }) };
  return engine.trace(spec, inputs).onDemand();
}

/** Weights of one head that writes nothing. @param {number} width */
function noAttention(width) {
  const data = new Float32Array(width);
  const column = { shape: [width, 1], data };
  return { Wq: column, Wk: column, Wv: column, Wo: { shape: [1, width], data } };
}

/** Rows times a Linear without a bias. @param {Model} model @param {Tracer} engine @param {Part} part @param {Float32Array} rows */
export function project(model, engine, part, rows) {
  const [output = 1, input = 1] = part.shape;
  return products(engine, rows, model.readRows(part, 0, output), input);
}

/**
 * Each row of one matrix with each row of another, a·b transposed.
 * @param {Tracer} engine
 * @param {Float32Array} a
 * @param {Float32Array} b
 * @param {number} width of the rows of both
 * @param {number} [softcap] each product becomes softcap·tanh(product / softcap)
 * @returns {Float32Array} a row for each of a's
 */
export function products(engine, a, b, width, softcap) {
  const run = productRun(engine, a, b, width, softcap);
  try {
    return run.tensor(softcap ? "capped" : "raw").data;
  } finally {
    run.free();
  }
}

/**
 * A run whose raw scores are these products: of a's rows as queries and b's as keys. With a cap, capped are those.
 * @param {Tracer} engine
 * @param {Float32Array} a
 * @param {Float32Array} b
 * @param {number} width
 * @param {number} [softcap]
 * @returns {Run} free it
 */
export function productRun(engine, a, b, width, softcap) {
  const [rows, columns] = [a.length / width, b.length / width];
  const inputs = {
    Q: { shape: [1, rows, width], data: a },
    K: { shape: [1, columns, width], data: b },
    V: { shape: [1, columns, 1], data: new Float32Array(columns) },
  };
  return engine.trace({ scale: 1, ...(softcap && { softcap }) }, inputs).onDemand();
}
