/** The KV cache experiment: its figure, its operation counts and its comparison, against hand counts and published sizes. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { createEngine } from "../../web/engine/index.js";
import { bandOf, cacheScene } from "../../web/figures/scene/cache.js";
import {
  countsOf,
  formatBytes,
  formatCount,
  multiplyAddsOf,
  noCounts,
  plus,
  withCache,
} from "../../web/figures/measures/cost-counts.js";
import { largestDifference, formatDifference, sameBits } from "../../web/figures/measures/difference.js";
import { estimateWidth } from "../../web/figures/text.js";
import { words } from "../../web/words/words.js";
import { blocks, sizes } from "../support/blocks/blocks.js";
import { models } from "../../web/state/experiments/published-models.js";

const engine = await createEngine();
const { t } = words("en");

test("a cache reduces the counts from n·d² to d² and from n²·d to n·d in every layer", () => {
  for (const { d_model: m, heads, kv_heads, d_k, layers, bias } of Object.values(models)) {
    const n = 1000;
    const spec = { d_model: m, heads, kv_heads, d_k, causal: true };
    const given = ["Wq", "Wk", "Wv", "Wo", ...(bias ? ["bq", "bk", "bv", "bo"] : [])];
    const all = countsOf(engine.cost(spec, { n_q: n, given }), layers);
    const one = countsOf(withCache(engine.cost(spec, { n_q: 1, n_k: n, given }), n), layers);
    const projected = layers * (m * heads * d_k + 2 * m * kv_heads * d_k);
    assert.deepEqual([all.projections, one.projections], [n * projected, projected]);
    const mixed = layers * m * heads * d_k; // by Wo
    assert.deepEqual([all.mixing, one.mixing], [n * mixed, mixed]);
    const compared = layers * n * heads * d_k; // of one query with all keys; as many for its weighted sum of values
    for (const kind of /** @type {const} */ (["scores", "sums"]))
      assert.deepEqual([all[kind], one[kind]], [n * compared, compared], kind);
    const biases = bias ? 2 * heads * d_k + 2 * kv_heads * d_k : 0;
    assert.equal(one.others, layers * (5 * heads * n + biases)); // scaling one, softmax four for each pair
    assert.equal(all.others, n * one.others);
    assert.equal(heads * d_k, m);
  }
});

test("projecting one token with GPT-2's sizes takes 12 layers of three 768 x 768 products, and mixing its heads one", () => {
  const { d_model, heads, d_k, layers } = models.gpt2;
  const one = engine.cost({ d_model, heads, d_k }, { n_q: 1 });
  const { projections, mixing, ...others } = countsOf(one, layers);
  assert.deepEqual([projections, mixing], [3 * 768 * 768 * 12, 768 * 768 * 12]);
  const all = multiplyAddsOf({ projections, mixing, ...others });
  assert.equal(all, 12 * (4 * 768 * 768 + 2 * 768)); // one token has one score and one weighted value in each head
});

test("an MLP's three products are counted apart from what attention computes", () => {
  const { spec, inputs } = blocks["parallel, with norms on both sides"];
  const { n, d_model, heads, kv_heads, d_k, d_v, d_ff } = sizes;
  const run = engine.trace(spec, inputs);
  const { mlp, projections } = countsOf(run.cost(), 2);
  run.free();
  const width = heads * d_k + kv_heads * (d_k + d_v);
  assert.deepEqual([mlp, projections], [2 * 3 * n * d_model * d_ff, 2 * n * d_model * width]);
});

test("counts add up, and large counts are abbreviated", () => {
  const cost = {
    Q: { multiplyAdds: 3, otherOperations: 1, bytes: 8 },
    Q_rot: { multiplyAdds: 4, otherOperations: 2, bytes: 8 },
  };
  assert.deepEqual(countsOf(cost, 2), { ...noCounts, projections: 6, others: 14, bytes: 32 });
  assert.deepEqual(plus(countsOf(cost), countsOf(cost)), countsOf(cost, 2));
  assert.deepEqual(
    ["12,345", "1.23\u00a0×\u00a010⁶", "5.37\u00a0×\u00a010¹²"],
    [12345, 1234567, 5.371e12].map((count) => formatCount(t, count)),
  );
  assert.deepEqual(
    ["640\u00a0B", "1\u00a0kB", "2.15\u00a0GB"],
    [640, 1000, 2147483648].map((bytes) => formatBytes(t, bytes)),
  );
});

