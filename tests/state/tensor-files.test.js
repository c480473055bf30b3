/** Files and pasted text as tensors: read correctly, or refused with an AttentionError, whatever they contain. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { test } from "node:test";

import { zipSync } from "fflate";

import { AttentionError } from "../../web/engine/errors.js";
import { csvOf, weightFormats } from "../../web/export/index.js";
import { readTensorFile, readTensorText } from "../../web/state/files/tensor-file.js";
import { jsonOf } from "../../web/tensors/json.js";
import { npyOf } from "../../web/tensors/npy.js";
import { npzOf } from "../../web/tensors/npz.js";
import { readTensors } from "../../web/tensors/read-tensors.js";
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
/** What numpy.savez_compressed wrote: X is [[0, 0], [0, 0]]. */
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
  assert.deepEqual(read(compressed, "X"), [
    [2, 2],
    [0, 0, 0, 0],
  ]);
  for (const whole of [saved, compressed])
    for (let length = 4; length < whole.length; length++)
      assert.throws(() => read(whole.subarray(0, length), "X"), { name: "AttentionError" }, String(length));
  const random = generator(11);
  for (let n = 0; n < 6000; n++) {
    const damaged = Uint8Array.from(n % 2 === 0 ? saved : compressed);
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
base = np.array([[0, 1, 2], [3, 100, 5]])
for kind in ["|i1", "|u1"] + [order + kind for order in "<>" for kind in ["f2", "f4", "f8", "i2", "i4", "i8", "u2", "u4", "u8"]]:
    for order in "CF":
        for version in [(1, 0), (2, 0), (3, 0)]:
            file = io.BytesIO()
            format.write_array(file, np.array(base, dtype=kind, order=order), version)
            found.append([kind + order + str(version), file.getvalue().hex()])
print(json.dumps(found))`;
  const files = /** @type {[string, string][]} */ (
    JSON.parse(spawnSync(python, ["-W", "ignore", "-c", code], { encoding: "utf8" }).stdout)
  );
  assert.equal(files.length, 20 * 2 * 3);
  for (const [name, hex] of files) {
    const { shape, data } = readTensorFile(name, Buffer.from(hex, "hex"), "X");
    assert.deepEqual(
      [shape, Array.from(data)],
      [
        [2, 3],
        [0, 1, 2, 3, 100, 5],
      ],
      name,
    );
  }
});

test("float16, booleans and shapes that end in a comma are read as NumPy means them", () => {
  const npy = (/** @type {string} */ descr, /** @type {string} */ shape, /** @type {number[]} */ ...numbers) => {
    const text = `{'descr': '${descr}', 'fortran_order': False, 'shape': ${shape}, }`;
    return Uint8Array.from([0x93, ...bytesOf("NUMPY"), 1, 0, text.length, 0, ...bytesOf(text), ...numbers]);
  };
  const read = (/** @type {Uint8Array} */ bytes) => {
    const { shape, data } = readTensorFile("a.npy", bytes, "X");
    return [shape, [...data]];
  };
  // The smallest subnormal, the largest subnormal, the smallest normal, 1/3 rounded, -2 and the largest: IEEE 754.
  const halves = [0x01, 0x00, 0xff, 0x03, 0x00, 0x04, 0x55, 0x35, 0x00, 0xc0, 0xff, 0x7b];
  const values = [2 ** -24, 1023 * 2 ** -24, 2 ** -14, 1365 / 4096, -2, 65504];
  assert.deepEqual(read(npy("<f2", "(6,)", ...halves)), [[6], values]);
  assert.deepEqual(read(npy("|b1", "(2, 2,)", 1, 0, 0, 1)), [
    [2, 2],
    [1, 0, 0, 1],
  ]);
  assert.throws(
    () => read(npy("<f2", "(1,)", 0x00, 0x7c)),
    /a\.npy: must hold finite numbers .*, got Infinity at \[0\]/,
  );
});

/** An archive of one .npy file, X: where its directory begins, and a function that changes its bytes. */
function changeable() {
  const whole = npzOf({ X: { shape: [2], data: [1, 2] } });
  const directory = new DataView(whole.buffer).getUint32(whole.length - 6, true);
  /** @param {(view: DataView) => void} change */
  const changed = (change) => {
    const copy = Uint8Array.from(whole);
    change(new DataView(copy.buffer));
    return copy;
  };
  return { whole, directory, changed };
}

test("what an archive says twice must agree: names, sizes, methods, checksums, and how many files there are", () => {
  const { whole, directory, changed } = changeable();
  const end = whole.length - 22;
  const data = directory - 1; // the last byte of the numbers
  const both = (/** @type {number} */ local, /** @type {number} */ central, /** @type {number} */ value) =>
    changed((view) => {
      view.setUint16(local, value, true);
      view.setUint16(directory + central, value, true);
    });
  /** @type {[Uint8Array, RegExp][]} */
  const refused = [
    [
      changed((view) => view.setUint8(data, view.getUint8(data) ^ 1)),
      /^w, X: must have the CRC-32 [0-9a-f]{8} of its archive, got [0-9a-f]{8}$/,
    ],
    [
      changed((view) => view.setUint32(directory + 16, 1, true)),
      /^w, X: must have the CRC-32 00000001 of its archive, got/,
    ],
    [changed((view) => view.setUint8(30, 0x59)), /^w, X: must be where the directory says, got "Y\.npy" at byte 0$/],
    [
      changed((view) => view.setUint32(directory + 42, 1, true)),
      /^w, X: must be where the directory says, got "no file" at byte 1$/,
    ],
    [changed((view) => view.setUint32(18, 5, true)), /^w, X: must have \d+ bytes by method 0, .*, got 5 by method 0$/],
    [changed((view) => view.setUint16(8, 8, true)), /^w, X: must have \d+ bytes by method 0, .* by method 8$/],
    [
      changed((view) => view.setUint32(directory + 20, 5000, true)),
      /^w: must hold each of its files once, got 5000 bytes/,
    ],
    [
      changed((view) => view.setUint16(end + 10, 2, true)),
      /^w: must list 2 files in its directory, as it says, got 1$/,
    ],
    [
      changed((view) => view.setUint32(end, 0, true)),
      /^w: must be a whole \.npz archive, got one without its directory at the end$/,
    ],
    [both(8, 10, 8), /^w, X: must unpack to \d+ bytes, as the directory says, got \d+$/],
    [both(8, 10, 12), /^w, X: must be stored or deflated \(method 0 or 8\), got method 12$/],
    [
      changed((view) => view.setUint32(directory + 24, 5, true)),
      /^w, X: must unpack to 5 bytes, as the directory says, got \d+$/,
    ],
    [
      changed((view) => view.setUint32(directory + 24, 0xffffffff, true)),
      /^w: must be smaller than 4 GiB, got "X\.npy" with sizes of 64 bits$/,
    ],
    [both(6, 8, 1), /^w, X: must not be encrypted$/],
    [
      zipSync({ "notes.txt": bytesOf("a text") }),
      /^w, notes\.txt: must be an \.npy file, got one that begins otherwise$/,
    ],
  ];
  assert.deepEqual([...(readTensors("w", whole).X?.data ?? [])], [1, 2]);
  for (const [bytes, message] of refused)
    assert.throws(
      () => readTensors("w", bytes),
      (error) => (error instanceof AttentionError && message.test(error.message)) || assert.fail(String(error)),
    );
  // Programs that write as they go leave the sizes of a file's own header open; and an archive may have a comment.
  const open = changed((view) => {
    view.setUint16(6, 8, true);
    view.setUint16(directory + 8, 8, true);
    for (const at of [14, 18, 22]) view.setUint32(at, 0, true);
  });
  const comment = Uint8Array.from([...changed((view) => view.setUint16(end + 20, 3, true)), 1, 2, 3]);
  for (const bytes of [open, comment]) assert.deepEqual([...(readTensors("w", bytes).X?.data ?? [])], [1, 2]);
});

test("a name that a file holds twice is refused, in every format of weights", () => {
  const [one, two] = [1, 2].map((value) => npyOf({ shape: [1], data: [value] }));
  const other = zipSync({ "X.npy": one ?? assert.fail(), "Y.npy": two ?? assert.fail() });
  const twice = new Uint8Array(
    Buffer.from(Buffer.from(other).toString("latin1").replaceAll("Y.npy", "X.npy"), "latin1"),
  );
  const bare = zipSync({ "X.npy": one ?? assert.fail(), X: two ?? assert.fail() });
  for (const bytes of [twice, bare]) {
    assert.throws(() => readTensors("w.npz", bytes), /^AttentionError: w\.npz: must hold "X" once, got it twice$/);
    assert.throws(() => readTensorFile("w.npz", bytes, "X"), /must hold "X" once, got it twice$/);
  }
  const entry = '{"dtype": "F32", "shape": [1], "data_offsets": [0, 4]}';
  const json = `{"X": {"shape": [1], "data": [1]}, "X": {"shape": [1], "data": [2]}}`;
  assert.throws(
    () => readTensors("w", safetensorsOf(`{"X": ${entry}, "X": ${entry}}`)),
    /^AttentionError: w: must name "X" once/,
  );
  assert.throws(
    () => readTensors("w", bytesOf(json)),
    /^AttentionError: w: must name "X" once, got it again at line 1, column 36$/,
  );
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
    ["[1, 2", /must hold JSON, got the end of the file at line 1/],
    [Uint8Array.from([255, 254, 0, 1]), /got bytes that are not text/],
    [header("{'descr': '<f4', 'fortran_order': False, 'shape': (2,), }"), /8 bytes for the shape \[2\] of f4, got 4/],
    [
      header("{'descr': '<c8', 'fortran_order': False, 'shape': (1,), }"),
      /type f2, f4, f8, .*, b1, got "\{'descr': '<c8'/,
    ],
    [header("{'descr': '<f4', 'fortran_order': False, 'shape': (), }"), /1 to 3 dimensions/],
    [header("{'descr': '<f4', 'fortran_order': False, 'shape': (1), }"), /1 to 3 dimensions/],
    [header("{'descr': '<f4', 'fortran_order': False, 'shape': (1,,1), }"), /1 to 3 dimensions/],
    [header("{'descr': '<f4', 'fortran_order': False, 'shape': (0, 3), }"), /1 to 3 dimensions, each of some/],
    [header("{'descr': '<f4', 'fortran_order': False, 'shape': (1, 1, 1, 1), }"), /1 to 3 dimensions/],
    [header("{'descr': '|O', 'fortran_order': False, 'shape': (1,), }"), /numbers of type .*, got "\{'descr': '\|O'/],
    [header("{'descr': [('a', '<f4')], 'fortran_order': False, 'shape': (1,), }"), /numbers of type/],
    [header("{'descr': '<f4', 'fortran_order': False, 'shape': (99999999, 99999), }"), /at most 131072 numbers/],
    [Uint8Array.from([0x93, ...bytesOf("NUMPY"), 9, 0, 0, 0]), /version 1\.0, 2\.0 or 3\.0, got 9\.0/],
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
 * @param {object | string} header
 * @param {number} [count] how many
 */
function safetensorsOf(header, count = 1) {
  const json = bytesOf(typeof header === "string" ? header : JSON.stringify(header));
  const length = new BigUint64Array([BigInt(json.length)]);
  const ones = new Float32Array(count).fill(1);
  return new Uint8Array(Buffer.concat([new Uint8Array(length.buffer), json, new Uint8Array(ones.buffer)]));
}

test("a file with several tensors that cannot be used is refused with its name", () => {
  const entry = { dtype: "F32", shape: [1], data_offsets: [0, 4] };
  assert.deepEqual([...(readTensors("w", safetensorsOf({ a: entry })).a?.data ?? [])], [1]);
  /** @type {[Uint8Array, RegExp][]} */
  const refused = [
    [
      safetensorsOf({ a: { ...entry, dtype: "F8_E4M3" } }),
      /^w: must hold a as one of F16, BF16, F32, .*, BOOL, got "F8_E4M3"$/,
    ],
    [safetensorsOf({ a: null }), /^w: must hold a as one of F16, .*, got undefined/],
    [bytesOf('{"Wq": {"shape": [2], "data": [1]}}'), /^w, Wq: must hold 2 numbers for the shape \[2\], got 1$/],
    [bytesOf('{"Wq": {"shape": [1], "data": ["nan"]}}'), /^w, Wq: must hold numbers only, got "nan"$/],
    [bytesOf('{"Wq": 3}'), /^w, Wq: must have a "shape"/],
    [bytesOf("[1, 2]"), /^w: must be an object of tensors, got an array of length 2$/],
    [bytesOf(""), /^w: must hold JSON, got nothing$/],
    [Uint8Array.from([255, 254, 0, 1]), /^w: must be an \.npz or safetensors file, or JSON, got bytes/],
  ];
  for (const [bytes, message] of refused)
    assert.throws(
      () => readTensors("w", bytes),
      (error) => (error instanceof AttentionError && message.test(error.message)) || assert.fail(String(error)),
    );
});

test("tensors of a safetensors file have the bytes of their shapes, one after the other from the first byte to the last", () => {
  /** @param {number[]} shape @param {unknown} data_offsets */
  const of = (shape, data_offsets) => ({ dtype: "F32", shape, data_offsets });
  /** @type {[object | string, number, RegExp][]} header, how many numbers follow, message */
  const refused = [
    [{ a: of([1], [4, 8]) }, 2, /^w: must hold a from byte 0, right after the header, got byte 4$/],
    [{ a: of([2], [0, 8]), b: of([2], [4, 12]) }, 3, /^w: must hold b from byte 8, right after a, got byte 4$/],
    [{ a: of([1], [0, 4]), b: of([1], [8, 12]) }, 3, /^w: must hold b from byte 4, right after a, got byte 8$/],
    [{ a: of([1], [0, 4]) }, 2, /^w: must end after a, with 4 bytes of numbers, got 8$/],
    [{}, 1, /^w: must end after the header, with 0 bytes of numbers, got 4$/],
    [{ a: of([2], [0, 4]) }, 1, /^w: must hold 8 bytes for a of the shape \[2\], got 4 from data_offsets \[0, 4\]$/],
    [{ a: of([1, 0], [0, 4]) }, 1, /^w: must hold 0 bytes for a of the shape \[1, 0\], got 4/],
    [{ a: of([2 ** 40, 2 ** 40], [0, 4]) }, 1, /^w: must hold 4\.8\d+e\+24 bytes for a /],
    [
      { a: of([2], [0, 8]) },
      1,
      /^w: must have data_offsets \[begin, end\] of a from 0 to the 4 bytes of numbers, got \[0, 8\]$/,
    ],
    [{ a: of([1], [4, 0]) }, 1, /^w: must have data_offsets .* of a .*, got \[4, 0\]$/],
    [{ a: of([1], [0, 4, 8]) }, 2, /^w: must have data_offsets .*, got \[0, 4, 8\]$/],
    [{ a: of([1], [-4, 0]) }, 1, /^w: must have data_offsets .*, got an array of length 2$/],
    [{ a: of([1], [0, 4.5]) }, 2, /^w: must have data_offsets .*, got an array of length 2$/],
    [{ a: of([1], "0, 4") }, 1, /^w: must have data_offsets .*, got "0, 4"$/],
    [{ a: of([1], undefined) }, 1, /^w: must have data_offsets .*, got undefined$/],
    [
      '{"a": {"dtype": "F32", "shape": [1], "data_offsets": [0, 1e400]}}',
      1,
      /^w: a\.data_offsets\[1\]: must be a number up to/,
    ],
    ['{"a": ', 1, /^w: must hold a header in JSON, got the end of the file at line 1, column 7$/],
    [{ __metadata__: { made: 1 }, a: of([1], [0, 4]) }, 1, /^w: must have texts in __metadata__, got 1 as "made"$/],
    [{ __metadata__: [], a: of([1], [0, 4]) }, 1, /^w: must have texts in __metadata__, got an array of length 0$/],
  ];
  for (const [header, count, message] of refused)
    assert.throws(
      () => readTensors("w", safetensorsOf(header, count)),
      (error) => (error instanceof AttentionError && message.test(error.message)) || assert.fail(String(error)),
    );
  const whole = safetensorsOf(
    { __metadata__: { format: "pt" }, b: of([1], [4, 8]), a: of([1], [0, 4]), none: of([0], [4, 4]) },
    2,
  );
  assert.deepEqual(
    Object.entries(readTensors("w", whole)).map(([name, { data }]) => [name, ...data]),
    [["b", 1], ["a", 1], ["none"]],
  );
  for (let length = 9; length < whole.length; length++)
    assert.throws(() => readTensors("w", whole.subarray(0, length)), { name: "AttentionError" }, String(length));
  const cut = whole.subarray(0, 40);
  assert.throws(() => readTensors("w", cut), /^AttentionError: w: must have its whole header of \d+ bytes, got 32$/);
});

/** An archive whose directory names the same file several times. @param {number} times */
function repeatedNpz(times) {
  const whole = npzOf({ t0: { shape: [100], data: new Float32Array(100) } });
  const view = new DataView(whole.buffer);
  const directory = view.getUint32(whole.length - 6, true);
  const entry = whole.subarray(directory, whole.length - 22);
  const entries = Array.from({ length: times }, (_, at) => {
    const named = Uint8Array.from(entry);
    named.set(bytesOf(String.fromCharCode(116 + at)), 46); // t0, u0, ...: another first letter of the name
    return [...named];
  });
  new DataView(whole.buffer).setUint16(whole.length - 12, times, true); // how many entries the directory has
  return Uint8Array.from([...whole.subarray(0, directory), ...entries.flat(), ...whole.subarray(whole.length - 22)]);
}

test("a file whose tensors share their numbers is refused: it would fill more memory than it has bytes", () => {
  const shared = { dtype: "F32", shape: [100], data_offsets: [0, 400] };
  assert.deepEqual(Object.keys(readTensors("a.safetensors", safetensorsOf({ a: shared }, 100))), ["a"]);
  assert.throws(
    () => readTensors("a.safetensors", safetensorsOf({ a: shared, b: shared }, 100)),
    /^AttentionError: a\.safetensors: must hold b from byte 400, right after a, got byte 0$/,
  );
  assert.deepEqual(Object.keys(readTensors("a.npz", repeatedNpz(1))), ["t0"]);
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
    { [long]: { ...entry, dtype: "F8_E4M3" } },
    { [long]: { ...entry, data_offsets: [0, 8] } },
    { a: { ...entry, shape: Array(10_000).fill(1) } },
    { a: { ...entry, dtype: long } },
  ])
    assert.throws(
      () => readTensors("a.safetensors", safetensorsOf(header)),
      (error) => error instanceof AttentionError && error.message.length < 300,
    );
});
