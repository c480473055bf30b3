/** The experiment about the order of words: its button shows what the engine computes. Needs a finished build. */
import assert from "node:assert/strict";

import { changeState, defaultState } from "../../../web/state/state.js";
import { stateToFragment } from "../../../web/state/url.js";
import { eventually } from "../support/eventually.js";
import { checkTables, walkOf } from "../support/expected.js";
import { inBrowsers } from "../support/harness.js";

/** @typedef {import("../../../web/state/state.js").State} State */

/**
 * How far the outputs of the same words differ between two orders.
 * @param {State} state
 * @param {readonly number[]} order
 */
function largestDifference(state, order) {
  const outputs = [state, changeState(state, { order })].map((ordered) => {
    const { run } = walkOf(ordered);
    const { shape, data } = run.tensor("output");
    run.free();
    return { width: shape[1], data };
  });
  const [typed, moved] = outputs;
  const { width } = typed;
  const differences = order.flatMap((from, to) =>
    Array.from({ length: width }, (_, d) => Math.abs(typed.data[from * width + d] - moved.data[to * width + d])),
  );
  return Math.max(...differences);
}

/** @param {string} text that contains a number such as 3.6 × 10⁻⁷ or 0.412 @returns {number} */
function differenceIn(text) {
  const [, digits = "", power = ""] = /(\d\.\d+)(?: × 10⁻([⁰¹²³⁴⁵⁶⁷⁸⁹]+))?/.exec(text) ?? [];
  const exponent = [...power].map((digit) => "⁰¹²³⁴⁵⁶⁷⁸⁹".indexOf(digit)).join("");
  return Number(digits) * 10 ** -Number(exponent);
}

inBrowsers(["chromium"], (test) => {
  const plain = changeState(defaultState, { causal: false, padding: 1 });
  /** @type {[string, State, (difference: number) => boolean]} */
  const blind = ["without mask and positions only rounding differs", plain, (difference) => difference < 1e-5];
  const isLarge = (/** @type {number} */ difference) => difference > 0.1;
  /** @type {[string, State, (difference: number) => boolean][]} */
  const experiments = [
    blind,
    ["with positions the outputs differ", changeState(plain, { position: "sinusoidal" }), isLarge],
    ["with the causal mask the outputs differ", defaultState, isLarge],
  ];
  for (const [name, given, isRight] of experiments) {
    test(name, async (page) => {
      const state = changeState(given, { lab: "order" });
      await page.open(stateToFragment(state));
      await eventually(() => page.part("order-lab", "button"));
      await page.click("order-lab", "button");
      const order = [6, 5, 4, 3, 2, 1, 0];
      const rearranged = changeState(state, { order });
      await eventually(async () => assert.deepEqual(await page.state(), changeState(state, { experiment: { order } })));
      await checkTables(page, state);
      assert.match((await page.texts("order-lab", "p")).join(), /: first dessert eat , short is Life/);
      const difference = largestDifference(state, order);
      assert.ok(isRight(difference), String(difference));
      const [said] = await page.texts("order-lab", ".result");
      assert.ok(Math.abs(differenceIn(said) / difference - 1) < 0.05, `${said} is not ${difference}`);
      await page.click("labs-panel", "#take");
      await eventually(() => checkTables(page, rearranged));
      const words = await page.texts("sentence-bar", "ul button");
      assert.deepEqual(words.slice(0, 7), ["first", "dessert", "eat", ",", "short", "is", "Life"]);
      await page.click("history-buttons", "#undo");
      await page.click("order-lab", "button");
      await eventually(async () =>
        assert.deepEqual(await page.state(), changeState(state, { experiment: { order: null } })),
      );
    });
  }

  test("where all words are the same nothing changes, and the text says so", async (page) => {
    const patch = { sentence: "the the", lab: "order", order: [1, 0] };
    const state = changeState(defaultState, patch);
    assert.equal(largestDifference(changeState(state, { order: null }), state.order ?? []), 0);
    await page.open(stateToFragment(state));
    await eventually(async () => {
      const [said = ""] = await page.texts("order-lab", ".result");
      assert.match(said, /exactly 0/);
      assert.doesNotMatch(said, /changed: |e\+0/);
    });
  });
});
