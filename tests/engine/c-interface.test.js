/** What JavaScript knows of the C code is what the compiler reads in the headers, and what the engine itself says. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { cInterface } from "../../web/build/c-interface.js";
import { BATCH, MODEL, MODEL_SPEC, OPTIMIZER, PLAN, RESULT, SPEC, TILE, TOO_LARGE } from "../../web/engine/c.js";
import { Memory } from "../../web/engine/memory.js";
import { readMember, writeStruct } from "../../web/engine/struct.js";
import { Engine } from "../../web/engine/engine.js";
import { createEngine } from "../../web/engine/index.js";
import { specNumber } from "../../web/engine/spec/spec-words.js";
import { readText } from "../support/machine.js";

test("web/engine/c.js is what the compiler says of the headers now", async () => {
  assert.equal(await cInterface(), readText("web/engine/c.js"), "run: node web/build/c-interface.js");
});

test("sizes of structs, names of members and a status are those of the engine", async () => {
  const { exports, memory, names } = Engine.coreOf(await createEngine());
  assert.equal(SPEC.bytes, exports.attention_spec_bytes());
  assert.equal(PLAN.bytes, exports.attention_plan_bytes());
  const [one, two] = [1, 2].map((layers) => exports.attention_model_bytes(layers));
  assert.ok(MODEL.bytes < one, "a model stands before its layers");
  assert.equal(two - one, exports.attention_model_bytes(1024) - exports.attention_model_bytes(1023));
  assert.equal(MODEL_SPEC.bytes, exports.attention_model_spec_bytes());
  assert.deepEqual(Object.keys(SPEC.members), [...names.fields, "given"]);
  const text = new TextDecoder().decode(memory.bytes(exports.attention_status_name(TOO_LARGE), 7));
  assert.equal(text, "memory:");
});

test("the default spec is the one that the engine makes of inputs alone", async () => {
  const engine = await createEngine();
  const { exports, memory } = Engine.coreOf(engine);
  const spec = memory.allocate(SPEC.bytes);
  for (const [n, width, heads] of /** @type {const} */ ([
    [3, 2, 1],
    [5, 12, 4],
    [7, 6, 6],
  ])) {
    const X = { shape: [n, width], data: new Float32Array(n * width) };
    const W = { shape: [width, width], data: new Float32Array(width * width) };
    const run = engine.trace({ heads }, { X, ...(heads > 1 && { Wq: W, Wk: W, Wv: W }) });
    exports.attention_default_spec(spec, n, width, heads);
    for (const [name, value] of Object.entries(run.spec)) {
      const wanted = specNumber(name, value);
      if (!/^(rope|clip|buckets|max_distance|lambda|sigma)/.test(name))
        assert.equal(readMember(memory, spec, SPEC, /** @type {any} */ (name)), Math.fround(wanted), name);
    }
    run.free();
  }
  memory.free(spec);
});

test("numbers written to a struct are read from it, and stand at whole multiples of their size", () => {
  const memory = new Memory(new WebAssembly.Memory({ initial: 1 }), 0);
  const values = { lr: 0.1, beta2: 0.999, method: 1 };
  writeStruct(memory, 16, OPTIMIZER, values);
  for (const [name, value] of Object.entries(values))
    assert.equal(readMember(memory, 16, OPTIMIZER, /** @type {keyof typeof values} */ (name)), value);
  writeStruct(memory, 160, TILE, { head: -1, sum_i: 2 ** 32 - 16 });
  assert.equal(readMember(memory, 160, TILE, "head"), -1);
  assert.equal(readMember(memory, 160, TILE, "sum_i"), 2 ** 32 - 16, "an address beyond 2 GiB");
  for (const { members } of [OPTIMIZER, RESULT, BATCH, TILE])
    for (const [type, offset] of Object.values(members)) assert.equal(offset % (type === "double" ? 8 : 4), 0);
});
