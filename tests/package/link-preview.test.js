/** What other programs show of a link to a page: its title, description and picture. Needs a finished build. */
import assert from "node:assert/strict";
import { cp, mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join, posix } from "node:path";
import { test } from "node:test";

import { previewSvg, previewTags } from "../../web/build/link-preview.js";
import { wholePage } from "../../web/build/site/page.js";
import { colours } from "../../web/figures/tokens.js";
import { dist, root, run, temporaryFolder } from "../support/machine.js";

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

test("with the site's address, previews name page and picture absolutely", () => {
  const site = new URL("https://example.org/a/b/");
  const page = { title: "T &amp; U", description: "D" };
  for (const [address, own] of [
    ["index.html", "https://example.org/a/b/"],
    ["docs/index.html", "https://example.org/a/b/docs/"],
    ["docs/node.html", "https://example.org/a/b/docs/node.html"],
  ]) {
    const meta = metaOf(`<head>${previewTags(page, address ?? "", site).join("\n")}</head>`);
    assert.deepEqual([meta["og:url"], meta["og:image"]], [own, "https://example.org/a/b/preview.png"]);
    assert.deepEqual([meta["og:title"], meta["og:description"]], ["T &amp; U", "D"], "as they stand in HTML");
  }
});

test("a page of the documentation has the address of the site", () => {
  const site = new URL("https://example.org/");
  const places = /** @type {const} */ ([["docs/a.html", "A"]]);
  const page = { title: "T", description: "D", head: "<title>T</title>", body: "<p>B</p>" };
  const html = wholePage(page, { policy: "default-src 'none'", icon: "", places, site }, "docs/a.html");
  assert.equal(metaOf(html)["og:url"], "https://example.org/docs/a.html");
});

test("the build refuses what is no address of a folder, and deletes nothing", async (t) => {
  const folder = await temporaryFolder(t);
  await cp(`${root}build.sh`, join(folder, "build.sh"));
  await cp(`${root}web/build/site-address.js`, join(folder, "web/build/site-address.js"));
  await writeFile(join(folder, "web/build/setup.sh"), "");
  await writeFile(join(folder, "package.json"), '{"type": "module"}');
  await mkdir(join(folder, "web/dist"));
  await writeFile(join(folder, "web/dist/index.html"), "the last build");
  for (const wrong of ["", "example.org", "https://example.org/a", "https://example.org/?a/", "javascript:alert(1)/"]) {
    const env = { ...process.env, SITE_ADDRESS: wrong };
    const { code, stdout, stderr } = await run("bash", ["build.sh"], { cwd: folder, env }).catch((error) => error);
    const message = `SITE_ADDRESS: must be the address of a folder, such as https://example.org/attention/, got "${wrong}"\n`;
    assert.deepEqual([code, stdout, stderr], [2, "", message]);
  }
  assert.equal(await readFile(join(folder, "web/dist/index.html"), "utf8"), "the last build");
});

test("the picture has all of the figure, in the design's colours", async () => {
  const svg = await previewSvg();
  const [, x, y, width, height] =
    /translate\(([\d.]+) ([\d.]+)\)"><svg [^>]*?width="([\d.]+)" height="([\d.]+)"/.exec(svg)?.map(Number) ?? [];
  assert.ok(Number(x) + Number(width) <= 1200 - 60, "as much space at its right as at the left of the words");
  assert.ok(Number(y) + Number(height) <= 630 - 20, `${y} + ${height}`);
  const around = svg.slice(0, svg.indexOf("<g "));
  const used = [...around.matchAll(/fill="([^"]*)"/g)].map(([, fill]) => fill);
  assert.deepEqual(used, [colours.light.paper, colours.light.ink, colours.light.ink2]);
});
