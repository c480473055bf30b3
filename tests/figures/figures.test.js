import assert from "node:assert/strict";
import { test } from "node:test";
import { AttentionError } from "../../web/engine/errors.js";
import {
  canvasMeasure,
  cellAt,
  contrast,
  equationScene,
  figureTrace,
  findCell,
  formatNumber,
  moveCell,
  paintCanvas,
  palettes,
  pinRowLabels,
  tableOf,
  thumbnailScene,
} from "../../web/figures/index.js";
import { svgOf } from "../../web/figures/painters/svg.js";
import { channels } from "../../web/figures/colour/colour.js";
import { colours } from "../../web/figures/tokens.js";
import { boxOf, columnX } from "../../web/figures/geometry.js";
import { rectanglesOf } from "../../web/figures/scene/marks.js";
import { indexAt } from "../../web/figures/matrices.js";
import { fewerDigits, formatLimit, roundUp } from "../../web/figures/numbers.js";
import { hiddenShade, invalidShade, shadeOf, steps } from "../../web/figures/colour/palette.js";
import { elide, estimateWidth, formulaRuns } from "../../web/figures/text.js";
import { words } from "../../web/words/words.js";
import { boxCorners, checkLayout, overlap } from "../support/scene-layout.js";

/** @typedef {import("../../web/figures/types.js").Scene} Scene */
/** @typedef {import("../../web/figures/types.js").Matrix} Matrix */
/** @typedef {import("../../web/figures/types.js").Cell} Cell */
/** @typedef {import("../../web/figures/types.js").Trace} Trace */
/** @typedef {{shape: number[], data: number[]}} Made */
/** @typedef {{n?: number, nk?: number, dModel?: number, heads?: number, kvHeads?: number, dk?: number, dv?: number, causal?: boolean, bias?: boolean, weights?: boolean}} Shape */

const themes = /** @type {const} */ (["light", "dark"]);

/** Whether a message is a second line at an operator, which a locale may leave out. @param {string} id */
const isNote = (id) => /-note|operation-bias-/.test(id);

/** @param {string} id @param {Record<string, string | number>} [args] */
function t(id, args = {}) {
  if (id === "figure-head") return `head ${args.head} of ${args.heads}`;
  if (id === "figure-head-short") return `head ${args.head}`;
  if (id === "operation-scaled") return "÷ √d_k";
  if (id === "operation-weights-note") return "each row";
  return isNote(id) ? "" : id.replace(/^(figure|operation)-/, "");
}

/** Numbers from -2 to 2 that look random but need no generator: from a quadratic sequence. @param {number} at @param {number} salt */
const value = (at, salt) => (((at * at * 31 + at * 17 + salt * 101) % 401) - 200) / 100;

/** @param {number} salt @param {number[]} shape @returns {Made} */
function made(salt, ...shape) {
  return { shape, data: Array.from({ length: shape.reduce((a, b) => a * b, 1) }, (_, at) => value(at, salt)) };
}

/** @param {number} count @param {(at: number) => number} term */
const sum = (count, term) => Array.from({ length: count }, (_, at) => term(at)).reduce((a, b) => a + b, 0);

/** A trace computed by this test, in doubles. @param {Shape} [shape] @returns {Trace & {tensors: Record<string, Made>}} */
function walk({
  n = 3,
  nk = n,
  dModel = 4,
  heads = 2,
  kvHeads = heads,
  dk = 2,
  dv = 3,
  causal = true,
  bias = false,
} = {}) {
  /** @type {Record<string, Made>} */
  const tensors = { X: made(1, n, dModel) };
  if (nk !== n) tensors.C = made(2, nk, dModel);
  tensors.Wq = made(3, dModel, heads * dk);
  tensors.Wk = made(4, dModel, kvHeads * dk);
  tensors.Wv = made(5, dModel, kvHeads * dv);
  tensors.Wo = made(6, heads * dv, dModel);
  if (bias) tensors.bq = made(7, heads * dk);
  if (bias) tensors.bo = made(8, dModel);
  const at = (/** @type {string} */ id, /** @type {number[]} */ ...index) =>
    tensors[id].data[index.reduce((offset, i, axis) => offset * tensors[id].shape[axis] + i, 0)];
  const fill = (/** @type {number[]} */ shape, /** @type {(...index: number[]) => number} */ cell) => {
    const [a, b, c] = shape.length === 3 ? shape : [1, ...shape];
    const data = Array.from({ length: a * b * c }, (_, flat) => {
      const index = [Math.floor(flat / (b * c)), Math.floor(flat / c) % b, flat % c];
      return cell(...index.slice(3 - shape.length));
    });
    return { shape, data };
  };
  const source = tensors.C ? "C" : "X";
  const kv = (/** @type {number} */ h) => Math.floor((h * kvHeads) / heads);
  const project =
    (/** @type {string} */ from, /** @type {string} */ W, /** @type {number} */ d, /** @type {string} */ b) =>
    (/** @type {number[]} */ ...[h, i, j]) =>
      sum(dModel, (k) => at(from, i, k) * at(W, k, h * d + j)) + (tensors[b] ? at(b, h * d + j) : 0);
  tensors.Q = fill([heads, n, dk], project("X", "Wq", dk, "bq"));
  tensors.K = fill([kvHeads, nk, dk], project(source, "Wk", dk, "bk"));
  tensors.V = fill([kvHeads, nk, dv], project(source, "Wv", dv, "bv"));
  tensors.raw = fill([heads, n, nk], (h, i, j) => sum(dk, (k) => at("Q", h, i, k) * at("K", kv(h), j, k)));
  tensors.scaled = fill([heads, n, nk], (h, i, j) => at("raw", h, i, j) / Math.sqrt(dk));
  if (causal) tensors.allow = fill([n, nk], (i, j) => (j <= i ? 1 : 0));
  if (causal) tensors.masked = fill([heads, n, nk], (h, i, j) => (j <= i ? at("scaled", h, i, j) : -Infinity));
  const scores = causal ? "masked" : "scaled";
  tensors.weights = fill(
    [heads, n, nk],
    (h, i, j) => Math.exp(at(scores, h, i, j)) / sum(nk, (k) => Math.exp(at(scores, h, i, k))),
  );
  tensors.context = fill([heads, n, dv], (h, i, j) => sum(nk, (k) => at("weights", h, i, k) * at("V", kv(h), k, j)));
  tensors.concat = fill([n, heads * dv], (i, j) => at("context", Math.floor(j / dv), i, j % dv));
  tensors.output = fill(
    [n, dModel],
    (i, j) => sum(heads * dv, (k) => at("concat", i, k) * at("Wo", k, j)) + (bias ? at("bo", j) : 0),
  );
  const order = "X C Q K V raw scaled masked weights context concat output".split(" ");
  return { tensors, stages: order.filter((id) => tensors[id]), tensor: (id) => tensors[id] };
}

const tokens = "The animal cannot cross the road because it is internationally too tired and so on , 東京 ok".split(
  " ",
);

/** @param {Trace} trace @param {string} stage @param {object} [more] @returns {Scene} */
function draw(trace, stage, more = {}) {
  const labels = { queries: tokens, keys: tokens };
  return equationScene({ stage, head: 0, trace, labels, t, width: 760, theme: "light", ...more });
}

/** @param {Scene} scene @param {string} id @returns {Matrix} */
function matrixOf(scene, id) {
  const matrix = scene.matrices.find((candidate) => candidate.id === id);
  assert.ok(matrix, `${id} is in the figure`);
  return matrix;
}

