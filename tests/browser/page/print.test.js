/** Printing: the stage in view, and all stages, on A4 and always light on white. Needs a finished build. */
import assert from "node:assert/strict";

import { palettes } from "../../../web/figures/colour/palette.js";
import { changeState, defaultState } from "../../../web/state/state.js";
import { stateToFragment } from "../../../web/state/url.js";
import { eventually } from "../support/eventually.js";
import { allEngines, inBrowsers } from "../support/harness.js";

/** @typedef {import("../support/page.js").Page} Page */

/** The width of A4 between margins of 1 cm, px. */
const paper = { width: 718, height: 1040, pixels: 1 };

/** A sum over the colours of the figure, which differs between themes. @param {Page} page */
const colours = (page) =>
  page.run(({ pixels }) => pixels().colours.reduce((sum, colour) => (sum * 31 + colour) % 1e9, 7));

inBrowsers(allEngines, (test) => {
  test("in the dark theme, the figure is redrawn light for paper, and dark again afterwards", async (page) => {
    await page.open("theme=light");
    const light = await colours(page);
    await page.open("theme=dark");
    const dark = await colours(page);
    assert.notEqual(dark, light);
    await page.run(() => void window.dispatchEvent(new Event("beforeprint")));
    await eventually(async () => assert.equal(await colours(page), light));
    assert.equal((await page.state()).theme, "dark");
    await page.run(() => void window.dispatchEvent(new Event("afterprint")));
    await eventually(async () => assert.equal(await colours(page), dark));
  });
});

