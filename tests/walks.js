/** Random walks from a seed: every field of a spec, every input, sizes around the vector width. */
import { build } from "./oracle.js";

/** @typedef {{spec: any, inputs: Record<string, {shape: number[], data: Float32Array}>}} Walk */

/**
 * A small generator for tests (mulberry32): the same numbers from the same seed on every machine.
 * @param {number} seed
 * @returns {() => number} from [0, 1)
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

/**
 * @param {number} seed
 * @param {{odd?: boolean, fields?: any}} [options] odd: some inputs hold NaN, infinities, subnormals and the like;
 *   fields: parts of the walk that are not left to chance (cross, weights, position, causal, masks, n_q, n_k)
 * @returns {Walk}
 */
export function randomWalk(seed, { odd = false, fields = {} } = {}) {
  const random = generator(seed);
  const chance = (/** @type {number} */ p) => random() < p;
  const pick = (/** @type {any[]} */ list) => list[Math.floor(random() * list.length)];
  /* 1 to twice the lanes and 3, now and then wide enough for a block of 16 columns. */
  const size = () => 1 + Math.floor(random() * (chance(0.1) ? 35 : 11));
  const drawn = { cross: chance(0.4), weights: chance(0.8), position: pick(["", "", "sinusoidal", "learned"]) };
  const masks = { causal: chance(0.4), key_valid: chance(0.3), allow: pick(["", "", "all", "heads"]) };
  const { cross, weights, position, causal, key_valid, allow } = { ...drawn, ...masks, ...fields };

  const n_q = fields.n_q ?? size();
  const n_k = cross ? (fields.n_k ?? size()) : n_q;
  const kv_heads = weights ? pick([1, 1, 2, 3]) : 1;
  const heads = weights ? kv_heads * pick([1, 1, 2, 3]) : 1;
  const d_model = size();
  const d_context = cross && weights ? size() : d_model;
  const [d_k, d_v] = weights ? [size(), size()] : [d_model, d_context];

  const number = () => {
    if (odd && chance(0.02)) return pick(ODD_VALUES);
    return (random() + random() + random() - 1.5) * 2;
  };
  const tensor = (/** @type {number[]} */ ...shape) => floats(build(shape, number));
  const mask = (/** @type {number[]} */ ...shape) => floats(build(shape, () => (chance(0.7) ? 1 : 0)));
  const inputs = /** @type {Walk["inputs"]} */ ({ [position ? "E" : "X"]: tensor(n_q, d_model) });
  if (position === "learned") inputs.P = tensor(n_q, d_model);
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
  if (key_valid) inputs.key_valid = mask(n_k);
  if (allow) inputs.allow = allow === "heads" ? mask(heads, n_q, n_k) : mask(n_q, n_k);

  const spec = /** @type {any} */ ({ heads, kv_heads, d_k, d_v, causal, align: pick(["bottom_right", "top_left"]) });
  if (position) spec.position = { kind: position };
  if (chance(0.5)) spec.scale = pick([1, 0, -0.5, 0.1, 3]);
  if (chance(0.5)) Object.assign(spec, { d_model, d_context });
  return { spec, inputs };
}

/** @param {{shape: number[], data: number[]}} tensor */
const floats = ({ shape, data }) => ({ shape, data: Float32Array.from(data) });
