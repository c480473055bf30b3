/** How the page's script is split: what it starts with, what it loads behind its first frame, what it loads when asked. */
import { readFile } from "node:fs/promises";
import { basename } from "node:path";

import { leanElements, leanTemplates } from "./strip-whitespace.js";
import { wasmAsText } from "./wasm-as-text.js";

const first = "components/page/page.js";
const second = "components/page/deferred.js";

/** Paths below web/ of what the page starts with, in order. */
export const pageEntries = Object.freeze(["components/page/preload.js", first]);

/**
 * Each part that is loaded later imports the parts again that it finds loaded; else there would be a part for every set of
 * modules that some of them share.
 * @param {string} web absolute path of web/
 * @returns {import("esbuild").BuildOptions}
 */
export function inParts(web) {
  /** @type {Set<string>} */
  const later = new Set();
  /** @type {import("esbuild").Plugin} */
  const plugin = {
    name: "later",
    setup({ onResolve, onLoad, resolve }) {
      onResolve({ filter: /\.js$/ }, async ({ path, kind, resolveDir, importer, pluginData }) => {
        if (kind !== "dynamic-import" || pluginData === "seen") return undefined;
        const found = await resolve(path, { kind, resolveDir, importer, pluginData: "seen" });
        later.add(found.path);
        return found;
      });
      onLoad({ filter: /\.js$/ }, async ({ path }) => {
        if (!later.has(path)) return undefined;
        const loaded = path === web + second ? [first] : [first, second];
        const imports = loaded.map((part) => `import ${JSON.stringify(web + part)};`);
        return { contents: [leanTemplates(await readFile(path, "utf8")), ...imports].join("\n"), loader: "js" };
      });
    },
  };
  return {
    splitting: true,
    conditions: ["page"],
    entryNames: "[name]",
    chunkNames: "[name]-[hash]",
    plugins: [wasmAsText, plugin, leanElements],
  };
}

/** @typedef {import("esbuild").Metafile["outputs"][string]} Output */
/** @typedef {{name: string, text: string, made: Output}} Part */

/** @param {Output} made @returns {string[]} names of the parts it cannot do without */
const needs = ({ imports }) =>
  imports.filter(({ kind }) => kind === "import-statement").map(({ path }) => basename(path));

/**
 * @param {readonly Part[]} bundled of pageEntries
 * @returns {{started: string[], parts: Part[]}} started: names of what the page starts with, in order
 */
export function partsOf(bundled) {
  const madeOf = (/** @type {string} */ path) => bundled.find(({ made }) => made.entryPoint === `web/${path}`)?.made;
  const entries = pageEntries.map(madeOf);
  // Other parts import from what they start with, so that entries hold nothing themselves.
  const started = [...new Set(entries.flatMap((made) => (made ? needs(made) : [])))];
  const behind = madeOf(second);
  const needed = behind ? needs(behind).filter((name) => !started.includes(name)) : [];
  const parts = bundled.filter(({ made }) => !entries.includes(made));
  return { started, parts: parts.map((part) => (started.includes(part.name) ? askingAtOnce(part, needed) : part)) };
}

/**
 * What is loaded behind the first frame is asked for together with what it needs, not before it.
 * @param {Part} part that asks for it, and for nothing else
 * @param {readonly string[]} names of what it needs
 * @returns {Part}
 */
function askingAtOnce(part, names) {
  const others = names.map((name) => `,import("./${name}")`).join("");
  const text = part.text.replace(
    /\bimport\("[^"]+"\)/,
    (asked) => `Promise.all([${asked}${others}]).then(([made])=>made)`,
  );
  return { ...part, text };
}
