/**
 * Measures how long a reader waits for an opened model: node tests/bench/latency/checkpoint.js. Files of GPT-2's size (124
 * million weights, F32 and F16) and one of 2 GB are walked with 32 tokens in Node and in the page, in Chromium. The files are
 * written to a temporary folder, each after the other, 2 GB at the most, and removed. ONLY=node or ONLY=chromium selects.
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

import { openBrowser } from "../../browser/support/engines.js";
import { listen } from "../../support/listening.js";
import { dist } from "../../support/machine.js";
import { openModel } from "../../../web/checkpoints/model.js";
import { createEngine } from "../../../web/engine/index.js";
import { openFolder } from "../../../web/node/model-folder.js";
import { createPageServer } from "../../../web/node/serve.js";
import { alignColumns } from "../report/tables.js";
import { writeModel } from "./checkpoint-files.js";
import { modelInput, modelTimes } from "./in-page.js";

/** @typedef {{layers: number, next: number | null, lens: number, another: number, memory: number, longest?: number}} Times ms, and MB at the most */

const tokens = Array.from({ length: 32 }, (_, at) => (at * 7919) % 50257);
const gpt2 = { layers: 12, d_model: 768, heads: 12 };
const sizes = [
  { name: "124 million, F32", size: { ...gpt2, type: /** @type {const} */ ("F32") } },
  { name: "124 million, F16", size: { ...gpt2, type: /** @type {const} */ ("F16") } },
  {
    name: "538 million, F32 (2 GB)",
    size: { layers: 24, d_model: 1280, heads: 20, type: /** @type {const} */ ("F32") },
  },
];

/** In this process, whose memory is then that of the walk. @param {string} folder @returns {Promise<Times>} */
async function measureHere(folder) {
  const engine = await createEngine();
  const files = openFolder(folder);
  const walk = openModel(files, engine).walk(tokens);
  const timed = (/** @type {() => unknown} */ act) => {
    const start = performance.now();
    act();
    return performance.now() - start;
  };
  const { layers } = openModel(files, null).summary;
  const times = {
    layers: timed(() => walk.stream(layers)),
    next: timed(() => walk.next(8)),
    lens: timed(() => [...walk.lens()]),
    another: timed(() => walk.run(3)),
  };
  walk.free();
  files.close();
  return { ...times, memory: process.resourceUsage().maxRSS / 1000 };
}

/** @param {string} folder @returns {Times} */
function measureInNode(folder) {
  const script = fileURLToPath(import.meta.url);
  return JSON.parse(execFileSync(process.execPath, [script, folder], { encoding: "utf8" }));
}

/** The most memory that a tab's process has had, in MB: what began this process began. */
function tabMemory() {
  const processes = readdirSync("/proc").flatMap((pid) => {
    try {
      const status = readFileSync(`/proc/${pid}/status`, "utf8");
      const field = (/** @type {string} */ name) => Number(new RegExp(`^${name}:\\s*(\\d+)`, "m").exec(status)?.[1]);
      const isTab = readFileSync(`/proc/${pid}/cmdline`, "utf8").includes("--type=renderer");
      return [{ pid: Number(pid), parent: field("PPid"), isTab, memory: field("VmHWM") / 1000 }];
    } catch {
      return []; // no process, or one that has just ended
    }
  });
  const isOurs = (/** @type {number} */ pid) => {
    for (let at = pid; at > 1; at = processes.find((each) => each.pid === at)?.parent ?? 0)
      if (at === process.pid) return true;
    return false;
  };
  return Math.max(...processes.filter(({ isTab, pid }) => isTab && isOurs(pid)).map(({ memory }) => memory));
}

/** @param {string} folder @param {string} url @returns {Promise<Times>} */
async function measureInChromium(folder, url) {
  const browser = await openBrowser("chromium");
  try {
    await browser.driver.manage().setTimeouts({ script: 120_000 });
    await browser.driver.get(`${url}#place=checkpoint`);
    const input = await browser.driver.executeAsyncScript(`(${modelInput})(...arguments)`);
    const paths = readdirSync(folder).map((file) => join(folder, file));
    await /** @type {import("selenium-webdriver").WebElement} */ (input).sendKeys(paths.join("\n"));
    /** @type {Omit<Times, "memory">} */
    const times = await browser.driver.executeAsyncScript(`(${modelTimes})(...arguments)`, tokens.join(","));
    return { ...times, memory: tabMemory() };
  } finally {
    await browser.close();
  }
}

/** @param {string} name @param {Times} times */
const rowOf = (name, { layers, next, lens, another, memory, longest }) => [
  name,
  ...[layers, next, lens, another, memory].map((value) => (value === null ? "-" : value.toFixed(0))),
  longest === undefined ? "-" : longest.toFixed(0),
];

if (process.argv[2]) {
  console.log(JSON.stringify(await measureHere(process.argv[2])));
} else {
  const folder = mkdtempSync(join(tmpdir(), "attention-models-"));
  const site = await listen(createPageServer(resolve(dist), { quality: 11 }));
  const rows = [];
  try {
    for (const { name, size } of sizes) {
      const path = join(folder, name.replaceAll(/\W+/g, "-"));
      writeModel(path, size);
      if (process.env.ONLY !== "chromium") rows.push(rowOf(`${name}, Node`, measureInNode(path)));
      if (process.env.ONLY !== "node") rows.push(rowOf(`${name}, Chromium`, await measureInChromium(path, site.url)));
      rmSync(path, { recursive: true });
    }
  } finally {
    await site.close();
    rmSync(folder, { recursive: true });
  }
  const head = [
    "32 tokens; ms",
    "all layers",
    "next token",
    "after each layer",
    "another layer",
    "memory, MB",
    "longest task",
  ];
  console.log(alignColumns([head, ...rows]));
}
