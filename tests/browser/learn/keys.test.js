/** Keys in the steps of lessons: they answer, go on and go back, and leave alone what has keys of its own. Needs a finished build. */
import assert from "node:assert/strict";

import { Key } from "selenium-webdriver";

import { path } from "../../../web/course/course.js";
import { writeLearnLink } from "../../../web/course/link.js";
import { eventually } from "../support/eventually.js";
import { inBrowsers } from "../support/harness.js";
import { answer, settable } from "../support/learn.js";
import { reading } from "../../support/course/course.js";

/** @typedef {import("../support/page.js").Page} Page */
/** @typedef {import("../../../web/course/step.js").Question} Question */

/** What a step shows of its answer and its ways on. @param {Page} page */
const shown = (page) =>
  page.run(({ find, hosts }) => ({
    position: hosts.find((host) => host.matches("learn-place"))?.position,
    isDrawn: hosts.find((host) => host.matches("learn-place"))?.isUpdatePending === false,
    keys: find("learn-place", ".keys")?.textContent ?? null,
    given: find("learn-place", "[data-given]")?.dataset.given ?? null,
    guess: find("learn-place", "#guess")?.value ?? null,
    isMain: find("learn-place", "#next")?.matches(".main") ?? null,
  }));

/** Opens a step as one who has answered nothing. @param {Page} page @param {string} lesson @param {number} step */
async function go(page, lesson, step) {
  await page.run(({ find }) => {
    window.localStorage.clear();
    const place = find("attention-explorer", "learn-place");
    if (place) place.progress = {};
  });
  await page.follow(writeLearnLink({ lesson, step }));
  await eventually(async () => {
    const { position, isDrawn, isMain, given } = await shown(page);
    assert.deepEqual(position, { lesson, step });
    assert.ok(isDrawn && isMain !== null && given === null);
  });
}

/** Puts the focus on a part of the step. @param {Page} page @param {string} selector */
const focus = (page, selector) => page.run(({ find }, name) => find("learn-place", name).focus(), selector);

/** @param {Page} page @param {string} modifier @param {string} key */
const pressWith = (page, modifier, key) =>
  page.driver.actions().keyDown(modifier).sendKeys(key).keyUp(modifier).perform();

/** The first step on the path with a question of a kind, so that a step follows it in its lesson. @param {Question["kind"]} kind */
function stepWith(kind) {
  for (const lesson of path)
    for (const [at, step] of lesson.steps.entries())
      if (at > 0 && step.question?.kind === kind && lesson.steps[at + 1]) return { lesson: lesson.id, at, step };
  return assert.fail(kind);
}

/** @param {Page} page @param {{lesson: string, step: number}} position */
const arrives = (page, position) =>
  eventually(async () => {
    const { position: at, isDrawn } = await shown(page);
    assert.deepEqual([at, isDrawn], [position, true]);
  });

/** @param {Page} page @param {string | null} given */
const isGiven = (page, given) => eventually(async () => assert.equal((await shown(page)).given, given));

