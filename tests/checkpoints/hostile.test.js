/** Damaged and hostile folders: each is opened and walked, or refused with an AttentionError; none crashes or takes long. */
import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { test } from "node:test";
import fc from "fast-check";

import { openModel } from "../../web/checkpoints/model.js";
import { AttentionError, createEngine } from "../../web/engine/index.js";
import { bytesOf, filesIn, reference } from "../support/checkpoints.js";

const engine = await createEngine();
const models = readdirSync(reference).map((name) => ({ name, files: bytesOf(name) }));
const encode = (/** @type {string} */ text) => new TextEncoder().encode(text);
const decode = (/** @type {Uint8Array | undefined} */ bytes) => new TextDecoder().decode(bytes);

/** Values that a field may not be expected to have. */
const values = fc.oneof(
  fc.constantFrom(
    null,
    true,
    false,
    0,
    1,
    2,
    3,
    8,
    16,
    -1,
    0.5,
    2 ** 20,
    2 ** 31,
    2 ** 53,
    1e308,
    -0,
    "",
    "gelu",
    "relu",
  ),
  fc.constantFrom("yarn", "default", "__proto__", "constructor", "\u001b[2J", "a".repeat(5000)),
  fc.constantFrom("F64", "I8", "F16", "full_attention", "model-00001-of-00002.safetensors"),
  fc.jsonValue({ maxDepth: 2 }),
);

/** Files of which nothing is read that they do not have: what they claim is checked before. @param {Record<string, Uint8Array>} bytes */
function watched(bytes) {
  const files = filesIn(bytes);
  return {
    ...files,
    find: (/** @type {string} */ name) => {
      const source = files.find(name);
      if (!source) return null;
      const read = (/** @type {number} */ begin, /** @type {number} */ end) => {
        const isWithin = Number.isSafeInteger(begin) && begin >= 0 && begin <= end && end <= source.size;
        assert.ok(isWithin, `${name}: ${begin} to ${end} of ${source.size} bytes`);
        return source.read(begin, end);
      };
      return { ...source, read };
    },
  };
}

/** @param {Record<string, Uint8Array>} files @returns {"walked" | "refused"} */
function outcome(files) {
  try {
    const walk = openModel(watched(files), engine).walk([1, 0, 2]);
    try {
      walk.stream(1);
    } finally {
      walk.free();
    }
    return "walked";
  } catch (error) {
    assert.ok(error instanceof AttentionError, error instanceof Error ? error.stack : String(error));
    assert.ok(error.message.length < 600, `${error.message.length} characters`);
    return "refused";
  }
}

/**
 * @template T
 * @param {fc.Arbitrary<T>} changes
 * @param {number} numRuns
 * @param {(files: Record<string, Uint8Array>, change: T) => void} apply
 */
function every(changes, numRuns, apply) {
  const count = { walked: 0, refused: 0 };
  const cases = fc.tuple(fc.constantFrom(...models), changes);
  fc.assert(
    fc.property(cases, ([{ files }, change]) => {
      const changed = { ...files };
      apply(changed, change);
      count[outcome(changed)]++;
    }),
    { numRuns, seed: 7 },
  );
  assert.ok(Math.min(count.walked, count.refused) > numRuns / 50, JSON.stringify(count));
}

/** The paths of all values in JSON. @param {any} value @param {string[]} [path] @returns {string[][]} */
const pathsIn = (value, path = []) =>
  typeof value === "object" && value !== null
    ? Object.keys(value).flatMap((key) => [[...path, key], ...pathsIn(value[key], [...path, key])])
    : [];

/**
 * JSON with one value replaced, taken out, or put beside another.
 * @param {any} json
 * @param {{at: number, how: string, value: unknown, name: string}} change
 */
function changedJson(json, { at, how, value, name }) {
  const paths = pathsIn(json);
  const path = paths[at % Math.max(paths.length, 1)] ?? [];
  const parent = path.slice(0, -1).reduce((object, key) => object[key], json);
  const key = path.at(-1) ?? "";
  if (how === "take out") delete parent[key];
  else parent[how === "replace" ? key : name] = value;
  return json;
}

const change = fc.record({
  at: fc.nat(),
  how: fc.constantFrom("replace", "take out", "beside"),
  value: values,
  name: fc.constantFrom(
    "n_inner",
    "head_dim",
    "rope_scaling",
    "rope_parameters",
    "layer_types",
    "sliding_window",
    "toString",
  ),
});

test("2,000 damaged configs are each walked or refused", () => {
  every(change, 2000, (files, one) => {
    files["config.json"] = encode(JSON.stringify(changedJson(JSON.parse(decode(files["config.json"])), one)));
  });
});

/** The name of a folder's first file of tensors. @param {Record<string, Uint8Array>} files */
const weightsOf = (files) => Object.keys(files).find((name) => /^model.*\.safetensors$/.test(name)) ?? "";

test("700 damaged headers are each walked or refused", () => {
  every(change, 700, (files, one) => {
    const name = weightsOf(files);
    files[name] = withHeader(files[name] ?? new Uint8Array(), (header) => changedJson(header, one));
  });
});

