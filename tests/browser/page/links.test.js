/** The link in the address bar describes exactly what is on the page. Needs a finished build. */
import assert from "node:assert/strict";
import { Key } from "selenium-webdriver";

import { applyPreset, presets } from "../../../web/state/presets.js";
import { changeState, defaultState } from "../../../web/state/state.js";
import { stateToFragment } from "../../../web/state/url.js";
import { eventually } from "../support/eventually.js";
import { chooseExample } from "../support/examples.js";
import { checkCells, checkStage, checkTables } from "../support/expected.js";
import { inBrowsers } from "../support/harness.js";

/** @typedef {import("../../../web/state/state.js").State} State */
/** @typedef {import("../support/page.js").Page} Page */

/** @param {Page} page */
const alerts = (page) => page.texts("attention-explorer", "p[role=alert]");

/** Invalid links, and the messages that they cause. */
const broken = {
  "sentence=%": /sentence/,
  "sentence=%ED%A0%80": /sentence/,
  "sentence=": /sentence/,
  "d_k=1e9": /d_k/,
  "heads=0": /heads/,
  "heads=4&heads=4": /heads/,
  "d_kk=4": /d_kk.*Did you mean d_k\?/,
  "seed=-1": /left out:\s+seed: must be an integer from 0 to 4294967295, got "-1"/,
  "__proto__=1": /__proto__/,
  "constructor=x": /constructor/,
  "cell=weights.9.9.9": /cell/,
  "stage=nowhere": /stage/,
  "token_order=0.0.0": /order/,
  "theme=<img src=x onerror=alert(1)>": /theme/,
  "recipe=named&sentence=unknown": /sentence/,
  [`sentence=${"a".repeat(20001)}`]: /fragment/,
};

