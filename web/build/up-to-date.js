/**
 * Tells whether web/dist/ is what build.sh would make now, so that commands that need a build skip one that changes nothing.
 *   node web/build/up-to-date.js           exits with 0 if it is, with 1 if not
 *   node web/build/up-to-date.js --record  records that it is: the last step of build.sh
 * The record holds hashes: of every file in the repository but the tests, of the installed packages and of the
 * compilers' versions; and of every file in web/dist/. Without git nothing is recorded, and every command builds.
 */
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

import { digest, hashesOf } from "./hashes.js";

const root = fileURLToPath(new URL("../../", import.meta.url));
const record = `${root}web/.built`;

/** @param {string} command @param {string[]} args @returns {string | null} what it prints, or null if it fails */
function output(command, args) {
  const { status, stdout } = spawnSync(command, args, { cwd: root, encoding: "utf8", maxBuffer: 2 ** 26 });
  return status === 0 ? stdout : null;
}

/** @param {string} path @returns {string} */
const hashOf = (path) => (existsSync(root + path) ? digest("sha256", "hex", readFileSync(root + path)) : "none");

/** @returns {string | null} what the build depends on, or null without git */
function sources() {
  const listed = output("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard", "--", ".", ":!tests"]);
  if (listed === null) return null;
  const files = listed.split("\0").filter((path) => path !== "");
  const packages = ["node_modules", "web/examples/packages/node_modules"].map((path) => `${path}/.package-lock.json`);
  const versions = ["emcc", "clang-19"].map((compiler) => `${compiler} ${output(compiler, ["--version"])}`);
  return [...[...files, ...packages].map((path) => `${path} ${hashOf(path)}`), ...versions, process.version].join("\n");
}

/** @returns {Promise<string | null>} the record of the present sources and files, or null if nothing can be said */
async function present() {
  const read = sources();
  if (read === null || !existsSync(`${root}web/dist/`)) return null;
  const built = JSON.stringify(await hashesOf(`${root}web/dist/`));
  return `${digest("sha256", "hex", read)} ${digest("sha256", "hex", built)}\n`;
}

const now = await present();
if (process.argv.includes("--record")) {
  if (now !== null) writeFileSync(record, now);
} else {
  const isCurrent = now !== null && existsSync(record) && readFileSync(record, "utf8") === now;
  if (isCurrent) console.log("web/dist/ is up to date");
  process.exitCode = isCurrent ? 0 : 1;
}
