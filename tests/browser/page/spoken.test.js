/** What a screen reader is told: names as the browser computes them, and where the focus is after a click. Needs a finished build. */
import assert from "node:assert/strict";

import { Key } from "selenium-webdriver";

import { contrast } from "../support/contrast.js";
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

/**
 * Clicks an element in a component that another component holds.
 * @param {Page} page
 * @param {string} holder
 * @param {string} component
 * @param {string} selector
 */
async function clickIn(page, holder, component, selector) {
  const inner = await page.part(holder, component);
  await page.run(
    (_, host, path) => {
      const element = host.shadowRoot.querySelector(path);
      if (!element) throw new Error(`no ${path}`);
      element.focus();
      element.click();
    },
    inner,
    selector,
  );
}

/** Where the focus is: the component, the element, and its text or label. @param {Page} page */
const focus = (page) =>
  page.run(({ focused }) => {
    const at = focused();
    const text = (at.ariaLabel ?? at.textContent).replace(/\s+/g, " ").trim();
    return `${at.getRootNode().host?.localName ?? ""} ${at.localName}: ${text}`;
  });

/** What Train announces. @param {Page} page */
const said = async (page) => (await page.texts("train-place", ".controls [role=status]"))[0];

/** @param {Page} page @param {RegExp} expected */
const expectFocus = (page, expected) => eventually(async () => assert.match(await focus(page), expected));

inBrowsers(allEngines, (test) => {
  test("a table of numbers is named by its caption, which no label repeats", async (page) => {
    await page.open("stage=weights&cell=weights.1.4.2");
    const captions = ["masked · 7 × 7 · head 2 of 4", "weights · 7 × 7 · head 2 of 4"];
    await eventually(async () => assert.deepEqual(await names(page, "attention-stage-figure", "table"), captions));
    assert.deepEqual(await page.attributes("attention-stage-figure", "table", "aria-label"), ["", ""]);
  });

  test("the buttons of a figure's player say that they take a step", async (page) => {
    await page.open("stage=weights&cell=weights.1.4.2");
    await eventually(async () =>
      assert.deepEqual(await names(page, "attention-motion-player", ".back, .next"), ["step back", "step forward"]),
    );
  });

  test("an operand drawn as a formula is heard as a number with its place", async (page) => {
    await page.open("stage=weights&cell=weights.1.4.2");
    await eventually(async () => {
      const [first] = await names(page, "attention-cell-arithmetic", ".operand");
      assert.equal(first, "1.3630, masked, head 2, from eat to short");
    });
  });

  test("the window's title says the place, and in a lesson the step; no way to another place loses the focus", async (page) => {
    const title = (/** @type {string} */ wanted) =>
      eventually(async () => assert.equal(await page.run(() => document.title), wanted));
    await page.openFirstScreen();
    await title("Attention Stepper");
    await press(page, "attention-explorer", "[data-zoom=stage]");
    await expectFocus(page, /^attention-explorer section: .*, 12 × 16$/);
    assert.equal((await page.state()).stage, "X");
    await press(page, "pronoun-panel", "a[href*='place=train']");
    await title("Train · Attention Stepper");
    await expectFocus(page, /^attention-explorer a: Train$/);
    await page.follow("place=learn&lesson=scaling&step=1");
    await title(`${t("lesson-scaling")} · step 1 of 3 · Attention Stepper`);
    await page.unfold("learn-place", ".aside");
    await press(page, "learn-place", ".open button");
    await title("Attention Stepper");
    await expectFocus(page, /^attention-explorer section: Raw scores, /);
    await page.follow("place=class");
    await title("Class · Attention Stepper");
    await press(page, "class-place", "a[href*='prepare']");
    await expectFocus(page, /^class-editor h2: /);
  });

  test("what explains a number is left with the focus in its place: by Escape, by the button, and in a lesson", async (page) => {
    const hint = /^attention-cell-arithmetic p: Point at any number/;
    await page.open("stage=weights&cell=weights.1.4.2");
    const operand = await page.part("attention-cell-arithmetic", ".operand");
    await page.run((_, one) => one.focus(), operand);
    await page.press(Key.ESCAPE);
    await expectFocus(page, hint);
    await page.press(Key.ARROW_RIGHT);
    await eventually(async () => assert.equal((await page.state()).stage, "context"));
    await page.follow("recipe=random&stage=raw&cell=raw.0.1.1");
    await press(page, "attention-cell-arithmetic", ".clear");
    await expectFocus(page, hint);
    await page.follow("place=learn&lesson=scores&step=5");
    await eventually(() => clickIn(page, "learn-place", "attention-stage-figure", "td[data-cell]"));
    await eventually(() => clickIn(page, "learn-place", "attention-cell-arithmetic", ".clear"));
    await expectFocus(page, /^learn-place section: The figure of this step$/);
  });

  test("a question that is removed from a class leaves the focus at the next one, or at the button that adds one", async (page) => {
    await page.open();
    await page.follow("place=class&prepare=true");
    for (const count of [1, 2]) {
      await press(page, "class-editor", "#add-prompt");
      await expectFocus(page, /^class-editor textarea: /);
      await eventually(async () =>
        assert.equal((await page.texts("class-editor", "textarea[id^=prompt]")).length, count),
      );
    }
    const remove = 'button[aria-label="Remove question 1"]';
    await press(page, "class-editor", remove);
    await expectFocus(page, /^class-editor textarea: /);
    await press(page, "class-editor", remove);
    await expectFocus(page, /^class-editor button: Add a question$/);
  });
});

