import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";

/**
 * Embeds WebAssembly as text with a character for each byte, most of them plain ASCII, so that what compresses a bundle
 * on its way sees the code itself: brotli then makes it a tenth smaller than base64 of deflated bytes, and nothing has
 * to be inflated.
 * @type {import("esbuild").Plugin}
 */
export const wasmAsText = {
  name: "wasm-as-text",
  setup({ onResolve, onLoad }) {
    // The one build that may be missing: build.sh says why.
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

/** Characters that a literal must escape. */
const ESCAPED = [..."\0\x07\b\n\v\f\r\x1b\"'`$\\"].map((character) => character.charCodeAt(0));

/**
 * What all bytes are mixed with (xor), so that few of them need escaping; below 128, so that ASCII stays ASCII.
 * @param {Uint8Array} bytes
 */
function keyOf(bytes) {
  const counts = new Uint32Array(256);
  for (const byte of bytes) counts[byte] = (counts[byte] ?? 0) + 1;
  const escapes = Array.from({ length: 128 }, (_, key) =>
    ESCAPED.reduce((sum, character) => sum + (counts[character ^ key] ?? 0), 0),
  );
  return escapes.indexOf(Math.min(...escapes));
}
