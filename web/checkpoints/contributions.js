/** What each part of a model has written into the last position, as a share of the logits of some tokens. */
import { AttentionError } from "../engine/errors.js";
import { addedStages, logitReading } from "../engine/model/contributions.js";

/**
 * @typedef {import("./parts.js").Tensor} Tensor
 * @typedef {import("./families/family.js").Norm} Norm
 *
 * @typedef {object} Contribution
 * @property {"embeddings" | "head" | "attention_bias" | "attention" | "mlp" | "bias"} part attention: of a layer whose attention
 *   is replaced as a whole, in place of its heads and attention_bias; bias: what the last norm adds
 * @property {number | null} layer null outside of the layers
 * @property {number | null} head null where the part is no head
 * @property {number[]} logits the part's share of each token's logit, before a cap
 *
 * What a layer wrote into the last position. Kept when the layer is walked, as its weights are not read again for it.
 * @typedef {object} LastRows
 * @property {Record<string, Float32Array>} stages the last rows of what attention and the MLP gave, before and after norms
 * @property {Float32Array[]} heads what each head adds to output: its part of concat times its rows of Wo
 * @property {Float32Array | null} bias what is added to them
 *
 * @typedef {{direction: readonly number[], bias: number}} Reading a logit as a sum over numbers
 */

/** The stages whose last rows are needed. */
const NEEDED = Object.freeze(["output", "output_norm", "mlp_output", "mlp_output_norm"]);

/**
 * What is kept of a layer's run.
 * @param {import("../engine/run.js").Run} run
 * @param {Readonly<Record<string, Tensor>>} weights
 * @returns {LastRows}
 */
export function lastRowsOf(run, { Wo, bo }) {
  const lastRow = (/** @type {string} */ name) => run.view(name).data.slice(-(run.shape(name).at(-1) ?? 1));
  const names = NEEDED.filter((name) => run.stages.includes(name));
  return {
    stages: Object.fromEntries(names.map((name) => [name, lastRow(name)])),
    heads: writtenByHeads(lastRow("concat"), /** @type {Tensor} */ (Wo), run.spec.heads),
    bias: bo?.data.slice() ?? null, // a copy: the memory that it is read from has the whole layer
  };
}

/**
 * What each head adds to a row of output. Summed in double precision.
 * @param {Float32Array} concat the row
 * @param {Tensor} Wo
 * @param {number} heads
 */
function writtenByHeads(concat, { shape: [height = 0, width = 0], data }, heads) {
  return Array.from({ length: heads }, (_, head) => {
    const sums = new Float64Array(width);
    for (let at = (head * height) / heads; at < ((head + 1) * height) / heads; at++) {
      const share = Number(concat[at]);
      for (let m = 0; m < width; m++) sums[m] = Number(sums[m]) + share * Number(data[at * width + m]);
    }
    return Float32Array.from(sums);
  });
}

/**
 * The logits of tokens at the last position, as sums of what the embeddings, each head, the bias of attention and the MLP of
 * each layer have written into the stream (direct logit attribution, as engine/model/contributions.js has it). Norms that follow
 * count with the mean and the root of the finished row. Computed in double precision.
 * @param {import("./model.js").CheckpointModel} model
 * @param {object} walked
 * @param {Float32Array} walked.first what enters the first layer
 * @param {Float32Array} walked.finished what leaves the last one
 * @param {readonly LastRows[]} walked.layers
 * @param {(layer: number) => boolean} walked.isWhole whether attention's output is replaced as a whole, so that no head has a
 *   share in it
 * @param {readonly number[]} tokens
 * @returns {Contribution[]} in the order of computation, bias last: their sum is the logit up to rounding
 * @throws {AttentionError} where the stream is no sum
 */
