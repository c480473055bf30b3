/** What a screen reader is told: names as the browser computes them, and where the focus is after a click. Needs a finished build. */
import assert from "node:assert/strict";

import { eventually } from "../support/eventually.js";
import { t } from "../support/expected.js";
import { allEngines, inBrowsers } from "../support/harness.js";

/** @typedef {import("../support/page.js").Page} Page */

/** The names of these elements, as the browser computes them. @param {Page} page @param {string} component @param {string} selector */
async function names(page, component, selector) {
  const found = await page.run(({ findAll }, ...path) => findAll(path[0], path[1]), component, selector);
  return Promise.all(
    found.map(async (element) =>
      (await /** @type {any} */ (element).getAccessibleName()).replace(/\s+/g, " ").replaceAll(" ,", ",").trim(),
    ),
  );
}

/** Clicks what a reader has focused, as Enter does. @param {Page} page @param {string} component @param {string} selector */
async function press(page, component, selector) {
  const element = await page.part(component, selector);
  await page.run((_, one) => {
    one.focus();
    one.click();
  }, element);
}

/** Where the focus is: the component, the element, and its text or label. @param {Page} page */
const focus = (page) =>
  page.run(({ focused }) => {
    const at = focused();
    const text = (at.ariaLabel ?? at.textContent).replace(/\s+/g, " ").trim();
    return `${at.getRootNode().host?.localName ?? ""} ${at.localName}: ${text}`;
  });

/** @param {Page} page @param {RegExp} expected */
const expectFocus = (page, expected) => eventually(async () => assert.match(await focus(page), expected));

inBrowsers(allEngines, (test) => {
  test("a table of numbers is named by its caption, which no label repeats", async (page) => {
    await page.open("stage=weights&cell=weights.1.4.2");
    const captions = ["masked · 7 × 7 · head 2 of 4", "weights · 7 × 7 · head 2 of 4"];
    await eventually(async () => assert.deepEqual(await names(page, "stage-figure", "table"), captions));
    assert.deepEqual(await page.attributes("stage-figure", "table", "aria-label"), ["", ""]);
  });

  test("the buttons of a figure's player say that they take a step", async (page) => {
    await page.open("stage=weights&cell=weights.1.4.2");
    await eventually(async () =>
      assert.deepEqual(await names(page, "motion-player", ".back, .next"), ["step back", "step forward"]),
    );
  });

  test("an operand drawn as a formula is heard as a number with its place", async (page) => {
    await page.open("stage=weights&cell=weights.1.4.2");
    await eventually(async () => {
      const [first] = await names(page, "cell-arithmetic", ".operand");
      assert.equal(first, "1.3630, masked, head 2, from eat to short");
    });
  });

  test("the window's title says the place, and in a lesson the step; no way to another place loses the focus", async (page) => {
    const title = (/** @type {string} */ wanted) =>
      eventually(async () => assert.equal(await page.run(() => document.title), wanted));
    await page.openFirstScreen();
    await title("Attention Stepper");
    await press(page, "attention-explorer", "header p button:not(.questions)");
    await expectFocus(page, /^attention-explorer section: .*, 12 × 16$/);
    assert.equal((await page.state()).stage, "X");
    await press(page, "trained-panel", "a[href*='place=train']");
    await title("Train · Attention Stepper");
    await expectFocus(page, /^attention-explorer a: Train$/);
    await page.follow("place=learn&lesson=scaling&step=1");
    await title(`${t("lesson-scaling")} · lesson 6 · step 1 of 5 · Attention Stepper`);
    await press(page, "learn-place", ".figure .above button");
    await title("Attention Stepper");
    await expectFocus(page, /^attention-explorer section: Raw scores, /);
    await page.follow("place=class");
    await title("Class · Attention Stepper");
    await press(page, "class-place", "a[href*='prepare']");
    await expectFocus(page, /^class-editor h2: /);
  });
});

inBrowsers(["chromium"], (test) => {
  test("in a lesson the heading says which step it is, and the ways back and on say to which", async (page) => {
    const ways = () => names(page, "learn-place", ".ways a");
    await page.open();
    await page.follow("place=learn&lesson=scaling&step=1");
    await eventually(async () => assert.deepEqual(await ways(), [`back: ${t("lesson-scores")}`, "next: step 2 of 5"]));
    await press(page, "learn-place", "#next");
    await eventually(async () => assert.deepEqual(await ways(), ["back: step 1 of 5", "next: step 3 of 5"]));
    await expectFocus(page, /^learn-place h2: /);
    const description = await page.run(
      ({ focused }) =>
        focused().getRootNode().getElementById(focused().getAttribute("aria-describedby"))?.textContent ?? "",
    );
    assert.equal(description, "lesson 6 · step 2 of 5");
    await page.follow("place=learn&lesson=purpose&step=1");
    await eventually(async () => assert.deepEqual(await ways(), ["back: all lessons", "next: step 2 of 5"]));
  });

  test("in Train, the buttons that save a figure are in a group that names the figure", async (page) => {
    await page.open();
    await page.follow("place=train");
    await eventually(async () => {
      const groups = await names(page, "scene-save", "[role=group]");
      assert.equal(groups[1], "Save the figure: Loss");
      assert.equal(groups[2], "Save the figure: Accuracy");
    });
    assert.equal((await page.texts("scene-save", "span[aria-hidden]"))[0], "save as");
  });
});
