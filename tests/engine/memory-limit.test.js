/** What does not fit in 4 GiB, or a walk in 2, is refused with what it needs and what there is; all that fits computes. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { AttentionError, createEngine } from "../../web/engine/index.js";
import { Engine } from "../../web/engine/engine.js";
import { allNumbers, canonical, corpusWalk } from "../support/corpus.js";

/** @param {number} n */
const rows = (n) => ({ shape: [n, 1], data: new Float32Array(n).fill(0.5) });
/** @param {number} columns */
const ones = (columns) => ({ shape: [1, columns], data: new Float32Array(columns).fill(1) });
const X = { shape: [3, 2], data: [1, 0, 0, 1, 1, 1] };

/**
 * The bytes of a walk of n words of one number each: X, Q, K, V, context, concat and output, and raw, scaled and
 * weights, each at a multiple of four floats.
 * @param {number} n
 */
const bytesOfWalk = (n) => 4 * (7 * Math.ceil(n / 4) * 4 + 3 * Math.ceil((n * n) / 4) * 4);

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
      const message = `memory: one walk must need at most 2147483644 bytes, got ${bytesOfWalk(n)}`;
      assert.throws(() => engine.trace({}, { X: rows(n) }), { name: "AttentionError", field: "memory", message });
      assert.equal(engine.memoryUsed, used);
    }
    const want = (await createEngine()).trace({}, { X }).finish().tensor("output");
    assert.deepEqual(run.finish().tensor("output"), want);
  });

  test(`${build}: the largest walk begins to compute, and one word more is refused with both amounts`, async () => {
    const engine = await createEngine({ build });
    assert.deepEqual([bytesOfWalk(13_376), bytesOfWalk(13_377)], [2_147_383_040, 2_147_704_224]); // 2 GiB lie between
    const message = "memory: one walk must need at most 2147483644 bytes, got 2147704224";
    assert.throws(() => engine.trace({}, { X: rows(13_377) }), { name: "AttentionError", message });
    const run = engine.trace({}, { X: rows(13_376) });
    while (run.step() !== "V"); // the scores alone would fill 2 GiB
    assert.ok(run.tensor("V").data.every((value) => value === 0.5));
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

test("a workspace is refused where it needs too much itself, not where the walk would", async () => {
  const engine = await createEngine();
  const n = 15_000; // a walk would need 2.7 GB for its pairs, of which forward stores none
  const few = engine.forward({}, { X: rows(n) }).output.data;
  assert.ok(few.length === n && few.every((value) => Math.abs(value - 0.5) < 1e-4));
  // Keys and values of 2^20 rows of a context, 300 columns each: two times 1.17 GiB, as the projections give them and as the call reads them.
  const wide = { X: rows(1), C: rows(2 ** 20), Wq: ones(300), Wk: ones(300), Wv: ones(300) };
  const spec = { d_k: 300 };
  assert.throws(
    () => engine.forward(spec, wide),
    (error) => {
      const [, max, needed] =
        /^memory: the workspace of forward must need at most (\d+) bytes, got (\d+)$/.exec(
          String(Object(error).message),
        ) ?? assert.fail(String(error));
      assert.equal(Number(max), 2 ** 31 - 4);
      const min = 2 * 300 * 2 ** 20 * 4;
      assert.ok(Number(needed) >= min && Number(needed) < 2 * min + 2 ** 28, needed);
      return true;
    },
  );
});

test("heads whose columns together are more than a size can be are refused as such, not for memory", async () => {
  const engine = await createEngine();
  const matrix = { shape: [1, 4], data: [1, 1, 1, 1] };
  assert.throws(
    () => engine.trace({ heads: 2048, d_k: 1024 }, { X: rows(1), Wq: matrix, Wk: matrix, Wv: matrix }),
    /^AttentionError: d_k: must be from 1 to 1048576, and so must heads times d_k, got 2048 and 1024$/,
  );
  const Q = { shape: [2048, 1, 2], data: new Float32Array(4096) };
  const V = { shape: [2048, 1, 1024], data: new Float32Array(2 ** 21) };
  assert.throws(
    () => engine.attend({}, { Q, K: Q, V }),
    /^AttentionError: d_v: .* heads times d_v, got 2048 and 1024$/,
  );
});

test("what is said to be left can be had", async () => {
  const engine = await createEngine();
  const held = engine.trace({}, { X: rows(11_000) }); // 1.35 GiB
  const other = engine.trace({}, { X: rows(9_000) }); // 0.9 GiB, and not enough left for the next
  const left = (/** @type {() => unknown} */ act) => {
    let message = "";
    assert.throws(act, (error) => Boolean((message = String(Object(error).message))));
    return Number(/ bytes in one piece, got (\d+) at most: /.exec(message)?.[1] ?? assert.fail(message));
  };
  const bytes = left(() => engine.trace({}, { X: rows(13_376) }));
  assert.ok(bytes > 2 ** 30, `${bytes}`);
  const { memory } = Engine.coreOf(engine);
  assert.throws(() => memory.allocate(bytes + 1), { name: "AttentionError" });
  memory.free(memory.allocate(bytes));
  for (const run of [held, other]) run.free();
});

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
