/** The commands in the guide for course authors work as described. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { copyFile, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { parse } from "yaml";

import { fakeTools, packageJson, root, withTools } from "../support/machine.js";

const examples = new URL("../../web/examples/check/", import.meta.url);
const guide = await readFile(new URL("README.md", examples), "utf8");

/** @param {string} language */
const blocks = (language) =>
  [...guide.matchAll(new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\``, "gms"))].map(([, code = ""]) => code);

/** @type {string} a course's repository */
let folder;
/** @type {NodeJS.ProcessEnv} where the package is installed */
let env;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), "attention-course-"));
  for (const name of ["lesson.json", "gradients.json"]) await copyFile(new URL(name, examples), join(folder, name));
  env = withTools(await fakeTools(folder, { "attention-stepper": `exec node "${root}web/dist/cli.js" "$@"` }));
});
after(() => rm(folder, { recursive: true }));

/** @param {string} command */
function shell(command) {
  const { status, stdout, stderr } = spawnSync("bash", ["-e", "-c", command], { cwd: folder, env, encoding: "utf8" });
  return { status, stdout, stderr };
}

const [right = "", wrong = "", both = ""] = blocks("text");

test("the guide's commands print the output that it shows", () => {
  const printed = [right, both].map((stdout) => ({ status: 0, stdout, stderr: "" }));
  assert.deepEqual(blocks("sh").map(shell), printed);
});

test("the guide's workflow step is this package's command, and it runs", () => {
  const [workflow = ""] = blocks("yaml");
  const steps = parse(workflow, { strict: true }).jobs.check.steps.flatMap((/** @type {any} */ step) => step.run ?? []);
  assert.equal(steps.length, 1);
  const [, command = "", name = ""] = /^npx --yes --package \.\/\S+\.tgz ((\S+) .*)$/.exec(steps[0]) ?? [];
  assert.deepEqual([name, Object.keys(packageJson.bin)], [packageJson.name, [name]]);
  assert.deepEqual(shell(command), { status: 0, stdout: right, stderr: "" });
});

test("a wrong number exits with 1 and prints the guide's line; a wrong file exits with 2", async () => {
  const path = join(folder, "lesson.json");
  const lesson = await readFile(path, "utf8");
  await writeFile(path, lesson.replace("0.3302, 0.6698, 0,", "0.5, 0.5, 0,"));
  const { status, stdout, stderr } = shell("attention-stepper check lesson.json");
  assert.deepEqual([status, stderr], [1, ""]);
  assert.equal(stdout, wrong);
  await writeFile(path, lesson.replace("causal", "casual"));
  const refused = shell("attention-stepper check lesson.json");
  assert.deepEqual([refused.status, refused.stdout], [2, ""]);
  assert.match(
    refused.stderr,
    /^attention-stepper: lesson\.json: casual: unknown field of a spec; did you mean causal\?/,
  );
});