/** @param {Scene} scene @param {string} role */
const textsOf = (scene, role) => scene.texts.filter((text) => text.role === role).map((text) => text.text);

/** The source cells of a cell, as the engine's explain() gives them. @param {ReturnType<typeof walk>} trace @param {Cell} cell @returns {Cell[]} */
function sourcesOf({ tensors }, { stage, index: [a, b, c] }) {
  const range = (/** @type {number} */ count, /** @type {(k: number) => Cell[]} */ term) =>
    Array.from({ length: count }, (_, k) => term(k)).flat();
  const input = stage === "Q" || !tensors.C ? "X" : "C";
  const width = tensors[stage].shape.at(-1) ?? 0;
  const W = `W${stage.toLowerCase()}`;
  if ("QKV".includes(stage)) {
    return range(tensors.X.shape[1], (k) => [
      { stage: input, index: [b, k] },
      { stage: W, index: [k, a * width + c] },
    ]);
  }
  const kv = Math.floor((a * tensors.K.shape[0]) / tensors.Q.shape[0]);
  if (stage === "raw") {
    return range(tensors.Q.shape[2], (k) => [
      { stage: "Q", index: [a, b, k] },
      { stage: "K", index: [kv, c, k] },
    ]);
  }
  if (stage === "scaled")
    return [
      { stage: "raw", index: [a, b, c] },
      { stage: "scale", index: [] },
    ];
  if (stage === "masked") return [{ stage: "scaled", index: [a, b, c] }];
  const scores = tensors.masked ? "masked" : "scaled";
  if (stage === "weights") {
    const terms = range(tensors.K.shape[1], (j) => [{ stage: scores, index: [a, b, j] }]);
    return tensors.allow ? terms.slice(0, b + 1) : terms;
  }
  return range(tensors.K.shape[1], (j) => [
    { stage: "weights", index: [a, b, j] },
    { stage: "V", index: [kv, j, c] },
  ]);
}

test("numbers have a minus sign, fixed digits, and a zero distinct from small numbers", () => {
  const cases = /** @type {[number, number, string][]} */ ([
    [0, 2, "0"],
    [-0, 2, "0"],
    [0.001, 2, "0.00"],
    [-0.001, 2, "0.00"],
    [-1.005, 2, "−1.00"],
    [12.3456, 4, "12.3456"],
    [-Infinity, 2, "−∞"],
    [Infinity, 2, "∞"],
    [NaN, 2, "NaN"],
    [-1e9, 2, "−1e9"],
    [12345, 2, "1.23e4"],
    [7.6, 0, "8"],
  ]);
  for (const [number, digits, text] of cases) assert.equal(formatNumber(number, digits), text);
});

test("in narrow cells numbers keep three digits and are never longer than −9.99", () => {
  const written = [9.994, 9.996, -10.68, 99.94, 99.96, -100.4, 1234, 0].map((number) =>
    formatNumber(number, fewerDigits(number, 2)),
  );
  assert.deepEqual(written, ["9.99", "10.0", "−10.7", "99.9", "100", "−100", "1234", "0"]);
});

test("the end of a scale has two digits, is not below the largest value, and is written exactly", () => {
  for (const largest of [7.08, 0.0321, 123.4, 1, 99.5, 3e-9, 5e7, 2.5000001]) {
    const limit = roundUp(largest);
    assert.ok(limit >= largest * (1 - 1e-9) && limit <= largest * 1.1, `${largest} -> ${limit}`);
    assert.equal(Number(formatLimit(limit)), limit);
  }
});

test("digits are legible on every shade, in both themes", () => {
  for (const theme of themes) {
    const palette = palettes[theme];
    for (const kind of /** @type {const} */ (["diverging", "Q", "K", "V", "sequential"])) {
      const { fills, inks } = palette.shades(kind);
      assert.equal(fills.length, steps + 3);
      fills.forEach((fill, at) =>
        assert.ok(contrast(fill, inks[at]) >= 4.5, `${theme} ${kind} ${at}: ${fill} ${inks[at]}`),
      );
    }
  }
});

test("text reaches 4.5:1 on every ground, and the edges of controls 3:1, in both themes", () => {
  for (const theme of themes) {
    const { paper, wash, edge, ink, ink2, ink3, roles, weightsTint, plusText } = colours[theme];
    /** @param {readonly string[]} texts @param {readonly string[]} grounds @param {number} least */
    const reach = (texts, grounds, least) => {
      for (const text of texts)
        for (const ground of grounds) assert.ok(contrast(text, ground) >= least, `${theme}: ${text} on ${ground}`);
    };
    reach([ink, ink2, roles.weights], [paper, wash, weightsTint], 4.5);
    reach([ink3, plusText, ...Object.values(roles)], [paper, wash], 4.5);
    reach([edge], [paper, wash], 3);
  }
});

test("the diverging scale is symmetric about zero, where it is nearly the ground; the weights' scale starts there, where only an exact 0 is", () => {
  for (const theme of themes) {
    const { shades, background } = palettes[theme];
    const { fills } = shades("diverging");
    const weights = shades("sequential").fills;
    assert.equal(shadeOf(0, "diverging", 3), (steps - 1) / 2);
    assert.equal(shadeOf(-3, "diverging", 3), 0);
    assert.equal(shadeOf(9, "diverging", 3), steps - 1);
    for (const size of [0.5, 1, 2.9]) {
      assert.equal(shadeOf(size, "diverging", 3) + shadeOf(-size, "diverging", 3), steps - 1);
    }
    for (const zero of [fills[(steps - 1) / 2], weights[0]]) assert.ok(contrast(zero, background) < 1.12);
    // Away from zero, and along the weights, each shade contrasts more with the panel than the one before.
    for (const half of [fills.slice(0, 128).reverse(), fills.slice(127, steps), weights.slice(0, steps)]) {
      half.forEach((fill, at) =>
        assert.ok(at === 0 || contrast(fill, background) >= contrast(half[at - 1], background) - 0.02),
      );
    }
  }
  assert.deepEqual(
    [0, 1e-9, 0.001].map((weight) => shadeOf(weight, "sequential", 1)),
    [0, 1, 1],
  );
  assert.equal(shadeOf(NaN, "diverging", 1), invalidShade);
  assert.equal(shadeOf(-Infinity, "diverging", 1), hiddenShade);
  assert.equal(shadeOf(Infinity, "diverging", 1), steps - 1);
});

