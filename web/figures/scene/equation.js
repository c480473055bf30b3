import { addends, norms, operands, walkOf } from "../../engine/explain/stream.js";
import { keepOf, probabilityOf } from "../../engine/spec/dropout.js";
import { rowOf } from "../../engine/stages.js";
import { AttentionError } from "../../engine/errors.js";
import { partOf } from "../matrices.js";
import { shortNumber as short } from "../numbers.js";
import { headCount, latest, lengthsOf, required } from "../trace.js";

// The equation of each stage: which matrices and operators its figure shows, from left to right.

/** @typedef {import("../types.js").Trace} Trace */
/** @typedef {import("../types.js").Part} Part */
/** @typedef {import("../types.js").Operator} Operator */
/** @typedef {import("../types.js").Translate} Translate */
/** @typedef {import("../types.js").Equation} Equation */
/** @typedef {{trace: Trace, head: number, t: Translate}} Context */
/** @typedef {(Part | Operator)[]} Items */

/**
 * The equation that computes a stage for one head: operands, operators and the result, from left to right. For all heads,
 * where there are several: the result of each head, without operands.
 * @param {Trace} trace
 * @param {string} stage
 * @param {number | "all"} head
 * @param {Translate} t
 * @returns {Equation}
 */
export function equationOf(trace, stage, head, t) {
  if (!trace.stages.includes(stage)) {
    throw new AttentionError("stage", `wanted one of ${trace.stages.join(" ")}, got ${stage}`);
  }
  const heads = headCount(trace);
  if (head !== "all" && !(Number.isInteger(head) && head >= 0 && head < heads)) {
    throw new AttentionError("head", `wanted "all" or 0 to ${heads - 1}, got ${head}`);
  }
  const each = head === "all" ? everyHead(trace, stage) : [];
  if (each.length > 1) return { arrangement: "grid", items: each };
  const context = { trace, head: head === "all" ? 0 : head, t };
  const items = builders[stage]?.(context) ?? usual(context, stage);
  return { arrangement: stage === "concat" ? "heads" : "line", items };
}

/**
 * The matrices of a stage, one for each head that it has.
 * @param {Trace} trace
 * @param {string} stage
 * @returns {Part[]} in the order of the heads
 */
export function everyHead(trace, stage) {
  const { heads: count } = lengthsOf(required(trace, stage));
  const heads = headCount(trace);
  return Array.from({ length: count }, (_, at) => {
    const part = partOf(trace, stage, Math.ceil((at * heads) / count), { group: groupOf(stage), result: true });
    return count > 1 ? { ...part, id: `${stage}:${at}` } : part;
  });
}

/** A sign of arithmetic. @param {string} text @param {string} [note] @returns {Operator} */
const symbol = (text, note = "") => ({ kind: "symbol", text, note });

/**
 * The matrix of an operand.
 * @param {Context} context
 * @param {string} stage
 * @param {string} group
 * @param {number} [block] columns per block
 * @returns {Part}
 */
const operand = ({ trace, head }, stage, group, block) => partOf(trace, stage, head, { group, block });

/**
 * The matrix of the result.
 * @param {Context} context
 * @param {string} stage
 * @param {string} group
 * @param {number} [block] columns per block
 * @returns {Part}
 */
const result = ({ trace, head }, stage, group, block) => partOf(trace, stage, head, { group, block, result: true });

/**
 * An arrow with the locale's name of an operation and a note on its settings.
 * @param {Context} context @param {string} stage the stage that the operation computes
 * @param {Record<string, string | number>} [args] of both messages @param {string} [form] which of the stage's notes: the end of its message id
 * @returns {Operator}
 */
function operation({ t }, stage, args = {}, form = "") {
  const note = `operation-${stage}-note`;
  return { kind: "arrow", text: t(`operation-${stage}`, args), note: t(form ? `${note}-${form}` : note, args) };
}

/**
 * The colour scale that a stage belongs to: all scores share one, all weights share one, and all other matrices of a
 * figure share a third.
 * @param {string} stage
 */
function groupOf(stage) {
  const group = rowOf(stage)?.group;
  return group === "scores" || group === "weights" ? group : "all";
}

/**
 * A stage whose equation follows from its row: where it changes each number of the stage before it, that stage, the
 * operator with its setting, and the result; otherwise the result without operands.
 * @param {Context} context @param {string} stage @returns {Items}
 */
function usual(context, stage) {
  const { elementwise, setting } = rowOf(stage) ?? {};
  if (!elementwise) return [result(context, stage, "all")];
  if (!setting) return step(context, stage);
  const value = short(context.trace.spec?.[setting] ?? 0);
  return step(context, stage, { ...operation(context, stage, { [setting]: value }), stage: setting });
}

