/** What check compares in addition to stages: gradients, and the appends of a KV cache with their counts. */
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { createEngine } from "../../web/engine/index.js";
import { check } from "../../web/node/check.js";
import { readWalkCases } from "../support/variants.js";

const engine = await createEngine();
const example = await readFile(new URL("../../web/examples/check/gradients.json", import.meta.url), "utf8");

/** @param {(file: any) => void} change @returns what check reports for the changed example */
function changed(change) {
  const file = JSON.parse(example);
  change(file);
  return check(engine, JSON.stringify(file)).line;
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
    const { same, line } = check(engine, JSON.stringify(file));
    assert.ok(same, `${name}: ${line}`);
    const [[id = "", tensor] = []] = /** @type {[string, any][]} */ (Object.entries(file.expected.gradients));
    tensor.data[0] += 0.5;
    assert.match(check(engine, JSON.stringify(file)).line, new RegExp(`^gradients\\.${id}\\[[0, ]+\\]: got .*, want `));
  }
  assert.equal(engine.memoryUsed, 0);
});

test("check names the first difference in stages, then in counts and stages of appends, then in gradients", () => {
  assert.equal(
    changed(() => {}),
    "ok (1 stage, 2 appends and 2 gradients within 0.0001)",
  );
  const spoil = (/** @type {any} */ file) => (file.expected.gradients.X.data[3] = 1);
  const later = (/** @type {any} */ file) => (file.expected.steps[1].output.data[1] = 1);
  const counted = (/** @type {any} */ file) => (file.expected.steps[1].cache_len = 4);
  const early = (/** @type {any} */ file) => (file.expected.output.data[5] = 1);
  assert.match(changed(spoil), /^gradients\.X\[1, 1\]: got -0\.13.*, want 1$/);
  assert.match(
    changed((file) => (spoil(file), later(file))),
    /^steps\[1\]\.output\[0, 1\]: got 0\.75.*, want 1$/,
  );
  assert.equal(
    changed((file) => (spoil(file), later(file), counted(file))),
    "steps[1].cache_len: got 3, want 4",
  );
  assert.match(
    changed((file) => (counted(file), early(file))),
    /^output\[2, 1\]: got 0\.75.*, want 1$/,
  );
  for (const name of ["first", "count"]) {
    assert.match(
      changed((file) => (file.expected.steps[0][name] = 7)),
      new RegExp(`^steps\\[0\\]\\.${name}: got [02], want 7$`),
    );
  }
  assert.equal(
    changed((file) => file.expected.steps.pop()),
    "steps: got 2, want 1",
  );
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
