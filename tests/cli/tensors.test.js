/** Cases whose tensors are in files beside them, or that are one .npz: what PyTorch and NumPy wrote (reference/tensors.py), and
 * files that are wrong. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import {
  closeSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { zipSync } from "fflate";
import { run } from "../../web/node/cli.js";
import { readCase } from "../../web/node/read-case.js";
import { npyOf } from "../../web/tensors/npy.js";

const reference = fileURLToPath(new URL("../reference/tensors/", import.meta.url));

/** Has two folders: `case`, with the reference files, and `outside`. @type {string} */
let folder;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), "attention-tensors-"));
  await cp(reference, join(folder, "case"), { recursive: true });
  mkdirSync(join(folder, "outside"));
  write("../outside/X.npy", npyOf({ shape: [2, 2], data: [1, 2, 3, 4] }));
});
after(() => rm(folder, { recursive: true }));

/** @param {string} name @param {string | Uint8Array} content @returns {string} its path */
function write(name, content) {
  const path = join(folder, "case", name);
  writeFileSync(path, content);
  return path;
}

/** @param {string[]} args */
async function cli(...args) {
  const { status, out, err } = await run(args);
  return { status, out: [...out].join(""), err };
}

/** Traces a case with a tensor X. @param {unknown} X @param {object} [more] */
const traceX = (X, more = {}) =>
  cli("trace", write("x.json", JSON.stringify({ inputs: { X, ...more } })), "--stage", "X");

/** @param {unknown} X @param {RegExp} message @param {object} [more] */
async function refusesX(X, message, more) {
  const { status, out, err } = await traceX(X, more);
  assert.deepEqual([status, out], [2, ""], err);
  assert.match(err, message);
  assert.match(err, /^attention-stepper: [^\n]*x\.json: [^\n]*\n$/);
}

/** @param {Uint8Array} archive @param {RegExp} message */
async function refusesArchive(archive, message) {
  const { status, out, err } = await cli("trace", write("wrong.npz", archive));
  assert.deepEqual([status, out], [2, ""], err);
  assert.match(err, message);
  assert.equal(err.split("\n").length, 2, err);
}

/** @param {string} descr @param {string} shape @param {Uint8Array} bytes an .npy file of any type */
function npy(descr, shape, bytes) {
  const header = `{'descr': '${descr}', 'fortran_order': False, 'shape': ${shape}, }\n`;
  return Buffer.concat([
    Buffer.from("\x93NUMPY\x01\x00", "latin1"),
    Buffer.from([header.length, 0]),
    Buffer.from(header),
    bytes,
  ]);
}

const x22 = npyOf({ shape: [2, 2], data: [1, 0, 0.5, -2] });
const utf32 = (/** @type {string} */ text) =>
  new Uint8Array(Uint32Array.from(text, (c) => c.codePointAt(0) ?? 0).buffer);
const spec = npy("<U15", "()", utf32('{"causal":true}'));

test("layers that PyTorch saved: their weights and stages from files agree with PyTorch's numbers", async () => {
  for (const name of ["layer.json", "gpt2.json", "text.npz", "bytes.npz", "uint8.npz"]) {
    const { status, out, err } = await cli("check", join(reference, name));
    assert.deepEqual([status, err], [0, ""], out);
  }
  const layer = JSON.parse(readFileSync(join(reference, "layer.json"), "utf8"));
  const wrong = [
    (/** @type {any} */ file) => delete file.inputs.Wq.transpose,
    (/** @type {any} */ file) => (file.inputs.bv.rows = [0, 8]),
    (/** @type {any} */ file) => delete file.inputs.key_valid,
    (/** @type {any} */ file) => (file.dOutput.name = "output"),
  ];
  for (const spoil of wrong) {
    const file = structuredClone(layer);
    spoil(file);
    const { status, err } = await cli("check", write("spoilt.json", JSON.stringify(file)));
    assert.deepEqual([status, err], [1, ""], String(spoil));
  }
});

