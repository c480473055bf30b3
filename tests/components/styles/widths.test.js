/** The widths at which the page changes its layout are those of web/components/styles.js, everywhere. */
import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { test } from "node:test";

import { narrow, phone } from "../../../web/components/styles.js";
import { readText, root } from "../../support/machine.js";

test("the page's own style sheet has the widths of its elements", () => {
  const widths = [...readText("web/components/page/page.css").matchAll(/@media (\(max-width:[^{]*\)) /g)];
  assert.deepEqual(new Set(widths.map(([, width]) => width)), new Set([narrow.cssText]));
});

test("no element writes these widths again", () => {
  const files = readdirSync(`${root}web/components`, { recursive: true, encoding: "utf8" }).filter((name) =>
    /\.js$/.test(name),
  );
  const again = files.filter((name) => {
    const text = readText(`web/components/${name}`);
    return name !== "styles.js" && [narrow, phone].some(({ cssText }) => text.includes(cssText));
  });
  assert.ok(files.length > 100);
  assert.deepEqual(again, []);
});
