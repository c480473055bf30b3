/** Models: gradients against differences, traces, errors that name the field, memory, and runs that diverge. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { loadCore } from "../../../web/engine/engine.js";
import { AttentionError, createEngine } from "../../../web/engine/index.js";
import { Model } from "../../../web/engine/model/model.js";
import { wasmBytes } from "../../../web/engine/wasm/node.js";

const engine = await createEngine({ build: "simd128" });

/** @typedef {import("../../../web/engine/index.js").ModelSpec} ModelSpec */
/** @type {ModelSpec} */
const reverse = { vocabulary: 10, n: 8, d_model: 16, position: "learned", layers: [{}] };
/** @type {ModelSpec} Everything at once. */
const crowded = {
  vocabulary: 7,
  n: 6,
  d_model: 8,
  position: "sinusoidal",
  classes: 5,
  source: { vocabulary: 4, n: 5 },
  layers: [
    { heads: 2, kv_heads: 1, softcap: 5, window: 2, bias: true, position: { kind: "shaw", clip: 2 } },
    { keys: "source", heads: 2, softmax_sink: true, position: { kind: "t5", buckets: 4, max_distance: 8 } },
  ],
};

/** @param {ModelSpec} spec @param {number} size @param {number} seed */
function draw({ vocabulary, n, classes = vocabulary, source, readout }, size, seed = 5) {
  const random = engine.torchRandom(seed);
  return {
    tokens: random.randint(0, vocabulary, size * n),
    targets: random.randint(0, readout === "pointer" ? 2 : classes, size * n),
    ...(source && { source: random.randint(0, source.vocabulary, size * source.n) }),
  };
}

/** Sequences and their mirror images. @param {number} size @param {number} seed */
function mirrored(size, seed) {
  const { tokens } = draw(reverse, size, seed);
  return { tokens, targets: tokens.map((_, at) => tokens[at - (at % 8) + 7 - (at % 8)] ?? 0) };
}

/** @param {() => unknown} run @param {string} field @param {RegExp} message */
function refused(run, field, message) {
  assert.throws(run, (error) => {
    assert.ok(error instanceof AttentionError, String(error));
    assert.equal(error.field, field);
    assert.match(error.message, message);
    return true;
  });
}

for (const spec of [
  crowded,
  /** @type {ModelSpec} */ ({ ...reverse, position: "rope", layers: [{ mask_mode: "after_softmax", causal: true }] }),
  /** @type {ModelSpec} */ ({ ...reverse, readout: "pointer", layers: [{ keys: "embeddings" }, { heads: 4 }] }),
]) {
  test(`gradients are the slopes of the loss: ${JSON.stringify(spec.layers)}`, () => {
    const model = engine.model(spec, { seed: 3 });
    /*
     * Larger weights than the initial ones: otherwise some gradients drown in the rounding of the loss. Not so large that
     * the probability of a key becomes 0.
     */
    const size = spec.readout === "pointer" ? 0.5 : 1;
    const start = Object.fromEntries(
      Object.entries(model.weights()).map(([name, { shape, data }], at) => [
        name,
        {
          shape,
          data: engine
            .torchRandom(at)
            .randn(data.length)
            .map((x) => x * size),
        },
      ]),
    );
    model.load(start);
    const batch = draw(spec, 2);
    const loss = (/** @type {string} */ name, /** @type {number} */ at, /** @type {number} */ change) => {
      const { shape, data: old } = start[name] ?? assert.fail(name);
      const data = old.map((value, index) => (index === at ? value + change : value));
      model.load({ ...start, [name]: { shape, data } });
      return model.evaluate(batch).loss;
    };
    const gradients = model.gradients(batch);
    assert.deepEqual(Object.keys(gradients), Object.keys(start));
    for (const [name, { data }] of Object.entries(gradients)) {
      for (const at of [0, data.length >> 1, data.length - 1]) {
        const step = 2 ** -8;
        const slope = (loss(name, at, step) - loss(name, at, -step)) / (2 * step);
        assert.ok(Math.abs(slope - (data[at] ?? NaN)) < 2e-3, `${name}[${at}]: gradient ${data[at]}, slope ${slope}`);
      }
    }
    model.free();
  });
}

