/** Files and pasted text as tensors: read correctly, or refused with an AttentionError, whatever they contain. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { test } from "node:test";

import { AttentionError } from "../../web/engine/errors.js";
import { csvOf, jsonOf, npyOf, npzOf, weightFormats } from "../../web/export/index.js";
import { readTensors } from "../../web/state/tensor-files/archives.js";
import { readTensorFile, readTensorText } from "../../web/state/tensor-files/index.js";
import { generator } from "../support/walks.js";

const python = "/usr/bin/python3";
const skip = spawnSync(python, ["-c", "import numpy"]).status !== 0 && "python3-numpy is not installed";
const bytesOf = (/** @type {string} */ text) => new TextEncoder().encode(text);
const read = (/** @type {string} */ text) => {
  const { shape, data } = readTensorText("numbers", text);
  return [shape, Array.from(data)];
};

/** What numpy.savez wrote: X is [[1, 2.5], [-3, 4]] as float32, Wq is [[0, 1, 2], [3, 4, 5]] as float64. */
const saved = Buffer.from(
  "UEsDBBQAAAAAAAAAIQAMSJuLkAAAAJAAAAAFABQAWC5ucHkBABAAkAAAAAAAAACQAAAAAAAAAJNOVU1QWQEAdgB7J2Rlc2NyJzogJzxmNCcsICdmb3J0" +
    "cmFuX29yZGVyJzogRmFsc2UsICdzaGFwZSc6ICgyLCAyKSwgfSAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAg" +
    "ICAgICAgICAKAACAPwAAIEAAAEDAAACAQFBLAwQUAAAAAAAAACEA8M07RrAAAACwAAAABgAUAFdxLm5weQEAEACwAAAAAAAAALAAAAAAAAAAk05VTVBZ" +
    "AQB2AHsnZGVzY3InOiAnPGY4JywgJ2ZvcnRyYW5fb3JkZXInOiBGYWxzZSwgJ3NoYXBlJzogKDIsIDMpLCB9ICAgICAgICAgICAgICAgICAgICAgICAg" +
    "ICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgIAoAAAAAAAAAAAAAAAAAAPA/AAAAAAAAAEAAAAAAAAAIQAAAAAAAABBAAAAAAAAAFEBQSwEC" +
    "FAMUAAAAAAAAACEADEibi5AAAACQAAAABQAAAAAAAAAAAAAAgAEAAAAAWC5ucHlQSwECFAMUAAAAAAAAACEA8M07RrAAAACwAAAABgAAAAAAAAAAAAAA" +
    "gAHHAAAAV3EubnB5UEsFBgAAAAACAAIAZwAAAK8BAAAAAA==",
  "base64",
);
/** What numpy.savez_compressed wrote. */
const compressed = Buffer.from(
  "UEsDBBQAAAAIAAAAIQBPpDwSSQAAAJAAAAAFABQAWC5ucHkBABAAkAAAAAAAAABJAAAAAAAAAJvsF+obEMnIUMZQrZ6SWpxcpG6loG6TZqKuo6Cell9U" +
    "UpSYF59flJIKEndLzClOBYoXZyQWpAL5GkY6CkaaOgq1CmQDLgY0AABQSwECFAMUAAAACAAAACEAT6Q8EkkAAACQAAAABQAAAAAAAAAAAAAAgAEAAAAA" +
    "WC5ucHlQSwUGAAAAAAEAAQAzAAAAgAAAAAAA",
  "base64",
);