test("every type of number, order of bytes and order of the array is read as NumPy converts it", async () => {
  const wanted = JSON.parse(readFileSync(join(reference, "types.json"), "utf8"));
  assert.ok(Object.keys(wanted).length >= 9);
  for (const [name, { shape, data }] of Object.entries(wanted)) {
    const { status, out, err } = await traceX({ file: "types.npz", name });
    assert.deepEqual([status, err], [0, ""], name);
    const { stages, rounded } = JSON.parse(out);
    assert.deepEqual([stages.X.shape, Float32Array.from(stages.X.data)], [shape, Float32Array.from(data)], name);
    assert.deepEqual(rounded, /^f8(?! exact)/.test(name) ? ["X"] : undefined, name);
  }
});

test("tensors of appends to a KV cache may be in files too; a case that is read keeps the type of its numbers", async () => {
  const {
    inputs,
    spec: own,
    expected,
  } = JSON.parse(readFileSync(fileURLToPath(new URL("../reference/cases/kv_cache_2.json", import.meta.url)), "utf8"));
  const output = { file: "step.npz", name: "output" };
  const steps = expected.steps.map((/** @type {any} */ step, /** @type {number} */ at) => {
    if (at !== 1) return { first: step.first };
    write("step.npz", zipSync({ "output.npy": npyOf(step.output) }));
    return { output };
  });
  const path = write("steps.json", JSON.stringify({ spec: own, inputs, expected: { steps } }));
  const { status, out, err } = await cli("check", path);
  assert.deepEqual([status, err], [0, ""], out);
  output.name = "no";
  const wrong = await cli("check", write("steps.json", JSON.stringify({ spec: own, inputs, expected: { steps } })));
  assert.match(wrong.err, /expected\.steps\[1\]\.output\.name: must be one of output, got "no"/);
  const read = readCase("FILE", join(reference, "gpt2.json"), readFileSync(join(reference, "gpt2.json")));
  const { Wq, bq, bo, X } = /** @type {any} */ (read.case.inputs);
  assert.deepEqual([Wq.type, bq.type, bo.type, X.type], ["bfloat16", "float16", "float64", "float32"]);
  assert.deepEqual(read.rounded, []);
});

test("check says which tensors were rounded, in words and as JSON", async () => {
  const path = join(reference, "layer.json");
  const names = ["expected.weights", "expected.output", "expected.gradients.X", "expected.gradients.Wv"];
  const words = await cli("check", path);
  assert.ok(words.out.includes(`${path}: rounded to float32: ${names.join(", ")}\n`), words.out);
  assert.ok((await cli("check", "--json", path)).out.includes(`"rounded":${JSON.stringify(names)}`));
  const exact = join(reference, "gpt2.json");
  assert.ok(!(await cli("check", exact)).out.includes("rounded"));
  assert.ok(!(await cli("check", "--json", exact)).out.includes("rounded"));
});

