/** The map of a layer: its parts and lines are those of the walk, and stand so that each can be read. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { createEngine } from "../../web/engine/index.js";
import { figureTrace } from "../../web/figures/index.js";
import { layerLayout } from "../../web/figures/layer/layout.js";
import { hasLayer, layerMap, partOf } from "../../web/figures/layer/map.js";
import { headsAcross, miniatureScene } from "../../web/figures/layer/miniature.js";
import { kindOf, labelHeight, lengthsBy } from "../../web/figures/layer/sizes.js";
import { rowOf } from "../../web/engine/stages.js";
import { blocks } from "../support/blocks/blocks.js";
import { layers } from "../support/blocks/layer-views.js";

/** @typedef {import("../../web/engine/index.js").Run} Run */
/** @typedef {import("../../web/figures/layer/sizes.js").Node} Node */

const engine = await createEngine();
const walks = Object.entries({ ...blocks, ...layers }).map(([name, { spec, inputs }]) => {
  const run = engine.trace(spec, inputs).finish();
  return { name, run, inputs, parts: layerMap(run) };
});

/** The parts that the stages of a part read, as the explanations of their last numbers say. @param {Run} run @param {readonly string[]} stages */
function readIn(run, stages) {
  const [first = ""] = stages;
  const computed = /** @type {string[]} */ ([...run.stages, ...run.auxiliary]);
  const own = computed.filter((stage) => partOf(stage) === partOf(first) && rowOf(stage)?.kind !== "input");
  const terms = own.flatMap(
    (stage) =>
      run.explain(
        stage,
        run.shape(stage).map((size) => size - 1),
      ).terms,
  );
  const parts = terms.filter(({ stage }) => computed.includes(stage)).map(({ stage }) => partOf(stage));
  return [...new Set(parts)].filter((part) => part !== partOf(first)).sort();
}

for (const { name, run, parts } of walks) {
  test(`${name}: the parts are the stages of the walk, in its order, and read what their numbers are computed from`, () => {
    assert.deepEqual([...parts.flatMap(({ stages }) => stages)].sort(), [...run.stages].sort());
    const firsts = parts.map(({ stages: [first = ""] }) => run.stages.indexOf(first));
    assert.deepEqual(
      firsts,
      [...firsts].sort((a, b) => a - b),
    );
    for (const { id, stages, from } of parts)
      if (!["X", "C"].includes(id)) assert.deepEqual([...from].sort(), readIn(run, stages), id);
  });

  for (const width of [318, 700, 980, 1160]) {
    test(`${name}: at ${width} px every part has a place of its own, and every line is drawn once`, () => {
      const tokens = run.shape("X")[0] ?? 0;
      const lengthsOf = lengthsBy((stage) => run.shape(stage));
      const layout = layerLayout(parts, { width, tokens, wordsWidth: 60, lengthsOf });
      assert.equal(layout.isTall, width < 980);
      assert.deepEqual(
        layout.nodes.map(({ part }) => part.id),
        parts.map(({ id }) => id),
      );
      for (const [at, node] of layout.nodes.entries()) {
        const box = boxOf(node);
        assert.ok(box.left >= 0 && box.right <= Math.max(width, layout.width), node.part.id);
        assert.ok(box.top >= 0 && box.bottom <= layout.height, node.part.id);
        for (const other of layout.nodes.slice(at + 1))
          assert.ok(!overlap(box, boxOf(other)), `${node.part.id} ${other.part.id}`);
      }
      for (const kind of /** @type {const} */ (["lanes", "bands", "links"])) {
        const drawn = layout[kind].filter(({ to }) => to !== "").map(({ from, to }) => `${from} ${to}`);
        assert.deepEqual(drawn, linesOf(parts, kind));
        for (const { d } of layout[kind]) assert.doesNotMatch(d, /NaN|undefined/);
      }
      assert.equal(layout.sums.length, tokens * parts.filter(({ isSum }) => isSum).length);
    });
  }
}

