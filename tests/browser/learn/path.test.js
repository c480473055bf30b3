/** The path of Learn: each step on one screen, where nothing moves on answering. Needs a finished build. */
import assert from "node:assert/strict";

import { path } from "../../../web/course/course.js";
import { writeLearnLink } from "../../../web/course/link.js";
import { reading } from "../../support/course.js";
import { eventually } from "../support/eventually.js";
import { inBrowsers } from "../support/harness.js";
import { answer, settable } from "../support/learn.js";

/** @typedef {import("../support/page.js").Page} Page */
/** @typedef {{top: number, bottom: number, left: number, right: number}} Box */

/** Where the parts of a step are, once it is drawn. @param {Page} page @returns {Promise<{height: number, width: number, parts: Record<string, Box | null>}>} */
const boxes = (page) =>
  page.run(({ find }) => {
    const box = (/** @type {string} */ selector) => {
      const found = find("learn-place", selector);
      if (!found || found.getClientRects().length === 0) return null;
      const { top, bottom, left, right } = found.getBoundingClientRect();
      return { top: Math.round(top), bottom: Math.round(bottom), left: Math.round(left), right: Math.round(right) };
    };
    const parts = {
      ask: box("#ask") ?? box(".task"),
      figure: box(".figure"),
      drawn: box(".drawn"),
      options: box(".options") ?? box(".drawn .tokens"),
      feedback: box(".feedback > :last-child"),
      next: box("#next"),
    };
    const root = document.documentElement;
    return { parts, height: window.innerHeight, width: root.scrollWidth - root.clientWidth };
  });

/** @param {Page} page @param {string} lesson @param {number} step */
async function go(page, lesson, step) {
  await page.run(() => window.localStorage.clear());
  await page.follow(writeLearnLink({ lesson, step }));
  await eventually(async () => {
    const place = await page.run(({ hosts }) => hosts.find((host) => host.matches("learn-place"))?.position);
    assert.deepEqual(place, { lesson, step });
    assert.notEqual((await boxes(page)).parts.drawn, null);
  });
}

/** What is not in sight. @param {Awaited<ReturnType<typeof boxes>>} at @param {readonly string[]} parts */
const hidden = (at, parts) =>
  parts.flatMap((part) => {
    const box = at.parts[part];
    if (!box) return [`no ${part}`];
    return box.top < 0 || box.bottom > at.height ? [`${part}: ${box.top} to ${box.bottom} of ${at.height}`] : [];
  });

inBrowsers(["chromium"], (test) => {
  for (const [width, height] of /** @type {const} */ ([
    [390, 844],
    [1280, 720],
  ]))
    test(`at ${width} × ${height} question, picture, answer and next are in sight, and nothing moves on answering`, async (page) => {
      await page.look({ width, height });
      await page.open();
      const wrong = [];
      for (const { id: lesson, steps } of path)
        for (const [at, step] of steps.entries()) {
          const where = `${lesson}, ${step.id}`;
          await go(page, lesson, at);
          const before = await boxes(page);
          const asked = step.question || step.task ? ["ask"] : [];
          const answered = step.question && step.question.kind !== "cell" ? ["options"] : [];
          for (const each of hidden(before, [...asked, "drawn", ...answered, "next"])) wrong.push(`${where}: ${each}`);
          if (before.width !== 0) wrong.push(`${where}: ${before.width} px too wide`);
          if (!step.question || !step.outcome) continue;
          await answer(page, step, settable(step.question, reading(step.state, step.outcome).answer));
          await eventually(async () => assert.notEqual((await boxes(page)).parts.feedback, null));
          const after = await boxes(page);
          for (const each of hidden(after, ["ask", "feedback", "next"])) wrong.push(`${where}, answered: ${each}`);
          for (const part of ["ask", "figure", "next"]) {
            const [was, is] = [before.parts[part], after.parts[part]];
            if (was?.top !== is?.top || was?.bottom !== is?.bottom)
              wrong.push(`${where}: ${part} moved from ${was?.top}–${was?.bottom} to ${is?.top}–${is?.bottom}`);
          }
        }
      assert.deepEqual(wrong, []);
    });
});
