/** The references of the JavaScript and C APIs list and describe everything that is public. Needs a finished build. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { lessons } from "../../web/course/course.js";
import { allStages } from "../../web/engine/stages.js";
import { readLearnLink } from "../../web/course/link.js";
import { words } from "../../web/words/words.js";
import { dist, readText } from "../support/machine.js";

const learn = ["c/learn/backward.h", "c/model/model.h", "c/model/optimizers.h"];
const headers = ["c/attention.h", ...learn, "c/fused/fast.h", "c/random/random.h"];

/** @param {string} html @returns {string} the text that a reader sees */
const textOf = (html) =>
  html
    .replace(/<[^>]*>/g, "")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&#39;", "'")
    .replaceAll("&amp;", "&");

/**
 * @param {string} page
 * @returns {Map<string, {code: string, description: string}>} by heading: the code that a section lists, and its text
 */
function sectionsOf(page) {
  const html = readText(`web/dist/docs/${page}.html`);
  const parts = html.split(/(?=<h[234])/).slice(1);
  return new Map(
    parts.map((part) => {
      const [, heading = "", body = ""] = /^<h\d[^>]*>([^]*?)<\/h\d>([^]*)$/.exec(part) ?? [];
      const listings = [...body.matchAll(/<figure class="listing">[^]*?<\/figure>/g)].map(([listing]) => listing);
      const description = listings.reduce((text, listing) => text.replace(listing, ""), body);
      return [textOf(heading), { code: textOf(listings.join("\n")), description: textOf(description).trim() }];
    }),
  );
}

const javascript = sectionsOf("javascript");
const c = sectionsOf("c");

/** @param {object} object @returns {string[]} names of the public members of the object and its classes */
function namesOf(object) {
  /** @type {Set<string>} */
  const names = new Set();
  for (let proto = Object.getPrototypeOf(object); proto !== Object.prototype; proto = Object.getPrototypeOf(proto))
    for (const name of Object.getOwnPropertyNames(proto)) names.add(name);
  names.delete("constructor");
  return [...names, ...Object.keys(object)];
}

test("every export of both modules is described", async () => {
  for (const name of ["engine", "state"])
    for (const exported of Object.keys(await import(`${dist}${name}.js`))) {
      const section = javascript.get(exported) ?? assert.fail(exported);
      assert.ok(section.code !== "" || exported === "AttentionError", exported);
      assert.ok(section.description !== "" || exported === "defaultState", exported);
    }
});

test("every method and property of the objects that the engine creates is described", async () => {
  const { createEngine } = await import(`${dist}engine.js`);
  const engine = await createEngine();
  const W = { shape: [2, 2], data: [1, 0, 0, 1] };
  const weights = { Wq: W, Wk: W, Wv: W };
  const run = engine.trace({}, { X: W, ...weights });
  const made = {
    Engine: engine,
    Run: run,
    Layer: engine.layer({}, weights),
    Cache: engine.cache({ causal: true }, weights, { capacity: 2 }),
    TorchRandom: engine.torchRandom(1),
    Model: engine.model({ vocabulary: 2, n: 2, d_model: 2, layers: [{}] }),
    Tiles: run.tiles({ queries: 1, keys: 1 }),
  };
  for (const [owner, object] of Object.entries(made)) {
    assert.ok(javascript.has(owner), owner);
    for (const name of namesOf(object)) {
      const section = javascript.get(`${owner}.${name}`) ?? assert.fail(`${owner}.${name}`);
      assert.ok(
        section.code.includes(name) && section.description.length > 5,
        `${owner}.${name}: ${section.description}`,
      );
    }
  }
});

test("functions that take tensors state their shapes, and functions that throw say so", () => {
  /** @param {string} name @param {RegExp[]} patterns */
  const describes = (name, ...patterns) => {
    for (const pattern of patterns) assert.match(javascript.get(name)?.description ?? "", pattern, name);
  };
  const refuses = /Throws AttentionError/;
  describes("Engine.trace", /\[n_q, d_model\]/, /\[heads, n_q, n_k\]/, refuses);
  describes("Engine.forward", /\[n_q, d_out\]/, refuses);
  describes("Engine.attend", /\[kv_heads, n_k, d_k\]/, /\[heads, n_q, d_v\]/, refuses);
  describes("Engine.gradients", /\[n_q, d_out\]/, refuses);
  describes("Cache.append", /\[n, d_model\]/, /\[n, d_out\]/, refuses);
  for (const name of [
    "Engine.layer",
    "Engine.cache",
    "Engine.model",
    "Model.step",
    "Run.uses",
    "changeState",
    "checkState",
    "stateFromFragment",
  ])
    describes(name, refuses);
});

