/** The walk has the bits of one head written down plainly: projections, scores, softmax, context. */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { test } from "node:test";
import { promisify } from "node:util";
import { buildNative } from "../support/native/compile.js";

for (const build of /** @type {const} */ ([
  { compiler: "gcc", backend: "vectors" },
  { compiler: "clang", backend: "plain" },
])) {
  test(`${build.compiler}, ${build.backend}: every head of 200 walks is the reference's, bit for bit`, async () => {
    const program = await buildNative({ ...build, drivers: ["tests/native/reference.c"] });
    const { stdout } = await promisify(execFile)(program, ["200"]);
    assert.ok(Number(/^(\d+) heads\n$/.exec(stdout)?.[1]) > 400, stdout);
    await assert.rejects(promisify(execFile)(program, ["200", "mistake"]), /reference: other weights|another context/);
  });
}
