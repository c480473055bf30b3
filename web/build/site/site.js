/** Builds the documentation and the guides into web/dist/docs/ and web/dist/examples/. */
import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { dirname, extname, posix } from "node:path";

import { fontName, fontStyle } from "../font.js";
import { documentTokens } from "../../components/custom-properties.js";
import { headerReference } from "../c-reference.js";
import { javascriptReference } from "../javascript-reference.js";
import { gallery } from "./gallery.js";
import { noticesFor } from "../licence-notices.js";
import { pagePolicy } from "../../node/page-policy.js";
import { glossary } from "./glossary.js";
import { nameTables } from "./names.js";
import { sheetList, sheetPages } from "./sheets.js";
import { stageReference, stageTable } from "./stages.js";
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
    ["docs/platforms.html", "Moodle, Canvas"],
    ["docs/element.html", "Element"],
    ["docs/messages.html", "Messages"],
    ["docs/train.html", "Train"],
    ["docs/node.html", "Node"],
    ["docs/engine.html", "Engine"],
    ["docs/javascript.html", "JavaScript API"],
    ["docs/c.html", "C API"],
    ["docs/python.html", "Python"],
    ["docs/vectors.html", "Vectors"],
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
  "docs/platforms.md": "docs/platforms.html",
  "docs/element.md": "docs/element.html",
  "docs/messages.md": "docs/messages.html",
  "docs/train.md": "docs/train.html",
  "docs/node.md": "docs/node.html",
  "docs/javascript.md": "docs/javascript.html",
  "docs/c.md": "docs/c.html",
  "docs/python.md": "docs/python.html",
  "docs/vectors.md": "docs/vectors.html",
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
  "model.h: small models that learn": "c/model/model.h",
  "optimizers.h: their updates": "c/model/optimizers.h",
  "fast.h: the result alone": "c/fused/fast.h",
  "random.h: PyTorch's generator": "c/random/random.h",
});

/** The marks in documents that parts made from the code stand in place of. */
const marks = /(<!-- .*? -->)/;

/** Charts and measurements, written by the benchmark. */
const charts = "docs/charts/";

/**
 * Builds all pages of the documentation and the guides.
 * @param {string} root the project's folder, with a slash at its end
 * @param {URL | null} address at which web/dist/ will be published; null: not known
 * @returns {Promise<string[]>} the source files in the examples' bundles, relative to root
 */
export async function buildSite(root, address) {
  const site = new Site(root, address, await readFile(`${root}web/index.html`, "utf8"));
  await site.writeShared();
  await site.writeDocuments();
  await site.writeGuides();
  return [...site.inputs];
}

/** Reads sources in web/, and writes pages and the files that they refer to into web/dist/. */
class Site {
  /** The source files in the examples' bundles. @type {Set<string>} */
  inputs = new Set();
  /** The addresses of all files that are written. @type {Set<string>} */
  #written = new Set();
  #root;
  #web;
  #examples;
  /** What all pages have. */
  #shared;

  /**
   * @param {string} root
   * @param {URL | null} address at which web/dist/ will be published
   * @param {string} index the text of web/index.html, whose policy and icon all pages have
   */
  constructor(root, address, index) {
    this.#root = root;
    this.#web = `${root}web/`;
    this.#examples = `${root}web/examples`;
    const icon = /<link\s+rel="icon"[^>]*>/.exec(index)?.[0].split(/\s+/).join(" ") ?? "";
    this.#shared = { policy: pagePolicy(index) ?? "", icon, places, site: address };
  }

