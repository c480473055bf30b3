/**
 * Runs test files, two at a time, with browsers that they share. Usage: node tests/run.js [all | rest | browsers | FILE... | FOLDER...]
 * Without an argument: most of what runs in Node alone, and the core of the page in Chromium. all: everything, in every browser.
 * rest: what is in all and not among those, for who has run the tests without an argument before; of thousands of hostile or
 * random inputs a fifth, and of some combinations half.
 * browsers: in Firefox and WebKit, what browsers do differently, for who has run the rest in Chromium.
 * The environment variable BROWSERS chooses others, for example BROWSERS=chromium,firefox.
 */
import { readdirSync, statSync } from "node:fs";
import { relative, resolve } from "node:path";
import { run } from "node:test";
import { spec } from "node:test/reporters";
import { fileURLToPath } from "node:url";

import { allEngines } from "./browser/support/engines.js";
import { openPool } from "./browser/support/pool.js";

const folder = fileURLToPath(new URL(".", import.meta.url));

/** The longest files start first, so that the two at a time end together. */
const longest = [
  "browser/train/train",
  "browser/experiments/card",
  "browser/page/accessible",
  "browser/learn/learn",
  "browser/checkpoint/open",
  "browser/learn/pictures",
  "browser/page/looks",
  "browser/page/small-screen",
  "browser/learn/questions",
  "browser/learn/path",
  "browser/page/settings",
  "browser/site/examples",
  "browser/page/phone",
  "browser/class/class",
  "browser/languages",
  "browser/site/docs",
  "browser/page/parts",
  "package/reproducible",
  "browser/train/own-data",
  "browser/experiments/experiments",
  "browser/element/shift",
  "browser/page/links",
  "browser/page/fields",
  "browser/hostile",
  "browser/element/element",
  "browser/page/core",
  "native/fuzz/fuzz",
  "native/every-build",
  "native/random",
  "native/compilers",
  "browser/site/pasted",
  "export/snippets",
  "browser/page/figure/numbers",
  "browser/page/choices",
  "browser/element/embed",
  "browser/experiments/scene-save",
  "browser/page/figure/heads",
  "engine/differential",
  "native/same-bits",
  "native/kernels/kernels",
  "browser/experiments/numbers",
  "browser/page/safety",
  "browser/page/figure/cells",
  "browser/element/lifecycle",
  "browser/element/package",
  "browser/experiments/export",
].map((name) => `${name}.test.js`);

/** What takes long: what other programs run, the package, and files that try thousands of inputs. */
const long = [
  ...["browser/", "native/", "package/", "python/", "bench/", "export/snippets", "export/model-files"],
  ...["state/hostile", "checkpoints/hostile", "cli/hard", "cli/pairs", "training/saturation"],
  ...["figures/variants", "engine/differential", "components/experiments", "components/class"],
];

/** What runs without an argument, by paths from this folder: what does not take long, and two files of the page's. */
const quick = new RegExp(`^(?!${long.join("|")})|^browser/(page/core|corpus)\\.test\\.js$`);

/** Of what browsers do differently: numbers, typing, focus and keys, layout, printing, and elements in other pages. */
const different =
  /^browser\/(corpus|element\/(?!package)\w+|learn\/(alone|scorm)|page\/(accessible|core|fields|looks|print))\.test\.js$/;

/** @param {string} path of a folder or file @returns {string[]} paths of the test files in it */
function testFiles(path) {
  if (!statSync(path).isDirectory()) return [path];
  const names = readdirSync(path, { withFileTypes: true });
  return names.flatMap((entry) => {
    if (entry.isDirectory()) return entry.name === "node_modules" ? [] : testFiles(`${path}/${entry.name}`);
    return entry.name.endsWith(".test.js") ? [`${path}/${entry.name}`] : [];
  });
}

/** @param {string[]} args */
function chosen(args) {
  const [first = "", ...more] = args;
  if (more.length > 0 || !["", "all", "rest", "browsers"].includes(first))
    return args.flatMap((path) => testFiles(resolve(path)));
  const files = testFiles(resolve(folder));
  if (first === "all") return files;
  const isChosen = {
    "": (/** @type {string} */ path) => quick.test(path),
    rest: (/** @type {string} */ path) => !quick.test(path),
    browsers: (/** @type {string} */ path) => different.test(path),
  }[/** @type {"" | "rest" | "browsers"} */ (first)];
  return files.filter((path) => isChosen(relative(folder, path)));
}

/** @param {string} path @returns {number} when the file starts: its place among the longest, or after all of them */
function rank(path) {
  const at = longest.indexOf(relative(folder, path));
  return at < 0 ? longest.length : at;
}

const args = process.argv.slice(2);
const files = chosen(args).sort((a, b) => rank(a) - rank(b) || a.localeCompare(b));
if (files.length === 0) throw new Error(`no test files in ${args.join(", ")}`);
const browsers = { undefined: "chromium", browsers: "firefox,webkit" }[String(args[0])];
if (args[0] === "rest") process.env.SHARE_OF_INPUTS ??= "0.2";
process.env.BROWSERS ??= browsers ?? allEngines.join();
const pool = await openPool();
process.env.BROWSER_POOL = pool.url;
const results = run({ files, concurrency: 2 });
/** Tests that failed, with the names of the suites around them. @type {{nesting: number, name: string}[]} */
const failed = [];
results.on("test:fail", ({ name, nesting, todo, details }) => {
  if (todo !== undefined && todo !== false) return;
  process.exitCode = 1;
  // A suite's own failure comes after those within it.
  const within = failed.filter((each) => each.nesting > nesting);
  for (const each of within) Object.assign(each, { nesting, name: `${name} > ${each.name}` });
  const cause = /** @type {{failureType?: string}} */ (details.error).failureType;
  if (within.length === 0 || cause !== "subtestsFailed") failed.push({ nesting, name });
});
results.once("end", () => void pool.close());
const report = results.compose(new spec());
report.pipe(process.stdout, { end: false });
report.once("end", () => process.stdout.write(["", ...failed.map(({ name }) => `FAILED: ${name}`), ""].join("\n")));
