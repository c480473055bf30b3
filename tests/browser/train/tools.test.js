/** More to do with a trained model on the page: weights as files, changed heads, earlier steps, changed rates, two runs. */
import assert from "node:assert/strict";

import { createEngine } from "../../../web/engine/index.js";
import { weightFormats } from "../../../web/export/index.js";
import { Session } from "../../../web/training/session.js";
import { changeSettings, defaultSettings } from "../../../web/training/settings.js";
import { splitWeights } from "../../../web/training/weights.js";
import { checkAxe } from "../support/axe.js";
import { saveHere, savedFile } from "../support/downloads.js";
import { eventually } from "../support/eventually.js";
import { allEngines, inBrowsers } from "../support/harness.js";

/** @typedef {import("../support/page.js").Page} Page */

/** How long a run may take on a busy machine, ms. */
const patience = 120_000;
const engine = await createEngine();

/** What the run on the page has. @param {Page} page */
const runOf = (page) =>
  page.run(({ find }) => {
    const { run } = find("attention-explorer", "train-place") ?? {};
    const { step, weights } = run?.snapshots.at(-1) ?? {};
    return {
      status: run?.status,
      steps: run?.steps,
      snapshots: run?.snapshots.length,
      losses: /** @type {number[]} */ (run?.losses ?? []),
      evaluation: run?.evaluations.at(-1),
      last: { step, weights: Array.from(/** @type {Float32Array} */ (weights ?? [])) },
      rates: run?.rates,
    };
  });

/** Opens a run that has taken some steps, one by one. @param {Page} page @param {string} fragment @param {number} steps */
async function trained(page, fragment, steps) {
  await page.open();
  await page.follow(fragment);
  await eventually(async () => {
    const { status, steps: taken, snapshots } = await runOf(page);
    assert.deepEqual([status, taken, snapshots], ["paused", 0, 1]);
  }, patience);
  await takeSteps(page, steps);
}

/** @param {Page} page @param {number} count */
async function takeSteps(page, count) {
  const { steps } = await runOf(page);
  for (let step = steps; step < steps + count; step++) {
    await page.click("train-place", "#step");
    await eventually(async () => assert.equal((await runOf(page)).steps, step + 1), patience);
  }
}

/** Opens one of the parts that are loaded on demand. @param {Page} page @param {string} part @param {string} content */
async function openPart(page, part, content) {
  await page.unfold("train-place", `#${part}`);
  await page.part(part, content);
}

/** Gives a file to the part that reads weights. @param {Page} page @param {string} name @param {Uint8Array} bytes */
const giveFile = (page, name, bytes) =>
  page.run(
    ({ find }, file, content) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([Uint8Array.from(content)], file));
      const input = find("weight-files", "#load");
      input.dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, composed: true, cancelable: true }));
    },
    name,
    [...bytes],
  );

/** @param {Page} page @param {string} component @param {string} selector @param {string} value */
const choose = (page, component, selector, value) =>
  page.run(
    ({ find }, host, inner, to) => {
      const select = find(host, inner);
      select.value = to;
      select.dispatchEvent(new Event("change"));
    },
    component,
    selector,
    value,
  );

/** A run in Node. @param {Partial<import("../../../web/training/settings.js").Settings>} patch @param {number} steps */
function session(patch, steps) {
  const run = new Session(engine, changeSettings(defaultSettings, patch));
  for (let step = 0; step < steps; step++) run.step();
  return run;
}

