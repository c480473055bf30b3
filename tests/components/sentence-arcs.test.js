/** The picture of the first screen: a sentence, and arcs from one word to those that it looks at. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { layOutSentence } from "../../web/components/trained/sentence-arcs.js";

const words = ["·", "The", "animal", "cannot", "cross", "the", "road", "because", "it", "is", "too", "tired"];
const reader = words.indexOf("it");
/** As wide as type of this kind is on average. @param {string} word */
const measure = (word) => 8.2 * word.length;

/** Weights of the reader: what is not given goes to "animal". @param {Record<number, number>} given by index */
function weightsWith(given) {
  const weights = words.map((_, at) => given[at] ?? 0);
  const rest = 1 - weights.reduce((sum, weight) => sum + weight, 0);
  return weights.map((weight, at) => weight + (at === 2 ? rest : 0));
}

/** Points along a path of one cubic curve, evaluated by its definition. @param {string} path "Mx yCx y x y x y" */
function pointsOf(path) {
  const [x0 = 0, y0 = 0, x1 = 0, y1 = 0, x2 = 0, y2 = 0, x3 = 0, y3 = 0] = path.slice(1).split(/[C ]/).map(Number);
  return Array.from({ length: 101 }, (_, at) => {
    const [t, u] = [at / 100, 1 - at / 100];
    const along = (/** @type {number[]} */ [a = 0, b = 0, c = 0, d = 0]) =>
      u ** 3 * a + 3 * u * u * t * b + 3 * u * t * t * c + t ** 3 * d;
    return { x: along([x0, x1, x2, x3]), y: along([y0, y1, y2, y3]) };
  });
}

const cases = [weightsWith({}), weightsWith({ 0: 0.9 }), weightsWith({ 6: 0.02, 8: 0.3 }), weightsWith({ 11: 0.954 })];

test("where there is room the sentence stands on one line, as wide as the place, with the arcs above it", () => {
  for (const weights of cases) {
    const { words: placed, lines, scale, height, width } = layOutSentence({ words, weights, reader }, 1189, measure);
    assert.equal(new Set(placed.map(({ y }) => y)).size, 1);
    assert.ok(Math.abs(scale * width - 1189) < 1e-6);
    for (const { at, path, width: thick } of lines) {
      const points = pointsOf(path);
      assert.ok(Math.abs((points[0]?.x ?? 0) - (placed[reader]?.x ?? NaN)) < 0.1, "from the reader");
      assert.ok(Math.abs((points.at(-1)?.x ?? 0) - (placed[at]?.x ?? NaN)) < 0.1, "to the word");
      for (const { y } of points) assert.ok(y - thick / 2 >= 0 && y + thick / 2 < (placed[0]?.y ?? 0), `${at}: ${y}`);
    }
    assert.ok(height > (placed[0]?.y ?? 0));
  }
});

test("the picture is as high whichever word is looked at: nothing below it moves", () => {
  const heights = cases.map((weights) => layOutSentence({ words, weights, reader }, 1189, measure).height);
  assert.equal(new Set(heights).size, 1);
});

test("on a phone each word with an arc ends its line, and arcs stay inside, right of all words that they pass", () => {
  for (const width of [296, 366])
    for (const weights of cases) {
      const { words: placed, lines, width: units } = layOutSentence({ words, weights, reader }, width, measure);
      for (const { at, path, width: thick } of lines) {
        const { x = 0, y = 0 } = placed[at] ?? {};
        assert.ok(!placed.some((other) => other.y === y && other.x > x), `${words[at]} ends its line`);
        for (const point of pointsOf(path)) assert.ok(point.x + thick / 2 <= units + 0.5, `${words[at]} ${point.x}`);
      }
      placed.forEach(({ x }, at) => assert.ok(x === 0 || x + measure(words[at] ?? "") <= units, words[at]));
    }
});

test("thicker is larger: width grows with the weight, and weights under 0.4 % have no arc", () => {
  const weights = weightsWith({ 0: 0.003, 6: 0.05, 11: 0.2 });
  const { lines } = layOutSentence({ words, weights, reader }, 1189, measure);
  assert.deepEqual(
    lines.map(({ at }) => at),
    [6, 11, 2],
  );
  assert.ok(lines.every(({ width }, at) => at === 0 || width > (lines[at - 1]?.width ?? Infinity)));
});

test("another font moves nothing below the picture, and breaks no line elsewhere", () => {
  for (const width of [296, 366, 720, 1189, 1900])
    for (const weights of cases) {
      const pictures = [7.9, 8.2, 8.9].map((letter) => {
        const drawing = layOutSentence({ words, weights, reader }, width, (word) => letter * word.length);
        const lines = drawing.words.map(({ y }) => y);
        return {
          height: Math.round(drawing.height * drawing.scale),
          breaks: lines.map((y, at) => y === lines[at - 1]),
        };
      });
      for (const picture of pictures) assert.deepEqual(picture, pictures[0], `${width} px`);
    }
});
