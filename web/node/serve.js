/**
 * Serves web/dist/ on 127.0.0.1. Usage: node web/node/serve.js. The environment variable PORT sets the port; the default is
 * 8080, and 0 takes any free port.
 */
import { readFile } from "node:fs/promises";
import { existsSync, realpathSync } from "node:fs";
import { createServer } from "node:http";
import { basename, extname, join, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";
import { pagePolicy } from "./page-policy.js";

const host = "127.0.0.1";

/** @type {Readonly<Record<string, string>>} */
const mimeTypes = Object.freeze({
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".txt": "text/plain; charset=utf-8",
  ".wasm": "application/wasm",
  ".woff2": "font/woff2",
});

const brotli = promisify(brotliCompress);

/**
 * Makes a function that compresses files and caches the result for each path. It compresses again when the content has
 * changed, that is, after a new build.
 * @param {number} quality of brotli, 0 to 11
 * @returns {(file: string, body: Buffer) => Promise<Buffer>}
 */
function compressor(quality) {
  /** @type {Map<string, {body: Buffer, compressed: Promise<Buffer>}>} */
  const cache = new Map();
  return (file, body) => {
    const cached = cache.get(file);
    if (cached?.body.equals(body)) return cached.compressed;
    const compressed = brotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } });
    cache.set(file, { body, compressed });
    return compressed;
  };
}

/** @param {string | string[] | undefined} accepted the request's Accept-Encoding header */
const acceptsBrotli = (accepted) => /(?:^|,)\s*br\s*(?:,|$)/.test(String(accepted ?? ""));

/**
 * Finds the file of a request.
 * @param {string} folder absolute path; no file outside of it is served
 * @param {string} target path and query in the request line
 * @returns {string | undefined} absolute path; undefined if the target is malformed or outside of the folder
 */
function fileOf(folder, target) {
  try {
    const path = decodeURIComponent(new URL(`http://${host}${target}`).pathname);
    if (/[\0\\]/.test(path)) return undefined;
    const file = join(folder, path.endsWith("/") ? `${path}index.html` : path);
    return file.startsWith(folder + sep) ? file : undefined;
  } catch {
    return undefined;
  }
}

/** Files whose names hold a hash of what is in them, which the build gives to parts of the page: they never change. */
const hashed = /-[A-Z0-9]{8}\.js$/;

/**
 * Answers a request, with compression if the client accepts brotli.
 * @param {string} folder
 * @param {Pick<import("node:http").IncomingMessage, "method" | "url" | "headers">} request
 * @param {ReturnType<typeof compressor>} compress
 * @returns {Promise<{status: number, headers: Record<string, string>, body: Buffer}>}
 */
async function answer(folder, { method, url: target = "", headers: requested }, compress) {
  if (method !== "GET" && method !== "HEAD") return errorResponse(405, "Method not allowed", { Allow: "GET, HEAD" });
  const file = fileOf(folder, target);
  const body = file === undefined ? undefined : await readFile(file).catch(() => undefined);
  if (file !== undefined && existsSync(join(file, "index.html"))) {
    // Relative to the address that was asked for: a path that starts with // would name another host.
    return errorResponse(308, "Permanent redirect", { Location: `${encodeURIComponent(basename(file))}/` });
  }
  if (file === undefined || body === undefined) return errorResponse(404, "Not found");
  const type = mimeTypes[extname(file)] ?? "application/octet-stream";
  /** @type {Record<string, string>} */
  const headers = {
    "Content-Type": type,
    "Cache-Control": hashed.test(file) ? "public, max-age=31536000, immutable" : "no-cache",
    Vary: "Accept-Encoding",
    "Access-Control-Allow-Origin": "*", // pages of other sites can load the modules
  };
  if (extname(file) === ".html") {
    // The policy of the page's meta element, also as a header: a header applies from the first byte.
    headers["Content-Security-Policy"] = pagePolicy(body.toString("utf8")) ?? "default-src 'none'";
  }
  if (!acceptsBrotli(requested["accept-encoding"])) return { status: 200, headers, body };
  return { status: 200, headers: { ...headers, "Content-Encoding": "br" }, body: await compress(file, body) };
}

/**
 * An error response.
 * @param {number} status
 * @param {string} text
 * @param {Record<string, string>} [headers]
 */
function errorResponse(status, text, headers = {}) {
  const type = { "Content-Type": "text/plain; charset=utf-8", "Content-Security-Policy": "default-src 'none'" };
  return { status, headers: { ...type, ...headers }, body: Buffer.from(`${text}\n`) };
}

/**
 * Makes a server for the files in a folder, with brotli compression as web hosts have it.
 * @param {string} folder absolute path
 * @param {{quality?: number}} [options] quality of brotli, 0 to 11: the default compresses a file in some ms; with 11 files
 *   are 7 % smaller
 * @returns {import("node:http").Server} not listening yet
 */
export function createPageServer(folder, { quality = 5 } = {}) {
  const compress = compressor(quality);
  return createServer(async (request, response) => {
    const { status, headers, body } = await answer(folder, request, compress);
    response.writeHead(status, {
      ...headers,
      "Content-Length": body.length,
      "X-Content-Type-Options": "nosniff",
      "Referrer-Policy": "no-referrer",
    });
    response.end(request.method === "HEAD" ? undefined : body);
  });
}

/**
 * @param {string} text
 * @returns {number | undefined} undefined unless it is a whole number from 0 to 65535
 */
function parsePort(text) {
  return /^\d{1,5}$/.test(text) && Number(text) <= 65535 ? Number(text) : undefined;
}

function serve() {
  const [argument] = process.argv.slice(2);
  const wanted = process.env.PORT ?? "8080";
  const port = parsePort(wanted);
  /** @param {string} line */
  const fail = (line) => {
    console.error(line);
    process.exitCode = 1;
  };
  if (argument !== undefined) return fail(`${argument}: unknown option; the port is in PORT, e.g. PORT=8081 npm start`);
  if (port === undefined) return fail(`PORT: wanted a whole number from 0 to 65535, got ${JSON.stringify(wanted)}`);
  const server = createPageServer(fileURLToPath(new URL("../dist", import.meta.url)));
  server.on("error", (/** @type {NodeJS.ErrnoException} */ error) => {
    const inUse = `PORT: ${port} is in use; stop what uses it or choose another, e.g. PORT=${(port % 65535) + 1} npm start`;
    fail(error.code === "EADDRINUSE" ? inUse : `PORT: cannot serve on ${port}: ${error.message}`);
  });
  return server.listen(port, host, () => {
    const address = server.address();
    const actual = typeof address === "object" ? address?.port : port;
    console.log(`attention-stepper is at http://${host}:${actual} (Ctrl+C stops it)`);
  });
}

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) serve();
