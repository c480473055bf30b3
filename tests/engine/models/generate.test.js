/** Generating: which tokens may come next, which one a random number chooses, and what the model reads. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { createEngine } from "../../../web/engine/index.js";
import { candidatesOf, choose, resolveSampling } from "../../../web/engine/model/sampling.js";

const engine = await createEngine();
const spec = Object.freeze({
  vocabulary: 7,
  n: 6,
  d_model: 8,
  position: /** @type {const} */ ("learned"),
  layers: [{ heads: 2, causal: true, norm: /** @type {const} */ ("rmsnorm"), mlp: /** @type {const} */ ("plain") }],
  final_norm: /** @type {const} */ ("rmsnorm"),
  readout: /** @type {const} */ ("tied"),
});

/** @param {any} model @param {number[]} tokens */
function lastLogits(model, tokens) {
  const walk = model.walk({ tokens });
  const { data } = walk.tensor("logits");
  walk.free();
  return data.slice(-7);
}

test("candidates: softmax of the logits over the temperature, the most probable first", () => {
  const logits = [0, 2, 1, 2];
  const all = candidatesOf(logits, resolveSampling({ temperature: 0.5 }));
  assert.deepEqual(
    all.map(({ token }) => token),
    [1, 3, 2, 0],
  );
  const sum = logits.reduce((total, logit) => total + Math.exp(logit / 0.5), 0);
  for (const { token, logit, probability, chance } of all) {
    assert.equal(logit, logits[token]);
    assert.ok(Math.abs(probability - Math.exp(logit / 0.5) / sum) < 1e-15);
    assert.ok(Math.abs(chance - probability) < 1e-15);
  }
});

test("top_k keeps the k most probable, top_p the fewest that reach the sum, and chances sum to 1", () => {
  const logits = [Math.log(0.5), Math.log(0.25), Math.log(0.15), Math.log(0.1)];
  const kept = (/** @type {any} */ options) =>
    candidatesOf(logits, resolveSampling(options))
      .filter(({ chance }) => chance > 0)
      .map(({ token, chance }) => [token, Math.round(chance * 1e6) / 1e6]);
  assert.deepEqual(kept({ top_k: 2 }), [
    [0, 0.666667],
    [1, 0.333333],
  ]);
  assert.deepEqual(kept({ top_p: 0.74 }), [
    [0, 0.666667],
    [1, 0.333333],
  ]);
  assert.deepEqual(kept({ top_p: 0.76 }).length, 3);
  assert.deepEqual(kept({ top_p: 0.4 }), [[0, 1]]);
  assert.deepEqual(kept({ temperature: 0 }), [[0, 1]]);
  /* Of the two that top_k keeps, the first has two thirds. */
  assert.deepEqual(kept({ top_k: 2, top_p: 0.6 }), [[0, 1]]);
  assert.equal(kept({ top_k: 99 }).length, 4);
});

test("a random number chooses where the sum of chances exceeds it", () => {
  const all = candidatesOf([0, 0, 0, 0], resolveSampling({}));
  assert.deepEqual(
    [0, 0.249, 0.25, 0.999].map((uniform) => choose(all, uniform).token),
    [0, 0, 1, 3],
  );
});

test("greedy: each token is the most probable one after all before it, within the last n", () => {
  const model = engine.model(spec, { seed: 3 });
  const { tokens, steps } = model.generate([2, 5], { count: 9, temperature: 0 });
  const all = [2, 5];
  for (const [at, token] of tokens.entries()) {
    const logits = lastLogits(model, all.slice(-6));
    assert.equal(token, logits.indexOf(Math.max(...logits)));
    assert.equal(steps[at]?.candidates[0]?.logit, logits[token]);
    all.push(token);
  }
  assert.equal(tokens.length, 9);
  model.free();
});

test("sampling: torch.rand's numbers of the seed choose, so that the same seed writes the same tokens", () => {
  const model = engine.model(spec, { seed: 3 });
  const one = model.generate([1], { count: 12, seed: 5 });
  const uniforms = engine.torchRandom(5).rand(12);
  one.steps.forEach(({ uniform, candidates, token }, at) => {
    assert.equal(uniform, uniforms[at]);
    assert.equal(choose(candidates, uniform).token, token);
  });
  assert.deepEqual(model.generate([1], { count: 12, seed: 5 }), one);
  assert.notDeepEqual(model.generate([1], { count: 12, seed: 6 }).tokens, one.tokens);
  const stop = /** @type {number} */ (one.tokens[3]);
  const stopped = model.generate([1], { count: 12, seed: 5, stop }).tokens;
  assert.deepEqual(stopped, one.tokens.slice(0, one.tokens.indexOf(stop) + 1));
  model.free();
});