/** @param {Trace} trace @param {string} stage not the first @returns {string} the stage before it */
const before = ({ stages }, stage) => /** @type {string} */ (stages[stages.indexOf(stage) - 1]);

/**
 * An operation on the previous stage: the previous stage, the operator, and the stage.
 * @param {Context} context @param {string} stage @param {Operator} [operator]
 * @returns {[Part, Operator, Part]}
 */
function step(context, stage, operator = operation(context, stage)) {
  const from = before(context.trace, stage);
  return [operand(context, from, groupOf(from)), operator, result(context, stage, groupOf(stage))];
}

/**
 * A sum: X = E + P, or one of the residual stream.
 * @param {Context} context
 * @param {string} stage
 * @param {readonly string[]} terms
 * @returns {Items}
 */
const sum = (context, stage, terms) => [
  ...terms.flatMap((term, at) => [...(at === 0 ? [] : [symbol("+")]), operand(context, term, "all")]),
  symbol("="),
  result(context, stage, "all"),
];

/** @typedef {keyof typeof operands} Product stages that are a product with a weight matrix */

/**
 * from · W + b = stage; + b only where there is a bias, and from = stage where there is no W; the stage alone where it is
 * given.
 * @param {Context} context
 * @param {Product} stage
 * @param {(group: string) => Part} [made] what the product is, where that is not the stage
 * @returns {Items}
 */
function product(context, stage, made = (group) => result(context, stage, group)) {
  if (context.trace.given?.(stage)) return [made("all")];
  const { from, weight, bias } = operands[stage](walkOf(context.trace));
  if (!context.trace.tensor(weight)) return [operand(context, from, "all"), symbol("="), made("all")];
  const hasBias = context.trace.tensor(bias);
  return [
    operand(context, from, "operands"),
    symbol("·"),
    operand(context, weight, "parameters"),
    ...(hasBias ? [symbol("+"), operand(context, bias, "parameters")] : []),
    symbol("="),
    made("result"),
  ];
}

/**
 * norm(from) ⊙ weight + bias = stage, weight and bias only where they are given.
 * @param {Context} context
 * @param {keyof typeof norms} stage
 * @param {"norm" | "qk_norm"} kind the setting that says which norm it is
 * @param {Part} from
 * @param {Part} made
 * @returns {Items}
 */
function normalised(context, stage, kind, from, made) {
  const { trace } = context;
  const { weight, bias } = norms[stage](walkOf(trace));
  const parameter = (/** @type {string} */ name) => operand(context, name, "parameters");
  const [open, close] = trace.spec?.norm_offset ? ["⊙ (1 +", ")"] : ["⊙", ""];
  const factor = trace.tensor(weight) ? [symbol(open), parameter(weight)] : [];
  const closed = (/** @type {string} */ sign) => symbol(factor.length > 0 && close ? `${close} ${sign}` : sign);
  const shift = trace.tensor(bias) ? [closed("+"), parameter(bias)] : [];
  const end = shift.length > 0 ? [symbol("=")] : factor.length > 0 ? [closed("=")] : [];
  return [from, operation(context, trace.spec?.[kind] ?? "layernorm"), ...factor, ...shift, ...end, made];
}

/** A norm of the stream. @param {Context} context @param {Exclude<keyof typeof norms, "Q" | "K">} stage @returns {Items} */
function norm(context, stage) {
  const { from } = norms[stage](walkOf(context.trace));
  return normalised(context, stage, "norm", operand(context, from, "all"), result(context, stage, "all"));
}

/** Queries or keys: a product, and its norm where it has one. @param {Context} context @param {"Q" | "K"} stage @returns {Items} */
function compared(context, stage) {
  const { from } = norms[stage]();
  if (!context.trace.tensor(from)) return product(context, stage);
  const projected = product(context, stage, (group) => operand(context, from, group));
  const last = /** @type {Part} */ (projected.at(-1));
  const made = result(context, stage, last.group);
  return [...projected.slice(0, -1), ...normalised(context, stage, "qk_norm", last, made)];
}

/** activation(mlp_hidden) = mlp_activated, with a gate activation(mlp_hidden) ⊙ mlp_up. @param {Context} context @returns {Items} */
function activated(context) {
  const { trace } = context;
  const gate = trace.stages.includes("mlp_up") ? [symbol("⊙"), operand(context, "mlp_up", "all"), symbol("=")] : [];
  const activation = operation(context, trace.spec?.activation ?? "relu");
  return [operand(context, "mlp_hidden", "all"), activation, ...gate, result(context, "mlp_activated", "all")];
}

