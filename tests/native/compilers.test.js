/** What both compilers say of the engine's C, with either backend, and a C++ compiler of its headers. */
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { test } from "node:test";
import { root, run } from "../support/machine.js";
import { backends, buildNative } from "../support/native/compile.js";

for (const compiler of /** @type {const} */ (["gcc", "clang"])) {
  for (const backend of /** @type {(keyof typeof backends)[]} */ (Object.keys(backends))) {
    test(`${compiler} compiles the engine with the ${backend} backend without warnings`, async () => {
      assert.ok(existsSync(await buildNative({ compiler, backend, drivers: ["tests/native/functions/exp.c"] })));
    });
  }
}

test("a native build that fails throws the compiler's message", async () => {
  await assert.rejects(buildNative({ compiler: "gcc", drivers: ["tests/none.c"] }), /gcc: .*tests\/none\.c/);
});

test("C++ can include the public headers", async () => {
  const flags = "-x c++ -Wall -Wextra -Werror -Wno-unused-function -fsyntax-only".split(" ");
  for (const header of ["c/attention.h", "c/fused/fast.h", "c/random/random.h"])
    await run("clang", [...flags, root + header]);
});
