import { before, queryOffset, softmaxStage } from "../../engine/explain/rules.js";
import { rules } from "../../engine/explain/table.js";
import { count, term } from "../../engine/explain/terms.js";
import { both, emptyAsNaN, hiddenAsLarge, mistake, moved, reading, withInput, withSpec } from "./changes.js";
import { masks } from "./mask-mistakes.js";

/**
 * The usual mistakes, each as the change of a walk that makes it.
 *
 * @typedef {import("./evaluate.js").Change} Change
 * @typedef {import("./evaluate.js").Reader} Reader
 * @typedef {import("../../engine/explain/explain.js").Source} Source
 * @typedef {import("../../tensors/compare.js").AnyTensor} AnyTensor
 * @typedef {import("./changes.js").Mistake} Mistake
 */

/** @param {number} factor @returns {Change} */
export const scaledBy = (factor) => reading(["scaled"], (reader) => withSpec(reader, { scale: factor }));

/** @param {Source} run @returns {Mistake[]} */
function scales({ spec: { d_k, d_model, heads, scale } }) {
  const usual = /** @type {[string, number][]} */ ([
    ["the scores are not scaled", 1],
    ["scaled by 1/d_k", 1 / d_k],
    ["scaled by 1/sqrt(d_model)", 1 / Math.sqrt(d_model)],
    ["scaled by 1/sqrt(heads·d_k)", 1 / Math.sqrt(heads * d_k)],
    ["scaled by sqrt(d_k)", Math.sqrt(d_k)],
    ["scaled by 1/sqrt(d_k)", 1 / Math.sqrt(d_k)],
  ]);
  const others = usual.filter(([, factor]) => Math.abs(factor / scale - 1) > 1e-6);
  return others.map(([words, factor]) => mistake("scale", words, scaledBy(factor)));
}

/** The stages that read each weight matrix. */
const READERS = Object.freeze({ q: ["Q", "Q_projected"], k: ["K", "K_projected"], v: ["V"], o: ["output"] });
const letters = /** @type {const} */ (["q", "k", "v", "o"]);

/**
 * A mistake with any of the matrices of q, k, v and o.
 * @param {string} id
 * @param {(names: string[]) => string} words
 * @param {(letter: keyof typeof READERS) => string | undefined} inputOf what each has; undefined: it cannot be mistaken
 * @param {(input: AnyTensor) => AnyTensor | undefined} change
 * @returns {Mistake[]} each alone first
 */
function ofMatrices(id, words, inputOf, change) {
  const able = letters.flatMap((letter) => {
    const input = inputOf(letter);
    if (input === undefined) return [];
    const swap = (/** @type {Reader} */ reader) =>
      withInput(reader, input, change(/** @type {AnyTensor} */ (reader.tensor(input))));
    return [{ input, change: reading(READERS[letter], swap) }];
  });
  const subsets = count(2 ** able.length)
    .map((bits) => able.filter((_, at) => bits & (1 << at)))
    .filter(({ length }) => length > 0)
    .sort((one, other) => one.length - other.length);
  return subsets.map((subset) => ({
    ...mistake(
      id,
      words(subset.map(({ input }) => input)),
      subset.map((each) => each.change).reduce((all, each) => both(all, each)),
    ),
    several: subset.length > 1,
  }));
}

/** A matrix whose rows were read as columns, as nn.Linear stores them: [out, in]. @param {AnyTensor} matrix @returns {AnyTensor} */
function turned({ shape, data }) {
  const [rows = 0, columns = 0] = shape;
  const at = (/** @type {number} */ place) => (place % columns) * rows + Math.floor(place / columns);
  return { shape, data: Array.from(data, (_, place) => /** @type {number} */ (data[at(place)])) };
}

/** @param {Source} run @returns {Mistake[]} */
function matrices(run) {
  const given = (/** @type {string} */ name) => (run.given(name) ? name : undefined);
  const list = (/** @type {string[]} */ names) => names.join(" and ");
  return [
    ...ofMatrices(
      "transposed-weight",
      (names) => `${list(names)} transposed`,
      (letter) => given(`W${letter}`),
      turned,
    ),
    ...ofMatrices(
      "bias-missing",
      (names) => `without ${list(names)}`,
      (letter) => given(`b${letter}`),
      () => undefined,
    ),
  ];
}

/** @param {Source} run @returns {Mistake[]} */
function rotations(run) {
  if (!run.has("Q_rot")) return [];
  const { rope_style } = run.spec;
  const other = rope_style === "half_split" ? "interleaved" : "half_split";
  const words = { interleaved: "neighbours are rotated together", half_split: "halves are rotated together" };
  const pairs = reading(["Q_rot", "K_rot"], (reader) => withSpec(reader, { rope_style: other }));
  const onward = (/** @type {Reader} */ reader) => ({
    ...withSpec(reader, { first: reader.spec.first + 1 }),
    at: (/** @type {string} */ name, /** @type {readonly number[]} */ index) =>
      reader.at(name, index) + (name === "positions" ? 1 : 0),
  });
  const fromZero = reading(["Q_rot"], (reader) => withSpec(reader, { causal: false }));
  return [
    mistake("rope-pairing", `${words[other]}, not ${other === "interleaved" ? "halves" : "neighbours"}`, pairs),
    mistake("rope-position", "queries and keys are counted from 1", reading(["Q_rot", "K_rot"], onward)),
    mistake("rope-position", "queries are one position further than keys", reading(["Q_rot"], onward)),
    ...(queryOffset(run) === 0
      ? []
      : [mistake("rope-position", "queries after the cached ones are counted from 0", fromZero)]),
  ];
}

