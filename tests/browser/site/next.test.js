/** A site of static files that Next builds with the package: its server writes the settings, and React takes them over. */
import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { cp, rm } from "node:fs/promises";
import { extname } from "node:path";
import { test as nodeTest } from "node:test";

import { changeState, defaultState } from "../../../web/state/state.js";
import { installPackage } from "../../support/installed.js";
import { root, run } from "../../support/machine.js";
import { eventually } from "../support/eventually.js";
import { inBrowsers } from "../support/harness.js";
import { withHost } from "../support/hosts.js";

const folder = `${root}tests/bundlers/next/`;
const made = [".next", "out", "node_modules/attention-stepper"].map((name) => folder + name);
const clean = () => Promise.all(made.map((path) => rm(path, { recursive: true, force: true })));

/** Builds the site, and returns its files of text by path. */
async function buildSite() {
  const { installed, remove } = await installPackage();
  try {
    await clean();
    await cp(installed, `${folder}node_modules/attention-stepper`, { recursive: true });
    const env = { ...process.env, NEXT_TELEMETRY_DISABLED: "1", NODE_ENV: "production" };
    await run(process.execPath, ["node_modules/next/dist/bin/next", "build"], { cwd: folder, env });
    const names = readdirSync(`${folder}out`, { recursive: true, encoding: "utf8" });
    const texts = names.filter((name) => [".html", ".js", ".css"].includes(extname(name)));
    return texts.map((name) => ({ path: `/${name}`, text: readFileSync(`${folder}out/${name}`, "utf8") }));
  } finally {
    await remove();
    await clean();
  }
}

const settings = { causal: false, mask_mode: "after_softmax", ignored_keys: [1, 3], d_k: 6, heads: 2 };
const attributes = ['causal="false"', 'mask-mode="after_softmax"', 'ignored-keys="1.3"', 'd-k="6"', 'heads="2"'];

inBrowsers(["chromium"], (test) => {
  if (!existsSync(`${folder}node_modules/next`)) {
    nodeTest("Next", { skip: "not installed: the packages of tests/bundlers/next" });
    return;
  }

  test("Next writes an element with its settings, and in the browser React hears of its steps", (page) =>
    withHost(page, async (host) => {
      const files = await buildSite();
      for (const { path, text } of files)
        host.put(path, /** @type {"html" | "js" | "css"} */ (extname(path).slice(1)), text);
      const html = files.find(({ path }) => path === "/index.html")?.text ?? "";
      const [tag = ""] = /<attention-stepper[^>]*>waiting<\/attention-stepper>/.exec(html) ?? [];
      for (const attribute of attributes) assert.ok(tag.includes(` ${attribute}`), `${attribute} in ${tag}`);
      await page.driver.get(`${host.url}index.html`);
      await host.ready();
      const wanted = changeState(defaultState, /** @type {any} */ ({ ...settings, cell: null }));
      await eventually(async () =>
        assert.deepEqual(await host.run(({ element }) => ({ ...element.state, cell: null })), wanted),
      );
      const output = () => host.run(() => document.querySelector("output")?.textContent);
      assert.equal(await output(), "0");
      await host.run(({ element }) => element.change({ stage: "raw" }));
      await eventually(async () => assert.equal(await output(), "1"));
      await page.driver.manage().logs().get("browser"); // the browser asks for an icon, which the site does not have
    }));
});
