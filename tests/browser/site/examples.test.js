/** Opens every guide: its examples run and show the engine's numbers. Needs a finished build. */
import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { test as nodeTest } from "node:test";
import { Key } from "selenium-webdriver";

import { dist, readText } from "../../support/machine.js";
import { checkAxe } from "../support/axe.js";
import { eventually } from "../support/eventually.js";
import { Exhibit } from "../support/exhibit.js";
import { allEngines, inBrowsers } from "../support/harness.js";
import { tryMarkup } from "../support/in-page.js";

const guides = readdirSync(`${dist}examples`).filter((name) => name.endsWith(".html"));
/** Guides whose examples do not run in a browser. */
const withoutElement = ["check.html", "index.html", "node.html", "vectors.html"];
/** Guides whose running example is not in this build, because the packages of web/examples/packages are not installed. */
const notBuilt = guides.filter((name) => readText(`web/dist/examples/${name}`).includes('class="missing"'));

/** @param {import("../support/page.js").Page} page */
async function checkNothingLeaves(page) {
  for (const address of await page.requested()) assert.ok(address.startsWith(page.site.url), address);
}

inBrowsers(allEngines, (test) => {
  /** @type {typeof test} */
  const testBuilt = (name, body) =>
    notBuilt.length === 0
      ? test(name, body)
      : nodeTest(name, { skip: "not installed: the packages of web/examples/packages" });

  for (const name of guides)
    test(`${name}: its elements show the engine's numbers, there are no errors, and no request goes to another host`, async (page) => {
      const exhibit = new Exhibit(page);
      await exhibit.open(`examples/${name}`);
      let elements = 0;
      await exhibit.everywhere(async () => {
        await exhibit.run(() => /** @type {HTMLElement | null} */ (document.querySelector(".navigate-right"))?.click());
        // React, Vue and Observable create their elements after their own scripts have run.
        if (await exhibit.run(() => document.querySelector(".run[id]") !== null))
          await eventually(async () => assert.ok(await exhibit.run((found) => found.elements.length > 0)));
        elements += await exhibit.checkElements();
        assert.deepEqual(await page.problems(), []);
        await checkNothingLeaves(page);
      });
      assert.equal(elements > 0, ![...withoutElement, ...notBuilt].includes(name), `${elements} elements`);
    });

  test("two elements follow one slider, and only the unscaled one saturates", async (page) => {
    const exhibit = new Exhibit(page);
    await exhibit.open("examples/two-elements.html");
    await exhibit.checkElements();
    for (const d_k of [1, 256, 64]) {
      await exhibit.run((_, value) => {
        const slider = /** @type {HTMLInputElement} */ (document.querySelector("input"));
        slider.value = value;
        slider.dispatchEvent(new Event("input"));
      }, d_k);
      await exhibit.checkElement(0, { d_k, scaling: true });
      await exhibit.checkElement(1, { d_k, scaling: false });
      assert.equal(await exhibit.run(() => document.querySelector("output")?.value), String(d_k));
    }
    const sureRows = () =>
      exhibit.run(({ tables }) =>
        [0, 1].map((at) => {
          const shown = tables(at).flatMap(({ cells }) => cells);
          return shown.filter(([cell, text]) => cell.startsWith("weights") && Number(text) > 0.9).length;
        }),
      );
    assert.deepEqual(await sureRows(), [0, 5]);
  });

  test("the frame follows the page's buttons, sends its state, and is as high as its content", async (page) => {
    const exhibit = new Exhibit(page);
    await exhibit.open("examples/messages.html");
    await exhibit.within(0, () => exhibit.checkElement(0, { heads: 8, kv_heads: 8 }));
    for (const kv_heads of [2, 1]) {
      await exhibit.run(
        (_, value) => /** @type {HTMLElement} */ (document.querySelector(`#sharing [value="${value}"]`)).click(),
        kv_heads,
      );
      const told = `Key/value heads: ${kv_heads}`;
      await eventually(async () =>
        assert.equal(await exhibit.run(() => document.querySelector("[role=status]")?.textContent), told),
      );
      await exhibit.within(0, () => eventually(() => exhibit.checkElement(0, { heads: 8, kv_heads })));
    }
    await eventually(async () => {
      const height = Number(await exhibit.run(() => document.querySelector("iframe")?.height));
      await exhibit.within(0, async () => {
        const needed = await exhibit.run(() => document.body.scrollHeight);
        assert.ok(height >= needed && height < needed + 20, `${height} px for ${needed} px`);
      });
    });
  });

  testBuilt("React sets the element's properties and hears its events", async (page) => {
    const exhibit = new Exhibit(page);
    await exhibit.open("examples/mdx-react.html");
    await eventually(() => exhibit.checkElement(0, { mask_mode: "before_softmax", stage: "weights" }));
    const select = (/** @type {string} */ mode) =>
      exhibit.run((_, value) => {
        const list = /** @type {HTMLSelectElement} */ (document.querySelector("#article select"));
        list.value = value;
        list.dispatchEvent(new Event("change", { bubbles: true }));
      }, mode);
    await select("after_softmax");
    await exhibit.checkElement(0, { mask_mode: "after_softmax", d_k: 16 });
    const first = await exhibit.run(({ find }) => find('td[data-cell="weights 0,0,0"]').textContent);
    assert.ok(Number(first) < 0.9, `the first row leaks, ${first}`);
    await select("after_softmax_renormalised");
    await exhibit.checkElement(0, { mask_mode: "after_softmax_renormalised" });
    const mended = await exhibit.run(({ find }) => find('td[data-cell="weights 0,0,0"]').textContent.trim());
    assert.equal(mended, "1.0000");
    await exhibit.run(({ find }) => find("[data-stage=Q]").click());
    await eventually(async () =>
      assert.equal(await exhibit.run(() => document.querySelector("#article output")?.textContent), "Q"),
    );
  });

  testBuilt("Vue binds attributes and hears events", async (page) => {
    const exhibit = new Exhibit(page);
    await exhibit.open("examples/vue.html");
    await eventually(() => exhibit.checkElement(0, { heads: 8, kv_heads: 4 }));
    await exhibit.run(() => {
      const list = /** @type {HTMLSelectElement} */ (document.querySelector("#sharing select"));
      list.value = "1";
      list.dispatchEvent(new Event("change", { bubbles: true }));
    });
    await exhibit.checkElement(0, { heads: 8, kv_heads: 1 });
    await exhibit.run(({ element }) => element.change({ cell: { stage: "weights", index: [2, 3, 1] } }));
    await eventually(async () =>
      assert.equal(
        await exhibit.run(() => document.querySelector("#sharing [role=status]")?.textContent),
        "You ask about weights[2,3,1].",
      ),
    );
  });

  testBuilt(
    "Observable's slider cell changes the element, which stays, and its raw scores do not change",
    async (page) => {
      const exhibit = new Exhibit(page);
      await exhibit.open("examples/observable.html");
      await eventually(() => exhibit.checkElement(0, { first_position: 0, stage: "raw" }));
      const scores = () =>
        exhibit.run(({ tables }) => {
          const shown = tables().flatMap(({ cells }) => cells);
          const ofStage = (/** @type {string} */ stage) =>
            shown.flatMap(([cell, text]) => (cell.startsWith(`${stage} `) ? [Number(text.replace("−", "-"))] : []));
          return { raw: ofStage("raw"), Q_rot: ofStage("Q_rot") };
        });
      const before = await scores();
      await exhibit.run(({ element }) => {
        element.dataset.same = "yes";
        const slider = /** @type {HTMLInputElement} */ (document.querySelector("#cells input"));
        slider.value = "100";
        slider.dispatchEvent(new Event("input"));
      });
      await exhibit.checkElement(0, { first_position: 100 });
      assert.equal(await exhibit.run(({ element }) => element.dataset.same), "yes");
      const after = await scores();
      const farthest = (/** @type {number[]} */ a, /** @type {number[]} */ b) =>
        Math.max(...a.map((number, at) => Math.abs(number - b[at])));
      assert.ok(before.raw.length === 25 && farthest(before.raw, after.raw) <= 0.0002, "raw scores");
      assert.ok(farthest(before.Q_rot, after.Q_rot) > 1, "queries turn");
    },
  );

  testBuilt(
    "a slide's element has the arrow keys while it has the focus, and the deck has them otherwise",
    async (page) => {
      const exhibit = new Exhibit(page);
      await exhibit.open("examples/reveal/slides.html");
      const slide = () =>
        exhibit.run(() => [...document.querySelectorAll("section")].findIndex((one) => one.matches(".present")));
      await eventually(async () => assert.equal(await slide(), 0));
      await page.press(Key.ARROW_RIGHT);
      await eventually(async () => assert.equal(await slide(), 1));
      await exhibit.checkElement(0, { temperature: 0.2 });
      await eventually(async () => {
        const below = await exhibit.run(({ element }) => element.getBoundingClientRect().bottom - window.innerHeight);
        assert.ok(below <= 0, `${below} px below the slide`);
      });
      await exhibit.run(({ find }) => find("#temperature").focus());
      await page.press(Key.ARROW_LEFT);
      await eventually(async () => assert.ok((await exhibit.run(({ element }) => element.temperature)) < 0.2));
      assert.equal(await slide(), 1);
      await exhibit.run(({ focused }) => focused().blur());
      await page.press(Key.ARROW_LEFT);
      await eventually(async () => assert.equal(await slide(), 0));
    },
  );

  test("the sandboxed frame works in a page on disk too", async (page) => {
    const exhibit = new Exhibit(page);
    await page.driver.get(new URL("examples/sandbox.html", page.site.file).href);
    await exhibit.within(0, async () => {
      assert.equal(await exhibit.run(() => window.origin), "null");
      await exhibit.checkElement(0, { padding: 2, sentence: "I love Science" });
      const row = await exhibit.run(({ find }) => find('td[data-cell="weights 0,0,0"]').textContent.trim());
      assert.equal(row, "0");
    });
    await page.driver.get("about:blank");
    await page.problems(); // on disk there is no watch.js at the root
  });

  test("the strict page's policy is also sent as its header, and Trusted Types are enforced", async (page) => {
    const exhibit = new Exhibit(page);
    const path = "examples/strict-csp/page.html";
    const header = (await fetch(page.site.url + path)).headers.get("Content-Security-Policy");
    await exhibit.open(path);
    const policy = await exhibit.run(() => document.querySelector("meta[http-equiv]")?.getAttribute("content"));
    assert.equal(header, policy);
    assert.match(String(header), /require-trusted-types-for 'script'; trusted-types lit-html$/);
    await exhibit.checkElement(0, { stage: "masked" });
    assert.deepEqual(await page.problems(), []);
    assert.equal(await exhibit.run(tryMarkup), "TypeError");
    await exhibit.open("examples/index.html"); // loads another page, which clears the expected violation
    await page.problems();
  });
});

