/** The experiment about the KV cache shows the engine's numbers, and works by keyboard. Needs a finished build. */
import assert from "node:assert/strict";
import { Key } from "selenium-webdriver";

import { createEngine } from "../../../web/engine/index.js";
import { inputsFromState } from "../../../web/state/index.js";
import { numberText } from "../../support/oracles/number-text.js";
import { countsOf, formatBytes, formatCount } from "../../../web/figures/measures/cost-counts.js";
import { changeState, defaultState } from "../../../web/state/state.js";
import { stateToFragment } from "../../../web/state/url.js";
import { checkAxe } from "../support/axe.js";
import { eventually } from "../support/eventually.js";
import { onOneLine, t } from "../support/expected.js";
import { inBrowsers } from "../support/harness.js";

const engine = await createEngine();

const counted = (/** @type {number} */ count) => onOneLine(formatCount(t, count));

/** @param {import("../../../web/state/state.js").State} state */
function expected(state) {
  const { spec, inputs } = inputsFromState(state, engine);
  const run = engine.trace({ ...spec, prefill: state.prefill }, inputs).finish();
  const appends = run.steps().map((step) => {
    step.run.finish();
    const weights = step.run.tensor("weights");
    const shown = { weights, output: step.run.tensor("output") };
    step.run.free();
    return { ...step, ...shown };
  });
  run.free();
  return appends;
}

inBrowsers(["chromium"], (test) => {
  test("steps by keyboard; weights, output and counters are the engine's; the link restores it all", async (page) => {
    const start = changeState(defaultState, { experiment: "cache", prefill: 3, cost_layers: 2 });
    await page.open(stateToFragment(start));
    const next = await page.part("step-player", ".next");
    await next.sendKeys(Key.ENTER);
    await next.sendKeys(Key.ENTER);
    const state = changeState(start, { cache_step: 2 });
    await eventually(async () => assert.deepEqual(await page.state(), state));
    const appends = expected(state);
    const append = appends[2];
    await page.run(({ findAll }) =>
      findAll("cache-experiment", "details").forEach((/** @type {any} */ d) => (d.open = true)),
    );
    const rowOf = (/** @type {string} */ id) => page.texts("cache-experiment", `tr[data-row="${id}"] td`);
    const head = Number(state.head);
    const weights = Array.from(append.weights.data).slice(head * append.cache_len, (head + 1) * append.cache_len);
    await eventually(async () =>
      assert.deepEqual(
        await rowOf("weights"),
        weights.map((value) => numberText(value, 4)),
      ),
    );
    const output = Array.from(append.output.data, (value) => numberText(value, 4));
    assert.deepEqual(await rowOf("with-cache"), output);
    assert.deepEqual(await rowOf("full"), output);
    assert.match(
      (await page.texts("cache-experiment", ".result"))[0] ?? "",
      /all 16 numbers up to “eat” are equal to the last bit/,
    );
    const now = [countsOf(append.cost, 2), countsOf(append.costWithout, 2)];
    const sums = [0, 1].map((which) =>
      appends
        .slice(0, 3)
        .reduce((sum, each) => sum + countsOf([each.cost, each.costWithout][which] ?? {}, 2).scores, 0),
    );
    const scores = await rowOf("scores");
    assert.deepEqual(
      [scores[0], scores[1]],
      now.map((count) => counted(count.scores)),
    );
    assert.deepEqual([scores[3], scores[4]], sums.map(counted));
    const [cached, again] = /** @type {const} */ (["cost", "costWithout"]).map((which) =>
      appends.reduce((sum, each) => {
        const { projections, mixing, scores: compared, sums: averaged } = countsOf(each[which], 2);
        return sum + projections + mixing + compared + averaged;
      }, 0),
    );
    const saved = (await page.texts("cache-experiment", ".result"))[1] ?? "";
    for (const count of [counted(cached), counted(again), (again / cached).toPrecision(3)])
      assert.ok(saved.includes(` ${count} `), `${saved} has not ${count}`);
    assert.equal((await rowOf("bytes"))[1], onOneLine(formatBytes(t, now[1]?.bytes ?? NaN)));
    await checkAxe(page, "cache");
    await eventually(async () => assert.equal(await page.fragment(), stateToFragment(state)));
    await page.open(stateToFragment(state));
    await eventually(async () => assert.deepEqual(await rowOf("scores"), scores));
  });

  test("without a causal mask it says so and offers one; a mask that leaks is reported; a known model's cache is counted", async (page) => {
    const state = changeState(defaultState, { experiment: "cache", causal: false });
    await page.open(stateToFragment(state));
    await page.click("cache-experiment", ".causal");
    await eventually(async () =>
      assert.deepEqual(await page.state(), changeState(state, { experiment_state: { causal: true } })),
    );
    await eventually(() => page.part("cache-experiment", "scene-view"));
    await page.follow("experiment=cache&mask_mode=after_softmax&prefill=3&cached=false");
    await eventually(async () =>
      assert.match((await page.texts("cache-experiment", ".result"))[0] ?? "", /differ by up to \d\.\d+:/),
    );
    await page.follow("experiment=cache&theme=dark&cost_model=gpt2&cost_layers=12&cost_tokens=1024");
    for (const [row, one] of /** @type {const} */ ([
      ["projections", 3 * 768 * 768 * 12],
      ["mixing", 768 * 768 * 12], // the heads' results, by Wo
      ["scores", 1024 * 768 * 12],
    ]))
      await eventually(async () =>
        assert.deepEqual(
          await page.texts("cache-experiment", `tr[data-row="${row}"] td`),
          [counted(one), counted(one * 1024), "1,020 ×"],
          row,
        ),
      );
    await checkAxe(page, "a known model, dark");
  });

  test("a text that is too long for single steps still has its counts, of heads and of mixing", async (page) => {
    const words = 80;
    const state = changeState(defaultState, {
      experiment: "cache",
      sentence: Array(words).fill("the").join(" "),
      cost_layers: 3,
    });
    await page.open(stateToFragment(state));
    const { heads, d_k, d_model } = state;
    const [width, layers] = [heads * d_k, 3];
    for (const [row, one] of /** @type {const} */ ([
      ["projections", 3 * d_model * width * layers],
      ["mixing", d_model * width * layers],
      ["scores", words * width * layers],
      ["sums", words * width * layers],
    ]))
      await eventually(async () =>
        assert.deepEqual(
          await page.texts("cache-experiment", `tr[data-row="${row}"] td`),
          [counted(one), counted(one * words), "80 ×"],
          row,
        ),
      );
    assert.match((await page.texts("cache-experiment", ".kept")).join(), /the cache holds 80 rows × 3 layers/);
    await checkAxe(page, "a long text");
  });
});
