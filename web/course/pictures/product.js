import { estimateWidth } from "../../figures/text.js";
import { rowOfIt } from "../../state/recipes/trained-models.js";
import { sum, written } from "../reading.js";
import { rect, text, textSize } from "./drawing.js";

/** @typedef {import("./drawing.js").Drawn} Drawn */
/** @typedef {import("./drawing.js").Shape} Shape */
/** @typedef {Readonly<{name: string, words: readonly string[], rows: readonly (readonly number[])[], marked: number, ringed: number, sign: string}>} Matrix words: of its rows, where they are written; marked: the row that is worked out, -1 for none; ringed: which number the step speaks of, -1 for none; sign: after it */

/** The size of a cell. */
const [wide, tall] = [44, 28];
/** The height of a line of text. */
const line = 24;

/** The rows of a matrix; of one for each head, those of the first. @param {Drawn["view"]["run"]} run @param {string} name */
function rowsOf(run, name) {
  const { shape, data } = run.tensor(name);
  const [rows, columns] = /** @type {[number, number]} */ (shape.slice(-2));
  return Array.from({ length: rows }, (_, row) => Array.from(data.slice(row * columns, (row + 1) * columns), Number));
}

/** X, Wq and Q, as they stand side by side. @param {Drawn} drawn @returns {Matrix[]} */
export function matricesOf({ view: { queries, run } }) {
  const row = rowOfIt(queries);
  return [
    { name: "X", words: queries, rows: rowsOf(run, "X"), marked: row, ringed: -1, sign: "×" },
    { name: "Wq", words: [], rows: rowsOf(run, "Wq"), marked: -1, ringed: 0, sign: "=" },
    { name: "Q", words: [], rows: rowsOf(run, "Q"), marked: row, ringed: -1, sign: "" },
  ];
}

/** The query of "it", worked out: what is said above, and a line for each column. @param {Drawn} drawn */
export function workedOut({ view: { t, queries, run } }) {
  const row = rowOfIt(queries);
  const [x, weights] = [rowsOf(run, "X"), rowsOf(run, "Wq")];
  return {
    caption: t("picture-worked", { word: queries[row] ?? "" }),
    lines: (weights[0] ?? []).map((_, column) => ({
      name: t("picture-column", { column: column + 1 }),
      sum: sumOfProducts(
        x[row] ?? [],
        weights.map((each) => Number(each[column])),
      ),
    })),
  };
}

/**
 * A row times a column, as it is computed: "1 · 0.5 + 1.5 · 1 = 2".
 * @param {readonly number[]} row
 * @param {readonly number[]} column
 */
export function sumOfProducts(row, column) {
  const factor = (/** @type {number} */ value) => (value < 0 ? `(${digits(value)})` : digits(value));
  const products = row.map((value, at) => value * Number(column[at]));
  const terms = row.map((value, at) => `${at === 0 ? digits(value) : factor(value)} · ${factor(Number(column[at]))}`);
  return `${terms.join(" + ")} = ${digits(sum(products))}`;
}

/** A number that was written by hand, as short as it is. @param {number} value */
export const digits = (value) => written(value, Number.isInteger(value) ? 0 : 1);

/**
 * The queries as a product of matrices: X, Wq and Q side by side, and the query of "it" worked out below, as a file shows them.
 * @param {Drawn} drawn
 * @returns {import("./drawing.js").Drawing}
 */
export function product(drawn) {
  const matrices = matricesOf(drawn);
  const { caption, lines } = workedOut(drawn);
  const most = Math.max(...matrices.map(({ rows }) => rows.length));
  const floor = line + most * tall + 12;
  const names = Math.max(...lines.map(({ name }) => estimateWidth(name, textSize))) + 12;
  let x = 0;
  const side = matrices.flatMap((matrix) => {
    const left = x + Math.max(0, ...matrix.words.map((word) => estimateWidth(word, textSize) + 6));
    const right = left + (matrix.rows[0]?.length ?? 0) * wide;
    x = right + 28;
    const top = line + ((most - matrix.rows.length) * tall) / 2;
    return [
      ...matrixAt(matrix, left, top),
      ...(matrix.sign === "" ? [] : [text("word", matrix.sign, right + 14, line + (most * tall) / 2 + 6)]),
    ];
  });
  const below = [caption, ...lines.map(({ sum: of }) => of)];
  const longest = Math.max(...below.map((words) => names + estimateWidth(words, textSize)));
  return {
    width: Math.ceil(Math.max(x - 28, longest)),
    height: floor + (lines.length + 1) * line,
    shapes: [
      ...side,
      text("word", caption, 0, floor + 16, "start"),
      ...lines.flatMap(({ name, sum: of }, at) => [
        text("word", name, 0, floor + 16 + (at + 1) * line, "start"),
        text("word", of, names, floor + 16 + (at + 1) * line, "start"),
      ]),
    ],
    behind: {
      caption: matrices.map(({ name, sign }) => `${name} ${sign}`.trim()).join(" "),
      columns: [],
      rows: [
        ...matrices.flatMap(({ name, words, rows }) =>
          rows.map((row, at) => ({ word: `${name} ${words[at] ?? at + 1}`, values: row.map(digits) })),
        ),
        ...lines.map(({ name, sum: of }) => ({ word: name, values: [of] })),
      ],
    },
  };
}

/** @param {Matrix} matrix @param {number} left @param {number} top @returns {Shape[]} */
const matrixAt = ({ name, words, rows, marked, ringed }, left, top) => [
  text("note", name, left + ((rows[0]?.length ?? 0) * wide) / 2, top - 8),
  ...rows.flatMap((row, at) => [
    ...(words[at] === undefined ? [] : [text("word", words[at] ?? "", left - 6, top + at * tall + 20, "end")]),
    ...row.flatMap((value, column) => {
      const place = { x: left + column * wide, y: top + at * tall, width: wide, height: tall };
      const look = name === "Q" ? (at === marked ? "query-best" : "query") : at === marked ? "best" : "word";
      return [
        rect("box", place),
        ...(at * row.length + column === ringed ? [rect("chosen", place)] : []),
        text(look, digits(value), place.x + wide - 6, place.y + 20, "end"),
      ];
    }),
  ]),
];
