/** Commands build web/dist/ only if it is not up to date: web/build/up-to-date.js notices every change that matters. */
import assert from "node:assert/strict";
import { appendFile, cp, mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";

import { fakeTools, packageJson, root, run, temporaryFolder, withTools } from "../support/machine.js";

const program = "web/build/up-to-date.js";

/**
 * A small project.
 * @param {import("node:test").TestContext} t
 * @returns {Promise<{folder: string, check: (...args: string[]) => Promise<boolean>, checkWith: (environment: Record<string, string>,
 *   ...args: string[]) => Promise<boolean>}>}
 */
async function smallProject(t) {
  const folder = await temporaryFolder(t);
  for (const path of [program, "web/build/hashes.js"]) await cp(root + path, join(folder, path));
  for (const path of ["c", "tests", "web/dist"]) await mkdir(join(folder, path), { recursive: true });
  await writeFile(join(folder, "package.json"), '{"type": "module"}');
  await writeFile(join(folder, "c/engine.c"), "int a;\n");
  await writeFile(join(folder, "web/dist/engine.wasm"), "bytes");
  const env = withTools(await fakeTools(folder, { emcc: "echo emcc 1" }));
  const checkWith = (/** @type {Record<string, string>} */ more, /** @type {string[]} */ ...args) =>
    run(process.execPath, [program, ...args], { cwd: folder, env: { ...env, ...more } }).then(
      () => true,
      ({ code }) => (assert.equal(code, 1), false),
    );
  return { folder, checkWith, check: (/** @type {string[]} */ ...args) => checkWith({}, ...args) };
}

test("a build is up to date from its end until a source, a package or a built file changes", async (t) => {
  const { folder, check } = await smallProject(t);
  assert.equal(await check(), false, "never built");
  await check("--record");
  assert.equal(await check(), true);
  await writeFile(join(folder, "tests/a.test.js"), "");
  await writeFile(join(folder, "package.tgz"), "");
  assert.equal(await check(), true, "neither tests nor a package that was packed are sources");
  /** @type {[string, string][]} */
  const changes = [
    ["a source", "c/engine.c"],
    ["a new source", "c/new.c"],
    ["a built file", "web/dist/engine.wasm"],
    ["a file added to those built", "web/dist/extra.js"],
    ["the packages", "node_modules/.package-lock.json"],
  ];
  await mkdir(join(folder, "node_modules"));
  for (const [what, path] of changes) {
    await check("--record");
    await appendFile(join(folder, path), "\n");
    assert.equal(await check(), false, what);
  }
  await check("--record");
  await rm(join(folder, "c/new.c"));
  assert.equal(await check(), false, "a source removed");
  await rm(join(folder, "web/dist"), { recursive: true });
  assert.equal(await check(), false, "nothing built");
});

test("a build with another address of the site, or without one, is not up to date", async (t) => {
  const { check, checkWith } = await smallProject(t);
  const here = { SITE_ADDRESS: "https://example.org/" };
  await checkWith(here, "--record");
  assert.equal(await checkWith(here), true);
  assert.equal(await checkWith({ SITE_ADDRESS: "https://example.org/a/" }), false);
  assert.equal(await check(), false);
});

test("the commands for tests build what is not up to date", () => {
  assert.equal(packageJson.scripts.built, `node ${program} || bash build.sh`);
  for (const script of ["test", "test:all", "test:rest", "test:browsers", "test:slow"])
    assert.match(packageJson.scripts[script], / && npm run --silent built && node /, script);
});
