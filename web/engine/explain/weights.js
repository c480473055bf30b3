/** How weights are explained: softmax, masks after it, and the sink. */
import { elementwise } from "./elementwise.js";
import { block, NONE } from "./indices.js";
import { copy, isVoid, NO_PARTS, zero } from "./parts.js";
import { before, reasonsHidden, softmaxStage } from "./rules.js";
import { copyOf, count, f, term } from "./terms.js";

/** @typedef {import("./explain.js").Source} Source */
/** @typedef {import("./explain.js").Origin} Origin */
/** @typedef {import("./explain.js").Term} Term */
/** @typedef {import("./gradients.js").Part} Part */
/** @typedef {import("./parts.js").Backward} Backward */
/** @typedef {import("./rules.js").Index2} Index2 */
/** @typedef {import("./rules.js").Index3} Index3 */
/** @typedef {import("./table.js").Rule} Rule */

/** The stage whose scores softmax reads. @param {Source} run */
const scoreStage = (run) => before(run, softmaxStage(run));

/** @param {Source} run */
const isRenormalised = (run) => run.spec.mask_mode === "after_softmax_renormalised";

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
 * @param {Index3} index
 * @returns {Part}
 */
function throughSoftmax(backward, index) {
  const { run, d } = backward;
  const from = softmaxStage(run);
  const [head, i] = index;
  const mean = meanGradient(backward, from, head, i, run.spec.softmax_sink);
  const [gradient, weight] = [d(from, index), term(run, from, index)];
  if (isVoid(weight.value, f(gradient.value - mean))) return zero(from);
  return { from, operation: "softmax", terms: [gradient, weight], mean };
}

/**
 * The part of the sink's gradient that comes back through softmax: a term for each row.
 * @param {Backward} backward
 * @param {number} head
 * @returns {Part}
 */
function sinkThroughSoftmax(backward, head) {
  const { run, d } = backward;
  const from = softmaxStage(run);
  const terms = count(run.spec.n_q).map((i) => {
    const weight = run.at("sink_weight", [head, i]);
    const above = f(d("sink_weight", [head, i]).value - meanGradient(backward, from, head, i, true));
    return { stage: "d_sink", index: [head, i], value: weight === 0 || above === 0 ? 0 : f(weight * above) };
  });
  return { from, operation: "sum", terms };
}

/**
 * How softmax makes a weight of scores.
 * @param {Source} run
 * @param {readonly Term[]} terms the scores of the row
 * @param {(term: Term) => boolean} isOwn
 * @param {(x: number) => number} [exponential]
 * @returns {Origin}
 */
export function softmaxOf(run, terms, isOwn, exponential = run.engine.attention_exponential) {
  const max = terms.reduce(
    (largest, { value }) => (value > largest || Number.isNaN(value) ? value : largest),
    -Infinity,
  );
  const parts = terms.map((part) => ({ ...part, exponential: exponential(f(part.value - max)) }));
  const sum = parts.reduce((total, part) => f(total + part.exponential), 0);
  return { operation: "softmax", terms: parts, max, sum, position: parts.findIndex(isOwn) };
}

/**
 * The exponential that softmax is made of. The smallest are 0, but not where weights are divided once more, and small
 * ones may be all that is left.
 * @param {Source} run
 */
const exponentialOf = ({ engine, spec, has }) =>
  spec.mask_mode === "after_softmax_renormalised" && has("zeroed")
    ? engine.attention_whole_exponential
    : engine.attention_exponential;

/** A weight: the exponential of its score, divided by the sum of the row's exponentials. @satisfies {Rule} */
const softmax = {
  /**
   * @param {Source} run
   * @param {number[]} index [head, query, key]; key -1 is the sink
   * @returns {Origin}
   */
  explain(run, index) {
    const [head, i, j] = /** @type {Index3} */ (index);
    const scores = count(run.spec.n_k).map((key) => term(run, scoreStage(run), [head, i, key]));
    const all = run.spec.softmax_sink ? [term(run, "sink", [head]), ...scores] : scores;
    const terms = all.filter(({ value }) => value !== -Infinity);
    /* Keys without scores have weights 0, even where the sink is not finite. */
    const last = terms.at(-1); // the sink comes first
    if (!last || (last.stage === "sink" && j !== -1 && last.value * 0 !== 0)) return { operation: "empty", terms: [] };
    const isOwn = (/** @type {Term} */ part) => (part.stage === "sink" ? j === -1 : part.index[2] === j);
    return softmaxOf(run, terms, isOwn, exponentialOf(run));
  },
  /** Every weight of a row uses every score of the row that is not -Infinity, and the sink. */
  uses(/** @type {Source} */ run, /** @type {string} */ stage, /** @type {number[]} */ index) {
    if ((stage !== "sink" && stage !== scoreStage(run)) || run.at(stage, index) === -Infinity) return NONE;
    const [head, i] = /** @type {Index3} */ (index);
    return block([head], stage === "sink" ? count(run.spec.n_q) : [i], count(run.spec.n_k));
  },
  gradient(/** @type {Backward} */ backward, /** @type {string} */ stage, /** @type {number[]} */ index) {
    const [head] = /** @type {Index3} */ (index);
    if (stage === "sink") return [sinkThroughSoftmax(backward, head)];
    return stage === scoreStage(backward.run) ? [throughSoftmax(backward, /** @type {Index3} */ (index))] : NO_PARTS;
  },
};

