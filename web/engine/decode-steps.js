import { costOf } from "./cost.js";
import { makePlan } from "./plan.js";
import { Run, startRun } from "./run.js";
import { countOf } from "./tensors.js";

/**
 * One append to a KV cache.
 * @template {Run} [R=Run]
 * @typedef {object} Append
 * @property {number} first the first new row
 * @property {number} count of new rows: prefill of them, then one at a time
 * @property {number} cache_len rows in the cache afterwards
 * @property {R} run over the new rows; its K and V hold the whole cache. Computes nothing yet
 * @property {Record<string, import("./cost.js").Cost>} cost with the cache: only the new rows' keys and values
 * @property {Record<string, import("./cost.js").Cost>} costWithout the cost of computing every row again
 */

/**
 * @typedef {import("./spec.js").ResolvedSpec} ResolvedSpec
 * @typedef {import("./tensors.js").Tensor} Tensor
 */

/**
 * Which dimensions of a tensor count queries and which count keys, by the engine's names; other tensors have neither.
 * @type {Readonly<Partial<Record<string, readonly ("query" | "key" | "all")[]>>>}
 */
const AXES = Object.freeze({
  X: ["query"],
  key_valid: ["key"],
  mask: ["query", "key"],
  head_mask: ["all", "query", "key"],
  keep: ["all", "query", "key"],
  bias_matrix: ["query", "key"],
  positions: ["key"],
});

/** Stages that a cache holds: their earlier rows are not computed again. */
const CACHED = ["K", "V", "K_rot"];
/** Absolute positions are in X already. */
const NO_INPUT = ["E", "P"];

/**
 * Decoding with a KV cache, where the spec has prefill: one append after the other, each a run of its own over the new
 * rows, with the keys and values of all rows so far. They own memory: free each. X must have been computed.
 * @template {Run} R
 * @param {R} run
 * @returns {Append<R>[]} empty without prefill
 */
export function decodeSteps(run) {
  const { spec } = run;
  if (spec.prefill === 0) return [];
  const { core, plan, memory } = Run.partsOf(run);
  memory.computed("X");
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
 * The prefill, then one new row at a time.
 * @param {ResolvedSpec} spec
 * @returns {{first: number, count: number}[]}
 */
function appendsOf({ n_q, prefill }) {
  const others = Array.from({ length: n_q - prefill }, (_, row) => ({ first: prefill + row, count: 1 }));
  return [{ first: 0, count: prefill }, ...others];
}

/**
 * The spec of the rows [from, to) against all rows up to them. Absolute positions are in X already.
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
 * @param {ReadonlyMap<string, Tensor>} tensors X and everything given, by the engine's names
 * @param {number} from
 * @param {number} to
 * @returns {Map<string, Tensor>}
 */
function inputsOfAppend(tensors, from, to) {
  const ranges = { all: [0, Infinity], query: [from, to], key: [0, to] };
  /** @type {Map<string, Tensor>} */
  const inputs = new Map();
  for (const [name, tensor] of tensors) {
    if (NO_INPUT.includes(name)) continue;
    const axes = AXES[name] ?? [];
    inputs.set(
      name,
      slice(
        tensor,
        axes.map((axis) => ranges[axis]),
      ),
    );
  }
  return inputs.set("C", slice(/** @type {Tensor} */ (tensors.get("X")), [ranges.key]));
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
    Object.entries(cost).map(([stage, { multiplyAdds, otherOperations, bytes }]) => {
      const scaled = (/** @type {number} */ whole) => (CACHED.includes(stage) ? Math.round(whole * share) : whole);
      return [
        stage,
        { multiplyAdds: scaled(multiplyAdds), otherOperations: scaled(otherOperations), bytes: scaled(bytes) },
      ];
    }),
  );
}
