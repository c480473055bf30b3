/**
 * Parts of a model whose output is replaced: by zero or by its mean (ablation), or by what the same part gives for other tokens
 * (activation patching); at all positions or at one.
 */
import { show } from "../engine/checks.js";
import { AttentionError } from "../engine/errors.js";
import { Run } from "../engine/run.js";

/**
 * What stands in place of a part's output: nothing, its mean over the positions in the walk of the whole model, or what it is
 * there in the walk of other tokens. Where a family has a norm after attention or the MLP, that norm follows.
 * @typedef {object} Ablation
 * @property {number} layer
 * @property {"head" | "mlp" | "layer" | "stream"} part layer: its attention and its MLP; stream: what leaves the layer
 * @property {number} head 0 where the part is no head
 * @property {number | null} position null: all
 * @property {"zero" | "mean" | "other"} with
 *
 * @typedef {import("./parts.js").Tensor} Tensor
 * @typedef {{part: Ablation, tensors: Readonly<Record<string, Tensor | null>>}} Instead what stands in place of a part, by the
 *   stages in which it is replaced; null: zero
 */

/** How a part is written: "layer=7,head=3", "layer=7,mlp", "layer=7,stream" or "layer=7", ",position=4" after it, then ",with=mean". */
const PART =
  /^layer=(\d{1,5})(?:,(?:head=(\d{1,5})|(mlp|stream)))?(?:,position=(\d{1,7}))?(?:,with=(zero|mean|other))?$/;
const WANTED =
  "must be layer=L, with ,head=H, ,mlp or ,stream after it where it is not attention and MLP of the layer, then ,position=P for one position";

/** @param {Ablation} ablation @returns {string} as it is read */
export function ablationText({ layer, part, head, position, with: value }) {
  const own = part === "head" ? `,head=${head}` : part === "layer" ? "" : `,${part}`;
  return `layer=${layer}${own}${position === null ? "" : `,position=${position}`},with=${value}`;
}

/**
 * @param {string} field for errors
 * @param {unknown} text
 * @param {readonly Ablation["with"][]} [allowed] what may stand in place of the part: the first of these where the text does not
 *   say. Of a single one the text says nothing.
 * @returns {Ablation}
 * @throws {AttentionError} that names the field
 */
export function readPart(field, text, allowed = ["zero", "mean", "other"]) {
  const [, layer, head, named, position, value] = (typeof text === "string" && PART.exec(text)) || [];
  const others = allowed.slice(1);
  const isAllowed = value === undefined || (others.length > 0 && allowed.some((each) => each === value));
  if (layer === undefined || !isAllowed) {
    const more = others.map((each) => `,with=${each}`).join(" or ");
    throw new AttentionError(field, `${WANTED}${more && `, and ${more} in place of ${allowed[0]}`}, got ${show(text)}`);
  }
  const part = head === undefined ? /** @type {"mlp" | "stream" | undefined} */ (named) : "head";
  return Object.freeze({
    layer: Number(layer),
    part: part ?? "layer",
    head: Number(head ?? 0),
    position: position === undefined ? null : Number(position),
    with: /** @type {Ablation["with"]} */ (value ?? allowed[0]),
  });
}

/**
 * Checks that a model has the parts, that none is replaced twice, and that there are other tokens where they are needed.
 * @param {readonly Ablation[]} off
 * @param {{layers: number, heads: number}} model
 * @param {number} tokens how many
 * @param {number | null} others how many other tokens; null without any
 * @throws {AttentionError} "off" or "other"
 */
export function checkAblations(off, { layers, heads }, tokens, others) {
  off.forEach((each, at) => {
    const text = ablationText(each);
    const refuse = (/** @type {string} */ wanted) => {
      throw new AttentionError("off", `${wanted}, got ${text}`);
    };
    if (each.layer >= layers) refuse(`must name a layer from 0 to ${layers - 1}`);
    if (each.head >= heads) refuse(`must name a head from 0 to ${heads - 1}`);
    if (each.position !== null && each.position >= tokens) refuse(`must name a position from 0 to ${tokens - 1}`);
    if (off.slice(0, at).some((other) => overlap(each, other))) refuse("must name each part once");
    if (each.with === "other" && others === null)
      throw new AttentionError("other", `must be given for ${text}, got none`);
  });
  if (others !== null && others !== tokens) {
    const count = tokens === 1 ? "1 token" : `${tokens} tokens`;
    throw new AttentionError("other", `must be ${count}, as many as are walked, got ${others}`);
  }
}