inBrowsers(["chromium"], (test) => {
  test("the link of every example restores it exactly", async (page) => {
    await page.open();
    let state = defaultState;
    /** @type {State[]} */
    const chosen = [];
    for (const { id } of presets) {
      await chooseExample(page, id);
      state = applyPreset(state, id);
      chosen.push(state);
      await eventually(async () => {
        const shown = await page.run(({ explorer }) => ({ state: explorer.state, hash: window.location.hash }));
        assert.deepEqual(shown, { state, hash: `#${stateToFragment(state)}` }, id);
      });
    }
    await page.driver.navigate().refresh();
    await page.started();
    for (const wanted of chosen.reverse()) {
      await page.follow(stateToFragment(wanted));
      await eventually(async () => {
        const shown = await page.run(({ explorer, tables }) => ({ state: explorer.state, tables: tables() }));
        assert.deepEqual(shown.state, wanted);
        checkCells(shown.tables, wanted);
      });
    }
  });

  test("a link with a stage and no cell explains a number of that stage; one with a cell of another stage explains that cell", async (page) => {
    const explained = async (/** @type {RegExp} */ name) =>
      eventually(async () => assert.match((await page.texts("attention-cell-arithmetic", "h3")).join(), name));
    await page.open("stage=raw");
    await explained(/^raw2\(“eat” → “short”\)/);
    assert.deepEqual(
      await page.state(),
      changeState(defaultState, { stage: "raw", cell: { stage: "raw", index: [1, 4, 2] } }),
    );
    await page.click("attention-stage-strip", "[data-stage=V]");
    await explained(/^V2\(“short”, column 1\)/);
    await page.open("stage=output&d_k=5");
    await explained(/^output\(“eat”, column 1\)/);
    await page.follow("stage=raw&cell=weights.0.1.1");
    await explained(/^weights1\(“is” → “is”\)/);
    await page.follow("stage=X&cell=none");
    await eventually(async () => assert.deepEqual(await page.texts("attention-cell-arithmetic", "h3"), []));
  });

  test("a broken link shows what is wrong, and the page keeps working", async (page) => {
    await page.open();
    for (const [fragment, reason] of Object.entries(broken)) {
      await page.follow(fragment);
      await eventually(async () => assert.match((await alerts(page)).join(), reason));
      assert.deepEqual(await page.state(), defaultState);
    }
    await page.open(Object.keys(broken).at(-1));
    await eventually(async () => assert.match((await alerts(page)).join(), /fragment/));
    await page.press(Key.ARROW_RIGHT);
    await eventually(() => checkStage(page, "context"));
    await eventually(async () => assert.deepEqual(await alerts(page), []));
    await eventually(async () => assert.equal(await page.fragment(), stateToFragment(await page.state())));
  });

  test("what can be used of a link is shown, and an alert names each part that is left out", async (page) => {
    await page.open("d_k=8&seed=-1&preset=gqa&causal=yes&");
    const wanted = changeState(applyPreset(defaultState, "gqa"), { d_k: 8 });
    await eventually(async () => assert.deepEqual(await page.state(), wanted));
    const message = /left out:\s+seed: .*from 0 to 4294967295, got "-1"\s*causal: .*true, false; got "yes"$/;
    await eventually(async () => assert.match((await alerts(page)).join(), message));
    await eventually(() => checkTables(page, wanted));
    await page.follow("d_k=3");
    await eventually(async () => assert.deepEqual(await alerts(page), []));
    await eventually(async () => assert.deepEqual(await page.state(), changeState(defaultState, { d_k: 3 })));
    const many = Array.from({ length: 9 }, (_, at) => `field${at}=1`).join("&");
    await page.follow(`d_k=5&${many}`);
    await eventually(async () => assert.match((await alerts(page)).join(), /"field4"\.\s*And 4 more\.$/));
    await eventually(async () => assert.equal((await page.state()).d_k, 5));
  });

  test("back and forward go from link to link", async (page) => {
    const [one, two] = ["two words", "and three words"].map((sentence) =>
      changeState(defaultState, { sentence, stage: "raw", cell: null }),
    );
    await page.open(stateToFragment(one));
    await page.follow(stateToFragment(two));
    await eventually(() => checkTables(page, two));
    await page.driver.navigate().back();
    await eventually(() => checkTables(page, one));
    assert.deepEqual(await page.state(), one);
    await page.driver.navigate().forward();
    await eventually(() => checkTables(page, two));
    assert.deepEqual(await page.state(), two);
  });

  test("a link that is followed just before the page writes its own is shown", async (page) => {
    await page.open();
    await page.run(() => {
      const timers = /** @type {any} */ (window);
      const { setTimeout } = window;
      timers.written = [];
      timers.setTimeout = (/** @type {() => void} */ callback, /** @type {number} */ delay) =>
        delay === 250 ? timers.written.push(callback) : setTimeout(callback, delay);
    });
    await (await page.part("attention-control-bar", "#heads")).sendKeys(Key.ARROW_RIGHT);
    await eventually(async () => {
      assert.equal((await page.state()).heads, defaultState.heads + 1);
      assert.ok((await page.run(() => /** @type {any} */ (window).written.length)) > 0);
    });
    const wanted = changeState(defaultState, { d_k: 7, cell: null });
    await page.run((_, fragment) => {
      window.location.hash = fragment; // its event comes later
      for (const write of /** @type {any} */ (window).written) write();
    }, stateToFragment(wanted));
    await eventually(async () => assert.deepEqual(await page.state(), wanted));
    assert.equal(await page.fragment(), stateToFragment(wanted));
  });

  test("the message about a broken link disappears when the page goes back", async (page) => {
    await page.open();
    await page.follow("d_k=9000");
    await eventually(async () => assert.match((await alerts(page)).join(), /d_k/));
    await page.driver.navigate().back();
    await eventually(async () => assert.deepEqual(await alerts(page), []));
  });

  test("a message about a text disappears when a link sets another text", async (page) => {
    await page.open();
    await page.enter("sentence", " ");
    await eventually(async () => assert.equal((await page.texts("sentence-bar", "[role=alert]")).length, 1));
    await page.follow("sentence=two+words");
    await eventually(async () => assert.equal((await page.state()).sentence, "two words"));
    await eventually(async () => assert.deepEqual(await page.texts("sentence-bar", "[role=alert]"), []));
    await eventually(async () =>
      assert.equal(await page.run(({ find }) => find("sentence-bar", "#sentence").value), "two words"),
    );
  });

  test("the message that a state is too large for a link disappears when a link sets another state", async (page) => {
    await page.open();
    await page.run(({ explorer }) => {
      const sentence = Array.from({ length: 512 }, (_, at) => `${Math.sin(at + 1)}`.slice(3, 18)).join(" ");
      explorer.dispatchEvent(new CustomEvent("state-patch", { detail: { patch: { sentence } } }));
      const X = Array.from({ length: 512 * 4 }, (_, at) => [at >> 2, at & 3, Math.fround(Math.sin(at))]).flat();
      explorer.dispatchEvent(new CustomEvent("state-patch", { detail: { patch: { edits: { X } } } }));
    });
    await eventually(async () => assert.match((await alerts(page)).join(), /too large/));
    await page.follow("sentence=two+words");
    await eventually(async () => assert.equal((await page.state()).sentence, "two words"));
    await eventually(async () => assert.deepEqual(await alerts(page), []));
  });

  test("removed from the document and inserted again, the page shows its numbers", async (page) => {
    await page.open();
    await page.run(({ explorer }) => {
      const { parentNode } = explorer;
      explorer.remove();
      parentNode.append(explorer);
    });
    const free = () =>
      page.run(({ findAll }) =>
        findAll("attention-explorer", "attention-stage-figure, attention-stage-panel").map(
          (part) => /** @type {any} */ (part).view.run.isFree,
        ),
      );
    await eventually(async () => assert.deepEqual(await free(), [false, false]));
  });
});
