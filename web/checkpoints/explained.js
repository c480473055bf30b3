/**
 * Where the numbers of a model's walk come from: those of its layers, and those outside of them, which are, in the order of
 * computation:
 *
 *     tokens           [n] their ids
 *     token_rows       [n, d_model] their rows of token_embedding, times a factor or a matrix; only where something is added
 *     embedding_sum    [n, d_model] with token types and positions; only where a norm follows
 *     embeddings       [n, d_model] what enters the first layer
 *     final_norm       [n, d_model]
 *     projected        [n, width of the readout's rows] where a matrix stands between
 *     raw_logits       [n, vocabulary] before a cap
 *     masked_hidden    [n, d_model] the Linear of the head for masked tokens, which reads what leaves the last layer
 *     masked_activated [n, d_model]
 *     masked_norm      [n, d_model]
 *     logits           [n, vocabulary]
 *
 * A model has those that it computes. The weights of their terms are called as the parameters of the engine's models.
 */
import { f } from "../engine/explain/terms.js";
import { Run } from "../engine/run.js";
import { checkIndex } from "../engine/tensors.js";
import { embed, positionsOf } from "./embedding.js";
import { lastNorm, maskedRows, normRun, productRun, project, transformed, transformRun } from "./readout.js";

/**
 * @typedef {import("../engine/explain/explain.js").Explanation} Explanation
 * @typedef {import("../engine/explain/explain.js").Term} Term
 * @typedef {import("./families/family.js").Norm} Norm
 * @typedef {import("./parts.js").Part} Part
 * @typedef {{model: import("./model.js").CheckpointModel, engine: import("./readout.js").Tracer,
 *   walk: import("./walk.js").CheckpointWalk}} Walked
 * @typedef {Record<string, (index: readonly number[]) => {stage: string, index: number[]}>} Names by the name in a run
 * @typedef {Pick<Explanation, "operation" | "value" | "terms"> & Partial<Explanation>} Origin
 */

/** What each number outside of the layers comes from. @type {Readonly<Record<string, (walked: Walked, index: number[]) => Origin>>} */
const outside = Object.freeze({
  tokens: ({ walk }, [i = 0]) => ({ operation: "input", value: Number(walk.tokens[i]), terms: [] }),
  token_rows: tokenRow,
  embedding_sum: embeddingSum,
  embeddings: (walked, index) => {
    const { norm } = walked.model.architecture.embedding;
    if (!norm) return embeddingSum(walked, index);
    return ofNorm(
      walked,
      norm,
      "embedding_norm",
      ["embedding_sum", rowOf(embedded(walked).embedding_sum, index, walked)],
      index,
    );
  },
  final_norm: (walked, index) => {
    const norm = /** @type {Norm} */ (walked.model.architecture.final_norm);
    return ofNorm(walked, norm, "final_norm", [leaving(walked), leavingRow(walked, index)], index);
  },
  projected: (walked, [i = 0, own = 0]) => {
    const part = /** @type {Part} */ (walked.model.architecture.readout?.projection);
    const [from, row] = normed(walked, [i]);
    return ofProduct(walked, [from, row, i], ["readout_projection", part, own]);
  },
  raw_logits: (walked, index) => logit(walked, index, "raw"),
  masked_hidden: (walked, index) => ofTransform(walked, "mlp_hidden", index),
  masked_activated: (walked, index) => ofTransform(walked, "mlp_activated", index),
  masked_norm: (walked, index) => {
    const { norm } = maskedHead(walked);
    const row = transformed(walked.model, walked.engine, leavingRow(walked, index));
    return ofNorm(walked, norm, "masked_norm", ["masked_activated", row], index);
  },
  logits: (walked, index) => {
    const { masked, readout } = walked.model.architecture;
    return masked ? maskedLogit(walked, index) : logit(walked, index, readout?.softcap ? "capped" : "raw");
  },
});

