/** The guide for course authors does what it says. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { chmod, copyFile, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";

const examples = new URL("../web/examples/check/", import.meta.url);
const guide = await readFile(new URL("README.md", examples), "utf8");
const root = fileURLToPath(new URL("../", import.meta.url));

/** @param {string} language */
const blocks = (language) =>
  [...guide.matchAll(new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\``, "gms"))].map(([, code = ""]) => code);

/** @type {string} a course's repository, the project next to the lesson */
let folder;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), "attention-course-"));
  for (const name of ["lesson.json", "gradients.json"]) await copyFile(new URL(name, examples), join(folder, name));
  await symlink(root, join(folder, "attention-stepper"));
  await mkdir(join(folder, "bin"));
  await writeFile(join(folder, "bin/attention-stepper"), `#!/bin/sh\nexec node "${root}web/dist/cli.js" "$@"\n`);
  await chmod(join(folder, "bin/attention-stepper"), 0o755);
});
after(() => rm(folder, { recursive: true }));

/** @param {string} command */
function shell(command) {
  const env = { ...process.env, PATH: `${join(folder, "bin")}:${process.env.PATH}` };
  const { status, stdout, stderr } = spawnSync("bash", ["-e", "-c", command], { cwd: folder, env, encoding: "utf8" });
  return { status, stdout, stderr };
}

const [right = "", wrong = "", both = ""] = blocks("text");

test("the commands print what the guide says", () => {
  const printed = [right, both].map((stdout) => ({ status: 0, stdout, stderr: "" }));
  assert.deepEqual(blocks("sh").map(shell), printed);
});

test("the workflow's steps: set-up and build are scripts of this project, and the check runs", async () => {
  const [workflow = ""] = blocks("yaml");
  const steps = [...workflow.matchAll(/^ {6}- run: (.*)$/gm)].map(([, command = ""]) => command);
  assert.equal(steps.length, 3);
  const { scripts } = JSON.parse(await readFile(join(root, "package.json"), "utf8"));
  for (const step of steps) {
    const script = /^npm run (\S+) --prefix attention-stepper$/.exec(step)?.[1];
    if (script) assert.ok(script in scripts, step);
    else if (step !== "npm ci --prefix attention-stepper") {
      assert.deepEqual(shell(step), { status: 0, stdout: right, stderr: "" });
    }
  }
  assert.equal(/\t/.test(workflow), false);
});

test("a wrong number: exit 1 and the line of the guide; a wrong file: exit 2", async () => {
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
    /^attention-stepper: lesson\.json: casual: is no field of a spec; did you mean causal\?/,
  );
});
