/** Tests of the benchmark's own code: nothing is timed, and the libraries that it compares with are not needed. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";

import { relativeError, referenceRows, keysAndValues, sampleRows, matmul, transpose } from "./workloads/float64.js";
import { arithmeticModule, hasFused, streamModule } from "./runner/limits.js";
import { measure } from "./runner/measure.js";
import { microsoft, modelBytes } from "./peers/onnx-model.js";
import { readOptions } from "./options.js";
import { graphOf, graphVariants } from "./peers/onnx-graphs.js";
import { prepare as preparePlain } from "./peers/plain.js";
import { comparisonChart } from "./report/charts.js";
import { bestOf, resultsOf, stepsTable, summaryTable, threeDigits, tableOf } from "./report/tables.js";
import { nodeRunner } from "./runner/processes.js";
import { blasName, refuseReferenceBlas } from "./runner/python.js";
import { entriesOf, expectedTime, isMeasured, runWorkload } from "./runner/schedule.js";
import { median, quantile, ratioOf, summaryOf } from "./report/statistics.js";
import {
  attentionWorkload,
  bytesRead,
  randomData,
  flopsOf,
  tensorsOf,
  workloadOf,
  workloads,
} from "./workloads/workloads.js";
import { writeInputs } from "./workloads/inputs.js";
import { firstLosses } from "./workloads/first-losses.js";
import { models, specOf } from "./workloads/models.js";
import { createEngine } from "../../web/engine/index.js";

/** @typedef {import("./workloads/workloads.js").Workload} Workload */

/** The inputs of a workload. @param {Workload} workload */
function tensors(workload) {
  const plans = tensorsOf(workload);
  return Object.fromEntries(plans.map((plan) => [plan.name, { shape: plan.shape, data: randomData(plan) }]));
}

/** @param {Record<string, {data: Float32Array}>} inputs */
const dataOf = (inputs) => Object.fromEntries(Object.entries(inputs).map(([name, { data }]) => [name, data]));

/** @type {Workload} */
const small = { id: "s", kind: "layer", title: "", n: 5, heads: 4, kv_heads: 2, d: 3, causal: true };

test("quantiles, medians and ratios are as computed by hand", () => {
  assert.equal(median([3, 1, 2]), 2);
  assert.equal(median([4, 1, 2, 3]), 2.5);
  assert.equal(quantile([0, 10], 0.25), 2.5);
  const processes = [
    [3, 1, 2],
    [10, 20, 30],
    [4, 4, 4],
  ];
  assert.deepEqual(summaryOf(processes), { median: 4, fastest: 1, low: 2, high: 20 });
  assert.deepEqual(ratioOf([[8], [10], []], processes), { median: 2.25, low: 0.5, high: 4 });
  assert.equal(ratioOf([[]], [[1]]), null);
});

test("the operations that workloads need are as counted by hand", () => {
  // 4 products of [16, 32] and [32, 32]; 16 x 16 pairs, 4 heads of 8, twice.
  assert.equal(flopsOf(workloadOf("W1")), 4 * 2 * 16 * 32 * 32 + 2 * 2 * 256 * 4 * 8);
  assert.equal(flopsOf(workloadOf("W1c")), 4 * 2 * 16 * 32 * 32 + 2 * 2 * ((16 * 17) / 2) * 32);
  assert.equal(flopsOf(workloadOf("W4")), 4 * 4096 * 4096 * 64);
  assert.equal(flopsOf(workloadOf("GQA")), 4 * 1024 * 1024 * 32 * 128);
  assert.equal(flopsOf(workloadOf("D1")), 4 * 2 * 768 * 768 + 4 * 4096 * 768);
  assert.equal(flopsOf(workloadOf("B2")), flopsOf(workloadOf("W2c")) + 2 * 2 * 128 * 768 * 3072);
  assert.equal(flopsOf(workloadOf("T2")), 3 * flopsOf(workloadOf("W2")));
  assert.equal(bytesRead(workloadOf("D1")), 4 * (4 * 768 * 768 + 2 * 4096 * 768));
});

