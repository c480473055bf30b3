/** How many bytes a page downloads for each peer, before and after brotli. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { build } from "esbuild";

import { folder } from "../setup.js";

/** @param {string} code @returns {Promise<Buffer>} the code and its imports, minified */
async function bundle(code) {
  const { outputFiles } = await build({
    stdin: { contents: code, resolveDir: folder },
    bundle: true,
    minify: true,
    write: false,
    format: "esm",
    platform: "browser",
    external: ["node:*", "./wasm-scalar.js"],
    logLevel: "silent",
    target: "es2022",
  });
  return Buffer.from(outputFiles[0]?.contents ?? []);
}

/** @param {string} dist @returns {Promise<Record<string, {raw: number, brotli: number}>>} bytes */
export async function downloads(dist) {
  const modules = join(folder, "node_modules");
  const file = (/** @type {string} */ name) => readFile(join(modules, name));
  const tensorflow = `import * as tf from "@tensorflow/tfjs-core"; import "@tensorflow/tfjs-backend-wasm"; export { tf };`;
  const parts = {
    "ours, engine.js with its wasm inside": [await readFile(`${dist}engine.js`)],
    "ours, the wasm alone": [await readFile(`${dist}attention-simd128.wasm`)],
    onnxruntime: [
      await file("onnxruntime-web/dist/ort.wasm.bundle.min.mjs"),
      await file("onnxruntime-web/dist/ort-wasm-simd-threaded.wasm"),
    ],
    tfjs: [await bundle(tensorflow), await file("@tensorflow/tfjs-backend-wasm/dist/tfjs-backend-wasm-simd.wasm")],
  };
  const total = (/** @type {Buffer[]} */ bytes) => bytes.reduce((sum, { length }) => sum + length, 0);
  return Object.fromEntries(
    Object.entries(parts).map(([name, bytes]) => [
      name,
      { raw: total(bytes), brotli: total(bytes.map((one) => brotliCompressSync(one))) },
    ]),
  );
}
