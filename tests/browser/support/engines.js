/**
 * Real browsers, driven through WebDriver. A test file that is run alone starts its own, with a new profile; under
 * tests/run.js it borrows one from the pool, whose address is in the environment variable BROWSER_POOL.
 */
import { spawn, spawnSync } from "node:child_process";
import { existsSync, rmSync } from "node:fs";
import { mkdir, mkdtemp, readFile, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { Builder, Capabilities } from "selenium-webdriver";

import { eventually } from "./eventually.js";
import { bridge } from "./marionette.js";

/** @typedef {"chromium" | "firefox" | "webkit"} EngineName */
/** @typedef {import("selenium-webdriver").WebDriver} Driver */
/** @typedef {{name: EngineName, driver: Driver, url: string, close: () => Promise<void>}} Browser url: the address of its WebDriver server */
/** @typedef {{driver: Driver, url: string}} Connection */
/** Functions that undo what starting a browser did; they run in reverse order. @typedef {(() => unknown)[]} Cleanup */

const miniBrowsers = ["x86_64", "aarch64"].map((cpu) => `/usr/lib/${cpu}-linux-gnu/webkit2gtk-4.1/MiniBrowser`);
const miniBrowser = miniBrowsers.find((path) => existsSync(path)) ?? "MiniBrowser of libwebkit2gtk-4.1-0";

/** Preferences for Firefox: any free port, and none of the tasks, downloads and questions of a first start. */
const preferences = Object.freeze({
  "marionette.port": 0,
  "app.normandy.enabled": false,
  "app.update.disabledForTesting": true,
  "browser.shell.checkDefaultBrowser": false,
  "browser.startup.page": 0,
  "datareporting.policy.dataSubmissionEnabled": false,
  "extensions.update.enabled": false,
  "network.captive-portal-service.enabled": false,
  "network.connectivity-service.enabled": false,
  "services.settings.server": "data:,",
  "termsofuse.bypassNotification": true,
});

/**
 * browserName is the browser's name in WebDriver; needs lists the commands that it takes to start one.
 * @type {Readonly<Record<EngineName, {browserName: string, needs: string[],
 *   start: (folder: string, cleanup: Cleanup) => Promise<Connection>}>>}
 */
const engines = Object.freeze({
  chromium: { browserName: "chrome", needs: ["chromium", "chromedriver"], start: startChromium },
  firefox: { browserName: "marionette", needs: ["firefox-esr"], start: startFirefox },
  webkit: { browserName: "MiniBrowser", needs: ["Xvfb", "WebKitWebDriver", miniBrowser], start: startWebKit },
});

export const allEngines = /** @type {EngineName[]} */ (Object.keys(engines));

/** @param {string} name @returns {name is EngineName} */
export const isEngine = (name) => Object.hasOwn(engines, name);

/**
 * The engines that tests use in this run: those that the environment variable BROWSERS names, or all.
 * @returns {EngineName[]}
 */
export function chosenEngines() {
  const names = (process.env.BROWSERS ?? allEngines.join()).split(",");
  return names.map((name) => (isEngine(name) ? name : fail(`BROWSERS: want some of ${allEngines}, got ${name}`)));
}

/**
 * @param {EngineName} name
 * @returns {string[]} the commands it needs that are not installed
 */
export const missing = (name) => engines[name].needs.filter((need) => spawnSync("which", [need]).status !== 0);

/**
 * A browser from the pool if there is a pool, otherwise a new one.
 * @param {EngineName} name
 * @returns {Promise<Browser>}
 */
export async function openBrowser(name) {
  const pool = process.env.BROWSER_POOL;
  if (pool === undefined) return startBrowser(name);
  /** @type {Cleanup} */
  const cleanup = [];
  const connection = await connect(`${pool}${name}`, cleanup, { browserName: engines[name].browserName });
  return ready(name, connection, cleanup);
}

/**
 * @param {EngineName} name
 * @returns {Promise<Browser>}
 */
export async function startBrowser(name) {
  const lacking = missing(name);
  if (lacking.length > 0) throw new Error(`${name}: needed and not installed: ${lacking.join(", ")}`);
  const folder = await mkdtemp(join(tmpdir(), `attention-${name}-`));
  const empty = () => rmSync(folder, { recursive: true, force: true, maxRetries: 20 });
  process.once("exit", empty);
  /** @type {Cleanup} */
  const cleanup = [empty, () => process.removeListener("exit", empty)];
  try {
    return await ready(name, await engines[name].start(folder, cleanup), cleanup);
  } catch (error) {
    await undoAll(cleanup);
    throw error;
  }
}

/**
 * @param {EngineName} name
 * @param {Connection} connection
 * @param {Cleanup} cleanup
 * @returns {Promise<Browser>}
 */
async function ready(name, { driver, url }, cleanup) {
  await driver.manage().window().setRect({ width: 1280, height: 900 });
  await driver.manage().setTimeouts({ script: 60000, pageLoad: 60000 });
  return { name, driver, url, close: () => undoAll(cleanup) };
}

/** @param {Cleanup} cleanup */
async function undoAll(cleanup) {
  for (const undo of cleanup.splice(0).reverse())
    await Promise.resolve()
      .then(undo)
      .catch(() => {});
}

/** @param {string} folder @param {Cleanup} cleanup */
async function startChromium(folder, cleanup) {
  // A port that is free for IPv4 may be taken for IPv6, and the reverse; then chromedriver ends, and another port is tried.
  const port = await eventually(() => {
    const chromedriver = launch("chromedriver", ["--port=0"], cleanup);
    return lineOf(chromedriver.stdout, /started successfully on port (\d+)/);
  });
  const quiet = ["--disable-background-networking", "--disable-component-update", "--disable-sync", "--disable-quic"];
  // Tests follow links faster than people do; Chromium would throttle them for it.
  const fast = "--disable-ipc-flooding-protection";
  // Without the cache for the Back button, a page is loaded in the process of the page before it, which is faster.
  const oneProcess = "--disable-features=BackForwardCache,ProactivelySwapBrowsingInstance";
  // Containers have little shared memory, 64 MB by default, and pages sometimes crash with so little.
  const small = "--disable-dev-shm-usage";
  const args = [
    "--headless",
    "--no-sandbox",
    fast,
    oneProcess,
    small,
    "--no-first-run",
    ...quiet,
    `--user-data-dir=${folder}`,
  ];
  return connect(`http://127.0.0.1:${port}`, cleanup, {
    browserName: engines.chromium.browserName,
    "goog:chromeOptions": { binary: "/usr/bin/chromium", args },
    "goog:loggingPrefs": { browser: "ALL", performance: "ALL" },
  });
}

/** @param {string} folder @param {Cleanup} cleanup */
async function startFirefox(folder, cleanup) {
  const lines = Object.entries(preferences).map(([name, value]) => `user_pref("${name}", ${JSON.stringify(value)});\n`);
  await writeFile(join(folder, "user.js"), lines);
  launch("firefox-esr", ["--marionette", "--headless", "--no-remote", "--profile", folder], cleanup);
  const { url, close } = await eventually(async () => {
    const text = await readFile(join(folder, "MarionetteActivePort"), "utf8");
    return bridge(Number(/^\d+$/.exec(text.trim())?.[0] ?? fail("no port yet")));
  }, 60000);
  cleanup.push(close);
  return connect(url, cleanup, { browserName: engines.firefox.browserName });
}

/** @param {string} folder @param {Cleanup} cleanup */
async function startWebKit(folder, cleanup) {
  const screen = ["-screen", "0", "1280x1600x24", "-nolisten", "tcp", "-displayfd", "3"];
  const xvfb = launch("Xvfb", screen, cleanup);
  const display = await lineOf(xvfb.stdio[3], /^(\d+)$/);
  const port = await freePort();
  const homes = { HOME: folder, XDG_CONFIG_HOME: folder, XDG_DATA_HOME: folder, XDG_CACHE_HOME: folder };
  await mkdir(join(folder, "runtime"), { mode: 0o700 });
  const environment = { ...homes, XDG_RUNTIME_DIR: join(folder, "runtime"), DISPLAY: `:${display}` };
  launch("WebKitWebDriver", ["-p", String(port)], cleanup, environment);
  const url = `http://127.0.0.1:${port}`;
  await eventually(() => fetch(`${url}/status`));
  const options = { binary: miniBrowser, args: ["--automation"] };
  return connect(url, cleanup, { browserName: engines.webkit.browserName, "webkitgtk:browserOptions": options });
}

/**
 * @param {string} url the address of a WebDriver server
 * @param {Cleanup} cleanup
 * @param {Record<string, unknown>} capabilities
 * @returns {Promise<Connection>}
 */
async function connect(url, cleanup, capabilities) {
  const builder = new Builder().disableEnvironmentOverrides().usingServer(url);
  const driver = await builder.withCapabilities(new Capabilities(capabilities)).build();
  cleanup.push(() => driver.quit());
  return { driver, url };
}

/**
 * Starts a program in its own process group, which is ended with the test, even if the test fails.
 * @param {string} command
 * @param {string[]} args
 * @param {Cleanup} cleanup
 * @param {Record<string, string>} [environment]
 */
function launch(command, args, cleanup, environment = {}) {
  const env = { ...process.env, ...environment };
  const child = spawn(command, args, { detached: true, env, stdio: ["ignore", "pipe", "ignore", "pipe"] });
  const ended = new Promise((done) => child.once("close", done));
  child.on("error", () => {});
  child.stdout?.resume();
  const kill = () => {
    try {
      if (child.pid) process.kill(-child.pid, "SIGKILL");
    } catch {
      // It has ended already.
    }
  };
  process.once("exit", kill);
  const quit = () => process.exit(1);
  const signals = ["SIGINT", "SIGTERM"];
  for (const signal of signals) process.once(signal, quit);
  cleanup.push(() => {
    process.removeListener("exit", kill);
    for (const signal of signals) process.removeListener(signal, quit);
    kill();
    return ended;
  });
  return child;
}

/**
 * @param {unknown} output of a program
 * @param {RegExp} pattern
 * @returns {Promise<string>} the first group of the pattern in the first line that matches
 */
function lineOf(output, pattern) {
  const lines = createInterface(/** @type {import("node:stream").Readable} */ (output));
  return new Promise((resolve, reject) => {
    lines.on("line", (line) => pattern.test(line) && resolve(pattern.exec(line)?.[1] ?? ""));
    lines.once("close", () => reject(new Error(`it ended without a line like ${pattern}`)));
  });
}

async function freePort() {
  const server = createServer();
  await new Promise((done) => server.listen(0, "127.0.0.1", () => done(undefined)));
  const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
  await new Promise((done) => server.close(done));
  return port;
}

/** @param {string} message @returns {never} */
function fail(message) {
  throw new Error(message);
}
