/** Copies of the project, for tests that add something to it. */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { cp, mkdir, symlink } from "node:fs/promises";
import { join } from "node:path";

import { dist, root, run } from "../machine.js";
import { pseudoMessages } from "./pseudo.js";

const sources = ["build.sh", "package.json", "tsconfig.json", ".prettierrc.json", ".editorconfig", "c", "web"];

/** Copies what a build needs, without what a build makes. @param {string} folder */
export async function copyProject(folder) {
  const isSource = (/** @type {string} */ path) => !path.startsWith(dist.slice(0, -1)) && !/node_modules/.test(path);
  for (const path of sources) await cp(root + path, join(folder, path), { recursive: true, filter: isSource });
  await mkdir(join(folder, "web/dist"));
  await symlink(`${root}node_modules`, join(folder, "node_modules"));
}

/**
 * Adds languages to a copy as translators would, a row and a file for each part, and builds it with the WebAssembly of the
 * project's own build.
 * @param {string} folder of a copy of the project
 * @param {readonly import("./pseudo.js").Pseudo[]} languages
 */
export async function addLanguages(folder, languages) {
  const rows = join(folder, "web/words/languages.js");
  const table = /(languages = Object\.freeze\(\[[^]*?\})(\]\);)/;
  const added = languages.map(({ tag, name, dir }) => `, ${JSON.stringify({ tag, name, dir })}`).join("");
  const before = readFileSync(rows, "utf8");
  if (!table.test(before)) throw new Error("web/words/languages.js has no table of languages");
  writeFileSync(rows, before.replace(table, `$1${added}$2`));
  const english = join(folder, "web/words/locales/en");
  for (const language of languages) {
    const own = join(folder, "web/words/locales", language.tag);
    await mkdir(own);
    for (const name of readdirSync(english).filter((file) => file.endsWith(".ftl")))
      writeFileSync(join(own, name), pseudoMessages(readFileSync(join(english, name), "utf8"), language));
  }
  for (const name of readdirSync(dist).filter((file) => file.endsWith(".wasm")))
    await cp(dist + name, join(folder, "web/dist", name));
  await run("node", ["web/build/bundle.js"], { cwd: folder, maxBuffer: 1e8 });
}
