/**
 * An independent oracle: every variant of attention, alone or in a layer, in float64, written like the formulas, without
 * regard to speed. It shares no code with the engine. Only the range of attention's numbers is that of float32: what
 * overflows there is infinite here, and what underflows there is 0.
 *
 * @typedef {{shape: number[], data: ArrayLike<number>}} AnyTensor
 * @typedef {{shape: number[], data: number[]}} Wide
 */

import { afterAttention, attentionInput, normalised, turnOf } from "./block.js";

/**
 * @param {number[]} shape
 * @param {(...index: number[]) => number} at
 * @returns {Wide} the tensor whose element at each index is at(...index)
 */
export function build(shape, at) {
  const [size = 0, ...inner] = shape;
  const rows = Array.from({ length: size }, (_, i) =>
    inner.length > 0 ? build(inner, (...rest) => at(i, ...rest)).data : [at(i)],
  );
  return { shape, data: rows.flat() };
}

/**
 * @param {AnyTensor} tensor
 * @param {...number} index
 * @returns {number}
 */
export function at({ shape, data }, ...index) {
  return /** @type {number} */ (data[index.reduce((flat, i, r) => flat * (shape[r] ?? 1) + i, 0)]);
}

const LARGEST = (2 - 2 ** -24) * 2 ** 127;
const SMALLEST = 2 ** -150;

/** @param {number} x @returns {number} x, or infinity or 0 where float32 would overflow or underflow */
function inFloatRange(x) {
  const size = Math.abs(x);
  return size >= LARGEST ? Math.sign(x) * Infinity : size <= SMALLEST ? 0 : x;
}

/**
 * @param {Iterable<number>} indices
 * @param {(p: number) => number} term
 */
function sumOver(indices, term) {
  let total = 0;
  for (const p of indices) total = inFloatRange(total + inFloatRange(term(p)));
  return total;
}

/** @param {number} n */
const count = (n) => Array.from({ length: n }, (_, p) => p);

/**
 * @param {any} spec in the engine's format
 * @param {Record<string, any>} inputs in the engine's format; where dropout draws the mask, keep is that mask
 * @param {{asFloats?: boolean}} [options] asFloats rounds the sums of masked scores and mask_value to float32, where
 *   adding -1e9 loses the differences between scores
 * @returns {Record<string, Wide>} every tensor that is computed
 */
export function oracle(spec, inputs, { asFloats = false } = {}) {
  const known = prepare(spec, inputs, asFloats ? Math.fround : inFloatRange);
  for (const [name, stage] of Object.entries(STAGES)) {
    if (name !== "allow" && inputs[name]) continue;
    const tensor = stage(known);
    if (tensor) known.t[name] = tensor;
  }
  if (!startsAtX(known)) return known.t;
  return { ...known.t, ...afterAttention(spec, inputs, known.of("X"), known.t.output) };
}

/**
 * What the stages are computed from: the spec with its defaults, the sizes, the inputs (given), the tensors so far (t).
 * @typedef {ReturnType<typeof prepare>} Known
 */

/**
 * @param {any} spec
 * @param {Record<string, any>} given
 * @param {(x: number) => number} hidden rounds a sum with mask_value
 */
