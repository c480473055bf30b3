/** Runs jobs in Chromium: each job in a new page, and each round of a workload in a new browser. */
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";

import { openBrowser } from "../../browser/support/engines.js";
import { listen } from "../../support/listening.js";
import { folder } from "../setup.js";

/** @type {Readonly<Record<string, string>>} */
const types = Object.freeze({
  ".js": "text/javascript",
  ".mjs": "text/javascript",
  ".wasm": "application/wasm",
  ".json": "application/json",
});

/** Headers that give a page a precise clock. */
const isolation = { "Cross-Origin-Opener-Policy": "same-origin", "Cross-Origin-Embedder-Policy": "require-corp" };
const page = `<!doctype html><title>bench</title><script type="module" src="/bench/runner/in-browser.js"></script>`;

/** @param {Record<string, string>} mounts the folder for the first part of a path */
function serverOf(mounts) {
  return createServer(async ({ url = "/" }, response) => {
    const send = (/** @type {string | Buffer} */ body, type = "text/html") =>
      response.writeHead(200, { ...isolation, "Content-Type": type }).end(body);
    if (url === "/") return send(page);
    const [, mount = "", path = ""] = /^\/(\w+)\/([^?]*)/.exec(normalize(url)) ?? [];
    const body = mounts[mount] ? await readFile(join(mounts[mount], path)).catch(() => undefined) : undefined;
    return body ? send(body, types[extname(path)] ?? "application/octet-stream") : response.writeHead(404).end();
  });
}

/** Runs in the page. @param {unknown} job @param {(outcome: any) => void} done */
async function inPage(job, done) {
  const load = async (/** @type {string} */ name) =>
    (await fetch(`${/** @type {any} */ (job).inputs}/${name}`)).arrayBuffer();
  try {
    const { runJob, measureLimits } = await /** @type {any} */ (window).bench;
    done(job === "limits" ? await measureLimits(1) : await runJob(job, load));
  } catch (error) {
    done({ problem: String(error).split("\n")[0]?.slice(0, 200) });
  }
}

/**
 * @param {{dist: string, budget: number, inputs: string}} options dist and inputs are folders
 * @returns {Promise<any>}
 */
export async function browserRunner({ dist, budget, inputs }) {
  let browser = await openBrowser("chromium");
  const server = await listen(serverOf({ bench: folder, web: join(folder, "../../web"), dist, inputs }));
  const runInPage = async (/** @type {unknown} */ job) => {
    await browser.driver.manage().setTimeouts({ script: 300000 });
    await browser.driver.get(server.url);
    return browser.driver.executeAsyncScript(`(${inPage})(...arguments)`, job);
  };
  const version = (await browser.driver.getCapabilities()).get("browserVersion");
  /** The jobs that this browser has run. @type {Set<string>} */
  const jobsRun = new Set();
  const restart = async () => {
    await browser.close();
    browser = await openBrowser("chromium");
    jobsRun.clear();
  };
  return {
    version,
    /** @param {import("../workloads/workloads.js").Workload} workload @param {import("./schedule.js").Entry} entry */
    async run(workload, entry) {
      const urls = {
        dist: `${server.url}dist/`,
        modules: `${server.url}bench/node_modules/`,
        inputs: `/inputs/${workload.id}`,
      };
      try {
        const job = `${workload.id} ${entry.peer} ${entry.variant}`;
        if (jobsRun.has(job)) await restart();
        jobsRun.add(job);
        return await runInPage({ ...urls, ...entry, workload, budget });
      } catch (error) {
        await restart(); // it has crashed or hangs
        return { problem: String(error).split("\n")[0] ?? "" };
      }
    },
    async limits() {
      const limits = await runInPage("limits");
      if (limits.problem) throw new Error(`limits: ${limits.problem}`);
      return limits;
    },
    async close() {
      await browser.close();
      await server.close();
    },
  };
}
