/** The calculators: opened from a number they contain its operands; typed values are computed or refused. Needs a finished build. */
import assert from "node:assert/strict";

import { eventually } from "../support/eventually.js";
import { inBrowsers } from "../support/harness.js";

/** @typedef {import("../support/page.js").Page} Page */

/** @param {Page} page @param {string} experiment @param {string} field @param {string} text */
const type = (page, experiment, field, text) =>
  page.run(
    ({ find }, component, id, value) => {
      const input = find(component, `#${id}`);
      input.value = value;
      input.dispatchEvent(new Event("input"));
    },
    experiment,
    field,
    text,
  );

inBrowsers(["chromium"], (test) => {
  test("a score opens the dot-product calculator with its vectors; the example gives 0.68 and cosine 0.53", async (page) => {
    await page.open("stage=raw&cell=raw.1.4.2");
    const score = (await page.texts("attention-cell-arithmetic", "b"))[0];
    await page.run(({ findAll }) => findAll("attention-cell-arithmetic", "button.link").at(-1)?.click());
    await eventually(async () => assert.equal((await page.texts("dot-experiment", "dd"))[0], score));
    await eventually(async () => assert.equal(await page.run(({ focused }) => focused().id), "experiment-title"));
    await page.run(({ findAll }) => findAll("dot-experiment", ".row button")[1]?.click());
    await eventually(async () =>
      assert.deepEqual(await page.texts("dot-experiment", "dd"), ["0.6800", "1.0488", "1.2207", "0.5312"]),
    );
    await page.run(({ findAll }) => findAll("dot-experiment", ".row button")[0]?.click());
    await eventually(async () =>
      assert.deepEqual(await page.texts("dot-experiment", "dd"), ["1.3600", "2.0976", "1.2207", "0.5312"]),
    );
    await type(page, "dot-experiment", "a", "1 two");
    await eventually(async () =>
      assert.match((await page.texts("dot-experiment", ".error")).join(), /“two” is not a number/),
    );
    await type(page, "dot-experiment", "a", "3 4");
    await eventually(async () =>
      assert.match((await page.texts("dot-experiment", ".error")).join(), /first has 2, .* 3/),
    );
    await type(page, "dot-experiment", "b", "1 0");
    await eventually(async () => assert.equal((await page.texts("dot-experiment", "dd"))[0], "3.0000"));
    await eventually(async () => assert.match(await page.fragment(), /experiment=dot.*dot_a=3\+4&dot_b=1\+0/));
  });

  test("a vector is scaled up until float32 cannot hold it; beyond that it does not become zeros", async (page) => {
    await page.open("experiment=dot&dot_a=1e%2B38+1e%2B38&dot_b=2+2");
    await eventually(async () => assert.equal((await page.texts("dot-experiment", "dd"))[0], "∞"));
    assert.equal((await page.texts("dot-experiment", "dd"))[3], "NaN");
    await page.run(({ findAll }) => findAll("dot-experiment", ".row button")[0]?.click());
    await eventually(async () => assert.equal((await page.state()).dot_a?.[0], 2e38));
    const disabled = () => page.attributes("dot-experiment", ".row button", "aria-disabled");
    await eventually(async () => assert.equal((await disabled())[0], "true"));
    await page.run(({ findAll }) => findAll("dot-experiment", ".row button")[0]?.click());
    assert.equal(await page.run(({ explorer }) => explorer.problem), null, "nothing was refused in silence");
    await type(page, "dot-experiment", "b", "0 0");
    await eventually(async () =>
      assert.match((await page.texts("dot-experiment", "dd"))[3] ?? "", /zeros has no direction/),
    );
  });

  test("a weight opens the softmax calculator with its row; typed scores and temperatures are computed", async (page) => {
    await page.open("stage=weights&cell=weights.1.4.2");
    await page.run(({ findAll }) => findAll("attention-cell-arithmetic", "button.link").at(-1)?.click());
    const weights = async () => (await page.texts("softmax-experiment", "tbody tr td:nth-child(5)")).join(" ");
    const row = (await page.tables())
      .flatMap(({ cells }) => cells)
      .filter(([cell]) => cell.startsWith("weights 1,4,"))
      .map(([, text]) => text)
      .join(" ");
    await eventually(async () => assert.equal(await weights(), row));
    await type(page, "softmax-experiment", "scores", "1 2 3 4");
    await eventually(async () => assert.equal(await weights(), "0.0321 0.0871 0.2369 0.6439"));
    await type(page, "softmax-experiment", "temperature", "0");
    await eventually(async () =>
      assert.match((await page.texts("softmax-experiment", ".error")).join(), /from 0.01 to 100, got “0”/),
    );
    await type(page, "softmax-experiment", "temperature", "0.01");
    await eventually(async () => assert.match(await weights(), /1\.0000$/));
    await type(page, "softmax-experiment", "scores", "1 -inf");
    await eventually(async () => assert.equal(await weights(), "1.0000 0"));
  });
});
