/** The experiment about tiles shows the engine's numbers, and works by keyboard. Needs a finished build. */
import assert from "node:assert/strict";
import { Key } from "selenium-webdriver";

import { formatDifference, largestDifference } from "../../../web/figures/measures/difference.js";
import { formatNumber } from "../../../web/figures/index.js";
import { changeState, defaultState } from "../../../web/state/state.js";
import { stateToFragment } from "../../../web/state/url.js";
import { checkAxe } from "../support/axe.js";
import { eventually } from "../support/eventually.js";
import { onOneLine, walkOf } from "../support/expected.js";
import { inBrowsers } from "../support/harness.js";

inBrowsers(["chromium"], (test) => {
  test("steps by keyboard; each query's maximum and sum are the engine's, and the final result is the context", async (page) => {
    const start = changeState(defaultState, { experiment: "tiles", tile_queries: 3, tile_keys: 3, tile_step: 3 });
    await page.open(stateToFragment(start));
    await (await page.part("step-player", ".next")).sendKeys(Key.ENTER);
    const state = changeState(start, { tile_step: 4 });
    await eventually(async () => assert.deepEqual(await page.state(), state));
    const { run } = walkOf(state);
    const walk = run.tiles({ queries: 3, keys: 3 });
    const tiles = Array.from({ length: walk.count }, () => walk.step()).flatMap((tile) => tile ?? []);
    const difference = largestDifference(walk.context().data, run.tensor("context").data);
    run.free();
    const { max, sum, factor } = tiles[4];
    const n = (/** @type {number} */ value) => formatNumber(value, 4);
    await eventually(async () =>
      assert.deepEqual((await page.texts("tiles-experiment", 'table[data-row="4"] td')).slice(0, 3), [
        `${n(max.before.data[1])} → ${n(max.after.data[1])}`,
        n(factor.data[1]),
        `${n(sum.before.data[1])} → ${n(sum.after.data[1])}`,
      ]),
    );
    await checkAxe(page, "tiles");
    const end = changeState(state, { tile_step: tiles.length - 1, theme: "dark" });
    await page.open(stateToFragment(end));
    await eventually(async () =>
      assert.ok(
        (await page.texts("tiles-experiment", ".result"))[0]?.includes(onOneLine(formatDifference(difference))),
      ),
    );
    await checkAxe(page, "tiles, dark");
  });
});
