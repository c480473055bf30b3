/** An experiment has a walk of its own: it says how that differs from the reader's, and gives it over only when asked. Needs a finished build. */
import assert from "node:assert/strict";

import { labs } from "../../../web/state/labs.js";
import { changeState, defaultState, experimentState } from "../../../web/state/state.js";
import { stateToFragment } from "../../../web/state/url.js";
import { eventually } from "../support/eventually.js";
import { checkTables } from "../support/expected.js";
import { inBrowsers } from "../support/harness.js";
import { ask as askInList } from "../support/questions.js";

/** @typedef {import("../support/page.js").Page} Page */
/** @typedef {import("../../../web/state/state.js").State} State */

/** The reader's walk, with hand-set weights and a mask, which every experiment must leave alone. */
const reader = changeState(defaultState, {
  d_k: 8,
  heads: 2,
  edits: { Wq: [0, 0, 0, 3] },
  painted: [3, 1],
  stage: "raw",
});

/**
 * Opens an experiment and waits until it is there. Several experiments share an element, so the element alone does not
 * say that the new one has been drawn.
 * @param {Page} page @param {string} lab
 */
async function ask(page, lab) {
  await askInList(page, lab);
  const { element } = labs.find(({ id }) => id === lab) ?? assert.fail(lab);
  await page.part(element, "p");
}

/** Waits until the page has a state. @param {Page} page @param {State} wanted */
const has = (page, wanted) => eventually(async () => assert.deepEqual(await page.state(), wanted));

/** @param {Page} page */
const differences = async (page) => (await page.texts("lab-card", ".differs span")).join();

inBrowsers(["chromium"], (test) => {
  test("no experiment changes the reader's walk when it opens, or keeps anything when it closes", async (page) => {
    await page.open(stateToFragment(reader));
    for (const { id, start = {} } of labs) {
      await ask(page, id);
      const state = await page.state();
      assert.deepEqual({ ...state, lab: null, experiment: null, compare: null }, reader, id);
      assert.deepEqual([state.lab, state.experiment], [id, Object.keys(start).length > 0 ? start : null]);
    }
    await eventually(() => checkTables(page, reader));
    await page.click("lab-card", ".head button");
    await has(page, reader);
  });

  test("what the reader changes in an experiment stays in it until it is taken to the walk, in one step", async (page) => {
    await page.open(stateToFragment(reader));
    await ask(page, "mask");
    await eventually(async () => assert.equal(await differences(page), ""));
    await page.click("mask-painter", ".patterns button:nth-child(1)");
    await eventually(async () => assert.deepEqual((await page.state()).experiment, { painted: [] }));
    assert.deepEqual((await page.state()).painted, reader.painted);
    await eventually(async () => assert.match(await differences(page), /painted mask/));
    const before = await page.state();
    await page.click("lab-card", "#take");
    const taken = changeState(before, { painted: [], experiment: null });
    await has(page, taken);
    await eventually(() => checkTables(page, taken));
    await eventually(async () => assert.equal(await differences(page), ""));
    await page.click("history-buttons", "#undo");
    await has(page, before);
    await eventually(() => checkTables(page, reader));
    await eventually(async () => assert.match(await differences(page), /painted mask/));
  });

  test("it says how its walk differs, and a link restores both walks", async (page) => {
    await page.open(stateToFragment(reader));
    await ask(page, "scaling");
    await eventually(async () => assert.equal(await differences(page), "In this experiment: dk 64 (yours: 8)."));
    await page.click("compare-lab", ".expect button");
    await page.run(({ find }) => {
      const slider = find("compare-lab", "input[type=range]");
      slider.value = "100";
      slider.dispatchEvent(new InputEvent("input", { bubbles: true, composed: true }));
    });
    await eventually(async () => assert.match(await differences(page), /dk 100 \(yours: 8\)/));
    const state = await page.state();
    assert.equal(experimentState(changeState(defaultState, state)).d_k, 100);
    await eventually(async () => assert.equal(await page.fragment(), stateToFragment(state)));
    await page.open(await page.fragment());
    await page.part("compare-lab", ".sides");
    assert.deepEqual(await page.state(), state);
    await eventually(async () => assert.match(await differences(page), /dk 100 \(yours: 8\)/));
    await eventually(() => checkTables(page, reader));
  });

  test("numbers set by hand are the reader's own, as the experiment for them says", async (page) => {
    await page.open(stateToFragment(reader));
    await ask(page, "numbers");
    await page.click("numbers-lab", "#reset-all");
    await eventually(async () => assert.deepEqual((await page.state()).edits, {}));
    assert.equal((await page.state()).experiment, null);
  });

  for (const width of [1280, 360]) {
    test(`at ${width} px the answer opens below its question, and both are in sight`, async (page) => {
      await page.look({ width, height: 800, pixels: 1, media: { "prefers-reduced-motion": "reduce" } });
      await page.open();
      for (const lab of ["comparing", "mask", "cache", "export"]) {
        await ask(page, lab);
        await eventually(async () => {
          const seen = await page.run(({ find }, id) => {
            const question = find("question-list", `[data-lab=${id}]`).getBoundingClientRect();
            const title = find("lab-card", "#lab-title").getBoundingClientRect();
            return { question: question.top, below: title.top - question.bottom, title: title.bottom };
          }, lab);
          assert.ok(seen.question >= 0 && seen.below > 0 && seen.title < 800, `${lab}: ${JSON.stringify(seen)}`);
        });
      }
    });
  }
});
