/** A model's walk: every number outside of the layers and in them is explained, down to parameters and token ids. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { createEngine } from "../../../web/engine/index.js";
import { replay } from "../../support/oracles/replay.js";
import { indices } from "../../support/variants/variants.js";

const engine = await createEngine();
const cases = JSON.parse(readFileSync(new URL("../../reference/training.json", import.meta.url), "utf8"));

/** @typedef {import("../../../web/engine/model/model-walk.js").ModelWalk} ModelWalk */
/** @typedef {import("../../../web/engine/index.js").Explanation} Explanation */

/** A model with weights that are no round numbers, and a walk of it. @param {any} one */
function walked({ spec, seed }) {
  const model = engine.model(spec, { seed });
  const random = engine.torchRandom(7);
  model.load(
    Object.fromEntries(
      Object.entries(model.weights()).map(([name, { shape, data }]) => [
        name,
        { shape, data: data.map((x) => x + 0.1 * (random.randn(1)[0] ?? 0)) },
      ]),
    ),
  );
  const tokens = [...random.randint(0, spec.vocabulary, spec.n - 1)];
  const source = spec.source ? [...random.randint(0, spec.source.vocabulary, spec.source.n)] : undefined;
  const example = { tokens, ...(source && { source }) };
  return { model, example, walk: model.walk(example) };
}

/** The norms' settings of the part that a name belongs to. @param {ModelWalk} walk @param {string} name */
function normSpec({ spec, layers }, name) {
  const layer = /^layers\.(\d+)\./.exec(name)?.[1];
  if (layer !== undefined) return /** @type {any} */ (layers[Number(layer)]).spec;
  return { ...spec, norm: name === "final_norm" ? spec.final_norm : spec.embedding_norm, qk_norm: "none" };
}

/** Terms that are tensors of the walk hold its numbers. @param {ModelWalk} walk @param {Explanation} explanation */
function checkTerms(walk, { terms, stage, index }) {
  for (const term of terms) {
    if (!/^layers\.|embedd|norm|logits|tokens|readout|^positions|^source/.test(term.stage)) continue;
    if (term.stage === "logits_softcap") continue;
    const { shape, data } = walk.tensor(term.stage);
    const flat = term.index.reduce((sum, i, axis) => sum * (shape[axis] ?? 1) + i, 0);
    assert.ok(Object.is(data[flat], term.value), `${stage} [${index}] reads ${term.stage} [${term.index}]`);
  }
}

for (const one of cases) {
  test(`${one.case}: every number is what its explanation makes of its terms`, () => {
    const { model, walk } = walked(one);
    const names = [
      ...walk.names,
      ...walk.layers.flatMap((run, layer) => run.stages.map((stage) => `layers.${layer}.${stage}`)),
    ];
    for (const name of names) {
      const { shape, data } = walk.tensor(name);
      let flat = 0;
      for (const index of indices(shape)) {
        const account = walk.explain(name, index);
        const value = data[flat++] ?? NaN;
        const again = replay[account.operation](account, normSpec(walk, name));
        assert.ok(Object.is(account.value, value) && account.stage === name, `${name} [${index}]`);
        assert.ok(again === value, `${name} [${index}]: ${again}, got ${value}`);
        if (flat % 5 === 1) checkTerms(walk, account);
      }
    }
    walk.free();
    model.free();
  });

  test(`${one.case}: the walk's answer is the model's, and the last lens too`, () => {
    const { model, example, walk } = walked(one);
    const { n } = model.spec;
    const { shape, data } = model.predict({
      tokens: [...example.tokens, ...Array(n - example.tokens.length).fill(0)],
      lengths: [example.tokens.length],
      ...(example.source && { source: example.source }),
    });
    const answer = walk.tensor(model.spec.readout === "pointer" ? "probabilities" : "logits");
    const columns = shape[2] ?? 0;
    for (const [i, c] of indices(answer.shape)) {
      const own = answer.data[i * (answer.shape[1] ?? 0) + c];
      assert.ok(Object.is(data[i * columns + c], own), `[${i}, ${c}]`);
    }
    if (walk.lens.length > 0) assert.deepEqual(walk.lens.at(-1), answer);
    assert.equal(walk.lens.length, model.spec.readout === "pointer" ? 0 : model.spec.layers.length);
    walk.free();
    model.free();
  });
}

