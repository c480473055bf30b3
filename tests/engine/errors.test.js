/** Wrong specs and inputs are refused by name and leave no memory allocated; the engine keeps working afterwards. */
import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { setImmediate } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { AttentionError, createEngine } from "../../web/engine/index.js";
import { generator, randomWalk } from "../support/walks.js";

const engine = await createEngine();

/** @param {...number} shape */
const tensor = (...shape) => ({ shape, data: new Array(shape.reduce((a, b) => a * b, 1)).fill(0.5) });
/** @param {...number} shape */
const ones = (...shape) => ({ ...tensor(...shape), data: tensor(...shape).data.map(() => 1) });

const X = tensor(3, 4);
const E = tensor(3, 4);
const weights = { Wq: tensor(4, 4), Wk: tensor(4, 4), Wv: tensor(4, 4) };
const given = { X, ...weights, Wo: tensor(4, 4) };
const spec = { heads: 2, causal: true };
const reference = outputOf(engine.trace(spec, given));

/** @param {import("../../web/engine/run.js").Run} run */
function outputOf(run) {
  const { data } = run.finish().tensor("output");
  run.free();
  return data;
}

/**
 * @param {() => unknown} act
 * @param {string} field
 * @param {string} message the text after the field name, up to its end or its first "..."
 */
function refuses(act, field, message) {
  const used = engine.memoryUsed;
  assert.throws(act, (error) => {
    assert.ok(error instanceof AttentionError && error instanceof Error, `${error}`);
    assert.equal(error.name, "AttentionError");
    const [start = "", end = ""] = `${field}: ${message}`.split("...");
    assert.ok(
      error.message.startsWith(start) && error.message.endsWith(end),
      `${error.message}\nwanted ${field}: ${message}`,
    );
    assert.equal(error.field, field);
    return true;
  });
  assert.equal(engine.memoryUsed, used, "nothing is left behind");
  assert.deepEqual(outputOf(engine.trace(spec, given)), reference, "the engine works as before");
}

/**
 * @param {string} name
 * @param {[unknown, unknown, string, string][]} wrong spec, inputs, field, message
 */
function refused(name, wrong) {
  test(name, () => {
    for (const [badSpec, badInputs, field, message] of wrong) {
      refuses(() => engine.trace(/** @type {any} */ (badSpec), /** @type {any} */ (badInputs)), field, message);
    }
  });
}

const size = "must be a whole number from 1 to 1048576, got";

refused("trace() refuses a spec or inputs that are not objects", [
  [undefined, given, "spec", "must be an object, got undefined"],
  [null, given, "spec", "must be an object, got null"],
  [[], given, "spec", "must be an object, got []"],
  ["causal", given, "spec", 'must be an object, got "causal"'],
  [7, given, "spec", "must be an object, got 7"],
  [() => 0, given, "spec", "must be an object, got a function"],
  [new Float32Array(2), given, "spec", "must be an object, got a Float32Array"],
  [new Map([["causal", true]]), given, "spec", "must be an object, got a Map"],
  [Promise.resolve({}), given, "spec", "must be an object, got a Promise"],
  [{}, undefined, "inputs", "must be an object, got undefined"],
  [{}, null, "inputs", "must be an object, got null"],
  [{}, [X], "inputs", "must be an object, got [an object]"],
  [{}, "X", "inputs", 'must be an object, got "X"'],
]);

