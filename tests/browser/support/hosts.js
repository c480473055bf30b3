/** Pages of other sites that contain elements, each site on its own server. */
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { gzipSync } from "node:zlib";

import { dist } from "../../support/machine.js";
import { listen } from "../../support/listening.js";
import { eventually } from "./eventually.js";
import { runInPage, waitInPage } from "./in-page.js";
import { watcher } from "./site.js";

/** @typedef {import("./page.js").Page} Page */
/** @typedef {ReturnType<typeof tools>} Tools */

/** Functions that find parts inside the elements of a page. @param {import("./in-page.js").Basics} basics */
export function tools({ focused, read }) {
  const elements = /** @type {any[]} */ ([...document.querySelectorAll("attention-stepper")]);
  /** @param {any} root @returns {HTMLElement[]} */
  const inside = (root) =>
    [...(root.shadowRoot ?? root).children].flatMap((child) => [
      child,
      ...inside(child),
      ...(child.shadowRoot ? [...child.children].flatMap((slotted) => [slotted, ...inside(slotted)]) : []),
    ]);
  /** @param {string} selector @param {number} [at] index of the element */
  const findAll = (selector, at = 0) => [...new Set(inside(elements[at]))].filter((part) => part.matches(selector));
  /** @param {string} selector @param {number} [at] @returns {any} */
  const find = (selector, at = 0) => findAll(selector, at)[0] ?? null;
  /** @param {number} [at] index of the element */
  const tables = (at = 0) => findAll("table", at).map(read);
  return { elements, element: elements[0], find, findAll, tables, focused, heard: /** @type {any} */ (window).heard };
}

/** Runs before all other scripts: records the elements' events. */
function recordEvents() {
  /** @type {[string, unknown][]} */
  const heard = [];
  Object.assign(window, { heard });
  for (const name of ["ready", "step", "change", "error", "resize", "answer"])
    document.addEventListener(`attention-${name}`, (event) =>
      heard.push([`attention-${name}`, JSON.parse(JSON.stringify(/** @type {CustomEvent} */ (event).detail))]),
    );
}

const types = Object.freeze({
  html: "text/html; charset=utf-8",
  js: "text/javascript; charset=utf-8",
  css: "text/css",
});

/** A server of pages. */
export class Host {
  /** @type {Map<string, {type: keyof typeof types, text: string, policy?: string}>} */
  #files = new Map();
  /** @type {string[]} */
  requests = [];
  url = "";
  /** Whether files are sent as web hosts send them, which matters where the network is slow. */
  isCompressed = false;
  #close = async () => {};

  /** @param {Page} page the page object of the browser to use */
  constructor(page) {
    this.page = page;
  }

  async open() {
    const server = createServer(async ({ url = "/" }, response) => {
      const { pathname } = new URL(url, "http://host");
      this.requests.push(pathname);
      const file = this.#files.get(pathname);
      if (!file) return void response.writeHead(404).end();
      const policy = file.policy ? { "Content-Security-Policy": file.policy } : {};
      const encoding = this.isCompressed ? { "Content-Encoding": "gzip" } : {};
      const body = this.isCompressed ? gzipSync(file.text) : file.text;
      response.writeHead(200, { "Content-Type": types[file.type], ...encoding, ...policy }).end(body);
    });
    this.put("/watch.js", "js", `(${watcher})();(${recordEvents})();`);
    this.put("/attention-stepper.js", "js", await readFile(`${dist}attention-stepper.js`, "utf8"));
    const { url, close } = await listen(server);
    this.url = url;
    this.#close = close;
    return this;
  }

  /** Leaves the page and closes the server, even if the browser is gone. */
  async close() {
    try {
      await this.page.driver.get("about:blank");
    } finally {
      await this.#close();
    }
  }

  /** @param {string} path @param {keyof typeof types} type @param {string} text @param {string} [policy] */
  put(path, type, text, policy) {
    this.#files.set(path, { type, text, ...(policy ? { policy } : {}) });
  }