inBrowsers(["chromium"], (test) => {
  test("keys 1 to 9 choose an option or a word, Enter goes on once that is answered, and both are said", async (page) => {
    await page.look({ width: 1280, height: 720 });
    await page.open();
    for (const kind of /** @type {const} */ (["choice", "token"])) {
      const { lesson, at, step } = stepWith(kind);
      await go(page, lesson, at);
      const { question } = step;
      const read = reading(step.state, (each) => ({ queries: [...each.queries], keys: [...each.keys] }));
      const options =
        question?.kind === "choice"
          ? question.options
          : read[question?.kind === "token" ? question.side : "keys"].map((_, key) => String(key));
      const count = Math.min(9, options.length);
      assert.ok((await shown(page)).keys?.startsWith(`Keys 1 to ${count} answer, Enter goes on.`));
      const announced = await page.run(({ findAll }) =>
        findAll("learn-place", "[data-option]").map((button) => button.getAttribute("aria-keyshortcuts")),
      );
      assert.deepEqual(
        announced,
        options.map((_, number) => (number < 9 ? String(number + 1) : null)),
      );
      await focus(page, "h2");
      await page.press(Key.ENTER); // nothing is answered yet

      if (count < 9) await page.press(String(count + 1)); // no such option
      await pressWith(page, Key.ALT, "2"); // a shortcut of the browser
      assert.deepEqual([(await shown(page)).given, (await shown(page)).position], [null, { lesson, step: at }]);
      await page.press("2");
      await isGiven(page, String(options[1]));
      await page.press("1"); // what is answered stays
      await isGiven(page, String(options[1]));
      await page.press(Key.ENTER);
      await arrives(page, { lesson, step: at + 1 });
    }
  });

  test("Enter commits to a guess that was moved, then goes on; while the slider has the focus, arrow keys move it alone", async (page) => {
    const { lesson, at } = stepWith("number");
    await page.open();
    await go(page, lesson, at);
    await focus(page, "#guess");
    await page.press(Key.ENTER);
    const before = await shown(page);
    assert.equal(before.given, null, "a slider that was not moved is no guess");
    await page.press(Key.ARROW_RIGHT);
    await eventually(async () => assert.notEqual((await shown(page)).guess, before.guess));
    await page.press(Key.ARROW_RIGHT, Key.ARROW_LEFT);
    const { position, guess } = await shown(page);
    assert.deepEqual(position, { lesson, step: at });
    await page.press("1");
    assert.equal((await shown(page)).given, null, "a number has no options");
    await page.press(Key.ENTER);
    await eventually(async () => assert.equal(Number((await shown(page)).given), Number(guess)));
    await page.press(Key.ENTER);
    await arrives(page, { lesson, step: at + 1 });
  });

  test("a cell is answered in its table; arrow keys lead to the step before and after, from a button too, but not from the figure", async (page) => {
    const { lesson, at } = stepWith("cell");
    await page.open();
    await go(page, lesson, at);
    await page.press("1");
    assert.equal((await shown(page)).given, null, "a cell has no number");
    await page.press(Key.ARROW_LEFT);
    await arrives(page, { lesson, step: at - 1 });
    await page.press(Key.ARROW_RIGHT);
    await arrives(page, { lesson, step: at });
    const cell = '[data-option="0,0,1"]';
    await focus(page, cell);
    await page.press(Key.ARROW_RIGHT, Key.ARROW_LEFT, Key.ARROW_LEFT);
    assert.deepEqual((await shown(page)).position, { lesson, step: at });
    await page.press(Key.ENTER);
    await isGiven(page, "0,0,1");
    assert.deepEqual((await shown(page)).position, { lesson, step: at }, "Enter on a cell answers alone");
    await focus(page, "#answer-again");
    await pressWith(page, Key.SHIFT, Key.ARROW_RIGHT); // selects text
    assert.deepEqual((await shown(page)).position, { lesson, step: at });
    await page.press(Key.ARROW_RIGHT);
    await arrives(page, { lesson, step: at + 1 });
  });

  test("keys do nothing to a step behind the dialog that embeds it, nor while another place is shown", async (page) => {
    const { lesson, at } = stepWith("choice");
    await page.open();
    await go(page, lesson, at);
    await page.run(({ find }) => find("learn-place", "[data-embed]").click());
    await eventually(async () =>
      assert.ok(
        await page.run(({ hosts, focused }) => {
          const dialog = hosts.map((host) => host.shadowRoot.querySelector("dialog[open]")).find(Boolean);
          const button = dialog?.querySelector("button");
          button?.focus();
          return Boolean(button) && focused() === button;
        }),
      ),
    );
    await page.press("1", Key.ARROW_RIGHT);
    assert.deepEqual([(await shown(page)).given, (await shown(page)).position], [null, { lesson, step: at }]);
    await page.press(Key.ESCAPE);
    await page.follow("place=train");
    await eventually(async () =>
      assert.equal(await page.run(({ find }) => find("attention-explorer", "learn-place").open), false),
    );
    await page.press("1", Key.ARROW_RIGHT);
    assert.deepEqual([(await shown(page)).given, (await shown(page)).position], [null, { lesson, step: at }]);
  });

  test("on every step of the path the way on is quiet until it is answered, and then the main button", async (page) => {
    await page.open();
    const wrong = [];
    let count = 0;
    for (const lesson of path)
      for (const [at, step] of lesson.steps.entries()) {
        const { question, outcome, task, train } = step;
        await go(page, lesson.id, at);
        const where = `${lesson.id}, ${step.id}`;
        const isLeft = question !== undefined || task !== undefined || train !== undefined;
        if ((await shown(page)).isMain === isLeft) wrong.push(`${where}: ${isLeft ? "not quiet" : "quiet"} at first`);
        if (!question || !outcome) continue;
        await answer(page, step, settable(question, reading(step.state, outcome).answer));
        await eventually(async () => assert.notEqual((await shown(page)).given, null));
        if (!(await shown(page)).isMain) wrong.push(`${where}: quiet once it is answered`);
        count++;
      }
    assert.deepEqual(wrong, []);
    assert.ok(count >= 25, `${count} questions`);
  });
});
