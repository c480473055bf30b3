/** Every number on the page is the engine's: all stages of many settings, for all heads at once and one at a time. Needs a finished build. */

import { applyPreset } from "../../../../web/state/presets.js";
import { changeState, defaultState } from "../../../../web/state/state.js";
import { stagesFor } from "../../../../web/state/stages.js";
import { stateToFragment } from "../../../../web/state/url.js";
import { eventually } from "../../support/eventually.js";
import { checkStage } from "../../support/expected.js";
import { inBrowsers } from "../../support/harness.js";

/** @typedef {import("../../../../web/state/state.js").State} State */

/** @param {string} id */
const preset = (id) => applyPreset(defaultState, id);

const whole = stagesFor;
const part = () => ["Q", "raw", "weights", "output"];

/** @type {[string, State, (state: State) => string[]][]} */
const settings = [
  ["causal, several heads", defaultState, whole],
  ["cross-attention with padding", changeState(preset("cross"), { padding: 1, heads: 2 }), whole],
  ["positions, words in another order", preset("positions"), whole],
  ["hand-built weights", preset("named"), whole],
  ["padding first, causal", preset("padding-causal"), part],
  ["no weights", preset("no-weights"), part],
  ["not scaled, d_v unlike d_k", changeState(preset("unscaled"), { d_k: 3, d_v: 5, sentence: "a b" }), part],
  ["one token", changeState(defaultState, { sentence: "猫", heads: 1 }), part],
  ["the published example with four heads", preset("article-multi-head"), part],
  ["the published example across", preset("article-cross"), part],
];

inBrowsers(["chromium"], (test) => {
  for (const [name, state, stages] of settings) {
    test(name, async (page) => {
      await page.open();
      for (const stage of stages(state)) {
        await page.follow(stateToFragment(changeState(state, { stage, cell: null, head: "all" })));
        await eventually(() => checkStage(page, stage));
      }
    });
  }

  test("one head at a time: the equation's other matrices", async (page) => {
    const state = changeState(defaultState, { context: "to be or not", heads: 3, d_model: 5, cell: null });
    await page.open();
    for (const head of [0, 2]) {
      for (const stage of ["Q", "V", "raw", "context", "concat"]) {
        await page.follow(stateToFragment(changeState(state, { stage, head })));
        await eventually(() => checkStage(page, stage));
      }
    }
  });

  test("the largest setting of the page", async (page) => {
    const sentence = Array.from({ length: 32 }, (_, at) => `w${at}`).join(" ");
    const largest = {
      sentence,
      d_model: 64,
      d_k: 64,
      heads: 8,
      head: 7,
      position: /** @type {const} */ ("sinusoidal"),
    };
    const state = changeState(defaultState, { ...largest, cell: null });
    await page.open(stateToFragment(state));
    await page.click("attention-stage-figure", "[aria-controls=tables]"); // for so many numbers, tables are made on request
    for (const stage of ["P", "Q", "weights"]) {
      await page.follow(stateToFragment(changeState(state, { stage })));
      await eventually(() => checkStage(page, stage));
    }
  });
});
