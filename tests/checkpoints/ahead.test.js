/** What is read while a layer is computed: the next layer, and then the readout, block by block. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { Memory } from "../../web/checkpoints/ahead/memory.js";
import { ReadAhead } from "../../web/checkpoints/ahead/read-ahead.js";
import { openModel } from "../../web/checkpoints/model.js";
import { CheckpointSession } from "../../web/checkpoints/session.js";
import { createEngine } from "../../web/engine/index.js";
import { safetensorsOf } from "../../web/tensors/safetensors.js";
import { filesIn, filesOf } from "../support/checkpoints.js";

/** @typedef {Extract<import("../../web/checkpoints/ahead/read-ahead.js").ToReader, {id: number}>} ToReader */

const engine = await createEngine();

/** Reads nothing before it is told to. */
function slowReader() {
  /** @type {ToReader[]} */
  const asked = [];
  /** @type {any} */
  const port = { postMessage: (/** @type {ToReader} */ message) => asked.push(message) };
  const answer = (/** @type {number} */ at, bytes = new Uint8Array([asked[at]?.begin ?? 0])) =>
    port.onmessage({ data: { id: asked[at]?.id, bytes } });
  return {
    ahead: new ReadAhead(port),
    asked,
    answer,
    fail: (/** @type {number} */ at) => answer(at, /** @type {any} */ (null)),
  };
}

const file = /** @type {File} */ (/** @type {unknown} */ ({ name: "a" }));
const piece = (/** @type {number} */ begin) => ({ file, begin, end: begin + 1 });
/** Whether a promise is settled once all that is ready has run. @param {Promise<unknown>} promise */
const isSettled = (promise) =>
  Promise.race([promise.then(() => true), new Promise((resolve) => setImmediate(resolve, false))]);

test("a piece is there once it has arrived, and is taken once", async () => {
  const { ahead, asked, answer } = slowReader();
  ahead.ask([piece(5), piece(7)]);
  assert.deepEqual(
    asked.map(({ begin, end }) => [begin, end]),
    [
      [5, 6],
      [7, 8],
    ],
  );
  assert.equal(ahead.take(piece(5)), null);
  answer(0);
  assert.equal(await isSettled(ahead.arrived()), false);
  answer(1);
  assert.equal(await isSettled(ahead.arrived()), true);
  assert.equal(ahead.take({ ...piece(5), end: 7 }), null);
  assert.equal(ahead.take({ ...piece(5), file: /** @type {File} */ ({ ...file }) }), null);
  assert.deepEqual(ahead.take(piece(5)), new Uint8Array([5]));
  assert.equal(ahead.take(piece(5)), null);
  assert.deepEqual(ahead.take(piece(7)), new Uint8Array([7]));
});

test("the pieces of the last two times are kept, and read once; whoever waits for those before goes on", async () => {
  const { ahead, asked, answer } = slowReader();
  ahead.ask([piece(1)]);
  const first = ahead.arrived();
  ahead.ask([piece(2)]);
  ahead.ask([piece(2), piece(3)]);
  assert.equal(asked.length, 3);
  answer(0);
  assert.equal(await isSettled(first), true);
  assert.equal(ahead.take(piece(1)), null);
  answer(1);
  answer(2);
  ahead.ask([piece(4)]);
  assert.deepEqual(ahead.take(piece(3)), new Uint8Array([3]));
  ahead.ask([piece(5)]);
  assert.equal(ahead.take(piece(2)), null);
});

test("memory is given back, and is used for what is as large", () => {
  const { ahead, asked } = slowReader();
  const buffer = new ArrayBuffer(2);
  ahead.giveBack([buffer]);
  assert.deepEqual(asked, [{ memory: buffer }]);

  /** @type {ArrayBuffer[]} */
  const released = [];
  const memory = new Memory((one) => released.push(one));
  const sizes = [3, 4, 5, 6, 7];
  for (const size of sizes) assert.equal(memory.take(size).byteLength, size);
  const given = sizes.map((size) => new ArrayBuffer(size));
  const unasked = [new ArrayBuffer(8), new ArrayBuffer(9)];
  for (const one of [...given, ...unasked]) memory.give(one);
  assert.deepEqual(
    released.map((one) => [...given, ...unasked].indexOf(one)),
    [0, 5, 6],
    "what is not kept is released",
  );
  assert.equal(memory.take(5), given[2]);
  assert.notEqual(memory.take(5), given[2]);
  assert.equal(memory.take(4), given[1], "sizes that no one has asked for take no place");
  assert.notEqual(memory.take(3), given[0], "the oldest is forgotten");
});

