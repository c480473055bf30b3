/** Attention as lines: which weights have a line, between which tokens, how strong, and which line a point hits. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { headLinesScene, linkAt, paintCanvas, palettes } from "../../web/figures/index.js";
import { svgOf } from "../../web/figures/painters/svg.js";
import { headColours } from "../../web/figures/scene/head-lines.js";

const tokens = ["one", "two", "three"];
const words = { query: "query", key: "key", note: "note" };
// Two heads; the last token attends to the first two keys in both.
const data = [1, 0, 0, 0.3, 0.7, 0, 0.6, 0.39, 0.01, 1, 0, 0, 0.015, 0.985, 0, 0.25, 0.25, 0.5];
const given = {
  stage: "weights",
  tensor: { shape: [2, 3, 3], data },
  queries: tokens,
  keys: tokens,
  words,
  headNames: ["head 1", "head 2"],
  width: 700,
  theme: /** @type {const} */ ("light"),
};

test("every weight from 0.02 up is a line from its query to its key; hidden and smaller weights have none", () => {
  const { links, lines } = headLinesScene({ ...given, head: 0 });
  const seen = links.map(({ cell }) => cell.index.join()).sort();
  assert.deepEqual(seen, ["0,0,0", "0,1,0", "0,1,1", "0,2,0", "0,2,1"]);
  assert.equal(lines.length, links.length);
  const level = links.find(({ cell }) => cell.index.join() === "0,1,1");
  assert.equal(level?.points[1], level?.points[3], "the same token stands on one height");
  const widths = new Map(links.map((link, at) => [link.weight, lines[at]?.width ?? 0]));
  const heaviest = [...widths].sort(([a], [b]) => a - b).map(([, width]) => width);
  assert.deepEqual(
    heaviest,
    [...heaviest].sort((a, b) => a - b),
    "heavier is wider",
  );
  assert.equal(headLinesScene({ ...given, head: "all" }).links.length, 5 + 5);
});

test("the selected query's lines are highlighted, the selected weight's in ink and on top", () => {
  const cell = { stage: "weights", index: [0, 2, 1] };
  const { links, lines, texts } = headLinesScene({ ...given, head: 0, cell });
  assert.deepEqual(links.at(-1)?.cell, cell);
  assert.equal(lines.at(-1)?.colour, palettes.light.text);
  assert.deepEqual(
    texts.filter(({ weight }) => weight === 600).map(({ text }) => text),
    ["three", "two"],
  );
  const plain = headLinesScene({ ...given, head: 0, cell: { stage: "raw", index: [0, 2, 1] } });
  assert.ok(plain.lines.every(({ colour }) => colour !== palettes.light.text));
});

test("where only one row means anything, only its lines are drawn and hit, and the other queries’ words are muted", () => {
  const scene = headLinesScene({ ...given, head: "all", only: 2 });
  assert.deepEqual(
    scene.links.map(({ cell }) => cell.index[1]),
    [2, 2, 2, 2, 2],
  );
  assert.equal(scene.lines.length, scene.links.length);
  const { text, muted } = palettes.light;
  const colours = scene.texts.filter(({ role }) => role === "row").map(({ colour }) => colour);
  assert.deepEqual(colours, [muted, muted, text, text, text, text]);
  const [left = 0, , right = 0] = scene.links[0]?.points ?? [];
  const first = scene.texts.find((each) => each.text === "one");
  assert.equal(linkAt(scene, left - 12, first?.y ?? 0), null);
  assert.equal(linkAt(scene, right + 12, first?.y ?? 0)?.index[1], 2);
  assert.deepEqual(headLinesScene({ ...given, head: 0, only: -1 }).links, []);
});

test("the names above the tokens stay inside the figure, also above short words", () => {
  for (const named of [words, { query: "looks", key: "looked at", note: "" }]) {
    const measure = (/** @type {string} */ text, /** @type {number} */ size) => text.length * size * 0.5;
    const short = ["a", "b", "c"];
    const scene = headLinesScene({ ...given, queries: short, keys: short, head: 0, words: named, width: 300, measure });
    const [left, right] = [named.query, named.key].map((name) => scene.texts.find(({ text }) => text === name));
    assert.ok(left && right);
    assert.ok(left.x - measure(left.text, left.size) >= 0);
    assert.ok(right.x + measure(right.text, right.size) <= Math.min(scene.width, 300));
  }
});

