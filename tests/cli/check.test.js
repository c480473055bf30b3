/** What check compares in addition to stages: gradients, and the appends of a KV cache with their counts. */
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { createEngine } from "../../web/engine/index.js";
import { check } from "../../web/node/check/check.js";
import { reportLines, reportToJson } from "../../web/node/check/report.js";
import { readWalkCases } from "../support/variants/variants.js";

const engine = await createEngine();
const example = await readFile(new URL("../../web/examples/check/gradients.json", import.meta.url), "utf8");

/** @param {unknown} file @returns the lines that check prints for it */
const linesOf = (file) => reportLines(check(engine, JSON.stringify(file)));

/** @param {(file: any) => void} change @returns the lines that check prints for the changed example, as one text */
function changed(change) {
  const file = JSON.parse(example);
  change(file);
  return linesOf(file).join("\n");
}

/** @param {Record<string, {shape: number[], data: number[]}>} tensors @returns the same as JSON can say it */
const inWords = (tensors) =>
  Object.fromEntries(
    Object.entries(tensors).map(([name, { shape, data }]) => [
      name,
      { shape, data: data.map((x) => (Number.isFinite(x) ? x : `${x}`.replace("Infinity", "inf").toLowerCase())) },
    ]),
  );

test("check accepts the gradients of every reference case and finds a single wrong number", async () => {
  const cases = (await readWalkCases()).filter(({ G, grads }) => G && Object.keys(grads).length > 0);
  assert.ok(cases.length >= 60, `${cases.length} cases`);
  for (const { case: name, spec, inputs, G: dOutput, grads, tolerance_float32 } of cases) {
    const walk = engine.trace(spec, inputs).finish();
    const known = engine.backward(walk, /** @type {any} */ (dOutput));
    walk.free();
    const gradients = Object.fromEntries(Object.entries(grads).filter(([id]) => id in known));
    const file = { spec, inputs: inWords(inputs), dOutput, expected: { gradients }, tolerance_float32 };
    const report = check(engine, JSON.stringify(file));
    assert.ok(report.ok, `${name}: ${reportLines(report).join()}`);
    const [[id = "", tensor] = []] = /** @type {[string, any][]} */ (Object.entries(file.expected.gradients));
    tensor.data[0] += 0.5;
    assert.match(
      linesOf(file).join("\n"),
      new RegExp(
        `^gradients\\.${id} \\[[0, ]+\\]: the file says .*, the engine computes [^\n]*\nnone of the usual causes$`,
      ),
    );
  }
  assert.equal(engine.memoryUsed, 0);
});

test("check names every difference: in stages, then in counts and stages of appends, then in gradients", () => {
  assert.equal(
    changed(() => {}),
    "ok (1 stage, 2 appends and 2 gradients within 0.0001)",
  );
  const spoil = (/** @type {any} */ file) => (file.expected.gradients.X.data[3] = 1);
  const later = (/** @type {any} */ file) => (file.expected.steps[1].output.data[1] = 1);
  const counted = (/** @type {any} */ file) => (file.expected.steps[1].cache_len = 4);
  const early = (/** @type {any} */ file) => (file.expected.output.data[5] = 1);
  assert.match(
    changed(spoil),
    /^gradients\.X \[1, 1\]: the file says 1, the engine computes -0\.13.*\nnone of the usual causes$/,
  );
  assert.match(
    changed((file) => (spoil(file), later(file))),
    /^steps\[1\]\.output \[0, 1\]: the file says 1, the engine computes 0\.75.*\ngradients\.X \[1, 1\]: the file says 1, .*\nnone of the usual causes$/,
  );
  assert.match(
    changed((file) => (spoil(file), later(file), counted(file))),
    /^steps\[1\]\.cache_len: the file says 4, the engine computes 3\nsteps\[1\]\.output \[0, 1\]: .*\ngradients\.X \[1, 1\]: .*\nnone of the usual causes$/,
  );
  assert.match(
    changed((file) => (counted(file), early(file))),
    /^output \[2, 1\]: the file says 1, the engine computes 0\.75.*\nsteps\[1\]\.cache_len: the file says 4, the engine computes 3\nnone of the usual causes$/,
  );
  for (const name of ["first", "count"]) {
    assert.match(
      changed((file) => (file.expected.steps[0][name] = 7)),
      new RegExp(`^steps\\[0\\]\\.${name}: the file says 7, the engine computes [02]$`),
    );
  }
  assert.equal(
    changed((file) => file.expected.steps.pop()),
    "steps: the file says 1, the engine computes 2",
  );
});

