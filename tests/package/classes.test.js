/** Components stay small enough to be read at once. */
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";

/** The most lines of a component's class, with its styles. */
const max = 250;

/** The classes of all components, with how many lines they have. */
function classLines() {
  const folder = new URL("../../web/components/", import.meta.url);
  const files = readdirSync(folder, { recursive: true }).map(String);
  return files
    .filter((file) => file.endsWith(".js"))
    .flatMap((file) => {
      const text = readFileSync(new URL(file, folder), "utf8");
      const classes = text.matchAll(/^(?:export )?class (\w+)[^]*?^}$/gm);
      return [...classes].map(([body, name = ""]) => ({ file, name, lines: body.split("\n").length }));
    });
}

test(`no class of a component has more than ${max} lines`, () => {
  const found = classLines();
  assert.ok(found.length > 80, `found only ${found.length} classes`);
  for (const { file, name, lines } of found) assert.ok(lines <= max, `${file}: ${name} has ${lines} lines`);
});
