/** Classes: a teacher prepares one by clicking, and its readers see and change only what the teacher chose. Needs a finished build. */
import assert from "node:assert/strict";
import { Key } from "selenium-webdriver";

import { classToFile } from "../../../web/components/class/class-file.js";
import { writeClass } from "../../../web/components/class/class-link.js";
import { plainScreen, screenOf } from "../../../web/components/class/screen.js";
import { changeState, defaultState } from "../../../web/state/state.js";
import { checkAxe } from "../support/axe.js";
import { eventually } from "../support/eventually.js";
import { t } from "../support/expected.js";
import { allEngines, inBrowsers } from "../support/harness.js";

/** @typedef {import("../support/page.js").Page} Page */
/** @typedef {import("../../../web/components/class/screen.js").Screen} Screen */

/** @param {Partial<Screen>} given */
const screen = (given) => screenOf({ ...plainScreen, ...given });

/** @param {readonly Screen[]} screens @param {number | null} [at] @param {boolean} [prepare] */
const linkTo = (screens, at = null, prepare = false) => writeClass({ title: "Week 3", screens }, { at, prepare });

const start = changeState(defaultState, { d_k: 8, heads: 2, head: 0 });

/** d_k can be changed, heads are shown and fixed, and all else is hidden. */
const divide = screen({
  title: "Why divide?",
  prompts: ["Which weight is the largest?", "Make d_k larger. What happens?"],
  stages: ["raw", "scaled", "weights"],
  controls: ["d_k"],
  locked: ["heads"],
  experiments: ["scaling"],
  terms: ["query"],
  parts: ["strip", "panel"],
  state: start,
});
const bare = screen({ title: "Only the figure", parts: [], size: 150 });
const three = Object.freeze([divide, bare, screen({ prompts: ["Done?"], controls: "all", experiments: "all" })]);

/** What a screen of a class shows. @param {Page} page */
const shown = (page) =>
  page.run(({ find, findAll, hosts }) => {
    const place = hosts.find((host) => host.matches("class-place"));
    const seen = (/** @type {string} */ component, /** @type {string} */ selector) =>
      findAll(component, selector).filter((element) => element.getClientRects().length > 0);
    const texts = (/** @type {string} */ component, /** @type {string} */ selector) =>
      seen(component, selector).map((element) => (element.textContent ?? "").replace(/\s+/g, " ").trim());
    return {
      isOpen: place ? !place.hidden : false,
      state: hosts.find((host) => host.matches("class-screen"))?.state,
      title: texts("class-place", "h2").join(),
      entries: texts("class-place", "main ol a"),
      prompts: texts("class-screen", ".prompts bdi"),
      fixed: texts("class-screen", ".fixed li"),
      terms: texts("class-screen", "term-note"),
      stages: seen("attention-stage-strip", "button").map((button) => button.dataset.stage),
      controls: seen("attention-control-bar", "input, textarea, select").map(({ id }) => id),
      experiments: seen("question-list", "[data-experiment]").map((button) => button.dataset.experiment),
      panels: [
        "attention-stage-strip",
        "attention-stage-panel",
        "shape-summary",
        "walk-meters",
        "question-list",
      ].filter((part) => hosts.some((host) => host.matches(part) && host.getClientRects().length > 0)),
      alerts: [...texts("class-screen", "[role=alert]"), ...texts("class-place", "[role=alert]")],
      isDrawn: seen("attention-stage-figure", "canvas").length > 0,
      size: document.documentElement.style.getPropertyValue("--size"),
      fontSize: parseFloat(getComputedStyle(document.documentElement).fontSize),
      hasMarkup: find("class-screen", ".prompts bdi > *") !== null,
    };
  });

/**
 * Loads the page from scratch with a link to a class; it has no figure of Explore to wait for.
 * @param {Page} page
 * @param {string} fragment
 * @param {string} [url]
 */
async function visit(page, fragment, url = page.site.url) {
  await page.driver.get("about:blank");
  await page.driver.get(`${url}#${fragment}`);
}

/** Waits until a screen, the list or the form has this title. @param {Page} page @param {string} title */
const titled = (page, title) =>
  eventually(async () => {
    const now = await shown(page);
    assert.deepEqual([now.isOpen, now.title], [true, title]);
  });

