/** A page and its scripts and styles as one HTML file that works from disk. Pure: text in, text out. */

const script = /<script type="module" src="(?:\.\/)?([\w.-]+\.js)"><\/script>/g;
const style = /<link rel="stylesheet" href="(?:\.\/)?([\w.-]+\.css)"\s*\/?>/g;
const hint = /[ \t]*<link rel="(?:preload|modulepreload)"[^>]*>\n?/g;
/** Links to what lies beside the page. */
const beside = /[ \t]*<footer>[^]*?<\/footer>\n?/g;
const policy = /(<meta\s+http-equiv="Content-Security-Policy"\s+content=")([^"]*)(")/;

/**
 * @param {string} html
 * @returns {string[]} names of the module scripts and style sheets that stand beside the page
 */
export function pageAssets(html) {
  const found = [...html.matchAll(script), ...html.matchAll(style)];
  const others = html.replace(script, "").replace(style, "");
  const stray = /<script[^]*?>|<style[^]*?>|<link[^>]*stylesheet[^>]*>/i.exec(others)?.[0];
  if (stray !== undefined) throw new Error(`page: wanted scripts and styles only as files beside it, got ${stray}`);
  return found.map(([, name]) => name);
}

/**
 * @param {string} html
 * @returns {string | undefined} the policy the page sets for itself
 */
export function pagePolicy(html) {
  return policy.exec(html)?.[2];
}

/**
 * Has what the scripts are going to import loaded along with them.
 * @param {string} html
 * @param {readonly string[]} modules names of files beside the page
 * @returns {string}
 */
export function preloadModules(html, modules) {
  const links = modules.map((name) => `<link rel="modulepreload" href="${name}" />`);
  return html.replace(style, (link) => [...links, link].join("\n    "));
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
  const hashes = { "script-src": /** @type {string[]} */ ([]), "style-src": /** @type {string[]} */ ([]) };
  /** @type {(directive: keyof typeof hashes, text: string) => string} */
  const allow = (directive, text) => {
    hashes[directive].push(`'sha256-${sha256(text)}'`);
    return text;
  };
  if (!policy.test(html)) throw new Error("page: wanted a meta element with its Content-Security-Policy, got none");
  // Replacements are functions: in a replacement string "$&" and the like would be read as commands.
  const inlined = html
    .replace(hint, "")
    .replace(beside, "")
    .replace(script, (_, name) => `<script type="module">${allow("script-src", safeScript(assets[name]))}</script>`)
    .replace(style, (_, name) => `<style>${allow("style-src", safeStyle(assets[name]))}</style>`)
    .replace(policy, (_, before, directives, after) => before + inlinePolicy(directives, hashes) + after);
  return `${inlined.trimEnd()}\n<!--\n${safeComment(notices)}-->\n`;
}

/**
 * Hashes instead of 'self', which means nothing for a file on disk.
 * @param {string} directives
 * @param {Record<string, string[]>} hashes by directive
 * @returns {string}
 */
function inlinePolicy(directives, hashes) {
  return directives
    .split(";")
    .map((directive) => {
      const [name, ...sources] = directive.trim().split(/\s+/);
      return [name, ...sources.flatMap((source) => (source === "'self'" ? (hashes[name] ?? []) : [source]))];
    })
    .filter((words) => words.length > 1)
    .map((words) => words.join(" "))
    .join("; ");
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