/** The lines of a kind that a map has. @param {import("../../web/figures/layer/map.js").Part[]} parts @param {string} kind */
const linesOf = (parts, kind) =>
  parts.flatMap((to) =>
    to.from
      .map((id) => parts.find((part) => part.id === id) ?? assert.fail(id))
      .filter((from) => kindOf(from, to) === kind)
      .map((from) => `${from.id} ${to.id}`),
  );

/** The box of a part with its name. @param {Node} node */
const boxOf = ({ x, y, width, height, below }) => ({
  left: x,
  right: x + width,
  top: below ? y : y - labelHeight,
  bottom: below ? y + height + labelHeight : y + height,
});

/** @param {ReturnType<typeof boxOf>} a @param {ReturnType<typeof boxOf>} b */
const overlap = (a, b) =>
  Math.min(a.right, b.right) - Math.max(a.left, b.left) > 0.1 &&
  Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 0.1;

/** @param {keyof typeof layers} name */
const named = (name) => walks.find((walk) => walk.name === name) ?? assert.fail(name);

test("pre-norm, post-norm and parallel layers are drawn as what they are", () => {
  const stream = (/** @type {keyof typeof layers} */ name) =>
    named(name)
      .parts.filter(({ block }) => block === "stream")
      .map(({ id }) => id);
  const readBy = (/** @type {keyof typeof layers} */ name, /** @type {string} */ id) =>
    named(name).parts.find((part) => part.id === id)?.from;
  assert.deepEqual(stream("as GPT-2"), ["X", "residual_1", "residual_2"]);
  assert.deepEqual(readBy("as GPT-2", "residual_1"), ["X", "output"]);
  assert.deepEqual(readBy("as GPT-2", "norm_2"), ["residual_1"]);
  assert.deepEqual(stream("as the first transformer"), ["X", "residual_1", "norm_1", "residual_2", "norm_2"]);
  assert.deepEqual(readBy("as the first transformer", "residual_2"), ["norm_1", "mlp_output"]);
  assert.deepEqual(readBy("as Gemma", "residual_2"), ["residual_1", "mlp_output_norm"]);
  assert.deepEqual(stream("side by side"), ["X", "residual_2"]);
  assert.deepEqual(readBy("side by side", "residual_2"), ["X", "output", "mlp_output"]);
  assert.deepEqual(readBy("side by side", "norm_2"), ["X"]);
  assert.deepEqual(stream("an MLP alone"), ["X"]);
  assert.deepEqual(readBy("an MLP alone", "mlp_hidden"), ["output"]);
  assert.ok(!hasLayer({ norm: "none", residual: "none", mlp: "none" }));
  for (const { run } of walks.filter(({ name }) => name in layers)) assert.ok(hasLayer(run.spec));
});

test("a miniature shows every head of its stage, in the colours of the figure, and fills its box", () => {
  const { run, inputs } = named("as Llama");
  const trace = figureTrace(run, inputs);
  for (const [stage, heads] of /** @type {const} */ ([
    ["weights", 4],
    ["K_rot", 2],
    ["residual_2", 1],
  ])) {
    const across = headsAcross(heads, stage === "weights");
    const { matrices } = miniatureScene({ stage, across, trace, width: 90, height: 60, theme: "light" });
    assert.equal(matrices.length, heads);
    const right = Math.max(...matrices.map((matrix) => matrix.x + matrix.columns * matrix.cellWidth));
    const bottom = Math.max(...matrices.map((matrix) => matrix.y + matrix.rows * matrix.cellHeight));
    assert.ok(Math.abs(right - 90) < 1e-9 && Math.abs(bottom - 60) < 1e-9, stage);
    const shown = matrices.flatMap(({ values }) => [...values]);
    assert.deepEqual(shown, [...run.tensor(stage).data]);
  }
});
