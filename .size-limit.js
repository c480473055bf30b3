/**
 * Budgets for what people download, compressed with Brotli. They are there to notice growth: plain code that costs some
 * kilobytes raises a budget, and the commit says why.
 */
import { readdirSync, readFileSync } from "node:fs";

const dist = "web/dist/";
const namesIn = (/** @type {string} */ file, /** @type {RegExp} */ named) =>
  [...readFileSync(dist + file, "utf8").matchAll(named)].map(([, name = ""]) => name);
/** index.html and what it names: its script, the scripts that this one imports, and the engine. */
const first = ["index.html", ...namesIn("index.html", /(?:href|src)="([\w.-]+)"/g)];
/** What the page loads after its first screen: code and words. */
const later = readdirSync(dist).filter((name) => /^(later|explore|model|terms)-\w+\.js$/.test(name));
const imported = later.flatMap((name) => namesIn(name, /(?:from|import)"\.\/([\w.-]+)"/g));
/** @param {string[]} names */
const paths = (names) => [...new Set(names)].map((name) => dist + name);

export default [
  { name: "the first screen's first frame", path: paths(["index.html"]), limit: "10 kB" },
  { name: "start: until the first screen answers", path: paths(first), limit: "196 kB" },
  { name: "Explore, without experiments", path: paths([...first, ...later, ...imported]), limit: "248 kB" },
  { name: "the element", path: paths(["attention-stepper.js"]), limit: "159 kB" },
  { name: "engine.js", path: paths(["engine.js"]), limit: "99 kB" },
  { name: "the page in one file", path: paths(["attention-stepper.html"]), limit: "733 kB" },
];