  /** The style of the pages, and the charts. */
  async writeShared() {
    await this.#write(
      "docs/site.css",
      documentTokens + fontStyle(`../${fontName}`) + (await this.#read("docs/site.css")),
    );
    for (const name of await readdir(this.#web + charts))
      await this.#write(charts + name, await this.#read(charts + name));
  }

  /** The pages of the documentation. */
  async writeDocuments() {
    const parts = await this.#parts();
    for (const [path, address] of Object.entries(documents)) {
      const source = await this.#read(path);
      const markdown = source
        .split(marks)
        .map((piece) => parts[piece] ?? piece)
        .join("");
      const html = renderMarkdown(markdown, (link) => follow(link, path, address));
      await this.#writePage(markdownPage(markdown, html), address);
      await this.#writeNamed(html, address);
    }
    for (const [address, page] of await sheetPages()) await this.#writePage(page, address);
  }

  /** The guides with their examples, and the list of them. */
  async writeGuides() {
    /** @type {Map<string, Page>} */
    const guides = new Map();
    for (const name of (await readdir(this.#examples)).filter(isPage)) {
      const page = readPage(await this.#read(`examples/${name}`));
      const texts = filesShown(page.body).map(
        async (file) => /** @type {const} */ ([file, await this.#read(`examples/${file}`)]),
      );
      const body = fillPage(page.body, new Map(await Promise.all(texts)), packagesInstalled(), `examples/${name}`);
      guides.set(name, page);
      await this.#writePage({ ...page, body }, `examples/${name}`);
      await this.#writeNamed(page.head + body, `examples/${name}`);
    }
    guides.set("check.html", markdownPage(await this.#read("examples/check/README.md"), ""));
    await this.#writePage(gallery(guides), "examples/index.html");
    await this.#write("examples/notices.txt", await noticesFor(this.#root, [...this.inputs]));
  }

  /**
   * The parts of documents that are made from the code, by the marks that they stand in place of.
   * @returns {Promise<Record<string, string>>}
   */
  async #parts() {
    const headers = await Promise.all(
      Object.entries(publicHeaders).map(
        async ([title, path]) => `## ${title}\n\n${headerReference(await readFile(this.#root + path, "utf8"))}`,
      ),
    );
    return {
      "<!-- glossary -->": glossary(),
      "<!-- names -->": nameTables(),
      "<!-- sheets -->": sheetList(),
      "<!-- stages -->": await stageReference(),
      "<!-- table of stages -->": stageTable(),
      "<!-- reference -->": referenceTables(),
      "<!-- JavaScript -->": await javascriptReference(`${this.#web}dist/types/`, this.#web, packageEntries),
      "<!-- c/README.md -->": `#${await readFile(`${this.#root}c/README.md`, "utf8")}`,
      "<!-- C -->": headers.join("\n\n"),
    };
  }

  /** @param {string} path relative to web/ */
  #read(path) {
    return readFile(this.#web + path, "utf8");
  }

  /** @param {string} address @param {string} text */
  async #write(address, text) {
    this.#written.add(address);
    await mkdir(dirname(`${this.#web}dist/${address}`), { recursive: true });
    await writeFile(`${this.#web}dist/${address}`, text);
  }

  /** @param {Page} page @param {string} address */
  #writePage(page, address) {
    return this.#write(address, wholePage(page, this.#shared, address));
  }

  /**
   * Writes the files that a page refers to, directly or through other pages: bundles scripts and copies other files.
   * @param {string} html
   * @param {string} address
   */
  async #writeNamed(html, address) {
    for (const name of filesNamed(html)) {
      const path = posix.join(posix.dirname(address), name);
      const isGuide = posix.dirname(path) === "examples" && isPage(path) && existsSync(this.#web + path);
      if (this.#written.has(path) || !path.startsWith("examples/") || isGuide) continue;
      if (extname(path) === ".js") await this.#writeBundle(path);
      else if (existsSync(this.#web + path)) {
        const text = relativeAddresses(await this.#read(path), path);
        await this.#write(path, text);
        if (isPage(path)) await this.#writeNamed(text, path);
      }
    }
  }

  /** @param {string} path of a script, whose source may end in .jsx instead of .js */
  async #writeBundle(path) {
    const source = [path, `${path}x`].find((each) => existsSync(this.#web + each)) ?? path;
    const bundled = await bundleScript(this.#web + source, this.#examples);
    for (const input of bundled.inputs) this.inputs.add(input);
    for (const file of bundled.files) await this.#write(`examples/${file.path}`, file.text);
  }
}

/** @param {string} path of a file */
const isPage = (path) => extname(path) === ".html";

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
