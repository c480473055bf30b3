import { relative } from "node:path";

/**
 * For a bundle that is split into files: parts that are loaded later import what the page has loaded first. esbuild puts modules
 * into one file if the same parts need them; without this, the start would be some fifty files, one for each combination of later
 * parts that share them.
 * @param {readonly string[]} first paths of the modules that are loaded before the others, in this order, relative to the folder of the
 *   build
 * @returns {import("esbuild").Plugin}
 */
export const loadedFirst = (first) => ({
  name: "loaded-first",
  setup({ onResolve, onLoad, resolve, initialOptions }) {
    const root = initialOptions.absWorkingDir ?? process.cwd();
    const isResolved = {};
    onResolve({ filter: /\.js$/ }, async ({ path, kind, importer, resolveDir, pluginData }) => {
      if (kind !== "dynamic-import" || pluginData === isResolved) return undefined;
      const found = await resolve(path, { kind, importer, resolveDir, pluginData: isResolved });
      // Relative, because names of files are hashes over the paths of such modules: they must not depend on the folder.
      return found.external ? found : { path: relative(root, found.path), namespace: "later" };
    });
    onLoad({ filter: /./, namespace: "later" }, ({ path }) => {
      const before = first.includes(path) ? first.slice(0, first.indexOf(path)) : first;
      const imports = before.map((module) => `import "./${module}";`);
      return { contents: `${imports.join("")} export * from "./${path}";`, resolveDir: root };
    });
  },
});
