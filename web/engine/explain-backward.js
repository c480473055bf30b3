/**
 * Where one gradient comes from: a part for each stage that has read the number, in the order in which the walk back
 * meets them. One small function for each reader.
 *
 * @typedef {import("./explain.js").Source} Source
 * @typedef {import("./explain.js").Term} Term
 * @typedef {import("./tensors.js").Tensor} Tensor
 *
 * @typedef {object} Part
 * @property {string} from the stage that has read the number
 * @property {"copy" | "sum" | "dot" | "zero" | "dropout" | "softcap" | "softmax" | "share" | "sink"} operation
 *   how the terms make the part, with f = Math.fround; gradients are terms whose stage starts with d_:
 *   copy      the one term
 *   sum       t0 + t1 + ..., from 0, each step rounded; for the sink a term for each row, as softmax makes it
 *   dot       pairs of a gradient and a value, as in explain.js; gradients of 0 are left out
 *   zero      0: what is hidden or dropped passes nothing on
 *   dropout   f(t0 / t1)
 *   softcap   t0 the gradient, t1 capped, t2 the cap: with t = f(t1 / t2), f(t0 · f(1 - f(t·t)))
 *   softmax   t0 the gradient of the weight, t1 the weight: f(t1 · f(t0 - mean)); 0 where t1 is 0
 *   share     f(f(t0 - mean) / sum)
 *   sink      -f(mean / sum)
 * @property {Term[]} terms
 * @property {number} [mean] of the row: the dot of its weights and their gradients, weights of 0 left out
 * @property {number} [sum] that the row was divided by
 *
 * @typedef {object} GradientExplanation
 * @property {string} stage
 * @property {number[]} index
 * @property {number} value the parts added up: s = 0, then s = f(s + part) for each
 * @property {Part[]} parts none for the output, whose gradient is given
 */
import { relativeRow } from "./explain-positions.js";
import { count, f, kvHead, latest, reasonsHidden, SCORES, setting, shiftOf, term } from "./explain-terms.js";

/**
 * @typedef {object} Passage a run and its gradients
 * @property {Source} run
 * @property {(stage: string, index: number[]) => Term} d
 */

/** @typedef {[string, number[], string, number[]]} Pair gradient of, at, value of, at */
/** @typedef {(passage: Passage, index: number[]) => Part} Reader */

/**
 * @param {Passage} passage
 * @param {string} from
 * @param {Pair[]} pairs
 * @returns {Part}
 */
function dot({ run, d }, from, pairs) {
  const terms = pairs.flatMap(([gradient, at, value, where]) => {
    const factor = d(gradient, at);
    return factor.value === 0 ? [] : [factor, term(run, value, where)];
  });
  return { from, operation: "dot", terms };
}

/**
 * @param {Passage} passage
 * @param {string} from
 * @param {number[]} index
 * @returns {Part}
 */
const copy = ({ d }, from, index) => ({ from, operation: "copy", terms: [d(from, index)] });

/**
 * @param {Source} run
 * @param {number} group
 * @returns {[number, number][]} every query of the heads that read a key/value head
 */
function queriesOf({ spec: { heads, kv_heads, n_q } }, group) {
  const size = heads / kv_heads;
  return count(size * n_q).map((p) => [group * size + Math.floor(p / n_q), p % n_q]);
}

/** Projections, by what they make. The output is one too, with one head as wide as it is. */
const PROJECTIONS = Object.freeze({ Q: "q", K: "k", V: "v", output: "o" });

/**
 * @param {Source} run
 * @param {keyof typeof PROJECTIONS} made
 * @returns {{from: string, heads: number, width: number, at: (head: number, row: number, d: number) => number[]}}
 */
function projection(run, made) {
  const { heads, kv_heads, d_k, d_v, d_out } = run.spec;
  const source = made === "Q" || !run.has("C") ? "X" : "C";
  if (made === "output") return { from: "concat", heads: 1, width: d_out, at: (_, row, d) => [row, d] };
  const of = {
    from: source,
    at: (/** @type {number} */ h, /** @type {number} */ i, /** @type {number} */ d) => [h, i, d],
  };
  return { ...of, heads: made === "Q" ? heads : kv_heads, width: made === "V" ? d_v : d_k };
}

/**
 * @param {Passage} passage
 * @param {keyof typeof PROJECTIONS} made
 * @param {number[]} index of what was projected
 * @returns {Part}
 */
function projected(passage, made, [i = 0, m = 0]) {
  const { heads, width, at } = projection(passage.run, made);
  const weight = `W${PROJECTIONS[made]}`;
  if (!passage.run.given(weight)) return copy(passage, made, at(0, i, m));
  const columns = count(heads * width);
  return dot(
    passage,
    made,
    columns.map((o) => [made, at(Math.floor(o / width), i, o % width), weight, [m, o]]),
  );
}

