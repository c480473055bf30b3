import { clamp, metrics } from "../metrics.js";
import { layoutConcat, layoutGrid } from "./heads.js";
import {
  bracketHeight,
  columnLabelHeight,
  enlargedCell,
  enlargedRow,
  headerHeight,
  isOperator,
  leastCell,
  matrixWidth,
  narrowRow,
  operatorWidth,
  partsOf,
  rowHeight,
} from "./sizes.js";

/** @typedef {import("../types.js").Prepared} Prepared */
/** @typedef {import("../types.js").Layout} Layout */
/** @typedef {import("../types.js").Measure} Measure */
/** @typedef {import("./sizes.js").Items} Items */
/**
 * @typedef {object} Options
 * @property {boolean} [enlarged] whether each cell is large enough for a finger, however wide the figure becomes
 * @property {boolean} [low] whether rows, names and shapes take as little height as they can
 * @property {boolean} [line] whether the equation is on one line if it can be, with digits in its result alone if need be
 * @property {boolean} [bare] whether columns have no labels
 */

/**
 * Gives every matrix and operator its place. Where even the smallest cells do not fit, the figure is wider than `width`.
 * @param {import("../types.js").Arrangement} arrangement
 * @param {Items} items of an equation, its result last
 * @param {number} width px to fill
 * @param {Measure} measure
 * @param {Options} [options]
 * @returns {Layout}
 */
export function layoutOf(arrangement, items, width, measure, options = {}) {
  const { enlarged = false, low = false, line = false, bare = false } = options;
  if (enlarged) return layoutStack(items, width, measure, { enlarged });
  if (arrangement === "grid") return layoutGrid(partsOf(items), width, { low, bare });
  if (arrangement === "heads") return layoutConcat(items, width);
  const plan = planLine(items, width, measure, line);
  if (plan) return layoutLine(items, { ...plan, low, bare }, measure);
  const isAbove = width <= metrics.narrow && items.length > 1;
  return (isAbove && layoutAbove(items, width, measure, low)) || layoutStack(items, width, measure, { low, bare });
}

/** @param {Prepared[]} parts @returns {Prepared} the last, which is the equation's result */
const resultOf = (parts) => /** @type {Prepared} */ (parts.at(-1));

// Equations on one line.

/**
 * Choices with which an equation fits on one line.
 * @typedef {object} Plan
 * @property {(part: Prepared) => number} cellWidth px
 * @property {Set<Prepared>} digits the matrices whose cells hold digits
 * @property {Set<Prepared>} labelled the matrices that have row labels
 * @property {Prepared} [below] the result, where it is below the line of its operands: these are low then, and columns
 *   that are the result's too have no labels
 * @property {boolean} [low] see Options
 * @property {boolean} [bare]
 */

/**
 * The matrices that keep their row labels where not all fit: the first one, and those whose labels differ from its labels.
 * @param {Prepared[]} parts
 */
function withOwnLabels(parts) {
  const labelsOf = (/** @type {Prepared | undefined} */ part) => part?.rowLabels?.join("\n");
  return new Set(parts.filter((part, at) => at === 0 || labelsOf(part) !== labelsOf(parts[0])));
}

/** The width in px of an equation on one line. @param {Items} items @param {Plan} plan @param {Measure} measure */
function lineWidth(items, plan, measure) {
  return items.reduce((sum, item) => {
    if (isOperator(item)) return sum + operatorWidth(item, measure);
    const width = matrixWidth(item, plan.cellWidth(item));
    return sum + (plan.labelled.has(item) ? item.gutter : 0) + Math.max(width, item.headerWidth);
  }, 2 * metrics.margin);
}

/**
 * Finds the best way to fit an equation on one line. It tries digits in all matrices, then digits only in the result,
 * then no digits; each of these with row labels at every matrix, then without labels that repeat those of the first
 * matrix; and each of these from the widest cells to the narrowest. Narrow figures try digits in all matrices only, unless they have
 * to be on one line.
 * @param {Items} items @param {number} width @param {Measure} measure @param {boolean} [line]
 * @returns {Plan | null} null where it does not fit
 */