test("rows and columns count in the stored array, and it is transposed last", async () => {
  write("m.npy", npyOf({ shape: [3, 4], data: Array.from({ length: 12 }, (_, at) => at) }));
  const file = "m.npy";
  const numbers = async (/** @type {object} */ part) => {
    const { out, err } = await traceX({ file, ...part });
    assert.equal(err, "");
    const { shape, data } = JSON.parse(out).stages.X;
    return [shape, data];
  };
  assert.deepEqual(await numbers({ rows: [1, 3] }), [
    [2, 4],
    [4, 5, 6, 7, 8, 9, 10, 11],
  ]);
  assert.deepEqual(await numbers({ rows: [1] }), [
    [2, 4],
    [4, 5, 6, 7, 8, 9, 10, 11],
  ]);
  assert.deepEqual(await numbers({ columns: [1, 3] }), [
    [3, 2],
    [1, 2, 5, 6, 9, 10],
  ]);
  assert.deepEqual(await numbers({ rows: [0, 2], columns: [3, 4] }), [
    [2, 1],
    [3, 7],
  ]);
  assert.deepEqual(await numbers({ rows: [0, 2], columns: [1, 4], transpose: true }), [
    [3, 2],
    [1, 5, 2, 6, 3, 7],
  ]);
  assert.deepEqual(await numbers({ transpose: false, columns: [0, 1] }), [
    [3, 1],
    [0, 4, 8],
  ]);
  await refusesX({ file, rows: [0, 4] }, /X\.rows: must be \[from, to\] with 0 <= from < to <= 3, got \[0, 4\]/);
  await refusesX({ file, rows: [2, 2] }, /X\.rows: must be/);
  await refusesX({ file, rows: [-1, 2] }, /X\.rows: must be/);
  await refusesX({ file, rows: [0.5, 2] }, /X\.rows: must be/);
  await refusesX({ file, rows: [0, 1, 2] }, /X\.rows: must be/);
  await refusesX({ file, rows: 1 }, /X\.rows: must be .*, got 1/);
  await refusesX({ file, columns: [3, 5] }, /X\.columns: must be .* <= 4, got \[3, 5\]/);
  await refusesX({ file, transpose: 1 }, /X\.transpose: must be true or false, got 1/);
  write("v.npy", npyOf({ shape: [3], data: [1, 2, 3] }));
  await refusesX({ file: "v.npy", columns: [0, 1] }, /X\.columns: needs a matrix, got an array of the shape \[3\]/);
  await refusesX({ file: "v.npy", transpose: true }, /X\.transpose: needs a matrix/);
  write("h.npy", npyOf({ shape: [1, 2, 2], data: [1, 2, 3, 4] }));
  await refusesX({ file: "h.npy", rows: [0, 1] }, /X\.rows: needs a vector or a matrix, got .* \[1, 2, 2\]/);
});

