import { readdir, readFile } from "node:fs/promises";

/**
 * The licence texts of the npm packages that bundles contain: most licences require copies to include them.
 * @param {string} root folder that contains node_modules/, with a slash at its end
 * @param {string[]} inputs paths of the bundled source files, relative to root
 * @returns {Promise<string>} each distinct licence text once, after the names of the packages under it
 */
export async function noticesFor(root, inputs) {
  const folders = inputs.map((input) => /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(input)?.[1]);
  /** @type {Map<string, string[]>} */
  const packagesOf = new Map();
  for (const folder of [...new Set(folders)].sort()) {
    if (folder === undefined) continue;
    const { name, version, license } = JSON.parse(await readFile(`${root}${folder}/package.json`, "utf8"));
    const file = (await readdir(root + folder)).find((entry) => /^licen[cs]e/i.test(entry));
    const text =
      file === undefined
        ? `The package carries no copy of its licence; the text is at https://spdx.org/licenses/${license}.html`
        : (await readFile(`${root}${folder}/${file}`, "utf8")).replaceAll("\r", "").trim();
    packagesOf.set(text, [...(packagesOf.get(text) ?? []), `${name} ${version} (${license})`]);
  }
  return [...packagesOf].map(([text, packages]) => `${packages.join("\n")}\n\n${text}\n`).join("\n----\n\n");
}
