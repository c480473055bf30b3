// The lines of a layer's map, as the data of SVG paths. All lengths are in px at the usual size of text.

/** @typedef {import("./sizes.js").Node} Node */
/** @typedef {{x: number, ys: readonly number[]}} Ends where the rows of a band begin or end */

/** Most lanes that are drawn one by one; the rows of a longer sentence share one lane. */
export const mostLanes = 12;

const round = (/** @type {number} */ value) => Math.round(value * 10) / 10;

/** @param {TemplateStringsArray} strings @param {...number} values */
const path = (strings, ...values) => String.raw({ raw: strings }, ...values.map(round));

/** The middles of some rows that share a height. @param {number} top @param {number} height @param {number} count */
export const middles = (top, height, count) =>
  Array.from({ length: count }, (_, at) => top + ((at + 0.5) * height) / count);

/** A line from left to right that leaves and arrives level. @param {number} x0 @param {number} y0 @param {number} x1 @param {number} y1 */
export function curve(x0, y0, x1, y1) {
  const middle = (x0 + x1) / 2;
  return path`M${x0} ${y0}C${middle} ${y0} ${middle} ${y1} ${x1} ${y1}`;
}

/** A line from above to below that leaves and arrives upright. @param {number} x0 @param {number} y0 @param {number} x1 @param {number} y1 */
export function drop(x0, y0, x1, y1) {
  const middle = (y0 + y1) / 2;
  return path`M${x0} ${y0}C${x0} ${middle} ${x1} ${middle} ${x1} ${y1}`;
}

/** A straight line. @param {number} x0 @param {number} y0 @param {number} x1 @param {number} y1 */
export const straight = (x0, y0, x1, y1) => path`M${x0} ${y0}L${x1} ${y1}`;

/** A level line past something, and then a curve. @param {number} x0 @param {number} y0 @param {number} past @param {number} x1 @param {number} y1 */
export function curvePast(x0, y0, past, x1, y1) {
  return `${path`M${x0} ${y0}H${past}`}${curve(past, y0, x1, y1).replace(/^M[^C]*/, "")}`;
}

/** The curves of all rows. @param {Ends} from @param {Ends} to */
export const curves = (from, to) =>
  to.ys.map((y, at) => curve(from.x, /** @type {number} */ (from.ys[at] ?? from.ys[0]), to.x, y)).join("");

/**
 * A line that goes down from a node, then to the left, down beside the lanes, and into them.
 * @param {{x: number, y: number}} from
 * @param {number} beside x
 * @param {{x: number, y: number}} to
 */
export function around(from, beside, to) {
  const r = 8;
  const turn = from.y + r;
  const down =
    to.y - turn < 2 * r
      ? ""
      : path`H${beside + r}Q${beside} ${turn} ${beside} ${turn + r}V${to.y - r}Q${beside} ${to.y} ${beside - r} ${to.y}`;
  const level = down || path`H${beside}`;
  return `${path`M${from.x} ${from.y}Q${from.x} ${turn} ${from.x - r} ${turn}`}${level}${down ? path`H${to.x}` : path`L${to.x} ${to.y}`}`;
}

/**
 * A line that goes straight down, past something, then to the left, and down.
 * @param {{x: number, y: number}} from
 * @param {{x: number, y: number}} to
 */
export function past(from, to) {
  const r = 6;
  const level = to.y - r;
  return path`M${from.x} ${from.y}V${level - r}Q${from.x} ${level} ${from.x - r} ${level}H${to.x + r}Q${to.x} ${level} ${to.x} ${to.y}`;
}

/** A line beside two parts that stand below each other: out, along, and in. @param {number} x0 @param {number} y0 @param {number} along x @param {number} x1 @param {number} y1 */
export function beside(x0, y0, along, x1, y1) {
  const r = 6;
  const turn = along < x0 ? -r : r;
  return path`M${x0} ${y0}H${along - turn}Q${along} ${y0} ${along} ${y0 + r}V${y1 - r}Q${along} ${y1} ${along - turn} ${y1}H${x1}`;
}

/** A line that leaves a lane, runs to the right, and ends downwards. @param {number} x0 @param {number} y @param {number} x1 @param {number} y1 */
export function above(x0, y, x1, y1) {
  const r = 6;
  return path`M${x0} ${y - 2 * r}Q${x0} ${y} ${x0 + 2 * r} ${y}H${x1 - r}Q${x1} ${y} ${x1} ${y1}`;
}