test("the operations agree with the multiply-adds that the engine counts", async () => {
  const engine = await createEngine();
  for (const id of ["W1", "W2"]) {
    const workload = workloadOf(id);
    const run = engine.trace({ heads: workload.heads, causal: workload.causal }, tensors(workload));
    const counted = Object.values(run.cost()).reduce((sum, { multiplyAdds }) => sum + multiplyAdds, 0);
    assert.equal(2 * counted, flopsOf(workload), id);
    run.free();
  }
});

test("the operations of a training step are as counted by hand, and as the engine counts those of a layer", async () => {
  // Four products of [8, 16] and [16, 16], two of 8 x 8 pairs of width 16, one of [8, 16] and [16, 10]; 32 examples.
  assert.equal(flopsOf(workloadOf("reverse")), 3 * 32 * (4 * 2 * 8 * 256 + 2 * 2 * 64 * 16 + 2 * 8 * 16 * 10));
  // The second layer before the pointer has neither values nor an output.
  assert.equal(flopsOf(workloadOf("pronoun")), 3 * 32 * (6 * 2 * 14 * 256 + 3 * 2 * 196 * 16));
  const engine = await createEngine();
  const [text] = models.filter(({ id }) => id === "translation");
  assert.ok(text);
  const model = engine.model(specOf(text));
  const run = model.trace({ tokens: Array(8).fill(1), source: Array(8).fill(2) }, 0);
  const layer = Object.values(run.cost()).reduce((sum, { multiplyAdds }) => sum + multiplyAdds, 0);
  assert.equal(flopsOf(text), 3 * 32 * (2 * layer + 2 * 8 * 32 * 24));
  run.free();
  model.free();
});

test("every model that trains has the weights that the engine wants, and its losses are those of the engine", async () => {
  for (const workload of models) {
    const data = Object.fromEntries(tensorsOf(workload).map((plan) => [plan.name, randomData(plan)]));
    const reference = await firstLosses(workload, data);
    assert.equal(reference.length, 10, workload.id);
    // Random targets, and logits or scores of about 1: at first the loss is near that of a guess.
    const guess = Math.log(workload.model.readout === "linear" ? workload.model.vocabulary : workload.n);
    assert.ok(Math.abs((reference[0]?.values[0] ?? NaN) - guess) < 0.6, `${workload.id}: ${reference[0]?.values[0]}`);
    const tokens = data.tokens ?? [];
    assert.ok(tokens.every((token) => Number.isInteger(token) && token >= 0 && token < workload.model.vocabulary));
  }
});

test("random inputs are the same every time and have the wanted standard deviation", () => {
  const plan = { name: "X", shape: [100, 100], std: 0.5 };
  const data = randomData(plan);
  assert.deepEqual(randomData(plan), data);
  assert.notDeepEqual(randomData({ ...plan, name: "Y" }), data);
  const mean = data.reduce((sum, value) => sum + value, 0) / data.length;
  const std = Math.sqrt(data.reduce((sum, value) => sum + value * value, 0) / data.length);
  assert.ok(Math.abs(mean) < 0.02 && Math.abs(std - 0.5) < 0.01, `${mean} and ${std}`);
});

