/** Wrong calls of the C API are refused, each with a status of its own, whose words name the field; nothing is written. */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { test } from "node:test";
import { promisify } from "node:util";
import { readText } from "../support/machine.js";
import { buildNative, sanitize } from "../support/native/compile.js";

/** Every status of models and fast paths, by number. */
const statuses = new Map(
  [...readText("c/attention.h").matchAll(/^ {2}(ATTENTION_\w+) = (-\d+)(?=,|$)/gm)].map(([, name = "", number]) => [
    Number(number),
    name,
  ]),
);
const FIRST = [...statuses].find(([, name]) => name === "ATTENTION_NO_BLOCK")?.[0] ?? NaN;
/** The statuses behind this one are of specs again, but for some of models and fast paths. */
const LAST = [...statuses].find(([, name]) => name === "ATTENTION_BAD_MAX_NORM")?.[0] ?? NaN;
const isLater = (/** @type {string} */ name) =>
  /FAST_BLOCK|QUERIES|POINTER|LAYERS|EMBEDDING_NORM|FINAL_NORM|TIED|READOUT|LOGITS|NOT_A_CACHE|APPEND|KEEP|_DROPOUT/.test(
    name,
  );
const BAD_INPUT = [...statuses].find(([, name]) => name === "ATTENTION_BAD_INPUT")?.[0] ?? NaN;

const program = await buildNative({ compiler: "clang", drivers: ["tests/native/refusals.c"], flags: sanitize });
const { stdout } = await promisify(execFile)(program, { maxBuffer: 2 ** 26 });
const words = new Map(
  stdout
    .trim()
    .split("\n")
    .map((line) => [Number(line.split(" ", 1)[0]), line.slice(line.indexOf(" ") + 1)]),
);

test("every status of models, batches, optimizers and caches comes from a call that is wrong in that way", () => {
  const own = [...statuses].filter(([number, name]) => (number <= FIRST && number >= LAST) || isLater(name));
  assert.ok(own.length > 45, `${own.length} statuses`);
  for (const [number, name] of own) {
    assert.ok(words.has(number), `no call of refusals.c returns ${name}`);
    assert.match(words.get(number) ?? "", /^\w+: .*\b(must|needs)\b.*[^.]$/, name);
  }
  assert.equal(new Set(own.map(([number]) => words.get(number))).size, own.length, "no two have the same words");
});

test("a pointer that does not agree with the spec is named by its tensor, in every fast path", () => {
  const named = [...words].filter(([number]) => number <= BAD_INPUT).map(([, text]) => text.split(":")[0]);
  const wanted =
    "E P X C Q K V Wq Wk Wv Wo bq bk bv bo key_valid allow positions relK relV bias_table bias_matrix sink";
  for (const name of [...wanted.split(" "), "keep"]) assert.ok(named.includes(name), `${name} of ${named}`);
});

test("the program that makes these calls is compiled with sanitizers that notice a wrong index", async () => {
  const wrong = await buildNative({ compiler: "clang", drivers: ["tests/native/wrong-index.c"], flags: sanitize });
  await assert.rejects(promisify(execFile)(wrong, ["82"]), /index 82 out of bounds/);
  await promisify(execFile)(wrong, ["80"]);
});
