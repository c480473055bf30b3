/** axe and the audit find no problems in any stage, control, experiment, theme or width of the page. Needs a finished build. */
import assert from "node:assert/strict";

import { comparisonOf } from "../../../web/components/experiments/compare/comparisons.js";
import { experiments } from "../../../web/state/experiments/experiments.js";
import { changeState, defaultState } from "../../../web/state/state.js";
import { stagesFor } from "../../../web/state/stages.js";
import { stateToFragment } from "../../../web/state/url.js";
import { audit } from "../support/audit.js";
import { checkAxe } from "../support/axe.js";
import { eventually } from "../support/eventually.js";
import { inBrowsers } from "../support/harness.js";

/** @typedef {import("../support/page.js").Page} Page */
/** @typedef {import("../../../web/state/state.js").State} State */

const today = Object.freeze({ position: "rope", kv_heads: 2, window: 3, softcap: 2 });
const second = Object.freeze({ context: "to be or not", position: "sinusoidal", padding: 1 });

/** Settings to check: of each, the stages that none before it has, and its scores and weights. @type {Record<string, Partial<State>>} */
const walks = Object.freeze({
  default: {},
  today: /** @type {Partial<State>} */ (today),
  "second sentence": /** @type {Partial<State>} */ (second),
  batch: { batch: ["I love Science", "and one"], sentence_index: 1, padding: 1, projection_bias: true },
  "after the softmax": { mask_mode: "after_softmax_renormalised" },
  dropout: { dropout: 0.2 },
  shaw: { position: "shaw" },
  sink: { softmax_sink: 0 },
});

/** Settings each of which shows controls that no other shows. @type {Partial<State>[]} */
const drawers = [
  { ...walks.today, padding: 1, batch: ["a b"], mask_value: -1e4, sink_tokens: 1 },
  { context: "to be", align: "top_left", position: "t5", dropout: 0.1, softmax_sink: 0 },
  { position: "distance", distance_form: "gaussian", recipe: "article" },
];

/**
 * Every state that is checked: stages, drawers, experiments.
 * @returns {[string, State][]}
 */
function states() {
  const seen = new Set();
  const walked = Object.entries(walks).flatMap(([name, patch]) => {
    const state = changeState(defaultState, patch);
    const fresh = stagesFor(state).filter((stage) => !seen.has(stage) || ["raw", "weights"].includes(stage));
    for (const stage of fresh) seen.add(stage);
    return fresh.map((stage) => /** @type {[string, State]} */ ([`${name}, ${stage}`, at(state, stage)]));
  });
  const opened = experiments.map(({ id, start }) => {
    const patch = { ...start, experiment: id, compare: comparisonOf(id)?.b ?? null };
    return /** @type {[string, State]} */ ([`experiment ${id}`, changeState(defaultState, patch)]);
  });
  return [...walked, ...opened];
}

/** @param {State} state @param {string} stage */
const at = (state, stage) => changeState(state, { stage });

/** @param {Page} page @param {State} state */
async function shows(page, state) {
  await page.follow(stateToFragment(state));
  const element = experiments.find(({ id }) => id === state.experiment)?.element ?? "attention-stage-panel";
  await page.until(
    ({ explorer, findAll }, stage, experiment, tag) => {
      const isSeen = (/** @type {string} */ component, /** @type {string} */ selector) =>
        findAll(component, selector).some((part) => part.getClientRects().length > 0);
      const { state } = explorer;
      const isTitled = experiment === null || isSeen("experiment-card", "#experiment-title");
      return state.stage === stage && state.experiment === experiment && isTitled && isSeen(tag, "p");
    },
    `${state.experiment ?? state.stage} is not shown`,
    state.stage,
    state.experiment,
    element,
  );
}

/** @param {Page} page @param {string} where */
async function checkAll(page, where) {
  assert.deepEqual(await audit(page), [], where);
  await checkAxe(page, where);
}

