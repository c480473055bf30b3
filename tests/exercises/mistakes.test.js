/** The usual mistakes, each written as readers write it: every one is named, at the stage that it changes. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { createEngine } from "../../web/engine/index.js";
import { casesOf } from "../../web/exercises/cases.js";
import { exerciseOf, exercises } from "../../web/exercises/exercises.js";
import { verdictOn } from "../../web/exercises/verdict.js";
import { words } from "../../web/words/words.js";
import { ranIn } from "../support/course/exercises.js";
import { readText } from "../support/machine.js";

const engine = await createEngine();
const { t } = words("en");

/** The body of softmax with another line. @param {string} powers @param {string} [returned] */
const softmaxWith = (powers, returned = "powers.map((power) => power / sum)") =>
  `function softmax(S) { return S.map((row) => {
    const max = Math.max(...row);
    const powers = ${powers};
    const sum = powers.reduce((a, b) => a + b, 0);
    return ${returned};
  }); }`;

/** Softmax over columns: of the transposed scores, transposed back. @param {string} max */
const overColumns = (max) =>
  `function softmax(S) {
    const turn = (A) => A[0].map((_, j) => A.map((row) => row[j]));
    return turn(turn(S).map((row) => {
      const max = ${max};
      const powers = row.map((score) => Math.exp(score - max));
      const sum = powers.reduce((a, b) => a + b);
      return powers.map((power) => power / sum);
    }));
  }`;

/** The solution with some text replaced, which must be there. @param {string} id @param {string} text @param {string} instead */
function changed(id, text, instead) {
  const { solution } = exerciseOf(id);
  assert.ok(solution.includes(text), `${id}: ${text}`);
  return solution.replaceAll(text, instead);
}

