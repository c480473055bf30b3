/**
 * Tells whether web/dist/ is what build.sh would make now, so that commands that need a build skip one that changes nothing.
 *   node web/build/up-to-date.js           exits with 0 if it is, with 1 if not
 *   node web/build/up-to-date.js --record  records that it is: the last step of build.sh
 * The record holds hashes: of every file that build.sh reads, of the installed packages, of the compiler's version and of the
 * site's address; and of every file in web/dist/.
 */
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

import { digest, hashesOf } from "./hashes.js";

const root = fileURLToPath(new URL("../../", import.meta.url));
const record = `${root}web/.built`;
/** What build.sh reads. */
const inputs = ["build.sh", "package.json", "package-lock.json", "c", "web"];
/** What is in these folders and not a source. */
const made = ["web/dist", "web/.built", "web/examples/packages/node_modules"];

/** @param {string} path @returns {string} */
const hashOf = (path) => (existsSync(root + path) ? digest("sha256", "hex", readFileSync(root + path)) : "none");

/** @param {string} path of a file or folder @returns {string[]} paths of the sources there, in order */
function sourcesIn(path) {
  if (made.includes(path) || !existsSync(root + path)) return [];
  if (!statSync(root + path).isDirectory()) return [path];
  return readdirSync(root + path)
    .sort()
    .flatMap((name) => sourcesIn(`${path}/${name}`));
}

/** @returns {string} what the build depends on */
function sources() {
  const packages = ["node_modules", "web/examples/packages/node_modules"].map((path) => `${path}/.package-lock.json`);
  const files = [...inputs.flatMap(sourcesIn), ...packages];
  const compiler = spawnSync("emcc", ["--version"], { encoding: "utf8" }).stdout;
  const { SITE_ADDRESS: address = "" } = process.env;
  return [...files.map((path) => `${path} ${hashOf(path)}`), compiler, process.version, address].join("\n");
}

/** @returns {Promise<string | null>} the record of the present sources and files, or null if nothing is built */
async function present() {
  if (!existsSync(`${root}web/dist/`)) return null;
  const built = JSON.stringify(await hashesOf(`${root}web/dist/`));
  return `${digest("sha256", "hex", sources())} ${digest("sha256", "hex", built)}\n`;
}

const now = await present();
if (process.argv.includes("--record")) {
  if (now !== null) writeFileSync(record, now);
} else {
  const isCurrent = now !== null && existsSync(record) && readFileSync(record, "utf8") === now;
  if (isCurrent) console.log("web/dist/ is up to date");
  process.exitCode = isCurrent ? 0 : 1;
}
