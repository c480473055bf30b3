/** Questions beside the figure that they are about, the list of all questions, and its search. Needs a finished build. */
import assert from "node:assert/strict";

import { questionsAt } from "../../../web/components/experiments/questions.js";
import { experiments } from "../../../web/state/experiments/experiments.js";
import { stagesFor } from "../../../web/state/stages.js";
import { changeState, defaultState } from "../../../web/state/state.js";
import { stateToFragment } from "../../../web/state/url.js";
import { checkAxe } from "../support/axe.js";
import { eventually } from "../support/eventually.js";
import { checkStage, t } from "../support/expected.js";
import { inBrowsers } from "../support/harness.js";
import { ask, listQuestions } from "../support/questions.js";

/** @typedef {import("../support/page.js").Page} Page */

/** @param {Page} page @param {string} component */
const offered = (page, component) => page.attributes(component, "[data-experiment]", "data-experiment");

/** Where the parts of the page are in the window, px. @param {Page} page @param {[string, string][]} parts */
const boxes = (page, parts) =>
  page.run(
    ({ find }, paths) =>
      paths.map((/** @type {[string, string]} */ [component, selector]) => {
        const { top, bottom, left, right } = find(component, selector).getBoundingClientRect();
        return { top, bottom, left, right };
      }),
    parts,
  );

inBrowsers(["chromium"], (test) => {
  test("beside each figure are the questions about it, and no list until the reader asks for it", async (page) => {
    await page.open();
    for (const stage of stagesFor(defaultState)) {
      await page.follow(stateToFragment(changeState(defaultState, { stage })));
      await eventually(() => checkStage(page, stage));
      await eventually(async () => assert.deepEqual(await offered(page, "stage-questions"), questionsAt(stage), stage));
      assert.deepEqual(await offered(page, "question-list"), []);
    }
  });

  for (const width of [1280, 360]) {
    test(`at ${width} px a link to a question shows its experiment, also where the link names the question alone`, async (page) => {
      await page.look({ width, height: 800, pixels: 1, media: { "prefers-reduced-motion": "reduce" } });
      const inSight = () =>
        eventually(async () => {
          const [title] = await boxes(page, [["experiment-card", "#experiment-title"]]);
          assert.ok(title.top >= 0 && title.bottom < 800, JSON.stringify(title));
          assert.equal(await page.run(({ focused }) => focused()?.id), "experiment-title");
        });
      await page.open("experiment=explaining");
      await inSight();
      assert.equal((await page.state()).experiment_state?.recipe, "translation");
      await page.click("compare-experiment", ".expect .link");
      await eventually(async () => {
        const [found = ""] = await page.texts("compare-experiment", ".result");
        assert.match(found, /It changes in \d of \d rows/);
      });
      await page.open();
      await page.follow("place=learn");
      await page.follow("experiment=explaining");
      await inSight();
    });

    test(`at ${width} px an answer opens directly below the figure at which its question was asked`, async (page) => {
      await page.look({ width, height: 800, pixels: 1, media: { "prefers-reduced-motion": "reduce" } });
      await page.open("stage=scaled");
      await page.click("stage-questions", "[data-experiment=scaling]");
      await eventually(async () => {
        const [figure, questions, question, answer, title] = await boxes(page, [
          ["attention-explorer", ".figure"],
          ["attention-explorer", "stage-questions"],
          ["stage-questions", "[data-experiment=scaling]"],
          ["attention-explorer", "experiment-card"],
          ["experiment-card", "#experiment-title"],
        ]);
        assert.ok(answer.top >= figure.bottom && answer.top - figure.bottom < 40, JSON.stringify({ figure, answer }));
        assert.ok(question.top >= 0 && title.bottom < 800, JSON.stringify({ question, title }));
        assert.ok(figure.bottom - questions.bottom < 40, "the questions are at the figure's lower edge");
        assert.equal(await page.run(({ focused }) => focused().id), "experiment-title");
      });
      assert.deepEqual(await page.attributes("stage-questions", "[aria-expanded=true]", "data-experiment"), [
        "scaling",
      ]);
      await checkAxe(page, "an answer beside the figure");
      await page.click("experiment-card", ".head button");
      await eventually(async () => assert.equal((await page.state()).experiment, null));
      await eventually(async () =>
        assert.equal(await page.run(({ focused }) => focused().dataset.experiment), "scaling"),
      );
      assert.equal(await page.run(({ find }) => find("attention-explorer", "experiment-card")), null);
    });
  }

  test("a question asked in the list is answered in the list, also where its figure is in view", async (page) => {
    await page.open("stage=scaled");
    await ask(page, "scaling");
    await eventually(async () => {
      const [question, answer] = await boxes(page, [
        ["question-list", "[data-experiment=scaling]"],
        ["experiment-card", "#experiment-title"],
      ]);
      assert.ok(question.top >= 0 && answer.top > question.bottom, JSON.stringify({ question, answer }));
    });
    assert.deepEqual(await page.attributes("stage-questions", "[aria-expanded=true]", "data-experiment"), []);
    await page.click("experiment-card", ".head button");
    await eventually(async () =>
      assert.equal(await page.run(({ focused }) => focused().dataset.experiment), "scaling"),
    );
  });

  test("a link to an answer shows it beside its figure, or else in the list", async (page) => {
    await page.open("stage=weights&experiment=softmax");
    await page.part("softmax-experiment", "p");
    assert.deepEqual(await page.attributes("stage-questions", "[aria-expanded=true]", "data-experiment"), ["softmax"]);
    await page.open("stage=weights&experiment=cost");
    await page.part("cost-experiment", "p");
    assert.deepEqual(await page.attributes("question-list", "[aria-expanded=true]", "data-experiment"), ["cost"]);
  });

  test("an old link to the experiment on speed opens its walk, and says where speed is shown", async (page) => {
    await page.open("recipe=random&d_k=8&experiment=speed");
    await eventually(async () =>
      assert.deepEqual(await page.texts("attention-explorer", "[role=alert]"), [t("refused-gone-speed")]),
    );
    assert.deepEqual(await page.texts("attention-explorer", ".error:not([hidden])"), []);
    const { d_k, experiment } = await page.state();
    assert.deepEqual([d_k, experiment], [8, null]);
  });

  test("the search narrows the list while it is typed, and says how many questions are left", async (page) => {
    await page.open();
    await listQuestions(page);
    const all = experiments.length;
    const status = () => page.texts("question-list", "[role=status]");
    await eventually(async () => assert.deepEqual(await status(), [t("experiments-found", { count: all, all })]));
    const field = await page.part("question-list", "#search");
    await field.sendKeys("Mask");
    await eventually(async () => {
      assert.deepEqual((await offered(page, "question-list")).sort(), ["causality", "mask", "masking"]);
      assert.deepEqual(await status(), [t("experiments-found", { count: 3, all })]);
    });
    await checkAxe(page, "a search");
    await field.sendKeys("querty");
    await eventually(async () => assert.deepEqual(await status(), [t("experiments-found", { count: 0, all })]));
    assert.deepEqual(await offered(page, "question-list"), []);
    assert.equal((await page.state()).stage, defaultState.stage, "typing changes nothing else");
  });
});
