/** The page's HTML for a server, with scripts in files of their own, or as one file that works from disk. Pure functions. */
import { changePolicy, pagePolicy } from "../node/page-policy.js";

const script = /<script type="module" src="(?:\.\/)?(?<script>[\w.-]+\.js)"><\/script>/;
/** A script that runs where it stands, so it stands inline. */
const early = /<script src="(?:\.\/)?(?<early>[\w.-]+\.js)"><\/script>/;
const style = /<link rel="stylesheet" href="(?:\.\/)?(?<style>[\w.-]+\.css)"\s*\/?>/;
/** Files that the page in one file does not have: what a hint names, and what the footer links to. */
const beside = /[ \t]*(?<beside><link rel="preload"[^>]*>|<footer>[^]*?<\/footer>)\n?/;
/** The place of what describes the page to other programs. */
const preview = /[ \t]*(?<preview><!-- preview -->)\n?/;
/** The place of the first screen. */
const first = /(?<first><!-- first screen -->)/;
const anyPart = new RegExp([script, early, style, beside, preview, first].map(({ source }) => source).join("|"), "g");
const anyAsset = /<script[^]*?>(?:<\/script>)?|<style[^]*?>|<link[^>]*stylesheet[^>]*>/gi;

/**
 * Lists the files that a page loads. Refuses inline scripts and styles, and files in other folders.
 * @param {string} html
 * @returns {string[]} names of the module scripts and style sheets in the page's folder
 */
export function pageAssets(html) {
  return [...html.matchAll(anyAsset)].map(([tag]) => {
    const name = (script.exec(tag) ?? early.exec(tag) ?? style.exec(tag))?.[1];
    if (name === undefined) throw new Error(`page: wanted scripts and styles only as files beside it, got ${tag}`);
    return name;
  });
}

/** @typedef {Record<string, string[]>} Sources the sources that a policy allows, by directive */

/**
 * The page for a server. Its styles are inline, so that the browser can draw before another file arrives, and it names
 * the scripts that its own imports, so that the browser requests all of them at the same time: after the font, which the first
 * screen is drawn with.
 * @param {string} html
 * @param {object} parts
 * @param {Record<string, string>} parts.assets texts of its style sheets, by file name
 * @param {string} parts.script name of the bundled script that replaces its script
 * @param {string} parts.ahead name of a script that runs in a task of its own, as soon as it is there
 * @param {readonly string[]} parts.imported names of the scripts that these import
 * @param {(text: string) => string} parts.sha256 digest in base64
 * @param {readonly string[]} parts.preview elements that describe the page to other programs
 * @param {string} [parts.first] the first screen
 * @returns {string}
 */
export function pageWithParts(html, parts) {
  const { assets, script: own, ahead, imported, sha256, preview: described, first: screen = "" } = parts;
  const hints = imported.map((name) => `<link rel="modulepreload" href="${name}" fetchpriority="low" />`);
  const tags = [
    `<script type="module" async src="${ahead}" fetchpriority="low"></script>`,
    `<script type="module" src="${own}" fetchpriority="low"></script>`,
    ...hints,
  ];
  const styles = new Inlined("style", assets, sha256, safeStyle);
  const scripts = new Inlined("script", assets, sha256, safeScript);
  const whole = withParts(html, {
    script: () => tags.join("\n    "),
    early: (name) => scripts.tag("<script>", name),
    style: (name) => styles.tag("<style>", name),
    beside: (_, tag) => tag,
    preview: () => described.map((element) => `    ${element}\n`).join(""),
    first: () => styles.allow(screen),
  });
  const sources = { "style-src": styles.hashes, "script-src": ["'self'", ...scripts.hashes] };
  return changePolicy(whole, (policy) => withHashes(policy, sources, ["'self'"]));
}

/**
 * The page with other text in place of its scripts, its style sheets, what names files beside it, and the mark of its preview.
 * @param {string} html
 * @param {Record<"script" | "early" | "style" | "beside" | "preview" | "first", (name: string, tag: string) => string>} parts name: of the file; tag: as it
 *   stands in the page
 */
const withParts = (html, parts) =>
  html.replace(anyPart, (tag, ...found) => {
    const groups = /** @type {Record<keyof typeof parts, string | undefined>} */ (found.at(-1));
    const kind = /** @type {(keyof typeof parts)[]} */ (Object.keys(parts)).find((each) => groups[each] !== undefined);
    return kind ? parts[kind](groups[kind] ?? "", tag) : tag;
  });

/** Files that stand inline in a page, and the hashes of their texts, which its policy must allow. */
class Inlined {
  /** @type {string[]} */
  hashes = [];
  #element;
  #assets;
  #sha256;
  #safe;

