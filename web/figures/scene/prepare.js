import { rowOf } from "../../engine/stages.js";
import { hiddenCells } from "../hidden.js";
import { labelsApart } from "../layout/sizes.js";
import { valuesOf } from "../matrices.js";
import { clamp, metrics } from "../metrics.js";
import { digitsIn, exponentFrom, formatNumber } from "../numbers.js";
import { bold, formulaWidth, plainFormula } from "../text.js";

/** @typedef {import("../types.js").Part} Part */
/** @typedef {import("../types.js").Prepared} Prepared */
/** @typedef {import("../types.js").Labels} Labels */
/** @typedef {import("../types.js").Measure} Measure */
/** @typedef {import("../types.js").Translate} Translate */

/**
 * What is the same for all parts of a figure.
 * @typedef {object} Setting
 * @property {import("../types.js").Trace} trace
 * @property {Labels} labels
 * @property {Translate} t
 * @property {Measure} measure
 * @property {number} digits after the decimal point
 * @property {number} width of the figure, px
 * @property {boolean} enlarged whether the figure may be wider than that
 * @property {boolean} grid whether the figure shows the same stage of every head
 * @property {import("../types.js").Hidden | null} hidden which keys a mask hides from which queries
 */

/**
 * Adds to a part its numbers, its texts, and the widths in px that the layout needs of both.
 * @param {Part} part
 * @param {Setting} setting
 * @returns {Prepared}
 */
export function prepare(part, setting) {
  const { labels, measure, grid, t, trace, width } = setting;
  const { head } = part;
  const values = valuesOf(trace, part);
  const base = labels.names?.[part.stage] ?? nameOf(part.stage);
  const name = part.transposed ? `${base}^T` : base;
  const shapeText = `${part.rows} × ${part.columns}`;
  const headText = head ? t(`figure-${head.kind}`, { head: head.index + 1, heads: head.count }) : "";
  const headName = head ? t(`figure-${head.kind}-short`, { head: head.index + 1 }) : "";
  const sharing = sharingText(part, t);
  const titles = [formulaWidth(name, metrics.name, scaledMeasure(measure)) * bold];
  if (grid) titles.push(measure(headName, metrics.name) * bold);
  // Of a weight matrix the figure shows only the columns of one head, which must be said even where they are narrow.
  const slice = head && part.rowAxis === "dimensions" ? ` · ${headName}` : "";
  const rowLabels = axisLabels(part, "rows", labels);
  const columnLabels = axisLabels(part, "columns", labels);
  const maxRowLabel = clamp(width * 0.2, 48, metrics.maxRowLabel);
  return {
    ...part,
    name,
    caption: [plainFormula(name), shapeText, headText, sharing].filter(Boolean).join(" · "),
    shapeText,
    headText,
    headName,
    sharingText: sharing,
    rowLabels,
    columnLabels,
    values,
    hidden: hiddenCells(part, values, setting.hidden, trace),
    gutter: rowLabels ? widest(rowLabels, metrics.rowLabel, maxRowLabel, measure) + metrics.labelGap : 0,
    headerWidth: Math.ceil(Math.max(measure(shapeText + slice, metrics.shape), ...titles)),
    columnLabelWidth: columnLabels ? widest(columnLabels, metrics.columnLabel, metrics.maxColumnLabel, measure) : 0,
    columnLabelStep: columnLabels ? labelStep(columnLabels, measure) : 0,
    digitCell: digitCellOf(part, values, setting),
  };
}

/**
 * Measures every text at one common font size and scales the width in proportion, because browsers take long to load a
 * font at a further size.
 * @param {Measure} measure
 * @returns {Measure}
 */
const scaledMeasure = (measure) => (text, size) => measure(text, metrics.shape) * (size / metrics.shape);

/** Ids whose second part is a subscript: W_q, b_o, W_up, Q_rot, norm_1. */
const withSubscript =
  /^([Wb])([qkvo])$|^([Wb])_(gate|up|down)$|^([QK])_(rot|projected)$|^(rel)([KV])$|^(norm|residual)_([12])$/;

/** @param {string} stage @returns {string} a formula: the name of a matrix for which the caller gives no other name */
function nameOf(stage) {
  const match = withSubscript.exec(stage);
  const parts = match?.slice(1).filter(Boolean);
  return parts ? parts.join("_") : stage.replaceAll("_", " ");
}

/**
 * The stage whose columns have the same names as those of a tensor: parameters and rotated vectors are like what they make,
 * and what is added to the residual stream is like X.
 * @param {string} stage
 */