  /**
   * Loads a page with the given body.
   * @param {string} body
   * @param {{head?: string, policy?: string, script?: string}} [options] script: URL of the element's script
   */
  async show(body, { head = "", policy, script = "/attention-stepper.js" } = {}) {
    const scripts = `<script src="/watch.js"></script><script type="module" src="${script}"></script>`;
    const start = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Host</title><link rel="icon" href="data:,">`;
    this.put("/page.html", "html", `${start}${scripts}${head}</head><body>${body}</body></html>`, policy);
    await this.page.problems();
    await this.page.driver.get("about:blank");
    await this.page.driver.get(`${this.url}page.html`);
  }

  /**
   * @template T
   * @param {(tools: Tools, ...args: any[]) => T} inPage runs in the page, where only its arguments are available
   * @param {...unknown} args
   */
  run(inPage, ...args) {
    return runInPage(this.page.driver, tools, inPage, args);
  }

  /**
   * Waits for elements' figures and their tables.
   * @param {number} [at] index of the element
   */
  async ready(at = 0) {
    await eventually(async () => {
      const hasCells = (/** @type {Tools} */ { findAll }, /** @type {number} */ which) =>
        findAll("td[data-cell]", which).length > 0;
      if (await waitInPage(this.page.driver, tools, hasCells, [at])) return;
      throw new Error(`no figure in the element: ${JSON.stringify(await this.#shown(at))}`);
    });
  }

  /** What an element without a figure is at, to be read where a test fails. @param {number} at index of the element */
  #shown(at) {
    return this.run(
      ({ element, findAll, heard }, which) => ({
        page: `${location.href} ${document.readyState} ${document.visibilityState}`,
        window: [innerWidth, innerHeight],
        place: element.getBoundingClientRect().toJSON(),
        started: element.started,
        drawn: element.drawn,
        failure: String(element.failure),
        updating: findAll("*", which)
          .filter((part) => /** @type {any} */ (part).isUpdatePending)
          .map(({ localName }) => localName),
        heard,
      }),
      at,
    );
  }

  /** @param {string} [name] @returns {Promise<any[]>} details of the events of this name since the last call */
  async heard(name) {
    const all = await this.run(({ heard }) => heard.splice(0));
    return all
      .filter((/** @type {any} */ [kind]) => !name || kind === name)
      .map((/** @type {any} */ [, detail]) => detail);
  }
}

/**
 * @param {Page} page
 * @param {(host: Host) => Promise<void>} body
 */
export async function withHost(page, body) {
  const host = await new Host(page).open();
  try {
    await body(host);
  } finally {
    await host.close();
  }
}

/**
 * Two sites: one whose pages contain an iframe, and one for the iframe. Pages of the first that load /ears.js record the messages of
 * their iframe, give it the height that it tells, and can ask it something.
 * @param {Page} page
 * @param {Readonly<Record<string, string>>} frames pages for the iframe, by path
 * @param {(hosts: {around: Host, inner: Host}) => Promise<void>} body
 */
export const withTwoHosts = (page, frames, body) =>
  withHost(page, (around) =>
    withHost(page, async (inner) => {
      for (const [path, text] of Object.entries(frames)) inner.put(path, "html", text);
      around.put(
        "/ears.js",
        "js",
        `window.received = []; addEventListener("message", (event) => received.push([event.origin, event.data]));
       window.ask = (message) => document.querySelector("iframe").contentWindow.postMessage(message, "*");
       addEventListener("message", ({ data }) => {
         const frame = document.querySelector("iframe");
         if (data.type === "attention-resize") frame.style.height = data.height + "px";
       });`,
      );
      await body({ around, inner });
    }),
  );

/** The messages of one type that an iframe has sent, each with its origin. @param {Host} around @param {string} type @returns {Promise<any[]>} */
export const messagesOf = (around, type) =>
  around.run(
    (_, kind) => /** @type {any} */ (window).received.filter((/** @type {any} */ [, data]) => data.type === kind),
    type,
  );
