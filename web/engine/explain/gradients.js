import { checkObject, unknownName } from "../checks.js";
import { Run } from "../run.js";
import { checkIndex } from "../tensors.js";
import { comparedStages, distanceAhead, keySide, kvHead, mixingStage, reasonsHidden } from "./rules.js";
import { relativeRow, ropeRotation, SCORES, t5Bucket } from "./rules.js";
import { count, elementAt, f, setting, term } from "./terms.js";

/**
 * Explains how one gradient was computed: one part for each stage that used the number, in the order in which the
 * backward pass reaches them. There is one small function for each stage and input.
 *
 * @typedef {import("./explain.js").Source} Source
 * @typedef {import("./explain.js").Term} Term
 * @typedef {import("../tensors.js").Tensor} Tensor
 *
 * @typedef {object} Part
 * @property {string} from the stage that used the number in the forward pass
 * @property {"copy" | "sum" | "dot" | "zero" | "dropout" | "softcap" | "softmax" | "share" | "sink"} operation
 *   how the terms make the part, with f = Math.fround; gradients are terms whose stage starts with d_:
 *   copy      the one term
 *   sum       t0 + t1 + ..., from 0, each step rounded; for the sink a term for each row, as softmax makes it
 *   dot       pairs of a gradient and a value, as in explain.js; gradients of 0 are left out
 *   zero      0: what is hidden or dropped has no influence, and a factor of 0 makes a product 0 even with NaN
 *   dropout   f(t0 / t1)
 *   softcap   t0 the gradient, t1 capped, t2 the cap: with t = f(t1 / t2), f(t0 · f(1 - f(t·t)))
 *   softmax   t0 the gradient of the weight, t1 the weight: f(t1 · f(t0 - mean)); 0 where t1 is 0
 *   share     f(f(t0 - mean) / sum)
 *   sink      -f(mean / sum)
 * @property {Term[]} terms
 * @property {number} [mean] dot product of the row's weights and their gradients, weights of 0 left out
 * @property {number} [sum] the sum that the row was divided by
 *
 * @typedef {object} GradientExplanation
 * @property {string} stage
 * @property {number[]} index
 * @property {number} value the parts added up: s = 0, then s = f(s + part) for each
 * @property {Part[]} parts empty for the output, whose gradient is given
 */

/**
 * A run and its gradients.
 * @typedef {object} Backward
 * @property {Source} run
 * @property {(stage: string, index: readonly number[]) => Term} d the gradient of one number
 *
 * @typedef {[string, number[], string, number[]]} Pair a stage and the index of its gradient, a stage and the index of
 *   its value
 *
 * @typedef {import("./rules.js").Index2} Index2
 * @typedef {import("./rules.js").Index3} Index3
 */
/**
 * Finds the parts of a number's gradient. Each function names the dimensions of its own stage or input: the index has
 * one number for each of them.
 * @typedef {{of(backward: Backward, index: number[]): Part[]}["of"]} PartsOf
 */

/**
 * Whether a product is NaN although a factor is 0: in gradients it is 0.
 * @param {number} a
 * @param {number} b
 */
const isVoid = (a, b) => a * b !== 0 && (a === 0 || b === 0);

/**
 * @param {string} from
 * @param {readonly (readonly [Term, Term])[]} pairs
 * @returns {Part}
 */
function products(from, pairs) {
  const used = pairs.filter(([gradient, value]) => gradient.value !== 0 && !isVoid(gradient.value, value.value));
  return { from, operation: "dot", terms: used.flat() };
}

/**
 * @param {Backward} backward
 * @param {string} from
 * @param {readonly Pair[]} pairs
 */
const dot = ({ run, d }, from, pairs) =>
  products(
    from,
    pairs.map(([gradient, at, value, where]) => [d(gradient, at), term(run, value, where)]),
  );

/** @param {string} from @returns {Part} */
const zero = (from) => ({ from, operation: "zero", terms: [] });

/**
 * @param {Backward} backward
 * @param {string} from
 * @param {number[]} index
 * @returns {Part}
 */
const copy = ({ d }, from, index) => ({ from, operation: "copy", terms: [d(from, index)] });

/**
 * @param {Backward} backward
 * @param {string} from
 * @param {readonly number[][]} indices
 * @returns {Part}
 */
const sum = ({ d }, from, indices) => ({ from, operation: "sum", terms: indices.map((index) => d(from, index)) });

