/** Each fault of tests/slow/mutations.js, alone, in a copy of the project: the named tests must fail on it. */
import assert from "node:assert/strict";
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { after, before, describe, test } from "node:test";
import { root, run, temporaryFolder } from "../support/machine.js";
import { mutations } from "./mutations.js";
import { engineSources } from "../support/native/compile.js";

const COMPILE = ["-std=c11", "-O1", "-ffp-contract=off", "-fno-math-errno", "-c"];
const LINK = [
  ...["-O1", "--no-entry", "-sSTANDALONE_WASM", "-Wl,--export=__heap_base", "-Wl,--export-all"],
  ...["-sTOTAL_STACK=65536", "-sINITIAL_MEMORY=1MB", "-sALLOW_MEMORY_GROWTH=1", "-sMAXIMUM_MEMORY=4GB"],
];

/** @param {string} source */
const objectOf = (source) => `${source.replaceAll("/", "_")}.o`;

/**
 * A copy of the project's files that a build needs.
 * @param {import("node:test").TestContext} t
 */
async function copyOfProject(t) {
  const folder = await temporaryFolder(t);
  for (const name of ["c", "tests", "web", "package.json", "README.md"]) {
    // Bundles are not copied: the tests that need them make them.
    const filter = (/** @type {string} */ path) =>
      !path.endsWith("/node_modules") && (!path.includes("/web/dist/") || path.endsWith(".wasm"));
    await cp(join(root, name), join(folder, name), { recursive: true, filter });
  }
  await symlink(join(root, "node_modules"), join(folder, "node_modules"));
  return folder;
}

/**
 * @param {string[]} names of sources
 * @param {string} from the folder of the project
 * @param {string} to the folder of the objects
 */
async function compile(names, from, to) {
  for (let at = 0; at < names.length; at += 4) {
    const one = (/** @type {string} */ name) =>
      run("emcc", [...COMPILE, name, "-o", join(to, objectOf(name))], { cwd: from });
    await Promise.all(names.slice(at, at + 4).map(one));
  }
}

/**
 * Links the engine, as the scalar build only, since both builds give the same bits.
 * @param {string} folder
 * @param {string[]} objects
 */
async function link(folder, objects) {
  const [scalar, simd128] = ["scalar", "simd128"].map((name) => join(folder, `web/dist/attention-${name}.wasm`));
  await run("emcc", [...LINK, ...objects, "-o", `${scalar}`], { cwd: folder });
  await cp(`${scalar}`, `${simd128}`);
}

/** @param {NodeJS.ProcessEnv} env without the variables that tie a child process to this test run */
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

test("the text of every fault occurs in its file exactly once", async () => {
  assert.ok(mutations.length >= 24);
  for (const { fault, file, text, instead, tests } of mutations) {
    const source = await readFile(join(root, file), "utf8");
    assert.equal(source.split(text).length, 2, `${fault}: ${file} must contain this once: ${text}`);
    assert.notEqual(text, instead, fault);
    assert.ok(tests.length > 0, fault);
  }
});

const sources = await engineSources();

describe("each fault is detected", { concurrency: 2 }, () => {
  /** @type {string} folder of the objects without faults, compiled once */
  let objects;
  before(async () => {
    objects = await mkdtemp(join(tmpdir(), "attention-objects-"));
    await compile(sources, root, objects);
  });
  after(() => rm(objects, { recursive: true }));

  for (const { fault, file, text, instead, tests, silent } of mutations) {
    test(fault, async (t) => {
      const folder = await copyOfProject(t);
      const source = await readFile(join(folder, file), "utf8");
      await writeFile(
        join(folder, file),
        source.replace(text, () => instead),
      );
      const changed = sources.filter((name) => file.endsWith(".h") || name === file);
      if (changed.length > 0) {
        await compile(changed, folder, folder);
        const objectFolder = (/** @type {string} */ name) => (changed.includes(name) ? folder : objects);
        await link(
          folder,
          sources.map((name) => join(objectFolder(name), objectOf(name))),
        );
      } else if (file.startsWith("web/node/")) {
        await run(process.execPath, ["web/build/bundle.js"], { cwd: folder });
      }
      const caught = await failures(folder, tests);
      assert.ok(caught.length > 0, `${basename(file)}: ${tests.join(", ")} pass with it`);
      if (silent.length > 0) assert.deepEqual(await failures(folder, silent), [], "no number is wrong");
      t.diagnostic(`caught by ${tests.join(", ")}: ${caught.length} tests, the first: ${caught[0]}`);
    });
  }
});
