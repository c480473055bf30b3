import { readFile } from "node:fs/promises";

/** The modules to strip: elements only, because other modules may need the white space in their templates. */
export const elementModules = /\/web\/components\/.*\.js$/;

/**
 * Removes indentation from a module, and from its css`` templates also comments and line ends.
 * @param {string} source JavaScript
 */
export const stripTemplates = (source) =>
  source
    .replace(/\bcss`([^`]*)`/g, (_, /** @type {string} */ styles) => `css\`${stripStyles(styles)}\``)
    .replace(/\n[ \t]+/g, "\n");

/** @param {string} styles */
const stripStyles = (styles) =>
  styles
    .replace(/\/\*[^]*?\*\//g, "")
    .replace(/\s+/g, " ")
    .replace(/ ?([{};,]) ?/g, "$1");

/**
 * Strips the elements' templates, which minifiers leave as they are although they are most of an element's text.
 * @type {import("esbuild").Plugin}
 */
export const stripElements = {
  name: "strip-elements",
  setup({ onLoad }) {
    onLoad({ filter: elementModules }, async ({ path }) => ({
      contents: stripTemplates(await readFile(path, "utf8")),
      loader: "js",
    }));
  },
};
