/** What does not fit in 4 GiB is refused with the amount, and nothing else is disturbed. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { AttentionError, createEngine } from "../web/engine/index.js";

/** @param {number} n */
const rows = (n) => ({ shape: [n, 1], data: new Float32Array(n).fill(0.5) });
const X = { shape: [3, 2], data: [1, 0, 0, 1, 1, 1] };

test("walks beyond the limit are AttentionErrors; the engine works on and holds nothing", async () => {
  const engine = await createEngine();
  const run = engine.trace({}, { X });
  const used = engine.memoryUsed;
  for (const n of [2 ** 20, 60_000, 20_000, 19_000]) {
    assert.throws(
      () => engine.trace({}, { X: rows(n) }),
      (error) => error instanceof AttentionError && /got at least \d{10,} bytes/.test(error.message),
    );
    assert.equal(engine.memoryUsed, used);
  }
  const want = (await createEngine()).trace({}, { X }).finish().tensor("output");
  assert.deepEqual(run.finish().tensor("output"), want);
});

test("two engines, many runs interleaved: copies stay valid while memory grows", async () => {
  const engines = await Promise.all([createEngine(), createEngine({ build: "scalar" })]);
  const alone = engines[0].trace({}, { X }).finish().tensor("weights");
  const early = engines.map((engine) => engine.trace({}, { X }));
  const copies = early.map((run) => run.finish().tensor("weights"));
  const large = [100, 300, 600].flatMap((n) => engines.map((engine) => engine.trace({ causal: true }, { X: rows(n) })));
  for (let live = true; live;) live = large.map((run) => run.step()).some((id) => id !== undefined);
  for (const copy of [...copies, ...early.map((run) => run.tensor("weights"))]) assert.deepEqual(copy, alone);
  for (const run of large) {
    const n = run.shape("X")[0] ?? 0;
    assert.ok(
      run.tensor("output").data.every((value) => Math.abs(value - 0.5) < 1e-5),
      `${n}`,
    );
  }
  for (const run of [...large, ...early]) run.free();
  assert.equal(engines[1].memoryUsed, 0);
});

test("free may be called twice; after it every method is an AttentionError", async () => {
  const engine = await createEngine();
  const run = engine.trace({ causal: true, prefill: 1 }, { X }).finish();
  run.free();
  run.free();
  assert.equal(engine.memoryUsed, 0);
  const uses = [
    () => run.step(),
    () => run.finish(),
    () => run.shape("Q"),
    () => run.tensor("Q"),
    () => run.explain("Q", [0, 0, 0]),
    () => run.steps(),
    () => run.cost(),
    () => engine.backward(run, X),
  ];
  for (const use of uses) {
    assert.throws(use, (error) => error instanceof AttentionError && error.field === "run", String(use));
  }
});
