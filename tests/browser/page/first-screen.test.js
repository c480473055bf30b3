/** The first screen that index.html holds, until the page draws its own in its place. Needs a finished build. */
import assert from "node:assert/strict";

import { eventually } from "../support/eventually.js";
import { allEngines, inBrowsers } from "../support/harness.js";

/** @typedef {import("../support/page.js").Page} Page */
/** @typedef {{tag: string, attributes: string[], text: string, box: number[]}} Part box: its left, top, width and height, px */
/**
 * @typedef {{shown: boolean, held: Part[], drawn: Part[], moved: string[], formatters: string[]}} Seen held: in the HTML; drawn: by the
 *   page; formatters: the browser's own for numbers, plurals and lists that were made
 *   until then
 */

/** Runs before the page's own scripts: records what the first screen and the page show at the moment when one replaces the other. */
function watch() {
  const seen = /** @type {Seen} */ ({ shown: false, held: [], drawn: [], moved: [], formatters: [] });

  Object.assign(window, { seen });
  const text = (/** @type {Element} */ element) =>
    [...element.childNodes]
      .flatMap((node) => (node.nodeType === Node.TEXT_NODE ? (node.nodeValue ?? "") : []))
      .join("")
      .replace(/\s+/g, " ")
      .trim();
  /** All elements below a component, also inside others. @param {Element} host @returns {Part[]} */
  const parts = (host) =>
    [...(host.shadowRoot?.querySelectorAll(":not(style)") ?? [])].flatMap((element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      const attributes = element
        .getAttributeNames()
        .map((name) => `${name}=${element.getAttribute(name)}`.replace(/ +$/, ""));
      const part = {
        tag: element.localName.replace(/^first-/, ""),
        attributes: attributes.filter((each) => !/^(selected|shadowrootmode)=/.test(each)).sort(),
        text: text(element),
        box: [x, y, width, height].map((px) => Math.round(px * 10) / 10),
      };
      return [part, ...parts(element)];
    });
  const { PluralRules, NumberFormat, ListFormat } = Intl;
  /** @type {string[]} */
  const made = [];
  for (const [name, Formatter] of Object.entries({ PluralRules, NumberFormat, ListFormat })) {
    /** @param {any} target @param {any[]} args @param {any} as */
    const construct = (target, args, as) => {
      made.push(name);
      return Reflect.construct(target, args, as);
    };
    Object.assign(Intl, { [name]: new Proxy(/** @type {any} */ (Formatter), { construct }) });
  }
  const { remove } = Element.prototype;
  Element.prototype.remove = function removeSeen() {
    const page = document.querySelector("attention-explorer");
    if (this.localName === "first-screen" && this.hasAttribute("drawn") && page) {
      Object.assign(seen, { shown: true, held: parts(this), drawn: parts(page), formatters: [...made] });
    }
    remove.call(this);
  };
  if (PerformanceObserver.supportedEntryTypes.includes("layout-shift"))
    new PerformanceObserver((list) => {
      for (const { value, sources, hadRecentInput } of /** @type {any[]} */ (list.getEntries()))
        if (!hadRecentInput)
          seen.moved.push(
            `${value}: ${sources.map((/** @type {any} */ { node, previousRect, currentRect }) => `${node?.outerHTML ?? node?.nodeName} ${JSON.stringify([previousRect, currentRect])}`)}`,
          );
    }).observe({ type: "layout-shift", buffered: true });
}

/** Has the page say what it showed. @param {Page} page */
async function watched(page) {
  const html = await (await fetch(page.site.url)).text();
  page.site.replace("seen.js", `(${watch})();\n`);
  page.site.replace("index.html", html.replace("<title>", '<script src="seen.js"></script><title>'));
}

/** @param {Page} page @returns {Promise<Seen>} */
const seenIn = (page) => page.run(() => /** @type {any} */ (window).seen);

/** Windows, in px. */
const sizes = /** @type {const} */ ([
  [1280, 800],
  [768, 1000],
  [360, 780],
]);

/** @param {Page} page the page as it is */
const isHeld = (page) => page.run(() => document.querySelector("first-screen") !== null);

/** Opens the page, and compares what index.html holds with what the page draws in its place. @param {Page} page @param {string} window */
async function compare(page, window) {
  await page.openFirstScreen();
  const { shown, held, drawn } = await seenIn(page);
  assert.ok(shown, window);
  assert.ok(held.length > 120, `${held.length} elements`);
  const all = held.map(({ text }) => text).join(" ");
  for (const words of ["What does “it” mean?", "> 99.9 %", "softmax", "animal"]) assert.ok(all.includes(words), words);
  assert.deepEqual(held, drawn, window);
  assert.equal(await isHeld(page), false);
}

