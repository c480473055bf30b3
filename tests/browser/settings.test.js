/** Sentence, sliders and switches: each changes the real numbers, and what cannot be used is said. Needs a finished build. */
import assert from "node:assert/strict";
import { Key } from "selenium-webdriver";

import { changeState, defaultState } from "../../web/state/state.js";
import { tokenise } from "../../web/state/tokens.js";
import { stateToFragment } from "../../web/state/url.js";
import { eventually } from "./eventually.js";
import { checkTables, t, walkOf } from "./expected.js";
import { inBrowsers } from "./harness.js";

/** @typedef {import("../../web/state/state.js").State} State */
/** @typedef {import("./page.js").Page} Page */

/**
 * The page comes to a state, and all it shows of it is right.
 * @param {Page} page
 * @param {State} state
 */
async function shows(page, state) {
  await eventually(async () => assert.deepEqual(await page.state(), state));
  await eventually(() => checkTables(page, state));
  assert.deepEqual(await page.texts("shape-ledger", ".shape"), ledgerOf(state));
}

/** @param {State} state @returns {string[]} every shape of the walk, those of scores once */
function ledgerOf(state) {
  const { run } = walkOf(state);
  const alike = ["E", "P", "raw", "scaled", "masked"].filter((stage) => stage !== run.stages.at(-1));
  const shapes = run.stages.filter((stage) => !alike.includes(stage)).map((stage) => run.shape(stage));
  run.free();
  return shapes.map((shape) => {
    const sizes = shape.slice(-2).join(" × ");
    return shape.length === 3 ? `${t("ledger-heads", { count: shape[0] })} · ${sizes}` : sizes;
  });
}

