/** The first screen: a trained model answers what "it" means, with the numbers of the walk below it. Needs a finished build. */
import assert from "node:assert/strict";

import { changeState, defaultState } from "../../../web/state/state.js";
import { firstScreen } from "../../../web/state/recipes/trained-models.js";
import { stateToFragment } from "../../../web/state/url.js";
import { pronounFacts } from "../../../web/training/shipped-facts.js";
import { audit } from "../support/audit.js";
import { checkAxe } from "../support/axe.js";
import { eventually } from "../support/eventually.js";
import { checkTables, walkOf } from "../support/expected.js";
import { allEngines, inBrowsers } from "../support/harness.js";

/** @typedef {import("../support/page.js").Page} Page */
/** @typedef {import("../../../web/state/state.js").State} State */

const first = changeState(defaultState, firstScreen);
const answers = Object.freeze({ tired: "animal", wide: "road", dark: "·" });

/** What "it" looks at most, as the engine computes it in Node. @param {State} state */
function answerOf(state) {
  const { run, queries } = walkOf(state);
  const it = queries.indexOf("it");
  const weights = Array.from(run.tensor("weights").data.subarray(it * queries.length, (it + 1) * queries.length));
  run.free();
  const weight = Math.max(...weights);
  return { word: queries[weights.indexOf(weight)], weight };
}

/** What the panel shows. @param {Page} page */
const panel = (page) =>
  page.run(({ find, findAll }) => {
    const paths = findAll("pronoun-panel", "path");
    const widths = paths.map((path) => Number(path.getAttribute("stroke-width")));
    const at = Number(paths[widths.indexOf(Math.max(...widths))]?.dataset.word);
    return {
      answer: String(find("pronoun-panel", ".answer")?.textContent.trim()),
      thickest: findAll("pronoun-panel", "svg text")[at]?.textContent,
      bold: findAll("pronoun-panel", "text.strongest").map((word) => word.textContent),
      pressed: findAll("pronoun-panel", "[aria-pressed=true]").map((button) => button.textContent?.trim() ?? ""),
      unknown: findAll("pronoun-panel", "text.unknown").map((word) => word.textContent),
      numbers: findAll("pronoun-panel", "li").map((line) => line.textContent ?? ""),
    };
  });

/**
 * Waits until the panel and the tables show a state's numbers.
 * @param {Page} page
 * @param {Partial<State>} change of the first screen's state
 */
async function answersWith(page, change) {
  const wanted = changeState(first, change);
  await eventually(async () => {
    const state = await page.state();
    assert.deepEqual([state.sentence, state.layer], [wanted.sentence, wanted.layer]);
    const { word = "", weight } = answerOf(state);
    const { answer, thickest, bold, numbers } = await panel(page);
    assert.deepEqual([thickest, bold], [word, [word]]);
    assert.ok(answer.includes(`“${word}”`), answer);
    const percent = (100 * weight).toFixed(1);
    assert.ok(answer.includes(percent === "100.0" ? "> 99.9 %" : `${percent} %`), answer);
    assert.ok(numbers.includes(`${word}: ${weight.toFixed(4)}`), numbers.join());
    return word;
  });
  await eventually(async () => checkTables(page, await page.state()));
  return answerOf(await page.state()).word;
}

