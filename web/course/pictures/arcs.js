import { d } from "./drawing.js";

/** @typedef {{x: number, top: number, bottom: number}} Edges of a word: its middle, its upper and its lower edge, px */

/** How thick the arc of a share of 1 is. */
const thickest = 12;

/** How thick the arc of a share is, px. @param {number} share */
export const widthOfArc = (share) => Math.max(1.5, share * thickest);

/**
 * From one word to another: over the words between them, or from line to line, where its round ends stay outside the words, whose
 * shares stand at their lower edge.
 * @param {Edges} from
 * @param {Edges} to
 * @param {number} wide
 */
export function arcBetween(from, to, wide) {
  if (Math.abs(from.top - to.top) < 4) {
    const rise = Math.min(46, 14 + Math.abs(from.x - to.x) * 0.16);
    return d`M${from.x} ${from.top}C${from.x} ${from.top - rise} ${to.x} ${to.top - rise} ${to.x} ${to.top}`;
  }
  const [start, end] =
    from.top > to.top ? [from.top - wide / 2, to.bottom + wide / 2] : [from.bottom + wide / 2, to.top - wide / 2];
  const middle = (start + end) / 2;
  return d`M${from.x} ${start}C${from.x} ${middle} ${to.x} ${middle} ${to.x} ${end}`;
}