/** @type {(made: keyof typeof PROJECTIONS) => Record<string, Reader>} the readers of a weight and a bias */
const weightsOf = (made) => ({
  [`W${PROJECTIONS[made]}`]: (passage, [m = 0, o = 0]) => {
    const { from, width, at } = projection(passage.run, made);
    const rows = count(passage.run.shape(from)[0] ?? 0);
    return dot(
      passage,
      made,
      rows.map((i) => [made, at(Math.floor(o / width), i, o % width), from, [i, m]]),
    );
  },
  [`b${PROJECTIONS[made]}`]: ({ run, d }, [o = 0]) => {
    const { from, width, at } = projection(run, made);
    const rows = count(run.shape(from)[0] ?? 0);
    return { from: made, operation: "sum", terms: rows.map((i) => d(made, at(Math.floor(o / width), i, o % width))) };
  },
});

/**
 * @param {Passage} passage
 * @param {"Q" | "K"} from
 * @param {number[]} index
 * @returns {Part}
 */
function turnedBack({ run, d }, from, [head = 0, i = 0, c = 0]) {
  const { d_k, rope_style, rope_base, first } = run.spec;
  const halves = rope_style === 1;
  const pair = halves ? c % (d_k / 2) : Math.floor(c / 2);
  const [x, y] = halves ? [pair, pair + d_k / 2] : [2 * pair, 2 * pair + 1];
  const at = i + (from === "Q" ? shiftOf(run) : 0);
  const place = run.given("positions") ? run.at("positions", [at]) : first + at;
  const cos = setting("cos", run.engine.attention_rope_cos(place, pair, d_k, rope_base), [at, pair]);
  const sin = setting("sin", run.engine.attention_rope_sin(place, pair, d_k, rope_base), [at, pair]);
  const stage = `${from}_rot`;
  const [left, right] = [d(stage, [head, i, x]), d(stage, [head, i, y])];
  const pairs =
    c === x
      ? [
          [left, cos],
          [right, sin],
        ]
      : [
          [left, { ...sin, stage: "-sin", value: -sin.value }],
          [right, cos],
        ];
  return { from: stage, operation: "dot", terms: pairs.filter(([gradient]) => gradient?.value !== 0).flat() };
}

/**
 * The parts of a query or key that raw has compared.
 * @param {Passage} passage
 * @param {"Q" | "K"} side
 * @param {number[]} index
 * @returns {Part[]}
 */
function compared(passage, side, [head = 0, i = 0, c = 0]) {
  const { run } = passage;
  const [q, k] = run.has("Q_rot") ? ["Q_rot", "K_rot"] : ["Q", "K"];
  if (side === "K") {
    return [
      dot(
        passage,
        "raw",
        queriesOf(run, head).map(([h, row]) => ["raw", [h, row, i], q, [h, row, c]]),
      ),
    ];
  }
  const keys = count(run.spec.n_k);
  const content = keys.map((j) => /** @type {Pair} */ (["raw", [head, i, j], k, [kvHead(run, head), j, c]]));
  const relative = keys.map((j) => /** @type {Pair} */ (["raw", [head, i, j], "relK", [relativeRow(run, i, j), c]]));
  return [dot(passage, "raw", content), ...(run.has("relK") ? [dot(passage, "raw", relative)] : [])];
}

/**
 * The row's mean gradient, as softmax and renormalising measure it.
 * @param {Passage} passage
 * @param {string} stage of the weights
 * @param {number} head
 * @param {number} i
 * @param {boolean} [sink] counts too, first
 */
function meanOf({ run, d }, stage, head, i, sink = false) {
  const keys = count(run.spec.n_k).map((j) => [term(run, stage, [head, i, j]), d(stage, [head, i, j])]);
  const first = sink ? [[term(run, "sink_weight", [head, i]), d("sink_weight", [head, i])]] : [];
  return [...first, ...keys].reduce((sum, [weight, gradient]) => {
    if (weight?.value === 0) return sum;
    return f(sum + f((weight?.value ?? NaN) * (gradient?.value ?? NaN)));
  }, 0);
}

/**
 * @param {Passage} passage
 * @param {string} from the weights
 * @param {number[]} index
 * @returns {Part}
 */
function softmaxed(passage, from, [head = 0, i = 0, j = 0]) {
  const { run, d } = passage;
  const mean = meanOf(passage, from, head, i, run.spec.softmax_sink === 1);
  return { from, operation: "softmax", terms: [d(from, [head, i, j]), term(run, from, [head, i, j])], mean };
}

/**
 * @param {Passage} passage
 * @param {number[]} index [head, query, key], or [head, query] for the sink's weight
 * @returns {Part}
 */
