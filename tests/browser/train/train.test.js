/** The place Train: a small model learns in a Worker, in view, with the same bits as in Node. Needs a finished build. */
import assert from "node:assert/strict";

import { createEngine } from "../../../web/engine/index.js";
import { Session } from "../../../web/training/session.js";
import { defaultSettings } from "../../../web/training/settings.js";
import { changeState } from "../../../web/state/state.js";
import { checkAxe } from "../support/axe.js";
import { eventually } from "../support/eventually.js";
import { checkTables } from "../support/expected.js";
import { allEngines, inBrowsers } from "../support/harness.js";

/** @typedef {import("../support/page.js").Page} Page */

/** How long a run may take on a busy machine, ms. */
const patience = 120_000;

/**
 * Goes to Train without loading the page again, and waits for a run that can be played.
 * @param {Page} page
 * @param {string} fragment
 */
async function follow(page, fragment) {
  await page.follow(fragment);
  await ready(page);
}

/** @param {Page} page */
const ready = (page) =>
  eventually(async () => {
    const run = await runOf(page);
    assert.deepEqual([run.status, run.steps, run.snapshots.length, run.places], ["paused", 0, 1, ["train"]]);
  }, patience);

/** What the run on the page has recorded. @param {Page} page */
const runOf = (page) =>
  page.run(({ find, findAll }) => {
    const { run, settings } = find("attention-explorer", "train-place") ?? {};
    return {
      settings,
      status: run?.status,
      failure: run?.failure,
      steps: run?.steps,
      losses: /** @type {number[]} */ (run?.losses ?? []),
      evaluations: /** @type {{step: number, loss: number, accuracy: number}[]} */ (run?.evaluations ?? []),
      snapshots: /** @type {number[]} */ ((run?.snapshots ?? []).map((/** @type {any} */ { step }) => step)),
      places: findAll("attention-explorer", "nav [aria-current=page]").map(
        (link) => link.getAttribute("href")?.split("=")[1],
      ),
    };
  });

/** Chooses the full speed and plays. @param {Page} page */
async function playFast(page) {
  await page.run(({ find }) => {
    const speed = find("train-place", "#speed");
    speed.value = "full";
    speed.dispatchEvent(new Event("change"));
  });
  await page.click("train-place", "#play");
}

/** @param {Page} page @param {string} status */
const until = (page, status) =>
  eventually(async () => {
    const run = await runOf(page);
    assert.deepEqual([run.status, run.steps > 0], [status, true]);
    return run;
  }, patience);

/** The numbers of the attention maps on the page, as its tables have them. @param {Page} page */
const maps = (page) =>
  page.run(({ find }) =>
    [...(find("train-place", ".maps scene-view")?.shadowRoot.querySelectorAll("td") ?? [])].map(
      (cell) => cell.textContent ?? "",
    ),
  );

