/**
 * For a finished walk, how large the terms are that each number of the result and of the gradients is a sum of: the same
 * sums over magnitudes, in float64. A rounding error is a small multiple of 2^-24 times such a sum, however much the terms
 * cancel.
 *
 * Three things add to the magnitudes, so that this holds for the smallest numbers too:
 *
 * - Below 2^-126 floats have fewer bits: a product or quotient is then off by up to 2^-150, however small it is. So
 *   |fl(a·b) - a·b| <= 2^-24·|a·b| + 2^-150 = 2^-24·(|a·b| + TINY) with TINY = 2^-126. Sums need nothing like it, as a sum
 *   of two floats that is that small is exact. What is 0 because a factor is 0 is exact as well.
 * - e^(score - maximum) below 2^-63.5 is 0. The fast paths and tiles measure it from the largest score so far, so it may be
 *   0 in the trace and not there. The weight is that divided by a sum of at least 1, so they differ by less than
 *   2^-63 = 2^-24·FLUSHED with FLUSHED = 2^-39. In gradients a weight that is 0 in the trace is 0 there too, but
 *   the mean of a row comes from its context.
 * - Weights renormalised after softmax are quotients of weights that have such an error of TINY already, and a weight that
 *   has underflowed to 0 in the trace need not be 0 in the fast paths, which never form it: TINY / sum is added to each.
 *
 * A term of NaN is left out: a number that depends on it is NaN, and is compared as such. A term of infinity stays: what
 * depends on it may be NaN or not, as a weight may be 0 or just above.
 */

/** @typedef {import("../../../web/engine/index.js").Run} Run */
/** @typedef {Float64Array} Sizes */

/** @param {ArrayLike<number>} data */
const magnitudes = (data) => Float64Array.from(data, Math.abs);

/**
 * x [rows, inner] times w [inner, columns], or w turned over.
 * @param {Sizes} x
 * @param {Sizes} w
 * @param {number} rows
 * @param {number} inner
 * @param {number} columns
 * @param {boolean} [turned] w is [columns, inner]
 */
function product(x, w, rows, inner, columns, turned = false) {
  const out = new Float64Array(rows * columns);
  for (let i = 0; i < rows; i++) {
    for (let c = 0; c < columns; c++) {
      let sum = 0;
      for (let m = 0; m < inner; m++)
        sum += times(num(x, i * inner + m), num(w, turned ? c * inner + m : m * columns + c));
      out[i * columns + c] = sum;
    }
  }
  return out;
}

const TINY = 2 ** -126;
const FLUSHED = 2 ** -39;

/** The size of a rounded product. @param {number} a @param {number} b */
const times = (a, b) => (a === 0 || b === 0 || Number.isNaN(a * b) ? 0 : a * b + TINY);

/** @param {ArrayLike<number>} data @param {number} at */
const num = (data, at) => /** @type {number} */ (data[at]);

/** [heads, n, width] as [n, heads·width]. @param {Sizes} x @param {number} heads @param {number} n @param {number} width */
function concat(x, heads, n, width) {
  const out = new Float64Array(x.length);
  for (let h = 0; h < heads; h++)
    for (let i = 0; i < n; i++)
      for (let d = 0; d < width; d++) out[(i * heads + h) * width + d] = num(x, (h * n + i) * width + d);
  return out;
}

/** [n, heads·width] as [heads, n, width]. @param {Sizes} x @param {number} heads @param {number} n @param {number} width */
function split(x, heads, n, width) {
  const out = new Float64Array(x.length);
  for (let h = 0; h < heads; h++)
    for (let i = 0; i < n; i++)
      for (let d = 0; d < width; d++) out[(h * n + i) * width + d] = num(x, (i * heads + h) * width + d);
  return out;
}

/**
 * What both directions need of a run.
 * @param {Run} run
 * @param {Record<string, {data: ArrayLike<number>}>} inputs
 */