function planLine(items, width, measure, line = false) {
  const parts = partsOf(items);
  const result = resultOf(parts);
  const all = new Set(parts);
  const heights = parts.map((part) => rowHeight(part, metrics.maxCell, true));
  const widest = Math.min(metrics.maxCell, 2 * Math.max(...heights)); // a cell is at most twice as wide as it can be high
  const min = Math.max(...parts.map((part) => part.digitCell));
  const wider = (/** @type {number} */ step) => clamp(step + 14, result.digitCell, Math.max(44, result.digitCell));
  /** @type {{digits: Set<Prepared>, from: number, to: number, cellWidth: (part: Prepared, step: number) => number}[]} step: a cell width in px, which decreases from `from` to `to` */
  const attempts = [
    { digits: all, from: widest, to: min, cellWidth: (_, step) => step },
    {
      digits: new Set([result]),
      from: 30,
      to: 12,
      cellWidth: (part, step) => (part === result ? wider(step) : step),
    },
    { digits: new Set(), from: 33, to: metrics.minCell, cellWidth: (_, step) => step },
  ];
  const allowed = width <= metrics.narrow && !line ? attempts.slice(0, 1) : attempts;
  for (const { digits, from, to, cellWidth } of allowed) {
    for (const labelled of [all, withOwnLabels(parts)]) {
      for (let step = from; step >= to; step--) {
        const plan = { cellWidth: (/** @type {Prepared} */ part) => cellWidth(part, step), digits, labelled };
        if (lineWidth(items, plan, measure) <= width) return plan;
      }
    }
  }
  return null;
}

/**
 * Lays out an equation on one line. The tops of all matrices are aligned, and rows of tokens are equally high in all of
 * them, so that a token's row is level from matrix to matrix.
 * @param {Items} items @param {Plan} plan @param {Measure} measure
 * @returns {Layout}
 */
function layoutLine(items, plan, measure) {
  const parts = partsOf(items);
  const hasDigits = (/** @type {Prepared} */ part) => plan.digits.has(part);
  const ownHeight = (/** @type {Prepared} */ part) => rowHeight(part, plan.cellWidth(part), hasDigits(part));
  const hasTokens = (/** @type {Prepared} */ part) => part.rowAxis !== "dimensions";
  const tokens = parts.filter(hasTokens);
  const { low = false } = plan;
  const maxHeight = (/** @type {Prepared} */ part) => {
    if (plan.below) return narrowRow(part.rows, { low });
    return low
      ? narrowRow(part.rows, { result: part.result, digits: hasDigits(part), low, bare: plan.bare })
      : Infinity;
  };
  const shared = Math.min(Math.max(...tokens.map(ownHeight)), ...tokens.map(maxHeight));
  const tallest = Math.max(...tokens.map((part) => part.rows)) * shared;
  // A weight matrix has as many rows as its input has columns, often many more than there are tokens. Its rows are made
  // lower, so that it is not much higher than the matrices of tokens.
  const flattened = (/** @type {Prepared} */ part) =>
    Math.max(
      Math.min(part.rowLabels ? metrics.labelledRow : 8, metrics.comfortableHeight / part.rows),
      Math.floor((1.5 * tallest) / part.rows),
    );
  const heightOf = (/** @type {Prepared} */ part) => {
    if (hasTokens(part)) return shared;
    return Math.min(ownHeight(part), maxHeight(part), hasDigits(part) ? Infinity : flattened(part));
  };
  const y = metrics.margin + headerHeight(low);
  const result = resultOf(parts);
  const middle = y + (result.rows * heightOf(result)) / 2;
  /** @type {Layout} */
  const layout = { places: new Map(), operators: [], bottom: 0 };
  let x = metrics.margin;
  for (const item of items) {
    if (isOperator(item)) {
      const width = operatorWidth(item, measure);
      layout.operators.push({ ...item, direction: item.kind === "arrow" ? "right" : "inline", x, y: middle, width });
      x += width;
      continue;
    }
    const labelled = plan.labelled.has(item);
    const cellWidth = plan.cellWidth(item);
    const cellHeight = heightOf(item);
    if (labelled) x += item.gutter;
    const digits = hasDigits(item);
    const bare = plan.bare === true || plan.below?.columnLabels?.join() === item.columnLabels?.join();
    layout.places.set(item, {
      x,
      y,
      cellWidth,
      cellHeight,
      blockGap: item.ownBlockGap,
      line: 0,
      labelled,
      bare,
      digits,
      low,
    });
    const labelHeight = bare ? 0 : columnLabelHeight(item, cellWidth);
    layout.bottom = Math.max(layout.bottom, y + item.rows * cellHeight + labelHeight);
    x += Math.max(matrixWidth(item, cellWidth), item.headerWidth);
  }
  return layout;
}

// Equations from top to bottom.

/** Px between a matrix and the next one below it, and px that an operator between them takes. */
const gap = 20;
const operatorHeight = Object.freeze({ arrow: 48, symbol: 36 });
/** Weight matrices, which have many rows, get such low rows that they are about this high, px. */
const flattenedHeight = 180;