function prepare(spec, given, hidden) {
  const x = given.E ?? given.X;
  /* Where queries, keys and values are given, only their widths count. */
  const [n_q, d_model] = given.Q?.shape.slice(1) ?? x.shape;
  const [n_k, d_context] = given.V?.shape.slice(1) ?? (given.C ?? x).shape;
  const { heads = 1, causal = false, position = {}, mask_mode = "before_softmax" } = spec;
  const { kv_heads = heads } = spec;
  const d_k = given.Wq ? given.Wq.shape[1] / heads : d_model;
  const hasMask = Boolean(causal || spec.window !== undefined || given.key_valid || given.allow);
  return {
    spec,
    given,
    hidden,
    n_q,
    n_k,
    heads,
    kv_heads,
    causal,
    position,
    hasMask,
    t: /** @type {Record<string, any>} */ (given.Q ? { Q: given.Q, K: given.K, V: given.V } : {}),
    pairs: [heads, n_q, n_k],
    d_v: given.Wv ? given.Wv.shape[1] / kv_heads : d_context,
    scale: spec.scale ?? 1 / Math.sqrt(d_k),
    masksAfter: hasMask && mask_mode !== "before_softmax",
    /** The position of query i among the keys is i + shift. */
    shift: causal && spec.align !== "top_left" ? n_k - n_q : 0,
    group: (/** @type {number} */ h) => Math.floor((h * kv_heads) / heads),
    /** The tensor of that name, an input or computed. @returns {any} */
    of(/** @type {string} */ name) {
      return this.t[name] ?? given[name];
    },
  };
}

/** The stages in the order of computation, each after the auxiliary tensors that it needs. @type {Record<string, (known: Known) => Wide | undefined>} */
const STAGES = {
  P: ({ spec, given }) => (spec.position?.kind === "sinusoidal" ? build(given.E.shape, sinusoid(given.E)) : undefined),
  X: (known) => sum(known.given.E, known.of("P")),
  norm_1: (known) => (startsAtX(known) ? attentionInput(known.spec, known.given, known.of("X")) : undefined),
  Q_projected: (known) => (isNormed(known) ? project(known, "q", rowsOf(known), known.heads) : undefined),
  K_projected: (known) =>
    isNormed(known) ? project(known, "k", known.given.C ?? rowsOf(known), known.kv_heads) : undefined,
  Q: (known) => headsNormed(known, "q", known.t.Q_projected) ?? project(known, "q", rowsOf(known), known.heads),
  K: (known) =>
    headsNormed(known, "k", known.t.K_projected) ?? project(known, "k", known.given.C ?? rowsOf(known), known.kv_heads),
  V: (known) => project(known, "v", known.given.C ?? rowsOf(known), known.kv_heads),
  Q_rot: (known) => (known.position.kind === "rope" ? rotate(known, known.t.Q, known.shift) : undefined),
  K_rot: (known) => (known.position.kind === "rope" ? rotate(known, known.t.K, 0) : undefined),
  raw_content: (known) => (known.position.kind === "shaw" ? products(known) : undefined),
  raw_relative: (known) => (known.position.kind === "shaw" ? relativeProducts(known) : undefined),
  raw: (known) => sum(known.t.raw_content, known.t.raw_relative) ?? products(known),
  scaled: ({ t, scale, pairs }) => build(pairs, (...at3) => inFloatRange(at(t.raw, ...at3) * scale)),
  bias,
  biased: ({ t, pairs }) =>
    t.bias &&
    build(pairs, (h, i, j) =>
      inFloatRange(at(t.scaled, h, i, j) + at(t.bias, ...(t.bias.shape.length === 3 ? [h, i, j] : [i, j]))),
    ),
  capped: (known) =>
    known.spec.softcap && mapped(scores(known), (x) => known.spec.softcap * Math.tanh(x / known.spec.softcap)),
  allow,
  masked: (known) => (known.hasMask && !known.masksAfter ? masked(known) : undefined),
  weights_unmasked: (known) => (known.masksAfter ? softmax(known, known.n_k) : undefined),
  zeroed: (known) =>
    known.t.weights_unmasked &&
    build(known.pairs, (...at3) => (isVisible(known, ...at3) ? at(known.t.weights_unmasked, ...at3) : 0)),
  sink_weight,
  weights: (known) => (known.t.zeroed ? weightsMaskedAfter(known) : softmax(known, known.n_k)),
  dropped: ({ spec, given, t }) =>
    given.keep &&
    build(given.keep.shape, (...at3) =>
      at(given.keep, ...at3) === 0 ? 0 : inFloatRange(at(t.weights, ...at3) / (1 - spec.dropout.p)),
    ),
  context_content: (known) => (known.given.relV ? contents(known) : undefined),
  context: (known) => (known.given.relV ? sum(known.t.context_content, relativeContents(known)) : contents(known)),
  concat: ({ t, n_q, heads, d_v }) =>
    build([n_q, heads * d_v], (i, column) => at(t.context, Math.floor(column / d_v), i, column % d_v)),
  output: ({ t, given: { Wo, bo } }) => (Wo ? product(t.concat, Wo, bo) : t.concat),
};

