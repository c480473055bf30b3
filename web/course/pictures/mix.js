import { percent, written } from "../reading.js";
import { d, numbersOf, path, rect, text, width } from "./drawing.js";

/** @typedef {import("./drawing.js").Drawn} Drawn */
/** @typedef {import("./drawing.js").Shape} Shape */

const height = 262;
const rowHeight = 44;
/** Where shares and the two columns of values begin. */
const [shareAt, valuesAt] = [74, 150];
const columnWidth = 100;
/** How long the largest value is: beside it there is room for its number. */
const longest = 64;
const sumAt = 4 * rowHeight + 24;

/** Where a column of values begins. @param {number} column */
const columnAt = (column) => valuesAt + 8 + column * (columnWidth + 8);

/**
 * Values as rows of bars, one for each column; each is multiplied with its word's share, and what is left of it is filled. In the
 * last row the filled parts stand end to end.
 * @param {Drawn} drawn
 * @returns {import("./drawing.js").Drawing}
 */
export function mix({ view, picture, isHidden }) {
  const { t, keys } = view;
  const [shares, values, context] = [numbersOf(view, "weights"), numbersOf(view, "V"), numbersOf(view, "context")];
  const at = (/** @type {number} */ row, /** @type {number} */ column) => Number(values[2 * row + column]);
  const names = [t("picture-alive"), t("picture-long")];
  const scales = names.map((_, column) => longest / (picture.most?.[column] ?? 3));
  const long = (/** @type {number} */ value, /** @type {number} */ column) => value * Number(scales[column]);
  const rows = keys.flatMap((word, row) => {
    const [y, share] = [24 + row * rowHeight, Number(shares[row])];
    return [
      text("word", word, 0, y + 22, "start"),
      rect("share", { x: shareAt, y: y + 8, width: share * 34, height: 20 }),
      text("word", percent(share), shareAt + 38, y + 23, "start"),
      ...names.flatMap((_, column) => {
        const [x, value] = [columnAt(column), at(row, column)];
        const bar = { x, y: y + 4, height: 28 };
        return [
          rect("value", { ...bar, width: long(value, column) }),
          ...(isHidden ? [] : [rect("part", { ...bar, width: long(value, column) * share })]),
          text("word", written(value, 0), x + long(value, column) + 4, y + 23, "start"),
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
        ? [text("word", "?", valuesAt + 8, sumAt + 32, "start")]
        : sums(
            keys.map((_, row) => [0, 1].map((column) => Number(shares[row]) * long(at(row, column), column))),
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
        ...(isHidden
          ? []
          : [{ word: view.queries[0] ?? "", values: ["", ...context.map((value) => written(value, 2))] }]),
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
    return [...parts, text("word", written(Number(context[column]), 1), x + 4, sumAt + 33, "start")];
  });
