/**
 * A letter of a generated name, followed from the random number that drew it through its probability, its logit, the MLP and
 * attention back to two embeddings. Needs a finished build.
 */
import assert from "node:assert/strict";

import { createEngine } from "../../../web/engine/index.js";
import { percentText } from "../../../web/figures/numbers.js";
import { streamParts } from "../../../web/state/recipes/stream.js";
import { loadedModel } from "../../../web/state/recipes/trained-models.js";
import { changeState, defaultState } from "../../../web/state/state.js";
import { stateToFragment } from "../../../web/state/url.js";
import { shippedData } from "../../../web/training/shipped-data.js";
import { computeWalk } from "../../../web/view/view.js";
import { numberText } from "../../support/oracles/number-text.js";
import { trainOwn } from "../../support/own-models.js";
import { audit } from "../support/audit.js";
import { checkAxe } from "../support/axe.js";
import { eventually } from "../support/eventually.js";
import { checkTables, t } from "../support/expected.js";
import { inBrowsers } from "../support/harness.js";

/** @typedef {import("../support/page.js").Page} Page */

const engine = await createEngine();
const { session, run } = trainOwn(engine, { task: "names" }, 40, await shippedData.names());
const { model } = session;
const { words } = session.facts;
const mark = words.indexOf("·");

/** The state in which a name of this model is read. @param {string} sentence @param {string} [stage] */
const reading = (sentence, stage = "residual_2") =>
  changeState(defaultState, { recipe: "trained", trained_run: run, sentence, stage });

/** The texts of some elements in the panel that draws letters. @param {Page} page @param {string} selector */
const drawn = (page, selector) => page.texts("draw-next", selector);

/** Sets one of the settings of the draw. @param {Page} page @param {string} field @param {number} value */
const set = (page, field, value) =>
  page.run(
    ({ find }, id, text) => {
      const input = find("draw-next", `#${id}`);
      input.value = text;
      input.dispatchEvent(new InputEvent("input", { bubbles: true }));
    },
    field,
    String(value),
  );

inBrowsers(["chromium"], (test) => {
  test("names are drawn letter by letter as model.generate draws them, by seed, temperature, top-k and top-p", async (page) => {
    await page.open(stateToFragment(reading("·")));
    await page.unfold("draw-next", "details");
    for (const options of [
      { seed: 3 },
      { seed: 4, temperature: 0.5 },
      { seed: 5, top_k: 4 },
      { seed: 6, temperature: 2, top_p: 0.7 },
      { temperature: 0 },
    ]) {
      const settings = { seed: 1, temperature: 1, top_k: words.length, top_p: 1, ...options };
      for (const [field, value] of Object.entries(settings)) await set(page, field, value);
      const { tokens, steps } = model.generate([mark], { ...settings, count: 15, stop: mark });
      const [{ uniform, candidates, token } = assert.fail("no step")] = steps;
      const { chance } = candidates.find((candidate) => candidate.token === token) ?? assert.fail("none drawn");
      const first = { number: 1, uniform: numberText(uniform, 4), chance: percentText(chance, 1) };
      const word = token === mark ? t("next-end") : (words[token] ?? "");
      await eventually(async () =>
        assert.deepEqual(await drawn(page, "p[role=status]"), [t("draw-drawn", { ...first, word })]),
      );
      const table = candidates
        .slice(0, 8)
        .map((each) => [
          each.token === mark ? t("next-end") : words[each.token],
          numberText(each.logit, 4),
          percentText(each.probability, 1),
          percentText(each.chance, 1),
        ]);
      const rows = await drawn(page, "tbody > tr > :not(:last-child)");
      assert.deepEqual(rows.slice(0, 32), table.flat());
      if (token === mark) continue;
      await page.click("draw-next", "#write");
      const name = tokens.filter((each) => each !== mark).map((each) => words[each]);
      await eventually(async () => assert.equal((await page.state()).sentence, ["·", ...name].join("")));
      await page.click("history-buttons", "#undo");
      await eventually(async () => assert.equal((await page.state()).sentence, "·"));
    }
    await set(page, "temperature", -1);
    await eventually(async () => assert.equal((await drawn(page, "#temperature-problem")).length, 1));
    await checkAxe(page, "a setting of the draw that cannot be used");
  });

  test("a letter's logit is written out part by part, and each part's number leads on to its own", async (page) => {
    const state = reading("·mari");
    await page.open(stateToFragment(state));
    const readout = loadedModel(engine, state)?.readout ?? assert.fail("no readout");
    const walk = computeWalk(state, engine, new Map());
    const last = walk.tokens.length - 1;
    const logits = model.walk({ tokens: walk.tokens.map((word) => words.indexOf(word)) });
    const { data, shape } = logits.tensor("logits");
    const own = Array.from(data.subarray(last * Number(shape[1]), (last + 1) * Number(shape[1])));
    logits.free();
    const best = own.indexOf(Math.max(...own));
    const { parts } = streamParts(engine, readout, [walk.run.finish()], last, best);
    await eventually(async () => {
      const numbers = await page.texts("output-to-word", ".parts tbody td.number:nth-child(2)");
      assert.deepEqual(numbers, [...parts.map(({ logit }) => numberText(logit, 4)), numberText(own[best] ?? NaN, 4)]);
    });
    assert.deepEqual(await page.texts("output-to-word", ".parts tbody td:nth-child(3)"), [
      ...parts.map(({ guess }) => (guess === "·" ? t("next-end") : guess)),
      "",
    ]);
    await checkTables(page, state);
    await checkAxe(page, "a letter's way");
    assert.deepEqual(await audit(page), []);
    /* From the row that is read back to X, from number to number, each with its arithmetic. */
    await page.click("output-to-word", "details:has(.numbers) > summary");
    await page.click("output-to-word", ".numbers td:nth-of-type(3) button");
    for (const stage of ["mlp_output", "mlp_activated", "mlp_hidden", "norm_2", "residual_1", "X"]) {
      await eventually(async () => assert.equal((await page.state()).cell?.stage, stage));
      const { index } = (await page.state()).cell ?? assert.fail("no number");
      const { value } = walk.run.explain(stage, [...index]);
      await eventually(async () =>
        assert.ok((await page.texts("attention-cell-arithmetic", "b")).includes(numberText(value, 4)), stage),
      );
      if (stage !== "X") await page.click("attention-cell-arithmetic", "button.operand");
    }
    walk.run.free();
  });

  test("a number of X is written out as the norm of the embedding plus the position, which training found", async (page) => {
    const state = changeState(reading("·mari", "X"), { cell: { stage: "X", index: [2, 5] } });
    await page.open(stateToFragment(state));
    const walk = model.walk({ tokens: [..."·mari"].map((word) => words.indexOf(word)) });
    const [embedding, position, sum, value] = /** @type {const} */ ([
      "embeddings",
      "positions",
      "embedded",
      "embedding_norm",
    ]).map((name) => numberText(walk.explain(name, [2, 5]).value, 4));
    walk.free();
    await eventually(async () => {
      const text = (await page.texts("layer-input", "section")).join();
      for (const number of [embedding, position, sum, value])
        assert.ok(text.includes(String(number)), `${number}: ${text}`);
      assert.match(text, /of “a”/);
    });
    await checkAxe(page, "where X comes from");
  });
});
