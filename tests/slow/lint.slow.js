/** The C code gets no warning from two compilers, clang-tidy and cppcheck. */
import assert from "node:assert/strict";
import { readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { isInstalled, root, run, temporaryFolder } from "../support/machine.js";
import { engineSources } from "../support/native/compile.js";

const WARNINGS = [
  ...["-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Wshadow", "-Wstrict-prototypes", "-Wmissing-prototypes"],
  ...["-Wdouble-promotion", "-Wcast-align", "-Wcast-qual", "-Wundef", "-Wvla", "-Werror"],
];

/* False reports of cppcheck. */
const MISREAD = [
  /* takes the dot of a compound literal, (steps){.p = d}, for an assignment */
  "--suppress=unknownEvaluationOrder",
  /* takes the hexadecimal float 0x1p26 for another number */
  "--suppress=incorrectLogicOperator:c/simd/elementary.h",
];

const drivers = (await readdir(`${root}tests/native`, { recursive: true }))
  .filter((name) => name.endsWith(".c"))
  .map((name) => `tests/native/${name}`);
const engine = await engineSources();
const missing = async (/** @type {string} */ tool) => ((await isInstalled(tool)) ? false : `${tool} is not installed`);
const options = { cwd: root, maxBuffer: 2 ** 26 };

for (const compiler of ["gcc", "clang"]) {
  for (const backend of ["", "-DATTENTION_PLAIN_C"]) {
    test(`${compiler} ${backend}: no warning`, async () => {
      for (const optimise of ["-O0", "-O3"]) {
        const flags = ["-std=c11", optimise, "-ffp-contract=off", ...WARNINGS, ...(backend ? [backend] : [])];
        for (const file of engine) await run(compiler, [...flags, "-c", file, "-o", "/dev/null"], options);
      }
    });
  }
}

test("the headers are valid C++ too", async (t) => {
  const source = join(await temporaryFolder(t), "headers.cpp");
  const names = ["attention.h", "learn/backward.h", "model/model.h", "random/random.h"];
  await writeFile(source, `${names.map((name) => `#include "${root}c/${name}"`).join("\n")}\n`);
  await run("clang++", ["-std=c++17", "-Wall", "-Wextra", "-Werror", "-fsyntax-only", source], options);
});

test("clang-tidy finds nothing", { skip: await missing("clang-tidy") }, async () => {
  const { stdout } = await run("clang-tidy", ["--quiet", ...engine, ...drivers, "--", "-std=c11"], options).catch(
    (error) => error,
  );
  assert.equal(stdout, "");
});

test("cppcheck finds nothing", { skip: await missing("cppcheck") }, async () => {
  const checks = ["--std=c11", "--enable=warning,performance,portability", "--quiet", "--error-exitcode=1"];
  await run("cppcheck", [...checks, ...MISREAD, ...engine, ...drivers], options);
});