/* Computed by hand: three rows whose raw scores without scaling are their dot products. */
const products = { spec: { scale: 1 }, inputs: { X: { shape: [3, 2], data: [1, 0, 0, 1, 1, 1] } } };
const raw = { shape: [1, 3, 3], data: [1, 0, 1, 0, 1, 1, 1, 1, 2] };

test("check names each stage that differs once, with its largest difference and how many numbers differ", () => {
  const wrong = { ...raw, data: [1, 0.25, 1, 0, 1, 1, 1, 1, 20] };
  const expected = { raw: wrong, scaled: raw, weights: { shape: [3, 3], data: raw.data }, X: products.inputs.X };
  assert.deepEqual(linesOf({ ...products, expected }), [
    "raw [0, 2, 2]: the file says 20, the engine computes 2 (the largest of 2 differences)",
    "weights shape: the file says [3, 3], the engine computes [1, 3, 3]",
    "none of the usual causes",
  ]);
  /* A difference is relative above 1: 0.2 of 2.2 is a smaller one than 0.25 of 0.25. */
  const relative = { ...raw, data: [1, 0.25, 1, 0, 1, 1, 1, 1, 2.2] };
  assert.deepEqual(linesOf({ ...products, expected: { raw: relative } }), [
    "raw [0, 0, 1]: the file says 0.25, the engine computes 0 (the largest of 2 differences)",
    "none of the usual causes",
  ]);
  const endless = { ...raw, data: [1, 0.25, 1, 0, "inf", 1, "nan", 1, 2] };
  assert.deepEqual(linesOf({ ...products, expected: { raw: endless } }), [
    "raw [0, 1, 1]: the file says inf, the engine computes 1 (the largest of 3 differences)",
    "none of the usual causes",
  ]);
});

test("check --json has the first difference, what is wrong by itself, and its causes; texts stand for numbers not finite", () => {
  const near = { ...raw, data: [1, 0.0625, 1, 0, 1, 1, 1, 1, 2] };
  const far = { ...raw, data: [1, 0, 1, 0, 1, 1, 1, "inf", 4] };
  const spec = { scale: 1, causal: true, prefill: 3 };
  const reported = (/** @type {object} */ expected) =>
    reportToJson(check(engine, JSON.stringify({ ...products, tolerance: 0.1, spec, expected })));
  assert.deepEqual(reported({ raw: near }), { ok: true, first: null, isolated: [], causes: [] });
  const masked = { shape: [1], data: [0] };
  assert.deepEqual(reported({ raw: near, scaled: far, masked, steps: [{ first: 0, count: 2 }] }), {
    ok: false,
    first: { stage: "scaled", index: [0, 2, 1], file: "inf", engine: 1, tolerance: "inf" },
    isolated: ["scaled", "masked", "steps[0].count"],
    causes: [],
  });
  const shape = { stage: "masked", index: null, file_shape: [1], engine_shape: [1, 3, 3], tolerance: null };
  assert.deepEqual(reported({ masked }).first, shape);
  const counted = { stage: "steps[0].count", index: [], file: 2, engine: 3, tolerance: 0 };
  assert.deepEqual(reported({ steps: [{ first: 0, count: 2 }] }).first, counted);
});

test("check refuses fields beside expected that it would not compare; texts are comments", () => {
  const file = { ...products, expected: { raw } };
  for (const [extra, message] of /** @type {[object, RegExp][]} */ ([
    [{ precision: 0.1 }, /^precision: unknown field of a case .*known: spec, inputs, expected, dOutput, tolerance;/],
    [{ tolernace: 1 }, /^tolernace: unknown field of a case; did you mean tolerance\?/],
    [{ tolerance_float32: "x" }, /^tolerance_float32: must be a finite number from 0, got "x"/],
    [{ tolerance_float32: 1, tolerance: 1 }, /^tolerance: must not be given twice, got tolerance_float32 too/],
    [{ gradients: { X: raw } }, /^gradients: unknown field of a case.*expected\.gradients/],
    [{ steps: [] }, /^steps: unknown field of a case.*expected\.steps/],
    [{ weights: raw }, /^weights: unknown field of a case/],
    [{ notes: [1] }, /^notes: unknown field of a case/],
  ])) {
    assert.throws(() => linesOf({ ...file, ...extra }), { name: "AttentionError", message });
  }
  const commented = { lesson: "Dot products", notes: ["by hand", "three rows"], ...file };
  assert.deepEqual(linesOf(commented), ["ok (1 stage within float32 rounding)"]);
});