test("double precision: matrix products, and rows that agree with the engine's walk through all stages", async () => {
  const a = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];
  assert.deepEqual([...matmul(a, a, 2, 5, 2)], [95, 110, 220, 260]);
  assert.deepEqual([...transpose([1, 2, 3, 4, 5, 6], 2, 3)], [1, 4, 2, 5, 3, 6]);
  assert.deepEqual(sampleRows(3), [0, 1, 2]);
  const engine = await createEngine();
  for (const causal of [false, true]) {
    const workload = { ...small, causal };
    const inputs = tensors(workload);
    const { kv_heads, heads } = workload;
    const run = engine.trace({ heads, kv_heads, d_k: 3, d_v: 3, causal }, inputs).finish();
    const data = dataOf(inputs);
    const rows = referenceRows(workload, { ...data, ...keysAndValues(workload, data) });
    assert.ok(relativeError({ output: run.tensor("output").data }, rows) < 2e-6);
    const attention = { ...workload, kind: /** @type {const} */ ("attention") };
    const qkv = Object.fromEntries(["Q", "K", "V"].map((name) => [name, run.tensor(name).data]));
    assert.ok(relativeError({ context: run.tensor("context").data }, referenceRows(attention, qkv)) < 2e-6);
    run.free();
  }
});

test("double precision: a block agrees with the engine's walk", async () => {
  const engine = await createEngine();
  const workload = { ...small, kind: /** @type {const} */ ("block"), kv_heads: 4 };
  const inputs = tensors(workload);
  const around = /** @type {const} */ ({ norm: "layernorm", residual: "sequential", activation: "gelu_tanh" });
  const run = engine.trace({ heads: 4, causal: true, mlp: "plain", ...around }, inputs).finish();
  const rows = referenceRows(workload, dataOf(inputs));
  assert.ok(relativeError({ output: run.tensor("residual_2").data }, rows) < 2e-6);
  run.free();
});

test("double precision: rotated queries and keys agree with the engine's walk", async () => {
  const engine = await createEngine();
  const workload = { ...small, d: 4, causal: true, rope: true };
  const inputs = tensors(workload);
  const spec = {
    heads: 4,
    kv_heads: 2,
    d_k: 4,
    d_v: 4,
    causal: true,
    position: { kind: /** @type {const} */ ("rope") },
  };
  const run = engine.trace(spec, inputs).finish();
  const data = dataOf(inputs);
  const keyValues = keysAndValues(workload, data);
  const rows = referenceRows(workload, { ...data, ...keyValues });
  assert.ok(relativeError({ output: run.tensor("output").data }, rows) < 2e-6);
  // [kv_heads, n, d] of the walk, [n, kv_heads·d] of the reference
  const keys = run.tensor("K_rot").data;
  const difference = keys.map(
    (key, at) => key - (keyValues.K[(Math.floor(at / 4) % 5) * 8 + Math.floor(at / 20) * 4 + (at % 4)] ?? NaN),
  );
  assert.ok(difference.every((one) => Math.abs(one) < 1e-6));
  run.free();
});

test("double precision: gradients agree with the engine's backward", async () => {
  const engine = await createEngine();
  for (const causal of [false, true]) {
    const workload = { ...small, kind: /** @type {const} */ ("training"), kv_heads: 4, causal };
    const { dOutput, ...inputs } = tensors(workload);
    const run = engine.trace({ heads: 4, causal }, inputs).finish();
    const gradients = engine.backward(run, dOutput);
    const results = { ...dataOf(/** @type {any} */ (gradients)), output: run.tensor("output").data };
    const rows = referenceRows(workload, { ...dataOf(inputs), dOutput: dOutput.data });
    assert.equal(new Set(rows.map(({ tensor }) => tensor)).size, 6);
    assert.ok(relativeError(results, rows) < 1e-5);
    run.free();
  }
});

test("errors are relative to the row's largest number, and NaN is an error", () => {
  const rows = [{ tensor: "output", row: 1, values: [2, -4] }];
  assert.equal(relativeError({ output: [9, 9, 2.5, -4] }, rows), 0.125);
  assert.ok(Number.isNaN(relativeError({ output: [0, 0, NaN, -4] }, rows)));
  assert.throws(() => relativeError({}, rows), /output/);
});

