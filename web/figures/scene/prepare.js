import { hiddenCells } from "./hidden.js";
import { labelsApart } from "../layout/labels.js";
import { valuesOf } from "../matrices.js";
import { clamp, metrics } from "../metrics.js";
import { digitsIn, exponentFrom, formatNumber } from "../numbers.js";
import { formulaWidth, plainFormula } from "../text.js";

/** @typedef {import("../types.js").Part} Part */
/** @typedef {import("../types.js").Prepared} Prepared */
/** @typedef {import("../types.js").Labels} Labels */
/** @typedef {import("../types.js").Measure} Measure */
/** @typedef {{trace: import("../types.js").Trace, labels: Labels, t: import("../types.js").Translate, measure: Measure, digits: number, width: number, multiples: boolean, hidden: import("../types.js").Hidden | null}} Setting */

/**
 * Measures what is not drawn like this at the size of what is: browsers take long to make a font of another size.
 * @param {Measure} measure
 * @returns {Measure}
 */
const atDrawnSize = (measure) => (text, size) => measure(text, metrics.shape) * (size / metrics.shape);

/** Ids whose second part is set low: W_q, b_o, Q_rot. */
const lowered = /^([Wb])([qkvo])$|^([QK])_(rot)$|^(rel)([KV])$/;

/** @param {string} stage @returns {string} how its id is written where the caller has no other name: a formula */
function nameOf(stage) {
  const match = lowered.exec(stage);
  const parts = match?.slice(1).filter(Boolean);
  return parts ? parts.join("_") : stage.replaceAll("_", " ");
}

/** Columns of these inputs are those of these stages, and so are their names. */
const columnsLike = Object.freeze({
  ...{ Wq: "Q", bq: "Q", Wk: "K", bk: "K", relK: "K", Wv: "V", bv: "V", relV: "V", Wo: "output", bo: "output" },
  ...{ Q_rot: "Q", K_rot: "K" },
});
const rowsLike = Object.freeze({ Wq: "X", Wk: "C", Wv: "C", Wo: "concat" });

/**
 * Labels along one axis, as many as there are rows or columns, or nothing.
 * @param {Part} part
 * @param {"rows" | "columns"} side as drawn
 * @param {Labels} labels
 */
function axisLabels(part, side, labels) {
  const axis = side === "rows" ? part.rowAxis : part.columnAxis;
  if (axis !== "dimensions") return labels[axis].length >= part[side] ? labels[axis] : null;
  const alongColumns = (side === "columns") !== part.transposed;
  const like = /** @type {Record<string, string>} */ (alongColumns ? columnsLike : rowsLike)[part.stage] ?? part.stage;
  const names = labels.dimensions?.[like] ?? (like === "C" ? labels.dimensions?.X : undefined);
  if (!names || (!alongColumns && part.rank === 1)) return null;
  const start = names.length > part[side] ? (part.head?.index ?? 0) * part[side] : 0;
  return names.length >= start + part[side] ? names.slice(start, start + part[side]) : null;
}

/** @param {readonly string[] | null} labels @param {number} size @param {number} most @param {Measure} measure */
function widest(labels, size, most, measure) {
  return Math.ceil((labels ?? []).reduce((width, label) => Math.max(width, Math.min(most, measure(label, size))), 0));
}

/** @param {readonly string[] | null} labels @param {Measure} measure */
function labelStep(labels, measure) {
  const widths = (labels ?? []).map((label) => Math.min(metrics.maxColumnLabel, measure(label, metrics.columnLabel)));
  return widths.reduce((step, width, at) => Math.max(step, at > 0 ? (width + widths[at - 1]) / 2 + labelsApart : 0), 0);
}

/**
 * Least cell width at which the digits of all values fit. Within one way of writing, the widest number is the largest or
 * the most negative one.
 * @param {Part} part @param {Float64Array} values @param {Setting} setting
 */
function digitCellOf(part, values, { digits, width, measure }) {
  if (part.columns * metrics.digitCell > width || part.rows > metrics.digitRows) return Infinity;
  const extremes = [0, 0, 0, 0];
  for (const value of values) {
    if (!Number.isFinite(value)) continue;
    const way = Math.abs(value) >= exponentFrom ? 2 : 0;
    extremes[way] = Math.min(extremes[way], value);
    extremes[way + 1] = Math.max(extremes[way + 1], value);
  }
  const { beside, after } = digitsIn(width, digits);
  // Shortened, −100 is narrower than the −9.99 that may stand beside it.
  const widest = [...extremes, ...extremes.map((value) => clamp(value, -9.99, 9.99))];
  const widths = widest.map((value) => atDrawnSize(measure)(formatNumber(value, after(value)), metrics.minDigits));
  return Math.max(metrics.digitCell, Math.ceil(Math.max(...widths)) + beside);
}

/** @param {Part} part @param {import("../types.js").Translate} t @returns {string} which heads share it, or which it reads */
function sharingText({ reads, readers }, t) {
  if (reads) return t("figure-reads", { head: reads.index + 1 });
  if (!readers) return "";
  const { from, to } = readers;
  return t("figure-read-by", { from: from + 1, to: to + 1, count: to - from + 1 });
}

/**
 * A part with its numbers, words and the room these need.
 * @param {Part} part
 * @param {Setting} setting
 * @returns {Prepared}
 */
export function prepare(part, setting) {
  const { labels, measure, multiples, t, trace, width } = setting;
  const { head } = part;
  const values = valuesOf(trace, part);
  const base = labels.names?.[part.stage] ?? nameOf(part.stage);
  const name = part.transposed ? `${base}^T` : base;
  const shapeText = `${part.rows} × ${part.columns}`;
  const headText = head ? t(`figure-${head.kind}`, { head: head.index + 1, heads: head.count }) : "";
  const headName = head ? t(`figure-${head.kind}-short`, { head: head.index + 1 }) : "";
  const sharing = sharingText(part, t);
  const bold = 1.06;
  const titles = [formulaWidth(name, metrics.name, atDrawnSize(measure)) * bold];
  if (multiples) titles.push(measure(headName, metrics.name) * bold);
  const rowLabels = axisLabels(part, "rows", labels);
  const columnLabels = axisLabels(part, "columns", labels);
  const mostRow = clamp(width * 0.2, 48, metrics.maxRowLabel);
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
    gutter: rowLabels ? widest(rowLabels, metrics.rowLabel, mostRow, measure) + metrics.labelGap : 0,
    headerWidth: Math.ceil(Math.max(measure(shapeText, metrics.shape), ...titles)),
    columnLabelWidth: widest(columnLabels, metrics.columnLabel, metrics.maxColumnLabel, measure),
    columnLabelStep: labelStep(columnLabels, measure),
    digitCell: digitCellOf(part, values, setting),
  };
}
