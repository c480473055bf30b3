/** The place Train: a small model learns in a Worker, in view, with the same bits as in Node. Needs a finished build. */
import assert from "node:assert/strict";

import { createEngine } from "../../../web/engine/index.js";
import { percentText } from "../../../web/figures/numbers.js";
import { Session } from "../../../web/training/session.js";
import { defaultSettings } from "../../../web/training/settings.js";
import { changeState } from "../../../web/state/state.js";
import { words } from "../../../web/words/words.js";
import { checkAxe } from "../support/axe.js";
import { eventually } from "../support/eventually.js";
import { saveHere, savedFile } from "../support/downloads.js";
import { checkTables } from "../support/expected.js";
import { allEngines, inBrowsers } from "../support/harness.js";

/** @typedef {import("../support/page.js").Page} Page */

const { t } = words("en");

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

/** Where parts of Train stand on the page, px. @param {Page} page @param {readonly string[]} parts selectors */
const placesOf = (page, parts) =>
  page.run(
    ({ find }, names) =>
      Object.fromEntries(
        names.map((/** @type {string} */ name) => {
          const { top, bottom, height } = find("train-place", name).getBoundingClientRect();
          return [name, { top: top + window.scrollY, bottom: bottom + window.scrollY, height }];
        }),
      ),
    parts,
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
      const [said = ""] = await page.texts("maps-in-words", "li");
      const places = [...said.matchAll(/\((\d+)\) at “.+?” \((\d+)\), /g)].map(([, row, column]) => [row, column]);
      assert.deepEqual(
        places,
        Array.from({ length: 8 }, (_, row) => [String(row + 1), String(8 - row)]),
      );
      assert.match(said, /8 of 8 positions look most at their mirror image/, "the pattern comes before its rows");
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
      assert.match((await page.texts("next-word-panel", "p")).join(), new RegExp(`in Train: ${steps} steps`)),
    );
    assert.deepEqual((await runOf(page)).places, ["explore"]);
    await page.click("attention-explorer", '[href="#place=train"]');
    await eventually(async () => assert.equal((await runOf(page)).steps, steps, "the run is still there"));
  });
});

