import { AttentionError } from "../engine/errors.js";
import { isQueryByKey, isScore, partOf, roleOf } from "./matrices.js";
import { headCount, latest, required } from "./trace.js";

/** @typedef {import("./types.js").Trace} Trace */
/** @typedef {import("./types.js").Part} Part */
/** @typedef {import("./types.js").Operator} Operator */
/** @typedef {import("./types.js").Equation} Equation */
/** @typedef {import("./types.js").Translate} Translate */
/** @typedef {{trace: Trace, head: number, t: Translate}} Context */
/** @typedef {(Part | Operator)[]} Items */

/** @param {string} text @returns {Operator} */
const symbol = (text) => ({ kind: "symbol", text, note: "" });

/** @param {Context} context @param {string} stage @param {string} group @returns {Part} */
const operand = ({ trace, head }, stage, group) => partOf(trace, stage, head, { group });

/** @param {Context} context @param {string} stage @param {string} group @returns {Part} */
const result = ({ trace, head }, stage, group) => partOf(trace, stage, head, { group, result: true });

/** @param {Context} context @param {string} stage @returns {Operator} */
function operation({ t }, stage) {
  return { kind: "arrow", text: t(`operation-${stage}`), note: t(`operation-${stage}-note`) };
}

/** Scores share a scale with scores and weights with weights; anything else with what it was made from. @param {string} stage */
const groupOf = (stage) => (isScore(stage) ? "scores" : roleOf(stage) === "weights" ? "weights" : "all");

/** @param {Context} context @param {string} stage */
const alone = (context, stage) => [result(context, stage, "all")];

/** @param {Context} context @param {string} stage @param {string} from */
const copy = (context, stage, from) => [operand(context, from, "all"), symbol("="), result(context, stage, "all")];

/** @param {Context} context @param {string} stage @param {string} from */
function step(context, stage, from) {
  return [operand(context, from, groupOf(from)), operation(context, stage), result(context, stage, groupOf(stage))];
}

/** A matrix through weights: X · W + b = stage. @param {Context} context @param {string} stage @param {string} from @param {string} letter */
function projection(context, stage, from, letter) {
  if (!context.trace.tensor(`W${letter}`)) return copy(context, stage, from);
  /** @type {Items} */
  const items = [operand(context, from, "operands"), symbol("·"), operand(context, `W${letter}`, "parameters")];
  if (context.trace.tensor(`b${letter}`)) items.push(symbol("+"), operand(context, `b${letter}`, "parameters"));
  return [...items, symbol("="), result(context, stage, "result")];
}

/** @param {Context} context @returns {Items} */
function scaling(context) {
  const { shape } = required(context.trace, "Q");
  const text = context.t("operation-scaled", { d_k: shape[shape.length - 1] });
  const note = context.t("operation-scaled-note", { d_k: shape[shape.length - 1] });
  const factor = /** @type {const} */ ({ kind: "symbol", text, note, stage: "scale" });
  return [operand(context, "raw", "scores"), factor, symbol("="), result(context, "scaled", "scores")];
}

/** @param {Context} context @returns {Items} */
function scoring(context) {
  const { trace, head } = context;
  const Q = operand(context, latest(trace, ["Q", "Q_rot"]), "operands");
  const K = partOf(trace, latest(trace, ["K", "K_rot"]), head, { group: "operands", transposed: true });
  return [Q, symbol("·"), K, symbol("="), result(context, "raw", "scores")];
}

/** @param {Context} context @returns {Items} */
function mixing(context) {
  const weights = operand(context, latest(context.trace, ["weights", "dropped"]), "weights");
  return [weights, symbol("·"), operand(context, "V", "values"), symbol("="), result(context, "context", "values")];
}

/** @param {Context} context @returns {Items} */
function joining({ trace, head, t }) {
  const contexts = Array.from({ length: headCount(trace) }, (_, of) => partOf(trace, "context", of));
  const named = contexts.map((part, of) => ({ ...part, id: contexts.length > 1 ? `context:${of}` : "context" }));
  return [...named, operation({ trace, head, t }, "concat"), partOf(trace, "concat", head, { result: true })];
}

/** @type {Readonly<Record<string, (context: Context) => Items>>} */
const builders = Object.freeze({
  X: (context) =>
    ["E", "P"].every((id) => context.trace.tensor(id))
      ? [
          operand(context, "E", "all"),
          symbol("+"),
          operand(context, "P", "all"),
          symbol("="),
          result(context, "X", "all"),
        ]
      : alone(context, "X"),
  Q: (context) => projection(context, "Q", "X", "q"),
  K: (context) => projection(context, "K", latest(context.trace, ["X", "C"]), "k"),
  V: (context) => projection(context, "V", latest(context.trace, ["X", "C"]), "v"),
  Q_rot: (context) => step(context, "Q_rot", "Q"),
  K_rot: (context) => step(context, "K_rot", "K"),
  raw: scoring,
  scaled: scaling,
  context: mixing,
  concat: joining,
  output: (context) => projection(context, "output", "concat", "o"),
});

/** @param {Context} context @param {string} stage @returns {Items} */
function fromPrevious(context, stage) {
  const { stages } = context.trace;
  const from = stages[stages.indexOf(stage) - 1];
  return isQueryByKey(stage) && from ? step(context, stage, from) : alone(context, stage);
}

/** @param {Trace} trace @param {string} stage @returns {Part[]} its matrices, head by head */
export function everyHead(trace, stage) {
  const { shape } = required(trace, stage);
  const heads = headCount(trace);
  const count = shape.length === 3 ? shape[0] : 1;
  return Array.from({ length: count }, (_, at) => {
    const part = partOf(trace, stage, Math.ceil((at * heads) / count), { group: groupOf(stage), result: true });
    return count > 1 ? { ...part, id: `${stage}:${at}` } : part;
  });
}

/**
 * What stands in the figure of a stage: operands, operators and result in the order of the equation, or, for all heads,
 * the result of each.
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
  const multiples = head === "all" ? everyHead(trace, stage) : [];
  if (multiples.length > 1) return { arrangement: "grid", items: multiples };
  const context = { trace, head: head === "all" ? 0 : head, t };
  const items = (builders[stage] ?? ((given) => fromPrevious(given, stage)))(context);
  return { arrangement: stage === "concat" ? "heads" : "line", items };
}
