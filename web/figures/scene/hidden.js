import { indexAt } from "../matrices.js";

/** @typedef {import("../types.js").Trace} Trace */
/** @typedef {import("../types.js").Part} Part */
/** @typedef {import("../types.js").Hidden} Hidden */

/** Stages at and after the mask. */
const hiding = Object.freeze(["masked", "zeroed", "weights", "dropped"]);

/** @param {Trace} trace @returns {Hidden | null} where the trace's own mask hides: `allow` is 0, or, without it, a score is -∞ */
export function hiddenByMask(trace) {
  const allow = trace.tensor("allow");
  const mask = allow ?? trace.tensor("masked");
  if (!mask) return null;
  const off = allow ? 0 : -Infinity;
  const perHead = mask.shape.length === 3;
  const [rows, columns] = perHead ? mask.shape.slice(1) : mask.shape;
  return (_, [head, i, j]) => mask.data[((perHead ? head * rows : 0) + i) * columns + j] === off;
}

/** What a mark says of a cell. */
export const marked = Object.freeze({ hidden: 1, dropped: 2 });

/**
 * Which cells of a part attention may not look at, and which dropout has dropped; nothing where the part has none. A
 * hidden key that still has a weight is not marked: it leaks, and is shown as the number it is.
 * @param {Part} part
 * @param {Float64Array} values of the part
 * @param {Hidden | null} hidden
 * @param {Trace} trace
 * @returns {Uint8Array | null} of marks, 0 for none
 */
export function hiddenCells(part, values, hidden, trace) {
  const keep = part.stage === "dropped" ? trace.tensor("keep") : null;
  if (!(hidden || keep) || !hiding.includes(part.stage) || part.rank !== 3) return null;
  const marks = new Uint8Array(values.length);
  const start = part.slab * values.length;
  let any = 0;
  for (let at = 0; at < values.length; at++) {
    if (part.stage !== "masked" && values[at] !== 0) continue;
    const isHidden = hidden?.(part.stage, indexAt(part, Math.floor(at / part.columns), at % part.columns));
    marks[at] = isHidden ? marked.hidden : keep?.data[start + at] === 0 ? marked.dropped : 0;
    any |= marks[at];
  }
  return any ? marks : null;
}
