import { costOf } from "./cost.js";
import { makePlan } from "./plan.js";
import { Run, startRun } from "./run.js";
import { isOfTokens, isPerKeyHead, rowOf } from "./stages.js";
import { countOf } from "./tensors.js";

/**
 * One append to a KV cache.
 * @template {Run} [R=Run]
 * @typedef {object} Append
 * @property {number} first index of the first new row
 * @property {number} count number of new rows: `prefill` in the first append, then 1
 * @property {number} cache_len rows in the cache after this append
 * @property {R} run over the new rows, not computed yet; its K and V hold the whole cache
 * @property {Record<string, import("./cost.js").Cost>} cost cost with the cache: keys and values are computed for the
 *   new rows only
 * @property {Record<string, import("./cost.js").Cost>} costWithout cost without a cache: every row is computed again
 */

/**
 * @typedef {import("./spec/spec.js").ResolvedSpec} ResolvedSpec
 * @typedef {import("./tensors.js").Tensor} Tensor
 */

/**
 * The axes of a tensor of a call; parameters stay whole.
 * @param {string} name the engine's
 * @returns {readonly string[]}
 */
function axesOf(name) {
  if (name === "mask" || name === "head_mask") return name === "mask" ? ["n_q", "n_k"] : ["heads", "n_q", "n_k"];
  return isOfTokens(name) ? (rowOf(name)?.axes ?? []) : [];
}

/** Inputs that an append does not need: X already contains the absolute positions. */
const NO_INPUT = ["E", "P"];

/**
 * Decoding with a KV cache: one append for the first `prefill` rows, then one for each further row. Each append has a
 * run of its own over the new rows, with the keys and values of all rows so far. These runs own memory: free each of
 * them. X must have been computed, where Q is not given.
 * @template {Run} R
 * @param {R} run
 * @returns {Append<R>[]} empty where the spec has no prefill
 */
export function decodeSteps(run) {
  const { spec } = run;
  if (spec.prefill === 0) return [];
  const { core, plan, memory } = Run.partsOf(run);
  if (plan.entries.has("X")) memory.computed("X");
  const given = [...plan.entries.values()].filter((entry) => entry.given || entry.name === "X");
  const tensors = new Map(given.map((entry) => [entry.name, memory.copy(entry)]));
  const RunClass = /** @type {any} */ (run.constructor);
  /** @type {R[]} */
  const started = [];
  const start = (/** @type {number} */ from, /** @type {number} */ to) => {
    const inputs = inputsOfAppend(tensors, from, to);
    const appendPlan = makePlan(core, specOfAppend(spec, from, to), [...inputs.keys()]);
    /** @type {R} */
    const append = startRun(core, appendPlan, inputs, RunClass);
    started.push(append);
    return append;
  };
  try {
    return appendsOf(spec).map(({ first, count }) => {
      const cache_len = first + count;
      const append = start(first, cache_len);
      const cost = scaleCached(costOf(append), count / cache_len);
      const whole = start(0, cache_len);
      const costWithout = costOf(whole);
      whole.free();
      return { first, count, cache_len, run: append, cost, costWithout };
    });
  } catch (error) {
    for (const append of started) append.free();
    throw error;
  }
}

/**
 * The rows of each append: the prefill first, then one new row at a time.
 * @param {ResolvedSpec} spec
 * @returns {{first: number, count: number}[]}
 */
function appendsOf({ n_q, prefill }) {
  const others = Array.from({ length: n_q - prefill }, (_, row) => ({ first: prefill + row, count: 1 }));
  return [{ first: 0, count: prefill }, ...others];
}

/**
 * The spec in which the rows [from, to) are queries and the rows [0, to) are keys. Absolute positions are already added
 * to X.
 * @param {ResolvedSpec} spec
 * @param {number} from
 * @param {number} to
 * @returns {ResolvedSpec}
 */
function specOfAppend(spec, from, to) {
  const absolute = spec.position === "sinusoidal" || spec.position === "learned";
  const position = absolute ? "none" : spec.position;
  return { ...spec, n_q: to - from, n_k: to, align: "bottom_right", prefill: 0, position };
}

/**
 * @param {ReadonlyMap<string, Tensor>} tensors everything given, and X where Q is not, by the engine's names
 * @param {number} from
 * @param {number} to
 * @returns {Map<string, Tensor>}
 */
function inputsOfAppend(tensors, from, to) {
  const [queries, keys, all] = [
    [from, to],
    [0, to],
    [0, Infinity],
  ];
  const needed = [...tensors].filter(([name]) => !NO_INPUT.includes(name));
  const rangeOf = (/** @type {string} */ axis) =>
    axis === "n_q" ? queries : axis === "n_k" || axis === "positions" ? keys : all;
  const rangesOf = (/** @type {string} */ name) => axesOf(name).map(rangeOf);
  const inputs = new Map(needed.map(([name, tensor]) => [name, slice(tensor, rangesOf(name))]));
  const X = tensors.get("X");
  return X ? inputs.set("C", slice(X, [keys])) : inputs;
}

/**
 * @param {Tensor} tensor
 * @param {readonly number[][]} ranges [from, to) of the leading dimensions
 * @returns {Tensor}
 */
function slice({ shape, data }, ranges) {
  const [range, ...rest] = ranges;
  if (range === undefined) return { shape, data };
  const [size, ...inner] = /** @type {[number, ...number[]]} */ (shape);
  const [from, to] = /** @type {[number, number]} */ (range);
  const width = countOf(inner);
  const rows = Array.from({ length: Math.min(to, size) - from }, (_, at) => {
    const start = (from + at) * width;
    return slice({ shape: inner, data: data.subarray(start, start + width) }, rest);
  });
  const [first] = /** @type {[Tensor, ...Tensor[]]} */ (rows);
  const joined = new Float32Array(rows.length * first.data.length);
  rows.forEach((row, at) => joined.set(row.data, at * first.data.length));
  return { shape: [rows.length, ...first.shape], data: joined };
}

/**
 * @param {Record<string, import("./cost.js").Cost>} cost
 * @param {number} share of the rows that is new
 */
function scaleCached(cost, share) {
  return Object.fromEntries(
    Object.entries(cost).map(([stage, counts]) => {
      const scaled = Object.entries(counts).map(([kind, count]) => [kind, Math.round(count * share)]);
      return [stage, isPerKeyHead(stage) ? Object.fromEntries(scaled) : counts];
    }),
  );
}
