/** The figures of a transformer's block: norms, residual sums and the MLP, beside attention that reads them. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { createEngine } from "../../web/engine/index.js";
import { equationScene, figureTrace, thumbnailScene, walkScene } from "../../web/figures/index.js";
import { columnX } from "../../web/figures/geometry.js";
import { matrixWidth } from "../../web/figures/layout/sizes.js";
import { indexAt } from "../../web/figures/matrices.js";
import { motionOf, movedWith, sceneAt } from "../../web/figures/scene/motion.js";
import { svgOf } from "../../web/figures/painters/svg.js";
import { blocks } from "../support/blocks/blocks.js";
import { checkLayout } from "../support/scene-layout.js";

/** @typedef {import("../../web/engine/index.js").Run} Run */
/** @typedef {import("../../web/figures/types.js").Scene} Scene */

const engine = await createEngine();
const tokens = ["the", "old", "road", "home"];
const names = /** @type {(keyof typeof blocks)[]} */ (Object.keys(blocks));

/** @param {string} id @param {Record<string, string | number>} [args] */
function t(id, args = {}) {
  if (id.includes("-note-partial")) return `${Object.entries(args).join(" ")}`;
  return id.includes("-note") ? "" : id.replace(/^(figure|operation)-/, "");
}

/** @param {keyof typeof blocks} name */
function traced(name) {
  const { spec, inputs } = blocks[name];
  const run = engine.trace(spec, inputs).finish();
  return { run, trace: figureTrace(run, inputs) };
}

/**
 * @param {import("../../web/figures/types.js").Trace} trace
 * @param {string} stage
 * @param {object} [more]
 */
const draw = (trace, stage, more = {}) =>
  equationScene({
    stage,
    head: 0,
    trace,
    t,
    width: 760,
    theme: "light",
    labels: { queries: tokens.slice(0, 3), keys: tokens },
    ...more,
  });

/** @param {Scene} scene */
const idsOf = ({ matrices }) => matrices.map(({ id }) => id).join(" ");

/** @param {Scene} scene @param {string} [role] */
const textsOf = ({ texts }, role = "operator") =>
  texts
    .filter((text) => text.role === role)
    .map(({ text }) => text)
    .join(" ");

const equations = /** @type {[keyof typeof blocks, string, string, string][]} */ ([
  ["pre-norm", "norm_1", "X norm_1_weight norm_1_bias norm_1", "layernorm ⊙ + ="],
  ["pre-norm", "Q", "norm_1 Wq Q", "· ="],
  ["pre-norm", "V", "norm_1 Wv V", "· ="],
  ["pre-norm", "residual_1", "X output residual_1", "+ ="],
  ["pre-norm", "norm_2", "residual_1 norm_2_weight norm_2_bias norm_2", "layernorm ⊙ + ="],
  ["pre-norm", "mlp_hidden", "norm_2 W_up b_up mlp_hidden", "· + ="],
  ["pre-norm", "mlp_activated", "mlp_hidden mlp_activated", "gelu"],
  ["pre-norm", "mlp_output", "mlp_activated W_down b_down mlp_output", "· + ="],
  ["pre-norm", "residual_2", "residual_1 mlp_output residual_2", "+ ="],
  ["post-norm", "Q", "X Wq Q", "· ="],
  ["post-norm", "norm_1", "residual_1 norm_1_weight norm_1_bias norm_1", "layernorm ⊙ + ="],
  ["post-norm", "mlp_hidden", "norm_1 W_up b_up mlp_hidden", "· + ="],
  ["post-norm", "mlp_activated", "mlp_hidden mlp_activated", "relu"],
  ["post-norm", "residual_2", "norm_1 mlp_output residual_2", "+ ="],
  ["post-norm", "norm_2", "residual_2 norm_2_weight norm_2_bias norm_2", "layernorm ⊙ + ="],
  ["post-norm without residuals", "norm_1", "output norm_1_weight norm_1_bias norm_1", "layernorm ⊙ + ="],
  ["norms on both sides", "output_norm", "output output_norm_weight output_norm", "rmsnorm ⊙ (1 + ) ="],
  [
    "LayerNorm on both sides",
    "mlp_output_norm",
    "mlp_output mlp_output_norm_weight mlp_output_norm_bias mlp_output_norm",
    "layernorm ⊙ + =",
  ],
  ["norms on both sides", "residual_1", "X output_norm residual_1", "+ ="],
  ["norms on both sides", "residual_2", "residual_1 mlp_output_norm residual_2", "+ ="],
  ["norms on both sides", "Q", "norm_1 Wq Q_projected q_norm_weight Q", "· = rmsnorm ⊙ (1 + ) ="],
  ["parallel residuals", "norm_2", "X norm_2_weight norm_2_bias norm_2", "layernorm ⊙ + ="],
  ["parallel residuals", "residual_2", "X output mlp_output residual_2", "+ + ="],
  ["a gated MLP", "K", "norm_1 Wk K_projected k_norm_weight k_norm_bias K", "· = layernorm ⊙ + ="],
  ["a gated MLP", "mlp_hidden", "norm_2 W_gate b_gate mlp_hidden", "· + ="],
  ["a gated MLP", "mlp_up", "norm_2 W_up b_up mlp_up", "· + ="],
  ["a gated MLP", "mlp_activated", "mlp_hidden mlp_up mlp_activated", "silu ⊙ ="],
  ["without norms", "mlp_hidden", "residual_1 W_up b_up mlp_hidden", "· + ="],
  ["RMSNorm without weights", "norm_1", "X norm_1", "rmsnorm"],
  ["without weights of attention", "K", "norm_1 K_projected k_norm_weight K", "= rmsnorm ⊙ ="],
  ["cross-attention", "Q", "norm_1 Wq Q_projected q_norm_weight Q", "· = rmsnorm ⊙ ="],
  ["cross-attention", "V", "C Wv V", "· ="],
]);

