/** axe, in the page as it is. */
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";

const axe = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/**
 * Nothing is wrong in the page as it is.
 * @param {import("./page.js").Page} page
 * @param {string} where
 * @param {string[]} [rules] all, unless given
 */
export async function checkAxe(page, where, rules) {
  if (!(await page.run(() => "axe" in window))) await page.driver.executeScript(`${axe};window.axe=axe;`);
  const violations = await page.driver.executeAsyncScript((/** @type {any} */ only, /** @type {any} */ done) => {
    const options = { resultTypes: ["violations"], ...(only ? { runOnly: only } : {}) };
    /** @type {any} */ (window).axe.run(document, options).then((/** @type {any} */ results) => {
      const found = results.violations.flatMap((/** @type {any} */ { id, nodes }) =>
        nodes.map((/** @type {any} */ node) => `${id}: ${node.target.flat().join(" ")} ${node.failureSummary}`),
      );
      done(found);
    });
  }, rules);
  assert.deepEqual(violations, [], where);
}