/**
 * @param {Source} run
 * @param {number} group a key/value head
 * @returns {Index2[]} [head, query] of every query that reads it
 */
function queriesOf({ spec: { heads, kv_heads, n_q } }, group) {
  const size = heads / kv_heads;
  return count(size * n_q).map((p) => [group * size + Math.floor(p / n_q), p % n_q]);
}

/**
 * @param {Source} run
 * @param {number} row of relK or relV
 * @returns {Index3[]} [head, query, key] of every pair that reads it
 */
function pairsOfRow(run, row) {
  const { heads, n_q, n_k } = run.spec;
  const all = count(heads * n_q * n_k).map(
    (p) => /** @type {Index3} */ ([Math.floor(p / n_k / n_q), Math.floor(p / n_k) % n_q, p % n_k]),
  );
  return all.filter(([, i, j]) => relativeRow(run, i, j) === row);
}

/** The projections, with the letter of their weight and bias. The output counts as a projection with a single head. */
const PROJECTIONS = Object.freeze({ Q: "q", K: "k", V: "v", output: "o" });

/**
 * The stage that a projection reads, and the layout of its result.
 * @param {Source} run
 * @param {keyof typeof PROJECTIONS} stage
 * @returns {{from: string, heads: number, width: number, at: (head: number, row: number, d: number) => number[]}}
 */
function projection(run, stage) {
  const { heads, kv_heads, d_k, d_v, d_out } = run.spec;
  if (stage === "output") return { from: "concat", heads: 1, width: d_out, at: (_, row, d) => [row, d] };
  return {
    from: stage === "Q" ? "X" : keySide(run),
    heads: stage === "Q" ? heads : kv_heads,
    width: stage === "V" ? d_v : d_k,
    at: (head, row, d) => [head, row, d],
  };
}

/**
 * The part of a projected number's gradient that comes through one projection.
 * @param {Backward} backward
 * @param {keyof typeof PROJECTIONS} stage
 * @param {Index2} index [row, column] of the number
 * @returns {Part}
 */
function throughProjection(backward, stage, [i, m]) {
  const { heads, width, at } = projection(backward.run, stage);
  const weight = `W${PROJECTIONS[stage]}`;
  if (!backward.run.given(weight)) return copy(backward, stage, at(0, i, m));
  /** @type {Pair[]} */
  const pairs = count(heads * width).map((o) => [stage, at(Math.floor(o / width), i, o % width), weight, [m, o]]);
  return dot(backward, stage, pairs);
}

/**
 * The gradients of a projection's weight and bias.
 * @param {keyof typeof PROJECTIONS} stage
 * @returns {Record<string, PartsOf>}
 */
function parametersOf(stage) {
  const rowsOf = (/** @type {Source} */ run, /** @type {number} */ o) => {
    const { from, width, at } = projection(run, stage);
    const [length] = /** @type {Index2} */ (run.shape(from));
    return count(length).map((i) => ({ i, from, made: at(Math.floor(o / width), i, o % width) }));
  };
  return {
    [`W${PROJECTIONS[stage]}`]: (backward, /** @type {Index2} */ [m, o]) => {
      const rows = rowsOf(backward.run, o);
      return [
        dot(
          backward,
          stage,
          rows.map(({ i, from, made }) => [stage, made, from, [i, m]]),
        ),
      ];
    },
    [`b${PROJECTIONS[stage]}`]: (backward, /** @type {[number]} */ [o]) => [
      sum(
        backward,
        stage,
        rowsOf(backward.run, o).map(({ made }) => made),
      ),
    ],
  };
}

/**
 * Gradients of embeddings, projection weights and biases, and the concatenated heads. @type {Record<string, PartsOf>}
 */
const projections = {
  E: (backward, index) => [copy(backward, "X", index)],
  P: (backward, index) => [copy(backward, "X", index)],
  X: (backward, /** @type {Index2} */ index) => {
    const stages = backward.run.has("C") ? /** @type {const} */ (["Q"]) : /** @type {const} */ (["V", "K", "Q"]);
    return stages.map((stage) => throughProjection(backward, stage, index));
  },
  C: (backward, /** @type {Index2} */ index) =>
    /** @type {const} */ (["V", "K"]).map((stage) => throughProjection(backward, stage, index)),
  concat: (backward, /** @type {Index2} */ index) => [throughProjection(backward, "output", index)],
  ...parametersOf("Q"),
  ...parametersOf("K"),
  ...parametersOf("V"),
  ...parametersOf("output"),
};

