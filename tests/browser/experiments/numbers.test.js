/** Numbers that are typed, pasted or dropped: tables, link and messages follow. Needs a finished build. */
import assert from "node:assert/strict";
import { Key } from "selenium-webdriver";

import { npyOf } from "../../../web/tensors/npy.js";
import { stateToFile } from "../../../web/state/files/state-file.js";
import { changeState, defaultState } from "../../../web/state/state.js";
import { stateToFragment } from "../../../web/state/url.js";
import { eventually } from "../support/eventually.js";
import { checkTables } from "../support/expected.js";
import { inBrowsers } from "../support/harness.js";

/** @typedef {import("../support/page.js").Page} Page */
/** @typedef {import("../../../web/state/state.js").State} State */

const open = changeState(defaultState, { experiment: "numbers" });

/** @param {Page} page @param {Partial<State>} patch */
async function shows(page, patch) {
  const state = changeState(open, patch);
  await eventually(async () => assert.deepEqual(await page.state(), state));
  await eventually(async () => assert.equal(await page.fragment(), stateToFragment(state)));
  await eventually(() => checkTables(page, state));
}

/** @param {Page} page @param {string} text @param {string} cell "1,2" */
const paste = (page, text, cell) =>
  page.run(
    ({ find }, given, place) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData("text/plain", given);
      const target = find("number-grid", `[data-place="${place}"]`);
      target.click();
      target.dispatchEvent(
        new ClipboardEvent("paste", { clipboardData, bubbles: true, composed: true, cancelable: true }),
      );
    },
    text,
    cell,
  );

/** @param {Page} page @param {string} name @param {Uint8Array} bytes @param {string} [part] the component it is dropped on */
const drop = (page, name, bytes, part = "number-grid") =>
  page.run(
    ({ find }, file, content, where) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([Uint8Array.from(content)], file));
      find(where, "canvas, table").dispatchEvent(
        new DragEvent("drop", { dataTransfer, bubbles: true, composed: true, cancelable: true }),
      );
    },
    name,
    Array.from(bytes),
    part,
  );

/** @param {Page} page */
const problem = async (page) => (await page.texts("numbers-experiment", "[role=alert]")).join();