refused("trace() refuses unknown fields and inputs and suggests the nearest name", [
  [{ haeds: 2 }, given, "haeds", "unknown field of a spec; did you mean heads? ..."],
  [{ kvHeads: 2 }, given, "kvHeads", "unknown field of a spec; did you mean kv_heads? ..."],
  [{ completely_other: 2 }, given, "completely_other", "unknown field of a spec (known: heads, ..."],
  [{}, { ...given, wq: X }, "wq", "unknown input; did you mean Wq? ..."],
  [{}, { ...given, keyvalid: X }, "keyvalid", "unknown input; did you mean key_valid? ..."],
  [JSON.parse('{"__proto__": {"heads": 2}}'), given, "__proto__", "unknown field of a spec ..."],
  [{ constructor: 1 }, given, "constructor", "unknown field of a spec ..."],
  [{ toString: 1 }, given, "toString", "unknown field of a spec ..."],
  [{}, { ...given, ...JSON.parse('{"hasOwnProperty": 1}') }, "hasOwnProperty", "unknown input ..."],
  [{}, JSON.parse('{"__proto__": {"shape": [1], "data": [1]}}'), "__proto__", "unknown input ..."],
  [{ position: { kind: "sinusoidal", base: 3 } }, { E }, "position.base", 'unknown field of position "sinusoidal"'],
]);

refused("trace() knows what PyTorch and Hugging Face call its fields and inputs", [
  ...Object.entries({
    heads: ["num_heads", "n_head", "nhead", "num_attention_heads", "numHeads", "num-heads", "NUM_HEADS"],
    kv_heads: ["num_key_value_heads", "num_kv_heads", "n_kv_heads", "kvHeads"],
    d_model: ["embed_dim", "hidden_size", "n_embd"],
    d_context: ["kdim"],
    d_k: ["head_dim", "headDim"],
    causal: ["is_causal", "isCausal"],
    window: ["sliding_window"],
    softcap: ["attn_logit_softcapping"],
    dropout: ["dropout_p", "attention_dropout"],
    position: ["rope_theta"],
    scale: ["softmax_scale"],
  }).flatMap(([field, names]) =>
    names.map(
      (name) =>
        /** @type {[unknown, unknown, string, string]} */ ([
          { [name]: 2 },
          given,
          name,
          `unknown field of a spec; did you mean ${field}? ...`,
        ]),
    ),
  ),
  ...Object.entries({ allow: "attn_mask", key_valid: "key_padding_mask", Wq: "q_proj", Wo: "out_proj" }).map(
    ([input, name]) =>
      /** @type {[unknown, unknown, string, string]} */ ([
        {},
        { ...given, [name]: X },
        name,
        `unknown input; did you mean ${input}? ...`,
      ]),
  ),
]);

refused("trace() refuses invalid sizes and numbers in a spec", [
  [{ heads: 0 }, given, "heads", `${size} 0`],
  [{ heads: -1 }, given, "heads", `${size} -1`],
  [{ heads: NaN }, given, "heads", `${size} NaN`],
  [{ heads: Infinity }, given, "heads", `${size} Infinity`],
  [{ heads: 1.5 }, given, "heads", `${size} 1.5`],
  [{ heads: "2" }, given, "heads", `${size} "2"`],
  [{ heads: true }, given, "heads", `${size} true`],
  [{ heads: [2] }, given, "heads", `${size} [2]`],
  [{ heads: {} }, given, "heads", `${size} an object`],
  [{ heads: 2 ** 20 + 1 }, given, "heads", `${size} 1048577`],
  [{ heads: 2 ** 32 + 1 }, given, "heads", `${size} 4294967297`],
  [{ heads: 3 }, given, "d_k", "must be given where heads does not divide d_model, got heads 3 and d_model 4"],
  [{ heads: 6, kv_heads: 4, d_k: 1 }, given, "heads", "must divide by kv_heads, got 6 and 4"],
  [{ heads: 2, kv_heads: 4 }, given, "heads", "must divide by kv_heads, got 2 and 4"],
  [{ kv_heads: 0 }, given, "kv_heads", `${size} 0`],
  [{ d_k: 0 }, given, "d_k", `${size} 0`],
  [{ d_v: -3 }, given, "d_v", `${size} -3`],
  [{ d_model: NaN }, given, "d_model", `${size} NaN`],
  [{ d_context: 0.5 }, given, "d_context", `${size} 0.5`],
  [{ scale: NaN }, given, "scale", "must be a finite number, got NaN"],
  [{ scale: Infinity }, given, "scale", "must be a finite number, got Infinity"],
  [{ scale: 1e39 }, given, "scale", "must be a finite number, got 1e+39"],
  [{ scale: "1" }, given, "scale", 'must be a finite number, got "1"'],
  [{ causal: 1 }, given, "causal", "must be true or false, got 1"],
  [{ causal: "false" }, given, "causal", 'must be true or false, got "false"'],
  [{ align: "left" }, given, "align", 'must be one of bottom_right, top_left, got "left"'],
  [{ align: 0 }, given, "align", "must be one of bottom_right, top_left, got 0"],
  [{ position: "sinusoidal" }, { E }, "position", 'must be an object such as {"kind": "rope"}, got "sinusoidal"'],
  [{ position: [] }, { E }, "position", 'must be an object such as {"kind": "rope"}, got []'],
  [
    { position: {} },
    given,
    "position.kind",
    "must be one of sinusoidal, learned, rope, alibi, shaw, t5, distance, got undefined",
  ],
  [{ position: { kind: "ropes" } }, given, "position.kind", 'must be one of ..., got "ropes"'],
]);

