/** HTML of the documentation and of the guides with their running examples. Pure functions. */
import { createHash } from "node:crypto";

import { Marked } from "marked";
import { escapeXml } from "../../figures/painters/svg.js";
import { previewTags } from "../link-preview.js";

/**
 * The source of a guide: an HTML page without the parts that all guides share. These comments in its body are replaced:
 * - `<!-- run -->` … `<!-- end -->`: by the HTML between them, first as a listing, then live
 * - `<!-- packages -->` … `<!-- end -->`: by the HTML between them, or by a note where the packages that it needs, those of
 *   web/examples/packages, are not installed
 * - `<!-- show FILE -->`: by a listing of the file
 * - `<!-- markdown FILE -->`: by the file, rendered as Markdown that allows HTML
 * - `<!-- notebook FILE -->`: by the cells of a notebook and their stored results
 * @typedef {{title: string, description: string, head: string, body: string}} Page
 */

/** @type {Readonly<Record<string, string>>} */
const languages = Object.freeze({ css: "CSS", html: "HTML", js: "JavaScript", sh: "Shell", yaml: "YAML" });

const runs = /^([ \t]*)<!-- run -->\n([^]*?)^[ \t]*<!-- end -->$/gm;
const needPackages = /^[ \t]*<!-- packages -->\n([^]*?)^[ \t]*<!-- end -->$/gm;
const files = /^[ \t]*<!-- (show|markdown|notebook) (\S+) -->$/gm;
const local = /\b(?:src|href)="([^":#?]+)(?:[#?][^"]*)?"/g;

/** Reads the source of a guide. @param {string} html @returns {Page} */
export function readPage(html) {
  /** @param {RegExp} pattern */
  const part = (pattern) => pattern.exec(html)?.[1] ?? refuse(`${pattern}`);
  return {
    title: part(/<title>(.*)<\/title>/),
    description: part(/<meta\s+name="description"\s+content="([^"]*)"/),
    head: part(/<head>\s*([^]*?)\s*<\/head>/),
    body: part(/<body>\s*([^]*?)\s*<\/body>/),
  };
}

/** Throws an error. @param {string} wanted what is missing @returns {never} */
function refuse(wanted) {
  throw new Error(`page: wanted ${wanted}, got none`);
}

/** @param {string} body of a guide @returns {string[]} the files that its comments name */
export const filesShown = (body) => [...body.matchAll(files)].map(([, , name = ""]) => name);

const notBuilt = `    <p class="missing" role="note">
      The running example is not part of this build, because the packages that it needs are not installed. Run
      <code>npm ci --prefix web/examples/packages</code>, then <code>npm run build</code>.
    </p>
`;

/**
 * Replaces the comments in a guide.
 * @param {string} body of a guide
 * @param {ReadonlyMap<string, string>} texts of its filesShown, by file
 * @param {boolean} withPackages whether the packages of web/examples are installed
 * @param {string} address of the guide's page, relative to web/dist/
 * @returns {string}
 */
export function fillPage(body, texts, withPackages, address) {
  const live = (/** @type {string} */ html) => `<div class="run">\n${relativeAddresses(html, address)}</div>`;
  const text = (/** @type {string} */ name) => texts.get(name) ?? refuse(name);
  /** @type {Record<string, (name: string) => string>} */
  const shown = {
    show: (name) => listing(name, text(name)),
    markdown: (name) => live(renderMarkdown(withoutFrontMatter(text(name)))),
    notebook: (name) => `<div class="run">\n${renderNotebook(JSON.parse(text(name)))}</div>`,
  };
  return body
    .replace(needPackages, (_, example) => (withPackages ? example : notBuilt))
    .replace(runs, (_, indent, html) => `${listing("HTML", dedent(html, indent))}\n${live(html)}`)
    .replace(files, (_, how, name) => shown[how]?.(name) ?? "");
}

/**
 * @typedef {{"text/plain"?: string[], "text/html"?: string[]}} Result
 * @param {{cells: {cell_type: string, source: string[], outputs?: {data: Result}[]}[]}} notebook
 * @returns {string}
 */
function renderNotebook({ cells }) {
  const result = (/** @type {Result} */ { "text/html": html, "text/plain": plain = [] }) =>
    html ? html.join("") : listing("", plain.join(""));
  return cells
    .map(({ cell_type, source, outputs = [] }) => {
      const text = source.join("");
      if (cell_type === "markdown") return renderMarkdown(text.startsWith("#") ? `#${text}` : text);
      return [listing("Python", text), ...outputs.map(({ data }) => result(data))].join("\n");
    })
    .join("\n");
}

/** @param {string} markdown @returns {string} */
export const withoutFrontMatter = (markdown) => /^---\n[^]*?\n---\n([^]*)$/.exec(markdown)?.[1] ?? markdown;

/**
 * A figure that shows text as code.
 * @param {string} name caption: a file or a language
 * @param {string} text
 */
export const listing = (name, text) =>
  `<figure class="listing"><figcaption>${escapeXml(name)}</figcaption><pre><code>${escapeXml(text.trimEnd())}</code></pre></figure>`;

/** Files of the build that guides load. The other files that guides load are in the guides' folder. */
const builtFiles = Object.freeze(["attention-stepper.js", "embed.html"]);

/**
 * Makes the addresses of an example relative. Guides show addresses from the top folder of a site (/embed.html), which work
 * on every page of it; the documentation may lie in any folder, and on disk.
 * @param {string} html of an example
 * @param {string} address of its page, relative to web/dist/, such as examples/plain.html
 */