inBrowsers(allEngines, (test) => {
  test("the way from the words into the stages begins at X in the first layer, from both", async (page) => {
    for (const [fragment, layer] of /** @type {const} */ ([
      ["recipe=pronoun", 2],
      ["recipe=pronoun&layer=2&stage=X", 2],
      ["recipe=pronoun&layer=1&stage=weights", 1],
    ])) {
      await page.open(fragment);
      assert.equal((await page.state()).layer, layer, fragment);
      await page.click("attention-explorer", "[data-zoom=words]");
      await page.click("attention-explorer", "[data-zoom=stage]");
      await eventually(async () => {
        const { stage, layer: now } = await page.state();
        assert.deepEqual([stage, now], ["X", 1], fragment);
      });
    }
  });

  test("without a fragment the page opens on the trained model; each chip changes its answer", async (page) => {
    await page.openFirstScreen();
    assert.deepEqual(await page.state(), first);
    assert.equal(await answersWith(page, {}), "animal");
    for (const address of await page.requested()) assert.ok(address.startsWith(page.site.url), address);
    for (const [adjective, word] of Object.entries(answers).reverse()) {
      await page.click("pronoun-panel", `[data-adjective=${adjective}]`);
      const sentence = first.sentence.replace("tired", adjective);
      assert.equal(await answersWith(page, { sentence }), word);
      assert.ok((await panel(page)).pressed.includes(adjective));
      await eventually(async () =>
        assert.ok((await page.fragment()).startsWith(`sentence=${sentence.replaceAll(" ", "+")}&recipe=pronoun`)),
      );
    }
    await page.click("history-buttons", "#undo");
    assert.equal(await answersWith(page, { sentence: first.sentence.replace("tired", "wide") }), "road");
  });

  test("the page in one file opens on the trained model too", async (page) => {
    await page.openFirstScreen(page.site.file);
    assert.equal(await answersWith(page, {}), "animal");
    assert.deepEqual(page.site.requests, []);
  });

  test("it can be followed through both layers, from the first one's X", async (page) => {
    await page.openFirstScreen();
    await page.click("pronoun-panel", "#how");
    await eventually(async () =>
      assert.deepEqual((({ layer, stage }) => [layer, stage])(await page.state()), [1, "X"]),
    );
    assert.equal(await answersWith(page, { layer: 1 }), "tired");
    await page.click("pronoun-panel", "#how");
    await eventually(async () =>
      assert.deepEqual((({ layer, stage }) => [layer, stage])(await page.state()), [2, "X"]),
    );
    assert.equal(await answersWith(page, {}), "animal");
    await page.click("pronoun-panel", "[data-layer='1']");
    assert.equal(await answersWith(page, { layer: 1 }), "tired");
  });
});