test("what a layer was computed from is given back, and read no more: every answer stays", async () => {
  const tokens = [5, 17, 3, 41];
  for (const name of ["gpt2", "gpt2-bare", "llama", "gpt_neox", "bloom"]) {
    const kept = openModel(filesOf(name), engine).walk(tokens);
    let given = 0;
    const done = (/** @type {readonly ArrayBuffer[]} */ memory) => {
      for (const buffer of memory) structuredClone(buffer, { transfer: [buffer] });
      given += memory.length;
    };
    const model = openModel({ ...filesOf(name), done }, engine);
    const walk = model.walk(tokens);
    assert.deepEqual(walk.next(5), kept.next(5), name);
    assert.ok(given >= model.summary.layers, name);
    for (const stage of ["X", "Wq", "output"])
      assert.deepEqual(walk.run(0).tensor(stage), kept.run(0).tensor(stage), `${name}: ${stage}`);
    assert.deepEqual(walk.explain("layers.1.output", [1, 2]), kept.explain("layers.1.output", [1, 2]), name);
    assert.deepEqual(walk.contributions([1, 2]), kept.contributions([1, 2]), name);
    const off = [
      { layer: 0, part: /** @type {const} */ ("mlp"), head: 0, position: null, with: /** @type {const} */ ("mean") },
    ];
    const [one, other] = [walk.without(off), kept.without(off)];
    assert.deepEqual(one.next(5), other.next(5), name);
    for (const each of [one, other, walk, kept]) each.free();
  }
});

test("all that is read of the layers and of the readout is given back, each piece once, whether it is copied or not", () => {
  const tokens = [5, 17, 3, 41];
  for (const name of ["gpt2", "llama", "llama3", "gpt_neox", "bloom"]) {
    const files = filesOf(name);
    /** @type {Set<ArrayBuffer>} */
    const held = new Set();
    const find = (/** @type {string} */ of) => {
      const source = files.find(of);
      if (!source) return null;
      const read = (/** @type {number} */ begin, /** @type {number} */ end) => {
        const bytes = source.read(begin, end);
        held.add(bytes.buffer);
        return bytes;
      };
      return { ...source, read };
    };
    /** @type {ArrayBuffer[]} */
    const given = [];
    const model = openModel({ find, done: (memory) => void given.push(...memory) }, engine);
    const walk = model.walk(tokens);
    for (let layer = 0; layer < model.summary.layers; layer++) {
      held.clear();
      walk.run(layer);
      assert.ok(held.size > 0);
      for (const buffer of held) assert.ok(given.includes(buffer), `${name}, layer ${layer}`);
    }
    held.clear();
    walk.next(1);
    const block = Math.max(...[...held].map(({ byteLength }) => byteLength));
    for (const buffer of held) if (buffer.byteLength === block) assert.ok(given.includes(buffer), `${name}, readout`);
    assert.equal(new Set(given).size, given.length, name);
    walk.free();
  }
});

test("nobody waits for what cannot be read", async () => {
  const { ahead, fail } = slowReader();
  ahead.ask([piece(1)]);
  const arrived = ahead.arrived();
  fail(0);
  assert.equal(await isSettled(arrived), true);
  assert.equal(ahead.take(piece(1)), null);
});

/** A session that keeps what is read, and what is asked for ahead of each step. @param {import("../../web/checkpoints/folder.js").Files} files */
async function watched(files) {
  /** @type {string[]} */
  const read = [];
  /** @type {string[][]} */
  const asked = [];
  const textOf = (/** @type {{name: string, begin: number, end: number}} */ { name: of, begin, end }) =>
    `${of} ${begin} ${end}`;
  const session = new CheckpointSession(engine);
  await session.open({
    find(of) {
      const source = files.find(of);
      if (!source) return null;
      return {
        ...source,
        read(begin, end) {
          read.push(textOf({ name: of, begin, end }));
          return source.read(begin, end);
        },
      };
    },
    ahead: (pieces) => void asked.push(pieces.map(textOf)),
  });
  return { session, read, asked };
}

/** The steps of a walk: what each reads, and what it asks for. @param {Awaited<ReturnType<typeof watched>>} opened @param {Iterable<{is: string}>} walk */
function stepsOf({ read, asked }, walk) {
  const steps = [];
  read.length = asked.length = 0;
  for (const { is } of walk) steps.push({ is, read: read.splice(0), asked: asked.splice(0) });
  return steps;
}