inBrowsers(["chromium"], (test) => {
  test("every slider and switch", async (page) => {
    let state = changeState(defaultState, { stage: "context", head: "all", cell: null });
    await page.open(stateToFragment(state));
    await page.click("control-bar", "[aria-controls=more]");
    /** @type {[string, string, Partial<State>][]} id, key, and what it changes */
    const steps = [
      ["d_k", Key.ARROW_RIGHT, { d_k: 5 }],
      ["heads", Key.ARROW_LEFT, { heads: 3 }],
      ["d_model", Key.ARROW_RIGHT, { d_model: 17 }],
      ["d_v", Key.ARROW_RIGHT, { d_v: 6 }],
      ["d_k", Key.HOME, { d_k: 1 }],
      ["heads", Key.END, { heads: 8 }],
      ["d_model", Key.HOME, { d_model: 2 }],
      ["padding", Key.ARROW_RIGHT, { padding: 1 }],
      ["padding_side", Key.SPACE, { padding_side: "start" }],
      ["causal", Key.SPACE, { causal: false }],
      ["d_k", Key.ARROW_RIGHT, { d_k: 2 }],
      ["scaling", Key.SPACE, { scaling: false }],
      ["position", Key.SPACE, { position: "sinusoidal" }],
      ["weights", Key.SPACE, { weights: false }],
    ];
    for (const [id, key, patch] of steps) {
      await (await page.part("control-bar", `#${id}`)).sendKeys(key);
      state = changeState(state, patch);
      await shows(page, state);
    }
  });

  test("the seed: another, a typed one, and none", async (page) => {
    const state = changeState(defaultState, { stage: "Q", head: "all", cell: null });
    await page.open(stateToFragment(state));
    await page.click("control-bar", "[aria-controls=more]");
    await page.click("control-bar", ".seed button");
    await shows(page, changeState(state, { seed: 8 }));
    const seed = await page.part("control-bar", "#seed");
    await seed.sendKeys(Key.chord(Key.CONTROL, "a"), "4294967295", Key.ENTER);
    await shows(page, changeState(state, { seed: 4294967295 }));
    await page.click("control-bar", ".seed button");
    await shows(page, changeState(state, { seed: 0 }));
    for (const wrong of ["4294967296", "-1", "1.5", Key.BACK_SPACE]) {
      await seed.sendKeys(Key.chord(Key.CONTROL, "a"), wrong, Key.TAB);
      await eventually(async () => assert.match((await page.texts("control-bar", "[role=alert]")).join(), /seed/));
      assert.equal((await page.state()).seed, 0);
    }
  });

  test("a sentence is used as it is typed", async (page) => {
    await page.open("stage=X&cell=none");
    const sentence = await page.part("sentence-bar", "#sentence");
    await sentence.sendKeys(Key.chord(Key.CONTROL, "a"), "I");
    for (const letter of ["", ..." don't know"]) {
      await sentence.sendKeys(letter);
      const typed = await page.run(({ find }) => find("sentence-bar", "#sentence").value);
      await shows(page, changeState(defaultState, { stage: "X", cell: null, sentence: typed }));
      assert.deepEqual(await page.texts("sentence-bar", "ul button"), tokenise(typed));
    }
    assert.equal((await page.state()).sentence, "I don't know");
  });

  test("a sentence that is too long or empty stays in its field, with the reason, and the figure stays too", async (page) => {
    await page.open("stage=X");
    const state = await page.state();
    const long = Array.from({ length: 33 }, (_, at) => `w${at}`).join(" ");
    const refusals = {
      [long]: t("problem-tokens", { most: 32, count: 33 }),
      " ": t("problem-empty"),
      ["a".repeat(1001)]: t("problem-characters", { most: 1000, count: 1001 }),
    };
    for (const [text, reason] of Object.entries(refusals)) {
      await page.enter("sentence", text);
      await eventually(async () => assert.deepEqual(await page.texts("sentence-bar", "[role=alert]"), [reason]));
      const field = await page.run(({ find }) => {
        const { value, ariaInvalid } = find("sentence-bar", "#sentence");
        return { value, ariaInvalid };
      });
      assert.deepEqual(field, { value: text, ariaInvalid: "true" });
      await shows(page, state);
    }
    await page.enter("sentence", long.replace(" w32", ""));
    await eventually(async () => assert.deepEqual(await page.texts("sentence-bar", "[role=alert]"), []));
    assert.equal((await page.texts("sentence-bar", "ul button")).length, 32);
  });

  test("any text is shown as text", async (page) => {
    await page.open("stage=weights&causal=false&head=0");
    const texts = [
      "<img src=x onerror=alert(1)> <script>0</script> {{",
      "שלום עולם، مرحبا بالعالم",
      "我爱自然语言处理。カタカナ ひらがな 한국어",
      "👩‍👩‍👧‍👦 🇩🇪 👍🏽 e\u0301 \u202eevil\u202c i\u0307",
      "__proto__ constructor -0 1e999 NaN 3.14",
    ];
    for (const text of texts) {
      await page.enter("sentence", text);
      await shows(page, changeState(await page.state(), { sentence: text }));
      assert.deepEqual(await page.texts("sentence-bar", "ul button"), tokenise(text));
      assert.deepEqual((await page.tables()).at(-1)?.columns, tokenise(text));
      assert.equal(
        await page.run(({ hosts }) => hosts.some((host) => host.shadowRoot.querySelector("img, script"))),
        false,
      );
    }
  });

  test("a second sentence gives keys and values, until it is emptied", async (page) => {
    const state = changeState(defaultState, { stage: "weights", head: "all", cell: null });
    await page.open(stateToFragment(state));
    await page.click("control-bar", "[aria-controls=more]");
    await page.enter("second", "to be or not");
    await shows(page, changeState(state, { context: "to be or not" }));
    const context = await page.part("sentence-bar", "#context");
    await context.sendKeys(Key.END, " to", Key.ENTER);
    await shows(page, changeState(state, { context: "to be or not to" }));
    await page.enter("second", "");
    await shows(page, state);
  });

  test("a second sentence that is too long is said, wherever it was typed", async (page) => {
    await page.open();
    await page.click("control-bar", "[aria-controls=more]");
    await page.enter("second", "w ".repeat(33).trim());
    const reason = t("problem-tokens", { most: 32, count: 33 });
    await eventually(async () => {
      const alerts = [
        ...(await page.texts("sentence-bar", "[role=alert]")),
        ...(await page.texts("control-bar", "[role=alert]")),
      ];
      assert.deepEqual(alerts, [reason]);
    });
  });
});
