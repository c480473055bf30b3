/**
 * Measures in Chromium how soon the first screen is there, and how long the page is busy until all of it is:
 * node tests/bench/latency/first-frame.js [FOLDER...]. Each folder is a finished build; without any, it is web/dist/.
 * Several builds take turns, so that other load on the machine affects all of them. ROUNDS=n sets how often.
 */
import { resolve } from "node:path";

import { openBrowser } from "../../browser/support/engines.js";
import { listen } from "../../support/listening.js";
import { dist } from "../../support/machine.js";
import { createPageServer } from "../../../web/node/serve.js";
import { quantile } from "../report/statistics.js";
import { runInPage, setConditions } from "./conditions.js";
import { recordPaints, paintTimes } from "./in-page.js";

/** @typedef {import("./conditions.js").Driver} Driver */
/** @typedef {import("./in-page.js").PaintTimes} PaintTimes */

const devices = Object.freeze({
  "a slow phone: CPU 4x slower, 1.6 Mbps, 150 ms": { cpu: 4, width: 360, slow: true },
  "a desktop": {},
});

/** What is measured: its name, and its goal on each device. @type {Record<keyof PaintTimes, readonly [string, ...string[]]>} */
const measured = {
  first: ["first contentful paint, ms", "", ""],
  largest: ["largest contentful paint, ms", "600", ""],
  whole: ["all of the page, ms", "", ""],
  longest: ["longest task, ms", "100", "50"],
  shift: ["layout shift", "0", "0"],
};

const rounds = Number(process.env.ROUNDS ?? 7);
const folders = process.argv.length > 2 ? process.argv.slice(2) : [dist];
/** Served compressed, as good hosts do. */
const sites = await Promise.all(folders.map((folder) => listen(createPageServer(resolve(folder), { quality: 11 }))));
const { driver: anyDriver, close } = await openBrowser("chromium");
const driver = /** @type {Driver} */ (anyDriver);
await driver.sendAndGetDevToolsCommand("Page.addScriptToEvaluateOnNewDocument", { source: `(${recordPaints})()` });

/** @param {string} url @param {import("./conditions.js").Conditions} conditions @returns {Promise<PaintTimes>} */
async function measure(url, conditions) {
  await driver.get("about:blank");
  await setConditions(driver, conditions);
  await driver.get(url);
  return runInPage(driver, paintTimes);
}

/** The median, and the smallest and the largest. @param {readonly number[]} numbers @param {number} digits */
function summary(numbers, digits) {
  const [low, middle, high] = [0, 0.5, 1].map((part) => quantile(numbers, part).toFixed(digits));
  return `${middle} (${low} to ${high})`;
}

try {
  for (const { url } of sites) await measure(url, {}); // the first load compresses files
  for (const [at, [name, conditions]] of Object.entries(devices).entries()) {
    /** @type {PaintTimes[][]} */
    const samples = sites.map(() => []);
    for (let round = 0; round < rounds; round++)
      for (const [site, { url }] of sites.entries()) samples[site]?.push(await measure(url, conditions));
    const rows = Object.entries(measured).map(([key, [what, ...goals]]) => {
      const field = /** @type {keyof PaintTimes} */ (key);
      const digits = field === "shift" ? 4 : 0;
      const times = samples.map((of, site) => [
        folders[site],
        summary(
          of.map((each) => each[field]),
          digits,
        ),
      ]);
      return [what, { goal: goals[at], ...Object.fromEntries(times) }];
    });
    console.log(`${name}: medians of ${rounds} loads, with the least and the largest`);
    console.table(Object.fromEntries(rows));
  }
} finally {
  await close();
  await Promise.all(sites.map((site) => site.close()));
}