test("an archive gives the tensor of the name that is asked for, as NumPy and the page write it", () => {
  const read = (/** @type {Uint8Array} */ bytes, /** @type {string} */ tensor) => {
    const { shape, data } = readTensorFile("a.npz", bytes, tensor);
    return [shape, [...data]];
  };
  assert.deepEqual(read(saved, "X"), [
    [2, 2],
    [1, 2.5, -3, 4],
  ]);
  assert.deepEqual(read(saved, "Wq"), [
    [2, 3],
    [0, 1, 2, 3, 4, 5],
  ]);
  const own = npzOf({ E: { shape: [1, 2], data: [1, 2] }, bq: { shape: [3], data: [0.5, -1, 7] } });
  assert.deepEqual(read(own, "bq"), [[3], [0.5, -1, 7]]);
  assert.deepEqual(read(own, "E"), [
    [1, 2],
    [1, 2],
  ]);
  assert.throws(() => read(saved, "Wk"), /^AttentionError: a\.npz: must hold Wk, got X, Wq$/);
  assert.throws(() => read(compressed, "X"), /^AttentionError: a\.npz: must not be compressed/);
  for (let length = 4; length < saved.length; length++)
    assert.throws(() => read(saved.subarray(0, length), "X"), { name: "AttentionError" }, String(length));
  const random = generator(11);
  for (let n = 0; n < 3000; n++) {
    const damaged = Uint8Array.from(saved);
    damaged[Math.floor(random() * damaged.length)] = Math.floor(random() * 256);
    try {
      const { shape, data } = readTensorFile("a.npz", damaged, "X");
      assert.equal(
        shape.reduce((product, size) => product * size, 1),
        data.length,
      );
    } catch (error) {
      assert.ok(error instanceof AttentionError, String(error));
    }
  }
});

test("a state or a case is no tensor, and the message says so", () => {
  for (const text of ['{"attention-stepper": 1, "state": {}}', '{"spec": {}, "inputs": {}}']) {
    const message = "a.json: must be one tensor, got a state or a case";
    assert.throws(() => readTensorFile("a.json", bytesOf(text), "X"), { name: "AttentionError", message });
  }
});

test("tables are read as spreadsheets and programs write them", () => {
  const wanted = [
    [2, 3],
    [1, -2.5, 3, 0, 0.5, 1000],
  ];
  for (const text of [
    "1,-2.5,3\n0,.5,1e3\n",
    "\uFEFF1;−2.5;3\r\n0;0.5;1000\r\n\r\n",
    '"1"\t"-2.5"\t"3"\n"0"\t"0.5"\t"1000"',
    "  1 -2.5   3 \r 0 0.5 +1E3",
    "\n1, -2.5, 3.\n\n0, 0.5, 1000",
  ])
    assert.deepEqual(read(text), wanted, JSON.stringify(text));
  assert.deepEqual(read("7"), [[1, 1], [7]]);
});

test("JSON is read as shape and data, or as nested arrays", () => {
  assert.deepEqual(read('{"shape": [2, 2], "data": [1, 2, 3, 4.5]}'), [
    [2, 2],
    [1, 2, 3, 4.5],
  ]);
  assert.deepEqual(read("[[1, 2], [3, 4.5]]"), [
    [2, 2],
    [1, 2, 3, 4.5],
  ]);
  assert.deepEqual(read("[1, 2]"), [[2], [1, 2]]);
});

test("NumPy files are read in every type, both byte orders, C and Fortran order, versions 1 to 3", { skip }, () => {
  const code = `
import io, json, sys
import numpy as np
from numpy.lib import format
found = []
base = np.array([[0, 1, 2], [3, 200, 5]])
for kind in ["<f4", ">f4", "<f8", ">f8", "<i4", ">i4", "<i8", ">i8", "|u1"]:
    for order in "CF":
        for version in [(1, 0), (2, 0), (3, 0)]:
            file = io.BytesIO()
            format.write_array(file, np.array(base, dtype=kind, order=order), version)
            found.append([kind + order + str(version), file.getvalue().hex()])
print(json.dumps(found))`;
  const files = /** @type {[string, string][]} */ (
    JSON.parse(spawnSync(python, ["-W", "ignore", "-c", code], { encoding: "utf8" }).stdout)
  );
  assert.equal(files.length, 54);
  for (const [name, hex] of files) {
    const { shape, data } = readTensorFile(name, Buffer.from(hex, "hex"), "X");
    assert.deepEqual(
      [shape, Array.from(data)],
      [
        [2, 3],
        [0, 1, 2, 3, 200, 5],
      ],
      name,
    );
  }
});

