/**
 * Finds the numbers that are computed from a given number: the inverse of explain(). Each stage has a small function
 * that returns which of its numbers have the given one among their terms, so that not every number has to be explained.
 */
import { Run } from "../run.js";
import { checkIndex } from "../tensors.js";
import { comparedStages, distanceAhead, isMixed, keySide, kvHead, latest, mixingStage } from "./rules.js";
import { reasonsHidden, relativeRow, ropePair, SCORES, t5Bucket } from "./rules.js";
import { count } from "./terms.js";

/**
 * @typedef {import("./explain.js").Source} Source
 * @typedef {import("./explain.js").Term} Term
 */
/** @typedef {import("./rules.js").Index2} Index2 */
/** @typedef {import("./rules.js").Index3} Index3 */
/**
 * The indices of a stage's numbers that use the number at stage, index.
 * @typedef {(run: Source, stage: string, index: number[]) => number[][]} Uses
 */

/** @type {number[][]} */
const NONE = [];

/** The indices along one dimension. @param {Source} run @param {string} stage @param {number} axis */
const along = (run, stage, axis) => count(/** @type {number} */ (run.shape(stage)[axis]));

/** @param {Source} run @param {number} group @returns {number[]} the query heads that read a key/value head */
const readersOf = (run, group) => count(run.spec.heads).filter((head) => kvHead(run, head) === group);

/** @param {readonly number[]} heads @param {readonly number[]} rows @param {readonly number[]} columns */
const block = (heads, rows, columns) =>
  heads.flatMap((h) => rows.flatMap((i) => columns.map((c) => /** @type {Index3} */ ([h, i, c]))));

/**
 * The number at the same index of another stage.
 * @param {(run: Source) => string[]} from
 * @returns {Uses}
 */
const sameIndex = (from) => (run, stage, index) => (from(run).includes(stage) ? [index] : NONE);

/**
 * @param {string} target
 * @param {string} weight
 * @param {string} bias
 * @param {(run: Source) => string} from
 * @returns {Uses}
 */
function projection(target, weight, bias, from) {
  return (run, stage, index) => {
    const heads = along(run, target, 0);
    const rows = along(run, target, 1);
    const [, , width] = /** @type {Index3} */ (run.shape(target));
    if (stage === from(run)) {
      const [row, column] = /** @type {Index2} */ (index);
      return run.given(weight) ? block(heads, [row], count(width)) : [[0, row, column]];
    }
    if (stage !== weight && stage !== bias) return NONE;
    const column = /** @type {number} */ (index.at(-1));
    return block([Math.floor(column / width)], rows, [column % width]);
  };
}

/** @param {"Q" | "K"} from @returns {Uses} */
const rotation = (from) => (run, stage, index) => {
  if (stage !== from) return NONE;
  const [head, i, d] = /** @type {Index3} */ (index);
  const { x, y } = ropePair(run, d);
  return [
    [head, i, x],
    [head, i, y],
  ];
};

/** @type {Uses} */
const contentScore = (run, stage, index) => {
  const [head, row] = /** @type {Index3} */ (index);
  const [q, k] = comparedStages(run);
  if (stage === q) return block([head], [row], count(run.spec.n_k));
  return stage === k ? block(readersOf(run, head), count(run.spec.n_q), [row]) : NONE;
};

/** @type {Uses} */
const relativeScore = (run, stage, index) => {
  const [first, row] = /** @type {Index2} */ (index);
  const { heads, n_q, n_k } = run.spec;
  if (stage === "Q") return block([first], [row], count(n_k));
  if (stage !== "relK") return NONE;
  return block(count(heads), count(n_q), count(n_k)).filter(([, i, j]) => relativeRow(run, i, j) === first);
};

/** @type {Uses} */
const bias = (run, stage, index) => {
  if (stage === "bias_matrix") return run.shape("bias").length === 2 ? [index] : shared(run, index);
  if (stage !== "bias_table") return NONE;
  const [bucket, head] = /** @type {Index2} */ (index);
  const { n_q, n_k } = run.spec;
  const inBucket = (/** @type {Index3} */ [, i, j]) => t5Bucket(run, distanceAhead(run, i, j)) === bucket;
  return block([head], count(n_q), count(n_k)).filter(inBucket);
};

/** @param {Source} run @param {number[]} pair @returns {number[][]} the same pair in every head */
const shared = (run, pair) => count(run.spec.heads).map((head) => [head, ...pair]);

/** @type {Uses} */
const biased = (run, stage, index) => {
  if (stage === "scaled") return [index];
  if (stage !== "bias") return NONE;
  return index.length === 2 ? shared(run, index) : [index];
};

/** @param {Source} run @param {string} stage */
const isSoftmaxInput = (run, stage) => stage === latest(run, SCORES);

/** @param {Source} run @param {string} stage @param {number[]} index */
const isMinusInfinity = (run, stage, index) => run.at(stage, index) === -Infinity;

/** Every weight of a row uses every score of the row that is not -Infinity, and the sink. @type {Uses} */
const softmax = (run, stage, index) => {
  if ((stage !== "sink" && !isSoftmaxInput(run, stage)) || isMinusInfinity(run, stage, index)) return NONE;
  const [head, i] = /** @type {Index3} */ (index);
  return block([head], stage === "sink" ? count(run.spec.n_q) : [i], count(run.spec.n_k));
};