test("reverse is learned in 75 steps", () => {
  const model = engine.model(reverse, { seed: 1 });
  for (let step = 0; step < 75; step++) model.step(mirrored(32, 100 + step));
  assert.ok(model.evaluate(mirrored(256, 9)).accuracy > 0.99);
  assert.equal(model.steps, 75);
  model.free();
});

test("a trace holds the numbers of the prediction", () => {
  for (const spec of [crowded, reverse]) {
    const model = engine.model(spec, { seed: 2 });
    const { tokens, source } = draw(spec, 1);
    const given = { tokens: [...tokens].slice(0, 4), ...(source && { source: [...source].slice(0, 3) }) };
    const padded = Int32Array.from({ length: spec.n }, (_, at) => tokens[at] ?? 0);
    const predicted = model.predict({ tokens: padded, lengths: [4], ...(source && { source, source_lengths: [3] }) });
    const last = spec.layers.length - 1;
    const run = model.trace(given, last);
    const { readout_weight: w, readout_bias: b } = model.weights();
    const [x, output] = [run.tensor("X"), run.tensor("output")];
    const [, n, classes] = predicted.shape;
    assert.deepEqual(predicted.shape, [1, spec.n, spec.classes ?? spec.vocabulary]);
    for (let at = 0; at < 4 * Number(classes); at++) {
      const [i, c] = [Math.floor(at / Number(classes)), at % Number(classes)];
      let sum = b?.data[c] ?? NaN;
      for (let m = 0; m < spec.d_model; m++) {
        const h = (x.data[i * spec.d_model + m] ?? NaN) + (output.data[i * spec.d_model + m] ?? NaN);
        sum += h * (w?.data[m * Number(classes) + c] ?? NaN);
      }
      assert.ok(Math.abs(sum - (predicted.data[at] ?? NaN)) < 1e-5, `logit ${i}, ${c}`);
    }
    assert.ok(predicted.data.subarray(4 * Number(classes)).every((logit) => logit === 0) && n === spec.n);
    if (spec === crowded) assert.deepEqual(run.shape("C"), [3, 8]);
    assert.ok(run.explain("output", [0, 0]));
    run.free();
    model.free();
  }
});

for (const spec of [
  /** @type {ModelSpec} */ ({
    ...reverse,
    layers: [{ bias: true }, { heads: 4, kv_heads: 2, causal: true, bias: true }],
  }),
  /** @type {ModelSpec} */ ({ ...crowded, layers: [crowded.layers[0], { keys: "source", heads: 2 }] }),
  /** @type {ModelSpec} */ ({ ...reverse, position: "alibi", layers: [{ heads: 2, d_k: 3 }, { softcap: 3 }] }),
  /** @type {ModelSpec} */ ({
    ...reverse,
    readout: "pointer",
    layers: [{ keys: "embeddings" }, { heads: 2, window: 3 }],
  }),
]) {
  test(`the examples of a batch have the bits that each has alone: ${JSON.stringify(spec.layers)}`, () => {
    const { n, source } = spec;
    const size = 8;
    const model = engine.model(spec, { seed: 6 });
    const { tokens, targets, source: sources } = draw(spec, size);
    const lengths = Array.from({ length: size }, (_, b) => (b === 3 ? n - 1 : n));
    /* Two targets each: the gradient of a batch's loss is then exactly an eighth of the sum over its examples. */
    targets.forEach((_, at) => at % n > 1 && (targets[at] = -1));
    const alone = Array.from({ length: size }, (_, b) => ({
      tokens: tokens.slice(b * n, (b + 1) * n),
      targets: targets.slice(b * n, (b + 1) * n),
      lengths: [lengths[b] ?? n],
      ...(source && { source: sources?.slice(b * source.n, (b + 1) * source.n) }),
    }));
    const batch = { tokens, targets, lengths, ...(source && { source: sources }) };
    const numbers = (/** @type {import("../../../web/engine/model/batch.js").Batch} */ given) => [
      ...model.predict(given).data,
    ];
    assert.deepEqual(numbers(batch), alone.flatMap(numbers));
    const gradients = alone.map((example) => model.gradients(example));
    for (const [name, { data }] of Object.entries(model.gradients(batch))) {
      if (/token|source|rel/.test(name)) continue; // tokens and distances that occur twice are added one by one
      const sum = new Float32Array(data.length);
      for (const example of gradients)
        sum.forEach((value, at) => (sum[at] = value + (example[name]?.data[at] ?? NaN) / size));
      assert.deepEqual(data, sum, name);
    }
    model.free();
  });
}