/** Whether a walk starts at X, so that it may have more than attention. @param {Known} known */
const startsAtX = ({ given: { Q } }) => !Q;

/** What queries are made from, and keys and values without C. @param {Known} known */
const rowsOf = (known) => known.t.norm_1 ?? known.of("X");

/** Whether queries and keys have a norm. @param {Known} known */
const isNormed = ({ spec: { qk_norm = "none" } }) => qk_norm !== "none";

/** Each head's queries or keys through their norm. @param {Known} known @param {string} letter @param {Wide | undefined} projected */
const headsNormed = ({ spec, given: inputs }, letter, projected) =>
  projected && normalised(spec, inputs, projected, spec.qk_norm, `${letter}_norm`);

/** @param {AnyTensor} embeddings @returns {(i: number, m: number) => number} */
const sinusoid =
  ({ shape: [, d_model = 0] }) =>
  (i, m) => {
    const angle = i / 10000 ** ((m - (m % 2)) / d_model);
    return m % 2 === 0 ? Math.sin(angle) : Math.cos(angle);
  };

/** @param {AnyTensor | undefined} a @param {AnyTensor | undefined} b @returns {Wide | undefined} undefined if one of them is */
function sum(a, b) {
  return a && b && build(a.shape, (...index) => inFloatRange(at(a, ...index) + at(b, ...index)));
}

/** @param {AnyTensor} tensor @param {(x: number) => number} change @returns {Wide} */
const mapped = ({ shape, data }, change) => ({ shape, data: Array.from(data, (x) => inFloatRange(change(x))) });

/** @param {AnyTensor} x @param {AnyTensor} w @param {AnyTensor} [bias] */
function product(x, w, bias) {
  const [n = 0, width = 0] = x.shape;
  return build([n, w.shape[1] ?? 0], (i, c) => {
    const sum = sumOver(count(width), (m) => inFloatRange(at(x, i, m) * at(w, m, c)));
    return bias ? inFloatRange(sum + at(bias, c)) : sum;
  });
}

/** The projection to Q, K or V, split by head. @param {Known} known @param {string} letter @param {any} from X or C @param {number} heads */
function project({ given }, letter, from, heads) {
  const weight = given[`W${letter}`];
  const flat = weight ? product(from, weight, given[`b${letter}`]) : from;
  const [n, width] = flat.shape;
  const size = width / heads;
  return build([heads, n, size], (h, i, d) => at(flat, i, h * size + d));
}

/** RoPE: rotates each pair of components by its angle; those beyond dims stay. @param {Known} known @param {any} from @param {number} shift */
function rotate({ given, position }, from, shift) {
  const { style = "interleaved", first = 0 } = position;
  const d_k = position.dims ?? from.shape[2];
  return build(from.shape, (h, i, d) => {
    if (d >= d_k) return at(from, h, i, d);
    const halves = style === "half_split";
    const pair = halves ? d % (d_k / 2) : Math.floor(d / 2);
    const [x = 0, y = 0] = halves ? [pair, pair + d_k / 2] : [2 * pair, 2 * pair + 1];
    const place = given.positions ? at(given.positions, i + shift) : first + i + shift;
    const { turn, factor } = turnOf(pair, d_k, position);
    const [cos, sin] = [factor * Math.cos(place * turn), factor * Math.sin(place * turn)];
    const [left, right] = d === x ? [cos, -sin] : [sin, cos];
    return inFloatRange(inFloatRange(at(from, h, i, x) * left) + inFloatRange(at(from, h, i, y) * right));
  });
}

