/** The element's reference matches its code. */
import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { test } from "node:test";

import { elementReference } from "../../web/build/element-reference.js";
import { attributeFields } from "../../web/components/element/attributes.js";
import { words } from "../../web/words/words.js";
import { experimentFields } from "../../web/state/fields.js";
import { defaultState } from "../../web/state/state.js";
import { readText, root } from "../support/machine.js";

const reference = elementReference(words("en").t);
const code = [
  "element/attention-stepper",
  "element/events",
  "element/frame",
  "element/layouts",
  "element/lesson-frame",
  "figure/stage-figure",
  "figure/motion",
]
  .map((name) => readText(`web/components/${name}.js`))
  .join("\n");
const styles = readdirSync(`${root}web/components`, { recursive: true })
  .filter((name) => /(styles|custom-properties)\.js$/.test(String(name)))
  .map((name) => readText(`web/components/${name}`));

/** @param {string} text @param {RegExp} pattern */
const found = (text, pattern) => [...new Set([...text.matchAll(pattern)].map(([, name]) => name))].sort();

/** @param {{name: string}[]} rows */
const names = (rows) => rows.map(({ name }) => name).sort();

test("every row has a description and occurs once", () => {
  for (const rows of Object.values(reference)) {
    assert.equal(new Set(names(rows)).size, rows.length);
    for (const row of rows)
      for (const [key, text] of Object.entries(row)) assert.ok(text !== "" || key === "default", `${row.name}: ${key}`);
  }
});

test("the documented attributes are the state's fields except the experiments', and the element's own", () => {
  const fields = Object.keys(defaultState).filter((field) => !experimentFields.includes(field));
  const wanted = [
    "preset",
    "state",
    "view",
    "controls",
    "caption",
    "explorer",
    "lesson",
    "step",
    "locale",
    ...fields.map((field) => field.replaceAll("_", "-")),
  ];
  assert.deepEqual(names(reference.attributes), wanted.sort());
  assert.deepEqual([...attributeFields].sort(), fields.sort());
});

test("the documented events, parts and CSS properties are those of the code", () => {
  assert.deepEqual(names(reference.events), found(code, /\bfire\("([\w-]+)"/g));
  assert.deepEqual(names(reference.parts), found(code, /\bpart="([\w-]+)"/g));
  assert.deepEqual(names(reference.cssProperties), found(styles.join(), /var\((--attention-[\w-]+)/g));
});

/** How each type of property is written in the element's class. @type {Record<string, (name: string) => RegExp[]>} */
const written = {
  object: (name) => [getter(name), setter(name)],
  "string or null, to be read": (name) => [getter(name)],
  "promise, to be read": (name) => [new RegExp(`^    this\\.${name} = this\\.#start\\.promise\\(`, "m")],
  "function of {field: value, ...}": (name) => [new RegExp(`^  ${name}\\(fields\\) \\{$`, "m")],
};
const getter = (/** @type {string} */ name) => new RegExp(`^  get ${name}\\(\\) \\{$`, "m");
const setter = (/** @type {string} */ name) => new RegExp(`^  set ${name}\\(\\w+\\) \\{$`, "m");

test("each documented property is in the element's class as described, and every accessor is documented", () => {
  const element = readText("web/components/element/attention-stepper.js");
  for (const { name, type } of reference.properties) {
    const patterns = written[type]?.(name) ?? assert.fail(`${name}: ${type}`);
    for (const pattern of patterns) assert.match(element, pattern);
    assert.equal(setter(name).test(element), type === "object", `${name} can be set`);
  }
  const accessors = found(element, /^ {2}(?:get|set) (\w+)\(/gm);
  assert.ok(accessors.length >= 2);
  for (const name of accessors) assert.ok(names(reference.properties).includes(name), name);
});