/** @type {Uses} */
const weights = (run, stage, index) => {
  if (!run.has("zeroed")) return softmax(run, stage, index);
  if (run.spec.mask_mode !== "after_softmax_renormalised") return stage === "zeroed" ? [index] : NONE;
  const [head, i, j] = /** @type {Index3} */ (index);
  const isVisible = (/** @type {number} */ key) => reasonsHidden(run, [head, i, key]).length === 0;
  const keys = count(run.spec.n_k);
  const used = (stage === "zeroed" && isVisible(j)) || (stage === "sink_weight" && keys.some(isVisible));
  return used ? block([head], [i], keys) : NONE;
};

/** @type {Uses} */
const sinkWeight = (run, stage, index) =>
  softmax(run, stage, index)
    .filter(([, , key]) => key === 0)
    .map((weight) => weight.slice(0, 2));

/** @type {Uses} */
const contentContext = (run, stage, index) => {
  const from = mixingStage(run);
  if (stage !== from && stage !== "V") return NONE;
  const [head, row, last] = /** @type {Index3} */ (index);
  if (stage === from) return isMixed(run, from, [head, row, last]) ? block([head], [row], count(run.spec.d_v)) : NONE;
  const mixes = (/** @type {Index3} */ [reader, i]) => isMixed(run, from, [reader, i, row]);
  return block(readersOf(run, head), count(run.spec.n_q), [last]).filter(mixes);
};

/** @type {Uses} */
const relativeContext = (run, stage, index) => {
  if (stage === "context_content") return [index];
  if (stage === mixingStage(run)) return contentContext(run, stage, index);
  if (stage !== "relV") return NONE;
  const [row, c] = /** @type {Index2} */ (index);
  const reads = (/** @type {Index3} */ [head, i]) =>
    count(run.spec.n_k).some((j) => relativeRow(run, i, j) === row && isMixed(run, mixingStage(run), [head, i, j]));
  return block(count(run.spec.heads), count(run.spec.n_q), [c]).filter(reads);
};

/** @type {Uses} */
const output = (run, stage, index) => {
  if (stage === "concat") {
    const [row] = /** @type {Index2} */ (index);
    return run.given("Wo") ? along(run, "output", 1).map((o) => [row, o]) : [index];
  }
  if (stage !== "Wo" && stage !== "bo") return NONE;
  const column = /** @type {number} */ (index.at(-1));
  return along(run, "output", 0).map((i) => [i, column]);
};

/** By stage, in walking order; auxiliary tensors come before the stage that they belong to. @type {Readonly<Record<string, Uses>>} */
const users = Object.freeze({
  X: sameIndex(() => ["E", "P"]),
  Q: projection("Q", "Wq", "bq", () => "X"),
  K: projection("K", "Wk", "bk", keySide),
  V: projection("V", "Wv", "bv", keySide),
  Q_rot: rotation("Q"),
  K_rot: rotation("K"),
  raw_content: contentScore,
  raw_relative: relativeScore,
  raw: (run, stage, index) =>
    run.has("raw_content")
      ? sameIndex(() => ["raw_content", "raw_relative"])(run, stage, index)
      : contentScore(run, stage, index),
  scaled: sameIndex(() => ["raw"]),
  bias,
  biased,
  capped: sameIndex((run) => [latest(run, SCORES.slice(0, 2))]),
  masked: sameIndex((run) => [latest(run, SCORES.slice(0, 3))]),
  weights_unmasked: softmax,
  zeroed: sameIndex(() => ["weights_unmasked"]),
  sink_weight: sinkWeight,
  weights,
  dropped: sameIndex(() => ["weights", "keep"]),
  context_content: contentContext,
  context: (run, stage, index) => (run.has("context_content") ? relativeContext : contentContext)(run, stage, index),
  concat: (run, stage, index) => {
    if (stage !== "context") return NONE;
    const [head, i, c] = /** @type {Index3} */ (index);
    return [[i, head * run.spec.d_v + c]];
  },
  output,
});

/**
 * Finds the numbers of a run whose explanations have a given number among their terms. A run that computes on demand is
 * finished first.
 * @param {Run} run
 * @param {string} id a stage, an input, or one of the run's auxiliary tensors
 * @param {readonly number[]} index one number for each dimension
 * @returns {Term[]} those computed so far, in the order in which the stages are computed
 * @throws {import("../errors.js").AttentionError} "stage" or "index", as run.explain() does
 */
export function usesOf(run, id, index) {
  const { memory } = Run.partsOf(run);
  checkIndex(id, index, memory.computed(id).shape);
  if (memory.onDemand) run.finish();
  const source = memory.source();
  const isReady = (/** @type {string} */ name) => memory.isComputed(memory.entry(name));
  const later = Object.entries(users).filter(([user]) => source.has(user) && !source.given(user) && isReady(user));
  return later.flatMap(([user, indices]) =>
    indices(source, id, [...index]).map((at) => ({ stage: user, index: at, value: source.at(user, at) })),
  );
}
