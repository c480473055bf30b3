/**
 * Lighthouse's four scores of the page, on phones and on desktops: node tests/bench/latency/lighthouse.js [ROUNDS], medians
 * of three rounds unless told. Needs a finished build, Chromium, and Lighthouse (npm install --global lighthouse@12), which
 * nothing else here needs. Scores hold for a machine at rest: Lighthouse times the machine, and all that runs on it.
 */
import { createPageServer } from "../../../web/node/serve.js";
import { listen } from "../../support/listening.js";
import { dist, isInstalled, run } from "../../support/machine.js";
import { median } from "../statistics.js";

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

if (!(await isInstalled("lighthouse"))) throw new Error("wanted Lighthouse: npm install --global lighthouse@12");
const rounds = Number(process.argv[2] ?? 3);
const { url, close } = await listen(createPageServer(dist.slice(0, -1)));
/** @type {Record<string, Record<string, number>>} */
const table = {};
try {
  for (const [name, form] of Object.entries(forms)) {
    const taken = [];
    for (let at = 0; at < rounds; at++) taken.push(await audit(url, form));
    table[name] = medians(taken);
  }
} finally {
  await close();
}
console.table(table);
