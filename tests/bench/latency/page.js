/**
 * Measures how long readers wait for the page, in Chromium: node tests/bench/latency/page.js [FOLDER...]. Each folder is a
 * finished build; without any, it is web/dist/. Several builds take turns, so that other load on the machine affects all of
 * them. The environment variable ONLY=text selects the measurements whose names contain the text.
 */
import { resolve } from "node:path";

import { openBrowser } from "../../browser/support/engines.js";
import { listen } from "../../support/listening.js";
import { dist } from "../../support/machine.js";
import { createPageServer } from "../../../web/node/serve.js";
import { quantile } from "../report/statistics.js";
import { runInPage, setConditions } from "./conditions.js";
import { changeTimes, recordStart, startTimes } from "./in-page.js";

/** @typedef {import("./conditions.js").Conditions} Conditions */

/** @param {number} n @param {Record<string, string | number>} fields */
function fragment(n, fields) {
  const sentence = Array.from({ length: n }, (_, at) => `w${at}`).join("+");
  return Object.entries({ sentence, ...fields })
    .map(([field, value]) => `${field}=${value}`)
    .join("&");
}

const small = fragment(16, { heads: 4, d_k: 16 });
const middle = fragment(64, { heads: 8, d_k: 64 });
const long = fragment(512, {});
const large = fragment(512, { heads: 16, d_model: 128, d_k: 8 });

/**
 * The measurements: loading the page until its first result, or changes of a loaded page until their frame is drawn.
 * @type {readonly {name: string, goal: string, rounds: number, fragment?: string, fresh?: true, conditions?: Conditions, change?: "slider" | "stage" | "key" | "pointer", count?: number}[]}
 */
const profiles = [
  { name: "first result, fresh browser", goal: "300", rounds: 3, fresh: true },
  { name: "first result", goal: "300", rounds: 15 },
  { name: "first result, CPU 4x slower", goal: "", rounds: 7, conditions: { cpu: 4 } },
  {
    name: "first result, 360 px, CPU 4x slower, 1.6 Mbps, 150 ms",
    goal: "1200",
    rounds: 7,
    conditions: { cpu: 4, width: 360, slow: true },
  },
  { name: "slider, n 16, heads 4, d_k 16", goal: "6", rounds: 3, fragment: small, change: "slider", count: 15 },
  {
    name: "the same, CPU 4x slower",
    goal: "24",
    rounds: 3,
    fragment: small,
    change: "slider",
    count: 15,
    conditions: { cpu: 4 },
  },
  { name: "slider, n 64, heads 8, d_k 64", goal: "10", rounds: 3, fragment: middle, change: "slider", count: 10 },
  { name: "slider, n 512", goal: "25", rounds: 3, fragment: long, change: "slider", count: 10 },
  { name: "arrow key, n 512", goal: "50", rounds: 3, fragment: long, change: "key", count: 10 },
  {
    name: "slider, n 512, heads 16, d_model 128, d_k 8",
    goal: "",
    rounds: 3,
    fragment: large,
    change: "slider",
    count: 6,
  },
  { name: "next stage, the same", goal: "", rounds: 1, fragment: large, change: "stage", count: 6 },
  { name: "pointer over a number, the same", goal: "", rounds: 1, fragment: large, change: "pointer", count: 10 },
];

/** The median and the quartiles. @param {readonly number[]} numbers @param {number} [idle] ms to subtract */
function summary(numbers, idle = 0) {
  const [low, middle, high] = [0.25, 0.5, 0.75].map((fraction) => (quantile(numbers, fraction) - idle).toFixed(1));
  return `${middle} (${low} to ${high})`;
}

/** @typedef {import("./conditions.js").Driver} Driver */

/**
 * @param {Driver} driver
 * @param {string} url
 * @param {typeof profiles[number]} profile
 */
async function measure(driver, url, { fragment: hash = "", conditions = {}, change, count }) {
  await driver.get("about:blank");
  await setConditions(driver, conditions);
  await driver.get(`${url}#${hash}`);
  const start = await runInPage(driver, startTimes);
  if (start.problem) throw new Error(`${url}#${hash}: ${start.problem}`);
  return change ? { ...(await runInPage(driver, changeTimes, change, count)), start } : { start };
}

/** @param {() => Promise<void>} workload @param {number} times */
async function repeat(workload, times) {
  for (let at = 0; at < times; at++) await workload();
}

async function open() {
  const browser = await openBrowser("chromium");
  const driver = /** @type {Driver} */ (browser.driver);
  await driver.sendAndGetDevToolsCommand("Page.addScriptToEvaluateOnNewDocument", { source: `(${recordStart})()` });
  return { driver, close: browser.close };
}

/** @param {{url: string}[]} sites @param {typeof profiles[number]} profile @param {Driver} driver */
async function timesOf(sites, profile, driver) {
  /** @type {any[][]} */
  const samples = sites.map(() => []);
  await repeat(async () => {
    for (const [at, { url }] of sites.entries()) {
      const fresh = profile.fresh ? await open() : undefined;
      samples[at]?.push(await measure(fresh?.driver ?? driver, url, profile));
      await fresh?.close();
    }
  }, profile.rounds);
  return samples;
}

/** @param {typeof profiles[number]} profile @param {any[]} samples */
function rowsOf({ name, goal, change }, samples) {
  if (change) {
    const idle = quantile(
      samples.flatMap((round) => round.idle),
      0.5,
    );
    return {
      [`${name}: until its frame, less idle`]: {
        goal,
        time: summary(
          samples.flatMap((round) => round.changed),
          idle,
        ),
      },
      [`${name}: longest piece after its frame`]: {
        goal: change === "slider" ? "8" : "",
        time: summary(samples.flatMap((round) => round.pieces)),
      },
    };
  }
  const longest = samples.map(({ start }) => Math.max(0, ...start.longTasks));
  return {
    [name]: { goal, time: summary(samples.map(({ start }) => start.first)) },
    [`${name}: longest task over 50 ms`]: { goal: goal && "0", time: summary(longest) },
  };
}

const only = process.env.ONLY ?? "";
const folders = process.argv.length > 2 ? process.argv.slice(2) : [dist];
/** Served compressed, as good hosts do. */
const sites = await Promise.all(folders.map((folder) => listen(createPageServer(resolve(folder), { quality: 11 }))));
const browser = await open();
/** @type {Record<string, Record<string, string>>} */
const table = {};
try {
  // The first loads compress files and compile code; they are not timed.
  await timesOf(sites, { name: "", goal: "", rounds: 2 }, browser.driver);
  for (const profile of profiles.filter(({ name }) => name.includes(only))) {
    const samples = await timesOf(sites, profile, browser.driver);
    for (const [at, folder] of folders.entries()) {
      for (const [name, { goal, time }] of Object.entries(rowsOf(profile, samples[at] ?? []))) {
        table[name] = { ...table[name], "goal, ms": goal, [`${folder}, ms`]: time };
      }
    }
  }
} finally {
  await browser.close();
  await Promise.all(sites.map(({ close }) => close()));
}
console.log("Medians, with lower and upper quartiles");
console.table(table);
