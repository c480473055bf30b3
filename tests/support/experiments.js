/** What each experiment claims, checked with the engine's numbers of its walk; and the walks on which readers open it. */
import assert from "node:assert/strict";

import { cacheWalk } from "../../web/components/experiments/cache/cache-run.js";
import { comparisonOf } from "../../web/components/experiments/compare/comparisons.js";
import { answers } from "../../web/components/experiments/compare/findings.js";
import { models } from "../../web/state/experiments/published-models.js";
import { maskResults } from "../../web/components/experiments/mask/mask-methods.js";
import { blindRows, leaksOf } from "../../web/components/experiments/mask/perturbation.js";
import { causesOf } from "../../web/components/experiments/order/order-result.js";
import { secondView, sideOf } from "../../web/components/experiments/second-view.js";
import { endId } from "../../web/components/experiments/tiles/end.js";
import { walkPrefixes } from "../../web/components/experiments/training/prefix-runs.js";
import { costOf } from "../../web/engine/cost.js";
import { createEngine } from "../../web/engine/index.js";
import { tilesOf } from "../../web/engine/tiles.js";
import { words } from "../../web/words/words.js";
import { dotCase, readDot, softmaxCase } from "../../web/state/experiments/calculators.js";
import { changedFields } from "../../web/state/history.js";
import { walkedWords } from "../../web/state/sizes.js";
import { changeState } from "../../web/state/state.js";
import { stateFromFragment, stateToFragment } from "../../web/state/url.js";
import { addTrained } from "../../web/training/trained.js";
import { computeWalk, viewOf } from "../../web/view/view.js";
import { layerClaims } from "./blocks/layer-claims.js";
import { addOwnModels } from "./own-models.js";

/** @typedef {import("../../web/state/state.js").State} State */
/** @typedef {import("../../web/view/view.js").View} View */
/** @typedef {import("../../web/components/experiments/compare/findings.js").Side} Side */
/** @typedef {{view: View, a: Side, b: Side}} Opened a and b: the sides of a comparison */
/**
 * - holds: what is true wherever the experiment shows its words; fails where one is not
 * - shows: what its walk shows besides when it opens, such as the answer that it teaches
 * @typedef {{holds: (opened: Opened) => void, shows?: (opened: Opened) => void}} Claim
 */

export const engine = await createEngine();
addTrained(engine);
addOwnModels(engine);
export const { t } = words("en");

/** The view of a state. The caller frees its run. @param {State} state @returns {View} */
export const viewFor = (state) =>
  viewOf(state, computeWalk(state, engine, new Map()), { t, theme: "light", cell: null });

/** @param {readonly number[]} values */
const sum = (values) => values.reduce((total, value) => total + value, 0);

/** @param {readonly number[]} values */
const mean = (values) => sum(values) / values.length;

/**
 * The rows of a stage, head after head.
 * @param {View} view
 * @param {string} stage
 * @returns {number[][]}
 */
function rowsOf({ run }, stage) {
  const { shape, data } = run.tensor(stage);
  const width = Number(shape.at(-1));
  return Array.from({ length: data.length / width }, (_, row) =>
    Array.from(data.slice(row * width, (row + 1) * width)),
  );
}

/** The rows of a stage for each head. @param {View} view @param {string} stage */
function headsOf(view, stage) {
  const rows = rowsOf(view, stage);
  const n = Number(view.run.shape(stage).at(-2));
  return Array.from({ length: rows.length / n }, (_, head) => rows.slice(head * n, (head + 1) * n));
}

/** In bits. @param {readonly number[]} weights */
const entropy = (weights) => -sum(weights.map((p) => (p > 0 ? p * Math.log2(p) : 0)));

/** @param {View} view @param {(row: readonly number[], at: number) => number} of */
const meanOfRows = (view, of) => mean(rowsOf(view, "weights").map(of));

