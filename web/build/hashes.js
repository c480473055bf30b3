/** Hashes of the built files, with which anybody can verify a copy. */
import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { relative, sep } from "node:path";

/**
 * - sha256: as `sha256sum` prints it
 * - integrity: for the integrity attribute, or as a source in a Content-Security-Policy
 * @typedef {{bytes: number, sha256: string, integrity: string}} Hashes
 */

/**
 * @param {string} algorithm as node:crypto names it
 * @param {"hex" | "base64"} encoding
 * @param {string | Uint8Array} content
 */
export const digest = (algorithm, encoding, content) => createHash(algorithm).update(content).digest(encoding);

/**
 * Hashes all files in a folder and its subfolders.
 * @param {string} folder with a slash at its end
 * @returns {Promise<Record<string, Hashes>>} by path relative to the folder, sorted
 */
export async function hashesOf(folder) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => `${parentPath}/${name}`);
  const paths = files.map((file) => relative(folder, file).replaceAll(sep, "/")).sort();
  return Object.fromEntries(
    await Promise.all(
      paths.map(async (path) => {
        const content = await readFile(folder + path);
        const integrity = `sha384-${digest("sha384", "base64", content)}`;
        return [path, { bytes: content.length, sha256: digest("sha256", "hex", content), integrity }];
      }),
    ),
  );
}
