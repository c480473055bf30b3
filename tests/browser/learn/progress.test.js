/** What Learn keeps of what the reader has done: solved tasks, answers and lessons. Needs a finished build. */
import assert from "node:assert/strict";

import { lessonOf } from "../../../web/course/course.js";
import { writeLearnLink } from "../../../web/course/link.js";
import { words } from "../../../web/words/words.js";
import { solutions } from "../../support/course/course.js";
import { eventually } from "../support/eventually.js";
import { allEngines, inBrowsers } from "../support/harness.js";
import { patch } from "../support/learn.js";

/** @typedef {import("../support/page.js").Page} Page */

const { t } = words("en");

/** What the step shows of what was done in it, and what is stored. @param {Page} page */
const shown = (page) =>
  page.run(({ find, findAll, hosts }) => {
    const place = hosts.find((host) => host.matches("learn-place"));
    const text = (/** @type {string} */ selector) =>
      (find("learn-place", selector)?.textContent ?? "").replace(/\s+/g, " ").trim();
    return {
      position: place?.position,
      progress: place?.progress,
      cell: place?.state.cell,
      feedback: text(".feedback"),
      status: text("[role=status].solved"),
      isSolved: find("learn-place", ".solved.right") !== null,
      given: findAll("learn-place", "[data-given]").map((answer) => answer.dataset.given),
      list: findAll("learn-place", ".contents li").map((item) => (item.textContent ?? "").replace(/\s+/g, " ").trim()),
    };
  });

/** @param {Page} page @param {string} lesson @param {number} step */
async function go(page, lesson, step) {
  await page.follow(writeLearnLink({ lesson, step }));
  await eventually(async () => assert.deepEqual((await shown(page)).position, { lesson, step }));
}

/** Opens the page as who has done nothing yet. @param {Page} page */
async function openAfresh(page) {
  await page.leaveWith();
  await page.open();
}

const softmax = lessonOf("softmax");
const last = softmax.steps.length - 1;
const task = softmax.steps[last]?.id ?? assert.fail("no task");