function partsOf(run, inputs) {
  const { heads, kv_heads, n_q, n_k, causal, align, clip } = run.spec;
  const shift = causal && align === "bottom_right" ? n_k - n_q : 0;
  const shares = run.tensor(run.stages.includes("dropped") ? "dropped" : "weights").data;
  const allow = run.auxiliary.includes("allow") ? run.tensor("allow") : undefined;
  const V = run.tensor("V").data;
  const kept = run.stages.includes("dropped") ? Math.fround(1 - Math.fround(run.spec.dropout)) : 1;
  return {
    V,
    shares,
    heads,
    n_q,
    n_k,
    kept,
    relV: inputs.relV?.data,
    shareSize: (/** @type {number} */ share) => share + FLUSHED / (kept === 0 ? 1 : kept),
    group: (/** @type {number} */ h) => Math.floor((h * kv_heads) / heads),
    row: (/** @type {number} */ i, /** @type {number} */ j) => Math.max(-clip, Math.min(clip, j - i - shift)) + clip,
    hidden: (/** @type {number} */ h, /** @type {number} */ i, /** @type {number} */ j) =>
      allow !== undefined && allow.data[((allow.shape.length === 3 ? h : 0) * n_q + i) * n_k + j] === 0,
  };
}

/**
 * @param {Run} run finished
 * @param {Record<string, {shape: number[], data: ArrayLike<number>}>} inputs
 * @returns {{context: Sizes, output: Sizes}}
 */
export function resultSizes(run, inputs) {
  const { heads, n_q, n_k, d_v, d_out } = run.spec;
  const { V, shares, relV, shareSize, group, row, hidden } = partsOf(run, inputs);
  const context = new Float64Array(heads * n_q * d_v);
  for (let h = 0; h < heads; h++) {
    for (let i = 0; i < n_q; i++) {
      for (let j = 0; j < n_k; j++) {
        const share = Math.abs(num(shares, (h * n_q + i) * n_k + j));
        if (hidden(h, i, j) && (share === 0 || Number.isNaN(share))) continue;
        for (let c = 0; c < d_v; c++) {
          const value = Math.abs(num(V, (group(h) * n_k + j) * d_v + c));
          const relative = relV ? Math.abs(num(relV, row(i, j) * d_v + c)) : 0;
          const at = (h * n_q + i) * d_v + c;
          context[at] = num(context, at) + times(shareSize(share), value) + times(shareSize(share), relative);
        }
      }
    }
  }
  const side = concat(context, heads, n_q, d_v);
  if (!inputs.Wo) return { context, output: side };
  const output = product(side, magnitudes(inputs.Wo.data), n_q, heads * d_v, d_out);
  const { bo } = inputs;
  if (bo) output.forEach((x, at) => (output[at] = x + Math.abs(num(bo.data, at % d_out))));
  return { context, output };
}

/**
 * @param {Run} run finished
 * @param {Record<string, {shape: number[], data: ArrayLike<number>}>} inputs
 * @param {Record<string, {data: ArrayLike<number>}>} back what engine.backward returned for it
 * @returns {Record<string, Sizes>} for each gradient of an input that engine.gradients returns; and of each row the largest
 * of "zeroed", where weights are renormalised: backward divides by the sum of visible weights before it multiplies by one
 */
