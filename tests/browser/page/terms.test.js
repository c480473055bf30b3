/** In Explore, the terms in the words about a stage explain themselves. Needs a finished build. */
import assert from "node:assert/strict";
import { Key } from "selenium-webdriver";

import { withoutTerms } from "../../../web/components/rich-text.js";
import { stageWords } from "../../../web/components/stage/next-stage.js";
import { variantView } from "../../support/variants/variant-views.js";
import { checkAxe } from "../support/axe.js";
import { eventually } from "../support/eventually.js";
import { t } from "../support/expected.js";
import { allEngines, inBrowsers } from "../support/harness.js";

/** @typedef {import("../support/page.js").Page} Page */

const text = (/** @type {string} */ words) => words.replace(/\s+/g, " ").trim();

/** The words about the stage in view, and the terms in them. @param {Page} page */
const words = (page) =>
  page.run(({ findAll }) => {
    const said = (/** @type {Element} */ element) => (element.textContent ?? "").replace(/\s+/g, " ").trim();
    return {
      all: findAll("attention-stage-panel", ".text").map(said),
      terms: findAll("attention-stage-panel", "term-note").map(said),
    };
  });

/** Opens the page and moves the pointer, which makes terms explain themselves. @param {Page} page @param {string} fragment */
async function begin(page, fragment) {
  await page.open(fragment);
  await page.driver.actions().move({ x: 3, y: 3 }).move({ x: 9, y: 9 }).perform();
  await page.part("attention-stage-panel", "term-note");
}

/** The notes that are open. @param {Page} page */
const notes = (page) => page.texts("term-note", "[role=tooltip]");

/** Moves the focus to the term at an index. @param {Page} page @param {number} at */
const focus = (page, at) => page.run(({ findAll }, index) => findAll("term-note", "button")[index]?.focus(), at);

inBrowsers(allEngines, (test) => {
  test("each term is marked where it first occurs, and the words stay the same", async (page) => {
    await begin(page, "recipe=random&stage=context&causal=0&scaling=1&heads=2");
    const view = variantView("plain", { stage: "context" });
    const expected = text(withoutTerms(stageWords(view)));
    view.run.free();
    await eventually(async () =>
      assert.deepEqual(await words(page), {
        all: [expected],
        terms: ["token", "value", "attention weight", "heads"],
      }),
    );
  });

  test("a note opens by focus, with the number of this walk, and Escape closes it and nothing else", async (page) => {
    await begin(page, "recipe=random&stage=Q&d_k=5");
    await eventually(async () => assert.ok((await words(page)).terms.includes("query")));
    const { terms } = await words(page);
    const { cell } = await page.state();
    await focus(page, terms.indexOf("query"));
    await eventually(async () =>
      assert.deepEqual(await notes(page), [`${t("term-query")} ${t("term-query-here", { d_k: 5 })}`.replace("_", "")]),
    );
    await page.press(Key.ESCAPE);
    await eventually(async () => assert.deepEqual(await notes(page), []));
    assert.deepEqual((await page.state()).cell, cell);
    const host = await page.run(({ focused }) => /** @type {any} */ (focused().getRootNode()).host.textContent);
    assert.equal(text(host), "query");
  });
});

/** Where the first note that is open stands, and the paragraph of its term. @param {Page} page */
const places = (page) =>
  page.run(({ findAll }) => {
    const [note] = findAll("term-note", "[role=tooltip]");
    if (!note) return null;
    const { top, bottom } = note.getBoundingClientRect();
    const read = /** @type {any} */ (note.getRootNode()).host.closest("p").getBoundingClientRect();
    return { top, bottom, read: { top: read.top, bottom: read.bottom } };
  });

/** Opens the note of the last term in sight, which is scrolled to a place in the window. @param {Page} page @param {"center" | "end"} place */
const read = (page, place) =>
  page.run(({ findAll }, block) => {
    const button = findAll("term-note", "button")
      .filter((each) => each.checkVisibility())
      .at(-1);
    button?.blur();
    button?.scrollIntoView({ block: /** @type {"center" | "end"} */ (block), behavior: "instant" });
    button?.focus({ preventScroll: true });
  }, place);

