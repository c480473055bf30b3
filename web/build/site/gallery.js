/** The overview of the guides, web/dist/examples/index.html. */
import { basename } from "node:path";

/** @typedef {import("./page.js").Page} Page */

/** File names of the guides without .html, under the headings of the overview. */
const groups = Object.freeze({
  "In your own page": ["plain", "two-elements", "ahead", "strict-csp"],
  "In a frame": ["sandbox", "messages", "wordpress"],
  "In blogs, slides and notebooks": ["markdown", "mdx-react", "vue", "reveal", "jupyter", "quarto", "observable"],
  "Without a page": ["node", "check", "vectors"],
});

/**
 * Makes the overview, and checks that it lists every guide.
 * @param {ReadonlyMap<string, Page>} guides by file name
 * @returns {Page}
 */
export function gallery(guides) {
  const listed = Object.values(groups).flat();
  const known = [...guides.keys()].map((name) => basename(name, ".html"));
  const stray = [...listed, ...known].filter((name) => !(listed.includes(name) && known.includes(name)));
  if (stray.length > 0)
    throw new Error(`examples: expected every guide to be listed and to exist, got ${stray.join()}`);
  const item = (/** @type {string} */ name) => {
    const { title, description } = /** @type {Page} */ (guides.get(`${name}.html`));
    return `<dt><a href="${name}.html">${title}</a></dt>\n<dd>${description}</dd>`;
  };
  const sections = Object.entries(groups).map(
    ([name, names]) => `<h2>${name}</h2>\n<dl class="guides">\n${names.map(item).join("\n")}\n</dl>`,
  );
  const description = "Guides for pages, blogs, slides and notebooks. Each shows the lines to paste and their result.";
  return {
    title: "Examples",
    description,
    head: `<title>Examples</title>\n    <meta name="description" content="${description}" />`,
    body: `<p>${description}</p>\n${sections.join("\n")}`,
  };
}
