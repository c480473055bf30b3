/** Files that NumPy wrote (files/write.py), and others, read whole and in parts: from memory, and from an open file. */
import assert from "node:assert/strict";
import { closeSync, openSync, readFileSync, truncateSync, writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { deflateRawSync } from "node:zlib";

import { AttentionError } from "../../web/engine/errors.js";
import { npyOf, openNpy } from "../../web/tensors/npy.js";
import { npzOf, npzTensors } from "../../web/tensors/npz.js";
import { sourceOfDescriptor } from "../../web/tensors/open-file.js";
import { readTensors } from "../../web/tensors/read-tensors.js";
import { safetensorsIn, safetensorsOf } from "../../web/tensors/safetensors.js";
import { sourceOfBytes } from "../../web/tensors/source.js";
import { generator } from "../support/walks.js";

/** @typedef {import("../../web/tensors/source.js").Source} Source */

const max = { bytes: 2 ** 20, numbers: 2 ** 17 };
const pathOf = (/** @type {string} */ name) => fileURLToPath(new URL(`files/${name}`, import.meta.url));

/** @type {string} */
let folder;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), "attention-tensors-"));
});
after(() => rm(folder, { recursive: true }));

/**
 * Reads a file from memory and as an open file, and counts the bytes that are read.
 * @param {string} path
 * @param {(source: Source, countRead: () => number) => void} use
 */
function fromBoth(path, use) {
  const descriptor = openSync(path, "r");
  try {
    for (const source of [
      sourceOfBytes("a file", new Uint8Array(readFileSync(path))),
      sourceOfDescriptor("a file", descriptor),
    ]) {
      let count = 0;
      /** @type {Source["read"]} */
      const read = (begin, end) => {
        assert.ok(begin >= 0 && begin <= end && end <= source.size);
        count += end - begin;
        return source.read(begin, end);
      };
      use({ ...source, read }, () => count);
    }
  } finally {
    closeSync(descriptor);
  }
}

/** What write.py wrote. @type {Record<string, {shape: number[], data: number[]}>} */
const written = {
  X: { shape: [2, 2], data: [1, 2.5, -3, 4] },
  Wq: { shape: [2, 3], data: [0, 1, 2, 3, 4, 5].map((value) => value / 8) },
  mask: { shape: [20, 15], data: Array.from({ length: 300 }, (_, at) => Number(at % 7 === 0)) },
};

for (const file of ["stored.npz", "compressed.npz"])
  test(`every tensor of NumPy's ${file} is read`, () => {
    fromBoth(pathOf(file), (source) => {
      const tensors = npzTensors(source, max);
      assert.deepEqual([...tensors.keys()], ["X", "Wq", "half", "mask"]);
      for (const [name, { shape, data }] of Object.entries(written)) {
        const tensor = tensors.get(name)?.() ?? assert.fail(name);
        assert.deepEqual([tensor.shape, [...tensor.read()]], [shape, data], name);
      }
      const half = tensors.get("half")?.() ?? assert.fail();
      assert.deepEqual(half.shape, [2, 4, 25]);
      const wanted = Array.from({ length: 200 }, (_, at) => -1 + (2 * at) / 199);
      half.read().forEach((value, at) => {
        const exponent = Math.max(-14, Math.floor(Math.log2(Math.abs(wanted[at]))));
        assert.ok(Math.abs(value - wanted[at]) <= 2 ** (exponent - 11), `${value} for ${wanted[at]}`);
      });
    });
  });

test("parts of an .npy file are read, in C and in Fortran order", () => {
  fromBoth(pathOf("fortran.npy"), (source) => {
    const { shape, read, type } = openNpy(source, max.numbers);
    assert.deepEqual([shape, type.npy, [...read()]], [[2, 3, 4], "i4", Array.from({ length: 24 }, (_, at) => at)]);
    assert.deepEqual([...read(5, 9)], [5, 6, 7, 8]);
  });
  fromBoth(pathOf("halves.npy"), (source, countRead) => {
    const { read } = openNpy(source, max.numbers);
    assert.deepEqual([...read(500, 503)], [62.5, 62.625, 62.75]);
    assert.ok(countRead() < 300, String(countRead()));
  });
});

test("parts of a safetensors file are read without the rest", () => {
  const random = generator(8);
  const tensors = {
    embedding: { shape: [1000, 64], data: Float32Array.from({ length: 64_000 }, () => random() - 0.5) },
    bias: { shape: [3], data: Float32Array.from([0.5, -2, 3]) },
  };
  const path = join(folder, "model.safetensors");
  writeFileSync(path, safetensorsOf(tensors, { half: true }));
  fromBoth(path, (source, countRead) => {
    const found = safetensorsIn(source);
    assert.deepEqual(
      [...found].map(([name, { type, shape }]) => [name, type.safetensors, shape]),
      [
        ["embedding", "F32", [1000, 64]],
        ["bias", "F16", [3]],
      ],
    );
    const row = found.get("embedding")?.read(64 * 500, 64 * 501) ?? assert.fail();
    assert.deepEqual(row, tensors.embedding.data.slice(64 * 500, 64 * 501));
    assert.deepEqual([...(found.get("bias")?.read() ?? [])], [0.5, -2, 3]);
    assert.ok(countRead() < 1000, String(countRead()));
  });
});

