/** What the element's reference says is what its code does. */
import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { test } from "node:test";

import { elementReference } from "../../web/build/element-reference.js";
import { attributeFields } from "../../web/components/element/attributes.js";
import { createTranslate } from "../../web/lessons/translate.js";
import { labFields } from "../../web/state/fields.js";
import { defaultState } from "../../web/state/state.js";
import { readText, root } from "../support/machine.js";

const reference = elementReference(createTranslate("en"));
const code = ["attention-stepper", "attributes", "events", "layouts"]
  .map((name) => readText(`web/components/element/${name}.js`))
  .join("\n");
const styles = readdirSync(`${root}web/components`, { recursive: true })
  .filter((name) => /styles\.js$/.test(String(name)))
  .map((name) => readText(`web/components/${name}`));

/** @param {string} text @param {RegExp} pattern */
const found = (text, pattern) => [...new Set([...text.matchAll(pattern)].map(([, name]) => name))].sort();

/** @param {{name: string}[]} rows */
const names = (rows) => rows.map(({ name }) => name).sort();

test("every row says something, and stands once", () => {
  for (const rows of Object.values(reference)) {
    assert.equal(new Set(names(rows)).size, rows.length);
    for (const row of rows)
      for (const [key, text] of Object.entries(row)) assert.ok(text !== "" || key === "default", `${row.name}: ${key}`);
  }
});

test("the attributes are the fields of a state without those of experiments, and the element's own", () => {
  const fields = Object.keys(defaultState).filter((field) => !labFields.includes(field));
  const wanted = [
    "preset",
    "state",
    "view",
    "controls",
    "locale",
    ...fields.map((field) => field.replaceAll("_", "-")),
  ];
  assert.deepEqual(names(reference.attributes), wanted.sort());
  assert.deepEqual([...attributeFields].sort(), fields.sort());
});

test("events, parts and CSS properties are those of the code", () => {
  assert.deepEqual(names(reference.events), found(code, /\bfire\("([\w-]+)"/g));
  assert.deepEqual(names(reference.parts), found(code, /\bpart="([\w-]+)"/g));
  assert.deepEqual(names(reference.cssProperties), found(styles.join(), /var\((--attention-[\w-]+)/g));
  for (const { name } of reference.properties)
    assert.match(code, new RegExp(`^ +(get |this\\.)?${name}\\b`, "m"), name);
});
