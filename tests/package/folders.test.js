/** What web/components/README.md says of its folders: all of them, and what .dependency-cruiser.js lets each import. */
import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { test } from "node:test";

import rules from "../../.dependency-cruiser.js";
import { readText, root } from "../support/machine.js";

/** The names in a cell of a table. @param {string} cell */
const namesIn = (cell) => [...cell.matchAll(/`([\w-]+)\/?`/g)].map(([, name]) => name).sort();

test("every folder has its row, with what it may import", () => {
  const rows = readText("web/components/README.md")
    .split("\n")
    .flatMap((line) => {
      const [, folder = "", , components, web] = line.split("|");
      return /^ `[\w-]+\/` /.test(folder) && components && web ? [{ folder: namesIn(folder)[0], components, web }] : [];
    });
  const folders = readdirSync(`${root}web/components`, { withFileTypes: true }).filter((each) => each.isDirectory());
  assert.deepEqual(rows.map(({ folder }) => folder).sort(), folders.map(({ name }) => name).sort());
  for (const { folder, components, web } of rows) {
    const rule = rules.forbidden.find(({ name }) => name.startsWith(`components/${folder} `)) ?? assert.fail(folder);
    const allowed = rule.comment
      .replace("May import: ", "")
      .split(", ")
      .filter((each) => each !== "nothing else");
    const [own, others] = [/^components\//, /^(?!components)/].map((kind) => allowed.filter((each) => kind.test(each)));
    assert.deepEqual(namesIn(components), own?.map((each) => each.replace("components/", "")).sort(), folder);
    assert.deepEqual(namesIn(web), others?.sort(), folder);
  }
});
