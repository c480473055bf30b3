/** What other programs show of a link to a page: its title, description and picture. Needs a finished build. */
import assert from "node:assert/strict";
import { cp, readdir, readFile } from "node:fs/promises";
import { join, posix } from "node:path";
import { test } from "node:test";

import { hashesOf } from "../../web/build/hashes.js";
import { writeAddress } from "../../web/build/site-address.js";
import { dist, temporaryFolder } from "../support/machine.js";

/** The pages that are shared: not the files that people copy, and not the pages inside examples' frames. */
const pages = (await readdir(dist, { recursive: true })).filter((name) =>
  /^(index|docs\/[\w-]+|examples\/[\w-]+)\.html$/.test(name),
);

/** The elements of a page's head by name, and how often each is there. @param {string} html */
function metaOf(html) {
  const [head = ""] = /<head>[^]*<\/head>/.exec(html) ?? [];
  const found = [...head.matchAll(/<meta\s+(?:property|name)="([\w:]+)"\s+content="([^"]*)"\s*\/?>/g)];
  const names = found.map(([, name = ""]) => name);
  assert.equal(new Set(names).size, names.length, "each once");
  return Object.fromEntries(found.map(([, name, content]) => [name, content]));
}

test("every page has a title and a description of its own, and a picture that is there", async () => {
  assert.ok(pages.length > 30, String(pages.length));
  const seen = new Set();
  for (const name of pages) {
    const html = await readFile(dist + name, "utf8");
    const meta = metaOf(html);
    const [, title = assert.fail(name)] = /<title>([^<]+)<\/title>/.exec(html) ?? [];
    assert.equal(meta["og:title"], title, name);
    assert.ok((meta["og:description"] ?? "").length > 20, name);
    assert.equal(meta["og:description"], meta.description, name);
    assert.deepEqual([meta["twitter:card"], meta["og:type"]], ["summary_large_image", "website"]);
    assert.ok((meta["og:image:alt"] ?? "").length > 20);
    const file = posix.join(posix.dirname(name), meta["og:image"] ?? "");
    const png = await readFile(dist + file);
    assert.equal(png.toString("latin1", 1, 4), "PNG");
    assert.deepEqual([png.readUInt32BE(16), png.readUInt32BE(20)].map(String), [
      meta["og:image:width"],
      meta["og:image:height"],
    ]);
    assert.deepEqual([png.readUInt32BE(16), png.readUInt32BE(20)], [1200, 630], "Open Graph's ratio of 1.91");
    assert.ok(png.length < 300_000, "small enough for every reader");
    seen.add(`${title} ${meta.description}`);
  }
  assert.equal(seen.size, pages.length, "no two pages alike");
});

test("with the site's address, previews name page and picture absolutely; a second address replaces the first", async (t) => {
  const folder = `${await temporaryFolder(t)}/`;
  await cp(dist, folder, { recursive: true });
  for (const site of ["https://example.org/", "https://example.org/a/b/"]) {
    await writeAddress(folder, site);
    for (const [name, own] of [
      ["index.html", site],
      ["docs/index.html", `${site}docs/`],
      ["docs/node.html", `${site}docs/node.html`],
    ]) {
      const meta = metaOf(await readFile(join(folder, name ?? ""), "utf8"));
      assert.deepEqual([meta["og:url"], meta["og:image"]], [own, `${site}preview.png`]);
    }
  }
  const [before, after] = await Promise.all([dist, folder].map((each) => readFile(`${each}embed.html`, "utf8")));
  assert.equal(after, before, "a page without a preview stays as it is");
  const hashes = await hashesOf(folder);
  delete hashes["integrity.json"];
  assert.deepEqual(JSON.parse(await readFile(`${folder}integrity.json`, "utf8")), hashes);
});

test("what is no address of a folder is refused, and nothing is written", async (t) => {
  const folder = `${await temporaryFolder(t)}/`;
  await cp(`${dist}index.html`, `${folder}index.html`);
  for (const wrong of ["", "example.org", "https://example.org/a", "https://example.org/?a/", "javascript:alert(1)/"])
    await assert.rejects(writeAddress(folder, wrong), {
      message: `address: must be that of a folder, such as https://example.org/attention/, got "${wrong}"`,
    });
  assert.deepEqual(await readFile(`${folder}index.html`), await readFile(`${dist}index.html`));
});