/**
 * The gradient of a query's or key's component before RoPE, from the gradients of its pair after RoPE.
 * @param {Backward} backward
 * @param {"Q" | "K"} from
 * @param {Index3} index [head, token, component]
 * @returns {Part}
 */
function throughRotation({ run, d }, from, [head, i, c]) {
  const { x, y, cos, sin, minusSin } = ropeRotation(run, from, i, c);
  const stage = `${from}_rot`;
  const [ofX, ofY] = c === x ? [cos, sin] : [minusSin, cos];
  return products(stage, [
    [d(stage, [head, i, x]), ofX],
    [d(stage, [head, i, y]), ofY],
  ]);
}

/**
 * The gradient of a query's component, from the scores that use it.
 * @param {Backward} backward
 * @param {Index3} index [head, query, component]
 * @returns {Part[]}
 */
function queryThroughScores(backward, [head, i, c]) {
  const { run } = backward;
  const [, k] = comparedStages(run);
  const keys = count(run.spec.n_k);
  /** @type {Pair[]} */
  const content = keys.map((j) => ["raw", [head, i, j], k, [kvHead(run, head), j, c]]);
  if (!run.has("relK")) return [dot(backward, "raw", content)];
  /** @type {Pair[]} */
  const relative = keys.map((j) => ["raw", [head, i, j], "relK", [relativeRow(run, i, j), c]]);
  return [dot(backward, "raw", content), dot(backward, "raw", relative)];
}

/**
 * The gradient of a key's component, from the scores that use it.
 * @param {Backward} backward
 * @param {Index3} index [key/value head, key, component]
 * @returns {Part[]}
 */
function keyThroughScores(backward, [group, j, c]) {
  const [q] = comparedStages(backward.run);
  /** @type {Pair[]} */
  const pairs = queriesOf(backward.run, group).map(([h, i]) => ["raw", [h, i, j], q, [h, i, c]]);
  return [dot(backward, "raw", pairs)];
}

/**
 * Gradients of queries and keys (rotated or not), relative rows and position biases. @type {Record<string, PartsOf>}
 */
const scores = {
  Q: (backward, /** @type {Index3} */ index) =>
    backward.run.has("Q_rot") ? [throughRotation(backward, "Q", index)] : queryThroughScores(backward, index),
  K: (backward, /** @type {Index3} */ index) =>
    backward.run.has("K_rot") ? [throughRotation(backward, "K", index)] : keyThroughScores(backward, index),
  Q_rot: queryThroughScores,
  K_rot: keyThroughScores,
  raw: ({ run, d }, index) => [products("scaled", [[d("scaled", index), setting("scale", run.spec.scale)]])],
  raw_content: (backward, index) => [copy(backward, "raw", index)],
  raw_relative: (backward, index) => [copy(backward, "raw", index)],
  relK: (backward, /** @type {Index2} */ [row, c]) => {
    /** @type {Pair[]} */
    const pairs = pairsOfRow(backward.run, row).map(([h, i, j]) => ["raw", [h, i, j], "Q", [h, i, c]]);
    return [dot(backward, "raw", pairs)];
  },
  bias: (backward, index) => {
    if (index.length === 3) return [copy(backward, "biased", index)];
    const everyHead = count(backward.run.spec.heads).map((h) => [h, ...index]);
    return [sum(backward, "biased", everyHead)];
  },
  bias_matrix: (backward, index) => [copy(backward, "bias", index)],
  bias_table: (backward, /** @type {Index2} */ [row, head]) => {
    const { run } = backward;
    const { n_q, n_k } = run.spec;
    const pairs = count(n_q).flatMap((i) => count(n_k).map((j) => ({ i, j })));
    const inBucket = pairs.filter(({ i, j }) => t5Bucket(run, distanceAhead(run, i, j)) === row);
    return [
      sum(
        backward,
        "bias",
        inBucket.map(({ i, j }) => [head, i, j]),
      ),
    ];
  },
};

/**
 * The mean of a row's gradients, weighted by the row's attention weights. The gradients of softmax and of renormalising
 * subtract it.
 * @param {Backward} backward
 * @param {string} stage of the weights
 * @param {number} head
 * @param {number} i
 * @param {boolean} [sink] whether the sink's weight is included, as the first term
 */
