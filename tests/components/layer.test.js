/** What readers read of the parts of a layer around attention: words, formulas, and the arithmetic of norms and the MLP. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { explanationOf } from "../../web/components/arithmetic/explanations.js";
import { followPatch } from "../../web/components/arithmetic/follow.js";
import { inputText } from "../../web/components/arithmetic/notes.js";
import { nameOf } from "../../web/components/arithmetic/cell-names.js";
import { termIds } from "../../web/components/terms/terms.js";
import { piecesOf, withoutTerms } from "../../web/components/rich-text.js";
import { stageFormula } from "../../web/components/stage/formula.js";
import { nextText, stageWords } from "../../web/components/stage/next-stage.js";
import { operationText } from "../../web/components/stage/operation.js";
import { sentencesOf, stageText } from "../../web/components/stage/text.js";
import { gradientLines } from "../../web/figures/measures/gradient-lines.js";
import { backward } from "../../web/engine/backward.js";
import { explainGradient } from "../../web/engine/explain/gradients.js";
import { tensorsWhere } from "../../web/engine/stages.js";
import { stageTitle } from "../../web/view/stage-names.js";
import { layers } from "../support/blocks/layer-views.js";
import { plainText } from "../support/plain-text.js";
import { viewOfVariation } from "../support/variants/variant-views.js";

/** @typedef {import("../support/blocks/layer-views.js").Layer} Layer */
/** @typedef {import("../../web/view/view.js").View} View */

const names = /** @type {Layer[]} */ (Object.keys(layers));

/**
 * Looks at a stage of a layer, with a number of it inspected.
 * @template T
 * @param {Layer} name
 * @param {string} stage
 * @param {(view: View) => T} look
 * @param {number[]} [index]
 */
function at(name, stage, look, index) {
  const view = viewOfVariation(layers[name], { stage, cell: index ? { stage, index } : null });
  try {
    return look(view);
  } finally {
    view.run.free();
  }
}

/** @param {Layer} name @returns {readonly string[]} */
const stagesOf = (name) => at(name, "output", ({ run }) => [...run.stages]);

const said = (/** @type {Layer} */ name, /** @type {string} */ stage) =>
  at(name, stage, (view) => withoutTerms(stageText(view)));
const formula = (/** @type {Layer} */ name, /** @type {string} */ stage) =>
  at(name, stage, (view) => plainText(stageFormula(view)).replaceAll(" ", ""));
const arithmetic = (/** @type {Layer} */ name, /** @type {string} */ stage, /** @type {number[]} */ index) =>
  at(name, stage, (view) => plainText(explanationOf(view, /** @type {any} */ (view.explanation))), index);