function columnsLike(stage) {
  const { group, role, axes } = rowOf(stage) ?? {};
  if (group !== "embeddings" && role === "plain" && axes?.at(-1) === "d_model") return "X";
  return (group === "parameters" || group === "projections") && role !== "plain" ? role : stage;
}

/**
 * Weight matrices, whose rows have the same names as the columns of the stage that they multiply, and that stage.
 * @type {Readonly<Record<string, string | undefined>>}
 */
const rowsLike = Object.freeze({
  Wq: "X",
  Wk: "C",
  Wv: "C",
  Wo: "concat",
  W_gate: "X",
  W_up: "X",
  W_down: "mlp_hidden",
});

/**
 * The labels of the rows or columns of a part: at least one for each, or null where the caller has given too few or none.
 * @param {Part} part
 * @param {"rows" | "columns"} side rows or columns as drawn
 * @param {Labels} labels
 */
function axisLabels(part, side, labels) {
  const axis = side === "rows" ? part.rowAxis : part.columnAxis;
  const count = part[side];
  if (axis !== "dimensions") return labels[axis].length >= count ? labels[axis] : null;
  const alongColumns = (side === "columns") !== part.transposed;
  const like = (alongColumns ? columnsLike(part.stage) : rowsLike[part.stage]) ?? part.stage;
  const names = labels.dimensions?.[like] ?? (like === "C" ? labels.dimensions?.X : undefined);
  if (!names || (!alongColumns && part.rank === 1)) return null;
  const start = names.length > count && part.head ? part.head.index * count : 0;
  return names.length >= start + count ? names.slice(start, start + count) : null;
}

/**
 * The width of the widest label.
 * @param {readonly string[]} labels
 * @param {number} size font size, px
 * @param {number} max largest result, px
 * @param {Measure} measure
 * @returns {number} px
 */
function widest(labels, size, max, measure) {
  return Math.ceil(labels.reduce((width, label) => Math.max(width, Math.min(max, measure(label, size))), 0));
}

/**
 * The smallest distance from column to column at which horizontal labels do not touch.
 * @param {readonly string[]} labels
 * @param {Measure} measure
 * @returns {number} px from the middle of one label to the middle of the next
 */
function labelStep(labels, measure) {
  let [step, previous] = [0, -Infinity];
  for (const label of labels) {
    const width = Math.min(metrics.maxColumnLabel, measure(label, metrics.columnLabel));
    step = Math.max(step, (previous + width) / 2 + labelsApart);
    previous = width;
  }
  return step;
}

/**
 * The smallest cell width in px at which the digits of all values fit; Infinity where digits can never fit. Only a few
 * values are measured: of all numbers with an exponent, and of all without, the largest and the most negative are widest.
 * @param {Part} part @param {Float32Array | Float64Array} values @param {Setting} setting
 */
function digitCellOf(part, values, { digits, width, enlarged, measure }) {
  if (part.columns * metrics.digitCell > (enlarged ? metrics.widest : width) || part.rows > metrics.digitRows)
    return Infinity;
  const plain = { lowest: 0, highest: 0 };
  const exponential = { lowest: 0, highest: 0 };
  for (const value of values) {
    if (!Number.isFinite(value)) continue;
    const extremes = Math.abs(value) >= exponentFrom ? exponential : plain;
    extremes.lowest = Math.min(extremes.lowest, value);
    extremes.highest = Math.max(extremes.highest, value);
  }
  const extremes = [plain.lowest, plain.highest, exponential.lowest, exponential.highest];
  const { beside, after } = digitsIn(width, digits);
  // Narrow figures write large numbers with fewer digits: −100 is narrower there than −9.99, so that is measured as well.
  const candidates = [...extremes, ...extremes.map((value) => clamp(value, -9.99, 9.99))];
  const scaled = scaledMeasure(measure);
  const widths = candidates.map((value) => scaled(formatNumber(value, after(value)), metrics.minDigits));
  return Math.max(metrics.digitCell, Math.ceil(Math.max(...widths)) + beside);
}

/** @param {Part} part @param {Translate} t @returns {string} which heads share this key/value head, or which one this head reads; "" where heads do not share */
function sharingText({ reads, readers }, t) {
  if (reads) return t("figure-reads", { head: reads.index + 1 });
  if (!readers) return "";
  const { from, to } = readers;
  return t("figure-read-by", { from: from + 1, to: to + 1, count: to - from + 1 });
}
