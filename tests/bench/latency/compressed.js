/** A build on a port of its own, sent compressed, as hosts send it. */
import { readdir, readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { listen } from "../../listening.js";

/** @type {Readonly<Record<string, string>>} */
const types = Object.freeze({
  ".css": "text/css",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".wasm": "application/wasm",
});

/** @param {string} folder of a finished build */
export async function serveCompressed(folder) {
  const names = (await readdir(folder)).filter((name) => types[extname(name)]);
  /** @type {Map<string, {body: Buffer, type: string | undefined}>} */
  const files = new Map(
    await Promise.all(
      names.map(async (name) => {
        const body = brotliCompressSync(await readFile(join(folder, name)));
        return /** @type {const} */ ([`/${name}`, { body, type: types[extname(name)] }]);
      }),
    ),
  );
  const server = createServer(({ url = "/" }, response) => {
    const file = files.get(url === "/" ? "/index.html" : url);
    if (!file) return void response.writeHead(404).end();
    response.writeHead(200, { "Content-Type": file.type, "Content-Encoding": "br", "Cache-Control": "no-cache" });
    response.end(file.body);
  });
  return listen(server);
}
