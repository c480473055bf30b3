/** The trained models of the next word, and the way from an output to that word. Needs a finished build. */
import assert from "node:assert/strict";

import { createEngine } from "../../../web/engine/index.js";
import { loadedModel } from "../../../web/state/recipes/trained-models.js";
import { stateFromFragment } from "../../../web/state/url.js";
import { addTrained } from "../../../web/training/trained.js";
import { grammarFacts, translationFacts } from "../../../web/training/shipped-facts.js";
import { nextWordOf, residualRow } from "../../../web/state/recipes/next-word.js";
import { lastWord } from "../../../web/state/tokens.js";
import { computeWalk } from "../../../web/view/view.js";
import { audit } from "../support/audit.js";
import { checkAxe } from "../support/axe.js";
import { eventually } from "../support/eventually.js";
import { checkTables } from "../support/expected.js";
import { allEngines, inBrowsers } from "../support/harness.js";

/** @typedef {import("../support/page.js").Page} Page */
/** @typedef {import("../../../web/state/state.js").State} State */

const engine = await createEngine();
addTrained(engine);

/** The next words after a row of a state, as the engine computes them in Node. @param {State} state @param {number} [row] */
function nextOf(state, row) {
  const walk = computeWalk(state, engine, new Map());
  const readout = loadedModel(engine, state)?.readout ?? assert.fail("no readout");
  const next = nextWordOf(engine, readout, residualRow(walk, row ?? lastWord(walk.tokens)));
  walk.run.free();
  return next.ranking.slice(0, 8).map((word) => ({
    word: String(next.words[word]),
    logit: Number(next.logits[word]),
    probability: Number(next.probabilities[word]),
  }));
}

/**
 * The words that the panel offers, once it shows a state.
 * @param {Page} page
 * @param {string} fragment of the state
 */
const offersFor = (page, fragment) =>
  eventually(async () => {
    const state = await page.state();
    const wanted = stateFromFragment(fragment);
    assert.deepEqual([state.sentence, state.context], [wanted.sentence, wanted.context]);
    const words = nextOf(state).map(({ word }) => (word === "<end>" ? "the end" : word));
    const shown = await page.run(({ findAll }) =>
      findAll("next-word-panel", "li.next").map((line) => line.firstElementChild?.textContent?.trim()),
    );
    assert.deepEqual(shown, words.slice(0, 5));
  });

inBrowsers(allEngines, (test) => {
  test("the translation guesses the next French word, and goes on from it to the end", async (page) => {
    await page.open("preset=translation");
    await offersFor(page, "recipe=translation");
    await eventually(async () => checkTables(page, await page.state()));
    await page.click("next-word-panel", "[data-next=petite]");
    await offersFor(page, "recipe=translation&sentence=<start>+la+voiture+rouge+est+petite");
    const [end] = nextOf(await page.state());
    assert.equal(end?.word, "<end>");
    await page.click("next-word-panel", "[data-example=book]");
    await offersFor(page, "recipe=translation&sentence=le+livre+rouge+est&context=the+red+book+is+small");
    assert.equal(nextOf(await page.state())[0]?.word, "petit");
    await page.click("next-word-panel", "[data-head='0']");
    await eventually(async () => assert.equal((await page.state()).head, 0));
    const origin = (await page.texts("next-word-panel", "p.small")).join();
    const { sentences, words, sourceWords, accuracy } = translationFacts;
    for (const part of [sentences.toLocaleString("en"), `${words}`, `${sourceWords}`, `${accuracy} %`])
      assert.ok(origin.includes(part), `${part}: ${origin}`);
  });

  test("at the output, the grammar's model shows the probabilities of the next words, and where each comes from", async (page) => {
    await page.open("preset=grammar-output");
    const expected = nextOf(stateFromFragment("preset=grammar-output"));
    await eventually(async () => {
      const lines = await page.run(({ findAll }) =>
        findAll("output-to-word", "table.next tbody tr").map((line) =>
          [...line.children].slice(0, 3).map((cell) => cell.textContent?.trim() ?? ""),
        ),
      );
      assert.equal(lines.length, expected.length + 1);
      expected.forEach(({ word, logit, probability }, at) =>
        assert.deepEqual(lines[at], [word, logit.toFixed(4), probability.toFixed(4)]),
      );
    });
    const { word = "", probability } = expected[2] ?? {};
    await page.click("output-to-word", `[data-word=${word}]`);
    await eventually(async () => {
      const why = (await page.texts("output-to-word", "#why")).join();
      assert.ok(why.includes(`“${word}”`) && why.includes(Number(probability).toFixed(4)), why);
    });
  });
});