test("one number leads back to the embeddings of tokens, without one that cannot be asked", () => {
  const { model, walk } = walked(cases.find((/** @type {any} */ { case: name }) => name === "GPT-2"));
  const seen = new Set();
  /** @type {[string, number[]][]} */
  const open = [["probabilities", [2, 3]]];
  while (open.length > 0) {
    const [name, index] = /** @type {[string, number[]]} */ (open.pop());
    const key = `${name} ${index}`;
    if (seen.has(key)) continue;
    seen.add(key);
    for (const { stage, index: at } of walk.explain(name, index).terms) {
      const isTensor = /^layers\.|embedd|norm|logits|readout|^positions/.test(stage);
      assert.ok(isTensor || ["scale", "1-p"].includes(stage), `${name} reads ${stage}`);
      if (isTensor) open.push([stage, at]);
    }
  }
  for (const reached of [
    "token_embedding",
    "layers.0.mlp_activated",
    "layers.0.weights",
    "layers.2.Wq",
    "final_norm_bias",
  ]) {
    assert.ok(
      [...seen].some((key) => key.startsWith(`${reached} `)),
      `${reached} is reached`,
    );
  }
  walk.free();
  model.free();
});

test("an earlier layer's lens is what the readout makes of its stream", () => {
  const { model, walk } = walked(cases.find((/** @type {any} */ { case: name }) => name === "two layers, sgd"));
  const stream = walk.tensor("layers.1.X");
  const [weight, bias] = [walk.tensor("readout_weight"), walk.tensor("readout_bias")];
  const classes = bias.data.length;
  const d_model = model.spec.d_model;
  walk.lens[0]?.data.forEach((logit, at) => {
    const [i, c] = [Math.floor(at / classes), at % classes];
    let wanted = bias.data[c] ?? NaN;
    for (let m = 0; m < d_model; m++)
      wanted += (stream.data[i * d_model + m] ?? NaN) * (weight.data[m * classes + c] ?? NaN);
    assert.ok(Math.abs(logit - wanted) < 1e-6, `[${i}, ${c}]: ${logit}, wanted ${wanted}`);
  });
  walk.free();
  model.free();
});

for (const one of cases) {
  const { spec } = one;
  const isSum =
    spec.readout !== "pointer" &&
    spec.layers.every((/** @type {any} */ { residual, norm_place }) => residual !== "none" && norm_place !== "post");
  test(`${one.case}: ${isSum ? "a logit is the sum of what all parts have written" : "the stream is no sum"}`, () => {
    const { model, walk } = walked(one);
    if (!isSum) {
      assert.throws(() => walk.contributions(0, 0), { name: "AttentionError", field: /readout|residual|norm_place/ });
    } else {
      const raw = walk.tensor(spec.logits_softcap ? "raw_logits" : "logits");
      for (const [i, c] of indices(raw.shape)) {
        const parts = walk.contributions(i, c);
        const sum = parts.reduce((total, { logit }) => total + logit, 0);
        const size = parts.reduce((total, { logit }) => total + Math.abs(logit), 0);
        const logit = raw.data[i * (raw.shape[1] ?? 0) + c] ?? NaN;
        assert.ok(Math.abs(sum - logit) <= 1e-5 * (1 + size), `[${i}, ${c}]: ${sum}, the logit is ${logit}`);
        const written = parts.filter(({ name }) => name.startsWith("layers."));
        assert.equal(
          written.length,
          spec.layers.reduce((/** @type {number} */ n, /** @type {any} */ { mlp }) => n + (mlp ? 2 : 1), 0),
        );
      }
    }
    walk.free();
    model.free();
  });
}

test("wrong names and indices are named; memory is given back", () => {
  const used = engine.memoryUsed;
  const { model, walk } = walked(cases[0]);
  assert.throws(() => walk.tensor("logit"), { name: "AttentionError", field: "name" });
  assert.throws(() => walk.tensor("layers.7.Q"), { name: "AttentionError", field: "name" });
  assert.throws(() => walk.explain("logits", [0]), { name: "AttentionError", field: "index" });
  assert.throws(() => model.walk({ tokens: [] }), { name: "AttentionError", field: "tokens.length" });
  walk.free();
  model.free();
  assert.equal(engine.memoryUsed, used);
});
