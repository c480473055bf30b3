/** The page's HTML for a server, with scripts in files of their own, or as one file that works from disk. Pure functions. */
import { changePolicy, pagePolicy } from "../node/page-policy.js";

const script = /<script type="module" src="(?:\.\/)?([\w.-]+\.js)"><\/script>/g;
const style = /<link rel="stylesheet" href="(?:\.\/)?([\w.-]+\.css)"\s*\/?>/g;
const hint = /[ \t]*<link rel="(?:preload|modulepreload)"[^>]*>\n?/g;
/** The footer links to other files of the site, which the page in one file does not have. */
const footer = /[ \t]*<footer>[^]*?<\/footer>\n?/g;

/**
 * Lists the files that a page loads. Refuses inline scripts and styles, and files in other folders.
 * @param {string} html
 * @returns {string[]} names of the module scripts and style sheets in the page's folder
 */
export function pageAssets(html) {
  const found = [...html.matchAll(script), ...html.matchAll(style)];
  const others = html.replace(script, "").replace(style, "");
  const stray = /<script[^]*?>|<style[^]*?>|<link[^>]*stylesheet[^>]*>/i.exec(others)?.[0];
  if (stray !== undefined) throw new Error(`page: wanted scripts and styles only as files beside it, got ${stray}`);
  return found.map(([, name]) => /** @type {string} */ (name));
}

/** @typedef {Record<string, string[]>} Sources the sources that a policy allows, by directive */

/**
 * The page for a server. Its styles are inline, so that the browser can draw before another file arrives, and it names
 * the scripts that its own imports, so that the browser requests all of them at the same time.
 * @param {string} html
 * @param {object} parts
 * @param {Record<string, string>} parts.assets texts of its style sheets, by file name
 * @param {string} parts.script name of the bundled script that replaces its script
 * @param {readonly string[]} parts.imported names of the scripts that this one imports
 * @param {(text: string) => string} parts.sha256 digest in base64
 * @returns {string}
 */
export function pageWithParts(html, { assets, script: own, imported, sha256 }) {
  const { inlined, hashes } = inlineStyles(html, assets, sha256);
  const hints = imported.map((name) => `<link rel="modulepreload" href="${name}" />`);
  const tags = [`<script type="module" src="${own}"></script>`, ...hints];
  const whole = inlined.replace(script, () => tags.join("\n    "));
  return changePolicy(whole, (policy) => withHashes(policy, hashes, ["'self'"]));
}

/**
 * Replaces links to style sheets by their texts.
 * @param {string} html
 * @param {Record<string, string>} assets texts by file name
 * @param {(text: string) => string} sha256
 * @returns {{inlined: string, hashes: Sources}} the page, and the hashes that its policy must allow
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
 * A page as one file, with all scripts and styles inline.
 * @param {string} html a page that sets a Content-Security-Policy before its first script or style
 * @param {object} parts
 * @param {Record<string, string>} parts.assets texts of its pageAssets, by file name
 * @param {string} parts.notices licences of the packages in the assets
 * @param {(text: string) => string} parts.sha256 digest in base64
 * @param {readonly string[]} [parts.later] the sources of scripts that it loads later from files beside it, if any
 * @returns {string}
 */
export function inlinePage(html, { assets, notices, sha256, later = [] }) {
  if (pagePolicy(html) === undefined)
    throw new Error("page: wanted a meta element with its Content-Security-Policy, got none");
  const { inlined, hashes } = inlineStyles(html.replace(hint, "").replace(footer, ""), assets, sha256);
  /** @type {string[]} */
  const scripts = [];
  // A function, because replace() would interpret "$&" and the like in a replacement string.
  const whole = inlined.replace(script, (_, name) => {
    const text = safeScript(textOf(assets, name));
    scripts.push(hashSource(text, sha256));
    return `<script type="module">${text}</script>`;
  });
  const page = changePolicy(whole, (policy) =>
    withHashes(policy, { ...hashes, "script-src": [...scripts, ...later] }, []),
  );
  return `${page.trimEnd()}\n<!--\n${safeComment(notices)}-->\n`;
}

/** @param {string} text @param {(text: string) => string} sha256 */
const hashSource = (text, sha256) => `'sha256-${sha256(text)}'`;

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