inBrowsers(allEngines, (test) => {
  test("reverse is learned with seed 1 in 100 steps, and every loss has the same bits as in Node", async (page) => {
    await page.open();
    await follow(page, "place=train&task=reverse&seed=1");
    await playFast(page);
    const run = await until(page, "paused"); // by itself, after the task's steps
    const learned = run.evaluations.find(({ accuracy }) => accuracy >= 0.99);
    assert.ok(learned && learned.step <= 100, `first at ${learned?.step}`);

    const engine = await createEngine();
    const session = new Session(engine, { ...defaultSettings, task: "reverse", seed: 1 });
    const losses = Array.from({ length: run.steps }, () => session.step().loss);
    assert.deepEqual(run.losses, losses);
    assert.deepEqual(run.evaluations.at(-1), { ...session.evaluate() });
    session.model.free();

    // The question's answer, in words: the first position looks at the last one, and so on.
    const { layers } = session.facts;
    assert.equal(layers[0]?.heads, 1);
    await page.unfold("train-place", ".most");
    await eventually(async () => {
      const [said = ""] = await page.texts("train-place", ".most li");
      const places = [...said.matchAll(/\((\d+)\) at “.+?” \((\d+)\), /g)].map(([, row, column]) => [row, column]);
      assert.deepEqual(
        places,
        Array.from({ length: 8 }, (_, row) => [String(row + 1), String(8 - row)]),
      );
    });
  });

  test("a pause stops the run, the slider shows an earlier map again, and a step goes on", async (page) => {
    await page.open();
    await follow(page, "place=train");
    await page.click("train-place", "#play");
    await eventually(async () => assert.ok((await runOf(page)).steps >= 10), patience);
    await page.click("train-place", "#play");
    const { steps } = await until(page, "paused");
    const engine = await createEngine();
    const session = new Session(engine, defaultSettings);
    const written = () => Array.from(session.maps(), (weight) => weight.toFixed(4));
    const first = written();
    for (let step = 0; step < steps; step++) session.step();
    const latest = written();
    session.model.free();
    await eventually(async () => assert.deepEqual((await maps(page)).slice(-64), latest));
    await page.run(({ find }) => {
      const scrub = find("train-place", "#scrub");
      scrub.value = "0";
      scrub.dispatchEvent(new InputEvent("input"));
    });
    await eventually(async () => assert.deepEqual((await maps(page)).slice(-64), first));
    assert.notDeepEqual(first, latest);
    assert.equal((await runOf(page)).steps, steps, "it has stopped");
    await page.click("train-place", "#step");
    await eventually(async () => assert.equal((await runOf(page)).steps, steps + 1));
  });

  test("a learning rate at which the run diverges is said, with a smaller one on offer; the history stays", async (page) => {
    await page.open();
    await follow(page, "place=train&optimizer=sgd&lr=30");
    await playFast(page);
    const run = await until(page, "diverged");
    assert.ok(run.snapshots.length > 1 && run.steps < 100, `${run.steps} steps`);
    const [said] = await page.texts("train-place", ".diverged");
    assert.match(said ?? "", /The run has diverged After \d+ steps the loss is [\d,]+|NaN/);
    await eventually(async () =>
      assert.match((await page.texts("train-place", "#less")).join(), /tried for 100 steps/),
    );
    await page.click("train-place", "#less");
    await ready(page);
    const { settings } = await runOf(page);
    assert.ok(settings.lr < 30, String(settings.lr));
    assert.match(await page.fragment(), /place=train&task=reverse&seed=1&lr=[\d.]+&optimizer=sgd/);
    await playFast(page);
    const { steps, losses } = await until(page, "paused");
    assert.ok(steps >= 100 && Number(losses.at(-1)) < Number(losses[0]), `${steps} steps`);
  });

  test("a link restores task and settings, and says which parts it cannot use", async (page) => {
    await page.open();
    await follow(page, "place=train&task=induction&seed=4&layers=1&heads=2&heads=3&d_kk=2");
    const { settings } = await runOf(page);
    assert.deepEqual(settings, { ...defaultSettings, task: "induction", seed: 4, layers: 1, heads: 2 });
    const [said = ""] = await page.texts("train-place", "[role=alert]");
    assert.match(said, /heads/);
    assert.match(said, /d_kk/);
    await page.click("train-place", "[data-task=reverse]");
    await ready(page);
    assert.equal(await page.fragment(), "place=train&task=reverse&seed=4");
  });

  test("a file opened from disk trains too", async (page) => {
    await page.driver.get("about:blank");
    await page.driver.get(`${page.site.file}#place=train&task=majority`);
    await ready(page);
    await playFast(page);
    const run = await until(page, "paused");
    assert.ok((run.evaluations.at(-1)?.accuracy ?? 0) >= 0.99);
    await page.open(); // so that the page is the served one again
  });

  test("a trained layer opens in Explore with the numbers that Train has shown", async (page) => {
    await page.open();
    await follow(page, "place=train");
    await playFast(page);
    const { steps } = await until(page, "paused");
    await page.click("train-place", ".open");
    const engine = await createEngine();
    const session = new Session(engine, defaultSettings);
    for (let step = 0; step < steps; step++) session.step();
    const expected = Array.from(session.maps());
    session.model.free();
    await eventually(async () => {
      const shown = await page.run(({ explorer }) =>
        Array.from(/** @type {Float32Array} */ (explorer.walks.walk.run.tensor("weights").data)),
      );
      assert.deepEqual(shown, expected);
    });
    await eventually(async () =>
      assert.match(
        (await page.texts("control-bar", ".kind")).join(),
        /every weight and embedding was set, by training/,
      ),
    );
    assert.deepEqual((await runOf(page)).places, ["explore"]);
    await page.click("attention-explorer", '[href="#place=train"]');
    await eventually(async () => assert.equal((await runOf(page)).steps, steps, "the run is still there"));
  });
});

