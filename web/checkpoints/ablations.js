/** Parts of a model that are switched off: a head, the MLP of a layer, or both parts of a layer, at zero or at their mean. */
import { show } from "../engine/checks.js";
import { AttentionError } from "../engine/errors.js";

/**
 * What a part that is off writes into the residual stream: nothing, or the mean over the positions of what it writes in the walk
 * of the whole model. Where a family has a norm after attention or the MLP, that norm follows.
 * @typedef {object} Ablation
 * @property {number} layer
 * @property {"head" | "mlp" | "layer"} part layer: its attention and its MLP
 * @property {number} head 0 where the part is no head
 * @property {"zero" | "mean"} with
 *
 * @typedef {import("./parts.js").Tensor} Tensor
 * @typedef {Record<string, Tensor>} Inputs of a layer's run
 */

/** How a part is written: "layer=7,head=3", "layer=7,mlp" or "layer=7", and ",with=mean" after it. */
const WRITTEN = /^layer=(\d{1,5})(?:,(?:head=(\d{1,5})|(mlp)))?(?:,with=(zero|mean))?$/;

/** @param {Ablation} ablation @returns {string} as it is read */
export const ablationText = ({ layer, part, head, with: value }) =>
  `layer=${layer}${part === "head" ? `,head=${head}` : part === "mlp" ? ",mlp" : ""},with=${value}`;

/**
 * @param {string} field for errors
 * @param {unknown} text
 * @returns {Ablation}
 * @throws {AttentionError} that names the field
 */
export function readAblation(field, text) {
  const [, layer, head, mlp, value = "zero"] = (typeof text === "string" && WRITTEN.exec(text)) || [];
  if (layer === undefined) {
    const wanted = `must be layer=L, with ,head=H or ,mlp after it where not all of the layer is off`;
    throw new AttentionError(field, `${wanted}, and ,with=mean for its mean in place of zero, got ${show(text)}`);
  }
  return Object.freeze({
    layer: Number(layer),
    part: head !== undefined ? "head" : mlp ? "mlp" : "layer",
    head: Number(head ?? 0),
    with: /** @type {Ablation["with"]} */ (value),
  });
}

/**
 * Checks that a model has the parts, and that none is off twice.
 * @param {readonly Ablation[]} off
 * @param {{layers: number, heads: number}} model
 * @throws {AttentionError} "off"
 */
export function checkAblations(off, { layers, heads }) {
  off.forEach((each, at) => {
    const text = ablationText(each);
    const refuse = (/** @type {string} */ wanted) => {
      throw new AttentionError("off", `${wanted}, got ${text}`);
    };
    if (each.layer >= layers) refuse(`must name a layer from 0 to ${layers - 1}`);
    if (each.head >= heads) refuse(`must name a head from 0 to ${heads - 1}`);
    if (off.slice(0, at).some((other) => overlap(each, other))) refuse("must name each part once");
  });
}

/** Whether two parts have something in common. @param {Ablation} a @param {Ablation} b */
export const overlap = (a, b) =>
  a.layer === b.layer &&
  (a.part === "layer" || b.part === "layer" || (a.part === b.part && (a.part === "mlp" || a.head === b.head)));

/**
 * A layer's inputs where parts of it are off: their rows of the last matrices are zero, and what they write on average goes to
 * the biases. All that follows is computed, and explained, as ever.
 * @param {Inputs} inputs
 * @param {readonly Ablation[]} off in this layer
 * @param {number} heads
 * @param {(stage: "concat" | "mlp_output") => Tensor} stageOf of the walk of the whole model
 * @returns {Inputs}
 */
export function switchedOff(inputs, off, heads, stageOf) {
  return off.reduce((changed, { part, head, with: value }) => {
    const isMean = value === "mean";
    const concat = () => (isMean ? meanRow(stageOf("concat")) : null);
    if (part === "head") return { ...changed, ...withoutRows(changed, head, heads, concat()) };
    const mlp = isMean ? meanRow(stageOf("mlp_output")) : null;
    const withoutMlp = { ...changed, W_down: zeroOf(changed.W_down), b_down: vectorOf(changed.W_down, mlp) };
    if (part === "mlp") return withoutMlp;
    const ofHeads = isMean
      ? withoutRows(changed, 0, 1, concat())
      : { Wo: zeroOf(changed.Wo), bo: vectorOf(changed.Wo, null) };
    return { ...withoutMlp, ...ofHeads };
  }, inputs);
}

/**
 * Wo without the rows of a head, and the bias with what these rows make of the head's mean.
 * @param {Inputs} inputs
 * @param {number} head
 * @param {number} heads of which the rows are that many equal parts
 * @param {Float64Array | null} concat mean of each number that enters Wo; null: zero
 * @returns {{Wo: Tensor, bo: Tensor}}
 */
function withoutRows({ Wo, bo }, head, heads, concat) {
  const [height = 0, width = 1] = Wo?.shape ?? [];
  const data = Float32Array.from(Wo?.data ?? []);
  const bias = Float64Array.from(bo?.data ?? new Float64Array(width));
  const [from, to] = [(head * height) / heads, ((head + 1) * height) / heads];
  for (let row = from; row < to; row++)
    for (let column = 0; column < width; column++) {
      bias[column] = Number(bias[column]) + (concat?.[row] ?? 0) * Number(data[row * width + column]);
    }
  data.fill(0, from * width, to * width);
  return { Wo: { shape: [height, width], data }, bo: { shape: [width], data: Float32Array.from(bias) } };
}

/** @param {Tensor | undefined} tensor @returns {Tensor} */
const zeroOf = ({ shape, data } = { shape: [], data: new Float32Array() }) => ({
  shape,
  data: new Float32Array(data.length),
});

/** A bias of a matrix: numbers, or zeros. @param {Tensor | undefined} matrix @param {Float64Array | null} numbers @returns {Tensor} */
function vectorOf(matrix, numbers) {
  const width = matrix?.shape[1] ?? 1;
  return { shape: [width], data: numbers ? Float32Array.from(numbers) : new Float32Array(width) };
}

/** The mean over the rows. @param {Tensor} tensor */
function meanRow({ shape: [rows = 1, width = 1], data }) {
  const mean = new Float64Array(width);
  data.forEach((value, at) => (mean[at % width] = Number(mean[at % width]) + value / rows));
  return mean;
}