/** Waits until a screen is drawn with its figure. @param {Page} page @param {string} title */
const drawn = (page, title) =>
  eventually(async () => {
    const now = await shown(page);
    assert.deepEqual([now.isOpen, now.title, now.isDrawn], [true, title, true]);
    return now;
  });

/** Clicks once the element is there and in view: Explore has parts of the same names, which are hidden. @param {Page} page @param {string} component @param {string} selector */
const click = (page, component, selector) =>
  eventually(async () => {
    const isThere = await page.run(
      ({ findAll }, ...path) => {
        const element = findAll(path[0], path[1]).find((each) => each.getClientRects().length > 0);
        element?.click();
        return element !== undefined;
      },
      component,
      selector,
    );
    assert.ok(isThere, `${component} ${selector}`);
  });

/** Sets a field of the form, as its reader does. @param {Page} page @param {string} selector @param {string | boolean} value */
const fill = (page, selector, value) =>
  eventually(async () => {
    const isThere = await page.run(
      ({ find }, path, given) => {
        const field = find("class-editor", path);
        if (!field) return false;
        if (typeof given === "boolean") field.checked = given;
        else field.value = given;
        for (const kind of ["input", "change"]) field.dispatchEvent(new Event(kind, { bubbles: true }));
        return true;
      },
      selector,
      value,
    );
    assert.ok(isThere, selector);
  });

/** Asks for a change as any part of a screen may. @param {Page} page @param {object} patch */
const ask = (page, patch) =>
  page.run(
    ({ find }, detail) =>
      find("class-screen", "attention-stage-figure").dispatchEvent(
        new CustomEvent("state-patch", { detail, bubbles: true, composed: true }),
      ),
    { patch },
  );