test("each stage of a block shows its equation", () => {
  for (const [name, stage, ids, operators] of equations) {
    const { run, trace } = traced(name);
    const scene = draw(trace, stage);
    assert.equal(idsOf(scene), ids, `${name} ${stage}`);
    assert.equal(textsOf(scene), operators, `${name} ${stage}`);
    run.free();
  }
});

/** The tensors from which a number is computed. @param {Run} run @param {string} stage @returns {string[]} */
function readBy(run, stage) {
  const last = run.shape(stage).map((size) => size - 1);
  const { terms, weight, bias } = run.explain(stage, last);
  return [...terms, weight, bias].flatMap((term) => term?.stage ?? []);
}

test("the operands of every figure are what the explanations read, with the walk's numbers", () => {
  for (const name of names) {
    const { run, trace } = traced(name);
    const ofBlock = run.stages.filter(
      (stage) => /^(norm|Q|K|V|output|residual|mlp)/.test(stage) && !/_rot/.test(stage),
    );
    for (const stage of ofBlock) {
      const { matrices } = draw(trace, stage);
      const own = matrices.filter(({ result }) => !result).map((matrix) => matrix.stage);
      const projected = readBy(run, stage).filter((id) => id.endsWith("_projected"));
      const wanted = new Set([stage, ...projected].flatMap((id) => readBy(run, id)));
      assert.deepEqual([...new Set(own)].sort(), [...wanted].sort(), `${name} ${stage}`);
      assert.deepEqual(
        matrices.filter(({ result }) => result).map((matrix) => matrix.stage),
        [stage],
      );
      for (const matrix of matrices) {
        const { shape, data } = blocks[name].inputs[matrix.stage] ?? run.tensor(matrix.stage);
        matrix.values.forEach((value, at) => {
          const index = indexAt(matrix, Math.floor(at / matrix.columns), at % matrix.columns);
          assert.equal(value, data[index.reduce((flat, i, axis) => flat * (shape[axis] ?? 1) + i, 0)], matrix.id);
        });
      }
    }
    run.free();
  }
});

test("nothing overlaps, in figures of any width, of all heads, enlarged and as pictures", () => {
  for (const name of names) {
    const { run, trace } = traced(name);
    for (const stage of run.stages) {
      for (const looks of [{}, { width: 340 }, { width: 1200 }, { head: "all" }, { width: 340, enlarged: true }]) {
        const scene = draw(trace, stage, looks);
        checkLayout(scene, `${name} ${stage} ${JSON.stringify(looks)}`);
      }
      const small = { stages: [stage], head: 0, trace, width: 72, height: 72, theme: /** @type {const} */ ("dark") };
      assert.ok(thumbnailScene(small).matrices.length > 0, stage);
      assert.match(svgOf(draw(trace, stage)), /^<svg/);
    }
    const view = { stage: "output", head: 0, trace, nameOf: (/** @type {string} */ id) => id, width: 760 };
    assert.ok(walkScene({ ...view, theme: "light" }).matrices.length >= run.stages.length);
    run.free();
  }
});

