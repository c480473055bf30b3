/** An experiment has a walk of its own: it says how that differs from the reader's, and gives it over only when asked. Needs a finished build. */
import assert from "node:assert/strict";

import { whereText } from "../../../web/components/experiments/where-text.js";
import { startOf } from "../../../web/state/experiments/starts.js";
import { experiments } from "../../../web/state/experiments/experiments.js";
import { firstScreen } from "../../../web/state/recipes/trained-models.js";
import { changeState, defaultState, experimentState } from "../../../web/state/state.js";
import { stateToFragment } from "../../../web/state/url.js";
import { eventually } from "../support/eventually.js";
import { checkTables, t } from "../support/expected.js";
import { inBrowsers } from "../support/harness.js";
import { ask as askInList, still } from "../support/questions.js";

/** @typedef {import("../support/page.js").Page} Page */
/** @typedef {import("../../../web/state/state.js").State} State */

/** The reader's walk, with hand-set weights and a mask, which every experiment must leave alone. */
const reader = changeState(defaultState, {
  d_k: 8,
  heads: 2,
  edits: { Wq: [0, 0, 0, 3] },
  hidden_pairs: [3, 1],
  stage: "raw",
});

/**
 * Opens an experiment and waits until it is there. Several experiments share an element, so the element alone does not
 * say that the new one has been drawn.
 * @param {Page} page @param {string} experiment
 */
async function ask(page, experiment) {
  await askInList(page, experiment);
  const { element } = experiments.find(({ id }) => id === experiment) ?? assert.fail(experiment);
  await page.part(element, "p");
}

/** Waits until the page has a state. @param {Page} page @param {State} wanted */
const has = (page, wanted) => eventually(async () => assert.deepEqual(await page.state(), wanted));

/** @param {Page} page */
const differences = async (page) => (await page.texts("experiment-card", ".differs span")).join();

