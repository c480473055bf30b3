/** Serves web/dist/ on 127.0.0.1. Usage: node web/node/serve.js, with the port in PORT (8080; 0 takes any free one). */
import { readFile } from "node:fs/promises";
import { realpathSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, sep } from "node:path";
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
  ".svg": "image/svg+xml",
  ".txt": "text/plain; charset=utf-8",
  ".wasm": "application/wasm",
});

const brotli = promisify(brotliCompress);

/**
 * Compresses what it is given, and keeps each file's last answer: files change when they are built again.
 * @param {number} quality of brotli, 0 to 11
 * @returns {(file: string, body: Buffer) => Promise<Buffer>}
 */
function compressor(quality) {
  /** @type {Map<string, {body: Buffer, small: Promise<Buffer>}>} */
  const kept = new Map();
  return (file, body) => {
    const known = kept.get(file);
    if (known?.body.equals(body)) return known.small;
    const small = brotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } });
    kept.set(file, { body, small });
    return small;
  };
}

/** @param {string | string[] | undefined} accepted the request's header */
const acceptsBrotli = (accepted) => /(?:^|,)\s*br\s*(?:,|$)/.test(String(accepted ?? ""));

/**
 * @param {string} folder absolute path of what may be served
 * @param {string} target as it stands in the request line
 * @returns {string | undefined} the file meant, undefined where that is not within the folder
 */
function locate(folder, target) {
  try {
    const path = decodeURIComponent(new URL(`http://${host}${target}`).pathname);
    if (/[\0\\]/.test(path)) return undefined;
    const file = join(folder, path.endsWith("/") ? `${path}index.html` : path);
    return file.startsWith(folder + sep) ? file : undefined;
  } catch {
    return undefined;
  }
}

/**
 * @param {string} folder
 * @param {Pick<import("node:http").IncomingMessage, "method" | "url" | "headers">} request
 * @param {ReturnType<typeof compressor>} compress
 * @returns {Promise<{status: number, headers: Record<string, string>, body: Buffer}>}
 */
async function answer(folder, { method, url: target = "", headers: asked }, compress) {
  if (method !== "GET" && method !== "HEAD") return refusal(405, "Method not allowed", { Allow: "GET, HEAD" });
  const file = locate(folder, target);
  const body = file === undefined ? undefined : await readFile(file).catch(() => undefined);
  if (file === undefined || body === undefined) return refusal(404, "Not found");
  const type = mimeTypes[extname(file)] ?? "application/octet-stream";
  /** @type {Record<string, string>} */
  const headers = { "Content-Type": type, "Cache-Control": "no-cache", Vary: "Accept-Encoding" };
  if (extname(file) === ".html") {
    // The page's own policy once more as a header, which holds from the first byte on.
    headers["Content-Security-Policy"] = pagePolicy(body.toString("utf8")) ?? "default-src 'none'";
  }
  if (!acceptsBrotli(asked["accept-encoding"])) return { status: 200, headers, body };
  return { status: 200, headers: { ...headers, "Content-Encoding": "br" }, body: await compress(file, body) };
}

/**
 * @param {number} status
 * @param {string} text
 * @param {Record<string, string>} [headers]
 */
function refusal(status, text, headers = {}) {
  const type = { "Content-Type": "text/plain; charset=utf-8", "Content-Security-Policy": "default-src 'none'" };
  return { status, headers: { ...type, ...headers }, body: Buffer.from(`${text}\n`) };
}

/**
 * Sends files compressed to whoever takes it, as hosts do.
 * @param {string} folder absolute path of the folder to serve, and nothing outside it
 * @param {{quality?: number}} [how] quality: of brotli; as it is, the first reader waits some ms, and 11 takes 7 % off
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
 * @returns {number | undefined}
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
  if (argument !== undefined) return fail(`${argument}: is no option; the port is in PORT, e.g. PORT=8081 npm start`);
  if (port === undefined) return fail(`PORT: wanted a whole number from 0 to 65535, got ${JSON.stringify(wanted)}`);
  const server = createPageServer(fileURLToPath(new URL("../dist", import.meta.url)));
  server.on("error", (/** @type {NodeJS.ErrnoException} */ error) => {
    const inUse = `PORT: ${port} is in use; stop what uses it or choose another, e.g. PORT=${(port % 65535) + 1} npm start`;
    fail(error.code === "EADDRINUSE" ? inUse : `PORT: cannot serve on ${port}: ${error.message}`);
  });
  return server.listen(port, host, () => {
    const address = server.address();
    const given = typeof address === "object" ? address?.port : port;
    console.log(`attention-stepper is at http://${host}:${given} (Ctrl+C stops it)`);
  });
}

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) serve();
