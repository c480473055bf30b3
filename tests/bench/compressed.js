/** A build on a port of its own, sent compressed, as hosts send it. */
import { once } from "node:events";
import { readdir, readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join } from "node:path";
import { brotliCompressSync } from "node:zlib";

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
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
  const close = async () => {
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
  };
  return { url: `http://127.0.0.1:${port}/`, close };
}