inBrowsers(allEngines, (test) => {
  test("a teacher prepares a class by clicking, and its link shows just that in a fresh page", async (page) => {
    await page.open("d_k=8&heads=2&head=0");
    await page.run(() => /** @type {HTMLElement} */ (document.querySelector('footer [href="#place=class"]')).click());
    await titled(page, "Class");
    await click(page, "class-place", 'a[href="#place=class&prepare=true"]');
    await fill(page, "#title", "Week 3");
    await fill(page, "#screen-title", divide.title);
    for (const [at, prompt] of divide.prompts.entries()) {
      await click(page, "class-editor", "#add-prompt");
      await fill(page, `#prompt-${at}`, prompt);
    }
    for (const stage of ["X", "Q", "K", "V", "masked", "context", "concat", "output"])
      await fill(page, `#stage-${stage}`, false);
    await fill(page, "#part-shapes", false);
    await fill(page, "#part-meters", false);
    await fill(page, "#set-d_k", "free");
    await fill(page, "#set-heads", "locked");
    await fill(page, "#experiment-scaling", true);
    await fill(page, "#term-query", true);
    const link = await eventually(async () => {
      const { value, hash } = await page.run(({ find }) => ({
        value: find("class-editor", "#link").value,
        hash: window.location.hash,
      }));
      assert.equal(value.split("#")[1], linkTo([divide]));
      assert.equal(hash, `#${linkTo([divide], null, true)}`, "the address keeps what is being prepared");
      return value.split("#")[1];
    });
    await visit(page, link);
    const now = await drawn(page, divide.title);
    assert.deepEqual(now.prompts, divide.prompts);
    assert.deepEqual(now.fixed, ["heads 2"]);
    assert.deepEqual(now.terms, ["query"]);
    assert.deepEqual(now.controls, ["d_k", "d_k-value"]);
    await eventually(async () => {
      const { stages, experiments, panels } = await shown(page);
      assert.deepEqual(stages, divide.stages);
      assert.deepEqual(experiments, divide.experiments);
      assert.deepEqual(panels, ["attention-stage-strip", "attention-stage-panel", "question-list"]);
    });
    assert.deepEqual(now.state, start);
  });

  test("what is locked stays, whichever way a change comes; what is free changes, and starts again", async (page) => {
    await visit(page, linkTo([divide]));
    await drawn(page, divide.title);
    for (const [patch, reason] of /** @type {[object, RegExp][]} */ ([
      [{ heads: 4 }, /heads is fixed/],
      [{ sentence: "something else", token_order: null }, /sentence is fixed/],
      [{ token_order: [1, 0, 2, 3, 4, 5, 6] }, /token_order is fixed/],
      [{ edits: { X: [0, 0, 9] } }, /edits is fixed/],
      [{ hidden_pairs: [3, 1] }, /hidden_pairs is fixed/],
      [{ d_k: 16, causal: false }, /causal is fixed/],
      [{ stage: "output" }, /stage: this screen does not show output/],
      [{ experiment: "order" }, /experiment: this screen does not show order/],
    ])) {
      await ask(page, patch);
      await eventually(async () => assert.match((await shown(page)).alerts.join(), reason));
      assert.deepEqual((await shown(page)).state, start);
    }
    // Messages from other pages, an example and a file change nothing either.
    await page.run(() => window.postMessage({ type: "attention-set", fields: { heads: 4 } }, "*"));
    for (const name of ["state-preset", "state-file"]) {
      await page.run(
        ({ find }, type) =>
          find("class-screen", "attention-stage-figure").dispatchEvent(
            new CustomEvent(type, {
              detail: { id: "gqa", file: new File(["{}"], "a.json") },
              bubbles: true,
              composed: true,
            }),
          ),
        name,
      );
      await eventually(async () => assert.match((await shown(page)).alerts.join(), /is fixed/));
    }
    assert.deepEqual((await shown(page)).state, start);
    // Arrow keys go from stage to stage of the screen, and no further.
    await page.run(({ find }) => find("class-screen", "#figure").focus());
    for (const stage of ["scaled", "raw", "raw"]) {
      await page.press(Key.ARROW_LEFT);
      await eventually(async () => assert.equal((await shown(page)).state.stage, stage));
    }
    await ask(page, { d_k: 16 });
    await eventually(async () => assert.equal((await shown(page)).state.d_k, 16));
    assert.deepEqual((await shown(page)).alerts, []);
    assert.equal(await page.fragment(), linkTo([divide]), "the link stays the teacher's");
    await click(page, "class-screen", "#start-again");
    await eventually(async () => assert.deepEqual((await shown(page)).state, start));
  });

  test("an experiment changes its own walk; taking it to a locked one is refused", async (page) => {
    await visit(page, linkTo([screen({ ...divide, controls: [] })]));
    await drawn(page, divide.title);
    await click(page, "question-list", "[data-experiment=scaling]");
    await eventually(async () => assert.equal((await shown(page)).state.experiment, "scaling"));
    await eventually(async () => assert.ok((await page.texts("experiment-card", "#take")).length > 0));
    await click(page, "experiment-card", "#take");
    await eventually(async () => assert.match((await shown(page)).alerts.join(), /is fixed on this screen/));
    const { state } = await shown(page);
    assert.deepEqual([state.d_k, state.heads, state.recipe], [start.d_k, start.heads, start.recipe]);
  });

  test("a class goes from screen to screen, back to its list, and to the whole page", async (page) => {
    await visit(page, linkTo(three));
    await titled(page, "Week 3");
    assert.deepEqual((await shown(page)).entries, ["Why divide?", "Only the figure", "Screen 3"]);
    await click(page, "class-place", "#begin");
    await drawn(page, "Why divide?");
    assert.equal(await page.run(({ find }) => find("class-place", "#previous") !== null), false);
    const { fontSize } = await shown(page);
    await click(page, "class-place", "#next");
    const second = await drawn(page, "Only the figure");
    assert.deepEqual([second.panels, second.prompts, second.controls, second.experiments], [[], [], [], []]);
    assert.equal(second.size, "1.5");
    assert.ok(Math.abs(second.fontSize - 1.5 * fontSize) < 0.1, `${second.fontSize} px after ${fontSize}`);
    await click(page, "class-place", "#next");
    const last = await drawn(page, "Screen 3");
    assert.deepEqual([last.size, last.prompts], ["", ["Done?"]]);
    assert.ok(last.controls.includes("heads") && last.controls.includes("sentence"), last.controls.join());
    await click(page, "class-place", "#previous");
    await drawn(page, "Only the figure");
    if (page.name !== "webkit") {
      await page.driver.navigate().back(); // WebKit's Back skips what a script's click has opened
      await drawn(page, "Screen 3");
    }
    await click(page, "class-place", "#screens");
    await titled(page, "Week 3");
    await click(page, "class-place", "main ol li:nth-child(1) > a");
    await drawn(page, "Why divide?");
    await ask(page, { d_k: 32 });
    await eventually(async () => assert.equal((await shown(page)).state.d_k, 32));
    await click(page, "class-screen", "#everything");
    await eventually(async () => {
      const { d_k, heads } = await page.state();
      assert.deepEqual([d_k, heads, (await shown(page)).isOpen], [32, 2, false]);
    });
    assert.equal((await shown(page)).size, "");
  });

  test("questions are text, whatever they hold", async (page) => {
    const prompts = [
      `<img src=x onerror="document.title='run'"><script>document.title='run'</script>`,
      "&lt;b&gt; [[query]] *bold* {$x} %7B",
      "abc \u202eתfed\u2066 end",
      "a\nb",
    ];
    await visit(page, linkTo([screen({ title: "<b>Title</b>", prompts }), bare]));
    await titled(page, "Week 3");
    await click(page, "class-place", "#begin");
    const now = await drawn(page, "<b>Title</b>");
    assert.deepEqual(
      now.prompts,
      prompts.map((prompt) => prompt.replace(/\s+/g, " ")),
    );
    assert.equal(now.hasMarkup, false);
    assert.equal(await page.run(() => document.title), "Class · Attention Stepper");
    // Text that reorders its neighbours does so within its own question only.
    const isolated = await page.run(({ find }) => getComputedStyle(find("class-screen", ".prompts bdi")).unicodeBidi);
    assert.match(isolated, /isolate/);
    await page.follow(`place=class&screen=a&prompts=${"a".repeat(1e6)}`);
    await eventually(async () => assert.match((await shown(page)).alerts.join(), /link: at most 20000 characters/));
  });

  test("what a link cannot say is named, and the rest holds", async (page) => {
    await visit(page, "place=class&screen=One&controls=d_k+d_kk&locked=heads&stages=raw+nowhere&d_k=16");
    const now = await drawn(page, "One");
    assert.equal(now.alerts.length, 1);
    assert.match(now.alerts[0] ?? "", /screen 1: controls: .*"d_kk".*did you mean d_k/);
    assert.match(now.alerts[0] ?? "", /screen 1: stages: .*"nowhere"/);
    assert.deepEqual([now.controls, now.fixed, now.state.d_k], [[], ["heads 4"], 16]);
  });
});