/** Q·Kᵀ, from the rotated tensors if there are any. @param {Known} known */
function products({ t, pairs, group }) {
  const [q, k] = [t.Q_rot ?? t.Q, t.K_rot ?? t.K];
  return build(pairs, (h, i, j) => sumOver(count(q.shape[2]), (d) => at(q, h, i, d) * at(k, group(h), j, d)));
}

/** @param {Known} known @param {number} i @param {number} j */
function relativeRow({ position: { clip }, shift }, i, j) {
  return Math.max(-clip, Math.min(clip, j - i - shift)) + clip;
}

/** @param {Known} known */
function relativeProducts(known) {
  const { t, given, pairs } = known;
  return build(pairs, (h, i, j) => {
    const row = relativeRow(known, i, j);
    return sumOver(count(t.Q.shape[2]), (d) => at(t.Q, h, i, d) * at(given.relK, row, d));
  });
}

/** The bias that positions add to the scores. @param {Known} known @returns {Wide | undefined} */
function bias({ given, position, pairs, n_q, n_k, heads, shift }) {
  const { kind, form, lambda, sigma } = position;
  if (kind === "alibi") return build(pairs, (h, i, j) => -slope(h, heads) * Math.abs(i + shift - j));
  if (kind === "t5") return build(pairs, (h, i, j) => at(given.bias_table, bucket(j - i - shift, position), h));
  if (form === "linear") return build([n_q, n_k], (i, j) => -lambda * Math.abs(i + shift - j));
  if (form === "gaussian") return build([n_q, n_k], (i, j) => -((i + shift - j) ** 2) / (2 * sigma ** 2));
  if (form === "matrix") return build([n_q, n_k], (i, j) => at(given.bias_matrix, i, j));
  return undefined;
}

/** The ALiBi slope of a head. @param {number} h @param {number} heads */
function slope(h, heads) {
  const power = 2 ** Math.floor(Math.log2(heads));
  return h < power ? 2 ** ((-8 * (h + 1)) / power) : 2 ** ((-4 * (2 * (h - power) + 1)) / power);
}

/**
 * The T5 bucket of a distance, computed in integers: floor(b·log(d/e)/log(m/e)) is the largest k for which (d/e)^b is at least (m/e)^k.
 * @param {number} ahead how far the key is after the query
 * @param {any} position
 */
function bucket(ahead, { buckets = 32, max_distance = 128, bidirectional = true }) {
  const side = bidirectional ? Math.floor(buckets / 2) : buckets;
  const start = bidirectional && ahead > 0 ? side : 0;
  const distance = bidirectional ? Math.abs(ahead) : Math.max(-ahead, 0);
  const exact = Math.floor(side / 2);
  if (distance < exact) return start + distance;
  const [d, e, m] = [BigInt(distance), BigInt(exact), BigInt(max_distance)];
  const b = BigInt(side - exact);
  let k = 0n;
  while (k < b - 1n && d ** b * e ** (k + 1n) >= m ** (k + 1n) * e ** b) k++;
  return start + exact + Number(k);
}

/** The scores after the last of the steps that apply. @param {Known} known @returns {Wide} */
const scores = ({ t }) => t.masked ?? t.capped ?? t.biased ?? t.scaled;

/** Whether no mask hides the key from the query. @param {Known} known @param {number[]} index head, query, key */
function isVisible({ spec, given, causal, shift }, ...[h = 0, i = 0, j = 0]) {
  const { window = Infinity, sink_tokens = 0 } = spec;
  const back = i + shift - j;
  if (causal && back < 0) return false;
  if ((causal ? back >= window : Math.abs(back) > window) && j >= sink_tokens) return false;
  if (given.key_valid && at(given.key_valid, j) === 0) return false;
  return !given.allow || at(given.allow, ...(given.allow.shape.length === 3 ? [h, i, j] : [i, j])) === 1;
}

