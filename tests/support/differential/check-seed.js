/**
 * One random spec computed in every way that the engine has: the trace, the fast paths, tiles, a cache and gradients. They
 * must agree: bit for bit where that is promised, elsewhere within a bound on rounding errors, and always about which
 * numbers are infinite or NaN.
 */
import assert from "node:assert/strict";
import { attendWalk } from "../corpus.js";
import { gradientSizes, resultSizes } from "./error-bounds.js";
import { generator } from "../walks.js";
import { wideWalk } from "./wide-walks.js";

/**
 * @typedef {import("../../../web/engine/index.js").Engine} Engine
 * @typedef {import("../../../web/engine/index.js").Run} Run
 * @typedef {import("./wide-walks.js").WideWalk} WideWalk
 */

/**
 * Two sums of up to 200 terms, each with a dozen further roundings, differ by at most so many times 2^-24 times the sum of
 * the terms' magnitudes. (The largest of 10,000 specs is 49.)
 */
const ROUNDINGS = 128;

/** Sums of terms so large may overflow in one order of summation and not in another. */
const NEAR_OVERFLOW = 1e37;

/**
 * @param {string} what
 * @param {ArrayLike<number>} got
 * @param {ArrayLike<number>} want
 * @param {Float64Array} sizes for each number the sum of its terms' magnitudes
 */
function checkClose(what, got, want, sizes) {
  assert.equal(got.length, want.length, what);
  for (let at = 0; at < want.length; at++) {
    const [x, y, size] = [Number(got[at]), Number(want[at]), Number(sizes[at])];
    if (Object.is(x, y) || x === y || size > NEAR_OVERFLOW) continue;
    const bound = ROUNDINGS * 2 ** -24 * size;
    assert.ok(Math.abs(x - y) <= bound, `${what}: number ${at} is ${x}, the trace has ${y}, bound ${bound}`);
  }
}

/** @param {string} what @param {ArrayLike<number>} got @param {ArrayLike<number>} want */
function checkBits(what, got, want) {
  assert.equal(got.length, want.length, what);
  for (let at = 0; at < want.length; at++)
    assert.ok(Object.is(got[at], want[at]), `${what}: number ${at} is ${got[at]} instead of ${want[at]}`);
}

/**
 * Whether a hidden score is so far above the visible ones of its row that weights renormalised after softmax have lost
 * most of their bits, or all, before they are renormalised: gradients then divide by sums near 0.
 * @param {Run} run
 */
function hasVanished(run) {
  if (!run.stages.includes("zeroed") || run.spec.mask_mode !== "after_softmax_renormalised") return false;
  const { n_k } = run.spec;
  const [zeroed, all] = [run.tensor("zeroed").data, run.tensor("weights_unmasked").data];
  const largest = (/** @type {Float32Array} */ data, /** @type {number} */ row) =>
    data.subarray(row, row + n_k).reduce((max, x) => Math.max(max, x), 0);
  return zeroed.some((_, at) => at % n_k === 0 && !(largest(zeroed, at) > largest(all, at) * 2 ** -92));
}

/**
 * @param {Engine} engine
 * @param {WideWalk} walk
 * @param {Run} run
 * @param {number} seed
 */
function checkGradients(engine, { spec, inputs, kind }, run, seed) {
  const { heads, n_q, n_k, d_k, d_v } = run.spec;
  /* dropout.p 1 divides by 0; a dropped NaN leaves the mean gradient of its row to what is hidden from it. */
  if (hasVanished(run) || spec.dropout?.p === 1 || (spec.dropout && kind === "seen")) return;
  /* In a row of NaN hidden weights are NaN too, and the gradients of their values; the fast path skips most of them. */
  if (run.stages.includes("masked") && run.tensor("weights").data.some(Number.isNaN)) return;
  if (heads * n_q * n_k * (d_k + d_v) > 600_000) return;
  const { shape, data } = run.tensor("output");
  const dOutput = { shape, data: data.map((_, at) => Math.sin(at * 7 + seed)) };
  const back = engine.backward(run, dOutput);
  const sizes = gradientSizes(run, inputs, back);
  if (Object.values(sizes).some((own) => own.some((size) => size > NEAR_OVERFLOW))) return;
  const { gradients } = engine.gradients(spec, inputs, dOutput);
  for (const [id, gradient] of Object.entries(gradients))
    checkClose(`gradient of ${id}`, gradient.data, back[id]?.data ?? [], sizes[id] ?? assert.fail(id));
}

