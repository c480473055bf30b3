/**
 * What is in sight in Learn: of each step the question, the figure and what one answers with, of which nothing moves on answering.
 * Needs a finished build.
 */
import assert from "node:assert/strict";

import { abilities } from "../../../web/course/abilities.js";
import { lessonOf, lessons, path } from "../../../web/course/course.js";
import { writeLearnLink } from "../../../web/course/link.js";
import { reading } from "../../support/course/course.js";
import { checkAxe } from "../support/axe.js";
import { eventually } from "../support/eventually.js";
import { inBrowsers } from "../support/harness.js";
import { answer, settable } from "../support/learn.js";

/** @typedef {import("../support/page.js").Page} Page */
/** @typedef {{top: number, bottom: number, left: number, right: number}} Box */
/** @typedef {{position: unknown, height: number, width: number, cut: string[], parts: Record<string, Box | null>}} Boxes */

/** Figures that are tools of their own, with settings and several drawings: their beginning is in sight, and the rest scrolls in them. */
const tools = [
  "cache, watch",
  "tiles, rescale",
  "tiles, same",
  "tiles, now-you",
  "backward, watch",
  "backward, matrix",
  "next-word, now-you", // the way from the output to the word that the task is about
];

/** Where the parts of a step are, at one moment and two frames after it: in sight it stands still once both are the same. @param {Page} page @returns {Promise<[Boxes, Boxes]>} */
const boxes = (page) =>
  page.run(async ({ find, findAll, hosts }) => {
    const boxOf = (/** @type {Element | null | undefined} */ found) => {
      if (!found || found.getClientRects().length === 0) return null;
      const { top, bottom, left, right } = found.getBoundingClientRect();
      return { top: Math.round(top), bottom: Math.round(bottom), left: Math.round(left), right: Math.round(right) };
    };
    const box = (/** @type {string} */ selector) => boxOf(find("learn-place", selector));
    const now = () => {
      const drawing =
        find("learn-place", ".figure > :is(.drawn, .sentence)") ??
        findAll("attention-stage-figure", "canvas").find((canvas) => canvas.getClientRects().length > 0) ??
        find("learn-place", ".figure > :is(cache-experiment, tiles-experiment, backward-experiment)");
      const parts = {
        ask: box("#ask") ?? box(".task"),
        figure: box(".figure"),
        drawn: boxOf(drawing),
        options: box(".options") ?? box(".drawn .tokens"),
        feedback: box(".feedback > :last-child"),
        next: box("#next"),
      };
      const cut = findAll("learn-place", ".drawn svg text").flatMap((text) => {
        const of = text.getBoundingClientRect();
        const box = /** @type {Element} */ (text.closest("svg")).getBoundingClientRect();
        return of.left < box.left - 1 || of.right > box.right + 1 ? [text.textContent.trim()] : [];
      });
      const root = document.documentElement;
      const { position } = hosts.find((host) => host.matches("learn-place")) ?? {};
      return { position, cut, parts, height: window.innerHeight, width: root.scrollWidth - root.clientWidth };
    };
    const before = now();
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    return [before, now()];
  });

/**
 * Opens a step that nothing is known of, and waits until no part of it moves any more.
 * @param {Page} page
 * @param {string} lesson
 * @param {number} step
 * @returns {Promise<Boxes>} where its parts are then
 */
async function go(page, lesson, step) {
  await page.run((_, to) => {
    window.localStorage.clear();
    window.location.hash = to;
  }, writeLearnLink({ lesson, step }));
  return still(page, ({ position, parts }) => {
    assert.deepEqual(position, { lesson, step });
    assert.notEqual(parts.drawn, null);
    assert.ok(Number(parts.drawn?.bottom) - Number(parts.drawn?.top) > 20, "drawn");
  });
}

/**
 * Waits until a step is as expected, and no part of it moves any more.
 * @param {Page} page
 * @param {(at: Boxes) => void} check throws as long as the step is not as expected
 * @returns {Promise<Boxes>} where its parts are then
 */
const still = (page, check) =>
  eventually(async () => {
    const [before, now] = await boxes(page);
    check(now);
    assert.deepEqual(now, before);
    return now;
  });

/** Answers a question, also one that was answered before. @param {Page} page @param {import("../../../web/course/step.js").Step} step @param {string | number} given */
const answerAnew = (page, step, given) =>
  eventually(async () => {
    await page.run(({ find }) => find("learn-place", "#answer-again")?.click());
    await answer(page, step, given);
  });