/** @param {Known} known @returns {Wide | undefined} */
function allow(known) {
  if (!known.hasMask) return undefined;
  if (known.given.allow?.shape.length === 3) return build(known.pairs, (h, i, j) => Number(isVisible(known, h, i, j)));
  return build([known.n_q, known.n_k], (i, j) => Number(isVisible(known, 0, i, j)));
}

/** @param {Known} known */
function masked(known) {
  const { value = -Infinity, how = "fill" } = known.spec.mask_value ?? {};
  return build(known.pairs, (h, i, j) => {
    const score = at(scores(known), h, i, j);
    if (isVisible(known, h, i, j)) return score;
    return how === "fill" ? value : known.hidden(score + value);
  });
}

/**
 * The first shares of each row, the sink's after those of the keys.
 * @param {Known} known
 * @param {number} width n_k without the sink
 */
function softmax(known, width) {
  const { spec, given, heads, n_q, n_k } = known;
  const from = scores(known);
  /* Smaller exponentials are 0, unless weights are divided once more. */
  const end = known.masksAfter && spec.mask_mode === "after_softmax_renormalised" ? -Infinity : -63.5 * Math.LN2;
  const rows = count(heads * n_q).flatMap((row) => {
    const [h, i] = [Math.floor(row / n_q), row % n_q];
    const all = count(n_k).map((j) => at(from, h, i, j));
    if (spec.softmax_sink) all.push(at(given.sink, h));
    const max = Math.max(...all);
    const parts = all.map((score) =>
      max === -Infinity || score - max < end ? 0 : inFloatRange(Math.exp(score - max)),
    );
    const sum = sumOver(count(all.length), (j) => parts[j] ?? NaN);
    /* A row whose keys all have scores of -inf has weights 0, whatever the sink is. */
    const empty = all.slice(0, n_k).every((score) => score === -Infinity);
    return parts
      .map((part, j) => (max === -Infinity || (empty && j < n_k) ? 0 : inFloatRange(part / sum)))
      .slice(0, width);
  });
  return { shape: [heads, n_q, width], data: rows };
}

/** @param {Known} known */
function sink_weight(known) {
  if (!known.spec.softmax_sink) return undefined;
  const { heads, n_q, n_k } = known;
  const all = softmax(known, n_k + 1);
  return build([heads, n_q], (h, i) => at(all, h, i, n_k));
}

/** The weights where masks apply after the softmax. @param {Known} known */
function weightsMaskedAfter(known) {
  const { t, spec, pairs, n_k } = known;
  if (spec.mask_mode === "after_softmax") return t.zeroed;
  return build(pairs, (h, i, j) => {
    if (!isVisible(known, h, i, j)) return 0;
    const visible = count(n_k).filter((key) => isVisible(known, h, i, key));
    const sum = sumOver(visible, (key) => at(t.zeroed, h, i, key)) + (t.sink_weight ? at(t.sink_weight, h, i) : 0);
    return inFloatRange(at(t.zeroed, h, i, j) / sum);
  });
}

/**
 * The sum of values times weights, over the visible keys and, where masked scores are finite, over all keys whose weight is
 * not 0.
 * @param {Known} known
 * @param {(h: number, i: number, j: number, c: number) => number} value
 */
function weightedSum(known, value) {
  const { t, spec, heads, n_q, n_k, d_v } = known;
  const weights = t.dropped ?? t.weights;
  const finite = spec.mask_value && !known.masksAfter;
  return build([heads, n_q, d_v], (h, i, c) => {
    const weight = (/** @type {number} */ j) => at(weights, h, i, j);
    const keys = count(n_k).filter((j) => isVisible(known, h, i, j) || (finite && weight(j) !== 0));
    return sumOver(keys, (j) => weight(j) * value(h, i, j, c));
  });
}

/** weights·V @param {Known} known */
const contents = (known) => weightedSum(known, (h, _, j, c) => at(known.t.V, known.group(h), j, c));

/** weights·relV @param {Known} known */
const relativeContents = (known) =>
  weightedSum(known, (_, i, j, c) => at(known.given.relV, relativeRow(known, i, j), c));
