import { percent, written } from "../reading.js";
import { d, numbersOf, path, rect, text, width } from "./drawing.js";

/** @typedef {import("./drawing.js").Drawn} Drawn */
/** @typedef {import("./drawing.js").Shape} Shape */

const height = 262;
const rowHeight = 44;
/** Where shares begin, and how long a share of 1 is. */
const [shareAt, longestShare] = [64, 30];
/** Where the two columns of values begin. */
const columns = Object.freeze([146, 232]);
/** How long a value of 1 is: the same in both columns and in every step, so that any two bars can be compared. */
const unit = 18;
/** The largest value in each column for which there is room, with its number beside it. */
export const largestValues = Object.freeze([2, 6]);
const sumAt = 4 * rowHeight + 24;

/** Where a column of values begins. @param {number} column */
const columnAt = (column) => Number(columns[column]);

/**
 * Values as rows of bars, one for each column; each is multiplied with its word's share, and what is left of it is filled. In the
 * last row the filled parts stand end to end.
 * @param {Drawn} drawn
 * @returns {import("./drawing.js").Drawing}
 */
export function mix({ view, isHidden }) {
  const { t, keys } = view;
  const [shares, values, context] = [numbersOf(view, "weights"), numbersOf(view, "V"), numbersOf(view, "context")];
  const at = (/** @type {number} */ row, /** @type {number} */ column) => Number(values[2 * row + column]);
  const names = [t("picture-alive"), t("picture-long")];
  const rows = keys.flatMap((word, row) => {
    const [y, share] = [24 + row * rowHeight, Number(shares[row])];
    return [
      text("word", word, 0, y + 22, "start"),
      rect("share", { x: shareAt, y: y + 8, width: share * longestShare, height: 20 }),
      text("word", percent(share), shareAt + longestShare + 4, y + 23, "start"),
      ...names.flatMap((_, column) => {
        const [x, value] = [columnAt(column), at(row, column)];
        const bar = { x, y: y + 4, height: 28 };
        return [
          rect("value", { ...bar, width: value * unit }),
          ...(isHidden ? [] : [rect("part", { ...bar, width: value * unit * share })]),
          text("word", written(value, 0), x + value * unit + 4, y + 23, "start"),
        ];
      }),
    ];
  });
  return {
    width,
    height,
    shapes: [
      text("note", t("picture-share"), shareAt, 14, "start"),
      ...names.map((name, column) => text("note", name, columnAt(column), 14, "start")),
      ...rows,
      path("axis", d`M0 ${sumAt + 2}H${width}`),
      text("query", view.queries[0] ?? "", 0, sumAt + 32, "start"),
      ...(isHidden
        ? [text("word", "?", columnAt(0), sumAt + 32, "start")]
        : sums(
            keys.map((_, row) => [0, 1].map((column) => Number(shares[row]) * at(row, column) * unit)),
            context,
          )),
    ],
    behind: {
      caption: t("picture-mix"),
      columns: [t("picture-share"), ...names],
      rows: [
        ...keys.map((word, row) => ({
          word,
          values: [percent(Number(shares[row])), ...[0, 1].map((column) => written(at(row, column), 0))],
        })),
        ...(isHidden ? [] : [{ word: view.queries[0] ?? "", values: ["", ...context.map((value) => written(value))] }]),
      ],
    },
  };
}

/**
 * The parts of each column end to end.
 * @param {readonly (readonly number[])[]} lengths of the parts, a row for each word
 * @param {readonly number[]} context
 * @returns {Shape[]}
 */
const sums = (lengths, context) =>
  [0, 1].flatMap((column) => {
    let x = columnAt(column);
    const parts = lengths.map((row) => {
      const [from, wide] = [x, Number(row[column])];
      x += wide;
      return rect("part", { x: from, y: sumAt + 14, width: Math.max(0, wide - 0.6), height: 28 });
    });
    return [...parts, text("word", written(Number(context[column])), x + 4, sumAt + 33, "start")];
  });
