/**
 * Where one number comes from: the terms in the engine's order of summation, so that replaying them with Math.fround
 * gives the same bits. One small function for each stage, in walking order.
 *
 * @typedef {{stage: string, index: number[], value: number, exponential?: number}} Term
 *
 * @typedef {object} Explanation
 * @property {string} stage
 * @property {number[]} index
 * @property {number} value
 * @property {"input" | "copy" | "sum" | "dot" | "product" | "mask" | "softmax" | "empty" | "sinusoidal" | "allow"} operation
 *   how the terms make the value, with f = Math.fround:
 *   input       given, no terms
 *   copy        the one term
 *   sum         t0 + t1 + ..., each step rounded
 *   dot         pairs a·b: s = 0, then s = f(s + f(a·b)) for each; a last term without a partner is a bias, added last
 *   product     f(t0·t1)
 *   mask        -Infinity, whatever the term is; see reasons
 *   softmax     f(exponential of the own term / sum), 0 for a hidden key; see max, sum, position
 *   empty       0: the row may see no key
 *   sinusoidal  f(sin or cos of angle), the angle a double
 *   allow       1, or 0 for the reasons given
 * @property {Term[]} terms
 * @property {string[]} [reasons] why the key is hidden: "causal", "window", "padding", "allow"
 * @property {number} [max] the row's largest score
 * @property {number} [sum] the row's sum of exponentials
 * @property {number} [position] which term is the cell's own, -1 where its key is hidden
 * @property {number} [angle] radians
 * @property {"sin" | "cos"} [fn]
 */

/**
 * What an explanation needs to see of a run.
 * @typedef {object} Source
 * @property {import("./spec.js").ResolvedSpec} spec
 * @property {(stage: string) => boolean} has
 * @property {(stage: string) => boolean} given
 * @property {(stage: string) => number[]} shape
 * @property {(stage: string, index: number[]) => number} at
 * @property {(x: number) => number} exponential the engine's e^x
 */

/** @typedef {Pick<Explanation, "operation" | "terms"> & Partial<Explanation>} Account */
/** @typedef {(run: Source, index: number[]) => Account} Explainer */

const f = Math.fround;

/**
 * @param {Source} run
 * @param {string} stage
 * @param {number[]} index
 * @returns {Term}
 */
const term = (run, stage, index) => ({ stage, index, value: run.at(stage, index) });

/**
 * @param {Source} run
 * @param {string} stage
 * @param {number[]} index
 * @returns {Account}
 */
const copyOf = (run, stage, index) => ({ operation: "copy", terms: [term(run, stage, index)] });

/**
 * @param {Source} run
 * @param {number} count
 * @param {(p: number) => [string, number[], string, number[]]} pair
 * @param {[string, number[]]} [bias]
 * @returns {Account}
 */
function dot(run, count, pair, bias) {
  const terms = [];
  for (let p = 0; p < count; p++) {
    const [left, leftIndex, right, rightIndex] = pair(p);
    terms.push(term(run, left, leftIndex), term(run, right, rightIndex));
  }
  if (bias && run.given(bias[0])) terms.push(term(run, bias[0], bias[1]));
  return { operation: "dot", terms };
}

/**
 * The key/value head that a query head reads.
 * @param {Source} run
 * @param {number} head
 */
const kvHead = (run, head) => Math.floor(head / (run.spec.heads / run.spec.kv_heads));

/**
 * @param {string} weight
 * @param {string} bias
 * @param {(run: Source) => string} from
 * @returns {Explainer}
 */
function projection(weight, bias, from) {
  return (run, [head = 0, row = 0, d = 0]) => {
    const source = from(run);
    if (!run.given(weight)) return copyOf(run, source, [row, d]);
    const width = run.shape(source)[1] ?? 0;
    const column = head * (weight === "Wv" ? run.spec.d_v : run.spec.d_k) + d;
    return dot(run, width, (p) => [source, [row, p], weight, [p, column]], [bias, [column]]);
  };
}

/** @param {Source} run */
const keySide = (run) => (run.has("C") ? "C" : "X");

/**
 * How far key j stands before query i; negative where it comes later.
 * @param {Source} run
 * @param {number} i
 * @param {number} j
 */
function distanceBack({ spec: { causal, align, n_q, n_k } }, i, j) {
  return i + (causal && align === 0 ? n_k - n_q : 0) - j;
}

/**
 * @param {Source} run
 * @param {number[]} index [head, query, key]
 * @returns {string[]}
 */
