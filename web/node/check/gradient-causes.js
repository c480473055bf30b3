/**
 * The usual mistakes in a backward pass through attention: each is tried by computing the gradients with it, in float64 and
 * plain loops, from the engine's own forward pass.
 *
 * @typedef {import("../../engine/tensors.js").TensorInput} TensorInput
 *
 * @typedef {(id: string, file: number, at: number) => number} ToleranceOfGradient of one number in the file
 *
 * @typedef {object} Mistake
 * @property {boolean} [noRowSum] dS = P ⊙ dP, without the sum over the row
 * @property {number} [scales] how often the scale is in the gradient of the scores, in place of once
 * @property {"K" | "V"} [untransposed] whose gradient reads pairs [key, query] as [query, key]
 * @property {boolean} [unmasked] weights are computed again, without the mask
 * @property {boolean} [unnormalised] dV from exponentials that are not divided by their sum
 * @property {"first" | "last"} [oneOfGroup] the only query head of a group whose gradient reaches its key head
 * @property {boolean} [unrotated] dQ and dK are those of the rotated queries and keys
 * @property {"weights" | "values"} [keepsAll] where the dropout's mask is left out
 * @property {boolean} [uncapped] the gradient of capped scores is taken for that of the scores before the softcap
 * @property {boolean} [cappedOf] the slope of tanh is taken at the capped score, not at the score over the softcap
 */
import { Run } from "../../engine/run.js";
import { isAlone } from "../../engine/spec/block.js";
import { excessOf } from "../../tensors/compare.js";
import { isPreNormLayer, layerMistakes } from "./layer-gradients.js";
import { MOST_PRODUCTS, product, transposed } from "./matrix.js";

/** @type {readonly (Mistake & {id: import("./cause-ids.js").GradientCauseId, words: string})[]} */
const mistakes = Object.freeze([
  { id: "softmax-backward", words: "softmax's gradient without the sum over its row", noRowSum: true },
  { id: "scale-backward", words: "scores' gradient not scaled", scales: 0 },
  { id: "scale-backward", words: "scores' gradient scaled twice", scales: 2 },
  { id: "transposed-backward", words: "keys' gradient from scores that are not transposed", untransposed: "K" },
  { id: "transposed-backward", words: "values' gradient from weights that are not transposed", untransposed: "V" },
  { id: "mask-backward", words: "weights computed again without the mask", unmasked: true },
  {
    id: "unnormalised-backward",
    words: "values' gradient from weights before they are normalised",
    unnormalised: true,
  },
  { id: "group-backward", words: "only the last query head of a group reaches its key head", oneOfGroup: "last" },
  { id: "group-backward", words: "only the first query head of a group reaches its key head", oneOfGroup: "first" },
  { id: "rope-backward", words: "gradients of rotated queries and keys not rotated back", unrotated: true },
  { id: "dropout-backward", words: "weights' gradient without the dropout's mask", keepsAll: "weights" },
  { id: "dropout-backward", words: "values' gradient from weights before dropout", keepsAll: "values" },
  { id: "softcap-backward", words: "scores' gradient without the slope of the softcap", uncapped: true },
  { id: "softcap-backward", words: "the softcap's slope is 1 - capped², not 1 - (capped/softcap)²", cappedOf: true },
]);

/**
 * @param {import("./layer-gradients.js").Given} given dOutput undefined: no gradient is wrong
 * @param {readonly {name: string, id: string}[]} wrong gradients
 * @param {ReadonlyMap<string, TensorInput>} expected
 * @param {{gradients: Readonly<Record<string, TensorInput>>, allowed: ToleranceOfGradient}} engine what it computes, and how
 *   far the file may be from that
 * @returns {import("./causes.js").Cause[]} best first
 */
