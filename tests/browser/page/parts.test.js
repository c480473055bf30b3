/** Parts that the page loads on demand: from the server, from the single file, and without a connection. */
import assert from "node:assert/strict";
import { readdirSync } from "node:fs";

import { words } from "../../../web/words/words.js";
import { choices } from "../../../web/state/fields.js";
import { applyPreset } from "../../../web/state/presets.js";
import { trainedModels } from "../../../web/state/recipes/trained-models.js";
import { defaultState } from "../../../web/state/state.js";
import { eventually } from "../support/eventually.js";
import { inBrowsers } from "../support/harness.js";
import { dist, readText } from "../../support/machine.js";

/** @typedef {import("../support/page.js").Page} Page */

const { t } = words("en");
const offline = { offline: true, latency: 0, downloadThroughput: -1, uploadThroughput: -1 };
const online = { ...offline, offline: false };

/** @param {Page} page @param {string} experiment */
async function checkOpen(page, experiment) {
  await eventually(async () => {
    const drawn = await page.run(({ findAll }) =>
      findAll("experiment-card", "#experiment > *")
        .filter(({ localName }) => localName.endsWith("-experiment"))
        .map((element) => ({
          shown: /** @type {any} */ (element).view?.state.experiment,
          text: (element.shadowRoot?.textContent ?? "").replace(/\s+/g, " ").trim(),
        })),
    );
    assert.deepEqual(
      drawn.map(({ shown }) => shown),
      [experiment],
    );
    assert.ok((drawn[0]?.text.length ?? 0) > 10, `${experiment}: ${drawn[0]?.text}`);
  });
}

/**
 * Blocks requests.
 * @param {Page} page
 * @param {string[]} urls an empty list ends the blocking
 */
const block = (page, urls) => page.devtools("Network.setBlockedURLs", { urls });

/** What is wrong, as the page says it. @param {Page} page */
const alerts = (page) => page.texts("attention-explorer", "[role=alert]");