/** The names of the tensors outside of the layers, of which a model has some. */
export const outsideNames = Object.freeze(Object.keys(outside));

/** The name of a number's tensor, in a layer. @param {number} layer @param {string} stage */
export const nameInLayer = (layer, stage) => `layers.${layer}.${stage}`;

/**
 * The layer and the stage of a name; outside of the layers the layer is null.
 * @param {string} name
 * @returns {{layer: number | null, stage: string}}
 */
export function placeOf(name) {
  const [, layer, stage = ""] = /^layers\.(\d+)\.(\w+)$/.exec(name) ?? [];
  return layer === undefined ? { layer: null, stage: name } : { layer: Number(layer), stage };
}

/** The shapes of the tensors outside of the layers that a model has. @param {Walked} walked @returns {Record<string, number[]>} */
export function outsideShapes({ model, walk }) {
  const { embedding, final_norm, readout, masked, d_model, vocabulary } = model.architecture;
  const n = walk.tokens.length;
  return {
    tokens: [n],
    ...(isChanged(embedding) && addends(embedding).length > 0 && { token_rows: [n, d_model] }),
    ...(embedding.norm && { embedding_sum: [n, d_model] }),
    embeddings: [n, d_model],
    ...(final_norm && { final_norm: [n, d_model] }),
    ...(readout?.projection && { projected: [n, readout.weight.shape[1] ?? 1] }),
    ...(readout?.softcap && { raw_logits: [n, vocabulary] }),
    ...(masked && { masked_hidden: [n, d_model], masked_activated: [n, d_model], masked_norm: [n, d_model] }),
    ...((readout ?? masked) && { logits: [n, vocabulary] }),
  };
}

/**
 * @param {Walked} walked
 * @param {string} name
 * @param {number[]} index
 * @returns {Explanation | undefined} undefined where there is no such tensor
 */
export function explained(walked, name, index) {
  const { layer, stage } = placeOf(name);
  if (layer !== null) return ofLayer(walked, layer, stage, index);
  const shape = outsideShapes(walked)[name];
  if (!shape) return undefined;
  checkIndex(name, index, shape);
  return { .../** @type {Origin} */ (outside[name]?.(walked, index)), stage: name, index };
}

/** A number of a layer. What enters it leaves the one before, or is an embedding. @param {Walked} walked @param {number} layer @param {string} stage @param {number[]} index @returns {Explanation} */
function ofLayer(walked, layer, stage, index) {
  const run = walked.walk.run(layer);
  const { has } = Run.partsOf(run).memory.source();
  const explanation = run.explain(stage, index);
  const name = nameInLayer(layer, stage);
  if (stage === "X") {
    const from = layer === 0 ? "embeddings" : leaving(walked, layer - 1);
    return {
      ...explanation,
      stage: name,
      operation: "copy",
      terms: [{ stage: from, index, value: explanation.value }],
    };
  }
  const named = (/** @type {Term} */ term) =>
    has(term.stage) ? { ...term, stage: nameInLayer(layer, term.stage) } : term;
  return { ...renamed(explanation, named), stage: name };
}

/** What leaves a layer. @param {Walked} walked @param {number} [layer] the last one */
const leaving = ({ walk, model }, layer = model.architecture.layers - 1) => nameInLayer(layer, walk.leaving(layer));

/** A row of what leaves the last layer. @param {Walked} walked @param {readonly number[]} index */
const leavingRow = (walked, index) => rowOf(walked.walk.stream(walked.model.architecture.layers).data, index, walked);

/** @param {Float32Array} data as wide as the stream @param {readonly number[]} index @param {Walked} walked */
function rowOf(data, [i = 0], { model }) {
  const width = model.architecture.d_model;
  return data.subarray(i * width, (i + 1) * width);
}

/** The embeddings of the tokens, step by step. @param {Walked} walked */
const embedded = ({ model, engine, walk }) => embed(model, engine, walk.tokens);

