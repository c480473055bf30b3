/** Runs jobs in Chromium, each in a page of its own, each round of a work in a browser of its own. */
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";

import { openBrowser } from "../browser/support/engines.js";
import { listen } from "../support/listening.js";
import { folder } from "./setup.js";

/** @type {Readonly<Record<string, string>>} */
const types = Object.freeze({
  ...{ ".js": "text/javascript", ".mjs": "text/javascript", ".wasm": "application/wasm", ".json": "application/json" },
});

/** What a page needs to have a fine clock. */
const isolated = { "Cross-Origin-Opener-Policy": "same-origin", "Cross-Origin-Embedder-Policy": "require-corp" };
const page = `<!doctype html><title>bench</title><script type="module" src="/bench/in-browser.js"></script>`;

/** @param {Record<string, string>} mounts folders by the first part of a path */
function serverOf(mounts) {
  return createServer(async ({ url = "/" }, response) => {
    const send = (/** @type {string | Buffer} */ body, type = "text/html") =>
      response.writeHead(200, { ...isolated, "Content-Type": type }).end(body);
    if (url === "/") return send(page);
    const [, mount = "", path = ""] = /^\/(\w+)\/([^?]*)/.exec(normalize(url)) ?? [];
    const body = mounts[mount] ? await readFile(join(mounts[mount], path)).catch(() => undefined) : undefined;
    return body ? send(body, types[extname(path)] ?? "application/octet-stream") : response.writeHead(404).end();
  });
}

/** Runs in the page. @param {unknown} job @param {(outcome: any) => void} done */
async function inPage(job, done) {
  const { runJob, measureLimits } = await /** @type {any} */ (window).bench;
  const load = async (/** @type {string} */ name) =>
    (await fetch(`${/** @type {any} */ (job).inputs}/${name}`)).arrayBuffer();
  try {
    done(job === "limits" ? await measureLimits(1) : await runJob(job, load));
  } catch (error) {
    done({ problem: String(error).split("\n")[0]?.slice(0, 200) });
  }
}

/**
 * @param {{dist: string, budget: number, inputs: string}} given folders
 * @returns {Promise<any>}
 */
export async function browserRunner({ dist, budget, inputs }) {
  let browser = await openBrowser("chromium");
  const server = await listen(serverOf({ bench: folder, web: join(folder, "../../web"), dist, inputs }));
  const inside = async (/** @type {unknown} */ job) => {
    await browser.driver.manage().setTimeouts({ script: 300000 });
    await browser.driver.get(server.url);
    return browser.driver.executeAsyncScript(`(${inPage})(...arguments)`, job);
  };
  const version = (await browser.driver.getCapabilities()).get("browserVersion");
  /** What this browser has run. @type {Set<string>} */
  const ran = new Set();
  const again = async () => {
    await browser.close();
    browser = await openBrowser("chromium");
    ran.clear();
  };
  return {
    version,
    /** @param {import("./works.js").Work} work @param {import("./schedule.js").Entry} entry */
    async run(work, entry) {
      const urls = {
        dist: `${server.url}dist/`,
        modules: `${server.url}bench/node_modules/`,
        inputs: `/inputs/${work.id}`,
      };
      try {
        const job = `${work.id} ${entry.peer} ${entry.variant}`;
        if (ran.has(job)) await again();
        ran.add(job);
        return await inside({ ...urls, ...entry, work, budget });
      } catch (error) {
        await again(); // it has crashed, or waits for too long
        return { problem: String(error).split("\n")[0] ?? "" };
      }
    },
    limits: () => inside("limits"),
    async close() {
      await browser.close();
      await server.close();
    },
  };
}
