/** How scores are explained, from products of queries and keys to what softmax reads. */
import { applied, elementwise } from "./elementwise.js";
import { block, everyHead, NONE } from "./indices.js";
import { copy, dot as dotPart, NO_PARTS, pairsOfRow, products, queriesOf, sum, zero } from "./parts.js";
import { comparedStages, distanceAhead, kvHead, readersOf, reasonsHidden, relativeRow, t5Bucket } from "./rules.js";
import { copyOf, count, dot, f, setting, sumOf, term } from "./terms.js";

/** @typedef {import("./explain.js").Source} Source */
/** @typedef {import("./explain.js").Origin} Origin */
/** @typedef {import("./parts.js").Pair} Pair */
/** @typedef {import("./rules.js").Index2} Index2 */
/** @typedef {import("./rules.js").Index3} Index3 */
/** @typedef {import("./table.js").Rule} Rule */

/** A raw score from the query and the key alone: their dot product. The gradients go through "raw". @satisfies {Rule} */
const content = {
  explain(/** @type {Source} */ run, /** @type {number[]} */ index) {
    const [head, i, j] = /** @type {Index3} */ (index);
    const [q, k] = comparedStages(run);
    return dot(run, count(run.spec.d_k), (d) => [q, [head, i, d], k, [kvHead(run, head), j, d]]);
  },
  uses(/** @type {Source} */ run, /** @type {string} */ stage, /** @type {number[]} */ index) {
    const [head, row] = /** @type {Index3} */ (index);
    const [q, k] = comparedStages(run);
    if (stage === q) return block([head], [row], count(run.spec.n_k));
    return stage === k ? block(readersOf(run, head), count(run.spec.n_q), [row]) : NONE;
  },
  gradient: () => NO_PARTS,
};

/**
 * The relative part of a raw score (Shaw et al. 2018): the dot product of the query and the row of relK for its distance
 * to the key. The gradients go through "raw".
 * @type {Rule}
 */
const relative = {
  explain(run, /** @type {Index3} */ [head, i, j]) {
    const row = relativeRow(run, i, j);
    return dot(run, count(run.spec.d_k), (d) => ["Q", [head, i, d], "relK", [row, d]]);
  },
  uses(run, stage, index) {
    const [first, row] = /** @type {Index2} */ (index);
    const { heads, n_q, n_k } = run.spec;
    if (stage === "Q") return block([first], [row], count(n_k));
    if (stage !== "relK") return NONE;
    return block(count(heads), count(n_q), count(n_k)).filter(([, i, j]) => relativeRow(run, i, j) === first);
  },
  gradient: () => NO_PARTS,
};

/** @type {Rule} */
const raw = {
  explain: (run, index) =>
    run.has("raw_content") ? sumOf(run, index, "raw_content", "raw_relative") : content.explain(run, index),
  uses(run, stage, index) {
    if (!run.has("raw_content")) return content.uses(run, stage, index);
    return stage === "raw_content" || stage === "raw_relative" ? [index] : NONE;
  },
  gradient(backward, stage, index) {
    const { run } = backward;
    const [q, k] = comparedStages(run);
    const [head, row, c] = /** @type {Index3} */ (index);
    const keys = count(run.spec.n_k);
    const through = (/** @type {Pair[]} */ pairs) => dotPart(backward, "raw", pairs);
    switch (stage) {
      case q: {
        const products = through(keys.map((j) => ["raw", [head, row, j], k, [kvHead(run, head), j, c]]));
        if (!run.has("relK")) return [products];
        return [products, through(keys.map((j) => ["raw", [head, row, j], "relK", [relativeRow(run, row, j), c]]))];
      }
      case k:
        return [through(queriesOf(run, head).map(([h, i]) => ["raw", [h, i, row], q, [h, i, c]]))];
      case "relK":
        return [through(pairsOfRow(run, head).map(([h, i, j]) => ["raw", [h, i, j], "Q", [h, i, row]]))];
      case "raw_content":
      case "raw_relative":
        return [copy(backward, "raw", index)];
      default:
        return NO_PARTS;
    }
  },
};

const scaled = elementwise(
  "scaled",
  (run, score) => ({ operation: "product", terms: [score, setting("scale", run.spec.scale)] }),
  ({ run, d }, index) => products("scaled", [[d("scaled", index), setting("scale", run.spec.scale)]]),
);

