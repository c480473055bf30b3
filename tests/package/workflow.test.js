/** The GitHub workflows for changes and tags, as far as they can be tested outside GitHub. Needs a finished build. */
import assert from "node:assert/strict";
import { existsSync, accessSync, constants, readdirSync } from "node:fs";
import { cp, readFile, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { parse } from "yaml";

import { dist, fakeTools, packageJson, pathOf, readText, root, run, temporaryFolder } from "../support/machine.js";

const folder = ".github/workflows/";
const workflows = readdirSync(root + folder).map((name) => parse(readText(folder + name), { strict: true }));
const jobs = workflows.flatMap((workflow) => Object.entries(workflow.jobs));
const steps = jobs.flatMap(([, job]) => job.steps);
const commands = steps.flatMap(({ run: command }) => command ?? []).flatMap((text) => text.trim().split("\n"));

/** Programs that a step may run besides the project's own scripts: they are installed on GitHub's runners. */
const programs = ["npm", "gh", "sha256sum"];

test("every step is a pinned action of GitHub's own, or a command that exists", () => {
  assert.ok(steps.length > 8 && commands.length > 4);
  for (const { uses, run: command } of steps) {
    assert.equal((uses === undefined) !== (command === undefined), true);
    if (uses !== undefined) assert.match(uses, /^actions\/[\w-]+@(?:v\d+|[0-9a-f]{40})$/);
  }
  for (const command of commands) {
    const [program, ...args] = command.split(" ");
    if (programs.includes(program)) continue;
    accessSync(root + program, constants.X_OK);
    assert.ok(program.startsWith(".ci/"), `${command} ${args}`);
  }
});

test(".ci/run calls npm test first, on the machine as it is, and then the rest", async (t) => {
  const folder = await temporaryFolder(t);
  await cp(`${root}.ci/run`, join(folder, ".ci/run"));
  // Nothing else is in the folder, and no other command is there: only what npm's scripts install may come before their tests.
  const tools = await fakeTools(folder, { npm: `echo "$*" >>'${folder}/log'` });
  for (const name of ["bash", "dirname"]) await symlink(await pathOf(name), join(tools, name));
  await run(join(tools, "bash"), [".ci/run"], { cwd: folder, env: { PATH: tools } });
  const calls = (await readFile(join(folder, "log"), "utf8")).trim().split("\n");
  assert.deepEqual(calls, ["test", "run check", "run size", "run test:rest", "run test:browsers"]);
  for (const call of calls) assert.ok(call.replace("run ", "") in packageJson.scripts, call);
  assert.match(
    packageJson.scripts.test,
    /^bash web\/build\/setup\.sh test && /,
    "and npm test sets up no more than it needs",
  );
});

test("a job has only the write permissions that it needs, and no untrusted text is part of a command", () => {
  /** @type {Record<string, Record<string, string>>} */
  const written = {
    pages: { pages: "write", "id-token": "write" },
    release: { contents: "write", "id-token": "write" },
  };
  for (const workflow of workflows) assert.deepEqual(workflow.permissions, { contents: "read" });
  for (const [name, { permissions, needs, if: when }] of jobs) {
    assert.deepEqual(permissions, written[name], name);
    if (permissions) assert.ok(needs === "test" && /refs\/(heads\/main|tags\/v)/.test(when), name);
  }
  for (const command of commands) assert.doesNotMatch(command, /\$\{\{/);
  assert.doesNotMatch(JSON.stringify(workflows), /secrets\./);
  assert.ok(!workflows.some(({ on }) => "pull_request_target" in on));
});

test("a release contains the page, the WebAssembly and the package as built, and their hashes", async (t) => {
  const made = join(await temporaryFolder(t), "release");
  await run(`${root}.ci/release`, [made]);
  const tarball = `attention-stepper-${packageJson.version}.tgz`;
  const wasm = ["attention-scalar.wasm", "attention-simd128.wasm", "attention-walk.wasm"];
  const element = ["attention-stepper.js", "trained.js", "wasm-scalar.js"]; // and what it loads from beside it
  const built = [...wasm, ...element, "attention-stepper.html", "embed.html", "integrity.json"];
  assert.deepEqual(readdirSync(made).sort(), [...built, tarball, "SHA256SUMS"].sort());
  for (const name of built) assert.ok((await readFile(join(made, name))).equals(await readFile(dist + name)), name);
  const { stdout } = await run("sha256sum", ["--check", "SHA256SUMS"], { cwd: made });
  assert.equal(stdout.trim().split("\n").length, built.length + 1);
  const { stdout: listed } = await run("tar", ["-tzf", join(made, tarball)]);
  assert.ok(listed.includes("package/web/dist/engine.js\n"));
  const again = await run(`${root}.ci/release`, [made]).catch((error) => error);
  assert.match(again.stderr, /^release: .* must be empty\n$/);
});

test("a tag that is not the package's version is refused", async (t) => {
  const made = join(await temporaryFolder(t), "release");
  const tagged = (/** @type {string} */ tag) => ({
    env: { ...process.env, GITHUB_REF_TYPE: "tag", GITHUB_REF_NAME: tag },
  });
  const { code, stderr } = await run(`${root}.ci/release`, [made], tagged("v99.0.0")).catch((error) => error);
  assert.deepEqual(
    [code, stderr.split(", got")[0]],
    [1, `release: the tag must be v${packageJson.version}, as package.json has it`],
  );
  await run(`${root}.ci/release`, [made], tagged(`v${packageJson.version}`));
});

test("the workflow's command sets the package's repository and nothing else", async (t) => {
  const command = commands.find((text) => text.startsWith("npm pkg set ")) ?? assert.fail("none");
  const copy = await temporaryFolder(t);
  await cp(`${root}package.json`, join(copy, "package.json"));
  await writeFile(join(copy, "README.md"), "");
  await run("bash", ["-c", command], { cwd: copy, env: { ...process.env, GITHUB_REPOSITORY: "someone/something" } });
  const { repository, ...rest } = JSON.parse(await readFile(join(copy, "package.json"), "utf8"));
  assert.match(JSON.stringify(repository), /someone\/something/);
  assert.deepEqual(rest, packageJson);
});

/**
 * Files that contain the conflict markers of a merge.
 * @param {string} folder of a repository, whose tracked files are read
 * @returns {Promise<string[]>}
 */
async function conflicted(folder) {
  const marks = "^(<<<<<<<|>>>>>>>|[|]{7})( |$)";
  const { stdout } = await run("git", ["-C", folder, "grep", "-IlE", marks]).catch((error) => {
    if (error.code !== 1) throw error; // 1: no file has any
    return { stdout: "" };
  });
  return stdout.split("\n").filter(Boolean);
}

const tracked = existsSync(`${root}.git`);

test("no tracked file contains conflict markers", { skip: !tracked && "no repository" }, async (t) => {
  const other = await temporaryFolder(t);
  await run("git", ["-C", other, "init", "-q"]);
  await writeFile(join(other, "clean.md"), "Title\n=======\n");
  await writeFile(join(other, "merged.md"), `${"<".repeat(7)} ours\na\n=======\nb\n${">".repeat(7)} theirs\n`);
  await run("git", ["-C", other, "add", "."]);
  assert.deepEqual(await conflicted(other), ["merged.md"]);
  assert.deepEqual(await conflicted(root), []);
});