/**
 * Softmax over another axis than the keys. Where all scores along it are hidden, the shares are NaN, or nothing; with a large
 * negative number for hidden scores they are even.
 * @param {Source} run
 * @returns {Mistake[]}
 */
function softmaxAxes(run) {
  const { heads, n_q } = run.spec;
  /** @param {0 | 1} axis @param {number} size @returns {Change} */
  const over = (axis, size) => ({
    rules: {
      [softmaxStage(run)]: (reader, index) => {
        const from = before(reader, softmaxStage(reader));
        const terms = count(size)
          .map((place) =>
            term(
              reader,
              from,
              index.map((own, at) => (at === axis ? place : own)),
            ),
          )
          .filter(({ value }) => value !== -Infinity);
        if (terms.length === 0) return { operation: "empty", terms };
        return { operation: "softmax", terms, position: terms.findIndex((each) => each.index[axis] === index[axis]) };
      },
    },
  });
  const ways = (/** @type {Change} */ change) =>
    run.has("masked") ? [change, emptyAsNaN(change), both(hiddenAsLarge, change)] : [change];
  return [
    ...(n_q > 1 ? ways(over(1, n_q)).map((change) => mistake("softmax-axis", "softmax over the queries", change)) : []),
    ...(heads > 1
      ? ways(over(0, heads)).map((change) => mistake("softmax-axis", "softmax over the heads", change))
      : []),
  ];
}

/** @param {Source} run @returns {Mistake[]} */
function heads(run) {
  const { heads, kv_heads, n_q, d_v } = run.spec;
  if (heads === 1) return [];
  const keyHeads = (/** @type {Reader} */ reader) =>
    moved(withSpec(reader, { kv_heads: heads }), ["K", "K_rot", "V"], ([head = 0, ...rest]) => [
      head % kv_heads,
      ...rest,
    ]);
  const merged = (/** @type {(i: number, column: number) => [number, number, number]} */ from) => ({
    rules: {
      concat: (/** @type {Reader} */ reader, /** @type {number[]} */ [i = 0, column = 0]) => ({
        operation: /** @type {const} */ ("copy"),
        terms: [term(reader, "context", from(i, column))],
      }),
    },
  });
  const headsFirst = merged((i, column) => {
    const place = i * heads * d_v + column;
    return [Math.floor(place / (n_q * d_v)), Math.floor(place / d_v) % n_q, place % d_v];
  });
  const channelsFirst = merged((i, column) => [column % heads, i, Math.floor(column / heads)]);
  const orders = [
    mistake("head-merge-order", "heads come first, before tokens", headsFirst),
    mistake("head-merge-order", "channels come first, before heads", channelsFirst),
  ];
  if (kv_heads === heads || kv_heads === 1) return orders;
  const reads = ["raw", "raw_content", "context", "context_content"];
  const words = `query head h reads key/value head h mod ${kv_heads}`;
  return [mistake("kv-head-order", words, reading(reads, keyHeads)), ...orders];
}

/** @param {Source} run @returns {Mistake[]} */
function swapped(run) {
  const { n_q, n_k } = run.spec;
  const isSame = (/** @type {string} */ one, /** @type {string} */ other) =>
    run.given(one) && run.given(other) && run.shape(one).join() === run.shape(other).join();
  /** @param {"q" | "k"} own @param {"q" | "k"} other */
  const with_ = (own, other) => (/** @type {Reader} */ reader) =>
    withInput(withInput(reader, `W${own}`, reader.tensor(`W${other}`)), `b${own}`, reader.tensor(`b${other}`));
  const exchanged = both(reading(READERS.q, with_("q", "k")), reading(READERS.k, with_("k", "q")));
  /** @type {Change} */
  const transposed = {
    rules: {
      raw: (reader, [head = 0, i = 0, j = 0]) => rules.raw.explain(reader, [head, j, i]),
    },
  };
  return [
    ...(isSame("Wq", "Wk") ? [mistake("qk-swapped", "Wq and Wk are exchanged", exchanged)] : []),
    ...(n_q === n_k && n_q > 1 ? [mistake("qk-swapped", "the scores are transposed", transposed)] : []),
  ];
}

/**
 * The usual mistakes that a walk can have, but for rounding and a factor that is not known.
 * @param {Source} run
 * @returns {Mistake[]}
 */
export const mistakesOf = (run) => [
  ...scales(run),
  ...matrices(run),
  ...rotations(run),
  ...masks(run),
  ...softmaxAxes(run),
  ...heads(run),
  ...swapped(run),
];
