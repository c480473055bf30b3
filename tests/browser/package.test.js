/** Pages that import the package, built by the bundlers that people use. */
import assert from "node:assert/strict";
import { mkdir, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";

import { createPageServer } from "../../web/node/serve.js";
import { pagePolicy } from "../../web/node/single-file.js";
import { example, exampleNumbers, installPackage } from "../installed.js";
import { listen } from "../listening.js";
import { readText, root, run } from "../machine.js";
import { openBrowser } from "./engines.js";
import { eventually } from "./eventually.js";

const bundlers = ["esbuild", "vite", "webpack"];
const policy = pagePolicy(readText("web/index.html")) ?? assert.fail("index.html has no policy");

const page = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta http-equiv="Content-Security-Policy" content="${policy}" />
    <title>A page</title>
    <script type="module" src="./main.js"></script>
  </head>
  <body>
    <output></output>
  </body>
</html>
`;
const main = `${example}
document.querySelector("output").textContent = JSON.stringify(numbers);
`;

describe("in chromium", () => {
  /** @type {(() => Promise<void>)[]} */
  const closing = [];
  /** @type {import("./engines.js").Browser} */
  let browser;
  /** @type {string} */
  let url;

  before(async () => {
    const { project, remove } = await installPackage();
    closing.push(remove);
    const opening = openBrowser("chromium");
    await Promise.all(bundlers.map((bundler) => build(bundler, project)));
    browser = await opening;
    closing.push(browser.close);
    const served = await listen(createPageServer(project));
    closing.push(served.close);
    url = served.url;
  });
  after(async () => {
    for (const close of closing.reverse()) await close();
  });

  for (const bundler of bundlers) {
    test(`what ${bundler} makes of it runs under the page's policy`, async () => {
      await browser.driver.get(`${url}${bundler}/built/index.html`);
      const read = () => document.querySelector("output")?.textContent;
      const text = await eventually(async () => (await browser.driver.executeScript(read)) || assert.fail("none yet"));
      assert.deepEqual(JSON.parse(String(text)), await exampleNumbers());
    });
  }
});

/**
 * @param {string} bundler
 * @param {string} project
 */
async function build(bundler, project) {
  const folder = join(project, bundler);
  await mkdir(folder);
  await symlink(join(project, "node_modules"), join(folder, "node_modules"));
  await writeFile(join(folder, "index.html"), page);
  await writeFile(join(folder, "main.js"), main);
  await run(process.execPath, [`${root}tests/bundlers/build.js`, bundler, folder]);
}