const X_data = "must be a Float32Array or an array of numbers, got";
const X_shape = "must be an array of 2 sizes, got";

refused("trace() refuses malformed tensors", [
  [{}, { X: 5 }, "X", 'must be an object such as {"shape": [2, 2], "data": [1, 0, 0, 1]}, got 5'],
  [{}, { X: [1, 2] }, "X", 'must be an object such as {"shape": [2, 2], "data": [1, 0, 0, 1]}, got [1, 2]'],
  [
    {},
    { X: new Float32Array(4) },
    "X",
    'must be an object such as {"shape": [2, 2], "data": [1, 0, 0, 1]}, got a Float32Array',
  ],
  [{}, { X: { data: [1] } }, "X.shape", `${X_shape} undefined`],
  [{}, { X: { shape: "3,4", data: X.data } }, "X.shape", `${X_shape} "3,4"`],
  [{}, { X: { shape: [12], data: X.data } }, "X.shape", `${X_shape} [12]`],
  [{}, { X: { shape: [1, 3, 4], data: X.data } }, "X.shape", `${X_shape} [1, 3, 4]`],
  [{}, { X: { shape: [3.5, 4], data: X.data } }, "X.shape", `${size} 3.5`],
  [{}, { X: { shape: ["3", 4], data: X.data } }, "X.shape", `${size} "3"`],
  [{}, { X: { shape: [-3, -4], data: X.data } }, "X.shape", `${size} -3`],
  [{}, { X: { shape: [0, 4], data: [] } }, "X.shape", `${size} 0`],
  // eslint-disable-next-line no-sparse-arrays
  [{}, { X: { shape: [, 4], data: [] } }, "X.shape", `${size} undefined`],
  [{}, { X: { shape: [2 ** 31, 2 ** 31], data: [] } }, "X.shape", `${size} 2147483648`],
  [{}, { X: { shape: [3, 4] } }, "X.data", `${X_data} undefined`],
  [{}, { X: { shape: [3, 4], data: "abc" } }, "X.data", `${X_data} "abc"`],
  [{}, { X: { shape: [3, 4], data: new Float64Array(12) } }, "X.data", `${X_data} a Float64Array`],
  [{}, { X: { shape: [3, 4], data: X.data.slice(1) } }, "X.data", "must hold 12 numbers for shape [3, 4], got 11"],
  [{}, { X: { shape: [3, 4], data: new Float32Array(13) } }, "X.data", "must hold 12 numbers for shape [3, 4], got 13"],
  [{}, { X: { shape: [1, 2], data: [1, 1e39] } }, "X.data[1]", "must be within float32, got 1e+39"],
  [{}, { X: { shape: [1, 2], data: [1, "2"] } }, "X.data[1]", 'must be a number, got "2"'],
  [{}, { X: { shape: [1, 2], data: [1, null] } }, "X.data[1]", "must be a number, got null"],
  [{}, { X: { shape: [1, 2], data: new Array(2) } }, "X.data[0]", "must be a number, got undefined"],
  [{}, { ...given, bo: tensor(4, 1) }, "bo.shape", "must be an array of 1 sizes, got [4, 1]"],
  [{}, { ...given, allow: ones(9) }, "allow.shape", "must be an array of 2 or 3 sizes, got [9]"],
]);

