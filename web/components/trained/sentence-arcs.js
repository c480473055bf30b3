/** A sentence as it is read, and arcs from one of its words to those that it looks at: a drawing without a DOM. */

import { least, linesOf } from "./word-lines.js";

/** @typedef {import("./word-lines.js").WordLines} WordLines */
/** @typedef {{x: number, y: number, anchor: "middle" | "end"}} Share the place of a text */
/** @typedef {WordLines & {share: Share}} SentenceArcs share: where the largest weight is written, in the middle of its arc */

/** Lengths in units of the drawing, in which type has 16: between words, from line to line, of the thickest arc. */
const [space, lineHeight, widest] = [5, 25, 8];
/** How much of the width the lines of text have where they are broken; the arcs have the rest. */
const textShare = 0.66;

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
  const total = widths.reduce((sum, each) => sum + each + space, -space);
  const scale = Math.min(2.6, width / total);
  if (scale >= 1.4) return { ...inLine(weights, reader, widths, width / scale), scale };
  const large = Math.min(2.1, width / 160);
  return { ...inLines(weights, reader, widths, width / large), scale: large };
}

/**
 * On one line, with the arcs above it.
 * @param {readonly number[]} weights
 * @param {number} reader
 * @param {readonly number[]} widths
 * @param {number} width
 * @returns {SentenceArcs}
 */
function inLine(weights, reader, widths, width) {
  let left = 0;
  const middles = widths.map((each) => {
    const middle = left + each / 2;
    left += each + space;
    return middle;
  });
  const from = middles[reader] ?? 0;
  const rise = (/** @type {number} */ at) => 16 + 0.15 * Math.abs((middles[at] ?? 0) - from);
  // As high as for the furthest word, so that nothing moves when the reader looks elsewhere.
  const foot = Math.ceil(Math.max(...weights.map((_, at) => rise(at))) + widest / 2 + 2);
  const y = foot + 18;
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
  return { width, height: y + 6, isColumn: false, words: placed, reader: { x: from, y }, lines, share };
}

/**
 * On several lines: each word with an arc ends its line, and the arcs are beside the lines.
 * @param {readonly number[]} weights
 * @param {number} reader
 * @param {readonly number[]} widths
 * @param {number} width
 * @returns {SentenceArcs}
 */
function inLines(weights, reader, widths, width) {
  const room = width * textShare;
  let [left, y] = [0, 18];
  const words = widths.map((each, at) => {
    if (left > 0 && left + each > room) [left, y] = [0, y + lineHeight];
    const word = { x: left, y };
    left += each + space;
    if (at === reader || (weights[at] ?? 0) >= least) [left, y] = [0, y + lineHeight];
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