inBrowsers(["chromium"], (test) => {
  test("in a lesson the heading says which step it is, and the ways back and on say to which", async (page) => {
    const ways = () => names(page, "learn-place", ".ways a");
    await page.open();
    await page.follow("place=learn&lesson=scaling&step=1");
    await eventually(async () => assert.deepEqual(await ways(), ["back: all lessons", "skip to: step 2 of 3"]));
    await press(page, "learn-place", "#next");
    await eventually(async () => assert.deepEqual(await ways(), ["back: step 1 of 3", "skip to: step 3 of 3"]));
    await expectFocus(page, /^learn-place h2: /);
    const description = await page.run(
      ({ focused }) =>
        focused().getRootNode().getElementById(focused().getAttribute("aria-describedby"))?.textContent ?? "",
    );
    assert.equal(description, "step 2 of 3");
    await page.follow("place=learn&lesson=purpose&step=1");
    await eventually(async () => assert.deepEqual(await ways(), ["back: all lessons", "skip to: step 2 of 5"]));
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

  test("in Train, buttons that go when they are clicked leave the focus at what they act on", async (page) => {
    await page.open();
    await page.follow("place=train");
    await press(page, "train-place", "[data-guess=learns]");
    await press(page, "train-place", "#close-what-if");
    await expectFocus(page, /^train-place button: another question$/);
    await press(page, "train-place", "#unfold-tasks");
    await press(page, "train-place", "[data-task=previous]");
    await expectFocus(page, /^train-place button: one of 10 tasks$/);
    await press(page, "train-place", "#step");
    await eventually(async () => assert.equal((await page.texts("train-place", ".steps strong"))[0], "1"));
    await eventually(async () => assert.match((await said(page)) ?? "", /^Paused after one step\. /));
    await page.run(({ find }) => {
      const scrub = find("train-place", "#scrub");
      scrub.value = "0";
      scrub.dispatchEvent(new Event("input"));
    });
    await press(page, "train-place", "#latest");
    await expectFocus(page, /^train-place input: Look back through the run$/);
  });

  test("in Train, the next question is announced, and names the group of its answers", async (page) => {
    await page.open();
    await page.follow("place=train");
    const announced = () => page.texts("train-place", ".what-if [aria-live=polite]");
    for (const asked of ["positions", "causal"]) {
      const question = t("train-whatif", { what: t(`train-whatif-${asked}`) });
      await eventually(async () => assert.deepEqual(await announced(), [question]));
      assert.deepEqual(await names(page, "train-place", ".what-if [role=group]"), [question]);
      await press(page, "train-place", "#next-question");
    }
  });

  test("a chart or figure says that its numbers are in a table, and that table is there", async (page) => {
    /** The descriptions of all images, as the browser computes them. */
    const images = () =>
      page
        .devtools("Accessibility.getFullAXTree")
        .then(({ nodes }) =>
          nodes
            .filter((/** @type {any} */ { role, ignored }) => role?.value === "image" && !ignored)
            .map((/** @type {any} */ { description }) => description?.value ?? ""),
        );
    const described = async (/** @type {number} */ min) => {
      const found = await images();
      assert.ok(found.length >= min, `${found.length} images`);
      for (const description of found) assert.equal(description, "The numbers are in a table below the figure.");
    };
    await page.open("recipe=random&experiment=cost");
    await eventually(() => described(1));
    assert.ok((await page.part("cost-experiment", "#numbers table")) !== null);
    await page.follow("recipe=random&experiment=temperature&compare=temperature%3D2");
    await eventually(() => described(3));
    await eventually(async () =>
      assert.equal((await page.attributes("scene-view", ".tables table", "data-matrix")).length, 3),
    );
    await page.follow("place=train");
    await eventually(() => described(2));
    await page.unfold("train-place", ".curves details");
    await eventually(() => page.part("train-place", ".curves table"));
  });

  test("a value is heard from its slider alone: what shows it beside is not announced too", async (page) => {
    const announced = () =>
      page.devtools("Accessibility.getFullAXTree").then(
        ({ nodes }) =>
          nodes
            .filter((/** @type {any} */ { role }) => role?.value === "status")
            .map(
              (/** @type {any} */ { properties = [] }) =>
                properties.find((/** @type {any} */ { name }) => name === "live")?.value.value,
            )
            .filter((/** @type {string | undefined} */ live) => live !== "polite").length,
      );
    await page.open("recipe=random");
    await eventually(async () => assert.equal(await announced(), 1)); // the number of heads
    await page.follow("place=learn&lesson=rows&step=1");
    await eventually(async () => assert.equal(await announced(), 1)); // the guess
    await page.follow("place=train");
    await press(page, "train-place", "#unfold-settings");
    await eventually(async () => assert.equal(await announced(), 7)); // the settings
  });

  test("with forced colours, the task that is chosen in Train stays legible", async (page) => {
    await page.look({ media: { "forced-colors": "active" } });
    await page.open();
    await page.follow("place=train");
    await press(page, "train-place", "#unfold-tasks");
    const chosen = await page.part("train-place", ".tasks [aria-pressed=true] span");
    const [ink = "", ground = ""] = await page.run(
      (_, span) => [getComputedStyle(span).color, getComputedStyle(span.parentElement).backgroundColor],
      chosen,
    );
    assert.ok(contrast(ink, ground) >= 4.5, `${ink} on ${ground}`);
  });
});