refused("trace() refuses masks that hold anything but 0 and 1", [
  [{}, { ...given, key_valid: tensor(3) }, "key_valid.data[0]", "must be 0 (hidden) or 1 (allowed), got 0.5"],
  [{}, { ...given, key_valid: { shape: [3], data: [1, 0, NaN] } }, "key_valid.data[2]", "must be 0 ..., got NaN"],
  [{}, { ...given, key_valid: { shape: [3], data: [null, 1, 1] } }, "key_valid.data[0]", "must be a number, got null"],
  [
    {},
    { ...given, allow: { shape: [3, 3], data: [1, 1, 1, 1, -Infinity, 1, 1, 1, 1] } },
    "allow.data[4]",
    "must be ...",
  ],
]);

refused("trace() refuses shapes that do not match each other", [
  [{ d_model: 5 }, { X }, "X", "must have shape [3, 5], got [3, 4]"],
  [{ d_k: 5 }, given, "Wq", "must have shape [4, 5], got [4, 4]"],
  [{ d_v: 5 }, given, "Wv", "must have shape [4, 5], got [4, 4]"],
  [{}, { ...given, Wk: tensor(5, 4) }, "Wk", "must have shape [4, 4], got [5, 4]"],
  [{ heads: 2, kv_heads: 1 }, given, "Wk", "must have shape [4, 2], got [4, 4]"],
  [{}, { ...given, C: tensor(2, 5) }, "Wk", "must have shape [5, 4], got [4, 4]"],
  [{}, { ...given, Wo: tensor(5, 4) }, "Wo", "must have shape [4, 4], got [5, 4]"],
  [{}, { ...given, bq: tensor(3) }, "bq", "must have shape [4], got [3]"],
  [{}, { ...given, bo: tensor(5) }, "bo", "must have shape [4], got [5]"],
  [{}, { ...given, key_valid: ones(4) }, "key_valid", "must have shape [3], got [4]"],
  [{}, { ...given, allow: ones(4, 3) }, "allow", "must have shape [3, 3], got [4, 3]"],
  [{ heads: 2 }, { ...given, allow: ones(3, 3, 3) }, "allow", "must have shape [2, 3, 3], got [3, 3, 3]"],
  [{ position: { kind: "learned" } }, { E, P: tensor(2, 4) }, "P", "must have shape [3, 4], got [2, 4]"],
  [{}, { X, C: tensor(2, 5) }, "d_k", "must be d_model and d_context without Wq, Wk, Wv, got 4 and 5 and 4"],
]);