/** Whether rows of the token embeddings are multiplied. @param {import("./families/family.js").Embedding} embedding */
const isChanged = ({ factor, projection }) => factor !== undefined || projection !== undefined;

/** What is added to a token's row: the parameters, and the row of each for each token. @param {import("./families/family.js").Embedding} embedding */
const addends = ({ types, positions }) => [
  ...(types ? [{ name: "token_type_embedding", part: types, rowsOf: () => /** @type {number[]} */ ([]) }] : []),
  ...(positions
    ? [
        {
          name: "position_embedding",
          part: positions.part,
          rowsOf: (/** @type {readonly number[]} */ tokens) => positionsOf(tokens, positions),
        },
      ]
    : []),
];

/** @param {Walked} walked @param {string} stage @param {Part} part @param {number} row @param {number} column @returns {Term} */
const parameter = ({ model }, stage, part, row, column) => ({
  stage,
  index: [row, column],
  value: Number(model.readRows(part, row, row + 1)[column]),
});

/** What a token alone gives. @param {Walked} walked @param {number[]} index @returns {Origin} */
function tokenRow(walked, [i = 0, c = 0]) {
  const { tokens: table, factor, projection } = walked.model.architecture.embedding;
  const token = Number(walked.walk.tokens[i]);
  if (projection) {
    const row = walked.model.readRows(table, token, token + 1);
    return ofProduct(walked, ["token_embedding", row, token], ["embedding_projection", projection, c]);
  }
  const own = parameter(walked, "token_embedding", table, token, c);
  if (factor === undefined) return { operation: "copy", value: own.value, terms: [own] };
  const terms = [own, { stage: "embedding_factor", index: [], value: f(factor) }];
  return { operation: "product", value: f(own.value * f(factor)), terms };
}

/** @param {Walked} walked @param {number[]} index @returns {Origin} */
function embeddingSum(walked, [i = 0, c = 0]) {
  const { embedding } = walked.model.architecture;
  const added = addends(embedding);
  const first = tokenRow(walked, [i, c]);
  if (added.length === 0) return first;
  const own = isChanged(embedding) ? [{ stage: "token_rows", index: [i, c], value: first.value }] : first.terms;
  const terms = [
    ...own,
    ...added.map(({ name, part, rowsOf }) => parameter(walked, name, part, rowsOf(walked.walk.tokens)[i] ?? 0, c)),
  ];
  return { operation: "sum", value: terms.reduce((sum, { value }) => f(sum + value), 0), terms };
}

/** A row as it leaves the last norm, where there is one, and its name. @param {Walked} walked @param {readonly number[]} index @returns {[string, Float32Array]} */
function normed(walked, index) {
  const row = leavingRow(walked, index);
  if (!walked.model.architecture.final_norm) return [leaving(walked), row];
  return ["final_norm", lastNorm(walked.model, walked.engine, row)];
}

/** @param {Walked} walked @param {number[]} index @param {"raw" | "capped"} stage @returns {Origin} */
function logit(walked, [i = 0, token = 0], stage) {
  const { embedding, readout } = walked.model.architecture;
  const { weight, projection, softcap } = /** @type {NonNullable<typeof readout>} */ (readout);
  const matrix = weight === embedding.tokens ? "token_embedding" : "readout_weight";
  const [from, row] = normed(walked, [i]);
  const read = projection ? project(walked.model, walked.engine, projection, row) : row;
  const of = /** @type {const} */ ([projection ? "projected" : from, read, i]);
  const names = {
    scaled: () => ({ stage: "raw_logits", index: [i, token] }),
    softcap: () => ({ stage: "logits_softcap", index: [] }),
  };
  return ofProduct(walked, of, [matrix, weight, token], { stage, softcap, names });
}

/** @param {Walked} walked that has one */
const maskedHead = ({ model }) => /** @type {import("./families/family.js").MaskedHead} */ (model.architecture.masked);

