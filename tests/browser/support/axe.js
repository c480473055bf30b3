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
  const check = () =>
    page.run(
      async (_, /** @type {string[] | null} */ runOnly, part, /** @type {string[]} */ ruleIds) => {
        const { axe: checker } = /** @type {any} */ (window);
        if (!checker) return null;
        // A figure reads its new width one frame after the window's, and is drawn for it in the next.
        await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
        const context = part ? { fromShadowDom: ["attention-explorer", part] } : document;
        const rules = Object.fromEntries(ruleIds.map((rule) => [rule, { enabled: true }]));
        const { violations } = await checker.run(context, {
          resultTypes: ["violations"],
          ...(runOnly ? { runOnly } : { rules }),
        });
        return violations.flatMap((/** @type {any} */ { id, nodes }) =>
          nodes.map((/** @type {any} */ node) => [id, node.target.flat().join(" "), node.failureSummary]),
        );
      },
      only ?? null,
      within ?? null,
      more,
    );
  const found = (await check()) ?? (await page.driver.executeScript(`${axe};window.axe=axe;`).then(check));
  assert.deepEqual(found, [], where);
}
