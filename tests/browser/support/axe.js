/** Runs axe in the page. */
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";

const axe = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Rules that are off by default. */
const more = ["target-size", "label-content-name-mismatch", "p-as-heading", "table-fake-caption"];

/**
 * Checks that axe finds no violations in the page in its present state.
 * @param {import("./page.js").Page} page
 * @param {string} where description of the state, for messages
 * @param {{only?: string[], within?: string}} [options] only: the only rules to
 *   check; within: a selector of the part of the explorer to check
 */
export async function checkAxe(page, where, { only, within } = {}) {
  if (!(await page.run(() => "axe" in window))) await page.driver.executeScript(`${axe};window.axe=axe;`);
  // A figure reads its new width one frame after the window's, and is drawn for it in the next.
  await page.run(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  /** @type {[string, string, string][]} */
  const found = await page.driver.executeAsyncScript(
    (/** @type {any} */ runOnly, /** @type {any} */ part, /** @type {string[]} */ ruleIds, /** @type {any} */ done) => {
      const context = part ? { fromShadowDom: ["attention-explorer", part] } : document;
      const rules = Object.fromEntries(ruleIds.map((rule) => [rule, { enabled: true }]));
      const options = { resultTypes: ["violations"], ...(runOnly ? { runOnly } : { rules }) };
      /** @type {any} */ (window).axe.run(context, options).then((/** @type {any} */ results) => {
        const violations = results.violations.flatMap((/** @type {any} */ { id, nodes }) =>
          nodes.map((/** @type {any} */ node) => [id, node.target.flat().join(" "), node.failureSummary]),
        );
        done(violations);
      });
    },
    only,
    within,
    more,
  );
  assert.deepEqual(found, [], where);
}
