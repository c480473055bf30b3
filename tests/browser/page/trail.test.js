/** Following a number back to the embeddings, and forward to its uses, by pointer and keyboard. Needs a finished build. */
import assert from "node:assert/strict";
import { Key } from "selenium-webdriver";

import { usesByStage } from "../../../web/figures/measures/uses-by-stage.js";
import { stateFromFragment } from "../../../web/state/url.js";
import { eventually } from "../support/eventually.js";
import { walkOf } from "../support/expected.js";
import { inBrowsers } from "../support/harness.js";

/** The cells from a weight back to an embedding. */
const way = ["weights", "masked", "scaled", "raw", "Q", "X"];

inBrowsers(["chromium"], (test) => {
  test("clicking operand after operand leads from a weight to an embedding, and the breadcrumbs lead back", async (page) => {
    await page.open("cell=weights.1.4.2");
    for (const [step, stage] of way.entries()) {
      await eventually(async () => {
        const { cell, stage: shown, trail } = await page.state();
        assert.deepEqual([cell?.stage, shown, trail.length], [stage, stage, step]);
      });
      if (stage !== "X") await page.click("attention-cell-arithmetic", ".operand");
    }
    await eventually(async () =>
      assert.match((await page.texts("attention-cell-arithmetic", "p")).join(), /Drawn at random for the token “eat”/),
    );
    const crumbs = await eventually(async () => {
      const texts = await page.texts("attention-ask-trail", "button");
      assert.deepEqual(
        texts.map((crumb) => crumb.replace(/\d?\(.*/, "")),
        way.slice(0, -1),
      );
      return texts;
    });
    const { run } = walkOf(await page.state());
    assert.ok(crumbs[0]?.endsWith(`= ${run.explain("weights", [1, 4, 2]).value.toFixed(4)}`), crumbs[0]);
    run.free();
    await page.click("attention-ask-trail", "li:nth-child(3) button");
    await eventually(async () => {
      const { cell, trail, stage } = await page.state();
      assert.deepEqual([cell?.stage, stage, trail.length], ["scaled", "scaled", 2]);
    });
  });

  test("a trail leads from zoom to zoom, in and out, by keyboard; it says where one is, and stays where it is", async (page) => {
    await page.openFirstScreen();
    const trail = () =>
      page.run(({ findAll, find }) => {
        const crumbs = findAll("attention-explorer", ".trail button");
        const current = crumbs.filter((crumb) => crumb.ariaCurrent === "step");
        const { left, width } = find("attention-explorer", ".trail").getBoundingClientRect();
        return { names: crumbs.map((crumb) => crumb.dataset.zoom), at: current[0]?.dataset.zoom, left, width };
      });
    const go = async (/** @type {string} */ zoom) => {
      await page.run(({ find }, to) => find("attention-explorer", `[data-zoom=${to}]`).focus(), zoom);
      await page.press(Key.ENTER);
      await eventually(async () => assert.equal((await trail()).at, zoom));
    };
    const above = (/** @type {string} */ component) =>
      page.run(
        ({ find }, name) =>
          find("attention-explorer", name).getBoundingClientRect().top <
          find("attention-explorer", "attention-stage-strip").getBoundingClientRect().top,
        component,
      );
    const first = await trail();
    assert.deepEqual([first.names, first.at], [["words", "stage", "number"], "words"]);
    await go("stage");
    assert.equal((await page.state()).stage, "X");
    assert.equal(await above("pronoun-panel"), false);
    await go("number");
    await go("stage");
    assert.equal((await page.state()).cell, null);
    await go("words");
    assert.equal(await above("pronoun-panel"), true);
    assert.deepEqual(await trail(), first, "nothing has moved");

    await page.open("norm=layernorm&residual=sequential&mlp=plain");
    assert.deepEqual((await trail()).names, ["words", "layer", "stage", "number"]);
    await go("layer");
    await page.part("attention-layer-map", "nav");
    assert.equal(await above("attention-layer-view"), true);
    await page.click("attention-layer-map", "[data-stage=V]");
    await eventually(async () => assert.deepEqual([(await trail()).at, (await page.state()).stage], ["stage", "V"]));
    await go("words");
    assert.equal(await above("attention-control-bar"), true);
    for (const width of [360, 390]) {
      const phone = { width, height: 780, deviceScaleFactor: 1, mobile: true }; // its scrollbars take no room
      await page.devtools("Emulation.setDeviceMetricsOverride", phone);
      await eventually(async () => {
        const middles = await page.run(({ findAll }) =>
          findAll("attention-explorer", ".trail, header p").map((part) => {
            const { top, bottom } = part.getBoundingClientRect();
            return Math.round((top + bottom) / 2);
          }),
        );
        assert.equal(new Set(middles).size, 1, `${width}: ${middles.join()}`);
      });
    }
  });

  test("the same by keyboard; Escape ends it", async (page) => {
    await page.open("cell=weights.1.4.2");
    await page.run(({ find }) => find("attention-cell-arithmetic", ".operand").focus());
    for (const [step, stage] of way.slice(1).entries()) {
      await page.press(Key.ENTER);
      await eventually(async () => assert.equal((await page.state()).trail.length, step + 1));
      await eventually(async () => {
        const { cell } = await page.state();
        assert.equal(cell?.stage, stage);
        assert.equal(await page.run(({ focused }) => focused().id), "what", "focus goes on to the number's name");
      });
      if (stage !== "X") await page.press(Key.TAB);
    }
    await page.press(Key.ESCAPE);
    await eventually(async () => {
      const { cell, trail } = await page.state();
      assert.deepEqual([cell, trail], [null, []]);
    });
  });

  test("the uses of a number are those that the engine lists, and lead to them", async (page) => {
    for (const fragment of ["stage=X&cell=X.2.1", "stage=V&cell=V.1.3.0", "stage=output&cell=output.0.0"]) {
      await page.open(fragment);
      const { run } = walkOf(stateFromFragment(fragment));
      const [, stage = "", index = ""] = /cell=(\w+)\.(.*)/.exec(fragment) ?? [];
      const want = usesByStage(run.uses(stage, index.split(".").map(Number)));
      run.free();
      const written = await eventually(async () => {
        const texts = await page.texts("attention-ask-uses", "li");
        assert.equal(texts.length, want.length);
        return texts;
      });
      for (const [at, { stage: user, count }] of want.entries())
        assert.match(written[at] ?? "", new RegExp(`^${user}: ${count} number`));
      if (!want[0]) continue;
      await page.click("attention-ask-uses", "button");
      const { largest } = want[0];
      await eventually(async () => {
        const { cell, trail } = await page.state();
        assert.deepEqual([cell, trail.length], [{ stage: largest.stage, index: largest.index }, 1]);
      });
    }
  });
});
