/** Every JavaScript and attention-stepper example of README.md runs. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { copyFile, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";

import { CORPUS_SIZE } from "../support/corpus.js";
import { mutations } from "../slow/mutations.js";

const readme = await readFile(new URL("../../README.md", import.meta.url), "utf8");
const cli = fileURLToPath(new URL("../../web/dist/cli.js", import.meta.url));
const entry = (/** @type {string} */ name) => new URL(`../../web/${name}/index.js`, import.meta.url).href;

/** @param {string} language */
const blocks = (language) =>
  [...readme.matchAll(new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\``, "gms"))].map(([, code = ""]) => code);

/** @type {string} */
let folder;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), "attention-readme-"));
  await copyFile(new URL("../reference/cases/mha_self_1.json", import.meta.url), join(folder, "case.json"));
});
after(() => rm(folder, { recursive: true }));

for (const [n, code] of blocks("js").entries()) {
  test(`JavaScript example ${n + 1} runs`, async () => {
    const file = join(folder, `example${n}.mjs`);
    await writeFile(
      file,
      code.replaceAll(/(?<=")attention-stepper\/(\w+)(?=";)/g, (_, name) => entry(name)),
    );
    const { status, stdout, stderr } = spawnSync(process.execPath, [file], { encoding: "utf8" });
    assert.deepEqual([status, stderr], [0, ""]);
    assert.ok(stdout.split("\n").length > 2 && !/undefined|NaN/.test(stdout), stdout);
  });
}

const commands = blocks("sh").flatMap((code) =>
  code.split("\n").filter((line) => line.startsWith("attention-stepper ")),
);

for (const command of commands) {
  test(`${command.replace(/ +#.*/, "")} runs`, () => {
    const script = command.replace("attention-stepper", `"${process.execPath}" "${cli}"`);
    const { status, stderr } = spawnSync("bash", ["-c", script], { cwd: folder, encoding: "utf8" });
    assert.deepEqual([status, stderr], [0, ""]);
  });
}

test("there are examples, and every npm script they name exists", async () => {
  assert.ok(blocks("js").length >= 2 && commands.length >= 3);
  const { scripts } = JSON.parse(await readFile(new URL("../../package.json", import.meta.url), "utf8"));
  for (const [, name = ""] of readme.matchAll(/\bnpm (?:run )?((?<=run )[\w:-]+|start|test)/g))
    assert.ok(name in scripts, name);
});

test("its figures are so, and the files that it names are there", () => {
  const counted = (/** @type {RegExp} */ words) => Number(words.exec(readme)?.[1]);
  assert.equal(counted(/(\d+) planted faults/), mutations.length);
  assert.deepEqual(
    [counted(/(\d+) walks in float64/), counted(/one hash over (\d+) specs/)],
    [CORPUS_SIZE, CORPUS_SIZE],
  );
  const promised = /\n## Promises[^]*?\n## /.exec(readme)?.[0] ?? "";
  const named = [...promised.matchAll(/`([\w/*-]+\.test\.js|\w+\/)`/g)].map(([, path = ""]) => path);
  assert.ok(named.length > 15, `${named}`);
  const there = readdirSync(new URL("..", import.meta.url), { recursive: true }).map(String);
  for (const path of named) {
    const pattern = new RegExp(`^${path.replace(/\/$/, "").replaceAll(".", "\\.").replaceAll("*", ".*")}$`);
    assert.ok(
      there.some((name) => pattern.test(name)),
      path,
    );
  }
});
