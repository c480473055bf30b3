import { metrics } from "./metrics.js";
import { headCount, required } from "./trace.js";

/** @typedef {import("./types.js").Trace} Trace */
/** @typedef {import("./types.js").Part} Part */
/** @typedef {import("./types.js").Role} Role */

/** @type {Readonly<Record<string, Role>>} */
const roles = Object.freeze({
  ...{ Q: "Q", Q_rot: "Q", Wq: "Q", bq: "Q" },
  ...{ K: "K", K_rot: "K", Wk: "K", bk: "K", relK: "K" },
  ...{ V: "V", Wv: "V", bv: "V", relV: "V" },
  ...{
    keep: "weights",
    sink_weight: "weights",
    weights_unmasked: "weights",
    zeroed: "weights",
    weights: "weights",
    dropped: "weights",
  },
  ...{ context: "output", concat: "output", Wo: "output", bo: "output", output: "output" },
});

/** @param {string} stage @returns {Role} */
export function roleOf(stage) {
  return roles[stage] ?? "plain";
}

/** Inputs that hold one column block per head, and the stage whose heads these are. */
const blocksOf = Object.freeze({ Wq: "Q", bq: "Q", Wk: "K", bk: "K", Wv: "V", bv: "V" });

const keySide = Object.freeze(["C", "K", "K_rot", "V"]);
const querySide = Object.freeze("E P X Q Q_rot sink_weight context_content context concat output".split(" "));
/** Between queries and keys, and in no figure. */
const besides = Object.freeze(["allow", "bias_matrix", "raw_content", "raw_relative"]);
const scores = Object.freeze(["raw", "scaled", "bias", "biased", "capped", "masked"]);

/** @param {string} stage @returns {boolean} whether it is a score: all of these share one scale */
export const isScore = (stage) => scores.includes(stage);

/** @param {string} stage @returns {boolean} whether its rows are queries and its columns keys */
export const isQueryByKey = (stage) =>
  isScore(stage) || (roleOf(stage) === "weights" && stage !== "sink_weight") || besides.includes(stage);

/**
 * What the rows and columns of a tensor stand for, those of one head where it has heads.
 * @param {string} stage
 * @returns {["queries" | "keys" | "dimensions", "keys" | "dimensions"]}
 */
export function axesOf(stage) {
  if (isQueryByKey(stage)) return ["queries", "keys"];
  if (querySide.includes(stage)) return ["queries", "dimensions"];
  return [keySide.includes(stage) ? "keys" : "dimensions", "dimensions"];
}

/** @param {number} head @param {number} count heads of this tensor @param {number} heads query heads @returns {number} */
const sharedHead = (head, count, heads) => Math.floor((head * count) / heads);

/**
 * Who shares a key/value head with whom, where heads do.
 * @param {Trace} trace
 * @param {number} index of the head
 * @param {number} count heads of this tensor, of which there are as many as query heads or fewer
 * @returns {Pick<Part, "reads" | "readers">}
 */
function sharing(trace, index, count) {
  const heads = headCount(trace);
  const shared = trace.tensor("K")?.shape[0] ?? heads;
  const size = heads / shared;
  if (size === 1 || count === 0) return { reads: null, readers: null };
  if (count === heads) return { reads: { index: sharedHead(index, shared, heads), count: shared }, readers: null };
  return { reads: null, readers: { from: index * size, to: (index + 1) * size - 1 } };
}

/**
 * The part of a tensor that belongs to one head: its slab, its column block, or all of it where heads do not matter.
 * @param {Trace} trace
 * @param {string} stage
 * @param {number} head query head
 * @param {{transposed?: boolean, group?: string, result?: boolean, block?: number}} [options] block: columns that belong together
 * @returns {Part}
 */
export function partOf(trace, stage, head, options = {}) {
  const { shape: given } = required(trace, stage);
  const upright = stage === "sink_weight";
  const shape = upright ? [...given, 1] : given;
  const heads = headCount(trace);
  const owner = /** @type {Record<string, string>} */ (blocksOf)[stage];
  const headed = owner ? required(trace, owner).shape : shape;
  const count = headed.length === 3 ? headed[0] : 1;
  const index = sharedHead(head, count, heads);
  const width = owner ? headed[headed.length - 1] : shape[shape.length - 1];
  const height = shape.length === 1 ? 1 : shape[shape.length - 2];
  const { transposed = false, group = "all", result = false, block = 0 } = options;
  const axes = axesOf(stage);
  return {
    id: transposed ? `${stage}^T` : stage,
    stage,
    role: roleOf(stage),
    rows: transposed ? width : height,
    columns: transposed ? height : width,
    transposed,
    rank: given.length,
    upright,
    slab: shape.length === 3 ? index : 0,
    columnStart: owner ? index * width : 0,
    ...sharing(trace, index, headed.length === 3 ? count : 0),
    head: headed.length === 3 && count > 1 ? { index, count, kind: count === heads ? "head" : "kv-head" } : null,
    block: stage === "concat" && heads > 1 ? width / heads : block,
    apart: block && block < width ? metrics.apart : 0,
    rowAxis: axes[transposed ? 1 : 0],
    columnAxis: axes[transposed ? 0 : 1],
    group,
    result,
  };
}

/** @param {Part} part @param {number} row @param {number} column as drawn @returns {number[]} index into its tensor */
export function indexAt(part, row, column) {
  const [i, j] = part.transposed ? [column, row] : [row, column];
  if (part.upright) return [part.slab, i];
  if (part.rank === 1) return [part.columnStart + j];
  return part.rank === 3 ? [part.slab, i, j] : [i, part.columnStart + j];
}

/**
 * Where an index of its tensor is drawn; nothing where the part does not show it.
 * @param {Part} part
 * @param {readonly number[]} index
 * @returns {{row: number, column: number} | null}
 */
export function positionOf(part, index) {
  if (index.length !== part.rank || ((part.rank === 3 || part.upright) && index[0] !== part.slab)) return null;
  if (part.upright) return index[1] < part.rows ? { row: index[1], column: 0 } : null;
  const i = part.rank === 1 ? 0 : index[part.rank - 2];
  const j = index[part.rank - 1] - part.columnStart;
  const [row, column] = part.transposed ? [j, i] : [i, j];
  const inside = row >= 0 && row < part.rows && column >= 0 && column < part.columns;
  return inside ? { row, column } : null;
}

/**
 * Its numbers, row by row as drawn.
 * @param {Trace} trace
 * @param {Part} part
 * @returns {Float64Array}
 */
export function valuesOf(trace, part) {
  const { shape, data } = required(trace, part.stage);
  if (part.upright) return Float64Array.from(data).slice(part.slab * part.rows, (part.slab + 1) * part.rows);
  const pitch = shape[shape.length - 1];
  const start = part.rank === 3 ? part.slab * shape[1] * pitch : part.columnStart;
  const values = new Float64Array(part.rows * part.columns);
  const [rowStep, columnStep] = part.transposed ? [1, pitch] : [pitch, 1];
  for (let row = 0, at = 0; row < part.rows; row++) {
    for (let column = 0; column < part.columns; column++, at++) {
      values[at] = data[start + row * rowStep + column * columnStep];
    }
  }
  return values;
}
