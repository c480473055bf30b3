/** The experiment about where attention is used: known models' sizes, and buttons that show each kind. Needs a finished build. */
import assert from "node:assert/strict";

import { kinds } from "../../../web/components/experiments/place/place-experiment.js";
import { applyPreset } from "../../../web/state/presets.js";
import { defaultState } from "../../../web/state/state.js";
import { checkAxe } from "../support/axe.js";
import { eventually } from "../support/eventually.js";
import { checkTables } from "../support/expected.js";
import { inBrowsers } from "../support/harness.js";

/** The sizes that the papers print: d_model, heads, key/value heads, d_k, layers, heads × d_k, longest text. */
const published = {
  "GPT-2 small": [768, 12, 12, 64, 12, 768, 1024],
  "Llama 2 7B": [4096, 32, 32, 128, 32, 4096, 4096],
  "Llama 3 8B": [4096, 32, 8, 128, 32, 4096, 8192],
};

inBrowsers(["chromium"], (test) => {
  test("known models are listed with their published sizes, next to those of the page", async (page) => {
    await page.open("experiment=place&heads=2&d_k=3");
    await page.part("place-experiment", ".sizes");
    assert.deepEqual(await page.texts("place-experiment", ".sizes tbody tr:not(.walk) th"), Object.keys(published));
    const cells = await page.texts("place-experiment", ".sizes tbody tr:not(.walk) td");
    assert.deepEqual(cells.map(Number), Object.values(published).flat());
    assert.deepEqual(await page.texts("place-experiment", ".sizes .walk td"), ["16", "2", "2", "3", "1", "6", "–"]);
    await checkAxe(page, "where attention sits");
  });

  for (const { preset } of kinds) {
    test(`a button shows ${preset}, scrolls to its figure and keeps the theme`, async (page) => {
      await page.open("experiment=place&theme=dark");
      await page.part("place-experiment", ".kinds");
      await page.click("place-experiment", `[data-preset=${preset}]`);
      const wanted = applyPreset({ ...defaultState, theme: "dark" }, preset);
      await eventually(async () => assert.deepEqual(await page.state(), wanted));
      await eventually(() => checkTables(page, wanted));
      assert.equal(await page.run(({ focused }) => focused()?.id), "figure");
    });
  }
});
