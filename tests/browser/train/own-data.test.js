/** Train on a reader's own data: a text, and pairs of lines. Needs a finished build. */
import assert from "node:assert/strict";

import { createEngine } from "../../../web/engine/index.js";
import { Session } from "../../../web/training/session.js";
import { defaultSettings } from "../../../web/training/settings.js";
import { shippedData } from "../../../web/training/shipped-data.js";
import { checkAxe } from "../support/axe.js";
import { eventually } from "../support/eventually.js";
import { allEngines, inBrowsers } from "../support/harness.js";

/** @typedef {import("../support/page.js").Page} Page */

/** How long a run may take on a busy machine, ms. */
const patience = 120_000;

/** What the run on the page has recorded, and what its report says. @param {Page} page */
const runOf = (page) =>
  page.run(({ find }) => {
    const { run, settings } = find("attention-explorer", "train-place") ?? {};
    const { report } = find("train-place", "text-report") ?? {};
    return {
      settings,
      status: run?.status,
      steps: run?.steps,
      losses: /** @type {number[]} */ (run?.losses ?? []),
      evaluations: /** @type {{step: number, loss: number, accuracy: number}[]} */ (run?.evaluations ?? []),
      data: run?.facts?.data,
      report: /** @type {import("../../../web/training/text-report.js").TextReport | null} */ (report ?? null),
    };
  });

/** Waits for a run that can be played, with data of so many examples or characters to train on. @param {Page} page @param {number} training */
const ready = (page, training) =>
  eventually(async () => {
    const { status, steps, data } = await runOf(page);
    assert.deepEqual([status, steps, (data?.text ?? data?.names ?? data?.pairs)?.training], ["paused", 0, training]);
  }, patience);

/** Puts data into the field and trains on it. @param {Page} page @param {string} data */
async function give(page, data) {
  await page.part("data-card", "#own");
  await page.run(({ find }, text) => {
    find("data-card", "details").open = true;
    const field = find("data-card", "#own");
    field.value = text;
    field.dispatchEvent(new InputEvent("input"));
  }, data);
  await eventually(async () =>
    assert.equal(await page.run(({ find }) => find("train-place", "data-card").typed), data),
  );
  await page.run(({ find }) => find("data-card", "#use").click());
}

/** The text that ships: 31,249 characters, of which nine tenths are trained on. */
const shippedTraining = 28_124;