/** A number before the norm of the head for masked tokens. @param {Walked} walked @param {"mlp_hidden" | "mlp_activated"} stage @param {readonly number[]} index @returns {Origin} */
function ofTransform(walked, stage, [i = 0, c = 0]) {
  return explainedBy(transformRun(walked.model, walked.engine, leavingRow(walked, [i])), stage, [0, c], {
    residual_1: ([, k = 0]) => ({ stage: leaving(walked), index: [i, k] }),
    W_up: (index) => ({ stage: "masked_W_up", index: [...index] }),
    b_up: (index) => ({ stage: "masked_b_up", index: [...index] }),
    mlp_hidden: ([, k = 0]) => ({ stage: "masked_hidden", index: [i, k] }),
  });
}

/** A logit of the head for masked tokens, whose bias follows the product. @param {Walked} walked @param {number[]} index @returns {Origin} */
function maskedLogit(walked, [i = 0, token = 0]) {
  const { model, engine } = walked;
  const { weight, bias } = maskedHead(walked);
  const row = maskedRows(model, engine, leavingRow(walked, [i]));
  const matrix = weight === model.architecture.embedding.tokens ? "token_embedding" : "masked_weight";
  const product = ofProduct(walked, ["masked_norm", row, i], [matrix, weight, token]);
  const added = { stage: "masked_bias", index: [token], value: Number(model.read(bias).data[token]) };
  return { ...product, value: f(product.value + added.value), terms: [...product.terms, added] };
}

/**
 * The product of a row with a row of a matrix.
 * @param {Walked} walked
 * @param {readonly [name: string, row: Float32Array, at: number]} of
 * @param {readonly [name: string, part: Part, row: number]} by
 * @param {{stage: "raw" | "capped", softcap?: number | undefined, names: Names}} [cap]
 * @returns {Origin}
 */
function ofProduct(
  { model, engine },
  [from, row, at],
  [matrix, part, own],
  { stage, softcap, names } = { stage: "raw", names: {} },
) {
  const run = productRun(engine, row, model.readRows(part, own, own + 1), row.length, softcap);
  /** @type {Names} */
  const all = {
    ...names,
    Q: ([, , k = 0]) => ({ stage: from, index: [at, k] }),
    K: ([, , k = 0]) => ({ stage: matrix, index: [own, k] }),
  };
  return explainedBy(run, stage, [0, 0, 0], all);
}

/**
 * A number of a row that a norm gives.
 * @param {Walked} walked
 * @param {Norm} norm
 * @param {string} name of its parameters
 * @param {readonly [name: string, row: Float32Array]} of
 * @param {readonly number[]} index
 * @returns {Origin}
 */
function ofNorm({ model, engine }, norm, name, [from, row], [i = 0, c = 0]) {
  return explainedBy(normRun(model, engine, norm, row), "norm_1", [0, c], {
    X: ([, k = 0]) => ({ stage: from, index: [i, k] }),
    norm_1_weight: ([k = 0]) => ({ stage: `${name}_weight`, index: [k] }),
    norm_1_bias: ([k = 0]) => ({ stage: `${name}_bias`, index: [k] }),
  });
}

/** What a run says, whose tensors have other names here. It is freed. @param {Run} run @param {string} stage @param {number[]} index @param {Names} names @returns {Origin} */
function explainedBy(run, stage, index, names) {
  try {
    const named = (/** @type {Term} */ term) => ({ ...term, ...names[term.stage]?.(term.index) });
    return renamed(run.explain(stage, index), named);
  } finally {
    run.free();
  }
}

/** @param {Explanation} explanation @param {(term: Term) => Term} named @returns {Explanation} */
const renamed = ({ terms, weight, bias, ...explanation }, named) => ({
  ...explanation,
  terms: terms.map(named),
  ...(weight && { weight: named(weight) }),
  ...(bias && { bias: named(bias) }),
});
