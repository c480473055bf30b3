/** axe finds nothing wrong, in every stage and every look of the page. Needs a finished build. */
import assert from "node:assert/strict";

import { changeState, defaultState } from "../../web/state/state.js";
import { stagesFor } from "../../web/state/stages.js";
import { stateToFragment } from "../../web/state/url.js";
import { checkAxe } from "./axe.js";
import { eventually } from "./eventually.js";
import { checkStage } from "./expected.js";
import { inBrowsers } from "./harness.js";

/** @typedef {import("./page.js").Page} Page */

inBrowsers(["chromium"], (test) => {
  for (const theme of /** @type {const} */ (["light", "dark"])) {
    test(`every stage, ${theme}`, async (page) => {
      const state = changeState(defaultState, { theme, position: "sinusoidal", context: "to be or not", padding: 1 });
      await page.open();
      for (const stage of stagesFor(state)) {
        const cell = { stage, index: ["E", "P", "X", "C", "concat", "output"].includes(stage) ? [1, 2] : [1, 1, 2] };
        await page.follow(stateToFragment(changeState(state, { stage, cell })));
        await eventually(() => checkStage(page, stage));
        await checkAxe(page, stage, theme === "dark" ? ["color-contrast"] : undefined); // only colours differ
      }
      await page.run(() => void document.body.append(document.createElement("button")));
      if (theme === "light") await assert.rejects(checkAxe(page, "a button without a name"), /button-name/);
    });

    test(`open drawer, tables, messages, named columns, ${theme}`, async (page) => {
      await page.open(`theme=${theme}&head=all`);
      await page.click("control-bar", "[aria-controls=more]");
      await page.click("stage-figure", "[aria-controls=tables]");
      await page.click("lab-bench", "[data-lab=order]");
      await eventually(() => page.click("order-lab", "button"));
      await page.enter("second", "to be or not");
      await page.follow("d_k=9000");
      await eventually(async () => assert.equal((await page.texts("*", "[role=alert]")).length, 1));
      await page.enter("sentence", " ");
      await eventually(async () => assert.equal((await page.texts("*", "[role=alert]")).length, 2));
      await checkAxe(page, "tables and messages");
      await page.follow(`theme=${theme}&recipe=named&sentence=The+big+dog+ran&head=1&cell=weights.1.2.1`);
      await eventually(() => checkStage(page, "weights"));
      await checkAxe(page, "named columns");
    });

    test(`narrow and zoomed, ${theme}`, async (page) => {
      await page.look({ width: 360, height: 740, pixels: 2 });
      await page.open(stateToFragment(changeState(defaultState, { theme, heads: 8, d_v: 16, stage: "concat" })));
      await checkAxe(page, "360 px");
      await page.look({ width: 640, height: 450, pixels: 2 });
      await page.follow(`theme=${theme}&stage=masked`);
      await eventually(() => checkStage(page, "masked"));
      await checkAxe(page, "200 %");
    });
  }
});