test("exported files are read back, bit for bit", () => {
  const random = generator(3);
  const tensor = {
    shape: [5, 7],
    data: Float32Array.from({ length: 35 }, () => (random() - 0.5) * 10 ** (random() * 60 - 30)),
  };
  for (const bytes of [npyOf(tensor), bytesOf(csvOf(tensor)), bytesOf(jsonOf(tensor))])
    assert.deepEqual(readTensorFile("file", bytes, "X"), tensor);
});

test("an unusable file is refused with its name, what came and what was wanted", () => {
  const header = (/** @type {string} */ text) =>
    Uint8Array.from([0x93, ...bytesOf("NUMPY"), 1, 0, text.length, 0, ...bytesOf(text), 0, 0, 0, 0]);
  /** @type {[string | Uint8Array, RegExp][]} */
  const refused = [
    ["", /must be a \.npy or \.npz file, JSON or a table.*got nothing/],
    ["1,2\n3", /must have 2 columns in line 2 as before, got 1/],
    ["a,b\n1,2", /numbers only, got "a" in line 1, column 1/],
    ["1,,2", /numbers only, got "" in line 1, column 2/],
    ["1,inf", /numbers only, got "inf"/],
    ["1,1e39", /finite numbers within float32, got 1e\+39 at \[0, 1\]/],
    ["[[1, 2], [3]]", /2 columns in row 2 as before, got 1/],
    ["[[1, 2], 3]", /an array as row 2, got 3/],
    ["[[], []]", /some columns/],
    ["[[[1]]]", /numbers only, got an array/],
    ['[["1"]]', /numbers only, got "1"/],
    ["{}", /"shape" of 1 to 3 sizes, got undefined/],
    ['{"shape": [2], "data": [1]}', /2 numbers for the shape \[2\], got 1/],
    ['{"shape": [2, 1e9], "data": []}', /"shape"/],
    ["[1, 2", /must be JSON/],
    [Uint8Array.from([255, 254, 0, 1]), /got bytes that are not text/],
    [header("{'descr': '<f4', 'fortran_order': False, 'shape': (2,), }"), /8 bytes for the shape \[2\] of f4, got 4/],
    [header("{'descr': '<c8', 'fortran_order': False, 'shape': (1,), }"), /type f4, f8, i4, i8, u1, got/],
    [header("{'descr': '<f4', 'fortran_order': False, 'shape': (), }"), /1 to 3 dimensions/],
    [header("{'descr': '<f4', 'fortran_order': False, 'shape': (99999999, 99999), }"), /at most 131072 numbers/],
    [Uint8Array.from([0x93, ...bytesOf("NUMPY"), 9, 0, 0, 0]), /version 1, 2 or 3, got 9/],
    [Uint8Array.from([0x93, ...bytesOf("NUMPY"), 1, 0, 200]), /whole header/],
    [new Uint8Array(2 ** 23 + 1), /at most 8388608 bytes, got 8388609/],
  ];
  for (const [content, message] of refused) {
    const act = () => readTensorFile("mine.csv", typeof content === "string" ? bytesOf(content) : content, "X");
    assert.throws(
      act,
      (error) => error instanceof AttentionError && error.field === "mine.csv" && message.test(error.message),
      String(message),
    );
  }
});