inBrowsers(["chromium"], (test) => {
  test("the figure is light before the browser lays out the paper, not only some time later", async (page) => {
    await page.open("theme=dark");
    const labels = (/** @type {string} */ canvas) =>
      page.run(
        ({ find }, which, ...texts) => {
          const shown = /** @type {HTMLCanvasElement} */ (
            document.querySelector(which) ?? find("attention-stage-figure", which)
          );
          const copy = Object.assign(document.createElement("canvas"), { width: shown.width, height: shown.height });
          const context = /** @type {CanvasRenderingContext2D} */ (copy.getContext("2d"));
          context.drawImage(shown, 0, 0);
          const { data } = context.getImageData(0, 0, copy.width, copy.height);
          /** @type {Map<number, number>} */
          const found = new Map();
          for (const colour of new Uint32Array(data.buffer)) found.set(colour, (found.get(colour) ?? 0) + 1);
          return texts.map((text) => {
            const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => parseInt(text.slice(at, at + 2), 16));
            // A few pixels at the edges of other texts may have any colour between theirs and the cells'.
            return (found.get(((255 << 24) | (blue << 16) | (green << 8) | red) >>> 0) ?? 0) > 30;
          });
        },
        canvas,
        palettes.light.muted,
        palettes.dark.muted,
      );
    assert.deepEqual(await labels("canvas"), [false, true]);
    await page.run(({ find }) => {
      const keep = () => {
        const { width, height } = find("attention-stage-figure", "canvas");
        const copy = Object.assign(document.createElement("canvas"), { width, height, id: "printed" });
        copy.getContext("2d")?.drawImage(find("attention-stage-figure", "canvas"), 0, 0);
        document.body.append(copy);
      };
      window.addEventListener("beforeprint", keep); // after the page's own listener
    });
    await page.devtools("Page.printToPDF");
    await eventually(async () => assert.deepEqual(await labels("#printed"), [true, false]));
  });

  test("the strip's thumbnails are light before the browser lays out the paper", async (page) => {
    /** The thumbnails' pixels, one text for each. */
    const kept = () => page.run(() => /** @type {any} */ (window).kept);
    const keep = () =>
      page.run(({ findAll }) => {
        const look = () =>
          findAll("attention-stage-strip", "canvas").map((canvas) =>
            /** @type {HTMLCanvasElement} */ (canvas).toDataURL(),
          );
        Object.assign(window, { kept: look() });
        window.addEventListener("beforeprint", () => Object.assign(window, { kept: look() })); // after the page's own listener
      });
    const shown = async (/** @type {string} */ theme) => {
      await page.open(`theme=${theme}`);
      return eventually(async () => {
        await keep();
        const pictures = await kept();
        assert.ok(new Set(pictures).size > 3, "the thumbnails are painted");
        return pictures;
      });
    };
    const light = await shown("light");
    assert.notDeepEqual(await shown("dark"), light);
    await page.devtools("Page.printToPDF");
    await eventually(async () => assert.deepEqual(await kept(), light));
  });

  test("on paper (A4) the whole figure and all stages are there, and nothing covers anything", async (page) => {
    const wide = changeState(defaultState, { heads: 8, d_v: 16, head: "all", stage: "concat" });
    await page.look({ width: 718, height: 1040, pixels: 1 }); // the width between margins of 1 cm
    await page.open(stateToFragment(changeState(wide, { cell: null })));
    await page.run(({ explorer }) =>
      explorer.dispatchEvent(
        new CustomEvent("state-patch", { detail: { patch: { cell: { stage: "concat", index: [2, 3] } } } }),
      ),
    );
    await page.part("attention-cell-arithmetic", ".sheet");
    await page.devtools("Emulation.setEmulatedMedia", { media: "print" });
    try {
      await eventually(async () => {
        const shown = await page.run(({ find }) => {
          const [figure, strip] = [find("attention-stage-figure", ".scroll"), find("attention-stage-strip", "ol")];
          return {
            cut: [figure, strip].map(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth),
            sheet: getComputedStyle(find("attention-cell-arithmetic", ".sheet")).position,
            scheme: getComputedStyle(document.documentElement).colorScheme,
          };
        });
        assert.deepEqual(shown, { cut: [false, false], sheet: "static", scheme: "light" });
      });
      const [wanted = 0, width = 0] = await page.run(() => [document.documentElement.scrollWidth, window.innerWidth]);
      assert.ok(wanted <= width, `${wanted} px wide on ${width} px`);
    } finally {
      await page.devtools("Emulation.setEmulatedMedia", { media: "" });
    }
  });

  test("a step of Learn is printed on one page, without the buttons that lead on", async (page) => {
    await page.look(paper);
    await page.open();
    await page.follow("place=learn&lesson=softmax&step=ratio");
    await page.part("learn-place", ".figure attention-stage-figure");
    await page.devtools("Emulation.setEmulatedMedia", { media: "print" });
    try {
      const shown = await page.run(({ findAll }) =>
        [".words", ".figure", ".ways", ".open"].map((selector) =>
          findAll("learn-place", selector).map((part) => part.getClientRects().length > 0),
        ),
      );
      assert.deepEqual(shown, [[true], [true], [false], [false]]);
    } finally {
      await page.devtools("Emulation.setEmulatedMedia", { media: "" });
    }
    const { data } = await page.devtools("Page.printToPDF", { paperWidth: 8.27, paperHeight: 11.69 });
    const pdf = Buffer.from(data, "base64").toString("latin1");
    assert.equal(pdf.match(/\/Type \/Page\b(?!s)/g)?.length, 1);
  });

  test("all stages are printed on request: one page each, with words, formula and numbers, and without controls", async (page) => {
    await page.look(paper);
    const given = changeState(defaultState, {
      theme: "dark",
      heads: 8,
      d_v: 16,
      head: "all",
      stage: "X",
      experiment: "export",
    });
    await page.open(stateToFragment(given));
    const stages = await page.run(({ explorer }) => explorer.walks.walk.run.stages);
    const words = [];
    for (const stage of stages) {
      await page.click("attention-stage-strip", `[data-stage="${stage}"]`);
      await eventually(async () => assert.equal((await page.state()).stage, stage));
      words.push([
        ...(await page.texts("attention-stage-panel", "h2")),
        ...(await page.texts("attention-stage-panel", ".text")),
      ]);
    }
    await page.run(() => {
      window.print = () => void (document.title = "printed");
    });
    await page.click("export-experiment", "#print");
    await eventually(async () => assert.equal(await page.driver.getTitle(), "printed"));
    const before = await page.run(() => document.querySelector("print-stages")?.getClientRects().length);
    assert.equal(before, 0, "not on the screen");
    await page.devtools("Emulation.setEmulatedMedia", { media: "print" });
    try {
      const shown = await page.run(() => {
        const printed = /** @type {Element} */ (document.querySelector("print-stages"));
        const all = (/** @type {string} */ selector) => [
          .../** @type {ShadowRoot} */ (printed.shadowRoot).querySelectorAll(selector),
        ];
        const text = (/** @type {Element} */ { textContent }) => (textContent ?? "").replace(/\s+/g, " ").trim();
        const right = printed.getBoundingClientRect().right;
        return {
          visible: [...document.body.children]
            .filter((part) => part.getClientRects().length > 0)
            .map((part) => part.localName),
          words: all("section").map((section) => [...section.querySelectorAll("h2, .text")].map(text)),
          formulas: all("section math").length,
          figures: all("section canvas").map((canvas) => canvas.getAttribute("aria-label")),
          cut: all("canvas, math, p").filter((part) => part.getBoundingClientRect().right > right + 1).length,
          controls: all("button, input, select, a").length,
        };
      });
      assert.deepEqual(shown.visible, ["print-stages"]);
      assert.deepEqual(shown.words, words);
      assert.equal(shown.formulas, stages.length);
      assert.equal(shown.figures.length, stages.length);
      assert.match(String(shown.figures.at(-1)), /^Output/);
      assert.deepEqual([shown.cut, shown.controls], [0, 0]);
    } finally {
      await page.devtools("Emulation.setEmulatedMedia", { media: "" });
    }
    const inks = await page.run(
      (_, ...texts) => {
        const { shadowRoot } = /** @type {Element} */ (document.querySelector("print-stages"));
        const canvases = [.../** @type {ShadowRoot} */ (shadowRoot).querySelectorAll("canvas")];
        return canvases.map((canvas) => {
          const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
          const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
          const found = new Set(new Uint32Array(data.buffer));
          return texts.map((text) => {
            const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => parseInt(text.slice(at, at + 2), 16));
            return found.has(((255 << 24) | (blue << 16) | (green << 8) | red) >>> 0);
          });
        });
      },
      palettes.light.muted,
      palettes.dark.muted,
    );
    assert.deepEqual(
      inks,
      stages.map(() => [true, false]),
      "the labels of each figure have the light theme's colour",
    );
    const { data } = await page.devtools("Page.printToPDF", { paperWidth: 8.27, paperHeight: 11.69 });
    const pages =
      Buffer.from(data, "base64")
        .toString("latin1")
        .match(/\/Type \/Page\b(?!s)/g) ?? [];
    assert.equal(pages.length, stages.length);
    await eventually(async () =>
      assert.equal(await page.run(() => document.querySelector("print-stages")), null, "gone after printing"),
    );
  });
});