/** A file of tensors with another header. @param {Uint8Array} bytes @param {(header: any) => unknown} change @param {bigint} [claimed] its length */
function withHeader(bytes, change, claimed) {
  const start = 8 + new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true);
  const header = encode(JSON.stringify(change(JSON.parse(decode(bytes.subarray(8, start))))));
  const length = new Uint8Array(new BigUint64Array([claimed ?? BigInt(header.length)]).buffer);
  return Uint8Array.from([...length, ...header, ...bytes.subarray(start)]);
}

test("600 headers that claim more than there is are refused before memory is asked for", () => {
  const large = fc.constantFrom(2 ** 20, 2 ** 27, 2 ** 31, 2 ** 32, 2 ** 40, 2 ** 52, 2 ** 53, 1e300);
  const claims = fc.record({ at: fc.nat(), rows: large, what: fc.constantFrom("shape", "end", "both", "length") });
  const before = process.memoryUsage().arrayBuffers;
  let most = 0;
  fc.assert(
    fc.property(fc.constantFrom(...models), claims, ({ name: model, files }, { at, rows, what }) => {
      const name = weightsOf(files);
      const claim = (/** @type {any} */ header) => {
        const tensors = Object.keys(header).filter((each) => each !== "__metadata__");
        const entry = header[tensors[at % tensors.length] ?? ""];
        const [, ...others] = entry.shape;
        if (what === "shape" || what === "both") entry.shape = [rows, ...others];
        const bytes = others.reduce(
          (/** @type {number} */ product, /** @type {number} */ each) => product * each,
          rows,
        );
        const width = entry.dtype === "F32" ? 4 : 2;
        if (what === "end" || what === "both")
          entry.data_offsets = [entry.data_offsets[0], entry.data_offsets[0] + bytes * width];
        return header;
      };
      const length = what === "length" ? BigInt(Math.min(rows, 2 ** 62)) : undefined;
      const changed = { ...files, [name]: withHeader(files[name] ?? new Uint8Array(), claim, length) };
      assert.equal(outcome(changed), "refused", `${model}, ${what}`);
      most = Math.max(most, process.memoryUsage().arrayBuffers - before);
    }),
    { numRuns: 600, seed: 7 },
  );
  assert.ok(most < 2 ** 26, `${most} bytes`);
});

test("JSON that is nested a hundred thousand deep is refused in each of the files", () => {
  const deep = (/** @type {string} */ name) => `{"${name}":${"[".repeat(100_000)}${"]".repeat(100_000)}}`;
  const llama = models.find(({ name }) => name === "llama")?.files ?? {};
  const gpt2 = models.find(({ name }) => name === "gpt2")?.files ?? {};
  const weights = gpt2["model.safetensors"] ?? new Uint8Array();
  const header = encode(deep("wte.weight"));
  const length = new Uint8Array(new BigUint64Array([BigInt(header.length)]).buffer);
  for (const [files, name, bytes] of /** @type {[Record<string, Uint8Array>, string, Uint8Array][]} */ ([
    [gpt2, "config.json", encode(deep("model_type"))],
    [gpt2, "model.safetensors", Uint8Array.from([...length, ...header, ...weights.subarray(0, 8)])],
    [llama, "model.safetensors.index.json", encode(deep("weight_map"))],
  ]))
    assert.equal(outcome({ ...files, [name]: bytes }), "refused", name);
});

test("1,500 files with bytes that are changed, missing or too many are each walked or refused", () => {
  const damage = fc.record({
    file: fc.nat(),
    at: fc.nat(),
    byte: fc.nat(255),
    how: fc.constantFrom("byte", "cut", "more"),
  });
  every(damage, 1500, (files, { file, at, byte, how }) => {
    const names = Object.keys(files).filter((name) => name !== "truth.safetensors");
    const name = names[file % names.length] ?? "";
    const bytes = (files[name] ?? new Uint8Array()).slice();
    const place = at % bytes.length;
    if (how === "byte") bytes[place] = byte;
    files[name] = how === "cut" ? bytes.subarray(0, place) : how === "more" ? Uint8Array.of(...bytes, byte) : bytes;
  });
});

test("a config that claims a million layers is refused at the first that is missing", () => {
  for (const { name, files } of models) {
    const layers = ["num_hidden_layers", "n_layer", "num_layers"].find((field) =>
      decode(files["config.json"]).includes(field),
    );
    const config = { ...JSON.parse(decode(files["config.json"])), [layers ?? ""]: 2 ** 20 };
    assert.equal(outcome({ ...files, "config.json": encode(JSON.stringify(config)) }), "refused", name);
  }
});

test("indexes that name what they should not are refused", () => {
  const llama = models.find(({ name }) => name === "llama")?.files ?? {};
  const count = { walked: 0, refused: 0 };
  fc.assert(
    fc.property(change, (one) => {
      const name = "model.safetensors.index.json";
      const index = changedJson(JSON.parse(decode(llama[name])), one);
      count[outcome({ ...llama, [name]: encode(JSON.stringify(index)) })]++;
    }),
    { numRuns: 500, seed: 7 },
  );
  assert.ok(count.refused > 100, JSON.stringify(count));
});
