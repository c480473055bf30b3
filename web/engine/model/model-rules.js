/** How the numbers outside of a model's layers are explained. */
import { explainNorm } from "../explain/norm.js";
import { explainSinusoid } from "../explain/inputs.js";
import { copyOf, count, dot, f, setting, sumOf, term } from "../explain/terms.js";
import { softmaxOf } from "../explain/weights.js";
import { addsPositions } from "./states.js";

/**
 * @typedef {import("../explain/explain.js").Source} Source
 * @typedef {import("./model-spec.js").ResolvedModel} ResolvedModel
 * @typedef {(run: Source, index: number[]) => import("../explain/explain.js").Origin} Explain
 */

/**
 * The rules of a model, by the name of the tensor.
 * @param {ResolvedModel} spec
 * @param {readonly string[]} last the last stage of each layer
 * @returns {Partial<Record<string, Explain>>}
 */
export function rulesOf(spec, last) {
  const streams = [entering(spec), ...last.map((stage, layer) => `layers.${layer}.${stage}`)];
  const leaving = /** @type {string} */ (streams.at(-1));
  return {
    ...embeddingRules(spec, "embedded", "tokens", "token_embedding", ""),
    ...embeddingRules(spec, "source", "source_tokens", "source_embedding", "source_"),
    embedding_norm: norm(spec.embedding_norm, "embedded", "embedding_norm"),
    ...Object.fromEntries(
      spec.layers.flatMap(({ keys = "self" }, layer) => [
        [`layers.${layer}.X`, copyFrom(/** @type {string} */ (streams[layer]))],
        ...(keys === "self"
          ? []
          : [[`layers.${layer}.C`, copyFrom(keys === "source" ? sourceOf(spec) : "embeddings")]]),
      ]),
    ),
    final_norm: norm(spec.final_norm, leaving, "final_norm"),
    ...readoutRules(spec, spec.final_norm === "none" ? leaving : "final_norm"),
    probabilities: spec.readout === "pointer" ? averageOf(`layers.${last.length - 1}.weights`) : softmax,
  };
}

/** What enters the first layer. @param {ResolvedModel} spec */
const entering = (spec) =>
  spec.embedding_norm !== "none" ? "embedding_norm" : addsPositions(spec) ? "embedded" : "embeddings";

/** What layers with keys from the source read. @param {ResolvedModel} spec */
const sourceOf = (spec) => (addsPositions(spec) ? "source" : "source_embeddings");

/** @param {string} from @returns {Explain} */
const copyFrom = (from) => (run, index) => copyOf(run, from, index);

/**
 * @param {ResolvedModel} spec
 * @param {string} sum the name of embeddings plus positions
 * @param {string} tokens
 * @param {string} table
 * @param {string} prefix
 * @returns {Record<string, Explain>}
 */
function embeddingRules({ position }, sum, tokens, table, prefix) {
  return {
    [`${prefix}embeddings`]: (run, [i = 0, m = 0]) => copyOf(run, table, [run.at(tokens, [i]), m]),
    [`${prefix}positions`]:
      position === "learned" ? (run, index) => copyOf(run, `${prefix}position_embedding`, index) : explainSinusoid,
    [sum]: (run, index) => sumOf(run, index, `${prefix}embeddings`, `${prefix}positions`),
  };
}

/**
 * @param {import("./model-spec.js").Norm} kind
 * @param {string} from
 * @param {string} name
 * @returns {Explain}
 */
const norm = (kind, from, name) => (run, index) =>
  explainNorm(run, { from, weight: `${name}_weight`, bias: `${name}_bias`, centred: kind === "layernorm" }, index);

/**
 * The product of a row with a column of the readout's matrix, or with a row of the embeddings.
 * @param {ResolvedModel} spec
 * @param {string} from
 * @returns {Record<string, Explain>}
 */
function readoutRules({ readout, d_model, logits_softcap }, from) {
  const product = (/** @type {Source} */ run, /** @type {number[]} */ [i = 0, c = 0]) =>
    dot(
      run,
      count(d_model),
      (m) =>
        readout === "tied" ? [from, [i, m], "token_embedding", [c, m]] : [from, [i, m], "readout_weight", [m, c]],
      ["readout_bias", [c]],
    );
  if (logits_softcap === null) return { logits: product };
  return { raw_logits: product, logits: (run, index) => cap(run, index, logits_softcap) };
}

/** @param {Source} run @param {number[]} index @param {number} softcap @returns {import("../explain/explain.js").Origin} */
function cap(run, index, softcap) {
  const [raw, bound] = [term(run, "raw_logits", index), setting("logits_softcap", softcap)];
  return {
    operation: "apply",
    fn: "tanh",
    terms: [raw, bound],
    applied: run.engine.attention_tanh(f(raw.value / bound.value)),
  };
}

/** @type {Explain} */
const softmax = (run, [i = 0, own = 0]) => {
  const classes = /** @type {number} */ (run.shape("logits")[1]);
  const terms = count(classes).map((c) => term(run, "logits", [i, c]));
  return softmaxOf(run, terms, ({ index }) => index[1] === own);
};

/**
 * A pointer's probabilities: the mean of the heads' weights.
 * @param {string} weights
 * @returns {Explain}
 */
const averageOf = (weights) => (run, index) => {
  const [heads = 1] = run.shape(weights);
  const terms = count(heads).map((head) => term(run, weights, [head, ...index]));
  return { operation: "mean", terms };
};