/** @param {WideWalk} walk @param {Run} run @param {number} seed @param {Float64Array} sizes */
function checkTiles({ spec, kind }, run, seed, sizes) {
  const { heads, n_q, n_k } = run.spec;
  if (run.stages.includes("zeroed") || heads * n_q * n_k > 12_000) return;
  /* Tiles divide at the end alone: see attention.h for what that means for sums that overflow and for dropped NaN. */
  if (kind === "large values" || spec.dropout?.p === 1 || (spec.dropout && kind === "seen")) return;
  const size = { queries: 1 + (seed % Math.min(n_q, 13)), keys: 1 + (seed % Math.min(n_k, 29)) };
  const context = run.tiles(size).finish().context();
  checkClose(`tiles of ${size.queries} x ${size.keys}`, context.data, run.tensor("context").data, sizes);
}

const NOT_IN_CACHE = ["X", "key_valid", "allow", "keep", "positions"];

/** @param {Engine} engine @param {WideWalk} walk @param {number} seed */
function checkCache(engine, { spec, inputs }, seed) {
  const { X, C, E, Wq, bias_matrix } = inputs;
  if (!X || C || E || !Wq || bias_matrix) return;
  const without = { mask_mode: undefined, mask_value: undefined, dropout: undefined };
  const own = { ...spec, ...without, causal: true, align: "bottom_right" };
  const weights = Object.fromEntries(Object.entries(inputs).filter(([name]) => !NOT_IN_CACHE.includes(name)));
  const want = engine.forward(own, /** @type {any} */ ({ ...weights, X })).output.data;
  const cache = engine.cache(own, /** @type {any} */ (weights));
  const random = generator(seed);
  const [n = 0, width = 0] = X.shape;
  const got = new Float32Array(want.length);
  for (let at = 0; at < n;) {
    const rows = Math.min(n - at, 1 + Math.floor(random() * (random() < 0.5 ? 3 : 70)));
    const added = cache.append({ shape: [rows, width], data: X.data.slice(at * width, (at + rows) * width) });
    got.set(added.data, (at * want.length) / n);
    at += rows;
  }
  cache.free();
  /* Where a value is not finite relV is added pair by pair, from the append on in which that value comes. */
  const finite = Object.values({ ...weights, X }).every(({ data }) => data.every((x) => Math.abs(x) < 1e30));
  if (!inputs.relV || finite) checkBits("cache", got, want);
}

/**
 * @param {Engine} engine
 * @param {WideWalk} walk
 * @param {number} seed
 */
function checkWalk(engine, walk, seed) {
  const { spec, inputs } = walk;
  const run = engine.trace(spec, inputs).finish();
  try {
    const sizes = resultSizes(run, inputs);
    const { output } = engine.forward(spec, inputs);
    checkClose("forward", output.data, run.tensor("output").data, sizes.output);
    if (inputs.Wq) {
      const { Wq, Wk, Wv, Wo, ...others } = inputs;
      const layer = engine.layer(
        spec,
        /** @type {any} */ ({ Wq, Wk, Wv, ...(Wo ? { Wo } : {}), ...parameters(others) }),
      );
      checkBits("layer", layer.forward(/** @type {any} */ (ofTokens(others))).output.data, output.data);
      layer.free();
    }
    const attended = attendWalk(walk, run);
    const { context } = engine.attend(attended.spec, attended.inputs);
    checkClose("attend", context.data, run.tensor("context").data, sizes.context);
    checkTiles(walk, run, seed, sizes.context);
    checkCache(engine, walk, seed);
    checkGradients(engine, walk, run, seed);
  } finally {
    run.free();
  }
}

const OF_TOKENS = ["X", "C", "E", "P", "key_valid", "allow", "keep", "bias_matrix", "positions"];
/** @param {Record<string, unknown>} inputs */
const ofTokens = (inputs) => Object.fromEntries(Object.entries(inputs).filter(([name]) => OF_TOKENS.includes(name)));
/** @param {Record<string, unknown>} inputs */
const parameters = (inputs) => Object.fromEntries(Object.entries(inputs).filter(([name]) => !OF_TOKENS.includes(name)));

/**
 * Checks the walk of a seed.
 * @param {Engine} engine
 * @param {number} seed
 * @throws {Error} with a line to paste that checks this walk alone
 */
export function checkSeed(engine, seed) {
  const walk = wideWalk(seed);
  try {
    checkWalk(engine, walk, seed);
  } catch (error) {
    const shapes = Object.entries(walk.inputs).map(([name, { shape }]) => `${name} [${shape.join(", ")}]`);
    const message = `${/** @type {Error} */ (error).message}
  checkSeed(await createEngine(), ${seed}); // numbers: ${walk.kind}
  spec ${JSON.stringify(walk.spec)}
  inputs ${shapes.join(" ")}`;
    throw new Error(message, { cause: error });
  }
}
