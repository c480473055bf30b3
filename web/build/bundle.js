/** Writes the bundles, the pages and the documentation into web/dist/. build.sh runs it after it has put the WebAssembly there. */
import { chmod, copyFile, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { workerAsText } from "./worker-as-text.js";
import { digest, hashesOf } from "./hashes.js";
import { loadedFirst } from "./loaded-first.js";
import { fontName, fontSource, fontStyle, subsetOfFont } from "./font.js";
import { noticesFor } from "./licence-notices.js";
import { previewFile, previewPicture, previewTags } from "./link-preview.js";
import { siteAddress } from "./site-address.js";
import { buildSite } from "./site/site.js";
import { readPage } from "./site/page.js";
import { inlinePage, pageAssets, pageWithParts } from "./page-html.js";
import { documentTokens } from "../components/custom-properties.js";
import { languages } from "../words/languages.js";
import { firstScreen } from "./first-screen.js";
import { writeTypes } from "./declarations.js";
import { amalgamation } from "./c-amalgamation.js";
import { createEngine } from "../engine/index.js";
import { exerciseCases } from "./exercises.js";
import { scormPackage } from "./scorm.js";
import { vectorFiles } from "./vectors/vectors.js";

const root = fileURLToPath(new URL("../../", import.meta.url));
const web = `${root}web/`;
const dist = `${web}dist/`;
/** Bundles that people copy to their own sites: their integrity hashes are printed. */
const copied = ["attention-stepper.js", "engine.js", "state.js"];

/** The engine without SIMD in a file of its own: engine.js imports it where a machine has no SIMD, or an engine asks for it. */
const scalar = "./wasm-scalar.js";
/** The trained models in a file of their own: the element imports it when a state needs it. */
const trained = "./trained.js";
/** What trains a reader's model again, in a file of its own: trained.js imports it when it is asked to. */
const own = "./own/own-models.js";
/** What paints a PNG or GIF in Node, with its fonts, in a file of its own: cli.js imports it for one. */
const rasteriser = "./picture/rasteriser.js";
/**
 * Leaves a module out of a bundle, which imports it from a file beside it.
 * @param {string} module path as it is imported
 * @returns {import("esbuild").Plugin}
 */
const beside = (module) => ({
  name: "beside",
  setup({ onResolve }) {
    onResolve({ filter: /./ }, ({ path }) =>
      path === module ? { path: `./${basename(module)}`, external: true } : undefined,
    );
  },
});

/**
 * The options of every bundle. Without the conditions "element", "page" or "node", the imports "#wasm", "#words"
 * and "#breakpoints" resolve to their default files in package.json, which put everything into the bundle.
 * @type {import("esbuild").BuildOptions & {write: false, metafile: true}}
 */
const common = {
  absWorkingDir: root,
  preserveSymlinks: true, // names of scripts are hashes over module paths: they must not depend on where node_modules is
  outdir: dist,
  bundle: true,
  minify: true,
  lineLimit: 200, // Node prints the line that throws with an error that nothing catches
  write: false,
  metafile: true,
  format: "esm",
  tsconfigRaw: {}, // ignore tsconfig.json: it only configures type checks
  platform: "neutral",
  mainFields: ["module", "main"],
  external: ["node:*"],
  target: "es2022",
  charset: "utf8",
  legalComments: "none", // notices.txt contains the licences
  loader: { ".wasm": "binary", ".safetensors": "binary", ".woff2": "binary", ".ftl": "text" },
  plugins: [workerAsText],
  // Some bundles are inlined into HTML, where a literal end tag would end the script: esbuild escapes it.
  supported: { "inline-script": false, "inline-style": false },
  logLevel: "warning",
};

/** @typedef {import("esbuild").Metafile["outputs"][string]} Output */
/** @typedef {{name: string, text: string, output: Output}} Bundled output: esbuild's metadata of the file */

/**
 * Bundles modules, without writing files.
 * @param {string | readonly string[]} entries paths relative to web/
 * @param {import("esbuild").BuildOptions} [options] added to the common ones
 * @returns {Promise<Bundled[]>} one bundle for each entry, then source maps and chunks where the options produce them
 */
async function bundle(entries, options = {}) {
  const entryPoints = [entries].flat().map((entry) => web + entry);
  const { outputFiles = [], metafile } = await build({ ...common, ...options, entryPoints });
  const outputs = new Map(Object.entries(metafile?.outputs ?? {}).map(([path, output]) => [basename(path), output]));
  return outputFiles.map(({ path, text }) => {
    const name = basename(path);
    return { name, text, output: /** @type {Output} */ (outputs.get(name)) };
  });
}

/**
 * The element's words of a language, in a file of their own: the element has those of the default language, and imports others.
 * @param {string} tag
 */
async function wordsBeside(tag) {
  const contents = ["shared", "explore"].map(
    (part) => `export { default as ${part} } from "./locales/${tag}/${part}.ftl";`,
  );
  const stdin = { contents: contents.join("\n"), resolveDir: `${web}words` };
  const { outputFiles } = await build({ ...common, stdin, outfile: `${dist}words-${tag}.js`, outdir: undefined });
  await writeFile(`${dist}words-${tag}.js`, outputFiles[0]?.text ?? "");
}

/**
 * Lists those files in the element's script, each import in full: other people's bundlers find them, or refuse what is put
 * together from pieces.
 * @type {import("esbuild").Plugin}
 */
const wordsBesideTheScript = {
  name: "words-beside",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^words-beside$/ }, ({ path }) => ({ path, namespace: "words" }));
    onResolve({ filter: /./, namespace: "words" }, ({ path }) => ({ path, external: true }));
    onLoad({ filter: /./, namespace: "words" }, () => {
      const imports = languages.slice(1).map(({ tag }) => `"${tag}": () => import("./words-${tag}.js")`);
      return { contents: `export const beside = Object.freeze({ ${imports.join(", ")} });` };
    });
  },
};