test("what follows a sequence's end has no effect", () => {
  const spec = /** @type {ModelSpec} */ ({ ...reverse, layers: [{ heads: 2 }, { causal: true, keys: "embeddings" }] });
  const results = [0, 9].map((filler) => {
    const model = engine.model(spec, { seed: 4 });
    const batch = { ...mirrored(4, 1), lengths: [8, 3, 1, 5] };
    for (let at = 8 + 3; at < 16; at++) batch.tokens[at] = batch.targets[at] = filler;
    const { loss } = model.step(batch);
    const weights = model.weights();
    model.free();
    return { loss, weights };
  });
  assert.deepEqual(results[0], results[1]);
});

test("dropout changes training alone, and repeats with the seed", () => {
  const spec = /** @type {ModelSpec} */ ({ ...reverse, layers: [{ dropout: 0.5 }] });
  const losses = [1, 1, 2].map((seed) => {
    const model = engine.model(spec, { seed });
    model.load(engine.model(reverse, { seed: 1 }).weights());
    const batch = mirrored(8, 1);
    const [before, again] = [model.evaluate(batch).loss, model.evaluate(batch).loss];
    assert.equal(before, again);
    return [before, model.step(batch).loss];
  });
  assert.deepEqual(losses[0], losses[1]);
  assert.equal(losses[0]?.[0], losses[2]?.[0]);
  assert.notEqual(losses[0]?.[1], losses[2]?.[1]);
  assert.notEqual(losses[0]?.[1], losses[0]?.[0]);
});

test("weights come out and go in again; the same weights give the same bits", () => {
  const [one, two] = [engine.model(crowded, { seed: 1 }), engine.model(crowded, { seed: 2 })];
  assert.notDeepEqual(one.weights(), two.weights());
  two.load(one.weights());
  assert.deepEqual(two.weights(), one.weights());
  assert.deepEqual(two.predict(draw(crowded, 3)), one.predict(draw(crowded, 3)));
  const names = Object.keys(one.weights());
  assert.ok(["token_embedding", "source_embedding", "layers.0.relK", "layers.1.sink"].every((n) => names.includes(n)));
  assert.equal(
    one.parameters,
    Object.values(one.weights()).reduce((sum, { data }) => sum + data.length, 0),
  );
});

test("a part of the model that stays has the same initial weights, whatever else changes", () => {
  const [one, two] = [reverse, { ...reverse, layers: [{ heads: 4, d_k: 2 }, {}] }].map((spec) => {
    const model = engine.model(spec, { seed: 7 });
    const weights = model.weights();
    model.free();
    return weights;
  });
  for (const name of ["token_embedding", "position_embedding", "readout_weight"]) {
    assert.deepEqual(one?.[name], two?.[name]);
  }
});

test("the learning rate can change between steps: with 0 nothing moves", () => {
  const model = engine.model({ ...reverse, optimizer: { name: "sgd", lr: 0.1 } }, { seed: 1 });
  model.step(mirrored(4, 1));
  const before = model.weights();
  model.optimizer = { name: "sgd", lr: 0 };
  model.step(mirrored(4, 2));
  assert.deepEqual(model.weights(), before);
  model.optimizer = { name: "adam" };
  assert.equal(model.optimizer.lr, 0.01);
  model.step(mirrored(4, 2));
  assert.notDeepEqual(model.weights(), before);
  model.free();
});

test("a run that diverges says so in its result, and loaded weights bring it back", () => {
  const model = engine.model({ ...reverse, optimizer: { name: "sgd", lr: 1e30 } }, { seed: 1 });
  const start = model.weights();
  for (let step = 0; step < 5; step++) model.step(mirrored(4, step));
  assert.ok(!Number.isFinite(model.step(mirrored(4, 9)).loss));
  model.load(start);
  assert.ok(Number.isFinite(model.evaluate(mirrored(4, 9)).loss));
  model.free();
});

test("a batch without targets has loss 0, and its step changes nothing", () => {
  const model = engine.model(reverse, { seed: 1 });
  const before = model.weights();
  const result = model.step({ tokens: new Int32Array(8), targets: new Int32Array(8).fill(-1) });
  assert.deepEqual(result, { loss: 0, accuracy: 0, correct: 0, count: 0, gradient_norm: 0 });
  assert.deepEqual(model.weights(), before);
  model.free();
});

