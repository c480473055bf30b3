/** The C functions one by one: their memory, the exponential, and softmax on rows that a walk cannot make. */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { test } from "node:test";
import { promisify } from "node:util";
import { wasmBytes } from "../../../web/engine/wasm/node.js";
import { exponential, wholeExponential } from "../../support/oracles/exp.js";
import { readText } from "../../support/machine.js";
import { buildNative } from "../../support/native/compile.js";
import { checkUlp } from "../../support/native/ulp.js";
import { generator } from "../../support/walks.js";

const run = promisify(execFile);
const sanitize = ["-O1", "-g", "-fsanitize=address,undefined", "-fno-sanitize-recover=all"];
const env = { ...process.env, ASAN_OPTIONS: "detect_leaks=0" };

const drivers = [
  "tests/native/kernels/kernels.c",
  "tests/native/kernels/forward.c",
  "tests/native/kernels/backward.c",
  "tests/native/kernels/packed.c",
];

test("the drivers call every function of the headers that writes tensors", () => {
  const calls = drivers.map(readText).join();
  const declared = ["c/attention.h", "c/learn/backward.h"].flatMap((header) =>
    [...readText(header).matchAll(/^ATTENTION_(?:API|STAGE) \w+ (attention_\w+)\(([^;]*)\);/gm)].flatMap(
      ([, name = "", given = ""]) => (/^float \*|attention_tile \*/.test(given) ? [name] : []),
    ),
  );
  assert.ok(declared.length >= 45, `${declared.length} functions`);
  assert.deepEqual(
    declared.filter((name) => !calls.includes(`${name}(`)),
    [],
  );
});

for (const [compiler, backend] of /** @type {const} */ ([
  ["gcc", "vectors"],
  ["clang", "plain"],
])) {
  test(`${compiler} ${backend}: no stage reads or writes outside its tensors`, async () => {
    const program = await buildNative({ compiler, backend, drivers, flags: sanitize });
    const { stdout } = await run(program, ["300"], { env });
    assert.equal(stdout, "13800 calls\n");
    for (const mistake of ["before", "after", "unwritten", "input", "beyond"]) {
      const wanted = mistake === "beyond" ? /heap-buffer-overflow/ : /kernels: a mistake/;
      await assert.rejects(run(program, [mistake], { env }), wanted, mistake);
    }
  });
}

for (const [name, driver, step, slack] of /** @type {[string, string, number, number][]} */ ([
  ["exp, float", "tests/native/functions/exp.c", 331, 0.05],
  ["tanh, float", "tests/native/functions/tanh.c", 997, 0],
])) {
  test(`${name}: the error is the documented one`, async (context) => {
    const program = await buildNative({ compiler: "gcc", drivers: [driver] });
    const { stdout } = await run(program, [`${step}`]);
    context.diagnostic(stdout.trim());
    checkUlp(Number(stdout.split(" ulp at ")[0]), name, slack);
  });
}