inBrowsers(["chromium"], (test) => {
  test("a number is typed by keyboard; the stages after it, the link and undo follow", async (page) => {
    await page.open(stateToFragment(open));
    await (await page.part("number-grid", '[data-place="0,0"]')).click();
    await page.press(Key.ARROW_DOWN, Key.ARROW_RIGHT, Key.ARROW_RIGHT, "2", ".", "5", Key.ENTER);
    await shows(page, { edits: { X: [1, 2, 2.5] } });
    await eventually(async () =>
      assert.deepEqual(await page.attributes("number-grid", "td.edited", "data-place"), ["1,2"]),
    );
    const [was] = await page.attributes("number-grid", "td.edited", "aria-description");
    assert.match(was, /was −0\.4129/);
    await eventually(async () => assert.equal(await page.run(({ focused }) => focused().dataset.place), "2,2"));
    await page.press("-", "1", Key.TAB);
    await shows(page, { edits: { X: [1, 2, 2.5, 2, 2, -1] } });
    await page.press("7", Key.ESCAPE, Key.F2, Key.ESCAPE);
    await shows(page, { edits: { X: [1, 2, 2.5, 2, 2, -1] } });
    await page.click("history-buttons", "#undo");
    await shows(page, { edits: { X: [1, 2, 2.5] } });
    await (await page.part("number-grid", '[data-place="1,2"]')).click();
    await page.press(Key.DELETE);
    await shows(page, {});
  });

  test("on a touch screen a tap on a number edits it, and the hint speaks of tapping", async (page) => {
    await page.devtools("Emulation.setTouchEmulationEnabled", { enabled: true });
    try {
      await page.open(stateToFragment(open));
      const number = await page.part("number-grid", '[data-place="1,2"]');
      const hints = async () => (await page.texts("numbers-experiment", "p")).join(" ");
      assert.match(await hints(), /Tap a number to change it/);
      assert.doesNotMatch(await hints(), /Arrow keys/);
      await eventually(async () => {
        const point = await page.run((_, element) => {
          element.scrollIntoView({ block: "center", behavior: "instant" });
          const { left, width, top, height } = element.getBoundingClientRect();
          return { x: left + width / 2, y: top + height / 2 };
        }, number);
        await page.devtools("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [point] });
        await page.devtools("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
        const focused = () => page.run(({ focused }) => focused().localName + focused().value);
        assert.match(await focused(), /^input-0\.41289878$/);
      });
      await page.press("2", ".", "5", Key.ENTER); // the old text is selected, so that typing replaces it
      await shows(page, { edits: { X: [1, 2, 2.5] } });
    } finally {
      await page.devtools("Emulation.setTouchEmulationEnabled", { enabled: false });
    }
  });

  test("the explanation of a number that was set by hand says so, and what it was", async (page) => {
    const cell = { stage: "X", index: [1, 2] };
    await page.open(stateToFragment(changeState(defaultState, { edits: { X: [1, 2, 2.5] }, stage: "X", cell })));
    await eventually(async () =>
      assert.match((await page.texts("attention-cell-arithmetic", "p")).join(" "), /Set by hand; it was −0\.4129\./),
    );
  });

  test("text that is not a number is refused with a message, and the old number stays", async (page) => {
    await page.open(stateToFragment(open));
    await (await page.part("number-grid", '[data-place="0,1"]')).click();
    for (const text of ["1e99", "--1", "1.2.3"]) {
      await page.press(...text, Key.ENTER);
      await eventually(async () => assert.match(await problem(page), new RegExp(`“${text}” is not a number`)));
      await page.press(Key.ARROW_UP);
    }
    await shows(page, {});
  });

  test("blocks are pasted and files dropped; a wrong shape is refused with the shape that is expected, and changes nothing", async (page) => {
    await page.open(stateToFragment(open));
    await eventually(() => page.part("number-grid", "td"));
    await paste(page, "1\t2\n3\t4", "5,14");
    const pasted = { X: [5, 14, 1, 5, 15, 2, 6, 14, 3, 6, 15, 4] };
    await shows(page, { edits: pasted });
    await paste(page, "1\t2\n3\t4", "6,15");
    await eventually(async () => assert.match(await problem(page), /pasted.*\[2, 2\].*\[1, 1\]/));
    await drop(page, "mine.npy", npyOf({ shape: [7, 3], data: new Float32Array(21) }));
    await eventually(async () => assert.match(await problem(page), /mine\.npy.*\[7, 16\], got \[7, 3\]/));
    await shows(page, { edits: pasted });
    await page.click("numbers-experiment", "#tensor-Wq");
    const data = Float32Array.from({ length: 256 }, (_, at) => at / 256);
    await drop(page, "Wq.npy", npyOf({ shape: [16, 16], data }));
    const Wq = Array.from(data, (value, at) => [(at % 16) >> 2, at >> 4, at % 4, value]).flat();
    await shows(page, { edits: { ...pasted, Wq } });
    await eventually(async () => assert.equal((await page.texts("number-grid", "td.edited")).length, 64));
    await page.click("numbers-experiment", "#reset-tensor");
    await shows(page, { edits: pasted });
    await page.click("numbers-experiment", "#reset-all");
    await shows(page, {});
  });

  test("a saved state that is dropped on the numbers is told where it opens: there it does", async (page) => {
    await page.open(stateToFragment(open));
    await eventually(() => page.part("number-grid", "td"));
    const file = new TextEncoder().encode(stateToFile(changeState(open, { d_k: 3 })));
    await drop(page, "mine.json", file);
    await eventually(async () =>
      assert.match(await problem(page), /^mine\.json is a saved state .* outside this table/),
    );
    await shows(page, {});
    await drop(page, "mine.json", file, "attention-stage-figure");
    await shows(page, { d_k: 3 });
  });

  test("biases are typed, pasted and dropped like weights, and undone", async (page) => {
    const biased = changeState(open, { projection_bias: true, heads: 4, kv_heads: 2 });
    const has = (/** @type {State["edits"]} */ edits) =>
      shows(page, { projection_bias: true, heads: 4, kv_heads: 2, edits });
    await page.open(stateToFragment(biased));
    const names = ["X", "Wq", "Wk", "Wv", "Wo", "bq", "bk", "bv", "bo"];
    await eventually(async () =>
      assert.deepEqual(
        await page.attributes("numbers-experiment", "[id^=tensor-]", "id"),
        names.map((name) => `tensor-${name}`),
      ),
    );
    await page.click("numbers-experiment", "#tensor-bq");
    await eventually(async () =>
      assert.deepEqual(await page.texts("number-grid", "tbody th"), ["head 1", "head 2", "head 3", "head 4"]),
    );
    await (await page.part("number-grid", '[data-place="2,1"]')).click();
    await page.press("2", ".", "5", Key.ENTER);
    await has({ bq: [2, 1, 2.5] });
    await page.click("numbers-experiment", "#tensor-bo");
    await (await page.part("number-grid", '[data-place="0,3"]')).click();
    await page.press("-", "1", Key.ENTER);
    await has({ bq: [2, 1, 2.5], bo: [3, -1] });
    await eventually(async () =>
      assert.deepEqual(await page.attributes("number-grid", "td.edited", "data-place"), ["0,3"]),
    );
    await page.click("numbers-experiment", "#tensor-bk");
    await drop(page, "bk.npy", npyOf({ shape: [8], data: Float32Array.from({ length: 8 }, (_, at) => at) }));
    const bk = [0, 1, 2, 3, 4, 5, 6, 7].flatMap((at) => [at >> 2, at % 4, at]);
    await has({ bq: [2, 1, 2.5], bo: [3, -1], bk });
    await page.click("numbers-experiment", "#tensor-bv");
    await paste(page, "1\t2\t3\t4\n5\t6\t7\t8", "1,1");
    const bv = [1, 2, 3, 4, 5, 6, 7, 8].flatMap((value, at) => [at >> 2, at % 4, value]);
    await has({ bq: [2, 1, 2.5], bo: [3, -1], bk, bv });
    for (let at = 0; at < 2; at++) await page.click("history-buttons", "#undo");
    await has({ bq: [2, 1, 2.5], bo: [3, -1] });
    await page.click("history-buttons", "#redo");
    await has({ bq: [2, 1, 2.5], bo: [3, -1], bk });
  });

  test("a part of a large matrix is shown, and the keyboard reaches every number", async (page) => {
    const large = { d_model: 40, d_k: 20, heads: 2 };
    await page.open(stateToFragment(changeState(open, large)));
    await page.click("numbers-experiment", "#tensor-Wk");
    await eventually(async () => assert.equal((await page.texts("number-grid", "td[data-place]")).length, 24 * 16));
    await (await page.part("number-grid", '[data-place="0,0"]')).click();
    await page.driver.actions().keyDown(Key.CONTROL).sendKeys(Key.END).keyUp(Key.CONTROL).perform();
    await eventually(async () => assert.equal(await page.run(({ focused }) => focused().dataset.place), "39,19"));
    await page.press("3", Key.ENTER);
    await shows(page, { ...large, edits: { Wk: [0, 39, 19, 3] } });
  });
});
