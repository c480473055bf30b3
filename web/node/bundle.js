/** Bundles what runs in browsers and in Node into web/dist/, where build.sh has put the WebAssembly. Run by build.sh. */
import { createHash } from "node:crypto";
import { chmod, readdir, readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { build } from "esbuild";
import { noticesFor } from "./notices.js";
import { inlinePage, pageAssets } from "./single-file.js";

const root = fileURLToPath(new URL("../../", import.meta.url));
const web = `${root}web/`;
const dist = `${web}dist/`;

/**
 * Without a platform's own conditions "#wasm" and "#locales" resolve to the files that can be bundled.
 * @type {import("esbuild").BuildOptions & {write: false, metafile: true}}
 */
const common = {
  absWorkingDir: root,
  bundle: true,
  minify: true,
  write: false,
  metafile: true,
  format: "esm",
  platform: "neutral",
  mainFields: ["module", "main"],
  external: ["node:*"],
  target: "es2022",
  charset: "utf8",
  legalComments: "none", // notices.txt has them
  loader: { ".wasm": "binary", ".ftl": "text" },
  // Bundles are inlined into HTML too, where a literal end tag would end them.
  supported: { "inline-script": false, "inline-style": false },
  logLevel: "warning",
};

/**
 * @param {string} name of the file to write below web/dist/
 * @param {string} entry path below web/
 * @returns {Promise<{name: string, text: string, inputs: string[]}>} the bundle, and the files it is made of
 */
async function bundle(name, entry) {
  const { outputFiles, metafile } = await build({ ...common, entryPoints: [web + entry] });
  const text = outputFiles[0].text;
  await writeFile(dist + name, text);
  return { name, text, inputs: Object.keys(metafile.inputs) };
}

/** The engine must load with WebAssembly.instantiate(bytes, {}) anywhere. */
async function checkWasm() {
  for (const name of await readdir(dist)) {
    const imports = WebAssembly.Module.imports(new WebAssembly.Module(await readFile(dist + name)));
    if (imports.length > 0) throw new Error(`${name}: wanted no imports, got ${imports.map((i) => i.name).join(", ")}`);
  }
}

async function printSizes() {
  for (const name of (await readdir(dist)).sort()) {
    const bytes = await readFile(dist + name);
    const sizes = [bytes, gzipSync(bytes), brotliCompressSync(bytes)].map(({ length }) => String(length).padStart(8));
    console.log(`${name.padEnd(24)}${sizes[0]} bytes${sizes[1]} gzip${sizes[2]} brotli`);
  }
}

/** @param {string} text */
const sha256 = (text) => createHash("sha256").update(text).digest("base64");

await checkWasm();
const html = await readFile(`${web}index.html`, "utf8");
const programs = [await bundle("engine.js", "engine/index.js"), await bundle("cli.js", "node/cli.js")];
await chmod(`${dist}cli.js`, 0o755);
const assets = await Promise.all(pageAssets(html).map((name) => bundle(name, `components/${name}`)));
const texts = Object.fromEntries(assets.map(({ name, text }) => [name, text]));
const inputs = [...programs, ...assets].flatMap((made) => made.inputs);
const notices = await noticesFor(root, inputs);

await writeFile(`${dist}notices.txt`, notices);
await writeFile(`${dist}index.html`, html);
await writeFile(`${dist}attention-stepper.html`, inlinePage(html, { assets: texts, notices, sha256 }));
await printSizes();
