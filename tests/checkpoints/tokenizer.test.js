/** Damaged tokenizers: each cuts a text and names its tokens, or is refused with an AttentionError that names the file. */
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";

import { openTokenizer } from "../../web/checkpoints/tokenizer.js";
import { AttentionError } from "../../web/engine/errors.js";
import { byteLevel } from "../support/checkpoints.js";

/** How many are tried. */
const count = 2000;
const texts = ["low lower", "", "🦊 \u0000 Zwölf"];

/** Every place in a value of JSON. @param {unknown} json @returns {string[][]} */
const pathsIn = (json) =>
  typeof json !== "object" || json === null
    ? []
    : Object.entries(json).flatMap(([key, value]) => [[key], ...pathsIn(value).map((path) => [key, ...path])]);

const damage = fc.record({
  at: fc.nat(),
  how: fc.constantFrom("replace", "take out", "beside"),
  name: fc.constantFrom("__proto__", "toString", "pattern", "vocab"),
  value: fc.oneof(
    fc.jsonValue({ maxDepth: 2 }),
    fc.constantFrom(
      "ByteLevel",
      "Split",
      "Sequence",
      "BPE",
      "Unigram",
      "WordPiece",
      "Metaspace",
      "NFC",
      "",
      "(",
      -1,
      1e21,
    ),
    fc.constant({ type: "Split", pattern: { Regex: "[" }, behavior: "Isolated", invert: false }),
  ),
});

/** @param {any} json @param {typeof damage extends fc.Arbitrary<infer T> ? T : never} one */
function damaged(json, { at, how, name, value }) {
  const paths = pathsIn(json);
  const path = paths[at % paths.length] ?? [];
  const parent = path.slice(0, -1).reduce((object, key) => object[key], json);
  const key = path.at(-1) ?? "";
  if (how === "take out") delete parent[key];
  else
    Object.defineProperty(parent, how === "replace" ? key : name, {
      value,
      enumerable: true,
      configurable: true,
      writable: true,
    });
  return JSON.parse(JSON.stringify(json));
}

/** @param {any} json @returns {Promise<"cuts" | "refused">} */
async function outcome(json) {
  try {
    const tokenizer = await openTokenizer({ json: (name) => (name === "tokenizer.json" ? json : undefined) });
    for (const text of texts) {
      const ids = tokenizer?.encode(text) ?? [];
      assert.ok(Array.isArray(ids), "tokens are a list");
      for (const id of ids) assert.equal(typeof tokenizer?.decode(id), "string");
    }
    return "cuts";
  } catch (error) {
    if (!(error instanceof AttentionError)) throw error;
    assert.equal(error.field, "tokenizer.json");
    return "refused";
  }
}

test(`${count.toLocaleString("en")} damaged tokenizers each cut texts or are refused by name`, async () => {
  const found = { cuts: 0, refused: 0 };
  const one = fc.asyncProperty(damage, async (change) => {
    found[await outcome(damaged(byteLevel(20), change))]++;
  });
  await fc.assert(one, { numRuns: count, seed: 11, endOnFailure: true });
  assert.ok(found.cuts > 100 && found.refused > 100, JSON.stringify(found));
});
