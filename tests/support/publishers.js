/** Publishing programs: each runs as its guide says, on the files of the guide. */
import { cp, mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Marked } from "marked";

import { withoutFrontMatter } from "../../web/build/site/page.js";
import { dist, root, run } from "./machine.js";

/**
 * @typedef {object} Publisher
 * @property {string} name
 * @property {string} [needs] a command that may be missing
 * @property {number} elements how many <attention-stepper> its pages have in total
 * @property {(folder: string) => Promise<string[]>} publish returns the HTML of pages, each in a folder next to
 *   attention-stepper.js
 */

const examples = `${root}web/examples/`;
const head = '<meta charset="utf-8"><title>Post</title><script type="module" src="../attention-stepper.js"></script>';
const layout = (/** @type {string} */ content) =>
  `<!doctype html><html lang="en"><head>${head}</head><body>${content}</body></html>`;

/** @param {string} folder @param {Record<string, string>} files text by path */
async function write(folder, files) {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(join(folder, path, ".."), { recursive: true });
    await writeFile(join(folder, path), text);
  }
}

/** @param {string} path */
const example = (path) => readFile(examples + path, "utf8");

/**
 * A blogging program: publishes the guide's post, and the post that uses the program's own include.
 * @param {string} name
 * @param {{site: () => Promise<Record<string, string>>, build: (folder: string) => Promise<unknown>, pages: string[]}} options
 *   site gives its files; pages are those that build writes
 * @returns {Publisher}
 */
const blog = (name, { site, build, pages }) => ({
  name,
  needs: name.toLowerCase(),
  elements: 3,
  async publish(folder) {
    await write(folder, await site());
    await build(folder);
    return Promise.all(pages.map((page) => readFile(join(folder, page), "utf8")));
  },
});

/** @type {readonly Publisher[]} */
export const publishers = Object.freeze([
  {
    // Stands for any CommonMark renderer that passes HTML through; needs no installation.
    name: "marked",
    elements: 2,
    publish: async () => [layout(await new Marked().parse(withoutFrontMatter(await example("markdown/post.md"))))],
  },
  blog("Hugo", {
    site: async () => ({
      "hugo.toml": "[markup.goldmark.renderer]\nunsafe = true\n",
      "layouts/_default/single.html": layout("{{ .Content }}"),
      "layouts/shortcodes/attention.html": await example("markdown/hugo/attention.html"),
      "content/raw.md": await example("markdown/post.md"),
      "content/short.md": await example("markdown/hugo/post.md"),
    }),
    build: (folder) => run("hugo", ["--source", folder, "--quiet"]),
    pages: ["public/raw/index.html", "public/short/index.html"],
  }),
  blog("Jekyll", {
    site: async () => ({
      "_config.yml": 'defaults: [{scope: {path: ""}, values: {layout: page}}]\n',
      "_layouts/page.html": layout("{{ content }}"),
      "_includes/attention.html": await example("markdown/jekyll/attention.html"),
      "raw.md": await example("markdown/post.md"),
      "include.md": await example("markdown/jekyll/post.md"),
    }),
    build: (folder) =>
      run("jekyll", ["build", "--quiet", "--disable-disk-cache", "-d", "built"], {
        cwd: folder,
        env: { ...process.env, JEKYLL_NO_BUNDLER_REQUIRE: "true" },
      }),
    pages: ["built/raw.html", "built/include.html"],
  }),
  {
    // Debian has no Quarto. Quarto renders with Pandoc, which gets the option that the document's front matter sets.
    name: "Pandoc (for Quarto)",
    needs: "pandoc",
    elements: 2,
    async publish() {
      const cwd = `${examples}quarto`;
      const header = /include-in-header: (\S+)/.exec(await example("quarto/attention.qmd"))?.[1] ?? "";
      const { stdout } = await run("pandoc", ["-f", "markdown", "-s", "-H", header, "attention.qmd"], { cwd });
      return [stdout];
    },
  },
  {
    // Its kernel runs the cells. The test's own server serves the page of the first frame.
    name: "Jupyter",
    needs: "jupyter-nbconvert",
    elements: 2,
    async publish(/** @type {string} */ folder) {
      await write(folder, { "posts/jupyter.ipynb": await example("jupyter.ipynb") });
      for (const name of ["attention-stepper.js", "embed.html"]) await cp(dist + name, join(folder, name));
      const options = ["--execute", "--to", "html", "--template", "basic", "--stdout", "jupyter.ipynb"];
      const env = { ...process.env, HOME: folder, IPYTHONDIR: join(folder, "ipython") };
      const { stdout } = await run("jupyter-nbconvert", options, {
        cwd: join(folder, "posts"),
        env,
        maxBuffer: 2 ** 26,
      });
      return [`<!doctype html><meta charset="utf-8"><title>Notebook</title>${stdout}`];
    },
  },
]);
