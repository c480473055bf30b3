import { AttentionError } from "../../engine/errors.js";
import { alone, builders, groupOf } from "./builders.js";
import { partOf } from "../matrices.js";
import { headCount, required } from "../trace.js";

/** @typedef {import("../types.js").Trace} Trace */
/** @typedef {import("../types.js").Part} Part */
/** @typedef {import("../types.js").Equation} Equation */
/** @typedef {import("../types.js").Translate} Translate */

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
  const items = builders[stage]?.(context) ?? alone(context, stage);
  return { arrangement: stage === "concat" ? "heads" : "line", items };
}
