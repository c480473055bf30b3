/** On a stage, the strip and the figure come first, and what changes them below. Needs a finished build. */
import assert from "node:assert/strict";

import { Key } from "selenium-webdriver";

import { stagesFor } from "../../../web/state/stages.js";
import { defaultState } from "../../../web/state/state.js";
import { eventually } from "../support/eventually.js";
import { checkStage } from "../support/expected.js";
import { inBrowsers } from "../support/harness.js";

/** @typedef {import("../support/page.js").Page} Page */

/** Stages whose figure of seven words, at d_k 4, has room above the settings. */
const small = Object.freeze(["X", "raw", "scaled", "masked", "weights", "context", "output"]);

/** Where parts of the page begin and end on the screen, px. @param {Page} page */
const places = (page) =>
  page.run(({ find }) => {
    const box = (/** @type {string} */ component, /** @type {string} */ part) => {
      const { top, bottom, left } = find(component, part).getBoundingClientRect();
      return { top, bottom, left };
    };
    return {
      strip: box("attention-explorer", "attention-stage-strip"),
      figure: box("attention-stage-figure", "canvas"),
      slider: box("attention-control-bar", "#d_k"),
      heads: box("attention-control-bar", "#heads"),
    };
  });

/** The main parts in the order of the document. @param {Page} page */
const order = (page) =>
  page.run(({ findAll }) =>
    findAll(
      "attention-explorer",
      "main :is(pronoun-panel, attention-stage-strip, #figure, attention-control-bar, attention-layer-view)",
    ).map((element) => element.id || element.localName),
  );

inBrowsers(["chromium"], (test) => {
  test("1280 x 800: the hand on a slider sees the figure, and no stage and no value moves the slider", async (page) => {
    await page.look({ width: 1280, height: 800 });
    await page.open();
    const { slider } = await places(page);
    for (const stage of stagesFor(defaultState))
      for (const d_k of [4, 64]) {
        await page.follow(`recipe=random&d_k=${d_k}&stage=${stage}`);
        await eventually(async () => {
          assert.deepEqual((({ state }) => [state.stage, state.d_k])(await page.standing()), [stage, d_k]);
          const at = await places(page);
          const what = `${stage}, ${d_k}: ${JSON.stringify(at)}`;
          assert.deepEqual(at.slider, slider, what);
          assert.ok(at.slider.bottom <= 800 && at.heads.bottom <= 800, what);
          assert.ok(at.strip.top >= 0 && at.strip.bottom <= at.figure.top, what);
          if (d_k === 4 && small.includes(stage)) assert.ok(at.figure.bottom <= at.slider.top, what);
        });
      }
  });

  for (const [width, height, most] of /** @type {const} */ ([
    [1280, 800, 80],
    [1000, 800, 80],
    [768, 1000, 120],
  ]))
    test(`${width} x ${height}: the main settings take ${most} px at most, with the words of the one in use`, async (page) => {
      await page.look({ width, height });
      await page.open("recipe=random");
      const line = () =>
        page.run(({ find, findAll }) => ({
          height: find("attention-control-bar", ".line").getBoundingClientRect().height,
          said: findAll("attention-control-bar", ".line [part=what]")
            .filter((words) => getComputedStyle(words).visibility === "visible")
            .map(({ id }) => id),
        }));
      await eventually(async () => assert.ok((await line()).height > 40));
      const rest = await line();
      assert.ok(rest.height <= most, `${rest.height} px`);
      assert.deepEqual(rest.said, []);
      for (const field of ["d_k", "causal", "position"]) {
        await page.run(({ find }, id) => find("attention-control-bar", `#${id}`).focus(), field);
        assert.deepEqual(await line(), { height: rest.height, said: [`${field}-what`] });
      }
    });

  test("what cannot be used of a main setting is said above it, where the window does not end", async (page) => {
    await page.look({ width: 1280, height: 800 });
    await page.open("recipe=random");
    await page.enter("d_k-value", "0");
    await eventually(async () => {
      const [message, field] = await page.run(({ find }) =>
        ["#d_k-problem", "#d_k-value"].map((part) => {
          const { top, bottom, left } = find("attention-control-bar", part).getBoundingClientRect();
          return { top, bottom, left };
        }),
      );
      assert.ok(message && field && message.bottom > message.top, "it is shown");
      assert.ok(message.bottom <= field.top && message.bottom > field.top - 12, JSON.stringify([message, field]));
    });
  });

  test("a trained model begins with its words; a link to a stage, and a step to one, put the stage first", async (page) => {
    const words = ["pronoun-panel", "attention-stage-strip", "figure", "attention-layer-view"];
    const stage = ["attention-stage-strip", "figure", "pronoun-panel", "attention-layer-view"];
    await page.look({ width: 1280, height: 800 });
    await page.openFirstScreen();
    await eventually(async () => assert.deepEqual(await order(page), words));
    await page.run(({ find }) => find("pronoun-panel", "#how").focus());
    await page.press(Key.ENTER);
    await eventually(() => checkStage(page, "X"));
    await eventually(async () => assert.deepEqual(await order(page), stage));
    await eventually(async () => assert.equal(await page.run(({ focused }) => focused()?.id), "figure"));
    await page.open("recipe=pronoun&stage=K");
    await eventually(async () => assert.deepEqual(await order(page), stage));
    await page.follow("recipe=pronoun");
    await eventually(async () => assert.deepEqual(await order(page), words));
  });

  test("the settings at the lower edge never cover what has the focus", async (page) => {
    await page.look({ width: 1280, height: 800 });
    await page.open();
    const covered = () =>
      page.run(({ find, focused }) => {
        const line = find("attention-control-bar", ".line");
        const element = focused();
        if (element.getRootNode() === document) return null; // the links after the page
        const seen = element.matches("td") ? find("attention-stage-figure", ".marker") : element;
        const { top, bottom } = line.getBoundingClientRect();
        const box = seen.getBoundingClientRect();
        const isCovered = !line.contains(element) && box.top >= top - 1 && box.top < bottom;
        return isCovered ? `${element.getRootNode().host?.localName} ${element.outerHTML.slice(0, 80)}` : "";
      });
    let count = 0;
    for (;;) {
      await page.press(Key.TAB);
      const what = await covered();
      if (what === null) break;
      assert.equal(what, "", `focus number ${++count}`);
    }
    assert.ok(count > 30, `${count} stops`);
  });
});
