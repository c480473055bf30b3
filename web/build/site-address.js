/**
 * The address at which web/dist/ will be published: SITE_ADDRESS in the environment, such as https://example.org/attention/.
 * As a program, it only refuses what is none: build.sh asks before it deletes the last build.
 */
import { fileURLToPath } from "node:url";

/**
 * @param {string | undefined} given
 * @returns {URL | null} of a folder; null: not known
 * @throws {TypeError} if it is not the address of a folder
 */
export function siteAddress(given) {
  if (given === undefined) return null;
  if (URL.canParse(given) && /^https?:\/\/[^?#]*\/$/.test(given)) return new URL(given);
  throw new TypeError(
    `SITE_ADDRESS: must be the address of a folder, such as https://example.org/attention/, got "${given}"`,
  );
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    siteAddress(process.env.SITE_ADDRESS);
  } catch (error) {
    console.error(/** @type {Error} */ (error).message);
    process.exitCode = 2;
  }
}
