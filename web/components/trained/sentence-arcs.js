/** A sentence as it is read, and arcs from one of its words to those that it looks at: a drawing without a DOM. */

import { least, linesOf } from "./word-lines.js";

/** @typedef {import("./word-lines.js").WordLines} WordLines */
/** @typedef {{x: number, y: number, anchor: "middle" | "end"}} Share the place of a text */
/** @typedef {WordLines & {share: Share}} SentenceArcs share: where the largest weight is written, in the middle of its arc */

/** Lengths in units of the drawing, in which type has 16: between words, from line to line, of the thickest arc. */
const [space, lineHeight, widest] = [5, 25, 8];
/**
 * The width of a letter in a usual font. How high the drawing is, and where its lines break, follow from it and not from the font
 * that is there, so that nothing below the drawing moves when another font arrives.
 */
const letter = 8.6;
/** How much of the width the lines of text have where they are broken; the arcs have the rest. In no font they have more than most. */
const [textShare, most] = [0.66, 0.85];
/** The smallest scale at which the sentence stands on one line, and how much wider than usual a font may be. */
const [smallest, tolerance] = [1.4, 1.1];

/**
 * @param {object} sentence
 * @param {readonly string[]} sentence.words
 * @param {readonly number[]} sentence.weights of the reader, one for each word
 * @param {number} sentence.reader index of the word that reads
 * @param {number} width px
 * @param {(text: string) => number} measure the width of a word in units
 * @returns {SentenceArcs & {scale: number}} scale: px of a unit
 */
export function layOutSentence({ words, weights, reader }, width, measure) {
  const widths = words.map(measure);
  const usual = words.map((word) => letter * word.length);
  const scaleOf = (/** @type {readonly number[]} */ each) => Math.min(2.6, width / (middlesOf(each).end - space));
  const [scale, usualScale] = [scaleOf(widths), scaleOf(usual)];
  if (Math.min(scale * tolerance, usualScale) >= smallest)
    return { ...inLine(weights, reader, { widths, usual }, width / scale, usualScale / scale), scale };
  const large = Math.min(2.1, width / 160);
  return { ...inLines(weights, reader, { widths, usual }, width / large), scale: large };
}

/** The middles of words on one line, and where the next one would begin. @param {readonly number[]} widths */
function middlesOf(widths) {
  let end = 0;
  const middles = widths.map((each) => {
    const middle = end + each / 2;
    end += each + space;
    return middle;
  });
  return { middles, end };
}

/** @typedef {{widths: readonly number[], usual: readonly number[]}} Widths of the words: in the font that is there, and in a usual one */

/**
 * On one line, with the arcs above it.
 * @param {readonly number[]} weights
 * @param {number} reader
 * @param {Widths} words
 * @param {number} width
 * @param {number} unit how much higher the drawing is than its type suggests, as that is wider or narrower than usual
 * @returns {SentenceArcs}
 */
function inLine(weights, reader, { widths, usual }, width, unit) {
  const { middles } = middlesOf(widths);
  const { middles: usualMiddles } = middlesOf(usual);
  const from = middles[reader] ?? 0;
  const distance = (/** @type {number} */ at) => Math.abs((usualMiddles[at] ?? 0) - (usualMiddles[reader] ?? 0));
  const rise = (/** @type {number} */ at) => unit * (16 + 0.15 * distance(at));
  // As high as for the furthest word, so that nothing moves when the reader looks elsewhere.
  const foot = Math.max(...weights.map((_, at) => rise(at))) + unit * (widest / 2 + 2);
  const y = foot + 18 * unit;
  const lines = linesOf(weights, widest, (at) => {
    const to = middles[at] ?? 0;
    // A curve of this kind rises to three quarters of its handles. To itself, a word has a loop.
    const top = foot - rise(at) / 0.75;
    const [a, b] = at === reader ? [from - 14, from + 14] : [from, to];
    return [from, foot, a, top, b, top, to, foot];
  });
  const strongest = weights.indexOf(Math.max(...weights));
  const centre = (from + (middles[strongest] ?? 0)) / 2;
  const share = { x: centre, y: foot - rise(strongest) + widest + 10, anchor: /** @type {const} */ ("middle") };
  const placed = middles.map((x) => ({ x, y }));
  return { width, height: y + 6 * unit, isColumn: false, words: placed, reader: { x: from, y }, lines, share };
}

/**
 * On several lines: each word with an arc ends its line, and the arcs are beside the lines.
 * @param {readonly number[]} weights
 * @param {number} reader
 * @param {Widths} words
 * @param {number} width
 * @returns {SentenceArcs}
 */
function inLines(weights, reader, { widths, usual }, width) {
  let [left, usualLeft, y] = [0, 0, 18];
  const breakLine = () => ([left, usualLeft, y] = [0, 0, y + lineHeight]);
  const words = widths.map((each, at) => {
    const usually = usual[at] ?? 0;
    if (left > 0 && (usualLeft + usually > width * textShare || left + each > width * most)) breakLine();
    const word = { x: left, y };
    left += each + space;
    usualLeft += usually + space;
    if (at === reader || (weights[at] ?? 0) >= least) breakLine();
    return word;
  });
  const end = (/** @type {number} */ at) => {
    const word = words[at] ?? { x: 0, y: 0 };
    return { x: word.x + (widths[at] ?? 0) + 4, y: word.y - 5 };
  };
  const from = end(reader);
  const edge = width - widest / 2 - 2; // a curve between words of other lengths turns a little beyond its middle
  /** How far to the right the curve to a word goes: to the edge for the furthest. @param {number} at */
  const reach = (at) => {
    const to = end(at);
    const rows = Math.abs(to.y - from.y) / lineHeight;
    const least = Math.max(from.x, to.x) + 12;
    return least + (edge - least) * Math.min(1, 0.4 + 0.2 * rows);
  };
  const lines = linesOf(weights, widest, (at) => {
    const to = end(at);
    const handle = (8 * reach(at) - from.x - to.x) / 6; // a curve of this kind goes three quarters of the way to its handles
    const bend = at === reader ? lineHeight : 0; // to itself, a word has a loop
    return [from.x, from.y, handle, from.y - bend, handle, to.y + bend, to.x, to.y];
  });
  const strongest = weights.indexOf(Math.max(...weights));
  const middle = (from.y + end(strongest).y) / 2;
  const share = { x: reach(strongest) - widest / 2 - 3, y: middle + 4, anchor: /** @type {const} */ ("end") };
  const height = Math.max(...words.map((word) => word.y)) + 8;
  return { width, height, isColumn: true, words, reader: words[reader] ?? { x: 0, y }, lines, share };
}