test("every function that the WebAssembly exports and every function of the public headers is declared and described", () => {
  const module = new WebAssembly.Module(readFileSync(`${dist}attention-simd128.wasm`));
  const exported = WebAssembly.Module.exports(module).flatMap(({ kind, name }) =>
    kind === "function" && name.startsWith("attention_") ? name : [],
  );
  const stages = headers.flatMap((path) =>
    [...readText(path).matchAll(/^ATTENTION_STAGE [^(]*?(\w+)\(/gm)].map(([, name = ""]) => name),
  );
  assert.ok(exported.length > 40 && stages.length > 30, `${exported.length}, ${stages.length}`);
  for (const name of [...exported, ...stages]) {
    const declares = new RegExp(`\\b${name}\\([^]*?\\);`); // an enum may have the name too
    const named = [...c].filter(([heading]) => heading.split(", ").includes(name));
    const [, section] = named.find(([, { code }]) => declares.test(code)) ?? assert.fail(name);
    assert.ok(section.description.length > 10, `${name}: ${section.description}`);
  }
});

test("every shape and status of the headers is mentioned", () => {
  const page = textOf(readText("web/dist/docs/c.html"));
  for (const path of headers) {
    const header = readText(path);
    const named = [...header.matchAll(/\[[a-z][\w·+, ()]*\]|\bATTENTION_(?!API|STAGE\b|H\b)[A-Z_0-9]+\b/g)].map(
      ([word]) => word,
    );
    const guards = /_H$/;
    for (const word of new Set(named)) assert.ok(guards.test(word) || page.includes(word), `${path}: ${word}`);
  }
});

test("the glossary has every term once, at an anchor of its own, with a link to a step that uses it where one does", () => {
  const { t } = words("en");
  const html = readText("web/dist/docs/glossary.html");
  const inLearn = readText("web/words/locales/en/learn.ftl");
  const isMarked = (/** @type {string} */ id) => new RegExp(`\\[\\[${id.replaceAll("-", "[ -]")}[|\\]]`).test(inLearn);
  const entries = [...html.matchAll(/<dt id="([^"]+)">([^<]+)<\/dt>\s*<dd>([^]*?)<\/dd>/g)];
  const ids = [...readText("web/words/locales/en/terms.ftl").matchAll(/^term-([\w-]+) =/gm)]
    .map(([, id = ""]) => id)
    .filter((id) => !/-(here|name)$/.test(id));
  assert.deepEqual(entries.map(([, id]) => id).sort(), ids.sort());
  for (const [, id = "", name = "", body = ""] of entries) {
    assert.equal(name.replaceAll(" ", "-"), id);
    assert.ok(textOf(body).startsWith(t(`term-${id}`)), id);
    const link = /href="[^"#]*#([^"]+)"/.exec(body)?.[1]?.replaceAll("&amp;", "&") ?? "";
    if (!isMarked(id)) {
      assert.equal(link, "", `${id} is explained beside a stage, not in Learn`);
      continue;
    }
    const { position, leftOut } = readLearnLink(link);
    assert.deepEqual(leftOut, [], link);
    const lesson = lessons.find((each) => each.id === position.lesson);
    const step = lesson?.steps[position.step];
    assert.ok(lesson && step, link);
    const said = readText("web/words/locales/en/learn.ftl")
      .split(/\n(?=[a-z])/)
      .filter((message) =>
        [
          `lesson-${lesson.id}-${step.id}`,
          ...(step.misconceptions ?? []).map((misconception) => `misconception-${misconception}`),
        ].some((start) => message.startsWith(start)),
      );
    const marks = said.join("\n").matchAll(/\[\[([^\]|]+)/g);
    assert.ok([...marks].map(([, term]) => term?.replaceAll(" ", "-")).includes(id), `${link} uses ${id}`);
  }
});

test("the one-page reference has every stage in order, with PyTorch that assigns it", () => {
  const html = readText("web/dist/docs/stages.html");
  const rows = [...html.matchAll(/<tr><th scope="row"><code>(\w+)<\/code> ([^]*?)<\/tr>/g)];
  assert.deepEqual(
    rows.map(([, id]) => id),
    allStages,
  );
  for (const [, id = "", row = ""] of rows) {
    const [, formula = "", shape = "", code = "", source = ""] = row.split("<td>").map(textOf);
    assert.ok(formula !== "" && source !== "", id);
    assert.match(shape, /^\[.+\]$/, id);
    assert.match(code, ["E", "C"].includes(id) ? /^given$/ : new RegExp(`^${id} = `), id);
  }
  const code = textOf(/<pre class="functions">([^]*?)<\/pre>/.exec(html)?.[1] ?? "");
  for (const name of ["split", "rotate"]) assert.match(code, new RegExp(`^def ${name}\\(`, "m"));
  for (const name of ["allow", "angle", "column"]) assert.match(code, new RegExp(`^${name} = `, "m"));
});
