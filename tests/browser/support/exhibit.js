/** Pages of the guides and the documentation: they contain elements, also inside frames. */
import assert from "node:assert/strict";

import { eventually } from "./eventually.js";
import { checkCells } from "./expected.js";
import { tools } from "./hosts.js";
import { runInPage } from "./in-page.js";

/** @typedef {import("./page.js").Page} Page */
/** @typedef {ReturnType<typeof tools>} Tools */

export class Exhibit {
  /** @param {Page} page the page object of the browser to use */
  constructor(page) {
    this.page = page;
    this.driver = page.driver;
  }

  /** @param {string} path relative to the site's folder */
  async open(path) {
    await this.driver.get("about:blank");
    await this.page.problems();
    await this.page.requested();
    await this.driver.get(this.page.site.url + path);
    await this.#loaded();
  }

  /** Waits until the page or frame has loaded and its scripts have run: WebKit's driver may return before. */
  #loaded() {
    return eventually(async () => {
      const { href, readyState } = await this.run(() => ({ href: location.href, readyState: document.readyState }));
      assert.ok(href !== "about:blank" && readyState === "complete", `${href} is ${readyState}`);
    });
  }

  /**
   * @template T
   * @param {(tools: Tools, ...args: any[]) => T} inPage runs in the page or frame, where only its arguments are available
   * @param {...unknown} args
   */
  run(inPage, ...args) {
    return runInPage(this.driver, tools, inPage, args);
  }

  /**
   * Calls body with the page as the context, then with each of its frames.
   * @param {() => Promise<void>} body
   */
  async everywhere(body) {
    await body();
    const frames = await this.run(() => document.querySelectorAll("iframe").length);
    for (let frame = 0; frame < frames; frame++) await this.within(frame, body);
  }

  /**
   * Calls body with one frame of the page as the context.
   * @param {number} frame
   * @param {() => Promise<void>} body
   */
  async within(frame, body) {
    await this.run((_, at) => document.querySelectorAll("iframe")[at]?.scrollIntoView(), frame);
    await this.driver.switchTo().frame(frame);
    try {
      await this.#loaded();
      await body();
    } finally {
      await this.driver.switchTo().defaultContent();
    }
  }

  /**
   * Checks that every element in the page or frame starts once it is scrolled into view, and shows the engine's numbers.
   * @returns {Promise<number>} the number of elements
   */
  async checkElements() {
    const count = await this.run(({ elements }) => elements.length);
    for (let at = 0; at < count; at++) await this.checkElement(at);
    return count;
  }

  /**
   * @param {number} [at] index of the element
   * @param {Partial<import("../../../web/state/state.js").State>} [wanted] fields that its state must have
   */
  async checkElement(at = 0, wanted = {}) {
    await eventually(async () => {
      const { state, tables, start } = await this.run((found, which) => {
        const element = found.elements[which];
        element.scrollIntoView();
        const { started, drawn, failure } = element;
        const { top, bottom } = element.getBoundingClientRect();
        const seen = { page: document.visibilityState, top, bottom, window: innerHeight };
        const start = JSON.stringify({ started, drawn, failure: String(failure), ...seen });
        return { state: element.state, tables: found.tables(which), start };
      }, at);
      assert.ok(tables.flatMap(({ cells }) => cells).length > 0, `no figure in the element: ${start}`);
      assert.deepEqual({ ...state, ...wanted }, state);
      checkCells(tables, state);
    });
  }
}
