/** A page with its scripts beside it, or as one HTML file that works from disk. Pure: text in, text out. */

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

/** @typedef {Record<string, string[]>} Sources what the policy lets in, by directive */

/**
 * The page as a site has it: what it looks like comes with it, so that it waits for no second file; its scripts are
 * asked for at once.
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
  return inlined.replace(script, () => tags.join("\n    ")).replace(policy, withHashes(hashes, ["'self'"]));
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
    const text = safeStyle(assets[name]);
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
  if (!policy.test(html)) throw new Error("page: wanted a meta element with its Content-Security-Policy, got none");
  const { inlined, hashes } = inlineStyles(html.replace(hint, "").replace(beside, ""), assets, sha256);
  /** @type {string[]} */
  const scripts = [];
  // Replacements are functions: in a replacement string "$&" and the like would be read as commands.
  const whole = inlined
    .replace(script, (_, name) => {
      const text = safeScript(assets[name]);
      scripts.push(hashSource(text, sha256));
      return `<script type="module">${text}</script>`;
    })
    .replace(policy, withHashes({ ...hashes, "script-src": scripts }, []));
  return `${whole.trimEnd()}\n<!--\n${safeComment(notices)}-->\n`;
}

/** @param {string} text @param {(text: string) => string} sha256 */
const hashSource = (text, sha256) => `'sha256-${sha256(text)}'`;

/**
 * Hashes of what a page holds, in place of 'self', which means nothing for a file on disk.
 * @param {Sources} hashes
 * @param {string[]} self where there are none
 * @returns {(match: string, before: string, directives: string, after: string) => string}
 */
const withHashes = (hashes, self) => (_, before, directives, after) => {
  const changed = directives.split(";").map((directive) => {
    const [name, ...sources] = directive.trim().split(/\s+/);
    return [name, ...sources.flatMap((source) => (source === "'self'" ? (hashes[name] ?? self) : [source]))];
  });
  const left = changed.filter((words) => words.length > 1).map((words) => words.join(" "));
  return before + left.join("; ") + after;
};

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
