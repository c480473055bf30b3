/** How build.sh and npm's scripts set up a machine. Fake commands record what would be installed. */
import assert from "node:assert/strict";
import { cp, mkdir, readFile, symlink, utimes, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { test } from "node:test";

import { fakeTools, packageJson, pathOf, readText, root, run, temporaryFolder } from "../support/machine.js";

const toolsOfAnySystem = ["bash", "dirname", "env", "grep", "sed", "sort", "wc", "mkdir", "rm", "chmod"];

/** Folders with packages of their own, which only all tests need. */
const more = ["tests/bundlers/", "tests/bundlers/next/", "web/examples/packages/"];

/**
 * Runs a copy of the set-up scripts as on a machine that has only Node and the tools of every system, and no files.
 * @param {import("node:test").TestContext} t
 * @param {{script?: string, args?: string[], scripts: Record<string, string>, files?: string[], installed?: boolean}} machine
 *   scripts: its other commands; files: paths of files that it has; installed: whether npm's packages are there
 */
async function bareMachine(t, { script = "web/build/setup.sh", args = [], scripts, files = [], installed = true }) {
  const folder = await temporaryFolder(t);
  const locks = ["", ...more].map((path) => `${path}package-lock.json`);
  for (const path of ["build.sh", "web/build/setup.sh", "package.json", ...locks]) {
    await cp(root + path, join(folder, path));
  }
  await utimes(join(folder, "package-lock.json"), 0, 0);
  if (installed) {
    await mkdir(join(folder, "node_modules"));
    await writeFile(join(folder, "node_modules/.package-lock.json"), "{}");
  }
  const log = (/** @type {string} */ name) => `echo "\${PWD#'${folder}'}: ${name} $*" >>'${folder}/log'`;
  const tools = await fakeTools(folder, { "apt-get": log("apt-get"), npm: log("npm"), ...scripts });
  for (const name of toolsOfAnySystem) await symlink(await pathOf(name), join(tools, name));
  if (!("node" in scripts)) await symlink(process.execPath, join(tools, "node"));
  const system = join(folder, "system");
  await mkdir(system);
  for (const path of files) {
    await mkdir(dirname(join(system, path)), { recursive: true });
    await writeFile(join(system, path), "");
  }
  const options = { cwd: folder, env: { PATH: tools, SETUP_ROOT: system } };
  const outcome = await run(join(tools, "bash"), [script, ...args], options).catch((error) => error);
  const calls = await readFile(join(folder, "log"), "utf8").catch(() => "");
  return { code: outcome.code ?? 0, stdout: outcome.stdout, stderr: outcome.stderr, calls };
}

const user = { id: "echo 1000" };
const superuser = { id: "echo 0" };
const aptInstall = "apt-get install -y --no-install-recommends";

test("without Emscripten and without root, build.sh prints in one line what to run and why", async (t) => {
  assert.deepEqual(await bareMachine(t, { script: "build.sh", scripts: user }), {
    code: 1,
    stdout: "",
    stderr:
      "missing: emscripten (Emscripten compiles the C engine to WebAssembly); " +
      `run: sudo apt-get update && sudo ${aptInstall} emscripten\n`,
    calls: "",
  });
});

const compilers = ["gcc", "clang", "libc6-dev", "libclang-rt-dev"];
const installers = ["cmake", "pkg-config"];
const chromium = ["chromium", "chromium-driver"];
const otherBrowsers = ["firefox-esr", "webkit2gtk-driver", "xvfb", "xauth"];
const fonts = ["fonts-lmodern", "fonts-dejavu-extra", "fonts-noto-core"];
const checkers = ["valgrind", "clang-tidy", "cppcheck", "llvm"];

for (const { level, installs } of [
  { level: "build", installs: [] },
  { level: "test", installs: [...compilers, ...chromium] },
  { level: "all", installs: [...compilers, ...installers, ...chromium, ...otherBrowsers, ...fonts] },
  { level: "slow", installs: [...compilers, ...checkers] },
])
  test(`${level}: on a machine with Node alone and without root it prints in one line what to run and why`, async (t) => {
    const { code, stdout, stderr, calls } = await bareMachine(t, { args: [level], scripts: user });
    assert.deepEqual([code, stdout, calls], [1, "", ""]);
    const [, first, reasons, second] =
      /^missing: (.*?) \((.*)\); run: sudo apt-get update && sudo apt-get install -y --no-install-recommends (.*)\n$/.exec(
        stderr,
      ) ?? assert.fail(stderr);
    assert.equal(second, first);
    assert.deepEqual(first?.split(" ").sort(), ["emscripten", ...installs].sort());
    const each = reasons?.split("; ") ?? [];
    assert.equal(new Set(each).size, each.length, "each reason once");
  });

test("a file that a tool has is looked for below the one root; what is there is not installed again", async (t) => {
  const commands = { ...user, emcc: "", gcc: "", clang: "", chromium: "", chromedriver: "" };
  const header = "/usr/include/stdio.h";
  const sanitizer = "/usr/lib/llvm-14/lib/clang/14.0.6/lib/linux/libclang_rt.asan-x86_64.a";
  const missing = async (/** @type {string[]} */ files) =>
    /^missing: (\S*) /.exec((await bareMachine(t, { args: ["test"], scripts: commands, files })).stderr)?.[1];
  assert.equal(await missing([header]), "libclang-rt-dev");
  assert.equal(await missing([sanitizer]), "libc6-dev");
  assert.equal(await missing([header, sanitizer]), undefined);
});

test("as root, what is missing is installed through apt", async (t) => {
  const { code, stdout, stderr, calls } = await bareMachine(t, { args: ["build"], scripts: superuser });
  assert.deepEqual([code, stderr], [0, ""]);
  const [update, install, ...more] = calls.trim().split("\n");
  assert.match(update, /^: apt-get .*update$/);
  assert.match(install, /^: apt-get .*install -y --no-install-recommends emscripten$/);
  assert.deepEqual(more, []);
  assert.equal(
    stdout,
    "missing: emscripten (Emscripten compiles the C engine to WebAssembly); installing, which takes a minute or two\n",
  );
});

test("an installation that fails, and a system without apt, are reported in one line", async (t) => {
  const failing = await bareMachine(t, { args: ["build"], scripts: { ...superuser, "apt-get": "exit 100" } });
  assert.equal(failing.code, 1);
  assert.match(failing.stderr, /^missing: emscripten .*; apt could not install them: run apt-get update && [^\n]*\n$/);
});

const npmCi = "npm ci --include=dev --ignore-scripts --no-audit --no-fund";

test("npm packages are installed if they are missing or older than the lock file, and it says what they are for", async (t) => {
  const scripts = { ...user, emcc: "" };
  const fresh = await bareMachine(t, { args: ["build"], scripts, installed: false });
  assert.deepEqual([fresh.code, fresh.calls], [0, `: ${npmCi}\n`]);
  assert.equal(fresh.stdout, "installing npm packages: the bundler, the libraries of the page, and the tests' tools\n");
  const again = await bareMachine(t, { args: ["build"], scripts });
  assert.deepEqual([again.code, again.calls, again.stdout, again.stderr], [0, "", "", ""]);
});

test("npm packages that cannot be installed are reported with their folder", async (t) => {
  const scripts = { ...user, emcc: "", npm: "exit 1" };
  const { code, stderr } = await bareMachine(t, { args: ["build"], scripts, installed: false });
  assert.deepEqual([code, stderr], [1, "npm ci failed in .: see above\n"]);
});

test("for all tests, the bundlers and the packages of the examples are installed too, in folders of their own", async (t) => {
  const installed = async (/** @type {string} */ level) => {
    const { code, stderr, calls } = await bareMachine(t, { args: [level], scripts: superuser });
    assert.deepEqual([code, stderr], [0, ""]);
    return calls.split("\n").filter((call) => call.includes("npm"));
  };
  assert.deepEqual(await installed("test"), []);
  assert.deepEqual(
    await installed("all"),
    more.map((folder) => `/${folder.slice(0, -1)}: ${npmCi}`),
  );
});

test("an old Node is reported in one line", async (t) => {
  const node = "[[ $1 == --version ]] && echo v18.19.0 || exit 1";
  const { code, stderr } = await bareMachine(t, { args: ["build"], scripts: { ...user, node } });
  assert.deepEqual([code, stderr], [1, "Node 20 or newer is needed, this is v18.19.0\n"]);
});

test("setup.sh prints its usage when its argument is unknown or missing", async (t) => {
  const { code, stderr } = await bareMachine(t, { args: ["everything"], scripts: user });
  assert.deepEqual([code, stderr], [1, "usage: web/build/setup.sh build|test|all|slow\n"]);
});

test("the lock file belongs to package.json and names no registry", () => {
  const lock = JSON.parse(readText("package-lock.json"));
  const { name, version, license, engines, bin, devDependencies } = packageJson;
  assert.deepEqual(lock.packages[""], { name, version, license, bin, devDependencies, engines });
  for (const folder of ["", ...more]) assert.doesNotMatch(readText(`${folder}package-lock.json`), /"resolved"/, folder);
});
