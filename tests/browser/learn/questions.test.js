/** The questions around the path: where to begin, what was gained, what comes back on later visits, and the file. Needs a finished build. */
import assert from "node:assert/strict";

import { Key } from "selenium-webdriver";

import { lessonOf, path } from "../../../web/course/course.js";
import { writeLearnLink } from "../../../web/course/link.js";
import { progressFromFile } from "../../../web/course/progress-file.js";
import { ten } from "../../../web/course/questions/questions.js";
import { words } from "../../../web/words/words.js";
import { checkAxe } from "../support/axe.js";
import { savedFile, saveHere } from "../support/downloads.js";
import { eventually } from "../support/eventually.js";
import { inBrowsers } from "../support/harness.js";
import { phoneProblems } from "../support/phone.js";
import { answerAll, keyOf, round, wrong } from "../support/rounds.js";

/** @typedef {import("../support/page.js").Page} Page */

const { t } = words("en");
const ids = ten.map(({ id }) => id);

/** A text as it is drawn, with subscripts. @param {string} text */
const drawn = (text) => text.replace(/d_(k|model)/g, "d$1");

/** What Learn shows around its steps. @param {Page} page */
const shown = (page) =>
  page.run(({ find, findAll }) => {
    const text = (/** @type {string} */ selector) =>
      (find("learn-place", selector)?.textContent ?? "").replace(/\s+/g, " ").trim();
    const place = find("attention-explorer", "learn-place");
    return {
      title: text("h2"),
      offer: text("#offer"),
      on: find("learn-place", "#continue")?.getAttribute("href") ?? "",
      onWords: text("#continue"),
      toGo: text(".start span"),
      ways: findAll("learn-place", ".lead a").map((link) => link.getAttribute("href")),
      main: text("main"),
      gain: text(".gain"),
      links: findAll("learn-place", ".answers .wrong a").map((link) => link.getAttribute("href")),
      focused: place?.shadowRoot.activeElement?.localName ?? "",
      asked: place?.asked,
      progress: place?.progress,
    };
  });

/** Opens the list of lessons as who has done nothing, or what is stored. @param {Page} page @param {Record<string, unknown>} [stored] */
async function openList(page, stored = {}) {
  await page.leaveWith(stored);
  await page.open();
  await follow(page, "place=learn", t("learn-title"));
}

/** @param {Page} page @param {string} fragment @param {string} title */
async function follow(page, fragment, title) {
  await page.follow(fragment);
  await eventually(async () => assert.equal((await shown(page)).title, title));
}

/** Sets the clock of Learn some days ahead, and looks at the list again. @param {Page} page @param {number} days */
const later = (page, days) =>
  page.run(({ find }, ahead) => {
    const now = Date.now() + ahead * 864e5;
    find("attention-explorer", "learn-place").clock = () => new Date(now);
  }, days);

