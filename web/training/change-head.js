/**
 * What a model answers when one of its heads attends in another way: nothing at all, evenly, to a fixed place, as another
 * head does, or as all heads do on average. Everything that follows from it is computed anew.
 */

import { plus } from "../state/recipes/tensors.js";

/**
 * @typedef {import("../engine/index.js").Model} Model
 * @typedef {import("../engine/index.js").Tensor} Tensor
 * @typedef {import("./tasks/task.js").Batch} Batch
 * @typedef {{trace: (spec: import("../engine/spec/spec.js").Spec, inputs: Record<string, Tensor>) => import("../engine/run.js").Run}} TraceEngine
 * @typedef {keyof typeof patterns | "swap" | "mean"} Replacement how the head attends instead: a pattern; swap: as the next
 *   head of its layer does, which attends as this one; mean: as the heads of its layer do on average
 * @typedef {{layer: number, head: number, replacement: Replacement}} HeadChange
 */

/**
 * The weight of key j for query i, in each fixed pattern. Of n keys; `seen` are those that the query may see.
 * @satisfies {Record<string, (i: number, j: number, n: number, seen: number) => number>}
 */
const patterns = Object.freeze({
  /* The head adds nothing: it is ablated. */
  off: () => 0,
  uniform: (/** @type {number} */ _i, /** @type {number} */ _j, /** @type {number} */ _n, /** @type {number} */ seen) =>
    1 / seen,
  itself: (/** @type {number} */ i, /** @type {number} */ j, /** @type {number} */ n) =>
    Number(j === Math.min(i, n - 1)),
  previous: (/** @type {number} */ i, /** @type {number} */ j, /** @type {number} */ n) =>
    Number(j === Math.min(Math.max(i - 1, 0), n - 1)),
  first: (/** @type {number} */ _, /** @type {number} */ j) => Number(j === 0),
  mirrored: (/** @type {number} */ i, /** @type {number} */ j, /** @type {number} */ n) =>
    Number(j === Math.max(n - 1 - i, 0)),
});

/** Every replacement, in the order in which it is offered. */
export const replacements = Object.freeze(/** @type {Replacement[]} */ ([...Object.keys(patterns), "swap", "mean"]));

/**
 * The replacements that are possible for a layer's heads. The weights of a pointer's last layer are the answer: without its
 * only head there is none.
 * @param {{layers: readonly {heads?: number}[], readout?: string}} spec
 * @param {number} layer
 */
export function replacementsOf({ layers, readout }, layer) {
  const isAnswer = readout === "pointer" && layer === layers.length - 1;
  const isAlone = (layers[layer]?.heads ?? 1) === 1;
  return replacements.filter(
    (replacement) =>
      !(isAlone && (replacement === "swap" || replacement === "mean")) && !(replacement === "off" && isAnswer),
  );
}

/**
 * The attention weights of a layer with one head changed.
 * @param {Tensor} weights [heads, n_q, n_k]
 * @param {HeadChange} change
 * @param {boolean} causal whether a query sees no key after it; the last query stands at the last key
 * @returns {Float32Array}
 */
export function changedWeights({ shape, data }, change, causal) {
  const [heads = 0, n_q = 0, n_k = 0] = shape;
  const { head, replacement } = change;
  const size = n_q * n_k;
  const changed = Float32Array.from(data);
  const seenBy = (/** @type {number} */ i) => (causal ? Math.min(n_k, Math.max(0, i + 1 + n_k - n_q)) : n_k);
  if (replacement === "swap") {
    const other = (head + 1) % heads;
    changed.set(data.subarray(other * size, (other + 1) * size), head * size);
    changed.set(data.subarray(head * size, (head + 1) * size), other * size);
    return changed;
  }
  if (replacement === "mean") {
    changed.set(meanOfHeads({ shape, data }).data, head * size);
    return changed;
  }
  for (let i = 0; i < n_q; i++) {
    const seen = seenBy(i);
    for (let j = 0; j < n_k; j++)
      changed[head * size + i * n_k + j] =
        replacement === "uniform" && j >= seen ? 0 : patterns[replacement](i, j, n_k, seen);
  }
  return changed;
}

/**
 * A model whose head is changed: it evaluates and predicts as the model does. The layer's own stages and the layer after
 * it are walks of the engine.
 * @param {TraceEngine} engine
 * @param {Model} model unchanged
 * @param {HeadChange} change
 */