function meanGradient({ run, d }, stage, head, i, sink = false) {
  const keys = count(run.spec.n_k).map((j) => ({ at: stage, index: [head, i, j] }));
  const all = sink ? [{ at: "sink_weight", index: [head, i] }, ...keys] : keys;
  return all.reduce((total, { at, index }) => {
    const [weight, gradient] = [run.at(at, index), d(at, index).value];
    return weight === 0 || gradient === 0 ? total : f(total + f(weight * gradient));
  }, 0);
}

/**
 * The part of a score's gradient that comes back through softmax.
 * @param {Backward} backward
 * @param {string} from the stage of the weights
 * @param {Index3} index
 * @returns {Part}
 */
function throughSoftmax(backward, from, index) {
  const { run, d } = backward;
  const [head, i] = index;
  const mean = meanGradient(backward, from, head, i, run.spec.softmax_sink);
  const [gradient, weight] = [d(from, index), term(run, from, index)];
  if (isVoid(weight.value, f(gradient.value - mean))) return zero(from);
  return { from, operation: "softmax", terms: [gradient, weight], mean };
}

/**
 * The mean gradient and the sum of a row of weights that is renormalised after the mask.
 * @param {Backward} backward
 * @param {number} head
 * @param {number} i
 */
function renormalisedRow(backward, head, i) {
  const { run } = backward;
  const visible = count(run.spec.n_k).filter((j) => reasonsHidden(run, [head, i, j]).length === 0);
  const start = run.spec.softmax_sink ? run.at("sink_weight", [head, i]) : 0;
  const sum = visible.reduce((total, j) => f(total + run.at("zeroed", [head, i, j])), start);
  return { visible, mean: meanGradient(backward, "weights", head, i), sum };
}

/** @param {Source} run */
const isRenormalised = (run) => run.spec.mask_mode === "after_softmax_renormalised";

/**
 * The part of a number's gradient that comes back through a mask.
 * @param {Backward} backward
 * @param {string} from
 * @param {Index3} index
 * @param {boolean} [hiddenPass] whether the gradient passes through hidden numbers too
 * @returns {Part}
 */
function throughMask(backward, from, index, hiddenPass = false) {
  const hidden = !hiddenPass && reasonsHidden(backward.run, index).length > 0;
  return hidden ? zero(from) : copy(backward, from, index);
}

/**
 * The gradient of a score, from the stage after it.
 * @param {Backward} backward
 * @param {string} stage
 * @param {Index3} index
 * @returns {Part}
 */
function ofScore(backward, stage, index) {
  const { run, d } = backward;
  const later = SCORES.slice(SCORES.indexOf(stage) + 1).find((other) => run.has(other));
  if (later === "biased") return copy(backward, later, index);
  if (later === "masked") return throughMask(backward, later, index, run.spec.mask_how === "add");
  if (later === undefined) return throughSoftmax(backward, run.has("zeroed") ? "weights_unmasked" : "weights", index);
  const [gradient, capped, cap] = [d(later, index), term(run, later, index), setting("softcap", run.spec.softcap)];
  if (isVoid(gradient.value, 1 - f(capped.value / cap.value) ** 2)) return zero(later);
  return { from: later, operation: "softcap", terms: [gradient, capped, cap] };
}

/** Gradients of scores and weights: through softmax, masks and the sink. @type {Record<string, PartsOf>} */
const weights = {
  ...Object.fromEntries(
    SCORES.map((stage) => [
      stage,
      (/** @type {Backward} */ backward, /** @type {Index3} */ index) => [ofScore(backward, stage, index)],
    ]),
  ),
  weights_unmasked: (backward, /** @type {Index3} */ index) => [throughMask(backward, "zeroed", index)],
  zeroed: (backward, /** @type {Index3} */ index) => {
    if (!isRenormalised(backward.run)) return [copy(backward, "weights", index)];
    const [head, i, j] = index;
    const { visible, mean, sum } = renormalisedRow(backward, head, i);
    if (!visible.includes(j)) return [zero("weights")];
    return [{ from: "weights", operation: "share", terms: [backward.d("weights", index)], mean, sum }];
  },
  sink_weight: (backward, /** @type {Index2} */ [head, i]) => {
    if (!backward.run.has("zeroed") || !isRenormalised(backward.run)) return [];
    const { mean, sum } = renormalisedRow(backward, head, i);
    return [{ from: "weights", operation: sum === 0 || mean === 0 ? "zero" : "sink", terms: [], mean, sum }];
  },
  sink: (backward, /** @type {[number]} */ [head]) => {
    const { run, d } = backward;
    const stage = run.has("zeroed") ? "weights_unmasked" : "weights";
    const terms = count(run.spec.n_q).map((i) => {
      const weight = run.at("sink_weight", [head, i]);
      const above = f(d("sink_weight", [head, i]).value - meanGradient(backward, stage, head, i, true));
      return { stage: "d_sink", index: [head, i], value: weight === 0 || above === 0 ? 0 : f(weight * above) };
    });
    return [{ from: stage, operation: "sum", terms }];
  },
};