for (const name of ["gpt2", "llama", "gpt_neox"])
  test(`${name}: each step of a walk reads what the step before has asked for, and nothing is asked for in vain`, async () => {
    const opened = await watched(filesOf(name));
    const steps = stepsOf(opened, opened.session.walk([3, 1, 4]));
    const layers = steps.filter(({ is }) => is === "layer");
    for (const { asked } of layers) assert.equal(asked.length, 1);
    layers.slice(1).forEach(({ read }, at) => assert.deepEqual(read, layers[at]?.asked[0]));
    const readout = steps.find(({ is }) => is === "readout");
    for (const each of layers.at(-1)?.asked[0] ?? assert.fail()) assert.ok(readout?.read.includes(each), each);
    assert.deepEqual(
      steps.slice(layers.length).flatMap(({ asked }) => asked),
      [],
    );
  });

test("what the parts add is known from the walk: no weight of a layer is read again for it", async () => {
  const opened = await watched(filesOf("gpt2"));
  const steps = stepsOf(opened, opened.session.walk([3, 1, 4]));
  const last = steps.find(({ is }) => is === "predicted")?.read ?? assert.fail();
  const bytes = (/** @type {readonly string[]} */ texts) =>
    texts.map((text) => text.split(" ").slice(-2).map(Number)).map(([begin = 0, end = 0]) => ({ begin, end }));
  const ofLayers = bytes(steps.filter(({ is }) => is === "layer").flatMap(({ read }) => read));
  assert.ok(ofLayers.length >= 2 && last.length > 0);
  for (const one of bytes(last))
    assert.ok(!ofLayers.some(({ begin, end }) => one.begin < end && begin < one.end), `${one.begin} to ${one.end}`);
});

test("with parts replaced, and for another text, the next layer is asked for too; after the last one nothing is", async () => {
  const opened = await watched(filesOf("gpt2"));
  stepsOf(opened, opened.session.walk([3, 1, 4]));
  const steps = stepsOf(opened, opened.session.without(["layer=1,mlp,with=other"], [2, 1, 4]));
  assert.deepEqual(
    steps.map(({ is, asked }) => [is, asked.length]),
    [
      ["other", 1],
      ["other", 0],
      ["without", 0],
      ["changed", 0],
    ],
  );
  const [first, second] = steps;
  assert.deepEqual(second?.read, first?.asked[0]);
});

test("a readout of several blocks asks for the next one while one is computed, and its logits are those of all rows", async () => {
  const [width, vocabulary] = [16, 2 ** 19 + 100];
  const zeros = (/** @type {number[]} */ ...shape) => ({
    shape,
    data: new Float32Array(shape.reduce((product, size) => product * size, 1)),
  });
  const filled = (/** @type {number} */ value) => ({ shape: [width], data: new Float32Array(width).fill(value) });
  const table = zeros(vocabulary, width);
  for (let at = 0; at < table.data.length; at += 7) table.data[at] = 1;
  const layer = {
    "ln_1.weight": filled(1),
    "ln_1.bias": filled(0),
    "ln_2.weight": filled(1),
    "ln_2.bias": filled(0),
    "attn.c_attn.weight": zeros(width, 3 * width),
    "attn.c_attn.bias": zeros(3 * width),
    "attn.c_proj.weight": zeros(width, width),
    "attn.c_proj.bias": zeros(width),
    "mlp.c_fc.weight": zeros(width, 4 * width),
    "mlp.c_fc.bias": zeros(4 * width),
    "mlp.c_proj.weight": zeros(4 * width, width),
    "mlp.c_proj.bias": zeros(width),
  };
  const tensors = {
    "wte.weight": table,
    "wpe.weight": zeros(4, width),
    ...Object.fromEntries(Object.entries(layer).map(([name, tensor]) => [`h.0.${name}`, tensor])),
    "ln_f.weight": zeros(width),
    "ln_f.bias": filled(1),
  };
  const config = { model_type: "gpt2", vocab_size: vocabulary, n_positions: 4, n_embd: width, n_layer: 1, n_head: 1 };
  const json = new TextEncoder().encode(
    JSON.stringify({ ...config, layer_norm_epsilon: 1e-5, activation_function: "gelu_new" }),
  );
  const files = filesIn({ "config.json": json, "model.safetensors": safetensorsOf(tensors) });
  const opened = await watched(files);
  const steps = stepsOf(opened, opened.session.walk([5]));
  const blocks = steps.filter(({ is }) => is === "readout");
  assert.equal(blocks.length, 3);
  blocks.slice(1).forEach(({ read }, at) => assert.deepEqual(read, blocks[at]?.asked[0]));
  assert.deepEqual(blocks.at(-1)?.asked, []);
  // The last norm gives ones, so that a logit is its row's sum: there is a one at each seventh place.
  const ones = Float32Array.from({ length: vocabulary }, (_, token) => {
    const before = (/** @type {number} */ place) => Math.ceil(place / 7);
    return before((token + 1) * width) - before(token * width);
  });
  const walk = openModel(files, engine).walk([5]);
  assert.deepEqual(walk.logits().data, ones);
  walk.free();
});