inBrowsers(["chromium"], (test) => {
  test("a slider that is moved shows its value, and starts the run over once it is let go", async (page) => {
    await page.open();
    await follow(page, "place=train&task=reverse&seed=2");
    await page.click("train-place", "#step");
    const stepped = () => eventually(async () => assert.equal((await runOf(page)).steps, 1), patience);
    await stepped();
    const fire = (/** @type {number} */ value, /** @type {string} */ type) =>
      page.run(
        ({ find }, to, kind) => {
          const slider = find("train-place", "#set-d_k");
          slider.value = to;
          slider.dispatchEvent(new Event(kind));
        },
        value,
        type,
      );
    const shown = () =>
      page.run(({ find }) => {
        const [slider, output] = ["#set-d_k", "#set-d_k ~ output"].map((each) => find("train-place", each));
        const link = new URLSearchParams(window.location.hash.slice(1)).get("d_k");
        return [slider.value, slider.getAttribute("aria-valuetext"), output.textContent, link];
      });
    for (const [at, value] of [3, 2, 1].map((at) => [at, String(2 ** at)])) {
      await fire(Number(at), "input");
      await eventually(async () => assert.deepEqual(await shown(), [String(at), value, value, null]));
    }
    // What the run does meanwhile moves no thumb.
    await page.click("train-place", "#play");
    await eventually(async () => assert.ok((await runOf(page)).steps > 2), patience);
    assert.deepEqual(await shown(), ["1", "2", "2", null]);
    await fire(1, "change");
    await ready(page);
    assert.deepEqual(await shown(), ["1", "2", "2", "2"]);
    assert.equal((await runOf(page)).settings.d_k, 2);
    // A slider that is being moved when another link is followed is forgotten.
    await fire(4, "input");
    await follow(page, "place=train&task=reverse&seed=2&d_k=8");
    assert.deepEqual(await shown(), ["3", "8", "8", "8"]);
  });

  test("charts out of sight wait for a pause of the run, and the table of its numbers for the reader", async (page) => {
    await page.open();
    await follow(page, "place=train&task=grammar");
    await page.run(({ find }) => {
      const drawn = /** @type {Record<string, number>} */ ({});
      const clear = CanvasRenderingContext2D.prototype.clearRect;
      CanvasRenderingContext2D.prototype.clearRect = function (...area) {
        const { file } = /** @type {any} */ (/** @type {ShadowRoot} */ (this.canvas.getRootNode()).host);
        drawn[file] = (drawn[file] ?? 0) + 1;
        return clear.apply(this, area);
      };
      // On a busy machine frames are far apart: no pause passes until the test lets it.
      const start = window.setTimeout.bind(window);
      const held = /** @type {Map<number, () => void>} */ (new Map());
      const hold = (/** @type {() => void} */ then, /** @type {number} */ ms, /** @type {unknown[]} */ ...args) => {
        if (!(ms >= 50 && ms < 1000)) return start(then, ms, ...args);
        const id = start(() => {}, 0);
        held.set(id, then);
        return id;
      };
      const clearHeld = window.clearTimeout.bind(window);
      const letPass = () => {
        Object.assign(window, { setTimeout: start });
        for (const then of held.values()) then();
      };
      Object.assign(window, {
        drawn,
        letPass,
        setTimeout: hold,
        clearTimeout: (/** @type {number} */ id) => (held.delete(id), clearHeld(id)),
      });
      // As in a window so low that a screen ends with the maps.
      find("train-place", ".curves").style.marginTop = "4000px";
      find("train-place", ".maps scene-view").scrollIntoView({ block: "center" });
    });
    const drawn = () => page.run(() => /** @type {any} */ (window).drawn);
    await playFast(page);
    await eventually(async () => assert.ok((await drawn())["attention-maps"] >= 40), patience);
    const before = (await drawn())["training-accuracy"] ?? 0;
    assert.ok(before < 8, `drawn ${before} times out of sight`);
    assert.deepEqual(await page.texts("train-place", ".curves tbody tr"), []);
    await page.click("train-place", "#play");
    await until(page, "paused");
    assert.equal((await drawn())["training-accuracy"] ?? 0, before, "no pause has passed");
    await page.run(() => /** @type {any} */ (window).letPass());
    await eventually(async () => assert.ok((await drawn())["training-accuracy"] > before, "what has changed is drawn"));
    await page.unfold("train-place", ".curves details");
    const { evaluations } = await runOf(page);
    await eventually(async () =>
      assert.deepEqual(
        await page.texts("train-place", ".curves tbody th"),
        evaluations.map(({ step }) => String(step)),
      ),
    );
  });

  test("scrubbing rewrites few numbers of the tables behind the maps in one frame", async (page) => {
    await page.open();
    await follow(page, "place=train&task=text&layers=1");
    const first = await eventually(async () => {
      const numbers = await maps(page);
      assert.equal(numbers.length, 4 * (12 * 12 + 1), "of 4 heads, for 12 characters, with a corner each");
      return numbers;
    });
    await page.click("train-place", "#step");
    await eventually(async () => {
      const latest = (await maps(page)).slice(-first.length);
      const changed = latest.filter((number, at) => number !== first[at]).length;
      assert.ok(changed > 200, `${changed} numbers have changed`);
    }, patience);
    await page.run(({ find }) => {
      const perFrame = /** @type {number[]} */ ([]);
      const observer = new MutationObserver((records) => perFrame.push((perFrame.pop() ?? 0) + records.length));
      const tables = find("train-place", ".maps scene-view").shadowRoot.querySelector(".tables");
      observer.observe(tables, { subtree: true, characterData: true, childList: true });
      const frame = () => (perFrame.push(0), requestAnimationFrame(frame));
      frame();
      Object.assign(window, { perFrame });
      const scrub = find("train-place", "#scrub");
      scrub.value = "0";
      scrub.dispatchEvent(new InputEvent("input"));
    });
    await eventually(async () => assert.deepEqual(await maps(page), first));
    const max = await page.run(() => Math.max(.../** @type {any} */ (window).perFrame));
    assert.ok(max > 0 && max <= 600, `${max} changes in a frame`);
  });

  test("a learning rate at which the run diverges is said, with a smaller one on offer; the history stays", async (page) => {
    await page.open();
    await follow(page, "place=train&optimizer=sgd&lr=30");
    await playFast(page);
    const run = await until(page, "diverged");
    assert.ok(run.snapshots.length > 1 && run.steps < 100, `${run.steps} steps`);
    const [said] = await page.texts("train-place", ".diverged");
    assert.match(
      said ?? "",
      /The run has diverged After \d+ steps the loss is ([\d,]+, far above 2\.30|no longer a finite number)/,
    );
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
    await page.click("train-place", "#unfold-tasks");
    await page.click("train-place", "[data-task=reverse]");
    await ready(page);
    assert.equal(await page.fragment(), "place=train&task=reverse&seed=4");
  });

  test("a model of two layers opens as a whole: a number set by hand in layer 1 reaches layer 2", async (page) => {
    await page.openFirstScreen(); // another trained model is loaded already, with a panel of its own
    await follow(page, "place=train&task=induction");
    await ready(page);
    await page.click("train-place", "#step");
    await eventually(async () => assert.equal((await runOf(page)).steps, 1));
    await page.click("train-place", "[data-layer='1']");
    await eventually(async () => assert.deepEqual((await runOf(page)).places, ["explore"]));
    const opened = await page.state();
    assert.equal(opened.layer, 2);
    await eventually(async () => checkTables(page, opened));
    await page.click("next-word-panel", "[data-layer='1']");
    await eventually(async () => assert.equal((await page.state()).layer, 1));
    const first = await page.state();
    const edits = { Wv: [0, 2, 3, 1.5, 0, 4, 1, -2] };
    const wanted = changeState(changeState(first, { edits }), { layer: 2 });
    await page.run(({ find }, edits) => {
      const detail = { patch: { edits }, text: "" };
      find("attention-explorer", "next-word-panel").dispatchEvent(
        new CustomEvent("state-patch", { detail, bubbles: true, composed: true }),
      );
    }, edits);
    await eventually(async () => assert.deepEqual((await page.state()).edits, edits));
    await page.click("next-word-panel", "[data-layer='2']");
    await eventually(async () => checkTables(page, wanted));
    await page.run(({ explorer }) =>
      explorer.dispatchEvent(new CustomEvent("state-patch", { detail: { patch: { experiment: "backward" } } })),
    );
    await eventually(async () =>
      assert.match((await page.texts("backward-experiment", ".answer")).join(), /Those of the right answers/),
    );
  });

  test("a model that opens before its first step says that its numbers are random, one of one step that they are trained", async (page) => {
    await page.open();
    await follow(page, "place=train&task=reverse");
    await ready(page);
    const badges = async () => [
      ...(await page.texts("next-word-panel", ".badge")),
      ...(await page.texts("attention-stage-figure", ".badge")),
    ];
    for (const [steps, badge] of /** @type {const} */ ([
      [0, "random, no meaning yet"],
      [1, "trained"],
    ])) {
      if (steps > 0) {
        await page.click("attention-explorer", '[href="#place=train"]');
        await page.click("train-place", "#step");
        await eventually(async () => assert.equal((await runOf(page)).steps, steps));
      }
      await page.click("train-place", ".open");
      await eventually(async () => assert.deepEqual(await badges(), [badge, badge]));
    }
  });

  test("a link to a model that was trained here trains it again, on another sentence too", async (page) => {
    await page.open();
    await follow(page, "place=train&task=translation");
    await page.click("train-place", "#step");
    await eventually(async () => assert.equal((await runOf(page)).steps, 1));
    await page.click("train-place", ".open");
    await eventually(async () => assert.match(await page.fragment(), /recipe=trained/));
    const link = await page.fragment();
    await page.open(link);
    const opened = await page.state();
    assert.deepEqual([opened.recipe, (opened.trained_run ?? "").includes("task=translation")], ["trained", true]);
    await eventually(async () => checkTables(page, opened));
    assert.equal(await page.run(() => document.querySelector("training-notice")), null);
    const other = changeState(opened, { sentence: "la maison est", context: "the house is small" });
    await page.run(
      ({ find }, patch) => {
        find("attention-explorer", "next-word-panel").dispatchEvent(
          new CustomEvent("state-patch", { detail: { patch, text: "" }, bubbles: true, composed: true }),
        );
      },
      { sentence: other.sentence, context: other.context },
    );
    await eventually(async () => assert.equal((await page.state()).sentence, other.sentence));
    await eventually(async () => checkTables(page, other));
  });

  test("a link whose training takes too long can be stopped, and the page says what it shows instead", async (page) => {
    const run =
      "task=majority&seed=1&heads=1&d_k=16&layers=1&mask=none&position=none&d_model=16&n=11&steps=4000000&crc=0";
    const opening = page.open(`recipe=trained&trained_run=${encodeURIComponent(run)}`);
    await eventually(() =>
      page.run(() => {
        const button = document.querySelector("training-notice")?.shadowRoot?.querySelector("#stop");
        if (!(button instanceof HTMLElement)) throw new Error("no button to stop with");
        button.click();
      }),
    );
    await opening;
    await eventually(async () =>
      assert.match((await page.texts("attention-explorer", ".error")).join(), /was not trained to the end/),
    );
    assert.equal((await page.state()).recipe, "random");
  });

  test("a link with a size that its settings do not lead to is refused before the first step", async (page) => {
    const run =
      "task=majority&seed=1&heads=1&d_k=16&layers=1&mask=none&position=none&d_model=16&n=12&steps=4000000&crc=0";
    await page.open(`recipe=trained&trained_run=${encodeURIComponent(run)}`);
    await eventually(async () =>
      assert.match((await page.texts("attention-explorer", ".error")).join(), /make a model with n 11.* says 12/),
    );
    assert.equal((await page.state()).recipe, "random");
  });

  test("one button answers whether one layer finds what followed a twin: the run says why it stopped and what it found", async (page) => {
    await page.look({ width: 360, height: 640 });
    await page.open();
    await follow(page, "place=train&task=induction");
    assert.match((await page.texts("train-place", ".question")).join(), /This run has two layers\./);
    await page.click("train-place", "#step");
    const status = async () => (await page.texts("train-place", ".said [role=status]")).join();
    await eventually(async () =>
      assert.match(await status(), /^Paused after one step\. .*goes on up to step 1,200\.$/),
    );
    assert.deepEqual(await page.texts("run-finding", "p"), [], "one step has found nothing");
    await page.run(({ find }) => {
      const speed = find("train-place", "#speed");
      speed.value = "full";
      speed.dispatchEvent(new Event("change"));
    });
    await page.click("train-place", "#both");
    const { evaluations, steps } = await eventually(async () => {
      const run = await runOf(page);
      assert.deepEqual([run.status, run.steps], ["paused", 1200]);
      return run;
    }, patience);
    const engine = await createEngine();
    const one = new Session(engine, { ...defaultSettings, task: "induction", layers: 1 });
    for (let step = 0; step < steps; step++) one.step();
    const shares = [one.evaluate().accuracy, Number(evaluations.at(-1)?.accuracy)].map((share) =>
      percentText(share, 0),
    );
    one.model.free();
    await eventually(async () => {
      const [said = ""] = await page.texts("run-finding", "p");
      assert.match(said, /So one layer does not find “B”, and two do\./);
      assert.deepEqual(said.match(/\d+ %/g)?.slice(0, 2), shares);
    }, patience);
    assert.match(await status(), /^The 1,200 planned steps are done, so the run has stopped\./);
    const [pattern = "", copy = ""] = await page.texts("run-finding", "li");
    assert.match(pattern, /layer 1, head 1: 10 of 11 positions look most at the token before them/);
    assert.match(
      copy,
      /in layer 1, “e” \(2\) looks at the token before it, “l”.*In layer 2 the later “l” \(12\).*finds “e”/,
    );
    for (const width of [1280, 360]) {
      await page.look({ width, height: 640 });
      await checkAxe(page, `what was found, ${width} px`);
      const overflow = await page.run(() => document.documentElement.scrollWidth - window.innerWidth);
      assert.ok(overflow <= 0, `${width} px: ${overflow} px too wide`);
    }
    await page.click("train-place", "#close-both");
    await eventually(async () => assert.deepEqual(await page.texts("train-place", "figure.other"), []));
    assert.match((await page.texts("run-finding", "p")).join(), /It learned the task: 99 %/);
    assert.match((await page.texts("train-place", "#maps")).join(), /^What its 2 layers look at, with one head each$/);
    // A step more is none of those that were planned.
    await page.click("train-place", "#step");
    await eventually(async () => {
      assert.match(await status(), /^Paused after 1,201 steps\. .*goes on up to step 2,401\.$/);
      const [seen = ""] = await page.attributes("train-place", "#scrub", "aria-valuetext");
      assert.match(seen, /after 1,?201 of the 1,?201 steps so far/);
    });
    assert.match((await page.texts("run-finding", "p")).join(), /It learned the task: 99 %/);
    await page.look({ width: 1280, height: 900 });
  });

  test("a run of each task ends with the answer to its question", async (page) => {
    await page.open();
    for (const [task, answer] of /** @type {const} */ ([
      ["reverse", /“f” \(1\) looks most at “f” \(8\)/],
      ["previous", /7 of 7 positions look most at the token before them/],
      ["majority", /11 of 11 positions look nearly evenly at all/],
      ["pronoun", /So it reads “tired” first, and with it finds “animal”\./],
      [
        "translation",
        /head 2: the order crosses\. To write “chemise” .* “shirt”, word 3; .* “ronde”, .* “round”, word 2/,
      ],
      ["grammar", /where the verb “see” comes next, it looks most at “horses” \(\d+ %\), the first noun/],
      ["pairs", /“owl” from “owl” \((> )?[\d.]+ %\)/],
    ])) {
      await follow(page, `place=train&task=${task}`);
      await playFast(page);
      await until(page, "paused");
      await eventually(async () => assert.match((await page.texts("run-finding", "li")).join(" "), answer), patience);
      assert.match((await page.texts("run-finding", "p")).join(), /It learned the task: (9\d|100)[\d.]* % of/);
    }
  });

  test("a guess is followed by two runs side by side, and by what came out", async (page) => {
    await page.open();
    await follow(page, "place=train");
    assert.deepEqual(await page.attributes("train-place", "#what-if", "data-variant"), ["positions"]);
    assert.deepEqual(await page.texts("train-place", "figure.other"), [], "nothing runs before the guess");
    await page.run(({ find }) => {
      const speed = find("train-place", "#speed");
      speed.value = "full";
      speed.dispatchEvent(new Event("change"));
    });
    await page.click("train-place", "[data-guess=partly]");
    await eventually(async () => {
      const said = (await page.texts("train-place", ".guess [role=status]")).join();
      assert.match(
        said,
        /Your guess: only in part\. It reached \d+ % on held-out examples, your run 100 %\. Correct\./,
      );
    }, patience);
    assert.equal((await page.texts("train-place", "figure.other")).length, 1);
    await page.click("train-place", "#to-runs");
    await eventually(async () => {
      const { focused, top } = await page.run(({ find }) => ({
        focused: find("train-place", "#maps").matches(":focus"),
        top: find("train-place", "figure.other").getBoundingClientRect().top,
      }));
      assert.ok(focused && top >= 0 && top < 900, `focused: ${focused}, ${top} px`);
    });
  });

  test("one tap on a guess trains pairs of d_k 64, and the page says whether it was right and from which numbers it holds", async (page) => {
    await page.open();
    await follow(page, "place=train&task=majority&seed=2");
    await page.click("train-place", "#unfold-tasks");
    await page.click("train-place", "[data-experiment=scaling]");
    await page.click("train-scaling", "[data-guess=partly]");
    const said = async () => (await page.texts("train-scaling", "[role=status]")).join();
    await eventually(async () => {
      assert.match(
        await said(),
        /Your guess: only in part\. Correct\. Divided by 8, .* 100 % .*; not divided, [4-7]\d %\. It learned the task in part\./,
      );
      assert.match(
        await said(),
        /Not divided, 8 of the 8 rows .* divided, [4-6], .* mostly shorter than 10⁻[⁰¹²³⁴⁵⁶⁷⁸⁹]+,/,
      );
      assert.match(await said(), /the undivided model’s gradient was the longer one/);
      assert.match(await said(), /in [1-7] of the example’s 8 rows to the one that it needs \(divided, in 8\)/);
    }, patience);
    const strong = () => page.texts("train-scaling", "[role=status] strong");
    assert.deepEqual(await strong(), ["Correct."]);
    // Every other guess is judged by the same runs.
    await page.click("train-scaling", "[data-guess=learns]");
    await eventually(async () => assert.match(await said(), /^\s*Your guess: yes, as well\. Not so\. Divided by 8/));
    await page.click("train-scaling", "[data-guess=fails]");
    await eventually(async () => assert.match(await said(), /guess: no, it will only guess\. Not so\. Divided by 8/));

    // The table has three pairs. What it says about them in the end is what the engine in Node says.
    const cells = () =>
      page.run(({ findAll }) =>
        findAll("train-scaling", "tbody tr").map((row) =>
          [...row.querySelectorAll("td")].map((cell) => cell.textContent.trim()),
        ),
      );
    await eventually(async () => assert.equal((await cells()).length, 6), patience);
    const rows = await cells();
    assert.deepEqual(
      rows.map(([spread]) => spread),
      ["±0.1", "±1", "±2", "±16", "±18", "±144"],
    );
    assert.deepEqual(
      [0, 1, 2, 5].map((row) => rows[row]?.[1]),
      ["0 of 8", "0 of 8", "0 of 8", "8 of 8"],
    );
    const engine = await createEngine();
    const settings = { ...defaultSettings, seed: 2, d_k: 64, optimizer: /** @type {const} */ ("sgd"), lr: 0.3 };
    const expected = [1, 4, 12].flatMap((init) =>
      /** @type {const} */ (["on", "off"]).map((scaling) => {
        const session = new Session(engine, { ...settings, init, scaling });
        for (let step = 0; step < 400; step++) session.step();
        const { accuracy } = session.evaluate();
        session.model.free();
        return percentText(accuracy, 0);
      }),
    );
    assert.deepEqual(
      rows.map((row) => row.at(-1)),
      expected,
    );
    assert.equal(rows[5]?.[2], "not in 400");
    assert.ok(
      Number(rows[0]?.[2]) > Number(rows[1]?.[2]),
      "where scores are small, the division makes learning slower",
    );
    const text = (await page.texts("train-scaling", "p")).join(" ");
    assert.match(text, /All six models have dk = 64\..* plain SGD slower/s);
    const { settings: own, steps } = await runOf(page);
    assert.deepEqual([own.task, steps], ["majority", 0], "the reader's run is as it was");
    for (const width of [1280, 360]) {
      await page.look({ width, height: 900 });
      await checkAxe(page, `the comparison, ${width} px`);
      const overflow = await page.run(() => document.documentElement.scrollWidth - window.innerWidth);
      assert.ok(overflow <= 0, `${width} px: ${overflow} px too wide`);
    }
  });

  test("a text that cannot be loaded is a run that says so, and can be begun later", async (page) => {
    await page.open();
    await follow(page, "place=train");
    /** @param {string[]} urls */
    const block = async (urls) => {
      await page.devtools("Network.enable");
      await page.devtools("Network.setCacheDisabled", { cacheDisabled: urls.length > 0 });
      await page.devtools("Network.setBlockedURLs", { urls });
    };
    await block(["*/alice-*.js"]);
    const choose = async (/** @type {string} */ task) => {
      await page.click("train-place", "#unfold-tasks");
      await page.click("train-place", `[data-task=${task}]`);
    };
    await choose("text");
    const alerts = () => page.texts("train-place", ".screen [role=alert]");
    await eventually(async () => assert.match((await alerts()).join(), /alice/));
    await block([]);
    await page.problems();
    await choose("previous");
    await ready(page);
    await choose("text");
    await ready(page);
    assert.deepEqual(await alerts(), []);
  });

  test("play, the map, the loss and a question to guess at are on one screen of 1280 x 800", async (page) => {
    const end = (/** @type {string} */ selector) =>
      page.run(({ find }, part) => find("train-place", part).getBoundingClientRect().bottom + window.scrollY, selector);
    await page.look({ width: 1280, height: 800 });
    await page.open();
    for (const task of ["reverse", "previous", "majority", "induction", "translation", "grammar"]) {
      await follow(page, `place=train&task=${task}`);
      // Twenty steps and no more: what a run has found at its end stands above the question.
      await page.run(({ find }) => find("attention-explorer", "train-place").run.play("full", 20));
      await eventually(async () => assert.equal((await runOf(page)).steps, 20), patience);
      await eventually(async () => {
        for (const part of [".maps scene-view", "#play", "#scrub", "[data-guess=fails]"])
          assert.ok((await end(part)) <= 800, `${task}: ${part} ends at ${await end(part)} px`);
      });
    }
  });

  test("the learning rate explains itself beside the task and among the settings, and what is held out is unseen", async (page) => {
    await page.look({ width: 1280, height: 720 });
    await page.open();
    await follow(page, "place=train&task=reverse");
    for (const around of [".summary", ".settings"]) {
      if (around === ".settings") await page.click("train-place", "#unfold-settings");
      const note = () =>
        page.run(({ findAll }, where) => {
          const term = findAll("train-place", `${where} term-note`).at(-1);
          term?.shadowRoot?.querySelector("button")?.focus();
          return [term?.textContent, term?.shadowRoot?.querySelector("[role=tooltip]")?.textContent];
        }, around);
      await eventually(async () => assert.deepEqual(await note(), ["learning rate", t("term-learning-rate")]));
    }
    await page.click("train-place", "#step");
    await eventually(async () =>
      assert.match((await page.texts("train-place", ".held-out")).join(), /unseen, held-out/),
    );
  });

  for (const [width, height, tasks] of /** @type {const} */ ([
    [390, 844, ["previous", "majority", "induction", "pronoun", "translation", "text", "reverse"]],
    [360, 780, ["previous", "translation", "reverse"]],
  ]))
    test(`${width} x ${height}: task, map, play, accuracy, the curve and its slider are on the first screen`, async (page) => {
      await page.look({ width, height });
      await page.open();
      for (const task of tasks) {
        await follow(page, `place=train&task=${task}`);
        await page.click("train-place", "#step");
        await eventually(async () => assert.equal((await runOf(page)).steps, 1), patience);
        await eventually(async () => {
          const places = await placesOf(page, ["#play", ".held-out", ".plot", "#scrub"]);
          for (const [part, { bottom }] of Object.entries(places))
            assert.ok(bottom <= height, `${task}: ${part} ends at ${bottom} px`);
        });
        const { ".line": line } = await placesOf(page, [".line"]);
        assert.ok(line && line.height <= 48, `${task}: its line is ${line?.height} px high`);
      }
    });

  for (const [width, height] of /** @type {const} */ ([
    [390, 844],
    [360, 780],
  ]))
    test(`on the first screen of a phone of ${width} x ${height} are the question and all its answers`, async (page) => {
      await page.look({ width, height });
      await page.open();
      for (const task of ["reverse", "previous", "majority"]) {
        await follow(page, `place=train&task=${task}`);
        await ready(page);
        const places = await placesOf(page, ["#what-if", "[data-guess=learns]", "[data-guess=fails]"]);
        for (const [part, { bottom }] of Object.entries(places))
          assert.ok(bottom <= height, `${task}: ${part} ends at ${bottom} px`);
      }
    });

  test("on a phone what is seldom used stands below the curve and the question: files, words, speed, the question of the task", async (page) => {
    await page.look({ width: 390, height: 844 });
    await page.open();
    await follow(page, "place=train");
    const below = ["#restart", "#speed", ".most", "[data-embed]", ".open", ".saving"];
    const places = await placesOf(page, [...below, ".what-if"]);
    const end = places[".what-if"]?.bottom ?? NaN;
    for (const part of below) assert.ok((places[part]?.top ?? NaN) > end, `${part}: ${places[part]?.top} px`);
    await page.unfold("train-place", ".saving");
    assert.deepEqual(await page.texts("train-place", ".saving p"), ["What its one head looks at, step 0", "Loss"]);
    await saveHere(page);
    const svg = (await savedFile(page, "scene-save", "[data-kind=svg]", "attention-attention-maps.svg")).toString();
    assert.match(svg, /<title>What its one head looks at, step 0</);
  });

  test("the way back to the course, a bar at the bottom of a phone, covers no control of the run", async (page) => {
    for (const [width, height] of /** @type {const} */ ([
      [390, 844],
      [360, 780],
      [360, 640],
    ])) {
      await page.look({ width, height });
      await page.open();
      await follow(page, "place=train&task=previous&seed=1&from=course");
      await playFast(page);
      await until(page, "paused");
      await eventually(async () => assert.equal((await page.texts("train-place", "#on-to-course")).length, 1));
      const covered = await page.run(({ find, findAll }) => {
        const { shadowRoot } = find("attention-explorer", "train-place");
        return findAll("train-place", ".so-far :is(button, input, select)").flatMap((control) => {
          const { left, top, width: wide, height: high } = control.getBoundingClientRect();
          const [x, y] = [left + wide / 2, top + high / 2];
          const hit = y < window.innerHeight ? shadowRoot.elementFromPoint(x, y) : control;
          return control.contains(hit) ? [] : [control.id];
        });
      });
      assert.deepEqual(covered, [], `${width} x ${height}`);
    }
  });

  test("pictures of a single map stand at steps of the run; one of them is a click away", async (page) => {
    await page.look({ width: 1280, height: 900 });
    await page.open();
    await follow(page, "place=train");
    await page.run(({ find }) => find("attention-explorer", "train-place").run.play("full", 60));
    await eventually(async () => assert.equal((await runOf(page)).steps, 60), patience);
    const steps = async () => (await page.attributes("train-place", ".past button", "data-step")).map(Number);
    await eventually(async () => assert.deepEqual((await steps()).at(-1), 60));
    const [first, second, third] = await steps();
    const { snapshots } = await runOf(page);
    assert.equal(first, 0);
    for (const [step, wanted] of [
      [second, 20],
      [third, 40],
    ])
      assert.equal(
        step,
        snapshots.find((each) => each >= Number(wanted)),
        "the first that was recorded from there on",
      );
    await page.click("train-place", `.past [data-step="${second}"]`);
    await eventually(async () => {
      assert.equal(await page.run(({ find }) => find("train-place", "#scrub").value), String(second));
      assert.match((await page.texts("train-place", ".open")).join(), new RegExp(`step ${second}\\)`));
    });
    // An arrow key leads to the next recorded step, however far it is.
    await page.run(({ find }) => {
      const scrub = find("train-place", "#scrub");
      scrub.value = String(Number(scrub.value) + 1);
      scrub.dispatchEvent(new InputEvent("input"));
    });
    const next = snapshots.find((step) => step > Number(second));
    await eventually(async () =>
      assert.equal(await page.run(({ find }) => find("train-place", "#scrub").value), String(next)),
    );
  });

  test("the number of steps moves nothing, up to four digits, on phones and wide screens", async (page) => {
    await page.open();
    await follow(page, "place=train&task=translation");
    for (const width of [1280, 430, 412, 400, 390, 380, 375, 370, 360, 350, 345]) {
      await page.look({ width, height: 780 });
      const heights = await page.run(({ find }) => {
        const number = find("train-place", ".steps strong");
        const controls = number.closest(".controls");
        return ["0", "17", "999", "1000", "9999"].map((steps) => {
          number.textContent = steps;
          return controls.getBoundingClientRect().height;
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

  test("Explore's link stays as it was while Train is open", async (page) => {
    await page.open("d_k=8");
    await page.click("attention-explorer", '[href="#place=train"]');
    await ready(page);
    assert.match(await page.fragment(), /^place=train/);
    await page.driver.navigate().back();
    await eventually(async () => assert.equal(await page.fragment(), "d_k=8"));
    await eventually(async () => assert.deepEqual((await runOf(page)).places, ["explore"]));
    assert.equal((await page.state()).d_k, 8);
  });
});
