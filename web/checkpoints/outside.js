/** Parts of the tensors that stand outside of a model's layers: embeddings, the last norm, logits and what is between. See explained.js. */
import { embed } from "./embedding.js";
import { asRead, lastNorm, normRows, products, project, transformed, transformRun } from "./readout.js";

/** @typedef {import("./explained.js").Walked} Walked */
/** @typedef {readonly [from: number, to: number]} Range */

/**
 * What a tensor holds in some rows and columns: only these are computed, from the stream that leaves the last layer.
 * @param {Walked} walked whose layers have all been walked
 * @param {string} name
 * @param {Range} rows
 * @param {Range} columns
 * @returns {number[][]}
 */
export function outsidePart(walked, name, rows, columns) {
  const { model, engine, walk } = walked;
  const { d_model, layers, readout, masked } = model.architecture;
  const streamRows = () => walk.stream(layers).data.subarray(rows[0] * d_model, rows[1] * d_model);
  const cut = (/** @type {ArrayLike<number>} */ data, /** @type {number} */ width) => cutOut(data, width, columns);
  const ofVocabulary = (/** @type {import("./parts.js").Part} */ weight) => model.readRows(weight, ...columns);
  const width = columns[1] - columns[0];
  switch (name) {
    case "tokens":
      return [walk.tokens.slice(...columns)];
    case "token_rows":
    case "embedding_sum":
    case "embeddings":
      return cut(embed(model, engine, walk.tokens)[name].subarray(rows[0] * d_model, rows[1] * d_model), d_model);
    case "final_norm":
      return cut(lastNorm(model, engine, streamRows()), d_model);
    case "masked_hidden":
      return cut(hiddenOf(walked, streamRows()), d_model);
    case "masked_activated":
      return cut(transformed(model, engine, streamRows()), d_model);
    case "masked_norm":
      return cut(maskedRows(walked, streamRows()), d_model);
  }
  if (name === "logits" && masked) {
    const bias = model.read(masked.bias).data.subarray(...columns);
    const found = products(engine, maskedRows(walked, streamRows()), ofVocabulary(masked.weight), d_model);
    return cutOut(
      found.map((value, at) => value + Number(bias[at % width])),
      width,
      [0, width],
    );
  }
  const { weight, projection, softcap } = /** @type {NonNullable<typeof readout>} */ (readout);
  if (name === "projected" && projection)
    return cut(project(model, engine, projection, lastNorm(model, engine, streamRows())), projection.shape[0] ?? 1);
  const read = asRead(model, engine, streamRows());
  const cap = name === "logits" ? softcap : undefined;
  return cutOut(products(engine, read, ofVocabulary(weight), weight.shape[1] ?? 1, cap), width, [0, width]);
}

/** Columns of each row. @param {ArrayLike<number>} data @param {number} width @param {Range} columns */
function cutOut(data, width, columns) {
  return Array.from({ length: data.length / width }, (_, row) =>
    Array.from({ length: columns[1] - columns[0] }, (_, at) => Number(data[row * width + columns[0] + at])),
  );
}

/** @param {Walked} walked @param {Float32Array} rows */
function hiddenOf({ model, engine }, rows) {
  const run = transformRun(model, engine, rows);
  try {
    return run.tensor("mlp_hidden").data;
  } finally {
    run.free();
  }
}

/** Rows as the head for masked tokens reads them out. @param {Walked} walked @param {Float32Array} rows */
function maskedRows({ model, engine }, rows) {
  const { norm } = /** @type {import("./families/family.js").MaskedHead} */ (model.architecture.masked);
  return normRows(model, engine, norm, transformed(model, engine, rows));
}