refused("trace() refuses missing and superfluous inputs", [
  [{}, {}, "X", "must be given with position none, got none"],
  [{}, { X: null }, "X", "must be given with position none, got none"],
  [{}, { E }, "X", "must be given with position none, got none"],
  [{}, { X, P: E }, "P", "must not be given with position none (give X)"],
  [{ position: { kind: "sinusoidal" } }, { X }, "X", "must not be given with position sinusoidal (give E)"],
  [{ position: { kind: "sinusoidal" } }, { X, E }, "X", "must not be given with position sinusoidal (give E)"],
  [{ position: { kind: "sinusoidal" } }, { E, P: E }, "P", "must not be given with position sinusoidal (give E)"],
  [{ position: { kind: "learned" } }, { E }, "P", "must be given with position learned, got none"],
  [{ position: { kind: "learned" } }, { P: E }, "E", "must be given with position learned, got none"],
  [{}, { X, Wq: X }, "Wq", "Wq, Wk and Wv must be given together"],
  [{}, { X, Wk: X, Wv: X }, "Wq", "Wq, Wk and Wv must be given together"],
  [{}, { X, bk: tensor(4) }, "bq", "bq, bk, bv need Wq, Wk, Wv"],
  [{}, { X, bo: tensor(4) }, "bo", "needs Wo"],
  [{ heads: 2 }, { X }, "heads", "must be 1 without Wq, Wk, Wv, got 2"],
  [{ d_k: 3 }, { X }, "d_k", "must be d_model and d_context without Wq, Wk, Wv, got 4 and 4 and 3"],
  [{ d_v: 3 }, { X }, "d_v", "must be d_context without Wq, Wk, Wv, got 4 and 3"],
]);

refused("trace() refuses walks too large for any memory, and heads too wide for any matrix", [
  [{}, { X: { shape: [60_000, 1], data: new Float32Array(60_000) } }, "memory", "... bytes, got 43201680000"],
  [{ heads: 2 ** 20, d_k: 2 ** 20 }, given, "d_k", "... heads times d_k, got 1048576 and 1048576"],
]);

test("masks may hold booleans, shapes and numbers may be frozen; the numbers are those of 0 and 1", () => {
  /** @param {boolean} bit */
  const number = (bit) => Number(bit);
  const bits = {
    key_valid: { shape: [3], data: [true, true, false] },
    allow: { shape: [3, 3], data: [true, false, true, true, true, true, false, true, true] },
    keep: { shape: [2, 3, 3], data: Array.from({ length: 18 }, (_, at) => at % 4 !== 0) },
  };
  const numbers = Object.fromEntries(
    Object.entries(bits).map(([name, { shape, data }]) => [name, { shape, data: data.map(number) }]),
  );
  const frozen = Object.freeze({ shape: Object.freeze([...X.shape]), data: Object.freeze([...X.data]) });
  const dropped = { ...spec, dropout: { p: 0.25 } };
  const wanted = outputOf(engine.trace(dropped, { ...given, ...numbers }));
  assert.deepEqual(outputOf(engine.trace(dropped, { ...given, X: frozen, ...bits })), wanted);
  const fast = engine.forward(dropped, { ...given, ...numbers }).output;
  assert.deepEqual(engine.forward(dropped, { ...given, X: frozen, ...bits }).output, fast);
  const mixed = { ...bits.key_valid, data: [true, 1, 0] };
  assert.deepEqual(outputOf(engine.trace(dropped, { ...given, ...bits, key_valid: mixed })), wanted);
  /** @type {any} */
  const wrong = { ...X, data: X.data.map(() => true) };
  refuses(() => engine.trace({}, { X: wrong }), "X.data[0]", "must be a number, got true");
  refuses(
    () => engine.trace({}, { X, key_valid: /** @type {any} */ ({ shape: [3], data: [true, "yes", 1] }) }),
    "key_valid.data[1]",
    'must be a number, got "yes"',
  );
});

