/**
 * Who uses a number: explain() the other way round. For each stage a small function that says which of its numbers have
 * a given one among their terms, so that no other number has to be asked.
 */
import { count, kvHead, latest, reasonsHidden, SCORES, shiftOf } from "./terms.js";
import { relativeRow } from "./positions.js";
import { isMixed, RENORMALISED } from "./weights.js";

/**
 * @typedef {import("./explain.js").Source} Source
 * @typedef {import("./explain.js").Term} Term
 */
/** @typedef {(run: Source, stage: string, index: number[]) => number[][]} Uses indices; stage, index: the number used */

/** @type {number[][]} */
const NONE = [];

/** @param {Source} run @param {string} stage @param {number} axis */
const along = (run, stage, axis) => count(run.shape(stage)[axis] ?? 0);

/** @param {Source} run @param {number} group @returns {number[]} the query heads that read a key/value head */
const readersOf = (run, group) => count(run.spec.heads).filter((head) => kvHead(run, head) === group);

/** @param {readonly number[]} heads @param {readonly number[]} rows @param {readonly number[]} columns */
const block = (heads, rows, columns) => heads.flatMap((h) => rows.flatMap((i) => columns.map((c) => [h, i, c])));

/**
 * The same place of another stage.
 * @param {(run: Source) => string[]} from
 * @returns {Uses}
 */
const samePlace = (from) => (run, stage, index) => (from(run).includes(stage) ? [index] : NONE);

/**
 * @param {string} target
 * @param {string} weight
 * @param {string} bias
 * @param {(run: Source) => string} from
 * @returns {Uses}
 */
function projection(target, weight, bias, from) {
  return (run, stage, [row = 0, column = row]) => {
    const heads = along(run, target, 0);
    const rows = along(run, target, 1);
    const width = run.shape(target)[2] ?? 1;
    if (stage === from(run)) return run.given(weight) ? block(heads, [row], count(width)) : [[0, row, column]];
    if (stage !== weight && stage !== bias) return NONE;
    return block([Math.floor(column / width)], rows, [column % width]);
  };
}

/** @param {Source} run */
const keySide = (run) => (run.has("C") ? "C" : "X");

/** @param {"Q" | "K"} from @returns {Uses} */
const rotation = (from) => (run, stage, index) => {
  if (stage !== from) return NONE;
  const { d_k, rope_style } = run.spec;
  const [head = 0, i = 0, d = 0] = index;
  const partner = rope_style === 1 ? (d + d_k / 2) % d_k : d % 2 === 0 ? d + 1 : d - 1;
  return [d, partner].sort((a, b) => a - b).map((component) => [head, i, component]);
};

/** @type {Uses} */
const contentScore = (run, stage, [head = 0, row = 0]) => {
  const [q, k] = run.has("Q_rot") ? ["Q_rot", "K_rot"] : ["Q", "K"];
  if (stage === q) return block([head], [row], count(run.spec.n_k));
  return stage === k ? block(readersOf(run, head), count(run.spec.n_q), [row]) : NONE;
};

/** @type {Uses} */
const relativeScore = (run, stage, [first = 0, row = 0]) => {
  const { heads, n_q, n_k } = run.spec;
  if (stage === "Q") return block([first], [row], count(n_k));
  if (stage !== "relK") return NONE;
  return block(count(heads), count(n_q), count(n_k)).filter(([, i = 0, j = 0]) => relativeRow(run, i, j) === first);
};

