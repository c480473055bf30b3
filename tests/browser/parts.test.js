/** What the page loads only when it is asked for: from the server, from one file, and without a connection. */
import assert from "node:assert/strict";

import { createTranslate } from "../../web/lessons/translate.js";
import { choices } from "../../web/state/fields.js";
import { eventually } from "./eventually.js";
import { inBrowsers } from "./harness.js";

/** @typedef {import("./page.js").Page} Page */

const t = createTranslate("en");
const offline = { offline: true, latency: 0, downloadThroughput: -1, uploadThroughput: -1 };
const online = { ...offline, offline: false };

/** @param {Page} page @param {string} lab */
async function checkOpen(page, lab) {
  await eventually(async () => {
    const drawn = await page.run(
      ({ find }, name) => (find("lab-bench", `${name}-lab`)?.shadowRoot?.textContent ?? "").replace(/\s+/g, " ").trim(),
      lab,
    );
    assert.ok(drawn.length > 10, `${lab}: ${drawn}`);
  });
}

inBrowsers(["chromium"], (test) => {
  test("an experiment is loaded when it is opened, once, and is there without a connection then", async (page) => {
    await page.open();
    await page.devtools("Network.enable");
    const before = page.site.requests.length;
    const own = () => page.site.requests.filter((path) => path.includes("order"));
    assert.deepEqual(own(), []);
    await page.follow("lab=order");
    await checkOpen(page, "order");
    const asked = own().length;
    assert.ok(asked > 0 && page.site.requests.length === before + asked, page.site.requests.join());
    await page.devtools("Network.emulateNetworkConditions", offline);
    await page.follow("");
    await page.follow("lab=order");
    await checkOpen(page, "order");
    assert.equal(own().length, asked);
    await page.devtools("Network.emulateNetworkConditions", online);
  });

  test("an experiment that cannot be loaded says so, and can be opened later", async (page) => {
    await page.open();
    await page.devtools("Network.enable");
    await page.devtools("Network.emulateNetworkConditions", offline);
    await page.follow("lab=order");
    await eventually(async () => assert.deepEqual(await page.texts("lab-bench", "[role=alert]"), [t("lab-failed")]));
    await page.devtools("Network.emulateNetworkConditions", online);
    const problems = await page.problems();
    assert.ok(
      problems.every((problem) => problem.includes("ERR_INTERNET_DISCONNECTED")),
      problems.join(),
    );
    await page.follow("");
    await page.follow("lab=order");
    await checkOpen(page, "order");
    assert.deepEqual(await page.texts("lab-bench", "[role=alert]"), []);
  });

  test("every experiment opens from the one file, with its own words", async (page) => {
    for (const lab of choices.lab) {
      await page.open(`lab=${lab}`, page.site.file);
      await checkOpen(page, lab);
      for (const address of await page.requested()) assert.equal(address, page.site.file);
    }
    assert.deepEqual(page.site.requests, []);
  });
});