test("a run refuses unknown stages, wrong indices and use after free", () => {
  const run = engine.trace(spec, given);
  const stage = (/** @type {any} */ id) => refuses(() => run.tensor(id), "stage", "must be one of ...");
  for (const id of ["wieghts", "", "__proto__", "constructor", undefined, null, 3, {}]) stage(id);
  refuses(
    () => run.tensor(/** @type {any} */ ("wieghts")),
    "stage",
    'must be one of ..., got "wieghts"; did you mean weights?',
  );
  refuses(() => run.shape("C"), "stage", 'must be one of ..., got "C"');
  const later = "must be computed first: call step() or finish(), got as far as";
  refuses(() => run.tensor("Q"), "stage", `Q ${later} nothing`);
  assert.deepEqual([run.step(), run.step()], ["X", "Q"]);
  refuses(() => run.tensor("K"), "stage", `K ${later} Q`);
  refuses(() => run.explain("weights", [0, 0, 0]), "stage", `weights ${later} Q`);
  refuses(() => run.tensor("allow"), "stage", `allow ${later} Q`);
  run.finish();
  const inside = "must be 3 whole numbers inside [2, 3, 3] for weights, got";
  const index = (/** @type {any} */ at) => () => run.explain("weights", at);
  for (const [at, got] of /** @type {[any, string][]} */ ([
    [[0, 0], "[0, 0]"],
    [[0, 0, 0, 0], "[0, 0, 0, 0]"],
    [[0, 0, 3], "[0, 0, 3]"],
    [[0, -1, 0], "[0, -1, 0]"],
    [[0, 0.5, 0], "[0, 0.5, 0]"],
    [[0, NaN, 0], "[0, NaN, 0]"],
    [["0", 0, 0], '["0", 0, 0]'],
    [new Array(3), "[...]"],
    [undefined, "undefined"],
    [null, "null"],
    ["000", '"000"'],
    [7, "7"],
  ])) {
    refuses(index(at), "index", `${inside} ${got}`);
  }
  run.free();
  run.free();
  for (const use of [
    () => run.step(),
    () => run.finish(),
    () => run.tensor("Q"),
    () => run.shape("Q"),
    index([0, 0, 0]),
  ]) {
    refuses(use, "run", "must not be used after free()");
  }
});

test("changing what a run returns does not change the run", () => {
  const inputs = { X: { shape: [2, 2], data: new Float32Array([1, 2, 3, 4]) } };
  const run = engine.trace({}, inputs);
  inputs.X.data.fill(9);
  inputs.X.shape[0] = 7;
  run.finish().tensor("X").data.fill(5);
  run.shape("X")[0] = 5;
  assert.deepEqual(run.tensor("X"), { shape: [2, 2], data: new Float32Array([1, 2, 3, 4]) });
  assert.throws(() => /** @type {any} */ (run.stages).push("more"), TypeError);
  assert.throws(() => {
    /** @type {any} */ (run.spec).heads = 2;
  }, TypeError);
  run.free();
});

test("createEngine and torchRandom refuse wrong arguments", async () => {
  for (const build of ["fastest", "", 1, {}]) {
    await assert.rejects(createEngine(/** @type {any} */ ({ build })), (error) => {
      assert.ok(error instanceof AttentionError);
      return error.field === "build" && error.message.startsWith("build: must be one of simd128, scalar, got ");
    });
  }
  for (const [options, message] of /** @type {[any, RegExp][]} */ ([
    [null, /^options: must be an object, got null$/],
    ["scalar", /^options: must be an object, got "scalar"$/],
    [{ biuld: "scalar" }, /^biuld: unknown option of an engine; did you mean build\?/],
  ])) {
    await assert.rejects(createEngine(options), { name: "AttentionError", message });
  }
  const seed = "must be a whole number from -2^63 to 2^64 - 1 ...";
  for (const bad of [1.5, NaN, Infinity, "1", null, undefined, 2 ** 64, 2n ** 64n, {}]) {
    refuses(() => engine.torchRandom(/** @type {any} */ (bad)), "seed", seed);
  }
  refuses(() => engine.torchRandom(1, /** @type {any} */ ("gpu")), "path", 'must be one of scalar, avx2, got "gpu"');
  const random = engine.torchRandom(1);
  for (const n of [-1, 0.5, NaN, Infinity, "3", null, 2 ** 40]) {
    const draws = ["rand", "randn", "randperm"].map((name) => () => /** @type {any} */ (random)[name](n));
    for (const draw of draws) refuses(draw, "n", "must be a whole number from 0 to ...");
  }
  refuses(() => random.dropoutKeep(1.1, 3), "p", "must be a number from 0 to 1, got 1.1");
  refuses(() => random.randint(3, 3, 1), "high", "must be above low, got low 3 and high 3");
  refuses(() => random.uniform(1, 2, NaN), "to", "must be a finite number, got NaN");
});