test("plain JavaScript is right for layers and attention", async () => {
  const kinds = /** @type {const} */ (["layer", "attention"]);
  for (const kind of kinds)
    for (const causal of [false, true]) {
      const workload = { ...small, n: 9, kind, causal };
      const inputs = tensors(workload);
      const data = dataOf(inputs);
      const keyValues = kind === "layer" ? keysAndValues(workload, data) : {};
      const { run, read } = await preparePlain(workload, inputs);
      assert.ok(
        relativeError(read(run()), referenceRows(workload, { ...data, ...keyValues })) < 1e-6,
        `${kind} ${causal}`,
      );
    }
});

test("a peer with a wrong result is not timed", async () => {
  const rows = [{ tensor: "output", row: 0, values: [1, 2] }];
  const prepared = (/** @type {number[]} */ output) => async () => ({
    run: () => output,
    read: (/** @type {number[]} */ result) => ({ output: result }),
  });
  await assert.rejects(measure(prepared([1, 2.001]), rows, 1), /wrong by 5\.0e-4/);
  await assert.rejects(measure(prepared([1, NaN]), rows, 1), /wrong/);
  const { samples, error } = await measure(prepared([1, 2]), rows, 1);
  assert.ok(error === 0 && samples.length >= 3 && samples.every((time) => time >= 0));
});

/** @typedef {{field: number, value: number | Uint8Array}} Field */

/** Reads the fields of a protocol buffer message, as its specification describes. @param {Uint8Array} bytes @returns {Field[]} */
function fieldsOf(bytes) {
  let at = 0;
  const varint = () => {
    let value = 0n;
    for (let shift = 0n; ; shift += 7n) {
      const byte = bytes[at++] ?? 0;
      value |= BigInt(byte & 127) << shift;
      if (byte < 128) return Number(BigInt.asIntN(64, value));
    }
  };
  const take = (/** @type {number} */ length) => bytes.subarray(at, (at += length));
  /** @type {Field[]} */
  const fields = [];
  while (at < bytes.length) {
    const key = varint();
    const wire = key & 7;
    assert.ok([0, 2, 5].includes(wire), `wire type ${wire}`);
    const value = wire === 0 ? varint() : wire === 5 ? take(4) : take(varint());
    fields.push({ field: key >> 3, value });
  }
  assert.equal(at, bytes.length);
  return fields;
}

/** @param {Field[]} fields @param {number} field @returns {any[]} */
const every = (fields, field) => fields.filter((one) => one.field === field).map(({ value }) => value);
const text = (/** @type {Uint8Array} */ bytes) => new TextDecoder().decode(bytes);
const floats = (/** @type {Uint8Array} */ bytes) => [...new Float32Array(bytes.slice().buffer)];

