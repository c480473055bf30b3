import { readFile } from "node:fs/promises";
import { deflateSync } from "node:zlib";

/**
 * Embeds WebAssembly deflated, as web/engine/wasm-bundled.js wants it: text that holds bytes as they are compresses
 * badly, so a bundle as it is sent is a tenth smaller with bytes that are compressed before.
 * @type {import("esbuild").Plugin}
 */
export const deflatedWasm = {
  name: "deflated-wasm",
  setup({ onLoad }) {
    onLoad({ filter: /\.wasm$/ }, async ({ path }) => ({
      contents: deflateSync(await readFile(path), { level: 9 }),
      loader: "binary",
    }));
  },
};
