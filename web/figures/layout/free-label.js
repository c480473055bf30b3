/** Where labels of two lines stand in a picture, so that they cover nothing. */

/** @typedef {readonly [x: number, y: number]} Point */
/** @typedef {{x: number, y: number, side: "start" | "end"}} Place of the first line: its start or its end, and its baseline */
/** @typedef {{left: number, top: number, right: number, bottom: number}} Box */

/** From one line of a label to the next, px. */
export const onTwoLines = 16;
/** How wide a label of two coordinates is at most, how far its first line rises, and how far its second line descends. */
const [wide, rise, descent] = [88, 13, 4];

/** @param {Place} place @returns {Box} */
const boxOf = ({ x, y, side }) => ({
  left: side === "start" ? x : x - wide,
  right: side === "start" ? x + wide : x,
  top: y - rise,
  bottom: y + onTwoLines + descent,
});

/** @param {Box} a @param {Box} b */
const overlap = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

/** Whether the endless line through two points crosses a box: its corners lie on both sides of it. @param {Box} box @param {Point} from @param {Point} to */
function isCrossed({ left, top, right, bottom }, [x, y], [toX, toY]) {
  const sides = [left, right].flatMap((atX) =>
    [top, bottom].map((atY) => (toX - x) * (atY - y) - (toY - y) * (atX - x)),
  );
  return Math.min(...sides) < 0 && Math.max(...sides) > 0;
}

/**
 * Where the label of a tip that moves stands: beside it, above it or below it, at the first place where it covers no other label,
 * no other tip and not its own line, and is whole; where none is free, at the one with the least on it.
 * @param {Point} tip
 * @param {number} gap from the tip
 * @param {{width: number, height: number, centre: Point, places: readonly Place[], tips: readonly Point[]}} around the picture's size,
 *   where arrows begin, and the labels and tips that stand still
 * @returns {Place}
 */
export function freePlace([x, y], gap, { width, height, centre, places, tips }) {
  /** @type {readonly Place["side"][]} */
  const sides = x >= centre[0] ? ["start", "end"] : ["end", "start"];
  const possible = [y - onTwoLines - 2, y - 3, y + rise + 3, y - gap - onTwoLines - descent, y + gap + rise].flatMap(
    (baseline) => sides.map((side) => ({ x: side === "start" ? x + gap : x - gap, y: baseline, side })),
  );
  const faults = possible.map((place) => {
    const box = boxOf(place);
    const isCut = box.left < 0 || box.top < 0 || box.right > width || box.bottom > height;
    const covered = [
      ...places.filter((each) => overlap(box, boxOf(each))),
      ...tips.filter(([atX, atY]) => overlap(box, { left: atX - 5, right: atX + 5, top: atY - 5, bottom: atY + 5 })),
    ].length;
    return (isCut ? 10 : 0) + 2 * covered + (isCrossed(box, centre, [x, y]) ? 1 : 0);
  });
  return /** @type {Place} */ (possible[faults.indexOf(Math.min(...faults))]);
}
