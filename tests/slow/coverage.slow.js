/** Test coverage of the engine: at least 95 % of the lines and of the branches of c/ and web/engine/. */
import assert from "node:assert/strict";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { fuzz } from "../support/native/fuzzing.js";
import { isInstalled, root, run, temporaryFolder } from "../support/machine.js";
import { buildNative } from "../support/native/compile.js";
import { walkBytes } from "../support/native/walk-file.js";

const LEAST = 95;
const options = { cwd: root, maxBuffer: 2 ** 28 };

/** @param {NodeJS.ProcessEnv} env without the variables that tie a child process to this test run */
const alone = ({ NODE_TEST_CONTEXT: _, ...env }) => env;

/**
 * @param {import("node:test").TestContext} t
 * @param {Record<string, number>} percent
 * @param {string[]} uncovered
 */
function report(t, percent, uncovered) {
  for (const [what, value] of Object.entries(percent)) t.diagnostic(`${what}: ${value.toFixed(2)} %`);
  for (const line of uncovered) t.diagnostic(`not run: ${line}`);
  for (const [what, value] of Object.entries(percent)) assert.ok(value >= LEAST, `${what}: ${value} %`);
}

test("web/engine/: lines and branches that its tests run", async (t) => {
  const folder = await temporaryFolder(t);
  const names = (await readdir(`${root}tests/engine`, { recursive: true })).filter((name) => name.endsWith(".test.js"));
  const texts = await Promise.all(
    names.map(async (name) => [name, await readFile(`${root}tests/engine/${name}`, "utf8")]),
  );
  /* Native builds say nothing about JavaScript. */
  const tests = texts.flatMap(([name = "", text = ""]) =>
    /"[./]*web\/engine\//.test(text) ? [`tests/engine/${name}`] : [],
  );
  const c8 = ["--include=web/engine/**", "--all", "--exclude=web/engine/wasm/bundled.js", "--reporter=json-summary"];
  const folders = [`--reports-dir=${folder}/report`, `--temp-directory=${folder}/raw`, "--reporter=text"];
  const { stdout } = await run("npx", ["c8", ...c8, ...folders, process.execPath, "--test", ...tests], {
    ...options,
    env: alone(process.env),
  });
  const { total } = JSON.parse(await readFile(`${folder}/report/coverage-summary.json`, "utf8"));
  const rows = stdout.split("\n").filter((line) => /^ *[\w-]+\.js +\|/.test(line) && !/\| *$/.test(line));
  report(t, { lines: total.lines.pct, branches: total.branches.pct }, rows);
});

const skip = (await isInstalled("llvm-cov")) ? false : "llvm-cov is not installed";

test(
  "c/: what the reference cases, random walks, every kind of draw and two minutes of fuzzing run",
  { skip },
  async (t) => {
    const folder = await temporaryFolder(t);
    const flags = ["-O0", "-g", "-fprofile-instr-generate", "-fcoverage-mapping"];
    const build = (/** @type {string} */ driver, /** @type {string[]} */ ...more) =>
      buildNative({ compiler: "clang", drivers: [`tests/native/${driver}.c`], flags: [...flags, ...more] });
    const [walk, random, fuzzer, modelFuzzer] = await Promise.all([
      build("walk"),
      build("random"),
      build("fuzz/fuzz", "-fsanitize=fuzzer,address"),
      build("fuzz/fuzz-model", "-fsanitize=fuzzer,address"),
    ]);
    const profile = (/** @type {string} */ name) => ({
      ...options,
      env: { ...process.env, LLVM_PROFILE_FILE: join(folder, `${name}.profraw`) },
    });
    await writeFile(join(folder, "input"), await walkBytes({ random: 200 }));
    await run(walk, [join(folder, "input"), join(folder, "output")], profile("walk"));
    await run(random, ["guards"], profile("random"));
    await fuzz(fuzzer, folder, { seconds: 60 }, profile("fuzz").env);
    await fuzz(modelFuzzer, join(folder, "models"), { seconds: 60 }, profile("fuzz-model").env);
    const raw = ["walk", "random", "fuzz", "fuzz-model"].map((name) => join(folder, `${name}.profraw`));
    const merged = join(folder, "merged.profdata");
    await run("llvm-profdata", ["merge", "-sparse", ...raw, "-o", merged], options);
    const binaries = [walk, "-object", random, "-object", fuzzer, "-object", modelFuzzer, `-instr-profile=${merged}`];
    const ignore = "-ignore-filename-regex=tests/";
    const summary = await run("llvm-cov", ["export", "-summary-only", ...binaries, ignore], options);
    const { totals } = JSON.parse(summary.stdout).data[0];
    const lines = await run("llvm-cov", ["show", ...binaries, ignore], options);
    report(t, { lines: totals.lines.percent, branches: totals.branches.percent }, neverRun(lines.stdout));
  },
);

/** @param {string} listing of llvm-cov show @returns {string[]} the lines that no run has reached, with their files */
function neverRun(listing) {
  let file = "";
  const lines = [];
  for (const line of listing.split("\n")) {
    file = /^(\/.*):$/.exec(line)?.[1]?.replace(root, "") ?? file;
    const [, number, code = ""] = /^ *(\d+)\| +0\|(.*)$/.exec(line) ?? [];
    if (number) lines.push(`${file}:${number}: ${code.trim()}`);
  }
  return lines;
}