for (const build of /** @type {const} */ (["simd128", "scalar"])) {
  const { instance } = await WebAssembly.instantiate(await wasmBytes(build), {});
  const exports = /** @type {any} */ (instance.exports);

  test(`${build}: the C version is the package's`, () => {
    const bytes = new Uint8Array(exports.memory.buffer, exports.attention_version());
    const version = Buffer.from(bytes.subarray(0, bytes.indexOf(0))).toString();
    assert.equal(version, JSON.parse(readText("package.json")).version);
    const [major = NaN, minor = NaN, patch = NaN] = version.split(".").map(Number);
    const [, number] = /^#define ATTENTION_VERSION_NUMBER (\d+)/m.exec(readText("c/attention.h")) ?? [];
    assert.equal(Number(number), 10000 * major + 100 * minor + patch);
  });

  test(`${build}: the exponential at its edges`, () => {
    const exp = exports.attention_whole_exponential;
    for (const [x, want] of /** @type {[number, number][]} */ ([
      [0, 1],
      [-0, 1],
      [-Infinity, 0],
      [Infinity, Infinity],
      [-3e38, 0],
      [3e38, Infinity],
      [-1000, 0],
      [-150, 0],
      [-104, 0],
      [89, Infinity],
      [150, Infinity],
      [NaN, NaN],
    ])) {
      assert.ok(Object.is(exp(x), want), `e^${x}: got ${exp(x)}, want ${want}`);
    }
    assert.equal(exp(-103.9), 2 ** -149);
    for (const x of [88.72, 88.7, 1, -1, 1e-8, -87.3, -87.4, -90, -100, -103]) {
      const [got, want] = [exp(x), Math.exp(Math.fround(x))];
      const ulp = 2 ** (Math.max(Math.floor(Math.log2(want)), -126) - 23);
      assert.ok(Math.abs(got - want) <= ulp, `e^${x}: got ${got}, want ${want}`);
    }
  });

  test(`${build}: softmax's exponential is the same down to 2^-63.5, and below that 0`, () => {
    const [exp, whole] = [exports.attention_exponential, exports.attention_whole_exponential];
    const end = -63.5 * Math.LN2;
    for (const x of [0, -0, -1, -44, end + 1e-5, 1, 88.72, 89, 127, 128, 129, 3e38, Infinity, NaN])
      assert.ok(Object.is(exp(x), whole(x)), `e^${x}: got ${exp(x)}, want ${whole(x)}`);
    for (const x of [end - 1e-5, -44.1, -44.3, -45, -87.3, -104, -3e38, -Infinity])
      assert.ok(Object.is(exp(x), 0), `e^${x}: got ${exp(x)}`);
  });

  test(`${build}: the exponential is the one that its header describes, bit for bit`, () => {
    const random = generator(7);
    for (let n = 0; n < 100_000; n++) {
      const x = Math.fround(random() * (n % 2 === 0 ? -20 : 260) - (n % 2 === 0 ? 0 : 160));
      for (const [name, want] of /** @type {const} */ ([
        ["attention_exponential", exponential(x)],
        ["attention_whole_exponential", wholeExponential(x)],
      ])) {
        const got = exports[name](x);
        assert.ok(Object.is(got, want), `${name}: e^${x}: got ${got}, want ${want}`);
      }
    }
  });

  test(`${build}: the largest finite magnitude, wherever it stands among infinities and NaN`, () => {
    const address = exports.__heap_base.value + 4; /* aligned as a float only */
    const largest = (/** @type {number[]} */ numbers) => {
      new Float32Array(exports.memory.buffer, address, numbers.length).set(numbers);
      return exports.attention_largest(address, numbers.length);
    };
    assert.equal(largest([]), 0);
    for (const count of [1, 2, 3, 4, 5, 7, 8, 9, 11]) {
      for (const other of [NaN, -Infinity, Infinity, -0, 0.5, -1.25]) {
        const numbers = new Array(count).fill(other);
        assert.ok(Object.is(largest(numbers), Number.isFinite(other) ? Math.abs(other) : 0), `${count} times ${other}`);
        for (let at = 0; at < count; at++) {
          for (const value of [1.5, -1.5, -(2 ** 127), 2 ** 127]) {
            const changed = numbers.map((number, index) => (index === at ? value : number));
            assert.equal(largest(changed), Math.abs(value), `${changed}`);
          }
        }
      }
    }
    assert.equal(largest([2 ** -149, 0, -0, 0]), 2 ** -149);
  });

  test(`${build}: softmax of rows with -inf, inf and NaN`, () => {
    const softmax = (/** @type {number[]} */ row) => {
      const address = exports.__heap_base.value + 4; /* aligned as a float only */
      const memory = new Float32Array(exports.memory.buffer, address, row.length);
      memory.set(row);
      exports.attention_softmax(address, address, 1, row.length);
      return Array.from(memory);
    };
    const { NEGATIVE_INFINITY: hidden } = Number;
    for (const width of [1, 2, 3, 4, 5, 7, 8, 9, 11]) {
      const row = (/** @type {number} */ value, /** @type {number} */ first) =>
        Array.from({ length: width }, (_, j) => (j === 0 ? first : value));
      assert.deepEqual(softmax(row(hidden, hidden)), row(0, 0));
      assert.deepEqual(softmax(row(hidden, 3e38)), row(0, 1));
      assert.deepEqual(softmax(row(-3e38, 3e38)), row(0, 1));
      assert.deepEqual(softmax(row(NaN, NaN)), row(NaN, NaN));
      assert.deepEqual(softmax(row(1, NaN)), row(NaN, NaN));
      assert.deepEqual(softmax(row(NaN, 1)), row(NaN, width === 1 ? 1 : NaN));
      assert.deepEqual(softmax(row(1, Infinity)), row(NaN, NaN));
      assert.deepEqual(softmax(row(-7, -7)), row(Math.fround(1 / width), Math.fround(1 / width)));
    }
  });
}