export function gradientSizes(run, inputs, back) {
  const { heads, kv_heads, n_q, n_k, d_model, d_context, d_k, d_v, d_out, scale } = run.spec;
  const parts = partsOf(run, inputs);
  const { V, relV, kept, group, row, hidden } = parts;
  const after = run.stages.includes("zeroed");
  const infinite = run.spec.mask_how === "infinite";
  const renormalised = after && run.spec.mask_mode === "after_softmax_renormalised";
  const weights = run.tensor(after && !renormalised ? "weights_unmasked" : "weights").data;
  const beforeMask = after ? run.tensor("weights_unmasked").data : weights;
  const keep = run.stages.includes("dropped") ? run.tensor("keep").data : undefined;
  const dOutput = magnitudes(back.output?.data ?? []);
  const side = heads * d_v;
  const dConcat = inputs.Wo ? product(dOutput, magnitudes(inputs.Wo.data), n_q, d_out, side, true) : dOutput;
  const dContext = split(dConcat, heads, n_q, d_v);
  const rotated = run.stages.includes("Q_rot");
  const [Q, K] = [run.tensor(rotated ? "Q_rot" : "Q").data, run.tensor(rotated ? "K_rot" : "K").data];
  const dQ = new Float64Array(heads * n_q * d_k);
  const dK = new Float64Array(kv_heads * n_k * d_k);
  const dV = new Float64Array(kv_heads * n_k * d_v);
  const sizes = /** @type {Record<string, Sizes>} */ ({});
  const empty = (/** @type {string} */ id) => (sizes[id] = new Float64Array(inputs[id]?.data.length ?? 0));
  const [relK, dRelK, dRelV] = [inputs.relK?.data, empty("relK"), empty("relV")];
  const [dTable, dMatrix, dSink] = [empty("bias_table"), empty("bias_matrix"), empty("sink")];
  const dZeroed = (sizes.zeroed = new Float64Array(heads * n_q));
  const add = (/** @type {Sizes} */ to, /** @type {number} */ at, /** @type {number} */ x) =>
    (to[at] = num(to, at) + x);
  const sinkWeight = run.spec.softmax_sink ? run.tensor("sink_weight").data : undefined;
  /** What the weights of row at are divided by after softmax. @param {number} at */
  const visibleSum = (at) =>
    renormalised
      ? run
          .tensor("zeroed")
          .data.subarray(at * n_k, (at + 1) * n_k)
          .reduce((sum, x) => sum + x, sinkWeight ? num(sinkWeight, at) : 0)
      : 1;
  for (let h = 0; h < heads; h++) {
    for (let i = 0; i < n_q; i++) {
      const at = h * n_q + i;
      const wanted = new Float64Array(n_k);
      const sum = visibleSum(at);
      const underflowed = renormalised && sum > 0 ? TINY / sum : 0;
      const weightSizes = Float64Array.from({ length: n_k }, (_, j) => {
        const weight = Math.abs(num(weights, at * n_k + j));
        if (hidden(h, i, j) && renormalised) return 0;
        return weight === 0 ? underflowed : weight + FLUSHED + underflowed;
      });
      let mean = 0;
      for (let j = 0; j < n_k; j++) {
        if (hidden(h, i, j) && infinite) continue;
        if (keep && keep[at * n_k + j] === 0) continue;
        for (let c = 0; c < d_v; c++) {
          const value = Math.abs(num(V, (group(h) * n_k + j) * d_v + c));
          add(wanted, j, times(num(dContext, at * d_v + c), value));
          if (relV) add(wanted, j, times(num(dContext, at * d_v + c), Math.abs(num(relV, row(i, j) * d_v + c))));
        }
        wanted[j] = times(num(wanted, j), 1 / kept);
        mean += times(num(wanted, j), num(weightSizes, j) || FLUSHED);
      }
      if (underflowed > 0) dZeroed[at] = (wanted.reduce((max, x) => Math.max(max, x), 0) + mean) / sum;
      if (sinkWeight) add(dSink, h, times((num(sinkWeight, at) + FLUSHED) / sum, mean));
      for (let j = 0; j < n_k; j++) {
        const dropped = (hidden(h, i, j) && infinite) || (keep && keep[at * n_k + j] === 0);
        const taken = Math.abs(num(parts.shares, at * n_k + j));
        const share = dropped ? 0 : (taken === 0 ? underflowed : taken + FLUSHED + underflowed) / kept;
        const g = group(h) * n_k + j;
        for (let c = 0; c < d_v; c++) {
          add(dV, g * d_v + c, times(share, num(dContext, at * d_v + c)));
          if (relV) add(dRelV, row(i, j) * d_v + c, times(share, num(dContext, at * d_v + c)));
        }
        if (hidden(h, i, j) && run.spec.mask_how !== "add" && !after) continue;
        /* Softcap's slope is 1 - t², where both terms are up to 1. */
        const unmasked = renormalised ? times(num(beforeMask, at * n_k + j), mean) : 0;
        const slope = times(num(weightSizes, j), num(wanted, j) + mean) + 2 * unmasked;
        const score = times(slope, run.spec.softcap > 0 ? 2 : 1);
        if (dMatrix.length > 0) add(dMatrix, i * n_k + j, score);
        if (dTable.length > 0) dTable.forEach((x, bucket) => (dTable[bucket] = x + (bucket % heads === h ? score : 0)));
        const raw = times(score, Math.abs(scale));
        for (let d = 0; d < d_k; d++) {
          const q = Math.abs(num(Q, at * d_k + d));
          add(dQ, at * d_k + d, times(raw, Math.abs(num(K, g * d_k + d))));
          add(dK, g * d_k + d, times(raw, q));
          if (!relK) continue;
          add(dQ, at * d_k + d, times(raw, Math.abs(num(relK, row(i, j) * d_k + d))));
          add(dRelK, row(i, j) * d_k + d, times(raw, q));
        }
      }
    }
  }
  for (const [of, count] of /** @type {const} */ ([
    [dQ, heads * n_q],
    [dK, kv_heads * n_k],
  ])) {
    /* Rope mixes the two components of a pair. */
    for (let token = 0; token < (rotated ? count : 0); token++) {
      const own = of.subarray(token * d_k, (token + 1) * d_k);
      own.fill(own.reduce((max, x) => Math.max(max, x), 0) * 2);
    }
  }
  const x = magnitudes(inputs.X ? inputs.X.data : run.tensor("X").data);
  const source = inputs.C ? magnitudes(inputs.C.data) : x;
  const dX = new Float64Array(n_q * d_model);
  const dC = inputs.C ? new Float64Array(n_k * d_context) : dX;
  for (const [letter, rows, own, count, width, input, to] of /** @type {const} */ ([
    ["q", dQ, heads, n_q, d_k, x, dX],
    ["k", dK, kv_heads, n_k, d_k, source, dC],
    ["v", dV, kv_heads, n_k, d_v, source, dC],
  ])) {
    const flat = concat(rows, own, count, width);
    const columns = own * width;
    const model = to.length / count;
    const weight = inputs[`W${letter}`];
    const through = weight ? product(flat, magnitudes(weight.data), count, columns, model, true) : flat;
    through.forEach((size, at) => add(to, at, size));
    const turned = new Float64Array(flat.length);
    for (let i = 0; i < count; i++)
      for (let c = 0; c < columns; c++) turned[c * count + i] = num(flat, i * columns + c);
    const of = product(turned, input, columns, count, model);
    const dW = new Float64Array(of.length);
    for (let c = 0; c < columns; c++) for (let m = 0; m < model; m++) dW[m * columns + c] = num(of, c * model + m);
    sizes[`W${letter}`] = dW;
    sizes[`b${letter}`] = Float64Array.from({ length: columns }, (_, c) =>
      turned.subarray(c * count, (c + 1) * count).reduce((sum, size) => sum + size, 0),
    );
  }
  const mixed = concat(resultSizes(run, { ...inputs, Wo: /** @type {any} */ (undefined) }).context, heads, n_q, d_v);
  sizes.Wo = new Float64Array(side * d_out);
  sizes.bo = new Float64Array(d_out);
  for (let i = 0; i < n_q; i++) {
    for (let o = 0; o < d_out; o++) {
      add(sizes.bo, o, num(dOutput, i * d_out + o));
      for (let c = 0; c < side; c++)
        add(sizes.Wo, c * d_out + o, times(num(mixed, i * side + c), num(dOutput, i * d_out + o)));
    }
  }
  return { ...sizes, X: dX, E: dX, P: dX, C: dC };
}
