/** Opens the pages that blog and notebook programs make from the guides. A program that is not installed is reported and skipped. */
import assert from "node:assert/strict";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test as anyTest } from "node:test";

import { dist, isInstalled } from "../../support/machine.js";
import { publishers } from "../../support/publishers.js";
import { Exhibit } from "../support/exhibit.js";
import { inBrowsers } from "../support/harness.js";
import { withHost } from "../support/hosts.js";

/** @type {import("../../support/publishers.js").Publisher[]} */
const installed = [];
for (const publisher of publishers) {
  if (!publisher.needs || (await isInstalled(publisher.needs))) installed.push(publisher);
  else anyTest(`what ${publisher.name} makes`, { skip: `not installed: ${publisher.needs}` });
}

inBrowsers(["chromium"], (test) => {
  for (const { name, elements, publish } of installed)
    test(`the pages that ${name} makes from its guide show the engine's numbers`, async (page) => {
      const folder = await mkdtemp(join(tmpdir(), "attention-publisher-"));
      try {
        const pages = await publish(folder);
        await withHost(page, async (host) => {
          host.put("/embed.html", "html", await readFile(`${dist}embed.html`, "utf8"));
          const exhibit = new Exhibit(page);
          let found = 0;
          for (const [at, text] of pages.entries()) {
            const quiet = text.replace(
              "<title>",
              '<link rel="icon" href="data:,"><script src="/watch.js"></script><title>',
            );
            host.put(`/posts/${at}.html`, "html", quiet);
            await page.driver.get(`${host.url}posts/${at}.html`);
            await exhibit.everywhere(async () => void (found += await exhibit.checkElements()));
            assert.deepEqual(await page.problems(), []);
          }
          assert.equal(found, elements);
        });
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    });
});