inBrowsers(["chromium"], (test) => {
  test("no experiment changes the reader's walk when it opens, or keeps anything when it closes", async (page) => {
    await page.look(still);
    await page.open(stateToFragment(reader));
    for (const { id } of experiments) {
      await ask(page, id);
      const state = await page.state();
      assert.deepEqual({ ...state, experiment: null, experiment_state: null, compare: null }, reader, id);
      assert.deepEqual([state.experiment, state.experiment_state], [id, startOf(reader, id)]);
    }
    await eventually(() => checkTables(page, reader));
    await page.click("experiment-card", ".head button");
    await has(page, reader);
  });

  test("figures whose width changes before they are given the new numbers leave no error", async (page) => {
    await page.open("experiment=mask");
    const figures = () => page.run(({ findAll }) => findAll("mask-experiment", "scene-view").length);
    await eventually(async () => assert.equal(await figures(), 3));
    const wereFreed = await page.run(async ({ findAll }) => {
      const views = /** @type {any[]} */ (findAll("mask-experiment", "scene-view"));
      const [run] = views.map((view) => view.views[0].run);
      window.location.hash = "experiment=mask&d_k=5";
      for (let tasks = 0; tasks < 1000 && !run.isFree; tasks++) await new Promise((next) => setTimeout(next));
      for (const view of views) view.width += 1;
      return run.isFree;
    });
    assert.ok(wereFreed);
    await eventually(async () => assert.equal((await page.state()).d_k, 5));
  });

  test("on the first screen each experiment says on which walk it runs, and closing it gives the trained model's walk back", async (page) => {
    await page.look(still);
    await page.openFirstScreen();
    await page.click("attention-stage-strip", "[data-stage=raw]");
    const before = await eventually(async () => {
      const state = await page.state();
      assert.equal(state.stage, "raw");
      return state;
    });
    const walk = changeState(defaultState, before);
    const fragment = stateToFragment(walk);
    const digits = await eventually(async () => {
      const tables = await page.tables();
      assert.match(tables.map(({ caption }) => caption).join(), /raw · 12 × 12/);
      return tables;
    });
    for (const { id } of experiments) {
      await ask(page, id);
      await eventually(async () => {
        const state = changeState(defaultState, await page.state());
        const where = whereText(t, experimentState(state), state).replace("d_k", "dk");
        assert.deepEqual(await page.texts("experiment-card", ".where"), [where], id);
        assert.deepEqual(await page.texts("experiment-card", ".elsewhere"), [], id);
      });
      assert.deepEqual(await page.tables(), digits, `${id}: the walk above stays`);
      await eventually(async () => {
        if ((await page.state()).experiment !== null) await page.click("experiment-card", ".head button");
        assert.equal((await page.state()).experiment, null, id);
      });
      assert.deepEqual(await page.state(), before, id);
      await eventually(async () => assert.equal(await page.fragment(), fragment, id));
      assert.deepEqual(await page.tables(), digits, id);
    }
  });

  test("asked of another walk by a link, an experiment keeps its words to itself and leads to the walk that shows its answer", async (page) => {
    const asked = changeState(defaultState, {
      ...firstScreen,
      experiment: "comparing",
      compare: { projections: false },
    });
    await page.open(stateToFragment(asked));
    await eventually(async () => {
      assert.deepEqual(await page.texts("experiment-card", ".where"), []);
      assert.match(
        (await page.texts("experiment-card", ".elsewhere")).join(),
        /On random weights, without positions\. Go there$/,
      );
      assert.match(
        (await page.texts("compare-experiment", "[role=alert]")).join(),
        /weights Wq, Wk, Wv.* belongs to these trained/,
      );
    });
    assert.equal(
      (await page.texts("compare-experiment", ".result")).length,
      0,
      "no numbers that would say the contrary",
    );
    await page.click("experiment-card", "#there");
    await eventually(async () => {
      assert.deepEqual(await page.texts("experiment-card", ".elsewhere"), []);
      assert.match((await page.texts("compare-experiment", ".result")).join(), /^A token gives itself/);
    });
    const { experiment_state, ...others } = await page.state();
    assert.deepEqual({ ...others, experiment_state: null }, asked);
    assert.deepEqual(experiment_state, startOf(asked, "comparing"));
  });

  test("an experiment's words give way when the reader changes what they are about", async (page) => {
    await page.open();
    await ask(page, "scaling");
    await page.click("compare-experiment", ".expect button:nth-of-type(2)");
    await eventually(async () => assert.match((await page.texts("compare-experiment", ".expected")).join(), /Correct/));
    await page.run(({ find }) => {
      const slider = find("compare-experiment", "input[type=range]");
      slider.value = "1";
      slider.dispatchEvent(new InputEvent("input", { bubbles: true, composed: true }));
    });
    await eventually(async () => {
      assert.deepEqual(await page.texts("compare-experiment", ".expected"), [], "the guess was about a large d_k");
      assert.match((await page.texts("compare-experiment", ".result")).join(), /^At dk = 1 /);
    });
    await page.run(({ find }) => {
      const field = find("compare-experiment", ".controls select");
      field.value = "causal";
      field.dispatchEvent(new Event("change", { bubbles: true }));
    });
    await eventually(async () => {
      const [words] = await page.texts("compare-experiment", "p.muted");
      assert.equal(words, t("compare-other-text"));
      assert.doesNotMatch((await page.texts("compare-experiment", ".result")).join(), /variance/);
    });
  });

  test("what the reader changes in an experiment stays in it until it is taken to the walk, in one step", async (page) => {
    await page.open(stateToFragment(reader));
    await ask(page, "mask");
    await eventually(async () => assert.equal(await differences(page), ""));
    await page.click("mask-painter", ".patterns button:nth-child(1)");
    await eventually(async () => assert.deepEqual((await page.state()).experiment_state, { hidden_pairs: [] }));
    assert.deepEqual((await page.state()).hidden_pairs, reader.hidden_pairs);
    await eventually(async () => assert.match(await differences(page), /painted mask/));
    const before = await page.state();
    await page.click("experiment-card", "#take");
    const taken = changeState(before, { hidden_pairs: [], experiment_state: null });
    await has(page, taken);
    await eventually(() => checkTables(page, taken));
    await eventually(async () => assert.equal(await differences(page), ""));
    await page.click("history-buttons", "#undo");
    await has(page, before);
    await eventually(() => checkTables(page, reader));
    await eventually(async () => assert.match(await differences(page), /painted mask/));
  });

  test("it says how its walk differs, and a link restores both walks", async (page) => {
    await page.open(stateToFragment(reader));
    await ask(page, "scaling");
    await eventually(async () =>
      assert.equal(
        await differences(page),
        "In this experiment: dk 64 (yours: 8), heads 4 (yours: 2), painted mask not set, original numbers (yours: one number set by hand).",
      ),
    );
    await page.click("compare-experiment", ".expect button");
    await page.run(({ find }) => {
      const slider = find("compare-experiment", "input[type=range]");
      slider.value = "100";
      slider.dispatchEvent(new InputEvent("input", { bubbles: true, composed: true }));
    });
    await eventually(async () => assert.match(await differences(page), /dk 100 \(yours: 8\)/));
    const state = await page.state();
    assert.equal(experimentState(changeState(defaultState, state)).d_k, 100);
    await eventually(async () => assert.equal(await page.fragment(), stateToFragment(state)));
    await page.open(await page.fragment());
    await page.part("compare-experiment", ".sides");
    assert.deepEqual(await page.state(), state);
    await eventually(async () => assert.match(await differences(page), /dk 100 \(yours: 8\)/));
    await eventually(() => checkTables(page, reader));
  });

  test("numbers set by hand are the reader's own, as the experiment for them says", async (page) => {
    await page.open(stateToFragment(reader));
    await ask(page, "numbers");
    await page.click("numbers-experiment", "#reset-all");
    await eventually(async () => assert.deepEqual((await page.state()).edits, {}));
    assert.equal((await page.state()).experiment_state, null);
  });

  for (const width of [1280, 360]) {
    test(`at ${width} px the answer opens below its question, and both are in sight`, async (page) => {
      await page.look({ width, height: 800, pixels: 1, media: { "prefers-reduced-motion": "reduce" } });
      await page.open();
      for (const experiment of ["comparing", "mask", "seeing", "cache", "export"]) {
        await ask(page, experiment);
        await eventually(async () => {
          const seen = await page.run(({ find }, id) => {
            const question = find("question-list", `[data-experiment=${id}]`).getBoundingClientRect();
            const title = find("experiment-card", "#experiment-title").getBoundingClientRect();
            return { question: question.top, below: title.top - question.bottom, title: title.bottom };
          }, experiment);
          assert.ok(seen.question >= 0 && seen.below > 0 && seen.title < 800, `${experiment}: ${JSON.stringify(seen)}`);
        });
      }
    });
  }
});