inBrowsers(["chromium"], (test) => {
  test("the first figure is drawn without the browser's number formatter, which takes long to create", async (page) => {
    const source = `
      window.formatted = [];
      const record = (name) => document.querySelector("attention-explorer")?.later || formatted.push(name);
      const construct = (...args) => (record("NumberFormat"), Reflect.construct(...args));
      Intl.NumberFormat = new Proxy(Intl.NumberFormat, { construct });
      const { toLocaleString } = Number.prototype;
      Number.prototype.toLocaleString = function (...args) {
        record("toLocaleString");
        return toLocaleString.apply(this, args);
      };`;
    const { identifier } = await page.devtools("Page.addScriptToEvaluateOnNewDocument", { source });
    try {
      await page.openFirstScreen();
      assert.deepEqual(await page.run(() => /** @type {any} */ (window).formatted), []);
    } finally {
      await page.devtools("Page.removeScriptToEvaluateOnNewDocument", { identifier });
    }
  });

  test("an own sentence: words that the model does not know are named and marked", async (page) => {
    await page.openFirstScreen();
    assert.deepEqual(await page.texts("sentence-bar", "#sentence-hint"), []);
    await page.click("pronoun-panel", "#own");
    const sentence = "The zeppelin cannot cross the road because it is too wide";
    await page.enter("sentence", sentence);
    assert.equal(await answersWith(page, { sentence }), "road");
    await eventually(async () => assert.deepEqual((await panel(page)).unknown, ["zeppelin"]));
    assert.match((await page.texts("pronoun-panel", ".error")).join(), /does not know the word “zeppelin”/);
    await page.enter("sentence", "A dog sleeps");
    await eventually(async () => assert.match((await panel(page)).answer, /has no “it”/));
  });

  test("numbers of layer 1 set by hand change the answer of layer 2, there and back, and in links", async (page) => {
    const Wv = Array.from({ length: 256 }, (_, at) => [0, Math.floor(at / 16), at % 16, 0]).flat();
    const edited = changeState(changeState(first, { layer: 1 }), { edits: { Wv } });
    await page.open(stateToFragment(edited));
    await answersWith(page, { layer: 1, edits: { Wv } });
    await page.click("pronoun-panel", "[data-layer='2']");
    assert.notEqual(await answersWith(page, {}), "animal");
    assert.deepEqual((await page.state()).layer_edits, { Wv });
    await eventually(async () => assert.match(await page.fragment(), /layer_edits=Wv/));
    await eventually(async () =>
      assert.match((await page.texts("pronoun-panel", "p.small")).join(), /256 trained numbers were changed by hand/),
    );
    await page.click("pronoun-panel", "[data-layer='1']");
    await eventually(async () => assert.deepEqual((await page.state()).edits, { Wv }));
  });

  test("a number is asked back through both layers to the embeddings", async (page) => {
    await page.open("recipe=pronoun&stage=X&cell=X.8.3");
    const section = async () => (await page.texts("layer-input", "section")).join().replaceAll("−", "-");
    const [run, one] = [first, changeState(first, { layer: 1 })].map((state) => walkOf(state).run);
    assert.ok(run && one);
    const [sum, X, output] = [run.tensor("X"), one.tensor("X"), one.tensor("output")].map(({ data }) =>
      Number(data[131]),
    );
    const embedding = Number(one.tensor("C").data[131]);
    for (const each of [run, one]) each.free();
    const shown = (/** @type {number | undefined} */ value) => Number(value).toFixed(4);
    await eventually(async () => {
      for (const value of [sum, X, output]) assert.ok((await section()).includes(shown(value)), shown(value));
    });
    await page.click("layer-input", "[data-stage=output]");
    await eventually(async () => {
      const { layer, stage, cell } = await page.state();
      assert.deepEqual([layer, stage, cell], [1, "output", { stage: "output", index: [8, 3] }]);
    });
    await page.follow("recipe=pronoun&layer=1&stage=X&cell=X.8.3");
    await eventually(async () => assert.ok((await section()).includes(shown(embedding)), shown(embedding)));
    await page.click("layer-input", "[data-stage=C]");
    await eventually(async () => assert.deepEqual((await page.state()).cell, { stage: "C", index: [8, 3] }));
  });

  test("the panel leads a beginner to the first step of the course, and who has begun it to the list of lessons", async (page) => {
    await page.openFirstScreen();
    assert.deepEqual(await page.texts("pronoun-panel", "a.main"), ["Start the course: 36 minutes"]);
    await page.click("pronoun-panel", "a.main");
    await eventually(async () => assert.equal(await page.fragment(), "place=learn&lesson=purpose&step=tired"));
    await page.run(() => localStorage.setItem("attention-stepper-lessons", '{"purpose":{"tired":"2"}}'));
    await page.openFirstScreen();
    await eventually(async () =>
      assert.deepEqual(await page.texts("pronoun-panel", "a.main"), ["Go on with the course"]),
    );
    await page.click("pronoun-panel", "a.main");
    await eventually(async () => {
      assert.equal(await page.fragment(), "place=learn");
      assert.deepEqual(await page.texts("learn-place", "#continue"), ["Continue with lesson 1"]);
    });
  });

  test("the panel says what the model was trained on, and leads to Train", async (page) => {
    await page.openFirstScreen();
    const origin = (await page.texts("pronoun-panel", "p.small")).join();
    const { heldOut, accuracy, seeds } = pronounFacts;
    for (const part of [
      "answer one thing: what “it” means",
      "trained on 16,000",
      heldOut.toLocaleString("en"),
      `${accuracy} %`,
    ])
      assert.ok(origin.includes(part), `${part}: ${origin}`);
    await page.unfold("pronoun-panel", "details");
    const checked = (await page.texts("pronoun-panel", "details")).join();
    assert.ok(checked.includes(`${seeds.looks} %`), checked);
    await page.click("pronoun-panel", "a[href*='place=train']");
    await eventually(async () => assert.match(await page.fragment(), /^place=train&task=pronoun/));
  });

  test("a badge at the figure says what its weights are worth", async (page) => {
    await page.openFirstScreen();
    for (const [fragment, badge] of [
      ["recipe=pronoun", "only row “it” is trained"],
      ["recipe=pronoun&stage=K", "trained"],
      ["recipe=grammar", "trained"],
      ["recipe=pronoun&stage=context", "random, not used for the answer"],
      ["heads=2", "random, no meaning yet"],
      ["recipe=random&position=sinusoidal&stage=P", "computed from the position"],
      ["recipe=random&position=learned&stage=P", "random, no meaning yet"],
      ["recipe=article", "random, no meaning yet"],
      ["preset=named", "written by hand"],
      ["recipe=random&sentence=a+b&d_model=2&stage=X&edits=X+0.0+1+0.1+0+1.0+0+1.1+1", "X by hand, the rest random"],
    ]) {
      await page.follow(fragment ?? "");
      await eventually(async () => assert.deepEqual(await page.texts("attention-stage-figure", ".badge"), [badge]));
    }
  });

  test("where the trained model cannot be loaded, the page says so and keeps what it shows", async (page) => {
    await page.open();
    await page.devtools("Network.enable");
    await page.devtools("Network.setCacheDisabled", { cacheDisabled: true });
    await page.devtools("Network.emulateNetworkConditions", {
      offline: true,
      latency: 0,
      downloadThroughput: 0,
      uploadThroughput: 0,
    });
    await page.follow("recipe=grammar");
    await eventually(async () =>
      assert.match(
        (await page.texts("attention-explorer", "[role=alert]")).join(),
        /trained weights could not be loaded/,
      ),
    );
    assert.deepEqual(await page.state(), defaultState);
    await page.devtools("Network.emulateNetworkConditions", {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput: -1,
    });
    await page.devtools("Network.setCacheDisabled", { cacheDisabled: false });
    await page.problems();
  });

  test("“How does it do that?” and a stage's lesson open the steps that answer; both ways on stay in sight", async (page) => {
    const step = () => page.texts("learn-place", "#ask");
    for (const [width, height] of /** @type {const} */ ([
      [390, 844],
      [1280, 720],
    ])) {
      await page.look({ width, height });
      await page.openFirstScreen();
      const outside = await page.run(({ find }) =>
        ["#lesson", "a.main", "#how"].filter((selector) => {
          const { top, bottom, height: high } = find("pronoun-panel", selector).getBoundingClientRect();
          return !(high > 0 && top >= 0 && bottom <= innerHeight);
        }),
      );
      assert.deepEqual(outside, [], `${width} px`);
      await page.click("pronoun-panel", "#lesson");
      await eventually(async () => assert.deepEqual(await step(), ["Which key fits the query best?"]));
      assert.equal(await page.fragment(), "place=learn&lesson=query-key&step=ask");

      await page.follow("recipe=random&stage=weights");
      const link = () => page.texts("attention-stage-panel", "#lesson");
      await eventually(async () => assert.deepEqual(await link(), ["lesson: From scores to shares"]));
      await page.follow("recipe=random&mlp=gated&stage=mlp_up");
      await eventually(async () => assert.deepEqual(await link(), []));
      await page.follow("recipe=random&stage=weights");
      await page.click("attention-stage-panel", "#lesson");
      await eventually(async () =>
        assert.match((await step()).join(), /^The powers, rounded here, add up to .*“animal”/),
      );
      assert.equal(await page.fragment(), "place=learn&lesson=shares&step=share");
    }
  });

  for (const width of [1280, 320]) {
    test(`${width} px wide: nothing overflows, and axe finds nothing, in light and dark`, async (page) => {
      await page.look({ width, height: 800 });
      await page.openFirstScreen();
      const unknown = changeState(first, { sentence: "The zeppelin cannot cross the road because it is too wide" });
      for (const state of [changeState(first, { layer: 1 }), unknown, changeState(first, { theme: "dark" })]) {
        await page.follow(stateToFragment(state));
        await answersWith(page, state);
        assert.deepEqual(await audit(page), []);
        await checkAxe(page, stateToFragment(state));
      }
    });
  }
});
