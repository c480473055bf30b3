import { exercise } from "./exercise.js";
import { dot, mapped, sumOf, transposed, widthOf } from "./matrix.js";

/** @typedef {import("./matrix.js").Rows} Rows */

const solution = `function norm(X) {
  return X.map((row) => {
    const mean = row.reduce((sum, number) => sum + number, 0) / row.length;
    const variance = row.reduce((sum, number) => sum + (number - mean) ** 2, 0) / row.length;
    return row.map((number) => (number - mean) / Math.sqrt(variance + 1e-5));
  });
}
`;

const epsilon = 1e-5;

/** @param {readonly number[]} row @param {(variance: number, count: number) => number} divisor of what is left without the mean */
function centred(row, divisor) {
  const mean = sumOf(row) / row.length;
  const left = row.map((number) => number - mean);
  const by = divisor(dot(left, left), row.length);
  return left.map((number) => number / by);
}

/** @param {Rows} rows @param {(squares: number, count: number) => number} divisor squares: their sum @returns {Rows} */
const normed = (rows, divisor) => rows.map((row) => centred(row, divisor));

/** @param {number} squares @param {number} count */
const deviation = (squares, count) => Math.sqrt(squares / count + epsilon);

/** Layer norm of rows, without weight and bias. @param {Rows} rows @returns {Rows} */
export const normOf = (rows) => normed(rows, deviation);

/** @param {string} id @param {(X: Rows) => Rows} change @returns {import("./exercise.js").Mistake} */
const changed = (id, change) => ({ id, stage: "norm_1", of: ({ X }) => change(X) });

/** Layer norm. */
export const norm = exercise({
  id: "norm",
  name: "norm",
  parameters: ["X"],
  stages: ["norm_1"],
  solution,
  helpers: [],
  seed: 7,
  cases: (make) =>
    [
      make.draw(2, 4),
      make.draw(3, 3),
      make.draw(1, 8, 8),
      [...make.draw(1, 4), [3, 3, 3, 3]],
      make.draw(2, 4, 1 / 128), // a variance like epsilon itself
    ].map((X) => ({
      given: { X },
      expected: make.compute({ norm: "layernorm" }, { X }, ["norm_1"]),
    })),
  mistakes: [
    changed("columns", (X) => transposed(normOf(transposed(X)))),
    changed("unbiased", (X) => normed(X, (squares, count) => Math.sqrt(squares / (count - 1) + epsilon))),
    changed("no-root", (X) => normed(X, (squares, count) => squares / count + epsilon)),
    changed("no-division", (X) => normed(X, (squares) => Math.sqrt(squares + epsilon))),
    changed("no-mean", (X) => X.map((row) => row.map((number) => number / deviation(dot(row, row), row.length)))),
    changed("only-mean", (X) => normed(X, () => 1)),
    changed("no-epsilon", (X) => normed(X, (squares, count) => Math.sqrt(squares / count))),
    changed("sometimes-epsilon", (X) => normed(X, (squares, count) => Math.sqrt(squares / count || epsilon))),
    changed("sometimes-epsilon", (X) => normed(X, (squares, count) => Math.sqrt(Math.max(squares / count, epsilon)))),
    changed("epsilon-outside", (X) => normed(X, (squares, count) => Math.sqrt(squares / count) + epsilon)),
    ...[1e-3, 1e-4, 1e-6, 1e-7, 1e-8].map((other) =>
      changed("epsilon", (X) => normed(X, (squares, count) => Math.sqrt(squares / count + other))),
    ),
    changed("whole", (X) => {
      const all = centred(X.flat(), deviation);
      return mapped(X, (_, i, j) => Number(all[i * widthOf(X) + j]));
    }),
  ],
});