export function gradientCausesOf(given, wrong, expected, { gradients: right, allowed }) {
  const found = (wrong.length === 0 ? [] : triedFor(given)).flatMap(({ id, words, gradients }) => {
    const explained = wrong.flatMap(({ name, id: stage }) => {
      const [file, computed, engine] = [expected.get(stage)?.data, gradients.get(stage), right[stage]?.data];
      if (!file || !computed || !engine || file.length !== computed.length) return [];
      const tolerances = Array.from(file, (value, at) => allowed(stage, value, at));
      const excess = excessWith(computed, { file, engine, tolerances });
      return excess <= 1 ? [{ name, excess }] : [];
    });
    const worst_after = Math.max(...explained.map(({ excess }) => excess));
    return explained.length > 0
      ? [{ id, words, worst_after, explains: explained.map(({ name }) => name), together_with: [] }]
      : [];
  });
  const best = found.sort((a, b) => b.explains.length - a.explains.length || a.worst_after - b.worst_after);
  return best.filter(({ id }, at) => best.findIndex((other) => other.id === id) === at);
}

/**
 * The largest difference between a file and a gradient with a mistake, over its tolerance. A mistake moves the large numbers of
 * a tensor, or makes all larger, and with them what rounding does: the tolerance of each is then that of the largest. Where the
 * right gradient would pass with that, each number keeps its own.
 * @param {ArrayLike<number>} computed
 * @param {{file: ArrayLike<number>, engine: ArrayLike<number>, tolerances: readonly number[]}} right
 */
function excessWith(computed, { file, engine, tolerances }) {
  const growth = Math.max(1, largestOf(computed) / largestOf(engine));
  const widest = largestOf(tolerances) * growth;
  const excessOfAll = (/** @type {ArrayLike<number>} */ numbers, /** @type {(at: number) => number} */ tolerance) =>
    Array.from(numbers).reduce(
      (most, value, at) => Math.max(most, excessOf(Number(file[at]), value, tolerance(at))),
      0,
    );
  return excessOfAll(engine, () => widest) > 1
    ? excessOfAll(computed, () => widest)
    : excessOfAll(computed, (at) => Number(tolerances[at]));
}

/** The largest size of some numbers, of those that are finite. @param {ArrayLike<number>} numbers */
const largestOf = (numbers) =>
  Array.from(numbers).reduce((most, value) => (Number.isFinite(value) ? Math.max(most, Math.abs(value)) : most), 0);

/** The gradients with each of the usual mistakes. @param {import("./layer-gradients.js").Given} given */
function triedFor(given) {
  const { run, dOutput } = given;
  if (!dOutput) return [];
  if (isPreNormLayer(run)) return layerMistakes({ ...given, dOutput });
  if (!isPlain(run)) return [];
  return mistakes.map(({ id, words, ...mistake }) => ({ id, words, gradients: backwardWith(run, dOutput, mistake) }));
}

/** Whether the backward pass below is that of a walk: attention alone, masked before the softmax, and short. @param {Run} run */
function isPlain({ spec, stages }) {
  const { heads, n_q, n_k, d_k, d_v } = spec;
  if (heads * n_q * n_k * (d_k + d_v) > MOST_PRODUCTS) return false;
  return isAlone(spec) && !stages.includes("zeroed") && spec.position !== "shaw";
}

/**
 * The gradients of a walk with a mistake; those that rotations lie before are left out, unless these are the mistake.
 * @param {Run} run
 * @param {TensorInput} dOutput
 * @param {Mistake} mistake
 * @returns {Map<string, Float64Array>}
 */