/**
 * RoPE, which rotates pairs of columns: adjacent columns, or one column of each half. Gaps between columns show the
 * pairs or the halves. Where only the first columns are rotated, these have the pairs or the halves.
 * @param {Context} context
 * @param {"Q" | "K"} from
 * @returns {Items}
 */
function rotation(context, from) {
  const { spec } = context.trace;
  const { columns: d_k } = lengthsOf(required(context.trace, from));
  const halves = spec?.rope_style === "half_split";
  const dims = spec?.rotary_dims || d_k;
  const half = dims / 2;
  const block = halves ? half : 2;
  const stage = `${from}_rot`;
  const form = [dims < d_k ? "partial" : "", halves ? "halves" : ""].filter(Boolean).join("-");
  const rotate = operation(context, stage, { dims, half }, form);
  return [operand(context, from, "all", block), rotate, result(context, stage, "all", block)];
}

/** Q · K^T = raw, with relative positions Q · (K^T + relK^T) = raw. @param {Context} context @returns {Items} */
function rawScores(context) {
  const { trace, head, t } = context;
  const transposed = (/** @type {string} */ stage) =>
    partOf(trace, stage, head, { group: "operands", transposed: true });
  const Q = operand(context, latest(trace, ["Q", "Q_rot"]), "operands");
  const K = transposed(latest(trace, ["K", "K_rot"]));
  const keys = trace.tensor("relK")
    ? [symbol("· ("), K, symbol("+", t("operation-relative-note")), transposed("relK"), symbol(") =")]
    : [symbol("·"), K, symbol("=")];
  return [Q, ...keys, result(context, "raw", "scores")];
}

/**
 * raw · scale = scaled. The operator's text depends on whether the scale is 1 / sqrt(d_k), 1 or another number.
 * @param {Context} context
 * @returns {Items}
 */
function scaling(context) {
  const { trace, t } = context;
  const { columns: d_k } = lengthsOf(required(trace, "Q"));
  const usual = 1 / Math.sqrt(d_k);
  const scale = trace.spec?.scale ?? usual;
  const form = Math.abs(scale - usual) < 1e-6 * usual ? "" : scale === 1 ? "-off" : "-other";
  const args = { d_k, scale: short(scale) };
  const factor = symbol(t(`operation-scaled${form}`, args), t(`operation-scaled${form}-note`, args));
  return [
    operand(context, "raw", "scores"),
    { ...factor, stage: "scale" },
    symbol("="),
    result(context, "scaled", "scores"),
  ];
}

/** scores + bias = biased, with a note on what kind of bias it is. @param {Context} context @returns {Items} */
function addedBias(context) {
  const { trace, head, t } = context;
  const { spec } = trace;
  const bias = operand(context, "bias", "scores");
  const from = operand(context, before(trace, "biased"), "scores");
  let note = "";
  if (spec) {
    const { position, distance_form, lambda = 0, sigma = 0 } = spec;
    const kind = position === "distance" ? distance_form : position;
    const args = { slope: short(slopeOf(trace, head)), lambda: short(lambda), sigma: short(sigma) };
    if (kind) note = t(`operation-bias-${kind}`, args);
  }
  return [from, symbol("+", note), bias, symbol("="), result(context, "biased", "scores")];
}

/**
 * ALiBi's slope of a head. The distance to the query changes by 1 from one key to the next, so the slope is the
 * difference of the first two biases.
 * @param {Trace} trace
 * @param {number} head
 * @returns {number} 0 where there is only one key
 */
function slopeOf(trace, head) {
  const bias = required(trace, "bias");
  const { heads, rows, columns } = lengthsOf(bias);
  if (columns < 2) return 0;
  const start = heads > 1 ? head * rows * columns : 0;
  const [first, second] = /** @type {[number, number]} */ ([bias.data[start], bias.data[start + 1]]);
  return Math.abs(second - first);
}

/** @param {Context} context @returns {Items} */
function masking(context) {
  const { mask_how = "infinite", mask_value = 0 } = context.trace.spec ?? {};
  const operator = operation(context, "masked", { value: short(mask_value) }, mask_how === "infinite" ? "" : mask_how);
  return step(context, "masked", { ...operator, stage: "mask_value" });
}

/**
 * Softmax of scores. An attention sink adds one more weight to each row, which is shown as a column to the left of the
 * others.
 * @param {Context} context
 * @param {string} stage
 * @returns {Items}
 */
