import { exercise } from "./exercise.js";
import { mapped, widthOf } from "./matrix.js";

const solution = `function scale(S, d_k) {
  return S.map((row) => row.map((score) => score / Math.sqrt(d_k)));
}
`;

/** @param {string} id @param {(given: any) => number} divisor @returns {import("./exercise.js").Mistake} */
const divided = (id, divisor) => ({
  id,
  stage: "scaled",
  of: (given) => mapped(given.S, (score) => score / divisor(given)),
});

/** Scores divided by the root of d_k. */
export const scale = exercise({
  id: "scaling",
  name: "scale",
  parameters: ["S", "d_k"],
  stages: ["scaled"],
  solution,
  helpers: [],
  seed: 2,
  cases: (make) =>
    [
      { n_q: 2, n_k: 3, d_k: 4 },
      { n_q: 3, n_k: 3, d_k: 2 },
      { n_q: 1, n_k: 5, d_k: 16 },
      { n_q: 4, n_k: 2, d_k: 1 },
    ].map(({ n_q, n_k, d_k }) => {
      const [Q, K] = [make.draw(n_q, d_k), make.draw(n_k, d_k)];
      const { raw: S, scaled } = make.compute({}, { Q, K, V: K }, ["raw", "scaled"]);
      return { given: { S, d_k }, expected: { scaled } };
    }),
  mistakes: [
    divided("not", () => 1),
    divided("no-root", ({ d_k }) => d_k),
    divided("keys", ({ S }) => Math.sqrt(widthOf(S))),
    divided("times", ({ d_k }) => 1 / Math.sqrt(d_k)),
  ],
});
