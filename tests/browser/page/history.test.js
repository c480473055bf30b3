/** Undo and redo: buttons, keys and announcements. Needs a finished build. */
import assert from "node:assert/strict";
import { Key } from "selenium-webdriver";

import { changeState, defaultState } from "../../../web/state/state.js";
import { stateToFragment } from "../../../web/state/url.js";
import { eventually } from "../support/eventually.js";
import { checkTables } from "../support/expected.js";
import { inBrowsers } from "../support/harness.js";
import { plainWalk } from "../support/page.js";

/** @typedef {import("../support/page.js").Page} Page */
/** @typedef {import("../../../web/state/state.js").State} State */

/** @param {Page} page @param {State} state */
async function shows(page, state) {
  await eventually(async () => assert.deepEqual(await page.state(), state));
  await eventually(async () => assert.equal(await page.fragment(), stateToFragment(state) || plainWalk));
  await eventually(() => checkTables(page, state));
}

/** @param {Page} page @param {string} [shift] */
const pressZ = async (page, shift = "") => {
  const held = [Key.CONTROL, ...(shift ? [Key.SHIFT] : [])];
  const actions = held.reduce((chain, key) => chain.keyDown(key), page.driver.actions()).sendKeys("z");
  await held.reduce((chain, key) => chain.keyUp(key), actions).perform();
};

inBrowsers(["chromium"], (test) => {
  test("buttons and keys undo and redo: numbers, link and announcement", async (page) => {
    await page.open();
    await eventually(async () =>
      assert.deepEqual(await page.attributes("history-buttons", "button", "aria-disabled"), ["true", "true"]),
    );
    const open = changeState(defaultState, { causal: false });
    await page.click("attention-control-bar", "#causal");
    await shows(page, open);
    await page.click("history-buttons", "#undo");
    await shows(page, defaultState);
    assert.deepEqual(await page.attributes("history-buttons", "button", "aria-disabled"), ["true", "false"]);
    const announcement = () =>
      page.run(({ findAll }) => findAll("attention-explorer", "[role=status]").at(-1)?.textContent);
    assert.match((await announcement()) ?? "", /^Undone: .*causal.*Nothing more to undo\.$/);
    await pressZ(page, "shift");
    await shows(page, open);
    assert.match((await announcement()) ?? "", /^Redone: .*causal/);
    await pressZ(page);
    await shows(page, defaultState);
  });

  test("in a text field the keys for undo act on its text", async (page) => {
    await page.open();
    await page.click("attention-control-bar", "#causal");
    const open = changeState(defaultState, { causal: false });
    await shows(page, open);
    await (await page.part("sentence-bar", "#sentence")).click();
    await pressZ(page);
    await page.press(Key.TAB, Key.TAB); // past the field of examples
    assert.deepEqual(await page.state(), open);
    await pressZ(page);
    await shows(page, defaultState);
  });

  test("following a link can be undone, and the Back button adds no changes to the history", async (page) => {
    await page.open();
    const entries = await page.run(() => window.history.length);
    await page.click("attention-control-bar", "#causal");
    await shows(page, changeState(defaultState, { causal: false }));
    assert.equal(await page.run(() => window.history.length), entries);
    await page.follow("heads=2");
    await shows(page, changeState(defaultState, { heads: 2 }));
    await page.click("history-buttons", "#undo");
    await shows(page, changeState(defaultState, { causal: false }));
  });

  test("a slider leaves a ring where it was, and cells their rims: by keyboard, both go with the change that the ring takes back", async (page) => {
    await page.open("stage=scaled");
    const before = await page.state();
    const seen = () =>
      page.run(({ explorer, figure, find, findAll, focused }) => {
        const boxes = [...findAll("attention-control-bar", ".slider, .switch"), figure].map((part) => {
          const { top, left, width, height } = part?.getBoundingClientRect() ?? {};
          return [top, left, width, height];
        });
        return {
          boxes,
          ring: find("attention-control-bar", ".former")?.getAttribute("aria-label") ?? null,
          said: findAll("attention-explorer", "[role=status]").at(-1)?.textContent,
          hint: find("attention-stage-figure", ".instead")?.textContent ?? null,
          focused: focused()?.id || focused()?.className,
          canUndo: explorer.shadowRoot.querySelector("history-buttons").canUndo,
        };
      });
    await page.run(({ find }) => find("attention-control-bar", "#d_k").focus());
    const { boxes } = await seen();
    for (let step = 0; step < 3; step++) await page.press(Key.ARROW_RIGHT);
    await shows(page, changeState(before, { d_k: 7 }));
    const after = await seen();
    assert.deepEqual([after.ring, after.boxes], ["back to 4", boxes]);
    await eventually(async () => assert.equal((await seen()).said, "It was 4: the button after the slider goes back."));
    assert.equal(after.hint, "Lower rim of a cell: as it was before.");
    await page.press(Key.TAB);
    assert.equal((await seen()).focused, "former");
    await page.press(Key.ENTER);
    await shows(page, before);
    const back = await seen();
    assert.deepEqual([back.ring, back.hint, back.focused, back.canUndo, back.boxes], [null, null, "d_k", false, boxes]);
    assert.match(back.said ?? "", /^Undone: .*d_k/);
  });

  test("another change, and another stage, take the ring away", async (page) => {
    for (const [component, selector] of /** @type {const} */ ([
      ["attention-control-bar", "#causal"],
      ["attention-stage-strip", "button"],
    ])) {
      await page.open("stage=scaled");
      await page.run(({ find }) => find("attention-control-bar", "#heads").focus());
      await page.press(Key.ARROW_LEFT);
      await eventually(async () =>
        assert.deepEqual(await page.attributes("attention-control-bar", ".former", "aria-label"), ["back to 4"]),
      );
      await page.click(component, selector);
      await eventually(async () =>
        assert.deepEqual(await page.attributes("attention-control-bar", ".former", "aria-label"), []),
      );
    }
  });

  test("settings that need too much memory are refused with a message, and the settings shown stay", async (page) => {
    await page.open("heads=2");
    const before = await page.state();
    await page.run(() => {
      WebAssembly.Memory.prototype.grow = () => {
        throw new RangeError("there is no more memory");
      };
    });
    const sentence = Array(512).fill("word").join(" ");
    const alerts = () => page.texts("attention-explorer", "[role=alert]");
    const refused = async () => {
      await eventually(async () => assert.match((await alerts()).join(), /more memory than there is/));
      assert.deepEqual(await page.state(), before);
      await eventually(() => checkTables(page, before));
    };
    await page.follow(stateToFragment(changeState(before, { sentence, heads: 16, d_k: 256 })));
    await refused();
    await eventually(async () =>
      assert.deepEqual(await page.attributes("history-buttons", "button", "aria-disabled"), ["true", "true"]),
    );
    const causal = changeState(before, { causal: false });
    await page.click("attention-control-bar", "#causal");
    await shows(page, causal);
    await eventually(async () => assert.deepEqual(await alerts(), []));
    await page.click("history-buttons", "#undo");
    await shows(page, before);
    await page.enter("sentence", sentence);
    await refused();
    await page.click("history-buttons", "#redo");
    await shows(page, causal);
  });
});
