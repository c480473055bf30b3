/** The place Learn: every step of every lesson, answered right and wrong. Needs a finished build. */
import assert from "node:assert/strict";

import { Key } from "selenium-webdriver";

import { lessonOf, lessons } from "../../../web/course/course.js";
import { feedbackOn } from "../../../web/course/feedback.js";
import { writeLearnLink } from "../../../web/course/link.js";
import { written } from "../../../web/course/reading.js";
import { isRight } from "../../../web/course/step.js";
import { startOf } from "../../../web/state/experiments/starts.js";
import { changeState, defaultState } from "../../../web/state/state.js";
import { readLink } from "../../../web/state/url.js";
import { words } from "../../../web/words/words.js";
import { reading, solutions } from "../../support/course/course.js";
import { checkAxe } from "../support/axe.js";
import { eventually } from "../support/eventually.js";
import { allEngines, inBrowsers } from "../support/harness.js";
import { answer, patch, settable } from "../support/learn.js";

/** @typedef {import("../support/page.js").Page} Page */

const { t } = words("en");

const wholeWalk = /** @type {import("../../../web/course/step.js").Step} */ (lessonOf("whole-walk").steps[0]);
const saturation = /** @type {import("../../../web/course/step.js").Step} */ (lessonOf("scaling").steps[1]);

/** The state of a step that asks something, and what finds its answer. @param {string} lesson @param {number} at */
function stepAt(lesson, at) {
  const { state, outcome } = lessonOf(lesson).steps[at] ?? assert.fail("no such step");
  return /** @type {const} */ ([state, outcome ?? assert.fail("the step asks nothing")]);
}

/** What Learn shows. @param {Page} page */
const shown = (page) =>
  page.run(({ find, findAll, hosts }) => {
    const place = hosts.find((host) => host.matches("learn-place"));
    const text = (/** @type {string} */ selector) => {
      const element = find("learn-place", selector);
      return element ? (element.textContent ?? "").replace(/\s+/g, " ").trim() : "";
    };
    return {
      position: place?.position,
      state: place?.state,
      progress: place?.progress,
      isOpen: place ? !place.hidden : false,
      isDrawn:
        find("learn-place", ".drawn") !== null ||
        findAll("attention-stage-figure", "canvas").some((canvas) => canvas.getClientRects().length > 0),
      experiment: hosts.some(
        (host) =>
          host.localName.endsWith("-experiment") &&
          host.getRootNode().host?.localName === "learn-place" &&
          host.shadowRoot.textContent.trim() !== "",
      ),
      title: text("h2"),
      words: text(".words"),
      feedback: text(".feedback"),
      task: text("[role=status].solved"),
      alert: text("[role=alert]"),
      isAsked: find("learn-place", ".question") !== null,
      isAnswered: find("learn-place", "#answer-again") !== null,
      overflow: document.documentElement.scrollWidth - document.documentElement.clientWidth,
    };
  });

/** Whether the page is open, with all its parts. @param {Page} page @returns {Promise<boolean>} */
const isStarted = (page) => page.run(({ explorer }) => explorer?.whole === true);

/** Follows a link to Learn, and waits until it is open. @param {Page} page @param {string} fragment */
async function goTo(page, fragment) {
  await page.follow(fragment);
  await eventually(async () => assert.equal((await shown(page)).isOpen, true));
}

/** Scrolls to the end, where the bar with the next button covers nothing on narrow screens. @param {Page} page */
const toEnd = (page) => page.run(() => window.scrollTo({ top: document.documentElement.scrollHeight }));

/**
 * Opens a step without loading the page again, and asks its question once more.
 * @param {Page} page
 * @param {string} lesson
 * @param {number} step
 * @param {(place: Awaited<ReturnType<typeof shown>>) => void} [check] of the step as it is before that: throws if it is not as expected
 */