inBrowsers(allEngines, (test) => {
  test("it has the elements, words and places of what the page draws in its place", async (page) => {
    await watched(page);
    await compare(page, "the window of the tests");
  });

  test("it is not shown where the address names another state, place, language or theme", async (page) => {
    await watched(page);
    for (const fragment of ["recipe=random", "place=learn", "lang=de", "theme=dark", "stage=K&sentence=a+b"]) {
      await page.driver.get("about:blank");
      await page.driver.get(`${page.site.url}#${fragment}`);
      await eventually(async () => assert.ok(await page.run(({ explorer }) => explorer?.whole)));
      assert.deepEqual([(await seenIn(page)).shown, await isHeld(page)], [false, false], fragment);
    }
    await page.openFirstScreen();
    assert.equal((await seenIn(page)).shown, true, "what is measured does occur");
  });
});

inBrowsers(["chromium"], (test) => {
  test("so it has in narrow windows", async (page) => {
    await watched(page);
    for (const [width, height] of sizes) {
      await page.look({ width, height });
      await compare(page, `${width} px`);
    }
  });

  test("nothing moves when the page takes its place, and until all of it is there", async (page) => {
    await watched(page);
    await page.devtools("Emulation.setCPUThrottlingRate", { rate: 4 });
    for (const [width, height] of sizes) {
      await page.look({ width, height });
      await page.openFirstScreen();
      await page.run(() => new Promise((resolve) => requestIdleCallback(resolve, { timeout: 2000 })));
      const { shown, moved } = await seenIn(page);
      assert.deepEqual([shown, moved], [true, []], `${width} px`);
    }
    await page.devtools("Emulation.setCPUThrottlingRate", { rate: 1 });
  });

  test("until the page draws, it makes none of the browser's formatters, the first of which takes as long as a frame", async (page) => {
    await watched(page);
    await page.openFirstScreen();
    const { shown, formatters } = await seenIn(page);
    assert.deepEqual([shown, formatters], [true, []]);
  });

  test("without scripts it can be read, and the page says what needs them", async (page) => {
    await page.open(); // the browser has a page to come from
    await page.devtools("Emulation.setScriptExecutionDisabled", { value: true });
    try {
      await page.driver.get("about:blank");
      await page.driver.get(page.site.url);
      const shown = await page.driver.executeScript(() => {
        const screen = document.querySelector("first-screen");
        const panel = screen?.shadowRoot?.querySelector("first-pronoun-panel");
        const picture = panel?.shadowRoot?.querySelector("svg")?.getBoundingClientRect();
        const words = [...(panel?.shadowRoot?.querySelectorAll("svg text") ?? [])].map((word) =>
          word.getBoundingClientRect(),
        );
        return {
          said: document.querySelector("noscript")?.innerText ?? "",
          waits: document.querySelector(".starting")?.getClientRects().length,
          fits: words.every(({ left, right }) => left >= 0 && right <= innerWidth),
          size: picture?.width,
        };
      });
      assert.match(/** @type {any} */ (shown).said, /Without JavaScript, this is only a picture/);
      assert.deepEqual({ .../** @type {any} */ (shown), said: "" }, { said: "", waits: 0, fits: true, size: 336 });
    } finally {
      await page.devtools("Emulation.setScriptExecutionDisabled", { value: false });
    }
    await page.problems();
    await page.openFirstScreen();
  });

  test("a reader who follows a link in it sees that the page starts, and arrives", async (page) => {
    await page.open();
    await page.devtools("Network.enable");
    await page.devtools("Network.setCacheDisabled", { cacheDisabled: true });
    await page.devtools("Network.setBlockedURLs", { urls: ["*/page-*.js"] });
    await page.driver.get("about:blank");
    await page.driver.get(page.site.url);
    const visible = () =>
      page.run(() => {
        const waits = document.querySelector(".starting");
        return [document.querySelector("first-screen") !== null, waits ? getComputedStyle(waits).visibility : ""];
      });
    assert.deepEqual(await visible(), [true, "hidden"]);
    await page.run(() =>
      document.querySelector("first-screen")?.shadowRoot?.querySelector("a")?.dispatchEvent(new MouseEvent("click")),
    );
    await eventually(async () => assert.deepEqual(await visible(), [false, "visible"]));
    await page.devtools("Network.setBlockedURLs", { urls: [] });
    await page.devtools("Network.setCacheDisabled", { cacheDisabled: false });
    await page.problems();
    await page.driver.navigate().refresh();
    await page.part("learn-place", "main.contents");
  });
});
