/** Explanations of numbers, by pointer, touch and keyboard, and whether their arithmetic is right. Needs a finished build. */
import assert from "node:assert/strict";
import { Key } from "selenium-webdriver";

import { numberText } from "../../../support/oracles/number-text.js";
import { changeState, defaultState } from "../../../../web/state/state.js";
import { stateFromFragment, stateToFragment } from "../../../../web/state/url.js";
import { checkArithmetic } from "../../support/arithmetic.js";
import { eventually } from "../../support/eventually.js";
import { t, walkOf } from "../../support/expected.js";
import { inBrowsers } from "../../support/harness.js";

/** @typedef {import("../../support/page.js").Page} Page */

/** Cells to explain, and how many expressions their explanations contain. */
const explanations = {
  "stage=X&cell=X.1.1": 0,
  "stage=X&cell=X.1.1&position=sinusoidal": 1,
  "stage=P&cell=P.2.3&position=sinusoidal": 2,
  "stage=Q&cell=Q.1.1.1": 1,
  "stage=K&cell=K.1.1.1&context=two+words": 1,
  "stage=V&cell=V.0.1.1&projections=false&head=0": 0,
  "stage=raw&cell=raw.1.1.1": 1,
  "stage=scaled&cell=scaled.1.1.1": 1,
  "stage=scaled&cell=scaled.1.1.1&scaling=false": 1,
  "stage=masked&cell=masked.1.1.1": 0,
  "stage=masked&cell=masked.1.1.4": 0,
  "cell=weights.1.6.2": 2,
  "cell=weights.1.1.4": 0,
  "cell=weights.1.0.1&padding=2&padding_side=start": 0,
  "stage=context&cell=context.1.5.1": 1,
  "stage=concat&cell=concat.1.5": 0,
  "stage=output&cell=output.1.5": 1,
  "stage=Q&cell=Q.0.1.0&recipe=named&sentence=the+dog+ran&head=0": 1,
  "stage=P&cell=P.2.3&position=learned": 0,
  "stage=Q&cell=Q.1.1.1&projection_bias=true": 1,
  "stage=K&cell=K.1.1.1&tied=true": 1,
  "stage=raw&cell=raw.3.2.1&heads=4&kv_heads=2&head=3": 1,
  "stage=Q_rot&cell=Q_rot.1.3.2&position=rope": 1,
  "stage=K_rot&cell=K_rot.1.3.1&position=rope&rope_style=half_split&first_position=5": 1,
  "stage=raw&cell=raw.1.3.1&position=rope": 1,
  "stage=raw&cell=raw.1.3.1&position=shaw": 2,
  "stage=context&cell=context.1.3.1&position=shaw&shaw_values=true": 1,
  "stage=scaled&cell=scaled.1.1.1&temperature=2": 1,
  "stage=biased&cell=biased.1.3.1&position=alibi": 2,
  "stage=biased&cell=bias.1.3.1&position=alibi": 1,
  "stage=biased&cell=biased.1.3.1&position=t5": 1,
  "stage=biased&cell=bias.1.3.1&position=t5": 0,
  "stage=biased&cell=biased.1.3.1&position=distance": 2,
  "stage=biased&cell=biased.1.3.1&position=distance&distance_form=gaussian": 2,
  "stage=biased&cell=bias.3.1&position=distance&distance_form=gaussian": 1,
  "stage=biased&cell=biased.1.3.1&position=distance&distance_form=matrix": 1,
  "stage=capped&cell=capped.1.3.1&softcap=2": 2,
  "stage=masked&cell=masked.1.3.0&window=2": 0,
  "stage=masked&cell=masked.1.1.4&mask_value=-10000": 0,
  "stage=masked&cell=masked.1.1.4&mask_value=-10000&mask_how=add": 1,
  "cell=weights.1.1.4&mask_value=-3&sentence=one+two+three+four+five": 2,
  "stage=weights_unmasked&cell=weights_unmasked.1.1.4&mask_mode=after_softmax": 2,
  "stage=zeroed&cell=zeroed.1.1.4&mask_mode=after_softmax": 0,
  "stage=zeroed&cell=zeroed.1.4.1&mask_mode=after_softmax": 0,
  "cell=weights.1.4.1&mask_mode=after_softmax": 0,
  "cell=weights.1.4.1&mask_mode=after_softmax_renormalised": 2,
  "cell=weights.1.1.4&mask_mode=after_softmax_renormalised": 0,
  "cell=weights.1.4.1&softmax_sink=0.5": 2,
  "cell=sink_weight.1.4&softmax_sink=0.5": 2,
  "cell=weights.1.11.2&sentence=a+b+c+d+e+f+g+h+i+j+k+l": 2,
  "cell=weights.1.4.1&mask_mode=after_softmax_renormalised&softmax_sink=0.5": 2,
  "stage=dropped&cell=dropped.1.4.1&dropout=0.25": 1,
  "stage=dropped&cell=dropped.1.5.3&dropout=0.75": 0,
  "stage=context&cell=context.1.5.1&dropout=0.25": 1,
};