/** For the element and for embed.html, the page around it. @type {import("esbuild").BuildOptions} */
const embedded = {
  conditions: ["element"],
  external: [...(common.external ?? []), scalar, trained],
  plugins: [...(common.plugins ?? []), wordsBesideTheScript],
};

/** A hint that browsers may follow: compile all functions while the script loads, not each one at its first call. */
const compileHint = "//# allFunctionsCalledOnLoad\n";

/**
 * The element as one module. A server can import it too: where there are no custom elements it defines none.
 * @type {import("esbuild").BuildOptions}
 */
const elementModule = {
  ...embedded,
  entryNames: "attention-stepper",
  format: "iife",
  globalName: "made",
  define: { "import.meta.url": "scriptAddress" }, // a function as iife makes it cannot ask for it itself
  banner: {
    js: `${compileHint}const scriptAddress=import.meta.url;export let AttentionStepper;if(globalThis.customElements&&!customElements.get("attention-stepper")){`,
  },
  footer: {
    js: '({AttentionStepper}=made)}else AttentionStepper=globalThis.customElements?.get("attention-stepper");',
  },
};

/** @param {Bundled} script @param {readonly Bundled[]} all @returns {Bundled[]} the scripts that it and its imports import */
function importsOf({ output }, all) {
  const own = output.imports.filter(({ kind }) => kind === "import-statement").map(({ path }) => basename(path));
  const found = all.filter(({ name }) => own.includes(name));
  return [...new Set(found.flatMap((one) => [one, ...importsOf(one, all)]))];
}

/** Checks that each WebAssembly file in web/dist/ imports nothing, so that WebAssembly.instantiate(bytes, {}) loads it. */
async function checkWasm() {
  for (const name of (await readdir(dist)).filter((file) => file.endsWith(".wasm"))) {
    const bytes = await readFile(dist + name);
    const imports = WebAssembly.Module.imports(new WebAssembly.Module(bytes));
    if (imports.length > 0) throw new Error(`${name}: wanted no imports, got ${imports.map((i) => i.name).join(", ")}`);
  }
}

/** Deletes everything in web/dist/ but the WebAssembly: an earlier run's chunks have other names and would stay. */
async function clean() {
  const previous = (await readdir(dist)).filter((file) => !file.endsWith(".wasm"));
  for (const name of previous) await rm(dist + name, { recursive: true });
}

/** @param {string} text @returns {string} its SHA-256 digest in base64 */
const sha256 = (text) => digest("sha256", "base64", text);

/**
 * Prints the hashes of the files that people copy: of WebAssembly and pages the line that `sha256sum -c` reads, of
 * scripts the value of the integrity attribute.
 * @param {Awaited<ReturnType<typeof hashesOf>>} hashes by path
 */
function printHashes(hashes) {
  const lines = Object.entries(hashes).flatMap(([name, { sha256, integrity }]) => {
    if (/^[^/]+\.(wasm|html)$/.test(name)) return `${sha256}  ${name}`;
    return copied.includes(name) ? `${integrity}  ${name}` : [];
  });
  console.log(lines.join("\n"));
}