test("ONNX models decode to the graphs that were encoded", () => {
  const bytes = modelBytes({
    nodes: [
      { op: "Add", inputs: ["X", "one"], outputs: ["sum"] },
      {
        op: "Odd",
        domain: microsoft,
        inputs: ["sum"],
        outputs: ["Y", "Z"],
        attributes: { axis: -1, scale: { float: 0.5 }, perm: [0, 2, 1] },
      },
    ],
    inputs: [{ name: "X", shape: [2, 300] }],
    outputs: [{ name: "Y", shape: [600] }],
    constants: [{ name: "one", shape: [3], data: Float32Array.of(1, -2, 0.25) }],
    integers: [{ name: "to", shape: [2], data: [300, -1] }],
    opset: 23,
  });
  const model = fieldsOf(bytes);
  const opsets = every(model, 8).map(fieldsOf);
  assert.deepEqual(
    opsets.map((one) => [text(every(one, 1)[0]), every(one, 2)[0]]),
    [
      ["", 23],
      [microsoft, 1],
    ],
  );
  const graph = fieldsOf(every(model, 7)[0]);
  const [add, odd] = every(graph, 1).map(fieldsOf);
  assert.deepEqual([...every(add, 1), ...every(add, 2), ...every(add, 4)].map(text), ["X", "one", "sum", "Add"]);
  assert.deepEqual([...every(odd, 2), ...every(odd, 7)].map(text), ["Y", "Z", microsoft]);
  const [axis, scale, perm] = every(odd, 5).map(fieldsOf);
  assert.deepEqual([text(every(axis, 1)[0]), every(axis, 3)[0], every(axis, 20)[0]], ["axis", -1, 2]);
  assert.deepEqual([floats(every(scale, 2)[0]), every(scale, 20)[0]], [[0.5], 1]);
  assert.deepEqual([every(perm, 8), every(perm, 20)[0]], [[0, 2, 1], 7]);
  const [one, to] = every(graph, 5).map(fieldsOf);
  assert.deepEqual([every(one, 1), every(one, 2), text(every(one, 8)[0])], [[3], [1], "one"]);
  assert.deepEqual(floats(every(one, 9)[0]), [1, -2, 0.25]);
  assert.deepEqual([...new BigInt64Array(every(to, 9)[0].slice().buffer)], [300n, -1n]);
  const [input] = every(graph, 11).map(fieldsOf);
  const type = fieldsOf(every(fieldsOf(every(input, 2)[0]), 1)[0]);
  const sizes = every(fieldsOf(every(type, 2)[0]), 1).map((size) => every(fieldsOf(size), 1)[0]);
  assert.deepEqual([text(every(input, 1)[0]), every(type, 1)[0], sizes], ["X", 1, [2, 300]]);
});

test("every ONNX graph is complete: each tensor is computed before it is used, and the outputs are computed", () => {
  const sizes = { n: 6, heads: 4, d: 2 };
  for (const { kind, id, rope = false } of workloads)
    for (const kv_heads of rope ? [2] : kind === "attention" ? [4, 2] : [4])
      for (const causal of [false, true]) {
        const workload = { id, kind, title: "", ...sizes, kv_heads, causal, rope };
        const inputs = tensors(workload);
        if (kind === "decode") {
          const cached = { shape: [kv_heads, 6, 2], data: new Float32Array(kv_heads * 12) };
          Object.assign(inputs, { K: cached, V: cached });
        }
        for (const variant of graphVariants(workload)) {
          const { nodes, outputs, constants, integers = [], ...graph } = graphOf(workload, inputs, variant);
          const known = new Set([...graph.inputs, ...constants, ...integers].map(({ name }) => name));
          for (const node of nodes) {
            for (const name of node.inputs)
              assert.ok(name === "" || known.has(name), `${id} ${variant}: ${node.op} of ${name}`);
            for (const name of node.outputs) known.add(name);
          }
          for (const { name } of outputs) assert.ok(known.has(name), `${id} ${variant}: ${name}`);
          for (const { name, shape, data } of [...graph.inputs, ...constants])
            assert.equal(
              data?.length,
              shape.reduce((a, b) => a * b, 1),
              `${id} ${variant}: ${name}`,
            );
        }
      }
});

test("the modules that measure the machine's limits compute the expected results", async () => {
  const run = async (/** @type {Uint8Array} */ bytes) => {
    const { instance } = await WebAssembly.instantiate(/** @type {BufferSource} */ (bytes));
    return /** @type {any} */ (instance.exports);
  };
  const { run: sum } = await run(arithmeticModule(false));
  // Each round adds 1 to six numbers and changes the sign of the other six.
  assert.deepEqual([sum(1), sum(10)], [6 - 6, 60 + 6]);
  if (hasFused()) {
    const { run: fused } = await run(arithmeticModule(true));
    assert.deepEqual([fused(1), fused(2)], [12, 18]);
  }
  const { run: read, memory } = await run(streamModule());
  const words = new Uint32Array(memory.buffer, 0, 64);
  words.forEach((_, at) => (words[at] = Math.imul(at + 1, 0x9e3779b9)));
  const bits = new Uint32Array(Float32Array.of(read(256, 0)).buffer)[0];
  assert.equal(
    bits,
    words.filter((_, at) => at % 4 === 0).reduce((a, b) => (a ^ b) >>> 0),
  );
});

