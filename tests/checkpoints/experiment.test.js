/** Experiments with models: what links and files of them hold, and which model they are about. */
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";

import {
  checkShown,
  differences,
  experimentFile,
  experimentLink,
  readExperimentFile,
  readExperimentLink,
} from "../../web/checkpoints/experiment.js";
import { openModel } from "../../web/checkpoints/model.js";
import { sha256 } from "../../web/checkpoints/sha256.js";
import { bytesOf, filesOf } from "../support/checkpoints.js";

const model = { file: "model.safetensors", bytes: 497_773_752, sha256: "0f".repeat(32) };
const experiment = {
  model,
  input: "Zwölf & 1=2; #“low” 🦊",
  layer: 11,
  head: 3,
  token: 2,
  off: ["layer=7,head=3,with=zero", "layer=8,mlp,with=mean", "layer=2,stream,position=1,with=other"],
  other: "Zehn & 1=1",
};

test("sha256 is that of Node, for bytes of every length around the blocks", () => {
  for (const length of [0, 1, 3, 54, 55, 56, 63, 64, 65, 119, 120, 1000, 100_003]) {
    const bytes = Uint8Array.from({ length }, (_, at) => (at * 31 + (at >> 8)) % 256);
    const wanted = createHash("sha256").update(bytes).digest("hex");
    assert.equal(sha256([bytes]), wanted, `${length}`);
    assert.equal(sha256([bytes.subarray(0, length >> 1), bytes.subarray(length >> 1)]), wanted, `${length} in two`);
  }
});

test("a model is told from others by the size of its files and the hash of their headers", () => {
  for (const [name, parts] of /** @type {[string, string[]][]} */ ([
    ["gpt2", ["model.safetensors"]],
    ["mistral", [1, 2, 3].map((at) => `model-0000${at}-of-00003.safetensors`)],
  ])) {
    const files = bytesOf(name);
    const hash = createHash("sha256");
    let bytes = 0;
    for (const part of parts) {
      const file = files[part] ?? assert.fail(part);
      bytes += file.length;
      hash.update(file.subarray(8, 8 + Number(new DataView(file.buffer, file.byteOffset).getBigUint64(0, true))));
    }
    const identity = openModel(filesOf(name), null).identity();
    const file = parts.length > 1 ? "model.safetensors.index.json" : "model.safetensors";
    assert.deepEqual(identity, { file, bytes, sha256: hash.digest("hex") });
  }
});

test("a link and a file hold the experiment, and no more", () => {
  for (const [input, other] of /** @type {[string | number[], string | number[] | null][]} */ ([
    [experiment.input, experiment.other],
    ["", null],
    [
      [3, 1, 4],
      [2, 7, 1],
    ],
  ])) {
    const given = { ...experiment, input, other };
    assert.deepEqual(readExperimentLink(`place=checkpoint&${experimentLink(given)}`), given);
    assert.deepEqual(readExperimentFile("saved.json", experimentFile(given)), given);
    assert.ok(experimentLink(given).length < 600);
  }
  assert.equal(readExperimentLink("place=checkpoint"), null);
});

test("another model differs by name, size or header", () => {
  assert.deepEqual(differences(model, { ...model }), []);
  assert.deepEqual(differences(model, { file: "other.safetensors", bytes: 1, sha256: model.sha256 }), [
    "file",
    "bytes",
  ]);
  assert.deepEqual(differences(model, { ...model, sha256: "00".repeat(32) }), ["sha256"]);
});

test("a head, a layer or a token that the model does not have is refused by name", () => {
  checkShown(experiment, { layers: 12, heads: 4 }, 3);
  for (const [sizes, tokens, message] of /** @type {[{layers: number, heads: number}, number, string][]} */ ([
    [{ layers: 11, heads: 4 }, 3, "layer: must be a whole number from 0 to 10, got 11"],
    [{ layers: 12, heads: 3 }, 3, "head: must be a whole number from 0 to 2, got 3"],
    [{ layers: 12, heads: 4 }, 2, "token: must be a whole number from 0 to 1, got 2"],
  ]))
    assert.throws(() => checkShown(experiment, sizes, tokens), { name: "AttentionError", message });
});

