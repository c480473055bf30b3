import { metrics } from "../metrics.js";
import { matrixWidth } from "./sizes.js";

/** @typedef {import("../types.js").Prepared} Prepared */
/** @typedef {import("../types.js").Matrix} Matrix */
/** @typedef {import("../types.js").Text} Text */
/** @typedef {import("../types.js").Line} Line */

/** @param {readonly Prepared[]} parts @returns {number} px above the names of small multiples for what joins them */
export const groupRoom = (parts) => (parts.some((part) => part.reads) ? 26 : 0);

/** Neighbours on one line that read the same head. @param {readonly Matrix[]} matrices */
function groupsOf(matrices) {
  /** @type {Matrix[][]} */
  const groups = [];
  for (const matrix of matrices) {
    const last = groups.at(-1)?.[0];
    if (last && last.line === matrix.line && last.reads?.index === matrix.reads?.index) groups.at(-1)?.push(matrix);
    else groups.push([matrix]);
  }
  return groups;
}

/**
 * Brackets over the query heads that share a key/value head.
 * @param {readonly Matrix[]} matrices small multiples
 * @param {import("../colour/palette.js").Palette} palette
 * @returns {{lines: Line[], texts: Text[]}}
 */
export function groupLines(matrices, palette) {
  const groups = groupsOf(matrices).filter(([first]) => first.reads);
  const colour = palette.muted;
  const lines = groups.map((group) => {
    const last = group[group.length - 1];
    const [left, right] = [group[0].x, last.x + matrixWidth(last, last.cellWidth)];
    const y = group[0].y - metrics.header - 4;
    return { points: [left, y + 5, left, y, right, y, right, y + 5], colour, width: 1.25 };
  });
  const fixed = /** @type {const} */ ({ size: metrics.note, anchor: "start", weight: 400, rotate: 0, formula: false });
  const texts = groups.map(([{ x, y, sharingText }]) => ({
    ...fixed,
    ...{ text: sharingText, x, y: y - metrics.header - 9, colour, role: "group" },
  }));
  return { lines, texts };
}