test("peers take turns; variants much slower than the best drop out; what would take too long is not started", async () => {
  const [workload, later] = [workloadOf("W1"), workloadOf("W3")];
  /** @type {string[]} */
  const order = [];
  const speeds = { graph: 30, MultiHeadAttention: 11, Attention: 10, "opset 23": 12, plain: 9000 };
  const run = async (/** @type {import("./runner/schedule.js").Entry} */ { peer, variant }) => {
    order.push(variant);
    if (variant === "scalar") return { problem: "not supported" };
    const time = peer === "ours" ? 5 : speeds[/** @type {keyof typeof speeds} */ (variant)];
    return { setup: 1, first: time, samples: [time, time + 1], error: 0 };
  };
  const options = { peers: ["ours", "onnxruntime", "plain"], rounds: 3, slowest: 1000, run };
  const rows = await runWorkload({ ...options, workload, done: [] });
  const remaining = ["simd128", "forward", "MultiHeadAttention", "Attention", "opset 23"];
  const others = ["graph", "MultiHeadAttention", "Attention", "opset 23", "plain"];
  const first = ["simd128", "scalar", "forward", ...others];
  assert.deepEqual(order, [...first, ...remaining, ...remaining]);
  const done = [{ workload, rows }];
  const time = expectedTime(later, { peer: "plain", variant: "plain" }, done);
  assert.equal(Math.round(time), Math.round((9000 * flopsOf(later)) / flopsOf(workload)));
  const laterRows = await runWorkload({ ...options, workload: later, rounds: 1, done });
  const plain = laterRows.find(({ peer }) => peer === "plain");
  assert.match(JSON.stringify(plain?.outcomes), /would take \d+ s/);

  const limits = { multiplyAdd: 50, fused: null, stream: 10 };
  const results = resultsOf(workload, rows, limits);
  assert.equal(bestOf(results, "onnxruntime")?.variant, "Attention");
  assert.deepEqual(bestOf(results, "onnxruntime")?.ratio, { median: 10.5 / 5.5, low: 10.5 / 5.5, high: 10.5 / 5.5 });
  const table = tableOf(workload, results);
  assert.match(table, /^W1: .*\npeer .*\nours, simd128 +5\.5 /);
  assert.match(table, /ours, scalar: not supported/);
});

test("a job runs in a process of its own, and so does the measurement of limits", async () => {
  const runner = nodeRunner({ dist: "/", budget: 1, cpu: true });
  const folder = await mkdtemp(join(tmpdir(), "attention-bench-test-"));
  try {
    const workload = { ...small, kv_heads: 4 };
    const outcome = await runner.run(
      workload,
      { peer: "plain", variant: "plain" },
      await writeInputs(workload, folder),
    );
    assert.ok(isMeasured(outcome), JSON.stringify(outcome));
    assert.ok(outcome.error < 1e-6 && outcome.samples.every((time) => time >= 0));
    const { multiplyAdd, stream } = await runner.limits(0.001);
    assert.ok(multiplyAdd > 0 && stream > 0);
  } finally {
    await rm(folder, { recursive: true });
  }
});

test("every workload is measured for ours and for at least one other library", () => {
  for (const workload of [...workloads, ...models]) {
    const entries = entriesOf(workload, ["ours", "onnxruntime", "tfjs", "plain", "numpy", "torch"]);
    const other = workload.rope ? "onnxruntime" : "tfjs";
    assert.ok(entries.some(({ peer }) => peer === "ours") && entries.some(({ peer }) => peer === other), workload.id);
  }
  assert.equal(attentionWorkload({ n: 16, d: 1 }).d, 1);
});