/** CIE Lab of linear RGB. @param {number[]} rgb */
function lab([r, g, b]) {
  const f = (/** @type {number} */ x) => (x > 0.008856 ? Math.cbrt(x) : 7.787 * x + 16 / 116);
  const x = f((0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505);
  const y = f(0.2126 * r + 0.7152 * g + 0.0722 * b);
  const z = f((0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089);
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

/** Colour-blind sight, after Vienot, Brettel and Mollon 1999; tritan, which they leave out, after Machado, Oliveira and Fernandes 2009. */
const blindness = {
  none: [1, 0, 0, 0, 1, 0, 0, 0, 1],
  protan: [0.11238, 0.88762, 0, 0.11238, 0.88762, 0, 0.00401, -0.00401, 1],
  deutan: [0.29275, 0.70725, 0, 0.29275, 0.70725, 0, -0.02234, 0.02234, 1],
  tritan: [1.255528, -0.076749, -0.178779, -0.078411, 0.930809, 0.147602, 0.004733, 0.691367, 0.3039],
};

/** The roles that are nearest to each other in colour-blind sight: their shapes, a tag, a notched tag, a block and a line, tell them apart. @type {Readonly<Record<string, string>>} */
const weakestPairs = { protan: "K V", deutan: "Q weights", tritan: "Q V" };

/** @param {string} a @param {string} b @param {number[]} sight @returns {number} the perceived difference */
function difference(a, b, sight) {
  const seen = [a, b].map((colour) => {
    const linear = channels(colour).map((channel) => (channel / 255) ** 2.2);
    return lab([0, 3, 6].map((row) => sum(3, (at) => sight[row + at] * linear[at])));
  });
  return Math.hypot(...seen[0].map((channel, at) => channel - seen[1][at]));
}

test("colour-blind readers can distinguish positive from negative, and the roles", () => {
  for (const theme of themes) {
    const { shades, roles } = palettes[theme];
    for (const [name, sight] of Object.entries(blindness)) {
      // The colours of Q, K and V are nearer to graphite than gold is: there the minus sign says it too.
      for (const [scale, least] of /** @type {const} */ ([
        ["diverging", 15],
        ["Q", 6],
        ["K", 6],
        ["V", 6],
      ])) {
        const { fills } = shades(scale);
        for (let at = 0; at < 90; at++) {
          const seen = difference(fills[at], fills[steps - 1 - at], sight);
          assert.ok(seen > least, `${theme} ${name} ${scale} ${at}: ${seen}`);
        }
      }
      const named = /** @type {const} */ (["Q", "K", "V", "weights", "output"]);
      const pairs = named.flatMap((a, i) =>
        named.slice(i + 1).map((b) => ({ pair: `${a} ${b}`, seen: difference(roles[a], roles[b], sight) })),
      );
      const [weakest] = pairs.sort((one, other) => one.seen - other.seen);
      assert.ok(weakest.seen > 12, `${theme} ${name}: ${weakest.pair}`);
      if (name in weakestPairs) assert.equal(weakest.pair, weakestPairs[name], `${theme} ${name}`);
    }
  }
});

test("text widths are upper bounds, long text ends in an ellipsis, and formulas have subscripts", () => {
  assert.equal(elide("short", 100, 12, estimateWidth), "short");
  const cut = elide("internationally", 40, 12, estimateWidth);
  assert.ok(cut.endsWith("…") && estimateWidth(cut, 12) <= 40 && cut.length > 3);
  assert.equal(elide("नमस्ते दुनिया", 24, 12, estimateWidth).includes("…"), true);
  assert.equal(elide("x", 1, 12, estimateWidth), "…");
  // The longest cut that fits, of a word as long as a sentence may be, and without measuring each of its cuts.
  let measured = 0;
  const measure = (/** @type {string} */ text, /** @type {number} */ size) => {
    measured++;
    return estimateWidth(text, size);
  };
  const long = elide("a".repeat(10_000), 100, 10, measure);
  assert.ok(estimateWidth(long, 10) <= 100 && estimateWidth(`a${long}`, 10) > 100, long);
  assert.ok(measured < 20, `${measured} times`);
  assert.ok(estimateWidth("東京", 10) >= 20);
  assert.deepEqual(
    formulaRuns("W_q · K^T").map(({ text, shift }) => [text, shift]),
    [
      ["W", ""],
      ["q", "sub"],
      [" · K", ""],
      ["T", "sup"],
    ],
  );
  assert.equal(
    formulaRuns("a_b_")
      .map((run) => run.text)
      .join(""),
    "ab_",
  );
});

test("each stage shows its equation", () => {
  const trace = walk({ bias: true });
  const expected = {
    X: ["X"],
    Q: ["X", "Wq", "bq", "Q"],
    K: ["X", "Wk", "K"],
    V: ["X", "Wv", "V"],
    raw: ["Q", "K^T", "raw"],
    scaled: ["raw", "scaled"],
    masked: ["scaled", "masked"],
    weights: ["masked", "weights"],
    context: ["weights", "V", "context"],
    concat: ["context:0", "context:1", "concat"],
    output: ["concat", "Wo", "bo", "output"],
  };
  const operators = {
    X: [],
    Q: ["·", "+", "="],
    K: ["·", "="],
    V: ["·", "="],
    raw: ["·", "="],
    scaled: ["÷ √d_k", "="],
    masked: ["masked"],
    weights: ["weights"],
    context: ["·", "="],
    concat: ["concat"],
    output: ["·", "+", "="],
  };
  for (const [stage, ids] of Object.entries(expected)) {
    const scene = draw(trace, stage);
    assert.deepEqual(
      scene.matrices.map((matrix) => matrix.id),
      ids,
      stage,
    );
    assert.deepEqual(textsOf(scene, "operator"), operators[/** @type {keyof typeof operators} */ (stage)], stage);
    assert.equal(scene.matrices.filter((matrix) => matrix.result).length, 1);
  }
  assert.deepEqual(textsOf(draw(trace, "weights"), "note"), ["each row"]);
});

test("cross-attention, positions and walks without weights show their equations", () => {
  const cross = walk({ n: 2, nk: 4, causal: false });
  assert.deepEqual(
    draw(cross, "K").matrices.map((matrix) => matrix.id),
    ["C", "Wk", "K"],
  );
  assert.deepEqual(
    draw(cross, "C").matrices.map((matrix) => matrix.id),
    ["C"],
  );
  assert.deepEqual(
    draw(cross, "weights").matrices.map((matrix) => matrix.id),
    ["scaled", "weights"],
  );
  const { tensors } = walk();
  const withPositions = { ...tensors, E: made(9, 3, 4), P: made(10, 3, 4) };
  const trace = (/** @type {Record<string, Made>} */ of, /** @type {string} */ stages) => ({
    stages: stages.split(" "),
    tensor: (/** @type {string} */ id) => of[id],
  });
  const positioned = trace(withPositions, "E P X Q K V raw scaled weights context concat output");
  assert.deepEqual(
    draw(positioned, "X").matrices.map((matrix) => matrix.id),
    ["E", "P", "X"],
  );
  assert.deepEqual(
    draw(positioned, "P").matrices.map((matrix) => matrix.id),
    ["P"],
  );
  const X = made(1, 3, 4);
  const bare = { X, Q: { ...X, shape: [1, 3, 4] }, K: { ...X, shape: [1, 3, 4] }, concat: X, output: X };
  assert.deepEqual(
    draw(trace(bare, "X Q K concat output"), "Q").matrices.map((matrix) => matrix.id),
    ["X", "Q"],
  );
  assert.deepEqual(
    draw(trace(bare, "X Q K concat output"), "output").matrices.map((matrix) => matrix.id),
    ["concat", "output"],
  );
});

test("every matrix holds its head's numbers, and the transposed one is transposed", () => {
  const trace = walk({ heads: 4, kvHeads: 2, bias: true });
  for (const stage of trace.stages) {
    const heads = [0, 1, 2, 3, "all"];
    for (const head of heads) {
      for (const matrix of draw(trace, stage, { head }).matrices) {
        const { shape, data } = trace.tensors[matrix.stage];
        for (let row = 0; row < matrix.rows; row++) {
          for (let column = 0; column < matrix.columns; column++) {
            const index = indexAt(matrix, row, column);
            const flat = index.reduce((offset, i, axis) => offset * shape[axis] + i, 0);
            assert.ok(index.length === shape.length && index.every((i, axis) => i >= 0 && i < shape[axis]));
            assert.equal(matrix.values[row * matrix.columns + column], data[flat]);
          }
        }
      }
    }
  }
  const raw = draw(trace, "raw", { head: 3 });
  assert.deepEqual(indexAt(matrixOf(raw, "Q"), 0, 1), [3, 0, 1]);
  assert.deepEqual(indexAt(matrixOf(raw, "K^T"), 1, 2), [1, 2, 1]);
  assert.deepEqual(indexAt(matrixOf(draw(trace, "Q", { head: 2 }), "Wq"), 3, 1), [3, 5]);
  assert.deepEqual(indexAt(matrixOf(draw(trace, "Q", { head: 2 }), "bq"), 0, 1), [5]);
  assert.deepEqual(indexAt(matrixOf(draw(trace, "V", { head: 3 }), "Wv"), 0, 0), [0, 3]);
  assert.equal(matrixOf(raw, "K^T").headText, "kv-head");
  assert.equal(matrixOf(raw, "Q").headText, "head 4 of 4");
  assert.equal(draw(trace, "K", { head: "all" }).matrices.length, 2);
  assert.equal(draw(trace, "weights", { head: "all" }).matrices.length, 4);
});

test("fills follow the values: compared matrices share a scale, weights use 0 to 1, hidden cells are hatched on the ground", () => {
  const trace = walk({ n: 4 });
  for (const theme of themes) {
    const { shades, background } = palettes[theme];
    const scaled = draw(trace, "scaled", { theme });
    const [before, after] = scaled.matrices;
    assert.equal(before.scale, after.scale);
    const largest = Math.max(...trace.tensors.raw.data.map(Math.abs));
    assert.equal(before.scale.limit, roundUp(largest));
    after.values.forEach((number, at) => {
      const expected = Math.round(((number / before.scale.limit + 1) / 2) * (steps - 1));
      assert.equal(after.scale.fills[after.shades[at]], shades("diverging").fills[expected]);
    });
    const weights = matrixOf(draw(trace, "weights", { theme }), "weights");
    assert.equal(weights.scale.limit, 1);
    const fill = (/** @type {number} */ row, /** @type {number} */ column) =>
      weights.scale.fills[weights.shades[row * 4 + column]];
    assert.equal(fill(0, 0), shades("sequential").fills[steps - 1]);
    assert.equal(fill(0, 3), background);
    const small = weights.values[3 * 4];
    assert.equal(fill(3, 0), shades("sequential").fills[Math.round(small * (steps - 1))]);
    assert.deepEqual([...(weights.hidden ?? [])], [0, 1, 1, 1, 0, 0, 1, 1, 0, 0, 0, 1, 0, 0, 0, 0]);
    assert.equal(weights.digits?.[3], "0");
    const masked = matrixOf(draw(trace, "masked", { theme }), "masked");
    assert.equal(masked.digits?.[3], "−∞");
    assert.equal(masked.scale.fills[masked.shades[3]], background);
    assert.equal(matrixOf(draw(trace, "masked", { theme }), "scaled").hidden, null);
  }
});

test("with a mask for each head, each head's cells are marked by its own, and weights that dropout drops get another mark", () => {
  const { tensors, stages } = walk({ n: 3 });
  const visible = [
    [1, 0, 0, 1, 1, 0, 1, 1, 1],
    [1, 0, 0, 0, 1, 0, 1, 0, 1],
  ];
  const allow = { shape: [2, 3, 3], data: visible.flat() };
  const keep = { shape: [2, 3, 3], data: [1, 1, 1, 0, 1, 1, 1, 1, 0, 0, 1, 1, 1, 1, 1, 0, 1, 1] };
  const weights = { shape: [2, 3, 3], data: allow.data.map((seen) => seen / 2) };
  const dropped = { shape: [2, 3, 3], data: weights.data.map((weight, at) => weight * (keep.data[at] ?? 0)) };
  /** @type {Record<string, Made>} */
  const all = { ...tensors, allow, keep, weights, dropped };
  const trace = { stages: [...stages, "dropped"], tensor: (/** @type {string} */ id) => all[id] };
  const marks = (/** @type {string} */ stage, /** @type {number} */ head) =>
    [...(matrixOf(draw(trace, stage, { head }), stage).hidden ?? [])].join("");
  assert.deepEqual([marks("masked", 0), marks("masked", 1)], ["011001000", "011101010"]);
  assert.deepEqual([marks("weights", 0), marks("weights", 1)], ["011001000", "011101010"]);
  assert.deepEqual([marks("dropped", 0), marks("dropped", 1)], ["011201002", "211101210"]);
});

test("cells are hidden where the caller says so or where -inf stands; leaks are not hidden, and -1e9 does not widen the scale", () => {
  const { tensors, stages } = walk({ n: 3 });
  const { allow, ...rest } = tensors;
  assert.ok(allow);
  const unmarked = { stages, tensor: (/** @type {string} */ id) => /** @type {Record<string, Made>} */ (rest)[id] };
  assert.deepEqual([...(matrixOf(draw(unmarked, "weights"), "weights").hidden ?? [])], [0, 1, 1, 0, 0, 1, 0, 0, 0]);
  /** @type {import("../../web/figures/types.js").Hidden} */
  const hidden = { mask: { shape: [3, 3], data: Float32Array.of(1, 1, 0, 1, 1, 0, 1, 1, 0) }, value: 0 };
  assert.deepEqual(
    [...(matrixOf(draw(unmarked, "masked", { hidden }), "masked").hidden ?? [])],
    [0, 0, 1, 0, 0, 1, 0, 0, 1],
  );
  /** @type {Record<string, Made>} */
  const leaking = { ...tensors, weights: made(11, 2, 3, 3) };
  const leak = draw({ stages, tensor: (id) => leaking[id] }, "weights");
  assert.equal(matrixOf(leak, "weights").hidden, null);
  const filled = tensors.masked.data.map((score) => (score === -Infinity ? -1e9 : score));
  /** @type {Record<string, Made>} */
  const finite = { ...tensors, masked: { ...tensors.masked, data: filled } };
  const scene = draw({ stages, tensor: (id) => finite[id] }, "masked");
  assert.ok(matrixOf(scene, "masked").scale.limit < 100);
  assert.equal(matrixOf(scene, "masked").hidden?.[2], 1);
});

test("dropout's weights above 1 widen the scale, and NaN has a shade of its own", () => {
  const { tensors, stages } = walk();
  const dropped = { ...tensors.weights, data: tensors.weights.data.map((weight) => weight * 2) };
  const of = { ...tensors, dropped, keep: { ...dropped, data: dropped.data.map(() => 1) } };
  const scene = draw(
    { stages: [...stages, "dropped"], tensor: (id) => /** @type {Record<string, Made>} */ (of)[id] },
    "dropped",
    {},
  );
  assert.equal(matrixOf(scene, "dropped").scale.limit, 2);
  /** @type {Record<string, Made>} */
  const spoilt = { ...tensors, X: { ...tensors.X, data: tensors.X.data.map((x, at) => (at === 1 ? NaN : x)) } };
  const X = matrixOf(draw({ stages, tensor: (id) => spoilt[id] }, "X"), "X");
  assert.equal(X.shades[1], invalidShade);
  assert.equal(X.digits?.[1], "NaN");
  const zeros = { stages: ["X"], tensor: () => ({ shape: [2, 2], data: [0, 0, 0, 0] }) };
  assert.equal(matrixOf(draw(zeros, "X"), "X").scale.limit, 1);
});

test("legends name the ends of each scale, and explain hatching only where it occurs", () => {
  const trace = walk();
  const legends = draw(trace, "weights").legends;
  assert.deepEqual(
    legends.map(({ title, from, to, kind }) => [title, from, to, kind]),
    [
      ["masked", `−${formatLimit(legends[0].limit)}`, formatLimit(legends[0].limit), "diverging"],
      ["weights", "0", "1", "sequential"],
    ],
  );
  assert.ok(textsOf(draw(trace, "weights"), "legend").includes("hidden"));
  assert.ok(!textsOf(draw(trace, "raw"), "legend").includes("hidden"));
  assert.equal(draw(trace, "X").legends[0].title, "");
  for (const stage of trace.stages) assert.ok(draw(trace, stage).legends.length > 0);
  const { fills } = palettes.light.shades("sequential");
  const boxes = draw(trace, "weights").boxes.map((box) => box.fill);
  assert.ok(boxes.includes(fills[0]) && boxes.includes(fills[steps - 1]));
});

test("names, shapes and heads are above matrices, tokens next to them", () => {
  const scene = draw(walk({ n: 4 }), "raw", { head: 1 });
  assert.deepEqual(textsOf(scene, "name"), ["Q", "K^T", "raw"]);
  assert.deepEqual(textsOf(scene, "shape"), ["4 × 2", "2 × 4 · head 2 of 2", "4 × 4 · head 2 of 2"]);
  assert.equal(textsOf(scene, "row").filter((text) => text === "animal").length, 2);
  assert.equal(textsOf(scene, "column").filter((text) => text === "animal").length, 2);
  assert.ok(textsOf(scene, "axis").includes("queries"));
  const dimensions = { X: ["a", "b", "c", "d"], Q: ["act", "thing"] };
  const named = draw(walk({ n: 3 }), "Q", {
    labels: { queries: tokens, keys: tokens, dimensions, names: { X: "input" } },
  });
  assert.ok(textsOf(named, "name").includes("input"));
  assert.deepEqual(matrixOf(named, "Wq").rowLabels, ["a", "b", "c", "d"]);
  assert.deepEqual(matrixOf(named, "Wq").columnLabels, ["act", "thing"]);
});

test("the selected number is ringed, its sources are ringed as rectangles, their labels are highlighted", () => {
  const trace = walk({ n: 4, dk: 3 });
  const cell = { stage: "raw", index: [1, 2, 3] };
  const scene = draw(trace, "raw", { head: 1, cell, sources: sourcesOf(trace, cell) });
  assert.deepEqual(
    scene.rings.map((ring) => [ring.matrix, ring.inspected]),
    [
      ["Q", false],
      ["K^T", false],
      ["raw", true],
    ],
  );
  const box = (/** @type {string} */ id, /** @type {number[]} */ ...place) =>
    boxOf(matrixOf(scene, id), place[0], place[1], place[2], place[3]);
  const rings = scene.rings.map(({ x, y, width, height }) => ({ x, y, width, height }));
  assert.deepEqual(rings, [box("Q", 2, 0, 1, 3), box("K^T", 0, 3, 3, 1), box("raw", 2, 3, 1, 1)]);
  const ink = palettes.light.text;
  assert.ok(scene.rings.every((ring) => ring.colour === ink));
  const isLabel = (/** @type {{role: string}} */ { role }) => role === "row" || role === "column";
  const lit = scene.texts
    .filter((text) => isLabel(text) && text.weight === 600)
    .map((text) => `${text.role} ${text.text}`);
  assert.deepEqual(lit.sort(), ["column cross", "column cross", "row cannot", "row cannot"].sort());
  const weights = { stage: "weights", index: [0, 2, 1] };
  const softmax = draw(trace, "weights", { cell: weights, sources: sourcesOf(trace, weights) });
  const run = boxOf(matrixOf(softmax, "masked"), 2, 0, 1, 3);
  assert.equal(softmax.rings[0].width, run.width);
  const scaled = { stage: "scaled", index: [0, 0, 0] };
  const operator = draw(trace, "scaled", { cell: scaled, sources: sourcesOf(trace, scaled) }).texts.find(
    (text) => text.text === "÷ √d_k",
  );
  assert.equal(operator?.weight, 600);
  assert.equal(draw(trace, "scaled").rings.length, 0);
});

test("marked cells are merged into few rectangles that cover each cell once", () => {
  const marked = Uint8Array.from([1, 1, 0, 1, 1, 1, 0, 0, 0, 0, 0, 1]);
  assert.deepEqual(rectanglesOf(marked, 4), [
    { row: 0, column: 3, rows: 1, columns: 1 },
    { row: 0, column: 0, rows: 2, columns: 2 },
    { row: 2, column: 3, rows: 1, columns: 1 },
  ]);
  assert.deepEqual(rectanglesOf(new Uint8Array(6), 3), []);
});

test("each block of concat is below its head", () => {
  const scene = draw(walk({ n: 3, heads: 4, dv: 2 }), "concat");
  const concat = matrixOf(scene, "concat");
  assert.equal(concat.block, 2);
  assert.ok(concat.blockGap > 0);
  for (const head of [0, 1, 2, 3]) {
    const context = matrixOf(scene, `context:${head}`);
    assert.equal(boxOf(context, 0, 1).x, boxOf(concat, 0, head * 2 + 1).x);
    assert.ok(context.y + context.rows * context.cellHeight < concat.y);
  }
});

test("the overlap check finds overlapping shapes", () => {
  const square = boxCorners({ x: 0, y: 0, width: 10, height: 10 });
  const slanted = [
    [9, 5],
    [14, 0],
    [19, 5],
    [14, 10],
  ];
  assert.ok(overlap(square, boxCorners({ x: 8, y: 8, width: 10, height: 10 })));
  assert.ok(overlap(square, slanted));
  assert.ok(!overlap(square, boxCorners({ x: 10, y: 0, width: 10, height: 10 })));
  assert.ok(!overlap(slanted, boxCorners({ x: 0, y: -10, width: 11, height: 12 })));
});

const sizes = /** @type {Shape[]} */ ([
  { n: 1, dModel: 2, heads: 1, dk: 1, dv: 1 },
  { n: 3, dModel: 3, heads: 1, dk: 2, dv: 4, causal: false },
  { n: 6, dModel: 16, heads: 4, dk: 4, dv: 4, bias: true },
  { n: 7, nk: 11, dModel: 8, heads: 4, kvHeads: 2, dk: 3, dv: 1, causal: false },
  { n: 16, dModel: 16, heads: 4, dk: 16, dv: 16 },
  { n: 17, dModel: 48, heads: 8, dk: 6, dv: 6 },
]);

test("nothing overlaps and nothing leaves the figure, at any width, size, head and selected number", () => {
  for (const shape of sizes) {
    const trace = walk(shape);
    for (const stage of trace.stages) {
      const rank3 = trace.tensors[stage].shape.length === 3;
      const last = trace.tensors[stage].shape.map((length) => length - 1);
      const [heads] = trace.tensors.Q.shape;
      for (const [at, width] of [320, 480, 600, 760, 1100].entries()) {
        for (const head of [rank3 ? last[0] : 0, "all"]) {
          // A query head that shares its KV head.
          const query = head === "all" || !rank3 ? head : Math.ceil((last[0] * heads) / (last[0] + 1));
          const index = (at + Number(head === "all")) % 2 ? last : last.map(() => 0);
          const scene = draw(trace, stage, { width, head: query, cell: { stage, index } });
          checkLayout(scene, `${JSON.stringify(shape)} ${stage} ${width} ${head}`);
        }
      }
    }
  }
});

test("a figure fits its width unless its cells are already at their minimum size", () => {
  for (const shape of sizes) {
    const trace = walk(shape);
    for (const stage of trace.stages) {
      for (const width of [320, 760, 1100]) {
        const scene = draw(trace, stage, { width });
        const smallest = Math.min(...scene.matrices.map((matrix) => matrix.cellWidth));
        const min = width <= 480 ? 14 : 6;
        assert.ok(
          scene.width <= width || smallest <= min,
          `${JSON.stringify(shape)} ${stage} ${width}: ${scene.width}`,
        );
        for (const { cellWidth, digits } of scene.matrices) {
          assert.ok(cellWidth >= 6 && cellWidth <= 64);
          assert.ok(!digits || cellWidth >= 30);
        }
      }
    }
  }
  const small = draw(walk({ n: 3, dModel: 3, heads: 1, dk: 2, causal: false }), "weights").matrices[0];
  assert.equal(small.cellWidth, 64);
  const narrow = draw(walk({ n: 6, dModel: 4, heads: 1, dk: 4 }), "weights", { width: 320 });
  assert.ok(matrixOf(narrow, "weights").digits);
});

test("the equation of a stage leaves 300 px of a phone's 780 to words and controls, and is no wider than the phone", () => {
  for (const shape of /** @type {Shape[]} */ ([
    { n: 12, dModel: 16, heads: 1, dk: 16, dv: 16 },
    { n: 7, dModel: 16, heads: 4, dk: 4, dv: 4 },
    { n: 4, dModel: 32, heads: 2, dk: 16, dv: 16 },
  ])) {
    const trace = walk(shape);
    for (const stage of trace.stages) {
      const scene = draw(trace, stage, { width: 310 });
      const result = /** @type {Matrix} */ (scene.matrices.find((matrix) => matrix.result));
      const bottom = result.y + result.rows * result.cellHeight;
      const what = `${JSON.stringify(shape)} ${stage}: ${scene.width} wide, the result ends at ${bottom}`;
      assert.ok(scene.width <= 310 && bottom <= 480, what);
      assert.ok(result.cellHeight >= 14, what);
    }
  }
});

test("enlarged, every cell is large enough for a finger, also with 64 tokens, and nothing overlaps", () => {
  for (const shape of [...sizes, { n: 64, dModel: 16, heads: 2, dk: 8, dv: 8 }]) {
    const trace = walk(shape);
    for (const stage of trace.stages) {
      for (const head of trace.tensors[stage].shape.length === 3 ? /** @type {const} */ ([0, "all"]) : [0]) {
        const scene = draw(trace, stage, { width: 310, head, enlarged: true });
        checkLayout(scene, `${JSON.stringify(shape)} ${stage} ${head}`);
        for (const { id, cellWidth, cellHeight, rows, columns, digits } of scene.matrices) {
          assert.ok(cellWidth >= 24 && cellHeight >= 24, `${stage} ${id}: ${cellWidth} x ${cellHeight}`);
          assert.equal(digits !== null, rows <= 48 && columns <= 32, `${stage} ${id}: numbers are readable`);
        }
      }
    }
  }
});

test("hit-testing is the inverse of layout, for every cell", () => {
  for (const shape of sizes.slice(1, 5)) {
    const trace = walk(shape);
    for (const stage of trace.stages) {
      for (const head of [0, "all"]) {
        const scene = draw(trace, stage, { head });
        for (const matrix of scene.matrices) {
          for (let row = 0; row < matrix.rows; row++) {
            for (let column = 0; column < matrix.columns; column++) {
              const { x, y, width, height } = boxOf(matrix, row, column);
              for (const share of [0.02, 0.5, 0.98]) {
                const hit = cellAt(scene, x + share * width, y + share * height);
                assert.equal(hit?.matrix, matrix);
                assert.deepEqual(hit?.index, indexAt(matrix, row, column));
              }
              const found = findCell(scene.matrices, { stage: matrix.stage, index: indexAt(matrix, row, column) });
              assert.deepEqual([found?.matrix, found?.row, found?.column], [matrix, row, column]);
            }
          }
        }
      }
    }
  }
  const scene = draw(walk({ heads: 4, dv: 2 }), "concat");
  const concat = matrixOf(scene, "concat");
  assert.equal(cellAt(scene, boxOf(concat, 0, 2).x - 1, concat.y + 1), null);
  assert.equal(cellAt(scene, concat.x - 1, concat.y + 1), null);
  assert.equal(cellAt(scene, 0, 0), null);
  assert.equal(findCell(scene.matrices, { stage: "concat", index: [0, 99] }), null);
  assert.equal(findCell(scene.matrices, null), null);
});

test("the keyboard reaches every cell, at every width", () => {
  const moves = /** @type {const} */ (["left", "right", "up", "down"]);
  for (const shape of sizes.slice(0, 4)) {
    const trace = walk(shape);
    for (const stage of trace.stages) {
      for (const [width, head] of /** @type {[number, number | "all"][]} */ ([
        [760, 0],
        [320, 0],
        [760, "all"],
        [320, "all"],
      ])) {
        const scene = draw(trace, stage, { width, head });
        const key = (/** @type {Cell} */ cell) => `${cell.stage} ${cell.index.join(" ")}`;
        const start = moveCell(scene, null, "right");
        assert.equal(start.stage, stage);
        const reached = new Map([[key(start), start]]);
        for (const cell of reached.values()) {
          for (const move of moves) {
            const next = moveCell(scene, cell, move);
            if (!reached.has(key(next))) reached.set(key(next), next);
          }
        }
        assert.equal(
          reached.size,
          sum(scene.matrices.length, (at) => scene.matrices[at].rows * scene.matrices[at].columns),
        );
      }
    }
  }
});

test("moveCell leads to neighbours, ends of rows, corners and other matrices", () => {
  const scene = draw(walk({ n: 3, causal: false }), "raw");
  const from = { stage: "raw", index: [0, 1, 1] };
  const to = (/** @type {import("../../web/figures/geometry.js").Move} */ move) => moveCell(scene, from, move);
  assert.deepEqual(to("left").index, [0, 1, 0]);
  assert.deepEqual(to("down").index, [0, 2, 1]);
  assert.deepEqual(to("home").index, [0, 1, 0]);
  assert.deepEqual(to("end").index, [0, 1, 2]);
  assert.deepEqual(to("first").index, [0, 0, 0]);
  assert.deepEqual(to("last").index, [0, 2, 2]);
  assert.deepEqual(to("previous"), { stage: "K", index: [0, 0, 0] });
  assert.deepEqual(to("next"), from);
  assert.deepEqual(moveCell(scene, { stage: "raw", index: [0, 2, 0] }, "left"), { stage: "K", index: [0, 2, 1] });
  assert.deepEqual(moveCell(scene, { stage: "gone", index: [9] }, "left"), { stage: "raw", index: [0, 0, 0] });
});

/** Checks that a document is well-formed, and gives its elements. @param {string} xml */
function elementsOf(xml) {
  /** @type {{name: string, attributes: Record<string, string>}[]} */
  const elements = [];
  /** @type {string[]} */
  const open = [];
  const token = /<(\/?)([A-Za-z]+)((?:\s[\w:-]+="[^"<&]*(?:&(?:amp|lt|gt|quot|#39);[^"<&]*)*")*)(\/?)>|([^<]+)/gy;
  let end = 0;
  for (const [whole, closing, name, attributes, alone, text] of xml.matchAll(token)) {
    end += whole.length;
    if (text) {
      assert.doesNotMatch(text, /[>]|&(?!(amp|lt|gt|quot|#39);)/);
    } else if (closing) {
      assert.equal(open.pop(), name);
    } else {
      if (!alone) open.push(name);
      const pairs = [...attributes.matchAll(/([\w:-]+)="([^"]*)"/g)].map(([, key, given]) => [key, given]);
      assert.equal(new Set(pairs.map(([key]) => key)).size, pairs.length, "an attribute twice");
      elements.push({ name, attributes: Object.fromEntries(pairs) });
    }
  }
  assert.equal(end, xml.length, `not well-formed at ${xml.slice(end, end + 60)}`);
  assert.deepEqual(open, []);
  return elements;
}

test("the SVG is well-formed, has no style or script, and has one rectangle for each cell", () => {
  const trace = walk({ n: 6, heads: 2, dk: 4 });
  for (const theme of themes) {
    for (const stage of trace.stages) {
      for (const head of [1, "all"]) {
        const scene = draw(trace, stage, { theme, head });
        const elements = elementsOf(svgOf(scene, { title: stage }));
        assert.ok(elements.every(({ name }) => "svg title g rect text tspan path polyline".split(" ").includes(name)));
        assert.ok(
          elements.every(
            ({ attributes }) => !("style" in attributes) && !("class" in attributes) && !("id" in attributes),
          ),
        );
        const cells = sum(scene.matrices.length, (at) => scene.matrices[at].rows * scene.matrices[at].columns);
        const rings = 2 * scene.rings.length;
        assert.equal(elements.filter(({ name }) => name === "rect").length, cells + scene.boxes.length + rings + 1);
        assert.equal(elements[0].attributes.xmlns, "http://www.w3.org/2000/svg");
      }
    }
  }
});

test("hostile words stay text in the SVG", () => {
  const hostile = ['<img onerror="x">', "a&b", "'\"><script>", "\u0000\u0007\ud800", "]]>", "W_q^T"];
  const labels = { queries: hostile, keys: hostile, names: { X: '"><b>' } };
  const trace = walk({ n: 6, heads: 1 });
  for (const stage of trace.stages) {
    const svg = svgOf(draw(trace, stage, { labels, width: 1400 }), { title: hostile[0] });
    elementsOf(svg);
    assert.doesNotMatch(svg, /<(img|script|b)\b/);
  }
  const scene = draw(trace, "weights", { labels, width: 1400 });
  assert.ok(svgOf(scene).includes("a&amp;b") && svgOf(scene).includes("W_q^T"));
  const table = tableOf(scene.matrices[1]);
  assert.deepEqual(table.columns, hostile);
});

/** @param {Record<string, unknown>} [state] @returns {any} a canvas context that records what is drawn */
function recorder(state = {}) {
  /** @type {unknown[][]} */
  const calls = [];
  return new Proxy(state, {
    get: (_, name) => {
      if (name === "calls") return calls;
      if (name === "measureText") return (/** @type {string} */ text) => ({ width: estimateWidth(text, 10) });
      return (
        state[/** @type {string} */ (name)] ??
        ((/** @type {unknown[]} */ ...args) => calls.push([name, state.fillStyle, ...args]))
      );
    },
    set: (_, name, given) => Reflect.set(state, name, given),
  });
}

test("the canvas shows the same cells, digits and text as the SVG", () => {
  const trace = walk({ n: 6, heads: 2, dk: 4 });
  for (const stage of trace.stages) {
    for (const head of [1, "all"]) {
      const cell = { stage, index: trace.tensors[stage].shape.map(() => 0) };
      const scene = draw(trace, stage, { head, cell });
      const context = recorder();
      paintCanvas(context, scene, { ratio: 2 });
      const [transform, clear, ...calls] = /** @type {any[][]} */ (context.calls);
      assert.deepEqual(transform.slice(2), [2, 0, 0, 2, 0, 0]);
      assert.equal(clear[0], "clearRect");
      const boxes = calls.filter(
        ([name], at) => name === "fillRect" || (name === "roundRect" && calls[at + 1][0] === "fill"),
      );
      const painted = boxes.map(([, fill, x, y, width, height]) => [x, y, width, height, fill].join(" "));
      const elements = elementsOf(svgOf(scene, { background: false }));
      const written = elements
        .filter(({ name, attributes }) => name === "rect" && attributes.fill !== "none")
        .map(({ attributes: { x, y, width, height, fill } }) => [x, y, width, height, fill].join(" "));
      const cells = sum(scene.matrices.length, (at) => scene.matrices[at].rows * scene.matrices[at].columns);
      assert.deepEqual(painted.slice(0, cells), written.slice(0, cells));
      assert.equal(painted.length, written.length);
      const words = calls.filter(([name]) => name === "fillText").map(([, , text]) => text);
      const runs = scene.texts.flatMap((text) =>
        text.formula ? formulaRuns(text.text).map((run) => run.text) : [text.text],
      );
      const digits = scene.matrices.reduce((count, matrix) => count + (matrix.digits?.length ?? 0), 0);
      assert.equal(words.length, digits + runs.length);
      assert.deepEqual(words.slice(digits), runs);
      assert.equal(
        calls.filter(([name], at) => name === "roundRect" && calls[at + 1][0] === "stroke").length,
        scene.rings.length,
      );
    }
  }
});

test("adjacent cells are put on the canvas as pixels, each in its colour, without gaps or overlaps", () => {
  const trace = walk({ n: 17, dModel: 48, heads: 8, dk: 6 });
  for (const ratio of [1, 1.25, 2, 3]) {
    for (const stage of ["X", "masked", "weights", "concat"]) {
      const scene = thumbnailScene({ stages: [stage], head: "all", trace, width: 64, height: 44, theme: "light" });
      /** @type {{data: Uint8ClampedArray, width: number, x: number, y: number}[]} */
      const put = [];
      const context = recorder({
        createImageData: (/** @type {number} */ width, /** @type {number} */ height) => ({
          width,
          height,
          data: new Uint8ClampedArray(4 * width * height),
        }),
        putImageData: (/** @type {any} */ image, /** @type {number} */ x, /** @type {number} */ y) =>
          put.push({ ...image, x, y }),
      });
      paintCanvas(context, scene, { ratio });
      assert.equal(put.length, scene.matrices.length);
      assert.ok(!context.calls.some((/** @type {unknown[]} */ call) => call[0] === "fillRect"));
      scene.matrices.forEach((matrix, at) => {
        const { data, width, x, y } = put[at];
        const height = data.length / 4 / width;
        const right = columnX(matrix, matrix.columns - 1) + matrix.cellWidth;
        assert.deepEqual(
          [x, y, x + width, y + height],
          [matrix.x, matrix.y, right, matrix.y + matrix.rows * matrix.cellHeight].map((px) => Math.round(px * ratio)),
        );
        for (let column = 0; column < matrix.columns; column++) {
          const left = Math.round(columnX(matrix, column) * ratio);
          const end = Math.round((columnX(matrix, column) + matrix.cellWidth) * ratio);
          for (let row = 0; row < matrix.rows; row++) {
            const top = Math.round((matrix.y + row * matrix.cellHeight) * ratio);
            const bottom = Math.round((matrix.y + (row + 1) * matrix.cellHeight) * ratio);
            for (const [px, py] of [
              [left, top],
              [end - 1, bottom - 1],
            ]) {
              if (left === end || top === bottom) continue;
              const pixel = data.subarray(4 * ((py - y) * width + px - x)).subarray(0, 4);
              const fill = matrix.scale.fills[matrix.shades[row * matrix.columns + column]];
              assert.deepEqual([...pixel], [...channels(fill), 255], `${stage} ${ratio} ${row} ${column}`);
            }
          }
        }
      });
    }
  }
});

test("the canvas measures each text once", () => {
  let calls = 0;
  const context = /** @type {any} */ ({
    measureText(/** @type {string} */ text) {
      calls++;
      return { width: text.length };
    },
  });
  const measure = canvasMeasure(context);
  assert.deepEqual([measure("abc", 12), measure("abc", 12), measure("abc", 11), measure("ab", 11)], [3, 3, 3, 2]);
  assert.equal(calls, 3);
  for (let at = 0; at < 5000; at++) measure(`word ${at}`, 11);
  assert.equal(measure("abc", 12), 3);
});

test("a figure's table has uncut tokens and every number", () => {
  const trace = walk({ n: 10, heads: 1, dk: 2 });
  const scene = draw(trace, "raw");
  const table = tableOf(matrixOf(scene, "raw"), 4);
  assert.equal(table.caption, "raw · 10 × 10");
  assert.deepEqual(table.columns, tokens.slice(0, 10));
  assert.deepEqual(
    table.rows.map((row) => row.header),
    tokens.slice(0, 10),
  );
  table.rows.forEach((row, i) =>
    row.cells.forEach((cell, j) => {
      const number = trace.tensors.raw.data[i * 10 + j];
      assert.equal(cell.text, formatNumber(number, 4));
      assert.equal(cell.value, number);
      assert.deepEqual([cell.stage, ...cell.index], ["raw", 0, i, j]);
    }),
  );
  const K = tableOf(matrixOf(scene, "K^T"));
  assert.equal(K.caption, "Kᵀ · 2 × 10");
  assert.deepEqual(
    K.rows.map((row) => row.header),
    ["1", "2"],
  );
  assert.deepEqual(K.rows[1].cells[9].index, [0, 9, 1]);
  const weights = tableOf(matrixOf(draw(trace, "weights"), "weights"));
  assert.deepEqual([weights.rows[0].cells[1].hidden, weights.rows[0].cells[1].text], [true, "0"]);
  assert.equal(weights.rows[0].cells[0].hidden, false);
});

test("a thumbnail fits its box and shows every cell of its stages", () => {
  const trace = walk({ n: 17, dModel: 48, heads: 8, dk: 6 });
  for (const stages of [["X"], ["Q", "K", "V"], ["masked"], ["weights"], ["output"]]) {
    for (const head of /** @type {const} */ ([3, "all"])) {
      const scene = thumbnailScene({ stages, head, trace, width: 96, height: 44, theme: "dark" });
      assert.ok(scene.width <= 96.001 && scene.height <= 44.001, `${stages} ${head}: ${scene.width} x ${scene.height}`);
      const each = head === "all" && stages[0] !== "X" && stages[0] !== "output" ? 8 : 1;
      assert.equal(scene.matrices.length, stages.length * each);
      const elements = elementsOf(svgOf(scene));
      const cells = sum(scene.matrices.length, (at) => scene.matrices[at].rows * scene.matrices[at].columns);
      assert.equal(elements.filter(({ name }) => name === "rect").length, cells + 1);
      for (const { values, shades, scale, hidden } of scene.matrices) {
        shades.forEach((shade, at) =>
          assert.equal(shade, hidden?.[at] ? hiddenShade : shadeOf(values[at], scale.kind, scale.limit)),
        );
      }
    }
  }
  const whole = thumbnailScene({
    stages: ["weights"],
    head: 0,
    trace: walk({ n: 3 }),
    width: 96,
    height: 44,
    theme: "light",
  });
  assert.equal(whole.matrices[0].cellWidth, 12);
});

test("row labels of a scrolled figure stay at its edge, on the panel's colour", () => {
  const scene = draw(walk({ n: 5, dModel: 90, heads: 1 }), "X", { width: 320 });
  const X = matrixOf(scene, "X");
  assert.ok(scene.width > 320);
  assert.equal(pinRowLabels(scene, 0), scene);
  const pinned = pinRowLabels(scene, 100);
  const labels = (/** @type {Scene} */ of) => of.texts.filter((text) => text.role === "row").map((text) => text.x);
  assert.deepEqual(
    labels(pinned),
    labels(scene).map((x) => x + 100 - (X.x - X.gutter)),
  );
  assert.deepEqual(pinned.boxes.at(-1), {
    x: 100,
    y: X.y - 2,
    width: X.gutter,
    height: 5 * X.cellHeight + 4,
    radius: 0,
    fill: palettes.light.background,
  });
  assert.equal(pinRowLabels(scene, scene.width), scene);
});

test("figureTrace fetches each tensor and input of a run once, and the mask where there is one", () => {
  const { tensors, stages } = walk();
  /** @type {string[]} */
  const fetched = [];
  const run = {
    stages,
    auxiliary: ["allow", "bias"],
    spec: { heads: 2 },
    view: (/** @type {string} */ id) => {
      fetched.push(id);
      return tensors[id];
    },
  };
  const { X, Wq } = tensors;
  const trace = figureTrace(run, { X, Wq, note: 3 });
  for (let time = 0; time < 2; time++) {
    assert.equal(trace.tensor("Q"), tensors.Q);
    assert.equal(trace.tensor("allow"), tensors.allow);
    assert.equal(trace.tensor("Wq"), Wq);
    assert.equal(trace.tensor("note"), null);
    assert.equal(trace.tensor("bq"), null);
    assert.equal(trace.tensor("keep"), null);
  }
  assert.deepEqual(trace.spec, { heads: 2 });
  assert.deepEqual(fetched, ["Q", "allow"]);
  assert.equal(figureTrace({ ...run, auxiliary: [] }, {}).tensor("allow"), null);
  assert.equal(figureTrace({ ...run, stages: ["dropped"] }, {}).tensor("keep"), tensors.keep);
  assert.equal(fetched.at(-1), "keep");
});

test("figure errors name the argument, what was wanted and what came", () => {
  const trace = walk();
  const wrong = /** @type {[string, string, object, RegExp][]} */ ([
    ["stage", "sideways", {}, /wanted one of X Q .*, got sideways/],
    ["head", "raw", { head: 2 }, /wanted "all" or 0 to 1, got 2/],
    ["theme", "raw", { theme: "sepia" }, /wanted light or dark, got sepia/],
    ["width", "raw", { width: NaN }, /got NaN/],
    ["digits", "raw", { digits: 13 }, /got 13/],
    ["trace", "raw", { trace: { ...trace, tensor: () => undefined } }, /wanted a tensor "Q"/],
  ]);
  for (const [field, stage, more, message] of wrong) {
    assert.throws(
      () => draw(trace, stage, more),
      (error) => error instanceof AttentionError && error.field === field && message.test(error.message),
      field,
    );
  }
});

test("figures ask only for messages that there are, but for notes, which may be missing", () => {
  const { t: english } = words("en");
  const trace = walk({ heads: 4, kvHeads: 2 });
  const asking = (/** @type {string} */ id, /** @type {any} */ args) => {
    assert.ok(isNote(id) || english(id, args) !== "", id);
    return "";
  };
  for (const stage of trace.stages) for (const head of [1, "all"]) draw(trace, stage, { head, t: asking });
});
