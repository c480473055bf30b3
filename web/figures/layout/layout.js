import { layoutGrid, layoutHeads } from "./heads.js";
import { layoutLine, planLine } from "./line.js";
import { layoutStack } from "./stack.js";
import { partsOf } from "./sizes.js";

/** @typedef {import("../types.js").Layout} Layout */

/**
 * Gives every matrix and operator its place. Where even the smallest cells do not fit, the figure is wider than asked.
 * @param {import("../types.js").Arrangement} arrangement
 * @param {import("./sizes.js").Items} items
 * @param {number} width px to fill
 * @param {import("../types.js").Measure} measure
 * @returns {Layout}
 */
export function layoutOf(arrangement, items, width, measure) {
  if (arrangement === "grid") return layoutGrid(partsOf(items), width);
  if (arrangement === "heads") return layoutHeads(items, width);
  const plan = planLine(items, width, measure);
  return plan ? layoutLine(items, plan, measure) : layoutStack(items, width, measure);
}