test("steps per second are written with how many times as many ours makes", () => {
  const [workload] = models;
  assert.ok(workload);
  const row = (/** @type {string} */ peer, /** @type {string} */ variant, /** @type {number} */ time) => ({
    peer,
    variant,
    outcomes: [{ setup: 1, first: time, samples: [time, time], error: 0 }],
  });
  const rows = [
    row("ours", "simd128", 0.5),
    row("tfjs", "wasm", 20),
    row("tfjs", "cpu", 40),
    row("torch", "torch", 2.5),
  ];
  const results = resultsOf(workload, rows, { multiplyAdd: 50, fused: null, stream: 10 });
  const [, , reverse = ""] = stepsTable([{ workload, results }]).split("\n");
  assert.match(reverse, /^reverse +2000 +tfjs, wasm 50: 40 \(40-40\) +torch 400: 5 \(5-5\)$/);
});

/** OpenBLAS as it describes itself. @param {string} file @param {number} [threads] */
const openBlas = (file, threads = 1) => ({
  file: `/usr/lib/x86_64-linux-gnu/openblas-pthread/${file}`,
  openblas: { config: "OpenBLAS 0.3.21 NO_LAPACKE DYNAMIC_ARCH Haswell MAX_THREADS=64", kernel: "Zen", threads },
});

/** Debian's libblas3, as PyTorch and NumPy load it without OpenBLAS. */
const referenceBlas = { file: "/usr/lib/x86_64-linux-gnu/blas/libblas.so.3.11.0", openblas: null };

test("the BLAS is named by version, kernel and threads, once if several files are the same", () => {
  const both = [openBlas("libblas.so.3"), openBlas("libopenblasp-r0.3.21.so")];
  assert.equal(blasName({ libraries: both, mkl: null }), "OpenBLAS 0.3.21, Zen kernels, 1 thread");
  assert.equal(
    blasName({ libraries: [openBlas("libblas.so.3", 2)], mkl: null }),
    "OpenBLAS 0.3.21, Zen kernels, 2 threads",
  );
  assert.equal(blasName({ libraries: both, mkl: "2024.1" }), "MKL 2024.1", "PyTorch's own, beside that of NumPy");
  assert.equal(blasName({ libraries: [], mkl: null }), "an unknown BLAS");
});

test("the reference BLAS is refused, also where LAPACK loaded OpenBLAS beside it", () => {
  const wanted =
    /^torch: wanted a fast BLAS, got the reference BLAS \(.*libblas\.so\.3\.11\.0\).*libopenblas0-pthread/s;
  for (const libraries of [[referenceBlas], [referenceBlas, openBlas("libopenblasp-r0.3.21.so")]])
    assert.throws(() => refuseReferenceBlas("torch", { libraries, mkl: null }), { message: wanted });
  for (const libraries of [
    [openBlas("libblas.so.3"), openBlas("libopenblasp-r0.3.21.so")],
    [{ file: "/usr/lib/x86_64-linux-gnu/blis-pthread/libblas.so.3", openblas: null }],
    [{ file: "/usr/lib/x86_64-linux-gnu/atlas/libblas.so.3", openblas: null }],
    [],
  ])
    refuseReferenceBlas("torch", { libraries, mkl: null });
});

test("tables and charts name the BLAS of the measured processes", () => {
  const workload = workloadOf("W1");
  const measured = (/** @type {number} */ time, /** @type {string} */ blas) => ({
    setup: 1,
    first: time,
    samples: [time, time],
    error: 0,
    ...(blas ? { blas } : {}),
  });
  const rows = [
    { peer: "ours", variant: "simd128", outcomes: [measured(1, "")] },
    { peer: "numpy", variant: "numpy", outcomes: [measured(2, "OpenBLAS 1, Zen kernels")] },
    { peer: "torch", variant: "torch", outcomes: [measured(2, "MKL 2"), measured(3, "MKL 2"), measured(3, "MKL 3")] },
  ];
  const table = [{ workload, results: resultsOf(workload, rows, { multiplyAdd: 50, fused: null, stream: 10 }) }];
  const lines = ["numpy with OpenBLAS 1, Zen kernels", "torch with MKL 2; MKL 3"];
  for (const text of [summaryTable(table), stepsTable(table)]) assert.deepEqual(text.split("\n").slice(-2), lines);
  for (const line of lines) assert.ok(comparisonChart(table).includes(`>${line}</text>`), line);
});