test("a comparison says whether all bits agree, and otherwise the largest difference", () => {
  assert.equal(sameBits([1, NaN], Float32Array.of(1, NaN)), true);
  assert.deepEqual([sameBits([0], [-0]), sameBits([1], [1, 1])], [false, false]);
  assert.deepEqual(
    [largestDifference([1, 2, Infinity], [1, 2.5, Infinity]), largestDifference([1], [NaN])],
    [0.5, NaN],
  );
  assert.deepEqual([0, 3.64e-7, 0.4118, 12].map(formatDifference), ["0", "3.6\u00a0×\u00a010⁻⁷", "0.412", "12.0"]);
});

test("the figure rings only new rows, and shows the head's numbers next to their tokens", () => {
  const tensor = (/** @type {number[]} */ ...shape) => ({
    shape,
    data: Float32Array.from({ length: shape.reduce((product, size) => product * size, 1) }, (_, at) => at),
  });
  const bands = {
    Q: bandOf(tensor(2, 1, 3), 1, 2),
    K: bandOf(tensor(2, 3, 3), 1, 0),
    V: bandOf(tensor(2, 3, 2), 1, 0),
    weights: bandOf(tensor(2, 1, 3), 1, 2),
    output: bandOf(tensor(1, 4), 0, 2),
  };
  assert.deepEqual(bands.Q.values, [3, 4, 5]);
  assert.deepEqual(bands.V.values, [6, 7, 8, 9, 10, 11]);
  for (const width of [300, 1100]) {
    const tokens = ["one", "two", "journey", "fourteenletters"];
    const scene = cacheScene({ bands, fresh: { first: 2, count: 1 }, tokens, theme: "light", width });
    assert.equal(scene.rings.length, 5);
    // Bold letters of system fonts are up to 6 % wider.
    for (const { text, x, anchor, size } of scene.texts.filter((each) => each.anchor === "end"))
      assert.ok(x - estimateWidth(text, size) * 1.06 >= 0, `${text}, ${anchor}`);
    const [Q, K] = scene.matrices;
    assert.deepEqual([Q?.rows, K?.rows], [1, 3]);
    assert.equal(Q?.y, (K?.y ?? NaN) + 2 * (K?.cellHeight ?? NaN));
    for (const ring of scene.rings) assert.deepEqual([ring.y, ring.height], [Q?.y, Q?.cellHeight]);
    const end = scene.matrices.at(-1);
    assert.ok((end?.x ?? NaN) + (end?.columns ?? NaN) * (end?.cellWidth ?? NaN) <= scene.width);
    assert.ok(scene.width <= Math.max(width, 320), String(scene.width));
  }
});

test("the labels of new rows, which are bold, stay inside the figure, however much wider bold letters are", () => {
  const measure = (/** @type {string} */ text, /** @type {number} */ size, weight = 400) =>
    text.length * size * (weight === 600 ? 0.7 : 0.5);
  const band = (/** @type {number} */ columns) => ({
    rows: 2,
    columns,
    first: 0,
    values: Array(2 * columns).fill(0.5),
  });
  const bands = { Q: band(4), K: band(4), V: band(4), weights: band(2), output: band(4) };
  for (const tokens of [
    ["Your", "journey"],
    ["Your", "incomprehensibilities"],
  ]) {
    const { texts } = cacheScene({ bands, fresh: { first: 0, count: 2 }, tokens, theme: "light", width: 700, measure });
    const labels = texts.filter(({ anchor }) => anchor === "end");
    assert.equal(labels.length, 2);
    for (const { text, x, size, weight } of labels)
      assert.ok(x - measure(text, size, weight) >= 0, `${text} begins at ${x - measure(text, size, weight)} px`);
  }
});