inBrowsers(allEngines, (test) => {
  test("weights come back from files of every format; a file of another model says why not, and changes nothing", async (page) => {
    await trained(page, "place=train", 1);
    await openPart(page, "weight-files", "#load");
    const given = session({}, 40);
    const other = session({ task: "induction" }, 0);
    const bytesOf = (/** @type {keyof typeof weightFormats} */ format, /** @type {Session} */ of) => {
      const content = weightFormats[format](of.model.weights());
      return typeof content === "string" ? new TextEncoder().encode(content) : content;
    };
    await giveFile(page, "other.npz", bytesOf("npz", other));
    await eventually(async () =>
      assert.deepEqual(await page.texts("weight-files", "[role=alert]"), [
        "other.npz: must hold token_embedding with the shape [10, 16], got [12, 16]",
      ]),
    );
    assert.equal((await runOf(page)).steps, 1);
    for (const format of /** @type {const} */ (["npz", "safetensors", "json"])) {
      await giveFile(page, `mine.${format}`, bytesOf(format, given));
      await eventually(async () => {
        const { steps, status, last, evaluation } = await runOf(page);
        assert.deepEqual([status, steps, last.step], ["paused", 0, 0]);
        assert.deepEqual(last.weights, Array.from(given.weights()));
        assert.deepEqual(evaluation, { ...given.evaluate(), step: 0 });
      }, patience);
      await eventually(async () =>
        assert.match((await page.texts("weight-files", "[role=status]")).join(), new RegExp(`mine\\.${format}`)),
      );
      await takeSteps(page, 1);
    }
    for (const each of [given, other]) each.model.free();
  });

  test("an earlier step opens in Explore with the weights that it had", async (page) => {
    await trained(page, "place=train", 6);
    await page.run(({ find }) => {
      const scrub = find("train-place", "#scrub");
      scrub.value = "2";
      scrub.dispatchEvent(new InputEvent("input"));
    });
    await eventually(async () => assert.match((await page.texts("train-place", ".open")).join(), /step 2/));
    await page.click("train-place", ".open");
    const own = session({}, 2);
    const expected = Array.from(own.maps());
    own.model.free();
    await eventually(async () =>
      assert.deepEqual(
        await page.run(({ explorer }) =>
          Array.from(/** @type {Float32Array} */ (explorer.walks.walk.run.tensor("weights").data)),
        ),
        expected,
      ),
    );
  });
});

