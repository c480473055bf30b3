/** The files that build.sh makes from the C engine and the JavaScript. Needs a finished build. */
import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { cp, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";

import { dist, packageJson, readText, root, run, temporaryFolder } from "../support/machine.js";

const walkHeaders = ["c/attention.h", "c/random/random.h"];
const wholeHeaders = [...walkHeaders, "c/learn/backward.h", "c/fused/fast.h", "c/model/model.h"];
const builds = [
  { build: "simd128", headers: wholeHeaders },
  { build: "scalar", headers: wholeHeaders },
  { build: "walk", headers: walkHeaders },
].map((each) => ({ ...each, bytes: readFileSync(`${dist}attention-${each.build}.wasm`) }));

for (const { build, headers, bytes } of builds) {
  test(`${build}: imports nothing and has no name section`, () => {
    const module = new WebAssembly.Module(bytes);
    assert.deepEqual(WebAssembly.Module.imports(module), []);
    for (const section of ["name", "producers", "sourceMappingURL", ".debug_info"]) {
      assert.deepEqual(WebAssembly.Module.customSections(module, section), [], section);
    }
  });

  test(`${build}: exports the functions of the public headers except single stages, the memory, and the start of the heap`, () => {
    const declared = headers.flatMap((path) => publicDeclarations(readText(path)));
    const exported = WebAssembly.Module.exports(new WebAssembly.Module(bytes));
    const functions = exported.filter(({ kind }) => kind === "function").map(({ name }) => name);
    // Emscripten adds these itself; which ones depends on its version.
    const engineFunctions = functions.filter(
      (name) => !/^(_initialize|__\w+|_?emscripten_\w+|stack[A-Z]\w+|mem(cpy|set|move))$/.test(name),
    );
    assert.ok(declared.length > 20, `${declared.length} declarations`);
    assert.deepEqual(engineFunctions.sort(), declared.sort());
    assert.ok(exported.some(({ name, kind }) => name === "memory" && kind === "memory"));
    assert.ok(exported.some(({ name, kind }) => name === "__heap_base" && kind === "global"));
  });

  test(`${build}: starts small and can grow to 4 GB`, () => {
    const memory = /** @type {WebAssembly.Memory} */ (instantiate(bytes).memory);
    assert.ok(memory.buffer.byteLength <= 1068 * 1000, `${memory.buffer.byteLength} bytes at first`);
    assert.equal(memory.grow(1), memory.buffer.byteLength / 65536 - 1);
    assert.throws(() => memory.grow(65536), RangeError);
  });
}

test("all builds but the scalar one use vectors", () => {
  const v128 = 0x7b;
  for (const { build, bytes } of builds) {
    const types = localTypes(bytes);
    assert.ok(types.length > 0);
    assert.equal(types.includes(v128), build !== "scalar", build);
  }
});

/**
 * The functions that a header declares and does not mark as stages: found by removing comments, bodies and macros.
 * @param {string} header
 */
function publicDeclarations(header) {
  const code = header.replace(/\/\*[^]*?\*\//g, "").replace(/^#.*$|^extern "C" \{$/gm, "");
  const statements = code.replace(/\{[^{}]*\}/g, ";").split(";");
  const prototypes = statements.filter(
    (statement) => /\)\s*$/.test(statement) && !/\b(static|ATTENTION_STAGE)\b/.test(statement),
  );
  return prototypes.map((prototype) => /(\w+)\s*\(/.exec(prototype)?.[1] ?? "");
}

/** @param {Uint8Array} bytes */
function instantiate(bytes) {
  return new WebAssembly.Instance(new WebAssembly.Module(/** @type {any} */ (bytes)), {}).exports;
}

/**
 * The types of all local variables of all functions.
 * @param {Uint8Array} bytes a valid module
 */
function localTypes(bytes) {
  let at = 8;
  const number = () => {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = bytes[at++];
      value += (byte & 0x7f) * 2 ** shift;
      if (byte < 0x80) return value;
    }
  };
  const types = [];
  while (at < bytes.length) {
    const id = bytes[at++];
    const end = number() + at;
    const code = 10;
    for (let functions = id === code ? number() : 0; functions > 0; functions--) {
      const next = number() + at;
      for (let groups = number(); groups > 0; groups--) {
        number();
        types.push(bytes[at++]);
      }
      at = next;
    }
    at = end;
  }
  return types;
}

test("engine.js runs in Node, alone in a folder, and imports nothing but the other builds next to it", async (t) => {
  const folder = await temporaryFolder(t);
  await cp(`${dist}engine.js`, join(folder, "engine.mjs"));
  await writeFile(join(folder, "package.json"), '{"type": "module"}');
  const program = `
    import { createEngine, AttentionError } from "./engine.mjs";
    const engine = await createEngine({ build: process.argv[2] });
    console.log(JSON.stringify([engine.build, typeof engine.trace, typeof AttentionError]));`;
  await writeFile(join(folder, "use.mjs"), program);
  const use = async (/** @type {string} */ build) =>
    JSON.parse((await run(process.execPath, [join(folder, "use.mjs"), build])).stdout);
  assert.deepEqual(await use("simd128"), ["simd128", "function", "function"]);
  await assert.rejects(use("scalar"), /Cannot find module .*wasm-scalar\.js/);
  await cp(`${dist}wasm-scalar.js`, join(folder, "wasm-scalar.js"));
  assert.deepEqual(await use("scalar"), ["scalar", "function", "function"]);
  const imports = [...readText("web/dist/engine.js").matchAll(/\bimport\b(?!\.)\s*\(?([^;)]*)/g)];
  assert.deepEqual(
    imports.map(([, from]) => from),
    ['"./wasm-scalar.js"'],
  );
  assert.doesNotMatch(readText("web/dist/engine.js"), /["'`]node:/);
});

test("index.html preloads everything that the page starts with, and no script imports a missing file", () => {
  const html = readText("web/dist/index.html");
  const named = [...html.matchAll(/(?:href|src)="([\w.-]+)"/g)].map(([, name]) => name);
  const importsOf = (/** @type {string} */ name) => {
    const code = readText(`web/dist/${name}`);
    const now = [...code.matchAll(/(?:^|[;}])(?:import|export)\b[^;"()]*"\.\/([\w.-]+)"/g)].map(([, from]) => from);
    const later = [...code.matchAll(/\bimport\("\.\/([\w.-]+)"\)/g)].map(([, from]) => from);
    return { now, later };
  };
  const scripts = named.filter((name) => name.endsWith(".js"));
  assert.deepEqual([...new Set(scripts.flatMap((name) => [name, ...importsOf(name).now]))].sort(), scripts.sort());
  assert.ok(named.includes("attention-walk.wasm"));
  const later = scripts.flatMap((name) => importsOf(name).later);
  assert.ok(later.length > 0);
  for (const name of later) {
    assert.ok(existsSync(dist + name), name);
    assert.ok(!named.includes(name), `${name} is loaded at the start`);
  }
});

test("what reads a reader's models and tensors is loaded when it is wanted, and not with the first screen", () => {
  const html = readText("web/dist/index.html");
  const start = [...html.matchAll(/(?:href|src)="([\w.-]+\.js)"/g)].map(([, name = ""]) => name);
  const scripts = readdirSync(dist).filter((name) => /-\w+\.js$/.test(name));
  assert.ok(start.length > 0 && start.every((name) => scripts.includes(name)));
  // Words that stay as they are in a script: of a folder that is picked, of its files, and of what shows tensors.
  for (const word of ["webkitdirectory", "tokenizer.json", "weight_map", 'define("given-tensors"']) {
    const having = scripts.filter((name) => readText(`web/dist/${name}`).includes(word));
    assert.ok(having.length > 0, `${word} is in some script`);
    assert.deepEqual(
      having.filter((name) => start.includes(name)),
      [],
      word,
    );
  }
});

test("the build reads the sources as they stand: it rewrites almost no text by regular expressions", () => {
  const folder = new URL("../../web/build/", import.meta.url);
  const scripts = readdirSync(folder, { recursive: true })
    .map(String)
    .filter((name) => name.endsWith(".js"));
  assert.ok(scripts.length > 10);
  const rewrites = scripts.flatMap((name) => {
    const code = readFileSync(new URL(name, folder), "utf8");
    return [...code.matchAll(/\.replace(?:\(|All\(\/|All\(new)/g)].map(() => name);
  });
  // What a text becomes on its way to a browser has to be seen in the text itself. What is left fills in pages: the styles and
  // scripts of index.html, the examples of a guide.
  assert.ok(rewrites.length < 9, rewrites.join());
});

test("state.js imports nothing, contains no engine, and makes tensors with engine.js", async () => {
  const code = readText("web/dist/state.js");
  assert.doesNotMatch(code, /\bimport\b|WebAssembly/);
  assert.match(readText("web/dist/engine.js"), /WebAssembly/);
  const { createEngine, AttentionError } = await import(`${dist}engine.js`);
  const { inputsFromState, stateFromFragment } = await import(`${dist}state.js`);
  const { spec, inputs } = inputsFromState(stateFromFragment("heads=3"), await createEngine());
  assert.equal(spec.heads, 3);
  assert.ok(inputs.X.data.every(Number.isFinite));
  assert.throws(() => stateFromFragment("heads=none"), AttentionError, "of the other bundle, and yet one");
  assert.ok(!(new TypeError("heads: none") instanceof AttentionError));
});

test("the package exports these bundles", async () => {
  for (const name of ["engine", "state"]) {
    assert.equal(await import(`attention-stepper/${name}`), await import(`${dist}${name}.js`));
  }
});

test("cli.js is one executable file", async () => {
  const cli = readText("web/dist/cli.js");
  assert.ok(cli.startsWith("#!/usr/bin/env node\n"));
  const imported = [...cli.matchAll(/(?:^|[;\n])import\b[^;"]*"([^"]+)"/g)].map(([, from]) => from);
  assert.ok(imported.length > 0);
  for (const from of imported) assert.match(from, /^node:/);
  await run(`${dist}cli.js`, ["--help"]);
});

test("the package contains what it exports and the engine in C, and no other sources", async () => {
  const { stdout } = await run("npm", ["pack", "--dry-run", "--ignore-scripts", "--json"], { cwd: root });
  const files = JSON.parse(stdout)[0].files.map((/** @type {{path: string}} */ { path }) => path);
  const exported = Object.values(packageJson.exports).flatMap((target) =>
    Object.values(typeof target === "object" ? target : [target]),
  );
  const targets = [...exported, ...Object.values(packageJson.bin)];
  for (const target of targets) assert.ok(files.includes(target.replace(/^\.\//, "")), target);
  const others = files.filter((/** @type {string} */ path) => !/^(web\/dist|c)\//.test(path));
  assert.deepEqual(others.sort(), ["LICENSE", "README.md", "package.json"]);
  const inC = files.filter((/** @type {string} */ path) => path.startsWith("c/"));
  const all = readdirSync(`${root}c`, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  assert.equal(inC.length, all.length);
});
