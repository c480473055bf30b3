/** The experiment about the order of words: two words are swapped, and the rows before and after are the engine's. Needs a finished build. */
import assert from "node:assert/strict";

import { changeState, defaultState } from "../../../web/state/state.js";
import { stateToFragment } from "../../../web/state/url.js";
import { numberText } from "../../support/oracles/number-text.js";
import { checkAxe } from "../support/axe.js";
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
  const outputs = [state, changeState(state, { token_order: order })].map((ordered) => {
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

/**
 * Checks the table of the swapped words: the first numbers of their output rows in both orders, as the engine computes
 * them, and a mark at each that is shown differently.
 * @param {import("../support/page.js").Page} page
 * @param {State} state
 * @param {readonly number[]} order that swaps the first word with the last
 */
async function checkRows(page, state, order) {
  const [typed, moved] = [state, changeState(state, { token_order: order })].map((ordered) => {
    const { run } = walkOf(ordered);
    const { shape, data } = run.tensor("output");
    run.free();
    return (/** @type {number} */ place) =>
      Array.from(data.subarray(place * shape[1], place * shape[1] + 6), (value) => numberText(value));
  });
  const last = order.length - 1;
  const rows = [typed(0), moved(last), typed(last), moved(0), typed(1), moved(1)];
  await eventually(async () => assert.deepEqual(await page.texts("order-experiment", ".rows td.number"), rows.flat()));
  const changed = [0, 2, 4].flatMap((at) => rows[at + 1].filter((value, column) => value !== rows[at][column]));
  assert.deepEqual(await page.texts("order-experiment", ".rows .changed"), changed);
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
      const state = changeState(given, { experiment: "order" });
      await page.open(stateToFragment(state));
      await eventually(() => page.part("order-experiment", ".swap"));
      await page.click("order-experiment", ".swap");
      const order = [6, 1, 2, 3, 4, 5, 0];
      const rearranged = changeState(state, { token_order: order });
      await eventually(async () =>
        assert.deepEqual(await page.state(), changeState(state, { experiment_state: { token_order: order } })),
      );
      await checkTables(page, state);
      assert.match((await page.texts("order-experiment", "p")).join(), /: first is short , eat dessert Life/);
      const difference = largestDifference(state, order);
      assert.ok(isRight(difference), String(difference));
      const [said] = await page.texts("order-experiment", ".result");
      assert.ok(Math.abs(differenceIn(said) / difference - 1) < 0.05, `${said} is not ${difference}`);
      await checkRows(page, state, order);
      await page.click("experiment-card", "#take");
      await eventually(() => checkTables(page, rearranged));
      const words = await page.texts("sentence-bar", "ul button");
      assert.deepEqual(words.slice(0, 7), ["first", "is", "short", ",", "eat", "dessert", "Life"]);
      await page.click("history-buttons", "#undo");
      await page.click("order-experiment", ".swap");
      await eventually(async () =>
        assert.deepEqual(await page.state(), changeState(state, { experiment_state: { token_order: null } })),
      );
    });
  }

  test("the reader chooses which two words are swapped", async (page) => {
    await page.open(
      stateToFragment(changeState(defaultState, { experiment: "order", sentence: "the dog chased the cat" })),
    );
    const choose = (/** @type {number} */ which, /** @type {number} */ place) =>
      page.run(
        ({ findAll }, at, value) => {
          const list = /** @type {HTMLSelectElement} */ (findAll("order-experiment", "select.word")[at]);
          list.value = value;
          list.dispatchEvent(new Event("change"));
        },
        which,
        String(place),
      );
    await page.part("order-experiment", "select.word");
    await choose(0, 1);
    await choose(1, 4);
    await page.click("order-experiment", ".swap");
    await eventually(async () =>
      assert.match((await page.texts("order-experiment", "p")).join(), /: the cat chased the dog/),
    );
    assert.deepEqual(await page.texts("order-experiment", ".rows tbody th"), ["dog", "cat", "the"]);
    assert.deepEqual(await page.texts("order-experiment", ".rows tbody td:first-of-type"), [
      ...["before, 2", "after, 5", "before, 5", "after, 2"],
      ...["before, 1", "after, 1"],
    ]);
    await checkAxe(page, "the experiment on order");
  });

  test("where all words are the same nothing changes, and the text says so", async (page) => {
    const patch = { sentence: "the the", experiment: "order", token_order: [1, 0] };
    const state = changeState(defaultState, patch);
    assert.equal(largestDifference(changeState(state, { token_order: null }), state.token_order ?? []), 0);
    await page.open(stateToFragment(state));
    await eventually(async () => {
      const [said = ""] = await page.texts("order-experiment", ".result");
      assert.match(said, /exactly 0/);
      assert.doesNotMatch(said, /changed: |e\+0/);
    });
  });
});
