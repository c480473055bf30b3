/** Pages that import the package, built with common bundlers. */
import assert from "node:assert/strict";
import { mkdir, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";

import { createPageServer } from "../../../web/node/serve.js";
import { pagePolicy } from "../../../web/node/page-policy.js";
import { example, exampleNumbers, installPackage } from "../../support/installed.js";
import { listen } from "../../support/listening.js";
import { readText, root, run } from "../../support/machine.js";
import { openBrowser } from "../support/engines.js";
import { eventually } from "../support/eventually.js";

const bundlers = ["esbuild", "vite", "webpack"];
const policy = pagePolicy(readText("web/index.html")) ?? assert.fail("index.html has no policy");

const attributes = 'sentence="a stitch in time" heads="2" head="1" stage="weights" view="walk"';

/** @param {string} script @param {string} [scripts] source of scripts that the page's policy permits */
const page = (script, scripts = "'self'") => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta http-equiv="Content-Security-Policy" content="${policy.replace("script-src 'self'", `script-src ${scripts}`)}" />
    <title>A page</title>
    ${script}
  </head>
  <body>
    <attention-stepper ${attributes}><p>The figure, without scripts</p></attention-stepper>
    <output></output>
  </body>
</html>
`;
const main = `import "attention-stepper";${example}
document.querySelector("output").textContent = JSON.stringify(numbers);
`;

/** Runs in the page: reports what the element shows as soon as it is ready. @param {(shown: unknown) => void} done */
function readElement(done) {
  const element = /** @type {any} */ (document.querySelector("attention-stepper"));
  const problem = (/** @type {Error} */ error) => done(String(error));
  if (!element.ready) done("not defined");
  else element.ready.then(() => done({ link: element.link, height: element.offsetHeight }), problem);
}

describe("package in chromium", () => {
  /** @type {(() => Promise<void>)[]} */
  const closing = [];
  /** @type {import("../support/engines.js").Browser} */
  let browser;
  /** @type {string} */
  let project;
  /** @type {string} URL of the pages */
  let url;
  /** @type {string} URL of another server, which any page may load the package from */
  let host;

  before(async () => {
    const place = await installPackage();
    project = place.project;
    closing.push(place.remove);
    const opening = openBrowser("chromium");
    closing.push(async () => (await opening).close());
    await Promise.all(bundlers.map((bundler) => build(bundler, project)));
    browser = await opening;
    const served = await listen(createPageServer(project));
    closing.push(served.close);
    url = served.url;
    const server = createPageServer(place.installed);
    server.prependListener("request", (_, response) => response.setHeader("Access-Control-Allow-Origin", "*"));
    const other = await listen(server);
    closing.push(other.close);
    host = other.url;
  });
  after(async () => {
    for (const close of closing.reverse()) await close();
  });

  for (const bundler of bundlers) {
    test(`the bundle of ${bundler} runs under the page's policy`, async () => {
      await browser.driver.get(`${url}${bundler}/built/index.html`);
      const read = () => document.querySelector("output")?.textContent;
      const text = await eventually(async () => (await browser.driver.executeScript(read)) || assert.fail("none yet"));
      assert.deepEqual(JSON.parse(String(text)), await exampleNumbers());
      await showsElement(browser.driver);
    });
  }

  test("a script tag with the printed hash runs the element from another host; one that differs does not run", async () => {
    const hashes = JSON.parse(readText("web/dist/integrity.json"));
    const { integrity } = hashes["attention-stepper.js"];
    const tag = (/** @type {string} */ hash) =>
      `<script type="module" src="${host}web/dist/attention-stepper.js" integrity="${hash}" crossorigin></script>`;
    const scripts = new URL(host).origin;
    await writeFile(join(project, "right.html"), page(tag(integrity), scripts));
    await writeFile(join(project, "wrong.html"), page(tag(hashes["engine.js"].integrity), scripts));
    await browser.driver.get(`${url}right.html`);
    await showsElement(browser.driver);
    await browser.driver.get(`${url}wrong.html`);
    assert.equal(await browser.driver.executeAsyncScript(readElement), "not defined");
    const logged = await browser.driver.manage().logs().get("browser");
    assert.ok(logged.some(({ message }) => message.includes("integrity")));
  });
});

/** @param {import("../support/engines.js").Driver} driver */
async function showsElement(driver) {
  const shown = /** @type {any} */ (await driver.executeAsyncScript(readElement));
  assert.match(String(shown.link), /sentence=a\+stitch\+in\+time/);
  assert.ok(shown.height > 300, JSON.stringify(shown));
}

/**
 * @param {string} bundler
 * @param {string} project
 */
async function build(bundler, project) {
  const folder = join(project, bundler);
  await mkdir(folder);
  await symlink(join(project, "node_modules"), join(folder, "node_modules"));
  await writeFile(join(folder, "index.html"), page('<script type="module" src="./main.js"></script>'));
  await writeFile(join(folder, "main.js"), main);
  await run(process.execPath, [`${root}tests/bundlers/build.js`, bundler, folder]);
}