/** Code with each mistake, by exercise; and the stage where it is not the only one. @type {Record<string, [mistake: string, code: string, stage?: string][]>} */
const wrong = {
  "dot-products": [
    [
      "transposed",
      "function scores(Q, K) { return K.map((k) => Q.map((q) => q.reduce((sum, x, c) => sum + x * k[c], 0))); }",
    ],
    [
      "product",
      "function scores(Q, K) { return Q.map((q) => K[0].map((_, j) => q.reduce((sum, x, c) => sum + x * K[c][j], 0))); }",
    ],
    [
      "last",
      "function scores(Q, K) { return Q.map((q) => K.map((k) => { let sum = 0; for (let c = 0; c < q.length; c++) sum = q[c] * k[c]; return sum; })); }",
    ],
    [
      "lengths",
      "function scores(Q, K) { return Q.map((q) => K.map((k) => q.reduce((sum, x, c) => sum + x * k[c], 0) / Math.hypot(...q) / Math.hypot(...k))); }",
    ],
  ],
  scaling: [
    ["not", "function scale(S) { return S; }"],
    ["no-root", changed("scaling", "Math.sqrt(d_k)", "d_k")],
    ["keys", changed("scaling", "Math.sqrt(d_k)", "Math.sqrt(row.length)")],
    ["times", changed("scaling", "score / Math", "score * Math")],
  ],
  mask: [
    ["zero", changed("mask", "-Infinity", "0")],
    ["inverted", changed("mask", "score : -Infinity", "-Infinity : score")],
    ["future", changed("mask", "allow[i][j]", "j <= i")],
    ["large", changed("mask", "-Infinity", "-1e9")],
    ["times", changed("mask", "(allow[i][j] ? score : -Infinity)", "score + (1 - allow[i][j]) * -Infinity")],
    ["added", changed("mask", "(allow[i][j] ? score : -Infinity)", "score + allow[i][j]")],
  ],
  softmax: [
    ["no-max", softmaxWith("row.map((score) => Math.exp(score))")],
    ["no-max", changed("softmax", "score - max", "score")],
    ["zero-max", changed("softmax", "Math.max(...row)", "Math.max(0, ...row)")],
    ["zero-max", softmaxWith("row.map((score) => Math.exp(score - Math.max(0, max)))")],
    ["zero-max", changed("softmax", "Math.max(...row)", "row.reduce((a, b) => (b > a ? b : a), 0)")],
    ["empty", softmaxWith("row.map((score) => Math.exp(score - max))")],
    ["axis", overColumns("Math.max(...row)")],
    ["axis", overColumns("0")],
    [
      "whole",
      "function softmax(S) { const sum = S.flat().reduce((a, x) => a + Math.exp(x), 0); return S.map((row) => row.map((x) => Math.exp(x) / sum)); }",
    ],
    ["one-max", softmaxWith("row.map((score) => Math.exp(score - Math.max(...S.flat())))")],
    ["no-sum", "function softmax(S) { return S.map((row) => row.map(Math.exp)); }"],
    ["no-sum", softmaxWith("row.map((score) => Math.exp(score - max))", "powers")],
    [
      "no-exp",
      "function softmax(S) { return S.map((row) => { const sum = row.reduce((a, b) => a + b); return row.map((score) => score / sum); }); }",
    ],
  ],
  mix: [
    [
      "transposed",
      "function mix(A, V) { return A.map((_, i) => V[0].map((__, c) => V.reduce((sum, v, j) => sum + (A[j]?.[i] ?? 0) * v[c], 0))); }",
    ],
    ["rows", "function mix(A, V) { return A.map((a) => V.map((v) => a.reduce((sum, x, c) => sum + x * v[c], 0))); }"],
    ["rows", "function mix(A, V) { return A.map((a) => V.map((v) => v.reduce((sum, x, c) => sum + x * a[c], 0))); }"],
    [
      "mean",
      "function mix(A, V) { return A.map(() => V[0].map((_, c) => V.reduce((sum, v) => sum + v[c], 0) / V.length)); }",
    ],
    ["sum", "function mix(A, V) { return A.map(() => V[0].map((_, c) => V.reduce((sum, v) => sum + v[c], 0))); }"],
    ["largest", "function mix(A, V) { return A.map((a) => V[a.indexOf(Math.max(...a))]); }"],
    [
      "again",
      `function mix(A, V) { return A.map((a) => {
      const powers = a.map(Math.exp), sum = powers.reduce((x, y) => x + y);
      return V[0].map((_, c) => powers.reduce((all, power, j) => all + (power / sum) * V[j][c], 0));
    }); }`,
    ],
  ],
  head: [
    [
      "exchanged",
      changed(
        "head",
        "const Q = matmul(X, Wq);\n  const K = matmul(X, Wk)",
        "const Q = matmul(X, Wk);\n  const K = matmul(X, Wq)",
      ),
      "Q",
    ],
    ["not-projected", changed("head", "matmul(X, Wq)", "X"), "Q"],
    ["not-projected", changed("head", "matmul(X, Wk)", "X"), "K"],
    ["not-projected", changed("head", "matmul(X, Wv)", "X"), "V"],
    ["not-scaled", changed("head", "scale(scores(Q, K), Q[0].length)", "scores(Q, K)"), "scaled"],
    ["no-root", changed("head", "scale(scores(Q, K), Q[0].length)", "scale(scores(Q, K), Q[0].length ** 2)"), "scaled"],
    ["d_model", changed("head", "Q[0].length", "X[0].length"), "scaled"],
    ["tokens", changed("head", "Q[0].length", "Q.length"), "scaled"],
    ["transposed", changed("head", "scores(Q, K)", "scores(K, Q)"), "scaled"],
    ["weights-not-scaled", changed("head", "softmax(scaled)", "softmax(scores(Q, K))"), "weights"],
    [
      "axis",
      changed("head", "softmax(scaled)", "turn(softmax(turn(scaled)))").replace(
        "{\n",
        "{\n  const turn = (A) => A[0].map((_, j) => A.map((row) => row[j]));\n",
      ),
      "weights",
    ],
    ["not-values", changed("head", "mix(weights, V)", "mix(weights, X)"), "context"],
    ["not-values", changed("head", "mix(weights, V)", "mix(weights, K)"), "context"],
    [
      "weights-transposed",
      changed("head", "mix(weights, V)", "mix(weights[0].map((_, j) => weights.map((row) => row[j])), V)"),
      "context",
    ],
  ],
  norm: [
    [
      "columns",
      changed(
        "norm",
        "return X.map((row)",
        "const turn = (A) => A[0].map((_, j) => A.map((row) => row[j]));\n  return turn(turn(X).map((row)",
      ).replace("});", "}));"),
    ],
    ["unbiased", changed("norm", "** 2, 0) / row.length", "** 2, 0) / (row.length - 1)")],
    ["no-root", changed("norm", "Math.sqrt(variance + 1e-5)", "(variance + 1e-5)")],
    ["no-division", changed("norm", "** 2, 0) / row.length", "** 2, 0)")],
    ["no-mean", changed("norm", "- mean", "- 0")],
    ["only-mean", changed("norm", "/ Math.sqrt(variance + 1e-5)", "")],
    ["no-epsilon", changed("norm", " + 1e-5", "")],
    ["sometimes-epsilon", changed("norm", "variance + 1e-5", "variance || 1")],
    ["sometimes-epsilon", changed("norm", "Math.sqrt(variance + 1e-5)", "(Math.sqrt(variance) || 1)")],
    ["sometimes-epsilon", changed("norm", "variance + 1e-5", "variance + 1e-12")],
    ["sometimes-epsilon", changed("norm", "variance + 1e-5", "Math.max(variance, 1e-12)")],
    ["sometimes-epsilon", changed("norm", "variance + 1e-5", "Math.max(variance, 1e-5)")],
    ["epsilon-outside", changed("norm", "Math.sqrt(variance + 1e-5)", "(Math.sqrt(variance) + 1e-5)")],
    ...["1e-3", "0.0001", "1e-6", "1e-7", "1e-8"].map(
      (other) => /** @type {[string, string]} */ (["epsilon", changed("norm", "1e-5", other)]),
    ),
    [
      "whole",
      "function norm(X) { const all = X.flat(), mean = all.reduce((a, b) => a + b) / all.length; const variance = all.reduce((a, x) => a + (x - mean) ** 2, 0) / all.length; return X.map((row) => row.map((x) => (x - mean) / Math.sqrt(variance + 1e-5))); }",
    ],
  ],
  block: [
    ["not-normed", changed("block", "norm_1 = norm(X)", "norm_1 = X"), "norm_1"],
    ["no-norm", changed("block", "head(norm_1,", "head(X,"), "output"],
    ["no-residual", changed("block", "add(X, output)", "output"), "residual_1"],
    ["from-norm", changed("block", "add(X, output)", "add(norm_1, output)"), "residual_1"],
    ["norm-of-output", changed("block", "norm(residual_1)", "norm(output)"), "norm_2"],
    ["not-normed", changed("block", "norm(residual_1)", "residual_1"), "norm_2"],
    ["no-norm", changed("block", "matmul(norm_2, W_up)", "matmul(residual_1, W_up)"), "mlp_activated"],
    ["no-relu", changed("block", "Math.max(0, number)", "number"), "mlp_activated"],
    ["no-residual", changed("block", "add(residual_1, mlp_output)", "mlp_output"), "residual_2"],
    ["from-norm", changed("block", "add(residual_1, mlp_output)", "add(norm_2, mlp_output)"), "residual_2"],
    ["from-X", changed("block", "add(residual_1, mlp_output)", "add(X, mlp_output)"), "residual_2"],
  ],
};

