/** Each fault of tests/mutations.js, alone, in a copy of the project: the named tests must fail on it. */
import assert from "node:assert/strict";
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { after, describe, test } from "node:test";
import { root, run, temporaryFolder } from "../machine.js";
import { mutations } from "../mutations.js";
import { engineSources } from "../native.js";

const COMPILE = ["-std=c11", "-DNDEBUG", "-O1", "-ffp-contract=off", "-fno-math-errno", "-c"];
const LINK = [
  ...["-O1", "--no-entry", "-sSTANDALONE_WASM", "-Wl,--export=__heap_base", "-Wl,--export-all"],
  ...["-sTOTAL_STACK=65536", "-sINITIAL_MEMORY=1MB", "-sALLOW_MEMORY_GROWTH=1", "-sMAXIMUM_MEMORY=4GB"],
];

/** @param {string} source */
const objectOf = (source) => `${source.replaceAll("/", "_")}.o`;

/**
 * A copy of the project as it is built.
 * @param {import("node:test").TestContext} t
 */
async function copyOfProject(t) {
  const folder = await temporaryFolder(t);
  for (const name of ["c", "tests", "web", "package.json", "README.md"]) {
    /* Bundles are made afresh where they are needed: what is in the way of that stays behind. */
    const filter = (/** @type {string} */ path) => !path.includes("/web/dist/") || path.endsWith(".wasm");
    await cp(join(root, name), join(folder, name), { recursive: true, filter });
  }
  await symlink(join(root, "node_modules"), join(folder, "node_modules"));
  return folder;
}

/**
 * Links the engine; the scalar build stands for both, which are the same to the bit.
 * @param {string} folder
 * @param {string[]} objects
 */
async function link(folder, objects) {
  const [scalar, simd128] = ["scalar", "simd128"].map((name) => join(folder, `web/dist/attention-${name}.wasm`));
  await run("emcc", [...LINK, ...objects, "-o", `${scalar}`], { cwd: folder });
  await cp(`${scalar}`, `${simd128}`);
}

/** @param {NodeJS.ProcessEnv} env without what ties a child to this test run */
const alone = ({ NODE_TEST_CONTEXT: _, ...env }) => env;

/**
 * @param {string} folder
 * @param {string[]} names
 * @returns {Promise<string[]>} names of the tests that fail
 */
async function failures(folder, names) {
  const args = ["--test", "--test-reporter=tap", ...names.map((name) => `tests/${name}`)];
  const options = { cwd: folder, env: alone(process.env), maxBuffer: 2 ** 27, timeout: 300_000 };
  const { stdout } = await run(process.execPath, args, options).catch((error) => error);
  return [...String(stdout).matchAll(/^\s*not ok \d+ - (.*)$/gm)].map(([, name = ""]) => name);
}

test("every fault can be planted where it says, and only there", async () => {
  assert.ok(mutations.length >= 24);
  for (const { fault, file, text, instead, tests } of mutations) {
    const source = await readFile(join(root, file), "utf8");
    assert.equal(source.split(text).length, 2, `${fault}: ${file} must hold this once: ${text}`);
    assert.notEqual(text, instead, fault);
    assert.ok(tests.length > 0, fault);
  }
});

const objects = await mkdtemp(join(tmpdir(), "attention-objects-"));
after(() => rm(objects, { recursive: true }));
const sources = await engineSources();
for (let at = 0; at < sources.length; at += 4) {
  const compile = (/** @type {string} */ source) =>
    run("emcc", [...COMPILE, source, "-o", join(objects, objectOf(source))], { cwd: root });
  await Promise.all(sources.slice(at, at + 4).map(compile));
}

describe("each fault is caught", { concurrency: 2 }, () => {
  for (const { fault, file, text, instead, tests, silent } of mutations) {
    test(fault, async (t) => {
      const folder = await copyOfProject(t);
      const source = await readFile(join(folder, file), "utf8");
      await writeFile(
        join(folder, file),
        source.replace(text, () => instead),
      );
      if (file.endsWith(".c")) {
        const mutant = join(folder, objectOf(file));
        await run("emcc", [...COMPILE, file, "-o", mutant], { cwd: folder });
        await link(folder, [
          mutant,
          ...sources.filter((name) => name !== file).map((name) => join(objects, objectOf(name))),
        ]);
      } else if (file.startsWith("web/node/")) {
        await run(process.execPath, ["web/node/bundle.js"], { cwd: folder });
      }
      const caught = await failures(folder, tests);
      assert.ok(caught.length > 0, `${basename(file)}: ${tests.join(", ")} pass with it`);
      if (silent.length > 0) assert.deepEqual(await failures(folder, silent), [], "no number is wrong");
      t.diagnostic(`caught by ${tests.join(", ")}: ${caught.length} tests, the first: ${caught[0]}`);
    });
  }
});
