import { exercise } from "./exercise.js";
import { dot, mapped, product, transposed, widthOf } from "./matrix.js";

/** @typedef {import("./matrix.js").Rows} Rows */

const solution = `function scores(Q, K) {
  return Q.map((q) => K.map((k) => q.reduce((sum, number, at) => sum + number * k[at], 0)));
}
`;

/** @param {Rows} Q @param {Rows} K @returns {Rows} */
const raw = (Q, K) => product(Q, transposed(K));

/** @param {readonly number[]} row */
const length = (row) => Math.sqrt(dot(row, row));

/** Dot products of queries and keys. */
export const scores = exercise({
  id: "dot-products",
  name: "scores",
  parameters: ["Q", "K"],
  stages: ["raw"],
  solution,
  helpers: [],
  seed: 1,
  cases: (make) =>
    [
      { n_q: 3, n_k: 3, d_k: 2 },
      { n_q: 2, n_k: 4, d_k: 3 },
      { n_q: 4, n_k: 1, d_k: 5 },
      { n_q: 1, n_k: 5, d_k: 1 },
      { n_q: 3, n_k: 3, d_k: 3, size: 40 },
    ].map(({ n_q, n_k, d_k, size }) => {
      const [Q, K] = [make.draw(n_q, d_k, size), make.draw(n_k, d_k, size)];
      return { given: { Q, K }, expected: make.compute({}, { Q, K, V: K }, ["raw"]) };
    }),
  mistakes: [
    { id: "transposed", stage: "raw", of: ({ Q, K }) => raw(K, Q) },
    {
      id: "product",
      stage: "raw",
      of: ({ Q, K }) => (K.length >= widthOf(K) ? product(Q, K.slice(0, widthOf(K))) : null),
    },
    {
      id: "last",
      stage: "raw",
      of: ({ Q, K }) =>
        raw(
          /** @type {Rows} */ (Q).map((q) => q.slice(-1)),
          /** @type {Rows} */ (K).map((k) => k.slice(-1)),
        ),
    },
    {
      id: "lengths",
      stage: "raw",
      of: ({ Q, K }) => mapped(raw(Q, K), (score, i, j) => score / (length(Q[i]) * length(K[j]))),
    },
  ],
});
