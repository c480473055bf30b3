/** Random specs and inputs from a seed, which together use every field of a spec, every kind of position and every input. */
import { build } from "./oracles/oracle.js";

/** @typedef {{spec: any, inputs: Record<string, {shape: number[], data: Float32Array}>}} Walk */

/**
 * A small random number generator for tests (mulberry32): the same numbers from the same seed on every machine.
 * @param {number} seed
 * @returns {() => number} gives numbers from [0, 1)
 */
export function generator(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

const ODD_VALUES = [NaN, Infinity, -Infinity, -0, 1e-42, -3e38, 1e30];
const SCALES = [1, 0, -0.5, 0.1, 3];
const AFTER = ["after_softmax", "after_softmax_renormalised"];

/**
 * @param {number} seed
 * @param {object} [options]
 * @param {boolean} [options.odd] whether some inputs are NaN, infinite, subnormal, or very large
 * @param {boolean} [options.plain] whether it is attention as of 2017: only absolute positions, masks before the
 *   softmax, and no softcap, sink or dropout; sizes go up to several blocks of 16 columns
 * @param {any} [options.fields] choices that are not random: cross, weights, position ("": none), causal, masks
 *   (false: none), n_q, n_k
 * @returns {Walk}
 */
export function randomWalk(seed, { odd = false, plain = false, fields = {} } = {}) {
  const random = generator(20_000 + seed);
  const chance = (/** @type {number} */ p) => random() < p;
  const pick = (/** @type {any[]} */ list) => list[Math.floor(random() * list.length)];
  const [usual, large] = plain ? [11, 35] : [9, 20];
  const size = () => 1 + Math.floor(random() * (chance(0.1) ? large : usual));
  const drawn = makePosition(plain ? seed % 3 : seed, pick, chance);
  const position = fields.position === "" ? undefined : drawn;
  const kind = position?.kind ?? "none";

  const { weights, cross } = { weights: chance(0.8), cross: chance(0.4), ...fields };
  const n_q = fields.n_q ?? size();
  const n_k = cross ? (fields.n_k ?? size()) : n_q;
  const kv_heads = weights ? pick([1, 1, 2, 3]) : 1;
  const heads = weights ? kv_heads * pick([1, 1, 2, 3]) : 1;
  const even = (/** @type {number} */ width) => (kind === "rope" ? width + (width % 2) : width);
  const d_model = weights ? size() : even(size());
  const d_context = cross && weights ? size() : d_model;
  const [d_k, d_v] = weights ? [even(size()), size()] : [d_model, d_context];

  const number = () => (odd && chance(0.01) ? pick(ODD_VALUES) : (random() + random() + random() - 1.5) * 2);
  const tensor = (/** @type {number[]} */ ...shape) => floats(build(shape, number));
  const mask = (/** @type {number[]} */ ...shape) => floats(build(shape, () => (chance(0.7) ? 1 : 0)));

  const absolute = kind === "sinusoidal" || kind === "learned";
  const causal = fields.causal ?? chance(0.5);
  const spec = /** @type {any} */ ({ heads, kv_heads, d_k, d_v, causal, align: pick(["bottom_right", "top_left"]) });
  const inputs = /** @type {Walk["inputs"]} */ ({ [absolute ? "E" : "X"]: tensor(n_q, d_model) });
  if (chance(0.5)) Object.assign(spec, { d_model, d_context });
  if (chance(0.5)) spec.scale = pick(SCALES);
  if (kind === "learned") inputs.P = tensor(n_q, d_model);
  if (cross) inputs.C = tensor(n_k, d_context);
  if (weights) {
    inputs.Wq = tensor(d_model, heads * d_k);
    inputs.Wk = tensor(d_context, kv_heads * d_k);
    inputs.Wv = tensor(d_context, kv_heads * d_v);
    if (chance(0.5)) inputs.bq = tensor(heads * d_k);
    if (chance(0.5)) inputs.bk = tensor(kv_heads * d_k);
    if (chance(0.5)) inputs.bv = tensor(kv_heads * d_v);
  }
  if (chance(0.7)) {
    const d_out = size();
    inputs.Wo = tensor(heads * d_v, d_out);
    if (chance(0.5)) inputs.bo = tensor(d_out);
  }

  if (position) spec.position = position;
  if (kind === "shaw") {
    inputs.relK = tensor(2 * position.clip + 1, d_k);
    if (chance(0.6)) inputs.relV = tensor(2 * position.clip + 1, d_v);
  }
  if (kind === "t5") inputs.bias_table = tensor(position.buckets, heads);
  if (position?.form === "matrix") inputs.bias_matrix = tensor(n_q, n_k);
  const hasPositions = causal && spec.align === "bottom_right" && n_q > n_k ? false : kind === "rope" && chance(0.4);
  if (hasPositions) {
    inputs.positions = floats(build([Math.max(n_q, n_k)], () => Math.floor(random() * 40) - 5));
  }

  if (fields.masks !== false) {
    if (chance(0.3)) inputs.key_valid = mask(n_k);
    if (chance(0.3)) inputs.allow = chance(0.5) ? mask(heads, n_q, n_k) : mask(n_q, n_k);
  }
  if (plain) return { spec, inputs };

  if (chance(0.35)) spec.window = Math.floor(random() * 5);
  if (spec.window !== undefined && chance(0.5)) spec.sink_tokens = pick([0, 1, 2]);
  if (chance(0.3)) spec.softcap = pick([0.5, 2, 30]);
  if (chance(0.3)) Object.assign(spec, { softmax_sink: true }) && (inputs.sink = tensor(heads));
  const mode = seed % 5;
  if (mode >= 3) spec.mask_mode = AFTER[mode - 3];
  else if (chance(0.3)) spec.mask_mode = "before_softmax";
  if (mode === 1) spec.mask_value = { value: pick([-1e4, -1e9, -2]), how: "fill" };
  if (mode === 2) spec.mask_value = { value: pick([-1e4, -1e9, -2]), how: "add" };
  if (chance(0.3)) {
    const drawn = chance(0.5);
    spec.dropout = { p: pick([0, 0.1, 0.5, 1]), ...(drawn ? { torch_seed: Math.floor(random() * 1000) } : {}) };
    if (!drawn) inputs.keep = mask(heads, n_q, n_k);
  }
  if (causal && !cross && chance(0.4)) spec.prefill = 1 + Math.floor(random() * n_q);
  return { spec, inputs };
}

/**
 * The kinds of position in turn, so that all are equally frequent.
 * @param {number} seed
 * @param {(list: any[]) => any} pick
 * @param {(p: number) => boolean} chance
 * @returns {any} a spec's position
 */
function makePosition(seed, pick, chance) {
  const first = chance(0.4) ? { first: pick([-3, 2, 100]) } : {};
  const clip = pick([0, 1, 3]);
  const buckets = pick([4, 6, 8, 32]);
  const bidirectional = chance(0.5);
  const kinds = [
    undefined,
    { kind: "sinusoidal" },
    { kind: "learned" },
    { kind: "rope", style: "interleaved", ...(chance(0.5) ? { base: pick([10000, 500, 3]) } : {}), ...first },
    { kind: "rope", style: "half_split", ...(chance(0.5) ? { base: pick([10000, 500, 3]) } : {}), ...first },
    { kind: "alibi", ...first },
    { kind: "shaw", clip, ...first },
    { kind: "t5", buckets, max_distance: pick([17, 33, 128]), bidirectional, ...first },
    { kind: "distance", form: "linear", lambda: pick([0.5, -1, 2]), ...first },
    { kind: "distance", form: "gaussian", sigma: pick([0.5, 1, 3]), ...first },
    { kind: "distance", form: "matrix", ...first },
  ];
  return kinds[seed % kinds.length];
}

/** @param {{shape: number[], data: number[]}} tensor */
const floats = ({ shape, data }) => ({ shape, data: Float32Array.from(data) });
