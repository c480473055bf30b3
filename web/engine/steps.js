/**
 * One append to a KV cache.
 * @typedef {object} Append
 * @property {number} first the first new row
 * @property {number} count new rows: prefill of them, then one at a time
 * @property {number} cache_len rows in the cache afterwards
 * @property {import("./run.js").Run} run over the new rows; its K and V hold the whole cache. Computes nothing yet
 * @property {Record<string, import("./cost.js").Cost>} cost with the cache: keys and values of the new rows alone
 * @property {Record<string, import("./cost.js").Cost>} costWithout recomputing every row so far
 *
 * @typedef {import("./spec.js").ResolvedSpec} ResolvedSpec
 * @typedef {import("./tensors.js").Tensor} Tensor
 * @typedef {(spec: ResolvedSpec, tensors: Map<string, Tensor>) => import("./run.js").Run} Start
 */

/** Which dimensions of a tensor count queries and which count keys, by the engine's names; the others have neither. */
const AXES = Object.freeze({
  X: ["query"],
  key_valid: ["key"],
  mask: ["query", "key"],
  head_mask: ["", "query", "key"],
  keep: ["", "query", "key"],
  bias_matrix: ["query", "key"],
  positions: ["key"],
});

/** What the cache keeps: rows of these are not computed again. */
const CACHED = ["K", "V", "K_rot"];
/** Absolute positions are in X already. */
const NO_INPUT = ["E", "P"];

/**
 * @param {ResolvedSpec} spec with prefill
 * @param {Map<string, Tensor>} tensors X and everything given, by the engine's names
 * @param {Start} start
 * @returns {Append[]}
 */
export function makeSteps(spec, tensors, start) {
  const { n_q, prefill } = spec;
  const appends = Array.from({ length: n_q - prefill + 1 }, (_, a) =>
    a === 0 ? { first: 0, count: prefill } : { first: prefill + a - 1, count: 1 },
  );
  const runs = /** @type {import("./run.js").Run[]} */ ([]);
  const startFrom = (/** @type {number} */ from, /** @type {number} */ to) => {
    const run = startAppend(spec, tensors, from, to, start);
    runs.push(run);
    return run;
  };
  try {
    return appends.map(({ first, count }) => {
      const cache_len = first + count;
      const run = startFrom(first, cache_len);
      const cost = scaleCached(run.cost(), count / cache_len);
      const whole = startFrom(0, cache_len);
      const costWithout = whole.cost();
      whole.free();
      return { first, count, cache_len, run, cost, costWithout };
    });
  } catch (error) {
    for (const run of runs) run.free();
    throw error;
  }
}

/**
 * @param {ResolvedSpec} spec
 * @param {Map<string, Tensor>} tensors
 * @param {number} from
 * @param {number} to
 * @param {Start} start
 */
function startAppend(spec, tensors, from, to, start) {
  const ranges = { "": [0, Infinity], query: [from, to], key: [0, to] };
  const own = /** @type {Map<string, Tensor>} */ (new Map());
  for (const [name, tensor] of tensors) {
    if (NO_INPUT.includes(name)) continue;
    const axes = AXES[/** @type {keyof typeof AXES} */ (name)] ?? [];
    own.set(
      name,
      slice(
        tensor,
        axes.map((axis) => ranges[/** @type {keyof typeof ranges} */ (axis)]),
      ),
    );
  }
  own.set("C", slice(/** @type {Tensor} */ (tensors.get("X")), [ranges.key]));
  const absolute = spec.position === 1 || spec.position === 2;
  const sizes = { n_q: to - from, n_k: to, align: 0, prefill: 0, position: absolute ? 0 : spec.position };
  return start({ ...spec, ...sizes }, own);
}

/**
 * @param {Tensor} tensor
 * @param {(number[] | undefined)[]} ranges [from, to) of the leading dimensions
 * @returns {Tensor}
 */
function slice({ shape, data }, ranges) {
  const [size = 1, ...inner] = shape;
  const [[from = 0, to = Infinity] = [], ...rest] = ranges;
  if (ranges.length === 0) return { shape, data };
  const width = inner.reduce((product, count) => product * count, 1);
  const rows = [];
  for (let row = from; row < Math.min(to, size); row++) {
    rows.push(slice({ shape: inner, data: data.subarray(row * width, (row + 1) * width) }, rest));
  }
  const joined = new Float32Array(rows.reduce((total, row) => total + row.data.length, 0));
  let at = 0;
  for (const row of rows) {
    joined.set(row.data, at);
    at += row.data.length;
  }
  return { shape: [rows.length, ...(rows[0]?.shape ?? inner)], data: joined };
}

/**
 * @param {Record<string, import("./cost.js").Cost>} cost
 * @param {number} share of the rows that is new
 */
function scaleCached(cost, share) {
  return Object.fromEntries(
    Object.entries(cost).map(([stage, { multiplyAdds, otherOperations, bytes }]) => {
      const part = CACHED.includes(stage) ? share : 1;
      const scaled = [multiplyAdds, otherOperations, bytes].map((operations) => Math.round(operations * part));
      const [a = 0, b = 0, c = 0] = scaled;
      return [stage, { multiplyAdds: a, otherOperations: b, bytes: c }];
    }),
  );
}
