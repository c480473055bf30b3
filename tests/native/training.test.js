/** A native build trains with the same bits as the WebAssembly: every loss of 50 steps, and every weight after them. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { loadCore } from "../../web/engine/engine.js";
import { wasmBytes } from "../../web/engine/wasm/node.js";
import { temporaryFolder } from "../support/machine.js";
import { buildNative } from "../support/native/compile.js";
import { STEPS, train, trainNatively, trainingCases } from "../support/native/training-file.js";

const core = await loadCore(await wasmBytes("simd128"));

for (const build of /** @type {const} */ ([
  { compiler: "gcc", backend: "vectors" },
  { compiler: "clang", backend: "plain" },
])) {
  test(`${build.compiler}, ${build.backend}: ${STEPS} steps of every model give the bits of the WebAssembly`, async (t) => {
    const program = await buildNative({ ...build, drivers: ["tests/native/training.c"] });
    const folder = await temporaryFolder(t);
    for (const one of trainingCases) {
      const wanted = train(core, one);
      const got = await trainNatively(program, folder, wanted.input);
      assert.equal(got.length, wanted.output.length, one.case);
      assert.ok(wanted.output.length > STEPS * 16 && got.equals(wanted.output), `${one.case}: other bits`);
    }
  });
}