function renormalised(passage, [head = 0, i = 0, j = -1]) {
  const { run, d } = passage;
  const seen = count(run.spec.n_k).filter((key) => reasonsHidden(run, [head, i, key]).length === 0);
  if (j >= 0 && !seen.includes(j)) return { from: "weights", operation: "zero", terms: [] };
  const start = run.spec.softmax_sink === 1 ? run.at("sink_weight", [head, i]) : 0;
  const sum = seen.reduce((total, key) => f(total + run.at("zeroed", [head, i, key])), start);
  const mean = meanOf(passage, "weights", head, i);
  if (j < 0) return { from: "weights", operation: sum === 0 ? "zero" : "sink", terms: [], mean, sum };
  return { from: "weights", operation: "share", terms: [d("weights", [head, i, j])], mean, sum };
}

/**
 * @param {Passage} passage
 * @param {string} from
 * @param {number[]} index
 * @param {boolean} [through] what is hidden passes its gradient on all the same
 * @returns {Part}
 */
function maskedBack(passage, from, index, through = false) {
  const hidden = !through && reasonsHidden(passage.run, index).length > 0;
  return hidden ? { from, operation: "zero", terms: [] } : copy(passage, from, index);
}

/**
 * What has read a score.
 * @param {Passage} passage
 * @param {string} stage
 * @param {number[]} index
 * @returns {Part}
 */
function scored(passage, stage, index) {
  const { run, d } = passage;
  const later = SCORES.slice(SCORES.indexOf(stage) + 1).find((other) => run.has(other));
  if (later === "biased") return copy(passage, later, index);
  if (later === "masked") return maskedBack(passage, later, index, run.spec.mask_how === 2);
  if (later === undefined) return softmaxed(passage, run.has("zeroed") ? "weights_unmasked" : "weights", index);
  const terms = [d(later, index), term(run, later, index), setting("softcap", run.spec.softcap)];
  return { from: later, operation: "softcap", terms };
}

/**
 * What has read a weight, dropped or not.
 * @param {Passage} passage
 * @param {number[]} index
 * @returns {Part[]}
 */
function mixed(passage, [head = 0, i = 0, j = 0]) {
  const { run } = passage;
  const columns = count(run.spec.d_v);
  const values = columns.map((c) => /** @type {Pair} */ (["context", [head, i, c], "V", [kvHead(run, head), j, c]]));
  const row = run.has("relV") ? relativeRow(run, i, j) : 0;
  const relative = columns.map((c) => /** @type {Pair} */ (["context", [head, i, c], "relV", [row, c]]));
  return [dot(passage, "context", values), ...(run.has("relV") ? [dot(passage, "context", relative)] : [])];
}

/**
 * @param {Source} run
 * @param {number} row of relK or relV
 * @returns {number[][]} every [head, query, key] that reads it
 */
function pairsOfRow(run, row) {
  const { heads, n_q, n_k } = run.spec;
  const queries = count(heads * n_q).map((p) => [Math.floor(p / n_q), p % n_q]);
  return queries.flatMap(([h = 0, i = 0]) =>
    count(n_k).flatMap((j) => (relativeRow(run, i, j) === row ? [[h, i, j]] : [])),
  );
}

/** @param {Source} run */
const shares = (run) => latest(run, ["weights", "dropped"]);