inBrowsers(["chromium"], (test) => {
  test("before the path: keys answer and Enter goes on, nothing is told, and the list says where to start and blocks nothing", async (page) => {
    await openList(page);
    assert.equal((await shown(page)).offer, t("questions-before"));
    await page.click("learn-place", "#offer");
    await eventually(async () => assert.equal((await shown(page)).title, t("questions-before-title")));
    const [first = ""] = ids;
    const { asked, pass } = await round(page);
    assert.deepEqual([asked, pass], [t(`question-${first}`), t("questions-pass")]);
    const sides = (/** @type {string} */ button) =>
      page.run(({ find }, name) => {
        const { left, right } = find("question-round", name).getBoundingClientRect();
        return { left, right };
      }, button);
    const passes = await sides("#pass");
    await page.press(keyOf(first, wrong(first)));
    await eventually(async () => assert.deepEqual((await round(page)).chosen, [wrong(first)]));
    assert.equal((await round(page)).feedback, "", "nothing is told");
    assert.ok((await sides("#on")).left > passes.right, "a second click on next does not pass the next question");
    await checkAxe(page, "a question before the path");
    await answerAll(page, ids, (id) =>
      ["purpose", "query-key"].includes(ten.find((each) => each.id === id)?.lesson ?? ""),
    );
    await eventually(async () => {
      const { main, on, gain, focused } = await shown(page);
      assert.match(main, /You can skip lessons 1 and 2\. Start with lesson 3 /);
      assert.deepEqual([on, gain, focused], ["#place=learn&lesson=shares&step=share", "3 of 10 known.", "h2"]);
    });
    await follow(page, "place=learn", t("learn-title"));
    const list = await shown(page);
    assert.equal(list.on, "#place=learn&lesson=shares&step=share");
    assert.match(list.main, /What does “it” mean\? can be skipped/);
    assert.equal(list.main.match(/can be skipped/g)?.length, 2);
    await page.open();
    await follow(page, "place=learn", t("learn-title"));
    assert.equal((await shown(page)).offer, "Ten questions: 3 of 10 known", "it is stored");
    await follow(page, writeLearnLink({ lesson: "purpose", step: 0 }), "What does “it” mean?");
  });

  test("on a phone the page stands still from question to question while each begins in sight", async (page) => {
    await page.look({ width: 390, height: 600 });
    await openList(page);
    await page.click("learn-place", "#offer");
    for (const [at, id] of ids.entries()) {
      await eventually(async () => assert.equal((await round(page)).where, `Question ${at + 1} of ${ids.length}`));
      const { scrolled, top } = await page.run(({ find }) => ({
        scrolled: window.scrollY,
        top: find("question-round", "#where").getBoundingClientRect().top,
      }));
      assert.ok(scrolled === 0 && top >= 0, `${id}: scrolled by ${scrolled} px, begins at ${top} px`);
      await page.press(keyOf(id, wrong(id)));
      await eventually(async () => assert.deepEqual((await round(page)).chosen, [wrong(id)]));
      await page.press(Key.ENTER);
    }
  });

  test("the first step offers the ten to who comes to it first: until it is answered, and not to who was asked", async (page) => {
    const first = () => follow(page, "place=learn&lesson=purpose&step=tired", t("lesson-purpose"));
    const offered = async () => (await shown(page)).offer;
    await openList(page);
    await first();
    await eventually(async () => assert.equal(await offered(), t("questions-before")));
    await page.run(({ findAll }) => findAll("learn-place", ".drawn button.token")[2].click());
    await eventually(async () => assert.equal(await offered(), ""));
    const before = Object.fromEntries(ids.map((id) => [id, wrong(id)]));
    await openList(page, { "attention-stepper-questions": { before, after: null, review: false, times: {} } });
    await first();
    await eventually(async () => assert.ok((await page.texts("learn-place", "#ask")).length === 1));
    assert.equal(await offered(), "");
  });

  test("list, placement and finish agree where the path goes on: at the start, placed, begun, and at the end", async (page) => {
    const before = Object.fromEntries(ten.map(({ id, answer }) => [id, id === "softmax" ? wrong(id) : answer]));
    const unknown = { ...before, purpose: wrong("purpose") };
    const done = (/** @type {readonly import("../../../web/course/step.js").Lesson[]} */ some) =>
      Object.fromEntries(some.map(({ id, steps }) => [id, Object.fromEntries(steps.map((step) => [step.id, null]))]));
    const begun = { shares: { share: 0.9 } };
    const first = { link: "purpose&step=tired", finish: "7 lessons are still open." };
    const third = { link: "shares&step=share", finish: "5 lessons are still open." };
    for (const [lessons, answers, { link, finish, button, says }] of /** @type {const} */ ([
      [{}, null, { ...first, button: t("learn-start"), says: "" }],
      [{}, unknown, { ...first, button: t("learn-start"), says: t("questions-start-all") }],
      [begun, unknown, { ...first, button: "Continue with lesson 1", says: t("questions-start-begun") }],
      [{}, before, { ...third, button: "Start with lesson 3", says: "You can skip lessons 1 and 2." }],
      [
        begun,
        before,
        { ...third, link: "shares&step=rise", button: "Continue with lesson 3", says: "You can skip lessons 1 and 2." },
      ],
      [
        done(path.slice(2)),
        before,
        {
          link: "finish",
          finish: "Lessons done: 5, skipped: 2; questions answered: 0. See whether you can now:",
          button: t("learn-to-finish"),
          says: t("questions-start-end"),
        },
      ],
    ])) {
      await openList(page, {
        "attention-stepper-lessons": lessons,
        "attention-stepper-questions": { before: answers, after: null, review: false, times: {} },
      });
      const on = async () => {
        const { on: to, onWords, main } = await shown(page);
        assert.deepEqual([to, onWords], [`#place=learn&lesson=${link}`, button]);
        return main;
      };
      await eventually(on);
      const steps = path.slice(answers === before ? 2 : 0).flatMap((lesson) => lesson.steps);
      assert.equal(
        (await shown(page)).toGo,
        lessons === begun ? `${steps.length - 1} minutes to go` : "",
        "a minute for each step that is not done",
      );
      if (answers) {
        await follow(page, "place=learn&lesson=before", t("questions-before-title"));
        assert.ok((await on()).includes(says), says);
      }
      const isEnd = link === "finish";
      await follow(page, "place=learn&lesson=finish", t(isEnd ? "learn-finish-title" : "learn-finish-before"));
      const { main, ways } = await shown(page);
      assert.ok(main.includes(finish), main);
      if (!isEnd) assert.equal(ways[0], `#place=learn&lesson=${link}`);
    }
    await page.run(() => window.localStorage.clear());
  });

  test("after the path: a wrong answer is met with why, the gain is shown, and each wrong one leads to the step that says it", async (page) => {
    const before = Object.fromEntries(ten.map(({ id, answer }, at) => [id, at < 5 ? answer : wrong(id)]));
    await openList(page, { "attention-stepper-questions": { before, after: null, review: true, times: {} } });
    await follow(page, "place=learn&lesson=finish", t("learn-finish-before"));
    assert.equal((await shown(page)).offer, t("questions-after-first"));
    await page.click("learn-place", "#offer");
    await eventually(async () => assert.equal((await shown(page)).title, t("questions-after-title")));
    const missed = "softmax";
    for (const [at, id] of ids.entries()) {
      await eventually(async () => assert.equal((await round(page)).where, `Question ${at + 1} of 10`));
      const option = id === missed ? wrong(id) : (ten[at]?.answer ?? "");
      await page.press(keyOf(id, option));
      const why =
        id === missed
          ? `${t("questions-wrong")} ${t(`question-${id}-${option}-not`)}`
          : `${t("questions-right")} ${t(`question-${id}-right`)}`;
      await eventually(async () => assert.equal((await round(page)).feedback, drawn(why)));
      await page.press(keyOf(id, wrong(id)));
      assert.deepEqual((await round(page)).chosen, [option], "what was answered stays");
      if (id === missed) await checkAxe(page, "a wrong answer");
      await page.press(Key.ENTER);
    }
    await eventually(async () => {
      const { gain, links, focused } = await shown(page);
      assert.deepEqual([gain, focused], ["5 of 10 before, 9 of 10 now.", "h2"]);
      assert.deepEqual(links, ["#place=learn&lesson=shares&step=share"]);
    });
    for (const width of [1280, 360]) {
      await page.look({ width, height: 800 });
      await checkAxe(page, `what was gained, at ${width}`);
      if (width === 360) assert.deepEqual(await phoneProblems(page), []);
    }
    await page.click("learn-place", ".start .main");
    await eventually(async () => assert.equal((await shown(page)).title, t("learn-finish-before")));
    assert.equal((await shown(page)).offer, "Ten questions: 5 of 10 → 9 of 10");
  });

  test("at 390 × 844 question, answers, what is said and next are in sight, nothing moves on answering, and a tap answers", async (page) => {
    await page.look({ width: 390, height: 844 });
    await openList(page);
    assert.deepEqual(await phoneProblems(page), []);
    await follow(page, "place=learn&lesson=after", t("questions-after-title"));
    const boxes = () =>
      page.run(({ find, findAll }) => {
        const box = (/** @type {HTMLElement} */ element) => {
          const { top, bottom } = element.getBoundingClientRect();
          return [Math.round(top), Math.round(bottom)];
        };
        const options = findAll("question-round", ".option");
        const parts = [
          find("question-round", "#ask"),
          ...options,
          find("question-round", "#on") ?? find("question-round", "#pass"),
        ];
        return parts.map(box);
      });
    for (const [at, id] of ids.entries()) {
      await eventually(async () => assert.equal((await round(page)).where, `Question ${at + 1} of 10`));
      const asked = await boxes();
      await page.click("question-round", `[data-option="${wrong(id)}"]`);
      await eventually(async () => assert.notEqual((await round(page)).feedback, ""));
      const told = await boxes();
      assert.deepEqual(told, asked, id);
      for (const [top = -1, bottom = 1e4] of told) assert.ok(top >= 0 && bottom <= 844, `${id}: ${top} to ${bottom}`);
      assert.deepEqual(await phoneProblems(page), [], id);
      await page.click("question-round", "#on");
    }
    await eventually(async () => assert.equal((await shown(page)).gain, "0 of 10 known."));
  });

  test("later visits ask what was done, after 1 day, 7 days later and 30 days after that by the clock, until it is switched off", async (page) => {
    await openList(page, {
      "attention-stepper-lessons": { shares: { add: "same" }, learns: { added: "falls", layer: "attention" } },
    });
    const offers = async (/** @type {number} */ days, /** @type {string} */ wanted) => {
      await later(page, days);
      await eventually(async () => assert.equal((await shown(page)).offer, wanted, `after ${days} days`));
    };
    await offers(0, "");
    await offers(1, "Three questions from last time");
    await checkAxe(page, "the list with an offer");
    await page.click("learn-place", "#offer");
    await eventually(async () => assert.equal((await shown(page)).title, t("questions-review-title")));
    await answerAll(page, ["kept", "stream", "norm"], (id) => id !== "norm");
    await eventually(async () => {
      const { gain, links } = await shown(page);
      assert.equal(gain, "2 of 3 known. 3 come back later.");
      assert.deepEqual(links, ["#place=learn&lesson=learns&step=layer"]);
    });
    await follow(page, "place=learn", t("learn-title"));
    await offers(1, "");
    await offers(7, "");
    await offers(8, "Three questions from last time");
    // One is answered, and the reader leaves: the other two are still to be asked.
    await page.click("learn-place", "#offer");
    await eventually(async () => assert.equal((await round(page)).where, "Question 1 of 3"));
    await page.press("1");
    await eventually(async () => assert.notEqual((await round(page)).feedback, ""));
    await follow(page, "place=learn", t("learn-title"));
    await offers(8, "Two questions from last time");
    await page.click("course-record", "#review");
    await offers(9, "");
    const { asked } = await shown(page);
    assert.equal(asked.review, false);
    await page.click("course-record", "#review");
    await offers(9, "Two questions from last time");
    await page.run(() => window.localStorage.clear());
  });

  test("what was done is saved as a file, and another browser takes it; a file with anything wrong in it changes nothing", async (page) => {
    await saveHere(page);
    const lessons = { purpose: { tired: "2", "now-you": null } };
    const before = Object.fromEntries(ten.map(({ id, answer }) => [id, answer]));
    await openList(page, {
      "attention-stepper-lessons": lessons,
      "attention-stepper-questions": {
        before,
        after: null,
        review: false,
        times: { kept: { day: "2026-01-01", count: 1 } },
      },
    });
    const text = (await savedFile(page, "course-record", "#save", "attention-course.json")).toString();
    const read = progressFromFile("a.json", text, "2099-01-01");
    assert.deepEqual(read, {
      progress: lessons,
      asked: { before, after: null, review: false, times: { kept: { day: "2026-01-01", count: 1 } } },
    });
    await openList(page, { "attention-stepper-lessons": { shares: { add: "same" } } });
    /** @param {string} content */
    const load = (content) =>
      page.run(({ find }, given) => find("learn-place", "course-record").load(new File([given], "b.json")), content);
    await load(text.replace('"tired"', '"tried"'));
    await eventually(async () =>
      assert.match((await page.texts("course-record", "[role=alert]")).join(), /b\.json.*tried/),
    );
    assert.deepEqual((await shown(page)).progress, { shares: { add: "same" } });
    await load(text);
    await eventually(async () =>
      assert.equal(
        (await page.texts("course-record", "[role=status]")).join(),
        "Loaded: 3 steps done, here and in the file together.",
      ),
    );
    await page.open();
    await follow(page, "place=learn", t("learn-title"));
    const { progress, asked } = await shown(page);
    assert.deepEqual(progress, { ...lessons, shares: { add: "same" } });
    assert.deepEqual([asked.before, asked.review], [before, false]);
    assert.ok(lessonOf("purpose").steps.some(({ id }) => id === "tired"));
    await page.run(() => window.localStorage.clear());
  });
});
