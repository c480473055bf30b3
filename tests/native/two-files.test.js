/** The C code as two files, attention.h and attention.c, which the build makes: nothing is missing, and the bits are the same. Needs a finished build. */
import assert from "node:assert/strict";
import { copyFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { before, test } from "node:test";

import { amalgamation } from "../../web/build/c-amalgamation.js";
import { createEngine } from "../../web/engine/index.js";
import { dist, readText, run, temporaryFolder } from "../support/machine.js";
import { bitsOf, checkProgram, simd128 } from "../support/native/same-bits.js";

const strict = ["-std=c11", "-O2", "-ffp-contract=off", "-Wall", "-Wextra", "-Wconversion", "-Wpedantic", "-Werror"];

/** @type {Awaited<ReturnType<typeof bitsOf>>} */
let bits;
before(async () => {
  bits = await bitsOf(await simd128());
});

/** A folder with the two files, and with nothing else of the engine. @param {import("node:test").TestContext} t */
async function folderOfTwo(t) {
  const folder = await temporaryFolder(t);
  for (const name of ["attention.h", "attention.c"]) await copyFile(`${dist}c/${name}`, join(folder, name));
  return folder;
}

for (const [compiler, ...backend] of [["gcc"], ["clang", "-DATTENTION_PLAIN_C"]])
  test(`${[compiler, ...backend].join(" ")}: they compile without a warning, and give the bits of the WebAssembly`, async (t) => {
    const cwd = await folderOfTwo(t);
    const driver = readText("tests/native/walk.c").replace(/(#include "\.\.\/.*"\n)+/, '#include "attention.h"\n');
    await writeFile(join(cwd, "walk.c"), driver);
    await run(String(compiler), [...strict, ...backend, "-c", "attention.c"], { cwd });
    await run(String(compiler), ["-std=c11", "-O2", "walk.c", "attention.o", "-lm", "-o", "walk"], { cwd });
    await checkProgram(bits, join(cwd, "walk"));
  });

test("other files see the names of the public headers, and no others", async (t) => {
  const cwd = await folderOfTwo(t);
  await run("gcc", ["-std=c11", "-O0", "-c", "attention.c"], { cwd });
  const { stdout } = await run("nm", ["--extern-only", "--defined-only", "--format=posix", "attention.o"], { cwd });
  const names = stdout.split("\n").flatMap((line) => /^(\w+) [A-Z] /.exec(line)?.[1] ?? []);
  const header = readText("web/dist/c/attention.h").replace(/\/\*[^]*?\*\//g, "");
  assert.deepEqual(
    names.filter((name) => !new RegExp(`\\b${name}\\(`).test(header)),
    [],
  );
  const promised = [...header.matchAll(/^ATTENTION_(?:API|STAGE) [^;(]*?(\w+)\(/gm)].map(([, name = ""]) => name);
  assert.ok(promised.length > 100, `${promised.length} functions`);
  assert.deepEqual(
    promised.filter((name) => !names.includes(name)),
    [],
  );
});

test("the header can be included from C++ and twice", async (t) => {
  const cwd = await folderOfTwo(t);
  await writeFile(
    join(cwd, "twice.cc"),
    '#include "attention.h"\n#include "attention.h"\nint main() { return attention_version() == 0; }\n',
  );
  await run("clang", ["-x", "c++", "-Wall", "-Wextra", "-Werror", "-fsyntax-only", "-nostdinc++", "twice.cc"], { cwd });
});

test("names that two files have for themselves are kept apart, and every file's text stays as it is", async (t) => {
  const text = (/** @type {string} */ body, above = "") => `#include "${above}attention.h"\n${body}`;
  const a = `static int twice(int x) { return 2 * x; }
int attention_inner(int x) { return twice(x); }
int attention_one(int x) { return attention_inner(x); }
`;
  const b = `struct s { int x; };
static const char *twice(struct s *s) { return s->x ? "twice" : "0"; /* twice */ }
int attention_two(void) { return *twice(&(struct s){.x = 1}); }
`;
  const sources = new Map([
    [
      "attention.h",
      '#define ATTENTION_VERSION "1.2.3"\n#define ATTENTION_API\nATTENTION_API int attention_one(int x);\nATTENTION_API int attention_two(void);\n',
    ],
    ["tables.h", "/* clang-format off */\nSTAGE(A)\n/* clang-format on */\n"],
    ["inner.h", "INTERNAL int attention_inner(int x);\n"],
    ["a.c", text(`#include "inner.h"\n${a}`)],
    ["b/2_b.c", text(b, "../")],
  ]);
  const { header, source } = amalgamation(sources);
  assert.match(header, /^\/\* attention\.h: .* 1\.2\.3 as two files/);
  assert.ok(source.includes(a) && source.includes(b) && !source.includes('inner.h"'));
  const cwd = await temporaryFolder(t);
  await writeFile(join(cwd, "attention.h"), header);
  await writeFile(join(cwd, "attention.c"), source);
  const program = `#include "attention.h"\nint main(void) { return !(attention_one(3) == 6 && attention_two() == 't'); }\n`;
  await writeFile(join(cwd, "main.c"), program);
  await run("gcc", [...strict, "-c", "attention.c"], { cwd });
  await run("gcc", ["-std=c11", "main.c", "attention.o", "-o", "main"], { cwd });
  await run(join(cwd, "main"), []);
  const { stdout } = await run("nm", ["--extern-only", "--defined-only", "--format=posix", "attention.o"], { cwd });
  assert.deepEqual(stdout.match(/^\w+/gm), ["attention_one", "attention_two"]);
});

test("the program of the C reference compiles as it stands with the line below it, and computes the engine's context", async (t) => {
  const cwd = await folderOfTwo(t);
  const [program = "", line = ""] = [...readText("web/docs/c.md").matchAll(/```(?:c|sh)\n([^]*?)```/g)].map(
    ([, text = ""]) => text,
  );
  assert.match(program, /attention_attend\(/);
  await writeFile(join(cwd, "attend.c"), program);
  await run("sh", ["-c", line.replace(/^cc /, "cc -Wall -Wextra -Wconversion -Werror ")], { cwd });
  const { stdout } = await run(join(cwd, "attend"), []);
  const tensor = (/** @type {string} */ name) => {
    const [, list = ""] = new RegExp(`${name}\\[HEADS \\* N \\* D\\] = \\{(.*?)\\}`).exec(program) ?? [];
    return { shape: [2, 3, 2], data: list.split(",").map(Number) };
  };
  const engine = await createEngine();
  const inputs = { Q: tensor("q_hid"), K: tensor("k_hjd"), V: tensor("v_hjc") };
  const { context } = engine.attend({ heads: 2, causal: true }, inputs);
  assert.deepEqual(stdout.trim().split(/\s+/).map(Number).map(Math.fround), [...context.data]);
});

test("the two files need no other file of the engine", async (t) => {
  const cwd = await folderOfTwo(t);
  const { stdout } = await run("gcc", ["-std=c11", "-MM", "attention.c"], { cwd });
  assert.equal(stdout.replace(/\s+/g, " ").trim(), "attention.o: attention.c attention.h");
});
