/** Lessons on whole models in Learn: their models are trained where they open, and their pictures can be changed. Needs a finished build. */
import assert from "node:assert/strict";

import { Key } from "selenium-webdriver";

import { lessonOf } from "../../../web/course/course.js";
import { writeLearnLink } from "../../../web/course/link.js";
import { stateFromFragment } from "../../../web/state/url.js";
import { readRun } from "../../../web/training/own/own-model.js";
import { checkAxe } from "../support/axe.js";
import { eventually } from "../support/eventually.js";
import { inBrowsers } from "../support/harness.js";

/** @typedef {import("../support/page.js").Page} Page */

/** Opens the last step of a lesson, once its picture is drawn. @param {Page} page @param {string} lesson */
async function openTask(page, lesson) {
  await page.open();
  await page.run(() => window.localStorage.clear());
  await page.follow(writeLearnLink({ lesson, step: lessonOf(lesson).steps.length - 1 }));
  await eventually(async () => assert.ok(await page.run(({ find }) => find("learn-place", ".drawn") !== null)));
}

/** What is said of the task. @param {Page} page */
const task = async (page) => (await page.texts("learn-place", "[role=status].solved")).join().trim();

/** Moves a slider beside the picture. @param {Page} page @param {number} at @param {number} value */
const slide = (page, at, value) =>
  page.run(
    ({ findAll }, [which, to]) => {
      const slider = findAll("learn-place", ".range input")[Number(which)];
      Object.assign(slider ?? {}, { value: String(to) });
      slider?.dispatchEvent(new Event("input"));
    },
    [at, value],
  );