inBrowsers(["chromium"], (testInBrowser) => {
  /** Each test is a reader's first visit: nothing is in the browser's cache. @type {typeof testInBrowser} */
  const test = (title, body) =>
    testInBrowser(title, async (page) => {
      await page.devtools("Network.enable");
      await page.devtools("Network.setCacheDisabled", { cacheDisabled: true });
      await body(page);
    });

  test("nothing moves while the page starts", async (page) => {
    for (const [width, height, fragment, most] of /** @type {const} */ ([
      [1350, 940, "", 0],
      [768, 1000, "", 0],
      // The words of a stage are loaded after its figure, which stands below them on a phone: the space that is kept for them is
      // that of a usual text, and this one is longer,
      [360, 740, "", 0.01],
      // or shorter.
      [360, 740, "recipe=random&stage=K", 0.015],
    ])) {
      await page.look({ width, height });
      await page.open(fragment);
      const shift = await page.run(
        () =>
          new Promise((resolve) => {
            let sum = 0;
            const add = (/** @type {any} */ list) => {
              for (const { value, hadRecentInput } of list.getEntries()) sum += hadRecentInput ? 0 : value;
            };
            new PerformanceObserver(add).observe({ type: "layout-shift", buffered: true });
            requestIdleCallback(() => resolve(sum), { timeout: 2000 }); // earlier shifts are reported immediately
          }),
      );
      assert.ok(shift <= most, `${width} px ${fragment}: layout shift ${shift}; above 0.1 readers lose their place`);
    }
    await page.look();
  });

  test("Train is loaded when it is opened, a text only with a task that reads it, answers when a question is asked", async (page) => {
    await page.open();
    const areLoaded = (/** @type {RegExp} */ parts) => page.site.requests.some((path) => parts.test(path));
    assert.ok(!areLoaded(/experiments-|train-place-|own-data|alice/));
    await page.click("stage-questions", "[data-experiment]");
    await eventually(async () => assert.ok(areLoaded(/experiments-/)));
    assert.ok(!areLoaded(/train-place-/));
    await page.click("attention-explorer", '[href="#place=train"]');
    await eventually(async () => assert.match((await page.texts("train-place", "#play")).join(), /./));
    assert.ok(areLoaded(/train-place-/));
    await eventually(async () =>
      assert.equal(await page.run(({ find }) => find("attention-explorer", "train-place").run?.status), "paused"),
    );
    assert.ok(!areLoaded(/own-data|alice/));
    await page.follow("place=train&task=text");
    await eventually(async () => assert.ok(areLoaded(/alice/)));
  });

  test("an experiment is loaded once, when it is opened, and is then available without a connection", async (page) => {
    await page.open();
    const [...before] = page.site.requests;
    await page.follow("experiment=order");
    await checkOpen(page, "order");
    const [...requests] = page.site.requests;
    assert.ok(
      requests.some((path) => path.startsWith("/experiments-")) &&
        !before.some((path) => path.startsWith("/experiments-")),
    );
    assert.equal(new Set(requests).size, requests.length, "requested once");
    await page.devtools("Network.emulateNetworkConditions", offline);
    await page.follow("");
    await page.follow("experiment=order");
    await checkOpen(page, "order");
    assert.deepEqual(page.site.requests, requests);
    await page.devtools("Network.emulateNetworkConditions", online);
  });

  test("an experiment that cannot be loaded shows a message, and can be opened later", async (page) => {
    await page.open();
    await page.devtools("Network.emulateNetworkConditions", offline);
    await page.follow("experiment=order");
    await eventually(async () =>
      assert.deepEqual(await page.texts("attention-explorer", "[role=alert]"), [t("experiment-failed")]),
    );
    await page.devtools("Network.emulateNetworkConditions", online);
    const problems = await page.problems();
    assert.ok(
      problems.every((problem) => problem.includes("ERR_INTERNET_DISCONNECTED")),
      problems.join(),
    );
    await page.follow("");
    await page.follow("experiment=order");
    await checkOpen(page, "order");
    await eventually(async () => assert.deepEqual(await page.texts("attention-explorer", "[role=alert]"), []));
  });

  test("the whole engine is loaded for the gradients, not before; without it the experiment offers another try", async (page) => {
    const whole = "/attention-simd128.wasm";
    await page.open();
    await page.follow("experiment=order");
    await checkOpen(page, "order");
    assert.ok(!page.site.requests.includes(whole));
    await block(page, [`*${whole}`]);
    await page.follow("experiment=backward");
    await eventually(async () => {
      const said = (await page.texts("backward-experiment", "[role=alert]")).join();
      assert.ok(said.includes(t("part-failed", { part: t("experiments-gradients") })), said);
    });
    await block(page, []);
    await page.problems();
    await page.click("backward-experiment", "[data-again]");
    await eventually(async () => assert.ok((await page.texts("backward-experiment", ".norm")).length > 5));
    assert.deepEqual(await page.texts("backward-experiment", "[role=alert]"), []);
    assert.equal(page.site.requests.filter((path) => path === whole).length, 1);
  });

  test("the first screen requests all its scripts before the one that imports them has arrived", async (page) => {
    const named = (/** @type {RegExp} */ pattern) =>
      [...readText("web/dist/index.html").matchAll(pattern)].map(([, name = ""]) => name);
    const [ahead = "", own = "", ...others] = named(/src="([\w-]+\.js)"/g);
    const imported = [ahead, ...named(/"modulepreload" href="([\w-]+\.js)"/g)];
    assert.ok(own.startsWith("page-") && others.length === 0 && imported.length > 2, `${own}, ${imported}`);
    await page.open();
    await block(page, [`*/${own}`]);
    await page.driver.get("about:blank");
    page.site.requests.length = 0;
    await page.driver.get(page.site.url);
    await eventually(() => {
      for (const name of [...imported, "attention-walk.wasm"])
        assert.ok(page.site.requests.includes(`/${name}`), `${name} waits for the page's script`);
    });
    await block(page, []);
    await page.problems();
  });

  test("the figure works without the script that is loaded after it; the page says what is missing, and loads it again", async (page) => {
    await page.open();
    await block(page, ["*/later-*.js"]);
    await page.driver.navigate().refresh();
    const alertText = async () => (await page.texts("attention-explorer", ".explanation [role=alert]")).join();
    await eventually(async () => assert.ok((await alertText()).startsWith(t("incomplete"))));
    assert.ok(await page.run(({ find }) => find("attention-stage-figure", "canvas").width > 300));
    await page.click("attention-control-bar", "[aria-controls=more]");
    await eventually(async () =>
      assert.deepEqual(await page.texts("attention-control-bar", "#more"), [t("control-more-awaited")]),
    );
    await page.run(({ explorer }) =>
      explorer.dispatchEvent(new CustomEvent("state-patch", { detail: { patch: { stage: "raw" } } })),
    );
    await eventually(async () =>
      assert.ok(await page.run(({ tables }) => tables().some(({ id }) => id === "raw")), "the walk goes on"),
    );
    const problems = await page.problems();
    assert.ok(
      problems.every((problem) => problem.includes("ERR_BLOCKED_BY_CLIENT")),
      problems.join(),
    );
    await block(page, []);
    await page.click("attention-explorer", "#again");
    await page.started();
    await eventually(async () => assert.equal(await alertText(), ""));
    await page.problems();
  });

  test("without its trained weights a link shows random ones, says so, and tries again", async (page) => {
    await page.open();
    await block(page, ["*/grammar-*.js", "*/translation-*.js"]);
    await page.driver.get("about:blank");
    await page.driver.get(`${page.site.url}#recipe=translation`);
    await page.started();
    await eventually(async () => assert.deepEqual(await alerts(page), [`${t("trained-failed")} ${t("load-again")}`]));
    const { recipe, sentence } = await page.state();
    assert.deepEqual([recipe, sentence], ["random", trainedModels.translation.example]);
    await page.click("attention-explorer", "#again"); // the connection is still broken
    await eventually(async () => assert.deepEqual(await alerts(page), [`${t("trained-failed")} ${t("load-again")}`]));
    await page.follow("sentence=one+two&recipe=random"); // the page goes on with own input
    await eventually(async () =>
      assert.deepEqual([(await page.state()).sentence, await alerts(page)], ["one two", []]),
    );
    await page.follow("recipe=grammar"); // a link to another trained model: what is in view stays
    await eventually(async () => assert.deepEqual(await alerts(page), [`${t("trained-failed")} ${t("load-again")}`]));
    assert.equal((await page.state()).sentence, "one two");
    await block(page, []);
    await page.problems();
    await page.click("attention-explorer", "#again");
    await eventually(async () => assert.deepEqual([(await page.state()).recipe, await alerts(page)], ["grammar", []]));
    await page.part("next-word-panel", "h2, p");
  });

  test("a trained model whose script is damaged is named, and shown after loading the page again", async (page) => {
    await page.open();
    const name = readdirSync(dist).find((file) => /^translation-\w+\.js$/.test(file)) ?? assert.fail("no script");
    const script = readText(`web/dist/${name}`);
    page.site.replace(name, script.slice(0, script.length / 2));
    await page.driver.get("about:blank");
    await page.driver.get(`${page.site.url}#recipe=translation`);
    await page.started();
    await eventually(async () => assert.equal((await alerts(page)).length, 1));
    page.site.replace(name, script);
    await page.problems();
    await page.driver.navigate().refresh();
    await page.started();
    await eventually(async () =>
      assert.deepEqual([(await page.state()).recipe, await alerts(page)], ["translation", []]),
    );
  });

  test("a lesson without its trained weights says so above the list of lessons, and tries again", async (page) => {
    await page.open();
    await block(page, ["*/grammar-*.js", "*/translation-*.js"]);
    await page.follow("place=learn&lesson=next-word&step=every-row");
    const shown = () =>
      page.run(({ findAll }) => ({
        alerts: findAll("learn-place", "[role=alert]").map((each) => (each.hidden ? "" : (each.textContent ?? ""))),
        lessons: findAll("learn-place", "main.contents li").length,
        figures: findAll("learn-place", "attention-stage-figure").length,
      }));
    await eventually(async () => {
      const { alerts: said, lessons } = await shown();
      assert.ok(said.join().includes(t("trained-failed")), said.join());
      assert.ok(lessons > 5);
    });
    await block(page, []);
    await page.problems();
    await page.click("learn-place", "[data-again]");
    await eventually(async () => {
      const { alerts: said, figures } = await shown();
      assert.deepEqual([said.join("").trim(), figures], ["", 1]);
    });
  });

  test("a place that cannot be loaded is named in Explore; its link and the button lead there later", async (page) => {
    await page.open();
    await block(page, ["*/train-place-*.js", "*/learn-place-*.js"]);
    for (const [place, fragment] of [
      ["train", "place=train&task=previous&seed=2"],
      ["learn", "place=learn"],
    ]) {
      await page.follow(fragment);
      const message = `${t("place-failed", { place: t(`place-${place}`) })} ${t("load-again")}`;
      await eventually(async () => assert.deepEqual(await alerts(page), [message]));
    }
    await block(page, []);
    await page.problems();
    await page.click("attention-explorer", "#again");
    await page.part("learn-place", "main.contents");
    await page.click("attention-explorer", 'nav a[href="#place=train"]');
    await page.part("train-place", "#play");
  });

  test("Learn says that parts of the page are missing, and shows its lessons once they are loaded", async (page) => {
    await page.open();
    await block(page, ["*/later-*.js"]);
    await page.driver.get("about:blank");
    await page.driver.get(`${page.site.url}#place=learn`);
    await eventually(async () => assert.ok((await alerts(page)).join().startsWith(t("incomplete"))));
    await block(page, []);
    await page.problems();
    await page.click("attention-explorer", "#again");
    await page.part("learn-place", "main.contents");
    await eventually(async () => assert.deepEqual(await alerts(page), []));
  });

  test("without the engine the page keeps its title, names what works without it, and can be loaded again", async (page) => {
    await page.open();
    await block(page, ["*/attention-walk.wasm"]);
    await page.driver.navigate().refresh();
    await eventually(async () => {
      const [alert = ""] = await alerts(page);
      assert.ok(alert.startsWith("The engine could not start") && alert.includes(t("failed-page")), alert);
    });
    assert.deepEqual(await page.texts("attention-explorer", "h1"), [t("app-name")]);
    const links = await page.run(({ findAll }) =>
      findAll("attention-explorer", "header nav a").map((link) => link.getAttribute("href") ?? ""),
    );
    assert.deepEqual(links, ["docs/index.html", "docs/glossary.html", "docs/exercises.html"]);
    for (const link of links) assert.equal((await fetch(page.site.url + link)).status, 200, link);
    await block(page, []);
    await page.problems();
    await page.click("attention-explorer", "#again");
    await page.started();
    assert.deepEqual(await alerts(page), []);
  });

  test("where the page's first script does not arrive, the page says after a while what to do", async (page) => {
    const scripts = ["*/page-*.js"];
    await page.open();
    await block(page, scripts);
    await page.driver.get("about:blank");
    await page.driver.get(page.site.url);
    const shown = () =>
      page.run(() => {
        const [advice] = [...document.querySelectorAll(".starting span")];
        return advice && getComputedStyle(advice).visibility === "visible" ? advice.textContent : "";
      });
    assert.equal(await shown(), "", "not at once");
    await eventually(async () => assert.match((await shown()) ?? "", /load the page again\.$/));
    await block(page, []);
    await page.problems();
    await page.openFirstScreen();
  });

  test("using a part that could not be loaded loads it again", async (page) => {
    await page.open();
    await block(page, ["*/later-*.js"]);
    await page.driver.navigate().refresh();
    await eventually(async () => assert.ok(await page.run(({ explorer }) => explorer.incomplete)));
    await block(page, []);
    await page.run(({ explorer }) =>
      explorer.dispatchEvent(new CustomEvent("state-preset", { detail: { id: "no-weights" } })),
    );
    await page.started();
    await eventually(async () => assert.deepEqual(await page.state(), applyPreset(defaultState, "no-weights")));
    await eventually(async () =>
      assert.deepEqual(await page.texts("attention-explorer", ".explanation [role=alert]"), []),
    );
    await page.problems();
  });

  test("every experiment opens from the single file, with its own texts", async (page) => {
    await page.open("", page.site.file);
    for (const experiment of choices.experiment) {
      await page.follow(`experiment=${experiment}`);
      await checkOpen(page, experiment);
      for (const address of await page.requested()) assert.equal(address, page.site.file);
    }
    assert.deepEqual(page.site.requests, []);
  });
});
