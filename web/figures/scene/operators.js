import { metrics } from "../metrics.js";

/** @typedef {import("../types.js").PlacedOperator} PlacedOperator */
/** @typedef {import("../types.js").Text} Text */
/** @typedef {import("../types.js").Line} Line */
/** @typedef {import("../colour/palette.js").Palette} Palette */

/**
 * An arrow drawn with thin lines.
 * @param {number} x of its tail, px @param {number} y of its tail, px
 * @param {number} dx px from tail to head @param {number} dy px from tail to head; dx or dy is 0
 * @param {string} colour
 * @returns {Line[]}
 */
function arrow(x, y, dx, dy, colour) {
  const [headX, headY] = [x + dx, y + dy];
  const [backX, backY] = [Math.sign(dx) * 5, Math.sign(dy) * 5];
  const [sideX, sideY] = [dx === 0 ? 4 : 0, dy === 0 ? 4 : 0];
  const wing = (/** @type {1 | -1} */ side) => [headX - backX + side * sideX, headY - backY + side * sideY];
  return [
    { points: [x, y, headX, headY], colour, width: 1.25 },
    { points: [...wing(1), headX, headY, ...wing(-1)], colour, width: 1.25 },
  ];
}

/**
 * An operator's texts and, for an operation, its arrow.
 * @param {PlacedOperator} operator
 * @param {boolean} lit whether it is highlighted: the inspected number depends on the input that the operator stands for
 * @param {Palette} palette
 * @returns {{texts: Text[], lines: Line[]}}
 */
export function operatorMarks(operator, lit, palette) {
  const { x, y, width, direction, text, note } = operator;
  const colour = palette.text;
  const down = direction === "down";
  const centre = down ? x + 26 : x + width / 2;
  const base = /** @type {const} */ ({ rotate: 0, weight: lit || text === "·" ? 600 : 400, formula: true });
  const anchor = down ? /** @type {const} */ ("start") : /** @type {const} */ ("middle");
  const size = direction === "inline" ? metrics.operator : metrics.operation;
  const above = direction === "inline" ? 0.3 * size : down ? (note ? -3 : 5) : note ? -28 : -12;
  /** @type {Text[]} */
  const texts = [{ ...base, text, x: centre, y: y + above, size, colour, anchor, role: "operator" }];
  if (note) {
    const offset = direction === "right" ? -11 : above + 17;
    const noteText = /** @type {const} */ ({ ...base, formula: true, size: metrics.note, role: "note" });
    texts.push({ ...noteText, text: note, x: centre, y: y + offset, colour: palette.muted, anchor });
  }
  const stroke = palette.muted;
  if (down) return { texts, lines: arrow(x + 14, y - 12, 0, 24, stroke) };
  return { texts, lines: direction === "right" ? arrow(x + 14, y, width - 28, 0, stroke) : [] };
}
