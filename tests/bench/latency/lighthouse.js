/**
 * Prints Lighthouse's four scores of the page, for phones and for desktops: node tests/bench/latency/lighthouse.js [ROUNDS].
 * Shows medians, of three rounds by default. Needs a finished build, Chromium, and Lighthouse, which nothing else here uses:
 * npm install --global lighthouse@12. Close other programs: they slow the page down and change the scores.
 */
import { createPageServer } from "../../../web/node/serve.js";
import { listen } from "../../support/listening.js";
import { dist, isInstalled, run } from "../../support/machine.js";
import { median } from "../report/statistics.js";

const forms = { phone: [], desktop: ["--preset=desktop"] };

/** @param {string} url @param {readonly string[]} form */
async function audit(url, form) {
  const flags = ["--output=json", "--quiet", "--chrome-flags=--headless=new --no-sandbox", ...form];
  const env = { CHROME_PATH: "/usr/bin/chromium", ...process.env };
  const { stdout } = await run("lighthouse", [url, ...flags], { env, maxBuffer: 2 ** 28 });
  const { categories, audits, environment } = JSON.parse(stdout);
  /** @type {Record<string, number>} */
  const scores = {};
  for (const [name, { score }] of Object.entries(categories)) scores[name] = Math.round(100 * score);
  for (const name of ["first-contentful-paint", "largest-contentful-paint", "total-blocking-time"]) {
    scores[`${name}, ms`] = Math.round(audits[name].numericValue);
  }
  return { ...scores, "speed of this machine": Math.round(environment.benchmarkIndex) };
}

/** @param {readonly Record<string, number>[]} rounds */
const medians = (rounds) =>
  Object.fromEntries(
    Object.keys(rounds[0] ?? {}).map((name) => [name, median(rounds.map((round) => round[name] ?? NaN))]),
  );

if (!(await isInstalled("lighthouse")))
  throw new Error("Lighthouse is not installed: npm install --global lighthouse@12");
const rounds = Number(process.argv[2] ?? 3);
const { url, close } = await listen(createPageServer(dist.slice(0, -1)));
/** @type {Record<string, Record<string, number>>} */
const table = {};
try {
  for (const [name, form] of Object.entries(forms)) {
    const results = [];
    for (let at = 0; at < rounds; at++) results.push(await audit(url, form));
    table[name] = medians(results);
  }
} finally {
  await close();
}
console.table(table);