inBrowsers(allEngines, (test) => {
  test("a note stands below its paragraph, all of which stays in sight", async (page) => {
    await begin(page, "recipe=random&stage=Q");
    await read(page, "center");
    await eventually(async () => {
      const shown = await places(page);
      assert.ok(shown && shown.top >= shown.read.bottom && shown.top - shown.read.bottom < 8, JSON.stringify(shown));
    });
  });

  test("on the way from a term to its note the pointer leaves neither, over whatever words it passes", async (page) => {
    await begin(page, "recipe=random&stage=Q");
    const { x, from, to } = await page.run(({ find }) => {
      const term = find("attention-stage-panel", "term-note");
      term.scrollIntoView({ block: "center", behavior: "instant" });
      const { left, width, top, height } = term.getBoundingClientRect();
      const { bottom } = term.closest("p").getBoundingClientRect();
      return { x: Math.round(left + width / 2), from: Math.round(top + height / 2), to: Math.round(bottom + 12) };
    });
    await page.driver.actions().move({ x, y: from }).perform();
    await eventually(async () => assert.equal((await notes(page)).length, 1));
    for (let y = from; y <= to; y += 6) await page.driver.actions().move({ x, y }).perform();
    assert.equal((await notes(page)).length, 1);
    await page.driver
      .actions()
      .move({ x, y: from - 60 })
      .perform();
    await eventually(async () => assert.deepEqual(await notes(page), []));
  });

  test("a note that only the pointer opened is closed by Escape, and by a press elsewhere", async (page) => {
    await begin(page, "recipe=random&stage=Q");
    const { cell } = await page.state();
    const point = (/** @type {string} */ kind) =>
      page.run(
        ({ find }, type) =>
          find("attention-stage-panel", "term-note").dispatchEvent(new PointerEvent(type, { pointerType: "mouse" })),
        kind,
      );
    await point("pointerenter");
    await eventually(async () => assert.equal((await notes(page)).length, 1));
    await page.press(Key.ESCAPE);
    await eventually(async () => assert.deepEqual(await notes(page), []));
    assert.deepEqual((await page.state()).cell, cell, "Escape closed the note and nothing else");
    await point("pointerenter");
    await eventually(async () => assert.equal((await notes(page)).length, 1));
    await page.run(() => document.body.dispatchEvent(new PointerEvent("pointerdown", { bubbles: true })));
    await eventually(async () => assert.deepEqual(await notes(page), []));
  });
});

inBrowsers(["chromium"], (test) => {
  test("a note stands above its paragraph where there is no room below", async (page) => {
    await begin(page, "recipe=random&stage=Q");
    await read(page, "center");
    await eventually(async () => assert.equal((await notes(page)).length, 1));
    const bottom = (await places(page))?.read.bottom ?? assert.fail();
    await page.look({ width: 1280, height: Math.ceil(bottom) + 20 });
    await read(page, "end");
    await eventually(async () => {
      const shown = await places(page);
      assert.ok(shown && shown.bottom <= shown.read.top && shown.top >= 0, JSON.stringify(shown));
    });
    await page.look();
  });

  test("on a phone every note is inside the window, and accessible", async (page) => {
    await page.look({ width: 360, height: 740 });
    await begin(page, "recipe=random&stage=scaled");
    await eventually(async () => assert.ok((await words(page)).terms.length > 5));
    const { terms } = await words(page);
    for (const [at, term] of terms.entries()) {
      await focus(page, at);
      await eventually(async () => {
        const [box] = await page.run(({ findAll }) =>
          findAll("term-note", "[role=tooltip]").map((note) => {
            const { left, right } = note.getBoundingClientRect();
            return { left, right };
          }),
        );
        assert.ok(box && box.left >= 0 && box.right <= 360, `${term}: ${JSON.stringify(box)}`);
      });
    }
    await checkAxe(page, "an open note");
  });
});
