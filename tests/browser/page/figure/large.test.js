/** Figures that are larger than the window: a step of a slider paints at once what the reader sees, and a bitmap is kept. Needs a finished build. */
import assert from "node:assert/strict";
import { Key } from "selenium-webdriver";

import { eventually } from "../../support/eventually.js";
import { inBrowsers } from "../../support/harness.js";

/** @typedef {import("../../support/page.js").Page} Page */

const words = Array.from({ length: 96 }, (_, at) => `w${at}`).join("+");
const fragmentOf = (/** @type {number} */ width) =>
  `recipe=random&sentence=${words}&heads=2&d_k=${width}&stage=weights&head=0`;

/**
 * Moves the slider of d_k by one step, or none, and reads the canvas in the frame that follows.
 * @param {Page} page
 * @param {number} step
 * @returns {Promise<{rows: number[], seen: [from: number, to: number]}>} rows: the mean of the bytes of each row of pixels; seen:
 *   which rows are within the window
 */
const rowsAfter = (page, step) =>
  page.run(async ({ find }, by) => {
    const slider = find("attention-control-bar", "#d_k");
    const canvas = find("attention-stage-figure", "canvas");
    if (by !== 0) {
      slider.value = String(Number(slider.value) + by);
      slider.dispatchEvent(new Event("input", { bubbles: true }));
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
    const copy = Object.assign(document.createElement("canvas"), { width: canvas.width, height: canvas.height });
    const context = /** @type {CanvasRenderingContext2D} */ (copy.getContext("2d", { willReadFrequently: true }));
    context.drawImage(canvas, 0, 0);
    const { data } = context.getImageData(0, 0, copy.width, copy.height);
    const bytes = 4 * copy.width;
    const rows = Array.from(
      { length: copy.height },
      (_, y) => data.subarray(y * bytes, (y + 1) * bytes).reduce((sum, byte) => sum + byte, 0) / bytes,
    );
    const { top, height } = canvas.getBoundingClientRect();
    const rowAt = (/** @type {number} */ y) =>
      Math.max(0, Math.min(copy.height, Math.round(((y - top) / height) * copy.height)));
    return { rows, seen: [rowAt(0), rowAt(window.innerHeight)] };
  }, step);

/** How far two pictures are apart where they differ most. @param {number[]} one @param {number[]} other */
const apart = (one, other) => Math.max(...one.map((mean, at) => Math.abs(mean - Number(other[at]))));

/** Browsers smooth lines and letters in a band a little differently: by less than this. */
const alike = 0.25;

inBrowsers(["chromium", "firefox", "webkit"], (test) => {
  test("a step of a slider paints what is seen of a large figure in its frame, and the rest after it", async (page) => {
    await page.open(fragmentOf(9));
    const { rows: whole } = await rowsAfter(page, 0); // a first drawing is whole
    for (const above of [-200, 500]) {
      await page.open(fragmentOf(8));
      await page.run(({ find }, px) => {
        window.scrollBy(0, find("attention-stage-figure", "canvas").getBoundingClientRect().top + px);
      }, above);
      await page.run(() => new Promise((resolve) => setTimeout(() => requestAnimationFrame(resolve)))); // what is seen is observed
      const { rows: before } = await rowsAfter(page, 0);
      assert.equal(before.length, whole.length);
      const { rows, seen } = await rowsAfter(page, 1);
      assert.ok(seen[1] - seen[0] > 100 && seen[1] - seen[0] < whole.length, `seen: ${seen} of ${whole.length}`);
      const apartWhereSeen = (/** @type {number[]} */ now) => apart(now.slice(...seen), whole.slice(...seen));
      assert.ok(apartWhereSeen(before) > 4 * alike, `the step changes the picture by ${apartWhereSeen(before)}`);
      assert.ok(apartWhereSeen(rows) < alike, `in its frame: apart by ${apartWhereSeen(rows)}`);
      await eventually(async () => {
        const now = await rowsAfter(page, 0);
        assert.ok(apart(now.rows, whole) < alike, `after it: apart by ${apart(now.rows, whole)}`);
      });
    }
  });

  test("a figure that follows a higher one is shown as it would be alone, on the upper part of the same bitmap", async (page) => {
    const shown = () =>
      page.run(({ find }) => {
        const canvas = find("attention-stage-figure", "canvas");
        const { width, height } = canvas.getBoundingClientRect();
        return { box: [width, height], bitmap: [canvas.width, canvas.height], fit: getComputedStyle(canvas).objectFit };
      });
    await page.open(fragmentOf(9));
    const alone = await shown();
    const { rows: whole } = await rowsAfter(page, 0);
    await page.open(fragmentOf(9).replace("stage=weights", "stage=context"));
    const { bitmap } = await shown();
    await page.press(Key.ARROW_LEFT);
    await eventually(async () => {
      const { rows } = await rowsAfter(page, 0);
      assert.ok(apart(whole, rows) < alike, `apart by ${apart(whole, rows)}`);
      assert.deepEqual(await shown(), { box: alone.box, bitmap, fit: "cover" });
    });
    assert.ok(Number(bitmap[1]) > Number(alone.bitmap[1]));
    await page.press(Key.ARROW_RIGHT);
    await eventually(async () => assert.equal((await shown()).fit, "fill"));
  });
});