inBrowsers(allEngines, (test) => {
  test("a task that was solved counts, and says so, whatever the reader does after: play on, go back, load the page again", async (page) => {
    await openAfresh(page);
    await go(page, "softmax", last);
    await eventually(async () => assert.notEqual((await shown(page)).status, ""));
    assert.equal((await shown(page)).isSolved, false);
    await patch(page, solutions.softmax ?? assert.fail("no solution"));
    await eventually(async () => assert.match((await shown(page)).status, /^Solved: /));
    await patch(page, { temperature: 1 });
    const solved = async () => {
      const { status, isSolved, progress } = await shown(page);
      assert.ok(status.startsWith(t("learn-solved")) && isSolved, status);
      assert.deepEqual(Object.keys(progress.softmax ?? {}), [task]);
    };
    await eventually(solved);
    await page.click("learn-place", ".back");
    await eventually(async () => assert.equal((await shown(page)).position.step, last - 1));
    await page.click("learn-place", "#next");
    await eventually(solved);
    await page.open();
    await go(page, "softmax", last);
    await eventually(solved);
    await page.run(() => window.localStorage.clear());
  });

  test("what was typed in a task is there again after a step elsewhere, and is not told as solved once more", async (page) => {
    await openAfresh(page);
    const { steps } = lessonOf("purpose");
    await go(page, "purpose", steps.length - 1);
    await page.run(() => {
      const told = /** @type {any} */ (window);
      told.answers = 0;
      window.addEventListener("course-answer", () => told.answers++);
    });
    const { sentence } = solutions.purpose ?? assert.fail("no solution");
    await patch(page, { sentence });
    const isKept = async () => {
      assert.match((await shown(page)).status, /^Solved: /);
      const [typed, answers] = await page.run(({ find }) => [
        find("attention-control-bar", "#sentence")?.value,
        /** @type {any} */ (window).answers,
      ]);
      assert.deepEqual([typed, answers], [sentence, 1]);
    };
    await eventually(isKept);
    await page.click("learn-place", "#next");
    await eventually(async () => assert.equal((await shown(page)).position.lesson, "query-key"));
    await page.click("learn-place", ".back");
    await eventually(isKept);
    await page.click("learn-place", ".back");
    await page.click("learn-place", "#next");
    await eventually(isKept);
    await page.run(() => window.localStorage.clear());
  });

  test("Back shows what was answered with its feedback, also after a new start; the reader can answer again", async (page) => {
    await openAfresh(page);
    await go(page, "scaling", 0);
    await page.click("learn-place", '[data-option="4"]');
    await eventually(async () => assert.match((await shown(page)).feedback, /^Yes\./));
    const { feedback } = await shown(page);
    const isAnswered = async () => {
      const now = await shown(page);
      assert.deepEqual([now.feedback, now.given], [feedback, ["4"]]);
    };
    await page.click("learn-place", "#next");
    await eventually(async () => assert.equal((await shown(page)).feedback, ""));
    await page.click("learn-place", ".back");
    await eventually(isAnswered);
    await page.run(() => history.back());
    await eventually(async () => assert.equal((await shown(page)).position.step, 1));
    await page.run(() => history.back());
    await eventually(isAnswered);
    await page.open();
    await go(page, "scaling", 0);
    await eventually(isAnswered);
    await page.click("learn-place", "#answer-again");
    await eventually(async () => {
      const now = await shown(page);
      assert.deepEqual([now.feedback, now.given], ["", []]);
      assert.deepEqual(Object.keys(now.progress.scaling), ["grow"], "the step stays done");
    });
    const { question } = lessonOf("scaling").steps[0] ?? {};
    const other = question?.kind === "choice" ? question.options.find((id) => id !== "4") : undefined;
    await page.click("learn-place", `[data-option="${other}"]`);
    await eventually(async () => assert.match((await shown(page)).feedback, /^Not quite\./));
    await page.click("learn-place", "#next");
    await page.click("learn-place", ".back");
    await eventually(async () => assert.deepEqual((await shown(page)).given, [other]));
    await page.run(() => window.localStorage.clear());
  });

  test("a step that asks nothing is done wherever the reader goes next: to another place, too", async (page) => {
    await openAfresh(page);
    const { steps } = lessonOf("backward");
    const at = steps.findIndex(({ question, task: toSolve }) => !question && !toSolve);
    await go(page, "backward", at);
    await eventually(async () => assert.ok(await page.run(({ find }) => find("learn-place", ".figure") !== null)));
    assert.deepEqual((await shown(page)).progress, {});
    await page.follow("place=explore");
    await eventually(async () =>
      assert.deepEqual((await shown(page)).progress, { backward: { [steps[at]?.id ?? ""]: null } }),
    );
    await page.run(() => window.localStorage.clear());
  });

  test("the number that the answer selects is outlined, not the one under the resting mouse", async (page) => {
    await openAfresh(page);
    const at = lessonOf("who-acts").steps.findIndex(({ id }) => id === "score");
    await go(page, "who-acts", at);
    const outlined = () =>
      page.run(({ hosts }) => {
        const figure = hosts.find(
          (host) => host.matches("attention-stage-figure") && host.getRootNode().host?.matches("learn-place"),
        );
        return figure?.view.cell ?? null;
      });
    await eventually(async () =>
      assert.ok(await page.run(({ find }) => Boolean(find("learn-place", "attention-stage-figure")?.view))),
    );
    const hover = { stage: "K", index: [0, 0, 0] };
    await page.run(
      ({ find }, cell) =>
        find("learn-place", "attention-stage-figure").dispatchEvent(
          new CustomEvent("state-hover", { detail: { cell }, bubbles: true, composed: true }),
        ),
      hover,
    );
    await eventually(async () => assert.deepEqual(await outlined(), hover));
    await page.click("learn-place", '[data-option="1"]');
    await eventually(async () => assert.notEqual((await shown(page)).feedback, ""));
    await eventually(async () => assert.deepEqual(await outlined(), (await shown(page)).cell));
    await page.run(() => window.localStorage.clear());
  });
});
