/** The package as users get it: packed, installed in an empty project without a network, and imported by every entry. */
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { cp, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";

import { attributeFields, attributeOf, ownTexts, propertyOf } from "../../web/components/element/attributes.js";
import { createEngine, Engine } from "../../web/engine/engine.js";
import { hashesOf } from "../../web/build/hashes.js";
import { experimentFields } from "../../web/state/fields.js";
import { example, exampleNumbers, installPackage } from "../support/installed.js";
import { dist, packageJson, root, run } from "../support/machine.js";

/** @type {Awaited<ReturnType<typeof installPackage>>} */
let place;
before(async () => {
  place = await installPackage();
});
after(() => place.remove());

test("it depends on no other package, and contains every file that its exports name", async () => {
  const { dependencies, peerDependencies, optionalDependencies, exports, bin } = JSON.parse(
    await readFile(join(place.installed, "package.json"), "utf8"),
  );
  assert.deepEqual([dependencies, peerDependencies, optionalDependencies], [undefined, undefined, undefined]);
  const targets = Object.values(exports).flatMap((target) =>
    typeof target === "string" ? [target] : Object.values(target),
  );
  for (const target of [...targets, ...Object.values(bin)])
    assert.ok(existsSync(join(place.installed, target)), target);
  assert.ok(targets.length > 8);
});

test("its files are those of the build, and have the hashes in integrity.json", async () => {
  const written = await readFile(join(place.installed, "web/dist/integrity.json"), "utf8");
  assert.equal(written, await readFile(`${dist}integrity.json`, "utf8"));
  const hashes = JSON.parse(written);
  const of = await hashesOf(join(place.installed, "web/dist/"));
  delete of["integrity.json"];
  assert.deepEqual(of, hashes);
  const wasm = "attention-simd128.wasm";
  const { stdout } = await run("sha256sum", [wasm], { cwd: join(place.installed, "web/dist") });
  assert.equal(stdout, `${hashes[wasm].sha256}  ${wasm}\n`);
});

test("source maps contain every source", async () => {
  const entries = Object.values(packageJson.exports).flatMap((target) => target.default ?? []);
  for (const entry of entries) {
    const code = await readFile(join(place.installed, entry), "utf8");
    const name = /\n\/\/# sourceMappingURL=([\w.-]+)\n$/.exec(code)?.[1] ?? assert.fail(entry);
    const { sources, sourcesContent } = JSON.parse(await readFile(join(place.installed, entry, "..", name), "utf8"));
    const own = entry.endsWith("/trained.js") ? "../training/trained.js" : "../engine/errors.js";
    assert.ok(sources.includes(own), entry);
    assert.ok(sourcesContent.every((/** @type {unknown} */ text) => typeof text === "string" && text !== ""));
  }
});

test("in Node every entry with a script can be imported, and gives the same numbers as the sources", async () => {
  await writeFile(join(place.project, "use.mjs"), `${example}console.log(JSON.stringify(numbers));`);
  const { stdout, stderr } = await run(process.execPath, ["use.mjs"], { cwd: place.project });
  assert.equal(stderr, "");
  assert.deepEqual(JSON.parse(stdout), await exampleNumbers());
});

test("an error that a program does not catch is printed in a few short lines that say what is wrong", async () => {
  const start = `
import { createEngine } from "attention-stepper/engine";
import { changeState, defaultState, inputsFromState, stateFromFragment } from "attention-stepper/state";
import { addOwnModels, addTrained } from "attention-stepper/trained";
const engine = await createEngine();
const X = { shape: [2, 2], data: [1, 0, 0, 1] };
`;
  const uncaught = {
    "engine.trace({ heads: 2 }, { X });": "heads: must be 1 without Wq, Wk, Wv, got 2",
    "engine.trace({}, { X: { shape: [2, 2], data: [1] } });": "X.data: must hold 4 numbers for shape [2, 2], got 1",
    "engine.trace({ head: 2 }, { X });": "head: unknown field of a spec; did you mean heads?",
    'engine.trace({}, { X }).tensor("weights");': "stage: weights must be computed first",
    "engine.trace({}, { X: { shape: [20000, 1], data: new Float32Array(20000) } });": "got 4800560000",
    "engine.model({ vocabulary: 0 });": "vocabulary: must be a whole number from 1",
    'stateFromFragment("heads=many");': 'heads: must be an integer from 1 to 16, got "many"',
    'changeState(defaultState, { words: "a b" });': "words: unknown field",
    'inputsFromState(stateFromFragment("recipe=pronoun"), engine);': "recipe: ",
    'await addOwnModels(engine, { recipe: "trained", trained_run: "x" });': "x: unknown field",
  };
  for (const [call, message] of Object.entries(uncaught)) {
    await writeFile(join(place.project, "uncaught.mjs"), start + call);
    const { code, stderr } = await run(process.execPath, ["uncaught.mjs"], { cwd: place.project }).catch(
      (error) => error,
    );
    assert.equal(code, 1, call);
    assert.ok(stderr.includes(message), `${call}\n${stderr}`);
    assert.ok(stderr.length < 2048, `${call}: ${stderr.length} characters`);
  }
});

test("on a server, without a document, the element can be imported, and is undefined", async () => {
  await writeFile(
    join(place.project, "server.mjs"),
    'import { AttentionStepper } from "attention-stepper"; console.log(AttentionStepper);',
  );
  const { stdout, stderr } = await run(process.execPath, ["server.mjs"], { cwd: place.project });
  assert.deepEqual([stdout, stderr], ["undefined\n", ""]);
});

test("the command is installed", async () => {
  const command = join(place.project, "node_modules/.bin/attention-stepper");
  const { stdout } = await run(command, ["render", "#stage=weights"]);
  assert.match(stdout, /^<svg [^]*<\/svg>\n$/);
});

describe("a C program beside the package's sources, as c/README.md shows it", () => {
  /** The program and the line that compiles it. @type {string[]} */
  let [program = "", line = ""] = [];
  before(async () => {
    const readme = await readFile(join(place.installed, "c/README.md"), "utf8");
    [program = "", line = ""] = [...readme.matchAll(/```(?:c|sh)\n([^]*?)```/g)].map(([, text = ""]) => text);
    assert.match(program, /#include "attention.h"/);
  });

  /** @param {"gcc" | "clang"} compiler @param {string} source @returns {Promise<number[]>} what it prints */
  async function printed(compiler, source) {
    await writeFile(join(place.project, "weights.c"), source);
    const command = line
      .replace(/^cc /, `${compiler} -Wall -Wextra -Werror `)
      .replaceAll(/(?<= )c(?=[/ ])/g, "node_modules/attention-stepper/c");
    await run("sh", ["-c", command], { cwd: place.project });
    const { stdout } = await run(join(place.project, "weights"), []);
    return stdout.split(/\s+/).filter(Boolean).map(Number);
  }

  for (const compiler of /** @type {const} */ (["gcc", "clang"]))
    test(`${compiler}: it gives the engine's bits`, async () => {
      const engine = await createEngine();
      const run = engine.trace({ causal: true }, { X: { shape: [3, 2], data: [1, 0, 0, 1, 1, 1] } }).finish();
      assert.deepEqual((await printed(compiler, program)).map(Math.fround), [...run.tensor("weights").data]);
    });

  test("with the numbers of a reference case it gives PyTorch's weights", async () => {
    const { inputs, expected, tolerance_float32 } = JSON.parse(
      await readFile(`${root}tests/reference/cases/no_weights_2.json`, "utf8"),
    );
    const [n, d] = inputs.X.shape;
    const source = program
      .replace("N = 3, D = 2", `N = ${n}, D = ${d}`)
      .replace("{1, 0, 0, 1, 1, 1}", `{${inputs.X.data.join(", ")}}`)
      .replace("spec.causal = 1", "spec.causal = 0");
    const weights = await printed("gcc", source);
    assert.equal(weights.length, n * n);
    for (const [at, want] of expected.weights.data.entries())
      assert.ok(Math.abs((weights[at] ?? NaN) - want) <= tolerance_float32, `${at}: ${weights[at]}, not ${want}`);
  });
});

describe("TypeScript, strict, without skipping libraries' types", () => {
  const strict = ["--strict", "--noEmit", "--noUncheckedIndexedAccess", "--exactOptionalPropertyTypes"];
  const target = ["--target", "es2022", "--lib", "es2022,dom,dom.iterable", "--types", ""];
  const compiler = join(root, "node_modules/typescript/bin/tsc");
  before(() => cp(`${root}tests/bundlers/consumer.ts`, join(place.project, "consumer.ts")));
  /** @param {string} file @param {string} module */
  const compile = async (file, module) => {
    const resolution = module === "nodenext" ? "nodenext" : "bundler";
    const how = [...strict, ...target, "--jsx", "react-jsx", "--module", module, "--moduleResolution", resolution];
    const args = [compiler, "--ignoreConfig", ...how, file];
    return (await run(process.execPath, args, { cwd: place.project }).catch((error) => error)).stdout;
  };

  for (const module of ["nodenext", "esnext"]) {
    test(module, async () => assert.equal(await compile("consumer.ts", module), ""));
  }

  test("every tensor of the engine can be read by its name", async () => {
    const { names } = Engine.coreOf(await createEngine());
    const known = names.tensors.filter((name) => !["mask", "head_mask"].includes(name)); // both are read as allow
    const head = ['import type { Run } from "attention-stepper/engine";', "declare const run: Run;"];
    const lines = [...head, ...known.map((name) => `run.tensor("${name}");`)];
    await writeFile(join(place.project, "tensors.ts"), lines.join("\n"));
    assert.equal(await compile("tensors.ts", "nodenext"), "");
    assert.ok(known.includes("weights") && known.includes("keep"));
  });

  test("React's JSX knows every attribute and event", async () => {
    // The parts of @types/react 19 that the element's types build on, for where React's own are not installed.
    const react = join(place.project, "node_modules/react");
    await mkdir(react, { recursive: true });
    await writeFile(
      join(react, "package.json"),
      '{"name": "react", "type": "module", "exports": {".": "./index.js", "./jsx-runtime": "./jsx-runtime.js"}}',
    );
    await writeFile(
      join(react, "index.d.ts"),
      `export interface HTMLAttributes<T> { className?: string; children?: unknown; onClick?: (event: T) => void }
       export type DetailedHTMLProps<A, T> = A & { ref?: (element: T | null) => void; key?: string };
       export namespace JSX { interface Element {} interface ElementChildrenAttribute { children: {} } interface IntrinsicElements {} }`,
    );
    await writeFile(
      join(react, "jsx-runtime.d.ts"),
      'export { JSX } from "./index.js"; export declare const jsx: any;',
    );
    await writeFile(join(place.project, "jsx.tsx"), jsx());
    assert.equal(await compile("jsx.tsx", "nodenext"), "");
    await rm(react, { recursive: true });
  });

  test("so does the JSX of React's own types", async (t) => {
    const types = `${root}web/examples/packages/node_modules/`;
    if (!existsSync(`${types}@types/react`)) return t.skip("not installed: web/examples/packages");
    const modules = join(place.project, "node_modules");
    for (const name of ["@types/react", "csstype"]) await cp(types + name, join(modules, name), { recursive: true });
    await writeFile(join(place.project, "jsx.tsx"), jsx());
    assert.equal(await compile("jsx.tsx", "nodenext"), "");
    await rm(join(modules, "@types/react"), { recursive: true });
  });

  /** A module that uses every attribute, and some that are wrong. */
  function jsx() {
    const each = [...attributeFields.map(attributeOf), ...ownTexts, "state"].map(
      (name) => `export const a_${name.replaceAll("-", "_")}: Attributes["${name}"] = undefined;`,
    );
    const lines = [
      'import { stepperProps } from "attention-stepper/react";',
      'import type { AttentionStepperAttributes } from "attention-stepper";',
      "type Attributes = { [Name in keyof AttentionStepperAttributes]-?: AttentionStepperAttributes[Name] | undefined };",
      'export const one = <attention-stepper d-k={16} maskMode="after_softmax" className="a" ref={(at) => void at?.ready}>text</attention-stepper>;',
      'export const all = <attention-stepper {...stepperProps({ dK: 16, causal: false, ignoredKeys: [1], state: { heads: 2 }, className: "a",',
      "  ref: (at) => void at?.ready, onAttentionStep: ({ detail }) => console.log(detail.stage) })}>text</attention-stepper>;",
      "// @ts-expect-error: React's server leaves out false",
      "export const lost = <attention-stepper causal={false} />;",
      "// @ts-expect-error: no such property",
      "export const none = stepperProps({ temprature: 2 });",
      "// @ts-expect-error: a number",
      "export const two = <attention-stepper heads={true} />;",
      "// @ts-expect-error: no such attribute",
      'export const three = <attention-stepper sentance="a b" />;',
      ...each,
    ];
    return lines.join("\n");
  }

  test("every attribute of the element is a property of its field's type, and there are no others", async () => {
    const good = attributeFields.map(
      (field, at) => `export const f${at}: State["${field}"] = element.${propertyOf(field)};`,
    );
    const bad = experimentFields.map((field) => `// @ts-expect-error\nelement.${propertyOf(field)};`);
    const head = ['import "attention-stepper";', 'import type { State } from "attention-stepper/state";'];
    const lines = [...head, 'const element = document.createElement("attention-stepper");', ...good, ...bad];
    await writeFile(join(place.project, "fields.ts"), lines.join("\n"));
    assert.equal(await compile("fields.ts", "nodenext"), "");
    assert.ok(good.length > 30 && bad.length > 10);
  });
});
