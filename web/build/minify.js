import { minify } from "terser";

/**
 * Modules once more, by what looks through whole functions where a bundler looks at each statement: of the element and
 * of the page it saves 3 kB of brotli each, of the engine 0.7 kB. Source maps follow.
 * @template {{name: string, text: string}} File
 * @param {readonly File[]} files modules, and beside them their maps; others stay as they are
 * @returns {Promise<File[]>}
 */
export async function smaller(files) {
  const texts = new Map(files.map(({ name, text }) => [name, text]));
  for (const { name, text } of files.filter((file) => file.name.endsWith(".js"))) {
    const content = texts.get(`${name}.map`);
    const { code = "", map } = await minify(text, {
      module: true,
      compress: { passes: 2 },
      format: { comments: /^# all/, inline_script: true }, // a hint to browsers; no end tag, as pages hold bundles
      ...(content && { sourceMap: { content, url: `${name}.map`, includeSources: true } }),
    });
    texts.set(name, `${code}\n`);
    if (content) texts.set(`${name}.map`, String(map));
  }
  return files.map((file) => ({ ...file, text: texts.get(file.name) ?? "" }));
}
