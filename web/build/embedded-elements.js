import { readdir, readFile } from "node:fs/promises";

/** The modules to rewrite. */
const elementModules = /\/web\/components\/.*\.js$/;

/** The page's own rem in px. Container conditions need a number, since they cannot read custom properties. */
const remInPx = 16;

/**
 * Makes the page's elements fit into any other page: their media queries become container queries, rem becomes --unit
 * (so that the other page's root font size does not matter), and their tags get the prefix "attention-", so that they
 * do not clash with the other page's elements.
 * @param {readonly string[]} tags tags of the inner elements, without prefix
 * @returns {(source: string) => string} rewrites the text of a module
 */
export const embedded = (tags) => {
  const names = new RegExp(`(?<![\\w-])(?:${tags.join("|")})(?![\\w.-])`, "g");
  return (/** @type {string} */ source) =>
    source
      .replace(/\bcss`([^`]*)`/g, (_, /** @type {string} */ styles) => `css\`${containerStyles(styles)}\``)
      .replace(names, "attention-$&");
};

/**
 * Turns media queries into container queries, and rem into --unit. A query may be the name of a template (`phone`), which is
 * rewritten where it is defined; what such a template says of the window's height or the pointer, no container knows.
 * @param {string} styles
 */
const containerStyles = (styles) =>
  styles
    .replace(/@media (?=\(max-width|\$\{)/g, "@container ")
    .replace(/\(max-width: ?([\d.]+)rem\)(, \(max-height[^{]*)?/g, (_, rem) => `(max-width:${rem * remInPx}px)`)
    // max(1rem, ...) stays: it defines --unit itself.
    .replace(/(?<!max\()\b([\d.]+)rem\b/g, "calc($1*var(--unit))");

/** @param {string} text of a module @returns {string[]} tags of the elements that it defines */
const definedTags = (text) => [...text.matchAll(/customElements\.define\("([\w-]+)"/g)].map(([, tag]) => tag ?? "");

/**
 * Rewrites the elements for the bundle of <attention-stepper>.
 * @param {string} folder of the elements, with a slash at its end
 * @returns {import("esbuild").Plugin}
 */
export const embeddedElements = (folder) => ({
  name: "embedded-elements",
  async setup({ onLoad }) {
    const files = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith(".js"));
    const texts = await Promise.all(files.map((name) => readFile(folder + name, "utf8")));
    const rewrite = embedded(texts.flatMap(definedTags).filter((tag) => !tag.startsWith("attention-")));
    onLoad({ filter: elementModules }, async ({ path }) => ({
      contents: rewrite(await readFile(path, "utf8")),
      loader: "js",
    }));
  },
});
