/** How the page's script is split: chunks it starts with, chunks it loads after its first frame, chunks it loads on demand. */
import { readFile } from "node:fs/promises";
import { basename } from "node:path";

import { workerAsText } from "./worker-as-text.js";

const start = "components/page/page.js";
const deferred = "components/page/deferred.js";
/** What a state with a trained model loads before its first frame. */
const trained = "components/page/trained.js";
/** What the other states load before their first frame. */
const settings = "components/page/settings.js";
/** What shares modules with the trained model, and is mostly loaded after it: the other places and the other models. */
const afterTrained = /\/web\/(?:components\/(?:learn|train|class|page\/through)|training)/;

/** The scripts that the page starts with, in order; paths relative to web/. */
export const pageEntries = Object.freeze(["components/page/preload.js", start]);

/**
 * The esbuild options that split the page. A plugin makes each module that is imported dynamically also import the
 * modules that are loaded before it. esbuild then keeps what they share in the earlier chunks; otherwise it would make a
 * small chunk for every set of modules that some of the chunks share.
 * @param {string} web absolute path of web/
 * @returns {import("esbuild").BuildOptions}
 */
export function splitOptions(web) {
  /** Absolute paths of the modules that are imported dynamically. These may be read before the import that says so. */
  const later = new Set([deferred, trained, settings].map((module) => web + module));
  /** @param {string} path of a module that is imported dynamically @returns {string[]} the modules that are loaded before it */
  const loadedBefore = (path) => {
    if ([deferred, trained, settings].some((early) => path === web + early)) return [start];
    return [start, deferred, ...(afterTrained.test(path) ? [trained] : [])];
  };
  /** @type {import("esbuild").Plugin} */
  const importEarlierChunks = {
    name: "import-earlier-chunks",
    setup({ onResolve, onLoad, resolve }) {
      onResolve({ filter: /\.js$/ }, async ({ path, kind, resolveDir, importer, pluginData }) => {
        if (kind !== "dynamic-import" || pluginData === "resolving") return undefined; // or it would call itself
        const found = await resolve(path, { kind, resolveDir, importer, pluginData: "resolving" });
        later.add(found.path);
        return found;
      });
      onLoad({ filter: /\.js$/ }, async ({ path }) => {
        if (!later.has(path)) return undefined;
        const imports = loadedBefore(path).map((module) => `import ${JSON.stringify(web + module)};`);
        return { contents: [await readFile(path, "utf8"), ...imports].join("\n"), loader: "js" };
      });
    },
  };
  return {
    splitting: true,
    conditions: ["page"],
    entryNames: "[name]",
    chunkNames: "[name]-[hash]",
    plugins: [workerAsText, importEarlierChunks],
  };
}

/** @typedef {import("esbuild").Metafile["outputs"][string]} Output */
/** @typedef {{name: string, text: string, output: Output}} Chunk output: esbuild's metadata of the file */

/** @param {Output} output @returns {string[]} names of the chunks that it imports statically */
const staticImports = ({ imports }) =>
  imports.filter(({ kind }) => kind === "import-statement").map(({ path }) => basename(path));

/**
 * Sorts what esbuild made of the page: leaves out the entries, and makes the scripts that are loaded before and after the
 * first frame load without a delay.
 * @param {readonly Chunk[]} bundled the output for pageEntries
 * @returns {{initial: string[], early: import("./page-html.js").EarlyScripts, chunks: Chunk[]}} initial: names of the
 *   chunks that the page starts with, in order
 */
export function splitPage(bundled) {
  const chunkOf = (/** @type {string} */ path) => bundled.find(({ output }) => output.entryPoint === `web/${path}`);
  const entries = pageEntries.map(chunkOf);
  // Later chunks import what the entries contain, so esbuild moves all of it into chunks and the entries only import these.
  const initial = [...new Set(entries.flatMap((entry) => (entry ? staticImports(entry.output) : [])))];
  /** @param {string} path of a script that is loaded later @returns its name, and the names of the chunks that only it needs */
  const script = (path) => {
    const chunk = chunkOf(path);
    const imports = chunk ? staticImports(chunk.output) : [];
    return { name: chunk?.name ?? "", needed: imports.filter((name) => !initial.includes(name)) };
  };
  const chunks = bundled.filter((chunk) => !entries.includes(chunk));
  const scripts = [deferred, trained, settings].map(script);
  const together = chunks.map((chunk) =>
    initial.includes(chunk.name) ? scripts.reduce(importTogether, chunk) : chunk,
  );
  const [, model = [], controls = []] = scripts.map(({ name, needed }) => [name, ...needed]);
  const started = [...initial, ...scripts.flatMap(({ needed }) => needed)];
  return { initial, early: { model, settings: controls }, chunks: renameShared(together, started) };
}

/**
 * Gives another name to the chunks that only parts loaded on demand share, so that their sizes are not counted as the
 * page's start: shared-HASH.js in place of chunk-HASH.js.
 * @param {readonly Chunk[]} chunks
 * @param {readonly string[]} started names of the chunks that the page starts with, or loads right after its first frame
 * @returns {Chunk[]}
 */
function renameShared(chunks, started) {
  const shared = chunks.map(({ name }) => name).filter((name) => name.startsWith("chunk-") && !started.includes(name));
  const renamed = (/** @type {string} */ name) => (shared.includes(name) ? name.replace("chunk", "shared") : name);
  return chunks.map((chunk) => ({
    ...chunk,
    name: renamed(chunk.name),
    text: chunk.text.replace(/\bchunk-\w+\.js/g, renamed),
  }));
}

/**
 * Makes a chunk that imports a script on demand also import the chunks that the script needs, so that the browser requests
 * all of them at the same time and not one after the other.
 * @param {Chunk} chunk that may import the script
 * @param {{name: string, needed: readonly string[]}} script its name, and the names of the chunks that it imports
 * @returns {Chunk}
 */
function importTogether(chunk, { name, needed }) {
  const call = `import("./${name}")`;
  const others = needed.map((other) => `,import("./${other}")`).join("");
  return { ...chunk, text: chunk.text.replaceAll(call, `Promise.all([${call}${others}]).then(([made])=>made)`) };
}