export function changedModel(engine, model, change) {
  const parameters = model.weights();
  const { n, source, readout, classes, layers } = model.spec;
  const width = readout !== "pointer" ? classes : layers.at(-1)?.keys === "source" ? (source?.n ?? n) : n;
  /** @param {Omit<Batch, "targets">} batch */
  const predict = ({ tokens, lengths, source: sources, source_lengths }) => {
    const data = new Float32Array(tokens.length * width);
    lengths.forEach((length, b) => {
      const example = {
        tokens: tokens.subarray(b * n, b * n + length),
        ...(sources && source_lengths && source
          ? { source: sources.subarray(b * source.n, b * source.n + /** @type {number} */ (source_lengths[b])) }
          : {}),
      };
      const { shape, data: rows } = answersOf(engine, model, parameters, example, change);
      const own = /** @type {number} */ (shape[1]);
      for (let i = 0; i < length; i++) data.set(rows.subarray(i * own, (i + 1) * own), (b * n + i) * width);
    });
    return { shape: [lengths.length, n, width], data };
  };
  return {
    predict,
    /** @param {Batch} batch */
    evaluate: (batch) => scoreOf(predict(batch), batch, readout !== "pointer"),
  };
}

/**
 * What the model answers to one sequence, whose layers have the fields that Train's settings change: logits, or for a pointer the probabilities of the keys.
 * @param {TraceEngine} engine
 * @param {Model} model
 * @param {Record<string, Tensor>} parameters
 * @param {{tokens: Int32Array, source?: Int32Array}} example
 * @param {HeadChange} change
 * @returns {Tensor} [n_q, classes or n_k]
 */
function answersOf(engine, model, parameters, example, change) {
  const { spec } = model;
  const own = model.trace(example, change.layer);
  const given = own.tensor("X");
  const causal = spec.layers[change.layer]?.causal === true;
  const weights = { shape: own.tensor("weights").shape, data: changedWeights(own.tensor("weights"), change, causal) };
  const isLast = change.layer === spec.layers.length - 1;
  const V = own.tensor("V");
  own.free();
  if (isLast && spec.readout === "pointer") return meanOfHeads(weights);
  const Wo = /** @type {Tensor} */ (parameters[`layers.${change.layer}.Wo`]);
  let h = add(given, product(concatOf(weights, V), Wo));
  // The rest of the changed layer: as it is computed where attention adds nothing.
  const none = { shape: Wo.shape, data: new Float32Array(Wo.data.length) };
  if (hasMlp(spec, change.layer)) {
    h = stateAfter(walkOf(engine, model, parameters, example, change.layer, h, none), spec, change.layer);
  }
  for (let at = change.layer + 1; at < spec.layers.length; at++) {
    const run = walkOf(engine, model, parameters, example, at, h);
    if (at < spec.layers.length - 1 || spec.readout !== "pointer") h = stateAfter(run, spec, at);
    else return freed(run, meanOfHeads(run.tensor("weights")));
  }
  const { readout_weight, readout_bias } = /** @type {Record<string, Tensor>} */ (parameters);
  const logits = product(normed(engine, h, spec, parameters), /** @type {Tensor} */ (readout_weight));
  const bias = readout_bias?.data ?? [0];
  return { shape: logits.shape, data: logits.data.map((value, at) => value + Number(bias[at % bias.length])) };
}

/** @param {Model["spec"]} spec @param {number} layer */
const hasMlp = ({ layers }, layer) => (layers[layer]?.mlp ?? "none") !== "none";

/** @typedef {import("../engine/run.js").Run} Run */

/** Ends a run, and returns what was read of it. @template T @param {Run} run @param {T} read */
function freed(run, read) {
  run.free();
  return read;
}

/**
 * What leaves a layer.
 * @param {Run} run that is freed
 * @param {Model["spec"]} spec
 * @param {number} layer
 */
const stateAfter = (run, spec, layer) => freed(run, run.tensor(hasMlp(spec, layer) ? "residual_2" : "residual_1"));

/** The fields of a model's layer that are none of a walk's spec. */
const ofModels = Object.freeze(["keys", "bias", "norm_weight", "dropout"]);

/**
 * The walk of a layer on other rows than the model's own.
 * @param {TraceEngine} engine
 * @param {Model} model
 * @param {Record<string, Tensor>} parameters
 * @param {{tokens: Int32Array, source?: Int32Array}} example
 * @param {number} at
 * @param {Tensor} X
 * @param {Tensor} [Wo] another one than the layer's own
 * @returns {Run}
 */
function walkOf(engine, model, parameters, example, at, X, Wo) {
  const { position, layers, readout } = model.spec;
  const { keys = "self", ...layer } = layers[at] ?? {};
  const fields = Object.entries(layer).filter(([name]) => !ofModels.includes(name));
  const prefix = `layers.${at}.`;
  const own = Object.entries(parameters).filter(([name]) => name.startsWith(prefix));
  const inputs = Object.fromEntries(own.map(([name, tensor]) => [name.slice(prefix.length), tensor]));
  if (Wo) inputs.Wo = Wo;
  if (keys !== "self") {
    const run = model.trace(example, at); // its keys do not come from what was changed
    inputs.C = freed(run, run.tensor("C"));
  }
  const isPointer = readout === "pointer" && at === layers.length - 1;
  const own_position = position === "rope" || position === "alibi" ? { position: { kind: position } } : {};
  const residual = isPointer ? "none" : "sequential";
  return engine.trace({ residual, ...own_position, ...Object.fromEntries(fields) }, { X, ...inputs }).finish();
}

