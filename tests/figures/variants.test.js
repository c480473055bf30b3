/** The figure of every stage of every variant: its contents, that nothing overlaps, and that its messages are listed. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { sceneOf, sourcesOf } from "../../web/view/scenes.js";
import { findCell, tableOf, thumbnailScene } from "../../web/figures/index.js";
import { svgOf } from "../../web/figures/painters/svg.js";
import { indexAt } from "../../web/figures/matrices.js";
import { droppedShade, hiddenShade } from "../../web/figures/colour/palette.js";
import { checkLayout } from "../support/scene-layout.js";
import { stagesOf, variants, variantView } from "../support/variants/variant-views.js";

/** @typedef {import("../support/variants/variant-views.js").Variant} Variant */
/** @typedef {import("../../web/figures/types.js").Scene} Scene */

const names = /** @type {Variant[]} */ (Object.keys(variants)).filter((name) => !["tall", "huge"].includes(name));

/**
 * @param {Variant} name
 * @param {string} stage
 * @param {object} [looks]
 * @param {number} [width]
 */
function figure(name, stage, looks = {}, width = 760) {
  const view = variantView(name, { stage, ...looks });
  const scene = sceneOf(view, { width });
  return { view, scene };
}

/** @param {Scene} scene */
const idsOf = (scene) => scene.matrices.map(({ id }) => id).join(" ");

/** @param {Scene} scene @param {string} role */
const textsOf = (scene, role) => scene.texts.filter((text) => text.role === role).map(({ text }) => text);

test("the variants cover every stage of the engine", () => {
  const all = new Set(names.flatMap((name) => stagesOf(name)));
  const stages =
    "E P X C Q K V Q_rot K_rot raw scaled biased capped masked weights_unmasked zeroed weights dropped context concat output";
  assert.deepEqual([...all].sort(), stages.split(" ").sort());
});

const equations = /** @type {[Variant, string, string, string][]} */ ([
  ["learned", "X", "E P X", "+ ="],
  ["biases", "K", "X Wk bk K", "· + ="],
  ["tied", "K", "X Wk K", "· ="],
  ["cross", "V", "C Wv V", "· ="],
  ["no weights", "K", "X K", "="],
  ["rope", "Q_rot", "Q Q_rot", "rotate"],
  ["rope halves", "K_rot", "K K_rot", "rotate"],
  ["rope", "raw", "Q_rot K_rot^T raw", "· ="],
  ["shaw", "raw", "Q K^T relK^T raw", "· ( + ) ="],
  ["no scaling", "scaled", "raw scaled", "× 1 ="],
  ["warm", "scaled", "raw scaled", "× 0.25 ="],
  ["alibi", "biased", "scaled bias biased", "+ ="],
  ["t5", "biased", "scaled bias biased", "+ ="],
  ["matrix", "biased", "scaled bias biased", "+ ="],
  ["softcap", "capped", "scaled capped", "cap · tanh"],
  ["everything before", "masked", "capped masked", "mask"],
  ["alibi", "masked", "biased masked", "mask"],
  ["sink", "weights", "masked sink_weight weights", "softmax |"],
  ["plain", "weights", "scaled weights", "softmax"],
  ["leak", "weights_unmasked", "scaled weights_unmasked", "softmax"],
  ["renormalised sink", "weights_unmasked", "scaled sink_weight weights_unmasked", "softmax |"],
  ["leak", "zeroed", "weights_unmasked zeroed", "hide"],
  ["leak", "weights", "zeroed weights", "="],
  ["renormalised", "weights", "zeroed weights", "÷ sum"],
  ["dropout", "dropped", "weights keep dropped", "⊙ ÷ 0.5 ="],
  ["dropout", "context", "dropped V context", "· ="],
  ["shaw values", "context", "weights V relV context", "· ( + ) ="],
  ["biases", "output", "concat Wo bo output", "· + ="],
]);

