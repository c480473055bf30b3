/** The documentation: pages without scripts, opened from a server and from disk. Needs a finished build. */
import assert from "node:assert/strict";
import { readdirSync } from "node:fs";

import { Key } from "selenium-webdriver";

import { pagePolicy } from "../../../web/node/page-policy.js";
import { dist, readText } from "../../support/machine.js";
import { audit } from "../support/audit.js";
import { checkAxe } from "../support/axe.js";
import { Exhibit } from "../support/exhibit.js";
import { allEngines, inBrowsers } from "../support/harness.js";

const pages = ["docs", "examples"].flatMap((folder) =>
  readdirSync(dist + folder)
    .filter((name) => name.endsWith(".html"))
    .map((name) => `${folder}/${name}`),
);
const documents = pages.filter((name) => name.startsWith("docs/"));

inBrowsers(allEngines, (test) => {
  test("each page of the documentation is styled, from a server and from disk, and sends no request to another host", async (page) => {
    const exhibit = new Exhibit(page);
    const asked = pagePolicy(readText("web/index.html"));
    for (const name of documents) {
      await exhibit.open(name);
      for (const address of await page.requested()) assert.ok(address.startsWith(page.site.url), address);
      const policy = await exhibit.run(() => document.querySelector("meta[http-equiv]")?.getAttribute("content"));
      assert.equal(policy, asked, name);
      const served = await looksOf(exhibit);
      assert.deepEqual(await page.problems(), []);
      await page.driver.get(new URL(name, page.site.file).href);
      assert.deepEqual(await looksOf(exhibit), served, name);
    }
  });

  test("in the reference of all stages, each statement of the code stays in one column", async (page) => {
    const exhibit = new Exhibit(page);
    await exhibit.open("docs/stages.html");
    const parts = await exhibit.run(() => {
      const statements = [...document.querySelectorAll(".functions span")];
      return statements.map((each) => ({ code: each.textContent, columns: each.getClientRects().length }));
    });
    assert.ok(parts.length >= 5);
    for (const { code, columns } of parts) assert.equal(columns, 1, code ?? "");
  });

  test("the links in the page's footer lead to every page of the documentation and every guide", async (page) => {
    await page.open();
    const exhibit = new Exhibit(page);
    const links = (/** @type {string} */ within) =>
      exhibit.run(
        (_, selector) =>
          [...document.querySelectorAll(`${selector} a`)].map((a) => /** @type {HTMLAnchorElement} */ (a).href),
        within,
      );
    const known = new Set(await links("footer"));
    for (const address of known) {
      await page.driver.get(address);
      for (const link of await links("body"))
        if (link.startsWith(page.site.url) && link.endsWith(".html")) known.add(link);
    }
    const reached = [...known].map((link) => link.slice(page.site.url.length));
    assert.deepEqual(
      pages.filter((name) => !reached.includes(name)),
      [],
    );
  });
});

/** @param {Exhibit} exhibit */
const looksOf = (exhibit) =>
  exhibit.run(() => {
    const { backgroundColor, fontFamily } = getComputedStyle(document.body);
    const { maxWidth } = getComputedStyle(/** @type {Element} */ (document.querySelector("main")));
    return { backgroundColor, fontFamily, maxWidth, title: document.title };
  });

