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

/** Removes comments from a file of messages, and the empty lines between messages. @param {string} source in Fluent syntax */
export const stripComments = (source) =>
  source
    .replace(/^#.*\n/gm, "")
    .replace(/\n+(?=[a-z]|$)/gi, "\n")
    .trimStart();

/**
 * Embeds files of messages as texts, without what only their authors need.
 * @type {import("esbuild").Plugin}
 */
export const stripMessages = {
  name: "strip-messages",
  setup({ onLoad }) {
    onLoad({ filter: /\.ftl$/ }, async ({ path }) => ({
      contents: stripComments(await readFile(path, "utf8")),
      loader: "text",
    }));
  },
};
