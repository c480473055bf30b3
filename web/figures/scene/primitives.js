import { palettes, shadesFor } from "../colour/palette.js";
import { shadesOf } from "../colour/scales.js";
import { formatNumber, roundUp } from "../numbers.js";

// Building blocks of scenes that show no equation: matrices, texts, outlines, rings and colour scales.

/** @typedef {import("../types.js").Matrix} Matrix */
/** @typedef {import("../types.js").Scale} Scale */
/** @typedef {import("../types.js").Theme} Theme */
/** @typedef {import("../types.js").Text} Text */
/** @typedef {import("../types.js").Area} Area */

/**
 * Makes one colour scale for all given numbers: symmetric about zero (diverging), or from 0 to 1, or to more where a number
 * is larger (sequential).
 * @param {"diverging" | "sequential"} kind
 * @param {readonly ArrayLike<number>[]} values
 * @param {Theme} theme
 * @param {import("../types.js").Role} [role] of the matrix
 * @returns {Scale}
 */
export function scaleFor(kind, values, theme, role) {
  let largest = kind === "sequential" ? 1 : 0;
  for (const list of values) {
    for (let at = 0; at < list.length; at++) {
      const size = Math.abs(/** @type {number} */ (list[at]));
      if (size > largest && size < Infinity) largest = size;
    }
  }
  return { kind, limit: largest > 0 ? roundUp(largest) : 1, ...palettes[theme].shades(shadesFor(kind, role)) };
}

/** Default fields of a matrix that does not belong to an equation. */
const alone = Object.freeze({
  role: /** @type {const} */ ("plain"),
  transposed: false,
  rank: 2,
  slab: 0,
  columnStart: 0,
  head: null,
  block: 0,
  rowAxis: /** @type {const} */ ("dimensions"),
  columnAxis: /** @type {const} */ ("dimensions"),
  group: "",
  upright: false,
  reads: null,
  readers: null,
  ownBlockGap: 0,
  sharingText: "",
  result: false,
  shapeText: "",
  headText: "",
  headName: "",
  rowLabels: null,
  columnLabels: null,
  gutter: 0,
  headerWidth: 0,
  columnLabelWidth: 0,
  columnLabelStep: 0,
  digitCell: 34,
  blockGap: 0,
  line: 0,
  labelled: false,
});

/**
 * A matrix that does not belong to an equation. Its cells hold digits where they are large enough.
 * @param {{id: string, rows: number, columns: number, values: ArrayLike<number>, x: number, y: number,
 *   cellWidth: number, cellHeight: number, scale: Scale, hidden?: Uint8Array | null, places?: number}} given x, y,
 *   cellWidth, cellHeight: px; places: digits after the decimal point
 * @returns {Matrix}
 */
export function block({ id, values, scale, hidden = null, places = 2, ...given }) {
  const { cellWidth, cellHeight } = given;
  const list = Float64Array.from(values);
  const fits = cellWidth >= 34 && cellHeight >= 17;
  return {
    ...alone,
    ...given,
    id,
    stage: id,
    name: id,
    caption: id,
    scale,
    hidden,
    values: list,
    shades: shadesOf(list, hidden, scale),
    digits: fits ? Array.from(list, (value) => formatNumber(value, places)) : null,
    digitSize: Math.min(13, cellWidth / 3.4, cellHeight * 0.6),
    gap: Math.min(cellWidth, cellHeight) >= 8 ? 1 : 0,
    radius: 0,
  };
}

/**
 * A text with the defaults of scenes without an equation.
 * @param {string} text
 * @param {number} x px
 * @param {number} y of the baseline, px
 * @param {{colour: string, size?: number, anchor?: Text["anchor"], weight?: Text["weight"], formula?: boolean}} style
 * @returns {Text}
 */
export const label = (text, x, y, { colour, size = 13, anchor = "start", weight = 400, formula = false }) => ({
  text,
  x,
  y,
  colour,
  size,
  anchor,
  weight,
  formula,
  rotate: 0,
  role: "note",
});

/**
 * The outline of a rectangle as a closed line.
 * @param {Area} area
 * @param {string} colour
 * @param {number} [width] of the line, px
 * @returns {import("../types.js").Line}
 */
export const outline = ({ x, y, width: w, height: h }, colour, width = 1) => ({
  points: [x, y, x + w, y, x + w, y + h, x, y + h, x, y],
  colour,
  width,
});

/**
 * A ring around cells that are inspected or that are computed at this step.
 * @param {Area} area
 * @param {import("../colour/palette.js").Palette} palette
 * @returns {import("../types.js").Ring}
 */
export const ring = (area, palette) => ({
  ...area,
  radius: 3,
  colour: palette.text,
  stroke: 2.5,
  halo: palette.background,
  matrix: "",
  inspected: true,
});

/**
 * Completes a scene: lists that are not given are empty.
 * @param {Theme} theme
 * @param {Partial<import("../types.js").Scene> & {width: number, height: number}} parts
 * @returns {import("../types.js").Scene}
 */
export const sceneWith = (theme, parts) => ({
  theme,
  background: palettes[theme].background,
  matrices: [],
  boxes: [],
  lines: [],
  texts: [],
  rings: [],
  legends: [],
  ...parts,
});