test("every type of number in a safetensors file is read", () => {
  const numbers = {
    F64: [new Float64Array([0.1, -3]), [0.1, -3]],
    F32: [new Float32Array([0.5, -3]), [0.5, -3]],
    BF16: [new Uint16Array([0x3f80, 0xc040]), [1, -3]],
    F16: [new Uint16Array([0x3c00, 0xc200]), [1, -3]],
    I64: [new BigInt64Array([2n ** 40n, -3n]), [2 ** 40, -3]],
    U64: [new BigUint64Array([2n ** 40n, 3n]), [2 ** 40, 3]],
    I32: [new Int32Array([7, -3]), [7, -3]],
    U32: [new Uint32Array([7, 4e9]), [7, 4e9]],
    I16: [new Int16Array([7, -3]), [7, -3]],
    U16: [new Uint16Array([7, 60000]), [7, 60000]],
    I8: [new Int8Array([7, -3]), [7, -3]],
    U8: [new Uint8Array([7, 200]), [7, 200]],
    BOOL: [new Uint8Array([1, 0]), [1, 0]],
  };
  let end = 0;
  const header = Object.entries(numbers).map(([dtype, [stored]]) => {
    const begin = end;
    end += /** @type {Uint8Array} */ (stored).byteLength;
    return [dtype.toLowerCase(), { dtype, shape: [2], data_offsets: [begin, end] }];
  });
  const json = Buffer.from(JSON.stringify(Object.fromEntries(header)));
  const length = new BigUint64Array([BigInt(json.length)]);
  const parts = Object.values(numbers).map(([stored]) => new Uint8Array(/** @type {Uint8Array} */ (stored).buffer));
  const bytes = new Uint8Array(Buffer.concat([new Uint8Array(length.buffer), json, ...parts]));
  const found = safetensorsIn(sourceOfBytes("a.safetensors", bytes));
  for (const [dtype, [, values]] of Object.entries(numbers))
    assert.deepEqual([...(found.get(dtype.toLowerCase())?.read() ?? [])], values, dtype);
});

test("numbers that have been read are the reader's own: changing them leaves the file's bytes as they are", () => {
  const tensor = { shape: [4], data: Float32Array.from([1, 2, 3, 4]) };
  const bytes = safetensorsOf({ a: tensor });
  const stored = safetensorsIn(sourceOfBytes("a.safetensors", bytes)).get("a") ?? assert.fail();
  const npy = openNpy(sourceOfBytes("a.npy", npyOf(tensor)), max.numbers);
  for (const { read } of [stored, npy]) {
    read().fill(0);
    assert.deepEqual([...read()], [1, 2, 3, 4]);
  }
});

/** An archive of one compressed .npy file. @param {Uint8Array} npy @param {(packed: Buffer) => Buffer} [change] */
function compressedNpz(npy, change = (packed) => packed) {
  const whole = Buffer.from(npzOf({ X: { shape: [40], data: new Float32Array(40).fill(0.5) } }));
  const start = 30 + "X.npy".length;
  const directory = whole.readUInt32LE(whole.length - 6);
  const packed = change(deflateRawSync(npy));
  for (const at of [8, directory + 10]) whole.writeUInt16LE(8, at);
  for (const at of [18, directory + 20]) whole.writeUInt32LE(packed.length, at);
  const archive = Buffer.concat([whole.subarray(0, start), packed, whole.subarray(directory)]);
  archive.writeUInt32LE(start + packed.length, archive.length - 6);
  return new Uint8Array(archive);
}

test("compressed files that are damaged, too long or too short are refused, and what they claim is checked before", () => {
  const archive = npzOf({ X: { shape: [40], data: new Float32Array(40).fill(0.5) } });
  const npy = archive.subarray(35, 35 + 128 + 160);
  assert.deepEqual([...(readTensors("w", compressedNpz(npy)).X?.data ?? [])], Array(40).fill(0.5));
  const longer = Uint8Array.from([...npy, 0, 0, 0]);
  /** @type {[Uint8Array, RegExp][]} */
  const refused = [
    [compressedNpz(longer), /^w, X: must unpack to 288 bytes, as the directory says, got 289$/],
    [compressedNpz(npy.subarray(0, 200)), /^w, X: must unpack to 288 bytes, as the directory says, got 200$/],
    [compressedNpz(Uint8Array.from(npy).fill(1, 250, 251)), /^w, X: must have the CRC-32 [0-9a-f]{8} of its archive/],
    [compressedNpz(npy, (packed) => packed.subarray(0, 40)), /^w, X: must be deflated bytes, got others \(/],
    [compressedNpz(npy, () => Buffer.from([7, 7, 7])), /^w, X: must be deflated bytes, got others \(/],
  ];
  for (const [bytes, message] of refused)
    assert.throws(
      () => readTensors("w", bytes),
      (error) => (error instanceof AttentionError && message.test(error.message)) || assert.fail(String(error)),
    );
  const large = Buffer.from(compressedNpz(npy));
  large.writeUInt32LE(2 ** 27, large.readUInt32LE(large.length - 6) + 24);
  assert.throws(
    () => readTensors("w", new Uint8Array(large)),
    /^AttentionError: w: at most 67108864 bytes once unpacked, got 134217728$/,
  );
});

test("a file that is cut while it is open is refused", () => {
  const path = join(folder, "cut.safetensors");
  writeFileSync(path, safetensorsOf({ a: { shape: [100], data: new Float32Array(100) } }));
  const descriptor = openSync(path, "r");
  const source = sourceOfDescriptor("cut.safetensors", descriptor);
  const { read } = safetensorsIn(source).get("a") ?? assert.fail();
  truncateSync(path, source.size - 40);
  assert.throws(
    () => read(),
    (/** @type {any} */ error) =>
      error.message === `cut.safetensors: must hold ${source.size} bytes as it did, got ${source.size - 40}`,
  );
  closeSync(descriptor);
});