test("what is no experiment is refused by field", () => {
  const link = experimentLink(experiment);
  const refuses = (/** @type {string} */ text, /** @type {RegExp} */ message) =>
    assert.throws(() => readExperimentLink(text), { name: "AttentionError", message });
  refuses("file=../model&bytes=1", /^file: must be the name of a file, got "\.\.\/model"/);
  refuses("place=checkpoint&layer=1", /^file: must be the name of a file, got undefined/);
  refuses(link.replace(/bytes=\d+/, "bytes=-1"), /^bytes: must be a whole number from 0 to 9007199254740991, got "-1"/);
  refuses(link.replace(/sha256=\w+/, "sha256=0F"), /^sha256: must be 64 hexadecimal digits, got "0F"/);
  refuses(link.replace(/layer=\d+/, "layer=1e3"), /^layer: must be a whole number from 0 to 1048576, got "1e3"/);
  refuses(link.replace(/&head=\d+/, ""), /^head: must be a whole number from 0 to 1048576, got undefined/);
  refuses(link.replace(/&text=[^&]+/, "&tokens=1,x"), /^tokens: must be a list of at most 20000 ids, got \[1, NaN\]/);
  refuses(link.replace(/&text=[^&]+/, ""), /^text: must be a text .*, or tokens a list of ids, got undefined/);
  refuses(`${link}&tokens=1`, /^tokens: must not be given with text/);
  refuses(`${link}&other_tokens=1`, /^other_tokens: must not be given with other_text/);
  refuses(link.replace(/other_text=[^&]+/, "other_tokens=1,x"), /^other_tokens: must be a list of at most 20000 ids/);
  refuses(`${link}&layer=1`, /^layer: must be given once, got \["11", "1"\]/);
  refuses(`${link}&heads=1`, /^heads: unknown field of an experiment; did you mean head\?/);
  refuses(
    link.replace(/&text=[^&]+/, `&text=${"a".repeat(20_001)}`),
    /^text: must be a text of at most 20000 characters/,
  );
  refuses(`${link}&off=head%3D1`, /^off: must be layer=L/);
  for (const text of ["[]", "{}", '{"kind":"other"}', "3"])
    assert.throws(() => readExperimentFile("a.json", text), { message: /^a\.json: must be a saved experiment/ });
  const saved = JSON.parse(experimentFile(experiment));
  for (const off of [3, "layer=1", [3], null])
    assert.throws(() => readExperimentFile("a.json", JSON.stringify({ ...saved, off })), { message: /^off: must be/ });
  const refusesFile = (/** @type {object} */ change, /** @type {RegExp} */ message) =>
    assert.throws(() => readExperimentFile("a.json", JSON.stringify({ ...saved, ...change })), {
      name: "AttentionError",
      message,
    });
  refusesFile({ model: null }, /^model: must be an object, got null/);
  refusesFile({ model: 3 }, /^model: must be an object, got 3/);
  refusesFile({ model: { ...saved.model, bytes: 1.5 } }, /^bytes: must be a whole number from 0 to \d+, got 1\.5/);
  refusesFile({ model: { ...saved.model, weights: [] } }, /^weights: unknown field of a model/);
  refusesFile({ off: Array(1001).fill("layer=1") }, /^off: must be a list of at most 1000 parts/);
  refusesFile({ layers: 1 }, /^layers: unknown field of an experiment; did you mean layer\?/);
  refusesFile({ tokens: [1] }, /^tokens: must not be given with text/);
  refusesFile({ other_text: 3 }, /^other_text: must be a text of at most 20000 characters, or other_tokens/);
  refusesFile({ text: undefined, tokens: [1.5] }, /^tokens: must be a list of at most 20000 ids, got \[1\.5\]/);
  refusesFile({ text: undefined, tokens: Array(20_001).fill(1) }, /^tokens: must be a list of at most 20000 ids/);
  assert.throws(() => readExperimentFile("a.json", "{"), { name: "AttentionError", message: /^a\.json: / });
});
