import { AttentionError } from "../../engine/errors.js";
import { equationOf } from "./equation.js";
import { hiddenByMask, marked } from "../hidden.js";
import { axisNames, brackets, columnLabels, headingTexts, rowLabels } from "./labels.js";
import { layoutOf } from "../layout/layout.js";
import { legendsOf } from "./legend.js";
import { marksOf, ringsOf } from "./marks.js";
import { metrics } from "../metrics.js";
import { operatorMarks } from "./operators.js";
import { digitsIn, formatNumber } from "../numbers.js";
import { palettes } from "../colour/palette.js";
import { prepare } from "./prepare.js";
import { largestShown, matrixBefore, rimShades } from "../rims.js";
import { scalesOf, shadesOf } from "../colour/scales.js";
import { isOperator, matrixWidth, partsOf } from "../layout/sizes.js";
import { estimateWidth, formulaWidth, inFontOf } from "../text.js";
import { radius } from "../tokens.js";

/** @typedef {import("../types.js").Scene} Scene */
/** @typedef {import("../types.js").Matrix} Matrix */
/** @typedef {import("../types.js").Prepared} Prepared */
/** @typedef {import("../types.js").Place} Place */
/** @typedef {import("../types.js").Scale} Scale */
/** @typedef {import("../types.js").Cell} Cell */

/**
 * @typedef {object} FigureView
 * @property {string} stage what the figure shows
 * @property {number | "all"} head
 * @property {import("../types.js").Trace} trace
 * @property {import("../types.js").Labels} labels
 * @property {import("../types.js").Translate} t
 * @property {number} width px to fill
 * @property {import("../types.js").Theme} theme
 * @property {Cell | null} [cell] the number that is inspected
 * @property {readonly Cell[]} [sources] the numbers it comes from
 * @property {number} [digits] after the decimal point, 2 unless given
 * @property {import("../types.js").Hidden | null} [hidden] in place of the trace's own mask (`allow`)
 * @property {boolean | "operands"} [alone] whether only the result is shown, without operands and operators; "operands": only
 *   these, without the result
 * @property {readonly import("../types.js").Trace[]} [peers] other walks that this one is compared with: they share its colour scales
 * @property {boolean} [signed] whether weights may be below 0, as their differences are
 * @property {boolean} [enlarged] whether each cell is large enough for a finger, however wide the figure becomes
 * @property {boolean} [low] whether rows, names and shapes take as little height as they can
 * @property {boolean} [line] whether the equation is on one line if it can be, with digits in its result alone if need be
 * @property {boolean} [bare] whether there are no column labels and no legend
 * @property {readonly Matrix[]} [former] the matrices as they were before a slider moved: cells whose numbers have changed get rims
 *   in their former colours
 * @property {import("../types.js").Measure} [measure] a canvas's measure of text, in place of an estimate
 */

/**
 * A matrix as it is drawn: a part with its place, the shades of its cells and their digits.
 * @param {Prepared} part @param {Place} place @param {Scale} scale @param {Matrix | null} before where its cells have rims
 * @param {ReturnType<typeof digitsIn>} written how the digits are written, see digitsIn
 * @returns {Matrix}
 */
function placed(part, place, scale, before, { beside, after }) {
  const { cellWidth, cellHeight } = place;
  const { stage, hidden } = part;
  // A weight that dropout has dropped is shown as a cross, because "0" is how a computed zero is shown.
  const textAt = (/** @type {number} */ value, /** @type {number} */ at) =>
    hidden?.[at] === marked.dropped ? "×" : formatNumber(value, stage.startsWith("keep") ? 0 : after(value));
  const smaller = Math.min(cellWidth, cellHeight);
  const grown = ((cellWidth - metrics.besideDigits) / (part.digitCell - beside)) * metrics.minDigits;
  // WebKit rounds the widths of glyphs, and sizes of text, to whole px: so sizes are whole, and digits can be wider, in
  // proportion, than at the size that was measured, by a third of a px of size below it and by one above.
  const fit = Math.max(metrics.minDigits, Math.min(grown - 0.34, Math.max(metrics.shape, grown - 1)));
  return {
    ...part,
    ...place,
    digits: place.digits ? Array.from(part.values, textAt) : null,
    digitSize: place.digits ? Math.floor(Math.min(metrics.maxDigits, fit, cellHeight * 0.6)) : 0,
    gap: smaller >= 10 ? 1 : 0,
    radius: smaller >= 20 && part.rows * part.columns <= 144 ? radius.data : 0, // only in small matrices: a canvas draws round corners slowly
    scale,
    shades: shadesOf(part.values, hidden, scale),
    rims: rimShades(part, before, scale),
  };
}

/** Throws where an option is invalid. @param {Pick<FigureView, "theme" | "width" | "digits">} view */
function check({ theme, width, digits = 2 }) {
  if (!Object.hasOwn(palettes, theme)) throw new AttentionError("theme", `wanted light or dark, got ${theme}`);
  if (!(width > 0 && Number.isFinite(width))) throw new AttentionError("width", `wanted px above 0, got ${width}`);
  if (!(Number.isInteger(digits) && digits >= 0 && digits <= 12)) {
    throw new AttentionError("digits", `wanted 0 to 12, got ${digits}`);
  }
}

