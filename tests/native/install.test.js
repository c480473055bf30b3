/** The C library as CMake installs it: found by pkg-config and by CMake, with the engine's bits. */
import assert from "node:assert/strict";
import { mkdir, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { before, test } from "node:test";

import { isInstalled, packageJson, readText, root, run, temporaryFolder } from "../support/machine.js";
import { bitsOf, checkProgram, simd128 } from "../support/native/same-bits.js";

const tools = ["cmake", "pkg-config"];
const there = await Promise.all(tools.map(isInstalled));
const missing = tools.filter((_, at) => !there[at]);
const skip = missing.length > 0 && `not installed: ${missing.join(", ")}`;

/** @type {Awaited<ReturnType<typeof bitsOf>>} */
let bits;
before(async () => {
  if (!skip) bits = await bitsOf(await simd128());
});

/** Installs the library as c/README.md says. @param {import("node:test").TestContext} t */
async function installed(t) {
  const folder = await temporaryFolder(t);
  const [, commands = ""] = /```sh\n(cmake [^]*?)```/.exec(readText("c/README.md")) ?? [];
  const build = join(folder, "build");
  const script = commands.replaceAll(/ build$| build(?= -)/gm, ` "${build}"`);
  await run("bash", ["-e", "-c", script], {
    cwd: root,
    env: { ...process.env, HOME: folder },
    maxBuffer: 2 ** 24,
  });
  const prefix = join(folder, ".local");
  const [lib = ""] = (await readdir(prefix, { recursive: true })).filter((path) => path.endsWith("pkgconfig"));
  return { folder, prefix, pkgconfig: join(prefix, lib) };
}

/** tests/native/walk.c with the installed headers. */
const driver = readText("tests/native/walk.c").replaceAll('"../../c/', '"');

test("what CMake installs gives the bits of the WebAssembly, found by pkg-config and by CMake", { skip }, async (t) => {
  const { folder, prefix, pkgconfig } = await installed(t);
  const env = { ...process.env, PKG_CONFIG_PATH: pkgconfig };
  await writeFile(join(folder, "walk.c"), driver);
  const line = "cc -std=c11 walk.c $(pkg-config --cflags --libs attention-stepper) -o walk";
  await run("sh", ["-c", line], { cwd: folder, env });
  await checkProgram(bits, join(folder, "walk"));
  const { stdout } = await run("pkg-config", ["--modversion", "attention-stepper"], { env });
  assert.equal(stdout.trim(), packageJson.version);

  const project = join(folder, "project");
  await mkdir(project);
  const [, lines = ""] = /```cmake\n([^]*?)```/.exec(readText("c/README.md")) ?? [];
  const list = `cmake_minimum_required(VERSION 3.13)\nproject(one C)\nadd_executable(weights ../walk.c)\n${lines}`;
  await writeFile(join(project, "CMakeLists.txt"), list);
  await run("cmake", ["-S", project, "-B", join(project, "build"), `-DCMAKE_PREFIX_PATH=${prefix}`]);
  await run("cmake", ["--build", join(project, "build")]);
  await checkProgram(bits, join(project, "build/weights"));
});

test("the headers that it installs are those of the reference, with what they include", async () => {
  const list = readText("c/CMakeLists.txt");
  const names = [...list.matchAll(/[\w/]+\.h\b/g)].map(([name]) => name);
  const [, published = ""] =
    /publicHeaders = Object\.freeze\(\{([^]*?)\}\)/.exec(readText("web/build/site/site.js")) ?? [];
  const wanted = [...published.matchAll(/"c\/(.*?\.h)"/g)].map(([, name = ""]) => name);
  assert.ok(wanted.length >= 6);
  const installs = names.filter((name, at) => names.indexOf(name) === at);
  assert.deepEqual(installs.sort(), [...wanted, "api.h"].sort());
  for (const name of installs)
    for (const [, other = ""] of readText(`c/${name}`).matchAll(/^#include "(.*)"$/gm))
      assert.ok(installs.includes(join(name, "..", other)), `${name} includes ${other}`);
});
