/**
 * Rules about which numbers of a walk are combined (heads, positions, visible keys), shared by explanations, uses,
 * gradients and tiles.
 *
 * @typedef {import("./explain.js").Source} Source
 * @typedef {[number, number, number]} Index3 such as head, query and key; or head, token and component
 * @typedef {[number, number]} Index2 such as row and column
 */
import { tensorsWhere } from "../stages.js";
import { count, setting } from "./terms.js";

/** @typedef {import("../stages.js").StageId} StageId */

/** All stages, in the order in which they are computed. A walk has only those that its spec needs. @type {readonly string[]} */
const stages = Object.freeze(tensorsWhere(({ kind }) => kind === "stage"));

/**
 * The stage before another one in a walk.
 * @param {Source} run
 * @param {StageId} stage not the first
 */
export function before(run, stage) {
  let at = stages.indexOf(stage) - 1;
  while (at > 0 && !run.has(/** @type {string} */ (stages[at]))) at--;
  return /** @type {string} */ (stages[at]);
}

/** The stage whose weights are those of softmax. @param {Source} run */
export const softmaxStage = (run) => (run.has("zeroed") ? "weights_unmasked" : "weights");

/** The stage whose weights multiply the values. @param {Source} run */
export const mixingStage = (run) => before(run, "context");

/** The stages of queries and keys whose dot products are the scores. @param {Source} run */
export const comparedStages = (run) =>
  run.has("Q_rot") ? /** @type {const} */ (["Q_rot", "K_rot"]) : /** @type {const} */ (["Q", "K"]);

/**
 * The key/value head that a query head reads.
 * @param {Source} run
 * @param {number} head
 */
export const kvHead = (run, head) => Math.floor(head / (run.spec.heads / run.spec.kv_heads));

/**
 * The query heads that read a key/value head.
 * @param {Source} run
 * @param {number} group
 */
export const readersOf = (run, group) => count(run.spec.heads).filter((head) => kvHead(run, head) === group);

/**
 * The offset from a query's index to its position among the keys.
 * @param {{spec: Pick<import("../spec/spec.js").ResolvedSpec, "causal" | "align" | "n_q" | "n_k">}} run
 */
export const queryOffset = ({ spec: { causal, align, n_q, n_k } }) =>
  causal && align === "bottom_right" ? n_k - n_q : 0;

/**
 * The distance in positions from a query to a key: positive where the key comes later, negative where it comes earlier.
 * @param {Source} run
 * @param {number} i query
 * @param {number} j key
 */
export const distanceAhead = (run, i, j) => j - i - queryOffset(run);

/**
 * @param {Source} run
 * @param {Index3} index [head, query, key]
 * @returns {string[]} why the key is hidden from the query; empty where it is visible
 */
export function reasonsHidden(run, [head, i, j]) {
  if (run.hides) return run.hides([head, i, j]);
  const { causal, windowed, window, sink_tokens } = run.spec;
  const reasons = [];
  const back = i + queryOffset(run) - j;
  if (causal && back < 0) reasons.push("causal");
  const outside = causal ? back >= window : Math.abs(back) > window;
  if (windowed && outside && j >= sink_tokens) reasons.push("window");
  if (run.given("key_valid") && run.at("key_valid", [j]) === 0) reasons.push("padding");
  if (run.given("mask") && run.at("mask", [i, j]) === 0) reasons.push("allow");
  if (run.given("head_mask") && run.at("head_mask", [head, i, j]) === 0) reasons.push("allow");
  return reasons;
}

/**
 * Whether a key's value is part of the sum for a query: every visible key is, and where hidden scores are finite, also
 * a hidden key whose weight is not 0.
 * @param {Source} run
 * @param {string} stage of the weights
 * @param {Index3} index [head, query, key]
 */
export function isMixed(run, stage, index) {
  if (!run.has("allow") || reasonsHidden(run, index).length === 0) return true;
  return run.spec.mask_how !== "infinite" && run.at(stage, index) !== 0;
}

/**
 * The keys whose values are summed for a query.
 * @param {Source} run
 * @param {string} stage of the weights
 * @param {number} head
 * @param {number} i
 */
export const mixedKeys = (run, stage, head, i) => count(run.spec.n_k).filter((j) => isMixed(run, stage, [head, i, j]));

/**
 * The row of relK and relV that belongs to a query and a key: their distance, clipped.
 * @param {Source} run
 * @param {number} i query
 * @param {number} j key
 */
export const relativeRow = (run, i, j) => run.engine.attention_relative_row(distanceAhead(run, i, j), run.spec.clip);

/**
 * T5's bucket for a distance: the row of bias_table.
 * @param {Source} run
 * @param {number} ahead distance in positions from the query to the key
 */
export function t5Bucket(run, ahead) {
  const { buckets, max_distance, bidirectional } = run.spec;
  return run.engine.attention_t5_bucket(ahead, buckets, max_distance, Number(bidirectional));
}

/** How many components RoPE rotates: the first of them. @param {Source} run */
const rotaryDims = ({ spec }) => spec.rotary_dims || spec.d_k;

/** Whether RoPE rotates a component. @param {Source} run @param {number} d */
export const isRotated = (run, d) => d < rotaryDims(run);

/**
 * The pair of components that RoPE rotates together, found from one of them; x is the first of the pair.
 * @param {Source} run
 * @param {number} d component
 * @returns {{pair: number, x: number, y: number}} pair: number of the pair, which determines its frequency
 */
export function ropePair(run, d) {
  if (run.spec.rope_style === "half_split") {
    const pairs = rotaryDims(run) / 2;
    const pair = d % pairs;
    return { pair, x: pair, y: pair + pairs };
  }
  const pair = Math.floor(d / 2);
  return { pair, x: 2 * pair, y: 2 * pair + 1 };
}

/**
 * The RoPE rotation of a component: the two components of its pair, and the cosine and sine that rotate them.
 * @param {Source} run
 * @param {"Q" | "K"} from
 * @param {number} i token
 * @param {number} d component
 */
export function ropeRotation(run, from, i, d) {
  const { first } = run.spec;
  const { pair, x, y } = ropePair(run, d);
  const at = i + (from === "Q" ? queryOffset(run) : 0);
  const position = run.given("positions") ? run.at("positions", [at]) : first + at;
  const cos = run.engine.attention_rope_cos(run.address, position, pair);
  const sin = run.engine.attention_rope_sin(run.address, position, pair);
  const factor = (/** @type {string} */ name, /** @type {number} */ value) => setting(name, value, [at, pair]);
  const frequency = run.engine.attention_rope_frequency(run.address, pair);
  return { x, y, frequency, cos: factor("cos", cos), sin: factor("sin", sin), minusSin: factor("-sin", -sin) };
}