/**
 * The equation without operands and operators, or without its result and the operator before it.
 * @param {import("../types.js").Equation} equation
 * @param {boolean | "operands"} alone whether only the result is wanted, or all but the result
 * @returns {import("../types.js").Equation}
 */
function shownOf(equation, alone) {
  if (alone === "operands") return { ...equation, items: equation.items.slice(0, -2) };
  if (!alone || equation.arrangement === "grid") return equation;
  return { arrangement: "line", items: equation.items.filter((item) => !isOperator(item) && item.result) };
}

/**
 * What does not depend on the inspected number: the matrices of a figure as they are drawn, with all their numbers, and the
 * layout with its operators.
 * @param {Omit<FigureView, "cell" | "sources">} view
 */
export function arrange(view) {
  check(view);
  const { stage, head, trace, labels, t, width, theme, digits = 2, measure = estimateWidth } = view;
  const { hidden = hiddenByMask(trace), alone = false, enlarged = false, low, line, bare = false, former = [] } = view;
  const { arrangement, items } = shownOf(equationOf(trace, stage, head, t), alone);
  const setting = { trace, labels, t, measure, digits, width, enlarged, grid: arrangement === "grid", hidden };
  const prepared = items.map((item) => (isOperator(item) ? item : prepare(item, setting)));
  const layout = layoutOf(arrangement, prepared, width, measure, { enlarged, low, line, bare });
  const known = new Map([...layout.places].map(([part, place]) => [part.id, matrixBefore(part, place, former)]));
  const before = (/** @type {import("../types.js").Part} */ { id }) => known.get(id) ?? null;
  const largestBefore = (/** @type {import("../types.js").Part} */ part) => largestShown(before(part));
  const scaleOf = scalesOf(trace, partsOf(prepared), theme, view.hidden, { ...view, largestBefore });
  const written = digitsIn(width, digits);
  const matrices = [...layout.places].map(([part, place]) => placed(part, place, scaleOf(part), before(part), written));
  return { arrangement, layout, matrices, bare };
}

/**
 * The figure of one stage: the equation that computes the stage, with the numbers of every matrix.
 * @param {FigureView} view
 * @param {ReturnType<typeof arrange>} [arranged] of the same view, whatever number was inspected
 * @returns {Scene}
 */
export function equationScene(view, arranged = arrange(view)) {
  const { t, theme, cell = null, sources = [], measure = estimateWidth } = view;
  const palette = palettes[theme];
  const { arrangement, layout, matrices, bare } = arranged;
  const marks = marksOf(matrices, cell, sources);
  /** @type {Set<string | undefined>} */
  const read = new Set(sources.map((source) => source.stage));
  const operators = layout.operators.map((operator) => operatorMarks(operator, read.has(operator.stage), palette));
  const x = Math.min(...matrices.map((matrix) => matrix.x));
  const place = { x, y: layout.bottom + 18, width: view.width - metrics.margin };
  const words = { hidden: t("figure-hidden"), dropped: t("figure-dropped") };
  const legend = bare
    ? { texts: [], boxes: [], lines: [], legends: [], right: x, bottom: layout.bottom }
    : legendsOf(matrices, { ...place, words, palette, measure });
  const groups = arrangement === "grid" ? brackets(matrices, palette) : { lines: [], texts: [] };
  const axes = { queries: t("figure-queries"), keys: t("figure-keys") };
  const headings = matrices.flatMap((matrix) => headingTexts(matrix, arrangement, palette, measure));
  const labels = matrices.flatMap((matrix) => [
    ...rowLabels(matrix, marks.get(matrix), palette, measure),
    ...columnLabels(matrix, marks.get(matrix), palette, measure),
    ...(arrangement === "grid" && matrix.head?.index ? [] : axisNames(matrix, axes, palette, measure)),
  ]);
  const right = [
    ...[...groups.texts, ...headings].map((text) => text.x + formulaWidth(text.text, text.size, measure)),
    ...matrices.map((matrix) => matrix.x + matrixWidth(matrix, matrix.cellWidth, matrix.blockGap)),
  ];
  return {
    width: Math.ceil(Math.max(legend.right, ...right) + metrics.margin),
    height: Math.ceil(legend.bottom + metrics.margin),
    theme,
    background: palette.background,
    matrices,
    boxes: legend.boxes,
    lines: [...operators.flatMap((operator) => operator.lines), ...groups.lines, ...legend.lines],
    texts: [
      ...groups.texts,
      ...headings,
      ...labels,
      ...operators.flatMap((operator) => operator.texts),
      ...legend.texts,
    ],
    rings: ringsOf(marks, palette),
    legends: legend.legends,
    ...inFontOf(measure),
  };
}
