import { sum } from "../reading.js";
import { d, path, rect } from "./drawing.js";
import { lineOf } from "./line.js";

/** @typedef {import("./drawing.js").Drawn} Drawn */
/** @typedef {{x: number, width: number}} Dash */

const [width, height] = [104, 56];
/** How tall a word is, the gap between two, and how long a letter is beside that. */
const [tall, gap] = [4, 3];
/** How thick the arc of a share of 1 is, and of the least that is drawn. */
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
  const dashes = dashesOf(keys);
  const floor = height - tall - 2;
  const own = dashes[row];
  const letter = dashes[0] ? dashes[0].width / lengthOf(keys[0] ?? "") : 1;
  const wide = letter * lengthOf(queries[row] ?? "");
  const query = isOther ? { x: (width - wide) / 2, width: wide } : own;
  const arcs = shares.flatMap((share, key) => {
    const to = dashes[key];
    if (!query || !to || share === 0 || to === query) return [];
    const [from, end] = [middleOf(query), middleOf(to)];
    const thick = Math.max(thinnest, share * thickest);
    const top = isOther ? queryAt + tall + clear : Math.max(thick / 2 - (floor - clear) / 3, 0);
    return [path("arc", isOther ? fallOf(from, end, top, floor - clear) : archOf(from, end, floor - clear), thick)];
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

/** Where words stand that fill the width together. @param {readonly string[]} words @returns {Dash[]} */
function dashesOf(words) {
  const letter = (width - gap * (words.length - 1)) / sum(words.map(lengthOf));
  let x = 0;
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