inBrowsers(["chromium"], (test) => {
  test("each head can be changed, and what the model then gets right is what Node measures", async (page) => {
    const steps = 12;
    await trained(page, "place=train&task=translation", steps);
    await openPart(page, "changed-heads", "#measure");
    await choose(page, "changed-heads", "#replacement", "swap");
    await page.click("changed-heads", "#measure");
    const own = session({ task: "translation" }, steps);
    const scores = [null, 0, 1].map((head) =>
      own.measure(head === null ? null : { layer: 0, head, replacement: "swap" }),
    );
    own.model.free();
    await eventually(async () => {
      const cells = await page.texts("changed-heads", "tbody td:last-child");
      assert.deepEqual(
        cells,
        scores.map(({ loss }) => loss.toFixed(3)),
      );
    }, patience);
    await eventually(async () => assert.match((await page.texts("changed-heads", "[role=status]")).join(), /needed/));
  });

  test("the learning rate changes during a run; the link has it, and trains to the same bits", async (page) => {
    await trained(page, "place=train", 3);
    await choose(page, "train-place", "#rate", "0.001");
    await eventually(async () => assert.match(await page.fragment(), /rates=3(:|%3A)0\.001/i));
    await takeSteps(page, 3);
    const { losses, rates } = await runOf(page);
    assert.deepEqual(rates, [{ step: 3, lr: 0.001 }]);
    await eventually(async () =>
      assert.match((await page.texts("train-place", ".rates")).join(), /After step 3, the learning rate is 0\.001/),
    );
    const fragment = await page.fragment();
    await trained(page, fragment, 6);
    assert.deepEqual((await runOf(page)).losses, losses);
  });

  test("where the maps and weights of a run take too much memory, every second step goes, and the page says so", async (page) => {
    await trained(page, "place=train", 3);
    assert.deepEqual(await page.texts("train-place", ".thinned"), []);
    // As large as those of long runs of large models: 4 times 24 MB.
    await page.run(({ find }) => {
      const { run } = find("attention-explorer", "train-place");
      for (const snapshot of run.snapshots) snapshot.weights = new Float32Array(6 * 2 ** 20);
    });
    await page.click("train-place", "#step");
    await eventually(async () =>
      assert.match((await page.texts("train-place", ".thinned")).join(), /^3 of 5 recorded steps are kept.* 64 MB/),
    );
    const steps = await page.run(({ find }) =>
      find("attention-explorer", "train-place").run.snapshots.map((/** @type {{step: number}} */ { step }) => step),
    );
    assert.deepEqual(steps, [0, 2, 4]);
  });

  test("any setting can be compared: both runs train, with one thing changed", async (page) => {
    await trained(page, "place=train", 0);
    await page.unfold("train-place", ".what-if details");
    await choose(page, "train-place", "#any-name", "optimizer");
    await eventually(async () =>
      assert.equal((await page.attributes("train-place", "#any-value option", "value")).length, 2),
    );
    await choose(page, "train-place", "#any-value", "sgd");
    await choose(page, "train-place", "#speed", "full");
    await page.click("train-place", "#ask-any");
    await page.click("train-place", "[data-guess=fails]");
    await eventually(async () => {
      assert.match((await page.texts("train-place", ".guess [role=status]")).join(), /It reached \d+(\.\d)? %/);
      const settings = await page.run(({ find }) => {
        const { run, other } = find("attention-explorer", "train-place");
        return [run.settings.optimizer, other?.settings.optimizer, other?.settings.seed];
      });
      assert.deepEqual(settings, ["adam", "sgd", 1]);
    }, patience);
    assert.match((await page.texts("train-place", "figure.other figcaption")).join(), /optimizer: SGD\?/);
    // It was about these settings: with others, the next question is one of the page's own.
    await choose(page, "train-place", "#set-optimizer", "sgd");
    await eventually(async () =>
      assert.deepEqual(await page.attributes("train-place", "#what-if", "data-variant"), ["positions"]),
    );
  });

  test("losses that are cut off are said to be, in the picture and under it", async (page) => {
    await trained(page, "place=train&optimizer=sgd&lr=10", 0);
    const below = async () => (await page.texts("train-place", ".loss > p")).join();
    assert.doesNotMatch(await below(), /drawn at that height/);
    await choose(page, "train-place", "#speed", "full");
    await page.click("train-place", "#play");
    // Three times the loss of guessing one of ten letters: 3 ln 10 is 6.907755.
    await eventually(async () => assert.match(await below(), /above 6\.91, 3 times/), patience);
    await eventually(async () => {
      const svg = await page.run(({ find }) => {
        const view = find("train-place", ".loss scene-view");
        return JSON.stringify(
          view.draw({ width: 400, measure: (/** @type {string} */ text) => 7 * text.length }).texts,
        );
      });
      assert.match(svg, /Loss \(cut off at 6\.91\)/);
    });
  });

  test("saved weights and code are those of the step that is looked at", async (page) => {
    await saveHere(page);
    await trained(page, "place=train", 4);
    await openPart(page, "weight-files", "#load");
    const bytes = await savedFile(page, "weight-files", "#save-safetensors", "reverse-4.safetensors");
    const own = session({}, 4);
    const expected = weightFormats.safetensors(splitWeights(own.facts.shapes, own.weights()));
    own.model.free();
    assert.ok(bytes.equals(Buffer.from(expected)));
    const code = await savedFile(page, "weight-files", "#code-safetensors", "reverse-4.py");
    assert.match(code.toString(), /read\("reverse-4\.safetensors"\)/);
  });

  test("everyone can use the parts that are loaded on demand: axe finds nothing, at 1280 and 360 px, light and dark", async (page) => {
    for (const width of [1280, 360])
      for (const theme of ["light", "dark"]) {
        await page.look({ width, height: 900, media: { "prefers-color-scheme": theme } });
        await trained(page, "place=train&task=pronoun", 1);
        await openPart(page, "changed-heads", "#measure");
        await openPart(page, "weight-files", "#load");
        await page.click("changed-heads", "#measure");
        await eventually(
          async () => assert.match((await page.texts("changed-heads", "[role=status]")).join(), /needed/),
          patience,
        );
        await checkAxe(page, `${width} px, ${theme}`);
        const overflow = await page.run(() => document.documentElement.scrollWidth - window.innerWidth);
        assert.ok(overflow <= 0, `${width} px: ${overflow} px too wide`);
        if (process.env.SHOTS) {
          const { writeFileSync } = await import("node:fs");
          const height = await page.run(() => document.documentElement.scrollHeight);
          await page.look({ width, height: Math.min(height, 4000), media: { "prefers-color-scheme": theme } });
          writeFileSync(`/tmp/tools-${width}-${theme}.png`, await page.driver.takeScreenshot(), "base64");
        }
      }
  });
});
