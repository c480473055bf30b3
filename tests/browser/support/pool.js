/**
 * Browsers that test files share. The pool is itself a WebDriver server: for a new session it lends a free browser or starts
 * one; when the session ends, the browser is free again; all other commands are forwarded to the browser's own server.
 */
import { createServer, request as httpRequest } from "node:http";

import { listen } from "../../support/listening.js";
import { isEngine, startBrowser } from "./engines.js";

/** @typedef {import("./engines.js").Browser} Browser */
/** @typedef {import("node:http").IncomingMessage} Request */
/** @typedef {import("node:http").ServerResponse} Response */

/**
 * @returns {Promise<{url: string, close: () => Promise<void>}>} url: the value for BROWSER_POOL; tests append the name
 *   of a browser
 */
export async function openPool() {
  /** @type {Map<string, Browser>} by session id */
  const browsers = new Map();
  /** @type {Set<string>} ids of the sessions that no test uses */
  const free = new Set();

  /** @param {string} engine */
  async function lease(engine) {
    if (!isEngine(engine)) throw new Error(`there is no engine ${engine}`);
    const found = [...free].find((id) => browsers.get(id)?.name === engine);
    if (found) free.delete(found);
    const browser = browsers.get(found ?? "") ?? (await startBrowser(engine));
    const sessionId = (await browser.driver.getSession()).getId();
    browsers.set(sessionId, browser);
    const known = await browser.driver.getCapabilities();
    return { sessionId, capabilities: Object.fromEntries([...known.keys()].map((key) => [key, known.get(key)])) };
  }

  /** Resets a browser so that it can be lent again; one that cannot be reset is closed. @param {string} id */
  async function release(id) {
    const browser = browsers.get(id);
    if (!browser) return;
    try {
      await reset(browser);
      free.add(id);
    } catch {
      browsers.delete(id);
      await browser.close();
    }
  }

  const server = createServer(async (request, response) => {
    const [, engine = "", , id, ...command] = (request.url ?? "").split("/");
    const browser = browsers.get(id ?? "");
    try {
      if (id === undefined) answer(response, 200, await lease(engine));
      else if (request.method === "DELETE" && command.length === 0) answer(response, 200, await release(id));
      else if (browser) forward(request, response, `${browser.url}/session/${[id, ...command].join("/")}`);
      else answer(response, 404, { error: "invalid session id", message: id, stacktrace: "" });
    } catch (error) {
      answer(response, 500, { error: "session not created", message: String(error), stacktrace: "" });
    }
  });
  const { url, close: stop } = await listen(server);
  const close = async () => {
    await stop();
    await Promise.all([...browsers.values()].map((browser) => browser.close()));
  };
  return { url, close };
}

/**
 * Replaces all tabs by a new one, which has no history, no emulated screen or network, and no scripts of an earlier test.
 * @param {Browser} browser
 */
async function reset({ name, driver }) {
  const old = await driver.getAllWindowHandles();
  await driver.switchTo().newWindow("tab");
  const fresh = await driver.getWindowHandle();
  for (const handle of old) {
    await driver.switchTo().window(handle);
    await driver.close();
  }
  await driver.switchTo().window(fresh);
  if (name !== "chromium") return;
  const chromium = /** @type {import("selenium-webdriver/chromium.js").ChromiumWebDriver} */ (driver);
  await chromium.sendDevToolsCommand("Page.bringToFront", {});
  for (const log of ["browser", "performance"]) await driver.manage().logs().get(log);
}

/** @param {Response} response @param {number} status @param {unknown} [value] */
function answer(response, status, value = null) {
  response.writeHead(status, { "Content-Type": "application/json" });
  response.end(JSON.stringify({ value }));
}

/** @param {Request} request @param {Response} response @param {string} url */
function forward(request, response, url) {
  const { method, headers } = request;
  const onward = httpRequest(url, { method, headers }, (answered) => {
    response.writeHead(answered.statusCode ?? 500, answered.headers);
    answered.pipe(response);
  });
  onward.once("error", (error) =>
    answer(response, 404, { error: "invalid session id", message: error.message, stacktrace: "" }),
  );
  request.pipe(onward);
}
