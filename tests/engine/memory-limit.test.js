/** What does not fit in 4 GiB is refused with the amount needed, and everything else keeps working. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { AttentionError, createEngine } from "../../web/engine/index.js";
import { allNumbers, canonical, corpusWalk } from "../support/corpus.js";

/** @param {number} n */
const rows = (n) => ({ shape: [n, 1], data: new Float32Array(n).fill(0.5) });
const X = { shape: [3, 2], data: [1, 0, 0, 1, 1, 1] };

const BUILDS = /** @type {const} */ (["simd128", "scalar"]);

/** @param {import("../../web/engine/index.js").Engine} engine @returns the blocks it allocated, whose bytes are never touched */
function takeAllMemory(engine) {
  const taken = [];
  for (let n = 13_000; n > 8;) {
    try {
      taken.push(engine.trace({}, { X: rows(n) }));
    } catch (error) {
      assert.ok(error instanceof AttentionError && error.field === "memory", String(error));
      n = Math.floor(n / 2);
    }
  }
  assert.ok(engine.memoryUsed > 2 ** 32 - 2 ** 20, `${engine.memoryUsed} bytes`);
  return taken;
}

/** @param {import("../../web/engine/index.js").Engine} engine @param {() => unknown} act */
function failsForMemory(engine, act) {
  const used = engine.memoryUsed;
  assert.throws(act, (error) => {
    assert.ok(error instanceof AttentionError && error.field === "memory", String(error));
    const [, needed, largest, taken, all] =
      /^memory: must have (\d+) bytes in one piece, got (\d+) at most: (\d+) of (\d+) bytes are in use/.exec(
        error.message,
      ) ?? assert.fail(error.message);
    assert.ok(Number(needed) > Number(largest) && Number(all) - Number(taken) >= Number(largest), error.message);
    assert.ok(Number(all) <= 2 ** 32 && Number(all) > 2 ** 32 - 2 ** 20, error.message);
    return true;
  });
  assert.equal(engine.memoryUsed, used, "nothing is left behind");
}

/** @param {import("../../web/engine/index.js").Engine} engine @param {import("../../web/engine/index.js").Run} run */
function everything(engine, run) {
  const stages = [...run.stages, ...run.auxiliary].map((name) => run.tensor(name));
  const appends = run.steps();
  const outputs = appends.map((append) => append.run.finish().tensor("output"));
  for (const append of appends) append.run.free();
  const gradients = engine.backward(run, run.tensor("output"));
  return { stages, outputs, gradients, tiled: run.tiles({ queries: 7, keys: 30 }).finish().context() };
}

for (const build of BUILDS) {
  test(`${build}: walks beyond 4 GiB throw AttentionErrors; the engine keeps working and leaks nothing`, async () => {
    const engine = await createEngine({ build });
    const run = engine.trace({}, { X });
    const used = engine.memoryUsed;
    for (const n of [2 ** 20, 60_000, 20_000, 19_000]) {
      assert.throws(
        () => engine.trace({}, { X: rows(n) }),
        (error) =>
          error instanceof AttentionError && /at most 4294967296 bytes, got at least \d{10,}$/.test(error.message),
      );
      assert.equal(engine.memoryUsed, used);
    }
    const want = (await createEngine()).trace({}, { X }).finish().tensor("output");
    assert.deepEqual(run.finish().tensor("output"), want);
  });

  test(`${build}: with 4 GiB in use every call that needs more says how much; once freed, all works as before`, async () => {
    const engine = await createEngine({ build });
    const run = engine.trace({ causal: true, prefill: 1 }, { X: rows(60) }).finish();
    const random = engine.torchRandom(1);
    const before = everything(engine, run);
    const held = engine.memoryUsed;
    const appends = run.steps();
    const bytes = engine.memoryUsed - held;
    for (const append of appends) append.run.free();
    const half = engine.trace({}, { X: rows(75) });
    assert.ok(engine.memoryUsed - held > bytes / 4 && engine.memoryUsed - held < bytes / 1.5);

    const taken = takeAllMemory(engine);
    const tiles = run.tiles({ queries: 60, keys: 60 });
    const dOutput = run.tensor("output");
    const needs = [
      () => engine.trace({}, { X: rows(60) }),
      () => engine.trace({ dropout: { p: 0.5, torch_seed: 1 } }, { X: rows(60) }),
      () => engine.backward(run, dOutput),
      () => tiles.step(),
      () => run.steps(),
      () => random.randn(2 ** 20),
    ];
    for (const act of needs) failsForMemory(engine, act);
    /* The first appends fit, the later ones do not. */
    half.free();
    failsForMemory(engine, () => run.steps());
    for (const other of taken) other.free();
    assert.equal(engine.memoryUsed, held);
    assert.deepEqual(everything(engine, run), before);
    assert.deepEqual(tiles.finish().context(), run.tiles({ queries: 60, keys: 60 }).finish().context());
    assert.deepEqual(random.randn(5), engine.torchRandom(1).randn(5), "what failed drew nothing");
  });

  test(`${build}: numbers are the same at addresses beyond 2 GiB, where the highest bit is set`, async () => {
    const engine = await createEngine({ build });
    const walks = Array.from({ length: 22 }, (_, seed) => corpusWalk(seed));
    const numbers = () =>
      walks.flatMap(({ spec, inputs }) => {
        const run = engine.trace(spec, inputs).finish();
        const all = allNumbers(engine, run);
        run.free();
        return all.map(canonical);
      });
    const low = numbers();
    /* The first walk taken ends below 2 GiB, the second begins there. */
    takeAllMemory(engine)[1]?.free();
    assert.deepEqual(numbers(), low);
  });
}

test("returned copies stay valid while two engines interleave runs and grow their memories", async () => {
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

test("free() may be called twice; after it every method throws an AttentionError", async () => {
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