export function contributionsOf(model, { first, finished, layers, isWhole }, tokens) {
  const { architecture } = model;
  const { readout } = architecture;
  if (!readout) throw new AttentionError("model", `must predict a next token, got ${model.summary.family}`);
  if (!isSum(model))
    throw new AttentionError("model", "must have no norms after its residuals: the stream is then no sum");
  const stream = Array.from(finished);
  const readings = tokens.map((token) =>
    logitReading(stream, {
      column: columnOf(model, readout, token),
      constant: 0,
      norm: architecture.final_norm ? normOf(model, architecture.final_norm) : null,
    }),
  );
  const { heads } = architecture;
  /** @type {Contribution[]} */
  const all = [
    { part: "embeddings", layer: null, head: null, logits: readings.map(({ direction }) => dot(first, direction)) },
  ];
  layers.forEach((rows, layer) => {
    const isOne = isWhole(layer);
    const ownHeads = isOne ? 0 : heads;
    const shares = readings.map(({ direction }) => sharesOf(model, layer, rows, isOne, direction));
    for (let head = 0; head < ownHeads; head++)
      all.push({ part: "head", layer, head, logits: shares.map((share) => share.heads[head] ?? 0) });
    const rest = isOne ? "attention" : "attention_bias";
    all.push({ part: rest, layer, head: null, logits: shares.map(({ bias }) => bias) });
    all.push({ part: "mlp", layer, head: null, logits: shares.map(({ mlp }) => mlp) });
  });
  return [...all, { part: "bias", layer: null, head: null, logits: readings.map(({ bias }) => bias) }];
}

/** Whether what leaves the last layer is a sum: no norm stands between. @param {import("./model.js").CheckpointModel} model */
export const isSum = ({ architecture }) => architecture.layer(0).spec.norm_place !== "post";

/**
 * The shares of one layer in one logit.
 * @param {import("./model.js").CheckpointModel} model
 * @param {number} layer
 * @param {LastRows} rows
 * @param {boolean} isWhole whether attention is replaced as a whole
 * @param {readonly number[]} direction
 * @returns {{heads: number[], bias: number, mlp: number}}
 */
function sharesOf(model, layer, { stages, heads, bias }, isWhole, direction) {
  const [, mlp = ""] = addedStages(Object.keys(stages));
  const output = outputReading(model, layer, stages, direction);
  const added = isWhole ? stages.output : bias;
  return {
    heads: heads.map((written) => dot(written, output.direction)),
    bias: output.bias + (added ? dot(added, output.direction) : 0),
    mlp: dot(stages[mlp] ?? new Float32Array(), direction),
  };
}

/**
 * What attention's output counts for, where a norm may stand between it and the stream.
 * @param {import("./model.js").CheckpointModel} model
 * @param {number} layer
 * @param {LastRows["stages"]} rows
 * @param {readonly number[]} direction of the stream
 * @returns {Reading}
 */
function outputReading(model, layer, rows, direction) {
  if (!rows.output_norm) return { direction, bias: 0 };
  const { spec, parts } = model.architecture.layer(layer);
  const { output_norm_weight: weight, output_norm_bias: bias } = parts;
  const norm = {
    kind: /** @type {Norm["kind"]} */ (spec.norm),
    epsilon: Number(spec.norm_epsilon),
    offset: spec.norm_offset === true,
    ...(weight && { weight }),
    ...(bias && { bias }),
  };
  const reading = { column: [...direction], constant: 0, norm: normOf(model, norm) };
  return logitReading(Array.from(rows.output ?? []), reading);
}

/** A norm as logitReading takes it. @param {import("./model.js").CheckpointModel} model @param {Norm} norm */
function normOf(model, { kind, epsilon, offset = false, weight, bias }) {
  const factors = weight && model.read(weight).data;
  return {
    isCentred: kind === "layernorm",
    epsilon,
    factors: factors && offset ? Array.from(factors, (factor) => factor + 1) : factors,
    added: bias && model.read(bias).data,
  };
}

/** What the readout multiplies each number of the normed row by, for a token. @param {import("./model.js").CheckpointModel} model @param {import("./families/family.js").Readout} readout @param {number} token */
function columnOf(model, { weight, projection }, token) {
  const row = Array.from(model.readRows(weight, token, token + 1));
  if (!projection) return row;
  const [height = 0, width = 0] = projection.shape;
  const matrix = model.readRows(projection, 0, height);
  return Array.from({ length: width }, (_, at) =>
    row.reduce((sum, value, output) => sum + value * Number(matrix[output * width + at]), 0),
  );
}

/** @param {Float32Array} values @param {readonly number[]} direction */
function dot(values, direction) {
  let sum = 0;
  for (let at = 0; at < values.length; at++) sum += Number(values[at]) * Number(direction[at]);
  return sum;
}

/** Contributions with the largest first, by one of the tokens. @param {readonly Contribution[]} contributions @param {(logits: readonly number[]) => number} valueOf */
export const largestFirst = (contributions, valueOf) =>
  [...contributions].sort((a, b) => Math.abs(valueOf(b.logits)) - Math.abs(valueOf(a.logits)));
