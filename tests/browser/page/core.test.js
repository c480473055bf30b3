/** The core of the page in every browser: first screen, stages, a slider, an explanation, a link. Needs a finished build. */
import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { Key } from "selenium-webdriver";

import { changeState, defaultState } from "../../../web/state/state.js";
import { stateToFragment } from "../../../web/state/url.js";
import { eventually } from "../support/eventually.js";
import { checkStage, checkTables, t } from "../support/expected.js";
import { dist, readText } from "../../support/machine.js";
import { allEngines, inBrowsers } from "../support/harness.js";

/** @typedef {import("../support/page.js").Page} Page */

const stages = ["X", "Q", "K", "V", "raw", "scaled", "masked", "weights", "context", "concat", "output"];

inBrowsers(allEngines, (test) => {
  test("the first screen shows a computed result, and no request goes to another host", async (page) => {
    await page.open();
    assert.deepEqual(await page.state(), defaultState);
    await checkFirstScreen(page);
    const named = [...readText("web/dist/index.html").matchAll(/(?:href|src)="([\w.-]+)"/g)].map(([, name]) => name);
    const later = readdirSync(dist).filter((name) => /^(later|explore|model|terms)-\w+\.js$/.test(name));
    const parts = later.flatMap((name) => [
      ...readText(`web/dist/${name}`).matchAll(/(?:from|import)"\.\/([\w.-]+)"/g),
    ]);
    const wanted = ["", "watch.js", ...named, ...later, ...parts.map(([, name]) => name)].map((name) => `/${name}`);
    assert.deepEqual(new Set(page.site.requests), new Set(wanted));
    for (const address of await page.requested()) assert.ok(address.startsWith(page.site.url), address);
  });

  test("the page's policy stops requests to other hosts", async (page) => {
    await page.open();
    await page.run(() => void (new Image().src = "http://127.0.0.1:9/pixel.png"));
    await eventually(async () =>
      assert.match((await page.problems()).join(), /securitypolicyviolation: http:..127.0.0.1:9/),
    );
    await page.open();
    await page.problems();
  });

  test("the arrow keys go through every stage and back", async (page) => {
    await page.open("stage=X&cell=X.0.0");
    for (const stage of stages) {
      await eventually(() => checkStage(page, stage));
      await page.press(Key.ARROW_RIGHT);
    }
    for (const stage of ["concat", "context"]) {
      await page.press(Key.ARROW_LEFT);
      await eventually(() => checkStage(page, stage));
    }
  });

  test("the strip and the buttons lead to every stage", async (page) => {
    await page.open("head=all");
    for (const stage of stages) {
      await page.click("attention-stage-strip", `[data-stage=${stage}]`);
      await eventually(() => checkStage(page, stage));
    }
    await (await page.part("attention-stage-panel", ".previous")).sendKeys(Key.ENTER);
    await eventually(() => checkStage(page, "concat"));
    await (await page.part("attention-stage-panel", ".next")).sendKeys(Key.SPACE);
    await eventually(() => checkStage(page, "output"));
  });

  test("a slider and a typed word change the real numbers", async (page) => {
    await page.open("stage=raw&head=all");
    await (await page.part("attention-control-bar", "#d_k")).sendKeys(Key.ARROW_RIGHT, Key.ARROW_RIGHT);
    const cell = { stage: "raw", index: [1, 4, 2] };
    const wider = changeState(defaultState, { stage: "raw", cell, head: "all", d_k: 6 });
    await eventually(async () => assert.deepEqual(await page.state(), wider));
    await (await page.part("sentence-bar", "#sentence")).sendKeys(Key.END, " today");
    const longer = changeState(wider, { sentence: `${defaultState.sentence} today` });
    await eventually(async () => assert.deepEqual(await page.state(), longer));
    await eventually(() => checkTables(page, longer));
  });

  test("a click on a number explains where it comes from, and Escape clears the explanation", async (page) => {
    await page.open();
    await page.press(Key.ESCAPE);
    await eventually(async () => assert.deepEqual(await page.texts("attention-cell-arithmetic", "p"), [t("ask-hint")]));
    const cell = { stage: "weights", index: [1, 5, 1] };
    await eventually(async () => {
      await page.driver
        .actions()
        .move(await page.pointAt("weights 1,5,1"))
        .click()
        .perform();
      assert.deepEqual((await page.state()).cell, cell);
    });
    await eventually(async () =>
      assert.match((await page.texts("attention-cell-arithmetic", "h3")).join(), /“dessert” → “is”/),
    );
  });

  test("a link restores the state exactly, and a broken link shows a message", async (page) => {
    const sentence = 'Größe: 5 €? "<b>&amp;" ה 猫 🐈‍⬛ #1%';
    const patch = { sentence, d_k: 5, heads: 3, head: 2, padding: 2, seed: 4294967295 };
    const cell = { stage: "context", index: [2, 1, 4] };
    const state = changeState(defaultState, { ...patch, stage: "context", cell });
    await page.open(stateToFragment(state));
    assert.deepEqual(await page.state(), state);
    await eventually(() => checkTables(page, state));
    await page.driver.navigate().refresh();
    await page.started();
    assert.deepEqual(await page.state(), state);

    await page.open("d_k=9000");
    await eventually(async () =>
      assert.match((await page.texts("attention-explorer", "[role=alert]")).join(), /d_k.* 9000/),
    );
    assert.deepEqual(await page.state(), defaultState);
    await checkFirstScreen(page);
  });

  test("the page works as one file from disk", async (page) => {
    await page.open("", page.site.file);
    assert.deepEqual(await page.state(), defaultState);
    await checkFirstScreen(page);
    await page.press(Key.ARROW_RIGHT);
    await eventually(() => checkStage(page, "context"));
    for (const address of await page.requested()) assert.equal(address, page.site.file);
    assert.deepEqual(page.site.requests, []);
  });
});

/** @param {Page} page */
async function checkFirstScreen(page) {
  await eventually(async () => assert.ok((await page.colours()) > 20));
  await eventually(async () => checkTables(page, await page.state()));
  await eventually(async () => assert.ok((await page.texts("attention-cell-arithmetic", "p")).length > 0));
  assert.equal((await page.texts("sentence-bar", "ul button")).length, 7);
  const policy = await page.run(() => document.querySelector("meta[http-equiv=Content-Security-Policy]")?.outerHTML);
  assert.match(policy ?? "", /default-src 'none'/);
}
