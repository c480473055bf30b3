import { readdir, readFile } from "node:fs/promises";
import { elements, leanTemplates } from "./strip-whitespace.js";

/** px in a rem of the page's own, for conditions, which know no variables. */
const root = 16;

/**
 * What makes elements written for the page fit into a page of another's: they measure themselves by their container and
 * not by the window, their type by --unit and not by the root's, and their names are nobody else's.
 * @param {readonly string[]} tags names of the elements that are only parts
 */
export const embedded = (tags) => {
  const names = new RegExp(`(?<![\\w-])(?:${tags.join("|")})(?![\\w.-])`, "g");
  return (/** @type {string} */ source) =>
    leanTemplates(source)
      .replace(/\bcss`([^`]*)`/g, (_, /** @type {string} */ styles) => `css\`${ofContainer(styles)}\``)
      .replace(names, "attention-$&");
};

/** @param {string} styles */
const ofContainer = (styles) =>
  styles
    .replace(/@media \(max-width: ?([\d.]+)rem\)/g, (_, rem) => `@container (max-width:${rem * root}px)`)
    // The unit itself is at least the root's: max(1rem, ...) stays.
    .replace(/(?<!max\()\b([\d.]+)rem\b/g, "calc($1*var(--unit))");

/** @param {string} text */
const defined = (text) => [...text.matchAll(/customElements\.define\("([\w-]+)"/g)].map(([, tag]) => tag ?? "");

/**
 * Reads elements for the element's bundle.
 * @param {string} folder of the elements
 * @returns {import("esbuild").Plugin}
 */
export const embeddedElements = (folder) => ({
  name: "embedded-elements",
  async setup({ onLoad }) {
    const files = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith(".js"));
    const texts = await Promise.all(files.map((name) => readFile(folder + name, "utf8")));
    const rewrite = embedded(texts.flatMap(defined).filter((tag) => !tag.startsWith("attention-")));
    onLoad({ filter: elements }, async ({ path }) => ({
      contents: rewrite(await readFile(path, "utf8")),
      loader: "js",
    }));
  },
});