/** The weight that a token gives itself, on average. @param {View} view */
const own = (view) => mean(headsOf(view, "weights").flatMap((rows) => rows.map((row, at) => row[at])));

/** How far a row looks, on average. @param {View} view */
const reach = (view) =>
  mean(headsOf(view, "weights").flatMap((rows) => rows.map((row, i) => sum(row.map((w, j) => w * Math.abs(i - j))))));

/** @param {readonly number[]} a @param {readonly number[]} b */
const apart = (a, b) => Math.max(0, ...a.map((value, at) => Math.abs(value - b[at])));

/** The largest magnitude. @param {readonly number[]} values */
const size = (values) => Math.max(0, ...values.map(Math.abs));

/** @param {View} view @param {string} stage */
const numbers = ({ run }, stage) => Array.from(run.tensor(stage).data);

/** The numbers of a stage with a setting changed. @param {View} view @param {Partial<State>} patch @param {string} stage */
function changed(view, patch, stage) {
  const { run } = view.compute(changeState(view.state, { compare: null, ...patch }));
  const { data } = run.tensor(stage);
  run.free();
  return Array.from(data);
}

/** The order in which the first word and the last have changed places. @param {State} state */
function swapped(state) {
  const places = walkedWords(state).map((_, at) => at);
  [places[0], places[places.length - 1]] = [places.length - 1, 0];
  return places;
}

/**
 * The output rows of every word before and after the first and the last have changed places. The caller frees the run.
 * @param {State} state
 */
export function reorderedWords(state) {
  const view = viewFor(state);
  const order = swapped(state);
  const tokens = walkedWords(state);
  const [typed, moved] = [{ token_order: null }, { token_order: order }].map((patch) => changed(view, patch, "output"));
  const width = Number(view.run.shape("output")[1]);
  const rowOf = (/** @type {number[]} */ rows, /** @type {number} */ at) =>
    Float32Array.from(rows.slice(at * width, (at + 1) * width));
  const words = order.map((from, to) => ({
    word: tokens[from],
    before: rowOf(typed, from),
    after: rowOf(moved, to),
  }));
  const places = [0, tokens.length - 1].map((at) => tokens[at]);
  return { run: view.run, words, causes: causesOf(state, view.run.spec), swapped: places };
}

/** How far the outputs of the same words differ in two orders, and the largest output. @param {View} view */
function reordered(view) {
  const order = swapped(view.state);
  const [typed, moved] = [{ token_order: null }, { token_order: order }].map((patch) => changed(view, patch, "output"));
  const width = Number(view.run.shape("output")[1]);
  const rows = order.map((from, to) =>
    apart(typed.slice(from * width, (from + 1) * width), moved.slice(to * width, (to + 1) * width)),
  );
  return { difference: Math.max(...rows), largest: size(typed) };
}

/** The heads of a stage that differ between the sides. @param {Opened} opened @param {string} stage */
function headsMoved({ a, b }, stage) {
  const [first, second] = [a, b].map(({ view }) => headsOf(view, stage));
  return first.map((rows, head) => rows.map((row, at) => apart(row, second[head][at])));
}

/** Of the answer that the page gives, and of the one that it teaches. @param {string} id @param {string} taught @returns {(opened: Opened) => void} */
const teaches = (id, taught) => (opened) => assert.equal(answers[id]?.outcome?.(opened.a, opened.b), taught, id);

/** @param {Opened} opened @returns {{hidden: number, leaks: number[]}} rows hidden from the last key, and how far they move with it */
function leakOf({ view }) {
  const { spec, inputs, keys, run, state } = view;
  const token = keys.length - 1;
  const blind = blindRows(run.tensor("allow"), token, state.context === null);
  const moved = leaksOf(engine, spec, inputs, run.tensor("output"), token);
  return { hidden: blind.length, leaks: blind.map((row) => moved[row].by) };
}

/** @param {View} view */
const multiplyAdds = ({ run }) => sum(Object.values(costOf(run)).map((cost) => cost.multiplyAdds));

