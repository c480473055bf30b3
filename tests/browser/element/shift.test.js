/** Pages that show figures do not move while these load, on a slow phone and on a slow computer. Needs a finished build. */
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";

import { embedsOf } from "../../../web/export/embed.js";
import { dist, readText, root } from "../../support/machine.js";
import { pastedLines } from "../../support/pasted.js";
import { isTried } from "../../support/share.js";
import { eventually } from "../support/eventually.js";
import { inBrowsers } from "../support/harness.js";
import { withHost } from "../support/hosts.js";

/** @typedef {import("../support/page.js").Page} Page */
/** @typedef {import("../support/hosts.js").Host} Host */
/** @typedef {{value: number, what: string}} Moved value: a share of the window; what: parts, with their top and bottom before and after, px */

/**
 * The most that a page may move in all: the part of the window that moves, times how far, as a share of the window. It is not 0,
 * because the lines that authors paste keep a height for the figure that was computed without the fonts and the width of their page.
 */
const max = 0.01;

const windows = Object.freeze({ phone: { width: 390, height: 844 }, desktop: { width: 1280, height: 900 } });

/** Runs before all other scripts: sums up what moved without the reader's doing. */
const watcher = `<script>window.moved = [];
  window.shifts = new PerformanceObserver((list) => keep(list.getEntries()));
  const rows = ({ y, height }) => y + " to " + (y + height);
  window.keep = (entries) => moved.push(...entries.filter((entry) => !entry.hadRecentInput).map(({ value, sources }) => ({
    value, what: sources.map(({ node, previousRect, currentRect }) => (node?.nodeName ?? "a part of an element") + ": " + rows(previousRect) + ", then " + rows(currentRect)).join("; ") })));
  shifts.observe({ type: "layout-shift", buffered: true });</script>`;

const below = "<p>What the figure shows, in the words of the page around it. And what follows from it.</p>".repeat(40);

/** The first listing of HTML in a document. @param {string} path */
const documented = (path) =>
  (/```html\n([^]*?)```/.exec(readText(path))?.[1] ?? assert.fail(path)).replaceAll(
    /"(?=attention-stepper\.js)/g,
    '"/',
  );

/** @param {import("../../../web/export/embed.js").EmbedView} view */
const embeds = (view) => embedsOf({ fragment: "", view, title: "Attention", fallback: "Three words.", base: "/" });

/** What authors paste: the lines of the documents, and of the guides. */
const pasted = Object.freeze({
  "README.md": documented("README.md"),
  "web/docs/element.md": documented("web/docs/element.md"),
  ...Object.fromEntries(
    ["plain", "two-elements", "sandbox", "wordpress", "messages"].map((guide) => [guide, pastedLines(guide)]),
  ),
});

const views = /** @type {const} */ (["stage", "equation", "lines", "walk"]);

/** What authors paste on a device: those lines, and lines that the page gives for a state, as an element and as a frame. @param {number} device its place */
const pastedOn = (device) => ({
  ...pasted,
  ...Object.fromEntries(
    views.flatMap((view, at) => {
      const { element, iframe } = embeds(view);
      const ways = [
        [`element, ${view}`, element],
        [`frame, ${view}`, iframe],
      ];
      return ways.filter((_, way) => isTried(device, at, way));
    }),
  ),
});

/** Loads a page as a slow network and a slow processor would, and gives what moved. @param {Page} page @param {Host} host @param {string} html */
async function shiftOf(page, host, html) {
  host.put("/slow.html", "html", html);
  host.isCompressed = true;
  await page.driver.get("about:blank");
  await page.devtools("Network.enable");
  await page.devtools("Network.setCacheDisabled", { cacheDisabled: true });
  const network = { offline: false, latency: 150, downloadThroughput: 400_000, uploadThroughput: 400_000 };
  await page.devtools("Network.emulateNetworkConditions", network);
  await page.devtools("Emulation.setCPUThrottlingRate", { rate: 4 });
  try {
    await page.driver.get(`${host.url}slow.html`);
    await everyFigure(page, host);
    return await host.run(async () => {
      await new Promise((done) => requestIdleCallback(done));
      await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
      const { keep, shifts, moved } = /** @type {any} */ (window);
      keep(shifts.takeRecords());
      return /** @type {Moved[]} */ (moved);
    });
  } finally {
    await page.devtools("Emulation.setCPUThrottlingRate", { rate: 1 });
    await page.devtools("Network.emulateNetworkConditions", {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput: -1,
    });
    await page.devtools("Network.setCacheDisabled", { cacheDisabled: false });
  }
}

/** Waits until the figure in the window is drawn, in the page or in its frame, and its frame has its height. @param {Page} page @param {Host} host */
async function everyFigure(page, host) {
  const isFrame = await host.run(() => document.querySelector("iframe") !== null);
  if (!isFrame) return host.ready();
  await page.driver.switchTo().frame(0);
  const needed = await eventually(async () => {
    await host.ready();
    return host.run(() => Math.ceil(document.body.getBoundingClientRect().height));
  });
  await page.driver.switchTo().defaultContent();
  await eventually(async () => {
    const given = await host.run(() => Number(document.querySelector("iframe")?.getAttribute("height")));
    assert.ok(Math.abs(given - needed) <= 1, `${given} px for ${needed} px`);
  });
}

inBrowsers(["chromium"], (test) => {
  for (const [at, [device, { width, height }]] of Object.entries(windows).entries())
    for (const [name, lines] of Object.entries(pastedOn(at)))
      test(`${name}: the text below does not move, ${device}`, (page) =>
        withHost(page, async (host) => {
          for (const script of ["two-elements.js", "messages.js", "fit-frames.js"])
            host.put(`/${script}`, "js", await readFile(`${root}web/examples/${script}`, "utf8"));
          host.put("/embed.html", "html", await readFile(`${dist}embed.html`, "utf8"));
          await page.look({ width, height, pixels: 1 });
          const head = `<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Post</title><link rel="icon" href="data:,"><script src="/watch.js"></script>${watcher}`;
          const html = `<!doctype html><html lang="en"><head>${head}</head><body>${lines}${below}</body></html>`;
          const moved = await shiftOf(page, host, html);
          const sum = moved.reduce((all, { value }) => all + value, 0);
          assert.ok(sum <= max, moved.map(({ value, what }) => `${value.toFixed(4)}: ${what}`).join("\n"));
        }));
});
