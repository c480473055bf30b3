/** The build makes the same bytes wherever it runs. */
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { cp, symlink } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { hashesOf } from "../../web/build/hashes.js";
import { dist, fakeTools, readText, root, run, temporaryFolder, withTools } from "../support/machine.js";

const isPackages = (/** @type {string} */ path) => path.endsWith("/node_modules");

test("two builds in two folders are identical, byte for byte", async (t) => {
  const folder = await temporaryFolder(t);
  const copied = ["build.sh", "package.json", "package-lock.json", "web/build/setup.sh", "c", "web"];
  for (const path of copied) {
    const filter = (/** @type {string} */ source) => !source.startsWith(dist.slice(0, -1)) && !isPackages(source);
    await cp(root + path, join(folder, path), { recursive: true, preserveTimestamps: true, filter });
  }
  for (const packages of ["node_modules", "web/examples/packages/node_modules"])
    if (existsSync(root + packages)) await symlink(root + packages, join(folder, packages));
  // If npm ran here, it would empty the folder that the link points to.
  const tools = await fakeTools(folder, { npm: "exit 1" });
  const { stdout, stderr } = await run("bash", ["build.sh"], { cwd: folder, env: withTools(tools) });
  assert.equal(stderr, "", "warnings of the build");
  assert.match(stdout, /^compiling the engine's C code to WebAssembly: .*\n(.*\n)?bundling the page, .*\n/);
  const hashes = JSON.parse(readText("web/dist/integrity.json"));
  for (const name of ["attention-simd128.wasm", "attention-scalar.wasm"]) {
    assert.ok(stdout.includes(`\n${hashes[name].sha256}  ${name}\n`), "the hash of the WebAssembly is printed");
  }
  assert.ok(stdout.includes(`\n${hashes["engine.js"].integrity}  engine.js\n`));
  const files = Object.keys(await hashesOf(dist));
  assert.deepEqual(Object.keys(await hashesOf(join(folder, "web/dist/"))), files);
  for (const name of files) {
    assert.ok(
      readFileSync(join(folder, "web/dist", name)).equals(readFileSync(dist + name)),
      `${name}: not what web/dist/ has, or that is not up to date`,
    );
  }
});
