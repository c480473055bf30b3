/** Drop-down lists and number fields always show the state, also after other choices and input. Needs a finished build. */
import assert from "node:assert/strict";
import { Key } from "selenium-webdriver";

import { applyPreset } from "../../../web/state/presets.js";
import { changeState, defaultState } from "../../../web/state/state.js";
import { stateToFragment } from "../../../web/state/url.js";
import { firstExamples } from "../../../web/components/controls/example-search.js";
import { checkAxe } from "../support/axe.js";
import { eventually } from "../support/eventually.js";
import { chooseExample, titleOf } from "../support/examples.js";
import { inBrowsers } from "../support/harness.js";

/** @typedef {import("../support/page.js").Page} Page */
/** @typedef {import("../../../web/state/state.js").State} State */

/**
 * Chooses an option of a drop-down list as a reader does, so that the browser marks the list as changed by the user.
 * @param {Page} page @param {string} component @param {string} selector @param {string} value
 */
async function choose(page, component, selector, value) {
  const list = await page.part(component, selector);
  await page.run(
    (_, element, to) => {
      element.value = to;
      element.dispatchEvent(new Event("change", { bubbles: true, composed: true }));
    },
    list,
    value,
  );
}

/** Waits until a field shows a value. @param {Page} page @param {string} component @param {string} selector @param {string} value */
const shows = (page, component, selector, value) =>
  eventually(async () =>
    assert.equal(await page.run(({ find }, of, at) => find(of, at)?.value, component, selector), value),
  );

/** @param {Page} page */
const undo = (page) => page.click("history-buttons", "#undo");

/** @param {Partial<State>} patch */
const link = (patch) => stateToFragment(changeState(defaultState, patch));

