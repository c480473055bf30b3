import { isScore, partOf, roleOf } from "../matrices.js";
import { shortNumber as short } from "../numbers.js";
import { headCount, latest, required } from "../trace.js";

/** @typedef {import("../types.js").Trace} Trace */
/** @typedef {import("../types.js").Part} Part */
/** @typedef {import("../types.js").Operator} Operator */
/** @typedef {import("../types.js").Translate} Translate */
/** @typedef {{trace: Trace, head: number, t: Translate}} Context */
/** @typedef {(Part | Operator)[]} Items */

/** @param {string} text @param {string} [note] @returns {Operator} */
const symbol = (text, note = "") => ({ kind: "symbol", text, note });

/** @param {Context} context @param {string} stage @param {string} group @param {number} [block] @returns {Part} */
const operand = ({ trace, head }, stage, group, block) => partOf(trace, stage, head, { group, block });

/** @param {Context} context @param {string} stage @param {string} group @param {number} [block] @returns {Part} */
const result = ({ trace, head }, stage, group, block) => partOf(trace, stage, head, { group, block, result: true });

/**
 * An arrow with the locale's word for what is done, and what there is to say of it.
 * @param {Context} context @param {string} stage @param {Record<string, string | number>} [args] @param {string} [form] of the note
 * @returns {Operator}
 */
function operation({ t }, stage, args = {}, form = "") {
  const note = `operation-${stage}-note`;
  return { kind: "arrow", text: t(`operation-${stage}`, args), note: t(form ? `${note}-${form}` : note, args) };
}

/** Scores share a scale with scores and weights with weights; anything else with what it was made from. @param {string} stage */
export const groupOf = (stage) => (isScore(stage) ? "scores" : roleOf(stage) === "weights" ? "weights" : "all");

/** @param {Context} context @param {string} stage */
export const alone = (context, stage) => [result(context, stage, "all")];

/** @param {Context} context @param {string} stage @param {string} from */
const copy = (context, stage, from) => [operand(context, from, "all"), symbol("="), result(context, stage, "all")];

/** @param {Trace} trace @param {string} stage */
const before = ({ stages }, stage) => stages[stages.indexOf(stage) - 1];

/**
 * @param {Context} context @param {string} stage @param {Operator} [operator] what is done
 * @returns {Items} the stage before, what is done, and the stage
 */
export function step(context, stage, operator = operation(context, stage)) {
  const from = before(context.trace, stage);
  return [operand(context, from, groupOf(from)), operator, result(context, stage, groupOf(stage))];
}

/** @param {Context} context @returns {Items} */
const adding = (context) => [
  operand(context, "E", "all"),
  symbol("+"),
  operand(context, "P", "all"),
  symbol("="),
  result(context, "X", "all"),
];

/** A matrix through weights: X · W + b = stage. @param {Context} context @param {string} stage @param {string} from @param {string} letter */
function projection(context, stage, from, letter) {
  if (!context.trace.tensor(`W${letter}`)) return copy(context, stage, from);
  /** @type {Items} */
  const items = [operand(context, from, "operands"), symbol("·"), operand(context, `W${letter}`, "parameters")];
  if (context.trace.tensor(`b${letter}`)) items.push(symbol("+"), operand(context, `b${letter}`, "parameters"));
  return [...items, symbol("="), result(context, stage, "result")];
}

/** Pairs of columns turn; they stand together, or half by half. @param {Context} context @param {"Q" | "K"} from @returns {Items} */
function turning(context, from) {
  const { spec } = context.trace;
  const d_k = required(context.trace, from).shape[2];
  const halves = spec?.rope_style === 1;
  const block = halves ? d_k / 2 : 2;
  const stage = `${from}_rot`;
  const turn = operation(context, stage, {}, halves ? "halves" : "");
  return [operand(context, from, "all", block), turn, result(context, stage, "all", block)];
}

/** @param {Context} context @returns {Items} */
function scoring(context) {
  const { trace, head, t } = context;
  const turned = (/** @type {string} */ stage) => partOf(trace, stage, head, { group: "operands", transposed: true });
  const Q = operand(context, latest(trace, ["Q", "Q_rot"]), "operands");
  const K = turned(latest(trace, ["K", "K_rot"]));
  const keys = trace.tensor("relK")
    ? [symbol("· ("), K, symbol("+", t("operation-relative-note")), turned("relK"), symbol(") =")]
    : [symbol("·"), K, symbol("=")];
  return [Q, ...keys, result(context, "raw", "scores")];
}

/** @param {Context} context @returns {Items} */
function scaling(context) {
  const { trace, t } = context;
  const { shape } = required(trace, "Q");
  const d_k = shape[shape.length - 1];
  const usual = 1 / Math.sqrt(d_k);
  const scale = trace.spec?.scale ?? usual;
  const form = Math.abs(scale - usual) < 1e-6 * usual ? "" : scale === 1 ? "-off" : "-other";
  const args = { d_k, scale: short(scale) };
  const text = t(`operation-scaled${form}`, args);
  const factor = /** @type {const} */ ({
    kind: "symbol",
    text,
    note: t(`operation-scaled${form}-note`, args),
    stage: "scale",
  });
  return [operand(context, "raw", "scores"), factor, symbol("="), result(context, "scaled", "scores")];
}