test("a file lies in the case's folder: not beyond it, through links neither, and it is a file", async () => {
  mkdirSync(join(folder, "case/deeper"));
  write("deeper/X.npy", x22);
  symlinkSync("deeper/X.npy", join(folder, "case/within.npy"));
  symlinkSync("../outside/X.npy", join(folder, "case/link.npy"));
  symlinkSync("../outside", join(folder, "case/away"));
  symlinkSync("/dev/zero", join(folder, "case/zero.npy"));
  execFileSync("mkfifo", [join(folder, "case/pipe.npy")]);
  for (const file of ["deeper/X.npy", "./deeper/../deeper/X.npy", "within.npy"])
    assert.equal((await traceX({ file })).status, 0, file);
  for (const file of ["../outside/X.npy", join(folder, "outside/X.npy"), "link.npy", "away/X.npy", "zero.npy", ".."])
    await refusesX({ file }, /x\.json: X\.file: must lie in the case's folder, got ".*", which does not/);
  await refusesX(
    { file: "no.npy" },
    /X\.file: must be a file in the case's folder, got "no\.npy", which does not exist/,
  );
  await refusesX({ file: "deeper" }, /X\.file: must be a file in the case's folder, got "deeper", which is none/);
  await refusesX({ file: "pipe.npy" }, /X\.file: .*which is none/);
  await refusesX({ file: `deeper/X.npy/${"a".repeat(5000)}` }, /X\.file: must be a file in the case's folder/);
  await refusesX({ file: "a\0b" }, /X\.file: must be the path of a file/);
  await refusesX({ file: 3 }, /X\.file: must be the path of a file in the case's folder, got 3/);
  const input = JSON.stringify({ inputs: { X: { file: "deeper/X.npy" } } });
  const program = fileURLToPath(new URL("../../web/node/cli.js", import.meta.url));
  assert.throws(
    () => execFileSync(process.execPath, [program, "trace", "-"], { input, cwd: join(folder, "case"), stdio: "pipe" }),
    /standard input: X\.file: needs a case that is a file/,
  );
});

test("what a case says of a file is checked: fields, names, types, what is in it", async () => {
  write("x.npy", x22);
  const archive = zipSync({ "a.npy": x22, "b.npy": x22 });
  write("ab.npz", archive);
  await refusesX({ file: "x.npy", nmae: "q" }, /nmae: unknown field of X, a tensor in a file; did you mean name\?/);
  await refusesX({ file: "x.npy", data: [1] }, /data: unknown field of X/);
  await refusesX({ file: "x.npy", name: "q" }, /X\.name: must not be given with an \.npy file/);
  await refusesX({ file: "ab.npz" }, /X\.name: must be the name of an array, one of a, b, got undefined/);
  await refusesX({ file: "ab.npz", name: "c" }, /X\.name: must be one of a, b, got "c"/);
  await refusesX(
    { file: "layer.safetensors", name: "x" },
    /X\.name: must be one of c_attn\.weight, .*did you mean X\?/,
  );
  await refusesX({ file: "x.json" }, /X: x\.json: must be an \.npz, \.npy or safetensors file, got one that begins/);
  await refusesX({ file: "objects.npz", name: "X" }, /X: objects\.npz, X: must hold numbers of type f2, .*\|O/);
  await refusesX(
    { file: "state.npz", name: "key_valid" },
    /X: must hold numbers, as only masks may be true and false, got bool/,
  );
  write("large.npy", npy("<f8", "(1, 2)", new Uint8Array(new Float64Array([1, 1e39]).buffer)));
  await refusesX({ file: "large.npy" }, /X: must hold numbers within float32, got 1e\+39/);
  write("longer.npy", Buffer.concat([x22, Buffer.from([0])]));
  await refusesX({ file: "longer.npy" }, /X: longer\.npy: must hold 16 bytes for the shape \[2, 2\] of f4, got 17/);
  write("complex.npy", npy("<c8", "(1, 1)", new Uint8Array(8)));
  await refusesX({ file: "complex.npy" }, /X: complex\.npy: must hold numbers of type/);
  await refusesX({ file: "x.npy" }, /Wq\.file: must be a file in the case's folder/, { Wq: { file: "\x1b[31m.npy" } });
  const { err } = await traceX({ file: "x.npy" }, { Wq: { file: "\x1b[31m.npy" } });
  assert.doesNotMatch(err, /\x1b/); // eslint-disable-line no-control-regex -- what must not reach a terminal
  const expected = { weights: { file: "no.npy" } };
  const checked = await cli("check", write("e.json", JSON.stringify({ inputs: { X: { file: "x.npy" } }, expected })));
  assert.match(checked.err, /e\.json: expected\.weights\.file: must be a file in the case's folder/);
});

test("an archive that contradicts itself is refused, and one that would unpack to more than 1 GiB before it is unpacked", async () => {
  const plain = zipSync({ "X.npy": x22, "C.npy": x22 }, { level: 0 });
  const changed = (/** @type {(bytes: Buffer) => void} */ change) => {
    const bytes = Buffer.from(plain);
    change(bytes);
    return bytes;
  };
  assert.equal((await cli("trace", write("right.npz", plain))).status, 0);
  await refusesArchive(
    changed((bytes) => (bytes[bytes.indexOf("NUMPY") + 130] ^= 1)),
    /CRC-32/,
  );
  await refusesArchive(
    changed((bytes) => {
      for (let at; (at = bytes.indexOf("C.npy")) >= 0;) bytes.write("X", at);
    }),
    /wrong\.npz: file: must hold "X" once, got it twice/,
  );
  const directory = (/** @type {Buffer} */ bytes) => bytes.indexOf("PK\x01\x02", 0, "latin1");
  await refusesArchive(
    changed((bytes) => bytes.writeUInt32LE(2 ** 30, directory(bytes) + 24)),
    /wrong\.npz: file: at most 1073741824 bytes once unpacked, got 1073741968/,
  );
  await refusesArchive(
    zipSync({ "X.npy": Buffer.concat([x22, Buffer.from("more")]) }),
    /file, X: must hold 16 bytes .*, got 20/,
  );
  await refusesArchive(plain.subarray(0, -3), /file: must be a whole \.npz archive/);
  await refusesArchive(Buffer.concat([plain, Buffer.from("more")]), /file: must be a whole \.npz archive/);
});

test("an archive is a case: spec, inputs, dOutput, expected.NAME and gradients.NAME; any other name is an error", async () => {
  const path = write(
    "whole.npz",
    zipSync({ "spec.npy": spec, "X.npy": x22, "expected.allow.npy": npy("|b1", "(2, 2)", Uint8Array.of(1, 0, 1, 1)) }),
  );
  const { status, out, err } = await cli("check", path);
  assert.deepEqual([status, err], [0, ""]);
  assert.match(out, /^[^\n]*whole\.npz: ok \(1 stage[^\n]*\n$/);
  assert.match((await cli("trace", path)).out, /"masked"/);
  assert.match((await cli("render", path)).out, /^<svg/);
  const program = fileURLToPath(new URL("../../web/node/cli.js", import.meta.url));
  const piped = execFileSync(process.execPath, [program, "trace", "-"], { input: readFileSync(path) });
  assert.equal(String(piped), (await cli("trace", path)).out);
  const wrong = npy("|b1", "(2, 2)", Uint8Array.of(1, 1, 1, 1));
  assert.equal(
    (await cli("check", write("w.npz", zipSync({ "spec.npy": spec, "X.npy": x22, "expected.allow.npy": wrong }))))
      .status,
    1,
  );
  for (const [name, hint] of [
    ["x", "did you mean X\\?"],
    ["expected.weight", "known: spec, "],
    ["gradients", "known"],
    ["expected", "known"],
    ["expected.__proto__", "known"],
    ["__proto__", "known"],
    ["tolerance", "known"],
  ])
    await refusesArchive(
      zipSync({ "X.npy": x22, [`${name}.npy`]: x22 }),
      new RegExp(`: ${name}: unknown array of a case.*${hint}`),
    );
  await refusesArchive(zipSync({ "spec.npy": spec }), /X: must be given/);
  const withSpec = (/** @type {Uint8Array} */ bytes) => zipSync({ "X.npy": x22, "spec.npy": bytes });
  await refusesArchive(
    withSpec(x22),
    /file, spec: must be a text \(U or S\) without dimensions, or a vector of uint8, got/,
  );
  await refusesArchive(withSpec(npy("<U1", "(15,)", new Uint8Array(60))), /file, spec: must be a text/);
  await refusesArchive(withSpec(npy("|u1", "()", new Uint8Array(1))), /file, spec: must be a text/);
  await refusesArchive(
    withSpec(Buffer.concat([spec, Buffer.from("more")])),
    /file, spec: must hold 60 bytes of text, got 64/,
  );
  await refusesArchive(withSpec(npy("|S3", "()", Buffer.from("{,}"))), /spec: must hold JSON, got ",\}" at line 1/);
  await refusesArchive(withSpec(npy("|S1", "()", Uint8Array.of(255))), /file, spec: must hold text in UTF-8/);
  await refusesArchive(
    withSpec(npy("<U1", "()", Uint8Array.of(0, 0, 0, 1))),
    /file, spec: must hold characters of Unicode/,
  );
  await refusesArchive(withSpec(npy("|S4", "()", Buffer.from("1234"))), /spec: must be an object, got 1234/);
  const big = utf32('{"causal":true}').map((_, at, all) => all[at - (at % 4) + 3 - (at % 4)] ?? 0);
  for (const text of [
    npy(">U15", "()", big),
    npy("<U17", "()", Buffer.concat([utf32('{"causal":true}'), Buffer.alloc(8)])),
  ])
    assert.match((await cli("trace", write("big.npz", withSpec(text)))).out, /"masked"/);
});

test("a case may start at Q, K and V: trace, check, explain and render take it, as JSON, with tensors in files, and as an archive", async () => {
  const name = fileURLToPath(new URL("../reference/variants/queries_2.json", import.meta.url));
  const { spec: rope, inputs, expected } = JSON.parse(readFileSync(name, "utf8"));
  const { G, Q, K, V } = inputs;
  const { grads, ...stages } = expected;
  const gradients = { Q: grads.Q, K: grads.K, V: grads.V };
  const whole = { spec: rope, inputs: { Q, K, V }, dOutput: G, expected: { ...stages, gradients } };
  const json = write("queries.json", JSON.stringify(whole));
  const files = {
    ...Object.fromEntries(Object.entries({ Q, K, V, dOutput: G }).map(([id, tensor]) => [`${id}.npy`, npyOf(tensor)])),
    ...Object.fromEntries(Object.entries(gradients).map(([id, tensor]) => [`gradients.${id}.npy`, npyOf(tensor)])),
    "expected.output.npy": npyOf(stages.output),
  };
  const text = JSON.stringify(rope);
  write("qkv.npz", zipSync(files));
  const archive = write("queries.npz", zipSync({ ...files, "spec.npy": npy(`<U${text.length}`, "()", utf32(text)) }));
  const file = (/** @type {string} */ id) => ({ file: "qkv.npz", name: id });
  const beside = write(
    "beside.json",
    JSON.stringify({ ...whole, inputs: { Q: file("Q"), K: file("K"), V: file("V") } }),
  );
  const traced = await cli("trace", json);
  for (const path of [json, archive, beside]) {
    assert.deepEqual([(await cli("check", path)).status, await cli("trace", path)], [0, traced], path);
    for (const stage of Object.keys(JSON.parse(traced.out).stages))
      assert.match((await cli("render", path, "--stage", stage)).out, /^<svg[^]*<\/svg>\n$/, stage);
  }
  assert.deepEqual(Object.keys(JSON.parse(traced.out).stages).slice(0, 5), ["Q", "K", "V", "Q_rot", "K_rot"]);
  gradients.K.data[0] += 0.1;
  const { status, out } = await cli("check", write("wrong.json", JSON.stringify(whole)));
  assert.equal(status, 1);
  assert.match(out, /gradients\.K/);
  for (const stage of ["Q", "K", "V"])
    assert.match((await cli("render", json, "--stage", stage)).out, new RegExp(`<title[^>]*>[^<]*${stage}`));
  const chains = await Promise.all(
    [json, archive, beside].map((path) => cli("explain", path, "raw", "0,1,1", "--json")),
  );
  for (const { status, out } of chains) assert.deepEqual([status, out], [0, chains[0]?.out]);
  const numbers = JSON.parse(chains[0]?.out ?? "").numbers;
  const [first] = numbers;
  const { data, shape } = JSON.parse(traced.out).stages.raw;
  assert.equal(first.value, data[shape[2] + 1]);
  const read = numbers.flatMap((/** @type {any} */ { terms }) => terms.map((/** @type {any} */ { stage }) => stage));
  assert.deepEqual([...new Set(numbers.map((/** @type {any} */ { stage }) => stage))].sort(), [
    "K_rot",
    "Q_rot",
    "raw",
  ]);
  assert.deepEqual([...new Set(read)].sort(), ["-sin", "K", "K_rot", "Q", "Q_rot", "cos", "sin"]);
  const both = { ...whole, inputs: { Q, K, V, X: G } };
  const refused = await cli("trace", write("both.json", JSON.stringify(both)));
  assert.match(refused.err, /both\.json: X: must not be given with Q, K and V, which stand in its place/);
});

test("only the rows that are wanted are read of a file that is larger than memory", async () => {
  const [rows, columns] = [2 ** 22, 4096];
  const header = JSON.stringify({
    big: { dtype: "F32", shape: [rows, columns], data_offsets: [0, rows * columns * 4] },
  });
  const path = write("big.safetensors", "");
  const file = openSync(path, "r+");
  const start = 8 + header.length;
  writeSync(
    file,
    Buffer.concat([Buffer.from(new BigUint64Array([BigInt(header.length)]).buffer), Buffer.from(header)]),
  );
  ftruncateSync(file, start + rows * columns * 4); // 64 GiB, of which the disk stores nothing
  writeSync(file, Buffer.from(new Float32Array([1.5, -2]).buffer), 0, 8, start + (4_000_000 * columns + 7) * 4);
  closeSync(file);
  const X = { file: "big.safetensors", name: "big", rows: [4_000_000, 4_000_001], columns: [6, 10] };
  assert.deepEqual(JSON.parse((await traceX(X)).out).stages.X, { shape: [1, 4], data: [0, 1.5, -2, 0] });
  await refusesX({ file: X.file, name: X.name }, /X: at most 268435456 numbers, got .*; take some of its rows/);
  await rm(path);
});