/** Checks what depends on the theme. @param {Page} page @param {string} where */
const checkColours = (page, where) => checkAxe(page, where, { only: ["color-contrast"] });

inBrowsers(["chromium"], (test) => {
  test("every stage of many settings, and every experiment", async (page) => {
    await page.look({ width: 1280, height: 1800 }); // all is in sight: nothing is half below the settings at the lower edge
    await page.open();
    for (const [where, state] of states()) {
      await shows(page, state);
      assert.deepEqual(await audit(page), [], where);
      await checkAxe(page, where, { within: state.experiment === null ? ".desk" : "experiment-card" });
    }
    await page.run(() => void document.body.append(document.createElement("button")));
    await assert.rejects(checkAxe(page, "a button without a name"), /button-name/);
    assert.match((await audit(page)).join(), /target under 24 px: +button/);
  });

  test("dark: colours of every stage, and of every experiment", async (page) => {
    await page.open("theme=dark");
    for (const [where, state] of states().filter(([name]) => /^(default|experiment)/.test(name))) {
      await shows(page, changeState(state, { theme: "dark" }));
      await checkAxe(page, where, {
        only: ["color-contrast"],
        within: state.experiment === null ? ".desk" : "experiment-card",
      });
    }
  });

  for (const width of [320, 640]) {
    test(`${width} px wide: nothing overflows, and text and targets are large enough`, async (page) => {
      await page.look({ width, height: 740, pixels: 2 });
      await page.open();
      const all = width === 320 ? states() : states().filter(([name]) => /^(default|experiment)/.test(name));
      for (const [where, state] of all) {
        await shows(page, state);
        assert.deepEqual(await audit(page), [], where);
      }
      await checkAxe(page, `${width} px`);
    });
  }
});

inBrowsers(["chromium", "firefox", "webkit"], (test) => {
  test("every setting, when it is shown", async (page) => {
    await page.open();
    await page.click("attention-control-bar", "[aria-controls=more]");
    for (const drawer of drawers) {
      const state = changeState(defaultState, drawer);
      await shows(page, state);
      await checkAll(page, Object.keys(drawer).join());
    }
  });

  for (const theme of /** @type {const} */ (["light", "dark"])) {
    test(`first screen, tables, lines, trail, player, messages, named columns, ${theme}`, async (page) => {
      const check = theme === "light" ? checkAll : checkColours;
      await page.open(`theme=${theme}&head=all&experiment=order`);
      await page.click("attention-stage-figure", "[aria-controls=tables]");
      await eventually(() => page.click("order-experiment", ".swap"));
      await page.follow("d_k=9000");
      await eventually(async () => assert.equal((await page.texts("*", "[role=alert]:not(:empty)")).length, 1));
      await page.enter("sentence", " ");
      await eventually(async () => assert.equal((await page.texts("*", "[role=alert]:not(:empty)")).length, 2));
      await check(page, "tables and messages");
      await page.open(`theme=${theme}&picture=lines&cell=weights.1.4.2`);
      // When the deferred parts have loaded, the arithmetic is drawn again, and an earlier click would be lost.
      await eventually(async () => {
        const passed = await page.texts("attention-ask-trail", "button");
        if (passed.length === 0) await page.click("attention-cell-arithmetic", ".operand");
        assert.equal(passed.length, 1);
      });
      await check(page, "a trail");
      await page.follow(`theme=${theme}&stage=weights&cell=weights.1.4.2`);
      await eventually(() => page.click("attention-motion-player", ".next"));
      await eventually(async () => assert.match((await page.texts("attention-motion-player", "p")).join(), /^step 1/));
      await check(page, "a step");
      await page.follow(`theme=${theme}&picture=lines`);
      await eventually(async () => assert.equal((await page.state()).picture, "lines"));
      await check(page, "lines");
      await page.follow(`theme=${theme}&recipe=named&sentence=The+big+dog+ran&head=1&cell=weights.1.2.1`);
      await eventually(async () => assert.equal((await page.state()).recipe, "named"));
      await check(page, "named columns");
    });
  }
});
