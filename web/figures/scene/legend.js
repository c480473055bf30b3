import { steps } from "../colour/palette.js";
import { hatch, marked } from "../hidden.js";
import { metrics } from "../metrics.js";
import { formatLimit } from "../numbers.js";
import { formulaWidth } from "../text.js";

/** @typedef {import("../types.js").Matrix} Matrix */
/** @typedef {import("../types.js").Legend} Legend */
/** @typedef {import("../types.js").Text} Text */
/** @typedef {import("../types.js").Box} Box */
/** @typedef {import("../types.js").Line} Line */
/** @typedef {import("../types.js").Measure} Measure */
/** @typedef {import("../colour/palette.js").Palette} Palette */
/** @typedef {{texts: Text[], boxes: Box[], lines: Line[], legends: Legend[], right: number, bottom: number}} Legends right, bottom: the right and lower edge of all of them, px */

/** A legend's bar of colours. width, min, height: usual width, smallest width and height, px; boxes: how many boxes it is drawn as. */
const bar = Object.freeze({ width: 96, min: 32, height: 8, boxes: 48 });
/** Px between a bar and the numbers at its ends, and px between two legends. */
const space = 6;
const between = 28;

/**
 * A text of a legend.
 * @param {string} text
 * @param {number} x px of its left edge
 * @param {number} y px of its baseline
 * @param {string} colour
 * @param {boolean} [formula] whether it names matrices
 * @returns {Text}
 */
function legendText(text, x, y, colour, formula = false) {
  const fixed = /** @type {const} */ ({ anchor: "start", weight: 400, rotate: 0 });
  return { ...fixed, formula, text, x, y, size: metrics.legend, colour, role: "legend" };
}

/**
 * One legend for each scale that the matrices use, without its place. Only figures with several scales need a title that
 * names the matrices.
 * @param {readonly Matrix[]} matrices
 * @returns {Omit<Legend, "x" | "y" | "width" | "height">[]}
 */
function entriesOf(matrices) {
  const scales = [...new Set(matrices.map((matrix) => matrix.scale))];
  return scales.map((scale) => {
    const users = matrices.filter((matrix) => matrix.scale === scale);
    const names = [...new Set(users.map((matrix) => matrix.name))];
    const to = formatLimit(scale.limit);
    const from = scale.kind === "diverging" ? `−${to}` : "0";
    const title = scales.length > 1 ? names.join(", ") : "";
    return {
      title,
      from,
      to,
      kind: scale.kind,
      limit: scale.limit,
      fills: scale.fills,
      matrices: users.map((matrix) => matrix.id),
    };
  });
}

/**
 * The bar of a legend: boxes side by side that show the scale's colours.
 * @param {Legend} legend
 * @param {number} x of the bar's left edge, px
 * @param {number} width of the bar, px
 * @returns {Box[]}
 */
function barOf(legend, x, width) {
  return Array.from({ length: bar.boxes }, (_, at) => ({
    x: x + (at * width) / bar.boxes,
    y: legend.y + 2,
    width: width / bar.boxes,
    height: bar.height,
    radius: 0,
    fill: /** @type {string} */ (legend.fills[Math.round((at * (steps - 1)) / (bar.boxes - 1))]),
  }));
}

/**
 * The legends below a figure, from left to right and on further rows where they do not fit: one for each colour scale, and
 * what hatching and a cross mean where the figure has any.
 * @param {readonly Matrix[]} matrices
 * @param {{x: number, y: number, width: number, words: {hidden: string, dropped: string}, palette: Palette, measure: Measure}} setting
 *   x, y: left upper corner of the first legend, px; width: right edge that legends must not cross, px from the figure's left
 * @returns {Legends}
 */
export function legendsOf(matrices, { x, y, width, words, palette, measure }) {
  /** @type {Legends} */
  const drawn = { texts: [], boxes: [], lines: [], legends: [], right: x, bottom: y + 12 };
  const size = metrics.legend;
  let [left, top] = [x, y];
  /**
   * Reserves the next free place for a legend, on a new row where the present one is too short.
   * @param {number} extent its width, px
   * @returns {number} its left edge, px
   */
  const claim = (extent) => {
    if (left > x && left + extent > width) [left, top] = [x, top + 22];
    const at = left;
    left += extent + between;
    drawn.right = Math.max(drawn.right, at + extent);
    drawn.bottom = top + 12;
    return at;
  };
  for (const entry of entriesOf(matrices)) {
    const titled = entry.title ? Math.ceil(formulaWidth(entry.title, size, measure)) + 10 : 0;
    const from = Math.ceil(measure(entry.from, size)) + space;
    const wordsWidth = Math.ceil(titled + from + space + measure(entry.to, size));
    const barWidth = Math.max(bar.min, Math.min(bar.width, Math.floor(width - x - wordsWidth)));
    const extent = wordsWidth + barWidth;
    const at = claim(extent);
    const legend = { ...entry, x: at, y: top, width: extent, height: 12 };
    drawn.legends.push(legend);
    if (entry.title) drawn.texts.push(legendText(entry.title, at, top + 10, palette.text, true));
    drawn.texts.push(legendText(entry.from, at + titled, top + 10, palette.muted));
    drawn.boxes.push(...barOf(legend, at + titled + from, barWidth));
    drawn.texts.push(legendText(entry.to, at + titled + from + barWidth + space, top + 10, palette.muted));
  }
  const used = (/** @type {number} */ mark) => matrices.some((matrix) => matrix.hidden?.includes(mark));
  for (const name of /** @type {const} */ (["hidden", "dropped"])) {
    if (!used(marked[name])) continue;
    const at = claim(Math.ceil(18 + measure(words[name], size)));
    const area = { x: at, y: top, width: 12, height: 12 };
    const cross = [
      [at + 2, top + 10, at + 10, top + 2],
      [at + 2, top + 2, at + 10, top + 10],
    ];
    const colour = name === "hidden" ? palette.hairline : palette.muted;
    for (const points of name === "hidden" ? hatch(area, 4) : cross) drawn.lines.push({ points, colour, width: 1 });
    drawn.texts.push(legendText(words[name], at + 18, top + 10, palette.muted));
  }
  return drawn;
}
