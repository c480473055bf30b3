import { headCount, required } from "./trace.js";

/** @typedef {import("./types.js").Trace} Trace */
/** @typedef {import("./types.js").Part} Part */
/** @typedef {import("./types.js").Role} Role */

/** @type {Readonly<Record<string, Role>>} */
const roles = Object.freeze({
  ...{ Q: "Q", Q_rot: "Q", Wq: "Q", bq: "Q" },
  ...{ K: "K", K_rot: "K", Wk: "K", bk: "K" },
  ...{ V: "V", Wv: "V", bv: "V" },
  ...{ weights_unmasked: "weights", zeroed: "weights", weights: "weights", dropped: "weights" },
  ...{ context: "output", concat: "output", Wo: "output", bo: "output", output: "output" },
});

/** @param {string} stage @returns {Role} */
export function roleOf(stage) {
  return roles[stage] ?? "plain";
}

/** Inputs that hold one column block per head, and the stage whose heads these are. */
const blocksOf = Object.freeze({ Wq: "Q", bq: "Q", Wk: "K", bk: "K", Wv: "V", bv: "V" });

const keySide = Object.freeze(["C", "K", "K_rot", "V"]);
const querySide = Object.freeze(["E", "P", "X", "Q", "Q_rot", "context", "concat", "output"]);
const scores = Object.freeze(["raw", "scaled", "biased", "capped", "masked"]);

/** @param {string} stage @returns {boolean} whether it is a score: all of these share one scale */
export const isScore = (stage) => scores.includes(stage);

/** @param {string} stage @returns {boolean} whether its rows are queries and its columns keys */
export const isQueryByKey = (stage) => isScore(stage) || roleOf(stage) === "weights";

/** @param {string} stage @returns {"queries" | "keys" | "dimensions"} */
function rowAxisOf(stage) {
  if (isQueryByKey(stage) || querySide.includes(stage)) return "queries";
  return keySide.includes(stage) ? "keys" : "dimensions";
}

/** @param {number} head @param {number} count heads of this tensor @param {number} heads query heads @returns {number} */
const sharedHead = (head, count, heads) => Math.floor((head * count) / heads);

/**
 * The part of a tensor that belongs to one head: its slab, its column block, or all of it where heads do not matter.
 * @param {Trace} trace
 * @param {string} stage
 * @param {number} head query head
 * @param {{transposed?: boolean, group?: string, result?: boolean}} [options]
 * @returns {Part}
 */
export function partOf(trace, stage, head, options = {}) {
  const { shape } = required(trace, stage);
  const heads = headCount(trace);
  const owner = /** @type {Record<string, string>} */ (blocksOf)[stage];
  const { shape: headed } = required(trace, owner ?? stage);
  const count = headed.length === 3 ? headed[0] : 1;
  const index = sharedHead(head, count, heads);
  const width = owner ? headed[headed.length - 1] : shape[shape.length - 1];
  const height = shape.length === 1 ? 1 : shape[shape.length - 2];
  const { transposed = false, group = "all", result = false } = options;
  const axes = [
    rowAxisOf(stage),
    isQueryByKey(stage) ? /** @type {const} */ ("keys") : /** @type {const} */ ("dimensions"),
  ];
  return {
    id: transposed ? `${stage}^T` : stage,
    stage,
    role: roleOf(stage),
    rows: transposed ? width : height,
    columns: transposed ? height : width,
    transposed,
    rank: shape.length,
    slab: shape.length === 3 ? index : 0,
    columnStart: owner ? index * width : 0,
    head: headed.length === 3 && count > 1 ? { index, count, kind: count === heads ? "head" : "kv-head" } : null,
    block: stage === "concat" && heads > 1 ? width / heads : 0,
    rowAxis: axes[transposed ? 1 : 0],
    columnAxis: axes[transposed ? 0 : 1],
    group,
    result,
  };
}

/** @param {Part} part @param {number} row @param {number} column as drawn @returns {number[]} index into its tensor */
export function indexAt(part, row, column) {
  const [i, j] = part.transposed ? [column, row] : [row, column];
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
  if (index.length !== part.rank || (part.rank === 3 && index[0] !== part.slab)) return null;
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