function backwardWith(run, dOutput, mistake) {
  const { n_q, n_k, heads, kv_heads, d_k, d_v, scale, dropout, softcap } = run.spec;
  const { given: has } = Run.partsOf(run).memory.source();
  const read = (/** @type {string} */ id) => run.tensor(id).data;
  const isRotated = run.stages.includes("Q_rot");
  const [Q, K, V] = [read(isRotated ? "Q_rot" : "Q"), read(isRotated ? "K_rot" : "K"), read("V")];
  const last = (/** @type {string[]} */ ...stages) =>
    /** @type {string} */ (stages.find((stage) => run.stages.includes(stage)));
  const masked = read(last("masked", "capped", "biased", "scaled"));
  const visible = read(last("capped", "biased", "scaled"));
  const capped = run.stages.includes("capped") && !mistake.uncapped ? read("capped") : null;
  const slopes = capped && Float64Array.from(capped, (score) => 1 - (score / (mistake.cappedOf ? 1 : softcap)) ** 2);
  const exponentials = rowsOf(mistake.unmasked ? visible : masked, n_k, false);
  const P = mistake.unmasked ? rowsOf(visible, n_k, true) : Float64Array.from(read("weights"));
  const keep = run.stages.includes("dropped") ? read("keep") : null;
  const kept = (/** @type {number} */ at) => (keep ? Number(keep[at]) / (1 - dropout) : 1);
  const group = heads / kv_heads;
  const reaches = (/** @type {number} */ h) =>
    mistake.oneOfGroup === undefined || h % group === (mistake.oneOfGroup === "last" ? group - 1 : 0);

  const out = /** @type {ArrayLike<number>} */ (dOutput.data);
  const width = heads * d_v;
  const dConcat = has("Wo")
    ? product(out, transposed(read("Wo"), out.length / n_q), n_q, out.length / n_q, width)
    : Float64Array.from(out);
  const dContext = headsOf(dConcat, heads, n_q, d_v);
  const each = Array.from({ length: heads }, (_, h) => {
    const g = Math.floor(h / group);
    const [p, dC] = [part(P, h, heads), part(dContext, h, heads)];
    const dDropped = product(dC, transposed(part(V, g, kv_heads), d_v), n_q, d_v, n_k);
    const keeps = dDropped.map((_, at) => kept(h * dDropped.length + at));
    const dP = times(dDropped, mistake.keepsAll === "weights" ? null : keeps);
    const sums = product(times(p, dP), new Float64Array(n_k).fill(mistake.noRowSum ? 0 : 1), n_q, n_k, 1);
    const dS = times(
      p,
      dP.map((value, at) => value - Number(sums[Math.floor(at / n_k)])),
    );
    const dScaled = times(dS, slopes && part(slopes, h, heads));
    const dRaw = dScaled.map((value) => value * scale ** (mistake.scales ?? 1));
    const values = mistake.unnormalised ? part(exponentials, h, heads) : p;
    const dropped = times(values, mistake.keepsAll === "values" ? null : keeps);
    const isRight = (/** @type {"K" | "V"} */ name) => mistake.untransposed !== name;
    return {
      g,
      reaches: reaches(h),
      dDropped,
      dP,
      dS,
      dScaled,
      dRaw,
      dQ: product(dRaw, part(K, g, kv_heads), n_q, n_k, d_k),
      dK: product(isRight("K") ? transposed(dRaw, n_k) : dRaw, part(Q, h, heads), n_k, n_q, d_k),
      dV: product(isRight("V") ? transposed(dropped, n_k) : dropped, dC, n_k, n_q, d_v),
    };
  });
  const all = (/** @type {"dDropped" | "dP" | "dS" | "dScaled" | "dRaw" | "dQ"} */ name) =>
    joined(each.map((head) => head[name]));
  const ofKeys = (/** @type {"dK" | "dV"} */ name) =>
    joined(
      Array.from({ length: kv_heads }, (_, g) =>
        each
          .filter((head) => head.g === g && head.reaches)
          .map((head) => head[name])
          .reduce((sum, more) => sum.map((value, at) => value + Number(more[at]))),
      ),
    );
  const [dS, dScaled, dQ, dK] = [all("dS"), all("dScaled"), all("dQ"), ofKeys("dK")];
  /** @type {Map<string, Float64Array>} */
  const found = new Map([
    ["concat", dConcat],
    ["context", dContext],
    ["weights", all("dP")],
    ["scaled", dScaled],
    ["raw", all("dRaw")],
    ["V", ofKeys("dV")],
  ]);
  if (keep) found.set("dropped", all("dDropped"));
  for (const stage of ["masked", "capped"]) if (run.stages.includes(stage)) found.set(stage, dS);
  if (run.stages.includes("biased")) found.set("biased", dScaled);
  if (isRotated) found.set("Q_rot", dQ).set("K_rot", dK);
  if (isRotated && !mistake.unrotated) return found;
  found.set("Q", dQ).set("K", dK);
  if (has("Wq")) addWeights(run, found, { Q: [dQ, heads], K: [dK, kv_heads], V: [ofKeys("dV"), kv_heads] });
  return found;
}

