/** Where a sentence's words stand, and the lines from one of them to all: a drawing without a DOM. */

/**
 * @typedef {object} Word
 * @property {number} x px, of its middle in a row, of its left edge in a column
 * @property {number} y px, of its baseline
 *
 * @typedef {object} WordLines
 * @property {number} width
 * @property {number} height
 * @property {boolean} isColumn whether the words stand one below the other
 * @property {readonly Word[]} words the sentence that is read
 * @property {Word} reader the word that reads it
 * @property {readonly {at: number, path: string, width: number}[]} lines thinnest first; path: of an SVG path
 */

const [gap, height, lineHeight] = [14, 190, 26];
/** Weights below this have no line. */
export const least = 0.004;
/** Width of the line of a weight of 1, px. */
const widest = 16;

/**
 * Lays the words out in a row where they fit, otherwise in a column.
 * @param {readonly string[]} words
 * @param {readonly number[]} weights of the reader, one for each word
 * @param {number} reader index of the word that reads
 * @param {number} width px
 * @param {(text: string) => number} measure the width of a word, px
 * @returns {WordLines}
 */
export function layOutWords(words, weights, reader, width, measure) {
  const widths = words.map(measure);
  const total = widths.reduce((sum, each) => sum + each + gap, gap);
  return total <= width
    ? inRow(weights, reader, width, widths, (width - total) / (words.length + 1) + gap)
    : inColumn(weights, reader, width, Math.max(...widths));
}

/**
 * @param {readonly number[]} weights
 * @param {number} reader
 * @param {number} width
 * @param {readonly number[]} widths of the words
 * @param {number} space between two words
 * @returns {WordLines}
 */
function inRow(weights, reader, width, widths, space) {
  let right = 0;
  const words = widths.map((each) => {
    const x = right + space + each / 2;
    right += space + each;
    return { x, y: 20 };
  });
  const from = { x: /** @type {Word} */ (words[reader]).x, y: height - 8 };
  const [top, bottom] = [30, height - 28];
  const middle = (top + bottom) / 2;
  const lines = linesOf(weights, widest, (at) => {
    const { x } = /** @type {Word} */ (words[at]);
    return [from.x, bottom, from.x, middle, x, middle, x, top];
  });
  return { width, height, isColumn: false, words, reader: from, lines };
}

/**
 * @param {readonly number[]} weights
 * @param {number} reader
 * @param {number} width
 * @param {number} longest width of the longest word
 * @returns {WordLines}
 */
function inColumn(weights, reader, width, longest) {
  const x = Math.max(80, width - longest - 8);
  const words = weights.map((_, at) => ({ x, y: 20 + at * lineHeight }));
  const from = { x: 8, y: 20 + reader * lineHeight };
  const [left, right] = [36, x - 8];
  const middle = (left + right) / 2;
  const lines = linesOf(weights, widest, (at) => {
    const y = 15 + at * lineHeight;
    return [left, from.y - 5, middle, from.y - 5, middle, y, right, y];
  });
  return { width, height: weights.length * lineHeight + 8, isColumn: true, words, reader: from, lines };
}

/**
 * @param {readonly number[]} weights
 * @param {number} thickest width of the line of a weight of 1, px
 * @param {(at: number) => number[]} curve from, two handles and to: x and y of each
 */
export const linesOf = (weights, thickest, curve) =>
  weights
    .map((weight, at) => ({ at, weight }))
    .filter(({ weight }) => weight >= least)
    .sort((a, b) => a.weight - b.weight)
    .map(({ at, weight }) => {
      const [x, y, ...rest] = curve(at).map(round);
      return { at, path: `M${x} ${y}C${rest.join(" ")}`, width: round(1 + (thickest - 1) * weight) };
    });

/**
 * The attributes of the SVG elements of a drawing.
 * @param {WordLines & {scale?: number, share?: import("./sentence-arcs.js").Share}} drawing scale: px of a unit; share: where the
 *   largest weight is written, if it is
 * @param {number} zoom how much larger than the usual size
 */
export function attributesOf({ width, height, scale = 1, lines, words, isColumn, share }, zoom) {
  const zoomed = (/** @type {number} */ units) => Math.round(units * zoom * scale);
  return {
    picture: { width: zoomed(width), height: zoomed(height), viewBox: `0 0 ${width} ${height}` },
    lines: lines.map((line) => ({ d: line.path, "stroke-width": line.width })),
    words: words.map(({ x, y }) => ({ x, y, "text-anchor": isColumn ? "start" : "middle" })),
    share: share && { x: share.x, y: share.y, "text-anchor": share.anchor },
  };
}

/** @param {number} px */
const round = (px) => Math.round(px * 10) / 10;