/** @param {Prepared} part a weight matrix @returns {number} largest height of its rows, px */
const flattenedRow = ({ rows }) =>
  Math.max(Math.min(8, metrics.comfortableHeight / rows), Math.floor(flattenedHeight / rows));

/**
 * The cell width in px of a matrix in an equation from top to bottom: the result and operands whose columns and kind of
 * rows are like its own fill the width, with cells of at most 52 px; cells of other operands are narrower.
 * @param {Prepared} part @param {Prepared} result @param {number} width available px
 */
function stackedCell(part, result, width) {
  const fitting = Math.floor((width - matrixWidth(part, 0)) / part.columns);
  const finest = leastCell(part);
  if (part.columns === result.columns && part.rowAxis === result.rowAxis) return clamp(fitting, finest, 52);
  const digits = part.rows <= 8 && fitting >= part.digitCell;
  return clamp(fitting, finest, digits ? part.digitCell : 22);
}

/**
 * Lays out an equation so that all of it fits on the screen of a phone: the operands with small cells on one line, if
 * necessary without row labels, and below them the result, as wide as the figure.
 * @param {Items} items @param {number} width @param {Measure} measure @param {boolean} low
 * @returns {Layout | null} null where the operands do not fit on one line
 */
function layoutAbove(items, width, measure, low) {
  const operands = items.slice(0, -2);
  const below = resultOf(partsOf(items));
  for (const labelled of [withOwnLabels(partsOf(operands)), new Set()]) {
    for (let step = 22; step >= metrics.minCell; step--) {
      /** @type {Plan} */
      const plan = { cellWidth: () => step, digits: new Set(), labelled, below, low };
      if (lineWidth(operands, plan, measure) > width) continue;
      const above = layoutLine(operands, plan, measure);
      const { places, operators, bottom } = layoutStack(items.slice(-2), width, measure, { from: above.bottom, low });
      return { places: new Map([...above.places, ...places]), operators: [...above.operators, ...operators], bottom };
    }
  }
  return null;
}

/**
 * Lays out an equation from top to bottom. Arrows and wide symbols are between two matrices, narrow symbols to the left
 * of the name of the matrix that follows.
 * @param {Items} items @param {number} width @param {Measure} measure
 * @param {Options & {from?: number}} [options] from: px above that are taken
 * @returns {Layout}
 */
function layoutStack(items, width, measure, options = {}) {
  const { from = metrics.margin, enlarged = false, low = false, bare = false } = options;
  const parts = partsOf(items);
  const result = resultOf(parts);
  const gutter = Math.max(24, ...parts.map((part) => part.gutter));
  const x = metrics.margin + gutter;
  /** @type {Layout} */
  const layout = { places: new Map(), operators: [], bottom: 0 };
  let y = from;
  for (const [at, item] of items.entries()) {
    if (isOperator(item)) {
      const next = /** @type {Items[number]} */ (items[at + 1]); // exists: an equation ends with its result
      const isNarrow = item.kind === "symbol" && !item.note && operatorWidth(item, measure) <= gutter;
      const height = operatorHeight[item.kind];
      if (isNarrow && !isOperator(next)) {
        layout.operators.push({ ...item, direction: "inline", x: x - 24, y: y + gap + 14, width: 24 });
        y += gap;
      } else {
        const direction = item.kind === "arrow" ? "down" : "inline";
        const ownWidth = operatorWidth(item, measure);
        layout.operators.push({ ...item, direction, x: x - 12, y: y + height / 2, width: ownWidth });
        y += height + (item.kind === "symbol" && item.note ? 18 : 0);
      }
      continue;
    }
    const cellWidth = enlarged ? enlargedCell(item) : stackedCell(item, result, width - x - metrics.margin);
    const digits = cellWidth >= item.digitCell;
    const highest = digits || item.rowAxis !== "dimensions" ? Infinity : flattenedRow(item);
    const lowered =
      width <= metrics.narrow || low ? narrowRow(item.rows, { result: item === result, digits, low, bare }) : Infinity;
    const cellHeight = enlarged ? enlargedRow(item) : Math.min(rowHeight(item, cellWidth, digits), highest, lowered);
    const top = y + headerHeight(low) + (enlarged ? bracketHeight([item]) : 0);
    const place = {
      x,
      y: top,
      cellWidth,
      cellHeight,
      blockGap: item.ownBlockGap,
      line: at,
      labelled: true,
      bare,
      digits,
      low,
    };
    layout.places.set(item, place);
    y = top + item.rows * cellHeight + (bare ? 0 : columnLabelHeight(item, cellWidth));
  }
  return { ...layout, bottom: y };
}