await clean();
await checkWasm();
const source = await readFile(`${web}index.html`, "utf8");
const assets = pageAssets(source);
/** The page's script that runs where it stands in the HTML. */
const early = "first-screen.js";
/** The page's scripts and style sheets, each in one piece, for the page in one file. */
const whole = (
  await Promise.all(assets.map((name) => bundle(`components/page/${name}`, name === early ? { format: "iife" } : {})))
).flat();
const font = await subsetOfFont(root);
const first = await firstScreen();
const pageStyle = "page.css";
/** What computes walks: a script of its own, so that the browser runs it and what draws them in two tasks. */
const computing = "view/run-cache.js";
const drawing = "components/page/page.js";
/** What the page draws after its first frame, in every place. */
const afterFrame = "components/page/later.js";
/** The page's scripts, and the parts that they load later, for the page that a server sends. */
const page = await bundle([drawing, computing], {
  splitting: true,
  conditions: ["page"],
  plugins: [...(common.plugins ?? []), loadedFirst([drawing, afterFrame].map((module) => `web/${module}`))],
  entryNames: "[name]-[hash]",
  chunkNames: "[name]-[hash]",
});
/** Bundles that other programs import have source maps that contain the sources, for debuggers. */
const withSourceMap = /** @type {const} */ ({ sourcemap: "linked" });
const frame = await readFile(`${web}embed.html`, "utf8");
const framed = (
  await Promise.all(pageAssets(frame).map((name) => bundle(`components/element/${name}`, embedded)))
).flat();
const programs = await Promise.all([
  bundle("engine/index.js", { ...withSourceMap, entryNames: "engine", external: [...(common.external ?? []), scalar] }),
  bundle(`engine/wasm/${scalar}`),
  bundle("state/index.js", { ...withSourceMap, entryNames: "state" }),
  bundle(`training/${trained}`, { ...withSourceMap, plugins: [...(common.plugins ?? []), beside(own)] }),
  bundle(`training/${own}`),
  bundle("node/cli.js", { plugins: [...(common.plugins ?? []), beside(rasteriser)] }),
  bundle(`node/${rasteriser}`),
  bundle("components/element/attention-stepper.js", { ...withSourceMap, ...elementModule }),
  bundle("components/element/react.js", { ...withSourceMap, entryNames: "react" }),
]);
const files = [...programs.flat(), ...page];
/** @param {Bundled[]} bundled @returns {Record<string, string>} texts by file name */
const textsOf = (bundled) => Object.fromEntries(bundled.map(({ name, text }) => [name, text]));
const notices = await noticesFor(root, [
  fontSource,
  ...[...files, ...whole, ...framed].flatMap(({ output }) => Object.keys(output.inputs)),
]);

const scriptOf = (/** @type {string} */ entry) =>
  /** @type {Bundled} */ (page.find(({ output }) => output.entryPoint === `web/${entry}`));
const script = scriptOf(drawing);
const ahead = scriptOf(computing);
const imported = importsOf(script, page);
for (const bundled of files)
  await writeFile(
    dist + bundled.name,
    [script, ahead, ...imported].includes(bundled) ? compileHint + bundled.text : bundled.text,
  );
await chmod(`${dist}cli.js`, 0o755);
await Promise.all(languages.slice(1).map(({ tag }) => wordsBeside(tag)));
await writeFile(`${dist}notices.txt`, notices);
const site = siteAddress(process.env.SITE_ADDRESS);
const preview = previewTags(readPage(source), "index.html", site);
await writeFile(dist + previewFile, await previewPicture());
const names = { script: script.name, ahead: ahead.name, imported: imported.map(({ name }) => name) };
/** The page's assets, its style sheet with the constants of the design and the font. @param {string} url of the font */
const assetsWith = (url) => {
  const { [pageStyle]: own = "", ...scripts } = textsOf(whole);
  return { ...scripts, [pageStyle]: documentTokens + fontStyle(url) + own };
};
await writeFile(dist + fontName, font);
await writeFile(
  `${dist}index.html`,
  pageWithParts(source, { assets: assetsWith(fontName), ...names, sha256, preview, first }),
);
const inlineFont = `data:font/woff2;base64,${Buffer.from(font).toString("base64")}`;
const onePage = inlinePage(source, { assets: assetsWith(inlineFont), notices, sha256, first, fonts: ["data:"] });
await writeFile(`${dist}attention-stepper.html`, onePage);
const [launch] = await bundle("scorm/launch.js");
const inPackage = { "launch.js": launch?.text ?? "", "attention-stepper.html": onePage, "notices.txt": notices };
await writeFile(`${dist}attention-course-scorm12.zip`, await scormPackage(web, inPackage));
const parts = { assets: textsOf(framed), notices, sha256, later: ["'self'"] }; // trained.js, where a state needs it
await writeFile(`${dist}embed.html`, inlinePage(frame, parts));
const elementTypes = ["element", "react"].map((name) => `components/element/${name}.d.ts`);
await writeTypes(web, ["engine/index.js", "state/index.js", "training/trained.js", ...elementTypes], `${dist}types/`);
await buildSite(root, site);
const code = (await readdir(`${root}c`, { recursive: true })).filter((name) => /\.[ch]$/.test(name));
const texts = code.map(async (name) => /** @type {const} */ ([name, await readFile(`${root}c/${name}`, "utf8")]));
const twoFiles = amalgamation(new Map(await Promise.all(texts)));
await mkdir(`${dist}c`, { recursive: true });
await writeFile(`${dist}c/attention.h`, twoFiles.header);
await writeFile(`${dist}c/attention.c`, twoFiles.source);
await copyFile(`${web}python/attention_case.py`, `${dist}attention_case.py`);
await mkdir(`${dist}vectors`, { recursive: true });
const engine = await createEngine();
for (const [name, contents] of vectorFiles(engine)) await writeFile(`${dist}vectors/${name}`, contents);
await mkdir(`${dist}exercises`, { recursive: true });
await copyFile(`${web}python/write-attention.ipynb`, `${dist}exercises/write-attention.ipynb`);
await writeFile(`${dist}exercises/cases.npz`, exerciseCases(engine));
const hashes = await hashesOf(dist);
await writeFile(`${dist}integrity.json`, `${JSON.stringify(hashes, null, 1)}\n`);
printHashes(hashes);