inBrowsers(allEngines, (test) => {
  test("the text that ships trains in the Worker with the bits of Node, and writes what the model predicts", async (page) => {
    await page.open();
    await page.follow("place=train&task=text&seed=3");
    await ready(page, shippedTraining);
    for (let step = 1; step <= 3; step++) {
      await page.click("train-place", "#step");
      await eventually(async () => assert.equal((await runOf(page)).steps, step), patience);
    }
    const engine = await createEngine();
    const session = new Session(engine, { ...defaultSettings, task: "text", seed: 3 }, await shippedData.text());
    const losses = [1, 2, 3].map(() => session.step().loss);
    const { data } = session.facts;
    const reporting = session.report({ temperature: 0.8, seed: 1 });
    let next = reporting.next();
    while (!next.done) next = reporting.next();
    await eventually(async () => {
      const run = await runOf(page);
      assert.deepEqual([run.losses, run.report], [losses, next.value]);
      assert.deepEqual(run.data, data);
    }, patience);
    session.model.free();
    await eventually(async () => {
      const [loss = ""] = await page.texts("text-report", "section");
      assert.match(loss, /^Held-out loss: \d\.\d\d nats per character That is no better than knowing how often/);
    });
    const alphabet = data.text?.alphabet ?? [];
    const written = next.value.written.map(({ token }) => alphabet[token]).join("");
    await eventually(async () => {
      const shown = await page.run(({ findAll }) =>
        findAll("text-report", "[data-at]").map((each) => each.textContent),
      );
      assert.equal(shown.join(""), written);
    });
    await eventually(async () => assert.equal((await page.texts("text-report", ".heads tbody tr")).length, 8));
  });

  test("names: the model writes names with the bits of Node, marks those in its list, and learns the reader's own", async (page) => {
    await page.open();
    await page.follow("place=train&task=names");
    await ready(page, 1009);
    await page.run(({ find }) => find("attention-explorer", "train-place").run.play("full", 60));
    await eventually(async () => assert.equal((await runOf(page)).report?.step, 60), patience);
    const engine = await createEngine();
    const session = new Session(engine, { ...defaultSettings, task: "names" }, await shippedData.names());
    const losses = Array.from({ length: 60 }, () => session.step().loss);
    const reporting = session.report({ temperature: 0.8, seed: 1 });
    let next = reporting.next();
    while (!next.done) next = reporting.next();
    const run = await runOf(page);
    assert.deepEqual([run.losses, run.report], [losses, next.value]);
    session.model.free();
    await eventually(async () => {
      const shown = await page.texts("text-report", ".name");
      const known = next.value.names.map(({ isKnown }) => isKnown);
      assert.deepEqual(
        shown.map((name) => /^\p{L}+·?( in its list)?$/u.test(name)),
        known.map(() => true),
        shown.join(),
      );
      assert.deepEqual(
        shown.map((name) => name.endsWith("in its list")),
        known,
      );
    });
    assert.equal(await page.run(({ findAll }) => findAll("train-place", "[data-layer]").length), 1, "a way to Explore");
    const own = Array.from({ length: 60 }, (_, at) => String.fromCharCode(97 + (at % 20), 97 + Math.floor(at / 20)));
    await give(page, ["7up", ...own].join("\n"));
    await ready(page, 48);
    await eventually(async () =>
      assert.deepEqual(await page.texts("data-card", ".refused li"), [
        "Line 1: must be a name of 1 to 15 letters; it has 3 characters.",
      ]),
    );
  });

  test("own pairs: lines that are none are named by number, the others are learned, and the link says what it lacks", async (page) => {
    await page.open();
    await page.follow("place=train&task=pairs");
    await ready(page, 269);
    const words = ["red", "green", "blue", "old", "new", "big"];
    const things = ["car", "house", "tree", "boat", "door", "hat", "cup"];
    const lines = words.flatMap((word) => things.map((thing) => `${word} ${thing} => ${thing} ${word}`));
    await give(page, ["<b>alone</b>", ...lines, "red car => again"].join("\n"));
    await ready(page, 34);
    await eventually(async () => {
      assert.deepEqual(await page.texts("data-card", ".refused li"), [
        "Line 1: must be “source => target”, or have one tab between the two; it has neither.",
        "Line 44: has the same source as line 2.",
      ]);
      assert.deepEqual(await page.texts("data-card", ".refused p"), ["2 lines are left out:"]);
    });
    await page.run(({ find }) => {
      const speed = find("train-place", "#speed");
      speed.value = "full";
      speed.dispatchEvent(new Event("change"));
    });
    await page.click("train-place", "#play");
    await eventually(async () => {
      const { evaluations } = await runOf(page);
      assert.ok(evaluations.some(({ accuracy, step }) => accuracy >= 0.99 && step <= 300));
    }, patience);
    const link = "place=train&task=pairs&seed=1&data=own";
    assert.equal(await page.fragment(), link);

    /* Whoever opens this link does not have the pairs. */
    await page.open();
    await page.follow(link);
    await ready(page, 269);
    await eventually(async () =>
      assert.match(
        (await page.texts("data-card", ".notice")).join(),
        /made with its author’s own pairs, and links hold none/,
      ),
    );
  });

  test("an own text is trained on until the reader goes back; one that is too short is refused with the limit", async (page) => {
    await page.open();
    await page.follow("place=train&task=text");
    await ready(page, shippedTraining);
    await give(page, "too short");
    await eventually(async () =>
      assert.deepEqual(await page.texts("data-card", "[role=alert]"), [
        "The text must have 650 to 2000000 characters; this one has 9.",
      ]),
    );
    assert.equal((await runOf(page)).data?.text?.training, shippedTraining, "what was there is still trained on");
    await give(page, "<i>ab</i> ".repeat(100));
    await ready(page, 900);
    assert.equal(await page.fragment(), "place=train&task=text&seed=1&data=own");
    await page.run(({ find }) => find("data-card", "#back").click());
    await ready(page, shippedTraining);
    assert.equal(await page.fragment(), "place=train&task=text&seed=1");
  });

  test("a text trains on the page that was opened from a file too", async (page) => {
    await page.driver.get("about:blank");
    await page.driver.get(`${page.site.file}#place=train&task=text`);
    await ready(page, shippedTraining);
    await page.click("train-place", "#step");
    await eventually(async () => {
      const { steps, report } = await runOf(page);
      assert.deepEqual([steps, report?.step], [1, 1]);
    }, patience);
    await page.open(); // so that the page is the served one again
  });
});