/**
 * Adds the gradients of weights and biases, and of what they read.
 * @param {Run} run
 * @param {Map<string, Float64Array>} found
 * @param {Record<"Q" | "K" | "V", [gradient: Float64Array, heads: number]>} made
 */
function addWeights(run, found, made) {
  const isCross = Run.partsOf(run).memory.source().given("C");
  for (const [name, [gradient, heads]] of Object.entries(made)) {
    const letter = name.toLowerCase();
    const source = isCross && name !== "Q" ? "C" : "X";
    const [n = 0, inner = 0] = run.shape(source);
    const width = gradient.length / n;
    const flat = sideBySide(gradient, heads, n, width / heads);
    found.set(`W${letter}`, product(transposed(run.tensor(source).data, inner), flat, inner, n, width));
    found.set(`b${letter}`, product(new Float64Array(n).fill(1), flat, 1, n, width));
    const weight = transposed(run.tensor(`W${letter}`).data, width);
    const read = product(flat, weight, n, width, inner);
    found.set(source, found.get(source)?.map((value, at) => value + Number(read[at])) ?? read);
  }
}

/** The numbers of one head of several. @param {ArrayLike<number>} tensor @param {number} head @param {number} heads */
function part(tensor, head, heads) {
  const size = tensor.length / heads;
  return Float64Array.from({ length: size }, (_, at) => Number(tensor[head * size + at]));
}

/** @param {readonly Float64Array[]} parts */
const joined = (parts) => Float64Array.from(parts.flatMap((each) => [...each]));

/** Number by number; null: all 1. @param {Float64Array} a @param {Float64Array | null} b */
const times = (a, b) => (b === null ? a : a.map((value, at) => value * Number(b[at])));

/** exp of scores over their row's largest, or softmax. @param {ArrayLike<number>} scores @param {number} n_k @param {boolean} isNormalised */
function rowsOf(scores, n_k, isNormalised) {
  const found = Float64Array.from(scores);
  for (let row = 0; row < found.length; row += n_k) {
    const part = found.subarray(row, row + n_k);
    const most = part.reduce((a, b) => Math.max(a, b), -Infinity);
    part.forEach((score, at) => (part[at] = most === -Infinity ? 0 : Math.exp(score - most)));
    const sum = part.reduce((a, b) => a + b, 0);
    if (isNormalised && sum > 0) part.forEach((value, at) => (part[at] = value / sum));
  }
  return found;
}

/** [n, heads · width] as [heads, n, width]. @param {Float64Array} matrix @param {number} heads @param {number} n @param {number} width */
const headsOf = (matrix, heads, n, width) =>
  Float64Array.from({ length: matrix.length }, (_, at) => {
    const [h, i, d] = [Math.floor(at / (n * width)), Math.floor(at / width) % n, at % width];
    return Number(matrix[(i * heads + h) * width + d]);
  });

/** [heads, n, width] as [n, heads · width]. @param {Float64Array} tensor @param {number} heads @param {number} n @param {number} width */
const sideBySide = (tensor, heads, n, width) =>
  Float64Array.from({ length: tensor.length }, (_, at) => {
    const [i, h, d] = [Math.floor(at / (heads * width)), Math.floor(at / width) % heads, at % width];
    return Number(tensor[(h * n + i) * width + d]);
  });