inBrowsers(["chromium"], (test) => {
  test("a model of two layers opens as a whole: a number set by hand in layer 1 reaches layer 2", async (page) => {
    await page.open();
    await follow(page, "place=train&task=induction");
    await ready(page);
    await page.click("train-place", "#step");
    await eventually(async () => assert.equal((await runOf(page)).steps, 1));
    await page.click("train-place", "[data-layer='1']");
    await eventually(async () => assert.deepEqual((await runOf(page)).places, ["explore"]));
    const opened = await page.state();
    assert.equal(opened.layer, 2);
    await eventually(async () => checkTables(page, opened));
    await page.click("two-layers", "[data-layer='1']");
    await eventually(async () => assert.equal((await page.state()).layer, 1));
    const first = await page.state();
    const edits = { ...first.edits, Wv: Array.from(first.edits.Wv ?? [], (value, at) => (at % 4 === 3 ? 0 : value)) };
    const wanted = changeState(changeState(first, { edits }), { layer: 2 });
    await page.run(({ find }, edits) => {
      const detail = { patch: { edits }, text: "" };
      find("attention-explorer", "two-layers").dispatchEvent(
        new CustomEvent("state-patch", { detail, bubbles: true, composed: true }),
      );
    }, edits);
    await eventually(async () => assert.deepEqual((await page.state()).edits, edits));
    await page.click("two-layers", "[data-layer='2']");
    await eventually(async () => checkTables(page, wanted));
    await page.run(({ explorer }) =>
      explorer.dispatchEvent(new CustomEvent("state-patch", { detail: { patch: { lab: "backward" } } })),
    );
    await eventually(async () =>
      assert.match((await page.texts("backward-lab", ".answer")).join(), /was trained with another loss/),
    );
  });

  test("a guess is followed by two runs side by side, and by what came out", async (page) => {
    await page.open();
    await follow(page, "place=train");
    await page.click("train-place", "[data-variant=positions]");
    assert.deepEqual(await page.texts("train-place", "figure.other"), [], "nothing runs before the guess");
    await page.run(({ find }) => {
      const speed = find("train-place", "#speed");
      speed.value = "full";
      speed.dispatchEvent(new Event("change"));
    });
    await page.click("train-place", "[data-guess=partly]");
    await eventually(async () => {
      const said = (await page.texts("train-place", ".guess [role=status]")).join();
      assert.match(said, /Your guess: only in part\. It reached \d+ % on held-out examples, your run 100 %\./);
    }, patience);
    assert.equal((await page.texts("train-place", "figure.other")).length, 1);
  });

  test("a question that needs other settings starts the reader's run over with them, says so, and draws the gradient of Wq", async (page) => {
    await page.open();
    await follow(page, "place=train");
    await page.click("train-place", "[data-variant=saturated]");
    await ready(page);
    const link = "place=train&task=reverse&seed=1&d_k=64&lr=0.3&optimizer=sgd&init=12";
    await eventually(async () => assert.equal(await page.fragment(), link));
    assert.match((await page.texts("train-place", ".guess")).join(), /your own run has started over/);
    await page.run(({ find }) => {
      const speed = find("train-place", "#speed");
      speed.value = "full";
      speed.dispatchEvent(new Event("change"));
    });
    await page.click("train-place", "[data-guess=partly]");
    await eventually(async () => {
      const said = (await page.texts("train-place", ".guess [role=status]")).join();
      assert.match(said, /Correct\. It learned the task in part\./);
    }, patience);
    const gradients = await page.run(({ find }) => {
      const { run, other } = find("attention-explorer", "train-place");
      return [run, other].map(({ snapshots }) => snapshots.map((/** @type {any} */ { gradient }) => gradient));
    });
    const engine = await createEngine();
    for (const [at, scaling] of /** @type {const} */ ([
      [0, "on"],
      [1, "off"],
    ])) {
      const session = new Session(engine, {
        ...defaultSettings,
        d_k: 64,
        lr: 0.3,
        optimizer: "sgd",
        init: 12,
        scaling,
      });
      assert.equal(gradients[at][0], session.gradientOfWq());
      session.step();
      assert.equal(gradients[at][1], session.gradientOfWq());
      session.model.free();
    }
    assert.equal((await page.attributes("train-place", ".gradient scene-view", "class")).length, 1);
  });

  test("at 360 px the strip of tasks shows the chosen one, after a link and in another place first", async (page) => {
    await page.look({ width: 360, height: 780 });
    await page.open();
    for (const task of ["pairs", "reverse", "pronoun"]) {
      await follow(page, `place=train&task=${task}`);
      await eventually(async () => {
        const { left, right, width } = await page.run(({ findAll }) => {
          const [chosen] = findAll("train-place", ".tasks [aria-pressed=true]");
          const box = chosen?.getBoundingClientRect();
          return { left: box?.left ?? NaN, right: box?.right ?? NaN, width: window.innerWidth };
        });
        assert.ok(left >= 0 && right <= width, `${task}: from ${left} to ${right} of ${width}`);
      });
    }
  });

  test("the number of steps moves nothing, up to four digits, on phones and wide screens", async (page) => {
    await page.open();
    await follow(page, "place=train&task=translation");
    for (const width of [1280, 430, 412, 400, 390, 380, 375, 370, 360, 350, 345]) {
      await page.look({ width, height: 780 });
      const heights = await page.run(({ find }) => {
        const number = find("train-place", ".steps strong");
        return ["0", "17", "999", "1000", "9999"].map((steps) => {
          number.textContent = steps;
          return find("train-place", ".controls").getBoundingClientRect().height;
        });
      });
      assert.equal(new Set(heights).size, 1, `${width} px: ${heights.join()}`);
    }
  });

  test("everyone can use it: axe finds nothing, at 1280 and 360 px, light and dark", async (page) => {
    for (const width of [1280, 360])
      for (const theme of ["light", "dark"]) {
        await page.look({ width, height: 900, media: { "prefers-color-scheme": theme } });
        await page.open();
        await follow(page, "place=train&task=pronoun");
        await page.click("train-place", "#step");
        await eventually(async () => assert.equal((await runOf(page)).steps, 1));
        await checkAxe(page, `${width} px, ${theme}`);
        const overflow = await page.run(() => document.documentElement.scrollWidth - window.innerWidth);
        assert.ok(overflow <= 0, `${width} px: ${overflow} px too wide`);
      }
  });

  test("Train's code is loaded when it is opened, and Explore's link stays as it was", async (page) => {
    await page.open("d_k=8");
    assert.ok(!page.site.requests.some((path) => path.includes("train-place")));
    await page.click("attention-explorer", '[href="#place=train"]');
    await ready(page);
    assert.ok(page.site.requests.some((path) => path.includes("train-place")));
    assert.match(await page.fragment(), /^place=train/);
    await page.driver.navigate().back();
    await eventually(async () => assert.equal(await page.fragment(), "d_k=8"));
    await eventually(async () => assert.deepEqual((await runOf(page)).places, ["explore"]));
    assert.equal((await page.state()).d_k, 8);
  });
});