test("memory: the same for every step, said in bytes, and given back", () => {
  const used = engine.memoryUsed;
  const model = engine.model(reverse, { seed: 1 });
  model.step(mirrored(64, 1));
  const { bytes } = model;
  assert.equal(engine.memoryUsed - used, bytes);
  for (let step = 0; step < 20; step++) {
    model.step(mirrored(1 + step, step));
    model.predict(mirrored(3, step));
    model.trace({ tokens: [1, 2] }, 0).free();
  }
  assert.equal(model.bytes, bytes);
  assert.equal(engine.memoryUsed - used, bytes);
  model.free();
  model.free();
  assert.equal(engine.memoryUsed, used);
  assert.deepEqual([model.isFree, model.bytes], [true, 0]);
  refused(() => model.step(mirrored(1, 1)), "model", /must not be used after free\(\)/);
  refused(() => model.weights(), "model", /after free/);
});

test("every wrong field of a spec is named", () => {
  const ofSource = { layers: [{ keys: "source" }] };
  /** @type {[any, string, RegExp][]} */
  const wrong = [
    [{ vocabulary: 0 }, "vocabulary", /whole number from 1/],
    [{ n: 2.5 }, "n", /got 2.5/],
    [{ d_model: "16" }, "d_model", /got "16"/],
    [{ position: "rotary" }, "position", /none, learned, sinusoidal, rope, alibi/],
    [{ layers: [] }, "layers", /array of 1 to 1024 layers/],
    [{ layers: Array(1025).fill({}) }, "layers", /array of 1 to 1024 layers/],
    [{ n: 1500, layers: Array(8).fill({}) }, "layers", /the walks of all layers together must have at most 33554432/],
    [{ layers: [{ head: 2 }] }, "layers[0].head", /did you mean heads/],
    [{ layers: [{ norm: "batchnorm" }] }, "layers[0].norm", /none, layernorm, rmsnorm/],
    [{ layers: [{ norm_weight: 1 }] }, "layers[0].norm_weight", /true or false/],
    [{ layers: [{ activation: "relu" }] }, "layers[0].activation", /needs mlp/],
    [{ layers: [{ mlp: "plain", d_ff: 0 }] }, "layers[0].d_ff", /whole number from 1/],
    [{ readout: "pointer", layers: [{ mlp: "plain" }] }, "layers[0].residual", /last layer before a pointer/],
    [{ readout: "pointer", layers: [{ residual: "sequential" }] }, "layers[0].residual", /last layer before a pointer/],
    [{ final_norm: "norm" }, "final_norm", /none, layernorm, rmsnorm/],
    [{ final_norm: "rmsnorm", readout: "pointer" }, "final_norm", /must be none with a pointer/],
    [{ final_norm: "rmsnorm", norm_bias: true }, "norm_bias", /needs a layernorm/],
    [{ final_norm: "rmsnorm", norm_epsilon: -1 }, "final_norm", /epsilon at least 0/],
    [{ norm_epsilon: 1 }, "norm_epsilon", /needs embedding_norm or final_norm/],
    [{ ...ofSource, source: { vocabulary: 3, n: 4 }, embedding_norm: "rmsnorm" }, "embedding_norm", /with a source/],
    [{ readout: "tied", classes: 3 }, "classes", /must be vocabulary with a tied readout/],
    [{ readout: "pointer", readout_bias: true }, "readout_bias", /0 with a pointer/],
    [{ logits_softcap: 0 }, "logits_softcap", /above 0/],
    [{ layers: [{}, { heads: 3 }] }, "layers[1].d_k", /heads does not divide d_model/],
    [{ layers: [{ heads: 4, kv_heads: 3 }] }, "layers[0].heads", /kv_heads/],
    [{ layers: [{ dropout: 1 }] }, "layers[0].dropout", /from 0 to below 1/],
    [{ layers: [{ position: { kind: "learned" } }] }, "layers[0].position", /the model's position/],
    [{ layers: [{ position: { kind: "distance", form: "matrix" } }] }, "layers[0].position.form", /must not be matrix/],
    [{ layers: [{ keys: "sources" }] }, "layers[0].keys", /self, embeddings, source/],
    [{ layers: [{ keys: "source" }] }, "source", /must be given/],
    [{ source: { vocabulary: 3, n: 4 } }, "source", /needs a layer/],
    [{ readout: "softmax" }, "readout", /linear, pointer, tied/],
    [{ readout: "pointer", classes: 3 }, "classes", /must not be given/],
    [{ optimizer: { name: "adamax" } }, "optimizer.name", /adam, adamw, sgd/],
    [{ optimizer: { name: "sgd", betas: [0, 0] } }, "betas", /unknown field of optimizer sgd/],
    [{ optimizer: { lr: -1 } }, "optimizer.lr", /at least 0, got -1/],
    [{ optimizer: { betas: [0.9, 1] } }, "optimizer.betas", /below 1/],
    [{ max_norm: 0 }, "max_norm", /above 0/],
    [
      { classes: 2 ** 20, d_model: 64 },
      "classes",
      /: d_model times classes must be at most 16777216, got 64 and 1048576$/,
    ],
    [{ classes: 64, n: 2 ** 19, d_model: 4 }, "classes", /: n times classes must be .*16777216, got 524288 and 64$/],
    [{ vocabulary: 2 ** 20, d_model: 64 }, "vocabulary", /: vocabulary times d_model must .*, got 1048576 and 64$/],
    [{ n: 2 ** 20, d_model: 32 }, "n", /: n times d_model must be at most 16777216, got 1048576 and 32$/],
    [
      { ...ofSource, source: { vocabulary: 2 ** 20, n: 3 }, d_model: 32 },
      "source.vocabulary",
      /: d_model times source.vocabulary must be at most 16777216, got 32 and 1048576$/,
    ],
    [
      { ...ofSource, source: { vocabulary: 3, n: 2 ** 20 }, d_model: 32 },
      "source.n",
      /: d_model times source.n must be at most 16777216, got 32 and 1048576$/,
    ],
    [{ n: 2 ** 12 }, "layers[0].memory", /: the walk of a layer must have at most 16777216 numbers, got 50856960$/],
    [
      { layers: [{}, { d_k: 2 ** 19 }] },
      "layers[1].memory",
      /: the walk of a layer must have at most 16777216 numbers, got \d{8}$/,
    ],
    [{ steps: 3 }, "steps", /unknown field of a model/],
  ];
  const used = engine.memoryUsed;
  for (const [fields, field, message] of wrong) refused(() => engine.model({ ...reverse, ...fields }), field, message);
  refused(() => engine.model(reverse, { seed: 1.5 }), "seed", /whole number/);
  refused(() => engine.model(reverse, /** @type {any} */ ({ seeds: 1 })), "seeds", /unknown option/);
  assert.equal(engine.memoryUsed, used);
});

test("every wrong field of a batch is named, and the model stays as it was", () => {
  const model = engine.model(reverse, { seed: 1 });
  const before = model.weights();
  const good = mirrored(2, 1);
  /** @type {[any, string, RegExp][]} */
  const wrong = [
    [{ tokens: undefined }, "tokens", /Int32Array/],
    [{ tokens: new Int32Array(7) }, "tokens", /multiple of n = 8 numbers, got 7/],
    [{ tokens: good.tokens.map((t, at) => (at === 9 ? 10 : t)) }, "tokens[9]", /from 0 to 9, got 10/],
    [{ targets: undefined }, "targets", /got undefined/],
    [{ targets: new Int32Array(15) }, "targets", /must hold 16 numbers, got 15/],
    [{ targets: good.targets.map(() => -2) }, "targets[0]", /from -1 to 9, got -2/],
    [{ lengths: [8] }, "lengths", /must hold 2 numbers/],
    [{ lengths: [8, 0] }, "lengths[1]", /from 1 to 8, got 0/],
    [{ source: [1] }, "source", /needs a model with a source/],
    [{ token: [1] }, "token", /did you mean tokens/],
  ];
  for (const [fields, field, message] of wrong) refused(() => model.step({ ...good, ...fields }), field, message);
  refused(() => model.trace({ tokens: [] }, 0), "tokens.length", /from 1 to 8/);
  refused(() => model.trace({ tokens: [1] }, 1), "layer", /from 0 to 0/);
  refused(() => model.load({ readout_bias: { shape: [3], data: [1, 2, 3] } }), "readout_bias", /\[10\]/);
  refused(() => model.load({ readout: { shape: [3], data: [1, 2, 3] } }), "readout", /unknown parameter/);
  assert.deepEqual(model.weights(), before);
  assert.equal(model.steps, 0);
  const cross = engine.model(crowded, { seed: 1 });
  refused(() => cross.evaluate({ tokens: draw(crowded, 1).tokens }), "source", /Int32Array/);
  refused(() => cross.evaluate({ ...draw(crowded, 1), source: [0, 0, 0, 0, 4] }), "source[4]", /from 0 to 3/);
});

test("what the engine itself refuses is an error that names the field, and changes nothing", async () => {
  const core = await loadCore(await wasmBytes("simd128"));
  /** @type {(batch: number, optimizer: number) => void} what a call finds in memory beside what it was given */
  let spoil = () => {};
  const exports = /** @type {Record<string, any>} */ (core.exports);
  const spoiling = (/** @type {string} */ name) => [
    name,
    (/** @type {number[]} */ ...args) => {
      spoil(args[2] ?? 0, args[3] ?? 0);
      return exports[name](...args);
    },
  ];
  const calls = ["step", "evaluate", "gradients"].map((name) => spoiling(`attention_model_${name}`));
  const model = new Model({ ...core, exports: { ...core.exports, ...Object.fromEntries(calls) } }, crowded, {});
  const before = model.weights();
  const batch = { ...draw(crowded, 2), lengths: [6, 3], source_lengths: [5, 2] };
  const ints = (/** @type {number} */ address) => core.memory.ints(address, 6);
  /** A member of the batch's struct. @param {number} at @param {number} value */
  const member = (at, value) => (/** @type {number} */ struct) => void (ints(struct)[at] = value);
  /** The first number of one of its arrays. @param {number} at @param {number} value */
  const first = (at, value) => (/** @type {number} */ struct) => void (ints(ints(struct)[at] ?? 0)[0] = value);
  /** @param {number} at @param {number} value */
  const setting = (at, value) => (/** @type {number} */ _, /** @type {number} */ optimizer) =>
    void (new Float64Array(core.memory.heap.buffer, optimizer, 8)[at] = value);
  /** @type {[typeof spoil, string, RegExp][]} */
  const ofBatches = [
    [member(0, 0), "batch", /: must be at least 1/],
    [member(1, 0), "tokens", /: must not be NULL$/],
    [first(1, 7), "tokens", /: must be from 0 to vocabulary - 1$/],
    [first(2, 7), "lengths", /: must be from 1 to n$/],
    [member(3, 0), "targets", /: must not be NULL$/],
    [first(3, 5), "targets", /: must be below classes/],
    [member(4, 0), "source", /: must be given to a model with a source/],
    [first(4, 4), "source", /: must be from 0 to source.vocabulary - 1$/],
    [first(5, 6), "source_lengths", /: must be from 1 to source.n/],
  ];
  /** @type {[typeof spoil, string, RegExp][]} */
  const ofSteps = [
    [
      (_, optimizer) => void (ints(optimizer + 64)[0] = 3),
      "optimizer.name",
      /: must be sgd \(0\), adam \(1\) or adamw \(2\)$/,
    ],
    [setting(0, -1), "optimizer.lr", /: must be a finite number, at least 0, got 0.01$/],
    [setting(1, NaN), "optimizer.weight_decay", /: must be a finite number/],
    [setting(3, 1), "optimizer.betas[0]", /: must be from 0 to below 1/],
    [setting(4, -1), "optimizer.betas[1]", /: must be from 0 to below 1/],
    [setting(5, Infinity), "optimizer.eps", /: must be a finite number/],
  ];
  for (const [change, field, message] of [...ofBatches, ...ofSteps]) {
    spoil = change;
    refused(() => model.step(batch), field, message);
  }
  for (const [change, field, message] of ofBatches) {
    spoil = change;
    refused(() => model.evaluate(batch), field, message);
    refused(() => model.predict(batch), field, message);
    refused(() => model.gradients(batch), field, message);
  }
  assert.deepEqual(model.weights(), before);
  assert.equal(model.steps, 0);
  spoil = () => {};
  assert.ok(model.step(batch).loss > 0);
  model.free();
});
