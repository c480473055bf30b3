/** Every place and stage on a screen of 360 px: nothing is cut or torn, and a finger can reach everything. Needs a finished build. */
import assert from "node:assert/strict";

import { lessons, path } from "../../../web/course/course.js";
import { writeLearnLink } from "../../../web/course/link.js";
import { experiments } from "../../../web/state/experiments/experiments.js";
import { stagesFor } from "../../../web/state/stages.js";
import { defaultState } from "../../../web/state/state.js";
import { eventually } from "../support/eventually.js";
import { inBrowsers } from "../support/harness.js";
import { phoneProblems } from "../support/phone.js";

/** @typedef {import("../support/page.js").Page} Page */

/** Makes the window a phone's for one test. @param {(page: Page) => Promise<void>} body @returns {(page: Page) => Promise<void>} */
const onPhone = (body) => async (page) => {
  await page.look({ width: 360, height: 780, pixels: 2, media: { "prefers-reduced-motion": "reduce" } });
  await page.devtools("Emulation.setTouchEmulationEnabled", { enabled: true, maxTouchPoints: 5 });
  try {
    await body(page);
  } finally {
    await page.devtools("Emulation.setTouchEmulationEnabled", { enabled: false });
  }
};

/** Follows links, and checks what each opens. @param {Page} page @param {readonly string[]} links @param {(link: string) => Promise<void>} isThere */
async function checkAll(page, links, isThere) {
  await page.open();
  for (const link of links) {
    await page.follow(link);
    await eventually(() => isThere(link));
    await eventually(async () => assert.deepEqual(await phoneProblems(page), [], link), 5000);
  }
}

/** Whether the page shows what a link opens. @param {Page} page @param {string} component @param {string} selector */
const isShown = async (page, component, selector) => {
  const count = await page.run(
    ({ findAll }, ...of) => findAll(of[0], of[1]).filter((element) => element.getClientRects().length > 0).length,
    component,
    selector,
  );
  assert.ok(count > 0, `no ${selector} in ${component}`);
};

/**
 * What does not hold together in a step of a lesson: a label with its control on it, a term without its bracket, a table of numbers
 * that is cut off, and one that goes beyond the edge of its experiment.
 * @param {Page} page
 * @param {boolean} hasExperiment whether the step shows one
 * @returns {Promise<string[]>}
 */
const tornInStep = (page, hasExperiment) =>
  page.run(({ findAll, hosts }, isOne) => {
    const inLearn = (/** @type {string} */ kind) =>
      hosts.find((host) => host.localName.endsWith(kind) && host.getRootNode().host?.matches("learn-place"));
    const labels = [
      ...(inLearn("attention-control-bar")?.shadowRoot.querySelectorAll(".slider label, .choice label") ?? []),
    ];
    const covered = labels.filter((label) => {
      const words = document.createRange();
      words.selectNodeContents(label);
      const control = label.nextElementSibling?.getBoundingClientRect();
      const text = words.getBoundingClientRect();
      return control && text.right > control.left && text.bottom > control.top && text.top < control.bottom;
    });
    const brackets = findAll("learn-place", ".words .unbroken").filter((term) => {
      const tops = [...term.getClientRects()].map(({ top }) => top);
      return Math.max(...tops) - Math.min(...tops) > 12; // half a line
    });
    const cut = findAll("learn-place", ".numbers").filter((table) => table.scrollWidth > table.clientWidth);
    const experiment = inLearn("-experiment");
    const beyond = [...(experiment?.shadowRoot.querySelectorAll("table") ?? [])].filter(
      (table) =>
        !table.closest("details:not([open])") &&
        table.getBoundingClientRect().right > experiment.getBoundingClientRect().right + 0.5,
    );
    const torn = [...covered, ...brackets, ...cut, ...beyond];
    const isMissing = isOne && !experiment?.shadowRoot.textContent.trim();
    return [
      ...torn.map((part) => `${part.localName}: ${part.textContent.trim()}`),
      ...(isMissing ? ["no experiment yet"] : []),
    ];
  }, hasExperiment);

