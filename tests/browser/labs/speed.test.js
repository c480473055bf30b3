/** The experiment that measures speed: it starts only on request, can be stopped, and its table and chart agree. Needs a finished build. */
import assert from "node:assert/strict";

import { limits } from "../../../web/state/fields.js";
import { checkAxe } from "../support/axe.js";
import { eventually } from "../support/eventually.js";
import { inBrowsers } from "../support/harness.js";
import { openAnswer } from "../support/questions.js";

/** @typedef {import("../support/page.js").Page} Page */

/** @param {Page} page */
const samples = (page) => page.run(({ find }) => find("lab-card", "speed-lab").samples);

/** @param {Page} page */
async function measured(page) {
  await page.click("speed-lab", ".measure");
  await eventually(async () => assert.equal((await page.texts("speed-lab", ".result")).length, 1), 60000);
}

/** @param {string} fragment */
const open = (fragment) => `experiment=speed&${fragment}`;

inBrowsers(["chromium"], (test) => {
  test("nothing runs until the button is pressed; then every size is in the table, and the three agree", async (page) => {
    await openAnswer(page, open("heads=2&d_k=8"));
    await page.part("speed-lab", ".measure");
    assert.deepEqual([await samples(page), await page.texts("speed-lab", "table")], [[], []]);
    await measured(page);
    const made = await samples(page);
    assert.deepEqual([made[0].n, made.at(-1).n], [7, limits.tokens.max]);
    for (const { n, timed } of made)
      for (const { id, fastest, slowest } of timed) assert.ok(fastest > 0 && fastest <= slowest, `${n} ${id}`);
    assert.deepEqual(
      made[0].timed.map((/** @type {{id: string}} */ { id }) => id),
      ["simd128", "scalar", "plain"],
    );
    const [told] = await page.texts("speed-lab", ".result");
    assert.match(
      told ?? "",
      /^512 tokens take [\d.]+ ms with SIMD\. Without SIMD it takes [\d.]+ times as long\. Plain Java/,
    );
    assert.match((await page.texts("scene-save", "span")).join(), /save as/);
    const rows = await page.texts("speed-lab", "tbody th");
    assert.deepEqual(
      rows.map(Number),
      made.map((/** @type {{n: number}} */ { n }) => n),
    );
    const cells = await page.texts("speed-lab", "tbody tr:first-child td");
    assert.equal(cells.length, 3);
    for (const cell of cells) assert.match(cell.replace(/\s+/g, " "), /^[\d.]+ ms up to [\d.]+ [\d.]+ GFLOP\/s$/);
    assert.match((await page.texts("speed-lab", ".same")).join(), /same to the last bit/);
    assert.match((await page.texts("speed-lab", ".apart")).join(), /differs by at most [\d.]+ × 10⁻[⁵⁶⁷⁸]\./);
  });

  test("the hand-built recipe is timed with the words that it knows", async (page) => {
    await openAnswer(page, open("recipe=named&sentence=the+cat+sat"));
    await page.click("speed-lab", ".measure");
    await eventually(async () => assert.ok((await samples(page)).length > 1));
    assert.deepEqual(await page.texts("speed-lab", ".error"), []);
    await page.click("speed-lab", ".measure");
  });

  test("it stops at the button, when the setting changes, and when the experiment is closed", async (page) => {
    await openAnswer(page, open("heads=4"));
    const running = () => page.run(({ find }) => find("lab-card", "speed-lab")?.running);
    await page.click("speed-lab", ".measure");
    await eventually(async () => assert.ok((await samples(page)).length > 0));
    await page.click("speed-lab", ".measure");
    assert.equal(await running(), false);
    const kept = await samples(page);
    assert.ok(kept.length < 9, `${kept.length} samples`);
    assert.equal((await page.texts("speed-lab", ".result")).length, 1);

    await page.click("speed-lab", ".measure");
    await eventually(async () => assert.ok((await samples(page)).length > 0));
    await page.follow("experiment=speed&heads=2");
    await eventually(async () => assert.deepEqual([await running(), await samples(page)], [false, []]));

    await page.click("speed-lab", ".measure");
    await page.run(({ find }) => Object.assign(window, { lab: find("lab-card", "speed-lab") }));
    await eventually(async () => assert.ok((await samples(page)).length > 0));
    await page.click("lab-card", ".head button");
    await eventually(async () => assert.deepEqual(await page.texts("lab-card", "speed-lab"), []));
    const [runs, count] = await page.run(() => {
      const { lab } = /** @type {any} */ (window);
      return [lab.running, lab.samples.length];
    });
    assert.equal(runs, false);
    assert.ok(count < 9, `${count} samples`);
  });

  test("plain JavaScript is left out where it does not support the setting", async (page) => {
    await openAnswer(page, open("position=rope&d_k=8"));
    await measured(page);
    const [{ timed }] = await samples(page);
    assert.deepEqual(
      timed.map((/** @type {{id: string}} */ { id }) => id),
      ["simd128", "scalar"],
    );
    assert.match((await page.texts("speed-lab", ".apart")).join(), /is left out/);
  });

  test("it works from a file", async (page) => {
    await openAnswer(page, open("heads=2"), page.site.file);
    await measured(page);
    assert.deepEqual((await samples(page))[0].timed.length, 3);
  });

  for (const theme of ["light", "dark"])
    test(`axe finds nothing, and nothing overflows, ${theme}`, async (page) => {
      await openAnswer(page, open(`theme=${theme}`));
      await measured(page);
      await checkAxe(page, theme, { within: "lab-card" });
      assert.ok(await page.run(() => document.documentElement.scrollWidth <= window.innerWidth));
    });
});
