/** Bundles what runs in browsers and in Node into web/dist/, where build.sh has put the WebAssembly. Run by build.sh. */
import { chmod, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { build } from "esbuild";
import { embeddedElements } from "./embedded-elements.js";
import { wasmAsText } from "./wasm-as-text.js";
import { digest, hashesOf } from "./hashes.js";
import { leanElements } from "./strip-whitespace.js";
import { smaller } from "./minify.js";
import { noticesFor } from "./licence-notices.js";
import { inParts, pageEntries, partsOf } from "./code-splitting.js";
import { buildSite } from "./site.js";
import { inlinePage, pageAssets, pageWithParts } from "./page-html.js";
import { writeTypes } from "./declarations.js";

const root = fileURLToPath(new URL("../../", import.meta.url));
const web = `${root}web/`;
const dist = `${web}dist/`;
const copied = ["attention-stepper.js", "engine.js", "state.js"];

/** Builds in files beside engine.js, which imports them where they are asked for. */
const scalar = "./wasm-scalar.js";
const relaxed = "./wasm-relaxed.js";

/**
 * Without a platform's own conditions "#wasm" and "#locales" resolve to the files that can be bundled.
 * @type {import("esbuild").BuildOptions & {write: false, metafile: true}}
 */
const common = {
  absWorkingDir: root,
  preserveSymlinks: true, // names of parts come of their modules' paths, which are to be the same anywhere
  outdir: dist,
  bundle: true,
  minify: true,
  write: false,
  metafile: true,
  format: "esm",
  tsconfigRaw: {}, // the types' settings are none of a bundle's
  platform: "neutral",
  mainFields: ["module", "main"],
  external: ["node:*", relaxed], // the relaxed build is in a file of its own
  target: "es2022",
  charset: "utf8",
  legalComments: "none", // notices.txt has them
  loader: { ".ftl": "text" },
  plugins: [wasmAsText, leanElements],
  // Bundles are inlined into HTML too, where a literal end tag would end them.
  supported: { "inline-script": false, "inline-style": false },
  logLevel: "warning",
};

/** @typedef {import("esbuild").Metafile["outputs"][string]} Output */
/** @typedef {{name: string, text: string, made: Output}} Bundled */

/**
 * @param {string | readonly string[]} entries paths below web/
 * @param {import("esbuild").BuildOptions} [options]
 * @returns {Promise<Bundled[]>} the entries' bundles, and what is split off them
 */
async function bundle(entries, options = {}) {
  const entryPoints = [entries].flat().map((entry) => web + entry);
  const { outputFiles = [], metafile } = await build({ ...common, ...options, entryPoints });
  const outputs = new Map(Object.entries(metafile?.outputs ?? {}).map(([path, made]) => [basename(path), made]));
  const made = outputFiles.map(({ path, text }) => {
    const name = basename(path);
    return { name, text, made: /** @type {Output} */ (outputs.get(name)) };
  });
  return smaller(made);
}

/** The element, and pages around it. @type {import("esbuild").BuildOptions} */
const embedded = {
  conditions: ["element"],
  external: [...(common.external ?? []), scalar],
  plugins: [wasmAsText, embeddedElements(`${web}components/`)],
};

/** Has browsers that know it compile a script while it comes in, not function by function as they are called. */
const atOnce = "//# allFunctionsCalledOnLoad\n";

/**
 * The element as one module that a server can import too: without a document it defines nothing.
 * @type {import("esbuild").BuildOptions}
 */
const anywhere = {
  ...embedded,
  entryNames: "attention-stepper",
  format: "iife",
  globalName: "made",
  banner: {
    js: `${atOnce}export let AttentionStepper;if(globalThis.customElements&&!customElements.get("attention-stepper")){`,
  },
  footer: {
    js: '({AttentionStepper}=made)}else AttentionStepper=globalThis.customElements?.get("attention-stepper");',
  },
};

/** The engine must load with WebAssembly.instantiate(bytes, {}) anywhere. */
async function checkWasm() {
  for (const name of (await readdir(dist)).filter((file) => file.endsWith(".wasm"))) {
    const bytes = await readFile(dist + name);
    if (name === "attention-relaxed.wasm" && !WebAssembly.validate(bytes)) continue; // Node 20 needs a flag to read it
    const imports = WebAssembly.Module.imports(new WebAssembly.Module(bytes));
    if (imports.length > 0) throw new Error(`${name}: wanted no imports, got ${imports.map((i) => i.name).join(", ")}`);
  }
}

/** What an earlier run left, whose parts had other names. */
async function clean() {
  const old = (await readdir(dist)).filter((file) => !file.endsWith(".wasm"));
  for (const name of old) await rm(dist + name, { recursive: true });
}

/** @param {string[]} names */
async function printSizes(names) {
  for (const name of names) {
    const bytes = await readFile(dist + name);
    const sizes = [bytes, gzipSync(bytes), brotliCompressSync(bytes)].map(({ length }) => String(length).padStart(8));
    console.log(`${name.padEnd(24)}${sizes[0]} bytes${sizes[1]} gzip${sizes[2]} brotli`);
  }
}

/** @param {string} text */
const sha256 = (text) => digest("sha256", "base64", text);

/** Of what people copy out of here, for sha256sum -c and for script tags. @param {Awaited<ReturnType<typeof hashesOf>>} hashes */
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
const whole = (await Promise.all(assets.map((name) => bundle(`components/page/${name}`)))).flat();
const page = partsOf(await bundle(pageEntries, inParts(web)));
/** What programs import has its sources with it, for whoever looks into them with a debugger. */
const mapped = /** @type {const} */ ({ sourcemap: "linked" });
const frame = await readFile(`${web}embed.html`, "utf8");
const framed = (
  await Promise.all(pageAssets(frame).map((name) => bundle(`components/element/${name}`, embedded)))
).flat();
const programs = await Promise.all([
  bundle("engine/index.js", { ...mapped, entryNames: "engine", external: [...(common.external ?? []), scalar] }),
  bundle(`engine/wasm/${scalar}`),
  bundle(`engine/wasm/${relaxed}`, { external: [] }),
  bundle("state/index.js", { ...mapped, entryNames: "state" }),
  bundle("node/cli.js"),
  bundle("components/element/attention-stepper.js", { ...mapped, ...anywhere }),
]);
const files = [...programs.flat(), ...page.parts];
const textsOf = (/** @type {Bundled[]} */ made) => Object.fromEntries(made.map(({ name, text }) => [name, text]));
const notices = await noticesFor(
  root,
  [...files, ...whole, ...framed].flatMap(({ made }) => Object.keys(made.inputs)),
);

for (const { name, text } of files) await writeFile(dist + name, page.started.includes(name) ? atOnce + text : text);
await chmod(`${dist}cli.js`, 0o755);
await writeFile(`${dist}notices.txt`, notices);
await writeFile(`${dist}index.html`, pageWithParts(source, { assets: textsOf(whole), scripts: page.started, sha256 }));
await writeFile(`${dist}attention-stepper.html`, inlinePage(source, { assets: textsOf(whole), notices, sha256 }));
await writeFile(`${dist}embed.html`, inlinePage(frame, { assets: textsOf(framed), notices, sha256 }));
await writeTypes(web, ["engine/index.js", "state/index.js", "components/element/element.d.ts"], `${dist}types/`);
await buildSite(root);
const hashes = await hashesOf(dist);
await writeFile(`${dist}integrity.json`, `${JSON.stringify(hashes, null, 1)}\n`);
await printSizes(Object.keys(hashes).filter((path) => !/\/|\.map$/.test(path)));
printHashes(hashes);