inBrowsers(["chromium"], (test) => {
  test("a character's probabilities, another temperature and another seed, on demand", async (page) => {
    await page.open();
    await page.follow("place=train&task=text");
    await ready(page, shippedTraining);
    await eventually(async () => assert.ok((await runOf(page)).report), patience);
    const first = (await runOf(page)).report;
    await page.run(({ find }) => find("text-report", "[data-at='7']").click());
    await eventually(async () => {
      const [likely = ""] = await page.texts("text-report", ".likely");
      assert.match(likely, /character\s*probability .+ ([<>] )?\d+\.\d %/);
      assert.equal((await page.texts("text-report", ".likely tbody tr")).length, 5);
      assert.match((await page.texts("text-report", "section")).join(), /character 8 of 160: . ?, ([<>] )?\d+\.\d %/);
    });
    for (const [selector, value] of [
      ["#sample-seed", "2"],
      ["#temperature", "0"],
    ]) {
      await page.run(
        ({ find }, field, text) => {
          const input = find("text-report", field);
          input.value = text;
          for (const kind of ["input", "change"]) input.dispatchEvent(new Event(kind));
        },
        selector,
        value,
      );
      await eventually(async () => assert.notDeepEqual((await runOf(page)).report?.written, first?.written), patience);
    }
    await eventually(async () => {
      const { written = [] } = (await runOf(page)).report ?? {};
      assert.ok(
        written.length > 0 && written.every(({ token, likely }) => token === likely[0]?.[0]),
        "at 0 the likeliest",
      );
    }, patience);
  });

  test("a file that is dropped on the card is trained on, and does not replace the walk", async (page) => {
    await page.open();
    await page.follow("place=train&task=text");
    await ready(page, shippedTraining);
    await page.part("data-card", "section");
    await page.run(({ find }) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File(["abc ".repeat(250)], "own.txt", { type: "text/plain" }));
      const drop = { bubbles: true, composed: true, cancelable: true, dataTransfer };
      find("data-card", "section").dispatchEvent(new DragEvent("drop", drop));
    });
    await ready(page, 900);
    assert.deepEqual(await page.texts("attention-explorer", ".error"), []);
  });

  test("a text's run that diverges says so", async (page) => {
    await page.open();
    await page.follow("place=train&task=text&optimizer=sgd&lr=100&batch=1");
    await ready(page, shippedTraining);
    await page.click("train-place", "#play");
    await eventually(async () => assert.equal((await runOf(page)).status, "diverged"), patience);
    await eventually(async () =>
      assert.match((await page.texts("train-place", ".diverged")).join(), /^The run has diverged/),
    );
  });

  test("everyone can use it: axe finds nothing, at 1280 and 360 px, light and dark", async (page) => {
    for (const width of [1280, 360])
      for (const theme of ["light", "dark"])
        for (const task of ["text", "names", "pairs"]) {
          await page.look({ width, height: 900, media: { "prefers-color-scheme": theme } });
          await page.open();
          await page.follow(`place=train&task=${task}`);
          await ready(page, { text: shippedTraining, names: 1009 }[task] ?? 269);
          await page.click("train-place", "#step");
          await eventually(async () => {
            const { steps, report } = await runOf(page);
            assert.deepEqual([steps, task === "pairs" ? 1 : report?.step], [1, 1]);
          }, patience);
          await page.run(({ find }) => {
            find("data-card", "details").open = true;
            find("text-report", "[data-at='3']")?.click();
          });
          await checkAxe(page, `${task}, ${width} px, ${theme}`);
          const overflow = await page.run(() => document.documentElement.scrollWidth - window.innerWidth);
          assert.ok(overflow <= 0, `${task}, ${width} px: ${overflow} px too wide`);
        }
  });
});

