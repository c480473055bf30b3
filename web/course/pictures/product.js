import { estimateWidth } from "../../figures/text.js";
import { written } from "../reading.js";
import { rect, text, textSize } from "./drawing.js";

/** @typedef {import("./drawing.js").Drawn} Drawn */
/** @typedef {import("./drawing.js").Shape} Shape */
/** @typedef {Readonly<{name: string, words: readonly string[], rows: readonly (readonly number[])[], ringed: number, used: (row: number, column: number) => boolean, sign: string}>} Matrix words: of its rows, where they are written; ringed: which number the step speaks of, -1 for none; used: whether a number is part of the sum that is worked out; sign: after it */

/** The size of a cell. */
const [wide, tall] = [44, 28];
/** How much room a matrix's name has above it. */
const above = 24;

/** The rows of a matrix; of one for each head, those of the first. @param {Drawn["view"]["run"]} run @param {string} name */
function rowsOf(run, name) {
  const { shape, data } = run.tensor(name);
  const [rows, columns] = /** @type {[number, number]} */ (shape.slice(-2));
  return Array.from({ length: rows }, (_, row) => Array.from(data.slice(row * columns, (row + 1) * columns), Number));
}

/** X, Wq and Q, as they stand side by side. @param {Drawn} drawn @returns {Matrix[]} */
export const matricesOf = ({ view: { queries, run }, picture }) => [
  { name: "X", words: queries, rows: rowsOf(run, "X"), ringed: -1, used: (row) => row === picture.row, sign: "×" },
  { name: "Wq", words: [], rows: rowsOf(run, "Wq"), ringed: 0, used: (_, column) => column === 0, sign: "=" },
  {
    name: "Q",
    words: [],
    rows: rowsOf(run, "Q"),
    ringed: -1,
    used: (row, column) => row === picture.row && column === 0,
    sign: "",
  },
];

/** A number that was written by hand, as short as it is. @param {number} value */
export const digits = (value) => written(value, Number.isInteger(value) ? 0 : 1);

/**
 * How the first number of a word's query is worked out: its row of X times the first column of Wq.
 * @param {Drawn} drawn
 */
export function workedOut(drawn) {
  const { t, queries } = drawn.view;
  const { row = 0 } = drawn.picture;
  const [X = [], Wq = [], Q = []] = matricesOf(drawn).map(({ rows }) => rows);
  const factor = (/** @type {number} */ value) => (value < 0 ? `(${digits(value)})` : digits(value));
  return t("picture-product-sum", {
    word: queries[row] ?? "",
    sum: (X[row] ?? []).map((x, at) => `${factor(x)} · ${factor(Number(Wq[at]?.[0]))}`).join(" + "),
    value: digits(Number(Q[row]?.[0])),
  });
}

/**
 * The queries as a product of matrices: X, Wq and Q side by side, as a file shows them.
 * @param {Drawn} drawn
 * @returns {import("./drawing.js").Drawing}
 */
export function product(drawn) {
  const matrices = matricesOf(drawn);
  const most = Math.max(...matrices.map(({ rows }) => rows.length));
  let x = 0;
  const shapes = matrices.flatMap((matrix) => {
    const left = x + Math.max(0, ...matrix.words.map((word) => estimateWidth(word, textSize) + 6));
    const right = left + (matrix.rows[0]?.length ?? 0) * wide;
    x = right + 28;
    const top = above + ((most - matrix.rows.length) * tall) / 2;
    return [
      ...matrixAt(matrix, left, top),
      ...(matrix.sign === "" ? [] : [text("word", matrix.sign, right + 14, above + (most * tall) / 2 + 6)]),
    ];
  });
  return {
    width: Math.ceil(x - 28),
    height: above + most * tall + 36,
    shapes: [...shapes, text("word", workedOut(drawn), (x - 28) / 2, above + most * tall + 26)],
    behind: {
      caption: matrices.map(({ name, sign }) => `${name} ${sign}`.trim()).join(" "),
      columns: [],
      rows: matrices.flatMap(({ name, words, rows }) =>
        rows.map((row, at) => ({ word: `${name} ${words[at] ?? at + 1}`, values: row.map(digits) })),
      ),
    },
  };
}

/** @param {Matrix} matrix @param {number} left @param {number} top @returns {Shape[]} */
const matrixAt = ({ name, words, rows, ringed, used }, left, top) => [
  text("note", name, left + ((rows[0]?.length ?? 0) * wide) / 2, top - 8),
  ...rows.flatMap((row, at) => [
    ...(words[at] === undefined ? [] : [text("word", words[at] ?? "", left - 6, top + at * tall + 20, "end")]),
    ...row.flatMap((value, column) => {
      const place = { x: left + column * wide, y: top + at * tall, width: wide, height: tall };
      return [
        rect("box", place),
        ...(used(at, column) ? [rect("used", place)] : []),
        ...(at * row.length + column === ringed ? [rect("chosen", place)] : []),
        text(name === "Q" ? "query" : "word", digits(value), place.x + wide - 6, place.y + 20, "end"),
      ];
    }),
  ]),
];
