import { execFile } from "node:child_process";
import { copyFile, mkdir } from "node:fs/promises";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const compiler = fileURLToPath(new URL("../../node_modules/typescript/bin/tsc", import.meta.url));
const emitOptions = "--ignoreConfig --allowJs --declaration --emitDeclarationOnly --strict --skipLibCheck";
const platformOptions = "--target es2022 --module nodenext --lib es2022,dom,dom.iterable --types node";

/**
 * Writes the type declarations of the package: TypeScript emits them from the entries' JSDoc, and entries that are
 * .d.ts files already are copied.
 * @param {string} web folder of the sources, with a slash at its end
 * @param {string[]} entries paths relative to it
 * @param {string} folder to write the declarations to, at the same relative paths; with a slash at its end
 */
export async function writeTypes(web, entries, folder) {
  const files = ["assets.d.ts", ...entries].map((path) => web + path);
  const folders = ["--rootDir", web, "--outDir", folder];
  const args = [compiler, ...emitOptions.split(" "), ...platformOptions.split(" "), ...folders, ...files];
  await promisify(execFile)(process.execPath, args, { cwd: web }).catch(({ stdout, stderr }) => {
    throw new Error(`types: ${stdout}${stderr}`);
  });
  for (const path of entries.filter((entry) => entry.endsWith(".d.ts"))) {
    await mkdir(dirname(folder + path), { recursive: true });
    await copyFile(web + path, folder + path);
  }
}
