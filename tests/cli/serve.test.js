/** The server of npm start. Needs a finished build. */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, writeFile } from "node:fs/promises";
import { request } from "node:http";
import { createServer } from "node:net";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { test } from "node:test";
import { brotliDecompressSync } from "node:zlib";

import { createPageServer } from "../../web/node/serve.js";
import { readText, root, run, temporaryFolder } from "../support/machine.js";

const policy = "default-src 'none'; script-src 'self'";
const page = `<meta http-equiv="Content-Security-Policy" content="${policy}" />`;

test("the server answers GET and HEAD within its folder, and nothing else", async (t) => {
  const folder = join(await temporaryFolder(t), "served");
  await mkdir(join(folder, "sub"), { recursive: true });
  await writeFile(join(folder, "../secret.txt"), "secret");
  await writeFile(join(folder, "index.html"), page);
  await writeFile(join(folder, "a b.wasm"), "wasm");
  await writeFile(join(folder, "plain.html"), "<p>no policy</p>");
  const server = createPageServer(folder).listen(0, "127.0.0.1");
  t.after(() => server.close());
  await once(server, "listening");
  const port = /** @type {import("node:net").AddressInfo} */ (server.address()).port;
  const ask = (/** @type {string} */ path, method = "GET") => askServer(port, path, method);

  const start = await ask("/");
  assert.equal(start.status, 200);
  assert.equal(start.body, page);
  assert.equal(start.headers["content-type"], "text/html; charset=utf-8");
  assert.equal(start.headers["content-security-policy"], policy);
  assert.equal(start.headers["x-content-type-options"], "nosniff");
  assert.equal(start.headers["referrer-policy"], "no-referrer");
  assert.equal((await ask("/plain.html")).headers["content-security-policy"], "default-src 'none'");

  assert.equal(start.headers["access-control-allow-origin"], "*");

  await mkdir(join(folder, "docs and more"));
  await writeFile(join(folder, "docs and more/index.html"), page);
  for (const path of ["/docs%20and%20more", "/docs%20and%20more?query", "//docs%20and%20more"]) {
    const { status, headers } = await ask(path);
    assert.deepEqual([status, headers.location], [308, "docs%20and%20more/"], path);
  }
  assert.equal((await ask("/docs%20and%20more/")).body, page);

  const wasm = await ask("/a%20b.wasm?query#fragment");
  assert.deepEqual([wasm.status, wasm.body, wasm.headers["content-type"]], [200, "wasm", "application/wasm"]);
  const head = await ask("/a%20b.wasm", "HEAD");
  assert.deepEqual([head.status, head.body, head.headers["content-length"]], [200, "", "4"]);

  const outside = ["/../secret.txt", "/%2e%2e/secret.txt", "/..%2fsecret.txt", "/sub/..%2f..%2fsecret.txt"];
  const windows = ["/..\\secret.txt", "/..%5csecret.txt", "/sub%00", "//secret.txt", "//../secret.txt", "/%ff", "/%"];
  const missing = ["/none", "/sub", "/sub/", "/index.html/", `/${"x".repeat(5000)}`, "/../served-too/x"];
  for (const path of [...outside, ...windows, ...missing]) {
    const { status, body, headers } = await ask(path);
    assert.deepEqual([status, body], [404, "Not found\n"], path);
    assert.equal(headers["content-security-policy"], "default-src 'none'");
  }
  for (const method of ["POST", "PUT", "DELETE", "OPTIONS"]) {
    const { status, headers } = await ask("/", method);
    assert.deepEqual([status, headers.allow], [405, "GET, HEAD"], method);
  }
});

