/** Scripts of the examples, bundled as a reader's own bundler would. */
import { readFile } from "node:fs/promises";
import { dirname, relative } from "node:path";
import { compile } from "@mdx-js/mdx";
import { build } from "esbuild";
import { compileScript, parse } from "vue/compiler-sfc";

/** Articles in MDX, as React components. @type {import("esbuild").Plugin} */
export const mdx = {
  name: "mdx",
  setup({ onLoad }) {
    onLoad({ filter: /\.mdx$/ }, async ({ path }) => ({
      contents: String(await compile(await readFile(path, "utf8"))),
      loader: "js",
    }));
  },
};

/** Vue's components, of a script and a template. @type {import("esbuild").Plugin} */
const vue = {
  name: "vue",
  setup({ onLoad }) {
    onLoad({ filter: /\.vue$/ }, async ({ path }) => {
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
 * All examples share the one file of the element.
 * @param {string} examples folder
 * @returns {import("esbuild").Plugin}
 */
const shared = (examples) => ({
  name: "shared",
  setup({ onResolve, initialOptions }) {
    const [{ out }] = /** @type {{in: string, out: string}[]} */ (initialOptions.entryPoints);
    const element = relative(dirname(`${examples}/${out}`), `${examples}/../attention-stepper.js`);
    onResolve({ filter: /^attention-stepper$/ }, () => ({ path: element, external: true }));
  },
});

/**
 * @param {string} entry path of the script's source
 * @param {string} examples folder that it is in
 * @returns {Promise<{files: {path: string, text: string}[], inputs: string[]}>} path: of what is made, from the folder
 */
export async function bundleScript(entry, examples) {
  const out = relative(examples, entry).replace(/\.\w+$/, "");
  const { outputFiles, metafile } = await build({
    entryPoints: [{ in: entry, out }],
    absWorkingDir: dirname(dirname(examples)),
    preserveSymlinks: true,
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
    plugins: [mdx, vue, shared(examples)],
    logLevel: "warning",
  });
  const files = outputFiles.map(({ path, text }) => ({ path: relative(examples, path), text }));
  return { files, inputs: Object.keys(metafile.inputs) };
}
