/**
 * Random specs and inputs, drawn much wider than those of walks.js: up to 200 tokens (several blocks of the fast paths),
 * windows and sink tokens around block sizes, rows that see nothing, huge scores, and numbers that are not finite, where
 * queries see them and where they are hidden.
 */
import { generator } from "../walks.js";

/** @typedef {{shape: number[], data: Float32Array}} Tensor */
/** @typedef {{spec: any, inputs: Record<string, Tensor>, kind: string}} WideWalk kind: what its numbers are like */

const NONFINITE = [NaN, Infinity, -Infinity];
const EDGES = [1, 3, 4, 5, 7, 8, 9, 15, 16, 17, 63, 64, 65, 127, 128, 129, 191, 192, 193, 200];

/**
 * What the numbers are like. plain: moderate. loud: scores of hundreds, so that softmax saturates. huge: scores around
 * 1e30. large values: sums of values overflow unless weights come first. seen: some numbers are not finite. hidden: the
 * same, only in tokens that a mask hides from every query.
 */
export const KINDS = Object.freeze([
  ...["plain", "plain", "plain", "plain", "loud", "loud", "huge", "large values", "seen", "hidden"],
]);

/**
 * @param {number} seed
 * @returns {WideWalk}
 */
export function wideWalk(seed) {
  const random = generator(7_000_000 + seed);
  const chance = (/** @type {number} */ p) => random() < p;
  const whole = (/** @type {number} */ min, /** @type {number} */ max) => min + Math.floor(random() * (max - min + 1));
  /** @template T @param {readonly T[]} list */
  const pick = (list) => /** @type {T} */ (list[whole(0, list.length - 1)]);
  const kind = pick(KINDS);

  /* Sizes: mostly small, so that there can be many; every twelfth walk has several blocks of 64 keys. */
  const large = seed % 12 === 0;
  const tokens = () =>
    large ? (chance(0.5) ? pick(EDGES) : whole(1, 200)) : chance(0.2) ? whole(1, 70) : whole(1, 12);
  const width = () => (chance(0.2) ? whole(1, 20) : whole(1, 7));
  const n_q = tokens();
  const cross = chance(0.5);
  const n_k = cross ? tokens() : n_q;
  const position = drawPosition(pick, chance);
  const rope = position?.kind === "rope";
  const weights = chance(0.8);
  const even = (/** @type {number} */ size) => (rope ? size + (size % 2) : size);
  const kv_heads = weights ? whole(1, large ? 2 : 3) : 1;
  const heads = weights ? kv_heads * whole(1, large ? 2 : 3) : 1;
  const d_model = weights ? width() : even(width());
  const d_context = cross && weights ? width() : d_model;
  const [d_k, d_v] = weights ? [even(width()), width()] : [d_model, d_context];

  const tensor = (/** @type {number[]} */ shape, /** @type {() => number} */ value) => {
    const count = shape.reduce((product, size) => product * size, 1);
    return { shape, data: Float32Array.from({ length: count }, value) };
  };
  const number = () => (random() + random() + random() - 1.5) * 1.5;
  const numbers = (/** @type {number[]} */ ...shape) => tensor(shape, number);
  const shrunk = (/** @type {number} */ rows, /** @type {number} */ columns) =>
    tensor([rows, columns], () => number() / Math.sqrt(rows / 2));
  const share = pick([0.5, 0.9, 0.97]);
  const mask = (/** @type {number[]} */ ...shape) => tensor(shape, () => (chance(share) ? 1 : 0));

  const causal = chance(0.5);
  const spec = /** @type {any} */ ({ heads, kv_heads, d_k, d_v, causal, align: pick(["bottom_right", "top_left"]) });
  const absolute = position?.kind === "sinusoidal" || position?.kind === "learned";
  const inputs = /** @type {WideWalk["inputs"]} */ ({ [absolute ? "E" : "X"]: numbers(n_q, d_model) });
  if (position) spec.position = position;
  if (position?.kind === "learned") inputs.P = numbers(n_q, d_model);
  if (cross) inputs.C = numbers(n_k, d_context);
  if (weights) {
    inputs.Wq = shrunk(d_model, heads * d_k);
    inputs.Wk = shrunk(d_context, kv_heads * d_k);
    inputs.Wv = shrunk(d_context, kv_heads * d_v);
    if (chance(0.3)) inputs.bq = numbers(heads * d_k);
    if (chance(0.3)) inputs.bk = numbers(kv_heads * d_k);
    if (chance(0.3)) inputs.bv = numbers(kv_heads * d_v);
  }
  if (chance(0.6)) {
    const d_out = width();
    inputs.Wo = shrunk(heads * d_v, d_out);
    if (chance(0.5)) inputs.bo = numbers(d_out);
  }
  if (chance(0.3)) spec.scale = pick([1, 0, -0.5, 0.1, 3]);
  if (position?.kind === "shaw") {
    inputs.relK = numbers(2 * position.clip + 1, d_k);
    if (chance(0.6)) inputs.relV = numbers(2 * position.clip + 1, d_v);
  }
  if (position?.kind === "t5") inputs.bias_table = numbers(position.buckets, heads);
  if (position?.form === "matrix") inputs.bias_matrix = numbers(n_q, n_k);
  const before = causal && spec.align === "bottom_right" && n_q > n_k;
  if (rope && !before && chance(0.4))
    inputs.positions = tensor([Math.max(n_q, n_k)], () => pick([whole(-40, 400), whole(0, 9) + 0.25, -1e5]));

  if (chance(0.4)) spec.window = chance(0.5) ? whole(0, 6) : pick([0, 1, 62, 63, 64, 65, 128, 129, 250]);
  if (spec.window !== undefined && chance(0.6))
    spec.sink_tokens = chance(0.5) ? whole(0, 4) : pick([1, 12, 63, 64, 65, 130, 250]);
  if (chance(0.25)) inputs.key_valid = mask(n_k);
  if (chance(0.3)) {
    inputs.allow = chance(0.5) ? mask(heads, n_q, n_k) : mask(n_q, n_k);
    for (let row = 0; row < inputs.allow.data.length; row += n_k)
      if (chance(0.1)) inputs.allow.data.fill(0, row, row + n_k);
  }
  if (chance(0.25)) spec.softcap = pick([0.5, 2, 30, 500]);
  if (chance(0.25)) {
    spec.softmax_sink = true;
    inputs.sink = tensor([heads], () => number() * pick([1, 1, 30]));
  }
  const mode = whole(0, 9);
  if (mode === 0) spec.mask_mode = "after_softmax";
  if (mode === 1) spec.mask_mode = "after_softmax_renormalised";
  if (mode === 2) spec.mask_value = { value: pick([-1e4, -1e9, -3e38, -2, 0, 5]), how: pick(["fill", "add"]) };
  if (chance(0.25)) {
    spec.dropout = { p: pick([0, 0.1, 0.5, 0.9, 1]) };
    inputs.keep = mask(heads, n_q, n_k);
  }
  disturb(kind, { inputs, pick, whole, chance, n_k });
  return { spec, inputs, kind };
}