inBrowsers(["chromium"], (test) => {
  test(
    "Explore at every stage, with a trained model, and with up to 16 heads",
    onPhone(async (page) => {
      const links = [
        ...stagesFor(defaultState).map((stage) => `recipe=random&stage=${stage}`),
        ...["pronoun", "grammar", "translation"].map((recipe) => `recipe=${recipe}&stage=weights`),
        ...[8, 12, 16].flatMap((heads) =>
          ["all", "1"].map((head) => `heads=${heads}&d_k=2&stage=weights&head=${head}`),
        ),
      ];
      await checkAll(page, links, () => isShown(page, "attention-stage-figure", "canvas"));
    }),
  );

  test(
    "every head can be chosen without scrolling sideways; the strip of stages is one row with the current one in sight, in a lesson whole rows",
    onPhone(async (page) => {
      await page.open();
      for (const heads of [4, 7, 8, 12, 16])
        for (const head of ["all", "1"]) {
          await page.follow(`heads=${heads}&d_k=2&stage=weights&head=${head}`);
          await eventually(async () => {
            const boxes = await page.run(({ findAll }) =>
              findAll("attention-head-picker", "input").map((input) => {
                const { left, right, width, height } = input.getBoundingClientRect();
                return { left, right, width, height };
              }),
            );
            assert.equal(boxes.length, heads + 1);
            for (const { left, right, width, height } of boxes)
              assert.ok(left >= 0 && right <= 360 && width >= 24 && height >= 24, JSON.stringify(boxes));
          });
        }
      const strips = [
        ...stagesFor(defaultState).map((stage) => [`recipe=random&stage=${stage}`, "attention-explorer"]),
      ];
      for (const [link = "", place] of strips) {
        await page.follow(link);
        await eventually(async () => {
          const { tops, inSight } = await page.run(({ hosts }, outer) => {
            const strip = hosts.find(
              (host) => host.matches("attention-stage-strip") && host.getRootNode().host?.matches(outer),
            );
            const boxes = [...strip.shadowRoot.querySelectorAll("li")].map((item) => item.getBoundingClientRect());
            const current = strip.shadowRoot.querySelector("[aria-current=step]").getBoundingClientRect();
            const all = strip.shadowRoot.querySelector("ol").getBoundingClientRect();
            return {
              tops: new Set(boxes.map(({ top }) => top)).size,
              inSight: current.left >= all.left - 1 && current.right <= all.right + 1 && all.right <= 360,
            };
          }, place);
          assert.ok(tops === 1 && inSight, `${link}: ${tops} rows`);
        });
      }
      await page.follow(writeLearnLink({ lesson: "whole-walk", step: 0 }));
      await eventually(async () => {
        const tops = await page.run(({ findAll }) =>
          findAll("lesson-strip", "li").map((item) => item.getBoundingClientRect().top),
        );
        const rows = [...new Set(tops)].map((top) => tops.filter((other) => other === top).length);
        assert.deepEqual(rows, [5, 5], "the strip in a lesson is of whole rows");
      });
    }),
  );

  test(
    "every experiment",
    onPhone(async (page) => {
      const links = experiments.map(({ id }) => `recipe=random&experiment=${id}`);
      await checkAll(page, links, () => isShown(page, "experiment-card", "#experiment-title"));
    }),
  );

  test(
    "every step of every lesson, before and after its answer",
    onPhone(async (page) => {
      await page.open();
      await page.run(() => window.localStorage.clear());
      await checkAll(page, ["place=learn"], () => isShown(page, "learn-place", ".contents"));
      for (const { id, steps } of lessons)
        for (const [at, step] of steps.entries()) {
          const link = writeLearnLink({ lesson: id, step: at });
          await page.follow(link);
          await page.until(
            ({ findAll, hosts }, lesson, step) => {
              const position = hosts.find((host) => host.matches("learn-place"))?.position;
              const isHere = position?.lesson === lesson && position.step === step;
              return isHere && findAll("learn-place", ".figure").some((each) => each.getClientRects().length > 0);
            },
            `${link} is not shown`,
            id,
            at,
          );
          const check = (/** @type {string} */ where) =>
            eventually(async () => {
              const torn = await tornInStep(page, step.experiment !== undefined);
              assert.deepEqual([...(await phoneProblems(page)), ...torn], [], where);
            }, 5000);
          await check(link);
          if (!step.question || step.question.kind === "cell") continue;
          await page.run(({ find }) =>
            find("learn-place", ".options button:last-of-type, button.token:last-of-type")?.click(),
          );
          await isShown(page, "learn-place", ".feedback p");
          await check(`${link}, answered`);
        }
    }),
  );

  test(
    "Train at each kind of task, with what its comparison finds; Class and what prepares one",
    onPhone(async (page) => {
      const tasks = ["reverse", "induction", "text", "pairs"].map((task) => `place=train&task=${task}`);
      await checkAll(page, tasks, () => isShown(page, "train-place", ".maps"));
      await checkAll(page, ["place=class"], () => isShown(page, "class-place", "main"));
      await checkAll(page, ["place=class&prepare=true"], () => isShown(page, "class-editor", "#add"));
      await page.click("class-editor", "#add");
      await eventually(() => isShown(page, "class-editor", "#screen-title"));
      await eventually(async () => assert.deepEqual(await phoneProblems(page), [], "a screen of a class"), 5000);
      await page.follow("place=train&task=reverse");
      await page.click("train-scaling", "button[data-guess]");
      await eventually(async () => {
        const rows = await page.run(({ findAll }) => findAll("train-scaling", "tbody").length);
        assert.equal(rows, 3);
      }, 180000);
      assert.deepEqual(await phoneProblems(page), []);
      const high = await page.run(({ findAll }) =>
        findAll("train-scaling", "tbody tr").map((row) => row.getBoundingClientRect().height),
      );
      assert.ok(Math.max(...high) <= 60, `rows of ${high.map(Math.round)} px`);
    }),
  );

  test(
    "the note on a term covers no word of the paragraph that it stands in",
    onPhone(async (page) => {
      await page.open();
      for (const lesson of lessons) {
        await page.follow(writeLearnLink({ lesson: lesson.id, step: 0 }));
        await eventually(async () => {
          const id = await page.run(({ hosts }) => hosts.find((host) => host.matches("learn-place"))?.position?.lesson);
          assert.equal(id, lesson.id);
          await isShown(page, "learn-place", ".words");
        });
        const covered = await page.run(async ({ findAll }) => {
          const found = [];
          const notes = /** @type {any[]} */ (findAll("learn-place", ".words term-note"));
          for (const note of notes) {
            note.scrollIntoView({ block: "center" });
            note.shadowRoot.querySelector("button").click();
            await note.updateComplete;
            const bubble = note.shadowRoot.querySelector("#note").getBoundingClientRect();
            const words = note.closest("p").getBoundingClientRect();
            if (bubble.bottom > words.top && bubble.top < words.bottom)
              found.push(
                `${note.textContent}: the note ${bubble.top} to ${bubble.bottom}, the words ${words.top} to ${words.bottom}`,
              );
            document.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape" }));
          }
          return found;
        });
        assert.deepEqual(covered, [], lesson.id);
      }
    }),
  );

  test(
    "no note in the course makes the page wider, and the bar below a step stays where it is",
    onPhone(async (page) => {
      await page.open();
      const wrong = [];
      for (const lesson of path)
        for (const [step, { id }] of lesson.steps.entries()) {
          await page.follow(writeLearnLink({ lesson: lesson.id, step }));
          await eventually(async () => {
            const at = await page.run(({ hosts }) => hosts.find((host) => host.matches("learn-place"))?.position);
            assert.deepEqual(at, { lesson: lesson.id, step });
            await isShown(page, "learn-place", ".drawn");
          });
          const found = await page.run(async ({ find, findAll }) => {
            const wide = () => [
              document.documentElement.scrollWidth,
              window.innerWidth,
              find("learn-place", "#next").getBoundingClientRect().right,
            ];
            const before = wide().join();
            const moved = [];
            for (const note of /** @type {any[]} */ (findAll("learn-place", ".words term-note"))) {
              note.shadowRoot.querySelector("button").click();
              await note.updateComplete;
              await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
              if (wide().join() !== before) moved.push(`${note.textContent}: from ${before} to ${wide().join()}`);
              document.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape" }));
            }
            return moved;
          });
          wrong.push(...found.map((each) => `${lesson.id}, ${id}: ${each}`));
        }
      assert.deepEqual(wrong, []);
    }),
  );
});
