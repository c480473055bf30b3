/** The experiment about the backward pass shows the engine's gradients, and works by keyboard. Needs a finished build. */
import assert from "node:assert/strict";
import { Key } from "selenium-webdriver";

import { formatGradient } from "../../../web/figures/measures/gradient-lines.js";
import { tokenLoss } from "../../../web/figures/measures/readout-loss.js";
import { lossGradient, normOf } from "../../../web/figures/scene/gradients.js";
import { formatNumber } from "../../../web/figures/index.js";
import { changeState, defaultState } from "../../../web/state/state.js";
import { firstScreen } from "../../../web/state/recipes/trained-models.js";
import { stateToFragment } from "../../../web/state/url.js";
import { checkAxe } from "../support/axe.js";
import { eventually } from "../support/eventually.js";
import { walkOf } from "../support/expected.js";
import { inBrowsers } from "../support/harness.js";

inBrowsers(["chromium"], (test) => {
  test("lengths, gradients and one gradient's arithmetic are the engine's; the link restores it", async (page) => {
    const start = changeState(defaultState, { experiment: "backward", loss: [4, 3] });
    await page.open(stateToFragment(start));
    await (await page.part("backward-experiment", '[data-gradient="scaled"]')).sendKeys(Key.ENTER);
    await page.run(({ find }) => void (find("backward-experiment", "details").open = true));
    await (await page.part("backward-experiment", 'td[data-cell="scaled 1,4,0"]')).sendKeys(Key.ARROW_RIGHT);
    await page.press(Key.ARROW_RIGHT, Key.ENTER);
    const state = changeState(start, { gradient: { stage: "scaled", index: [1, 4, 2] } });
    await eventually(async () => assert.deepEqual(await page.state(), state));
    const { run } = walkOf(state);
    const gradients = run.backward(lossGradient(run.shape("output"), [4, 3]));
    const { value } = run.explainGradient(gradients, "scaled", [1, 4, 2]);
    run.free();
    await eventually(async () =>
      assert.deepEqual(await page.texts("backward-experiment", ".value"), [formatGradient(value)]),
    );
    const shown = await page.run(({ findAll }) =>
      findAll("backward-experiment", "table")
        .filter((table) => table.querySelector("caption")?.textContent === "∂ scaled")
        .flatMap((table) => [...table.querySelectorAll("td[data-cell]")].map((cell) => cell.textContent?.trim() ?? "")),
    );
    assert.deepEqual(
      shown,
      Array.from(gradients.scaled.data.slice(49, 98), (number) => formatNumber(number, 4)),
    );
    const ids = await page.attributes("backward-experiment", "[data-gradient]", "data-gradient");
    assert.equal(ids[0], "output");
    assert.ok(["X", "Wq", "Wk", "Wv", "Wo"].every((id) => ids.includes(id)));
    const lengths = await page.texts("backward-experiment", ".norm");
    assert.deepEqual(
      lengths,
      ids.map((id) => `norm ${formatGradient(normOf(gradients[id].data))}`),
    );
    await checkAxe(page, "backward");
    await eventually(async () => assert.equal(await page.fragment(), stateToFragment(state)));
    await page.open(stateToFragment(state));
    await eventually(async () =>
      assert.deepEqual(await page.texts("backward-experiment", ".value"), [formatGradient(value)]),
    );
    await page.click("backward-experiment", ".unscaled");
    await page.click("backward-experiment", '[data-width="64"]');
    await eventually(async () =>
      assert.deepEqual(await page.state(), changeState(state, { experiment_state: { scaling: false, d_k: 64 } })),
    );
    await page.follow(stateToFragment(changeState(state, { theme: "dark", projections: false })));
    await eventually(() => page.part("backward-experiment", '[data-gradient="X"]'));
    await checkAxe(page, "backward, dark");
  });

  test("it starts at the loss that the model was trained with; another right answer gives a larger one", async (page) => {
    await page.open("recipe=pronoun&experiment=backward");
    const said = async () => (await page.texts("backward-experiment", "p.answer")).join();
    await eventually(async () =>
      assert.match(await said(), /“it” are this model’s answer: it puts [\d.]+ on “animal”/),
    );
    const lossNow = async () => Number(/= ([\d.]+) nats/.exec(await said())?.[1] ?? NaN);
    const { run } = walkOf(changeState(defaultState, firstScreen));
    const [own = NaN, road = NaN] = [2, 6].map((key) => -Math.log(Number(run.tensor("weights").data[8 * 12 + key])));
    run.free();
    await eventually(async () => assert.ok(Math.abs((await lossNow()) - own) < 1e-4));
    await page.run(({ find }) => {
      const list = find("backward-experiment", "select.key");
      list.value = "6";
      list.dispatchEvent(new Event("change"));
    });
    await eventually(async () => assert.ok(Math.abs((await lossNow()) - road) < 1e-3 * road));
    await eventually(async () => assert.match(await page.fragment(), /loss_token=6/));
    for (const [fragment, words] of /** @type {const} */ ([
      ["recipe=pronoun&layer=1&experiment=backward", /comes back to this layer through layer 2/],
      ["recipe=grammar&experiment=backward", /its readout makes logits of X \+ output/],
      ["recipe=random&experiment=backward", /These weights are random, so the guesses are too/],
      ["recipe=random&experiment=backward&loss=", /not a loss that makes a model better/],
    ])) {
      await page.open(fragment);
      await eventually(async () => assert.match(await said(), words));
    }
    await checkAxe(page, "backward, a sum");
  });

  test("the loss can be the cross-entropy of a token; its gradient flows back, and the link keeps it", async (page) => {
    const start = changeState(defaultState, { experiment: "backward", loss: [4] });
    await page.open(stateToFragment(start));
    await page.part("backward-experiment", "select.answer");
    await page.run(({ find }) => {
      const list = find("backward-experiment", "select.answer");
      list.value = "1";
      list.dispatchEvent(new Event("change"));
    });
    const state = changeState(start, { loss_token: 1 });
    await eventually(async () => assert.deepEqual(await page.state(), state));
    await eventually(async () => assert.equal(await page.fragment(), stateToFragment(state)));
    const { run } = walkOf(state);
    const { loss, gradient } = tokenLoss(run.tensor("output"), { columns: run.tensor("X"), bias: null }, [
      { row: 4, word: 1 },
    ]);
    const gradients = run.backward(gradient);
    run.free();
    await page.open(stateToFragment(state));
    await eventually(async () => {
      const ids = await page.attributes("backward-experiment", "[data-gradient]", "data-gradient");
      assert.ok(ids.length > 5);
      const norms = ids.map((id) => `norm ${formatGradient(normOf(gradients[id].data))}`);
      assert.deepEqual(await page.texts("backward-experiment", ".norm"), norms);
      assert.match(
        (await page.texts("backward-experiment", "p.answer")).join(),
        new RegExp(`: ${formatNumber(loss, 4)} nats`),
      );
    });
    await checkAxe(page, "backward, cross-entropy");
    await page.run(({ find }) => {
      const list = find("backward-experiment", "select.column");
      list.value = "2";
      list.dispatchEvent(new Event("change"));
    });
    await eventually(async () => {
      const { loss: chosen, loss_token } = await page.state();
      assert.deepEqual([chosen, loss_token], [[4, 2], null]);
    });
  });
});