/**
 * The gradient of the weight that a value is multiplied by (after dropout, where there is dropout).
 * @param {Backward} backward
 * @param {Index3} index [head, query, key]
 * @returns {Part[]}
 */
function mixingWeight(backward, [head, i, j]) {
  const { run } = backward;
  const columns = count(run.spec.d_v);
  /** @type {Pair[]} */
  const values = columns.map((c) => ["context", [head, i, c], "V", [kvHead(run, head), j, c]]);
  if (!run.has("relV")) return [dot(backward, "context", values)];
  const row = relativeRow(run, i, j);
  /** @type {Pair[]} */
  const relative = columns.map((c) => ["context", [head, i, c], "relV", [row, c]]);
  return [dot(backward, "context", values), dot(backward, "context", relative)];
}

/**
 * The gradient of component c of a value, from the contexts to which these weights have added it.
 * @param {Backward} backward
 * @param {readonly Index3[]} weights each [head, query, key]
 * @param {number} c
 * @returns {Part[]}
 */
function mixedValue(backward, weights, c) {
  const stage = mixingStage(backward.run);
  /** @type {Pair[]} */
  const pairs = weights.map(([h, i, j]) => ["context", [h, i, c], stage, [h, i, j]]);
  return [dot(backward, "context", pairs)];
}

/** Gradients of weights, values, relative values and the context. @type {Record<string, PartsOf>} */
const mixtures = {
  weights: (backward, /** @type {Index3} */ index) => {
    const { run, d } = backward;
    if (!run.has("dropped")) return mixingWeight(backward, index);
    if (run.at("keep", index) === 0) return [zero("dropped")];
    const terms = [d("dropped", index), setting("1-p", 1 - f(run.spec.dropout))];
    return [{ from: "dropped", operation: "dropout", terms }];
  },
  dropped: mixingWeight,
  V: (backward, /** @type {Index3} */ [group, j, c]) => {
    const readers = queriesOf(backward.run, group).map(([h, i]) => /** @type {Index3} */ ([h, i, j]));
    return mixedValue(backward, readers, c);
  },
  relV: (backward, /** @type {Index2} */ [row, c]) => mixedValue(backward, pairsOfRow(backward.run, row), c),
  context: (backward, /** @type {Index3} */ [h, i, c]) => [
    copy(backward, "concat", [i, h * backward.run.spec.d_v + c]),
  ],
  context_content: (backward, index) => [copy(backward, "context", index)],
};

/** @type {Readonly<Record<string, PartsOf>>} by the stage or input whose gradient is explained */
const explainers = Object.freeze({ ...projections, ...scores, ...weights, ...mixtures });

/**
 * Explains how one gradient was computed, in the engine's order of summation.
 * @param {Run} run
 * @param {Record<string, Tensor>} gradients of this run, as backward returned them
 * @param {string} id name of one of the gradients
 * @param {readonly number[]} index one number for each dimension
 * @returns {GradientExplanation}
 * @throws {AttentionError} that names the argument, what was wanted and what came
 */
export function explainGradient(run, gradients, id, index) {
  const { memory } = Run.partsOf(run);
  const known = Object.keys(checkObject(gradients, "gradients"));
  if (!known.includes(id)) throw unknownName("stage", id, known);
  checkIndex(id, index, memory.computed(id).shape);
  const d = (/** @type {string} */ name, /** @type {readonly number[]} */ at) => ({
    stage: `d_${name}`,
    index: [...at],
    value: elementAt(/** @type {Tensor} */ (gradients[name]), at),
  });
  const own = [...index];
  const parts = explainers[id]?.({ run: memory.source(), d }, own) ?? [];
  return { stage: id, index: own, value: d(id, own).value, parts };
}