inBrowsers(["chromium"], (test) => {
  for (const name of guides)
    test(`${name}: fits 360 px, and axe finds nothing in it, light and dark`, async (page) => {
      const exhibit = new Exhibit(page);
      await page.look({ width: 360, height: 800, pixels: 1 });
      await exhibit.open(`examples/${name}`);
      await exhibit.checkElements();
      const [needed, there] = await exhibit.run(() => [document.documentElement.scrollWidth, window.innerWidth]);
      assert.ok(there === 360 && needed <= there, `${needed} px`);
      // Only colours depend on the theme. With reduced motion they change at once.
      const reduced = { "prefers-reduced-motion": "reduce" };
      for (const [theme, only] of /** @type {const} */ ([
        ["light", null],
        ["dark", ["color-contrast"]],
      ])) {
        await page.look({ media: { "prefers-color-scheme": theme, ...reduced } });
        await exhibit.everywhere(async () => {
          await exhibit.checkElements();
          assert.ok(await exhibit.run((_, wanted) => matchMedia(`(prefers-color-scheme: ${wanted})`).matches, theme));
          // A frame has no landmarks of its own, and reveal.js gives its slides the role of an application.
          const isFrame = await exhibit.run(() => window.parent !== window);
          const ofFrame = isFrame ? ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"] : undefined;
          await checkAxe(page, `${name}, ${theme}`, { only: only ? [...only] : ofFrame });
        });
      }
    });

  for (const width of [1280, 360])
    test(`the figure rendered ahead is shown without JavaScript, and nothing moves when the element starts: ${width} px`, async (page) => {
      const exhibit = new Exhibit(page);
      await page.look({ width, height: 900, pixels: 1 });
      const disable = (/** @type {boolean} */ value) =>
        page.devtools("Emulation.setScriptExecutionDisabled", { value });
      const box = async (/** @type {string} */ selector) => {
        const { root } = await page.devtools("DOM.getDocument");
        const { nodeId } = await page.devtools("DOM.querySelector", { nodeId: root.nodeId, selector });
        const { model } = await page.devtools("DOM.getBoxModel", { nodeId });
        const { scrollY } = await pageScroll(page);
        return { top: model.border[1] + scrollY, width: model.width, height: model.height };
      };
      const look = async () => ({
        element: await box("attention-stepper"),
        after: await box("attention-stepper ~ p, .run ~ p"),
      });
      await disable(true);
      await exhibit.open("examples/ahead.html");
      const figure = await box("attention-stepper img");
      assert.ok(figure.width > 200 && figure.height > 80, JSON.stringify(figure));
      const before = await look();
      await disable(false);
      await exhibit.open("examples/ahead.html");
      await exhibit.checkElement();
      assert.deepEqual(await look(), before);
      assert.equal(await exhibit.run(() => document.querySelector("img")?.getClientRects().length), 0);
    });
});

/** @param {import("../support/page.js").Page} page @returns {Promise<{scrollY: number}>} */
async function pageScroll(page) {
  const { cssVisualViewport } = await page.devtools("Page.getLayoutMetrics");
  return { scrollY: cssVisualViewport.pageY };
}
