import { closest, largest, written } from "../reading.js";
import { lesson } from "../step.js";
import { product } from "../tables.js";

const chased = [0.7, -0.5, 0.6];
const dog = [0.8, 0.6, 0.7];

/** Two words with rows that were written by hand. @param {readonly number[]} first @param {readonly number[]} second */
const words = (first, second) => ({
  sentence: "chased dog",
  d_model: 3,
  projections: false,
  causal: false,
  head: 0,
  cell: null,
  edits: { X: [first, second].flatMap((row, token) => row.flatMap((value, column) => [token, column, value])) },
});

const doubled = words(
  chased,
  dog.map((value) => 2 * value),
);

/** The products of the first row and another, column by column. @param {import("../reading.js").Reading} reading @param {number} [other] */
const products = (reading, other = 1) =>
  reading.row("X", 0).map((value, column) => value * reading.at("X", other, column));

/**
 * The first row, another one, and their products, column by column.
 * @param {import("../reading.js").Reading} reading
 * @param {number} [other]
 * @returns {import("../tables.js").Table}
 */
const columnByColumn = (reading, other = 1) => ({
  id: "table",
  rows: [
    ...[0, other].map((at) => ({ name: "row", word: reading.queries[at] ?? "", values: reading.row("X", at) })),
    { name: "product", values: products(reading, other), of: product },
  ],
});

/** One dot product: signs, lengths, and what it says. */
export const dotProduct = lesson({
  id: "dot-product",
  sources: ["vaswani2017"],
  steps: [
    {
      id: "multiply",
      state: { ...words(chased, dog), stage: "X" },
      question: { kind: "number", min: -2, max: 2, step: 0.05, tolerance: 0.3 },
      outcome: (reading) => ({
        answer: reading.at("raw", 0, 1),
        facts: {
          sum: products(reading)
            .map((value) => written(value))
            .join(" + ")
            .replaceAll("+ −", "− "),
          score: written(reading.at("raw", 0, 1)),
        },
      }),
      tables: (reading) => [columnByColumn(reading)],
    },
    {
      id: "sign",
      look: true,
      state: { ...words(chased, dog), stage: "X" },
      question: { kind: "choice", options: ["1", "2", "3"] },
      outcome: (reading) => {
        const terms = products(reading);
        const answer = largest(terms.map((value) => -value));
        const one = { first: written(Number(terms[0])), third: written(Number(terms[2])) };
        return { answer: String(answer + 1), facts: { ...one, term: written(Number(terms[answer])) } };
      },
    },
    {
      id: "longer",
      state: { ...words(chased, dog), stage: "X" },
      question: { kind: "choice", options: ["1", "2", "4"] },
      outcome: (reading) => {
        const longer = reading.other(doubled);
        const ratio = longer.at("raw", 0, 1) / reading.at("raw", 0, 1);
        return { answer: String(closest([1, 2, 4], ratio)), facts: { score: written(longer.at("raw", 0, 1)) } };
      },
      tables: (reading) => [columnByColumn(reading.other(doubled))],
      reveal: doubled,
    },
    {
      id: "itself",
      state: { ...words(chased, dog), stage: "X" },
      question: { kind: "choice", options: ["larger", "smaller"] },
      outcome: (reading) => {
        const squares = products(reading, 0);
        const longer = reading.other(doubled).at("raw", 0, 1);
        return {
          answer: Number(squares[1]) > 0 ? "larger" : "smaller",
          facts: {
            sum: squares.map((value) => written(value)).join(" + "),
            own: written(reading.at("raw", 0, 0)),
            square: written(Number(squares[1])),
            longer: written(longer),
          },
        };
      },
      tables: (reading) => [columnByColumn(reading, 0)],
      misconceptions: ["dot-similarity"],
    },
    {
      id: "now-you",
      state: { ...words(chased, dog), stage: "raw", experiment: "dot", dot_a: chased, dot_b: dog },
      experiment: "dot",
      brief: true,
      task: ({ state: { dot_a, dot_b } }) => {
        const [a, b] = [dot_a ?? [], dot_b ?? []];
        const score = a.reduce((sum, value, column) => sum + value * (b[column] ?? 0), 0);
        const zeros = [...a, ...b].filter((value) => value === 0).length;
        return {
          // The experiment shows four digits: what it shows as 0 is 0 here too.
          done: a.length > 0 && Number(written(score, 4).replace("−", "-")) === 0 && zeros === 0,
          facts: { product: written(score, 4), zeros },
        };
      },
    },
  ],
});
