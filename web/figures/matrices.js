import { isKeySide, isPair, rowOf } from "../engine/stages.js";
import { metrics } from "./metrics.js";
import { headCount, lengthsOf, required } from "./trace.js";

// The matrices of figures: which part of which tensor each shows, and where a number of the tensor is in it.

/** @typedef {import("./types.js").Trace} Trace */
/** @typedef {import("./types.js").Part} Part */
/** @typedef {import("./types.js").Role} Role */

/** What a tensor is in attention, which sets the colour of its name. @param {string} stage a stage or an input @returns {Role} */
export const roleOf = (stage) => rowOf(stage)?.role ?? "plain";

/**
 * Inputs that have one block of columns for each head, by the axis of their columns, and the stage that has these heads.
 * @type {Readonly<Record<string, string | undefined>>}
 */
const blocksOf = Object.freeze({ q_width: "Q", k_width: "K", v_width: "V" });

/**
 * What the rows and the columns of a tensor stand for; where it has heads, those of one head's matrix.
 * @param {string} stage
 * @returns {["queries" | "keys" | "dimensions", "keys" | "dimensions"]}
 */
export function axesOf(stage) {
  if (isPair(stage)) return ["queries", "keys"];
  if (isKeySide(stage)) return ["keys", "dimensions"];
  return [rowOf(stage)?.axes.includes("n_q") ? "queries" : "dimensions", "dimensions"];
}

/**
 * The head of a tensor that a query head reads.
 * @param {number} head index of the query head
 * @param {number} count number of heads of the tensor
 * @param {number} heads number of query heads
 * @returns {number} index
 */
export const sharedHead = (head, count, heads) => Math.floor((head * count) / heads);

/**
 * For walks whose query heads share key/value heads: the key/value head that a query head reads, or the query heads that
 * read a key/value head. Both are null in other walks.
 * @param {Trace} trace
 * @param {number} index of the head in the tensor
 * @param {number} count number of heads of the tensor: that of query heads or of key/value heads; 0 where the tensor has none
 * @returns {Pick<Part, "reads" | "readers">}
 */
function sharing(trace, index, count) {
  const heads = headCount(trace);
  const K = trace.tensor("K");
  const shared = K ? lengthsOf(K).heads : heads;
  const size = heads / shared;
  if (size === 1 || count === 0) return { reads: null, readers: null };
  if (count === heads) return { reads: { index: sharedHead(index, shared, heads), count: shared }, readers: null };
  return { reads: null, readers: { from: index * size, to: (index + 1) * size - 1 } };
}

/**
 * The part of a tensor that belongs to one head: the head's matrix, the head's block of columns, or the whole tensor where
 * it has neither.
 * @param {Trace} trace
 * @param {string} stage
 * @param {number} head query head
 * @param {{transposed?: boolean, group?: string, result?: boolean, block?: number}} [options] block: number of columns per block, 0 for no blocks
 * @returns {Part}
 */
export function partOf(trace, stage, head, options = {}) {
  const { transposed = false, group = "all", result = false, block = 0 } = options;
  const tensor = required(trace, stage);
  const upright = stage === "sink_weight"; // [heads, queries], shown as one column to the left of the head's weights
  const shape = upright ? [...tensor.shape, 1] : tensor.shape;
  const { rows, columns } = lengthsOf({ shape });
  const owner = blocksOf[rowOf(stage)?.axes.at(-1) ?? ""];
  const headed = owner ? required(trace, owner) : { shape };
  const { heads: count, columns: blockWidth } = lengthsOf(headed);
  const hasHeads = headed.shape.length === 3;
  const heads = headCount(trace);
  const index = sharedHead(head, count, heads);
  const width = owner ? blockWidth : columns;
  const together = stage === "concat" && heads > 1 ? width / heads : block;
  const [rowAxis, columnAxis] = axesOf(stage);
  return {
    id: transposed ? `${stage}^T` : stage,
    stage,
    role: roleOf(stage),
    rows: transposed ? width : rows,
    columns: transposed ? rows : width,
    transposed,
    rank: tensor.shape.length,
    upright,
    slab: shape.length === 3 ? index : 0,
    columnStart: owner ? index * width : 0,
    ...sharing(trace, index, hasHeads ? count : 0),
    head: hasHeads && count > 1 ? { index, count, kind: count === heads ? "head" : "kv-head" } : null,
    block: together,
    ownBlockGap: block && block < width ? metrics.blockGap : 0,
    rowAxis: transposed ? columnAxis : rowAxis,
    columnAxis: transposed ? rowAxis : columnAxis,
    group,
    result,
  };
}

/**
 * The index in its tensor of a number of a part.
 * @param {Part} part
 * @param {number} row as drawn
 * @param {number} column as drawn
 * @returns {number[]} one number for each axis of the tensor
 */
export function indexAt(part, row, column) {
  const [i, j] = part.transposed ? [column, row] : [row, column];
  if (part.upright) return [part.slab, i];
  if (part.rank === 1) return [part.columnStart + j];
  return part.rank === 3 ? [part.slab, i, j] : [i, part.columnStart + j];
}

/**
 * The row and column, as drawn, of a number of the part's tensor; null where the part does not show that number.
 * @param {Part} part
 * @param {readonly number[]} index
 * @returns {{row: number, column: number} | null}
 */
export function positionOf(part, index) {
  if (index.length !== part.rank) return null;
  const [head, i, j] = /** @type {[number, number, number]} */ ([0, 0, ...index].slice(-3));
  if (part.upright) return i === part.slab && j < part.rows ? { row: j, column: 0 } : null;
  if (part.rank === 3 && head !== part.slab) return null;
  const inBlock = j - part.columnStart;
  const [row, column] = part.transposed ? [inBlock, i] : [i, inBlock];
  const inside = row >= 0 && row < part.rows && column >= 0 && column < part.columns;
  return inside ? { row, column } : null;
}

/**
 * The numbers of a part, row-major as drawn.
 * @param {Trace} trace
 * @param {Part} part
 * @returns {Float32Array | Float64Array}
 */
export function valuesOf(trace, part) {
  const tensor = required(trace, part.stage);
  const { data } = tensor;
  if (part.upright) return Float64Array.from(data).slice(part.slab * part.rows, (part.slab + 1) * part.rows);
  const { rows, columns: pitch } = lengthsOf(tensor);
  const start = part.rank === 3 ? part.slab * rows * pitch : part.columnStart;
  // All at once, as the matrices of scores are large.
  if (part.columns === pitch && !part.transposed && data instanceof Float32Array)
    return data.slice(start, start + part.rows * part.columns);
  const values = new Float64Array(part.rows * part.columns);
  const [rowStep, columnStep] = part.transposed ? [1, pitch] : [pitch, 1];
  for (let row = 0, at = 0; row < part.rows; row++) {
    for (let column = 0; column < part.columns; column++, at++) {
      values[at] = /** @type {number} */ (data[start + row * rowStep + column * columnStep]);
    }
  }
  return values;
}
