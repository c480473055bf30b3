/** The page and the single-file page: policies, hashes, and no references to other hosts. Needs a finished build. */
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readdirSync } from "node:fs";
import { test } from "node:test";
import { runInNewContext } from "node:vm";

import { inlinePage, pageAssets, pageWithParts } from "../../web/build/page-html.js";
import { pagePolicy } from "../../web/node/page-policy.js";
import { dist, readText } from "../support/machine.js";

const strict =
  "default-src 'none'; script-src 'self' 'sha256' 'wasm-unsafe-eval'; style-src 'sha256'; img-src 'self' data: blob:; " +
  "font-src 'self'; connect-src 'self'; worker-src 'self' blob:; frame-src 'self'; base-uri 'none'; form-action 'none'";

/** The same policy for a page without an origin: hashes of its contents in place of 'self'. */
const strictAlone =
  "default-src 'none'; script-src 'sha256' 'wasm-unsafe-eval'; style-src 'sha256'; img-src data: blob:; " +
  "font-src data:; worker-src blob:; base-uri 'none'; form-action 'none'";

/** The policy of each page. The frame also loads scripts from its own folder: trained.js, where a state needs it. */
const policies = Object.freeze({
  "index.html": strict,
  "attention-stepper.html": strictAlone,
  "embed.html": strictAlone.replace("'sha256' 'wasm", "'sha256' 'self' 'wasm").replace("font-src data:; ", ""),
});

const pages = readdirSync(dist).filter((name) => name.endsWith(".html"));

test("every page has the strict policy, before anything that it applies to, and no inline styles and handlers", () => {
  assert.deepEqual(pages.sort(), Object.keys(policies).sort());
  for (const [name, wanted] of Object.entries(policies)) {
    const html = readText(`web/dist/${name}`);
    const policy = (pagePolicy(html) ?? "").replace(/'sha256-[^']+'( 'sha256-[^']+')*/g, "'sha256'");
    assert.equal(policy, wanted, name);
    const before = html.slice(0, html.indexOf("Content-Security-Policy"));
    assert.doesNotMatch(before, /<(?:script|style|link|img|iframe)\b/, name);
    assert.doesNotMatch(markupOf(html), /\s(?:style|on\w+)=/, name);
  }
});