inBrowsers(["chromium"], (test) => {
  test("the arithmetic is the engine's, and its result is the number", async (page) => {
    await page.open();
    for (const [fragment, calculations] of Object.entries(explanations)) {
      const state = stateFromFragment(fragment);
      await page.follow(fragment);
      await eventually(async () => assert.deepEqual(await page.state(), state));
      const text = await writtenBy(page);
      const { run } = walkOf(state);
      const cell = /** @type {NonNullable<typeof state.cell>} */ (state.cell);
      const explanation = run.explain(cell.stage, [...cell.index]);
      const { value, operation } = explanation;
      const terms = writtenTerms(run, explanation);
      run.free();
      assert.ok(text.endsWith(`= ${numberText(value, 4)}`), `${fragment}: ${text}`);
      assert.equal(checkArithmetic(text), calculations, `${fragment}: ${text}`);
      if (operation === "dot" || terms !== explanation.terms) {
        const operands = terms.map((term) => numberText(term.value, 4));
        const [, sum = ""] = text.split("=");
        const shown = sum.replace(/ and \d+ smaller ones/g, "").match(/−?\d+(\.\d+)?/g) ?? [];
        // The small terms of a long sum are folded; otherwise the order is the engine's.
        if (sum.includes("smaller")) assert.deepEqual([...shown].sort(), operands.sort());
        else assert.deepEqual([...shown], operands);
      }
    }
  });

  test("the page says in words why a number is hidden", async (page) => {
    await page.open("stage=masked&cell=masked.1.1.4");
    assert.match((await page.texts("attention-cell-arithmetic", "p")).join(), /“eat” comes after “is”/);
    await page.follow("stage=masked&padding=2&cell=masked.1.1.8");
    await eventually(async () =>
      assert.match(
        (await page.texts("attention-cell-arithmetic", "p")).join(),
        /“\[pad\]” comes after “is”, and “\[pad\]” is padding/,
      ),
    );
  });

  test("pointing at a number shows its explanation while the pointer is there; a click keeps it", async (page) => {
    await page.open("stage=raw&cell=none");
    await says(page, t("ask-hint"));
    await pointTo(page, "raw 1,2,3", "“short” → “,”");
    assert.equal((await page.state()).cell, null);
    await pointTo(page, "Q 1,6,0", "Q2\\(“first”, ");
    await page.driver.actions().click().perform();
    await pointAway(page);
    await says(page, "Q2\\(“first”, ");
    await page.press(Key.ESCAPE);
    await says(page, t("ask-hint"));
    assert.equal((await page.state()).cell, null);
    await pointTo(page, "raw 1,2,3", "“short” → “,”");
    await page.driver.actions().click().perform();
    await page.click("attention-cell-arithmetic", "button");
    await pointAway(page);
    await says(page, t("ask-hint"));
  });

  test("a number that is chosen by keyboard is outlined, though the mouse rests on another one", async (page) => {
    await page.open("stage=raw&cell=raw.1.0.0");
    await pointTo(page, "raw 1,2,3", "“short” → “,”");
    await page.run(({ findAll }) => findAll("sentence-bar", "li button")[4]?.focus());
    await page.press(Key.ENTER);
    await eventually(async () => {
      const { cell } = await page.state();
      assert.equal(cell?.index[1], 4);
      assert.deepEqual(await page.run(({ figure }) => figure.view.cell), cell);
    });
    await pointAway(page);
  });

  test("the explanation follows when the stage changes while the pointer rests on the figure", async (page) => {
    await page.open("stage=raw&cell=none");
    await pointTo(page, "raw 1,2,3", "“short” → “,”");
    await page.driver.actions().click().perform();
    await page.press(Key.ARROW_RIGHT);
    await says(page, "^scaled2");
    await pointAway(page);
  });

  test("a long sum unfolds by keyboard", async (page) => {
    await page.open("cell=weights.1.11.2&sentence=a+b+c+d+e+f+g+h+i+j+k+l");
    const open = () => page.run(({ find }) => find("attention-cell-arithmetic", "details").open);
    assert.equal(await open(), false);
    assert.deepEqual(await page.texts("attention-cell-arithmetic", "summary"), [t("ask-more-terms", { count: 4 })]);
    await page.run(({ find }) => find("attention-cell-arithmetic", "summary").focus());
    await page.press(Key.ENTER);
    await eventually(async () => assert.equal(await open(), true));
    assert.equal((await page.texts("attention-cell-arithmetic", "details math")).length, 4);
  });

  test("of a long sum, the terms that are shown are the largest", async (page) => {
    const fragment = "stage=raw&cell=raw.0.1.2&head=0&d_k=16";
    const { run } = walkOf(stateFromFragment(fragment));
    const [q, k] = [run.tensor("Q"), run.tensor("K")].map(({ shape, data }, side) => {
      const [, , d_k = 0] = shape;
      return Array.from(data).slice((1 + side) * d_k, (2 + side) * d_k);
    });
    run.free();
    const products = /** @type {number[]} */ (q).map((value, at) => Math.abs(value * (k?.[at] ?? NaN)));
    const smallest = [...products].sort((a, b) => a - b).slice(0, products.length - 8);
    await page.open(fragment);
    const folded = await eventually(async () => {
      const terms = await page.run(({ findAll }) =>
        findAll("attention-cell-arithmetic", "details .unbroken").map((term) => {
          const copy = /** @type {HTMLElement} */ (term.cloneNode(true));
          for (const spoken of copy.querySelectorAll(".visually-hidden")) spoken.remove();
          return copy.textContent ?? "";
        }),
      );
      assert.equal(terms.length, smallest.length);
      return terms;
    });
    const numbers = folded.map((term) =>
      term.split("·").reduce((product, factor) => product * Number(factor.replace(/[()\s]/g, "").replace("−", "-")), 1),
    );
    const found = numbers.map(Math.abs).sort((a, b) => a - b);
    for (const [at, value] of smallest.entries())
      assert.ok(Math.abs(value - (found[at] ?? NaN)) < 0.001, `${value}, ${found[at]}`);
  });

  test("a tap on a number explains it", async (page) => {
    await page.open("cell=none");
    await page.devtools("Emulation.setTouchEmulationEnabled", { enabled: true });
    const { x, y } = await page.pointAt("weights 1,4,3"); // controls are larger for fingers, and what is below them stands lower
    await page.devtools("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [{ x, y }] });
    await page.devtools("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
    await page.devtools("Emulation.setTouchEmulationEnabled", { enabled: false });
    await eventually(async () => assert.deepEqual((await page.state()).cell, { stage: "weights", index: [1, 4, 3] }));
  });

  test("the keyboard goes from cell to cell through all matrices, and Enter keeps the explanation", async (page) => {
    await page.open("stage=context&cell=none");
    await page.run(({ find }) => find("attention-stage-figure", "td[data-cell='weights 1,0,0']").focus());
    const moves = [
      [Key.ARROW_DOWN, "weights 1,1,0"],
      [Key.END, "weights 1,1,6"],
      [Key.ARROW_LEFT, "weights 1,1,5"],
      [Key.HOME, "weights 1,1,0"],
      [Key.ARROW_LEFT, "weights 1,1,0"],
      [Key.PAGE_DOWN, "V 1,0,0"],
      [Key.ARROW_DOWN, "V 1,1,0"],
      [Key.END, "V 1,1,3"],
      [Key.ARROW_RIGHT, "context 1,1,0"],
      [Key.PAGE_UP, "V 1,0,0"],
    ];
    const focused = () => page.run((tools) => tools.focused().dataset.cell);
    for (const [key, cell] of moves) {
      await page.press(key);
      await eventually(async () => assert.equal(await focused(), cell));
      const name = cell.split(" ")[0];
      await eventually(async () =>
        assert.match((await page.texts("attention-cell-arithmetic", "h3")).join(), new RegExp(`^${name}2`)),
      );
    }
    assert.equal((await page.state()).stage, "context");
    await page.press(Key.ENTER);
    await eventually(async () => assert.deepEqual((await page.state()).cell, { stage: "V", index: [1, 0, 0] }));
    const selected = () => page.attributes("attention-stage-figure", "[aria-selected=true]", "data-cell");
    await eventually(async () => assert.deepEqual(await selected(), ["V 1,0,0"]));
    await page.press(Key.ESCAPE);
    await eventually(async () => assert.equal((await page.state()).cell, null));
    assert.equal(await focused(), "V 1,0,0");
  });

  test("what keys do is said while a number has their focus, in the place of the hint, and moves nothing", async (page) => {
    await page.open();
    const hint = () =>
      page.run(({ find, findAll }) => ({
        seen: findAll("attention-stage-figure", ".hint span")
          .filter((words) => words.checkVisibility({ visibilityProperty: true }))
          .map(({ innerText }) => innerText.trim()),
        height: find("attention-stage-figure", ".hint").getBoundingClientRect().height,
      }));
    const { seen, height } = await hint();
    assert.deepEqual(seen, [t("figure-hint")]);
    await page.run(({ find }) => find("attention-stage-figure", "td[tabindex='0']").focus());
    await eventually(async () => assert.deepEqual(await hint(), { seen: [t("figure-keys-hint")], height }));
    await page.run(({ find }) => find("attention-control-bar", "#d_k").focus());
    await eventually(async () => assert.deepEqual(await hint(), { seen: [t("figure-hint")], height }));
  });

  test("a number that vanishes under the pointer leaves the selected one explained", async (page) => {
    await page.open("cell=weights.1.4.2&heads=4");
    await pointTo(page, "weights 1,6,6", "6, 6|wide|first");
    const title = async () => (await page.texts("attention-cell-arithmetic", "h3")).join();
    const hovered = await title();
    await page.run(({ explorer }) => {
      explorer.state = Object.freeze({ ...explorer.state, sentence: "Life is short, eat dessert" });
    });
    await eventually(async () => {
      assert.notEqual(await title(), hovered);
      assert.match(await title(), /short/);
    });
  });

  test("where an operand is selected, the figure says how to see the stage's own numbers", async (page) => {
    await page.open("stage=raw&cell=raw.1.4.2");
    await page.part("attention-motion-player", ".next");
    const point = await page.pointAt("Q 1,2,1");
    await page.driver.actions().move(point).click().perform();
    await eventually(async () => assert.deepEqual((await page.state()).cell, { stage: "Q", index: [1, 2, 1] }));
    const player = await page.part("attention-stage-figure", ".player");
    assert.match(await player.getText(), /^Raw scores: select one of these numbers/);
    await page.click("attention-stage-figure", ".player button");
    await eventually(async () => assert.equal((await page.state()).stage, "Q"));
    await page.part("attention-motion-player", ".next");
  });

  test("the operands of a number are highlighted, and no other numbers", async (page) => {
    const state = changeState(defaultState, { stage: "raw", cell: null });
    await page.open(stateToFragment(state));
    await page.run(({ pixels }) => void Object.assign(window, { before: pixels().colours }));
    await page.follow(stateToFragment(changeState(state, { cell: { stage: "raw", index: [1, 2, 4] } })));
    await eventually(async () => assert.ok(await page.run(({ find }) => find("attention-cell-arithmetic", "h3"))));
    for (const place of ["raw 1,2,4", "Q 1,2,0", "Q 1,2,3", "K 1,4,0", "K 1,4,3"])
      assert.ok((await repainted(page, place)) > 10, place);
    for (const place of ["raw 1,0,0", "raw 1,2,6", "Q 1,0,0", "Q 1,5,3", "K 1,0,0", "K 1,6,3"])
      assert.equal(await repainted(page, place), 0, place);
  });
});

/**
 * The operands in the first line of an explanation; sums that no figure shows are written out.
 * @param {import("../../../../web/engine/index.js").Run} run
 * @param {import("../../../../web/engine/index.js").Explanation} explanation
 */
function writtenTerms(run, { terms }) {
  const inner = ["raw_content", "raw_relative", "context_content"];
  if (!terms.some(({ stage }) => inner.includes(stage))) return terms;
  return terms.flatMap((term) => (inner.includes(term.stage) ? run.explain(term.stage, term.index).terms : [term]));
}

/** @param {Page} page @param {string} pattern of the explanation's heading, or of the hint shown instead */
const says = (page, pattern) =>
  eventually(async () =>
    assert.match((await page.texts("attention-cell-arithmetic", "h3, .hint")).join(), new RegExp(pattern)),
  );

/** @param {Page} page @param {string} cell @param {string} pattern of the heading that must appear */
const pointTo = (page, cell, pattern) =>
  eventually(async () => {
    await page.driver
      .actions()
      .move(await page.pointAt(cell))
      .perform();
    assert.match((await page.texts("attention-cell-arithmetic", "h3")).join(), new RegExp(pattern));
  });

/** @param {Page} page */
const pointAway = (page) => page.driver.actions().move({ x: 5, y: 5 }).perform();

/**
 * The text of the explanation, without its heading and remarks.
 * @param {Page} page
 * @returns {Promise<string>}
 */
function writtenBy(page) {
  return page.run(({ findAll }) =>
    findAll("attention-cell-arithmetic", "p:not(.small)")
      .map((line) => {
        const copy = /** @type {HTMLElement} */ (line.cloneNode(true));
        for (const hiddenText of copy.querySelectorAll(".visually-hidden")) hiddenText.remove();
        for (const power of copy.querySelectorAll("msup"))
          power.textContent = `${[...power.children].map((part) => part.textContent).join("^(")})`;
        return (copy.textContent ?? "").replace(/\s+/g, " ").trim();
      })
      .join(" "),
  );
}

/**
 * How many of a cell's pixels differ from those in `before`.
 * @param {Page} page
 * @param {string} cell
 */
async function repainted(page, cell) {
  const { x, y, width, height } = await page.boxOf(cell);
  return page.run(
    ({ pixels }, ...box) => {
      const now = pixels();
      const { before } = /** @type {any} */ (window);
      const [left, top, right, bottom] = box.map((at) => Math.round(at * window.devicePixelRatio));
      let count = 0;
      for (let row = top; row < bottom; row++) {
        for (let at = row * now.width + left; at < row * now.width + right; at++) {
          if (now.colours[at] !== before[at]) count++;
        }
      }
      return count;
    },
    x,
    y,
    x + width,
    y + height,
  );
}
