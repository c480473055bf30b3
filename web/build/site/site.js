/** Builds the documentation and the guides into web/dist/docs/ and web/dist/examples/. */
import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { dirname, extname, posix } from "node:path";

import { tokens } from "../../components/styles.js";
import { headerReference } from "../c-reference.js";
import { javascriptReference } from "../javascript-reference.js";
import { gallery } from "./gallery.js";
import { noticesFor } from "../licence-notices.js";
import { pagePolicy } from "../../node/page-policy.js";
import { glossary } from "./glossary.js";
import { sheetList, sheetPages } from "./sheets.js";
import { stageReference } from "./stages.js";
import { referenceTables } from "./reference.js";
import { bundleScript, packagesInstalled } from "./scripts.js";
import {
  filesNamed,
  filesShown,
  fillPage,
  markdownPage,
  readPage,
  relativeAddresses,
  renderMarkdown,
  wholePage,
} from "./page.js";

/** @typedef {import("./page.js").Page} Page */

/** Address and name of each entry in the navigation. */
const places = Object.freeze(
  /** @type {const} */ ([
    ["index.html", "The page"],
    ["docs/index.html", "Documentation"],
    ["docs/glossary.html", "Glossary"],
    ["docs/stages.html", "Stages"],
    ["docs/exercises.html", "Exercises"],
    ["docs/install.html", "Install"],
    ["examples/index.html", "Examples"],
    ["docs/teachers.html", "For teachers"],
    ["docs/element.html", "Element"],
    ["docs/messages.html", "Messages"],
    ["docs/train.html", "Train"],
    ["docs/node.html", "Node"],
    ["docs/engine.html", "Engine"],
    ["docs/javascript.html", "JavaScript API"],
    ["docs/c.html", "C API"],
    ["docs/promises.html", "Promises"],
  ]),
);

/** Markdown files (paths relative to web/) and the addresses of their pages (relative to web/dist/). */
const documents = Object.freeze({
  "docs/index.md": "docs/index.html",
  "docs/glossary.md": "docs/glossary.html",
  "docs/stages.md": "docs/stages.html",
  "docs/exercises.md": "docs/exercises.html",
  "docs/install.md": "docs/install.html",
  "docs/teachers.md": "docs/teachers.html",
  "docs/element.md": "docs/element.html",
  "docs/messages.md": "docs/messages.html",
  "docs/train.md": "docs/train.html",
  "docs/node.md": "docs/node.html",
  "docs/javascript.md": "docs/javascript.html",
  "docs/c.md": "docs/c.html",
  "docs/promises.md": "docs/promises.html",
  "engine/README.md": "docs/engine.html",
  "examples/check/README.md": "examples/check.html",
});

/** The sections of the JavaScript reference; paths relative to web/dist/types/. */
const packageEntries = Object.freeze([
  { title: "attention-stepper/engine", path: "engine/index.d.ts" },
  { title: "attention-stepper/state", path: "state/index.d.ts" },
]);

/** The sections of the C reference; paths relative to the project's folder. */
const publicHeaders = Object.freeze({
  "attention.h: every stage": "c/attention.h",
  "backward.h: gradients": "c/learn/backward.h",
  "model.h: small models that learn": "c/learn/model.h",
  "optimizers.h: their updates": "c/learn/optimizers.h",
  "fast.h: the result alone": "c/fused/fast.h",
  "random.h: PyTorch's generator": "c/random/random.h",
});

/** Charts and measurements, written by the benchmark. */
const charts = "docs/charts/";

/**
 * Builds all pages of the documentation and the guides.
 * @param {string} root the project's folder, with a slash at its end
 * @returns {Promise<string[]>} the source files in the examples' bundles, relative to root
 */