/**
 * The bias that the kind of positions adds to the score of a query and a key.
 * @param {Source} run
 * @param {number[]} index [query, key] or [head, query, key]
 * @returns {Origin}
 */
function positionBias(run, index) {
  const [head, i, j] = /** @type {Index3} */ (index.length === 3 ? index : [0, ...index]);
  const ahead = distanceAhead(run, i, j);
  const { position, distance_form, heads, lambda, sigma } = run.spec;
  const distance = (/** @type {number} */ value) => setting("distance", value, [i, j]);
  if (position === "alibi") {
    const slope = run.engine.attention_alibi_slope(head, heads);
    return { operation: "product", terms: [setting("-slope", -slope, [head]), distance(Math.abs(ahead))] };
  }
  if (position === "t5") {
    const bucket = t5Bucket(run, ahead);
    return { ...copyOf(run, "bias_table", [bucket, head]), bucket };
  }
  if (distance_form === "linear") {
    return { operation: "product", terms: [setting("-lambda", -lambda), distance(Math.abs(ahead))] };
  }
  if (distance_form === "gaussian") {
    return { operation: "gaussian", terms: [distance(-ahead), setting("sigma", sigma)] };
  }
  return copyOf(run, "bias_matrix", [i, j]);
}

/** @type {Rule} */
const bias = {
  explain: positionBias,
  uses(run, stage, index) {
    if (stage === "bias_matrix") return run.shape("bias").length === 2 ? [index] : everyHead(run, index);
    return stage === "bias_table" ? pairsInBucket(run, index) : NONE;
  },
  gradient(backward, stage, index) {
    if (stage === "bias_matrix") return [copy(backward, "bias", index)];
    return stage === "bias_table" ? [sum(backward, "bias", pairsInBucket(backward.run, index))] : NO_PARTS;
  },
};

/** The pairs that read a number of T5's table. @param {Source} run @param {number[]} index [bucket, head] */
function pairsInBucket(run, index) {
  const [bucket, head] = /** @type {Index2} */ (index);
  const pairs = block([head], count(run.spec.n_q), count(run.spec.n_k));
  return pairs.filter(([, i, j]) => t5Bucket(run, distanceAhead(run, i, j)) === bucket);
}

const score = elementwise(
  "biased",
  (run, from, index) => {
    const shared = run.shape("bias").length === 2;
    return { operation: "sum", terms: [from, term(run, "bias", shared ? index.slice(1) : index)] };
  },
  (backward, index) => copy(backward, "biased", index),
);

/** A score with the bias of the positions added to it. @type {Rule} */
const biased = {
  ...score,
  uses(run, stage, index) {
    if (stage !== "bias") return score.uses(run, stage, index);
    return index.length === 2 ? everyHead(run, index) : [index];
  },
  gradient(backward, stage, index) {
    if (stage !== "bias") return score.gradient(backward, stage, index);
    if (index.length === 3) return [copy(backward, "biased", index)];
    return [sum(backward, "biased", everyHead(backward.run, index))];
  },
};

const capped = applied("capped", {
  fn: "tanh",
  of: (run) => run.engine.attention_tanh,
  slope: (_, y) => f(1 - f(y * y)),
  bound: (run) => setting("softcap", run.spec.softcap),
});

/** @type {Rule} */
const allow = {
  explain(run, index) {
    const pair = /** @type {Index3} */ (index.length === 3 ? index : [0, ...index]);
    return { operation: "allow", terms: [], reasons: reasonsHidden(run, pair) };
  },
  uses: () => NONE,
  gradient: () => NO_PARTS,
};

/** A score after the mask: the score itself, or what the mask puts in its place. */
const masked = elementwise(
  "masked",
  (run, from, index) => {
    const reasons = reasonsHidden(run, index);
    if (reasons.length === 0) return { operation: "copy", terms: [from] };
    const { mask_how, mask_value } = run.spec;
    if (mask_how === "infinite") return { operation: "mask", terms: [from], reasons };
    const operation = mask_how === "fill" ? "fill" : "sum";
    return { operation, terms: [from, setting("mask_value", mask_value)], reasons };
  },
  (backward, index) => {
    const passes = backward.run.spec.mask_how === "add" || reasonsHidden(backward.run, index).length === 0;
    return passes ? copy(backward, "masked", index) : zero("masked");
  },
);

/** @satisfies {Record<string, Rule>} */
export const scores = {
  raw_content: content,
  raw_relative: relative,
  raw,
  scaled,
  bias,
  biased,
  capped,
  allow,
  masked,
};
