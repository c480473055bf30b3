import { sum } from "../reading.js";
import { d, path, rect } from "./drawing.js";
import { lineOf } from "./line.js";

/** @typedef {import("./drawing.js").Drawn} Drawn */
/** @typedef {{x: number, width: number}} Dash */

const [width, height] = [104, 56];
/** How tall a word is, the gap between two, and how long a letter is at most. */
const [tall, gap, longest] = [4, 3, 5];
/** How thick the arc of a share of 1 is, and how thin the thinnest. */
const [thickest, thinnest] = [6, 1];
/** Where the word that looks stands in a sentence of its own, and how far an arc stays from the words. */
const [queryAt, clear] = [6, 4];

/**
 * A line of words as one row of dashes, each as long as its word: ink for the one that looks, violet for the one that gets most, and
 * an arc to each that gets a share.
 * @param {Drawn} drawn
 * @returns {import("./miniature.js").Miniature}
 */
export function lineInMiniature(drawn) {
  const { queries, keys } = drawn.view;
  const { row, isOther, drawn: shares, first } = lineOf(drawn);
  const letter = letterOf(keys);
  const dashes = dashesOf(keys, letter);
  const floor = height - tall - 2;
  const query = isOther ? dashesOf([queries[row] ?? ""], letter)[0] : dashes[row];
  const arcs = shares.flatMap((share, key) => {
    const to = dashes[key];
    if (!query || !to || share === 0 || to === query) return [];
    const ends = /** @type {const} */ ([middleOf(query), middleOf(to)]);
    const curve = isOther ? fallOf(...ends, queryAt + tall + clear, floor - clear) : archOf(...ends, floor - clear);
    return [path("arc", curve, Math.max(thinnest, share * thickest))];
  });
  return {
    x: 0,
    y: 0,
    width,
    height,
    isStretched: false,
    shapes: [
      ...arcs,
      ...dashes.map((dash, key) =>
        rect(dash === query ? "ink" : key === first ? "share" : "rest", { ...dash, y: floor, height: tall }),
      ),
      ...(isOther && query ? [rect("ink", { ...query, y: queryAt, height: tall })] : []),
    ],
  };
}

/** How long a word is, in letters: a sign alone is not left as a point. @param {string} word */
const lengthOf = (word) => Math.max(2, word.length);

/** How long a letter is, so that all words stand in one row. @param {readonly string[]} words */
const letterOf = (words) => Math.min(longest, (width - gap * (words.length - 1)) / sum(words.map(lengthOf)));

/** Where words stand, in the middle of the row. @param {readonly string[]} words @param {number} letter @returns {Dash[]} */
function dashesOf(words, letter) {
  const all = letter * sum(words.map(lengthOf)) + gap * (words.length - 1);
  let x = (width - all) / 2;
  return words.map((word) => {
    const dash = { x, width: letter * lengthOf(word) };
    x += dash.width + gap;
    return dash;
  });
}

/** @param {Dash} dash */
const middleOf = ({ x, width: wide }) => x + wide / 2;

/** From word to word, over those between: the farther, the higher. @param {number} from @param {number} to @param {number} floor */
function archOf(from, to, floor) {
  const rise = Math.min(floor - 6, 12 + Math.abs(from - to) * 0.6) * (4 / 3); // a curve comes up to 3/4 of its points
  return d`M${from} ${floor}C${from} ${floor - rise} ${to} ${floor - rise} ${to} ${floor}`;
}

/** From a word down to one below. @param {number} from @param {number} to @param {number} top @param {number} floor */
const fallOf = (from, to, top, floor) =>
  d`M${from} ${top}C${from} ${(top + floor) / 2} ${to} ${(top + floor) / 2} ${to} ${floor}`;