/** Answers to the question of a step, right and wrong: every option, both ends of a slider, words short and long. @param {import("../../../web/course/step.js").Step} step @returns {(string | number)[]} */
function answersTo({ question, outcome, state }) {
  if (!question || !outcome) return [];
  if (question.kind === "choice") return [...question.options];
  const right = settable(question, reading(state, outcome).answer);
  if (question.kind === "number") return [question.min, right, question.max];
  if (question.kind === "cell") return ["0,0,0", right, "0,4,0"];
  const words = reading(state, (read) => [...read[question.side]]);
  const longest = words.reduce((found, word, at) => (word.length > String(words[found]).length ? at : found), 0);
  return [...new Set(["0", String(longest), String(right)])];
}

/** What is not in sight. @param {Boxes} at @param {readonly string[]} parts */
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
    test(`at ${width} × ${height} question, figure, answer and next of every step are in sight, and nothing moves on answering`, async (page) => {
      await page.look({ width, height });
      await page.open();
      const wrong = [];
      for (const lesson of lessons)
        for (const [at, step] of lesson.steps.entries()) {
          const where = `${lesson.id}, ${step.id}`;
          const before = await go(page, lesson.id, at);
          const asked = step.question || step.task ? ["ask"] : [];
          const isTool = tools.includes(where);
          const drawn = isTool ? ["figure"] : ["drawn", "figure"];
          const answered = step.question && step.question.kind !== "cell" ? ["options"] : [];
          for (const each of hidden(before, [...asked, ...drawn, ...answered, "next"])) wrong.push(`${where}: ${each}`);
          // What is in the figure is not cut off by it; rules below a drawing are no part of it.
          const beyond = Number(before.parts.drawn?.bottom) - Number(before.parts.figure?.bottom);
          if (!isTool && beyond > 1) wrong.push(`${where}: ${beyond} px of the drawing are cut`);
          if (before.width !== 0) wrong.push(`${where}: ${before.width} px too wide`);
          for (const text of before.cut) wrong.push(`${where}: “${text}” is cut`);
          if (!step.question || !step.outcome) continue;
          await answer(page, step, settable(step.question, reading(step.state, step.outcome).answer));
          const after = await still(page, ({ parts }) => assert.notEqual(parts.feedback, null));
          for (const each of hidden(after, ["ask", "feedback", "next"])) wrong.push(`${where}, answered: ${each}`);
          for (const text of after.cut) wrong.push(`${where}, answered: “${text}” is cut`);
          for (const part of ["ask", "figure", "next"]) {
            const [was, is] = [before.parts[part], after.parts[part]];
            if (was?.top !== is?.top || was?.bottom !== is?.bottom)
              wrong.push(`${where}: ${part} moved from ${was?.top}–${was?.bottom} to ${is?.top}–${is?.bottom}`);
          }
        }
      assert.deepEqual(wrong, []);
    });

  test("on a phone the button for a guess is above the bar with the ways on, and what is written below a word stays within its box", async (page) => {
    await page.look({ width: 390, height: 844 });
    await page.devtools("Emulation.setTouchEmulationEnabled", { enabled: true });
    try {
      await page.open();
      const wrong = [];
      let [guesses, answers] = [0, 0];
      for (const lesson of path)
        for (const [at, step] of lesson.steps.entries()) {
          const given = answersTo(step);
          if (given.length > 0) await go(page, lesson.id, at);
          if (step.question?.kind === "number") {
            const [commit, bar] = await page.run(({ find }) =>
              ["#commit", ".ways"].map((each) => {
                const { top, bottom } = find("learn-place", each).getBoundingClientRect();
                return { top, bottom };
              }),
            );
            if (commit.bottom > bar.top) wrong.push(`${lesson.id}, ${step.id}: ${commit.bottom}, the bar ${bar.top}`);
            guesses++;
          }
          // After every answer, so is the end of what is said of it, and the page has not moved for it.
          for (const each of given) {
            await answerAnew(page, step, each);
            await eventually(async () => {
              const place = await page.run(({ find }) => ({
                feedback: find("learn-place", ".feedback p").getBoundingClientRect().bottom,
                bar: find("learn-place", ".ways").getBoundingClientRect().top,
                scrolled: window.scrollY,
              }));
              const where = `${lesson.id}, ${step.id}, ${each}: ${JSON.stringify(place)}`;
              assert.ok(place.feedback <= place.bar && place.scrolled === 0, where);
            });
            answers++;
          }
        }
      assert.deepEqual(wrong, []);
      assert.ok(guesses >= 6, `${guesses} number questions`);
      assert.ok(answers >= 75, `${answers} answers`);
      const early = lessonOf("purpose").steps.findIndex(({ id }) => id === "early");
      await go(page, "purpose", early);
      await answerAnew(page, lessonOf("purpose").steps[early] ?? assert.fail(), "0");
      await eventually(async () => {
        const [share, box] = await page.run(({ find }) =>
          [".token.first small", ".token.first"].map((each) => {
            const { left, right } = find("learn-place", each)?.getBoundingClientRect() ?? { left: 0, right: 0 };
            return { left, right };
          }),
        );
        assert.ok(share.right > share.left && share.left >= box.left && share.right <= box.right);
      });
      await go(page, "purpose", lessonOf("purpose").steps.length - 1);
      await eventually(async () => {
        const field = await page.run(({ find }) => {
          const { scrollHeight, clientHeight, scrollWidth, clientWidth, value } = find(
            "attention-control-bar",
            "#sentence",
          );
          return { hidden: [scrollHeight - clientHeight, scrollWidth - clientWidth], value };
        });
        assert.deepEqual(field.hidden, [0, 0], "the whole sentence is in sight");
        assert.match(field.value, /^The animal .* too tired$/);
        assert.match(await task(page), /^Not solved yet\./);
      });
    } finally {
      await page.devtools("Emulation.setTouchEmulationEnabled", { enabled: false });
    }
  });

  /** What is said of the task. @param {Page} page */
  const task = async (page) => (await page.texts("learn-place", "[role=status].solved")).join().trim();

  test("a bar is dragged with the pointer, and its slider does the same; the share follows, and solves the task", async (page) => {
    await page.look({ width: 1280, height: 800 });
    await page.open();
    await go(page, "shares", lessonOf("shares").steps.length - 1);
    const grip = () =>
      page.run(({ find }) => {
        const { left, top, width, height } = find("learn-place", ".handle circle").getBoundingClientRect();
        return { x: Math.round(left + width / 2), y: Math.round(top + height / 2) };
      });
    const score = () => page.run(({ hosts }) => hosts.find((host) => host.matches("learn-place")).state.edits.C[5]);
    assert.equal(await score(), 0.5);
    const { x, y } = await grip();
    await page.driver
      .actions()
      .move({ x, y })
      .press()
      .move({ x, y: y - 60 })
      .release()
      .perform();
    await eventually(async () => assert.ok(Number(await score()) > 1.5, String(await score())));
    assert.ok((await grip()).y < y - 50);
    const slide = (/** @type {number} */ value) =>
      page.run(({ find }, to) => {
        const slider = find("learn-place", ".range input");
        slider.value = String(to);
        slider.dispatchEvent(new Event("input"));
      }, value);
    await slide(3.6);
    await eventually(async () => assert.match(await task(page), /^Solved/));
    await slide(-2);
    await eventually(async () => assert.ok((await task(page)).startsWith("Solved already."), "solved stays solved"));
  });

  test("a finger drags a bar and the tip of a query over the whole way, and the page stays; beside them it scrolls the page", async (page) => {
    const metrics = { width: 390, height: 844, deviceScaleFactor: 1, mobile: true };
    await page.devtools("Emulation.setDeviceMetricsOverride", metrics);
    await page.devtools("Emulation.setTouchEmulationEnabled", { enabled: true });
    /** @typedef {{x: number, y: number}} Place */
    const touch = (/** @type {string} */ type, /** @type {Place[]} */ ...touchPoints) =>
      page.devtools("Input.dispatchTouchEvent", { type, touchPoints });
    const drag = async (/** @type {Place} */ { x, y }, /** @type {number} */ by) => {
      await touch("touchStart", { x, y });
      for (let part = 1; part <= 10; part++) await touch("touchMove", { x, y: y + (by * part) / 10 });
      await touch("touchEnd");
    };
    const middle = (/** @type {string} */ selector) =>
      page.run(({ find }, name) => {
        const { left, top, width, height } = find("learn-place", name).getBoundingClientRect();
        return { x: left + width / 2, y: top + height / 2 };
      }, selector);
    const scrolled = () => page.run(() => window.scrollY);
    try {
      await page.open();
      for (const [lesson, handle, by] of /** @type {const} */ ([
        ["query-key", ".handle .ring", 140],
        ["shares", ".handle circle", -70],
      ])) {
        await go(page, lesson, lessonOf(lesson).steps.length - 1);
        const from = await middle(handle);
        await drag(from, by);
        await eventually(async () => {
          const { y } = await middle(handle);
          assert.ok(Math.abs(y - from.y - by) < 4, `${lesson}: by ${y - from.y} of ${by}`);
        });
        assert.equal(await scrolled(), 0, lesson);
        // Not only where the style is understood: the handle itself refuses the scrolling.
        const isRefused = await page.run(
          ({ find }, name) =>
            !find("learn-place", name).dispatchEvent(new Event("touchstart", { cancelable: true, bubbles: true })),
          handle,
        );
        assert.ok(isRefused);
      }
      const { x, y } = await middle(".picture");
      await drag({ x: x - 150, y: y + 100 }, -120);
      await eventually(async () => assert.ok((await scrolled()) > 60, String(await scrolled())));
    } finally {
      await page.devtools("Emulation.setTouchEmulationEnabled", { enabled: false });
      await page.look();
    }
  });

  test("the query is turned by its sliders until another word scores highest", async (page) => {
    await page.look({ width: 390, height: 844 });
    await page.open();
    await go(page, "query-key", lessonOf("query-key").steps.length - 1);
    assert.match(await task(page), /“animal” leads “road” by 3\.0/);
    await page.run(({ findAll }) => {
      const [, slider] = findAll("learn-place", ".range input");
      Object.assign(slider, { value: "-1" }).dispatchEvent(new Event("input"));
    });
    await eventually(async () => assert.match(await task(page), /^Solved/));
  });

  test("the last step leads to Train, which leads back to it; until then that is its main button, then the way on is", async (page) => {
    const { id, steps } = lessonOf("learns");
    const main = () => page.run(({ findAll }) => findAll("learn-place", ".button.main").map((button) => button.id));
    await page.open();
    await go(page, id, steps.length - 1);
    assert.deepEqual(await main(), ["to-train"]);
    await page.click("learn-place", "#to-train");
    await eventually(async () => assert.equal((await page.texts("train-place", "#to-course")).length, 1));
    assert.equal((await page.texts("train-place", "[role=alert]")).join().trim(), "", "the whole link is understood");
    assert.deepEqual(await page.texts("train-place", "#on-to-course"), [], "the run has not ended");
    await page.run(({ find }) => {
      const speed = find("train-place", "#speed");
      speed.value = "full";
      speed.dispatchEvent(new Event("change"));
      find("train-place", "#play").click();
    });
    await eventually(async () => assert.equal((await page.texts("train-place", "#on-to-course")).length, 1));
    await page.run(({ find }) => find("train-place", "#on-to-course").click());
    await eventually(async () => assert.deepEqual(await main(), ["next"]));
    const position = await page.run(({ hosts }) => hosts.find((host) => host.matches("learn-place")).position);
    assert.deepEqual(position, { lesson: id, step: steps.length - 1 });
    await page.follow("place=train&task=previous&seed=1");
    await eventually(async () => assert.deepEqual(await page.texts("train-place", "#to-course"), []));
    await page.run(() => window.localStorage.clear());
  });

  test("the list and the finish show their pictures once the browser is idle; nothing moves then, and their walks are freed", async (page) => {
    await page.open();
    await page.run(() => window.localStorage.clear());
    const places = () =>
      page.run(({ findAll }) =>
        findAll("learn-place", ":is(.path-list, .abilities) li").map((item) => {
          const { top, left, width, height } = item.getBoundingClientRect();
          return [top, left, width, height, item.querySelector(".miniature")?.childElementCount];
        }),
      );
    const memory = () => page.run(({ explorer }) => explorer.walks.engine.memoryUsed);
    const hold = (/** @type {boolean} */ isHeld) =>
      page.run((_, held) => {
        const state = /** @type {any} */ (window);
        state.idle ??= window.requestIdleCallback;
        state.waiting ??= [];
        const wait = (/** @type {() => void} */ call) => state.waiting.push(call);
        window.requestIdleCallback = held ? wait : state.idle;
        if (!held) for (const call of state.waiting.splice(0)) call();
      }, isHeld);
    const own = 1; // the finish, which no walk is computed for
    for (const [fragment, of, drawnAtOnce] of /** @type {const} */ ([
      ["place=learn", path.length + own, own],
      ["place=learn&lesson=finish", abilities.length, 0],
    ])) {
      await page.open();
      await page.follow("place=learn&lesson=before");
      await eventually(async () => assert.equal((await page.texts("learn-place", "h2")).length, 1));
      const before = await memory();
      await hold(true);
      await page.follow(fragment);
      await eventually(async () => assert.equal((await places()).length, of));
      const empty = await places();
      assert.equal(empty.filter((place) => Number(place[4]) > 0).length, drawnAtOnce);
      await hold(false);
      await eventually(async () =>
        assert.deepEqual(
          (await places()).filter((place) => place[4] === 0),
          [],
        ),
      );
      const box = (/** @type {(number | undefined)[]} */ place) => place.slice(0, 4);
      assert.deepEqual((await places()).map(box), empty.map(box));
      assert.equal(await memory(), before);
      const said = await page.run(({ findAll }) =>
        findAll("learn-place", ".miniature").filter((each) => each.getAttribute("aria-hidden") !== "true"),
      );
      assert.deepEqual(said, []);
    }
  });

  test("the list says where to go on; the finish says what is open, then what one can do; both pass axe, wide and at 360 px", async (page) => {
    await page.leaveWith();
    await page.open();
    const follow = async (/** @type {string} */ fragment, /** @type {string} */ title) => {
      await page.follow(fragment);
      await eventually(async () => assert.equal((await page.texts("learn-place", "h2")).join(), title));
    };
    const on = () => page.run(({ find }) => find("learn-place", "#continue").getAttribute("href"));
    await follow("place=learn", "Attention, one word at a time");
    assert.equal(await on(), "#place=learn&lesson=purpose&step=tired");
    await follow("place=learn&lesson=finish", "The finish");
    assert.match((await page.texts("learn-place", ".lead")).join(), /^\s*7 lessons are still open/);
    const rightly = (/** @type {string} */ lesson, /** @type {string} */ step) =>
      abilities.find((each) => each.lesson === lesson && each.step === step)?.answer ?? null;
    const done = Object.fromEntries(
      path.map(({ id, steps }) => [id, Object.fromEntries(steps.map((step) => [step.id, rightly(id, step.id)]))]),
    );
    Object.assign(done.shares ?? {}, { divide: 0 }); // and one wrongly
    const store = async (/** @type {Record<string, Record<string, string | number | null>>} */ progress) => {
      await page.leaveWith({ "attention-stepper-lessons": progress });
      await page.open();
    };
    const open = () =>
      page.run(({ findAll }) =>
        findAll("learn-place", ".lead a").map((link) => [link.textContent.trim(), link.getAttribute("href")]),
      );
    // Of each lesson that is open its name is said, and leads to the first step in it that is not done.
    await store({ ...done, shares: { share: null, rise: null } });
    await follow("place=learn&lesson=finish", "The finish");
    assert.match(
      (await page.texts("learn-place", ".lead")).join(),
      /^\s*One lesson is still open:\s+From scores to shares\s*,\s*After it, see/,
    );
    assert.deepEqual(await open(), [["From scores to shares", "#place=learn&lesson=shares&step=add"]]);
    // So the end of a lesson leads back to the finish only once nothing is open.
    const toFinish = async () => {
      await follow("place=learn&lesson=purpose&step=now-you", "What does “it” mean?");
      await eventually(async () =>
        assert.match((await page.texts("learn-place", "#next")).join(), /^\s*next lesson →\s*$/),
      );
      return page.attributes("learn-place", ".to-finish", "href");
    };
    assert.deepEqual(await toFinish(), []);
    await store({ ...done, shares: {}, learns: {} });
    await follow("place=learn&lesson=finish", "The finish");
    assert.deepEqual(await open(), [
      ["From scores to shares", "#place=learn&lesson=shares&step=share"],
      ["How it learns, and the next word", "#place=learn&lesson=learns&step=slope"],
    ]);
    await store(done);
    assert.deepEqual(await toFinish(), ["#place=learn&lesson=finish"]);
    await follow("place=learn&lesson=finish", "The course is done");
    const able = await page.texts("learn-place", ".abilities .able");
    assert.equal(able.length, 8);
    assert.ok(!able.join().includes("divided by the root"), able.join());
    assert.deepEqual(await page.attributes("learn-place", ".ways-on a", "href"), [
      "#place=learn",
      "#place=checkpoint",
      "#place=class",
    ]);
    for (const width of [1280, 360]) {
      await page.look({ width, height: 800 });
      await checkAxe(page, `the finish at ${width}`);
    }
    await follow("place=learn", "Attention, one word at a time");
    assert.equal(await on(), "#place=learn&lesson=finish");
    await checkAxe(page, "the list at 360");
    for (const [lesson, step] of /** @type {const} */ ([
      ["purpose", 0],
      ["query-key", 3],
      ["query-key", 5],
      ["shares", 5],
    ])) {
      await go(page, lesson, step);
      await checkAxe(page, `${lesson}, ${step}`);
    }
    await page.run(() => window.localStorage.clear());
  });
});