test("the note below takes as many lines as it needs, inside the figure", () => {
  const measure = (/** @type {string} */ text, /** @type {number} */ size) => text.length * size * 0.5;
  const note = "Thicker means more attention; shares below 2 % have no line.";
  for (const width of [250, 300, 700]) {
    const scene = headLinesScene({ ...given, head: 0, words: { ...words, note }, width, measure });
    const notes = scene.texts.filter(({ role }) => role === "note");
    assert.equal(notes.map(({ text }) => text).join(" "), note);
    for (const { x, y, text, size } of notes) {
      assert.ok(x + measure(text, size) <= scene.width, `${text}: ${width}`);
      assert.ok(y < scene.height);
    }
    assert.equal(new Set(notes.map(({ y }) => y)).size, notes.length);
  }
});

test("a point on a line selects its weight, a point at a word its largest weight, and other points nothing", () => {
  const scene = headLinesScene({ ...given, head: 0 });
  for (const { cell, points } of scene.links) {
    const [left, from, right, to] = points;
    const share = 0.45;
    const hit = linkAt(scene, left + share * (right - left), from + share * (to - from));
    assert.deepEqual(hit, cell);
  }
  const [left, , right] = scene.links[0]?.points ?? [];
  const third = scene.links.find(({ cell }) => cell.index[1] === 2)?.points[1] ?? NaN;
  assert.deepEqual(linkAt(scene, (left ?? 0) - 12, third)?.index, [0, 2, 0]);
  const second = scene.links.find(({ cell }) => cell.index.join() === "0,1,1")?.points[1] ?? NaN;
  assert.deepEqual(linkAt(scene, (right ?? 0) + 12, second)?.index, [0, 1, 1]);
  assert.equal(linkAt(scene, 5, 5000), null);
  assert.equal(linkAt({ ...scene, links: [] }, 5, 5), null);
});

test("16 heads have 16 colours, each with contrast 3:1 to the background, in both themes", () => {
  const luminance = (/** @type {string} */ colour) => {
    const parts = [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16) / 255);
    const [r = 0, g = 0, b = 0] = parts.map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  for (const theme of /** @type {const} */ (["light", "dark"])) {
    const colours = headColours(16, theme);
    assert.equal(new Set(colours).size, 16);
    for (const colour of colours) {
      const [a, b] = [luminance(colour), luminance(palettes[theme].background)].sort((x, y) => y - x);
      assert.ok(((a ?? 0) + 0.05) / ((b ?? 0) + 0.05) >= 3, `${theme} ${colour}`);
    }
  }
});

test("hundreds of tokens keep labels apart and the figure inside its width", () => {
  const n = 300;
  const many = Array.from({ length: n }, (_, at) => `token ${at}`);
  const tensor = {
    shape: [1, n, n],
    data: Float32Array.from({ length: n * n }, (_, at) => (at % (n + 1) === 0 ? 1 : 0)),
  };
  const scene = headLinesScene({ ...given, tensor, head: 0, queries: many, keys: many, width: 330 });
  assert.equal(scene.links.length, n);
  assert.ok(scene.width <= 330);
  const rows = scene.texts.filter(({ role, anchor }) => role === "row" && anchor === "end").map(({ y }) => y);
  for (let at = 1; at < rows.length; at++) assert.ok((rows[at] ?? 0) - (rows[at - 1] ?? 0) >= 14.9);
});

test("SVG and canvas draw the lines", () => {
  const scene = headLinesScene({ ...given, head: "all" });
  assert.equal([...svgOf(scene).matchAll(/<polyline/g)].length, scene.lines.length);
  let strokes = 0;
  const context = new Proxy(
    {},
    { get: (_, name) => () => (name === "stroke" ? strokes++ : { width: 1 }), set: () => true },
  );
  paintCanvas(/** @type {any} */ (context), scene);
  assert.equal(strokes, scene.lines.length);
});