/**
 * The norm before the readout, if there is one: that of a walk's norm_1.
 * @param {TraceEngine} engine
 * @param {Tensor} h
 * @param {Model["spec"]} spec
 * @param {Record<string, Tensor>} parameters
 * @returns {Tensor}
 */
function normed(engine, h, { final_norm, norm_epsilon, norm_offset }, { final_norm_weight, final_norm_bias }) {
  if (final_norm === "none") return h;
  const inputs = {
    X: h,
    ...(final_norm_weight && { norm_1_weight: final_norm_weight }),
    ...(final_norm_bias && { norm_1_bias: final_norm_bias }),
  };
  const run = engine.trace({ norm: final_norm, norm_epsilon, norm_offset }, inputs).finish();
  return freed(run, run.tensor("norm_1"));
}

/**
 * What the heads read: each head's weights times its values, side by side.
 * @param {Tensor} weights [heads, n_q, n_k]
 * @param {Tensor} V [heads, n_k, d_v]
 * @returns {Tensor} [n_q, heads·d_v]
 */
function concatOf({ shape, data }, V) {
  const [heads = 0, n_q = 0, n_k = 0] = shape;
  const d_v = /** @type {number} */ (V.shape[2]);
  const concat = new Float32Array(n_q * heads * d_v);
  for (let head = 0; head < heads; head++) {
    const rows = { shape: [n_q, n_k], data: data.subarray(head * n_q * n_k, (head + 1) * n_q * n_k) };
    const values = { shape: [n_k, d_v], data: V.data.subarray(head * n_k * d_v, (head + 1) * n_k * d_v) };
    const context = product(rows, values).data;
    for (let i = 0; i < n_q; i++) concat.set(context.subarray(i * d_v, (i + 1) * d_v), (i * heads + head) * d_v);
  }
  return { shape: [n_q, heads * d_v], data: concat };
}

/** @param {Tensor} a [n, k] @param {Tensor} b [k, m] @returns {Tensor} [n, m]; summed in double precision */
function product(a, b) {
  const [n = 0, k = 0] = a.shape;
  const m = /** @type {number} */ (b.shape[1]);
  const data = new Float32Array(n * m);
  const sums = new Float64Array(m);
  for (let i = 0; i < n; i++) {
    sums.fill(0);
    for (let c = 0; c < k; c++) {
      const factor = /** @type {number} */ (a.data[i * k + c]);
      for (let j = 0; j < m; j++) sums[j] = Number(sums[j]) + factor * Number(b.data[c * m + j]);
    }
    data.set(sums, i * m);
  }
  return { shape: [n, m], data };
}

/** @param {Tensor} a @param {Tensor} b of the same shape @returns {Tensor} */
const add = (a, b) => ({ shape: a.shape, data: plus(a.data, b.data) });

/** @param {Tensor} weights [heads, n_q, n_k] @returns {Tensor} [n_q, n_k] */
function meanOfHeads({ shape, data }) {
  const [heads = 1, n_q = 0, n_k = 0] = shape;
  const mean = new Float32Array(n_q * n_k);
  for (let at = 0; at < data.length; at++)
    mean[at % mean.length] = Number(mean[at % mean.length]) + Number(data[at]) / heads;
  return { shape: [n_q, n_k], data: mean };
}

/**
 * Loss and accuracy of answers, over the positions that have a target.
 * @param {Tensor} answers [batch, n, classes]
 * @param {Pick<Batch, "targets" | "lengths">} batch
 * @param {boolean} areLogits otherwise they are probabilities
 */
function scoreOf({ shape, data }, { targets, lengths }, areLogits) {
  const [, n = 0, classes = 0] = shape;
  let [loss, correct, count] = [0, 0, 0];
  targets.forEach((target, at) => {
    if (target < 0 || at % n >= Number(lengths[Math.floor(at / n)])) return;
    const row = data.subarray(at * classes, (at + 1) * classes);
    const max = Math.max(...row);
    const value = Number(row[target]);
    loss += areLogits
      ? max - value + Math.log(row.reduce((sum, each) => sum + Math.exp(each - max), 0))
      : -Math.log(value);
    correct += Number(row.indexOf(max) === target);
    count++;
  });
  return { loss: loss / count, accuracy: correct / count, correct, count };
}