test("10,000 damaged files each give a tensor or an AttentionError, quickly", () => {
  const random = generator(11);
  const whole = (/** @type {number} */ below) => Math.floor(random() * below);
  const tensor = { shape: [4, 6], data: Float32Array.from({ length: 24 }, () => random() - 0.5) };
  const valid = [
    npyOf(tensor),
    bytesOf(csvOf(tensor)),
    bytesOf(jsonOf(tensor)),
    bytesOf("[[1,2],[3,4]]"),
    bytesOf("1\t2\n3\t4\n"),
  ];
  const odd = bytesOf("[]{}\",;\t\n\r0123456789eE+-.\u0093 '()<>");
  const counts = { read: 0, refused: 0 };
  for (let n = 0; n < 10000; n++) {
    const bytes = Array.from(valid[whole(valid.length)]);
    for (let change = 0; change <= whole(4); change++) {
      const at = whole(bytes.length);
      const byte = random() < 0.6 ? odd[whole(odd.length)] : whole(256);
      const way = whole(5);
      if (way === 0) bytes.splice(at, 1 + whole(8));
      else if (way === 1) bytes.splice(at, 0, ...Array.from({ length: 1 + whole(50) }, () => byte));
      else if (way === 2) bytes.splice(at, 0, ...bytes.slice(at, at + whole(40)));
      else if (way === 3) bytes.length = at;
      else bytes[at] = byte;
    }
    const started = process.cpuUsage(); // not the wall clock, which other processes delay
    try {
      const { shape, data } = readTensorFile("damaged", Uint8Array.from(bytes), "X");
      assert.equal(
        shape.reduce((product, size) => product * size, 1),
        data.length,
      );
      assert.ok(data.length > 0 && data.every(Number.isFinite));
      counts.read++;
    } catch (error) {
      if (!(error instanceof AttentionError)) throw error;
      assert.ok(error.message.length < 400, error.message);
      counts.refused++;
    }
    assert.ok(process.cpuUsage(started).user < 500_000);
  }
  assert.ok(counts.read > 300 && counts.refused > 3000, JSON.stringify(counts));
});

test("files with several tensors: all are read, and 3,000 damaged ones each give tensors or an AttentionError", () => {
  const random = generator(5);
  const tensors = {
    "layers.0.Wq": { shape: [2, 3], data: Float32Array.from({ length: 6 }, () => random() - 0.5) },
    readout_bias: { shape: [4], data: Float32Array.from({ length: 4 }, () => random() * 1e-9) },
  };
  const files = Object.values(weightFormats).map((write) => {
    const content = write(tensors);
    return typeof content === "string" ? bytesOf(content) : content;
  });
  for (const bytes of files) assert.deepEqual(readTensors("w", bytes), tensors);
  const { X, Wq } = readTensors("numpy.npz", saved);
  assert.deepEqual(
    [X?.shape, [...(Wq?.data ?? [])]],
    [
      [2, 2],
      [0, 1, 2, 3, 4, 5],
    ],
  );
  const counts = { read: 0, refused: 0 };
  for (let n = 0; n < 3000; n++) {
    const whole = Uint8Array.from(files[n % files.length] ?? []);
    for (let change = 0; change < 1 + (n % 3); change++)
      whole[Math.floor(random() * whole.length)] = Math.floor(random() * 256);
    const bytes = n % 5 === 0 ? whole.subarray(0, Math.floor(random() * whole.length)) : whole;
    try {
      for (const { shape, data } of Object.values(readTensors("w", bytes))) {
        assert.equal(
          shape.reduce((product, size) => product * size, 1),
          data.length,
        );
        assert.ok(data.every(Number.isFinite));
      }
      counts.read++;
    } catch (error) {
      if (!(error instanceof AttentionError)) throw error;
      counts.refused++;
    }
  }
  assert.ok(counts.read > 100 && counts.refused > 500, JSON.stringify(counts));
});

/**
 * A safetensors file with any header, and ones as its numbers.
 * @param {object} header
 * @param {number} [count] how many
 */
function safetensorsOf(header, count = 1) {
  const json = bytesOf(JSON.stringify(header));
  const length = new BigUint64Array([BigInt(json.length)]);
  const ones = new Float32Array(count).fill(1);
  return new Uint8Array(Buffer.concat([new Uint8Array(length.buffer), json, new Uint8Array(ones.buffer)]));
}

