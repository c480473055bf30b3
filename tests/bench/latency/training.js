/**
 * Measures in Chromium how long each task of the place Train takes to learn, and whether the page stays smooth meanwhile:
 * node tests/bench/latency/training.js [FOLDER]. The folder is a finished build; without it, it is web/dist/. Each run is
 * played in the page at full speed, in a page of its own, until 99 % of the held-out answers are right, or for half a
 * minute: a text is never learned so far. The environment variable ONLY=reverse,text selects tasks, SEEDS=1,2 the seeds.
 */
import { resolve } from "node:path";

import { openBrowser } from "../../browser/support/engines.js";
import { listen } from "../../support/listening.js";
import { dist } from "../../support/machine.js";
import { createPageServer } from "../../../web/node/serve.js";
import { dataTasks, tasks } from "../../../web/training/tasks.js";
import { alignColumns } from "../report/tables.js";
import { median, quantile } from "../report/statistics.js";
import { learningTimes } from "./in-page.js";

/** Held-out accuracy that counts as learned. */
const learned = 0.99;
/** Seconds that a task may take: those whose examples do not come from data. */
const goals = Object.freeze({ reverse: 1, others: 5 });
/** Seconds after which a run is ended. */
const longest = 30;
/** Milliseconds that one run may take. */
const patience = 120_000;

/** @typedef {Parameters<Parameters<typeof learningTimes>[2]>[0]} Learning */

const ids = process.env.ONLY?.split(",") ?? Object.keys({ ...tasks, ...dataTasks });
const seeds = (process.env.SEEDS ?? "1,2,3,4,5").split(",");

/** @param {string} id @param {Learning[]} runs */
function rowOf(id, runs) {
  const seconds = runs.flatMap((run) => (run.step === null ? [] : run.seconds));
  const intervals = runs.flatMap((run) => run.intervals);
  const work = runs.flatMap((run) => run.work);
  return [
    id,
    runs.map(({ step }) => step ?? "not learned").join(" "),
    ...[median, (/** @type {number[]} */ times) => Math.max(...times)].map((of) =>
      seconds.length > 0 ? of(seconds).toFixed(2) : "-",
    ),
    id in dataTasks ? "-" : String(id === "reverse" ? goals.reverse : goals.others),
    ...[work, intervals].flatMap((times) => [quantile(times, 0.95).toFixed(1), Math.max(...times).toFixed(1)]),
  ];
}

const site = await listen(createPageServer(resolve(process.argv[2] ?? dist), { quality: 11 }));
const browser = await openBrowser("chromium");
/** @type {{id: string | undefined, run: Learning}[]} */
const rows = [];
try {
  await browser.driver.manage().setTimeouts({ script: patience });
  // The first run compiles code and is not timed.
  for (const [id, seed] of [["reverse", "1"], ...ids.flatMap((id) => seeds.map((seed) => [id, seed]))]) {
    await browser.driver.get("about:blank");
    await browser.driver.get(`${site.url}#place=train&task=${id}&seed=${seed}`);
    rows.push({
      id,
      run: await browser.driver.executeAsyncScript(`(${learningTimes})(...arguments)`, learned, longest),
    });
  }
} finally {
  await browser.close();
  await site.close();
}
const head = ["task", `steps to ${100 * learned} %, by seed`, "s, median", "slowest", "goal"];
const table = ids.map((id) =>
  rowOf(
    String(id),
    rows.slice(1).flatMap((row) => (row.id === id ? [row.run] : [])),
  ),
);
console.log(
  `Seeds ${seeds.join(", ")}. Frames while training, ms: what the page works for one (goal: 16), and from one to the next`,
);
console.log(alignColumns([[...head, "work, p95", "longest", "next, p95", "longest"], ...table]));