/** Opens a class from a file, as its field does. @param {Page} page @param {string} text @param {string} name */
const openFile = (page, text, name) =>
  page.run(
    ({ hosts }, ...given) =>
      hosts
        .find((host) => host.matches("class-place"))
        .dispatchEvent(new CustomEvent("class-file", { detail: new File([given[0]], given[1]) })),
    text,
    name,
  );

const long = Array.from({ length: 30 }, (_, at) =>
  screen({ title: `Number ${at + 1}`, prompts: [`${at} ${"é".repeat(490)}`], controls: ["d_k"] }),
);

inBrowsers(["chromium"], (test) => {
  test("what a reader changes stays, from screen to screen and over a reload, until what was prepared is asked for", async (page) => {
    const d_k = (/** @type {number} */ wanted) =>
      eventually(async () => assert.equal((await shown(page)).state.d_k, wanted));
    const note = () => page.texts("class-screen", "#kept");
    await visit(page, linkTo(three, 0));
    await drawn(page, "Why divide?");
    assert.deepEqual(await note(), []);
    await ask(page, { d_k: 16 });
    await d_k(16);
    assert.deepEqual(await note(), ["What you changed here stays in this browser."]);
    await click(page, "class-place", "#next");
    await drawn(page, "Only the figure");
    assert.deepEqual(await note(), []);
    await click(page, "class-place", "#previous");
    await drawn(page, "Why divide?");
    await d_k(16);
    await page.driver.navigate().refresh();
    await drawn(page, "Why divide?");
    await d_k(16);
    assert.equal(await page.fragment(), linkTo(three, 0), "the link stays the teacher's");
    await click(page, "class-screen", "#start-again");
    await d_k(8);
    assert.deepEqual(await note(), []);
    await page.driver.navigate().refresh();
    await drawn(page, "Why divide?");
    await d_k(8);
  });

  test("the size for a projector leaves phones alone", async (page) => {
    const size = async () => {
      await drawn(page, "Only the figure");
      return (await shown(page)).fontSize;
    };
    for (const width of [360, 800, 960, 961, 1280]) {
      await page.look({ width, height: 900 });
      await visit(page, linkTo([screen({ ...bare, size: 100 })]));
      const own = await size();
      await visit(page, linkTo([bare]));
      const wanted = width > 960 ? 1.5 * own : own;
      const got = await size();
      assert.ok(Math.abs(got - wanted) < 0.1, `${width}: ${got} px, own ${own}`);
    }
  });

  test("a class that no link can hold is there after a reload, as it was changed last", async (page) => {
    await visit(page, "place=class");
    await titled(page, "Class");
    await openFile(page, classToFile({ title: "Long", screens: long }), "long.json");
    await titled(page, "Long");
    assert.match((await page.texts("class-place", "main p")).join(), /this tab keeps it, also over a reload/);
    await click(page, "class-place", "#begin");
    await drawn(page, "Number 1");
    await page.driver.navigate().refresh();
    await drawn(page, "Number 1");
    await page.follow("place=class&prepare=true");
    await fill(page, "#title", "Longer");
    await fill(page, "#screen-title", "First");
    await eventually(async () =>
      assert.match(
        (await page.texts("class-editor", "[role=alert]")).join(),
        /The class has \d+ characters as a link.*this tab keeps it/,
      ),
    );
    assert.deepEqual(await page.problems(), []);
    await page.driver.navigate().refresh();
    await eventually(async () => assert.equal((await page.texts("class-editor", ".screens .name"))[0], "1 · First"));
    // Chromium says that it would have asked, had the page been touched.
    for (const problem of await page.problems()) assert.match(problem, /'beforeunload' confirmation panel/);
    await page.follow("place=class");
    await titled(page, "Longer");
    // Closing is asked about only while the changes are in no file.
    const asks = () => page.run(() => !window.dispatchEvent(new Event("beforeunload", { cancelable: true })));
    assert.equal(await asks(), true, "also after a reload");
    await page.follow("place=class&prepare=true");
    await fill(page, "#title", "Longest");
    await click(page, "class-editor", "#save");
    await eventually(async () => assert.equal(await asks(), false));
    await visit(page, "place=class");
    await titled(page, "Class"); // an address of its own begins anew
  });

  test("hints are opened by readers; answers stay with the teacher: over a reload and on paper, but in no link", async (page) => {
    await page.driver.get(page.site.url);
    await page.run(() => window.sessionStorage.clear());
    await visit(page, linkTo([divide, bare], null, true));
    await fill(page, "#hint-1", "Look at √d_k.");
    await fill(page, "#answer-0", "The first.");
    await fill(page, "#answer-1", "More of them.");
    const hinted = { ...divide, hints: ["", "Look at √d_k."] };
    const linked = () => page.run(({ find }) => find("class-editor", "#link").value.split("#")[1]);
    await eventually(async () => assert.equal(await linked(), linkTo([hinted, bare])));
    const answers = () => page.run(({ find }) => [0, 1].map((at) => find("class-editor", `#answer-${at}`)?.value));
    await eventually(async () =>
      assert.equal(await page.run(() => window.location.hash), `#${linkTo([hinted, bare], null, true)}`),
    );
    await page.driver.navigate().refresh();
    await eventually(async () => assert.deepEqual(await answers(), ["The first.", "More of them."]));
    // What belongs to a question goes where the question goes.
    await click(page, "class-editor", `[aria-label="${t("class-prompt-down", { number: 1 })}"]`);
    await eventually(async () => assert.deepEqual(await answers(), ["More of them.", "The first."]));

    const onPaper = async () => {
      await page.devtools("Emulation.setEmulatedMedia", { media: "print" });
      const seen = await page.run(({ findAll }) =>
        ["#hints li", "#answers li"].map((items) =>
          findAll("class-place", items)
            .filter((item) => item.getClientRects().length > 0)
            .map((item) => `${/** @type {any} */ (item).value} ${item.textContent?.trim()}`),
        ),
      );
      await page.devtools("Emulation.setEmulatedMedia", { media: "" });
      return seen;
    };
    await page.follow(linkTo([{ ...hinted, prompts: [...divide.prompts].reverse(), hints: ["Look at √d_k."] }, bare]));
    await titled(page, "Week 3");
    assert.deepEqual(await onPaper(), [["1 Look at √d_k."], ["1 More of them.", "2 The first."]]);
    // A reader has the link alone.
    await page.run(() => window.sessionStorage.clear());
    await visit(page, linkTo([hinted, bare]));
    await titled(page, "Week 3");
    assert.deepEqual(await onPaper(), [["2 Look at √d_k."], []]);
    await visit(page, linkTo([hinted, bare], 0));
    await drawn(page, "Why divide?");
    const hints = await page.run(({ findAll }) =>
      findAll("class-screen", ".prompts details").map((details) => [
        /** @type {any} */ (details).open,
        details.textContent.replace(/\s+/g, " ").trim(),
      ]),
    );
    assert.deepEqual(hints, [[false, "Hint Look at √d_k."]]);
    // Chromium says that it would have asked before it left answers that are in no file, had the page been touched.
    for (const problem of await page.problems()) assert.match(problem, /'beforeunload' confirmation panel/);
  });

  test("an address of a class that the tab has not kept asks for its file", async (page) => {
    await page.driver.get(page.site.url);
    await page.run(() => window.sessionStorage.clear());
    for (const where of ["at=2", "prepare=true"]) {
      await visit(page, `place=class&${where}&held=true`);
      await titled(page, "Class");
      assert.match((await page.texts("class-place", "main p"))[0] ?? "", /too long for a link.*Open its file/);
    }
  });

  test("where the browser has no room for a class that no link can hold, the page says so", async (page) => {
    await visit(page, "place=class");
    await titled(page, "Class");
    await page.run(() => {
      Storage.prototype.setItem = () => {
        throw new DOMException("no room", "QuotaExceededError");
      };
    });
    await openFile(page, classToFile({ title: "Long", screens: long }), "long.json");
    await titled(page, "Long");
    assert.match((await page.texts("class-place", "main p")).join(), /cannot keep it: save it as a file now/);
    await click(page, "class-place", "#begin");
    await drawn(page, "Number 1");
    await ask(page, { d_k: 16 });
    await eventually(async () =>
      assert.deepEqual(await page.texts("class-screen", "#kept"), [
        "What you changed here stays until the page is closed or loaded again.",
      ]),
    );
    await page.follow("place=class&prepare=true");
    await eventually(async () =>
      assert.match((await page.texts("class-editor", "[role=alert]")).join(), /cannot keep it: save it as a file now/),
    );
  });

  test("screens are added, moved and removed, from Explore and from links; the list says so", async (page) => {
    await visit(page, linkTo([divide, bare], null, true));
    await titled(page, "");
    const names = () => page.texts("class-editor", ".screens .name");
    const status = () => page.texts("class-editor", ".screens [role=status]");
    await eventually(async () => assert.deepEqual(await names(), ["1 · Why divide?", "2 · Only the figure"]));
    await click(page, "class-editor", "li:nth-child(1) .down");
    await eventually(async () => assert.deepEqual(await names(), ["1 · Only the figure", "2 · Why divide?"]));
    assert.deepEqual(await status(), ["Why divide? is now number 2."]);
    await click(page, "class-editor", "li:nth-child(1) .remove");
    await eventually(async () => assert.deepEqual(await names(), ["1 · Why divide?"]));
    await click(page, "class-editor", "#add");
    await eventually(async () => assert.deepEqual(await names(), ["1 · Why divide?", "2 · Screen 2"]));
    await fill(page, "#links", `${page.site.url}#d_k=2\nnothing\n#${linkTo([bare])}`);
    await click(page, "class-editor", "#add-links");
    await eventually(async () =>
      assert.deepEqual(await names(), ["1 · Why divide?", "2 · Screen 2", "3 · Screen 3", "4 · Only the figure"]),
    );
    assert.match((await page.texts("class-editor", "[role=alert]")).join(), /line 2: must be a link to this page/);
    await fill(page, "#links", "");
    await click(page, "class-editor", "#edit");
    await eventually(async () => assert.equal((await shown(page)).isOpen, false));
    await page.follow("place=class&prepare=true");
    await eventually(async () => assert.equal((await names()).length, 4));
  });

  test("a class that is too long for a link is kept by a file, and its screens still follow each other", async (page) => {
    await visit(page, "place=class");
    await titled(page, "Class");
    await openFile(page, classToFile({ title: "Long", screens: long }), "long.json");
    await titled(page, "Long");
    assert.equal(await page.fragment(), "place=class&held=true");
    await click(page, "class-place", "#begin");
    await drawn(page, "Number 1");
    await click(page, "class-place", "#next");
    await drawn(page, "Number 2");
    await page.follow("place=class&prepare=true");
    await eventually(async () =>
      assert.match((await page.texts("class-editor", "[role=alert]")).join(), /The class has \d+ characters as a link/),
    );
    await openFile(page, "{}", "other.json");
    await eventually(async () =>
      assert.match((await shown(page)).alerts.join(), /other\.json is not a class saved by this page/),
    );
  });

  test("a screen loads the trained model that its state needs", async (page) => {
    for (const recipe of ["pronoun", "grammar"]) {
      await visit(page, `place=class&screen=${recipe}&recipe=${recipe}`);
      assert.equal((await drawn(page, recipe)).state.recipe, recipe);
    }
  });

  test("it works in the page in one file, opened from disk", async (page) => {
    await visit(page, linkTo([divide, bare], 0), page.site.file);
    await drawn(page, divide.title);
    await click(page, "class-place", "#next");
    await drawn(page, bare.title);
    await page.follow(linkTo([divide, bare], null, true));
    await eventually(async () => assert.equal((await page.texts("class-editor", ".screens .name")).length, 2));
  });

  test("a class's own fields are no fields of a frame's state: the frame names them", async (page) => {
    await page.driver.get("about:blank");
    await page.driver.get(`${page.site.url}embed.html#place=class&screen=One&d_k=8`);
    await eventually(async () => {
      const { text, d_k } = await page.run(() => {
        const element = /** @type {any} */ (document.querySelector("attention-stepper"));
        return {
          text: element?.shadowRoot?.querySelector("[role=alert]")?.textContent ?? "",
          d_k: element?.state?.d_k,
        };
      });
      assert.match(text, /Unknown field "place"\.\s*Unknown field "screen"\./);
      assert.equal(d_k, 8);
    });
    await page.problems();
  });

  for (const [width, theme] of /** @type {[number, string][]} */ ([
    [1280, "light"],
    [1280, "dark"],
    [360, "light"],
    [360, "dark"],
  ])) {
    test(`axe finds nothing in the list, a screen, the form and the start, ${width} px, ${theme}`, async (page) => {
      await page.look({ width, height: 800, media: { "prefers-color-scheme": theme } });
      await visit(page, "place=class");
      await titled(page, "Class");
      await checkAxe(page, "start");
      const hinted = three.map((each) => screen({ ...each, hints: each.prompts.map(() => "Look at the figure.") }));
      await page.follow(linkTo(hinted));
      await titled(page, "Week 3");
      await checkAxe(page, "list");
      for (const [at, { title }] of hinted.entries()) {
        await page.follow(linkTo(hinted, at));
        await drawn(page, title || `Screen ${at + 1}`);
        await checkAxe(page, `screen ${at + 1}`);
      }
      await page.follow(linkTo(hinted, null, true));
      await eventually(async () => assert.ok((await page.texts("class-editor", ".screens .name")).length === 3));
      await page.run(({ findAll }) => {
        for (const details of findAll("class-editor", "details")) /** @type {any} */ (details).open = true;
      });
      await checkAxe(page, "form");
      const overflow = await page.run(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      assert.ok(overflow <= 0, `${overflow} px too wide`);
    });
  }
});