/** @type {Record<string, (passage: Passage, index: number[]) => Part[]>} */
const readers = {
  E: (passage, index) => [copy(passage, "X", index)],
  P: (passage, index) => [copy(passage, "X", index)],
  X: (passage, index) => {
    /** @type {(keyof typeof PROJECTIONS)[]} */
    const made = passage.run.has("C") ? ["Q"] : ["V", "K", "Q"];
    return made.map((stage) => projected(passage, stage, index));
  },
  C: (passage, index) => /** @type {const} */ (["V", "K"]).map((stage) => projected(passage, stage, index)),
  Q: (passage, index) => (passage.run.has("Q_rot") ? [turnedBack(passage, "Q", index)] : compared(passage, "Q", index)),
  K: (passage, index) => (passage.run.has("K_rot") ? [turnedBack(passage, "K", index)] : compared(passage, "K", index)),
  V: (passage, [g = 0, j = 0, c = 0]) => {
    const weights = shares(passage.run);
    const queries = queriesOf(passage.run, g);
    return [
      dot(
        passage,
        "context",
        queries.map(([h, i]) => ["context", [h, i, c], weights, [h, i, j]]),
      ),
    ];
  },
  Q_rot: (passage, index) => compared(passage, "Q", index),
  K_rot: (passage, index) => compared(passage, "K", index),
  raw: ({ run, d }, index) => {
    const gradient = d("scaled", index);
    const terms = gradient.value === 0 ? [] : [gradient, setting("scale", run.spec.scale)];
    return [{ from: "scaled", operation: "dot", terms }];
  },
  raw_content: (passage, index) => [copy(passage, "raw", index)],
  raw_relative: (passage, index) => [copy(passage, "raw", index)],
  relK: (passage, [row = 0, c = 0]) => {
    const pairs = pairsOfRow(passage.run, row);
    return [
      dot(
        passage,
        "raw",
        pairs.map(([h = 0, i = 0, j = 0]) => ["raw", [h, i, j], "Q", [h, i, c]]),
      ),
    ];
  },
  relV: (passage, [row = 0, c = 0]) => {
    const weights = shares(passage.run);
    const pairs = pairsOfRow(passage.run, row);
    return [
      dot(
        passage,
        "context",
        pairs.map(([h = 0, i = 0, j = 0]) => ["context", [h, i, c], weights, [h, i, j]]),
      ),
    ];
  },
  scaled: (passage, index) => [scored(passage, "scaled", index)],
  biased: (passage, index) => [scored(passage, "biased", index)],
  capped: (passage, index) => [scored(passage, "capped", index)],
  masked: (passage, index) => [scored(passage, "masked", index)],
  bias: (passage, index) => {
    const heads = index.length === 3 ? [] : count(passage.run.spec.heads);
    if (index.length === 3) return [copy(passage, "biased", index)];
    return [{ from: "biased", operation: "sum", terms: heads.map((h) => passage.d("biased", [h, ...index])) }];
  },
  bias_matrix: (passage, index) => [copy(passage, "bias", index)],
  bias_table: ({ run, d }, [row = 0, head = 0]) => {
    const { n_q, n_k, buckets, max_distance, bidirectional } = run.spec;
    const bucket = (/** @type {number} */ ahead) =>
      run.engine.attention_t5_bucket(ahead, buckets, max_distance, bidirectional);
    const pairs = count(n_q).flatMap((i) => count(n_k).map((j) => [i, j]));
    const inside = pairs.filter(([i = 0, j = 0]) => bucket(j - i - shiftOf(run)) === row);
    return [{ from: "bias", operation: "sum", terms: inside.map(([i = 0, j = 0]) => d("bias", [head, i, j])) }];
  },
  weights_unmasked: (passage, index) => [maskedBack(passage, "zeroed", index)],
  zeroed: (passage, index) =>
    passage.run.spec.mask_mode === 2 ? [renormalised(passage, index)] : [copy(passage, "weights", index)],
  sink_weight: (passage, index) =>
    passage.run.has("zeroed") && passage.run.spec.mask_mode === 2 ? [renormalised(passage, index)] : [],
  sink: ({ run, d }, [head = 0]) => {
    const stage = run.has("zeroed") ? "weights_unmasked" : "weights";
    const terms = count(run.spec.n_q).map((i) => {
      const weight = run.at("sink_weight", [head, i]);
      const above = f(d("sink_weight", [head, i]).value - meanOf({ run, d }, stage, head, i, true));
      return { stage: "d_sink", index: [head, i], value: weight === 0 ? 0 : f(weight * above) };
    });
    return [{ from: stage, operation: "sum", terms }];
  },
  weights: (passage, index) => {
    const { run, d } = passage;
    if (!run.has("dropped")) return mixed(passage, index);
    if (run.at("keep", index) === 0) return [{ from: "dropped", operation: "zero", terms: [] }];
    const terms = [d("dropped", index), setting("1-p", 1 - f(run.spec.dropout))];
    return [{ from: "dropped", operation: "dropout", terms }];
  },
  dropped: mixed,
  context: (passage, [h = 0, i = 0, c = 0]) => [copy(passage, "concat", [i, h * passage.run.spec.d_v + c])],
  context_content: (passage, index) => [copy(passage, "context", index)],
  concat: (passage, index) => [projected(passage, "output", index)],
};

/** @type {Record<string, Reader>} */
const weightReaders = { ...weightsOf("Q"), ...weightsOf("K"), ...weightsOf("V"), ...weightsOf("output") };

/**
 * @param {Source} run
 * @param {Record<string, Tensor>} gradients
 * @param {string} stage one of gradients
 * @param {number[]} index inside its shape
 * @returns {GradientExplanation}
 */
export function explainGradient(run, gradients, stage, index) {
  const d = (/** @type {string} */ name, /** @type {number[]} */ at) => {
    const { shape, data } = /** @type {Tensor} */ (gradients[name]);
    const flat = at.reduce((sum, i, r) => sum * (shape[r] ?? 1) + i, 0);
    return { stage: `d_${name}`, index: at, value: /** @type {number} */ (data[flat]) };
  };
  const passage = { run, d };
  const weight = weightReaders[stage];
  const parts = weight ? [weight(passage, index)] : (readers[stage]?.(passage, index) ?? []);
  return { stage, index, value: d(stage, index).value, parts };
}
