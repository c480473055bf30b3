/** Styles take space, corners and motion from the constants of the design, figures/tokens.js. */
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";

import { tokens } from "../../../web/components/custom-properties.js";
import { space } from "../../../web/figures/tokens.js";

/** A declaration of a style, with the comment beside it. @typedef {{at: string, property: string, value: string, comment: string}} Declaration */

/** All declarations in the styles of the page, the element, the documentation and the sheets. @returns {Declaration[]} */
function declarations() {
  const web = new URL("../../../web/", import.meta.url);
  const files = ["components", "docs"].flatMap((folder) =>
    readdirSync(new URL(folder, web), { recursive: true }).map((file) => `${folder}/${file}`),
  );
  return files
    .filter((file) => /\.(js|css)$/.test(file))
    .flatMap((file) => {
      const text = readFileSync(new URL(file, web), "utf8");
      const found = text.matchAll(/^ *([a-z-]+):\s+([^;{}"]+);(?: *\/\*(.*)\*\/)?/gm);
      return [...found].map(([, property = "", value = "", comment = ""]) => {
        return { at: `${file}: ${property}: ${value}`, property, value, comment };
      });
    });
}

const all = declarations();

/** @param {RegExp} property @param {number} least so many there are */
function those(property, least) {
  const found = all.filter((one) => property.test(one.property));
  assert.ok(found.length >= least, `found only ${found.length}`);
  return found;
}

test("every custom property that space and corners name is one of the constants", () => {
  const named = all.flatMap(({ at, value }) =>
    [...value.matchAll(/var\((--(?:space|radius|page-margin)[\w-]*)/g)].map(([, name = ""]) => ({ at, name })),
  );
  assert.ok(named.length > 500, `found only ${named.length}`);
  for (const { at, name } of named) assert.ok(tokens.cssText.includes(`${name}: `), at);
});

test("padding, margins and gaps are constants, or measured: then a comment says what they fit", () => {
  for (const { at, value, comment } of those(/^(padding|margin|gap|row-gap|column-gap)(-|$)/, 700)) {
    const lengths = [...value.matchAll(/(?<![\w.-])-?([\d.]+)px/g)].map(([, length]) => Number(length));
    assert.ok(lengths.length === 0 || comment !== "", at);
    for (const length of lengths) assert.ok(!space.includes(length), `${at}: var(--space-${length})`);
  }
});

test("the radius of every corner is a constant, or 0", () => {
  for (const { at, value } of those(/^border(-[a-z]+)*-radius$/, 50))
    assert.match(value, /^(0|var\(--radius(-[a-z]+)?\))( (0|var\(--radius(-[a-z]+)?\)))*$/, at);
});

test("nothing moves by a style: only a message waits, and a probe notices the colours of the page around it", () => {
  const moving = those(/^(transition|animation)(-|$)/, 3).map(({ at }) => at.replaceAll(/\s+/g, " "));
  assert.deepEqual([...new Set(moving)].sort(), [
    "components/element/styles.js: transition: text-decoration-color 1ms",
    "components/element/styles.js: transition: text-decoration-color 1ms, font-family 1ms allow-discrete",
    "components/page/page.css: animation: stays 0s 8s both",
  ]);
});
