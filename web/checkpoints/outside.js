/** Parts of the tensors that stand outside of a model's layers: embeddings, the last norm, logits and what is between. See explained.js. */
import { embed } from "./embedding.js";
import { asRead, lastNorm, maskedRows, products, transformed, transformRun } from "./readout.js";

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
  const { readout, masked } = model.architecture;
  if (name === "tokens") return [walk.tokens.slice(...columns)];
  if (name !== "logits" && name !== "raw_logits") {
    const all = outsideRows(walked, name, rows);
    return cutOut(all, all.length / (rows[1] - rows[0]), columns);
  }
  const width = columns[1] - columns[0];
  const stream = streamRows(walked, rows);
  const rowsTimes = (
    /** @type {Float32Array} */ read,
    /** @type {import("./parts.js").Part} */ weight,
    /** @type {number | undefined} */ cap,
  ) => products(engine, read, model.readRows(weight, ...columns), weight.shape[1] ?? 1, cap);
  if (masked) {
    const bias = model.read(masked.bias).data.subarray(...columns);
    const found = rowsTimes(maskedRows(model, engine, stream), masked.weight, undefined);
    return cutOut(
      found.map((value, at) => value + Number(bias[at % width])),
      width,
      [0, width],
    );
  }
  const { weight, softcap } = /** @type {NonNullable<typeof readout>} */ (readout);
  const cap = name === "logits" ? softcap : undefined;
  return cutOut(rowsTimes(asRead(model, engine, stream), weight, cap), width, [0, width]);
}

/**
 * Rows of a tensor of numbers that is not as wide as the vocabulary.
 * @param {Walked} walked
 * @param {string} name
 * @param {Range} rows
 * @returns {Float32Array}
 */
export function outsideRows(walked, name, rows) {
  const { model, engine, walk } = walked;
  const { d_model } = model.architecture;
  const stream = () => streamRows(walked, rows);
  switch (name) {
    case "token_rows":
    case "embedding_sum":
    case "embeddings":
      return embed(model, engine, walk.tokens)[name].slice(rows[0] * d_model, rows[1] * d_model);
    case "final_norm":
      return lastNorm(model, engine, stream());
    case "projected":
      return asRead(model, engine, stream());
    case "masked_hidden":
      return hiddenOf(walked, stream());
    case "masked_activated":
      return transformed(model, engine, stream());
    case "masked_norm":
      return maskedRows(model, engine, stream());
  }
  throw new Error(`no rows of ${name}`); // a mistake of the caller: no reader gives this name
}

/** Rows of what leaves the last layer. @param {Walked} walked @param {Range} rows */
function streamRows({ model, walk }, rows) {
  const { layers, d_model } = model.architecture;
  return walk.stream(layers).data.subarray(rows[0] * d_model, rows[1] * d_model);
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
