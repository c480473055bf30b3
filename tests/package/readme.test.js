/** The examples in the README, in CONTRIBUTING and in the documentation run, and their statements about commands and tests are true. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { copyFile, cp, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, before, test } from "node:test";

import { CORPUS_SIZE } from "../support/corpus.js";
import { dist, packageJson, readText, root } from "../support/machine.js";
import { mutations } from "../slow/mutations.js";
import { npyOf } from "../../web/tensors/npy.js";
import { text as alice } from "../../web/training/texts/alice.js";

const documents = [
  ...["README.md", "CONTRIBUTING.md", "web/engine/README.md"],
  ...readdirSync(`${root}web/docs`).flatMap((name) => (name.endsWith(".md") ? `web/docs/${name}` : [])),
];
const cli = `${dist}cli.js`;
const entry = (/** @type {string} */ name) =>
  new URL(`../../web/${name === "trained" ? "training/trained" : `${name}/index`}.js`, import.meta.url).href;

/** @param {string} language @returns {{from: string, code: string}[]} the examples; from: the document that contains it */
const blocks = (language) =>
  documents.flatMap((from) =>
    [...readText(from).matchAll(new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\``, "gms"))].map(([, code = ""]) => ({
      from,
      code,
    })),
  );

/** @type {string} */
let folder;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), "attention-readme-"));
  await copyFile(new URL("../reference/cases/mha_self_1.json", import.meta.url), join(folder, "case.json"));
  await writeFile(join(folder, "book.txt"), alice);
  for (const name of ["gpt2", "bert"]) await writeModel(name, join(folder, name));
  const rows = { shape: [2, 9], data: Int32Array.from({ length: 18 }, (_, at) => at) };
  await writeFile(join(folder, "rows.npy"), npyOf(rows));
});
after(() => rm(folder, { recursive: true }));

/** A small model with a tokenizer of the words that the documents have. @param {string} name @param {string} path of its folder */
async function writeModel(name, path) {
  await cp(new URL(`../reference/checkpoints/${name}`, import.meta.url), path, { recursive: true });
  const words = ["[UNK]", "The", "capital", "of", "France", "is", "Paris", "the", ".", "[MASK]"];
  const vocab = Object.fromEntries(words.map((word, id) => [word, id]));
  const model = { type: "WordLevel", vocab, unk_token: "[UNK]" };
  const parts = { normalizer: null, pre_tokenizer: { type: "Whitespace" }, post_processor: null, decoder: null };
  const mask = { id: words.indexOf("[MASK]"), content: "[MASK]", special: true, normalized: false };
  const added_tokens = [{ ...mask, single_word: false, lstrip: false, rstrip: false }];
  const tokenizer = { added_tokens, ...parts, model };
  await writeFile(join(path, "tokenizer.json"), JSON.stringify(tokenizer));
}

/** The examples that run in Node. The others are about elements in a page; browser tests use them. */
const scripts = blocks("js").filter(({ code }) => code.includes('from "attention-stepper/'));

for (const [n, { from, code }] of scripts.entries()) {
  test(`${from}: JavaScript example ${n + 1} runs`, async () => {
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

const commands = blocks("sh").flatMap(({ code }) =>
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
  assert.ok(new Set(scripts.map(({ from }) => from)).size >= 3 && commands.length >= 5);
  const texts = documents.map(readText).join("\n");
  const named = [...texts.matchAll(/npm (?:run ([\w:-]+)|(start|test)\b)/g)].map(([, run, short]) => run ?? short);
  for (const name of ["start", "build", "test", "test:all", "test:slow", "check"])
    assert.ok(named.includes(name), name);
  for (const name of named) assert.ok(name in packageJson.scripts, name);
});

test("every link of a document leads to an existing file", () => {
  for (const from of documents)
    for (const [, target = ""] of readText(from).matchAll(/\]\((?!https?:)([^)#]+)(?:#[^)]*)?\)/g)) {
      // In the built documentation, pages are where their sources are in the repository.
      const path = join(dirname(from), target);
      assert.ok(existsSync(root + path) || existsSync(dist + path.replace("web/", "")), `${from}: ${target}`);
    }
});

test("the promises' numbers are those of the tests, and the files that they name exist", () => {
  const promises = readText("web/docs/promises.md");
  const counted = (/** @type {RegExp} */ words) => Number(words.exec(promises)?.[1]);
  assert.equal(counted(/(\d+) planted faults/), mutations.length);
  assert.deepEqual(
    [counted(/(\d+) walks compared with float64/), counted(/one hash over (\d+) specs/)],
    [CORPUS_SIZE, CORPUS_SIZE],
  );
  const named = [...promises.slice(promises.indexOf("\n|")).matchAll(/`([\w/*-]+\.test\.js|\w+\/)`/g)].map(
    ([, path = ""]) => path,
  );
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
