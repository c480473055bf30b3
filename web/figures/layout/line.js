import { columnRoom } from "./labels.js";
import { clamp, metrics } from "../metrics.js";
import { isOperator, matrixWidth, operatorWidth, partsOf, rowHeight } from "./sizes.js";

/** @typedef {import("../types.js").Prepared} Prepared */
/** @typedef {import("../types.js").Place} Place */
/** @typedef {import("../types.js").PlacedOperator} PlacedOperator */
/** @typedef {import("../types.js").Layout} Layout */
/** @typedef {import("../types.js").Measure} Measure */
/** @typedef {import("./sizes.js").Items} Items */
/** @typedef {{cells: Map<Prepared, number>, digits: Set<Prepared>, labelled: Set<Prepared>}} Plan */

/** Parts that keep their row labels when room is short: those whose rows are not the first part's rows. @param {Prepared[]} parts */
function leading(parts) {
  const same = (/** @type {Prepared} */ part) => part.rowLabels?.join("\n") === parts[0].rowLabels?.join("\n");
  return new Set(parts.filter((part, at) => at === 0 || !same(part)));
}

/** @param {Items} items @param {Plan} plan @param {Measure} measure */
function lineWidth(items, plan, measure) {
  return items.reduce((sum, item) => {
    if (isOperator(item)) return sum + operatorWidth(item, measure);
    const width = matrixWidth(item, plan.cells.get(item) ?? 0);
    return sum + (plan.labelled.has(item) ? item.gutter : 0) + Math.max(width, item.headerWidth);
  }, 2 * metrics.margin);
}

/** @param {Prepared[]} parts @returns {number} widest cell that leaves a matrix at a comfortable height */
const widestCell = (parts) =>
  Math.min(metrics.maxCell, Math.max(...parts.map((part) => 2 * rowHeight(part, metrics.maxCell, true))));

/**
 * The largest cells with which a line fits: `size` gives each part's cell width at a step, falling.
 * @param {Items} items @param {number} width @param {Measure} measure @param {Set<Prepared>} labelled @param {Set<Prepared>} digits
 * @param {[number, number]} range of the step
 * @param {(part: Prepared, step: number) => number} size
 * @returns {Plan | null}
 */
function largest(items, width, measure, labelled, digits, [most, least], size) {
  const parts = partsOf(items);
  for (let step = most; step >= least; step--) {
    const plan = { cells: new Map(parts.map((part) => [part, size(part, step)])), digits, labelled };
    if (lineWidth(items, plan, measure) <= width) return plan;
  }
  return null;
}

/**
 * The best way to fit an equation on one line: digits everywhere, else digits in the result, else heat alone; in each
 * case with row labels on every matrix if that leaves room, else only where they are not a repetition.
 * @param {Items} items @param {number} width @param {Measure} measure
 * @returns {Plan | null}
 */
export function planLine(items, width, measure) {
  const parts = partsOf(items);
  const result = parts[parts.length - 1];
  const everywhere = new Set(parts);
  const labellings = [everywhere, leading(parts)];
  const most = widestCell(parts);
  const least = Math.max(...parts.map((part) => part.digitCell));
  /** @type {((labelled: Set<Prepared>) => Plan | null)[]} */
  const attempts = [
    (labelled) => largest(items, width, measure, labelled, everywhere, [most, least], (_, step) => step),
    (labelled) =>
      largest(items, width, measure, labelled, new Set([result]), [30, 12], (part, step) =>
        part === result ? clamp(step + 14, result.digitCell, Math.max(44, result.digitCell)) : step,
      ),
    (labelled) => largest(items, width, measure, labelled, new Set(), [33, metrics.minCell], (_, step) => step),
  ];
  const fitting = width <= metrics.narrow ? attempts.slice(0, 1) : attempts;
  for (const attempt of fitting) {
    for (const labelled of labellings) {
      const plan = attempt(labelled);
      if (plan) return plan;
    }
  }
  return null;
}

/**
 * Places an equation on one line: tops aligned, so that rows of the same tokens run on from matrix to matrix.
 * @param {Items} items @param {Plan} plan @param {Measure} measure
 * @returns {Layout}
 */
export function layoutLine(items, plan, measure) {
  const parts = partsOf(items);
  const cell = (/** @type {Prepared} */ part) => plan.cells.get(part) ?? metrics.minCell;
  const heights = new Map(parts.map((part) => [part, rowHeight(part, cell(part), plan.digits.has(part))]));
  const tokens = parts.filter((part) => part.rowAxis !== "dimensions");
  const shared = Math.max(...tokens.map((part) => heights.get(part) ?? 0));
  const tallest = Math.max(...tokens.map((part) => part.rows)) * shared;
  // A weight matrix has as many rows as the input has columns: it may be flatter than square, but not a tower.
  const compact = (/** @type {Prepared} */ part) =>
    plan.digits.has(part)
      ? Infinity
      : Math.max(
          Math.min(part.rowLabels ? metrics.labelledRow : 8, metrics.comfortableHeight / part.rows),
          Math.floor((1.5 * tallest) / part.rows),
        );
  const y = metrics.margin + metrics.header;
  /** @type {Layout} */
  const layout = { places: new Map(), operators: [], bottom: 0 };
  let x = metrics.margin;
  for (const item of items) {
    if (isOperator(item)) {
      const width = operatorWidth(item, measure);
      layout.operators.push({ ...item, direction: item.kind === "arrow" ? "right" : "inline", x, y: 0, width });
      x += width;
      continue;
    }
    const labelled = plan.labelled.has(item);
    const cellWidth = cell(item);
    const cellHeight = tokens.includes(item) ? shared : Math.min(heights.get(item) ?? 0, compact(item));
    if (labelled) x += item.gutter;
    layout.places.set(item, {
      x,
      y,
      cellWidth,
      cellHeight,
      blockGap: item.apart,
      line: 0,
      labelled,
      digits: plan.digits.has(item),
    });
    layout.bottom = Math.max(layout.bottom, y + item.rows * cellHeight + columnRoom(item, cellWidth));
    x += Math.max(matrixWidth(item, cellWidth), item.headerWidth);
  }
  const last = parts[parts.length - 1];
  const middle = y + (last.rows * (layout.places.get(last)?.cellHeight ?? 0)) / 2;
  return { ...layout, operators: layout.operators.map((operator) => ({ ...operator, y: middle })) };
}