/**
 * @param {string} kind
 * @param {any} walk
 */
function disturb(kind, { inputs, pick, whole, chance, n_k }) {
  const { X, E, C } = inputs;
  const queries = X ?? E;
  const keys = C ?? queries;
  const multiply = (/** @type {Tensor} */ { data }, /** @type {number} */ by) =>
    data.forEach((x, at) => (data[at] = x * by));
  if (kind === "loud") multiply(queries, pick([10, 30, 100]));
  if (kind === "huge") {
    multiply(queries, 1e15);
    if (C && chance(0.5)) multiply(C, 1e15);
  }
  if (kind === "large values" && inputs.Wv) multiply(inputs.Wv, pick([1e30, 1e36, 3e37]));
  if (kind === "seen") {
    const names = Object.keys(inputs).filter((name) => !["allow", "key_valid", "keep", "positions"].includes(name));
    for (let times = whole(1, 3); times > 0; times--) {
      const { data } = inputs[pick(names)];
      data[whole(0, data.length - 1)] = pick(NONFINITE);
    }
  }
  if (kind === "hidden" && C) {
    inputs.key_valid ??= { shape: [n_k], data: new Float32Array(n_k).fill(1) };
    for (let times = whole(1, 3); times > 0; times--) {
      const j = whole(0, n_k - 1);
      inputs.key_valid.data[j] = 0;
      const [, width] = keys.shape;
      keys.data[j * width + whole(0, width - 1)] = pick(NONFINITE);
    }
  }
}

/**
 * @param {<T>(list: readonly T[]) => T} pick
 * @param {(p: number) => boolean} chance
 * @returns {any}
 */
function drawPosition(pick, chance) {
  const first = chance(0.4) ? { first: pick([-3, 2, 100, -70_000, 2 ** 20]) } : {};
  const buckets = pick([4, 6, 8, 17, 32, 64, 1000]);
  const rope = { kind: "rope", style: pick(["interleaved", "half_split"]) };
  return pick([
    undefined,
    undefined,
    { kind: "sinusoidal" },
    { kind: "learned" },
    { ...rope, ...(chance(0.5) ? { base: pick([10_000, 500_000, 3, 1, 0.01]) } : {}), ...first },
    { ...rope, ...first },
    { kind: "alibi", ...first },
    { kind: "shaw", clip: pick([0, 1, 3, 7, 8, 63, 64, 250]), ...first },
    { kind: "t5", buckets, max_distance: buckets + pick([0, 1, 17, 128, 4000]), bidirectional: chance(0.5), ...first },
    { kind: "distance", form: "linear", lambda: pick([0.5, -1, 2, 0, 30]), ...first },
    { kind: "distance", form: "gaussian", sigma: pick([0.5, 1, 3, 60, 0.01]), ...first },
    { kind: "distance", form: "matrix", ...first },
  ]);
}