test("a case without a spec has the default of every field", () => {
  const { inputs } = products;
  /* 1/sqrt(2) times the dot products. */
  const scaled = { ...raw, data: raw.data.map((product) => product / Math.SQRT2) };
  assert.deepEqual(linesOf({ inputs, expected: { scaled } }), ["ok (1 stage within float32 rounding)"]);
});

test("where the form of a value is wrong, the message shows the form that is wanted", () => {
  const expected = { raw };
  for (const [file, message] of /** @type {[object, string][]} */ ([
    [
      {
        inputs: {
          X: [
            [1, 0],
            [0, 1],
          ],
        },
        expected,
      },
      'X: must be an object such as {"shape": [2, 2], "data": [1, 0, 0, 1]}, got [[1, 0], [0, 1]]',
    ],
    [
      { ...products, expected: { raw: [[1, 0]] } },
      'expected.raw: must be an object such as {"shape": [2, 2], "data": [1, 0, 0, 1]}, got [[1, 0]]',
    ],
    [
      { ...products, spec: { position: "rope" }, expected },
      'position: must be an object such as {"kind": "rope"}, got "rope"',
    ],
  ])) {
    assert.throws(() => linesOf(file), { name: "AttentionError", message });
  }
});

test("check refuses what it cannot compare by name, and frees its memory", () => {
  const tensor = { shape: [1], data: [0] };
  const held = engine.memoryUsed;
  for (const [change, message] of /** @type {[(file: any) => void, RegExp][]} */ ([
    [(file) => (file.expected.gradients.Xx = tensor), /^expected\.gradients\.Xx: is not a gradient of this walk/],
    [(file) => (file.expected.gradients.allow = tensor), /^expected\.gradients\.allow: is not a gradient/],
    [
      (file) => (file.expected.gradients.scaled.data[1] = "x"),
      /^expected\.gradients\.scaled\.data\[1\]: must be a number/,
    ],
    [(file) => (file.expected.gradients = {}), /^expected\.gradients: must hold at least one gradient, got none$/],
    [(file) => (file.expected.gradients = [1]), /^expected\.gradients: must be an object, got \[1\]$/],
    [(file) => delete file.expected.gradients, /^dOutput: needs expected\.gradients$/],
    [(file) => delete file.dOutput, /^dOutput: must be given with expected\.gradients, got none$/],
    [(file) => (file.dOutput = tensor), /^dOutput\.shape: must be an array of 2 sizes/],
    [(file) => (file.dOutput.shape = [2, 3]), /^dOutput: must have shape \[3, 2\], got \[2, 3\]$/],
    [(file) => (file.expected.steps[1].last = 3), /^expected\.steps\[1\]\.last: is not a stage of an append/],
    [(file) => (file.expected.steps[1].first = "2"), /^expected\.steps\[1\]\.first: must be a whole number, got "2"$/],
    [(file) => (file.expected.steps[0] = null), /^expected\.steps\[0\]: must be an object, got null$/],
    [(file) => (file.expected.steps = []), /^expected\.steps: must be an array, one for each append, got \[\]$/],
    [(file) => delete file.spec.prefill, /^expected\.steps: needs prefill in the spec$/],
    [(file) => (file.expected.grads = {}), /^expected\.grads: is not a stage of this walk/],
    [(file) => (file.expected = {}), /^expected: must hold at least one stage, got none$/],
  ])) {
    assert.throws(() => changed(change), { name: "AttentionError", message });
  }
  /* Additive positions are already in X when the cache reads it. */
  const { inputs, ...file } = JSON.parse(example);
  const positions = { ...file, inputs: { E: inputs.X }, spec: { ...file.spec, position: { kind: "sinusoidal" } } };
  positions.expected.steps[0].E = inputs.X;
  assert.throws(
    () => check(engine, JSON.stringify(positions)),
    /^AttentionError: expected\.steps\[0\]\.E: is not a stage/,
  );
  assert.equal(engine.memoryUsed, held);
});
