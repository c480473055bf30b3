import { readFile } from "node:fs/promises";

/** Only elements are read: white space in what other modules write may be meant. */
export const elements = /\/web\/components\/.*\.js$/;

/** What only those read who read the source: indentation, and in styles line ends and comments too. @param {string} source */
export const leanTemplates = (source) =>
  source
    .replace(/\bcss`([^`]*)`/g, (_, /** @type {string} */ styles) => `css\`${leanStyles(styles)}\``)
    .replace(/\n[ \t]+/g, "\n");

/** @param {string} styles */
const leanStyles = (styles) =>
  styles
    .replace(/\/\*[^]*?\*\//g, "")
    .replace(/\s+/g, " ")
    .replace(/ ?([{};,]) ?/g, "$1");

/**
 * Minifiers leave templates as they are, and in elements' these are most of the text.
 * @type {import("esbuild").Plugin}
 */
export const leanElements = {
  name: "lean-elements",
  setup({ onLoad }) {
    onLoad({ filter: elements }, async ({ path }) => ({
      contents: leanTemplates(await readFile(path, "utf8")),
      loader: "js",
    }));
  },
};
