import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** The bytes of a file of a package. @param {string} path */
const bytesOf = (path) => new Uint8Array(readFileSync(fileURLToPath(import.meta.resolve(path))));

export const wasm = bytesOf("@resvg/resvg-wasm/index_bg.wasm");
export const fonts = ["400", "700"].map((weight) =>
  bytesOf(`@fontsource/dejavu-sans/files/dejavu-sans-latin-${weight}-normal.woff2`),
);