async function show(page, lesson, step, check = () => {}) {
  const { isAnswered } = await come(page, lesson, step, check);
  if (!isAnswered) return;
  await eventually(async () => {
    const isStillAnswered = await page.run(async ({ find }) => {
      const again = find("learn-place", "#answer-again");
      again?.click();
      await again?.getRootNode().host.updateComplete;
      return find("learn-place", "#answer-again") !== null;
    });
    assert.equal(isStillAnswered, false);
  });
}

/**
 * Opens a step without loading the page again.
 * @param {Page} page
 * @param {string} lesson
 * @param {number} step
 * @param {(place: Awaited<ReturnType<typeof shown>>) => void} [check] throws as long as the step is not as expected
 */
async function come(page, lesson, step, check = () => {}) {
  await page.follow(writeLearnLink({ lesson, step }));
  return eventually(async () => {
    const place = await shown(page);
    const { position, isDrawn, isOpen, isAsked, experiment } = place;
    assert.deepEqual(position, { lesson, step });
    const of = lessonOf(lesson).steps[step];
    assert.ok(isOpen && (of?.sentence || (of?.experiment ? experiment : isDrawn)));
    assert.equal(isAsked, of?.question !== undefined);
    check(place);
    return place;
  });
}

/** The text of an element without its markup's signs. @param {string} text */
const plain = (text) =>
  text
    .replace(/\[\[(?:[^\]|]+\|)?([^\]]+)\]\]/g, "$1")
    .replace(/\[([^\]]+)\]\([\w-]+\)/g, "$1")
    .replace(/[*_]/g, "")
    .replace(/\s+/g, " ")
    .trim();

/** A wrong answer that the reader could give. @param {import("../../../web/course/step.js").Question} question @param {import("../../../web/course/step.js").Outcome} outcome */
function wrongOne(question, outcome) {
  const possible = {
    choice: () => (question.kind === "choice" ? question.options : []),
    token: () => ["0", "1"],
    number: () => (question.kind === "number" ? [question.min, question.max] : []),
    cell: () => ["0,0,0"],
  }[question.kind]();
  return /** @type {string | number} */ (possible.find((each) => !isRight(question, outcome, each)));
}

/** @param {(typeof lessons)[number]} lesson */
const kindsOf = ({ steps }) => steps.flatMap(({ question }) => question?.kind ?? []);

/** Lessons that together ask each kind of question: how one answers may depend on the browser, what is right does not. */
const everyKind = lessons.filter((lesson, at) =>
  kindsOf(lesson).some((kind) => !lessons.slice(0, at).flatMap(kindsOf).includes(kind)),
);

/** @param {(name: string, body: (page: Page) => Promise<void>) => void} test @param {(typeof lessons)[number]} lesson */
function answersAll(test, lesson) {
  test(`${lesson.id}: every prediction, right and wrong, gets the engine's answer; the task is checked`, async (page) => {
    if (!(await isStarted(page))) await page.open();
    const title = plain(t(`lesson-${lesson.id}`));
    // Twice through all steps: what was answered is there when the reader comes back, who can answer it again.
    for (const isToBeRight of [true, false]) {
      for (const [at, step] of lesson.steps.entries()) {
        const { question, outcome, task } = step;
        if (question && outcome) {
          await show(page, lesson.id, at, (place) =>
            assert.ok(isToBeRight || place.feedback.startsWith(t("questions-right")), place.feedback),
          );
          const computed = reading(step.state, outcome);
          const given = isToBeRight ? settable(question, computed.answer) : wrongOne(question, computed);
          await answer(page, step, given);
          const said = step.facts ? reading(step.state, step.facts) : {};
          const words = plain(t(`lesson-${lesson.id}-${step.id}`, said));
          const { isRight: isSo, ...about } = feedbackOn(t, `${lesson.id}-${step.id}`, question, computed, given, said);
          assert.equal(isSo, isToBeRight);
          const feedback = plain(`${about.verdict} ${about.words}`);
          await eventually(async () => {
            const place = await shown(page);
            assert.deepEqual([place.title, place.feedback, place.overflow], [title, feedback, 0]);
            assert.ok(place.words.includes(words), `${words} in: ${place.words}`);
            for (const [field, value] of Object.entries(step.reveal ?? {}))
              assert.deepEqual(place.state[field], value, field);
          });
        } else if (task) {
          await show(page, lesson.id, at);
          // What was typed is there again: it is typed over with what the step begins with.
          const { sentence, context } = changeState(defaultState, step.state);
          const typed = Object.entries({ sentence, context }).filter(([field]) => step.controls?.includes(field));
          const solution = isToBeRight ? solutions[lesson.id] : Object.fromEntries(typed);
          await patch(page, solution);
          const { facts } = reading({ ...step.state, ...solution }, task);
          const words = t(`lesson-${lesson.id}-${step.id}-${isToBeRight ? "done" : "open"}`, facts);
          const before = isToBeRight ? "" : `${t("learn-solved")} `;
          await eventually(async () => assert.equal((await shown(page)).task, before + plain(words)));
        }
      }
    }
  });
}