test("each stage shows its equation, with real operands", () => {
  for (const [name, stage, ids, operators] of equations) {
    const { view, scene } = figure(name, stage);
    assert.equal(idsOf(scene), ids, `${name} ${stage}`);
    assert.equal(textsOf(scene, "operator").join(" "), operators, `${name} ${stage}`);
    for (const matrix of scene.matrices) {
      const { shape, data } = view.run.tensor(matrix.stage);
      matrix.values.forEach((value, at) => {
        const index = indexAt(matrix, Math.floor(at / matrix.columns), at % matrix.columns);
        assert.equal(value, data[index.reduce((flat, i, r) => flat * (shape[r] ?? 1) + i, 0)]);
      });
    }
    view.run.free();
  }
});

test("operators are labelled with the variant's settings", () => {
  const notes = /** @type {[Variant, string, number, string][]} */ ([
    ["alibi", "biased", 1, "slope 0.0039"],
    ["linear", "biased", 0, "λ = 0.5"],
    ["gaussian", "biased", 0, "σ = 1.5"],
    ["softcap", "capped", 0, "cap = 1.5"],
    ["fill", "masked", 0, "hidden: −1e4"],
    ["add", "masked", 0, "hidden: + −1e9"],
    ["sink", "weights", 1, "with sink −1"],
    ["rope halves", "Q_rot", 0, "columns p, p + d_k/2"],
  ]);
  for (const [name, stage, head, note] of notes) {
    const { view, scene } = figure(name, stage, { head });
    assert.deepEqual(textsOf(scene, "note"), [note]);
    view.run.free();
  }
});

test("shared keys and values are named above each head, and drawn across their heads", () => {
  const gqa = figure("gqa", "Q", { head: "all" });
  assert.deepEqual(textsOf(gqa.scene, "group"), ["reads key/value head 1", "reads key/value head 2"]);
  const [first, second, third] = gqa.scene.matrices;
  const bracket = gqa.scene.lines[0]?.points ?? [];
  assert.ok(first && second && third && bracket[0] === first.x && (bracket[4] ?? 0) > second.x);
  assert.ok((bracket[4] ?? 0) < third.x);
  const K = figure("gqa", "K", { head: "all" });
  assert.ok(
    textsOf(K.scene, "shape").every((text, at) =>
      text.includes(["read by heads 1 and 2", "read by heads 3 and 4"][at] ?? "?"),
    ),
  );
  const one = figure("gqa", "raw", { head: 3 }, 1400);
  assert.equal(
    tableOf(/** @type {any} */ (one.scene.matrices[1])).caption,
    "Kᵀ · 4 × 5 · key/value head 2 of 2 · read by heads 3 and 4",
  );
  assert.deepEqual(
    one.scene.matrices.map(({ slab }) => slab),
    [3, 1, 3],
  );
  assert.deepEqual(textsOf(figure("mqa", "raw", { head: "all" }, 2000).scene, "group"), ["reads key/value head 1"]);
  assert.deepEqual(textsOf(figure("plain", "raw", { head: "all" }).scene, "group"), []);
});

test("dropped weights and hidden ones differ in digits, shades and legend", () => {
  const { view, scene } = figure("dropout", "dropped");
  const matrix = /** @type {import("../../web/figures/types.js").Matrix} */ (scene.matrices.at(-1));
  const keep = view.run.tensor("keep").data;
  matrix.values.forEach((_, at) => {
    const [i, j] = [Math.floor(at / 5), at % 5];
    const digits = matrix.digits?.[at];
    if (j > i) assert.deepEqual([digits, matrix.shades[at]], ["0", hiddenShade]);
    else if (keep[at] === 0) assert.deepEqual([digits, matrix.shades[at]], ["×", droppedShade]);
    else assert.ok(Number(digits) > 0);
  });
  assert.ok(["hidden", "dropped"].every((word) => textsOf(scene, "legend").includes(word)));
  assert.ok(!textsOf(figure("plain", "weights").scene, "legend").includes("dropped"));
});