/** Whether two parts have something in common. @param {Ablation} a @param {Ablation} b */
export const overlap = (a, b) =>
  a.layer === b.layer &&
  (a.position === null || b.position === null || a.position === b.position) &&
  (a.part === b.part
    ? a.head === b.head
    : (a.part === "layer" && b.part !== "stream") || (b.part === "layer" && a.part !== "stream"));

/** How many layers of the walk of other tokens are needed. @param {readonly Ablation[]} off */
export const layersOfOther = (off) => Math.max(0, ...off.map((each) => (each.with === "other" ? each.layer + 1 : 0)));

/** Whether what attention writes at a position is none of its heads'. @param {Ablation} ablation @param {number} position */
export const isWholeAttention = (ablation, position) => ablation.part === "layer" && isAt(ablation, position);

/** Whether the stream is replaced at a position. @param {Ablation} ablation @param {number} position */
export const isStream = (ablation, position) => ablation.part === "stream" && isAt(ablation, position);

/** @param {Ablation} ablation @param {number} position */
const isAt = (ablation, position) => ablation.position === null || ablation.position === position;

/**
 * What stands in place of parts of a layer.
 * @param {readonly Ablation[]} off in this layer
 * @param {{mean: () => Run, other: () => Run}} runs the same layer in the walk of the whole model, and in that of other tokens
 * @returns {Instead[]}
 */
export function insteadOf(off, runs) {
  return off.map((part) => {
    if (part.with === "zero") return { part, tensors: {} };
    const run = runs[part.with]();
    const valueOf = part.with === "mean" ? meanOf : (/** @type {Tensor} */ tensor) => tensor;
    const stages = stagesOf(part, run.stages.at(-1) ?? "");
    return { part, tensors: Object.fromEntries(stages.map((stage) => [stage, valueOf(run.tensor(stage))])) };
  });
}

/**
 * Computes a layer, and replaces parts of it on the way: what follows is computed from what has taken their place.
 * @param {Run} run of which nothing has been computed
 * @param {readonly Instead[]} instead
 * @param {number} heads
 */
export function finishWith(run, instead, heads) {
  const last = run.stages.at(-1) ?? "";
  const { memory } = Run.partsOf(run);
  for (let stage = run.step(); stage !== undefined; stage = run.step()) {
    const name = stage;
    for (const { part, tensors } of instead.filter((each) => stagesOf(each.part, last).includes(name))) {
      const { shape, data } = memory.view(memory.computed(name));
      replace({ shape, data }, part, heads, tensors[name] ?? null);
    }
  }
}

/**
 * Overwrites a part's numbers in a stage.
 * @param {Tensor} stage
 * @param {Ablation} ablation
 * @param {number} heads of which each has that part of the columns
 * @param {Tensor | null} instead as many rows, or one for all; null: zero
 */
function replace({ shape: [rows = 1, width = 1], data }, { part, head, position }, heads, instead) {
  const [from, to] = part === "head" ? [(head * width) / heads, ((head + 1) * width) / heads] : [0, width];
  const step = instead?.shape[0] === rows ? width : 0;
  for (let row = position ?? 0; row <= (position ?? rows - 1); row++)
    for (let column = from; column < to; column++) data[row * width + column] = instead?.data[row * step + column] ?? 0;
}

/** The stages in which a part is replaced. @param {Ablation} ablation @param {string} last stage of a layer @returns {readonly string[]} */
const stagesOf = ({ part }, last) =>
  ({ head: ["concat"], mlp: ["mlp_output"], layer: ["output", "mlp_output"], stream: [last] })[part];

/** The mean over the rows, as one row. @param {Tensor} tensor @returns {Tensor} */
function meanOf({ shape: [rows = 1, width = 1], data }) {
  const mean = new Float64Array(width);
  data.forEach((value, at) => (mean[at % width] = Number(mean[at % width]) + value / rows));
  return { shape: [1, width], data: Float32Array.from(mean) };
}