for (const name of pages.filter((page) => page !== "index.html")) {
  test(`${name} refers to no other file, and its policy has the hashes of its contents`, () => {
    const html = readText(`web/dist/${name}`);
    const references = markupOf(html).matchAll(/\s(?:src|href|srcset|data|action)="([^"]*)"/g);
    assert.deepEqual(
      [...references].map(([, target]) => target).filter((target) => !/^(data:|#)/.test(target)),
      [],
    );
    assert.deepEqual(policyHashes(html, "script-src"), contentHashes(html, "script"));
    assert.deepEqual(policyHashes(html, "style-src"), contentHashes(html, "style"));
    assert.equal(contentHashes(html, "script").length, name === "embed.html" ? 1 : 2);
  });
}

/** Removes the contents of scripts and styles. @param {string} html */
const markupOf = (html) => html.replace(/<(script|style)\b[^>]*>[^]*?<\/\1>|<!--[^]*?-->/g, "");

test("a single-file page works whatever its script contains", () => {
  const js = 'const s = "</script><!-- <script> $& $1 $`", r = /<!--/u;';
  const page = inlinePage(tinyPage(), { assets: { "a.js": js, "a.css": "p{}" }, notices: "none\n", sha256 });
  const held = /<script type="module">([^]*?)<\/script>/.exec(page)?.[1] ?? "";
  const values = (/** @type {string} */ code) => runInNewContext(`${code}; ({ s, found: r.test("<!--") })`);
  assert.deepEqual(values(held).s, values(js).s);
  assert.ok(values(held).found);
  assert.doesNotMatch(held, /<!--|<\/?script/i);
  assert.deepEqual(policyHashes(page, "script-src"), contentHashes(page, "script"));
  assert.equal(
    pagePolicy(page)?.replace(/sha256-[^']+/g, "sha256"),
    "default-src 'none'; script-src 'sha256' 'wasm-unsafe-eval'; style-src 'sha256'; img-src data:",
  );
  assert.match(page, /<!--\nnone\n-->\n$/);
});

test("a page with separate scripts contains its styles, names all scripts that it starts with, and its policy allows them", () => {
  const marked = tinyPage().replace("<link", "<!-- preview -->\n<link");
  const hinted = marked.replace("<link", '<link rel="preload" href="a.wasm" as="fetch" crossorigin />\n<link');
  const styled = "p { content: '$&' }";
  const page = pageWithParts(hinted, {
    assets: { "a.css": styled },
    script: "b.js",
    ahead: "a-1.js",
    imported: ["c.js", "d.js"],
    sha256,
    preview: ['<meta name="a" content="$&" />', "<meta>"],
  });
  const named = (/** @type {RegExp} */ pattern) => [...page.matchAll(pattern)].map(([, name]) => name);
  assert.deepEqual(named(/<script type="module" src="([^"]+)" fetchpriority="low"><\/script>/g), ["b.js"]);
  assert.deepEqual(named(/<script type="module" async src="([^"]+)" fetchpriority="low"><\/script>/g), ["a-1.js"]);
  assert.deepEqual(named(/<link rel="modulepreload" href="([^"]+)" fetchpriority="low" \/>/g), ["c.js", "d.js"]);
  assert.ok(page.includes(`<style>${styled}</style>`));
  assert.match(page, /<link rel="preload" href="a.wasm"/);
  assert.ok(page.includes('    <meta name="a" content="$&" />\n    <meta>\n'));
  assert.doesNotMatch(page, /a\.css|a\.js|<script>|<!-- preview/);
  const policy =
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'sha256'; img-src 'self' data:; " +
    "connect-src 'self'";
  assert.equal(pagePolicy(page)?.replace(/sha256-[^']+/g, "sha256"), policy);
  assert.deepEqual(policyHashes(page, "style-src"), contentHashes(page, "style"));
});

test("the single-file page has no preloads, and no preview", () => {
  const html = tinyPage().replace(
    "<link",
    '<!-- preview -->\n<link rel="preload" href="a.wasm" as="fetch" crossorigin />\n<link',
  );
  const page = inlinePage(html, { assets: { "a.js": "1", "a.css": "p{}" }, notices: "none\n", sha256 });
  assert.doesNotMatch(page, /<link|a\.wasm|preview/);
});

test("the page shows its name before its script runs, with the same text as the script", () => {
  const words = readText("web/words/locales/en/page.ftl");
  const html = readText("web/dist/index.html").replace(/\s+/g, " ");
  for (const [tag, id] of [
    ["title", "app-name"],
    ["h1", "app-name"],
    ...["documentation", "glossary", "exercises", "examples", "class", "model"].map((name) => ["a", `footer-${name}`]),
  ]) {
    const said = new RegExp(`^${id} = (.*)$`, "m").exec(words)?.[1] ?? "";
    assert.ok(said !== "" && html.replaceAll("> ", ">").replaceAll(" <", "<").includes(`>${said}</${tag}>`), id);
  }
});

test("both pages hold the same first screen, where it stands before any script, and its styles are allowed", () => {
  const screens = ["index.html", "attention-stepper.html"].map((name) => {
    const html = readText(`web/dist/${name}`);
    assert.deepEqual(policyHashes(html, "style-src"), contentHashes(html, "style"), name);
    const screen = /<first-screen\s[^]*?<\/first-screen>/.exec(html)?.[0] ?? "";
    assert.ok(screen.includes("What does “it” mean?"), name);
    assert.match(html.slice(html.indexOf(screen) + screen.length), /^\s*<script>/, name);
    return screen;
  });
  assert.equal(screens[0], screens[1]);
});

test("a page that cannot become a single file is refused", () => {
  const parts = { assets: { "a.js": "", "a.css": "" }, notices: "", sha256 };
  const inline = tinyPage().replace("</head>", "<script>1</script></head>");
  assert.throws(() => pageAssets(inline), /wanted scripts and styles only as files beside it, got <script>/);
  assert.throws(() => pageAssets('<link href="x.css" rel="stylesheet">'), /got <link href="x.css"/);
  assert.throws(() => inlinePage("<html></html>", parts), /Content-Security-Policy, got none/);
  const assets = { "a.js": "", "a.css": "p::after{content:'</style>'}" };
  assert.throws(() => inlinePage(tinyPage(), { ...parts, assets }), /<\/style/);
  assert.throws(() => inlinePage(tinyPage(), { ...parts, notices: "a --> b" }), /end of comment/);
  assert.throws(() => inlinePage(tinyPage(), { ...parts, assets: { "a.js": "`\r`", "a.css": "" } }), /carriage/);
});

function tinyPage() {
  const policy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:";
  return `<html><head><meta http-equiv="Content-Security-Policy" content="${policy}; connect-src 'self'" />
<link rel="stylesheet" href="a.css" /><script type="module" src="./a.js"></script></head></html>`;
}

function sha256(/** @type {string} */ text) {
  return createHash("sha256").update(text).digest("base64");
}

/** @type {(html: string, directive: string) => string[]} */
function policyHashes(html, directive) {
  const sources = new RegExp(`${directive} ([^;]*)`).exec(pagePolicy(html) ?? "")?.[1] ?? "";
  return [...sources.matchAll(/'sha256-([^']+)'/g)].map(([, hash]) => hash);
}

/** @type {(html: string, element: string) => string[]} */
function contentHashes(html, element) {
  const contents = [...html.matchAll(/<(script|style)\b[^>]*>([^]*?)<\/\1>/g)]; // a script may contain the tags of a style
  return contents.filter(([, name]) => name === element).map(([, , text = ""]) => sha256(text));
}