test("the sources of a number are ringed, including those behind an inner sum", () => {
  const cases = /** @type {[Variant, string, number[], string[]][]} */ ([
    ["shaw", "raw", [0, 2, 4], ["Q", "K^T", "relK^T", "raw"]],
    ["shaw values", "context", [1, 3, 1], ["weights", "V", "relV", "context"]],
    ["rope", "Q_rot", [0, 3, 2], ["Q", "Q_rot"]],
    ["alibi", "biased", [1, 2, 0], ["scaled", "bias", "biased"]],
    ["sink", "weights", [1, 3, 2], ["masked", "weights"]],
    ["dropout", "dropped", [0, 3, 1], ["weights", "keep", "dropped"]],
    ["renormalised", "weights", [0, 3, 1], ["zeroed", "weights"]],
  ]);
  for (const [name, stage, index, ringed] of cases) {
    const { view, scene } = figure(name, stage, { head: index[0], cell: { stage, index } });
    assert.deepEqual([...new Set(scene.rings.map(({ matrix }) => matrix))], ringed, `${name} ${stage}`);
    for (const source of sourcesOf(view).filter((term) => view.run.stages.includes(term.stage)))
      assert.ok(findCell(scene.matrices, source), `${source.stage} ${source.index}`);
    view.run.free();
  }
  const { scene } = figure("sink", "weights", { head: 1, cell: { stage: "sink_weight", index: [1, 3] } });
  assert.deepEqual(
    scene.rings.map(({ matrix, inspected: own }) => [matrix, own]),
    [
      ["masked", false],
      ["sink_weight", true],
    ],
  );
  const operator = scene.texts.find(({ text }) => text === "softmax");
  assert.equal(operator?.weight, 600, "the sink's score is a source");
});

test("every stage of every variant is drawn at three widths without overlaps, also as SVG", () => {
  for (const name of names) {
    for (const stage of stagesOf(name)) {
      for (const [width, head] of /** @type {[number, 0 | "all"][]} */ ([
        [320, 0],
        [1100, 0],
        [700, "all"],
      ])) {
        const { view, scene } = figure(name, stage, { head, theme: width === 700 ? "dark" : "light" }, width);
        checkLayout(scene, `${name} ${stage} ${width} ${head}`);
        assert.ok(svgOf(scene, { title: stage }).endsWith("</svg>"));
        view.run.free();
      }
    }
  }
});

test("figures of variants ask only for messages that there are, and every text is complete", () => {
  for (const name of names) {
    for (const stage of stagesOf(name)) {
      for (const head of /** @type {const} */ ([1, "all"])) {
        const view = variantView(name, { stage, head: view1(name) ? 0 : head });
        const t = (/** @type {string} */ id, /** @type {any} */ args) => {
          assert.ok(/-note|operation-bias-/.test(id) || view.t(id, args) !== "", id);
          return view.t(id, args);
        };
        for (const { text } of sceneOf({ ...view, t }, { width: 760 }).texts)
          assert.doesNotMatch(text, /NaN|undefined|\{/);
        view.run.free();
      }
    }
  }
});

/** @param {Variant} name */
const view1 = (name) => (variants[name].spec.heads ?? 1) === 1;

test("every stage has a thumbnail", () => {
  for (const name of names) {
    const view = variantView(name);
    for (const stage of view.run.stages) {
      for (const head of /** @type {const} */ ([0, "all"])) {
        const scene = thumbnailScene({
          stages: [stage],
          head,
          trace: view.trace,
          width: 64,
          height: 44,
          theme: "light",
        });
        assert.ok(scene.width <= 64.001 && scene.height <= 44.001, `${name} ${stage}`);
      }
    }
    view.run.free();
  }
});

test("very large matrices are drawn with smaller cells, not at a larger size", () => {
  const heights = /** @type {[Variant, string, "all" | 0, number][]} */ ([
    ["tall", "output", 0, 1000], // Wo is 512 x 16
    ["huge", "output", 0, 3000],
    ["huge", "raw", "all", 8000],
    ["huge", "weights", 0, 2200],
    ["huge", "context", 0, 3000],
  ]);
  for (const [name, stage, head, height] of heights) {
    for (const width of [320, 760]) {
      const { view, scene } = figure(name, stage, { head }, width);
      const what = `${name} ${stage} ${head}: ${scene.width} x ${scene.height}`;
      assert.ok(scene.width <= 1650 && scene.height <= height, what);
      view.run.free();
    }
  }
});