inBrowsers(["chromium"], (test) => {
  test("words that a model does not know are named, on both sides", async (page) => {
    await page.open("recipe=translation&sentence=le+zeppelin&context=the+airship");
    await eventually(async () =>
      assert.match(
        (await page.texts("next-word-panel", ".error")).join(),
        /does not know the words “zeppelin”, “airship”/,
      ),
    );
    await page.click("next-word-panel", "#own");
    await eventually(async () => assert.equal((await page.texts("sentence-bar", "label[for=context]")).length, 1));
    await page.enter("context", "the red car is small now");
    await eventually(async () =>
      assert.match((await page.texts("sentence-bar", "#context-problem")).join(), /at most 5/),
    );
  });

  test("the grammar says how often it is right, and leads to its output and to Train", async (page) => {
    await page.open("preset=grammar");
    await offersFor(page, "recipe=grammar");
    const origin = (await page.texts("next-word-panel", "p.small")).join();
    for (const part of [`${grammarFacts.accuracy} %`, `${grammarFacts.agreement} %`])
      assert.ok(origin.includes(part), `${part}: ${origin}`);
    await page.click("next-word-panel", "[data-row='2']");
    await eventually(async () =>
      assert.equal(
        await page.run(({ findAll }) => findAll("next-word-panel", "[data-next]")[0]?.textContent?.trim()),
        nextOf(await page.state(), 2)[0]?.word,
      ),
    );
    await page.click("next-word-panel", "#how");
    await eventually(async () => assert.deepEqual((await page.state()).cell, { stage: "output", index: [2, 0] }));
    await page.click("next-word-panel", "a");
    await eventually(async () => assert.match(await page.fragment(), /^place=train&task=grammar/));
  });

  test("at an output without a readout, the page says so, and opens the model that has one", async (page) => {
    for (const [fragment, said] of /** @type {const} */ ([
      ["recipe=random&stage=output", /These weights have no readout/],
      ["recipe=pronoun&layer=1&stage=output", /the sum is the X of layer 2/],
      ["recipe=pronoun&stage=output", /ends at the attention weights/],
    ])) {
      await page.open(fragment);
      await eventually(async () => assert.match((await page.texts("output-to-word", "section p")).join(), said));
    }
    await page.click("output-to-word", "#open");
    await eventually(async () => assert.equal((await page.state()).recipe, "grammar"));
    await eventually(async () => assert.ok((await page.texts("output-to-word", "table.next")).length === 1));
  });

  test("at the output, each head's share of the inspected number is shown; they add up to it", async (page) => {
    await page.open("recipe=random&heads=4&d_k=3&stage=output&cell=output.2.7");
    await eventually(async () => {
      const numbers = await page.run(({ findAll }) =>
        findAll("output-to-word", "[aria-labelledby=shares] td.number").map((cell) =>
          Number(cell.textContent?.trim().replace("−", "-")),
        ),
      );
      assert.equal(numbers.length, 5);
      const sum = numbers.slice(0, 4).reduce((total, share) => total + share, 0);
      assert.ok(Math.abs(sum - Number(numbers[4])) < 5 * 0.00005, numbers.join());
    });
  });

  test("a lesson's trained model opens in Explore with its panel", async (page) => {
    await page.open();
    await page.follow("place=learn&lesson=purpose&step=1");
    await eventually(async () => assert.ok((await page.texts("learn-place", "h2")).length > 0));
    await page.unfold("learn-place", ".aside");
    await page.click("learn-place", ".open button");
    await eventually(async () => assert.match((await page.texts("pronoun-panel", ".answer")).join(), /In layer 2/));
  });

  test("a lesson shows the way to the next word, but not before its question is answered", async (page) => {
    await page.open();
    await page.follow("place=learn&lesson=next-word&step=wrong");
    await eventually(async () => assert.ok((await page.texts("attention-stage-figure", "canvas")).length > 0));
    await eventually(async () => assert.match((await page.texts("learn-place", "h2")).join(), /next word/));
    assert.deepEqual(await page.texts("output-to-word", "table.next"), []);
    await page.follow("place=learn&lesson=next-word&step=now-you");
    await eventually(async () => assert.equal((await page.texts("output-to-word", "table.next")).length, 1));
    // How one number comes from the heads is not what a step on guesses is about.
    await page.follow("place=learn&lesson=next-word&step=every-row");
    await eventually(async () => assert.deepEqual(await page.texts("output-to-word", "table.next"), []));
    await page.click("learn-place", "[data-option=cat]");
    await eventually(async () => assert.equal((await page.texts("output-to-word", "table.next")).length, 1));
    assert.deepEqual(await page.texts("output-to-word", "table.shares"), []);
  });

  for (const width of [1280, 320]) {
    test(`${width} px wide: nothing overflows, and axe finds nothing, in light and dark`, async (page) => {
      await page.look({ width, height: 800 });
      for (const fragment of ["preset=translation", "preset=grammar-output&theme=dark", "recipe=random&stage=output"]) {
        await page.open(fragment);
        await eventually(async () => {
          const drawn = fragment.includes("output") ? "output-to-word" : "next-word-panel";
          assert.ok((await page.texts(drawn, "section")).length > 0);
        });
        assert.deepEqual(await audit(page), []);
        await checkAxe(page, fragment);
      }
    });
  }
});
