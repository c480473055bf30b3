/** The files of the guides: the code shown is the code that runs, and what runs outside a browser gives the stated results. Needs a finished build. */
import assert from "node:assert/strict";
import { copyFile, mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { build } from "esbuild";

import { elementReference } from "../../web/build/element-reference.js";
import { isPlaceAlone, placeOf } from "../../web/components/places.js";
import { readLearnLink } from "../../web/course/link.js";
import { words } from "../../web/words/words.js";
import { stateFromFragment } from "../../web/state/url.js";
import { examplePackages, mdx, packagesInstalled } from "../../web/build/site/scripts.js";
import { readCases } from "../support/cases.js";
import { runNotebook } from "../support/notebook.js";
import { dist, isInstalled, readText, root, run, temporaryFolder } from "../support/machine.js";

const examples = `${root}web/examples/`;
const entities = Object.freeze({ "&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": '"', "&#39;": "'" });
const plain = (/** @type {string} */ html) =>
  html.replace(/&\w+;|&#39;/g, (entity) => entities[/** @type {keyof typeof entities} */ (entity)]);

/** @param {string} html @returns {{name: string, text: string}[]} the files that a page shows as text */
const listings = (html) =>
  [...html.matchAll(/<figcaption>(.*?)<\/figcaption><pre><code>([^]*?)<\/code>/g)].map(([, name = "", text = ""]) => ({
    name: plain(name),
    text: plain(text),
  }));

const guides = readdirSync(examples).filter((name) => name.endsWith(".html"));

test("every file that belongs to a guide is shown in it, unchanged", async () => {
  const shown = new Set();
  for (const guide of guides)
    for (const { name, text } of listings(readText(`web/dist/examples/${guide}`))) {
      if (!existsSync(examples + name) || name === "") continue;
      assert.equal(text, readText(`web/examples/${name}`).trimEnd(), `${guide}: ${name}`);
      shown.add(name);
    }
  const files = (await readdir(examples, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
  const paths = files.map(({ parentPath, name }) => join(parentPath, name).slice(examples.length));
  const isGuides = (/** @type {string} */ path) => guides.includes(path) || /^(check|packages)\//.test(path);
  const others = paths.filter((path) => !shown.has(path) && !isGuides(path));
  assert.deepEqual(others.sort(), ["ahead/weights.svg", "jupyter.ipynb"]);
});

test("lines shown as HTML are the lines that run, right after them; only addresses are relative in these", () => {
  const relative = (/** @type {string} */ html) =>
    html
      .replaceAll(/(src|href)="\/(?=attention-stepper\.js|embed\.html)/g, '$1="../')
      .replaceAll(/(src|href)="\//g, '$1="');
  const pairs = guides.flatMap((guide) => [
    ...readText(`web/dist/examples/${guide}`).matchAll(
      /<figcaption>HTML<\/figcaption><pre><code>([^]*?)<\/code><\/pre><\/figure>\n<div class="run">\n([^]*?)\n<\/div>\n\s*<(?!\/)/g,
    ),
  ]);
  assert.ok(pairs.length >= 6, `${pairs.length} of them`);
  const lines = (/** @type {string} */ text) => text.split("\n").map((line) => line.trim());
  for (const [, shown = "", running = ""] of pairs) assert.deepEqual(lines(relative(plain(shown))), lines(running));
});

test("each guide's running example is built, or the guide says that its packages are not installed", () => {
  const needed = guides.filter((name) => readText(`web/examples/${name}`).includes("<!-- packages -->"));
  assert.deepEqual(needed, ["mdx-react.html", "observable.html", "reveal.html", "vue.html"]);
  for (const name of guides) {
    const html = readText(`web/dist/examples/${name}`);
    const missing = needed.includes(name) && !packagesInstalled();
    assert.equal(html.includes("npm ci --prefix web/examples/packages"), missing, name);
    assert.doesNotMatch(html, /<!-- (packages|end|run|show)/, name);
  }
  for (const script of ["mdx-react/main.js", "observable/main.js", "reveal/slides.js", "vue/main.js"])
    assert.equal(existsSync(`${dist}examples/${script}`), packagesInstalled(), script);
});

test("where the script of lines to paste is missing, readers see a figure or which file is missing", () => {
  const inExamples = readdirSync(examples, { recursive: true, encoding: "utf8" })
    .filter((name) => /\.(html|md|qmd)$/.test(name) && !/^packages/.test(name))
    .map((name) => `web/examples/${name}`);
  const texts = ["README.md", ...inExamples].flatMap((name) => {
    const text = readText(name);
    if (!text.includes("attention-stepper.js")) return [];
    const elements = text.matchAll(/<attention-stepper\b[^>]*>([^]*?)<\/attention-stepper\s*>/g);
    return [...elements].map(([, inside = ""]) => ({ name, inside }));
  });
  assert.ok(texts.length > 10, `${texts.length} elements`);
  const silent = texts.filter(({ inside }) => !/attention-stepper\.js|<img/.test(inside.replace(/\s+/g, " ")));
  assert.deepEqual(silent, []);
});

test("the guides load nothing from another host", () => {
  for (const name of readdirSync(`${dist}examples`, { recursive: true, encoding: "utf8" })) {
    if (!name.endsWith(".html")) continue;
    const tags = readText(`web/dist/examples/${name}`).match(/<(script|link|img|iframe)[^>]*>/g) ?? [];
    for (const tag of tags) assert.doesNotMatch(tag, /="(https?:)?\/\//, name);
  }
});

test("the script for Node prints what its guide says, and the article's weights", async () => {
  const { stdout, stderr } = await run(process.execPath, [`${examples}node.js`], { cwd: root });
  assert.deepEqual([stdout, stderr], [readText("web/examples/node.txt"), ""]);
  const cases = await readCases();
  const published = cases.find(({ variant, article }) => variant === "raschka_self" && article?.rng_path === "scalar");
  const second = published?.article_printed?.weights.data.slice(6, 12);
  assert.deepEqual(/^weights of “is”: (.*)$/m.exec(stdout)?.[1].split(" ").map(Number), second);
  // The sum of d_k independent terms of variance 1 has standard deviation sqrt(d_k); measured on 4,096 scores of 64 rows.
  const deviations = [...stdout.matchAll(/d_k +(\d+): raw +([\d.]+), scaled ([\d.]+)/g)].map(([, ...found]) => found);
  assert.equal(deviations.length, 4);
  for (const [d_k, raw, scaled] of deviations) {
    assert.ok(Math.abs(Number(raw) / Math.sqrt(Number(d_k)) - 1) < 0.1, `raw at ${d_k}`);
    assert.ok(Math.abs(Number(scaled) - 1) < 0.1, `scaled at ${d_k}`);
  }
});

test("the prerendered figure is what its command draws", async (t) => {
  const folder = await temporaryFolder(t);
  await mkdir(join(folder, "ahead"));
  await mkdir(join(folder, "bin"));
  const command = `#!/bin/sh\nexec "${process.execPath}" "${dist}cli.js" "$@"\n`;
  await writeFile(join(folder, "bin/attention-stepper"), command, { mode: 0o755 });
  const env = { ...process.env, PATH: `${join(folder, "bin")}:${process.env.PATH}` };
  await run("bash", ["-e", `${examples}ahead/render.sh`], { cwd: folder, env });
  const drawn = await readFile(join(folder, "ahead/weights.svg"), "utf8");
  assert.equal(readText("web/examples/ahead/weights.svg"), drawn);
});

test("the article in MDX can be rendered on a server, with the text between the tags", async (t) => {
  if (!packagesInstalled()) return t.skip("not installed: the packages of web/examples/packages");
  const folder = await temporaryFolder(t);
  const file = join(folder, "server.mjs");
  await build({
    stdin: {
      contents: `import { renderToString } from "react-dom/server"; import Article from "./article.mdx";
        console.log(renderToString(<Article />));`,
      resolveDir: `${examples}mdx-react`,
      loader: "jsx",
    },
    outfile: file,
    bundle: true,
    format: "esm",
    platform: "node",
    nodePaths: [examplePackages],
    jsx: "automatic",
    plugins: [mdx],
    alias: { "attention-stepper/react": `${dist}react.js`, "attention-stepper": `${dist}attention-stepper.js` },
    banner: { js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);' },
    logLevel: "warning",
  });
  const { stdout, stderr } = await run(process.execPath, [file]);
  assert.equal(stderr, "");
  assert.match(
    stdout,
    /<attention-stepper sentence="Your journey starts with one step" heads="1" d-k="16" mask-mode="before_softmax"[^>]*>Masking/,
  );
});

test("a notebook's stored results are those of its cells, which need only the script beside it", async (t) => {
  const folder = await temporaryFolder(t);
  const notebook = readText("web/examples/jupyter.ipynb");
  await assert.rejects(runNotebook(notebook, folder), /No such file or directory: 'attention-stepper\.js'/);
  await copyFile(`${dist}attention-stepper.js`, join(folder, "attention-stepper.js"));
  const results = await runNotebook(notebook, folder);
  const code = JSON.parse(notebook).cells.filter((/** @type {any} */ cell) => cell.cell_type === "code");
  for (const [at, { outputs }] of code.entries())
    for (const { data } of outputs)
      assert.deepEqual(data, { "text/plain": [/** @type {any} */ (results[at])["text/plain"]] });
  assert.equal(code.filter((/** @type {any} */ { outputs }) => outputs.length > 0).length, 1);
  assert.deepEqual(
    results.map((result) => "text/html" in result),
    [false, true, true],
  );
  const said = 1000 * Number(/some (\d+) kB/.exec(readText("web/examples/jupyter.html"))?.[1]);
  for (const { "text/html": html = "" } of results) {
    assert.doesNotMatch(html, /(src|href)="(?!data:)/, "no other file");
    if (html !== "") assert.ok(Math.abs(html.length - said) < 10_000, `${said}, as the guide says: ${html.length}`);
  }
});

test("a notebook runs in Jupyter", async (t) => {
  if (!(await isInstalled("jupyter-nbconvert"))) return t.skip("not installed: jupyter-nbconvert");
  const folder = await temporaryFolder(t);
  await copyFile(`${dist}attention-stepper.js`, join(folder, "attention-stepper.js"));
  await copyFile(`${examples}jupyter.ipynb`, join(folder, "jupyter.ipynb"));
  const options = ["--execute", "--to", "notebook", "--stdout", "jupyter.ipynb"];
  const env = { ...process.env, HOME: folder, IPYTHONDIR: join(folder, "ipython") };
  // It refuses a notebook that does not fit the format's schema.
  const { stdout } = await run("jupyter-nbconvert", options, { cwd: folder, env, maxBuffer: 2 ** 26 });
  const made = JSON.parse(stdout).cells.filter((/** @type {any} */ { outputs = [] }) => outputs.length > 0);
  assert.equal(made.length, 3);
});

test("the notebook has the fields that version 4.5 of the format requires", () => {
  const { cells, nbformat, nbformat_minor, metadata } = JSON.parse(readText("web/examples/jupyter.ipynb"));
  assert.deepEqual([nbformat, nbformat_minor, metadata.kernelspec.name], [4, 5, "python3"]);
  const common = ["cell_type", "id", "metadata", "source"];
  for (const cell of cells) {
    const more = cell.cell_type === "code" ? ["execution_count", "outputs"] : [];
    assert.deepEqual(Object.keys(cell).sort(), [...common, ...more].sort());
    assert.match(cell.id, /^[\w-]{1,64}$/);
    for (const output of cell.outputs ?? []) assert.equal(output.execution_count, cell.execution_count);
  }
  assert.equal(new Set(cells.map((/** @type {any} */ { id }) => id)).size, cells.length);
});

test("the element's reference lists exactly what its code supports", () => {
  const html = readText("web/dist/docs/element.html");
  const [, reference = ""] = /<h2 id="attributes">([^]*?)<h2 id="from-a-script">/.exec(html) ?? [];
  const rows = [...reference.matchAll(/<tr>\s*<td><code>([\w-]+)<\/code>/g)].map(([, name]) => name);
  const known = elementReference(words("en").t);
  assert.deepEqual(
    rows,
    Object.values(known).flatMap((things) => things.map(({ name }) => name)),
  );
  assert.ok(rows.length > 60, `${rows.length} rows`);
});

/**
 * Checks that the page can use every part of a fragment: a place, a step of a lesson, or a state.
 * @param {string} fragment
 * @param {string} where
 */
function checkPageLink(fragment, where) {
  if (placeOf(fragment) === "learn") assert.deepEqual(readLearnLink(fragment).leftOut, [], where);
  else if (fragment !== "" && !isPlaceAlone(fragment)) assert.ok(stateFromFragment(fragment), where);
}

test("every link of the documentation and the guides leads to an existing file, and to an existing place in it", () => {
  for (const folder of ["docs", "examples"])
    for (const name of readdirSync(dist + folder).filter((file) => file.endsWith(".html"))) {
      const html = readText(`web/dist/${folder}/${name}`);
      const run = html.replace(/<pre>[^]*?<\/pre>/g, "");
      for (const [, link = ""] of run.matchAll(/\b(?:href|src)="(?!data:)([^"]+)"/g)) {
        const { pathname, hash } = new URL(link, `file://${dist}${folder}/${name}`);
        assert.ok(existsSync(pathname), `${folder}/${name}: ${link}`);
        if (pathname === `${dist}index.html`) checkPageLink(plain(hash.slice(1)), `${folder}/${name}: ${link}`);
        else if (hash && !pathname.endsWith("embed.html"))
          assert.ok(readText(pathname.slice(root.length)).includes(`id="${hash.slice(1)}"`), link);
      }
    }
});

test("the guides and documents name the package's file by its present version", () => {
  const { name, version } = JSON.parse(readText("package.json"));
  const texts = ["docs", "examples"].flatMap((folder) =>
    readdirSync(dist + folder)
      .filter((file) => file.endsWith(".html"))
      .map((file) => readText(`web/dist/${folder}/${file}`)),
  );
  const named = [readText("README.md"), ...texts].flatMap(
    (text) => text.match(/attention-stepper-\d[\w.]*\.tgz/g) ?? [],
  );
  assert.ok(named.length >= 5, `${named.length} of them`);
  assert.deepEqual([...new Set(named)], [`${name}-${version}.tgz`]);
});

/** Everything that is shown to people who install or paste: documents, guides and what the command line says. */
const shownTexts = () => {
  const sources = ["README.md", "CONTRIBUTING.md", "CHANGELOG.md", "web/engine/README.md", "web/node/usage.js"];
  const inFolders = ["web/docs", "web/examples", "web/words/locales"].flatMap((folder) =>
    readdirSync(root + folder, { recursive: true, encoding: "utf8" })
      .filter((name) => /\.(md|html|js|ftl|sh|ipynb|qmd|vue|mdx|jsx|txt)$/.test(name) && !/node_modules/.test(name))
      .map((name) => `${folder}/${name}`),
  );
  return [...sources, ...inFolders].map((name) => ({ name, text: readText(name).replace(/\s+/g, " ") }));
};

test("nothing that is shown asks npm's registry for this package, which it does not have", () => {
  const calls = shownTexts().flatMap(({ name, text }) =>
    [
      ...text.matchAll(/\b(?:npx|npm (?:install|i|exec|init)|pnpm|yarn|bunx)\b[^.`<;,)]{0,20}\S*attention-stepper\S*/g),
    ].map(([call]) => ({ name, call })),
  );
  assert.ok(calls.length >= 5, `${calls.length} calls`);
  const isLocal = (/** @type {string} */ call) =>
    /\.\/attention-stepper-[\d.]+\.tgz/.test(call) || /^npx --no attention-stepper/.test(call);
  assert.deepEqual(
    calls.filter(({ call }) => !isLocal(call)),
    [],
  );
  for (const { name, text } of shownTexts())
    assert.doesNotMatch(text, /unpkg|jsdelivr|esm\.sh|cdn\.skypack/, `${name}: a host of npm's packages`);
});

test("no lines to paste close the tag within itself, and the guides say why", () => {
  const tags = shownTexts()
    .filter(({ name }) => !/\.(jsx|mdx|vue)$/.test(name)) // where it means the same as a closing tag
    .flatMap(({ name, text }) => [...text.matchAll(/<attention-stepper\b[^>]*>/g)].map(([tag]) => ({ name, tag })));
  assert.ok(tags.length > 10, `${tags.length} tags`);
  // The words that warn of it write it with dots.
  assert.deepEqual(
    tags.filter(({ tag }) => /\/\s*>$/.test(tag) && !tag.includes("…")),
    [],
  );
  for (const name of ["web/docs/element.md", "web/examples/plain.html", "web/examples/markdown.html"]) {
    const text = plain(readText(name));
    assert.ok(text.includes("<attention-stepper … />"), name);
  }
});
