/**
 * Writes the address at which web/dist/ will be published into the previews of its pages, and the hashes of these into integrity.json.
 * Usage: node web/build/site-address.js https://example.org/attention/
 */
import { readdir, readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";

import { hashesOf } from "./hashes.js";
import { withAddress } from "./link-preview.js";

/**
 * @param {string} given
 * @returns {URL} of a folder
 */
function addressOf(given) {
  const isAddress = URL.canParse(given) && /^https?:\/\/[^?#]*\/$/.test(given);
  if (isAddress) return new URL(given);
  throw new TypeError(`address: must be that of a folder, such as https://example.org/attention/, got "${given}"`);
}

/**
 * @param {string} folder of the built pages, with a slash at its end
 * @param {string} given
 */
export async function writeAddress(folder, given) {
  const site = addressOf(given);
  const names = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith(".html"));
  for (const name of names) {
    const html = await readFile(folder + name, "utf8");
    await writeFile(folder + name, withAddress(html, name, site));
  }
  const hashes = await hashesOf(folder);
  delete hashes["integrity.json"];
  await writeFile(`${folder}integrity.json`, `${JSON.stringify(hashes, null, 1)}\n`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const dist = fileURLToPath(new URL("../dist/", import.meta.url));
  try {
    await writeAddress(dist, process.argv[2] ?? "");
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    console.error(error.message);
    process.exitCode = 2;
  }
}
