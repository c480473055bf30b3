/** Small pictures of steps, in the list of lessons and at the finish: each is there, and shows the numbers of its walk. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { abilities } from "../../web/course/abilities.js";
import { lessonOf, path } from "../../web/course/course.js";
import { miniatureOf } from "../../web/course/pictures/miniature.js";
import { drawStep } from "../../web/course/pictures/of-step.js";
import { createEngine } from "../../web/engine/training-engine.js";
import { addTrained } from "../../web/training/trained.js";
import { computeWalk, viewOf } from "../../web/view/view.js";
import { words } from "../../web/words/words.js";

const engine = await createEngine();
addTrained(engine);
const { t } = words("en");

/** The step, which must have a picture and a question: it is drawn answered. @param {string} lesson @param {string | undefined} id */
function stepOf(lesson, id) {
  const step = lessonOf(lesson).steps.find((each) => each.id === id);
  assert.ok(step?.picture && step.question, `${lesson}, ${id}`);
  return { ...step, picture: step.picture };
}

/** The small picture of a step, with the walk that it shows. @param {string} lesson @param {string | undefined} id */
const drawn = (lesson, id) =>
  drawStep(stepOf(lesson, id), {
    answered: true,
    compute: (state) => computeWalk(state, engine, new Map()),
    see: (state, walk) => viewOf(state, walk, { t, theme: "light", cell: null }),
    draw: (of) => ({
      miniature: miniatureOf(of),
      numbersOf: Object.fromEntries(
        ["weights", "V", "context"].map((stage) => [stage, Array.from(of.view.run.tensor(stage).data, Number)]),
      ),
      keys: of.view.keys,
    }),
  });

/** Rectangles of a look. @param {import("../../web/course/pictures/miniature.js").Miniature} miniature @param {string} look */
const rects = ({ shapes }, look) =>
  shapes.flatMap((shape) => (shape.tag === "rect" && shape.look === look ? [shape] : []));

/** @param {number} a @param {number} b */
const near = (a, b, within = 1e-4) => assert.ok(Math.abs(a - b) <= within * Math.max(1, Math.abs(b)), `${a}, ${b}`);

const all = [
  ...path.map(({ id, picture }) => ({ lesson: id, step: picture })),
  ...abilities.map(({ lesson, step }) => ({ lesson, step })),
];

test("each lesson of the path and each ability has a small picture, without words, within its box, and no two lessons the same", () => {
  const before = engine.memoryUsed;
  const pictures = all.map(({ lesson, step }) => {
    const { miniature } = drawn(lesson, step);
    const { x, y, width, height, shapes } = miniature;
    const where = `${lesson}, ${step}`;
    assert.ok(shapes.length >= 3, where);
    assert.ok([x, y, width, height].every(Number.isFinite) && width > 0 && height > 0, where);
    for (const shape of shapes) {
      assert.notEqual(shape.tag, "text", where);
      assert.notEqual(shape.look, "guess", where);
      assert.doesNotMatch(JSON.stringify(shape), /NaN|null|undefined|Infinity/, where);
      if (shape.tag !== "rect") continue;
      assert.ok(shape.x >= x && shape.x + shape.width <= x + width + 1e-6, where);
      assert.ok(shape.y >= y && shape.y + shape.height <= y + height + 1e-6, where);
    }
    return JSON.stringify(miniature);
  });
  assert.equal(new Set(pictures.slice(0, path.length)).size, path.length);
  assert.equal(engine.memoryUsed, before);
});

test("of a line, the word that looks is ink, the one that gets most violet, and the arc leads from one to the other", () => {
  const { miniature, keys } = drawn("purpose", "tired");
  const dashes = miniature.shapes.flatMap((shape) => (shape.tag === "rect" ? [shape] : []));
  assert.equal(dashes.length, keys.length);
  const looks = dashes.map(({ look }) => look);
  assert.equal(keys[looks.indexOf("ink")], "it");
  assert.equal(keys[looks.indexOf("share")], "animal");
  assert.equal(looks.filter((look) => look === "rest").length, keys.length - 2);
  near(Number(dashes[2]?.width) / Number(dashes[1]?.width), "animal".length / "The".length);
  const arcs = miniature.shapes.flatMap((shape) => (shape.tag === "path" ? [shape.d] : []));
  const middle = (/** @type {number} */ at) => Number(dashes[at]?.x) + Number(dashes[at]?.width) / 2;
  const [from, , , , , , to] = (arcs[0]?.match(/[\d.]+/g) ?? []).map(Number);
  assert.equal(arcs.length, 1);
  near(Number(from), middle(keys.indexOf("it")), 0.01);
  near(Number(to), middle(keys.indexOf("animal")), 0.01);
});

test("of a mix, the filled parts make the row below, in the ratio of the context's numbers", () => {
  const { miniature, numbersOf, keys } = drawn("mix", "alive");
  const { weights = [], V = [], context = [] } = numbersOf;
  const shares = rects(miniature, "share");
  assert.deepEqual(
    shares.map(({ width }) => (width / Number(shares[0]?.width)).toFixed(4)),
    weights.map((share) => (share / Number(weights[0])).toFixed(4)),
  );
  const [wholes, parts] = [rects(miniature, "value"), rects(miniature, "part")];
  const floor = Math.max(...parts.map(({ y }) => y));
  const totals = parts.filter(({ y }) => y === floor);
  assert.equal(wholes.length, V.length);
  for (const column of [0, 1]) {
    const largest = Math.max(...keys.map((_, key) => Number(V[2 * key + column])));
    const longest = Math.max(
      ...wholes.slice(column * keys.length, (column + 1) * keys.length).map(({ width }) => width),
    );
    near(Number(totals[column]?.width) / longest, Number(context[column]) / largest);
  }
});

test("of a table, one stroke hatches each cell that is hidden, and colours reach from nothing to the whole colour", () => {
  const { miniature, numbersOf } = drawn("order-future", "first");
  const hidden = Number(numbersOf.weights?.filter((share) => share === 0).length);
  assert.equal(hidden, 15); // of six words, each sees itself and those before it
  const strokes = miniature.shapes.filter(({ look }) => look === "hatch");
  assert.equal(strokes.length, hidden);
  for (const stroke of strokes) assert.equal(stroke.tag === "path" && stroke.d.match(/[ML]/g)?.length, 2);
  near(Math.max(...rects(miniature, "share").map(({ opacity }) => Number(opacity))), 1);
});