inBrowsers(["chromium"], (test) => {
  test("axe finds nothing in the documentation, light and dark, and nothing overflows at 360 px", async (page) => {
    const exhibit = new Exhibit(page);
    // Only colours depend on the theme. With reduced motion they change at once.
    const reduced = { "prefers-reduced-motion": "reduce" };
    for (const name of documents) {
      await page.look({ media: { "prefers-color-scheme": "light", ...reduced } });
      await exhibit.open(name);
      await checkAxe(page, name);
      await page.look({ media: { "prefers-color-scheme": "dark", ...reduced } });
      await checkAxe(page, `${name}, dark`, { only: ["color-contrast"] });
      await page.look({ width: 360, height: 800, pixels: 1 });
      const expected = ["no page"]; // the audit looks for the explorer, which is not on these pages
      assert.deepEqual(await audit(page), expected, name);
    }
  });

  test("the first thing that the Tab key reaches skips the list of pages", async (page) => {
    const exhibit = new Exhibit(page);
    await exhibit.open("docs/glossary.html");
    await page.press(Key.TAB);
    const link = await exhibit.run(() => {
      const { textContent, offsetWidth, offsetHeight } = /** @type {HTMLElement} */ (document.activeElement);
      return { textContent, isSeen: offsetWidth > 100 && offsetHeight >= 24 };
    });
    assert.deepEqual(link, { textContent: "Skip to the text", isSeen: true });
    await page.press(Key.ENTER);
    await page.press(Key.TAB);
    const next = await exhibit.run(() => document.activeElement?.closest("main") !== null);
    assert.equal(next, true, "the next Tab is in the text");
  });

  test("on a phone the list of pages is one line, which unfolds and folds by keyboard, without a script", async (page) => {
    const exhibit = new Exhibit(page);
    await page.look({ width: 360, height: 780, pixels: 1 });
    await exhibit.open("docs/glossary.html");
    const shown = () =>
      exhibit.run(() => ({
        header: /** @type {HTMLElement} */ (document.querySelector("header")).offsetHeight,
        links: [...document.querySelectorAll("nav a")].filter((link) => link.checkVisibility()).length,
        low: [...document.querySelectorAll("nav :is(a, button)")].filter(
          (each) => each.checkVisibility() && each.getBoundingClientRect().height < 44,
        ).length,
      }));
    const folded = await shown();
    assert.ok(folded.header < 60, `${folded.header} px`);
    assert.deepEqual([folded.links, folded.low], [0, 0]);
    await page.press(Key.TAB, Key.TAB, Key.ENTER);
    const { links, low } = await shown();
    assert.ok(links >= documents.length / 2, `${links} links`);
    assert.equal(low, 0);
    await checkAxe(page, "unfolded");
    await page.press(Key.TAB);
    assert.equal(await exhibit.run(() => document.activeElement?.textContent), "The page");
    await page.press(Key.ESCAPE);
    assert.deepEqual(await shown(), folded);
    assert.equal(await exhibit.run(() => document.activeElement?.textContent), "Pages");
  });

  test("the reference of all stages is printed on two A4 pages at most", async (page) => {
    const exhibit = new Exhibit(page);
    await exhibit.open("docs/stages.html");
    const { pages: count, size } = await printed(page);
    assert.ok(count <= 2 && size === "A4 landscape", `${count} of ${size}`);
  });

  test("each exercise sheet and its answers are printed on at most two A4 pages, and hints on one more", async (page) => {
    const exhibit = new Exhibit(page);
    const sheets = documents.filter((name) => name.includes("/sheet-"));
    assert.equal(sheets.length, 6);
    for (const name of sheets) {
      await exhibit.open(name);
      const { pages: count, size } = await printed(page);
      const hints = await page.run(() => document.querySelectorAll(".hints").length);
      assert.equal(hints, name.includes("answers") ? 0 : 1);
      assert.ok(count <= 2 + hints && size === "A4 portrait", `${name}: ${count} of ${size}`);
    }
  });
});

/** How a page is printed: the number of its pages, and their paper. @param {import("../support/page.js").Page} page */
async function printed(page) {
  const options = { preferCSSPageSize: true, paperWidth: 8.27, paperHeight: 11.69 };
  const { data } = await page.devtools("Page.printToPDF", options);
  const pdf = Buffer.from(data, "base64").toString("latin1");
  const boxes = [...pdf.matchAll(/\/MediaBox\s*\[([^\]]*)\]/g)].map(([, box = ""]) =>
    box
      .trim()
      .split(/\s+/)
      .map((side) => Math.round(Number(side))),
  );
  const papers = new Set(boxes.map(([, , width = 0, height = 0]) => (width > height ? "A4 landscape" : "A4 portrait")));
  for (const [, , width = 0, height = 0] of boxes)
    assert.ok(
      Math.abs(Math.max(width, height) - 842) <= 1 && Math.abs(Math.min(width, height) - 595) <= 1,
      `${width} x ${height}`,
    );
  return { pages: boxes.length, size: [...papers].join() };
}