test("the server sends brotli to clients that accept it, and each file's current contents", async (t) => {
  const folder = join(await temporaryFolder(t), "served");
  const words = "attention ".repeat(1000);
  await mkdir(folder);
  await writeFile(join(folder, "index.html"), page);
  await writeFile(join(folder, "a.js"), words);
  const server = createPageServer(folder).listen(0, "127.0.0.1");
  t.after(() => server.close());
  await once(server, "listening");
  const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
  const ask = (/** @type {string} */ path, /** @type {string} */ encodings) =>
    askServer(port, path, "GET", { "Accept-Encoding": encodings });

  for (const encodings of ["br", "gzip, deflate, br, zstd", "gzip,br"]) {
    const { headers, bytes } = await ask("/a.js", encodings);
    assert.deepEqual([headers["content-encoding"], headers.vary], ["br", "Accept-Encoding"], encodings);
    assert.equal(Number(headers["content-length"]), bytes.length);
    assert.ok(bytes.length < 100, `${bytes.length} bytes`);
    assert.equal(brotliDecompressSync(bytes).toString(), words);
  }
  for (const encodings of ["", "gzip, deflate", "brown", "br;q=0"]) {
    const { headers, body } = await ask("/a.js", encodings);
    assert.deepEqual([headers["content-encoding"], headers.vary, body], [undefined, "Accept-Encoding", words]);
  }
  const start = await ask("/", "br");
  assert.equal(brotliDecompressSync(start.bytes).toString(), page);
  assert.equal(start.headers["content-security-policy"], policy);
  const kept = async (/** @type {string} */ path) => (await ask(path, "br")).headers["cache-control"];
  assert.deepEqual([await kept("/"), await kept("/a.js")], ["no-cache", "no-cache"]);
  await writeFile(join(folder, "part-0A1B2C3D.js"), words);
  assert.match((await kept("/part-0A1B2C3D.js")) ?? "", /immutable/, "its name holds a hash of what is in it");
  await writeFile(join(folder, "a.js"), "built again");
  assert.equal(brotliDecompressSync((await ask("/a.js", "br")).bytes).toString(), "built again");
});

/**
 * @param {number} port
 * @param {string} path sent as it is, which fetch would not do
 * @param {string} [method]
 * @param {import("node:http").OutgoingHttpHeaders} [headers]
 * @returns {Promise<{status: number | undefined, headers: import("node:http").IncomingHttpHeaders, bytes: Buffer, body: string}>}
 *   body: the bytes as text
 */
async function askServer(port, path, method = "GET", headers = {}) {
  const sent = request({ host: "127.0.0.1", port, path, method, headers, agent: false }).end();
  const [response] = await once(sent, "response");
  const bytes = Buffer.concat(await response.toArray());
  return { status: response.statusCode, headers: response.headers, bytes, body: bytes.toString() };
}

test("npm start prints the page's address and serves it on this machine only", async (t) => {
  const server = spawn(process.execPath, ["web/node/serve.js"], { cwd: root, env: { ...process.env, PORT: "0" } });
  t.after(() => server.kill());
  const [line] = await once(createInterface(server.stdout), "line");
  const port = Number(/ http:\/\/127\.0\.0\.1:(\d+) /.exec(line)?.[1]);
  const { status, body } = await askServer(port, "/");
  assert.deepEqual([status, body], [200, readText("web/dist/index.html")]);
  const engine = await askServer(port, "/engine.js");
  assert.equal(engine.headers["content-type"], "text/javascript; charset=utf-8");
});

test("an unavailable port is reported in one line", async (t) => {
  const taken = createServer().listen(0, "127.0.0.1");
  t.after(() => taken.close());
  await once(taken, "listening");
  const { port } = /** @type {import("node:net").AddressInfo} */ (taken.address());
  const wanted = "PORT: wanted a whole number from 0 to 65535, got ";
  for (const PORT of ["x", "-1", "65536", "80.5", "", " 80", "1e3", "0x50"]) {
    assert.deepEqual(await serveFails(PORT), { code: 1, stdout: "", stderr: `${wanted}${JSON.stringify(PORT)}\n` });
  }
  const { code, stdout, stderr } = await serveFails(String(port));
  assert.deepEqual([code, stdout], [1, ""]);
  assert.match(stderr, new RegExp(`^PORT: ${port} is in use; .*PORT=\\d+ npm start\\n$`));
});

test("command-line options are refused, since PORT sets the port", async () => {
  const { code, stdout, stderr } = await serveFails("0", "--port");
  assert.deepEqual([code, stdout], [1, ""]);
  assert.match(stderr, /^--port: unknown option; the port is in PORT, /);
});

/** @param {string} PORT @param {...string} given options */
async function serveFails(PORT, ...given) {
  const options = { cwd: root, env: { ...process.env, PORT }, timeout: 10000 };
  const { code, stdout, stderr } = await run(process.execPath, ["web/node/serve.js", ...given], options).catch(
    (error) => error,
  );
  return { code, stdout, stderr };
}