/** @type {Readonly<Record<number, string>>} what makes the bias, by number of position and form */
const biases = Object.freeze({ 4: "alibi", 6: "t5", 70: "linear", 71: "gaussian", 72: "matrix" });

/** @param {Context} context @returns {Items} */
function biasing(context) {
  const { trace, head, t } = context;
  const { spec = {} } = trace;
  const kind = biases[spec.position === 7 ? 70 + spec.distance_form : spec.position];
  const bias = operand(context, "bias", "scores");
  const { shape, data } = required(trace, "bias");
  const row = shape.length === 3 ? head * shape[1] * shape[2] : 0;
  // From one key to the next the distance changes by 1, and so the bias by the slope.
  const slope = bias.columns > 1 ? Math.abs(data[row + 1] - data[row]) : 0;
  const args = { slope: short(slope), lambda: short(spec.lambda), sigma: short(spec.sigma) };
  const plus = symbol("+", kind ? t(`operation-bias-${kind}`, args) : "");
  const from = operand(context, before(trace, "biased"), "scores");
  return [from, plus, bias, symbol("="), result(context, "biased", "scores")];
}

/** @param {Context} context @returns {Items} */
function capping(context) {
  const cap = short(context.trace.spec?.softcap ?? 0);
  return step(context, "capped", { ...operation(context, "capped", { cap }), stage: "softcap" });
}

/** @param {Context} context @returns {Items} */
function masking(context) {
  const { mask_how = 0, mask_value = 0 } = context.trace.spec ?? {};
  const value = short(mask_value);
  return step(context, "masked", {
    ...operation(context, "masked", { value }, ["", "fill", "add"][mask_how]),
    stage: "mask_value",
  });
}

/** Scores become shares of 1, of which a sink may take some. @param {Context} context @param {string} stage @returns {Items} */
function softmaxing(context, stage) {
  const sink = context.trace.tensor("sink");
  if (!sink) return step(context, stage);
  const operator = { ...operation(context, stage, { sink: short(sink.data[context.head]) }, "sink"), stage: "sink" };
  const [from, arrow, weights] = step(context, stage, operator);
  return [from, arrow, operand(context, "sink_weight", "weights"), symbol("|"), weights];
}

/** @param {Context} context @returns {Items} */
function weighing(context) {
  const { trace } = context;
  if (!trace.stages.includes("zeroed")) return softmaxing(context, "weights");
  if (trace.spec?.mask_mode === 1) return step(context, "weights", symbol("="));
  const arrow = { ...operation(context, "weights"), text: context.t("operation-renormalised") };
  return step(context, "weights", arrow);
}

/** @param {Context} context @returns {Items} */
function dropping(context) {
  const { trace, t } = context;
  const kept = short(1 - (trace.spec?.dropout ?? 0));
  return [
    operand(context, "weights", "weights"),
    symbol("⊙"),
    operand(context, "keep", "weights"),
    { ...symbol(`÷ ${kept} =`, t("operation-dropped-note")), stage: "1-p" },
    result(context, "dropped", "weights"),
  ];
}

/** @param {Context} context @returns {Items} */
function mixing(context) {
  const { trace, t } = context;
  const weights = operand(context, latest(trace, ["weights", "dropped"]), "weights");
  const V = operand(context, "V", "values");
  const relative = () => [symbol("+", t("operation-relative-note")), operand(context, "relV", "values"), symbol(") =")];
  const values = trace.tensor("relV") ? [symbol("· ("), V, ...relative()] : [symbol("·"), V, symbol("=")];
  return [weights, ...values, result(context, "context", "values")];
}

/** @param {Context} context @returns {Items} */
function joining({ trace, head, t }) {
  const contexts = Array.from({ length: headCount(trace) }, (_, of) => partOf(trace, "context", of));
  const named = contexts.map((part, of) => ({ ...part, id: contexts.length > 1 ? `context:${of}` : "context" }));
  return [...named, operation({ trace, head, t }, "concat"), partOf(trace, "concat", head, { result: true })];
}

/** The equation of each stage. @type {Readonly<Record<string, (context: Context) => Items>>} */
export const builders = Object.freeze({
  X: (context) => (["E", "P"].every((id) => context.trace.tensor(id)) ? adding(context) : alone(context, "X")),
  Q: (context) => projection(context, "Q", "X", "q"),
  K: (context) => projection(context, "K", latest(context.trace, ["X", "C"]), "k"),
  V: (context) => projection(context, "V", latest(context.trace, ["X", "C"]), "v"),
  Q_rot: (context) => turning(context, "Q"),
  K_rot: (context) => turning(context, "K"),
  raw: scoring,
  scaled: scaling,
  biased: biasing,
  capped: capping,
  masked: masking,
  weights_unmasked: (context) => softmaxing(context, "weights_unmasked"),
  zeroed: (context) => step(context, "zeroed"),
  weights: weighing,
  dropped: dropping,
  context: mixing,
  concat: joining,
  output: (context) => projection(context, "output", "concat", "o"),
});