/** Layers of every kind that can keep keys and values, as models have them. @type {Record<string, any>} */
const kept = {
  "GPT-2": { layers: [{ heads: 2, norm: "layernorm", mlp: "plain", activation: "gelu_tanh", bias: true }, {}] },
  Llama: {
    position: "rope",
    layers: [0, 1].map(() => ({ heads: 4, kv_heads: 2, norm: "rmsnorm", mlp: "gated", activation: "silu" })),
    final_norm: "rmsnorm",
  },
  Gemma: {
    position: "none",
    layers: [
      {
        heads: 2,
        kv_heads: 1,
        norm: "rmsnorm",
        norm_place: "both",
        norm_offset: true,
        qk_norm: "rmsnorm",
        mlp: "gated",
        window: 3,
        softcap: 2,
        position: { kind: "rope", style: "half_split", dims: 2 },
      },
    ],
    logits_softcap: 3,
    readout: "tied",
  },
  "post-norm, sinusoidal": {
    position: "sinusoidal",
    layers: [{ norm: "layernorm", norm_place: "post", mlp: "plain" }],
    embedding_norm: "layernorm",
    norm_bias: true,
  },
  "parallel, ALiBi": {
    position: "alibi",
    layers: [{ heads: 4, residual: "parallel", norm: "layernorm", mlp: "plain" }],
  },
  "distances, a sink, windows": {
    position: "none",
    layers: [
      { heads: 2, position: { kind: "shaw", clip: 2 }, softmax_sink: true },
      { heads: 2, position: { kind: "t5", buckets: 8, max_distance: 20 }, window: 4, sink_tokens: 1 },
    ],
  },
  "keys from the embeddings, dropout": {
    layers: [
      { keys: "embeddings", norm: "rmsnorm" },
      { mlp: "plain", dropout: { p: 0.1, residual: 0.1, mlp: 0.1 } },
    ],
  },
};
const engines = [engine, await createEngine({ build: "scalar" })];

/** A step without what it says of the cache. @param {import("../../../web/engine/model/generate.js").GeneratedStep} step */
const chosen = ({ candidates, token, uniform }) => ({ candidates, token, uniform });

for (const [name, change] of Object.entries(kept)) {
  const layers = change.layers.map((/** @type {any} */ layer) => ({ ...layer, causal: true }));
  const own = { vocabulary: 7, n: 12, d_model: 8, position: "learned", ...change, layers };
  test(`${name}: with the cache every logit has the bits that it has without, however tokens are chosen`, () => {
    for (const each of engines) {
      const model = each.model(/** @type {any} */ (own), { seed: 4 });
      for (const sampling of [{ temperature: 0 }, { temperature: 1.5 }, { top_k: 3 }, { top_p: 0.8 }]) {
        const options = { count: 8, seed: 9, ...sampling };
        const without = model.generate([3, 1, 4], { ...options, cache: false });
        const { tokens, steps } = model.generate([3, 1, 4], options);
        assert.deepEqual(tokens, without.tokens);
        assert.deepEqual(steps.map(chosen), without.steps.map(chosen));
        assert.deepEqual(
          steps.map(({ reused, computed }) => [reused, computed]),
          steps.map((_, at) => (at === 0 ? [0, 3] : [2 + at, 1])),
        );
        assert.ok(without.steps.every(({ reused, computed }, at) => reused === 0 && computed === 3 + at));
      }
      model.free();
    }
  });
}