inBrowsers(["chromium"], (test) => {
  test("while a lesson's model is trained, a notice says why; then it is gone", async (page) => {
    await page.open();
    await page.run(() => {
      const said = /** @type {string[]} */ ([]);
      Object.assign(window, { said });
      new MutationObserver(() => {
        const notice = /** @type {any} */ (document.querySelector("training-notice"));
        notice?.updateComplete.then(() => said.push(notice.shadowRoot.querySelector("[role=status]").textContent));
      }).observe(document.body, { childList: true, subtree: true });
    });
    await page.follow(writeLearnLink({ lesson: "lens", step: 0 }));
    await eventually(async () => assert.ok(await page.run(({ find }) => find("learn-place", ".drawn") !== null)));
    assert.ok(await page.run(() => document.querySelector("training-notice") === null));
    const said = await page.run(() => /** @type {any} */ (window).said);
    assert.match(String(said[0]), /^This lesson’s model is trained here and now, from random numbers: 900 steps/);
  });

  test("heads are switched off and on by a click and by a key; two that are not needed solve the task", async (page) => {
    await openTask(page, "real-head");
    const press = (/** @type {number} */ at) => page.click("learn-place", `.head-maps button:nth-child(${at + 1})`);
    const says = async () => (await page.texts("learn-place", ".says")).join();
    await eventually(async () => assert.match(await says(), /a l → e, > 99\.9 %.*Right for 12 of 12 texts/s));
    await press(1);
    await eventually(async () => assert.match(await says(), /Right for 2 of 12 texts/));
    assert.equal(await task(page), "Not solved yet. Heads off: 1. Texts right: 2.");
    await page.press(Key.SPACE);
    await eventually(async () => assert.match(await says(), /Right for 12 of 12 texts/));
    await press(0);
    await eventually(async () => assert.equal(await task(page), "Not solved yet. Heads off: 1. Texts right: 12."));
    await press(2);
    await eventually(async () => assert.match(await task(page), /^Solved: 12 of 12 with 2 heads off/));
    await checkAxe(page, "heads switched off");
    const pressed = await page.run(({ findAll }) =>
      findAll("learn-place", ".head-maps button").map((each) => each.getAttribute("aria-pressed")),
    );
    assert.deepEqual(pressed, ["true", "false", "true", "false"]);
    await page.click("learn-place", 'a[href="#place=checkpoint"]');
    await eventually(async () => assert.match(await page.driver.getTitle(), /^Your model/));
  });

  test("sliders change temperature, top-k and top-p; three words with even chances solve the task", async (page) => {
    await openTask(page, "sampling");
    const left = async () => Number(/Words left: (\d+)/.exec(await task(page))?.[1]);
    await slide(page, 2, 0.5);
    await eventually(async () => assert.equal(await left(), 3));
    assert.match(await task(page), /Largest chance: 48 %/);
    await slide(page, 0, 0);
    await eventually(async () => assert.equal(await left(), 1));
    await slide(page, 2, 1);
    await slide(page, 1, 3);
    await slide(page, 0, 3);
    await eventually(async () => assert.equal(await task(page), "Solved: the largest chance is 38 %."));
    await checkAxe(page, "sliders of sampling");
  });

  test("the last step has the map that Train opens with; once the reader has taught the model, its map, which runs backwards", async (page) => {
    const step = "place=learn&lesson=learns&step=train";
    const said = async () => (await page.texts("learn-place", ".words")).join();
    const rows = async () => {
      const cells = (await page.texts("learn-place", "table.grid tbody td")).map(Number);
      return Array.from({ length: 8 }, (_, row) => cells.slice(8 * row, 8 * row + 8));
    };
    await page.open();
    await page.run(() => window.localStorage.clear());
    await page.follow(step);
    await eventually(async () => assert.match(await said(), /still random/));
    await eventually(async () => assert.ok((await rows()).flat().every((share) => share > 5 && share < 25)));

    await page.click("learn-place", "#to-train");
    await eventually(() => page.part("train-place", "#play"));
    await page.click("train-place", "#play");
    // The way back is there once the task is learned, before the run has ended.
    await page.click("train-place", "#on-to-course");
    await eventually(async () => assert.match(await said(), /This is your model’s map/));
    for (const [row, shares] of (await rows()).entries())
      assert.equal(shares.indexOf(Math.max(...shares)), 7 - row, shares.join());
    await checkAxe(page, "the map of the reader's model in the lesson");
    await page.run(() => window.localStorage.clear());
  });

  test("the finish keeps the model that the reader trained in Train: its map, what it gets right, and its link", async (page) => {
    await page.open();
    await page.run(() => window.localStorage.clear());
    const card = (/** @type {string} */ selector) => page.texts("own-model-card", selector);
    await page.follow("place=learn&lesson=finish");
    await eventually(async () => assert.match((await card("p")).join(), /none here yet/));

    await page.follow("place=train&task=previous&seed=3");
    await eventually(() => page.part("train-place", "#play"));
    await page.click("train-place", "#play");
    /** The run whose link is stored. */
    const kept = async () => {
      const stored = await page.run(() => JSON.parse(window.localStorage.getItem("attention-stepper-own-run") ?? '""'));
      return readRun(String(stateFromFragment(stored).trained_run));
    };
    await eventually(async () => assert.equal((await kept()).settings.task, "previous"));
    // It has learned its task, and goes on; where it rests it is stored again.
    await page.click("train-place", "#play");
    await eventually(async () => {
      const { status, at } = await page.run(({ find }) => {
        const { run } = find("attention-explorer", "train-place");
        return { status: run.status, at: run.snapshots.at(-1).step };
      });
      assert.deepEqual([status, (await kept()).steps], ["paused", at]);
    });
    const accuracy = (await page.texts("train-place", ".held-out strong")).join();

    await page.follow("place=learn&lesson=finish");
    await eventually(async () =>
      assert.ok(
        (await card("p")).join().includes(`${accuracy} of its answers to examples`),
        `${accuracy}: ${await card("p")}`,
      ),
    );
    await eventually(async () =>
      assert.ok(
        (await page.run(({ find }) => find("own-model-card scene-view, scene-view", "canvas")?.width ?? 0)) > 0,
      ),
    );
    await checkAxe(page, "the card at the finish");

    // On the next visit no file holds the weights: they are trained again, when the reader asks for it.
    await page.open();
    await page.follow("place=learn&lesson=finish");
    await eventually(async () => assert.deepEqual(await card("#again"), ["show its map"]));
    await page.click("own-model-card", "#again");
    await eventually(async () =>
      assert.ok((await card("p")).join().includes(`${accuracy} of its answers to examples`)),
    );
    const [open] = await page.attributes("own-model-card", ".row a", "href");
    await page.follow(String(open).slice(1));
    await eventually(async () => assert.equal((await page.state()).recipe, "trained"));
    await page.run(() => window.localStorage.clear());
  });
});
