/** A page with its scripts in files beside it, or as one HTML file that works from disk. Pure: text in, text out. */
import { changePolicy, pagePolicy } from "../node/page-policy.js";

const script = /<script type="module" src="(?:\.\/)?([\w.-]+\.js)"><\/script>/g;
const style = /<link rel="stylesheet" href="(?:\.\/)?([\w.-]+\.css)"\s*\/?>/g;
const hint = /[ \t]*<link rel="(?:preload|modulepreload)"[^>]*>\n?/g;
/** The footer links to files beside the page. */
const beside = /[ \t]*<footer>[^]*?<\/footer>\n?/g;

/**
 * @param {string} html
 * @returns {string[]} names of the module scripts and style sheets beside the page
 */
export function pageAssets(html) {
  const found = [...html.matchAll(script), ...html.matchAll(style)];
  const others = html.replace(script, "").replace(style, "");
  const stray = /<script[^]*?>|<style[^]*?>|<link[^>]*stylesheet[^>]*>/i.exec(others)?.[0];
  if (stray !== undefined) throw new Error(`page: wanted scripts and styles only as files beside it, got ${stray}`);
  return found.map(([, name]) => /** @type {string} */ (name));
}

/** @typedef {Record<string, string[]>} Sources what the policy allows, by directive */

/**
 * The page as a site serves it: its styles are in it, so that it can be drawn before another file arrives; all scripts
 * that it starts with are requested at once.
 * @param {string} html
 * @param {object} parts
 * @param {Record<string, string>} parts.assets text of its style sheets
 * @param {readonly string[]} parts.scripts names of the files beside the page that its scripts have become, in order
 * @param {(text: string) => string} parts.sha256 base64 of the digest
 * @returns {string}
 */
export function pageWithParts(html, { assets, scripts, sha256 }) {
  const { inlined, hashes } = inlineStyles(html, assets, sha256);
  const tags = scripts.map((name) => `<script type="module" src="${name}"></script>`);
  const whole = inlined.replace(script, () => tags.join("\n    "));
  return changePolicy(whole, (policy) => withHashes(policy, hashes, ["'self'"]));
}

/**
 * @param {string} html
 * @param {Record<string, string>} assets
 * @param {(text: string) => string} sha256
 * @returns {{inlined: string, hashes: Sources}}
 */
function inlineStyles(html, assets, sha256) {
  /** @type {string[]} */
  const styles = [];
  const inlined = html.replace(style, (_, name) => {
    const text = safeStyle(textOf(assets, name));
    styles.push(hashSource(text, sha256));
    return `<style>${text}</style>`;
  });
  return { inlined, hashes: { "style-src": styles } };
}

/**
 * @param {string} html a page that sets a Content-Security-Policy before its first script or style
 * @param {object} parts
 * @param {Record<string, string>} parts.assets text of each of pageAssets
 * @param {string} parts.notices licences of what the assets hold
 * @param {(text: string) => string} parts.sha256 base64 of the digest
 * @returns {string}
 */
export function inlinePage(html, { assets, notices, sha256 }) {
  if (pagePolicy(html) === undefined)
    throw new Error("page: wanted a meta element with its Content-Security-Policy, got none");
  const { inlined, hashes } = inlineStyles(html.replace(hint, "").replace(beside, ""), assets, sha256);
  /** @type {string[]} */
  const scripts = [];
  // Replacements are functions: in a replacement string "$&" and the like would be read as commands.
  const whole = inlined.replace(script, (_, name) => {
    const text = safeScript(textOf(assets, name));
    scripts.push(hashSource(text, sha256));
    return `<script type="module">${text}</script>`;
  });
  const page = changePolicy(whole, (policy) => withHashes(policy, { ...hashes, "script-src": scripts }, []));
  return `${page.trimEnd()}\n<!--\n${safeComment(notices)}-->\n`;
}

/** @param {string} text @param {(text: string) => string} sha256 */
const hashSource = (text, sha256) => `'sha256-${sha256(text)}'`;

/**
 * A policy with hashes of what the page holds in place of 'self', which allows nothing in a file opened from disk.
 * @param {string} policy
 * @param {Sources} hashes
 * @param {readonly string[]} self for directives that have no hashes
 * @returns {string}
 */
function withHashes(policy, hashes, self) {
  const directives = policy.split(";").map((directive) => {
    const [name, ...sources] = /** @type {[string, ...string[]]} */ (directive.trim().split(/\s+/));
    return [name, ...sources.flatMap((source) => (source === "'self'" ? (hashes[name] ?? self) : [source]))];
  });
  const left = directives.filter((words) => words.length > 1).map((words) => words.join(" "));
  return left.join("; ");
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
 * Within a script element "</script" ends it, and after "<!--" a "<script" would swallow the end.
 * Such text stands only in literals, where \x3C is the same character; it leaves "<" alone elsewhere.
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
 * HTML parsers change these two characters, and then the hash would not hold.
 * @param {string} text
 * @returns {string}
 */
function plainText(text) {
  if (/[\r\0]/.test(text)) throw new Error("inlined text: wanted no carriage return and no NUL, got one");
  return text;
}
