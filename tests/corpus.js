/**
 * 500 walks from seeds, which between them hold every field of a spec, every kind of position and every input; and what
 * they give, forward and backward. It runs in Node and in browsers alike.
 */
import { build } from "./oracle.js";
import { generator } from "./walks.js";

/** @typedef {import("./walks.js").Walk} Walk */

export const CORPUS_SIZE = 500;

/** SHA-256 of corpusNumbers(), on every machine. It changes only where the engine's numbers are meant to change. */
export const CORPUS_HASH = "adbac3387d6882302cbe9a359a8b0e9dde6477151a83cf21dd84c72dccdf7e47";

const SCALES = [1, 0, -0.5, 0.1, 3];
const ODD_VALUES = [NaN, Infinity, -Infinity, -0, 1e-42, -3e38, 1e30];
const AFTER = ["after_softmax", "after_softmax_renormalised"];

/**
 * The kinds take turns, so that each is there as often as the next; what else a walk has is left to chance.
 * @param {number} seed
 * @returns {Walk}
 */
export function corpusWalk(seed) {
  const random = generator(20_000 + seed);
  const chance = (/** @type {number} */ p) => random() < p;
  const pick = (/** @type {any[]} */ list) => list[Math.floor(random() * list.length)];
  const size = () => 1 + Math.floor(random() * (chance(0.1) ? 20 : 9));
  const position = makePosition(seed, pick, chance);
  const kind = position?.kind ?? "none";

  const weights = chance(0.8);
  const cross = chance(0.4);
  const n_q = size();
  const n_k = cross ? size() : n_q;
  const kv_heads = weights ? pick([1, 1, 2, 3]) : 1;
  const heads = weights ? kv_heads * pick([1, 1, 2, 3]) : 1;
  const even = (/** @type {number} */ width) => (kind === "rope" ? width + (width % 2) : width);
  const d_model = weights ? size() : even(size());
  const d_context = cross && weights ? size() : d_model;
  const [d_k, d_v] = weights ? [even(size()), size()] : [d_model, d_context];

  /* Every third walk holds NaN, infinities, subnormals and the like. */
  const odd = seed % 3 === 2;
  const number = () => (odd && chance(0.01) ? pick(ODD_VALUES) : (random() + random() + random() - 1.5) * 2);
  const tensor = (/** @type {number[]} */ ...shape) => floats(build(shape, number));
  const mask = (/** @type {number[]} */ ...shape) => floats(build(shape, () => (chance(0.7) ? 1 : 0)));

  const absolute = kind === "sinusoidal" || kind === "learned";
  const causal = chance(0.5);
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
  const places = causal && spec.align === "bottom_right" && n_q > n_k ? false : kind === "rope" && chance(0.4);
  if (places) {
    inputs.positions = floats(build([Math.max(n_q, n_k)], () => Math.floor(random() * 40) - 5));
  }

  if (chance(0.3)) inputs.key_valid = mask(n_k);
  if (chance(0.3)) inputs.allow = chance(0.5) ? mask(heads, n_q, n_k) : mask(n_q, n_k);
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

export const corpus = () => Array.from({ length: CORPUS_SIZE }, (_, seed) => corpusWalk(seed));

/**
 * Every stage, what can be read besides, the context from tiles of three queries and two keys, and every gradient with
 * the output standing for its own: all numbers that a walk has to give, as tests/walk.c writes them.
 * @param {import("../web/engine/engine.js").Engine} engine
 * @param {import("../web/engine/run.js").Run} run finished
 */
export function allNumbers(engine, run) {
  const { n_q, n_k } = run.spec;
  const tensors = [...run.stages, ...run.auxiliary].map((name) => run.tensor(name));
  const size = { queries: Math.min(3, n_q), keys: Math.min(2, n_k) };
  const tiled = run.stages.includes("zeroed") ? [] : [run.tiles(size).finish().context()];
  const gradients = Object.values(engine.backward(run, run.tensor("output")));
  return [...tensors, ...tiled, ...gradients].map(({ data }) => data);
}

/**
 * @param {import("../web/engine/engine.js").Engine} engine
 * @returns {Float32Array<ArrayBuffer>} all numbers of the corpus; every NaN the same, as sign and payload are not ours
 *   to choose
 */
export function corpusNumbers(engine) {
  const all = corpus().flatMap(({ spec, inputs }) => {
    const run = engine.trace(spec, inputs).finish();
    const numbers = allNumbers(engine, run);
    run.free();
    return numbers;
  });
  const joined = new Float32Array(all.reduce((total, { length }) => total + length, 0));
  let at = 0;
  for (const numbers of all) {
    joined.set(numbers, at);
    at += numbers.length;
  }
  return canonical(joined);
}

/**
 * @template {Float32Array} F
 * @param {F} numbers changed in place
 */
export function canonical(numbers) {
  const bits = new Uint32Array(numbers.buffer, numbers.byteOffset, numbers.length);
  for (let at = 0; at < numbers.length; at++) if (Number.isNaN(numbers[at])) bits[at] = 0x7fc00000;
  return numbers;
}

/**
 * @param {Float32Array<ArrayBuffer>} numbers
 * @returns {Promise<string>} SHA-256, in browsers where they hold a page to be secure
 */
export async function sha256(numbers) {
  const digest = new Uint8Array(await globalThis.crypto.subtle.digest("SHA-256", numbers));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