test("published times of NumPy and PyTorch name their BLAS, or the text beside the chart says that it is the reference BLAS", () => {
  const read = (/** @type {string} */ path) => readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");
  /** @type {{results: import("./report/tables.js").Result[]}[]} */
  const works = JSON.parse(read("web/docs/charts/results.json")).works;
  const timed = works.flatMap(({ results }) => results).filter((one) => one.peer === "numpy" || one.peer === "torch");
  const unnamed = timed.some(({ median, blas }) => median !== undefined && blas === undefined);
  for (const path of ["tests/bench/README.md", "web/engine/README.md"])
    assert.equal(/measured with the\s+reference\s+BLAS in this chart/.test(read(path)), unnamed, path);
});

/** The files that a page loads with one of the benchmark's, itself included. @param {URL} file @param {Set<string>} found */
function loadedWith(file, found = new Set()) {
  if (found.has(file.href)) return found;
  found.add(file.href);
  if (!file.pathname.startsWith(here.pathname)) return found;
  const source = readFileSync(file, "utf8").replace(/\/\*[^]*?\*\//g, "");
  for (const [, name = ""] of source.matchAll(/(?:^import .*?|^} from |import\((?="\.))"([^"]+)"/gm))
    loadedWith(name.startsWith(".") ? new URL(name, file) : new URL(`bare:${name}`), found);
  return found;
}
const here = new URL("./", import.meta.url);

test("what a page loads for a job are files of the benchmark", () => {
  const scripts = ["runner/in-browser.js", "peers/ours.js", "peers/onnxruntime.js", "peers/plain.js"];
  const files = new Set(scripts.flatMap((script) => [...loadedWith(new URL(script, here))]));
  assert.ok(files.has(new URL("workloads/models.js", here).href));
  assert.deepEqual(
    [...files].filter((file) => !file.startsWith(here.href)),
    [],
  );
});

test("numbers are written with three significant digits", () => {
  assert.deepEqual([0.012345, 1, 12.345, 99.96, 1234.5, undefined].map(threeDigits), [
    "0.0123",
    "1",
    "12.3",
    "100",
    "1235",
    "",
  ]);
});

test("options are read, and errors name the wrong option", () => {
  const { workloads: chosen, rounds, peers } = readOptions(["--works", "W1,D1", "--rounds", "3", "--browser"]);
  assert.deepEqual([chosen.map(({ id }) => id), rounds], [["W1", "D1"], 3]);
  assert.ok(!peers.includes("numpy"), "NumPy does not run in a browser");
  assert.equal(readOptions([]).workloads.length, workloads.length);
  assert.throws(() => readOptions(["--works", "W9"]), /--works: wanted some of W1.*got "W9"/);
  assert.throws(() => readOptions(["--rounds", "0"]), /--rounds: wanted a whole number from 1 to 999, got 0/);
  assert.throws(() => readOptions(["--browser", "--cpu"]), /--cpu: not with --browser/);
  const training = readOptions(["--training", "--browser"]);
  assert.deepEqual(
    [training.workloads.map(({ id }) => id), training.peers],
    [models.map(({ id }) => id), ["ours", "tfjs"]],
  );
  assert.throws(() => readOptions(["--training", "--works", "W1"]), /--works: wanted some of reverse.*got "W1"/);
  assert.throws(() => readOptions(["--training", "--curves"]), /--training: not with --curves/);
  assert.throws(() => readOptions(["--fast"]), /--fast/);
});