export async function buildSite(root) {
  const web = `${root}web/`;
  const examples = `${web}examples`;
  const read = (/** @type {string} */ path) => readFile(web + path, "utf8");
  /** @type {Set<string>} */
  const inputs = new Set();
  /** @type {Set<string>} */
  const written = new Set();
  /** @param {string} address @param {string} text */
  const write = async (address, text) => {
    written.add(address);
    await mkdir(dirname(`${web}dist/${address}`), { recursive: true });
    await writeFile(`${web}dist/${address}`, text);
  };
  const index = await read("index.html");
  const icon = /<link\s+rel="icon"[^>]*>/.exec(index)?.[0].replaceAll(/\s+/g, " ") ?? "";
  const shared = { policy: pagePolicy(index) ?? "", icon, places };
  /** @param {Page} page @param {string} address */
  const writePage = (page, address) => write(address, wholePage(page, shared, address));

  const guideNames = (await readdir(examples)).filter((file) => file.endsWith(".html"));
  const guidePages = new Set(guideNames.map((name) => `examples/${name}`));
  /** Writes the files that a page refers to, directly or through other pages: bundles scripts and copies other files. */
  const writeNamed = async (/** @type {string} */ html, /** @type {string} */ address) => {
    for (const name of filesNamed(html)) {
      const path = posix.join(posix.dirname(address), name);
      if (written.has(path) || !path.startsWith("examples/") || guidePages.has(path)) continue;
      if (extname(path) === ".js") {
        const sources = [path, `${path}x`].map((source) => web + source);
        const bundled = await bundleScript(sources.find((source) => existsSync(source)) ?? web + path, examples);
        for (const input of bundled.inputs) inputs.add(input);
        for (const file of bundled.files) await write(`examples/${file.path}`, file.text);
      } else if (existsSync(web + path)) {
        const text = relativeAddresses(await read(path), path);
        await write(path, text);
        if (extname(path) === ".html") await writeNamed(text, path);
      }
    }
  };

  await write("docs/site.css", tokens.cssText.trim().replace(":host", ":root") + (await read("docs/site.css")));
  for (const name of await readdir(web + charts)) await write(charts + name, await read(charts + name));
  const headers = await Promise.all(Object.values(publicHeaders).map((path) => readFile(root + path, "utf8")));
  const parts = {
    "<!-- glossary -->": glossary(),
    "<!-- sheets -->": sheetList(),
    "<!-- stages -->": await stageReference(await read("engine/README.md")),
    "<!-- reference -->": referenceTables(),
    "<!-- JavaScript -->": await javascriptReference(`${web}dist/types/`, web, packageEntries),
    "<!-- C -->": Object.keys(publicHeaders)
      .map((title, at) => `## ${title}\n\n${headerReference(headers[at] ?? "")}`)
      .join("\n\n"),
  };
  for (const [path, address] of Object.entries(documents)) {
    const source = await read(path);
    const markdown = Object.entries(parts).reduce((text, [mark, part]) => text.replace(mark, () => part), source);
    const html = renderMarkdown(markdown, (link) => follow(link, path, address));
    await writePage(markdownPage(markdown, html), address);
    await writeNamed(html, address);
  }
  for (const [address, page] of await sheetPages()) await writePage(page, address);
  /** @type {Map<string, Page>} */
  const guides = new Map();
  for (const name of guideNames) {
    const page = readPage(await read(`examples/${name}`));
    const texts = await Promise.all(
      filesShown(page.body).map(async (file) => /** @type {const} */ ([file, await read(`examples/${file}`)])),
    );
    const body = fillPage(page.body, new Map(texts), packagesInstalled(), `examples/${name}`);
    guides.set(name, page);
    await writePage({ ...page, body }, `examples/${name}`);
    await writeNamed(page.head + body, `examples/${name}`);
  }
  guides.set("check.html", markdownPage(await read("examples/check/README.md"), ""));
  await writePage(gallery(guides), "examples/index.html");
  await write("examples/notices.txt", await noticesFor(root, [...inputs]));
  return [...inputs];
}

/**
 * Turns a link between documents into a link between their pages.
 * @param {string} link in a document
 * @param {string} path of the document
 * @param {string} address of its page
 * @returns {string} the link in its page
 */
function follow(link, path, address) {
  if (/^(#|\w+:)/.test(link)) return link;
  const [file = "", hash = ""] = link.split(/(?=#)/);
  const target = posix.join(posix.dirname(path), file);
  const leadsTo = /** @type {Record<string, string>} */ (documents)[target] ?? target;
  return posix.relative(posix.dirname(address), leadsTo) + hash;
}