/**
 * How much of its usual turn a pair keeps where RoPE is stretched for longer texts: 1 / factor for all (linear; Chen et al.
 * 2023); or between that and 1, by how often the pair turns in the texts of training (Llama 3.1; YaRN, Peng et al. 2023).
 * @param {import("../../web/state/state.js").State} state
 * @param {number} pair
 * @param {number} dims how many columns rotate
 */
function keptTurn({ rope_scaling, rope_factor, rope_original, rope_base }, pair, dims) {
  const between = (/** @type {number} */ kept) => kept + (1 - kept) / rope_factor;
  const clip = (/** @type {number} */ share) => Math.min(1, Math.max(0, share));
  if (rope_scaling === "linear") return 1 / rope_factor;
  if (rope_scaling === "llama3") {
    const turns = (rope_original * rope_base ** ((-2 * pair) / dims)) / (2 * Math.PI);
    return between(clip((turns - 1) / (4 - 1)));
  }
  if (rope_scaling !== "yarn") return 1;
  const pairTurning = (/** @type {number} */ times) =>
    (dims * Math.log(rope_original / (times * 2 * Math.PI))) / (2 * Math.log(rope_base));
  const first = Math.max(Math.floor(pairTurning(32)), 0);
  const last = Math.min(Math.ceil(pairTurning(1)), dims - 1);
  return between(1 - clip((pair - first) / (last - first || 0.001)));
}

/** Score of a pair after rotation by its distance, in double precision. @param {View} view @param {readonly number[]} q @param {readonly number[]} k @param {number} distance */
function turnedScore({ state }, q, k, distance) {
  const dims = Math.max(2, 2 * Math.floor((q.length * state.partial_rotary_factor) / 2));
  const half = dims / 2;
  const isHalf = state.rope_style === "half_split";
  const isYarn = state.rope_scaling === "yarn" && state.rope_factor > 1;
  const amplitude = isYarn ? 0.1 * Math.log(state.rope_factor) + 1 : 1;
  let score = 0;
  for (let pair = 0; pair < half; pair++) {
    const [x, y] = isHalf ? [pair, pair + half] : [2 * pair, 2 * pair + 1];
    const angle = distance * state.rope_base ** (-pair / half) * keptTurn(state, pair, dims);
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
    score += amplitude ** 2 * (q[x] * (k[x] * cos - k[y] * sin) + q[y] * (k[x] * sin + k[y] * cos));
  }
  for (let column = dims; column < q.length; column++) score += q[column] * k[column];
  return score;
}

