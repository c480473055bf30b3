/**
 * No number is computed from uninitialised memory: valgrind over every reference case and random walks. Training stays
 * within its memory and its arrays: sanitizers over every model of the reference.
 */
import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { loadCore } from "../../web/engine/engine.js";
import { wasmBytes } from "../../web/engine/wasm/node.js";
import { isInstalled, run, temporaryFolder } from "../support/machine.js";
import { buildNative, sanitize } from "../support/native/compile.js";
import { STEPS, train, trainNatively, trainingCases } from "../support/native/training-file.js";
import { walkBytes } from "../support/native/walk-file.js";

const skip = (await isInstalled("valgrind")) ? false : "valgrind is not installed";

test("no walk, forward or backward, reads uninitialised memory", { skip }, async (t) => {
  const folder = await temporaryFolder(t);
  const program = await buildNative({ compiler: "gcc", drivers: ["tests/native/walk.c"], flags: ["-O1", "-g"] });
  const input = join(folder, "input");
  await writeFile(input, await walkBytes({ random: 60 }));
  const valgrind = ["--quiet", "--error-exitcode=9", "--track-origins=yes", program];
  await run("valgrind", [...valgrind, input, join(folder, "output")], { maxBuffer: 2 ** 26 });
});

test("valgrind notices a read of uninitialised memory", { skip }, async (t) => {
  const folder = await temporaryFolder(t);
  const source = join(folder, "unwritten.c");
  await writeFile(source, "#include <stdlib.h>\nint main(void) { int *p = malloc(4); return p && *p == 7 ? 1 : 0; }\n");
  await run("gcc", ["-O0", source, "-o", join(folder, "unwritten")]);
  await assert.rejects(run("valgrind", ["--error-exitcode=9", join(folder, "unwritten")]), { code: 9 });
});

test(`${STEPS} steps of every model do nothing that sanitizers notice, and give the bits of the WebAssembly`, async (t) => {
  const core = await loadCore(await wasmBytes("simd128"));
  const program = await buildNative({ compiler: "clang", drivers: ["tests/native/training.c"], flags: sanitize });
  const folder = await temporaryFolder(t);
  for (const one of trainingCases) {
    const { input, output } = train(core, one);
    assert.ok((await trainNatively(program, folder, input)).equals(output), one.case);
  }
});

test("training reads no uninitialised memory", { skip }, async (t) => {
  const core = await loadCore(await wasmBytes("simd128"));
  const program = await buildNative({
    compiler: "gcc",
    drivers: ["tests/native/training.c"],
    flags: ["-O1", "-g"],
  });
  const folder = await temporaryFolder(t);
  const [input, output] = [join(folder, "input"), join(folder, "output")];
  for (const one of trainingCases) {
    await writeFile(input, train(core, one).input);
    await run("valgrind", ["--quiet", "--error-exitcode=9", "--track-origins=yes", program, input, output]);
  }
});
