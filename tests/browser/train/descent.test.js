/** Gradient descent in one dimension on the page: its steps, its bound, divergence, and the line through a real loss. */
import assert from "node:assert/strict";

import { createEngine } from "../../../web/engine/index.js";
import { Session } from "../../../web/training/session.js";
import { defaultSettings } from "../../../web/training/settings.js";
import { checkAxe } from "../support/axe.js";
import { eventually } from "../support/eventually.js";
import { allEngines, inBrowsers } from "../support/harness.js";

/** @typedef {import("../support/page.js").Page} Page */

/** Opens Train and its card on descent, and waits until that can be used. @param {Page} page @param {string} [fragment] */
async function open(page, fragment = "place=train") {
  await page.open();
  await page.follow(fragment);
  // The figures above the card appear when the run has started: until then, the card would move away under a click.
  await eventually(async () => {
    const { status, drawn } = await page.run(({ find, findAll }) => ({
      status: find("attention-explorer", "train-place")?.run?.status,
      drawn: findAll("train-place", ".curves scene-view").length,
    }));
    assert.deepEqual([status, drawn > 0], ["paused", true]);
  }, 60_000);
  await page.unfold("train-place", ".descent");
  await eventually(async () => assert.equal((await page.texts("train-descent", "#now")).length, 1), 60_000);
}

/** Moves a slider. @param {Page} page @param {string} id @param {string | number} value */
const slide = (page, id, value) =>
  page.run(
    ({ find }, selector, to) => {
      const slider = find("train-descent", selector);
      slider.value = to;
      slider.dispatchEvent(new InputEvent("input"));
    },
    `#${id}`,
    String(value),
  );

/** Waits for a sentence. @param {Page} page @param {string} selector @param {RegExp} pattern */
const says = (page, selector, pattern) =>
  eventually(async () => assert.match((await page.texts("train-descent", selector)).join(" "), pattern), 60_000);

/** The rows of the table. @param {Page} page */
const rows = (page) =>
  page.run(({ findAll }) =>
    findAll("train-descent", "tbody tr").map((row) => [...row.children].map((cell) => (cell.textContent ?? "").trim())),
  );

inBrowsers(allEngines, (test) => {
  test("x²: each step multiplies x by 1 − 2η, and the bound is what the step reaches", async (page) => {
    await open(page);
    await slide(page, "start", 1.5);
    await slide(page, "eta", 40); // 0.1
    for (let step = 1; step <= 3; step++) {
      await page.click("train-descent", "#step");
      await eventually(async () => assert.equal((await rows(page)).length, step + 1));
    }
    assert.deepEqual(
      (await rows(page)).map(([step, x]) => [step, x]),
      [0, 1, 2, 3].map((step) => [String(step), String(Number((1.5 * 0.8 ** step).toPrecision(4)))]),
    );
    await says(page, "#bound", /L = 2 .*everywhere.* = 0\.3775; it ends at 0\.3775.* below 2 \/ L = 1 /);
    await page.click("train-descent", "#restart");
    await eventually(async () =>
      assert.deepEqual(
        (await rows(page)).map(([, x]) => x),
        ["1.5"],
      ),
    );
  });

  test("η = 1 goes on for ever on x², 1.12 diverges, and that is said", async (page) => {
    await open(page);
    await slide(page, "eta", 60); // 1
    await says(page, "#now", /exactly as high, on the other side/);
    await slide(page, "eta", 61); // 1.12
    await says(page, "#now", /goes up, to .*: the step is so long/);
    // |x| grows by 2 · 1.12 − 1 = 1.24 each step, from 1.6 to beyond 2000.
    const steps = Math.floor(Math.log(2000 / 1.6) / Math.log(1.24));
    for (let step = 1; step <= steps; step++) await page.run(({ find }) => find("train-descent", "#step").click());
    await says(page, "#now", new RegExp(`Diverged: after ${steps + 1} steps`));
    assert.deepEqual(await page.attributes("train-descent", "#step", "aria-disabled"), ["true"]);
  });
});

inBrowsers(["chromium"], (test) => {
  test("the line through the loss of a run has the engine's numbers, at the step where the run stands", async (page) => {
    await open(page, "place=train&optimizer=sgd&lr=3");
    await page.click("train-descent", "[data-curve=loss]");
    const engine = await createEngine();
    const session = new Session(engine, { ...defaultSettings, optimizer: "sgd", lr: 3 });
    const four = (/** @type {number} */ value) => String(Number(value.toPrecision(4)));
    for (let step = 0; step < 2; step++) {
      const { loss, chosen, slope } = session.slice(null);
      await says(
        page,
        "#found",
        new RegExp(
          `^After ${step} steps of training, the loss is ${four(loss)} .*t = 3, the tangent predicts ${four(loss + 3 * slope)}; the loss is ${four(chosen.loss)}\\.`,
        ),
      );
      session.step();
      await page.click("train-place", "#step");
    }
    session.model.free();
  });

  test("the line follows a learning rate that is changed during the run", async (page) => {
    await open(page, "place=train&optimizer=sgd&lr=3&rates=1%3A0.3");
    await page.click("train-descent", "[data-curve=loss]");
    const rate = async () => await page.run(({ find }) => find("train-place", "#rate").value);
    await says(page, "#found", /^After 0 steps .* t = 3, the tangent/);
    assert.equal(await rate(), "3", "the rate of step 1 is to come");
    await page.click("train-place", "#step");
    await says(page, "#found", /^After 1 step.* t = 0\.3, the tangent/);
    await eventually(async () => assert.equal(await rate(), "0.3"));
    await page.run(({ find }) => {
      const choice = find("train-place", "#rate");
      choice.value = "0.03";
      choice.dispatchEvent(new Event("change"));
    });
    await says(page, "#found", /^After 1 step.* t = 0\.03, the tangent/);
  });

  test("it plays until it arrives, by keyboard too, and says when the valley is not the lowest", async (page) => {
    await open(page);
    await page.click("train-descent", "[data-curve=valleys]");
    await slide(page, "start", 1);
    await slide(page, "eta", 50); // 0.316: a few steps are enough
    await page.run(({ find }) => find("train-descent", "#play").focus());
    await page.press(" ");
    await says(page, "#now", /^Step \d+: .*Arrived.*not the lowest/);
    assert.equal(await page.run(({ find }) => find("attention-explorer", "train-place").run.steps), 0);
  });

  test("a step out of the interval in which L holds is promised nothing", async (page) => {
    await open(page);
    await page.click("train-descent", "[data-curve=wave]");
    await says(page, "#bound", /Between −3 and 3 .* L = 29\.61 .*Taylor/);
    await slide(page, "eta", 70);
    await says(page, "#bound", /The next x lies outside/);
  });

  test("everyone can use it: axe finds nothing, at 1280 and 360 px, light and dark", async (page) => {
    for (const width of [1280, 360])
      for (const theme of ["light", "dark"]) {
        await page.look({ width, height: 900, media: { "prefers-color-scheme": theme } });
        await open(page);
        await page.click("train-descent", "#step");
        await eventually(async () => assert.equal((await rows(page)).length, 2));
        await checkAxe(page, `${width} px, ${theme}`);
        await page.click("train-descent", "[data-curve=loss]");
        await says(page, "#found", /^After 0 steps/);
        await checkAxe(page, `${width} px, ${theme}, the loss`);
        const overflow = await page.run(() => document.documentElement.scrollWidth - window.innerWidth);
        assert.ok(overflow <= 0, `${width} px: ${overflow} px too wide`);
      }
  });
});