export function relativeAddresses(html, address) {
  const up = address
    .split("/")
    .slice(2)
    .map(() => "../")
    .join("");
  return html.replace(
    /\b(src|href)="\/([\w.-]+)/g,
    (_, attribute, name) => `${attribute}="${builtFiles.includes(name) ? `../${up}` : up}${name}`,
  );
}

/** @param {string} text @param {string} indent */
const dedent = (text, indent) =>
  text
    .split("\n")
    .map((line) => (line.startsWith(indent) ? line.slice(indent.length) : line))
    .join("\n");

/**
 * @param {string} html
 * @returns {string[]} the relative addresses in its src and href attributes
 */
export const filesNamed = (html) => [...new Set([...html.matchAll(local)].map(([, name = ""]) => name))];

/** @param {string} text @returns {string} the id of a heading with this text */
const slug = (text) => {
  const kept = text.toLowerCase().split(/<[^>]*>|[^\w\s-]/);
  return kept.join("").trim().split(/\s+/).join("-");
};

/**
 * Renders Markdown to HTML, with ids for headings.
 * @param {string} markdown HTML in it stays as it is
 * @param {(link: string) => string} [follow] turns a link of the document into one of the page
 * @returns {string}
 */
export function renderMarkdown(markdown, follow = (link) => link) {
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth }) {
        const text = this.parser.parseInline(tokens);
        return `<h${depth} id="${slug(text)}">${text}</h${depth}>\n`;
      },
      link({ href, tokens }) {
        return `<a href="${escapeXml(follow(href))}">${this.parser.parseInline(tokens)}</a>`;
      },
      image({ href, text }) {
        return `<img src="${escapeXml(follow(href))}" alt="${escapeXml(text)}" />`;
      },
      code({ text, lang }) {
        if (lang === "{=html}") return `${text}\n`; // Pandoc's notation for raw HTML
        return `${listing(languages[lang ?? ""] ?? "", text)}\n`;
      },
    },
  });
  const html = /** @type {string} */ (marked.parse(markdown));
  // Tables that are wider than the page scroll on their own, also with the keyboard.
  return html
    .replaceAll("<table>", '<div class="wide" tabindex="0" role="group" aria-label="Table"><table>')
    .replaceAll("</table>", "</table></div>");
}

/**
 * The page of a Markdown document; its first sentence becomes the description.
 * @param {string} markdown that starts with a title and a paragraph
 * @param {string} html the rendered document
 * @returns {Page}
 */
export function markdownPage(markdown, html) {
  const [, title = refuse("a title"), first = ""] = /^# (.+)\n\n((?:.+\n)+)/.exec(markdown) ?? [];
  const description = plainText(new Marked().lexer(first)).replaceAll("\n", " ");
  const end = "</h1>\n";
  const shown = escapeXml(/^.*?[.](?=\s|$)/.exec(description.trim())?.[0] ?? description);
  const head = `<title>${escapeXml(title)}</title>\n    <meta name="description" content="${shown}" />`;
  return { title: escapeXml(title), description: shown, head, body: html.slice(html.indexOf(end) + end.length) };
}

/** The text of Markdown without its marks. @param {readonly import("marked").Token[]} tokens @returns {string} */
const plainText = (tokens) =>
  tokens
    .map((token) => ("tokens" in token && token.tokens ? plainText(token.tokens) : "text" in token ? token.text : ""))
    .join("");

/** What a page may contain, by the directive of the policy that must allow it. @type {Readonly<Record<string, RegExp>>} */
const inline = Object.freeze({
  "script-src": /<script type="module">([^]*?)<\/script>/g,
  "style-src": /<style>([^]*?)<\/style>/g,
});

/** A policy that also allows the scripts and styles inside a page. @param {string} policy @param {string} body */
function withInline(policy, body) {
  const hash = (/** @type {string} */ text) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
  const allowing = (/** @type {string} */ directive) => {
    const parts = inline[directive.split(" ", 1)[0] ?? ""];
    return parts
      ? [directive, ...new Set([...body.matchAll(parts)].map(([, text = ""]) => hash(text)))].join(" ")
      : directive;
  };
  return policy.split("; ").map(allowing).join("; ");
}

/**
 * Adds to a page the parts that all pages share.
 * @param {Page} page
 * @param {object} shared
 * @param {string} shared.policy the Content-Security-Policy
 * @param {string} shared.icon a link element
 * @param {readonly (readonly [string, string])[]} shared.places address and name of each part of the documentation
 * @param {URL | null} shared.site the address at which web/dist/ will be published; null: not known
 * @param {string} address of the page
 * @returns {string} HTML document
 */
export function wholePage({ title, description, head, body }, { policy, icon, places, site }, address) {
  const items = places.map(([href, name]) => {
    const current = href === address ? ' aria-current="page"' : "";
    return `<li><a href="../${href}"${current}>${name}</a></li>`;
  });
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta http-equiv="Content-Security-Policy" content="${withInline(policy, body)}" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    ${head}
    ${previewTags({ title, description }, address, site).join("\n    ")}
    ${icon}
    <link rel="stylesheet" href="../docs/site.css" />
  </head>
  <body>
    <a class="skip" href="#text">Skip to the text</a>
    <header>
      <nav aria-label="Documentation">
        <button popovertarget="pages">Pages</button>
        <ul id="pages" popover>
          ${items.join("\n          ")}
        </ul>
      </nav>
    </header>
    <main id="text" tabindex="-1">
      <h1>${title}</h1>
${body}
    </main>
  </body>
</html>
`;
}
