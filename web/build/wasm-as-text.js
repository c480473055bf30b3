import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";

/**
 * Embeds WebAssembly in a module as a string literal with one character for each byte, and exports the bytes. Servers
 * compress bundles: brotli makes this text a tenth smaller than base64 of deflated bytes, and the page need not inflate.
 * @type {import("esbuild").Plugin}
 */
export const wasmAsText = {
  name: "wasm-as-text",
  setup({ onResolve, onLoad }) {
    // build.sh leaves this build out where LLVM is too old for it: the module then exports null.
    onResolve({ filter: /attention-relaxed\.wasm$/ }, ({ path, resolveDir }) =>
      existsSync(join(resolveDir, path)) ? undefined : { path, namespace: "missing" },
    );
    onLoad({ filter: /./, namespace: "missing" }, () => ({ contents: "export default null;" }));
    onLoad({ filter: /\.wasm$/ }, async ({ path }) => {
      const bytes = await readFile(path);
      const key = keyOf(bytes);
      const text = Array.from(bytes, (byte) => String.fromCharCode(byte ^ key)).join("");
      const read = `bytes[at] = text.charCodeAt(at) ^ ${key}`;
      return {
        contents: `
          const text = ${JSON.stringify(text)};
          const bytes = new Uint8Array(text.length);
          for (let at = 0; at < bytes.length; at++) ${read};
          export default bytes;`,
        loader: "js",
      };
    });
  },
};

/** Codes of the characters that a string or template literal has to escape. */
const ESCAPED = [..."\0\x07\b\n\v\f\r\x1b\"'`$\\"].map((character) => character.charCodeAt(0));

/**
 * The key to xor all bytes with so that the fewest of them need an escape. It is below 128, so that ASCII stays ASCII.
 * @param {Uint8Array} bytes
 * @returns {number}
 */
function keyOf(bytes) {
  const counts = new Uint32Array(256);
  for (const byte of bytes) counts[byte] = /** @type {number} */ (counts[byte]) + 1;
  const escapes = Array.from({ length: 128 }, (_, key) =>
    ESCAPED.reduce((sum, character) => sum + /** @type {number} */ (counts[character ^ key]), 0),
  );
  return escapes.indexOf(Math.min(...escapes));
}
