/** Builds a page that imports the package, with a bundler's own defaults: node build.js BUNDLER FOLDER, into FOLDER/built. */
import { copyFile, mkdir } from "node:fs/promises";
import { join } from "node:path";

/** These two are installed here and not in the project's folder: what is checked there does without their types. */
const bundler = (/** @type {string} */ name) => import(name);

/** @type {Record<string, (folder: string, built: string) => Promise<void>>} */
const bundlers = {
  async esbuild(folder, built) {
    const { build } = await import("esbuild");
    const how = /** @type {const} */ ({ bundle: true, minify: true, splitting: true, format: "esm" });
    await build({ ...how, entryPoints: [join(folder, "main.js")], outdir: built, logLevel: "error" });
    await copyFile(join(folder, "index.html"), join(built, "index.html"));
  },
  async vite(folder, built) {
    const { build } = await bundler("vite");
    await build({ root: folder, base: "./", build: { outDir: built }, configFile: false, logLevel: "error" });
  },
  async webpack(folder, built) {
    const { default: webpack } = await bundler("webpack");
    const output = { path: built, filename: "main.js", publicPath: "auto" };
    const options = { mode: "production", context: folder, entry: "./main.js", output, performance: false };
    await new Promise((done, refuse) => {
      webpack(options, (/** @type {unknown} */ error, /** @type {any} */ stats) =>
        error || stats.hasErrors() || stats.hasWarnings() ? refuse(error ?? new Error(stats.toString())) : done(stats),
      );
    });
    await copyFile(join(folder, "index.html"), join(built, "index.html"));
  },
};

const [name = "", folder = ""] = process.argv.slice(2);
const built = join(folder, "built");
await mkdir(built, { recursive: true });
await (bundlers[name] ?? (() => Promise.reject(new Error(`no bundler: ${name}`))))(folder, built);