function reasonsHidden(run, [head = 0, i = 0, j = 0]) {
  const { causal, windowed, window, sink_tokens } = run.spec;
  const reasons = [];
  const back = distanceBack(run, i, j);
  if (causal && back < 0) reasons.push("causal");
  const outside = causal ? back >= window : Math.abs(back) > window;
  if (windowed && outside && j >= sink_tokens) reasons.push("window");
  if (run.given("key_valid") && run.at("key_valid", [j]) === 0) reasons.push("padding");
  if (run.given("mask") && run.at("mask", [i, j]) === 0) reasons.push("allow");
  if (run.given("head_mask") && run.at("head_mask", [head, i, j]) === 0) reasons.push("allow");
  return reasons;
}

/** @param {Source} run */
const scores = (run) => (run.has("masked") ? "masked" : "scaled");

/**
 * @param {Source} run
 * @param {number} i
 * @param {number} m
 * @returns {Account}
 */
function sinusoidal(run, i, m) {
  const wavelength = Math.exp(((Math.floor(m / 2) * 2) / run.spec.d_model) * Math.log(10000));
  return {
    operation: "sinusoidal",
    terms: [{ stage: "position", index: [i], value: i }],
    angle: i / wavelength,
    fn: m % 2 === 0 ? "sin" : "cos",
  };
}

/**
 * @param {Source} run
 * @param {number[]} index
 * @returns {Account}
 */
function softmax(run, [head = 0, i = 0, j = 0]) {
  const stage = scores(run);
  const n_k = run.spec.n_k;
  const all = Array.from({ length: n_k }, (_, key) => term(run, stage, [head, i, key]));
  const terms = all.filter(({ value }) => value !== -Infinity);
  if (terms.length === 0) return { operation: "empty", terms: [] };
  const max = terms.reduce((most, { value }) => (value > most || Number.isNaN(value) ? value : most), -Infinity);
  const parts = terms.map((part) => ({ ...part, exponential: run.exponential(f(part.value - max)) }));
  const sum = parts.reduce((total, { exponential }) => f(total + exponential), 0);
  return { operation: "softmax", terms: parts, max, sum, position: parts.findIndex((part) => part.index[2] === j) };
}

/** @type {Record<string, Explainer>} */
const explainers = {
  P: (run, [i = 0, m = 0]) => sinusoidal(run, i, m),
  X: (run, index) => ({ operation: "sum", terms: [term(run, "E", index), term(run, "P", index)] }),
  Q: projection("Wq", "bq", () => "X"),
  K: projection("Wk", "bk", keySide),
  V: projection("Wv", "bv", keySide),
  raw: (run, [head = 0, i = 0, j = 0]) =>
    dot(run, run.spec.d_k, (d) => ["Q", [head, i, d], "K", [kvHead(run, head), j, d]]),
  scaled: (run, index) => ({
    operation: "product",
    terms: [term(run, "raw", index), { stage: "scale", index: [], value: f(run.spec.scale) }],
  }),
  masked: (run, index) => {
    const reasons = reasonsHidden(run, index);
    if (reasons.length === 0) return copyOf(run, "scaled", index);
    return { operation: "mask", terms: [term(run, "scaled", index)], reasons };
  },
  weights: softmax,
  context: (run, [head = 0, i = 0, c = 0]) => {
    const keys = Array.from({ length: run.spec.n_k }, (_, j) => j);
    const seen = run.has("masked") ? keys.filter((j) => reasonsHidden(run, [head, i, j]).length === 0) : keys;
    if (seen.length === 0) return { operation: "empty", terms: [] };
    return dot(run, seen.length, (s) => {
      const j = seen[s] ?? 0;
      return ["weights", [head, i, j], "V", [kvHead(run, head), j, c]];
    });
  },
  concat: (run, [i = 0, column = 0]) => {
    const { d_v } = run.spec;
    return copyOf(run, "context", [Math.floor(column / d_v), i, column % d_v]);
  },
  output: (run, [i = 0, o = 0]) => {
    if (!run.given("Wo")) return copyOf(run, "concat", [i, o]);
    const width = run.shape("concat")[1] ?? 0;
    return dot(run, width, (p) => ["concat", [i, p], "Wo", [p, o]], ["bo", [o]]);
  },
  allow: (run, index) => {
    const reasons = reasonsHidden(run, index.length === 3 ? index : [0, ...index]);
    return { operation: "allow", terms: [], reasons };
  },
};

/**
 * @param {Source} run
 * @param {string} stage a tensor that is part of the run and computed
 * @param {number[]} index inside its shape
 * @returns {Explanation}
 */
export function explain(run, stage, index) {
  const account = run.given(stage) ? undefined : explainers[stage]?.(run, index);
  return { stage, index, value: run.at(stage, index), ...(account ?? { operation: "input", terms: [] }) };
}