function softmax(context, stage) {
  const sink = context.trace.tensor("sink");
  if (!sink) return step(context, stage);
  const logit = /** @type {number} */ (sink.data[context.head]);
  const operator = { ...operation(context, stage, { sink: short(logit) }, "sink"), stage: "sink" };
  const [from, arrow, weights] = step(context, stage, operator);
  return [from, arrow, operand(context, "sink_weight", "weights"), symbol("|"), weights];
}

/**
 * The weights: softmax of the scores or, where a mask is applied after softmax, the weights that it leaves, with or
 * without dividing them by their sum.
 * @param {Context} context
 * @returns {Items}
 */
function weighting(context) {
  const { trace } = context;
  if (!trace.stages.includes("zeroed")) return softmax(context, "weights");
  if (trace.spec?.mask_mode === "after_softmax") return step(context, "weights", symbol("="));
  const arrow = { ...operation(context, "weights"), text: context.t("operation-renormalised") };
  return step(context, "weights", arrow);
}

const nothingDropped = Object.freeze({ dropout: 0, residual_dropout: 0, mlp_dropout: 0 });

/**
 * The stage before ⊙ keep ÷ (1 - p) = the stage.
 * @param {Context} context
 * @param {string} stage
 * @param {"weights" | "all"} group
 * @returns {Items}
 */
function dropout(context, stage, group) {
  const { trace, t } = context;
  const keep = /** @type {string} */ (keepOf(stage));
  const kept = short(1 - probabilityOf({ ...nothingDropped, ...trace.spec }, keep));
  return [
    operand(context, /** @type {string} */ (trace.stages[trace.stages.indexOf(stage) - 1]), group),
    symbol("⊙"),
    operand(context, keep, "weights"),
    { ...symbol(`÷ ${kept} =`, t("operation-dropped-note")), stage: "1-p" },
    result(context, stage, group),
  ];
}

/** weights · V = context, with relative positions weights · (V + relV) = context. @param {Context} context @returns {Items} */
function weightedSum(context) {
  const { trace, t } = context;
  const weights = operand(context, latest(trace, ["weights", "dropped"]), "weights");
  const V = operand(context, "V", "values");
  const relative = () => [symbol("+", t("operation-relative-note")), operand(context, "relV", "values"), symbol(") =")];
  const values = trace.tensor("relV") ? [symbol("· ("), V, ...relative()] : [symbol("·"), V, symbol("=")];
  return [weights, ...values, result(context, "context", "values")];
}

/** The context of each head, and the concatenation of all. @param {Context} context @returns {Items} */
function concatenation({ trace, head, t }) {
  const heads = headCount(trace);
  const contexts = Array.from({ length: heads }, (_, at) => {
    return { ...partOf(trace, "context", at), id: heads > 1 ? `context:${at}` : "context" };
  });
  return [...contexts, operation({ trace, head, t }, "concat"), partOf(trace, "concat", head, { result: true })];
}

/**
 * The equations that do not follow from the rows of their stages.
 * @type {Readonly<Record<string, (context: Context) => Items>>}
 */
const builders = Object.freeze({
  X: (context) =>
    ["E", "P"].every((id) => context.trace.tensor(id)) ? sum(context, "X", ["E", "P"]) : usual(context, "X"),
  norm_1: (context) => norm(context, "norm_1"),
  Q: (context) => compared(context, "Q"),
  K: (context) => compared(context, "K"),
  V: (context) => product(context, "V"),
  Q_rot: (context) => rotation(context, "Q"),
  K_rot: (context) => rotation(context, "K"),
  raw: rawScores,
  scaled: scaling,
  biased: addedBias,
  masked: masking,
  weights_unmasked: (context) => softmax(context, "weights_unmasked"),
  weights: weighting,
  dropped: (context) => dropout(context, "dropped", "weights"),
  context: weightedSum,
  concat: concatenation,
  output: (context) => product(context, "output"),
  output_dropped: (context) => dropout(context, "output_dropped", "all"),
  output_norm: (context) => norm(context, "output_norm"),
  residual_1: (context) => sum(context, "residual_1", addends.residual_1(walkOf(context.trace))),
  norm_2: (context) => norm(context, "norm_2"),
  mlp_hidden: (context) => product(context, "mlp_hidden"),
  mlp_up: (context) => product(context, "mlp_up"),
  mlp_activated: activated,
  mlp_dropped: (context) => dropout(context, "mlp_dropped", "all"),
  mlp_output: (context) => product(context, "mlp_output"),
  mlp_output_dropped: (context) => dropout(context, "mlp_output_dropped", "all"),
  mlp_output_norm: (context) => norm(context, "mlp_output_norm"),
  residual_2: (context) => sum(context, "residual_2", addends.residual_2(walkOf(context.trace))),
});