test("step by step the cache grows, is computed anew after other calls, and ends where the sequence is longer than n", () => {
  const model = engine.model(spec, { seed: 3 });
  const want = model.generate([2, 5], { count: 8, seed: 1, cache: false }).steps.map(chosen);
  const steps = [];
  const seen = [];
  for (const step of model.generation([2, 5], { count: 8, seed: 1 })) {
    steps.push(chosen(step));
    seen.push([step.reused, step.computed]);
    if (steps.length === 2) model.evaluate({ tokens: [1, 1, 1, 1, 1, 1] });
    if (steps.length === 3) model.load(model.weights());
  }
  assert.deepEqual(steps, want);
  /* n is 6: from the sixth step on the model reads the last six tokens, whose places have changed. */
  assert.deepEqual(seen, [[0, 2], [2, 1], [0, 4], [0, 5], [5, 1], [0, 6], [0, 6], [0, 6]]); // prettier-ignore
  const [one, two] = [model.generation([2, 5], { count: 4, seed: 1 }), model.generation([6], { count: 4, seed: 2 })];
  const other = model.generate([6], { count: 4, seed: 2, cache: false }).steps.map(chosen);
  for (let at = 0; at < 4; at++) {
    assert.deepEqual(chosen(/** @type {any} */ (one.next().value)), want[at]);
    assert.deepEqual(chosen(/** @type {any} */ (two.next().value)), other[at]);
  }
  model.free();
});

test("where a later token changes earlier rows, nothing is kept", () => {
  const layers = [
    { heads: 2 },
    { causal: true, align: "top_left" },
    { causal: true, mask_mode: "after_softmax" },
    { causal: true, mask_mode: "after_softmax_renormalised" },
    { causal: true, mask_value: { value: -2, how: "fill" } },
  ];
  for (const layer of layers) {
    const model = engine.model({ ...spec, layers: [/** @type {any} */ (layer)] }, { seed: 3 });
    const { steps } = model.generate([2, 5], { count: 4, seed: 1 });
    assert.deepEqual(steps, model.generate([2, 5], { count: 4, seed: 1, cache: false }).steps);
    assert.ok(steps.every(({ reused }) => reused === 0));
    model.free();
  }
});

test("a generation that is stopped halfway leaves no memory behind, and ends with its model", () => {
  const before = engine.memoryUsed;
  const model = engine.model(spec, { seed: 3 });
  const used = engine.memoryUsed;
  for (const { token } of model.generation([2, 5], { count: 6, seed: 1 })) {
    assert.ok(token >= 0);
    if (engine.memoryUsed !== used) assert.fail("a step holds memory");
    break;
  }
  const stopped = model.generation([2, 5], { count: 6, seed: 1 });
  stopped.next();
  assert.deepEqual(stopped.return(), { done: true, value: undefined });
  assert.deepEqual([stopped.next().done, engine.memoryUsed], [true, used]);
  const want = model.generate([6], { count: 3, seed: 2, cache: false });
  assert.deepEqual(model.generate([6], { count: 3, seed: 2 }).tokens, want.tokens, "the next one starts anew");
  const left = model.generation([2, 5], { count: 6, seed: 1 });
  left.next();
  model.free();
  assert.equal(engine.memoryUsed, before);
  const freed = { name: "AttentionError", field: "model", message: /must not be used after free\(\)/ };
  assert.throws(() => left.next(), freed);
  assert.throws(() => model.generation([1], { count: 1 }), freed);
  assert.equal(engine.memoryUsed, before);
});

test("wrong options are named", () => {
  const model = engine.model(spec);
  /** @type {[any, string][]} */
  const wrong = [
    [{ count: 0 }, "count"],
    [{ count: 1, temperature: -1 }, "temperature"],
    [{ count: 1, temperature: Infinity }, "temperature"],
    [{ count: 1, top_k: 0 }, "top_k"],
    [{ count: 1, top_p: 0 }, "top_p"],
    [{ count: 1, top_p: 1.1 }, "top_p"],
    [{ count: 1, stop: 7 }, "stop"],
    [{ count: 1, beams: 2 }, "beams"],
    [{ count: 1, cache: 1 }, "cache"],
  ];
  for (const [options, field] of wrong)
    for (const call of /** @type {const} */ (["generate", "generation"]))
      assert.throws(() => model[call]([1], options), { name: "AttentionError", field });
  assert.throws(() => model.generate([], { count: 1 }), { name: "AttentionError", field: "prompt.length" });
  assert.throws(() => model.generate([1, 9], { count: 1 }), { name: "AttentionError", field: "prompt[1]" });
  assert.throws(() => model.generate(/** @type {any} */ ("a"), { count: 1 }), {
    name: "AttentionError",
    field: "prompt",
  });
  model.free();
  const classifier = engine.model({ ...spec, readout: "linear", classes: 3 });
  assert.throws(() => classifier.generate([1], { count: 1 }), { name: "AttentionError", field: "model" });
  classifier.free();
});
