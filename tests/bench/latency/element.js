/**
 * Measures what elements cost to start, in every installed browser: node tests/bench/latency/element.js [ROUNDS]. Needs a
 * finished build. The README of the benchmark explains the columns.
 */
import { allEngines, missing, openBrowser } from "../../browser/support/engines.js";
import { Host } from "../../browser/support/hosts.js";
import { Page } from "../../browser/support/page.js";
import { median } from "../report/statistics.js";

/** The cases: how many elements are added to the page, and where they are. */
const cases = Object.freeze({
  "one element": { count: 1, style: "" },
  "twenty, one below the other": { count: 20, style: "attention-stepper{display:block;min-height:420px}" },
  "twenty, far below": { count: 20, style: "body{padding-top:5000px}" },
  "twenty, all in sight": {
    count: 20,
    style:
      "body{display:grid;grid-template-columns:repeat(10,1fr);gap:4px}attention-stepper{height:320px;overflow:hidden}",
  },
});

const element = "attention-stepper.js";

/** How long browsers are given to finish deferred work, ms. */
const idleTime = 1500;

/** @typedef {import("selenium-webdriver/chromium.js").ChromiumWebDriver} Chromium */

/**
 * The CPU time of the page's main thread so far, in ms.
 * @param {import("selenium-webdriver").WebDriver} driver of Chromium
 */
async function mainThreadTime(driver) {
  const chromium = /** @type {Chromium} */ (driver);
  const { metrics } = /** @type {any} */ (await chromium.sendAndGetDevToolsCommand("Performance.getMetrics", {}));
  return metrics.find((/** @type {any} */ { name }) => name === "TaskDuration").value * 1000;
}

/** A script with an element that does nothing: what it costs is due to the page and to the measurement. */
const empty = `customElements.define("attention-stepper", class extends HTMLElement {
  ready = Promise.resolve();
})`;

/**
 * Runs in the page: loads the script, adds elements, and waits until the visible ones are ready and drawn.
 * @param {string} script
 * @param {number} count
 * @param {boolean} watched whether to measure how long the page could not respond
 * @param {(times: {script: number, first: number, all: number, busy: number, longest: number, started: number}) => void} done
 */
async function start(script, count, watched, done) {
  const loadBegun = performance.now();
  await import(`/${script}?${Math.random()}`);
  await customElements.whenDefined("attention-stepper");
  const defined = performance.now() - loadBegun;
  await new Promise((resolve) => setTimeout(resolve, 200));

  /** @type {number[]} */
  const gaps = [];
  const { port1, port2 } = new MessageChannel();
  let [before, isOver] = [performance.now(), false];
  port1.onmessage = () => {
    const now = performance.now();
    if (now - before > 1) gaps.push(now - before);
    before = now;
    if (!isOver) port2.postMessage(null);
  };
  if (watched) port2.postMessage(null);

  const frame = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  const begun = performance.now();
  const elements = Array.from({ length: count }, () => {
    const element = /** @type {any} */ (document.createElement("attention-stepper"));
    element.setAttribute("view", count > 1 ? "equation" : "stage");
    return element;
  });
  document.body.append(...elements);
  await frame();
  const visible = elements.filter((element) => element.getBoundingClientRect().top < window.innerHeight);
  /** @type {number[]} */
  const ready = [];
  await Promise.all(visible.map((element) => element.ready.then(() => ready.push(performance.now() - begun))));
  await frame();
  isOver = true;
  const busy = gaps.reduce((sum, gap) => sum + gap, 0);
  done({
    script: defined,
    first: ready[0] ?? NaN,
    all: ready.at(-1) ?? NaN,
    busy,
    longest: Math.max(0, ...gaps),
    started: ready.length,
  });
}

/**
 * CPU time of a newly loaded page, in ms: until the visible elements are drawn, and in the time after that.
 * @param {import("selenium-webdriver").WebDriver} driver of Chromium
 * @param {string} script
 * @param {number} count
 */
async function costOf(driver, script, count) {
  await driver.navigate().refresh();
  const chromium = /** @type {Chromium} */ (driver);
  await chromium.sendAndGetDevToolsCommand("Performance.enable", { timeDomain: "threadTicks" });
  const before = await mainThreadTime(driver);
  await driver.executeAsyncScript(`(${start})(...arguments)`, script, count, false);
  const shown = await mainThreadTime(driver);
  await driver.sleep(idleTime);
  return { start: shown - before, after: (await mainThreadTime(driver)) - shown };
}

/** @param {import("../../browser/support/engines.js").EngineName} name @param {number} rounds */
async function measure(name, rounds) {
  const browser = await openBrowser(name);
  const host = await new Host(new Page(browser, /** @type {any} */ (null))).open();
  host.put("/empty.js", "js", empty);
  /** @type {Record<string, Record<string, number>[]>} */
  const samples = Object.fromEntries(Object.keys(cases).map((key) => [key, []]));
  try {
    for (let round = 0; round <= rounds; round++) {
      for (const [key, { count, style }] of Object.entries(cases)) {
        host.put("/page.html", "html", `<!doctype html><meta charset="utf-8"><title>t</title><style>${style}</style>`);
        await browser.driver.get(`${host.url}page.html?${round}${count}`);
        /** @type {any} */
        const times = await browser.driver.executeAsyncScript(`(${start})(...arguments)`, element, count, true);
        if (name === "chromium") {
          const gross = await costOf(browser.driver, element, count);
          const page = await costOf(browser.driver, "empty.js", count);
          times.gross = gross.start;
          times.page = page.start;
          times.net = gross.start - page.start;
          times["idle after"] = gross.after - page.after;
        }
        if (round > 0) samples[key]?.push(times);
      }
    }
  } finally {
    await host.close();
    await browser.close();
  }
  return Object.entries(samples).map(([key, times]) => {
    const kinds = Object.keys(times[0] ?? {});
    const medians = kinds.map((kind) => [kind, Math.round(median(times.map((time) => time[kind] ?? NaN)) * 10) / 10]);
    return { browser: name, what: key, ...Object.fromEntries(medians) };
  });
}

const rounds = Number(process.argv[2] ?? 7);
const rows = [];
for (const name of allEngines.filter((one) => missing(one).length === 0)) rows.push(...(await measure(name, rounds)));
console.log(
  "Medians in ms. script: loaded and defined; first, all: visible elements ready; busy: the page could not respond; gross: CPU time of its main thread, page: without the element, net: the difference",
);
console.table(rows);