inBrowsers(allEngines, (test) => {
  for (const lesson of everyKind) answersAll(test, lesson);

  test("the next button leads through a lesson by keyboard; what is done is there after a new start", async (page) => {
    await page.leaveWith();
    await page.open();
    await goTo(page, writeLearnLink({ lesson: "softmax", step: 0 }));
    const { steps } = lessonOf("softmax");
    for (const [at, step] of steps.entries()) {
      await eventually(async () => assert.deepEqual((await shown(page)).position, { lesson: "softmax", step: at }));
      if (step.question && step.outcome) {
        const computed = reading(step.state, step.outcome);
        await answer(page, step, settable(step.question, computed.answer));
        await eventually(async () => assert.match((await shown(page)).feedback, /^Yes/));
      } else {
        await patch(page, solutions.softmax);
        await eventually(async () => assert.match((await shown(page)).task, /^Solved/));
      }
      await page.run(({ find }) => find("learn-place", "#next").focus());
      await page.press(Key.ENTER);
    }
    await eventually(async () => {
      const { position, progress, title } = await shown(page);
      assert.equal(position.lesson, null); // after a deeper lesson comes the list
      assert.deepEqual(Object.keys(progress.softmax).sort(), steps.map(({ id }) => id).sort());
      const focused = await page.run(({ focused }) => focused()?.localName);
      assert.equal(focused, "h2");
      assert.notEqual(title, "");
    });
    await page.open();
    await goTo(page, "place=learn");
    await eventually(async () =>
      assert.deepEqual(
        Object.keys((await shown(page)).progress?.softmax ?? {}).sort(),
        steps.map(({ id }) => id).sort(),
      ),
    );
    await page.run(() => window.localStorage.clear());
  });

  test("a link with parts that cannot be used says so; a step opens in Explore; the walk there stays until then", async (page) => {
    await page.open();
    await goTo(page, "place=learn&lesson=scalling");
    await eventually(async () => assert.match((await shown(page)).alert, /scalling/));
    const before = await page.state();
    await show(page, "scaling", 1);
    assert.deepEqual(await page.state(), before);
    await page.unfold("learn-place", ".aside");
    await page.click("learn-place", ".open button");
    await eventually(async () => {
      const state = await page.state();
      assert.deepEqual([state.d_k, state.scaling, state.stage], [64, false, "weights"]);
      assert.equal((await shown(page)).isOpen, false);
    });
  });

  test("a term explains itself by focus and by a tap, and Escape closes the note", async (page) => {
    await page.open();
    await goTo(page, writeLearnLink({ lesson: "who-acts", step: 0 }));
    const note = () => page.texts("term-note", "[role=tooltip]");
    /** Acts on the first term in sight: Explore, which is hidden, has terms too. @param {"focus" | "click"} action */
    const onTerm = (action) =>
      page.run(({ findAll }, name) => {
        const shown = findAll("term-note", "button").find((button) => button.getClientRects().length > 0);
        shown?.[/** @type {"focus" | "click"} */ (name)]();
        return Boolean(shown);
      }, action);
    await eventually(async () => assert.ok(await onTerm("focus")));
    await eventually(async () =>
      assert.deepEqual(await note(), [plain(`${t("term-query")} ${t("term-query-here", { d_k: 2 })}`)]),
    );
    await checkAxe(page, "an open note");
    await page.press(Key.ESCAPE);
    await eventually(async () => assert.deepEqual(await note(), []));
    assert.ok(await onTerm("click"));
    await eventually(async () => assert.equal((await note()).length, 1));
  });
});