/** @type {Uses} */
const bias = (run, stage, index) => {
  if (stage === "bias_matrix") return run.shape("bias").length === 2 ? [index] : shared(run, index);
  if (stage !== "bias_table") return NONE;
  const [bucket = 0, head = 0] = index;
  const { buckets, max_distance, bidirectional, n_q, n_k } = run.spec;
  const inBucket = (/** @type {number[]} */ [, i = 0, j = 0]) =>
    run.engine.attention_t5_bucket(j - i - shiftOf(run), buckets, max_distance, bidirectional) === bucket;
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
const isScore = (run, stage) => stage === latest(run, SCORES);

/** @param {Source} run @param {string} stage @param {number[]} index */
const isMinusInfinity = (run, stage, index) => run.at(stage, index) === -Infinity;

/** Every score of a row that is not -Infinity takes part in each of its weights, and so does the sink. @type {Uses} */
const softmax = (run, stage, index) => {
  const [head = 0, i = 0] = index;
  if ((stage !== "sink" && !isScore(run, stage)) || isMinusInfinity(run, stage, index)) return NONE;
  return block([head], stage === "sink" ? count(run.spec.n_q) : [i], count(run.spec.n_k));
};

/** @type {Uses} */
const weights = (run, stage, index) => {
  if (!run.has("zeroed")) return softmax(run, stage, index);
  const [head = 0, i = 0] = index;
  if (run.spec.mask_mode !== RENORMALISED) return stage === "zeroed" ? [index] : NONE;
  const isSeen = (/** @type {number} */ key) => reasonsHidden(run, [head, i, key]).length === 0;
  const keys = count(run.spec.n_k);
  const used =
    (stage === "zeroed" && reasonsHidden(run, index).length === 0) || (stage === "sink_weight" && keys.some(isSeen));
  return used ? block([head], [i], keys) : NONE;
};

/** @type {Uses} */
const sinkWeight = (run, stage, index) =>
  softmax(run, stage, index)
    .filter(([, , key]) => key === 0)
    .map((place) => place.slice(0, 2));

/** @param {Source} run */
const mixing = (run) => latest(run, ["weights", "dropped"]);

/** @type {Uses} */
const contentContext = (run, stage, index) => {
  const [head = 0, row = 0, last = 0] = index;
  const from = mixing(run);
  if (stage === from) return isMixed(run, from, index) ? block([head], [row], count(run.spec.d_v)) : NONE;
  if (stage !== "V") return NONE;
  const mixes = (/** @type {number[]} */ [reader = 0, i = 0]) => isMixed(run, from, [reader, i, row]);
  return block(readersOf(run, head), count(run.spec.n_q), [last]).filter(mixes);
};

/** @type {Uses} */
const relativeContext = (run, stage, index) => {
  if (stage === "context_content") return [index];
  if (stage === mixing(run)) return contentContext(run, stage, index);
  if (stage !== "relV") return NONE;
  const [row = 0, c = 0] = index;
  const reads = (/** @type {number[]} */ [head = 0, i = 0]) =>
    count(run.spec.n_k).some((j) => relativeRow(run, i, j) === row && isMixed(run, mixing(run), [head, i, j]));
  return block(count(run.spec.heads), count(run.spec.n_q), [c]).filter(reads);
};

/** @type {Uses} */
const output = (run, stage, index) => {
  const [row = 0, column = row] = index;
  if (stage === "concat") return run.given("Wo") ? along(run, "output", 1).map((o) => [row, o]) : [index];
  return stage === "Wo" || stage === "bo" ? along(run, "output", 0).map((i) => [i, column]) : NONE;
};

/** In walking order, what is left behind by a stage before it. @type {Readonly<Record<string, Uses>>} */
const users = Object.freeze({
  X: samePlace(() => ["E", "P"]),
  Q: projection("Q", "Wq", "bq", () => "X"),
  K: projection("K", "Wk", "bk", keySide),
  V: projection("V", "Wv", "bv", keySide),
  Q_rot: rotation("Q"),
  K_rot: rotation("K"),
  raw_content: contentScore,
  raw_relative: relativeScore,
  raw: (run, stage, index) =>
    run.has("raw_content")
      ? samePlace(() => ["raw_content", "raw_relative"])(run, stage, index)
      : contentScore(run, stage, index),
  scaled: samePlace(() => ["raw"]),
  bias,
  biased,
  capped: samePlace((run) => [latest(run, SCORES.slice(0, 2))]),
  masked: samePlace((run) => [latest(run, SCORES.slice(0, 3))]),
  weights_unmasked: softmax,
  zeroed: samePlace(() => ["weights_unmasked"]),
  sink_weight: sinkWeight,
  weights,
  dropped: samePlace(() => ["weights", "keep"]),
  context_content: contentContext,
  context: (run, stage, index) => (run.has("context_content") ? relativeContext : contentContext)(run, stage, index),
  concat: (run, stage, [head = 0, i = 0, c = 0]) => (stage === "context" ? [[i, head * run.spec.d_v + c]] : NONE),
  output,
});

/**
 * @param {Source} run
 * @param {string} stage a tensor that is part of the run and computed
 * @param {number[]} index inside its shape
 * @param {(stage: string) => boolean} isReady whether a tensor has been computed
 * @returns {Term[]} the numbers whose explanations have this one among their terms: stage by stage in walking order
 */
export function uses(run, stage, index, isReady) {
  const later = Object.keys(users).filter((user) => run.has(user) && !run.given(user) && isReady(user));
  return later.flatMap((user) =>
    (users[user]?.(run, stage, index) ?? NONE).map((at) => ({ stage: user, index: at, value: run.at(user, at) })),
  );
}