test("columns that RoPE rotates together have gaps around them, also where it rotates only some", () => {
  const shown = /** @type {[keyof typeof blocks, number, string][]} */ ([
    ["a gated MLP", 2, ""],
    ["a part of the dimensions", 2, "dims,4 half,2"],
    ["a part of the dimensions, by halves", 2, "dims,4 half,2"],
    ["RoPE, linear", 3, ""],
  ]);
  for (const [name, block, note] of shown) {
    const { run, trace } = traced(name);
    const scene = draw(trace, "Q_rot");
    assert.equal(idsOf(scene), "Q Q_rot", name);
    assert.equal(textsOf(scene, "note"), note, name);
    for (const matrix of scene.matrices) {
      assert.equal(matrix.block, block, name);
      const end = columnX(matrix, matrix.columns - 1) + matrix.cellWidth - matrix.x;
      assert.equal(matrixWidth(matrix, matrix.cellWidth), end, name);
    }
    run.free();
  }
});

test("blocks of columns that do not fill a matrix are counted with their gaps", () => {
  const part = /** @type {import("../../web/figures/types.js").Part} */ (
    /** @type {unknown} */ ({ columns: 10, block: 4, ownBlockGap: 5 })
  );
  assert.equal(matrixWidth(part, 10), 110);
});

/** @param {Run} run @param {string} stage @param {number} row */
function motionIn(run, stage, row) {
  const [, columns = 0] = run.shape(stage);
  const all = Array.from({ length: columns }, (_, column) => run.explain(stage, [row, column]));
  const inspected = all[2];
  const motion = motionOf(
    inspected,
    (movedWith(stage) === "row" ? all : [inspected]).map(({ index: place }) => place),
    (place) => all.find(({ index: other }) => other.join() === place.join()) ?? inspected,
  );
  assert.ok(motion, stage);
  return { motion, inspected, columns };
}

test("norms, sums and activations turn the numbers of a row one after another", () => {
  const { run, trace } = traced("a gated MLP");
  for (const [stage, from, read] of /** @type {[string, string, string[]][]} */ ([
    ["norm_1", "X", ["X", "norm_1_weight"]],
    ["residual_1", "X", ["X", "output"]],
    ["mlp_activated", "mlp_hidden", ["mlp_hidden", "mlp_up"]],
    ["residual_2", "residual_1", ["residual_1", "mlp_output"]],
  ])) {
    const { motion, inspected, columns } = motionIn(run, stage, 1);
    assert.equal(motion.steps, columns, stage);
    const { shown, lit, note } = motion.momentAt(3);
    const values = run.tensor(from).data.slice(columns + 3, 2 * columns);
    assert.deepEqual([...shown.values()], [...values], `${stage}: the others are still those of ${from}`);
    assert.deepEqual([...new Set(lit.map((term) => term.stage))], read, stage);
    assert.equal(lit.length, stage === "norm_1" ? columns + 1 : read.length, stage);
    assert.equal(note.id, "motion-turned");
    assert.equal(note.args.after, inspected.value.toFixed(4).replace("-", "−"), stage);
    assert.equal(motion.momentAt(columns).shown.size, 0, stage);
    assert.ok(sceneAt(draw(trace, stage), motion.momentAt(3), inspected).rings.length > 1, stage);
  }
  const { motion, inspected } = motionIn(run, "mlp_output", 1);
  assert.equal(motion.steps, Math.ceil(inspected.terms.length / 2), "a product adds its products");
  run.free();
});

test("what is added to the residual stream has the columns of X, and names have subscripts", () => {
  const { run, trace } = traced("a gated MLP");
  const X = ["a", "b", "c", "d", "e", "f", "g", "h"];
  const labels = { queries: tokens.slice(0, 3), keys: tokens, dimensions: { X } };
  const shown = /** @type {[string, string[], string[]][]} */ ([
    ["norm_1", ["X", "norm_1_weight", "norm_1"], ["X", "norm 1 weight", "norm_1"]],
    ["mlp_output", ["W_down", "b_down", "mlp_output"], ["mlp activated", "W_down", "b_down", "mlp output"]],
    ["residual_1", ["X", "residual_1"], ["X", "output", "residual_1"]],
    ["mlp_hidden", ["norm_2"], ["norm_2", "W_gate", "b_gate", "mlp hidden"]],
    ["K", ["norm_1"], ["norm_1", "Wk", "K_projected", "k norm weight", "k norm bias", "K"]],
  ]);
  for (const [stage, labelled, named] of shown) {
    const { matrices } = draw(trace, stage, { labels });
    const withX = matrices.filter(({ columnLabels }) => columnLabels?.join() === X.join());
    assert.deepEqual(
      withX.map(({ id }) => id),
      labelled,
      stage,
    );
    assert.deepEqual(
      matrices.map(({ name }) => name),
      named.map((name) => name.replace("Wk", "W_k")),
      stage,
    );
  }
  const gate = draw(trace, "mlp_hidden", { labels }).matrices.find(({ id }) => id === "W_gate");
  assert.deepEqual(gate?.rowLabels, X);
  run.free();
});