/** The weight of the sink. Its gradient is part of softmax's. @type {Rule} */
const sinkWeight = {
  explain: (run, /** @type {Index2} */ [head, i]) => softmax.explain(run, [head, i, -1]),
  uses: (run, stage, index) =>
    softmax
      .uses(run, stage, index)
      .filter(([, , key]) => key === 0)
      .map((weight) => weight.slice(0, 2)),
  gradient: () => NO_PARTS,
};

const zeroed = elementwise(
  "zeroed",
  (run, weight, index) => {
    const reasons = reasonsHidden(run, index);
    return reasons.length === 0
      ? { operation: "copy", terms: [weight] }
      : { operation: "zero", terms: [weight], reasons };
  },
  (backward, index) =>
    reasonsHidden(backward.run, index).length === 0 ? copy(backward, "zeroed", index) : zero("zeroed"),
);

/** The visible keys of a query. @param {Source} run @param {number} head @param {number} i */
const visibleKeys = (run, head, i) =>
  count(run.spec.n_k).filter((key) => reasonsHidden(run, [head, i, key]).length === 0);

/** A weight after a mask that is applied after softmax: the weight, 0, or its share of the visible weights. @type {Rule} */
const left = {
  explain(run, index) {
    if (!isRenormalised(run)) return copyOf(run, "zeroed", index);
    const [head, i, j] = /** @type {Index3} */ (index);
    const visible = visibleKeys(run, head, i).map((key) => term(run, "zeroed", [head, i, key]));
    if (visible.length === 0) return { operation: "empty", terms: [] };
    const terms = run.spec.softmax_sink ? [term(run, "sink_weight", [head, i]), ...visible] : visible;
    const sum = terms.reduce((total, { value }) => f(total + value), 0);
    const position = terms.findIndex((part) => part.stage === "zeroed" && part.index[2] === j);
    return { operation: "share", terms, sum, position };
  },
  uses(run, stage, index) {
    if (!isRenormalised(run)) return stage === "zeroed" ? [index] : NONE;
    const [head, i, j] = /** @type {Index3} */ (index);
    const visible = visibleKeys(run, head, i);
    const used = (stage === "zeroed" && visible.includes(j)) || (stage === "sink_weight" && visible.length > 0);
    return used ? block([head], [i], count(run.spec.n_k)) : NONE;
  },
  gradient(backward, stage, index) {
    const { run, d } = backward;
    const [head, i, j] = /** @type {Index3} */ (index);
    if (!isRenormalised(run)) return stage === "zeroed" ? [copy(backward, "weights", index)] : NO_PARTS;
    if (stage !== "zeroed" && stage !== "sink_weight") return NO_PARTS;
    const visible = visibleKeys(run, head, i);
    if (stage === "zeroed" && !visible.includes(j)) return [zero("weights")];
    const mean = meanGradient(backward, "weights", head, i);
    const start = run.spec.softmax_sink ? run.at("sink_weight", [head, i]) : 0;
    const sum = visible.reduce((total, key) => f(total + run.at("zeroed", [head, i, key])), start);
    if (stage === "zeroed") return [{ from: "weights", operation: "share", terms: [d("weights", index)], mean, sum }];
    return [{ from: "weights", operation: sum === 0 || mean === 0 ? "zero" : "sink", terms: [], mean, sum }];
  },
};

/** @type {Rule} */
const weighed = {
  explain: (run, index) => (run.has("zeroed") ? left : softmax).explain(run, index),
  uses: (run, stage, index) => (run.has("zeroed") ? left : softmax).uses(run, stage, index),
  gradient: (backward, stage, index) => (backward.run.has("zeroed") ? left : softmax).gradient(backward, stage, index),
};

/** @satisfies {Record<string, Rule>} */
export const weights = { weights_unmasked: softmax, zeroed, sink_weight: sinkWeight, weights: weighed };
