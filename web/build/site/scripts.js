/** Bundles the scripts of the running examples. */
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join, parse, relative } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";

const folder = fileURLToPath(new URL("../../examples/packages/", import.meta.url));

/** Folder of the npm packages that some examples use (React, Vue, MDX, reveal.js, Observable). */
export const examplePackages = `${folder}node_modules`;

/** Whether these packages are installed: examples that use them are built only then. */
export const packagesInstalled = () => existsSync(examplePackages);

/**
 * Imports a compiler from the examples' packages.
 * @param {string} name
 * @returns {Promise<any>}
 */
const importCompiler = (name) => import(pathToFileURL(createRequire(folder).resolve(name)).href);

/** Compiles articles in MDX to React components. @type {import("esbuild").Plugin} */
export const mdx = {
  name: "mdx",
  setup({ onLoad }) {
    onLoad({ filter: /\.mdx$/ }, async ({ path }) => {
      const { compile } = await importCompiler("@mdx-js/mdx");
      return { contents: String(await compile(await readFile(path, "utf8"))), loader: "js" };
    });
  },
};

/** Compiles Vue's single-file components. @type {import("esbuild").Plugin} */
const vue = {
  name: "vue",
  setup({ onLoad }) {
    onLoad({ filter: /\.vue$/ }, async ({ path }) => {
      const { compileScript, parse } = await importCompiler("vue/compiler-sfc");
      const { descriptor } = parse(await readFile(path, "utf8"));
      const compilerOptions = { isCustomElement: (/** @type {string} */ tag) => tag === "attention-stepper" };
      const { content } = compileScript(descriptor, {
        id: "example",
        isProd: true,
        inlineTemplate: true,
        templateOptions: { compilerOptions },
      });
      return { contents: content, loader: "js", resolveDir: dirname(path) };
    });
  },
};

/**
 * Keeps the package out of the bundles: all examples load the same attention-stepper.js and react.js.
 * @param {string} examples folder of the examples
 * @returns {import("esbuild").Plugin}
 */
const sharedElement = (examples) => ({
  name: "shared-element",
  setup({ onResolve, initialOptions }) {
    const [{ out }] = /** @type {[{in: string, out: string}]} */ (initialOptions.entryPoints);
    onResolve({ filter: /^attention-stepper(\/react)?$/ }, ({ path }) => {
      const file = path === "attention-stepper" ? "attention-stepper.js" : "react.js";
      return { path: relative(dirname(`${examples}/${out}`), `${examples}/../${file}`), external: true };
    });
  },
});

/**
 * Bundles a script without writing files.
 * @param {string} entry path of the script's source
 * @param {string} examples folder of the examples, which contains it
 * @returns {Promise<{files: {path: string, text: string}[], inputs: string[]}>} files: the bundles, with paths relative
 *   to the folder; inputs: the source files, relative to the project
 */
export async function bundleScript(entry, examples) {
  const { dir, name } = parse(relative(examples, entry));
  const out = join(dir, name);
  const { outputFiles, metafile } = await build({
    entryPoints: [{ in: entry, out }],
    absWorkingDir: dirname(dirname(examples)),
    preserveSymlinks: true,
    nodePaths: [examplePackages],
    outdir: examples,
    bundle: true,
    minify: true,
    write: false,
    metafile: true,
    format: "esm",
    target: "es2022",
    charset: "utf8",
    legalComments: "none",
    tsconfigRaw: {},
    jsx: "automatic",
    define: {
      "process.env.NODE_ENV": '"production"',
      __VUE_OPTIONS_API__: "false",
      __VUE_PROD_DEVTOOLS__: "false",
      __VUE_PROD_HYDRATION_MISMATCH_DETAILS__: "false",
    },
    plugins: [mdx, vue, sharedElement(examples)],
    logLevel: "warning",
  });
  const files = outputFiles.map(({ path, text }) => ({ path: relative(examples, path), text }));
  return { files, inputs: Object.keys(metafile.inputs) };
}