inBrowsers(["chromium"], (test) => {
  test("after undo the theme and the choices of experiments are those of the state", async (page) => {
    const split = { experiment: "splitting", heads: 4, compare: { causal: false } };
    /** @type {[of: string, fragment: string, component: string, selector: string, before: string, after: string][]} */
    const lists = [
      ["theme", "", "attention-explorer", ".theme select", "auto", "dark"],
      ["value of side B", link(split), "compare-experiment", "label:nth-of-type(2) select", "1", "0"],
      [
        "stage of the comparison",
        link(split),
        "compare-experiment",
        "label:nth-of-type(3) select",
        "weights",
        "output",
      ],
      ["row of the loss", link({ experiment: "backward" }), "backward-experiment", "select.row", "own", "2"],
      ["model of the cache", link({ experiment: "cache" }), "cache-experiment", "select.model", "", "gpt2"],
    ];
    for (const [of, fragment, component, selector, before, after] of lists) {
      await page.open(fragment);
      await shows(page, component, selector, before);
      await choose(page, component, selector, after);
      await choose(page, component, selector, before);
      await undo(page);
      await eventually(async () =>
        assert.deepEqual(await page.attributes("history-buttons", "button", "aria-disabled"), ["false", "false"], of),
      );
      await shows(page, component, selector, after);
      await undo(page);
      await shows(page, component, selector, before);
    }
  });

  test("when an option disappears, the list shows the value that is used instead", async (page) => {
    await page.open(link({ experiment: "numbers", heads: 4 }));
    await page.click("numbers-experiment", "#tensor-Wq");
    for (const head of ["1", "3"]) await choose(page, "numbers-experiment", "#head", head);
    await page.follow(link({ experiment: "numbers", heads: 2 }));
    await shows(page, "numbers-experiment", "#head", "1");

    await page.open(link({ experiment: "mask", sentence: "one two three four" }));
    for (const token of ["1", "3"]) await choose(page, "mask-experiment", "select", token);
    await page.follow(link({ experiment: "mask", sentence: "one two" }));
    await shows(page, "mask-experiment", "select", "1");
  });

  test("the box of examples names the example on the page and nothing else", async (page) => {
    const named = (/** @type {string} */ id) => shows(page, "example-choice", "#examples", id && titleOf(id));
    await page.open();
    await named("");
    await chooseExample(page, "gqa");
    await eventually(async () => assert.deepEqual(await page.state(), applyPreset(defaultState, "gqa")));
    await named("gqa");
    await page.click("attention-stage-strip", "[data-stage=Q]");
    await named("gqa");
    await undo(page);
    await undo(page);
    await named("");
    await page.click("history-buttons", "#redo");
    await named("gqa");
    await page.click("attention-control-bar", "#causal");
    await named("");
    await chooseExample(page, "gqa");
    await named("gqa");
    await page.enter("sentence", "to be or not");
    await named("");
    await chooseExample(page, "gqa");
    await eventually(async () => assert.deepEqual(await page.state(), applyPreset(defaultState, "gqa")));
  });

  test("at most a dozen examples are in sight; the keyboard searches, goes through the list and chooses", async (page) => {
    const listed = () => page.attributes("example-choice", "[role=option]", "data-example");
    const active = () => page.attributes("example-choice", "[aria-selected=true]", "data-example");
    const field = async (/** @type {string} */ name) => (await page.attributes("example-choice", "#examples", name))[0];
    await page.open();
    assert.deepEqual(await listed(), []);
    await page.click("example-choice", "#examples");
    await eventually(async () => assert.deepEqual(await listed(), [...firstExamples]));
    assert.deepEqual([await field("aria-expanded"), await active()], ["true", []]);
    assert.match((await page.texts("example-choice", "[role=status]")).join(), /^12 of \d+ examples/);
    await checkAxe(page, "the list of examples is open");
    // The last one is before the first.
    await page.press(Key.ARROW_UP);
    await eventually(async () => assert.deepEqual(await active(), [firstExamples.at(-1)]));
    assert.equal(await field("aria-activedescendant"), `example-${firstExamples.at(-1)}`);
    await page.press(Key.ARROW_DOWN);
    await eventually(async () => assert.deepEqual(await active(), [firstExamples[0]]));
    // Escape closes the list, and nothing has been chosen.
    const before = await page.state();
    await page.press(Key.ESCAPE);
    await eventually(async () => assert.deepEqual(await listed(), []));
    assert.deepEqual(await page.state(), before);
    // What is typed is found; the first that is found is the one that Enter chooses, unless an arrow key leads to another.
    await page.retype("example-choice", "#examples", "sliding");
    await eventually(async () => assert.deepEqual(await listed(), ["window", "window-sinks"]));
    await eventually(async () => assert.deepEqual(await active(), ["window"]));
    await page.press(Key.ARROW_DOWN, Key.ENTER);
    await eventually(async () => assert.deepEqual(await page.state(), applyPreset(before, "window-sinks")));
    await shows(page, "example-choice", "#examples", titleOf("window-sinks"));
    assert.deepEqual(await listed(), [], "the list has closed");
    // Typing again replaces the name; leaving the field brings it back.
    await page.retype("example-choice", "#examples", "no such words");
    await eventually(async () =>
      assert.deepEqual(await page.texts("example-choice", "[role=status]"), ["No example has these words."]),
    );
    assert.equal(await field("aria-expanded"), "false");
    await page.press(Key.TAB);
    await shows(page, "example-choice", "#examples", titleOf("window-sinks"));
  });

  test("on a phone the list of examples stays within the window, and a tap chooses", async (page) => {
    await page.look({ width: 360, height: 780 });
    await page.open();
    await page.click("attention-control-bar", ".name[data-name=sentence]");
    await page.click("example-choice", "#examples");
    await eventually(() => page.part("example-choice", "[data-example=gqa]"));
    const { left, right, high } = await page.run(({ find }) => {
      const box = find("example-choice", ".found").getBoundingClientRect();
      const option = find("example-choice", "[data-example=gqa]").getBoundingClientRect();
      return { left: box.left, right: box.right, high: option.height };
    });
    assert.ok(left >= 0 && right <= 360, `${left} to ${right} px`);
    assert.ok(high >= 44, `an example is ${high} px high`);
    await page.click("example-choice", "[data-example=gqa]");
    await eventually(async () => assert.deepEqual(await page.state(), applyPreset(defaultState, "gqa")));
  });

  test("the sentence's field has the words in the order of the walk", async (page) => {
    await page.open(stateToFragment(applyPreset(defaultState, "positions")));
    await shows(page, "sentence-bar", "#sentence", "The cat chased the dog");
    await page.enter("sentence", "The cat chased the dog home");
    await eventually(async () => {
      const { sentence, token_order: order } = await page.state();
      assert.deepEqual([sentence, order], ["The cat chased the dog home", null]);
    });
  });

  test("a refused number of an experiment stays in its field with the reason; the experiment uses the last that it can", async (page) => {
    await page.open(link({ experiment: "compare", position: "rope", d_k: 16, compare: { d_k: 8 } }));
    const value = /** @type {const} */ (["compare-experiment", "input[type=number]"]);
    await shows(page, ...value, "8");
    for (const time of ["once", "again"]) {
      await page.retype(...value, "7", Key.TAB); // RoPE needs an even width
      await eventually(async () =>
        assert.match((await page.texts("compare-experiment", ".error")).join(), /even/, time),
      );
      await shows(page, ...value, "7");
      assert.deepEqual((await page.state()).compare, { d_k: 8 });
    }
    await page.open(link({ experiment: "cache", cost_model: "gpt2", cost_layers: 12 }));
    await page.retype("cache-experiment", "#cost_layers", "5000", Key.TAB);
    await eventually(async () => assert.match((await page.texts("cache-experiment", ".error")).join(), /layers.*5000/));
    await shows(page, "cache-experiment", "#cost_layers", "5000");
    await page.retype("cache-experiment", "#cost_layers", "24", Key.TAB);
    await eventually(async () => assert.equal((await page.state()).cost_layers, 24));
    assert.equal((await page.texts("cache-experiment", ".error")).join(""), "");
    await undo(page);
    await eventually(async () => {
      const { cost_layers: layers } = await page.state();
      assert.notEqual(layers, 24);
      await shows(page, "cache-experiment", "#cost_layers", String(layers));
    });
  });

  test("a slider that was refused goes back to the value that is used", async (page) => {
    await page.open(link({ experiment: "scaling", position: "rope", d_k: 16, compare: { scaling: false } }));
    await page.part("compare-experiment", "input[type=range]");
    await page.run(({ find }) => {
      const slider = find("compare-experiment", "input[type=range]");
      slider.value = "17";
      slider.dispatchEvent(new InputEvent("input", { bubbles: true, composed: true }));
    });
    await shows(page, "compare-experiment", "input[type=range]", "16");
    await eventually(async () => assert.match((await page.texts("experiment-card", ".error")).join(), /even/));
  });

  test("an emptied number field shows that it is empty and which values are valid", async (page) => {
    await page.open();
    await page.retype("attention-control-bar", "#d_k-value", Key.BACK_SPACE, Key.TAB);
    await eventually(async () =>
      assert.deepEqual(await page.texts("attention-control-bar", "#d_k-problem"), [
        "d_k: must be an integer from 1 to 256, but the field is empty",
      ]),
    );
    assert.equal((await page.state()).d_k, defaultState.d_k);
    await page.retype("attention-control-bar", "#d_k-value", "8", Key.TAB);
    await shows(page, "attention-control-bar", "#d_k-value", "8");
    await page.open(link({ experiment: "compare", compare: { d_k: 8 } }));
    await page.retype("compare-experiment", "input[type=number]", Key.BACK_SPACE, Key.TAB);
    await eventually(async () =>
      assert.match((await page.texts("compare-experiment", ".error")).join(), /from 1 to 256, but the field is empty/),
    );
    await shows(page, "compare-experiment", "input[type=number]", "");
  });

  test("dragged text can be dropped in the sentence, and a dropped file is not opened by the browser", async (page) => {
    await page.open();
    const { x, y } = await page.run(({ find }) => {
      const field = find("sentence-bar", "#sentence");
      field.scrollIntoView({ block: "center", behavior: "instant" });
      const { left, width, top, height } = field.getBoundingClientRect();
      return { x: left + width / 2, y: top + height / 2 };
    });
    const data = { items: [{ mimeType: "text/plain", data: " today" }], dragOperationsMask: 1 };
    for (const type of ["dragEnter", "dragOver", "drop"])
      await page.devtools("Input.dispatchDragEvent", { type, x, y, data });
    await eventually(async () => assert.match((await page.state()).sentence, / today/));
    const left = await page.run(() => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File(["no state"], "notes.txt"));
      const dropped = (/** @type {string} */ type) =>
        document.body.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
      return ["dragover", "drop"].filter(dropped);
    });
    assert.deepEqual(left, [], "events whose default, to open the file, is left to the browser");
    await eventually(async () =>
      assert.match((await page.texts("attention-explorer", "[role=alert]")).join(), /notes\.txt is not a state/),
    );
  });
});
