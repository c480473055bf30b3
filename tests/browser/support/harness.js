/** Runs tests of the page: in browsers, with the built page, and with a check that the page reported no errors. */
import assert from "node:assert/strict";
import { basename } from "node:path";
import { after, afterEach, before, describe, test } from "node:test";

import { despiteCrashes } from "./crashes.js";
import { chosenEngines, missing, openBrowser } from "./engines.js";
import { Page } from "./page.js";
import { openSite } from "./site.js";

/** @typedef {import("./engines.js").EngineName} EngineName */
/** @typedef {(page: Page) => Promise<void>} Body */

export { allEngines } from "./engines.js";

/**
 * Runs the same tests in each of these browsers that BROWSERS selects. A browser that is not installed is reported and
 * skipped; if Chromium is not installed, the tests fail.
 * @param {readonly EngineName[]} names
 * @param {(test: (name: string, body: Body) => void) => void} tests
 * @param {Parameters<typeof openSite>[0]} [options] of the server
 */
export function inBrowsers(names, tests, options = {}) {
  const chosen = chosenEngines();
  const file = basename(process.argv[1] ?? "", ".test.js");
  for (const name of names.filter((each) => chosen.includes(each))) {
    const lacking = missing(name);
    if (lacking.length > 0 && name !== "chromium") {
      test(`${file} in ${name}`, { skip: `not installed: ${lacking.join(", ")}` });
      continue;
    }
    describe(`${file} in ${name}`, () => {
      const stage = browserFor(name, options);
      before(stage.open);
      after(stage.close);
      afterEach(async () => {
        if (name === "chromium") await stage.page().look();
      });
      const whole = async (/** @type {Body} */ body) => {
        await body(stage.page());
        assert.deepEqual(await stage.page().problems(), [], "errors on the page");
      };
      tests((title, body) => {
        test(title, async (context) => {
          const reopen = async () => {
            await stage.close();
            await stage.open();
          };
          try {
            await despiteCrashes(name, context, () => whole(body), reopen);
          } catch (error) {
            // The next test opens its own.
            const problems = await stage.page().problems().catch(String);
            for (const problem of [problems].flat()) context.diagnostic(problem);
            throw error;
          }
        });
      });
    });
  }
}

/**
 * A browser that shows the page, and can be closed and opened again.
 * @param {EngineName} name
 * @param {Parameters<typeof openSite>[0]} options
 */
function browserFor(name, options) {
  /** @type {(() => Promise<void>)[]} */
  const closing = [];
  /** @type {Page | undefined} */
  let page;
  const close = async () => {
    await Promise.all(closing.splice(0).map((end) => end()));
  };
  const open = async () => {
    const browser = await openBrowser(name);
    closing.push(browser.close);
    const site = await openSite(options);
    closing.push(site.close);
    page = new Page(browser, site);
    const slowdown = Number(process.env.SLOWDOWN ?? 1);
    if (name === "chromium" && slowdown > 1) await page.devtools("Emulation.setCPUThrottlingRate", { rate: slowdown });
  };
  return { open, close, page: () => page ?? assert.fail("the browser is not open") };
}
