/** Asks the questions that the page answers by experiments: beside the figure, or in the list of all questions. */
import assert from "node:assert/strict";

import { eventually } from "./eventually.js";

/** @typedef {import("./page.js").Page} Page */

/** Opens the list of all questions, unless it is open. @param {Page} page */
export async function listQuestions(page) {
  const isListed = () => page.run(({ find }) => find("question-list", "[data-experiment]") !== null);
  if (await isListed()) return;
  await page.click("stage-questions", ".link");
  await eventually(async () => assert.ok(await isListed()));
}

/** With this look, answers are where they belong at once. Without it, the page scrolls there for a third of a second. */
export const still = Object.freeze({ media: { "prefers-reduced-motion": "reduce" } });

/**
 * Waits until the page has scrolled to where it is going: a click at where a button was would hit something else. It moves little
 * in the first frames, unless it jumps.
 * @param {Page} page
 */
const settled = (page) =>
  eventually(async () => {
    const moved = await page.run(async () => {
      const before = window.scrollY;
      const frames = window.matchMedia("(prefers-reduced-motion: reduce)").matches ? 2 : 6;
      for (let frame = 0; frame < frames; frame++) await new Promise((resolve) => requestAnimationFrame(resolve));
      return window.scrollY - before;
    });
    assert.equal(moved, 0, "the page still scrolls");
  });

/**
 * Opens the page with a question, and waits until it shows the answer.
 * @param {Page} page
 * @param {string} fragment
 * @param {string} [url] of the page
 */
export async function openAnswer(page, fragment, url) {
  await page.open(fragment, url);
  await answered(page);
}

/** Waits until the page shows the answer that was opened. @param {Page} page */
async function answered(page) {
  await eventually(async () => assert.equal(await page.run(({ focused }) => focused()?.id), "experiment-title"));
  await settled(page);
}

/**
 * Asks a question in the list of all questions, and waits until the page shows the answer.
 * @param {Page} page
 * @param {string} experiment
 */
export async function ask(page, experiment) {
  await listQuestions(page);
  await settled(page);
  await page.click("question-list", `[data-experiment=${experiment}]`);
  await eventually(async () => assert.equal((await page.state()).experiment, experiment));
  await answered(page);
}
