import { exercise } from "./exercise.js";
import { dot, mapped, product, transposed } from "./matrix.js";
import { softmaxOf } from "./softmax.js";

/** @typedef {import("./matrix.js").Rows} Rows */

/**
 * The code of a matrix product, by the names that its reader sees.
 * @param {{name: string, left: string, right: string, row: string, number: string}} names of the function, of both matrices, of a row
 *   of the left one, and of a number in it
 */
export const productCode = ({ name, left, right, row, number }) => `function ${name}(${left}, ${right}) {
  return ${left}.map((${row}) =>
    ${right}[0].map((_, column) => ${row}.reduce((sum, ${number}, j) => sum + ${number} * ${right}[j][column], 0)),
  );
}
`;

const solution = productCode({ name: "mix", left: "A", right: "V", row: "weights", number: "weight" });

/** @param {Rows} A @param {Rows} V @param {(weights: readonly number[], value: readonly number[]) => number} of @returns {Rows} */
const pairs = (A, V, of) => A.map((weights) => V.map((value) => of(weights, value)));

/** Values mixed by attention weights. */
export const mix = exercise({
  id: "mix",
  name: "mix",
  parameters: ["A", "V"],
  stages: ["context"],
  solution,
  helpers: [],
  seed: 5,
  cases: (make) =>
    [
      { n_q: 3, n_k: 3, d_v: 2 },
      { n_q: 2, n_k: 4, d_v: 3 },
      { n_q: 4, n_k: 2, d_v: 2 },
      { n_q: 1, n_k: 1, d_v: 4 },
    ].map(({ n_q, n_k, d_v }) => {
      const [Q, K, V] = [make.draw(n_q, 4), make.draw(n_k, 4), make.draw(n_k, d_v)];
      const { weights: A, context } = make.compute({}, { Q, K, V }, ["weights", "context"]);
      return { given: { A, V }, expected: { context } };
    }),
  mistakes: [
    {
      id: "transposed",
      stage: "context",
      of: ({ A, V }) => (A.length === V.length ? product(transposed(A), V) : null),
    },
    { id: "rows", stage: "context", of: ({ A, V }) => pairs(A, V, dot) },
    { id: "rows", stage: "context", of: ({ A, V }) => pairs(A, V, (weights, value) => dot(value, weights)) },
    {
      id: "mean",
      stage: "context",
      of: ({ A, V }) =>
        product(
          mapped(A, () => 1 / V.length),
          V,
        ),
    },
    {
      id: "sum",
      stage: "context",
      of: ({ A, V }) =>
        product(
          mapped(A, () => 1),
          V,
        ),
    },
    {
      id: "largest",
      stage: "context",
      of: ({ A, V }) => A.map((/** @type {number[]} */ row) => V[row.indexOf(Math.max(...row))]),
    },
    { id: "again", stage: "context", of: ({ A, V }) => product(softmaxOf(A), V) },
  ],
});