test("a file with several tensors that cannot be used is refused with its name", () => {
  const entry = { dtype: "F32", shape: [1], data_offsets: [0, 4] };
  assert.deepEqual([...(readTensors("w", safetensorsOf({ a: entry })).a?.data ?? [])], [1]);
  /** @type {[Uint8Array, RegExp][]} */
  const refused = [
    [safetensorsOf({ a: { ...entry, dtype: "F16" } }), /^w: must hold a as F32, got "F16"$/],
    [safetensorsOf({ a: { ...entry, data_offsets: [4, 8] } }), /^w: must hold the numbers of a for its shape/],
    [safetensorsOf({ a: { ...entry, shape: [2] } }), /^w: must hold the numbers of a for its shape/],
    [safetensorsOf({ a: null }), /^w: must hold a as F32, got undefined/],
    [bytesOf('{"Wq": {"shape": [2], "data": [1]}}'), /^w, Wq: must hold 2 numbers for the shape \[2\], got 1$/],
    [bytesOf('{"Wq": {"shape": [1], "data": ["nan"]}}'), /^w, Wq: must hold numbers only, got "nan"$/],
    [bytesOf('{"Wq": 3}'), /^w, Wq: must have a "shape"/],
    [bytesOf("[1, 2]"), /^w: must be an object of tensors, got an array of length 2$/],
    [bytesOf(""), /^w: must be JSON/],
    [Uint8Array.from([255, 254, 0, 1]), /^w: must be an \.npz or safetensors file, or JSON, got bytes/],
    [compressed, /^w: must not be compressed/],
  ];
  for (const [bytes, message] of refused)
    assert.throws(
      () => readTensors("w", bytes),
      (error) => (error instanceof AttentionError && message.test(error.message)) || assert.fail(String(error)),
    );
});

/** An archive whose directory names the same file several times. @param {number} times */
function repeatedNpz(times) {
  const whole = npzOf({ t0: { shape: [100], data: new Float32Array(100) } });
  const view = new DataView(whole.buffer);
  const directory = view.getUint32(whole.length - 6, true);
  const entry = whole.subarray(directory, whole.length - 22);
  const entries = Array.from({ length: times }, (_, at) => {
    const named = Uint8Array.from(entry);
    named.set(bytesOf(String.fromCharCode(97 + at)), 46); // another first letter of the name
    return [...named];
  });
  return Uint8Array.from([...whole.subarray(0, directory), ...entries.flat(), ...whole.subarray(whole.length - 22)]);
}

test("a file whose tensors share their numbers is refused: it would fill more memory than it has bytes", () => {
  const shared = { dtype: "F32", shape: [100], data_offsets: [0, 400] };
  assert.deepEqual(Object.keys(readTensors("a.safetensors", safetensorsOf({ a: shared }, 100))), ["a"]);
  assert.throws(
    () => readTensors("a.safetensors", safetensorsOf({ a: shared, b: shared }, 100)),
    /^AttentionError: a\.safetensors: must hold the numbers of each tensor once, got 800 bytes of tensors in 400$/,
  );
  assert.deepEqual(Object.keys(readTensors("a.npz", repeatedNpz(1))), ["a0"]);
  assert.throws(
    () => readTensors("a.npz", repeatedNpz(9)),
    /^AttentionError: a\.npz: must hold each of its files once, got 4752 bytes of files in 1\d{3}$/,
  );
});

test("a file of more tensors than any model has is refused before they are read", () => {
  const some = (/** @type {number} */ count) =>
    Object.fromEntries(Array.from({ length: count }, (_, at) => [`t${at}`, { shape: [1], data: [at] }]));
  for (const [format, write] of Object.entries(weightFormats)) {
    const content = (/** @type {number} */ count) => {
      const written = write(some(count));
      return typeof written === "string" ? bytesOf(written) : written;
    };
    assert.equal(Object.keys(readTensors(`a.${format}`, content(1000))).length, 1000);
    assert.throws(() => readTensors(`a.${format}`, content(1001)), /: at most 1000 tensors, got 1001$/);
  }
});

test("errors about a file shorten the names and shapes in it", () => {
  const long = "n".repeat(10_000);
  const entry = { dtype: "F32", shape: [1], data_offsets: [0, 4] };
  for (const header of [
    { [long]: { ...entry, dtype: "F16" } },
    { [long]: { ...entry, data_offsets: [0, 8] } },
    { a: { ...entry, shape: Array(10_000).fill(1) } },
    { a: { ...entry, dtype: long } },
  ])
    assert.throws(
      () => readTensors("a.safetensors", safetensorsOf(header)),
      (error) => error instanceof AttentionError && error.message.length < 300,
    );
});
