/** axe on an experiment alone. */
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";

const axe = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/**
 * @param {import("./page.js").Page} page
 * @param {string} where
 */
export async function checkLab(page, where) {
  if (!(await page.run(() => "axe" in window))) await page.driver.executeScript(`${axe};window.axe=axe;`);
  const violations = await page.driver.executeAsyncScript((/** @type {any} */ done) => {
    const root = /** @type {any} */ (document.querySelector("attention-explorer")).shadowRoot;
    const bench = root.querySelector("lab-bench");
    /** @type {any} */ (window).axe.run(bench, { resultTypes: ["violations"] }).then((/** @type {any} */ results) => {
      const found = results.violations.flatMap((/** @type {any} */ { id, nodes }) =>
        nodes.map((/** @type {any} */ node) => `${id}: ${node.target.flat().join(" ")} ${node.failureSummary}`),
      );
      done(found);
    });
  });
  assert.deepEqual(violations, [], where);
}
