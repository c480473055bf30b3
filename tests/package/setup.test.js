/** How build.sh and npm's scripts set up a machine. Fake commands record what would be installed. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { cp, mkdir, readFile, symlink, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";

import { fakeTools, packageJson, readText, root, run, temporaryFolder } from "../support/machine.js";

const toolsOfAnySystem = ["bash", "dirname", "env", "grep", "sed", "sort", "wc", "mkdir", "rm", "chmod"];

/**
 * Runs a copy of the set-up scripts as on a machine that has only Node and the tools of every system.
 * @param {import("node:test").TestContext} t
 * @param {{script?: string, args?: string[], scripts: Record<string, string>, installed?: boolean}} machine
 */
async function bareMachine(t, { script = "web/build/setup.sh", args = [], scripts, installed = true }) {
  const folder = await temporaryFolder(t);
  const locks = ["package-lock.json", "tests/bundlers/package-lock.json", "web/examples/packages/package-lock.json"];
  for (const path of ["build.sh", "web/build/setup.sh", "package.json", ...locks]) {
    await cp(root + path, join(folder, path));
  }
  await utimes(join(folder, "package-lock.json"), 0, 0);
  if (installed) {
    await mkdir(join(folder, "node_modules"));
    await writeFile(join(folder, "node_modules/.package-lock.json"), "{}");
  }
  const log = (/** @type {string} */ name) => `echo "${name} $*" >>'${folder}/log'`;
  const tools = await fakeTools(folder, { "apt-get": log("apt-get"), npm: log("npm"), ...scripts });
  for (const name of toolsOfAnySystem) {
    const path = execFileSync("/bin/sh", ["-c", `command -v ${name}`], { encoding: "utf8" }).trim();
    await symlink(path, join(tools, name));
  }
  if (!("node" in scripts)) await symlink(process.execPath, join(tools, "node"));
  const options = { cwd: folder, env: { PATH: tools } };
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

for (const { level, installs, not } of [
  {
    level: "test",
    installs: ["gcc", "clang", "chromium", "chromium-driver"],
    not: ["firefox-esr", "xvfb", "valgrind"],
  },
  {
    level: "all",
    installs: ["gcc", "clang", "chromium", "firefox-esr", "webkit2gtk-driver", "xvfb"],
    not: ["valgrind"],
  },
  { level: "slow", installs: ["gcc", "clang", "valgrind", "cppcheck"], not: ["chromium", "firefox-esr"] },
])
  test(`${level}: without compilers and without root it prints in one line what to run and why`, async (t) => {
    const { code, stdout, stderr, calls } = await bareMachine(t, { args: [level], scripts: user });
    assert.deepEqual([code, stdout, calls], [1, "", ""]);
    const [, first, reasons, second] =
      /^missing: (.*?) \((.*)\); run: sudo apt-get update && sudo apt-get install -y --no-install-recommends (.*)\n$/.exec(
        stderr,
      ) ?? assert.fail(stderr);
    const packages = first?.split(" ") ?? [];
    assert.equal(second, first);
    // Things that this machine has in fixed places, such as headers, are not reported as missing.
    for (const name of ["emscripten", ...installs]) assert.ok(packages.includes(name), name);
    for (const name of not) assert.ok(!packages.includes(name), name);
    const each = reasons?.split("; ") ?? [];
    assert.equal(new Set(each).size, each.length, "each reason once");
  });

test("as root, what is missing is installed through apt", async (t) => {
  const { code, stderr, calls } = await bareMachine(t, { args: ["build"], scripts: superuser });
  assert.deepEqual([code, stderr], [0, ""]);
  const [update, install, ...more] = calls.trim().split("\n");
  assert.match(update, /^apt-get .*update$/);
  assert.match(install, /^apt-get .*install -y --no-install-recommends emscripten$/);
  assert.deepEqual(more, []);
});

test("an installation that fails, and a system without apt, are reported in one line", async (t) => {
  const failing = await bareMachine(t, { args: ["build"], scripts: { ...superuser, "apt-get": "exit 100" } });
  assert.equal(failing.code, 1);
  assert.match(failing.stderr, /^missing: emscripten .*; apt could not install them: run apt-get update && [^\n]*\n$/);
});

test("npm packages are installed if they are missing or older than the lock file", async (t) => {
  const scripts = { ...user, emcc: "" };
  const fresh = await bareMachine(t, { args: ["build"], scripts, installed: false });
  assert.deepEqual([fresh.code, fresh.calls], [0, "npm ci --include=dev --ignore-scripts --no-audit --no-fund\n"]);
  const again = await bareMachine(t, { args: ["build"], scripts });
  assert.deepEqual([again.code, again.calls, again.stdout, again.stderr], [0, "", "", ""]);
});

test("for all tests, the bundlers and the packages of the examples are installed too, in folders of their own", async (t) => {
  const commands = "emcc gcc clang chromium chromedriver firefox-esr WebKitWebDriver Xvfb xauth".split(" ");
  const scripts = {
    ...user,
    ...Object.fromEntries(commands.map((name) => [name, ""])),
    npm: 'echo "$PWD: $*" >&2',
  };
  assert.equal((await bareMachine(t, { args: ["test"], scripts })).stderr, "");
  const { code, stderr, calls } = await bareMachine(t, { args: ["all"], scripts });
  assert.deepEqual([code, calls], [0, ""]);
  const arguments_ = "ci --include=dev --ignore-scripts --no-audit --no-fund";
  assert.deepEqual(
    stderr
      .trimEnd()
      .split("\n")
      .map((/** @type {string} */ line) => line.replace(/^.*\/(?=tests\/|web\/)/, "")),
    [`tests/bundlers: ${arguments_}`, `web/examples/packages: ${arguments_}`],
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
  for (const folder of ["", "tests/bundlers/", "web/examples/packages/"])
    assert.doesNotMatch(readText(`${folder}package-lock.json`), /"resolved"/, folder);
});