inBrowsers(["chromium"], (test) => {
  for (const lesson of lessons.filter((each) => !everyKind.includes(each))) answersAll(test, lesson);

  test("what numbers mean comes before how they are computed: the first lesson shows no formula", async (page) => {
    await page.open();
    await show(page, "purpose", 1);
    await page.click("learn-place", '[data-option="6"]');
    await eventually(async () => assert.match((await shown(page)).feedback, /^Yes/));
    const parts = () =>
      page.run(({ findAll }) =>
        findAll("learn-place", "attention-stage-figure, attention-cell-arithmetic").map((part) => part.localName),
      );
    assert.deepEqual(await parts(), []);
    await show(page, "who-acts", 0);
    await page.click("learn-place", '[data-option="actor"]');
    await eventually(async () =>
      assert.deepEqual(await parts(), ["attention-stage-figure", "attention-cell-arithmetic"]),
    );
  });

  test("a table too wide for its figure is turned on its side, at every width of the window", async (page) => {
    await page.open();
    const tables = () =>
      page.run(({ findAll }) =>
        findAll("learn-place", ".numbers").map((box) => ({
          hidden: box.scrollWidth - box.clientWidth,
          rows: box.querySelectorAll("tbody tr").length,
        })),
      );
    for (const { lesson, step, sizes, isThereFirst } of [
      {
        lesson: "future",
        step: 0,
        sizes: [
          [360, 6, 3],
          [1400, 3, 3],
          [360, 6, 3],
        ],
      }, // 6 columns, and 4
      {
        lesson: "order",
        step: 2,
        sizes: [[360, 8]],
      }, // 8 columns
      {
        lesson: "t5",
        step: 1,
        isThereFirst: true,
        sizes: [[360, 14]],
      }, // 14 columns, before the answer
    ]) {
      await show(page, lesson, step);
      if (!isThereFirst) await page.click("learn-place", '[data-option="same"]');
      for (const [width = 0, ...rows] of sizes) {
        await page.look({ width, height: 800 });
        await eventually(async () =>
          assert.deepEqual(
            await tables(),
            rows.map((count) => ({ hidden: 0, rows: count })),
            `${lesson}, ${width}`,
          ),
        );
      }
    }
    await page.look();
  });

  test("rows before and after a change stand beside the feedback, once the question is answered", async (page) => {
    await page.open();
    const rows = () => page.texts("learn-place", ".numbers th[scope=row]");
    await show(page, "order", 2);
    await eventually(async () => assert.deepEqual(await rows(), []));
    await page.click("learn-place", '[data-option="same"]');
    await eventually(async () => assert.deepEqual(await rows(), ["before", "after", "difference"]));
    await eventually(async () => assert.equal((await page.texts("learn-place", ".numbers td.number")).length, 3 * 8));
    await checkAxe(page, "a table of rows");
    await show(page, "places", 1);
    await eventually(async () => assert.deepEqual(await rows(), []));
  });

  test("the answer on what makes “it” find another word leads to the question in Explore whether weights explain answers", async (page) => {
    await page.open();
    const { steps } = lessonOf("places");
    const at = steps.findIndex(({ id }) => id === "query");
    await show(page, "places", at);
    const links = () =>
      page.run(({ findAll }) =>
        findAll("learn-place", ".answer a.button").map((link) => link.getAttribute("href") ?? ""),
      );
    assert.deepEqual(await links(), []);
    await answer(page, steps[at] ?? assert.fail(), "query");
    await eventually(async () => assert.equal((await links()).length, 1));
    const [link = ""] = await links();
    const { state, leftOut } = readLink(link);
    assert.deepEqual(leftOut, []);
    assert.deepEqual([state.experiment, state.experiment_state], ["explaining", startOf(defaultState, "explaining")]);
  });

  test("an own sentence for a trained model says how many tokens that model reads, as in Explore", async (page) => {
    await page.open();
    await show(page, "purpose", lessonOf("purpose").steps.length - 1);
    await eventually(async () =>
      assert.deepEqual(await page.texts("attention-control-bar", "#sentence-hint"), [t("sentence-hint", { max: 15 })]),
    );
  });

  test("on a phone the arithmetic of a number is below its figure, and all stages are in sight", async (page) => {
    await page.look({ width: 360, height: 740 });
    await page.open();
    await show(page, "who-acts", 1);
    await answer(page, lessonOf("who-acts").steps[1] ?? assert.fail(), "1");
    await eventually(async () =>
      assert.match((await page.texts("attention-cell-arithmetic", "h3")).join(), /chased.*dog/),
    );
    const place = () =>
      page.run(({ hosts }) => {
        const figure = hosts.find(
          (host) => host.matches("attention-stage-figure") && host.getRootNode().host?.matches("learn-place"),
        );
        const part = figure.nextElementSibling;
        const { height, top } = part.shadowRoot.querySelector(".explanation").getBoundingClientRect();
        return [part.localName, height > 0, top >= figure.getBoundingClientRect().bottom];
      });
    await eventually(async () => assert.deepEqual(await place(), ["attention-cell-arithmetic", true, true]));
    for (const width of [360, 1280]) {
      await page.look({ width, height: 740 });
      await show(page, "whole-walk", 0);
      await eventually(async () => {
        const [count, beyond] = await page.run(({ hosts }) => {
          const strip = hosts.find((host) => host.matches("lesson-strip"));
          const list = strip.shadowRoot.querySelector("ol");
          return [list.children.length, list.scrollWidth - list.clientWidth];
        });
        assert.deepEqual([count, beyond], [reading(wholeWalk.state, (read) => read.stages.length), 0]);
      });
    }
    await page.look();
  });

  test("figures name heads only where a step is about heads; a row that matters shows its numbers", async (page) => {
    await page.open();
    const captions = () =>
      page.run(({ hosts }) => {
        const figure = hosts.find(
          (host) => host.matches("attention-stage-figure") && host.getRootNode().host?.matches("learn-place"),
        );
        return [...figure.shadowRoot.querySelectorAll("caption")].map((caption) => caption.textContent).join();
      });
    await show(page, "who-acts", lessonOf("who-acts").steps.length - 1);
    await eventually(async () => assert.match(await captions(), /weights · 5 × 5$/));
    await show(
      page,
      "cache",
      lessonOf("cache").steps.findIndex(({ heads }) => heads),
    );
    await eventually(async () => assert.match(await captions(), /head 1 of 4/));
    await show(page, "places", 2);
    const corner = async () => (await page.texts("attention-stage-figure", "table th"))[0];
    await eventually(async () => assert.equal(await corner(), `${t("learn-looking")} \\ ${t("learn-looked-at")}`));
    const [without, scaled] = [false, true].map((scaling) =>
      reading({ ...saturation.state, scaling }, (read) => written(Math.max(...read.row("weights", 7)), 4)),
    );
    await show(page, "scaling", 1);
    const row = async () => (await page.texts("learn-place", ".row")).join().replace(/\s+/g, " ");
    await eventually(async () => assert.ok((await row()).includes(String(without)), await row()));
    await page.click("learn-place", '[data-option="hardly"]');
    await eventually(async () => assert.ok((await row()).includes(String(scaled)), await row()));
  });

  test("what would answer a question is said of an experiment and of a field only once it is answered", async (page) => {
    await page.open();
    const [factor, hint] = ["tiles-factor", "control-first_position-hint"].map((id) => t(id));
    const said = async (/** @type {string} */ place) => plain((await page.texts(place, "p, span.small")).join(" "));
    await show(
      page,
      "tiles",
      lessonOf("tiles").steps.findIndex(({ id }) => id === "rescale"),
    );
    await eventually(async () => assert.ok((await said("tiles-experiment")).includes(t("tiles-legend"))));
    assert.ok(!(await said("tiles-experiment")).includes(String(factor)));
    await page.click("learn-place", '[data-option="14"]');
    await eventually(async () => assert.ok((await said("tiles-experiment")).includes(String(factor))));
    await show(
      page,
      "order",
      lessonOf("order").steps.findIndex(({ id }) => id === "distance"),
    );
    await eventually(async () => assert.ok((await said("attention-control-bar")).includes(t("learn-first-hint"))));
    assert.ok(!(await said("attention-control-bar")).includes(String(hint)));
  });

  test("numbers that a phone's figure has no room for stand below or above it, as those that the words name", async (page) => {
    await page.open();
    /** The tables that are in sight, as rows of texts. */
    const tables = () =>
      page.run(({ findAll }) =>
        findAll("learn-place", ".numbers")
          .filter((box) => box.getClientRects().length > 0)
          .map((box) =>
            [...box.querySelectorAll("tr")].map((row) => [...row.cells].map((cell) => cell.textContent.trim())),
          ),
      );
    await page.look({ width: 360, height: 740 });
    await show(page, "who-acts", 0);
    await eventually(async () => {
      const [table = []] = await tables();
      const words = ["", "The", "dog", "chased", "the", "ball"].map((word) =>
        word ? t("learn-row-row", { word }) : "",
      );
      assert.deepEqual([table[0], table[5], table.length], [words, ["action", "0", "0", "1", "0", "0"], 8]);
    });
    await page.look({ width: 1280, height: 740 });
    await eventually(async () => assert.deepEqual(await tables(), [])); // the figure has these digits itself
    await page.look({ width: 360, height: 740 });
    await show(page, "t5", 0);
    await page.click("learn-place", '[data-option="same"]');
    const { facts } = reading(...stepAt("t5", 0));
    await eventually(async () => {
      const [table = []] = await tables();
      assert.deepEqual(
        [table.length, table.find(([place]) => place === "−12"), table.find(([place]) => place === "−13")],
        [15, ["−12", facts.far], ["−13", facts.far]],
      );
    });
    const row = async () => (await page.texts("learn-place", ".row")).join().replace(/\s+/g, " ");
    await show(page, "windows", 0);
    await page.click("learn-place", "#commit");
    await eventually(async () => assert.match(await row(), /^tired:( \S+ −∞){8}( \S+ −?\d\.\d\d){3}$/));
    await page.look();
  });

  test("the step on the cache says which word each row writes, from the prompt on", async (page) => {
    await page.open();
    const at = lessonOf("cache").steps.findIndex(({ id }) => id === "watch");
    await show(page, "cache", at);
    await page.run(({ find }) => find("learn-place", "#commit").click());
    const said = async () => (await page.texts("step-player", ".text, p, [role=status]")).join(" ");
    for (const [rows, next] of [
      [t("cache-at-prefill", { count: 3, token: "Your" }), t("cache-next", { next: "with" })],
      [t("cache-at-token", { token: "with", number: 4, of: 6 }), t("cache-next", { next: "one" })],
      [t("cache-at-token", { token: "one", number: 5, of: 6 }), t("cache-next", { next: "step" })],
      [t("cache-at-token", { token: "step", number: 6, of: 6 }), t("cache-next-end")],
    ]) {
      await eventually(async () => assert.ok((await said()).includes(`${rows}. ${next}`), await said()));
      await page.click("step-player", ".next");
    }
  });

  test("the step on weight matrices shows the gradient of Wq that its words compute, once it is answered", async (page) => {
    await page.open();
    const at = lessonOf("backward").steps.findIndex(({ id }) => id === "matrix");
    await show(page, "backward", at);
    await page.click("learn-place", '[data-option="row"]');
    const { facts } = reading(...stepAt("backward", at));
    await eventually(async () => {
      const [value = ""] = await page.texts("backward-experiment", ".value");
      assert.equal(written(Number(value.replace("−", "-"))), facts.gradient);
      const [words = ""] = await page.texts("backward-experiment", ".arithmetic p");
      assert.match(words.replace(/\s+/g, " "), /^Gradient of Wq, row 1, column 2, which is 0(\.0000)?: /);
    });
  });

  test("a weight that the reader moves changes the walk, and solves the task of the lesson on learning", async (page) => {
    await page.open();
    const { steps } = lessonOf("learning");
    await show(page, "learning", steps.length - 1);
    await page.run(({ find }) => {
      const slider = find("learn-place", "#edit");
      slider.value = "3.85";
      slider.dispatchEvent(new Event("input", { bubbles: true }));
    });
    await eventually(async () => {
      const { task, state } = await shown(page);
      assert.match(task, /^Solved/);
      assert.deepEqual(state.edits, { Wv: [0, 0, 0, Math.fround(3.85)] });
    });
    assert.deepEqual(await page.texts("learn-place", "output[for=edit]"), ["3.85"]);
  });

  test("a weight that the reader moves among others set by hand leaves these as they are, and solves the task on the MLP", async (page) => {
    await page.leaveWith(); // the task is not solved yet
    await page.open();
    const { steps } = lessonOf("mlp");
    await show(page, "mlp", steps.length - 1);
    const { edits = {} } = steps.at(-1)?.state ?? {};
    for (const [value, said] of /** @type {const} */ ([
      ["-0.5", "Not solved yet. The words get 0, 1, 1, 0.5."],
      ["-1", "Solved: 0, 1, 1, 0. Any weight of −1 or less does it."],
    ])) {
      await page.run(({ find }, to) => {
        const slider = find("learn-place", "#edit");
        slider.value = to;
        slider.dispatchEvent(new Event("input", { bubbles: true }));
      }, value);
      await eventually(async () => assert.equal((await shown(page)).task, said));
    }
    const { state } = await shown(page);
    assert.deepEqual({ ...state.edits, W_up: null }, { ...edits, W_up: null });
    assert.equal(state.edits.W_up.length, edits.W_up?.length, "one number is moved, none is added");
  });

  test("rows through layers are drawn once their question is answered, with all their numbers behind the picture", async (page) => {
    await page.open();
    const { state, picture } = lessonOf("residual").steps[0] ?? assert.fail();
    const layers = reading(state, (read) => picture?.points?.(read) ?? []).map((numbers) =>
      numbers.map((value) => written(value, 1)),
    );
    const numbers = () => page.texts("learn-place", ".stack table td");
    const cells = () => page.run(({ findAll }) => findAll("learn-place", ".stack rect:is(.plus, .minus)").length);
    await show(page, "residual", 0);
    await eventually(async () => assert.deepEqual(await numbers(), layers[0]));
    assert.equal(await cells(), 5 * 8);
    await page.click("learn-place", '[data-option="alike"]');
    await eventually(async () => assert.deepEqual(await numbers(), layers.flat()));
    assert.equal(await cells(), 4 * 5 * 8);
    await checkAxe(page, "rows through layers");
  });

  test("the list of lessons, a question, an answer and a task pass axe, wide and at 360 px", async (page) => {
    await page.open();
    await goTo(page, "place=learn");
    await checkAxe(page, "list of lessons");
    for (const width of [1280, 360]) {
      await page.look({ width, height: 800 });
      await show(page, "scaling", 0);
      await toEnd(page);
      await checkAxe(page, `a question at ${width}`);
      await page.click("learn-place", '[data-option="4"]');
      await eventually(async () => assert.match((await shown(page)).feedback, /^Yes/));
      await toEnd(page);
      await checkAxe(page, `an answer at ${width}`);
      await show(page, "scaling", lessonOf("scaling").steps.length - 1);
      await toEnd(page);
      await checkAxe(page, `a task at ${width}`);
      assert.equal((await shown(page)).overflow, 0);
    }
    await page.look();
  });

  test("a step that shows only its words shows them as a text, and its figure once it is answered", async (page) => {
    if (!(await isStarted(page))) await page.open();
    await show(page, "scores", 1);
    await eventually(async () =>
      assert.deepEqual(await page.texts("learn-place", ".sentence"), ["The dog chased the cat"]),
    );
    assert.equal((await shown(page)).isDrawn, false);
    await page.click("learn-place", '[data-option="same"]');
    await eventually(async () => assert.equal((await shown(page)).isDrawn, true));
  });

  test("the word that “it” looks at most stands out, also in the reader's own sentence", async (page) => {
    if (!(await isStarted(page))) await page.open();
    const first = async () => (await page.texts("learn-place", ".token.first")).join();
    await show(page, "purpose", lessonOf("purpose").steps.length - 1);
    await eventually(async () => assert.match(await first(), /^animal/));
    await patch(page, solutions.purpose);
    await eventually(async () => assert.match(await first(), /^street/));
    assert.deepEqual(await page.texts("learn-place", "attention-cell-arithmetic"), []);
  });

  test("a question that the operands of a stage decide shows them, and the stage itself once it is answered", async (page) => {
    if (!(await isStarted(page))) await page.open();
    const stages = () =>
      page.run(({ find }) =>
        find("learn-place", "attention-stage-figure").tables.map((/** @type {{stage: string}} */ { stage }) => stage),
      );
    for (const [lesson, id, operands, option] of /** @type {const} */ ([
      ["who-acts", "query", ["X", "Wq"], "actor"],
      ["scores", "transpose", ["Q", "K"], "tokens"],
    ])) {
      const { steps } = lessonOf(lesson);
      const at = steps.findIndex((step) => step.id === id);
      await show(page, lesson, at);
      await eventually(async () => assert.deepEqual(await stages(), operands));
      await page.click("learn-place", `[data-option="${option}"]`);
      await eventually(async () => assert.deepEqual(await stages(), [...operands, steps[at]?.state.stage]));
    }
  });

  test("on a phone the scores that the lesson on scaling speaks of are in sight; where they come from, by selecting one", async (page) => {
    await page.look({ width: 360, height: 780 });
    await page.open();
    const figure = () =>
      page.run(({ find }) => {
        const drawn = find("learn-place", "attention-stage-figure");
        const stages = drawn.tables.map((/** @type {{stage: string}} */ { stage }) => stage);
        return { stages, height: drawn.shadowRoot.querySelector("canvas").getBoundingClientRect().height };
      });
    await show(page, "scaling", 0);
    await eventually(async () => {
      const { stages, height } = await figure();
      assert.deepEqual(stages, ["raw"]);
      assert.ok(height < 400, String(height));
    });
    await patch(page, { cell: { stage: "raw", index: [0, 7, 2] } });
    await eventually(async () => assert.deepEqual((await figure()).stages, ["Q", "K", "raw"]));
    await show(page, "scaling", 0);
    await page.click("learn-place", '[data-option="4"]');
    const strokes = () =>
      page.run(({ findAll }) =>
        findAll("learn-place", ".strips path").map((/** @type {Element} */ path) =>
          path.getAttribute("d")?.split("M").slice(1).map(parseFloat),
        ),
      );
    await eventually(async () => assert.equal((await strokes()).length, 2));
    const raw = [4, 64].map((d_k) =>
      reading({ ...lessonOf("scaling").steps[0]?.state, d_k }, (read) => Array.from(read.tensor("raw").data)),
    );
    assert.deepEqual(await strokes(), raw);
    await page.look();
  });
});