for (const exercise of exercises) {
  const cases = casesOf(engine, exercise);

  test(`${exercise.id}: each usual mistake is named, and its words are there`, () => {
    const written = wrong[exercise.id] ?? [];
    for (const [mistake, code, stage = exercise.stages[0]] of written) {
      const verdict = verdictOn(exercise, cases, ranIn(exercise, cases, code));
      const named = "mistake" in verdict ? verdict : assert.fail(`${mistake}: ${JSON.stringify(verdict)}`);
      assert.deepEqual([named.mistake, named.stage], [mistake, stage], code);
      assert.notEqual(t(`exercise-${exercise.id}-${mistake}`), "", mistake);
    }
    const known = new Set(exercise.mistakes.map(({ id, stage }) => `${id} ${stage}`));
    const tried = new Set(written.map(([mistake, , stage = exercise.stages[0]]) => `${mistake} ${stage}`));
    assert.deepEqual(tried, known, "every mistake is tried");
  });
}

test("the promises say how many mistakes are named", () => {
  const named = exercises.flatMap(({ id, mistakes }) =>
    mistakes.map((mistake) => `${id} ${mistake.id} ${mistake.stage}`),
  );
  assert.match(readText("web/docs/promises.md"), new RegExp(` ${new Set(named).size} usual mistakes are named`));
});
