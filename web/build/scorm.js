/** Packs the course for learning platforms: a SCORM 1.2 package, which is a zip file with a manifest. */
import { readFile } from "node:fs/promises";
import { zipSync } from "fflate";

/** The files that stand in web/scorm as they are. */
const written = Object.freeze(["imsmanifest.xml", "launch.html", "launch.css"]);

/** One time for all files, so that the same sources give the same package: the first that a zip file can hold. */
const mtime = new Date(1980, 0, 1);

/**
 * @param {string} web the folder with the sources, ending in a slash
 * @param {Readonly<Record<string, string>>} built texts of the other files, by name
 */
export async function scormPackage(web, built) {
  const texts = await Promise.all(
    written.map(async (name) => /** @type {const} */ ([name, await readFile(`${web}scorm/${name}`, "utf8")])),
  );
  const files = [...texts, ...Object.entries(built)].map(([name, text]) => [name, new TextEncoder().encode(text)]);
  return zipSync(Object.fromEntries(files), { level: 9, mtime });
}