/** @type {Readonly<Record<string, Claim>>} */
export const claims = Object.freeze({
  ...layerClaims,
  comparing: {
    holds({ a, b }) {
      const [x, raw] = [rowsOf(b.view, "X"), rowsOf(b.view, "raw")];
      for (const stage of ["Q", "K", "V"]) assert.deepEqual(rowsOf(b.view, stage), x, `B: ${stage} is X`);
      assert.ok(["Wq", "Wk", "Wv"].every((name) => name in a.view.inputs) && a.view.inputs.Wq !== a.view.inputs.Wk);
      const squares = x.map((row) => sum(row.map((value) => value ** 2)));
      raw.forEach((row, i) => {
        assert.ok(
          Math.abs(row[i] - squares[i]) <= 1e-5 * squares[i],
          "a vector's product with itself is its squared length",
        );
        row.forEach((score, j) =>
          assert.ok(score <= row[i] * (1 + 1e-5) || squares[j] > squares[i], "only a longer one"),
        );
      });
    },
    shows(opened) {
      assert.ok(own(opened.b.view) > own(opened.a.view) + 0.02);
      teaches("comparing", "more")(opened);
    },
  },
  scaling: {
    holds({ a, b }) {
      const [divided, whole] = [a, b].map(({ view }) => numbers(view, "scaled"));
      const root = Math.sqrt(a.view.run.spec.d_k);
      assert.ok(
        apart(
          divided.map((value) => value * root),
          whole,
        ) <=
          1e-5 * size(whole),
      );
    },
    shows(opened) {
      const [a, b] = [opened.a.view, opened.b.view];
      assert.ok(meanOfRows(b, (row) => Math.max(...row)) > meanOfRows(a, (row) => Math.max(...row)) + 0.1);
      assert.ok(opened.b.measured.gradient < opened.a.measured.gradient);
      teaches("scaling", "sharper")(opened);
    },
  },
  temperature: {
    holds({ a, b }) {
      const [first, second] = [a, b].map(({ view }) => rowsOf(view, "weights"));
      first.forEach((row, at) => {
        assert.ok(entropy(second[at]) >= entropy(row) - 1e-5, `row ${at}: ${entropy(row)} ${entropy(second[at])}`);
        const order = row.map((_, j) => j).sort((i, j) => row[i] - row[j]);
        order.slice(1).forEach((j, i) => assert.ok(second[at][j] >= second[at][order[i]] || row[j] === row[order[i]]));
      });
    },
    shows: teaches("temperature", "evener"),
  },
  explaining: {
    holds(opened) {
      const { hidden_pairs: painted } = opened.b.view.state;
      const [head = []] = headsOf(opened.a.view, "weights");
      head.forEach((row, at) => assert.equal(painted[2 * at + 1], row.indexOf(Math.max(...row)), `row ${at}`));
      assert.ok(answers.explaining?.finding(opened.a, opened.b), "there are words for it");
    },
    shows: teaches("explaining", "some"),
  },
  tying: {
    holds({ b }) {
      for (const rows of headsOf(b.view, "raw")) {
        assert.deepEqual(
          rows.map((row, i) => row.map((_, j) => rows[j][i])),
          rows,
          "symmetric, to the last bit",
        );
      }
    },
    shows(opened) {
      const [rows] = headsOf(opened.a.view, "raw");
      assert.ok(Math.abs(rows[0][1] - rows[1][0]) > 0, "A is not");
      teaches("tying", "symmetric")(opened);
    },
  },
  masking: {
    holds({ a, b }) {
      const unmasked = rowsOf(b.view, "weights_unmasked");
      rowsOf(a.view, "weights").forEach((row) => assert.ok(Math.abs(sum(row) - 1) < 1e-5));
      rowsOf(b.view, "weights").forEach((row, at) => {
        assert.ok(
          row.every((weight, j) => weight === 0 || weight === unmasked[at][j]),
          "the denominator counts all keys",
        );
      });
      const again = changed(a.view, { mask_mode: "after_softmax_renormalised" }, "weights");
      const before = numbers(a.view, "weights");
      assert.ok(
        again.every((weight, at) => Number.isNaN(weight) || Math.abs(weight - before[at]) < 1e-5),
        "that fixes both",
      );
    },
    shows(opened) {
      assert.ok(Math.min(...rowsOf(opened.b.view, "weights").map(sum)) < 0.99);
      const [masked, zeroed] = [opened.a, opened.b].map(({ view }) => leakOf({ ...opened, view }));
      assert.ok(masked.hidden > 0 && size(masked.leaks) === 0, "A hides");
      assert.ok(size(zeroed.leaks) > 1e-4, "B leaks");
      teaches("masking", "less")(opened);
    },
  },
  causality: {
    holds({ a, b }) {
      for (const rows of headsOf(a.view, "weights")) {
        assert.equal(rows[0][0], 1, "the first token has no choice");
        rows.forEach((row, i) => assert.ok(row.slice(i + 1).every((weight) => weight === 0)));
      }
      assert.equal(b.view.run.auxiliary.includes("allow"), false, "B hides nothing");
    },
    shows: ({ a, b }) => assert.ok(meanOfRows(a.view, entropy) < meanOfRows(b.view, entropy)),
  },
  mask: {
    holds: ({ view }) => assert.equal(view.run.auxiliary.includes("allow"), view.trace.tensor("allow") !== null),
    shows({ view }) {
      const results = maskResults(view, view.keys.length - 1);
      const blind = blindRows(view.run.tensor("allow"), view.keys.length - 1, true);
      const leak = (/** @type {string} */ id) =>
        Math.max(...blind.map((row) => results.find((one) => one.id === id)?.leaks[row].by ?? NaN));
      assert.ok(blind.length > 0 && leak("before") === 0 && leak("renormalised") < 1e-5 && leak("after") > 1e-4);
    },
  },
  seeing: {
    holds(opened) {
      const moved = headsMoved(opened, "Q");
      assert.equal(moved.length, 4);
      for (const rows of moved) rows.forEach((by, at) => assert.equal(by > 0, at === 0, `row ${at}`));
    },
    shows: teaches("seeing", "all"),
  },
  splitting: {
    holds({ a, b }) {
      assert.equal(multiplyAdds(a.view), multiplyAdds(b.view));
      assert.equal(2 * a.view.run.tensor("raw").data.length, b.view.run.tensor("raw").data.length);
      assert.deepEqual(
        [a, b].map(({ view }) => view.run.spec.heads * view.run.spec.d_k),
        [8, 8],
      );
    },
    shows: teaches("splitting", "same"),
  },
  mixing: {
    holds({ a, b }) {
      const columns = (/** @type {string} */ stage) => {
        const [first, second] = [a, b].map(({ view }) => rowsOf(view, stage));
        return first[0].map((_, column) => first.some((row, at) => row[column] !== second[at][column]));
      };
      assert.deepEqual(
        columns("concat")
          .map((moved, at) => (moved ? at : -1))
          .filter((at) => at >= 0),
        [0],
      );
      assert.ok(columns("output").every(Boolean) && columns("output").length === a.view.run.spec.d_model);
    },
    shows: teaches("mixing", "all"),
  },
  sharing: {
    holds({ a, b }) {
      const bytes = (/** @type {View} */ { run }) => 4 * (run.tensor("K").data.length + run.tensor("V").data.length);
      assert.equal(bytes(a.view), 2 * bytes(b.view));
      assert.deepEqual(
        [a, b].map(({ view }) => view.run.shape("K")[0]),
        [4, 2],
      );
      const heads = headsOf(b.view, "raw").map(String);
      assert.equal(new Set(heads).size, 4, "every query head has scores of its own");
    },
  },
  order: {
    holds({ view }) {
      const causes = causesOf(view.state, view.run.spec);
      const { difference, largest } = reordered(view);
      if (causes.length === 0) assert.ok(difference <= 1e-5 * largest, `blind, but ${difference} of ${largest}`);
    },
    shows({ view }) {
      assert.deepEqual(causesOf(view.state, view.run.spec), []);
      for (const patch of /** @type {Partial<State>[]} */ ([{ position: "sinusoidal" }, { causal: true }])) {
        const state = changeState(view.state, patch);
        const other = viewFor(state);
        const { difference, largest } = reordered(other);
        other.run.free();
        const words = walkedWords(state);
        assert.ok(difference > 1e-3 * largest || words[0] === words.at(-1), JSON.stringify(patch));
      }
    },
  },
  positions: {
    holds({ a }) {
      const order = swapped(a.view.state);
      const rows = headsOf(a.view, "raw");
      const n = order.length;
      const moved = changed(a.view, { token_order: order, edits: {} }, "raw");
      const typed = changed(a.view, { token_order: null }, "raw");
      const all = Number(a.view.run.shape("raw")[1]);
      const pads = a.view.state.padding_side === "start" ? all - n : 0;
      rows.forEach((_, head) =>
        order.forEach((from, to) =>
          order.forEach((other, at) => {
            const at0 = (head * all + pads + from) * all + pads + other;
            const at1 = (head * all + pads + to) * all + pads + at;
            assert.ok(Math.abs(typed[at0] - moved[at1]) <= 1e-5 * size(typed), "the same score at any positions");
          }),
        ),
      );
    },
    shows({ b }) {
      const order = swapped(b.view.state);
      const n = order.length;
      const [typed, moved] = [{ token_order: null }, { token_order: order }].map((patch) =>
        changed(b.view, patch, "raw"),
      );
      assert.ok(
        Math.abs(typed[n - 1] - moved[(n - 1) * n]) > 1e-3 * size(typed),
        "first with last, and last with first",
      );
    },
  },
  rotation: {
    holds({ a, b }) {
      const [q, k] = ["Q", "K"].map((stage) => headsOf(a.view, stage));
      const { heads, kv_heads } = a.view.run.spec;
      const largest = size(numbers(a.view, "raw"));
      const [plain, turned] = [a, b].map(({ view }) => headsOf(view, "raw"));
      turned.forEach((rows, head) =>
        rows.forEach((row, i) => {
          assert.ok(Math.abs(row[i] - plain[head][i][i]) <= 1e-5 * largest, "the diagonal stays");
          row.forEach((score, j) => {
            const key = k[Math.floor((head * kv_heads) / heads)][j];
            const want = turnedScore(b.view, q[head][i], key, j - i);
            assert.ok(Math.abs(score - want) <= 1e-4 * largest, `${i} ${j}: by distance alone, ${score} ${want}`);
          });
        }),
      );
    },
    shows: ({ a, b }) => assert.ok(apart(numbers(a.view, "raw"), numbers(b.view, "raw")) > 1e-2),
  },
  distances: {
    holds({ a, b }) {
      const [words, biased] = [headsOf(a.view, "scaled"), headsOf(b.view, "biased")];
      biased.forEach((rows, head) =>
        rows.forEach((row, i) =>
          row.forEach((score, j) => {
            const want = words[head][i][j] - 2 ** (-2 * (head + 1)) * Math.abs(i - j);
            assert.ok(
              Math.abs(score - want) <= 1e-5 * Math.max(1, Math.abs(want), size(words[head][i])),
              `${score} ${want}`,
            );
          }),
        ),
      );
    },
    shows(opened) {
      assert.ok(reach(opened.b.view) < reach(opened.a.view) - 0.02);
      teaches("distances", "nearer")(opened);
    },
  },
  dropping: {
    holds({ a, b }) {
      const [weights, dropped] = [rowsOf(a.view, "weights"), rowsOf(b.view, "dropped")];
      weights.forEach((row, at) => {
        assert.ok(Math.abs(sum(row) - 1) < 1e-5, "A drops nothing");
        row.forEach((weight, j) => {
          const kept = dropped[at][j];
          assert.ok(kept === 0 || Math.abs(kept - weight / 0.8) <= 1e-6, "the others are divided by 1 − p");
        });
      });
    },
    shows(opened) {
      const { view } = opened.a;
      const draws = Array.from({ length: 60 }, (_, dropout_seed) =>
        changed(view, { dropout: 0.2, dropout_seed }, "dropped"),
      );
      const rows = rowsOf(view, "weights").length;
      assert.ok(Math.abs(mean(draws.map((draw) => sum(draw) / rows)) - 1) < 0.05, "the mean over many draws is 1");
      teaches("dropping", "varies")(opened);
    },
  },
  training: {
    holds({ view }) {
      assert.equal(view.state.recipe, "random", "its weight matrices are random, as it says");
      assert.equal(view.state.context, null);
    },
    shows({ view }) {
      const { spec, inputs, run } = view;
      const prefixes = walkPrefixes(engine, spec, inputs, run.tensor("output"), 32);
      assert.ok(prefixes.length >= 3 && prefixes.every(({ same }) => same), "one pass trains on every prefix");
      assert.ok(sum(prefixes.map((prefix) => prefix.multiplyAdds)) > multiplyAdds(view), "and takes less");
      const later = changed(view, { causal: false }, "weights")[1];
      assert.ok(later > 0, "without the mask a row sees the answer");
    },
  },
  cache: {
    holds({ view }) {
      const { mask_mode, mask_value } = view.state;
      if (mask_mode !== "before_softmax" || mask_value !== null) return; // then it compares, and says if rows differ
      const { appends, output } = cacheWalk(view, 1);
      const width = output.data.length / view.queries.length;
      for (const { first, count, tensors } of appends) {
        const full = output.data.slice(first * width, (first + count) * width);
        assert.deepEqual(tensors.output.data, full, `token ${first}: the same bits`);
      }
    },
    shows({ view }) {
      const { appends } = cacheWalk(view, 1);
      const total = (/** @type {"cost" | "costWithout"} */ kind) =>
        sum(appends.flatMap((append) => Object.values(append[kind]).map((cost) => cost.multiplyAdds)));
      assert.equal(appends.length, view.queries.length);
      assert.ok(total("cost") < total("costWithout") / 2, "the cache saves most of it");
    },
  },
  tiles: {
    holds({ view }) {
      const { n_q, n_k } = view.run.spec;
      const walk = tilesOf(view.run, { queries: Math.min(2, n_q), keys: Math.min(2, n_k) });
      while (walk.step());
      const context = numbers(view, "context");
      const values = size(numbers(view, "V"));
      const difference = apart(Array.from(walk.context().data), context);
      if (endId(difference) === "tiles-end") assert.ok(difference <= 1e-4 * values, "only rounding differs");
      else {
        const most = (values * view.run.spec.n_k) / (1 - view.state.dropout);
        assert.ok(most > 2 ** 127, `sums of ${values} overflow no float32`);
      }
    },
    shows({ view }) {
      const { n_q, n_k } = view.run.spec;
      assert.ok(4 < n_q * n_k, "a tile holds fewer scores than the matrix");
    },
  },
  backward: {
    holds() {},
    shows({ view }) {
      const { run, spec, inputs } = view;
      const stage = size(numbers(view, "V")) > 0 && "Wv" in inputs ? "Wv" : "X";
      const { shape, data } = run.tensor("output");
      const gradients = engine.backward(run, { shape, data: new Float32Array(data.length).fill(1) });
      const loss = (/** @type {number} */ by) => {
        const { shape: of, data: old } = inputs[stage];
        const moved = engine.trace(spec, {
          ...inputs,
          [stage]: { shape: of, data: old.map((v, at) => (at === 0 ? v + by : v)) },
        });
        const total = sum(Array.from(moved.finish().tensor("output").data));
        moved.free();
        return total;
      };
      const slope = (loss(0.05) - loss(-0.05)) / 0.1;
      const gradient = Number(gradients[stage].data[0]);
      assert.ok(Math.abs(slope - gradient) <= 1e-2 * Math.max(1, Math.abs(gradient)), `${slope} ${gradient}`);
    },
  },
  cost: {
    holds({ view }) {
      const { run } = view;
      const { n_q, n_k, heads, d_k, d_v, d_model } = run.spec;
      const cost = costOf(run);
      if ("Wq" in view.inputs) assert.equal(cost.Q.multiplyAdds, n_q * d_model * heads * d_k);
      if (!("relK" in view.inputs)) assert.equal(cost.raw.multiplyAdds, heads * n_q * n_k * d_k);
      if (!("relV" in view.inputs)) assert.equal(cost.context.multiplyAdds, heads * n_q * n_k * d_v);
    },
  },
  place: {
    holds({ view }) {
      for (const { heads, d_k, d_model } of Object.values(models)) assert.equal(heads * d_k, d_model);
      assert.equal(models.llama3.heads / models.llama3.kv_heads, 4);
      if (!("Q" in view.inputs)) assert.equal(view.run.spec.d_model, view.run.shape("X")[1]);
    },
  },
  dot: {
    holds() {
      const dot = (/** @type {number[]} */ a, /** @type {number[]} */ b) => {
        const { spec, inputs } = dotCase(a, b);
        const run = engine.trace(spec, inputs).finish();
        const { dot: product, aa, bb } = readDot(run.tensor("raw"), a.length);
        run.free();
        return { product, cosine: product / Math.sqrt(aa * bb) };
      };
      const [chased, dog] = [
        [0.7, -0.5, 0.6],
        [0.8, 0.6, 0.7],
      ];
      const once = dot(chased, dog);
      const twice = dot(
        chased.map((value) => 2 * value),
        dog,
      );
      assert.ok(Math.abs(once.product - 0.68) < 1e-6 && Math.abs(twice.product - 1.36) < 1e-6);
      assert.ok(Math.abs(once.cosine - twice.cosine) < 1e-6 && Math.abs(once.cosine - 0.531) < 1e-3);
    },
  },
  softmax: {
    holds() {
      const weights = (/** @type {number[]} */ scores, temperature = 1) => {
        const { spec, inputs } = softmaxCase(scores, temperature);
        const run = engine.trace(spec, inputs).finish();
        const { data } = run.tensor("weights");
        run.free();
        return Array.from(data);
      };
      const near = (/** @type {number[]} */ a, /** @type {number[]} */ b) => assert.ok(apart(a, b) < 1e-6, `${a} ${b}`);
      near(weights([1, 2, 3, 4]), [0.0320586, 0.0871443, 0.2368828, 0.6439142]);
      near(weights([101, 102, 103, 104]), weights([1, 2, 3, 4]));
      const [less, more] = weights([0, 1], 2);
      assert.ok(Math.abs(more / less - Math.exp(0.5)) < 1e-5, "e^(1 ÷ T) times as large");
      assert.ok(weights([1, 2], 0.05)[1] > 1 - 1e-6, "as T falls, all goes to the largest");
    },
  },
  numbers: {
    holds({ view }) {
      if ("Q" in view.inputs) return; // there is no X
      const first = Number(view.run.tensor("X").data[0]);
      const { state } = view;
      const tensor = state.recipe !== "random" || state.position === "none" ? "X" : null;
      if (tensor === null || state.layer === 2) return;
      const X = changed(view, { edits: { X: [0, 0, first + 1] } }, "X");
      assert.equal(X[0], Math.fround(first + 1));
    },
  },
  export: {
    holds({ view }) {
      const again = viewFor(stateFromFragment(stateToFragment(view.state)));
      assert.deepEqual(numbers(again, "output"), numbers(view, "output"), "a link gives the same bits");
      again.run.free();
    },
  },
  compare: {
    holds({ view }) {
      const { second } = secondView(view, { temperature: view.state.temperature === 2 ? 3 : 2 });
      assert.ok(second, "any two settings");
      assert.deepEqual(changedFields(view.state, second.state), ["temperature"], "nothing else is changed");
      second.run.free();
    },
  },
});

/**
 * Checks claims on the walk of an experiment.
 * @param {State} state of the experiment, see `experimentState`
 * @param {"holds" | "shows"} kind
 */
export function check(state, kind) {
  const id = String(state.experiment);
  const view = viewFor(state);
  const b = comparisonOf(id)?.b;
  const second = b ? (secondView(view, b).second ?? assert.fail(`${id}: ${secondView(view, b).problem}`)) : view;
  const opened = { view, a: sideOf(view), b: sideOf(second) };
  const isFinite = [view, second].every((side) =>
    [...numbers(side, "raw"), ...numbers(side, "output")].every(Number.isFinite),
  );
  try {
    if (!isFinite && kind === "holds") return; // numbers set by hand may overflow a float32
    claims[id]?.holds(opened);
    if (kind === "shows") claims[id]?.shows?.(opened);
  } finally {
    view.run.free();
    if (second !== view) second.run.free();
  }
}
