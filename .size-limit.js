/**
 * Budgets for what people download, compressed with Brotli. They are there to notice growth: plain code that costs some
 * kilobytes raises a budget, and the commit says why.
 */
import { readFileSync } from "node:fs";

const dist = "web/dist/";
const page = readFileSync(`${dist}index.html`, "utf8");
const named = [...page.matchAll(/(?:href|src)="([\w.-]+)"/g)].map(([, name]) => name);
/** The scripts of the trained model, which the page requests itself where no state in the address needs others. */
const model = JSON.parse(/\?(\[[^\]]*\]):/.exec(page)?.[1] ?? "[]");
const walk = "attention-walk.wasm";
/** @param {string[]} names */
const paths = (names) => [...new Set(names)].map((name) => dist + name);

export default [
  {
    name: "start: up to the first screen's first frame",
    path: paths(["index.html", ...named, ...model]),
    limit: "130 kB",
  },
  { name: "Explore, without experiments", path: paths(["index.html", "chunk-*.js", walk]), limit: "200 kB" },
  { name: "the element", path: paths(["attention-stepper.js"]), limit: "130 kB" },
  { name: "engine.js", path: paths(["engine.js"]), limit: "80 kB" },
  { name: "the page in one file", path: paths(["attention-stepper.html"]), limit: "640 kB" },
];
