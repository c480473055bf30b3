/** Models train as PyTorch trains them: initial weights, losses, gradients and updates, against tests/reference/training.json. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { createEngine } from "../../../web/engine/index.js";

const engine = await createEngine({ build: "simd128" });
const scalar = await createEngine({ build: "scalar" });
const cases = JSON.parse(readFileSync(new URL("../../reference/training.json", import.meta.url), "utf8"));
const BATCH = 3;

/** The batch of a step, as draw() of tests/reference/training.py draws it. @param {any} spec @param {number} step @param {boolean} lengths */
function draw(spec, step, lengths) {
  const { n, vocabulary, source, classes = vocabulary, readout } = spec;
  const random = engine.torchRandom(1000 + step);
  return {
    tokens: random.randint(0, vocabulary, BATCH * n),
    ...(source && { source: random.randint(0, source.vocabulary, BATCH * source.n) }),
    ...(lengths && { lengths: random.randint(2, n + 1, BATCH) }),
    ...(lengths && source && { source_lengths: random.randint(2, source.n + 1, BATCH) }),
    targets: random.randint(-1, readout === "pointer" ? 2 : classes, BATCH * n),
  };
}

/** @param {number} got @param {number} want @param {number} tolerance relative @param {string} what */
function near(got, want, tolerance, what) {
  assert.ok(Math.abs(got - want) <= tolerance * Math.abs(want), `${what}: got ${got}, PyTorch has ${want}`);
}

for (const { case: name, spec, seed, lengths, losses, norms, gradients } of cases) {
  /* A norm divides rows of a few numbers by what may be little more than epsilon, and float32's rounding with them. */
  const hasNorms = spec.final_norm || spec.layers.some((/** @type {any} */ { norm }) => norm);
  const [ofGradient, ofNorm] = hasNorms ? [1e-5, 5e-3] : [2e-6, 1e-3];

  test(`${name}: the gradients of the first batch are autograd's`, () => {
    const model = engine.model(spec, { seed });
    const own = model.gradients(draw(spec, 0, lengths));
    assert.deepEqual(Object.keys(own).sort(), Object.keys(gradients).sort());
    const all = Object.values(gradients).flat();
    const largest = Math.max(...all.map(Math.abs));
    for (const [parameter, wanted] of Object.entries(gradients)) {
      const { data } = /** @type {{data: Float32Array}} */ (own[parameter]);
      /* PyTorch has no gradient for what the loss does not depend on; here it is 0. */
      data.forEach((got, at) => {
        const want = wanted.length === 0 ? 0 : wanted[at];
        assert.ok(Math.abs(got - want) <= ofGradient * largest, `${parameter}[${at}]: got ${got}, PyTorch has ${want}`);
      });
    }
    model.free();
  });

  test(`${name}: 50 steps have PyTorch's losses and gradient norms`, () => {
    const model = engine.model(spec, { seed });
    losses.forEach((/** @type {number} */ loss, /** @type {number} */ step) => {
      const result = model.step(draw(spec, step, lengths));
      near(result.loss, loss, 1e-4, `loss of step ${step}`);
      near(result.gradient_norm, norms[step], ofNorm, `norm of step ${step}`);
    });
    assert.equal(model.steps, 50);
    model.free();
  });

  test(`${name}: 50 steps of the scalar build give the same bits`, () => {
    const [one, two] = [engine, scalar].map((each) => {
      const model = each.model(spec, { seed });
      const results = losses.map((/** @type {number} */ _, /** @type {number} */ step) =>
        model.step(draw(spec, step, lengths)),
      );
      const weights = Object.values(model.weights()).map(({ data }) => [...new Uint32Array(data.buffer)]);
      model.free();
      return { results, weights };
    });
    assert.deepEqual(two, one);
  });
}

test("an example without a target changes no gradient, even where it holds NaN and infinities", () => {
  const spec = { vocabulary: 6, n: 4, d_model: 8, layers: [{ heads: 1 }] };
  const random = engine.torchRandom(7);
  const rows = () => [...random.randint(0, 5, 3 * spec.n)];
  const [tokens, targets] = [rows(), rows()];
  const [first, rest] = [spec.n, 3 * spec.n];
  const amidst = (/** @type {number[]} */ numbers, /** @type {number} */ number) => [
    ...numbers.slice(0, first),
    ...Array(spec.n).fill(number),
    ...numbers.slice(first, rest),
  ];
  for (const each of [engine, scalar]) {
    const model = each.model(spec, { seed: 3 });
    const embeddings = /** @type {import("../../../web/engine/index.js").Tensor} */ (model.weights().token_embedding);
    embeddings.data.set([NaN, Infinity, -Infinity, 1, 2, 3, 4, 5], 5 * spec.d_model);
    model.load({ token_embedding: embeddings });
    const wanted = model.gradients({ tokens, targets });
    assert.ok(Object.values(wanted).every(({ data }) => data.every(Number.isFinite)));
    assert.deepEqual(model.gradients({ tokens: amidst(tokens, 5), targets: amidst(targets, -1) }), wanted, each.build);
    model.free();
  }
});

test("hidden pairs change no gradient: a causal mask of -inf, and one of a number so small that their weights are 0", () => {
  for (const [n, heads, kv_heads] of /** @type {const} */ ([
    [9, 2, 2],
    [21, 4, 2],
    [70, 2, 2],
  ])) {
    const random = engine.torchRandom(5);
    const batch = {
      tokens: random.randint(0, 7, 2 * n),
      targets: random.randint(-1, 7, 2 * n),
      lengths: [n, n - 2],
    };
    const [infinite, finite] = [{}, { mask_value: { value: -1e9 } }].map((mask) => {
      const layer = { heads, kv_heads, causal: true, ...mask };
      const model = engine.model({ vocabulary: 7, n, d_model: 16, layers: [layer, layer] }, { seed: 2 });
      const gradients = model.gradients(batch);
      model.free();
      return gradients;
    });
    assert.deepEqual(infinite, finite, `${n} tokens`);
  }
});