test("10,000 walks free all their memory and need no more than the first", async () => {
  const fresh = await createEngine();
  /* Takes all memory except the rest of a page, so that leaking a few bytes per walk is noticed. */
  const full = fresh.trace({}, { X: { shape: [700, 2], data: new Float32Array(1400) } });
  const used = fresh.memoryUsed;
  outputOf(fresh.trace(spec, given));
  const grow = mock.method(WebAssembly.Memory.prototype, "grow");
  for (let n = 0; n < 10_000; n++) outputOf(fresh.trace(spec, given));
  assert.equal(grow.mock.callCount(), 0);
  grow.mock.restore();
  assert.equal(fresh.memoryUsed, used);
  full.free();
  assert.equal(fresh.memoryUsed, 0);
});

test("300 concurrent runs, stepped and freed in random order, do not mix their data", () => {
  const random = generator(11);
  const start = (/** @type {number} */ seed) => {
    const { spec: walkSpec, inputs } = randomWalk(seed);
    return engine.trace(walkSpec, inputs);
  };
  const seeds = Array.from({ length: 300 }, (_, seed) => seed);
  const open = seeds.map((seed) => ({ seed, want: outputOf(start(seed)), run: start(seed) }));
  while (open.length > 0) {
    const at = Math.floor(random() * open.length);
    const one = /** @type {(typeof open)[0]} */ (open[at]);
    if (one.run.step() !== undefined) continue;
    assert.deepEqual(one.run.tensor("output").data, one.want, `seed ${one.seed}`);
    one.run.free();
    open.splice(at, 1);
    if (random() < 0.3) start(1000 + one.seed).free();
  }
  assert.equal(engine.memoryUsed, 0);
});

test("a run that grows the memory does not change other runs", async () => {
  const fresh = await createEngine();
  const grow = mock.method(WebAssembly.Memory.prototype, "grow");
  const small = fresh.trace(spec, given).finish();
  const n = 700;
  const big = fresh.trace({}, { X: { shape: [n, 2], data: new Float32Array(2 * n).fill(1) } }).finish();
  assert.ok(grow.mock.callCount() > 0);
  grow.mock.restore();
  assert.ok(big.tensor("weights").data.every((weight) => weight === Math.fround(1 / n)));
  assert.deepEqual(small.tensor("output").data, reference);
  big.free();
  small.free();
  assert.equal(fresh.memoryUsed, 0);
});

test("a run that was never freed returns its memory when it is garbage-collected", async () => {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc");
  const fresh = await createEngine();
  for (let n = 0; n < 100; n++) fresh.trace(spec, given);
  assert.ok(fresh.memoryUsed > 0);
  for (let tries = 0; tries < 100 && fresh.memoryUsed > 0; tries++) {
    await setImmediate();
    collect();
  }
  assert.equal(fresh.memoryUsed, 0);
});

test("a mask passed as allow can be read only under the name allow", () => {
  for (const allow of [ones(3, 3), ones(2, 3, 3)]) {
    const run = engine.trace(spec, { ...given, allow }).finish();
    assert.deepEqual(run.auxiliary, ["allow"]);
    assert.deepEqual(run.shape("allow"), allow.shape);
    for (const name of ["mask", "head_mask"]) {
      const uses = [() => run.tensor(name), () => run.shape(name), () => run.explain(name, [0, 0])];
      for (const use of uses) {
        refuses(
          use,
          "stage",
          `must be one of X, Q, K, V, raw, scaled, masked, weights, context, concat, output, allow...`,
        );
        assert.throws(use, (error) => !/\bmask\b|head_mask,/.test(String(error).split(", got")[0] ?? ""));
      }
    }
    run.free();
  }
});
