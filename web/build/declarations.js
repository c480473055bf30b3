import { execFile } from "node:child_process";
import { copyFile, mkdir } from "node:fs/promises";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const compiler = fileURLToPath(new URL("../../node_modules/typescript/bin/tsc", import.meta.url));
const how = "--ignoreConfig --allowJs --declaration --emitDeclarationOnly --strict --skipLibCheck";
const whatRuns = "--target es2022 --module nodenext --lib es2022,dom,dom.iterable --types node";

/**
 * Writes what the package's entries tell TypeScript: declarations, made of their JSDoc, and those that are such already.
 * @param {string} web folder of the sources, with a slash at its end
 * @param {string[]} entries paths below it
 * @param {string} folder where the declarations go, at the same paths
 */
export async function writeTypes(web, entries, folder) {
  const files = ["assets.d.ts", ...entries].map((path) => web + path);
  const places = ["--rootDir", web, "--outDir", folder];
  const args = [compiler, ...how.split(" "), ...whatRuns.split(" "), ...places, ...files];
  await promisify(execFile)(process.execPath, args, { cwd: web }).catch(({ stdout, stderr }) => {
    throw new Error(`types: ${stdout}${stderr}`);
  });
  for (const path of entries.filter((entry) => entry.endsWith(".d.ts"))) {
    await mkdir(dirname(folder + path), { recursive: true });
    await copyFile(web + path, folder + path);
  }
}
