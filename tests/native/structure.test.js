/** How the C code is put together: external names, parameters, and which file includes which. */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { readdir } from "node:fs/promises";
import { dirname, join, normalize } from "node:path";
import { test } from "node:test";
import { promisify } from "node:util";
import { readText, root, temporaryFolder } from "../support/machine.js";
import { engineSources } from "../support/native/compile.js";

const run = promisify(execFile);

/** The most parameters that a function takes one by one: more travel in a struct. */
const MOST_PARAMETERS = 8;

const files = (await readdir(join(root, "c"), { recursive: true })).filter((name) => /\.[ch]$/.test(name));
const withoutComments = (/** @type {string} */ name) => readText(`c/${name}`).replace(/\/\*[^]*?\*\//g, "");

test("every name that other files can see starts with attention_", async (t) => {
  const folder = await temporaryFolder(t);
  const sources = await engineSources();
  await run("gcc", ["-std=c11", "-O0", "-c", ...sources.map((file) => join(root, file))], { cwd: folder });
  const objects = await readdir(folder);
  assert.equal(objects.length, sources.length);
  const { stdout } = await run("nm", ["--extern-only", "--defined-only", "--format=posix", ...objects], {
    cwd: folder,
  });
  const names = stdout.split("\n").flatMap((line) => /^(\w+) [A-Z] /.exec(line)?.[1] ?? []);
  assert.ok(names.length > 150, `${names.length} names`);
  assert.deepEqual(
    names.filter((name) => !name.startsWith("attention_")),
    [],
  );
});

/** Functions declared or defined in a source: a name at the start of a line's declaration, and its parameters. */
function functionsOf(/** @type {string} */ source) {
  const declaration = /^[a-zA-Z][\w ]*?[ *](\w+)\(([^;{}]*)\)(?= \{|;)/gm;
  return [...source.matchAll(declaration)].map(([, name = "", parameters = ""]) => ({
    name,
    parameters: parameters.split(",").length,
  }));
}

test("the parser of declarations counts parameters, over several lines too", () => {
  const source = "static int a(int x,\n             float *const *y) {\n  return b(1, 2, 3);\n}\nvoid c(void);\n";
  assert.deepEqual(functionsOf(source), [
    { name: "a", parameters: 2 },
    { name: "c", parameters: 1 },
  ]);
});

test(`no function takes more than ${MOST_PARAMETERS} parameters`, () => {
  const functions = files.flatMap((file) => functionsOf(withoutComments(file)).map((one) => ({ file, ...one })));
  assert.ok(functions.length > 300, `${functions.length} functions`);
  assert.deepEqual(
    functions.filter(({ parameters }) => parameters > MOST_PARAMETERS),
    [],
  );
});

/** The files of c/ that each file of c/ includes. @type {Map<string, string[]>} */
const includes = new Map(
  files.map((file) => {
    const names = [...withoutComments(file).matchAll(/^\s*#include "(.*)"$/gm)];
    return [file, names.map(([, name = ""]) => normalize(join(dirname(file), name)))];
  }),
);

/**
 * A way from a file through what it includes back to itself.
 * @param {Map<string, string[]>} graph
 * @returns {string[] | undefined}
 */
function circleIn(graph) {
  /** @type {Set<string>} */
  const done = new Set();
  /** @param {string[]} way @returns {string[] | undefined} */
  const follow = (way) => {
    const file = /** @type {string} */ (way.at(-1));
    if (way.indexOf(file) < way.length - 1) return way.slice(way.indexOf(file));
    if (done.has(file)) return undefined;
    for (const next of graph.get(file) ?? []) {
      const circle = follow([...way, next]);
      if (circle) return circle;
    }
    done.add(file);
    return undefined;
  };
  for (const file of graph.keys()) {
    const circle = follow([file]);
    if (circle) return circle;
  }
  return undefined;
}

test("a circle of files that include each other is found", () => {
  const graph = new Map([
    ["a", ["b"]],
    ["b", ["c"]],
    ["c", ["b"]],
  ]);
  assert.deepEqual(circleIn(graph), ["b", "c", "b"]);
  graph.set("c", []);
  assert.equal(circleIn(graph), undefined);
});

test("no file includes itself through others, and every file that is included is there", () => {
  assert.ok(files.length > 70, `${files.length} files`);
  for (const [file, names] of includes) for (const name of names) assert.ok(includes.has(name), `${file}: ${name}`);
  assert.equal(circleIn(includes), undefined);
});

/**
 * Which folders of c/ the files of a folder may include: "." is the top. CONTRIBUTING.md has the same as a map.
 * @type {Record<string, string[]>}
 */
const MAY_INCLUDE = {
  simd: [],
  random: [".", "simd"],
  stages: [".", "simd", "learn"],
  ".": ["simd"],
  learn: [".", "simd"],
  model: [".", "simd", "random", "learn"],
  fused: [".", "simd", "learn"],
};

test("each folder includes only folders below it", () => {
  const wrong = [...includes].flatMap(([file, names]) => {
    const folder = dirname(file);
    return names
      .filter((name) => dirname(name) !== folder && !MAY_INCLUDE[folder]?.includes(dirname(name)))
      .map((name) => `${file} includes ${name}`);
  });
  assert.deepEqual(wrong, []);
});
