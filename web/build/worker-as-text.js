import { join, relative } from "node:path";
import { build } from "esbuild";

/**
 * Bundles the script of a Worker and embeds it as a text: `import source from "./worker.js?worker"`. A page starts it from
 * a blob, which works from a server and from a file alike, under the same content security policy.
 * @type {import("esbuild").Plugin}
 */
export const workerAsText = {
  name: "worker-as-text",
  setup({ onResolve, onLoad, initialOptions }) {
    const root = initialOptions.absWorkingDir ?? process.cwd();
    // Relative, because names of chunks are hashes over the paths of such modules: they must not depend on the folder.
    onResolve({ filter: /\?worker$/ }, ({ path, resolveDir }) => ({
      path: relative(root, join(resolveDir, path.slice(0, -"?worker".length))),
      namespace: "worker",
    }));
    onLoad({ filter: /./, namespace: "worker" }, async ({ path }) => {
      const { absWorkingDir, preserveSymlinks, tsconfigRaw, platform, mainFields, target, charset, legalComments } =
        initialOptions;
      const { outputFiles } = await build({
        absWorkingDir,
        preserveSymlinks,
        tsconfigRaw,
        platform,
        mainFields,
        target,
        charset,
        legalComments,
        entryPoints: [join(root, path)],
        bundle: true,
        minify: true,
        write: false,
        format: "iife",
        conditions: ["page"], // its wasm comes with the first message
        external: ["node:*"],
        define: { "import.meta.url": '""' },
        logLevel: "warning",
      });
      return { contents: outputFiles[0]?.text ?? "", loader: "text" };
    });
  },
};