test("every stage of every layer has a title, an operation, a formula, words that begin with why, and what comes next", () => {
  const why = /\?$|\b(so|should|would|must|cannot|may)\b/i;
  const seen = new Set();
  for (const name of names) {
    for (const stage of stagesOf(name)) {
      at(name, stage, (view) => {
        const what = `${name} ${stage}`;
        seen.add(stage);
        const formulaText = plainText(stageFormula(view));
        const texts = [stageTitle(view), operationText(view, stage), withoutTerms(stageWords(view))];
        for (const text of [...texts, formulaText]) assert.doesNotMatch(text, /^$|NaN|undefined|\$|\[object/, what);
        for (const text of texts) assert.doesNotMatch(text, /[{}[\]]/, what);
        for (const [id, args] of sentencesOf(view)) assert.notEqual(view.t(id, args), "", `${what}: ${id}`);
        const marked = piecesOf(stageWords(view)).flatMap(({ term }) => (term ? [term.replaceAll(" ", "-")] : []));
        assert.deepEqual(
          marked.filter((id) => !termIds.includes(id)),
          [],
          what,
        );
        const [first = ""] = /^[^.?]+(?:\.(?=\S)[^.?]+)*[.?]/.exec(withoutTerms(stageText(view))) ?? [];
        assert.match(first, why, what);
        assert.equal(nextText(view) === "", stage === view.run.stages.at(-1), what);
      });
    }
  }
  const ofLayers = tensorsWhere(({ kind, group }) => kind === "stage" && ["stream", "mlp"].includes(group));
  assert.deepEqual(
    ofLayers.filter((stage) => !seen.has(stage)),
    [],
  );
});

test("formulas say what each stage of a layer reads", () => {
  assert.match(formula("as GPT-2", "Q"), /^Q=norm15×6·Wq/);
  assert.match(formula("an MLP alone", "Q"), /^Q=X5×6·Wq/);
  assert.match(formula("as Gemma", "K"), /^K=RMSNorm\(norm15×6·Wk6×4\)$/);
  assert.match(formula("two sentences", "K"), /^K=LayerNorm\(C6×6·Wk6×4\)$/);
  assert.match(formula("two sentences", "V"), /^V=C6×6·Wv6×3$/);
  assert.equal(formula("as GPT-2", "norm_1"), "norm1ij=Xij−meanivariancei+0.00001·weightj+biasj");
  assert.match(formula("as Gemma", "norm_2"), /^norm2ij=residual1ij16∑.*·\(1\+weightj\)$/);
  assert.match(formula("as the first transformer", "norm_2"), /^norm2ij=residual2ij−meani/);
  assert.equal(formula("as Gemma", "residual_1"), "residual1=X5×6+outputnorm5×6");
  assert.equal(formula("side by side", "residual_2"), "residual2=X5×6+output5×6+MLPoutput5×6");
  assert.equal(formula("as the first transformer", "residual_2"), "residual2=norm15×6+MLPoutput5×6");
  assert.equal(formula("as GPT-2", "mlp_hidden"), "MLPhidden=norm25×6·Wup6×8+bup1×8");
  assert.equal(formula("as Llama", "mlp_hidden"), "MLPhidden=norm25×6·Wgate6×8");
  assert.equal(formula("an MLP alone", "mlp_hidden"), "MLPhidden=output5×6·Wup6×8");
  assert.match(formula("as Llama", "mlp_activated"), /SiLU\(MLPhiddenij\)·MLPupijSiLU\(x\)=x·sigmoid\(x\)/);
  assert.match(formula("side by side", "Q_rot"), /10000−2\(p−1\)\/2φ→φ4$/);
});

test("words are true of where norms stand, and of what runs side by side", () => {
  assert.match(
    said("as GPT-2", "norm_1"),
    /before attention reads it\. LayerNorm .* begins as 1\. A bias, which .* is added to each column; it begins as 0\.$/,
  );
  assert.match(said("as Llama", "norm_1"), /RMSNorm .* a weight that training learns; it begins as 1\.$/);
  assert.match(said("as Gemma", "norm_1"), /1 plus a weight that training learns\.$/);
  assert.match(said("as the first transformer", "norm_1"), /right after attention/);
  assert.match(said("as the first transformer", "norm_2"), /after the MLP.*leave the layer/);
  assert.doesNotMatch(said("as the first transformer", "residual_2"), /leave the layer/);
  assert.match(said("side by side", "mlp_hidden"), /beside it.*row of norm 2/);
  assert.match(said("as GPT-2", "mlp_hidden"), /has moved information/);
  assert.match(said("side by side", "norm_2"), /reads X, as attention does/);
  assert.match(said("side by side", "Q_rot"), /first 2 of 4 columns.*slowed down/);
  for (const name of names) {
    const ends = stagesOf(name).filter((stage) => /leave the layer/.test(said(name, stage)));
    assert.deepEqual(ends, stagesOf(name).slice(-1), name);
    assert.doesNotMatch(said(name, "output"), /A transformer adds/, name);
  }
});

test("a norm is written out as mean, variance and root, then the number", () => {
  const text = arithmetic("as GPT-2", "norm_2", [1, 2]);
  at("as GPT-2", "norm_2", ({ run }) => {
    const row = [0, 1, 2, 3, 4, 5].map((d) => run.explain("residual_1", [1, d]).value);
    const mean = row.reduce((sum, x) => sum + x, 0) / 6;
    const variance = row.reduce((sum, x) => sum + (x - mean) ** 2, 0) / 6;
    const written = (/** @type {number} */ x) => (x < 0 ? `(−${(-x).toFixed(4)})` : x.toFixed(4));
    const bare = (/** @type {number} */ x) => written(x).replace(/[()]/g, "");
    assert.ok(text.startsWith(`mean = (${row.map(written).join(" + ")}) / 6 = ${bare(mean)}`), text);
    const squares = row.map((x) => `(${written(x)} − ${written(mean)})²`).join(" + ");
    assert.ok(text.includes(`variance = (${squares}) / 6 = ${variance.toFixed(4)}`), text);
    const root = Math.sqrt(variance + 1e-5).toFixed(4);
    assert.ok(text.includes(`root = √(${variance.toFixed(4)} + 0.00001) = ${root}`), text);
    const own = /** @type {number} */ (row[2]);
    const { weight: w, bias: b, value } = run.explain("norm_2", [1, 2]);
    const factors = `× ${written(Number(w?.value))} + ${written(Number(b?.value))}`;
    assert.ok(text.includes(`= (${written(own)} − ${written(mean)}) / ${root} ${factors} = ${bare(value)}`), text);
  });
});

test("RMSNorm has no mean, and a weight may be counted from 1; queries have the norm of their own", () => {
  const text = arithmetic("as Gemma", "norm_1", [0, 0]);
  assert.match(
    text,
    /^mean of squares = \(.*²\) \/ 6 = [\d.]+ root = √\([\d.]+ \+ 0\.00001\) = [\d.]+ = [^−]*\S+ \/ [\d.]+ × \(1 \+ \S+\) = /,
  );
  assert.doesNotMatch(text, /variance/);
  assert.match(arithmetic("as Gemma", "Q", [0, 1, 2]), /^mean of squares = \(.*\) \/ 4 = /);
  assert.match(arithmetic("two sentences", "Q", [0, 1, 2]), /^mean = \(.*\) \/ 4 = .* variance = /);
});

test("each activation is written by its formula, and a gate as a factor", () => {
  const n = String.raw`\(?−?\d+(?:\.\d+)?\)?`;
  const matches = (/** @type {Layer} */ name, /** @type {string} */ pattern) =>
    assert.match(arithmetic(name, "mlp_activated", [1, 2]), new RegExp(`^${pattern.replaceAll("N", n)}`), name);
  const half = String.raw`= 0\.5 × N × \(1 \+ N\)`;
  matches("as the first transformer", String.raw`ReLU\(N\) = max\(N, 0\) = N `);
  matches("an MLP alone", String.raw`ReLU²\(N\) = max\(N, 0\)² = N `);
  matches("as GPT-2", String.raw`GELU by tanh\(N\) = .*0\.044715 × N³\)\)\) ${half} = N `);
  matches("side by side", String.raw`quick GELU\(N\) = N × sigmoid\(1\.702 × N\) = N × N = N `);
  matches("as Llama", String.raw`SiLU\(N\) = N × sigmoid\(N\) = N × N = N ?times the number of MLP up = N × N = N `);
  matches("as Gemma", String.raw`GELU\(N\) = 0\.5 × N × \(1 \+ erf\(N / √2\)\) ${half} = N ?times`);
  assert.doesNotMatch(arithmetic("as Llama", "mlp_activated", [1, 2]), /\(\(/);
});

test("what erf, tanh and sigmoid give inside an activation is right", () => {
  for (const [name, inside] of /** @type {[Layer, (x: number) => number][]} */ ([
    ["as GPT-2", (x) => Math.tanh(Math.sqrt(2 / Math.PI) * (x + 0.044715 * x ** 3))],
    ["as Llama", (x) => 1 / (1 + Math.exp(-x))],
    ["side by side", (x) => 1 / (1 + Math.exp(-1.702 * x))],
  ])) {
    at(name, "mlp_activated", ({ run }) => {
      const { terms, curve = NaN } = run.explain("mlp_activated", [2, 3]);
      assert.ok(Math.abs(curve - inside(Number(terms[0]?.value))) < 1e-6, name);
    });
  }
  at("as Gemma", "mlp_activated", ({ run }) => {
    const { terms, curve = NaN, applied = NaN } = run.explain("mlp_activated", [2, 3]);
    assert.ok(Math.abs(0.5 * Number(terms[0]?.value) * (1 + curve) - applied) < 1e-6);
  });
});

test("a column that is not rotated says so, and a slowed rotation its angle", () => {
  assert.match(arithmetic("side by side", "Q_rot", [0, 1, 3]), /Only the first 2 columns rotate/);
  assert.match(
    arithmetic("side by side", "Q_rot", [0, 2, 0]),
    /Pair 1 rotates by 0\.25 per position, so by 0\.5000 radians/,
  );
});

test("learned numbers have names that can be read", () => {
  const name = (/** @type {string} */ stage, /** @type {number[]} */ index) =>
    at("as Gemma", "output", (view) => plainText(nameOf(view, { stage, index })));
  assert.equal(name("norm_1_weight", [2]), "norm 1 weight(column 3)");
  assert.equal(name("W_gate", [0, 1]), "Wgate(1, column 2)");
  assert.equal(name("mlp_output", [1, 0]), "MLP output(“cat”, column 1)");
});

test("gradients through a norm and a gate are written with their numbers", () => {
  at("as Gemma", "output", ({ run }) => {
    const [rows = 0, columns = 0] = run.shape("residual_2");
    const data = Float32Array.from({ length: rows * columns }, (_, place) => Math.cos(place));
    const gradients = backward(run, { shape: [rows, columns], data });
    const texts = (/** @type {string} */ stage, /** @type {number[]} */ index) =>
      gradientLines(explainGradient(run, gradients, stage, index)).map(({ operation, text }) => [operation, text]);
    const [[gate, product] = []] = texts("mlp_hidden", [1, 2]);
    assert.equal(gate, "gate");
    assert.equal(product?.split(" · ").filter((part) => !part.startsWith("10")).length, 3, product);
    const [[norm, quotient] = []] = texts("output", [1, 2]);
    assert.equal(norm, "norm");
    assert.match(quotient ?? "", /^\(.* · .* − .* − .* · .*\) \/ [\d.]+$/);
  });
});

test("W_up is shown where it is read: as MLP up of a gated MLP, as MLP hidden of a plain one", () => {
  const follow = (/** @type {Layer} */ name) =>
    at(name, "mlp_output", (view) => followPatch(view, { stage: "W_up", index: [0, 1] }).stage);
  assert.equal(follow("as Llama"), "mlp_up");
  assert.equal(follow("as GPT-2"), "mlp_hidden");
});

test("what a norm begins with is not said to be drawn at random", () => {
  const said = (/** @type {string} */ stage) =>
    at("as GPT-2", "norm_1", (view) =>
      inputText(/** @type {View} */ ({ t: view.t, state: view.state, kind: "random" }), asked(stage)),
    );
  for (const stage of ["norm_1_weight", "norm_2_bias", "q_norm_weight"])
    assert.match(said(stage), /1 and its biases 0/);
  assert.match(said("W_up"), /at random/);
});

/** An input that is asked about. @param {string} stage */
const asked = (stage) =>
  /** @type {import("../../web/engine/index.js").Explanation} */ ({
    stage,
    index: [0],
    value: 1,
    operation: "input",
    terms: [],
  });
