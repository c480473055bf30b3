/**
 * The usual mistakes in the backward pass through attention, alone or in a layer: each is tried by computing the gradients with
 * it, in float64 and plain loops, from the engine's own forward pass and its gradient of attention's output.
 *
 * @typedef {import("../../../engine/tensors.js").TensorInput} TensorInput
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
import { isRotated, ropeRotation } from "../../../engine/explain/rules.js";
import { operands } from "../../../engine/explain/stream.js";
import { Run } from "../../../engine/run.js";
import { columnSums, MOST_PRODUCTS, plus, product, transposed } from "./matrix.js";
import { ofParameters, throughNorm } from "./norm.js";

/** @type {readonly (Mistake & {id: import("../cause-ids.js").GradientCauseId, words: string})[]} */
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
 * The gradients that each mistake reaches.
 * @param {Run} run
 * @param {Readonly<Record<string, TensorInput>>} right
 * @returns {{id: import("../cause-ids.js").GradientCauseId, words: string, gradients: Map<string, Float64Array>}[]}
 */
export function attentionMistakes(run, right) {
  if (!isTried(run)) return [];
  const own = gradientsIn(run, right, {});
  return mistakes.map(({ id, words, ...mistake }) => {
    const gradients = gradientsIn(run, right, mistake);
    addBefore(run, gradients, own, right);
    return { id, words, gradients };
  });
}

/** Whether the backward pass below is that of a walk: masked before the softmax, and short. @param {Run} run */
function isTried({ spec, stages }) {
  const { heads, n_q, n_k, d_k, d_v } = spec;
  if (heads * n_q * n_k * (d_k + d_v) > MOST_PRODUCTS) return false;
  return !stages.includes("zeroed") && spec.position !== "shaw";
}

/**
 * Adds the gradients of weights and biases, of what attention reads, and of what comes before it in a layer: a mistake changes
 * them by as much as it changes what comes back through queries, keys and values, as all else is as it was.
 * @param {Run} run
 * @param {Map<string, Float64Array>} gradients with a mistake
 * @param {ReadonlyMap<string, Float64Array>} own without
 * @param {Readonly<Record<string, TensorInput>>} right
 */
function addBefore(run, gradients, own, right) {
  const source = Run.partsOf(run).memory.source();
  if (!source.given("Wq")) return;
  /** @type {Map<string, Float64Array>} */
  const changes = new Map();
  for (const name of /** @type {const} */ (["Q", "K", "V"])) {
    const [wrong, usual] = [gradients, own].map((each) => /** @type {Float64Array} */ (each.get(name)));
    if (!wrong || !usual || wrong.every((value, at) => value === usual[at])) continue;
    const { from, weight, bias } = operands[name](source);
    const [n = 0, inner = 0] = run.shape(from);
    const flat = sideBySide(beforeNorm(run, gradients, name, wrong), Number(run.shape(name)[0]), n);
    const flatUsual = sideBySide(beforeNorm(run, new Map(), name, usual), Number(run.shape(name)[0]), n);
    const width = flat.length / n;
    gradients.set(weight, product(transposed(run.tensor(from).data, inner), flat, inner, n, width));
    gradients.set(bias, columnSums(flat, width));
    const change = flat.map((value, at) => value - Number(flatUsual[at]));
    const read = product(change, transposed(run.tensor(weight).data, width), n, width, inner);
    changes.set(from, plus(changes.get(from) ?? null, read));
  }
  for (const [from, change] of changes) addStream(run, gradients, right, from, change);
}

/**
 * The gradient of queries, keys or values before their norm, where they have one, with those of the norm's parameters.
 * @param {Run} run
 * @param {Map<string, Float64Array>} gradients
 * @param {"Q" | "K" | "V"} name
 * @param {Float64Array} gradient
 */
function beforeNorm(run, gradients, name, gradient) {
  if (name === "V" || !run.auxiliary.includes(`${name}_projected`)) return gradient;
  const found = throughNorm(run, name, gradient);
  const { weight, bias } = ofParameters(run, name, gradient);
  const letter = name.toLowerCase();
  gradients.set(`${letter}_norm_weight`, weight).set(`${letter}_norm_bias`, bias).set(`${name}_projected`, found);
  return found;
}

/**
 * Adds the gradients of what attention reads, and of what that is made of.
 * @param {Run} run
 * @param {Map<string, Float64Array>} gradients
 * @param {Readonly<Record<string, TensorInput>>} right
 * @param {string} from
 * @param {Float64Array} change of its gradient
 */
function addStream(run, gradients, right, from, change) {
  const add = (/** @type {string} */ name, /** @type {Float64Array} */ more) =>
    right[name] && gradients.set(name, plus(right[name].data, more));
  add(from, change);
  if (from === "C") return;
  if (from === "norm_1") {
    const { weight, bias } = ofParameters(run, from, change);
    add("norm_1_weight", weight);
    add("norm_1_bias", bias);
  }
  const ofX = from === "norm_1" ? throughNorm(run, from, change) : change;
  for (const name of ["X", "E", "P"]) add(name, ofX);
}

/**
 * The gradients of attention's stages with a mistake.
 * @param {Run} run
 * @param {Readonly<Record<string, TensorInput>>} right of which that of attention's output is the beginning
 * @param {Mistake} mistake
 * @returns {Map<string, Float64Array>}
 */
function gradientsIn(run, right, mistake) {
  const { n_q, n_k, heads, kv_heads, d_k, d_v, scale, dropout, softcap } = run.spec;
  const { given: has } = Run.partsOf(run).memory.source();
  const read = (/** @type {string} */ id) => run.tensor(id).data;
  const isRope = run.stages.includes("Q_rot");
  const [Q, K, V] = [read(isRope ? "Q_rot" : "Q"), read(isRope ? "K_rot" : "K"), read("V")];
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

  const out = /** @type {TensorInput} */ (right.output).data;
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
  if (!isRope) return found.set("Q", dQ).set("K", dK);
  const back = (/** @type {"Q" | "K"} */ name, /** @type {Float64Array} */ gradient) =>
    mistake.unrotated ? gradient : rotatedBack(run, name, gradient);
  return found.set("Q_rot", dQ).set("K_rot", dK).set("Q", back("Q", dQ)).set("K", back("K", dK));
}

/** The gradient of queries or keys before their rotation. @param {Run} run @param {"Q" | "K"} name @param {Float64Array} gradient */
function rotatedBack(run, name, gradient) {
  const source = Run.partsOf(run).memory.source();
  const [, n = 0, width = 0] = run.shape(name);
  return gradient.map((value, at) => {
    const [i, d] = [Math.floor(at / width) % n, at % width];
    if (!isRotated(source, d)) return value;
    const { x, y, cos, sin, minusSin } = ropeRotation(source, name, i, d);
    const [ofX, ofY] = d === x ? [cos, sin] : [minusSin, cos];
    return Number(gradient[at - d + x]) * ofX.value + Number(gradient[at - d + y]) * ofY.value;
  });
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

/** [heads, n, width] as [n, heads · width]. @param {Float64Array} tensor @param {number} heads @param {number} n */
const sideBySide = (tensor, heads, n) =>
  Float64Array.from({ length: tensor.length }, (_, at) => {
    const width = tensor.length / heads / n;
    const [i, h, d] = [Math.floor(at / (heads * width)), Math.floor(at / width) % heads, at % width];
    return Number(tensor[(h * n + i) * width + d]);
  });