inBrowsers(["chromium"], (test) => {
  test("on a phone the heads of a text are small pictures of their weights; one is drawn large, by keyboard too", async (page) => {
    await page.look({ width: 360, height: 780 });
    await page.open();
    await page.follow("place=train&task=text");
    await ready(page, shippedTraining);
    await page.part("train-place", ".gallery button");
    const shown = () =>
      page.run(({ find, findAll }) => ({
        buttons: findAll("train-place", ".gallery button").map((button) => [
          (button.textContent ?? "").replace(/\s+/g, " ").trim(),
          button.getAttribute("aria-pressed"),
        ]),
        large: findAll("scene-view", "canvas[style]")
          .map((canvas) => canvas.parentElement?.getAttribute("aria-label") ?? "")
          .filter((name) => /^layer \d, head \d, step/.test(name)),
        height: find("train-place", ".maps").getBoundingClientRect().height,
        wide: document.documentElement.scrollWidth - window.innerWidth,
      }));
    await eventually(async () => {
      const { buttons, large, height, wide } = await shown();
      const names = [1, 2].flatMap((layer) => [1, 2, 3, 4].map((head) => `layer ${layer}, head ${head}`));
      assert.deepEqual(
        buttons,
        names.map((name, at) => [name, String(at === 0)]),
      );
      assert.deepEqual(large, ["layer 1, head 1, step 0"]);
      assert.ok(height < 1100 && wide <= 0, `${height} px high, ${wide} px too wide`);
    });
    await page.run(({ find }) => find("train-place", "[data-map='6']").focus());
    await page.press(" ");
    await eventually(async () => assert.deepEqual((await shown()).large, ["layer 2, head 3, step 0"]));
    // Each picture is darkest where its head looks most, row by row (the first row has one key alone).
    const engine = await createEngine();
    const session = new Session(engine, { ...defaultSettings, task: "text" }, await shippedData.text());
    const maps = session.maps();
    session.model.free();
    const size = 12 * 12;
    const pictures = await page.run(({ findAll }) =>
      findAll("map-picture", "canvas").map((/** @type {any} */ canvas) => {
        const { data } = canvas.getContext("2d").getImageData(0, 0, 12, 12);
        return Array.from({ length: 12 * 12 }, (_, at) => data[4 * at] + data[4 * at + 1] + data[4 * at + 2]);
      }),
    );
    assert.equal(pictures.length, 8);
    for (const [index, picture] of pictures.entries()) {
      const map = maps.subarray(index * size, (index + 1) * size);
      for (let row = 0; row < 12; row++) {
        const [lights, weights] = [picture, map].map((all) => Array.from(all.slice(row * 12, (row + 1) * 12)));
        const darkest = weights?.indexOf(Math.max(...weights)) ?? NaN;
        assert.equal(lights?.[darkest], Math.min(...(lights ?? [])), `head ${index}, row ${row}`);
      }
    }
    await page.press(" ");
    await eventually(async () => assert.deepEqual((await shown()).large, []));
    await checkAxe(page, "360 px");
  });
});