  /**
   * @param {"script" | "style"} element
   * @param {Record<string, string>} assets texts by file name
   * @param {(text: string) => string} sha256
   * @param {(text: string) => string} safe makes a text such that it can stand in that element
   */
  constructor(element, assets, sha256, safe) {
    this.#element = element;
    this.#assets = assets;
    this.#sha256 = sha256;
    this.#safe = safe;
  }

  /** The element with the text of a file. @param {string} start its start tag @param {string} name */
  tag(start, name) {
    const text = this.#safe(textOf(this.#assets, name));
    this.hashes.push(`'sha256-${this.#sha256(text)}'`);
    return `${start}${text}</${this.#element}>`;
  }

  /** Allows the elements of this kind that a markup holds. @param {string} markup */
  allow(markup) {
    const found = markup.matchAll(new RegExp(`<${this.#element}>([^]*?)</${this.#element}>`, "g"));
    const hashes = [...found].map(([, text = ""]) => `'sha256-${this.#sha256(plainText(text))}'`);
    this.hashes.push(...hashes);
    return markup;
  }
}

/**
 * A page as one file, with all scripts and styles inline.
 * @param {string} html a page that sets a Content-Security-Policy before its first script or style
 * @param {object} parts
 * @param {Record<string, string>} parts.assets texts of its pageAssets, by file name
 * @param {string} parts.notices licences of the packages in the assets
 * @param {(text: string) => string} parts.sha256 digest in base64
 * @param {readonly string[]} [parts.fonts] the sources of its fonts, where it has any
 * @param {string} [parts.first] the first screen
 * @param {readonly string[]} [parts.later] the sources of scripts that it loads later from files beside it, if any
 * @returns {string}
 */
export function inlinePage(html, { assets, notices, sha256, fonts = [], first: screen = "", later = [] }) {
  if (pagePolicy(html) === undefined)
    throw new Error("page: wanted a meta element with its Content-Security-Policy, got none");
  const styles = new Inlined("style", assets, sha256, safeStyle);
  const scripts = new Inlined("script", assets, sha256, safeScript);
  const whole = withParts(html, {
    script: (name) => scripts.tag('<script type="module">', name),
    early: (name) => scripts.tag("<script>", name),
    style: (name) => styles.tag("<style>", name),
    beside: () => "",
    preview: () => "",
    first: () => styles.allow(screen),
  });
  const sources = { "style-src": styles.hashes, "script-src": [...scripts.hashes, ...later], "font-src": [...fonts] };
  const page = changePolicy(whole, (policy) => withHashes(policy, sources, []));
  return `${page.trimEnd()}\n<!--\n${safeComment(notices)}-->\n`;
}

/**
 * Replaces 'self' in a policy by hashes of the inline texts: in a file opened from disk 'self' allows nothing.
 * @param {string} policy
 * @param {Sources} hashes
 * @param {readonly string[]} self sources in place of 'self' for directives without hashes; a directive left without
 *   sources is removed, so that default-src holds for it
 * @returns {string}
 */
function withHashes(policy, hashes, self) {
  const directives = policy.split(";").map((directive) => {
    const [name, ...sources] = /** @type {[string, ...string[]]} */ (directive.trim().split(/\s+/));
    return [name, ...sources.flatMap((source) => (source === "'self'" ? (hashes[name] ?? self) : [source]))];
  });
  const kept = directives.filter((words) => words.length > 1).map((words) => words.join(" "));
  return kept.join("; ");
}

/**
 * @param {Readonly<Record<string, string>>} assets
 * @param {string} name
 */
function textOf(assets, name) {
  const text = assets[name];
  if (text === undefined)
    throw new Error(`page: wanted the text of ${name}, got that of ${Object.keys(assets).join(", ")}`);
  return text;
}

/**
 * Escapes a script for inlining: "</script" would end the script element, and "<script" after "<!--" would hide its end.
 * Bundles contain these only in string literals, where \x3C is the same character as "<".
 * @param {string} text
 * @returns {string}
 */
function safeScript(text) {
  return plainText(text.replace(/<(?=!--|\/?script)/gi, "\\x3C"));
}

/**
 * @param {string} text
 * @returns {string}
 */
function safeStyle(text) {
  if (/<\/style/i.test(text)) throw new Error("style: wanted no </style within the style sheet, got one");
  return plainText(text);
}

/**
 * @param {string} text
 * @returns {string}
 */
function safeComment(text) {
  if (/--!?>/.test(text)) throw new Error("notices: wanted no end of comment within them, got one");
  return plainText(text);
}

/**
 * Refuses the two characters that HTML parsers change, since the text would no longer match its hash.
 * @param {string} text
 * @returns {string}
 */
function plainText(text) {
  if (/[\r\0]/.test(text)) throw new Error("inlined text: wanted no carriage return and no NUL, got one");
  return text;
}
